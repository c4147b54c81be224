"""Exact numbers as a person reads them. The only place that rounds."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from fractions import Fraction
from typing import IO, Any, Final

import click

SCHEMA: Final = 1
"""The version of every JSON document."""

_LONGEST_FRACTION: Final = 9
"""A value with a longer fraction is shown as a decimal alone, so that a line stays a line."""


def exact(value: Fraction | float | None) -> dict[str, Any] | None:
    """Return a number as JSON: its fraction as text, and the nearest float.

    >>> exact(Fraction(4, 27))
    {'fraction': '4/27', 'float': 0.14814814814814814}
    """
    if value is None:
        return None
    if isinstance(value, float):
        return {"fraction": None, "float": value}
    return {"fraction": str(value), "float": float(value)}


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
    return f"{_decimal(hundredfold, digits)} %"


def one_in(chance: Fraction) -> str:
    """Return a chance as one in so many, or, where that says more, as all but one in so many.

    >>> one_in(Fraction(4, 27)), one_in(Fraction(1, 13)), one_in(Fraction(26, 27))
    ('about 1 in 7', '1 in 13', '26 in 27')
    """
    if chance in (0, 1):
        return "certain" if chance else "never"
    rare = min(chance, 1 - chance)
    common = chance >= Fraction(2, 3)
    many = _nearest(1 / rare if common else 1 / chance)
    some = many - 1 if common else 1
    return f"{'' if Fraction(some, many) == chance else 'about '}{some:,} in {many:,}"


def probability(chance: Fraction) -> str:
    """Return a chance as a fraction, a percentage and one in so many.

    >>> probability(Fraction(4, 27))
    '4/27 = 14.8 %, about 1 in 7'
    """
    return f"{chance} = {percent(chance)}, {one_in(chance)}"


def points(value: Fraction) -> str:
    """Return a value in points: a whole number as it is, else a fraction and two decimals.

    >>> points(Fraction(48, 13)), points(Fraction(16))
    ('48/13 = 3.69', '16')
    """
    if value.denominator == 1:
        return str(value)
    decimal = _decimal(value, 2)
    return decimal if len(str(value)) > _LONGEST_FRACTION else f"{value} = {decimal}"


def six_decimals(value: Fraction | float) -> str:
    """Return a value as published figures give it: six decimals, or the whole number.

    >>> six_decimals(Fraction(3134144863, 200300100)), six_decimals(Fraction(16))
    ('15.647246', '16')
    """
    whole = Fraction(value)
    return str(whole) if whole.denominator == 1 else _decimal(whole, 6)


def two_decimals(value: Fraction) -> str:
    """Return a value with two decimals, for a column of a table.

    >>> two_decimals(Fraction(48, 13)), two_decimals(Fraction(-1, 2))
    ('3.69', '-0.50')
    """
    return _decimal(value, 2)


def decimals(value: Fraction, digits: int) -> str:
    """Return a value with so many decimals.

    >>> decimals(Fraction(48, 13), 1), decimals(Fraction(48, 13), 0)
    ('3.7', '4')
    """
    return _decimal(value, digits)


def bar(share: Fraction, width: int = 40) -> str:
    """Return a bar as long as `share` of the width, for a chart of text.

    >>> bar(Fraction(1, 4), 8)
    '##'
    """
    return "#" * _nearest(share * width)


def shorter(value: Fraction, longest: int = 26) -> str:
    """Return the fraction, or where it is longer than that, `~` and its first digits.

    >>> shorter(Fraction(4, 27)), shorter(Fraction(10**30, 3 * 10**30 + 1))
    ('4/27', '~0.333333')
    """
    text = str(value)
    return text if len(text) <= longest else f"~{_decimal(value, 6)}"


def _nearest(value: Fraction) -> int:
    """Round half up, as a person does."""
    return (2 * value + 1) // 2


def _decimal(value: Fraction, digits: int) -> str:
    scaled = _nearest(abs(value) * 10**digits)
    whole, rest = divmod(scaled, 10**digits)
    sign = "-" if value < 0 and scaled else ""
    return f"{sign}{whole:,}.{rest:0{digits}}" if digits else f"{sign}{whole:,}"


def count(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun.

    >>> count(1, "card"), count(2, "mummy", "mummies")
    ('1 card', '2 mummies')
    """
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def command_line(words: Sequence[str]) -> str:
    """Return a command as it is typed again, quoted as the shells of the system want it.

    >>> command_line(["incan-odds", "next", "5", "f"])
    'incan-odds next 5 f'
    """
    if sys.platform == "win32":
        from subprocess import list2cmdline

        return list2cmdline(words)
    # Only commands that show a command need this.
    import shlex

    return shlex.join(words)


def is_terminal(stream: IO[str] | None) -> bool:
    """Return whether a stream is a terminal; a program may be started without one of them."""
    return stream is not None and stream.isatty()


def emphasis(text: str, **style: Any) -> str:
    """Return `text` in colour and weight, unless `NO_COLOR` is set or the terminal is dumb.

    Where the output is no terminal, click strips what this adds.
    """
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text
    return click.style(text, **style)
