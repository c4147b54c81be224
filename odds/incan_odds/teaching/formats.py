"""The formats of a working: text for a terminal, Markdown, LaTeX, and data for JSON.

Each format knows how a block looks in it, and nothing of cards or chances.
"""

from __future__ import annotations

from typing import Literal

from incan_odds.teaching.data_format import data
from incan_odds.teaching.latex_format import document
from incan_odds.teaching.markdown_format import markdown
from incan_odds.teaching.notation import EXACTLY, Rounding
from incan_odds.teaching.terminal_format import terminal
from incan_odds.teaching.working import Working

__all__ = ["Format", "data", "written"]

Format = Literal["terminal", "markdown", "latex"]
"""The formats that are text."""


def written(working: Working, kind: Format, rounding: Rounding = EXACTLY) -> str:
    """Return a working in one of the formats, without a line feed at its end.

    >>> working = Working("Counting", (say("{} of {} cards.", Number(4), U),))
    >>> written(working, "markdown").splitlines()
    ['# Counting', '', '4 of $U$ cards.']
    >>> written(working, "terminal").splitlines()
    ['Counting', '========', '', '4 of U cards.']
    """
    formats = {"terminal": terminal, "markdown": markdown, "latex": document}
    return formats[kind](working, rounding)
