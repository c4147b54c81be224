"""What the plain Markdown pages become in the site.

The contents are the links of `index.md`, in its groups. A link to a module of the library, which
in a repository leads to its source, becomes its reference from the docstrings. The two pages that
stand beside the README are taken in.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sphinx.application import Sphinx

OUTSIDE: Final = {"contributing": "../CONTRIBUTING.md", "changes": "../CHANGELOG.md"}
"""The pages of the site whose text stands outside of this folder."""

GROUP: Final = re.compile(r"^## (.+)$")
LINK: Final = re.compile(r"\]\(([^)#:]+)\.md\)")
MODULE: Final = re.compile(r"^- \[`[\w.]+`\]\(([^)]+\.py)\).*$", re.MULTILINE)
NAME: Final = re.compile(r"\[`(\w+)`\]\(([^)]+\.py)\)")


def rewrite(app: Sphinx, docname: str, source: list[str]) -> None:
    """Turn the text of a page into what Sphinx builds."""
    source[0] = built(docname, source[0])


def built(page: str, text: str) -> str:
    """Return the text of a page of the site, whose text in the repository is given.

    >>> print(built("python", "See [Contributing](../CONTRIBUTING.md)."))
    See [Contributing](contributing.md).
    """
    if page in OUTSIDE:
        return f"```{{include}} {OUTSIDE[page]}\n:relative-docs: docs/\n```\n"
    for name, outside in OUTSIDE.items():
        text = text.replace(f"{outside})", f"{name}.md)").replace(f"{outside}#", f"{name}.md#")
    if page == "index":
        text += contents(text)
    if page.startswith("reference/"):
        text = MODULE.sub(lambda found: reference(module_of(found[1])), text)
        text = NAME.sub(lambda found: f"{{py:obj}}`~{module_of(found[2])}.{found[1]}`", text)
    return text


def contents(index: str) -> str:
    """Return the table of contents: for each group of the index, the pages it links to."""
    parts = []
    caption = ""
    pages: list[str] = []
    for line in [*index.splitlines(), "## the end"]:
        if group := GROUP.match(line):
            if pages:
                parts.append("\n".join(["```{toctree}", ":hidden:", f":caption: {caption}", ""]))
                parts.append("\n".join([*pages, "```", ""]))
            caption, pages = group[1], []
        pages += LINK.findall(line)
    return "\n\n" + "\n".join(parts)


def module_of(path: str) -> str:
    """Return the name of the module in a source file of the library.

    >>> module_of("../../odds/incan_odds/stopping/solver.py")
    'incan_odds.stopping.solver'
    """
    parts = PurePosixPath(path).with_suffix("").parts
    return ".".join(parts[parts.index("incan_odds") :])


def reference(module: str) -> str:
    """Return the section of a module, from its docstrings."""
    return f"### {module}\n\n```{{eval-rst}}\n.. automodule:: {module}\n```\n"


def setup(app: Sphinx) -> dict[str, bool]:
    """Let Sphinx know."""
    app.connect("source-read", rewrite)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
