"""Writes the pages that programs make: all of them, or those that are named.

    .venv/bin/python docs/make_pages.py
    .venv/bin/python docs/make_pages.py sheet.md reference/commands.md

All of them take some twenty seconds.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

import make_commands
import make_game
import make_reference
import make_results
import make_sheet

DOCS: Final = Path(__file__).parent

PAGES: Final[Mapping[str, Callable[[], str]]] = {
    "game.md": make_game.page,
    "results.md": make_results.page,
    "sheet.md": make_sheet.page,
    "reference/commands.md": make_commands.page,
} | {
    f"reference/{name}.md": partial(make_reference.page, package)
    for package, name in make_reference.packages().items()
}
"""What makes each page, by the name of its file."""


if __name__ == "__main__":
    for name in sys.argv[1:] or PAGES:
        (DOCS / name).write_text(PAGES[name](), encoding="utf-8", newline="\n")
