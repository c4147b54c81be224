"""Charts of survival: being alive after k more cards, and which card is the fatal one."""

from __future__ import annotations

from incan_odds.expedition import Expedition
from incan_odds.pictures.chart import EXACT, Axis, Chart, Curve, Level, Panel, Point
from incan_odds.survival import SurvivalRow, odds_of_survival


def survival_chart(expedition: Expedition, about: str = "", source: str = EXACT) -> Chart:
    """Return the chart of the chance to be alive after each number of further cards.

    It goes as far as somebody can live. Raises `ValueError` where the expedition has ended.

    >>> chart = survival_chart(game_of(edition="gryphon-2009").expedition)
    >>> chart.panels[0].curves[0].points[2]
    Point(x=2, y=Fraction(30, 31))
    """
    points = tuple(Point(row.more, row.alive) for row in _rows(expedition))
    panel = Panel(
        Axis("further cards"),
        Axis("chance (%)", percent=True, low=0, high=1),
        (Curve("", "steps", points),),
    )
    return Chart("Alive after so many cards", (panel,), about, source)


def fatal_card_chart(expedition: Expedition, about: str = "", source: str = EXACT) -> Chart:
    """Return the chart of the chance that the first, the second, the k-th further card is the bust.

    Raises `ValueError` where the expedition has ended.

    >>> chart = fatal_card_chart(game_of(edition="gryphon-2009").expedition)
    >>> chart.panels[0].curves[0].points[1]
    Point(x=2, y=Fraction(1, 31))
    """
    points = tuple(Point(row.more, row.fatal) for row in _rows(expedition)[1:])
    survival = odds_of_survival(expedition)
    # Only where the bust is certain to come does it have a mean place.
    mean = Level("the fatal card on average", survival.mean_turned, along="x")
    panel = Panel(
        # As in the chart above it, where the steps fall by these bars.
        Axis("further cards", low=0),
        Axis("chance (%)", percent=True, low=0),
        (Curve("", "bars", points),),
        levels=() if survival.rows[-1].alive else (mean,),
    )
    return Chart("Which card is the fatal one", (panel,), about, source)


def _rows(expedition: Expedition) -> list[SurvivalRow]:
    """Return the rows up to the first in which nobody is alive."""
    rows = odds_of_survival(expedition).rows
    last = next((row.more for row in rows if not row.alive), rows[-1].more)
    return list(rows[: last + 1])
