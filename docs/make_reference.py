"""Prints a page of the reference: the modules of one package, each with its first sentence.

    .venv/bin/python docs/make_reference.py incan_odds.stopping > docs/reference/stopping.md

On the site each module of the list is written out from its docstrings; see extensions/pages.py.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import incan_odds

LIBRARY: Final = Path(incan_odds.__file__).parent

SOURCE: Final = "../../odds"
"""Where the sources are, seen from the pages."""

PUBLIC_NAMES: Final = """\
## Public names

These are imported from `incan_odds` itself; [From Python](../python.md) shows them at work."""


def packages() -> dict[str, str]:
    """Return the packages of the library, each with the name of its page."""
    rooms = sorted(file.parent.name for file in LIBRARY.glob("*/__init__.py"))
    return {"incan_odds": "library"} | {f"incan_odds.{room}": room for room in rooms}


def page(package: str) -> str:
    """Return the page of a package."""
    folder = LIBRARY.joinpath(*package.split(".")[1:])
    parts = [f"# {package}", summary(folder / "__init__.py")]
    if package == "incan_odds":
        parts += [PUBLIC_NAMES, "\n".join(public_names())]
    parts += ["## Modules", "\n".join(entry(module) for module in modules(folder))]
    return "\n\n".join(parts) + "\n"


def modules(folder: Path) -> list[Path]:
    """Return the public modules of a package, in the order of their names."""
    return sorted(file for file in folder.glob("*.py") if not file.name.startswith("_"))


def entry(module: Path) -> str:
    """Return the line of a module."""
    return f"- [`{module.stem}`]({link(module)}): {summary(module)}"


def public_names() -> Iterator[str]:
    """Yield the table of the names of `incan_odds`, by the module each comes from."""
    yield "| name | from |"
    yield "|---|---|"
    owners = {file: set(defined(file)) for file in sorted(LIBRARY.rglob("*.py"))}
    for file, owned in owners.items():
        if names := sorted(owned.intersection(incan_odds.__all__)):
            module = ".".join(file.relative_to(LIBRARY).with_suffix("").parts)
            linked = " ".join(f"[`{name}`]({link(file)})" for name in names)
            yield f"| {linked} | `{module}` |"


def defined(file: Path) -> Iterator[str]:
    """Yield the names that a module defines."""
    for node in parsed(file).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id


def summary(file: Path) -> str:
    """Return the first paragraph of a module's docstring, in one line."""
    docstring = ast.get_docstring(parsed(file)) or ""
    return " ".join(docstring.split("\n\n")[0].split())


def parsed(file: Path) -> ast.Module:
    """Return a module as a tree."""
    return ast.parse(file.read_text(encoding="utf-8"))


def link(file: Path) -> str:
    """Return the way to a source file from a page of the reference."""
    return "/".join((SOURCE, "incan_odds", *file.relative_to(LIBRARY).parts))


if __name__ == "__main__":
    sys.stdout.write(page(sys.argv[1]))
