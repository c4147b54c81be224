"""Rules of thumb among rivals who leave by chance, against the best one can do there."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import ceil
from typing import Final

import numpy as np

from incan_odds.expedition import Expedition
from incan_odds.rivals.answer import Number
from incan_odds.rivals.encoding import Encoding, Fields, Ints
from incan_odds.rivals.following import Choice, Mask, moments_among
from incan_odds.rivals.profile import Profile
from incan_odds.stopping.comparison import MOST_RULES, Compared, compared
from incan_odds.stopping.problem import TooLargeError, problem_of
from incan_odds.stopping.rules import FAMILIES, LeaveAt, limits

ROUNDING: Final = 1e-6
"""How much better than the best a rule may seem, in points, by what floats leave over."""

_MOST: Final = 2**62
"""More than any quantity that a rule looks at."""


def contestants_among(expedition: Expedition) -> list[LeaveAt]:
    """Return every rule of the five families that plays differently, whatever the others do.

    Those are the limits that matter where the others stay, and for the bag every one up to all that
    is left: who is left alone shares nothing. Raises `TooLargeError` where there are more than
    `MOST_RULES`.

    >>> expedition = game_of("5 f 11 sn 9", "bga", 3).expedition
    >>> bags = [rule.limit for rule in contestants_among(expedition) if rule.name == "bag"]
    >>> bags[0], bags[-1]
    (11, 98)
    """
    problem = problem_of(expedition)
    now = max(1, problem.held(0) + problem.artifact_points[0])
    gems = expedition.bag + expedition.path + sum(expedition.deck.treasures)
    most = gems + max(problem.artifact_points)
    if most > MOST_RULES:
        raise TooLargeError(most)
    return [
        LeaveAt(family, limit)
        for family in FAMILIES
        for limit in (range(now, most + 1) if family == "bag" else limits(family, problem))
    ]


def compare_among(
    profile: Profile, expedition: Expedition, rules: Iterable[LeaveAt]
) -> tuple[Fraction, list[Compared]]:
    """Return the best that I can do, and what each rule is worth that I follow instead.

    The others keep to the profile, which must be that of the expedition. Values come from floats
    and are rounded to ten decimals, so that what is equal is equal.

    >>> expedition = game_of("5 f 11 sn 9", "bga", 3).expedition
    >>> rules = [LeaveAt("cards", 5), LeaveAt("cards", 6)]
    >>> best, rows = compare_among(profile_of(expedition), expedition, rules)
    >>> [round(float(row.value), 6) for row in rows], round(float(best), 6)
    ([8.96851, 8.382842], 8.96851)
    """
    best = _rounded(profile.at(expedition).value)
    rows = []
    for rule in rules:
        moments = moments_among(profile, expedition.turned, choice_of(rule, expedition))
        points = _rounded(sum(moment.points or 0 for moment in moments))
        assert points <= best + Fraction(ROUNDING), "no rule is better than the best"
        rows.append((rule, min(points, best), _rounded(sum(moment.bust for moment in moments))))
    return best, compared(best, rows)


def _rounded(value: Number) -> Fraction:
    return Fraction(round(Fraction(value), 10))


def choice_of(rule: LeaveAt, expedition: Expedition) -> Choice:
    """Return a rule of thumb as a choice at many states that follow from an expedition."""
    treasures = len(expedition.start.treasures)

    def leaves(encoding: Encoding, fields: Fields, layer: int, inside: int) -> Mask:
        quantity: Ints
        least: int | Fraction = rule.limit
        if rule.quantity == "cards":
            quantity = np.full(len(fields.bag), expedition.turned + layer)
        elif rule.quantity == "hazards":
            quantity = encoding.kinds_out[fields.kinds]
        elif rule.quantity == "treasures":
            quantity = treasures - encoding.treasure_left.sum(axis=0)[fields.treasures]
        elif rule.quantity == "bag":
            quantity = fields.bag + fields.path + encoding.worth[fields.artifacts]
        else:
            quantity = encoding.deadly[fields.kinds]
            least = rule.limit * (encoding.unseen - layer)
        # Whole numbers of at most 64 bits are compared, however fine or large the limit is.
        reached: Mask = quantity >= min(ceil(least), _MOST)
        return reached

    return leaves


def as_if_they_stayed(encoding: Encoding, fields: Fields, layer: int, inside: int) -> Mask:
    """Leave where one more card does not pay if nobody leaves before me: d·B >= R.

    What one supposes who looks at his own bag alone; B is what leaving alone would bring.
    """
    held = fields.bag + fields.path + encoding.worth[fields.artifacts]
    shares = [value // inside + value % inside for value in encoding.values]
    gains = np.array(shares, dtype=np.int64) @ encoding.treasure_left
    gains = gains[fields.treasures] + encoding.next_points[fields.artifacts]
    leaves: Mask = encoding.deadly[fields.kinds] * held >= gains
    return leaves
