"""What the formats share: equations and sentences as text, and how wide text is broken."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from textwrap import wrap
from typing import Final

from incan_odds.teaching.expression import Expression, Rounded
from incan_odds.teaching.notation import EXACTLY, Rounding, text
from incan_odds.teaching.working import Branch, Cell, Equation, Grid, Part, Relation, Side

_TERM: Final = re.compile(r" (?=[+-] )")
_GAP: Final = 2


def chain(line: Equation, rounding: Rounding = EXACTLY) -> str:
    """Return an equation as one line of text.

    >>> chain(equation(chance_of("bust"), over(4, 26), Number(Fraction(2, 13))))
    'P(bust) = 4/26 = 2/13'
    """
    return " ".join([text(line.left, rounding), *sides(line, rounding)])


def sentence(parts: Sequence[Part], rounding: Rounding = EXACTLY) -> str:
    """Return a sentence as one line of text."""
    return "".join(
        part
        if isinstance(part, str)
        else chain(part, rounding)
        if isinstance(part, Equation)
        else text(part, rounding)
        for part in parts
    )


def sides(line: Equation, rounding: Rounding = EXACTLY) -> list[str]:
    """Return the sides of an equation as text, each with its relation before it.

    >>> sides(equation(chance_of("bust"), over(4, 26), lowest(Fraction(2, 13), 4, 26)))
    ['= 4/26', '= 2/13 (by 2)']
    """
    return [
        f"{sign_of(side, rounding)} {text(side.expression, rounding)}"
        + (f" ({side.note})" if side.note else "")
        for side in shown_sides(line, rounding)
    ]


def shown_sides(line: Equation, rounding: Rounding) -> list[Side]:
    """Return the sides of an equation that are shown: where nothing is rounded, no rounded one."""
    exact = rounding is EXACTLY
    return [side for side in line.sides if not (exact and isinstance(side.expression, Rounded))]


def sign_of(side: Side, rounding: Rounding) -> Relation:
    """Return the relation of a side; a decimal that happens to be exact is equal, not about."""
    try:
        exact = Fraction(text(side.expression, rounding).replace(",", "")) == side.expression.value
    except ValueError:
        exact = False
    return "=" if side.relation == "~" and exact else side.relation


def as_grid(branches: Sequence[Branch]) -> Grid:
    """Return the tree of one card as a table, where no branches can be drawn."""
    held = any(branch.after is not None for branch in branches)
    rows = []
    for chance, card, after in branches:
        then = () if after is None else (after if after.sides else after.left,)
        rows.append((chance, card, *then))
    return Grid(("chance", "card", "you hold") if held else ("chance", "card"), tuple(rows))


def in_lines(pieces: Sequence[str], width: int) -> list[str]:
    """Return pieces of a chain such as `= 4/26`, as many on a line as fit.

    A piece that is longer than a line is broken before its terms.

    >>> in_lines(["= 1 + 2 + 3 + 4", "= 10"], 10)
    ['= 1 + 2', '  + 3 + 4', '= 10']
    """
    lines: list[str] = []
    fits = False
    for piece in pieces:
        if fits and len(lines[-1]) + 1 + len(piece) <= width:
            lines[-1] += f" {piece}"
            continue
        fits = len(piece) <= width
        lines += [piece] if fits else _broken(piece, width)
    return lines


def _broken(piece: str, width: int) -> list[str]:
    lines: list[str] = [""]
    for term in _TERM.split(piece):
        if not lines[-1]:
            lines[-1] = term
        elif len(lines[-1]) + 1 + len(term) <= width:
            lines[-1] += f" {term}"
        else:
            lines.append(f"  {term}")
    return [part for line in lines for part in wrap(line, width, drop_whitespace=False)]


def numeric(grid: Grid) -> list[bool]:
    """Return which columns of a table hold numbers: they stand right."""
    columns: list[tuple[Cell, ...]] = [*zip(*grid.rows, strict=True)] or [()] * len(grid.head)
    return [
        any(isinstance(cell, Expression) for cell in column)
        and all(isinstance(cell, Expression) or not cell for cell in column)
        for column in columns
    ]


def column_groups(widths: Sequence[int], width: int) -> Iterator[list[int]]:
    """Yield groups of columns that fit side by side; the first column stands in each of them.

    >>> list(column_groups([4, 10, 10, 10], 30))
    [[0, 1, 2], [0, 3]]
    """
    group = [0]
    used = widths[0]
    for column in range(1, len(widths)):
        if len(group) > 1 and used + _GAP + widths[column] > width:
            yield group
            group, used = [0], widths[0]
        group.append(column)
        used += _GAP + widths[column]
    yield group


def in_columns(
    rows: Sequence[Sequence[str]], right: Sequence[bool], width: int, rules: Sequence[int] = ()
) -> list[str]:
    """Return rows of text as lines, in columns; a rule goes below the rows that `rules` names.

    What is too wide for a line is put below in a further group of columns, and a cell that is too
    wide for its column goes on in the next line.

    >>> in_columns([("card", "unseen"), ("fire", "2")], [False, True], 20, rules=[0])
    ['card  unseen', '----  ------', 'fire       2']
    """
    least = width // 2 - _GAP
    widths = [
        min(max((len(row[column]) for row in rows), default=0), least if column else width // 3)
        for column in range(len(right))
    ]
    if sum(widths) + _GAP * (len(widths) - 1) < width and len(widths) < 3:
        # Two columns may share a line unevenly.
        longest = max(len(row[-1]) for row in rows)
        widths[-1] = min(longest, width - sum(widths[:-1]) - _GAP * (len(widths) - 1))
    lines: list[str] = []
    for group in column_groups(widths, width):
        if lines:
            lines.append("")
        for place, row in enumerate(rows):
            cells = [_in_cell(row[column], widths[column]) for column in group]
            for part in range(max(map(len, cells))):
                texts = (
                    _beside(cell[part] if part < len(cell) else "", widths[column], right[column])
                    for cell, column in zip(cells, group, strict=True)
                )
                lines.append("  ".join(texts).rstrip())
            if place in rules:
                lines.append("  ".join("-" * widths[column] for column in group))
    return lines


def _in_cell(words: str, width: int) -> list[str]:
    return wrap(words, max(width, 1)) or [""]


def _beside(words: str, width: int, right: bool) -> str:
    return words.rjust(width) if right else words.ljust(width)
