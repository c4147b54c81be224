"""Docstrings are plain text: what they mean is said here to Sphinx, which would read more in it."""

from __future__ import annotations

import importlib
import re
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from docutils.nodes import Element
    from sphinx.application import Sphinx
    from sphinx.domains import Domain

OF_PYTHON: Final = re.compile(r"Alias for field number \d+")
"""What Python says of a field that has no docstring."""

PROMPT: Final = ">>>"


def plain(
    app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]
) -> None:
    """Turn the lines of a docstring into what Sphinx reads."""
    lines[:] = [] if OF_PYTHON.fullmatch("\n".join(lines).strip()) else marked(lines)


def marked(lines: list[str]) -> list[str]:
    """Mark each indented block as one that is shown as it stands, and each bar as a bar.

    >>> marked(["The chance is", "", "    1 / |Z|", "", "for |Z| cards."])
    ['The chance is', '', '::', '', '    1 / |Z|', '', 'for \\\\|Z\\\\| cards.']
    """
    told: list[str] = []
    inside = example = False
    for number, line in enumerate(lines):
        begins = number > 0 and not lines[number - 1] and bool(line)
        if begins:
            example = line.startswith(PROMPT)
            if line.startswith("    ") and not inside:
                told += ["::", ""]
            inside = line.startswith("    ")
        told.append(line if inside or example else line.replace("|", "\\|"))
    return told


def names_a_type_variable(app: Sphinx, domain: Domain, node: Element) -> bool | None:
    """Answer whether a name without an entry is a type variable, which has none by its nature.

    `None` leaves the warning to Sphinx.
    """
    module, _, name = str(node.get("reftarget", "")).rpartition(".")
    try:
        named = getattr(importlib.import_module(module), name)
    except (ImportError, ValueError, AttributeError):
        return None
    return isinstance(named, TypeVar) or None


def setup(app: Sphinx) -> dict[str, bool]:
    """Let Sphinx know."""
    app.connect("autodoc-process-docstring", plain)
    app.connect("warn-missing-reference", names_a_type_variable)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
