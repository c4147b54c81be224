"""A working in LaTeX: a whole document, which plain LaTeX prints as it stands.

Beyond the kernel it takes `amsmath` and `geometry`, which the smallest installation has.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from incan_odds.teaching.expression import Number, Sum
from incan_odds.teaching.layout import (
    as_grid,
    column_groups,
    numeric,
    sentence,
    shown_sides,
    sign_of,
)
from incan_odds.teaching.notation import (
    EXACTLY,
    Rounding,
    escaped,
    latex,
    latex_terms,
    text,
)
from incan_odds.teaching.working import (
    Block,
    Cell,
    Conclusion,
    Equation,
    Equations,
    Grid,
    Heading,
    Part,
    Sentence,
    Side,
    Tree,
    Working,
)

_WIDTH: Final = 70
"""About how many characters of mathematics stand on a line."""

_ROWS: Final = 32
"""How many rows of a table stand on a page."""

_RELATIONS: Final = {"<=": r"\le", ">=": r"\ge", "~": r"\approx"}

_PREAMBLE: Final = r"""\documentclass[11pt]{article}
\usepackage[a4paper, margin=25mm]{geometry}
\usepackage{amsmath}
\setlength{\parindent}{0pt}
\setlength{\parskip}{1ex}
\renewcommand{\arraystretch}{1.4}
\allowdisplaybreaks
"""


def document(working: Working, rounding: Rounding = EXACTLY) -> str:
    r"""Return a working as a LaTeX document.

    >>> print(document(Working("Counting", (Equations((equation(U, Number(26)),)),)))[-71:])
    \section*{Counting}
    \begin{align*}
    U & = 26
    \end{align*}
    \end{document}
    """
    title = escaped(working.title)
    body = rf"\section*{{{title}}}"
    for block in working.blocks:
        # A display belongs to the paragraph before it.
        gap = "\n" if isinstance(block, Equations) else "\n\n"
        body += gap + _latex_block(block, rounding)
    return f"{_PREAMBLE}\\begin{{document}}\n{body}\n\\end{{document}}"


def _latex_block(block: Block, rounding: Rounding) -> str:
    match block:
        case Heading(words):
            return rf"\subsection*{{{escaped(words)}}}"
        case Sentence(parts):
            return inline(parts, rounding, escaped)
        case Conclusion(verdict, parts):
            return rf"\textbf{{{escaped(verdict)}}}: {inline(parts, rounding, escaped)}"
        case Equations(equations):
            rows = " \\\\\n".join(rows_of(equations, rounding))
            return f"\\begin{{align*}}\n{rows}\n\\end{{align*}}"
        case Grid():
            return _latex_table(block, rounding)
        case Tree(root, branches):
            started = inline((*root, ":"), rounding, escaped)
            return f"{started}\n\n{_latex_table(as_grid(branches), rounding)}"


def _latex_table(grid: Grid, rounding: Rounding) -> str:
    """Return a table, in parts where it is too wide or too long for a page."""
    right = numeric(grid)
    rows = (grid.head, *grid.rows)
    widths = [max(len(sentence([row[c]], rounding)) for row in rows) for c in range(len(grid.head))]
    tables = []
    for group in column_groups(widths, _WIDTH + 14):
        columns = "".join("r" if right[column] else "l" for column in group)
        head, *lines = [
            " & ".join(_latex_cell(row[column], rounding) for column in group) + r" \\"
            for row in rows
        ]
        if grid.summed:
            lines[-1] = f"\\hline\n{lines[-1]}"
        for start in range(0, max(len(lines), 1), _ROWS):
            body = "\n".join([r"\hline", head, r"\hline", *lines[start : start + _ROWS], r"\hline"])
            table = f"\\begin{{tabular}}{{{columns}}}\n{body}\n\\end{{tabular}}"
            tables.append(f"\\begin{{center}}\n{table}\n\\end{{center}}")
    return "\n\n".join(tables)


def _latex_cell(cell: Cell, rounding: Rounding) -> str:
    return inline([cell], rounding, escaped)


def _chain(line: Equation, rounding: Rounding) -> str:
    written = (" ".join(side) for side in _sides_of(line, rounding))
    return " ".join([latex(line.left, rounding), *written])


def _sides_of(line: Equation, rounding: Rounding) -> list[tuple[str, ...]]:
    """Return the sides of an equation with their relations, each term of a sum for itself."""
    written = []
    for side in shown_sides(line, rounding):
        sign, expression = sign_of(side, rounding), side.expression
        terms = [latex(expression, rounding)]
        if isinstance(expression, Sum):
            terms = latex_terms(expression.parts, rounding)
        terms[0] = f"{_RELATIONS.get(sign, sign)} {terms[0]}"
        if side.note:
            terms[-1] += rf"\ \text{{({escaped(side.note)})}}"
        written.append(tuple(terms))
    return written


def rows_of(equations: Sequence[Equation], rounding: Rounding) -> list[str]:
    """Return the rows of aligned equations, broken where they would be too long."""
    rows: list[str] = []
    for line in equations:
        arrow = r"\iff\quad " if line.follows else ""
        row, used = f"{arrow}{latex(line.left, rounding)} &", len(text(line.left, rounding))
        first = True
        for side, terms in zip(shown_sides(line, rounding), _sides_of(line, rounding), strict=True):
            for part, length in _parts(_length(side, rounding), terms):
                if used + length > _WIDTH and not first:
                    rows.append(row)
                    row, used = "&", 0
                row += f" {part}"
                used += length
                first = False
        rows.append(row)
    return rows


def _length(side: Side, rounding: Rounding) -> int:
    """Return about how many characters wide a side is; a fraction is as wide as its wider part."""
    above, _, below = text(side.expression, rounding).rpartition("/")
    return max(len(above), len(below)) + len(side.note) + 4


def _parts(length: int, side: tuple[str, ...]) -> list[tuple[str, int]]:
    """Return the terms of a side with about how long each is; a short side is one part."""
    if length <= _WIDTH or len(side) == 1:
        return [(" ".join(side), length)]
    return [(term, length // len(side) + 1) for term in side]


def inline(parts: Sequence[Part], rounding: Rounding, words: Callable[[str], str]) -> str:
    """Return a sentence with its mathematics between dollar signs; a count needs none."""
    pieces = []
    for part in parts:
        match part:
            case str():
                pieces.append(words(part))
            case Equation():
                pieces.append(f"${_chain(part, rounding)}$")
            case Number(int(count)):
                pieces.append(str(count))
            case _:
                pieces.append(f"${latex(part, rounding)}$")
    return "".join(pieces)
