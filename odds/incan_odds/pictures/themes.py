"""How charts look: two themes of colours, and the dashes and markers that tell curves apart.

Nothing is told by colour alone: each curve has its own dash and marker. The colours of the curves
stay apart in every kind of colour blindness, and each has a contrast of 3 to 1 at least with what
it is drawn on.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final, Literal, NamedTuple

ThemeName = Literal["light", "dark"]
"""The themes a picture can be drawn in."""


class Theme(NamedTuple):
    """The colours of a picture, by what they are for."""

    ground: str
    ink: str
    """Titles and levels."""
    quiet: str
    """Axes, their numbers, and the source."""
    grid: str
    fill: str
    """Bands, and the area below steps."""
    curves: tuple[str, ...]

    def named(self) -> dict[str, str]:
        """Return each colour by its name in a style sheet.

        >>> THEMES["light"].named()["curve-1"]
        '#1f85c5'
        """
        single = {name: colour for name, colour in self._asdict().items() if name != "curves"}
        return single | {f"curve-{place}": one for place, one in enumerate(self.curves, start=1)}


THEMES: Final = MappingProxyType[ThemeName, Theme](
    {
        "light": Theme(
            ground="#ffffff",
            ink="#1c2126",
            quiet="#4d555e",
            grid="#dfe3e8",
            fill="#cfe3f3",
            curves=("#1f85c5", "#d45000", "#07282c", "#a83af6", "#502d0e", "#656769"),
        ),
        "dark": Theme(
            ground="#14181d",
            ink="#eef1f4",
            quiet="#b3bcc6",
            grid="#323a43",
            fill="#1d3f5a",
            curves=("#6a9ae0", "#fc410f", "#37ffad", "#b859ff", "#fff777", "#cfe6f7"),
        ),
    }
)
"""Each theme by its name. Within a theme no two colours are the same."""

Dash = tuple[float, tuple[float, ...] | None]
"""Where a line style begins, and how long its strokes and gaps are; None is a line without gaps."""


class Stroke(NamedTuple):
    """How a curve is drawn, besides its colour."""

    dash: Dash
    marker: str


STROKES: Final = (
    Stroke((0, None), "o"),
    Stroke((0, (5, 2)), "s"),
    Stroke((0, (1.5, 1.5)), "^"),
    Stroke((0, (7, 2, 1.5, 2)), "D"),
    Stroke((0, (3, 1.5)), "v"),
    Stroke((0, (9, 3)), "X"),
)
"""One for each curve of a chart, in the order of their labels."""

LEVEL_DASHES: Final[tuple[Dash, ...]] = ((0, (6, 3)), (0, (2, 2)))
"""How the levels of a chart are drawn, in the order of their labels."""
