"""What a picture shows, as data and nothing else: panels with axes, and points that are exact.

`incan_odds.pictures.drawing` draws a `Chart` with matplotlib, `incan_odds.pictures.text_chart`
writes it in a terminal. What a chart shows is known here alone, and how it looks is known there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, Literal, NamedTuple

Real = int | Fraction | float
"""A number of a chart. Only what a simulation estimates is a float."""

Kind = Literal["line", "steps", "bars", "dots"]
"""How the points of a curve are shown.

A line joins them; steps hold each until the next; bars stand alone and are chances that may be
added; dots pick out points of another curve.
"""

EXACT: Final = "incan-odds, exact values"
"""The line at the foot of a chart where nothing else is said."""


class Axis(NamedTuple):
    """What is measured along one side of a panel."""

    title: str
    """What, and in which unit: `gems, bag and path`, `chance (%)`."""
    percent: bool = False
    """Whether the numbers are chances, shown as percentages."""
    low: Real | None = None
    """Where the axis begins; None is at the least number there is."""
    high: Real | None = None
    """Where it ends; None is at the greatest number there is."""
    logarithmic: bool = False


class Point(NamedTuple):
    """One point of a curve."""

    x: Real
    y: Real


@dataclass(frozen=True, slots=True)
class Curve:
    """Points that belong together, by ascending x."""

    label: str
    """What they are; empty where the panel shows nothing else."""
    kind: Kind
    points: tuple[Point, ...]


class Span(NamedTuple):
    """How far a band reaches at one x."""

    x: Real
    low: Real
    high: Real


class Band(NamedTuple):
    """Where a number lies as far as is known, by ascending x."""

    label: str
    spans: tuple[Span, ...]


class Level(NamedTuple):
    """A number that a panel is measured against: a line from side to side."""

    label: str
    at: Real
    along: Literal["x", "y"] = "y"
    """On which axis the number lies."""


@dataclass(frozen=True, slots=True)
class Panel:
    """One pair of axes, and what is shown on it.

    >>> Panel(Axis("cards"), Axis("gems"), (Curve("", "bars", (Point(1, 4), Point(3, 9))),)).across
    (1, 3)
    """

    x: Axis
    y: Axis
    curves: tuple[Curve, ...] = ()
    bands: tuple[Band, ...] = ()
    levels: tuple[Level, ...] = ()
    title: str = ""

    @property
    def across(self) -> tuple[Real, Real]:
        """From where to where the x axis goes."""
        return _reach(self.x, [*self._along("x"), *(point.x for point in self._points)])

    @property
    def up(self) -> tuple[Real, Real]:
        """From where to where the y axis goes."""
        ends = [end for band in self.bands for span in band.spans for end in span[1:]]
        return _reach(self.y, [*self._along("y"), *(point.y for point in self._points), *ends])

    @property
    def _points(self) -> list[Point]:
        return [point for curve in self.curves for point in curve.points]

    def _along(self, axis: Literal["x", "y"]) -> list[Real]:
        return [level.at for level in self.levels if level.along == axis]


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture: one panel, or several below one another."""

    title: str
    panels: tuple[Panel, ...]
    about: str = ""
    """Of which table it speaks: the edition, the expedition, the cards that are out."""
    source: str = EXACT
    """The small line at the foot: where the numbers come from, and how they were asked for."""


def stacked(title: str, charts: Iterable[Chart]) -> Chart:
    """Return one chart with the panels of several, which keep their titles.

    About which table, and the source, is what the first of them says.

    >>> axes = Axis("cards"), Axis("gems")
    >>> both = stacked("Both", [Chart("one", (Panel(*axes),)), Chart("two", (Panel(*axes),))])
    >>> [panel.title for panel in both.panels]
    ['one', 'two']
    """
    several = list(charts)
    panels = [
        replace(panel, title=panel.title or chart.title)
        for chart in several
        for panel in chart.panels
    ]
    return Chart(title, tuple(panels), several[0].about, several[0].source)


def _reach(axis: Axis, numbers: Iterable[Real]) -> tuple[Real, Real]:
    """Return where an axis begins and ends: as it says, else where the numbers do."""
    known = list(numbers) or [0]
    low = min(known) if axis.low is None else axis.low
    high = max(known) if axis.high is None else axis.high
    return low, high
