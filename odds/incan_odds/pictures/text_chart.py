"""Charts as plain text for a terminal: the picture lies on its side.

A terminal has many lines and few columns, so each x has a line, and y goes to the right. Numbers
stand at the ends of the lines, rounded as `incan_odds.pictures.labels` does.
"""

from __future__ import annotations

from fractions import Fraction
from textwrap import wrap
from typing import Final, NamedTuple

from incan_odds.pictures.chart import Axis, Chart, Curve, Panel, Real
from incan_odds.pictures.labels import level_label, number

NARROWEST: Final = 40
"""The fewest columns of a chart."""

WIDEST: Final = 120
"""The most columns of a chart."""

_LINES, _LINES_OF_MANY = 30, 12
"""How many lines a panel has at most, but for points that are picked out: of one or two, of many.
"""


class Signs(NamedTuple):
    """The characters a chart is made of."""

    bar: str
    parts: str
    """The end of a bar by parts of a character, ascending; empty where there are none."""
    cut: str
    """Where a bar goes on beyond the chart."""
    edge: str
    level: str
    band: str
    marks: str
    """One for each curve."""
    dot: str


UNICODE: Final = Signs("█", "▏▎▍▌▋▊▉", "▶", "│", "┊", "░", "●■▲◆▼✚", "◉")
ASCII: Final = Signs("#", "", ">", "|", ":", "-", "o*+x%&", "@")


class Line(NamedTuple):
    """One line of a panel: an x, or several of them together."""

    first: Real
    last: Real | None
    """The same, or the last of those whose chances are added up; None where all that follow are."""
    points: tuple[tuple[Curve, Real], ...]
    """What lies there, by the curve."""
    bands: tuple[tuple[Real, Real], ...]


def text_chart(chart: Chart, width: int = 80, ascii: bool = False) -> str:  # noqa: A002
    """Return a chart as lines of at most `width` columns, which are 40 to 120.

    Where a panel has more points than lines, only some of them are shown; bars are added up.

    >>> points = (Point(1, Fraction(1, 4)), Point(2, Fraction(3, 4)))
    >>> panel = Panel(
    ...     Axis("cards"), Axis("chance (%)", True, low=0), (Curve("", "bars", points),)
    ... )
    >>> print(text_chart(Chart("Two cards", (panel,)), width=40, ascii=True))
    Two cards
    <BLANKLINE>
    down: cards; to the right: chance (%)
    1 |##########                     25.0 %
    2 |############################## 75.0 %
       0 %                     75.0 %
    """
    signs = ASCII if ascii else UNICODE
    columns = min(max(width, NARROWEST), WIDEST)
    lines = [*wrap(chart.title, columns), *wrap(chart.about, columns)]
    for panel in chart.panels:
        lines += ["", *_Sheet(chart, panel, columns, signs).lines()]
    return "\n".join(lines)


