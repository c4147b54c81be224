"""Bots: strategies from a module outside of this program, named `module:name`.

A bot is a function from a `View` to whether to leave, or an object with such a method `leaves`, or
a class that makes either without arguments. A class is made anew for each game, so that it may
remember what it saw; whatever a bot does, a failure is one line that names it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any, Final

from incan_odds.teaching.tables import Table
from incan_odds.teaching.views import View

_NAME: Final = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")

_LONGEST_ANSWER: Final = 40
"""How much of a wrong answer is quoted."""


class StrategyError(ValueError):
    """A strategy that cannot be, or that failed: its name, and what is wrong."""

    def __init__(self, name: str, problem: str) -> None:
        # Both go to the base class, so that the error survives the way from another process.
        super().__init__(name, problem)
        self.name = name
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.name}: {self.problem}"


class Bot:
    """A bot by its name, or as it is given: a function, an object, or a class that makes either.

    By its name it is imported when it is first needed, in each process that needs it.

    >>> bot = Bot("greedy", lambda view: view.gems >= 30)
    >>> plan = Plan(PRESETS["schmidt-2005"], (bot, strategy_named("bag:30")), "game", 1, 100)
    >>> greedy, bag = total(simulate(plan))
    >>> greedy == bag
    True
    """

    foreign = True

    def __init__(self, name: str, made: Any = None) -> None:
        self.name = name
        self._given = made
        self._made = made

    def __reduce__(self) -> tuple[type[Bot], tuple[str, Any]]:
        return Bot, (self.name, self._given)

    def load(self) -> None:
        """Import the bot, and make one where it is a class, to see that it can be asked.

        Raises `StrategyError` where there is none of its name.
        """
        if not _NAME.fullmatch(self.name) or ".py:" in self.name:
            raise StrategyError(
                self.name, "a bot is named module:name, the module without a folder and without .py"
            )
        module_name, _, path = self.name.partition(":")
        try:
            # Standard output is for the answer, whatever a module prints.
            with redirect_stdout(sys.stderr):
                module = import_module(module_name)
        except KeyboardInterrupt:
            raise
        except ModuleNotFoundError as error:
            if error.name is None or not f"{module_name}.".startswith(f"{error.name}."):
                raise self._failed("importing it failed", error) from None
            raise StrategyError(
                self.name, f"there is no module {error.name!r} in this folder, and none installed"
            ) from None
        except BaseException as error:
            raise self._failed("importing it failed", error) from None
        self._made = self._found(module, path)
        if self._made is None:
            raise StrategyError(self.name, "it is None, and no bot")
        self.decision()

    def _found(self, module: ModuleType, path: str) -> Any:
        found: Any = module
        for part in path.split("."):
            try:
                there = hasattr(found, part)
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                raise self._failed(f"looking for {part!r} failed", error) from None
            if not there:
                # Only an error needs this.
                from difflib import get_close_matches

                near = get_close_matches(part, [n for n in dir(found) if n[0] != "_"], 1)
                hint = f"; do you mean {near[0]}?" if near else ""
                raise StrategyError(self.name, f"there is no {part!r} in it{hint}")
            found = getattr(found, part)
        return found

    def decision(self) -> Callable[[View], object]:
        """Return what decides in one game."""
        if self._made is None:
            self.load()
        made = self._made
        if isinstance(made, type):
            try:
                made = made()
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                raise self._failed("it cannot be made without arguments", error) from None
        decide = getattr(made, "leaves", made)
        if not callable(decide):
            raise StrategyError(
                self.name, "neither a function of a view nor an object with a method leaves(view)"
            )
        return decide  # type: ignore[no-any-return]

    def for_a_game(self, dice: Random, /) -> PlayingBot:
        """Return the bot as it starts a game."""
        return PlayingBot(self.name, self.decision(), dice)

    def leaves(self, table: Table, seat: int, /) -> bool:
        """Return whether a bot that has seen nothing before leaves now."""
        return self.for_a_game(Random(0)).leaves(table, seat)

    def _failed(self, what: str, error: BaseException) -> StrategyError:
        return StrategyError(self.name, f"{what} ({said_by(error)})")


class PlayingBot:
    """A bot in the course of a game."""

    foreign = True

    def __init__(self, name: str, decide: Callable[[View], object], dice: Random) -> None:
        self.name = name
        self.decide = decide
        self.dice = dice

    def for_a_game(self, _: Random, /) -> PlayingBot:
        """Return the bot as it is: it plays already."""
        return self

    def leaves(self, table: Table, seat: int, /) -> bool:
        """Return what the bot says to its view. Raises `StrategyError` where that is nothing."""
        view = table.view(seat, self.dice)
        try:
            answer: Any = self.decide(view)
            if answer is True or answer is False:
                return bool(answer)
            # 0 and 1, and the truth of other libraries, are answers as well.
            if answer == 1 or answer == 0:
                return bool(answer == 1)
            quoted = repr(answer)[:_LONGEST_ANSWER]
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise StrategyError(self.name, f"{said_by(error)}, {_where(view)}") from None
        raise StrategyError(self.name, f"answered {quoted}, not True or False, {_where(view)}")


def said_by(error: BaseException) -> str:
    """Return what an exception says, on one line, whatever it is."""
    try:
        lines = str(error).splitlines()
    except Exception:
        lines = []
    kind = type(error).__name__
    return f"{kind}: {lines[0]}" if lines and lines[0] else kind


def _where(view: View) -> str:
    cards = " ".join(card.token for card in view.turned)
    return f"in expedition {view.expedition} after {cards}"
