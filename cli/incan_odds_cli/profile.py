"""When an expedition ends: the moments of a play as a table and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from incan_odds.rounding import decimals
from incan_odds.stopping.moments import Moment
from incan_odds_cli.screen import columns, exact

RARE: Final = Fraction(1, 1000)
"""Cards that are turned over less often are told together, in the last line."""


def document(moments: Sequence[Moment]) -> list[dict[str, Any]]:
    """Return every moment as JSON."""
    return [
        {
            "cards": moment.cards,
            "turned": exact(moment.turned),
            "bust": exact(moment.bust),
            "leave": exact(moment.leave),
            "others_leave": exact(moment.others),
            "points": exact(moment.points),
        }
        for moment in moments
    ]


def lines(moments: Sequence[Moment], rivals: bool) -> list[str]:
    """Return a line for each card; with rivals also how many of them leave."""
    rows = [["card", "turned over", "bust", "you leave", "adds points"]]
    if rivals:
        rows[0].append("others leaving")
    often = [moment for moment in moments if moment.turned >= RARE or moment is moments[0]]
    rare = moments[len(often) :]
    rows += [_row(str(moment.cards), moment.turned, [moment], rivals) for moment in often]
    if often and not often[0].turned:
        # It lies there already: nothing is said of how it came.
        rows[1][1] = rows[1][2] = ""
    if rare:
        rows.append(_row(f"{rare[0].cards} and later", rare[0].turned, rare, rivals))
    return columns(rows)


def _row(
    cards: str, turned: Fraction | float, moments: Sequence[Moment], rivals: bool
) -> list[str]:
    bust, leave, others = (
        sum((Fraction(part) for part in column), Fraction(0))
        for column in list(zip(*moments, strict=True))[2:5]
    )
    points = [Fraction(moment.points) for moment in moments if moment.points is not None]
    row = [cards, *(f"{decimals(100 * Fraction(chance), 1)} %" for chance in (turned, bust, leave))]
    row.append(decimals(sum(points, Fraction(0)), 3) if points else "")
    return [*row, decimals(others, 2)] if rivals else row
