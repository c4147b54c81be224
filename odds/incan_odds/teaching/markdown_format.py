"""A working in Markdown, with mathematics between dollar signs as most readers take it."""

from __future__ import annotations

from typing import Final

from incan_odds.teaching.latex_format import inline, rows_of
from incan_odds.teaching.layout import as_grid, numeric
from incan_odds.teaching.notation import EXACTLY, Rounding
from incan_odds.teaching.working import (
    Block,
    Cell,
    Conclusion,
    Equations,
    Grid,
    Heading,
    Sentence,
    Tree,
    Working,
)

_SPECIAL: Final = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_[]<>|$#"})


def markdown(working: Working, rounding: Rounding = EXACTLY) -> str:
    """Return a working in Markdown.

    >>> print(markdown(Working("Counting", (say("{} of {} cards.", Number(4), U),))))
    # Counting
    <BLANKLINE>
    4 of $U$ cards.
    """
    blocks = (_markdown_block(block, rounding) for block in working.blocks)
    return "\n\n".join([f"# {working.title.translate(_SPECIAL)}", *blocks])


def _markdown_block(block: Block, rounding: Rounding) -> str:
    match block:
        case Heading(words):
            return f"## {words.translate(_SPECIAL)}"
        case Sentence(parts):
            return inline(parts, rounding, _marked)
        case Conclusion(verdict, parts):
            return f"**{verdict}**: {inline(parts, rounding, _marked)}"
        case Equations(equations):
            rows = " \\\\\n".join(rows_of(equations, rounding))
            return f"$$\n\\begin{{aligned}}\n{rows}\n\\end{{aligned}}\n$$"
        case Grid(head, rows):
            marks = ["---:" if right else "---" for right in numeric(block)]
            lines = [[_markdown_cell(cell, rounding) for cell in row] for row in (head, *rows)]
            return "\n".join(f"| {' | '.join(line)} |" for line in [lines[0], marks, *lines[1:]])
        case Tree(root, branches):
            return "\n\n".join(
                [
                    inline((*root, ":"), rounding, _marked),
                    _markdown_block(as_grid(branches), rounding),
                ]
            )


def _marked(words: str) -> str:
    return words.translate(_SPECIAL)


def _markdown_cell(cell: Cell, rounding: Rounding) -> str:
    return inline([cell], rounding, _marked)
