"""Rules of thumb among rivals who leave by chance, against the best one can do there."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from incan_odds.expedition import Expedition
from incan_odds.rivals.encoding import Encoding, Fields, Ints
from incan_odds.rivals.equilibrium import profile_of
from incan_odds.rivals.following import Choice, moments_among
from incan_odds.rivals.model import Leavers
from incan_odds.rivals.play import Progress
from incan_odds.stopping.comparison import Compared, compared
from incan_odds.stopping.problem import DEFAULT_MEMORY
from incan_odds.stopping.rules import LeaveAt


def compare_among(
    expedition: Expedition,
    rules: Iterable[LeaveAt],
    leavers: Leavers | None = None,
    memory: int = DEFAULT_MEMORY,
    progress: Progress | None = None,
) -> tuple[Fraction, list[Compared]]:
    """Return the best that I can do, and what each rule is worth that I follow instead.

    The others keep to the equilibrium, or leave as `leavers` do. Values come from floats with an
    error below 1e-9, taken as they are. Raises as `equilibrium` does.

    >>> expedition = game_of("5 f 11 sn 9", "bga", 3).expedition
    >>> best, rows = compare_among(expedition, [LeaveAt("cards", 5), LeaveAt("cards", 6)])
    >>> [round(float(row.value), 6) for row in rows], round(float(best), 6)
    ([8.96851, 8.382842], 8.96851)
    """
    profile = profile_of(expedition, leavers, memory, progress)
    best = Fraction(profile.at(expedition).value)
    rows = []
    for rule in rules:
        moments = moments_among(profile, expedition.turned, choice_of(rule, expedition))
        points = sum(Fraction(moment.points or 0) for moment in moments)
        bust = sum(Fraction(moment.bust) for moment in moments)
        rows.append((rule, Fraction(points), Fraction(bust)))
    return best, compared(best, rows)


def choice_of(rule: LeaveAt, expedition: Expedition) -> Choice:
    """Return a rule of thumb as a choice at many states that follow from an expedition."""
    treasures = len(expedition.start.treasures)
    least, parts = rule.limit.numerator, rule.limit.denominator

    def leaves(encoding: Encoding, fields: Fields, layer: int) -> NDArray[np.bool_]:
        quantity: Ints
        whole = 1
        if rule.quantity == "cards":
            quantity = np.full(len(fields.bag), expedition.turned + layer)
        elif rule.quantity == "hazards":
            quantity = encoding.kinds_out[fields.kinds]
        elif rule.quantity == "treasures":
            quantity = treasures - encoding.treasure_left.sum(axis=0)[fields.treasures]
        elif rule.quantity == "bag":
            quantity = fields.bag + fields.path + encoding.worth[fields.artifacts]
        else:
            quantity, whole = encoding.deadly[fields.kinds], encoding.unseen - layer
        reached: NDArray[np.bool_] = quantity * parts >= least * whole
        return reached

    return leaves
