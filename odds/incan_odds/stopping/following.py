"""The dynamic programme followed forward: how likely each end is, from the first state to the last.

The programme counts backward what follows from a state. Here is counted in how many orders of the
cards drawn a state is reached, so that an end after k of U cards has the chance orders·(U - k)!/U!.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import perm
from operator import mul
from typing import NamedTuple

from incan_odds.stopping.dynamic import Leaves, Programme, check_memory
from incan_odds.stopping.problem import DEFAULT_MEMORY, Progress, StoppingProblem


class Followed(NamedTuple):
    """How a problem ends when its first card is forced, by the number of cards drawn till then."""

    turned: tuple[Fraction, ...]
    """The chance that the card is turned over while the player is inside."""
    bust: tuple[Fraction, ...]
    """The chance of going bust by it."""
    leave: tuple[Fraction, ...]
    """The chance of leaving after it."""
    points: tuple[Fraction, ...]
    """What leaving after it adds to the expected points."""
    home: Mapping[Fraction, Fraction]
    """The chance of leaving with so many points, ascending."""


def follow(
    problem: StoppingProblem,
    leaves: Leaves | None = None,
    memory: int = DEFAULT_MEMORY,
    progress: Progress | None = None,
) -> Followed:
    """Return how the optimum of a problem, or the rule `leaves`, ends, exactly.

    The first card is forced, as in `solve_dynamic`. Raises `TooLargeError` before it begins where
    the states would take more than `memory` bytes.

    >>> problem = problem_of(begin(PRESETS["schmidt-2005"], Players(2)).expedition, herd=True)
    >>> found = follow(problem)
    >>> found.bust[2], sum(found.bust) == solve_dynamic(problem).value.bust
    (Fraction(1, 29), True)
    """
    # The states are kept twice: as they are valued, and as they are reached.
    check_memory(problem, memory // 2)
    programme = Programme(problem, leaves)
    programme.run(progress)
    ends = _Ends(programme)
    ends.run()
    unseen, scale = programme.unseen, programme.scale
    orders = [perm(unseen, cards) for cards in range(unseen + 1)]
    turned, bust, leave, points = (
        tuple(map(Fraction, found, orders))
        for found in (ends.turned, ends.bust, ends.leave, ends.points)
    )
    return Followed(
        turned,
        bust,
        leave,
        tuple(total / scale for total in points),
        {
            Fraction(pays, scale): Fraction(number, orders[unseen])
            for pays, number in sorted(ends.home.items())
        },
    )


class _Ends:
    """The ends of a programme, counted in orders of the cards drawn, by the number of these."""

    def __init__(self, programme: Programme) -> None:
        self.programme = programme
        unseen = programme.unseen
        self.turned, self.bust, self.leave, self.points = ([0] * (unseen + 1) for _ in range(4))
        self.home: Counter[int] = Counter()
        """Of orders of all cards, by what leaving pays in scaled points."""

    def run(self) -> None:
        """Go through all states, from the first to the last."""
        programme = self.programme
        orders = [[0] * len(programme.inner) for _ in programme.drawn]
        orders[0][0] = 1
        for place, state in enumerate(programme.drawn):
            here, orders[place] = orders[place], []
            self._block(place, state, here)
            for taken, copies, stride in zip(
                state, programme.copies, programme.strides, strict=True
            ):
                if taken < copies:
                    further = orders[place + stride]
                    for at, number in enumerate(here):
                        further[at] += (copies - taken) * number

    def _block(self, place: int, state: tuple[int, ...], here: list[int]) -> None:
        """Follow the states with these treasures drawn; leave in `here` those that go on."""
        programme = self.programme
        problem, unseen = programme.problem, programme.unseen
        gems = sum(map(mul, programme.gains, state))
        held = (problem.held(gems) - problem.held(0)) * programme.scale
        for at, inner in enumerate(programme.inner):
            number, cards = here[at], sum(state) + inner.drawn
            if not number:
                continue
            if cards < unseen and programme.stays[place][at]:
                self.turned[cards + 1] += number * (unseen - cards)
                self.bust[cards + 1] += number * inner.kills
                for copies, further in inner.more:
                    here[further] += copies * number
                continue
            end = problem.run_out if cards == unseen else None
            pays = inner.leave + held if end is None else int(end * programme.scale)
            self.leave[cards] += number
            self.points[cards] += number * pays
            self.home[pays] += number * programme.factorials[unseen - cards]
            here[at] = 0
