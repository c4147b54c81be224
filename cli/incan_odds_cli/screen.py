"""Exact numbers, and what else a screen shows, as a person reads them."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from fractions import Fraction
from typing import IO, Any, Final

import click

from incan_odds.rounding import decimals, nearest, percent

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


def one_in(chance: Fraction) -> str:
    """Return a chance as one in so many, or, where that says more, as all but one in so many.

    A chance that is a fraction of fifths or fewer is that fraction, and needs no rounding.

    >>> one_in(Fraction(4, 27)), one_in(Fraction(1, 13)), one_in(Fraction(26, 27))
    ('about 1 in 7', '1 in 13', '26 in 27')
    >>> one_in(Fraction(3, 5)), one_in(Fraction(6, 13))
    ('3 in 5', 'about 1 in 2')
    """
    if chance in (0, 1):
        return "certain" if chance else "never"
    if chance.denominator <= 5:
        return f"{chance.numerator} in {chance.denominator}"
    rare = min(chance, 1 - chance)
    common = chance >= Fraction(2, 3)
    many = nearest(1 / rare if common else 1 / chance)
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
    decimal = decimals(value, 2)
    return decimal if len(str(value)) > _LONGEST_FRACTION else f"{value} = {decimal}"


def six_decimals(value: Fraction | float) -> str:
    """Return a value as published figures give it: six decimals, or the whole number.

    >>> six_decimals(Fraction(3134144863, 200300100)), six_decimals(Fraction(16))
    ('15.647246', '16')
    """
    whole = Fraction(value)
    return str(whole) if whole.denominator == 1 else decimals(whole, 6)


def two_decimals(value: Fraction) -> str:
    """Return a value with two decimals, for a column of a table.

    >>> two_decimals(Fraction(48, 13)), two_decimals(Fraction(-1, 2))
    ('3.69', '-0.50')
    """
    return decimals(value, 2)


def bar(share: Fraction, width: int = 40) -> str:
    """Return a bar as long as `share` of the width, for a chart of text.

    >>> bar(Fraction(1, 4), 8)
    '##'
    """
    return "#" * nearest(share * width)


def shorter(value: Fraction, longest: int = 26) -> str:
    """Return the fraction, or where it is longer than that, `~` and its first digits.

    >>> shorter(Fraction(4, 27)), shorter(Fraction(10**30, 3 * 10**30 + 1))
    ('4/27', '~0.333333')
    """
    text = str(value)
    return text if len(text) <= longest else f"~{decimals(value, 6)}"


def columns(rows: Sequence[Sequence[str]], left: int = 0) -> list[str]:
    """Return rows as lines, each column as wide as it has to be; the first `left` begin at left.

    >>> columns([("", "points"), ("best", "16"), ("a rule", "9")], left=1)
    ['        points', 'best        16', 'a rule       9']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    pads = [str.ljust] * left + [str.rjust] * (len(widths) - left)
    lines = []
    for row in rows:
        cells = (pad(cell, width) for pad, cell, width in zip(pads, row, widths, strict=True))
        lines.append("  ".join(cells).rstrip())
    return lines


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
