"""The exact value of a stopping rule, without visiting the states.

Where a rule's *continue set* is downward closed (if a set of drawn cards says continue, so does
each of its subsets), the order of the cards does not matter: play passes through a set Z of cards,
of which a specified hazard kind stands for any one of its c copies, with the chance
Π c / C(U, |Z|). The value of the rule is then what leaving pays at once, plus what one more card
adds at each set that play passes through and continues from.

What one more card adds is linear in the gems drawn so far. In units of 1/U',

    R - s + J - Σ (c - 1)·(L - X)  =  N - (d + 1)·s,

where s gems have been drawn, R is the sum of the gains before any was, J what the unseen artifacts
add, L what leaving pays and X what a bust pays; N is its value at s = 0. The *one-step rule* leaves
where this is not positive: from N / (d + 1) gems on. It is optimal where the set of states in which
it leaves is closed: the monotone case of Chow and Robbins (1961); see T. S. Ferguson, *Optimal
Stopping and Applications*, chapter 5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm
from typing import NamedTuple

from incan_odds.stopping.counts import Column, subset_counts
from incan_odds.stopping.problem import HazardState, StoppingProblem, scaled


class Value(NamedTuple):
    """What a rule is worth from a state on."""

    points: Fraction
    """The expected points."""
    bust: Fraction
    """The chance to go bust in this expedition."""
    cards: Fraction
    """The mean number of cards that are still turned over."""


Bounds = dict[tuple[HazardState, int], list[int]]
"""For each state of the hazards and of the artifacts: the gems drawn from which on a rule leaves.

