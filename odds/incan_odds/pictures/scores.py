"""The chart of a score: the chance of each number of points, and of at least so many."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from typing import Final

from incan_odds.distribution import Distribution
from incan_odds.pictures.chart import EXACT, Axis, Chart, Curve, Level, Panel, Point

RARE: Final = Fraction(1, 1000)
"""What lies beyond this chance at the upper end has no place on the axis."""


def score_chart(distribution: Distribution, about: str = "", source: str = EXACT) -> Chart:
    """Return the chart of a distribution of points, with its mean.

    The axis of a chance ends where all but the largest have their place, if that one is more than
    twice as large as any other: a bust, mostly.

    >>> expedition = game_of(edition="schmidt-2005").expedition
    >>> chart = score_chart(expedition_distribution(expedition, LeaveAt("cards", 1)))
    >>> chart.panels[0].curves[0].points[0]
    Point(x=0, y=Fraction(1, 2))
    >>> chart.panels[0].levels[0].at
    Fraction(62, 15)
    """
    exactly = tuple(Point(score, chance) for score, chance in distribution.chances.items())
    points = Axis("points", high=distribution.quantile(1 - RARE))
    mean = (Level("mean", distribution.mean, along="x"),)
    first = Panel(
        points,
        Axis("chance (%)", percent=True, low=0, high=_top(distribution)),
        (Curve("", "bars", exactly),),
        levels=mean,
        title="Exactly so many points",
    )
    second = Panel(
        points,
        Axis("chance (%)", percent=True, low=0, high=1),
        (Curve("", "steps", _at_least(distribution)),),
        levels=mean,
        title="At least so many points",
    )
    return Chart("Points brought home", (first, second), about, source)


def _at_least(distribution: Distribution) -> tuple[Point, ...]:
    """Return the chance of at least so many points, at both ends of each step."""
    chances = distribution.chances
    ends = [*chances]
    starts = [ends[0], *(end + 1 for end in ends[:-1])]
    from_above = [*accumulate(reversed([*chances.values()]))][::-1]
    return tuple(
        Point(score, chance)
        for start, end, chance in zip(starts, ends, from_above, strict=True)
        for score in sorted({start, end})
    )


def _top(distribution: Distribution) -> Fraction | None:
    """Return where the axis of the chances ends; None is at the largest."""
    largest = sorted(distribution.chances.values())[-2:]
    if len(largest) == 2 and largest[1] > 2 * largest[0]:
        return largest[0] * Fraction(6, 5)
    return None
