"""The pages that a program prints are committed as it prints them now."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"


@pytest.mark.parametrize("name", ["results", "game"])
def test_a_page_is_what_its_program_prints_now(name):
    spec = spec_from_file_location(f"make_{name}", DOCS / f"make_{name}.py")
    program = module_from_spec(spec)
    spec.loader.exec_module(program)
    assert (DOCS / f"{name}.md").read_text(encoding="utf-8") == program.page()