One bound for each number of treasures drawn.
"""


class Step(NamedTuple):
    """The states that share hazards and artifacts: what one more card adds to them."""

    hazards: HazardState
    artifacts: int
    """The index of the state of the artifacts."""
    drawn: int
    """How many hazards and artifacts have been drawn: the cards that are no treasures."""
    ways: int
    """In how many ways they can have been drawn."""
    base: int
    """N, in scaled points."""
    slope: int
    """d + 1, in scaled points."""
    bound: int
    """The one-step rule continues while fewer gems than this have been drawn."""


class Steps:
    """A problem made ready for counting: every state of hazards and artifacts, in integers."""

    def __init__(self, problem: StoppingProblem) -> None:
        self.problem = problem
        self.unseen = problem.unseen
        self.scale = problem.scale()
        self.counts = subset_counts(problem.gains)
        leaving = scaled(problem.leaving, self.scale)
        more = problem.more_artifacts()
        ways = problem.artifact_ways()
        drawn = [sum(state) for state in problem.artifact_states]
        gems = self.counts.total * self.scale
        self.steps: list[Step] = []
        for hazards, hazard_ways in problem.hazard_states(self.scale).items():
            for place, pays in enumerate(leaving):
                added = sum(number * (leaving[there] - pays) for number, there in more[place])
                base = gems + added - hazards.deadly * pays + hazards.bust[place]
                slope = (hazards.deadly + 1) * self.scale
                self.steps.append(
                    Step(
                        hazards,
                        place,
                        hazards.kinds + drawn[place],
                        hazard_ways * ways[place],
                        base,
                        slope,
                        -(-base // slope),
                    )
                )

        self.counts.prepare(step.bound for step in self.steps)

    def one_step(self, step: Step) -> Column:
        """Return the sets of treasures with which the one-step rule continues."""
        return self.counts.below(step.bound)

    def value(self, continuing: Callable[[Step], Column]) -> Value:
        """Return what the rule is worth that continues with those sets of treasures.

        The first card is forced: with nothing drawn the rule continues, whatever it says.
        The continue set must be downward closed.
        """
        unseen, scale = self.unseen, self.scale
        added, deadly, visits = [0] * unseen, [0] * unseen, [0] * unseen
        for step, column in self.columns(continuing):
            ways, base, slope, fatal = step.ways, step.base, step.slope, step.hazards.deadly
            for place, (number, total) in enumerate(column[: unseen - step.drawn], step.drawn):
                sets = ways * number
                added[place] += ways * (base * number - slope * total)
                visits[place] += sets
                deadly[place] += sets * fatal
        # (U - j)·C(U, j) = U·C(U - 1, j), and the binomials share a small common denominator.
        weights, common = inverse_binomials(unseen)
        leave = self.problem.leave
        points = leave + Fraction(_dot(added, weights), unseen * common * scale)
        if self.problem.run_out is not None:
            everything = self.problem.leaving[-1] + self.counts.total
            points += Fraction(visits[-1], unseen) * (self.problem.run_out - everything)
        mean = _dot([number * (unseen - place) for place, number in enumerate(visits)], weights)
        return Value(
            points,
            Fraction(_dot(deadly, weights), unseen * common),
            Fraction(mean, unseen * common),
        )

    def points(self) -> Fraction:
        """Return the points of the one-step rule alone, when the first card is forced."""
        unseen = self.unseen
        added = [0] * unseen
        for step, column in self.columns(self.one_step):
            ways, base, slope = step.ways, step.base, step.slope
            for place, (number, total) in enumerate(column[: unseen - step.drawn], step.drawn):
                added[place] += ways * (base * number - slope * total)
        weights, common = inverse_binomials(unseen)
        return self.problem.leave + Fraction(_dot(added, weights), unseen * common * self.scale)

    def columns(self, continuing: Callable[[Step], Column]) -> Iterator[tuple[Step, Column]]:
        """Yield the steps at which a rule continues somewhere, the first card being forced."""
        for step in self.steps:
            column = continuing(step)
            if step.drawn == 0 and not column:
                column = ((1, 0),)
            if column:
                yield step, column


@lru_cache(maxsize=512)
def inverse_binomials(unseen: int) -> tuple[tuple[int, ...], int]:
    """Return 1/C(U-1, j) for each j, as integers over a common denominator, and that."""
    binomials = [comb(unseen - 1, j) for j in range(unseen)]
    common = lcm(*binomials)
    return tuple(common // binomial for binomial in binomials), common


def _dot(left: Sequence[int], right: Sequence[int]) -> int:
    return sum(map(int.__mul__, left, right))


class Certificate(NamedTuple):
    """Whether the one-step rule is optimal: no threshold rises as hazards or artifacts come."""

    closed: bool
    states: int
    """How many states of hazards and artifacts were checked."""


def certify(steps: Steps) -> Certificate:
    """Check that the set of states in which the one-step rule leaves is closed.

    A treasure adds to the gems and leaves the threshold where it is. So the set is closed where no
    further hazard and no further artifact raises the threshold, which is checked for each of them
    in each state. (Of hazard kinds that are alike it is checked for one more even where all are
    out: the check may refuse too much, never too little.)
    """
    problem = steps.problem
    most = steps.counts.total + 1
    more = problem.more_artifacts()
    scale = steps.scale
    further = [
        (kind.copies - 1, scaled(kind.bust, scale)) for kind in problem.hazards if kind.hidden
    ]
    leaving = scaled(problem.leaving, scale)
    bounds = {(step.hazards, step.artifacts): step.bound for step in steps.steps}
    # What leaving pays must grow by what is drawn: not so where leavers share whole gems.
    closed = problem.run_out is None and problem.sharing == 1
    for step in steps.steps:
        bound = max(0, step.bound)
        if bound >= most:
            continue
        pays = leaving[step.artifacts]
        for deadly, bust in further:
            base = step.base - deadly * (pays - bust[step.artifacts])
            if min(most, -(-base // (step.slope + deadly * scale))) > bound:
                closed = False
        for _, there in more[step.artifacts]:
            if min(most, bounds[step.hazards, there]) > bound:
                closed = False
    return Certificate(closed, len(steps.steps))
