"""The symmetric equilibrium of one expedition, and rivals who leave at random.

In the equilibrium everyone maximises his own expected points of this expedition and leaves with the
same probability in the same state. With rivals who each leave with a given probability after each
card, one player replies best. From three players on the probabilities are algebraic numbers, so
values are floats; how far they can be off is certified by separate code.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import NamedTuple

import numpy as np

from incan_odds.expedition import Expedition
from incan_odds.rivals.certificate import EquilibriumCertificate, certify_profile
from incan_odds.rivals.encoding import Fields
from incan_odds.rivals.stage import Floats, Stages, expected, solve_stages
from incan_odds.rivals.table import (
    Solved,
    StageSolver,
    leaving_payoffs,
    solve_table,
    staying_payoffs,
)
from incan_odds.stopping.problem import DEFAULT_MEMORY


class Outcome(NamedTuple):
    """What happens if so many of the others leave at this decision."""

    others: int
    chance: float
    leaving: float
    """What I get by leaving with them."""
    staying: float
    """What I get by staying without them."""


class AmongRivals(NamedTuple):
    """The play of one expedition among rivals, from a state on."""

    value: float
    """What I get, in points of this expedition."""
    leave: float | None
    """What leaving now brings; None where no decision is pending."""
    stay: float
    """What staying brings: the next card, then the play goes on."""
    leave_chance: float | None
    """The probability with which I leave; None where no decision is pending."""
    outcomes: tuple[Outcome, ...]
    """By the number of others who leave now; empty where no decision is pending."""
    certificate: EquilibriumCertificate
    """How far the values can be off."""
    states: int
    several: int
    """In how many states there are equilibria of different payoff."""


def equilibrium(expedition: Expedition, memory: int = DEFAULT_MEMORY) -> AmongRivals:
    """Return the symmetric equilibrium of an expedition from here on.

    Of several equilibria of a decision the one that pays most is taken, then the smallest
    probability. Raises `TooLargeError` where the states would take more than `memory` bytes, and
    `ValueError` where nobody is inside.

    >>> found = equilibrium(game_of("", "gryphon-2009", 2).expedition)
    >>> round(found.value, 6)
    9.250672
    """

    def stage(leaving: Floats, staying: Floats, fields: Fields, inside: int) -> Stages:
        return solve_stages(leaving, staying)

    solved = _solved(expedition, stage, memory)
    certificate = certify_profile(solved)
    return _among(expedition, solved, None, certificate)


def against_leavers(
    expedition: Expedition, chance: Fraction, memory: int = DEFAULT_MEMORY
) -> AmongRivals:
    """Return the best reply to rivals who each leave with that chance after each card.

    Values are floats with a relative error below 1e-12 times the cards unseen. Raises as
    `equilibrium` does.

    >>> found = against_leavers(game_of("", "bga", 3).expedition, Fraction(3, 10))
    >>> found.leave is None and found.value == found.stay
    True
    """
    q = float(chance)

    def stage(leaving: Floats, staying: Floats, fields: Fields, inside: int) -> Stages:
        p = np.full(len(leaving), q)
        leave, stay = expected(leaving, p), expected(staying, p)
        nobody = np.zeros(len(leaving), dtype=bool)
        return Stages((leave >= stay).astype(np.float64), np.maximum(leave, stay), nobody)

    solved = _solved(expedition, stage, memory, q)
    return _among(expedition, solved, q, certify_profile(solved, q))


def _solved(
    expedition: Expedition, stage: StageSolver, memory: int, others: float | None = None
) -> Solved:
    if expedition.over:
        raise ValueError("the expedition has ended")
    return solve_table(expedition, stage, expedition.pending, memory, others)


def _among(
    expedition: Expedition,
    solved: Solved,
    q: float | None,
    certificate: EquilibriumCertificate,
) -> AmongRivals:
    """Return what a solved table says of its first state."""
    inside = expedition.inside
    if not expedition.pending:
        value = float(solved.chances[0][inside][1][0])
        return AmongRivals(value, None, value, None, (), certificate, solved.states, solved.several)
    decision = solved.decisions[0][inside]
    encoding = solved.encoding
    fields = encoding.fields(encoding.start)
    p = float(decision.leave[0]) if q is None else q
    leaving = leaving_payoffs(encoding, fields, inside)[0]
    staying = staying_payoffs(encoding, fields, inside, solved.chances[0])[0]
    chances = [comb(inside - 1, m) * p**m * (1 - p) ** (inside - 1 - m) for m in range(inside)]
    outcomes = tuple(
        Outcome(m, chances[m], float(leaving[m]), float(staying[m])) for m in range(inside)
    )
    leave = float(sum(chance * pays for chance, pays in zip(chances, leaving, strict=True)))
    stay = float(sum(c * s for c, s in zip(chances, staying, strict=True) if c))
    return AmongRivals(
        float(decision.value[0]),
        leave,
        stay,
        float(decision.leave[0]),
        outcomes,
        certificate,
        solved.states,
        solved.several,
    )
