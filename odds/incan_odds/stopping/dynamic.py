"""The memoised dynamic programme: every state of the deck, each valued once.

The reference for everything that is computed more cleverly, and the way out where the one-step
rule is not optimal. A state is how many cards of each sort have been drawn; kinds of hazard that
are alike are one sort. Values are kept as V·U!·D, with U the cards unseen in that state and D the
common denominator of the payoffs: then the recursion

    W = max(leave·U!·D,  Σ count·W(next) + Σ deadly·payoff·(U-1)!·D)

has no division, and every number is an integer.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import factorial, lgamma, prod
from typing import NamedTuple

from incan_odds.stopping.analytic import Value
from incan_odds.stopping.problem import (
    DEFAULT_MEMORY,
    Progress,
    StoppingProblem,
    TooLargeError,
    scaled,
)


class State(NamedTuple):
    """What has been drawn since a problem began, and what the table looks like then."""

    treasures: int
    """How many treasures have been drawn."""
    gems: int
    """What they added to the gems."""
    artifacts: int
    """The index of the state of the artifacts."""
    kinds: tuple[int, ...]
    """How many kinds of each class of hazards have come out."""
    deadly: int
    """d: how many deadly cards are unseen."""
    unseen: int
    """U: how many cards are unseen."""


Leaves = Callable[[State], bool]
"""A rule: whether it leaves in a state."""


class Table(NamedTuple):
    """The states that share hazards and artifacts, as the optimum decides in them."""

    artifacts: int
    kinds: tuple[int, ...]
    last_stay: int
    """The most gems drawn with which it stays somewhere; -1 where it always leaves."""
    first_leave: int
    """The fewest gems drawn with which it leaves somewhere; more than all where it always stays."""


class Solution(NamedTuple):
    """The value of a problem when its first card is forced, and how the states were decided."""

    value: Value
    states: int
    tables: tuple[Table, ...]


class _Inner(NamedTuple):
    """What the states with the same hazards and artifacts have in common, in scaled points."""

    artifacts: int
    kinds: tuple[int, ...]
    drawn: int
    leave: int
    kills: int
    """How many deadly cards are unseen."""
    deadly: int
    """What they pay, and how many they are, packed as the states are."""
    more: tuple[tuple[int, int], ...]
    """For each harmless hazard or artifact: how many lead to which further inner state."""


def count_states(problem: StoppingProblem) -> int:
    """Return the number of states that the dynamic programme visits.

    >>> count_states(problem_of(begin(PRESETS["bga"], Players(1)).expedition))
    82944
    """
    sizes = [problem.gains.count(gain) for gain in set(problem.gains)]
    sizes += [*problem.artifacts, *(kind.hidden for kind in problem.hazards)]
    return prod(size + 1 for size in sizes)


def memory_needed(problem: StoppingProblem) -> int:
    """Return about how many bytes the dynamic programme takes."""
    bits = lgamma(problem.unseen + 1) / 0.693 + problem.scale().bit_length() + 40
    # Each state is an entry of a list and an integer of three such numbers.
    return count_states(problem) * (8 + 28 + int(3 * bits / 7.5))


def check_memory(problem: StoppingProblem, memory: int) -> None:
    """Raise `TooLargeError` where the states of a problem would take more than `memory` bytes."""
    needed = memory_needed(problem)
    if needed > memory:
        raise TooLargeError(count_states(problem), needed, memory)


def solve_dynamic(
    problem: StoppingProblem,
    leaves: Leaves | None = None,
    memory: int = DEFAULT_MEMORY,
    progress: Progress | None = None,
) -> Solution:
    """Return the optimal value of a problem, or the value of the rule `leaves`.

    The first card is forced; where leaving is as good as staying, the optimum leaves. Raises
    `TooLargeError` before it begins where the states would take more than `memory` bytes.

    >>> problem = problem_of(begin(PRESETS["schmidt-2005"], Players(1)).expedition)
    >>> solve_dynamic(problem).value.points
    Fraction(20839072607, 1201800600)
    """
    check_memory(problem, memory)
    return Programme(problem, leaves).run(progress)


class Programme:
    """The states of a problem, by the treasures drawn; and by hazards and artifacts within them."""

    def __init__(self, problem: StoppingProblem, leaves: Leaves | None = None) -> None:
        self.problem = problem
        self.leaves = leaves
        self.scale = problem.scale()
        self.unseen = problem.unseen
        self.factorials = [factorial(number) for number in range(self.unseen + 1)]
        # Points, bust and cards of a state stand side by side in one integer: what is added to one
        # integer, or multiplied with a count, is added and multiplied in all three.
        self.width = (self.factorials[-1] * (self.unseen + 1)).bit_length()
        self.gains = sorted(set(problem.gains))
        self.copies = [problem.gains.count(gain) for gain in self.gains]
        self.inner = self._inner_states()
        self.sizes = [number + 1 for number in self.copies]
        self.strides = [prod(self.sizes[place + 1 :]) for place in range(len(self.sizes))]
        self.drawn = list(product(*map(range, self.sizes)))
        self.stays = [bytearray(len(self.inner)) for _ in self.drawn]
        """For each of `drawn`, in which inner states it stays."""
        self.last_stay = [-1] * len(self.inner)
        self.first_leave = [sum(problem.gains) + 1] * len(self.inner)

    def _inner_states(self) -> list[_Inner]:
        problem = self.problem
        leaving = scaled(problem.leaving, self.scale)
        busts = [scaled(kind.bust, self.scale) for kind in problem.hazards]
        artifact_states = problem.artifact_states
        more_artifacts = problem.more_artifacts()
        kind_states = list(product(*(range(kind.hidden + 1) for kind in problem.hazards)))
        index = {state: place for place, state in enumerate(kind_states)}
        inner: list[_Inner] = []
        for place, state in enumerate(artifact_states):
            for kinds in kind_states:
                here = len(inner)
                more = [
                    (number, here + (there - place) * len(kind_states))
                    for number, there in more_artifacts[place]
                ]
                deadly = bust = 0
                for sort, (kind, out) in enumerate(zip(problem.hazards, kinds, strict=True)):
                    if out < kind.hidden:
                        further = index[*kinds[:sort], out + 1, *kinds[sort + 1 :]]
                        step = further - index[kinds]
                        more.append(((kind.hidden - out) * kind.copies, here + step))
                    fatal = (kind.out + out) * (kind.copies - 1)
                    deadly += fatal
                    bust += fatal * busts[sort][place]
                drawn = sum(state) + sum(kinds)
                packed = (bust << 2 * self.width) + (deadly << self.width)
                inner.append(
                    _Inner(place, kinds, drawn, leaving[place], deadly, packed, tuple(more))
                )
        return inner

    def run(self, progress: Progress | None = None) -> Solution:
        """Value all states, and return what is known of the first."""
        drawn = self.drawn
        states, needed = count_states(self.problem), memory_needed(self.problem)
        blocks: list[list[int]] = [[]] * len(drawn)
        # Every card that is drawn leads to a later state, so the last states come first.
        for place in range(len(drawn) - 1, -1, -1):
            if progress is not None:
                progress(1 - (place + 1) / len(drawn), states, needed)
            state = drawn[place]
            further = [
                (number - taken, blocks[place + stride])
                for number, taken, stride in zip(self.copies, state, self.strides, strict=True)
                if taken < number
            ]
            gems = sum(gain * taken for gain, taken in zip(self.gains, state, strict=True))
            block = _weighted(further, len(self.inner))
            blocks[place] = self._block(sum(state), gems, block, self.stays[place])
        whole = self.factorials[self.unseen]
        points, bust, cards = self._unpacked(blocks[0][0])
        return Solution(
            Value(
                Fraction(points, whole * self.scale), Fraction(bust, whole), Fraction(cards, whole)
            ),
            states,
            tuple(
                Table(inner.artifacts, inner.kinds, last, first)
                for inner, last, first in zip(
                    self.inner, self.last_stay, self.first_leave, strict=True
                )
            ),
        )

    def _block(self, treasures: int, gems: int, block: list[int], staying: bytearray) -> list[int]:
        """Value the states with these treasures drawn, from what a further treasure leads to.

        In which of them it stays goes into `staying`.
        """
        problem = self.problem
        scaled_gems = (problem.held(gems) - problem.held(0)) * self.scale
        shift, leaves = 2 * self.width, self.leaves
        last_stay, first_leave = self.last_stay, self.first_leave
        for place in range(len(block) - 1, -1, -1):
            inner = self.inner[place]
            unseen = self.unseen - treasures - inner.drawn
            ways = self.factorials[unseen]
            leave = (inner.leave + scaled_gems) * ways
            if not unseen:
                end = problem.run_out
                block[place] = (leave if end is None else int(end * self.scale)) << shift
                continue
            stay = block[place] + inner.deadly * self.factorials[unseen - 1] + ways
            for number, there in inner.more:
                stay += number * block[there]
            if leaves is None:
                stays = stay >> shift > leave
            else:
                stays = not leaves(
                    State(treasures, gems, inner.artifacts, inner.kinds, inner.kills, unseen)
                )
            if stays:
                if gems > last_stay[place]:
                    last_stay[place] = gems
            elif gems < first_leave[place]:
                first_leave[place] = gems
            staying[place] = stays or not (treasures or inner.drawn)
            block[place] = stay if staying[place] else leave << shift
        return block

    def _unpacked(self, packed: int) -> tuple[int, int, int]:
        mask = (1 << self.width) - 1
        return packed >> 2 * self.width, packed >> self.width & mask, packed & mask


def _weighted(further: list[tuple[int, list[int]]], size: int) -> list[int]:
    """Return the sum of the blocks that a further treasure leads to, each times its copies."""
    total = [0] * size
    for number, block in further:
        if number == 1:
            total = list(map(int.__add__, total, block))
        else:
            total = [old + number * new for old, new in zip(total, block, strict=True)]
    return total
