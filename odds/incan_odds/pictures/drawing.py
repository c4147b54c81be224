"""Charts drawn by matplotlib, as SVG or PNG: without a display, and the same every time.

In an SVG the texts are texts: they can be searched, copied and read aloud, the file stays small,
and letters are as sharp as the screen. Where DejaVu Sans is missing another font takes its place;
DejaVu Sans is a wide one, so that texts which fit in it fit in the others. What is data stands in
groups named `panel-1-curve-1-1` and so on.

matplotlib comes with the extra `plot`; without it these functions raise `ImportError`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from io import BytesIO, StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from incan_odds.pictures.chart import Chart
from incan_odds.pictures.page import FONT, page
from incan_odds.pictures.themes import THEMES, ThemeName

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ENDINGS: Final = (".svg", ".png")
"""How the name of a picture can end; that says what it is."""

_DOTS_PER_INCH: Final = 200

_SETTINGS: Final[dict[str, Any]] = {
    "font.family": [FONT],
    "path.simplify": False,
    "svg.fonttype": "none",
    # The names inside of an SVG follow from this and from what is drawn.
    "svg.hashsalt": "incan-odds",
    # A dollar in a name is a dollar.
    "text.parse_math": False,
}


def draw(chart: Chart, path: Path | str, theme: ThemeName = "light") -> None:
    """Draw a chart into a file, SVG or PNG by the ending of its name.

    Raises `ValueError` for any other ending, and `OSError` where the file cannot be written.
    """
    file = Path(path)
    file.write_bytes(content_of(file, chart, theme))


def content_of(file: Path, chart: Chart, theme: ThemeName = "light") -> bytes:
    """Return what a file of that name holds. Raises `ValueError` where it is no name of a picture.

    >>> content_of(Path("a.pdf"), Chart("Nothing", ()))
    Traceback (most recent call last):
    ValueError: the name of a picture ends in .svg or .png, not so 'a.pdf'
    """
    ending = file.suffix.lower()
    if ending not in ENDINGS:
        raise ValueError(f"the name of a picture ends in .svg or .png, not so {str(file)!r}")
    return svg(chart, theme).encode("utf-8") if ending == ".svg" else png(chart, theme)


def svg(chart: Chart, theme: ThemeName | Literal["auto"] = "light") -> str:
    """Return a chart as the text of an SVG.

    With the theme `auto` it is light or dark as the reader's system is.
    """
    written = StringIO()
    with as_figure(chart, "light" if theme == "auto" else theme) as figure:
        nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
        figure.savefig(written, format="svg", metadata=nothing)
    text = written.getvalue().replace(" \n", "\n")
    named = f'<svg role="img" aria-label="{escape(chart.title)}" '
    text = text.replace("<svg ", named, 1)
    return _for_both_themes(text) if theme == "auto" else text


def png(chart: Chart, theme: ThemeName = "light") -> bytes:
    """Return a chart as the bytes of a PNG."""
    written = BytesIO()
    with as_figure(chart, theme) as figure:
        figure.savefig(written, format="png", dpi=_DOTS_PER_INCH, metadata={"Software": None})
    return written.getvalue()


@contextmanager
def as_figure(chart: Chart, theme: ThemeName) -> Iterator[Figure]:
    """Return a chart as a figure of matplotlib, to be saved in any of its formats.

    Meanwhile matplotlib has the settings of these pictures, whatever the user has set.
    """
    # Only drawing needs matplotlib.
    from matplotlib import style

    with style.context(["default", _SETTINGS]):
        yield page(chart, THEMES[theme])


def _for_both_themes(text: str) -> str:
    """Return a light SVG whose colours are variables, with dark values for a dark page.

    The light colour stays before each variable, for viewers that know none.
    """
    light, dark = (THEMES[name].named() for name in ("light", "dark"))
    names = {colour: name for name, colour in light.items()}

    def variable(found: re.Match[str]) -> str:
        what, colour = found.groups()
        # A text may say such words as well.
        name = names.get(colour)
        return found[0] if name is None else f"{what}: {colour}; {what}: var(--{name})"

    text = re.sub(r"(fill|stroke): (#[0-9a-f]{6})(?![0-9a-f])", variable, text)
    values = [
        "; ".join(f"--{name}: {colour}" for name, colour in theme.items())
        for theme in (light, dark)
    ]
    sheet = (
        f"<style>\nsvg {{ color-scheme: light dark; {values[0]} }}\n"
        f"@media (prefers-color-scheme: dark) {{ svg {{ {values[1]} }} }}\n</style>\n"
    )
    return text.replace("<defs>", sheet + "<defs>", 1)
