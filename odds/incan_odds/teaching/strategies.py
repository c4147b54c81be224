"""Who decides at a simulated table: rules of thumb, the best play, and bots from a module.

A strategy is asked at each of its turns whether it leaves. The ones built in look at the table
itself, which is quicker; a bot is shown a `View`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable
from fractions import Fraction
from random import Random
from typing import Final, NamedTuple, Protocol

from incan_odds.expedition import Expedition
from incan_odds.next_card import odds_of_next_card
from incan_odds.stopping.problem import DEFAULT_MEMORY, StoppingProblem, TooLargeError, problem_of
from incan_odds.stopping.rules import FAMILIES, LeaveAt
from incan_odds.stopping.season import Season, TooManyOpeningsError
from incan_odds.stopping.solver import Optimum, solve
from incan_odds.teaching.bots import Bot, StrategyError
from incan_odds.teaching.tables import Table

OPTIMUM: Final = "optimum"
"""The name of the best play."""

_NUMBER = re.compile(r"(\d{1,9}(?:\.\d{1,9})?|\d{1,9}/\d{1,9})\s*(%?)")


class Strategy(Protocol):
    """What a seat at the table decides by."""

    @property
    def name(self) -> str:
        """What it is called, as an option names it."""

    @property
    def foreign(self) -> bool:
        """Whether it comes from outside of this program."""

    def for_a_game(self, dice: Random, /) -> Strategy:
        """Return the strategy as it starts a game; `dice` are for chance in its play."""

    def leaves(self, table: Table, seat: int, /) -> bool:
        """Return whether the player of that seat leaves now."""


class Follow:
    """Follows a rule of thumb."""

    foreign = False

    def __init__(self, rule: LeaveAt) -> None:
        self.rule = rule
        self.name = f"{rule.quantity}:{rule.limit}"
        self.quantity = rule.quantity
        self.limit = Fraction(rule.limit)
        self.whole = self.limit.numerator
        self.parts = self.limit.denominator

    def for_a_game(self, _: Random, /) -> Follow:
        """Return the rule itself: it remembers nothing."""
        return self

    def leaves(self, table: Table, _: int, /) -> bool:
        """Return whether the quantity has reached the limit, as `LeaveAt.leaves` does."""
        # In integers, which are quicker than fractions; a card is left wherever somebody decides.
        if self.quantity == "risk":
            return table.deadly * self.parts >= self.whole * table.unseen
        reached: int = getattr(table, self.quantity)
        return reached * self.parts >= self.whole


class Wait:
    """Stays until somebody has left, and then leaves: a rival as `--rivals stay` has them."""

    foreign = False
    name = "stay"

    def for_a_game(self, _: Random, /) -> Wait:
        """Return the rule itself: it remembers nothing."""
        return self

    def leaves(self, table: Table, _: int, /) -> bool:
        """Return whether somebody has left."""
        return not table.stable


class _Solved(NamedTuple):
    """The best play from some state of an expedition on."""

    base: Expedition
    optimum: Optimum

    @property
    def by_threshold(self) -> bool:
        """Whether leaving is best from some number of gems on, in every state."""
        return all(table.last_stay < table.first_leave for table in self.optimum.tables)

    def leave_at(self, now: Expedition) -> int | None:
        """Return from how many gems on to leave; only cards have come since the base."""
        problem, copies = self.optimum.problem, now.start.hazards
        drawn = Counter(copies[kind] for kind in now.hazards[len(self.base.hazards) :])
        before, after = Counter(self.base.deck.artifacts), Counter(now.deck.artifacts)
        artifacts = tuple(before[sort] - after[sort] for sort in before)
        kinds = tuple(drawn[kind.copies] for kind in problem.hazards)
        place = problem.artifact_states.index(artifacts)
        for table in self.optimum.tables:
            if table.kinds == kinds and table.artifacts == place:
                return problem.gems + table.last_stay + 1
        return self.optimum.retire_at(kinds, place)


class _Opening(NamedTuple):
    """The best play of an expedition, and from how many gems on it leaves, by what is shown."""

    solved: _Solved
    limits: dict[Hashable, int | None]


class Best:
    """Plays best: this expedition as if the others stayed, or with a `season`, alone, all of them.

    The thresholds of an expedition are found once. When somebody has left, what is best is worked
    out anew, and holds until somebody leaves again.
    """

    foreign = False
    name = OPTIMUM

    def __init__(self, season: Season | None = None, memory: int = DEFAULT_MEMORY) -> None:
        self.season = season
        self.memory = memory
        self._known: dict[Hashable, _Opening] = {}
        self._alike: dict[Hashable, _Opening] = {}
        self._later: tuple[Table | None, int, int] = (None, 0, 0)
        self._solved_later: _Solved | None = None

    def __reduce__(self) -> tuple[type[Best], tuple[Season | None, int]]:
        return Best, (self.season, self.memory)

    def for_a_game(self, _: Random, /) -> Best:
        """Return the strategy itself: what it remembers holds in every game."""
        return self

    def leaves(self, table: Table, _: int, /) -> bool:
        """Return whether leaving is at least as good as staying."""
        if not table.stable:
            return self._leaves_later(table)
        known = self._known.get(table.opening)
        if known is None:
            known = self._known[table.opening] = self._opening(table)
        if table.shown not in known.limits:
            if not known.solved.by_threshold:
                return self._leaves_here(table)
            known.limits[table.shown] = known.solved.leave_at(table.expedition())
        limit = known.limits[table.shown]
        return limit is not None and table.carried + table.path >= limit

    def _opening(self, table: Table) -> _Opening:
        alike = table.alike()
        if alike not in self._alike:
            self._alike[alike] = _Opening(self._solve(table, table.start()), {})
        return self._alike[alike]

    def _leaves_later(self, table: Table) -> bool:
        """Decide after somebody has left, which changes what each card adds."""
        now = table.expedition()
        if _gains_are_fixed(now):
            return odds_of_next_card(now).verdict != "stay"
        key = (table, table.number, len(table.inside))
        if self._solved_later is None or self._later != key:
            self._later, self._solved_later = key, self._solve(table, now)
        if not self._solved_later.by_threshold:
            return self._leaves_here(table)
        limit = self._solved_later.leave_at(now)
        return limit is not None and table.gems >= limit

    def _leaves_here(self, table: Table) -> bool:
        """Decide for this state alone, where the formula does not hold."""
        return self._solve(table, table.expedition()).optimum.verdict != "stay"

    def _solve(self, table: Table, expedition: Expedition) -> _Solved:
        try:
            return _Solved(expedition, solve(self._problem(table, expedition), self.memory))
        except (TooLargeError, TooManyOpeningsError) as error:
            raise StrategyError(OPTIMUM, f"it cannot be found: {error}") from None

    def _problem(self, table: Table, expedition: Expedition) -> StoppingProblem:
        if self.season is None:
            return problem_of(expedition)
        counted = 0 if table.edition.printed else table.counted
        return problem_of(expedition, self.season.future(table.number, counted))


def _gains_are_fixed(now: Expedition) -> bool:
    """Return whether no card changes what another adds: then the one-step rule is optimal.

    That is the theorem of `docs/optimal-stopping.md`. The points of artifacts can change with the
    order in which they are brought home; and who is inside at the end of a deck has to share.
    """
    few = len(now.deck.artifacts) <= 1 or not now.points
    return few and any(copies > 1 for copies in now.start.hazards.values())


def rule_named(text: str) -> LeaveAt | None:
    """Return the rule of thumb that goes by a name; None is the best play.

    Raises `StrategyError` where there is no such rule.

    >>> rule_named("risk:16%")
    LeaveAt(quantity='risk', limit=Fraction(4, 25))
    >>> rule_named("optimum") is None
    True
    """
    word = text.strip().lower()
    if word == OPTIMUM:
        return None
    for family in FAMILIES:
        if word.startswith(f"{family}:"):
            try:
                number = exact_number(word[len(family) + 1 :])
            except ValueError as error:
                raise StrategyError(text, f"{error} after {family}:") from None
            if not number:
                raise StrategyError(text, f"a number above 0 after {family}:")
            if family == "risk":
                return LeaveAt(family, number)
            if number.denominator > 1:
                raise StrategyError(text, f"a whole number after {family}:, not {number}")
            return LeaveAt(family, int(number))
    known = ", ".join(f"{family}:N" for family in FAMILIES)
    raise StrategyError(text, f"no rule goes by this name; {OPTIMUM}, or {known}")


def strategy_named(
    text: str, season: Season | None = None, memory: int = DEFAULT_MEMORY
) -> Strategy:
    """Return the strategy that goes by a name: a rule as in `rule_named`, or a bot, imported.

    A `season` is what the best play plays for, where that is the whole game. Raises
    `StrategyError`.

    >>> strategy_named("cards:7").name
    'cards:7'
    """
    word = text.strip()
    if ":" in word and word.lower().partition(":")[0] not in FAMILIES:
        bot = Bot(word)
        bot.load()
        return bot
    rule = rule_named(text)
    return Best(season, memory) if rule is None else Follow(rule)


def exact_number(text: str) -> Fraction:
    """Return a number as it is typed: 7, 0.16, 4/25 or 16%. Raises `ValueError`.

    >>> exact_number("16%") == exact_number("4/25") == exact_number("0.16")
    True
    """
    match = _NUMBER.fullmatch(text.strip())
    if match is None or re.search(r"/0+$", match[1]):
        raise ValueError("a number such as 7, 0.16, 4/25 or 16% is needed")
    return Fraction(match[1]) / (100 if match[2] else 1)
