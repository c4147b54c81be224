"""A working as text for a terminal: 80 columns of ASCII, like a blackboard."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from incan_odds.teaching.layout import chain, in_columns, in_lines, numeric, sentence, sides
from incan_odds.teaching.notation import EXACTLY, Rounding, text
from incan_odds.teaching.working import (
    Block,
    Conclusion,
    Equation,
    Equations,
    Grid,
    Heading,
    Part,
    Sentence,
    Tree,
    Working,
)

WIDTH: Final = 80
"""The most columns of a line."""

_INDENT: Final = 4


def terminal(working: Working, rounding: Rounding = EXACTLY) -> str:
    """Return a working as lines of at most `WIDTH` columns.

    >>> line = equation(chance_of("bust"), over(4, 26), lowest(Fraction(2, 13), 4, 26))
    >>> print(terminal(Working("Counting", (Equations((line,)),))))
    Counting
    ========
    <BLANKLINE>
        P(bust) = 4/26 = 2/13 (by 2)
    """
    lines = [working.title, "=" * len(working.title)]
    before: Block | None = None
    for block in working.blocks:
        # Equations stand below the sentence that they belong to.
        if not (isinstance(block, Equations) and isinstance(before, Sentence)):
            lines.append("")
        lines += _terminal_block(block, rounding)
        before = block
    return "\n".join(lines)


def _terminal_block(block: Block, rounding: Rounding) -> list[str]:
    match block:
        case Heading(words):
            return [words, "-" * len(words)]
        case Sentence(parts):
            return _wrapped(parts, rounding)
        case Conclusion(verdict, parts):
            return _wrapped((f"{verdict}: ", *parts), rounding)
        case Equations(equations):
            return _aligned(equations, rounding)
        case Grid(head, rows, summed):
            rules = [0, len(rows) - 1] if summed else [0]
            cells = [[sentence([cell], rounding) for cell in row] for row in (head, *rows)]
            return _indented(in_columns(cells, numeric(block), WIDTH - _INDENT, rules))
        case Tree(root, branches):
            cells = [
                [f"+-- {text(chance, rounding)}", card, "" if after is None else chain(after)]
                for chance, card, after in branches
            ]
            body = in_columns(cells, [False, False, False], WIDTH - _INDENT)
            return [*_indented([sentence(root, rounding)]), *_indented(body)]


def _wrapped(parts: Sequence[Part], rounding: Rounding) -> list[str]:
    """Return a sentence in lines; a short formula is not torn."""
    pieces = []
    for part in parts:
        written = sentence([part], rounding)
        short = not isinstance(part, str) and len(written) < WIDTH // 2
        pieces.append(written.replace(" ", "\0") if short else written)
    return [line.replace("\0", " ") for line in wrap("".join(pieces), WIDTH)]


def _indented(lines: Sequence[str]) -> list[str]:
    return [f"{' ' * _INDENT}{line}".rstrip() for line in lines]


def _aligned(equations: Sequence[Equation], rounding: Rounding) -> list[str]:
    """Return equations with their first relations below one another."""
    arrow = "<=> " if any(line.follows for line in equations) else ""
    lefts = [
        (arrow if line.follows else " " * len(arrow)) + text(line.left, rounding)
        for line in equations
    ]
    longest = max(map(len, lefts))
    column = longest if longest <= WIDTH // 2 else 0
    lines: list[str] = []
    for left, line in zip(lefts, equations, strict=True):
        start = max(column, min(len(left), WIDTH // 2))
        right = in_lines(sides(line, rounding), WIDTH - _INDENT - start - 1)
        if len(left) > start:
            lines += in_lines([left], WIDTH - _INDENT)
            left = ""
        first, *others = right or [""]
        lines.append(f"{left.ljust(start)} {first}")
        lines += [f"{' ' * start} {side}" for side in others]
    return _indented(lines)
