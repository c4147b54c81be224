"""How Sphinx builds the site from these pages.

    .venv/bin/python -m sphinx -W -n --keep-going -b html docs site

The pages are plain Markdown, which reads as well in a repository as here. What the site needs
besides is in `extensions/`.
"""

from __future__ import annotations

import importlib.metadata
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
for folder in (HERE, HERE.parent / "odds", HERE.parent / "cli"):
    sys.path.insert(0, str(folder))

project = "incan-odds"
author = "The incan-odds authors"
try:
    release = importlib.metadata.version("incan-odds")
except importlib.metadata.PackageNotFoundError:
    release = ""

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "extensions.docstrings",
    "extensions.mathml",
    "extensions.offline",
    "extensions.pages",
]
exclude_patterns = ["_static", "extensions"]

myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 4

autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "undoc-members": True}
add_module_names = False
# In a docstring `stay` is code, as it is in Markdown.
default_role = "code"

# Types of Python itself and of other libraries are documented elsewhere.
nitpick_ignore_regex = [("py:.*", r"(?!incan_odds\.).*")]
# A type that is imported for the type checker alone is known by its bare name, which two may have.
suppress_warnings = ["ref.python"]

html_theme = "furo"
html_title = "incan-odds"
html_static_path = ["_static"]
html_css_files = ["site.css", ("print.css", {"media": "print"})]
html_math_renderer = "mathml"
html_show_copyright = False
html_copy_source = False
html_show_sourcelink = False
# What a page says is typed as it is meant: two hyphens are an option.
smartquotes = False