class _Sheet:
    """One panel as lines of text."""

    def __init__(self, chart: Chart, panel: Panel, columns: int, signs: Signs) -> None:
        self.panel = panel
        self.columns = columns
        self.signs = signs
        self.labels = list(dict.fromkeys(c.label for p in chart.panels for c in p.curves))
        self.rows = _lines(panel, _LINES if len(chart.panels) < 3 else _LINES_OF_MANY)
        self.low, self.high = map(_fraction, panel.up)
        if any(row.first != row.last for row in self.rows):
            self.high = max(_fraction(y) for row in self.rows for _, y in row.points)
        self.heads = [_head(row, panel.x) for row in self.rows]
        self.tails = self._tails()
        self.indent = max(map(len, self.heads), default=0)
        beside = max(map(len, self.tails), default=0)
        self.room = columns - self.indent - beside - 3

    def lines(self) -> list[str]:
        """Return the panel: what it shows, its lines, and the scale below them."""
        panel, columns = self.panel, self.columns
        down_and_right = f"down: {panel.x.title}; to the right: {panel.y.title}"
        said = [*wrap(panel.title, columns), *wrap(down_and_right, columns)]
        said += self._key()
        for head, row, tail in zip(self.heads, self.rows, self.tails, strict=True):
            body = f"{head.rjust(self.indent)} {self.signs.edge}{self._drawn(row)}"
            said.append(f"{body} {tail}".rstrip())
        low, high = (number(end, panel.y) for end in (self.low, self.high))
        said.append(f"{' ' * (self.indent + 2)}{low}{high.rjust(self.room - len(low))}")
        return said

    def _key(self) -> list[str]:
        """Return what the signs mean, in lines that do not tear the words of a sign apart."""
        panel, signs = self.panel, self.signs
        said = [f"{self._mark(curve)} {curve.label}" for curve in panel.curves if curve.label]
        said += [f"{signs.band} {band.label}" for band in panel.bands]
        for level in panel.levels:
            sign = f"{signs.level} " if level.along == "y" else ""
            axis = panel.y if level.along == "y" else panel.x
            said.append(f"{sign}{level_label(level, axis)}")
        whole = "   ".join(words.replace(" ", "\0") for words in said)
        return [line.replace("\0", " ") for line in wrap(whole, self.columns)]

    def _mark(self, curve: Curve) -> str:
        if curve.kind == "dots":
            return self.signs.dot
        return self.signs.marks[self.labels.index(curve.label) % len(self.signs.marks)]

    def _tails(self) -> list[str]:
        """Return the numbers of each line, a column for each curve."""
        curves = [curve for curve in self.panel.curves if curve.kind != "dots"]
        cells = [
            [
                "/".join(number(y, self.panel.y) for found, y in row.points if found is curve)
                for curve in curves
            ]
            for row in self.rows
        ]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        if sum(widths) + len(widths) > self.columns // 2:
            return [""] * len(cells)
        return [" ".join(map(str.rjust, line, widths)) for line in cells]

    def _drawn(self, row: Line) -> str:
        """Return what is drawn on a line, as wide as there is room."""
        cells = [" "] * self.room
        for low, high in row.bands:
            for cell in range(self._cell(low), self._cell(high) + 1):
                cells[cell] = self.signs.band
        for level in self.panel.levels:
            if level.along == "y":
                cells[self._cell(level.at)] = self.signs.level
        marks: dict[int, str] = {}
        # What is picked out lies above all, and the first curve above the others.
        for curve, y in sorted(row.points, key=lambda point: point[0].kind != "dots"):
            if curve.kind in ("bars", "steps"):
                bar = self._bar(y)
                cells[: len(bar)] = bar
            else:
                marks.setdefault(self._cell(y), self._mark(curve))
        return "".join(marks.get(place, cell) for place, cell in enumerate(cells))

    def _share(self, y: Real) -> Fraction:
        length = self.high - self.low
        return (_fraction(y) - self.low) / length if length else Fraction(0)

    def _cell(self, y: Real) -> int:
        return max(0, min(int(self._share(y) * self.room), self.room - 1))

    def _bar(self, y: Real) -> str:
        signs, share = self.signs, self._share(y)
        if share > 1:
            return signs.bar * (self.room - 1) + signs.cut
        parts = len(signs.parts) + 1
        # Rounded half up, in parts of a character.
        full, rest = divmod(int(share * self.room * parts + Fraction(1, 2)), parts)
        return signs.bar * full + (signs.parts[rest - 1] if rest else "")


def _lines(panel: Panel, most: int) -> list[Line]:
    """Return the lines of a panel: one for each x, or where that is too many, for some of them."""
    curves = panel.curves
    low, high = panel.across
    shown = sorted({p.x for c in curves for p in c.points if low <= p.x <= high})
    step = _step(shown, most) if not panel.x.logarithmic else 0
    if step > 1 and curves and all(curve.kind == "bars" for curve in curves):
        return _added(curves, shown, step)
    picked = {point.x for curve in curves if curve.kind == "dots" for point in curve.points}
    if step:
        kept = [x for x in shown if x % step == 0 or x == shown[0] or x in picked]
    else:
        every = -(-len(shown) // most)
        # Counted from the end, so that the last is among them.
        kept = [x for place, x in enumerate(reversed(shown)) if place % every == 0 or x in picked]
        kept.reverse()
    return [
        Line(
            x,
            x,
            tuple((curve, point.y) for curve in curves for point in curve.points if point.x == x),
            tuple((s.low, s.high) for band in panel.bands for s in band.spans if s.x == x),
        )
        for x in kept
    ]


def _step(shown: list[Real], most: int) -> int:
    """Return which multiples of whole numbers leave so many lines at most: 1, 2, 5, 10, 20 ...

    0 where the numbers are not whole.

    >>> _step([*range(100)], 30), _step([Fraction(1, 2)], 30)
    (5, 0)
    """
    if not all(isinstance(x, int) for x in shown):
        return 0
    step = 1
    while shown and shown[-1] // step - shown[0] // step >= most:
        # From 2 to 5, or else by doubling: the next of 1, 2, 5, 10, 20, 50.
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    return step


def _added(curves: tuple[Curve, ...], shown: list[Real], step: int) -> list[Line]:
    """Return lines of so many numbers each, with their chances added up.

    What lies beyond the last of them has its chance there as well.
    """
    lines = []
    first, final = (int(x // step) * step for x in (shown[0], shown[-1]))
    beyond = any(point.x >= final + step for curve in curves for point in curve.points)
    for start in range(first, final + 1, step):
        last = None if beyond and start == final else start + step - 1
        points = []
        for curve in curves:
            here = (p.y for p in curve.points if start <= p.x and (last is None or p.x <= last))
            points.append((curve, sum(here, Fraction(0))))
        lines.append(Line(start, last, tuple(points), ()))
    return lines


def _head(row: Line, axis: Axis) -> str:
    """Return what stands before a line: its number, or from where to where it goes."""
    first = number(row.first, axis)
    if row.first == row.last:
        return first
    return f"{first} and more" if row.last is None else f"{first}-{number(row.last, axis)}"


def _fraction(value: Real) -> Fraction:
    return Fraction(value)
