"""The figures of the pages are committed as they are drawn now.

Another version of matplotlib may number its parts anew, or move a text a little. Compared is
what a reader sees: all texts and colours to the letter, and where the texts and the marks of the
data lie, as exactly as it can be seen.
"""

from __future__ import annotations

import re
import sys
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from incan_odds.pictures.drawing import svg

DOCS = Path(__file__).parents[1] / "docs"
sys.path.insert(0, str(DOCS))
FIGURES = import_module("make_figures").FIGURES

SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
COLOUR = re.compile(r"#[0-9a-f]{6}\b|var\([^)]*\)")
MARKS, TEXTS = 0.5, 2
"""How far apart the same mark, and the same text, may lie in two drawings, in points."""


class Drawing(NamedTuple):
    """What a reader sees of a figure."""

    texts: list[str]
    colours: set[str]
    sheet: str
    places: list[float]
    """Where the texts lie."""
    marks: dict[str, list[float]]
    """Where the marks of the data lie, by their names."""


def seen_in(text: str) -> Drawing:
    root = ElementTree.fromstring(text.encode("utf-8"))
    texts = list(root.iter(f"{SVG}text"))
    groups = [group for group in root.iter(f"{SVG}g") if group.get("id", "").startswith("panel-")]
    styles = [node.get("style", "") for node in root.iter()]
    return Drawing(
        ["".join(node.itertext()) for node in texts],
        set(chain.from_iterable(map(COLOUR.findall, styles))),
        "".join(node.text or "" for node in root.iter(f"{SVG}style")),
        [float(node.get(side, "nan")) for node in texts for side in ("x", "y")],
        {group.get("id", ""): places_in(root, group) for group in groups},
    )


def places_in(root: ElementTree.Element, group: ElementTree.Element) -> list[float]:
    """Return every number that says where a mark lies."""
    shapes = {node.get("id"): node for node in root.iter(f"{SVG}path")}
    found = []
    for node in group.iter():
        known = shapes.get(node.get(LINK, "").removeprefix("#"))
        shape = "" if known is None else known.get("d", "")
        for said in (node.get("x", ""), node.get("y", ""), node.get("d", ""), shape):
            found += map(float, NUMBER.findall(said))
    return found


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_is_what_is_drawn_now(name: str) -> None:
    committed = seen_in((DOCS / "figures" / f"{name}.svg").read_text(encoding="utf-8"))
    drawn = seen_in(svg(FIGURES[name](), theme="auto"))
    assert drawn.texts == committed.texts
    assert drawn.colours == committed.colours
    assert drawn.sheet == committed.sheet
    assert drawn.places == pytest.approx(committed.places, abs=TEXTS)
    assert drawn.marks.keys() == committed.marks.keys()
    assert all(drawn.marks.values())
    for mark, places in drawn.marks.items():
        assert places == pytest.approx(committed.marks[mark], abs=MARKS), mark


def test_every_committed_figure_is_drawn_by_the_program() -> None:
    assert {file.stem for file in (DOCS / "figures").glob("*")} == set(FIGURES)


def test_every_figure_stands_on_a_page() -> None:
    pages = [page.read_text(encoding="utf-8") for page in DOCS.rglob("*.md")]
    for name in FIGURES:
        assert any(f"figures/{name}.svg)" in page for page in pages), name
