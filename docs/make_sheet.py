"""Prints docs/sheet.md: when to retire, for each edition, to lay beside the game.

    .venv/bin/python docs/make_sheet.py > docs/sheet.md

`_static/print.css` puts the eight tables on one sheet of paper.
"""

from __future__ import annotations

import sys
from typing import Final

from incan_odds import PRESETS, Edition, game_of, problem_of, solve, thresholds
from incan_odds.stopping.thresholds import Threshold

INTRODUCTION: Final = """\
# A sheet for the table

When to leave, for each of [the eight editions](rules.md#the-eight-editions).
On the site this page prints as one sheet, A4 or Letter, to be cut along the lines.
`docs/make_sheet.py` makes it, and a test holds it to what the program says now.

The numbers are exact for one who is alone, in the first expedition.
With others inside, each card brings you less, and the numbers are lower; \
in later expeditions the deck is another.
`incan-odds thresholds` answers for those too: try `-p 4`, or `--gone fire`.
[Optimal stopping](optimal-stopping.md#one-threshold-for-each-d) says where they come from."""

READING: Final = """\
Count the kinds of hazard on the table, and leave once your bag and the path together hold \
the gems in the column of that number.
This supposes that you are alone, in the first expedition, with three cards of each kind."""


def page() -> str:
    """Return the page."""
    return "\n\n".join([INTRODUCTION, *(card(edition) for edition in PRESETS.values())]) + "\n"


def card(edition: Edition) -> str:
    """Return what is cut out for one edition."""
    source = f"`incan-odds thresholds -e {edition.name}`: {edition.source}."
    return "\n\n".join([f"## {edition.name}", table(edition), READING, source])


def table(edition: Edition) -> str:
    """Return the thresholds of an edition: a column for each number of kinds that are out.

    Raises `ValueError` where it matters which kinds they are.
    """
    expedition = game_of(edition=edition).expedition
    rows = thresholds(expedition, solve(problem_of(expedition)))
    kinds = range(len(edition.hazards) + 1)
    paths = sorted({(place.artifacts, place.printed) for place in rows})
    lines = [
        row("kinds of hazard out", *kinds),
        "|---|" + "---:|" * len(kinds),
        row("deadly cards unseen", *(deadly(rows, number) for number in kinds)),
    ]
    for artifacts, printed in paths:
        cells = (retire_at(rows, number, artifacts, printed) for number in kinds)
        lines.append(row(label(artifacts, printed), *cells))
    return "\n".join(lines)


def deadly(rows: list[Threshold], kinds: int) -> int:
    """Return how many deadly cards are unseen with so many kinds out."""
    (number,) = {place.deadly for place in rows if len(place.hazards) == kinds}
    return number


def retire_at(rows: list[Threshold], kinds: int, artifacts: int, printed: tuple[int, ...]) -> str:
    """Return from how many gems on to leave, with so many kinds out and artifacts on the path."""
    (gems,) = {
        place.retire_at
        for place in rows
        if (len(place.hazards), place.artifacts, place.printed) == (kinds, artifacts, printed)
    }
    return "never" if gems is None else f"**{gems}**"


def label(artifacts: int, printed: tuple[int, ...]) -> str:
    """Return what the thresholds of a row are for."""
    if not artifacts:
        return "leave from so many gems on"
    if printed:
        return f"with the artifact of {' and '.join(map(str, printed))} on the path"
    return f"with {artifacts} artifact{'s' if artifacts > 1 else ''} on the path"


def row(*cells: object) -> str:
    """Return a line of a table."""
    return "| " + " | ".join(map(str, cells)) + " |"


if __name__ == "__main__":
    sys.stdout.write(page())
