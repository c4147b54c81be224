"""Looks over the finished site: a page must load nothing from another host."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from sphinx.application import Sphinx
from sphinx.util import logging

LOADED: Final = re.compile(
    r"<(?:script|link|img|iframe|source)\b[^>]*=\s*[\"'](?:https?:)?//[^>]*>"
)
IMPORTED: Final = re.compile(r"(?:@import|url\()[^;)]*(?:https?:)?//[^;)]*")

logger = logging.getLogger(__name__)


def look(app: Sphinx, failure: Exception | None) -> None:
    """Warn of every page and style sheet that loads something from another host."""
    for kind, pattern in (("html", LOADED), ("css", IMPORTED)):
        for file in sorted(Path(app.outdir).rglob(f"*.{kind}")):
            for found in pattern.findall(file.read_text(encoding="utf-8")):
                logger.warning("%s loads from another host: %s", file.name, found)


def setup(app: Sphinx) -> dict[str, bool]:
    """Let Sphinx know."""
    app.connect("build-finished", look)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
