"""Runs every example of the README, of `docs/` and of the docstrings.

A `python` fence and a docstring example are executed as they stand, with the names of the library
at hand. A `console` fence is a transcript: each `$ incan-odds ...` is run and must print exactly
what the page says.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import pytest
from sybil import Document, Example, Region, Sybil
from sybil.document import PythonDocStringDocument
from sybil.parsers.markdown import PythonCodeBlockParser
from sybil.parsers.markdown.lexers import FencedCodeBlockLexer
from sybil.parsers.rest import DocTestParser
from tests.transcripts import retold

import incan_odds


def _library(namespace: dict[str, Any]) -> None:
    """Put every public name of the library at hand."""
    for module in walk_packages(incan_odds.__path__, "incan_odds."):
        names = vars(import_module(module.name))
        namespace.update({name: value for name, value in names.items() if name[0] != "_"})


class TranscriptParser:
    """Reads `console` fences as transcripts of the command line."""

    def __init__(self) -> None:
        self._lexer = FencedCodeBlockLexer(language="console")

    def __call__(self, document: Document) -> Iterable[Region]:
        """Yield each transcript of a page."""
        for lexed in self._lexer(document):
            yield Region(lexed.start, lexed.end, str(lexed.lexemes["source"]), check_transcript)


def check_transcript(example: Example) -> str | None:
    """Return what a transcript should have said, or None where it is right."""
    told = retold(str(example.parsed))
    return None if told == str(example.parsed) else f"the program prints\n{told}"


@pytest.fixture(autouse=True)
def _no_settings_from_outside(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    monkeypatch.setenv("INCAN_ODDS_CACHE", str(tmp_path_factory.getbasetemp() / "kept results"))
    for name in ("INCAN_ODDS_EDITION", "INCAN_ODDS_PLAYERS", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)


_pages = Sybil(
    parsers=[PythonCodeBlockParser(), TranscriptParser()],
    patterns=["README.md", "docs/*.md", "docs/course/*.md"],
    setup=_library,
    fixtures=["_no_settings_from_outside"],
)
_docstrings = Sybil(
    parsers=[DocTestParser()],
    patterns=[
        "incan_odds/*.py",
        "incan_odds/*/*.py",
        "incan_odds_cli/*.py",
        "incan_odds_cli/*/*.py",
    ],
    document_types={".py": PythonDocStringDocument},
    setup=_library,
    fixtures=["_no_settings_from_outside"],
)
pytest_collect_file = (_pages + _docstrings).pytest()
