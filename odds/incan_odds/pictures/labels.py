"""Numbers as a picture labels them: rounded, for no picture is exact."""

from __future__ import annotations

from fractions import Fraction

from incan_odds.pictures.chart import Axis, Level, Real
from incan_odds.rounding import decimals, percent


def number(value: Real, axis: Axis) -> str:
    """Return a number as a label beside an axis: two decimals, or a percentage with one.

    A chance is 0 or 100 % only where it is 0 or 1.

    >>> number(Fraction(48, 13), Axis("points")), number(16, Axis("points"))
    ('3.69', '16')
    >>> number(Fraction(1, 30000), Axis("chance (%)", percent=True))
    '0.0033 %'
    """
    exact = Fraction(value)
    if axis.percent:
        return percent(exact)
    return decimals(exact, 0 if exact.denominator == 1 else 2)


def level_label(level: Level, axis: Axis) -> str:
    """Return what a level is, and where it lies.

    >>> level_label(Level("mean", Fraction(62, 15)), Axis("points"))
    'mean: 4.13'
    """
    return f"{level.label}: {number(level.at, axis)}"
