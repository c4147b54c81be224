"""The pages that a program prints are committed as it prints them now."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"
sys.path.insert(0, str(DOCS))
PAGES = import_module("make_pages").PAGES


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_what_its_program_prints_now(name):
    assert (DOCS / name).read_text(encoding="utf-8") == PAGES[name]()
