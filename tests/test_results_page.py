"""The page of results, as it is committed, is what the program prints now."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"


def test_the_page_of_results_is_what_the_program_prints_now():
    spec = spec_from_file_location("make_results", DOCS / "make_results.py")
    program = module_from_spec(spec)
    spec.loader.exec_module(program)
    assert (DOCS / "results.md").read_text(encoding="utf-8") == program.page()
