"""The pages hang together: links, anchors, the index, the reference. Sphinx is not needed here."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType

import pytest

import incan_odds

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.rglob("*.md"))]

FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]*`")
LINK = re.compile(r"(!?)\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#{1,6} (.+)$", re.MULTILINE)
TITLE_IN_INDEX = re.compile(r"^- \[(.+)\]\((.+?)\)", re.MULTILINE)


def extension(name: str) -> ModuleType:
    """Return an extension of the site."""
    spec = spec_from_file_location(f"site_{name}", DOCS / "extensions" / f"{name}.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def prose_of(page: Path) -> str:
    """Return a page without its blocks of code."""
    return FENCE.sub("", page.read_text(encoding="utf-8"))


def links_of(page: Path) -> Iterator[tuple[bool, str]]:
    """Yield the links of a page, and whether each is a picture."""
    # A link's text may be code, but a link in code is none.
    prose = CODE.sub(lambda code: code[0] if "](" not in code[0] else "", prose_of(page))
    for picture, target in LINK.findall(prose):
        yield picture == "!", target


def anchors_of(page: Path) -> set[str]:
    """Return the anchors of a page, as its headings make them."""
    anchors: set[str] = set()
    for title in HEADING.findall(prose_of(page)):
        anchor = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        number = 0
        while (numbered := f"{anchor}-{number}" if number else anchor) in anchors:
            number += 1
        anchors.add(numbered)
    return anchors


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_leads_somewhere(page):
    for _, target in links_of(page):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        assert file.is_file(), target
        assert ROOT in file.parents, target
        if anchor:
            assert anchor in anchors_of(file), target


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_picture_is_in_the_project(page):
    assert not [target for picture, target in links_of(page) if picture and "//" in target]


def test_the_index_has_every_page_once_by_its_title():
    titles = [
        (HEADING.search(page.read_text(encoding="utf-8"))[1], page)
        for page in DOCS.rglob("*.md")
        if page != DOCS / "index.md"
    ]
    outside = extension("pages").OUTSIDE
    shown = [
        (title, DOCS / {outside: f"{name}.md" for name, outside in outside.items()}.get(path, path))
        for title, path in TITLE_IN_INDEX.findall(prose_of(DOCS / "index.md"))
    ]
    assert sorted(shown) == sorted(titles)


def test_the_contents_are_the_groups_of_the_index():
    contents = extension("pages").contents
    index = "# All\n\n## One\n\n- [A](a.md): an [other](b.md#c).\n\n## Two\n\n- [C](d/c.md).\n"
    trees = [
        f"```{{toctree}}\n:hidden:\n:caption: {group}\n\n{page}\n```\n"
        for group, page in (("One", "a"), ("Two", "d/c"))
    ]
    assert contents(index).split("\n\n", 1)[1] == "\n".join(trees)


def test_a_link_to_a_module_becomes_its_reference():
    line = "- [`solver`](../../odds/incan_odds/stopping/solver.py): the optimum.\n"
    section = extension("pages").built("reference/stopping", line)
    assert section.startswith("### incan_odds.stopping.solver\n")
    assert ".. automodule:: incan_odds.stopping.solver\n" in section


def test_an_indented_block_of_a_docstring_stands_as_it_is():
    marked = extension("docstrings").marked
    lines = ["In units of 1/U,", "", "    N - |Z|", "", "    more", "", "with |Z| cards.", ""]
    assert marked([*lines, ">>> a | b", "3"]) == [
        *["In units of 1/U,", "", "::", "", "    N - |Z|", "", "    more", ""],
        *["with \\|Z\\| cards.", "", ">>> a | b", "3"],
    ]


@pytest.mark.parametrize("name", ["docstrings", "pages"])
def test_the_examples_of_an_extension(name):
    failed, tried = doctest.testmod(extension(name))
    assert tried > failed == 0


@pytest.mark.parametrize(
    ("target", "spared"),
    [
        ("incan_odds.rivals.model.Chance", True),
        ("incan_odds.teaching.processes.Work", True),
        ("incan_odds.rivals.model.Rivals", None),
        ("incan_odds.rivals.model.Rival", None),
        ("incan_odds.no.Chance", None),
        ("Chance", None),
        ("", None),
    ],
)
def test_only_a_type_variable_needs_no_entry_in_the_reference(target, spared):
    spares = extension("docstrings").names_a_type_variable
    assert spares(None, None, {"reftarget": target}) is spared


def test_every_public_module_is_in_the_reference():
    reference = "".join(page.read_text(encoding="utf-8") for page in DOCS.glob("reference/*.md"))
    for module in walk_packages(incan_odds.__path__, "incan_odds."):
        if not module.ispkg:
            assert f"/{module.name.replace('.', '/')}.py)" in reference, module.name
        else:
            assert f"# {module.name}\n" in reference, module.name
