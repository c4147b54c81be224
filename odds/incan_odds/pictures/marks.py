"""The marks of a chart, drawn by matplotlib: curves, bands, levels, and samples of them."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from incan_odds.pictures.chart import Axis, Band, Chart, Curve, Level, Panel, Point, Real
from incan_odds.pictures.labels import level_label, number
from incan_odds.pictures.themes import LEVEL_DASHES, STROKES, Dash, Stroke, Theme

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

_FEW: Final = 40
"""Up to how many points of a curve are marked, and stand apart as bars."""

_LINE, _LEVEL, _MARKER, _DOT = 2.0, 1.6, 6.0, 10.0
"""The widths of lines and the sizes of markers, in points."""

_BOLD: Final = 8
"""Up to how many dots each is drawn large."""

_SMALL: Final = 11
"""The size of a number beside a bar, in points."""


def placed(value: Real, axis: Axis) -> float:
    """Return a number as matplotlib takes it: here it ceases to be exact.

    >>> placed(Fraction(1, 4), Axis("chance (%)", percent=True))
    25.0
    """
    return float(value * 100 if axis.percent else value)


class Marks:
    """Draws the panels of one chart in one theme: a label looks the same in each of them."""

    def __init__(self, chart: Chart, theme: Theme) -> None:
        self.chart = chart
        self.theme = theme
        panels = chart.panels
        self._curves = list(dict.fromkeys(c.label for panel in panels for c in panel.curves))
        self._levels = list(dict.fromkeys(v.label for panel in panels for v in panel.levels))

    def key(self) -> dict[str, Artist]:
        """Return the labels of the key, each once, with a sample of what it explains."""
        # Only drawing needs matplotlib.
        from matplotlib.lines import Line2D
        from matplotlib.patches import Patch

        found: dict[str, Artist] = {}
        for panel in self.chart.panels:
            for curve in panel.curves:
                if curve.label and curve.label not in found:
                    found[curve.label] = Line2D([], [], **self._line(curve, marked=True))
            for band in panel.bands:
                found.setdefault(band.label, Patch(facecolor=self.theme.fill))
            for level in panel.levels:
                axis = panel.y if level.along == "y" else panel.x
                found.setdefault(level_label(level, axis), Line2D([], [], **self._level(level)))
        return found

    def draw(self, axes: Axes, panel: Panel, name: str) -> None:
        """Draw a panel; in an SVG each mark is a group that begins with this name."""
        for place, band in enumerate(panel.bands, start=1):
            self._draw_band(axes, panel, band).set_gid(f"{name}-band-{place}")
        for place, level in enumerate(panel.levels, start=1):
            line = axes.axvline if level.along == "x" else axes.axhline
            axis = panel.x if level.along == "x" else panel.y
            drawn = line(placed(level.at, axis), zorder=4, **self._level(level))
            drawn.set_gid(f"{name}-level-{place}")
        for place, curve in enumerate(panel.curves, start=1):
            for part, artist in enumerate(self._draw_curve(axes, panel, curve), start=1):
                artist.set_gid(f"{name}-curve-{place}-{part}")

    def _draw_band(self, axes: Axes, panel: Panel, band: Band) -> Artist:
        return axes.fill_between(
            [placed(span.x, panel.x) for span in band.spans],
            [placed(span.low, panel.y) for span in band.spans],
            [placed(span.high, panel.y) for span in band.spans],
            facecolor=self.theme.fill,
            # A band at one x alone has no area.
            edgecolor=self.theme.fill,
            linewidth=1 if len(band.spans) > 1 else 8,
            zorder=2,
        )

    def _draw_curve(self, axes: Axes, panel: Panel, curve: Curve) -> list[Artist]:
        across = [placed(point.x, panel.x) for point in curve.points]
        up = [placed(point.y, panel.y) for point in curve.points]
        colour = self._look(curve.label)[0]
        if curve.kind == "bars":
            return self._draw_bars(axes, panel, curve.points, colour)
        if curve.kind == "steps" and across:
            ends = _ends(across)
            width = _LINE if len(up) <= _FEW else _LINE / 2
            area = axes.stairs(up, ends, fill=True, facecolor=self.theme.fill, zorder=2)
            line = axes.stairs(up, ends, color=colour, linewidth=width, zorder=3)
            return [area, line]
        marked = len(across) <= _FEW
        # A marker on the edge is shown whole.
        return [*axes.plot(across, up, zorder=5, clip_on=False, **self._line(curve, marked))]

    def _draw_bars(
        self, axes: Axes, panel: Panel, points: tuple[Point, ...], colour: str
    ) -> list[Artist]:
        """Draw bars; each that is longer than its axis is cut, and its number is written there."""
        heights = {int(point.x): placed(point.y, panel.y) for point in points}
        low, high = panel.across
        if high - low < _FEW:
            drawn: list[Artist] = [*axes.bar([*heights], [*heights.values()], 0.72, color=colour)]
        else:
            # Many bars are one shape, without seams between them.
            up, ends = _skyline(heights)
            drawn = [axes.stairs(up, ends, fill=True, facecolor=colour)]
        for artist in drawn:
            artist.set_zorder(3)
        for point in points:
            if panel.y.high is not None and point.y > panel.y.high:
                self._cut(axes, panel, point)
        return drawn

    def _cut(self, axes: Axes, panel: Panel, point: Point) -> None:
        x, top = placed(point.x, panel.x), placed(panel.up[1], panel.y)
        (slash,) = axes.plot([x], [top * 0.9], color=self.theme.ground, zorder=6)
        slash.set(marker=(2, 0, -65), markersize=16, markeredgewidth=3)
        middle = placed(sum(panel.across), panel.x) / 2
        on_the_right = x <= middle
        axes.annotate(
            number(point.y, panel.y),
            (x, top),
            (7 if on_the_right else -7, 0),
            textcoords="offset points",
            ha="left" if on_the_right else "right",
            va="top",
            size=_SMALL,
            color=self.theme.ink,
            zorder=6,
        )

    def _look(self, label: str) -> tuple[str, Stroke]:
        place = self._curves.index(label) % len(STROKES)
        return self.theme.curves[place], STROKES[place]

    def _line(self, curve: Curve, marked: bool) -> dict[str, Any]:
        """Return how a line or its sample looks, as keywords of matplotlib."""
        colour, stroke = self._look(curve.label)
        if curve.kind == "dots":
            look = {"color": colour, "linestyle": "", "marker": "D", "markersize": _MARKER}
            # A few stand out from the curves on which they lie.
            bold = {"markersize": _DOT, "markeredgecolor": self.theme.ground}
            return look | bold if len(curve.points) <= _BOLD else look
        look = {"color": colour, "linewidth": _LINE, "linestyle": stroke.dash}
        return look | ({"marker": stroke.marker, "markersize": _MARKER} if marked else {})

    def _level(self, level: Level) -> dict[str, Any]:
        """Return how a level or its sample looks, as keywords of matplotlib."""
        dash: Dash = LEVEL_DASHES[self._levels.index(level.label) % len(LEVEL_DASHES)]
        return {"color": self.theme.ink, "linewidth": _LEVEL, "linestyle": dash}


def _skyline(heights: dict[int, float]) -> tuple[list[float], list[float]]:
    """Return how high the shape of many bars is, from left to right, and where that changes.

    >>> _skyline({0: 4.0, 1: 2.0, 5: 3.0})
    ([4.0, 2.0, 0.0, 3.0], [-0.5, 0.5, 1.5, 4.5, 5.5])
    """
    up: list[float] = []
    ends = [next(iter(heights)) - 0.5]
    for x, height in heights.items():
        if x - 0.5 > ends[-1]:
            up.append(0.0)
            ends.append(x - 0.5)
        up.append(height)
        ends.append(x + 0.5)
    return up, ends


def _ends(across: list[float]) -> list[float]:
    """Return where each of these steps begins and the last one ends: half-way between them.

    >>> _ends([1.0, 2.0, 4.0])
    [0.5, 1.5, 3.0, 5.0]
    """
    between = [(left + right) / 2 for left, right in pairwise(across)] or [across[0] + 0.5]
    first, last = 2 * across[0] - between[0], 2 * across[-1] - between[-1]
    return [first, *between, last] if len(across) > 1 else [first, between[0]]
