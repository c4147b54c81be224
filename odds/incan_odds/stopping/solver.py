"""The optimum of a stopping problem: by the formula where its certificate holds, else by states."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, NamedTuple

from incan_odds.stopping.analytic import Certificate, Steps, Value, certify
from incan_odds.stopping.problem import DEFAULT_MEMORY, Progress, StoppingProblem, scaled

if TYPE_CHECKING:
    from incan_odds.stopping.dynamic import Table

Method = Literal["analytic", "dynamic"]
"""Which solver answered: the closed formula, or the dynamic programme."""


class Optimum(NamedTuple):
    """The best play of a stopping problem, exactly."""

    problem: StoppingProblem
    stay: Value
    """What turning the next card and then playing on best is worth."""
    method: Method
    certificate: Certificate
    tables: tuple[Table, ...]
    """Where the dynamic programme answered: how it decides, by hazards and artifacts."""

    @property
    def leave(self) -> Fraction:
        """What leaving now pays, in points."""
        return self.problem.leave

    @property
    def value(self) -> Value:
        """What the problem is worth: the better of staying and leaving, leaving on ties.

        Where no decision is pending, the next card is coming anyway.
        """
        if self.problem.pending and self.leave >= self.stay.points:
            return Value(self.leave, Fraction(0), Fraction(0))
        return self.stay

    @property
    def verdict(self) -> Literal["stay", "leave", "either"]:
        """What is best where a decision is pending; `either` where both are exactly as good."""
        if self.stay.points == self.leave:
            return "either"
        return "stay" if self.stay.points > self.leave else "leave"

    def retire_at(self, kinds: Sequence[int] | None = None, artifacts: int = 0) -> int | None:
        """Return from how many gems on leaving is at least as good as staying.

        `kinds` says how many more kinds of each hazard class are out than now, `artifacts` is the
        index of a state of the artifacts; both mean the present state where they are not given.
        Gems are bag and path; the artifacts on the path are counted apart. None: never, as always
        while no unseen card is deadly; or no number of gems says it, as where all leave together.
        """
        problem = self.problem
        drawn = tuple(kinds) if kinds is not None else (0,) * len(problem.hazards)
        deadly = problem.deadly + sum(
            number * (kind.copies - 1) for number, kind in zip(drawn, problem.hazards, strict=True)
        )
        if not deadly or problem.sharing > 1:
            return None
        most = sum(problem.gains)
        if self.tables:
            table = next(t for t in self.tables if t.kinds == drawn and t.artifacts == artifacts)
            gems = table.last_stay + 1
        else:
            gems = _one_step_threshold(problem, drawn, artifacts)
        return None if gems > most else max(0, problem.gems + gems)


def _one_step_threshold(problem: StoppingProblem, drawn: Sequence[int], artifacts: int) -> int:
    """Return the least s with N - (d + 1)·s <= 0, for these kinds and artifacts drawn."""
    scale = problem.scale()
    leaving = scaled(problem.leaving, scale)
    pays = leaving[artifacts]
    base = sum(problem.gains) * scale
    base += sum(
        number * (leaving[there] - pays) for number, there in problem.more_artifacts()[artifacts]
    )
    slope = scale
    for kind, number in zip(problem.hazards, drawn, strict=True):
        deadly = (kind.out + number) * (kind.copies - 1)
        base -= deadly * (pays - scaled(kind.bust[artifacts : artifacts + 1], scale)[0])
        slope += deadly * scale
    return -(-base // slope)


def solve(
    problem: StoppingProblem, memory: int = DEFAULT_MEMORY, progress: Progress | None = None
) -> Optimum:
    """Return the best play of a stopping problem and its exact value.

    The dynamic programme tells `progress` how far it is. Raises `TooLargeError` where only that
    programme could answer and its states would take more than `memory` bytes.

    >>> optimum = solve(problem_of(begin(PRESETS["bga"], Players(1)).expedition))
    >>> optimum.stay.points, optimum.method
    (Fraction(3134144863, 200300100), 'analytic')
    """
    steps = Steps(problem)
    certificate = certify(steps)
    if certificate.closed:
        return Optimum(problem, steps.value(steps.one_step), "analytic", certificate, ())
    # Seldom needed, so that what starts often does not load it.
    from incan_odds.stopping.dynamic import solve_dynamic

    solution = solve_dynamic(problem, None, memory, progress)
    return Optimum(problem, solution.value, "dynamic", certificate, solution.tables)
