"""A chart laid out as a page by matplotlib: titles, key, panels below one another, source.

Every place is reckoned here, in inches from the top, and texts are measured in the font that
matplotlib brings along, DejaVu Sans. So a picture is the same wherever it is drawn, and the key
never covers what it explains. A page that is shown as wide as a phone can still be read.
"""

from __future__ import annotations

from functools import cache
from math import log10
from typing import TYPE_CHECKING, Final, TypeVar

from incan_odds.pictures.chart import Axis, Chart, Panel, Real
from incan_odds.pictures.marks import Marks, placed
from incan_odds.pictures.themes import Theme

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis as Side
    from matplotlib.figure import Figure

Entry = TypeVar("Entry")

FONT: Final = "DejaVu Sans"

WIDTH: Final = 6.4
"""The width of a page, in inches."""

_EDGE, _LEFT, _RIGHT = 0.16, 0.72, 0.24
"""The margin of texts, and those of the panels, in inches."""

_ROOM: Final = (WIDTH - 2 * _EDGE) * 72
"""How wide a line of text can be, in points."""

_TITLE, _PANEL, _TEXT, _SOURCE = 16, 13, 12, 9
"""The sizes of the texts, in points."""

_ALONE, _OF_SEVERAL = 2.6, 1.8
"""How high a panel is alone, and among several, in inches."""

_BELOW, _GAP = 0.62, 0.1
"""What the numbers and the title of an x axis take, and a gap, in inches."""

_HANDLE, _BESIDE, _BETWEEN = 2.6, 0.6, 1.4
"""The key: how long a sample is, and the gaps beside it and between columns, in text sizes."""


def page(chart: Chart, theme: Theme) -> Figure:
    """Return a chart as a figure of matplotlib."""
    # Only drawing needs matplotlib.
    from matplotlib.figure import Figure

    return _Page(chart, theme, Figure(facecolor=theme.ground)).figure


