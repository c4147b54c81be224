"""Numbers as a picture labels them: rounded, for no picture is exact.

The library does not know the command line, which rounds what it prints; so labels are rounded here,
half up as there, and nowhere else in the pictures.
"""

from __future__ import annotations

from fractions import Fraction

from incan_odds.pictures.chart import Axis, Level, Real


def number(value: Real, axis: Axis) -> str:
    """Return a number as a label beside an axis: two decimals, or a percentage with one.

    A chance is 0 or 100 % only where it is 0 or 1.

    >>> number(Fraction(48, 13), Axis("points")), number(16, Axis("points"))
    ('3.69', '16')
    >>> number(Fraction(1, 30000), Axis("chance (%)", percent=True))
    '0.0033 %'
    """
    exact = Fraction(value)
    if not axis.percent:
        return decimal(exact, 0 if exact.denominator == 1 else 2)
    digits = 0 if exact in (0, 1) else 1
    rare = min(exact, 1 - exact) * 100
    if 0 < rare < Fraction(1, 10):
        # Two figures of what is small.
        while rare * 10**digits < 10:
            digits += 1
    return f"{decimal(exact * 100, digits)} %"


def level_label(level: Level, axis: Axis) -> str:
    """Return what a level is, and where it lies.

    >>> level_label(Level("mean", Fraction(62, 15)), Axis("points"))
    'mean: 4.13'
    """
    return f"{level.label}: {number(level.at, axis)}"


def decimal(value: Fraction, digits: int) -> str:
    """Return a number with so many decimals, rounded half up.

    >>> decimal(Fraction(1, 8), 2), decimal(Fraction(-12345, 2), 0)
    ('0.13', '-6,173')
    """
    scaled = (2 * abs(value) * 10**digits + 1) // 2
    whole, rest = divmod(scaled, 10**digits)
    sign = "-" if value < 0 and scaled else ""
    return f"{sign}{whole:,}.{rest:0{digits}}" if digits else f"{sign}{whole:,}"
