"""When an expedition ends for a player: how likely it is after each card, and what it brings.

Under a rule whose continue set is closed, play passes through a set of cards with a chance that
does not depend on their order (see `incan_odds.stopping.analytic`), so that all sets of one size
can be counted together. Otherwise the states are followed one by one.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import NamedTuple

from incan_odds.stopping.analytic import Step, Steps
from incan_odds.stopping.counts import Column
from incan_odds.stopping.problem import DEFAULT_MEMORY, Progress, StoppingProblem, scaled
from incan_odds.stopping.solver import Optimum


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
    optimum: Optimum, memory: int = DEFAULT_MEMORY, progress: Progress | None = None
) -> tuple[Moment, ...]:
    """Return what the best play comes to with each card, exactly.

    Where it leaves now, that is the one moment there is: the card that lies there is turned over no
    more. The chances of bust add up to that of the expedition, those of `turned` to the mean number
    of cards, and the points to its value. Raises `TooLargeError` where the states must be followed
    and would take more than `memory` bytes.

    >>> moments = moments_of_optimum(solve(problem_of(game_of("", "bga").expedition)))
    >>> sum(moment.points for moment in moments)
    Fraction(3134144863, 200300100)
    >>> moments[1].bust, moments[3].leave
    (Fraction(1, 29), Fraction(74, 1827))
    """
    problem = optimum.problem
    if problem.pending and optimum.verdict != "stay":
        others = Fraction(problem.sharing - 1)
        none = Fraction(0)
        return (Moment(problem.cards, none, none, Fraction(1), others, optimum.leave),)
    if optimum.method == "analytic":
        steps = Steps(problem)
        moments = _moments_of_closed(steps, steps.one_step)
    else:
        moments = _moments_by_states(problem, memory, progress)
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
        leave = turned - bust - goes_on
        moments.append(Moment(problem.cards + cards + 1, turned, bust, leave, Fraction(0), points))
    return tuple(moments)


def _moments_by_states(
    problem: StoppingProblem, memory: int, progress: Progress | None = None
) -> tuple[Moment, ...]:
    """Return the moments of the optimum, from how likely each of its states is."""
    # Seldom needed, as in the solver.
    from incan_odds.stopping.following import follow

    found = follow(problem, None, memory, progress)
    return tuple(
        Moment(
            problem.cards + cards,
            found.turned[cards],
            found.bust[cards],
            found.leave[cards],
            (problem.rivals if cards == problem.unseen else problem.sharing - 1)
            * found.leave[cards],
            found.points[cards],
        )
        for cards in range(1, problem.unseen + 1)
        if found.turned[cards]
    )
