"""The play among rivals in fractions, card by card: for decks that are small enough.

Straight from the rules of an expedition, without the numbering of states and without floats.
Against rivals who leave with a rational chance everything is rational, and so is the equilibrium of
two. Once the others have left, the solver of one player answers.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final, NamedTuple

from incan_odds.expedition import Expedition
from incan_odds.rivals.model import Leavers, binomial
from incan_odds.stopping.analytic import Value
from incan_odds.stopping.problem import TooLargeError, problem_of
from incan_odds.stopping.solver import solve

MOST_STATES: Final = 1_000
"""The most states that are visited: less than a second of work."""

Choice = Callable[[Expedition, "Payoffs"], tuple[Fraction, Fraction]]
"""How likely I leave, and how likely each of the others does."""


class Payoffs(NamedTuple):
    """What a decision brings me, by the number of others who leave."""

    leaving: tuple[Fraction, ...]
    staying: tuple[Fraction, ...]

    def expected(self, theirs: Fraction) -> tuple[Fraction, Fraction]:
        """Return what leaving and staying bring if each of the others leaves with that chance."""
        chances = list(binomial(len(self.leaving) - 1, theirs))
        leave, stay = (
            sum((chance * pays for chance, pays in zip(chances, side, strict=True)), Fraction(0))
            for side in self
        )
        return leave, stay


class Decision(NamedTuple):
    """A decision among rivals, exactly."""

    mine: Fraction
    """How likely I leave."""
    theirs: Fraction
    """How likely each of the others does."""
    payoffs: Payoffs
    value: Value


def reply_to(leavers: Leavers) -> Choice:
    """Return the choice of one who replies best to rivals who leave by chance."""

    def choose(now: Expedition, payoffs: Payoffs) -> tuple[Fraction, Fraction]:
        theirs = leavers.at(len(now.hazards))
        leave, stay = payoffs.expected(theirs)
        return Fraction(leave >= stay), theirs

    return choose


def equilibrium_up_to_two(now: Expedition, payoffs: Payoffs) -> tuple[Fraction, Fraction]:
    """Choose as in the equilibrium of one or two: the one that pays most, then leaves least."""
    gains = [x - y for x, y in zip(*payoffs, strict=True)]
    first, last = gains[0], gains[-1]
    found = []
    if first <= 0:
        found.append((payoffs.staying[0], Fraction(0)))
    if first * last < 0:
        chance = first / (first - last)
        found.append((payoffs.expected(chance)[0], -chance))
    if last >= 0:
        found.append((payoffs.leaving[-1], Fraction(-1)))
    chance = -max(found)[1]
    return chance, chance


class ExactPlay:
    """The play of one expedition by some choice: every state valued once, when it is asked for."""

    def __init__(self, choice: Choice, most: int = MOST_STATES) -> None:
        self._choice = choice
        self._most = most
        self._waiting: dict[Expedition, Value] = {}

    def __len__(self) -> int:
        """Return how many states have been valued."""
        return len(self._waiting)

    def waiting(self, now: Expedition) -> Value:
        """Return what is expected while the next card is coming.

        Raises `TooLargeError` where that takes more states than are allowed.
        """
        value = self._waiting.get(now)
        if value is None:
            value = self._waiting[now] = (
                solve(problem_of(now)).stay if now.inside == 1 else self._next_card(now)
            )
            if len(self) > self._most:
                raise TooLargeError(len(self))
        return value

    def _next_card(self, now: Expedition) -> Value:
        points, bust, cards = Fraction(0), Fraction(now.deadly), Fraction(now.deck.size)
        for card, copies in now.deck:
            if not now.is_deadly(card):
                then = self._after(now.turn(card))
                points += copies * then.points
                bust += copies * then.bust
                cards += copies * then.cards
        return Value(points / now.deck.size, bust / now.deck.size, cards / now.deck.size)

    def _after(self, now: Expedition) -> Value:
        """Return what a card has led to; after the last one all leave together."""
        if not now.deck.size:
            all_leave = now.leave(now.inside)
            points = Fraction(all_leave.gems + sum(all_leave.artifacts))
            return Value(points, Fraction(0), Fraction(0))
        return solve(problem_of(now)).value if now.inside == 1 else self.deciding(now).value

    def deciding(self, now: Expedition) -> Decision:
        """Return the decision that is pending with others inside. Raises as `waiting` does."""
        leaving, staying = [], []
        for others in range(now.inside):
            home = now.leave(others + 1)
            leaving.append(Fraction(home.gems + sum(home.artifacts)))
            staying.append(self.waiting(now.leave(others).after if others else now))
        payoffs = Payoffs(tuple(leaving), tuple(value.points for value in staying))
        mine, theirs = self._choice(now, payoffs)
        leave, stay = payoffs.expected(theirs)
        chances = list(binomial(now.inside - 1, theirs))
        stays = 1 - mine
        return Decision(
            mine,
            theirs,
            payoffs,
            Value(
                mine * leave + stays * stay,
                stays * sum(c * value.bust for c, value in zip(chances, staying, strict=True)),
                stays * sum(c * value.cards for c, value in zip(chances, staying, strict=True)),
            ),
        )
