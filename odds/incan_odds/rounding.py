"""Exact numbers as decimals, half up as a person rounds. The only place that rounds."""

from __future__ import annotations

from fractions import Fraction


def nearest(value: Fraction) -> int:
    """Return the nearest whole number, the higher of two.

    >>> nearest(Fraction(5, 2)), nearest(Fraction(48, 13))
    (3, 4)
    """
    return (2 * value + 1) // 2


def decimals(value: Fraction, digits: int) -> str:
    """Return a value with so many decimals; of a negative one the size is rounded.

    >>> decimals(Fraction(48, 13), 1), decimals(Fraction(-12345, 2), 0)
    ('3.7', '-6,173')
    """
    scaled = nearest(abs(value) * 10**digits)
    whole, rest = divmod(scaled, 10**digits)
    sign = "-" if value < 0 and scaled else ""
    return f"{sign}{whole:,}.{rest:0{digits}}" if digits else f"{sign}{whole:,}"


def percent(chance: Fraction) -> str:
    """Return a chance as a percentage that is 0 or 100 only where the chance is 0 or 1.

    >>> percent(Fraction(4, 27)), percent(Fraction(1, 30000))
    ('14.8 %', '0.0033 %')
    """
    hundredfold = chance * 100
    if chance in (0, 1):
        return f"{hundredfold} %"
    rare = min(hundredfold, 100 - hundredfold)
    digits = 1
    if rare < Fraction(1, 10):
        # Two figures of what is small: 0.0033 %, 99.9967 %.
        while rare * 10**digits < 10:
            digits += 1
    return f"{decimals(hundredfold, digits)} %"
