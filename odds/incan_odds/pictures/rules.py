"""The chart of rules of thumb: the value of each against its limit, beside the best play."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from incan_odds.pictures.chart import EXACT, Axis, Chart, Curve, Level, Panel, Point
from incan_odds.stopping.comparison import Compared

LIMITS: Final = MappingProxyType(
    {
        "cards": Axis("leave after so many cards"),
        "hazards": Axis("leave with so many kinds of hazard out"),
        "treasures": Axis("leave after so many treasures"),
        "bag": Axis("leave with a bag of so many points"),
        "risk": Axis("leave at a risk of the next card of so much (%)", percent=True),
    }
)
"""What the limit of each family is, and in which unit."""


def rules_chart(
    compared: Iterable[Compared], optimum: Fraction, about: str = "", source: str = EXACT
) -> Chart:
    """Return the chart of rules of thumb, a panel for each family, with the best play as a level.

    >>> problem = problem_of(game_of(edition="schmidt-2005").expedition)
    >>> chart = rules_chart(*reversed(compare(lambda rule: problem, [LeaveAt("cards", 1)])))
    >>> chart.panels[0].curves[0].points
    (Point(x=1, y=Fraction(62, 15)),)
    """
    families: dict[str, list[Compared]] = {}
    for row in compared:
        families.setdefault(row.rule.name, []).append(row)
    panels = []
    for family, rows in families.items():
        points = tuple(Point(row.rule.limit, row.value) for row in rows)
        best = tuple(Point(row.rule.limit, row.value) for row in rows if row.best)
        curves = Curve("the rule", "line", points), Curve("its best limit", "dots", best)
        levels = (Level("the best play", optimum),)
        value = Axis("points on average", low=0)
        panels.append(Panel(LIMITS[family], value, curves, levels=levels))
    return Chart("Rules of thumb", tuple(panels), about, source)