class _Page:
    """A figure, filled from top to bottom."""

    def __init__(self, chart: Chart, theme: Theme, figure: Figure) -> None:
        self.chart = chart
        self.theme = theme
        self.figure = figure
        self.marks = Marks(chart, theme)
        self.key = self.marks.key()
        self.columns = _columns([*self.key])
        # The first walk down the page finds its height, the second fills it.
        self.height = self._fill(draw=False)
        figure.set_size_inches(WIDTH, self.height)
        self._fill(draw=True)

    def _fill(self, draw: bool) -> float:
        """Walk down the page and draw what stands there; return where it ends."""
        chart, ink, quiet = self.chart, self.theme.ink, self.theme.quiet
        top = self._text(_EDGE, chart.title, _TITLE, ink, draw, bold=True)
        top = self._text(top, chart.about, _TEXT, quiet, draw) + _GAP
        top = self._key(top, draw)
        for place, panel in enumerate(chart.panels, start=1):
            top = self._text(top, panel.title, _PANEL, ink, draw, bold=True)
            top = self._text(top, panel.y.title, _TEXT, quiet, draw) + _GAP
            height = _ALONE if len(chart.panels) == 1 else _OF_SEVERAL
            if draw:
                self._panel(self._axes(top, height, panel), panel, f"panel-{place}")
            top += height + _BELOW + (_GAP if place < len(chart.panels) else 0)
        return self._text(top, chart.source, _SOURCE, quiet, draw) + _EDGE / 2

    def _text(
        self, top: float, text: str, size: int, colour: str, draw: bool, bold: bool = False
    ) -> float:
        """Write lines of text; return where they end."""
        for line in _lines(_printable(text), size, bold):
            # Ascenders take about as much as the size, descenders a quarter of it.
            if draw:
                self.figure.text(
                    _EDGE / WIDTH,
                    1 - (top + size / 72) / self.height,
                    line,
                    size=size,
                    weight="bold" if bold else "normal",
                    color=colour,
                    va="baseline",
                )
            top += 1.3 * size / 72
        return top

    def _key(self, top: float, draw: bool) -> float:
        if not self.key:
            return top
        if draw:
            # A key is filled column by column, and read line by line.
            labels = [label for column in _dealt([*self.key], self.columns) for label in column]
            self.figure.legend(
                [self.key[label] for label in labels],
                [*map(_printable, labels)],
                loc="upper left",
                bbox_to_anchor=(_EDGE / WIDTH, 1 - top / self.height),
                ncols=self.columns,
                frameon=False,
                borderpad=0,
                borderaxespad=0,
                fontsize=_TEXT,
                labelcolor=self.theme.ink,
                labelspacing=0.4,
                handlelength=_HANDLE,
                handletextpad=_BESIDE,
                columnspacing=_BETWEEN,
            )
        rows = -(-len(self.key) // self.columns)
        return top + 1.5 * rows * _TEXT / 72 + _GAP

    def _axes(self, top: float, height: float, panel: Panel) -> Axes:
        # The last number stands below the end of the axis.
        last = _width(_label(placed(panel.across[1], panel.x)), _TEXT, False) / 72
        across = WIDTH - _LEFT - max(_RIGHT, last / 2)
        below = self.height - top - height
        return self.figure.add_axes(
            (_LEFT / WIDTH, below / self.height, across / WIDTH, height / self.height)
        )

    def _panel(self, axes: Axes, panel: Panel, name: str) -> None:
        axes.set_facecolor(self.theme.ground)
        axes.set_axisbelow(True)
        axes.grid(color=self.theme.grid, linewidth=0.8)
        axes.tick_params(labelsize=_TEXT, colors=self.theme.quiet, length=3.5, pad=5)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        for side in ("left", "bottom"):
            axes.spines[side].set_color(self.theme.quiet)
        axes.set_xlabel(panel.x.title, size=_TEXT, color=self.theme.quiet)
        self.marks.draw(axes, panel, name)
        axes.set_xlim(*_across(panel))
        axes.set_ylim(*_up(panel))
        points = [point for curve in panel.curves for point in curve.points]
        _number(axes.xaxis, panel.x, [point.x for point in points], _across(panel), most=8)
        _number(axes.yaxis, panel.y, [point.y for point in points], _up(panel), most=5)
        bars = [point.x for curve in panel.curves if curve.kind == "bars" for point in curve.points]
        if bars:
            # Before the first bar there is nothing to be numbered.
            first = placed(min(bars), panel.x)
            axes.set_xticks([place for place in axes.get_xticks() if place >= first])
            axes.set_xlim(*_across(panel))


def _across(panel: Panel) -> tuple[float, float]:
    """Return the ends of the x axis, with room for what stands there."""
    low, high = (placed(end, panel.x) for end in panel.across)
    if panel.x.logarithmic:
        factor = (high / low) ** 0.03 if high > low else 2
        return low / factor, high * factor
    if any(curve.kind in ("bars", "steps") for curve in panel.curves):
        # Around one number alone there are whole numbers, too.
        room = max(0.6, (3 - high + low) / 2)
        return low - room, high + room
    room = (high - low) * 0.03 or 1
    return low - room, high + room


def _up(panel: Panel) -> tuple[float, float]:
    """Return the ends of the y axis, with room for what stands there."""
    ends = panel.up
    low, high = (placed(end, panel.y) for end in ends)
    room = (high - low) * 0.06 or 1
    # A bar that is cut ends where the axis does.
    cut = any(point.y > ends[1] for curve in panel.curves for point in curve.points)
    return (low if panel.y.low is not None else low - room), (high if cut else high + room)


def _number(
    side: Side, axis: Axis, shown: list[Real], ends: tuple[float, float], most: int
) -> None:
    """Put round numbers along an axis: whole ones where it counts, or where there are as many.

    It counts where every number that is `shown` is an `int`, and no chance.
    """
    # Only drawing needs matplotlib.
    from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullLocator

    counts = not axis.percent and all(isinstance(number, int) for number in shown)
    whole = counts or ends[1] - ends[0] > 2
    side.set_major_locator(MaxNLocator(most, steps=[1, 2, 5, 10], integer=whole))
    if axis.logarithmic:
        side.axes.set_xscale("log")
        side.axes.set_xlim(*ends)
        # Few numbers of a logarithmic axis are round where it is short.
        powers = _powers(*ends)
        few = MaxNLocator(4, integer=True)
        side.set_major_locator(FixedLocator(powers) if len(powers) > 1 else few)
    side.set_minor_locator(NullLocator())
    side.set_major_formatter(FuncFormatter(lambda value, _: _label(value)))


def _powers(low: float, high: float) -> list[float]:
    """Return round numbers along a logarithmic axis, so many that their labels have room.

    >>> _powers(200, 12_000)
    [200, 500, 1000, 2000, 5000, 10000]
    >>> _powers(200, 2 * 10**9)
    [10000, 1000000, 100000000]
    """
    decades = log10(high / low)
    leading = (1, 2, 5) if decades < 2.5 else (1,)
    every = 1 + int(decades // 5)
    found = (first * 10**power for power in range(0, 16, every) for first in leading)
    return [number for number in found if low <= number <= high]


def _label(value: float) -> str:
    return f"{value:,.10g}"


def _columns(labels: list[str]) -> int:
    """Return in how many columns the entries of a key stand side by side."""
    widths = [_width(_printable(label), _TEXT, False) for label in labels]
    for columns in range(len(labels), 1, -1):
        texts = sum(map(max, _dealt(widths, columns)))
        samples = columns * (_HANDLE + _BESIDE) + (columns - 1) * _BETWEEN
        if texts + samples * _TEXT < _ROOM:
            return columns
    return 1


def _dealt(entries: list[Entry], columns: int) -> list[list[Entry]]:
    """Return entries that follow one another from left to right, column by column.

    >>> _dealt([1, 2, 3, 4, 5], 2)
    [[1, 3, 5], [2, 4]]
    """
    return [entries[column::columns] for column in range(columns)]


def _lines(text: str, size: int, bold: bool) -> list[str]:
    """Return text in lines that are no wider than the page."""
    lines: list[str] = []
    words = [part for word in text.split() for part in _parts(word, size, bold)]
    for word in words:
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and _width(longer, size, bold) <= _ROOM:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _parts(word: str, size: int, bold: bool) -> list[str]:
    """Return a word that is wider than a line in parts that are not: a long path, say."""
    if _width(word, size, bold) <= _ROOM:
        return [word]
    # No letter is narrower than a quarter of its size.
    most = min(len(word), int(4 * _ROOM / size))
    fits = next((n for n in range(most, 1, -1) if _width(word[:n], size, bold) <= _ROOM), 1)
    return [word[:fits], *_parts(word[fits:], size, bold)]


@cache
def _width(text: str, size: int, bold: bool) -> float:
    """Return how wide a line of text is, in points."""
    # Only drawing needs matplotlib.
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(family=FONT, size=size, weight="bold" if bold else "normal")
    width: float = text_to_path.get_text_width_height_descent(text, font, ismath=False)[0]
    return width


@cache
def _letters() -> frozenset[int]:
    """Return the characters that the font has, by their numbers."""
    # Only drawing needs matplotlib.
    from matplotlib.font_manager import FontProperties, findfont, get_font

    return frozenset(get_font(findfont(FontProperties(family=FONT))).get_charmap())


def _printable(text: str) -> str:
    """Return text with a stand-in for each letter that the font lacks."""
    return "".join(letter if ord(letter) in _letters() else "?" for letter in text)
