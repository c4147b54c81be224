"""When an expedition ends for a player: how likely it is after each card, and what it brings.

Under a rule whose continue set is closed, play passes through a set of cards with a chance that
does not depend on their order (see `incan_odds.stopping.analytic`), so that all sets of one size
can be counted together. Otherwise the states are followed one by one.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb, perm
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from incan_odds.stopping.analytic import Step, Steps
from incan_odds.stopping.counts import Column
from incan_odds.stopping.problem import DEFAULT_MEMORY, StoppingProblem, scaled
from incan_odds.stopping.solver import solve

if TYPE_CHECKING:
    from incan_odds.stopping.dynamic import Programme


class Moment(NamedTuple):
    """What happens to a player with one card of an expedition: chances, before it all began."""

    cards: int
    """Which card it is: so many have been turned over in this expedition by then."""
    turned: Fraction | float
    """The chance that it is turned over while the player is inside."""
    bust: Fraction | float
    """The chance that it is, and the player goes bust by it."""
    leave: Fraction | float
    """The chance that it is, and the player leaves after it."""
    others: Fraction | float
    """How many others leave after it, on average, while the player is inside till then."""
    points: Fraction | float | None
    """What leaving after it adds to the player's expected points; None where a bust pays too."""


def moments_of_optimum(
    problem: StoppingProblem, memory: int = DEFAULT_MEMORY
) -> tuple[Moment, ...]:
    """Return what the best play comes to with each card, exactly.

    Where it leaves now, that is the one moment there is: the card that lies there is turned over no
    more. The chances of bust add up to that of the expedition, those of `turned` to the mean number
    of cards, and the points to its value. Raises `TooLargeError` as `solve` does.

    >>> moments = moments_of_optimum(problem_of(game_of("", "bga").expedition))
    >>> sum(moment.points for moment in moments)
    Fraction(3134144863, 200300100)
    >>> moments[1].bust, moments[3].leave
    (Fraction(1, 29), Fraction(74, 1827))
    """
    optimum = solve(problem, memory)
    if problem.pending and optimum.verdict != "stay":
        others = Fraction(problem.sharing - 1)
        none = Fraction(0)
        return (Moment(problem.cards, none, none, Fraction(1), others, optimum.leave),)
    if optimum.method == "analytic":
        steps = Steps(problem)
        moments = _moments_of_closed(steps, steps.one_step)
    else:
        moments = _moments_by_states(problem, memory)
    if any(payoff for kind in problem.hazards for payoff in kind.bust):
        return tuple(moment._replace(points=None) for moment in moments)
    return moments


def _moments_of_closed(steps: Steps, continuing: Callable[[Step], Column]) -> tuple[Moment, ...]:
    """Return the moments of the rule that continues with those sets of treasures."""
    problem, unseen, scale = steps.problem, steps.unseen, steps.scale
    leaving = scaled(problem.leaving, scale)
    sets, deadly, held, added = ([0] * (unseen + 1) for _ in range(4))
    for step, column in steps.columns(continuing):
        pays = leaving[step.artifacts]
        for cards, (number, total) in enumerate(column[: unseen - step.drawn], step.drawn):
            sets[cards] += step.ways * number
            deadly[cards] += step.ways * number * step.hazards.deadly
            held[cards] += step.ways * (pays * number + scale * total)
            added[cards] += step.ways * (step.base * number - step.slope * total)
    moments = []
    for cards in range(unseen):
        if not sets[cards]:
            break
        # A set of so many cards lies on top of the deck, in some order, with one chance in ways.
        ways, left = comb(unseen, cards), unseen - cards
        turned, bust = Fraction(sets[cards], ways), Fraction(deadly[cards], ways * left)
        goes_on = Fraction(sets[cards + 1], ways * left // (cards + 1))
        # What is held before the card, and what the card adds, is left with or held after it.
        points = Fraction(held[cards], ways * scale) + Fraction(added[cards], ways * left * scale)
        points -= Fraction(held[cards + 1], ways * left // (cards + 1) * scale)
        if left == 1 and problem.run_out is not None:
            everything = problem.leaving[-1] + steps.counts.total
            points += turned * (problem.run_out - everything)
        leave = turned - bust - goes_on
        moments.append(Moment(problem.cards + cards + 1, turned, bust, leave, Fraction(0), points))
    return tuple(moments)


def _moments_by_states(problem: StoppingProblem, memory: int) -> tuple[Moment, ...]:
    """Return the moments of the optimum, from how many orders of the cards lead to each state."""
    # Seldom needed, as in the solver.
    from incan_odds.stopping.dynamic import Programme, check_memory

    check_memory(problem, memory // 2)
    programme = Programme(problem)
    programme.run()
    follow = _Following(programme)
    follow.run()
    moments = []
    for cards in range(1, problem.unseen + 1):
        if not follow.turned[cards]:
            break
        # In so many orders the first cards of a deck can come.
        ways = perm(problem.unseen, cards)
        leave = Fraction(follow.leave[cards], ways)
        moments.append(
            Moment(
                problem.cards + cards,
                Fraction(follow.turned[cards], ways),
                Fraction(follow.bust[cards], ways),
                leave,
                (problem.sharing - 1) * leave,
                Fraction(follow.points[cards], ways * programme.scale),
            )
        )
    return tuple(moments)


class _Following:
    """The states of a programme from the first to the last: in how many orders each is reached.

    All counts are by the number of cards drawn, of orders of these cards.
    """

    def __init__(self, programme: Programme) -> None:
        self.programme = programme
        unseen = programme.unseen
        self.turned, self.bust, self.leave, self.points = ([0] * (unseen + 2) for _ in range(4))

    def run(self) -> None:
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
            here[at] = 0
