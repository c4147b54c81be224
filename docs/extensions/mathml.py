"""Mathematics as MathML, which a browser shows by itself: no script, and nothing to fetch."""

from __future__ import annotations

import re
from html import escape
from typing import Final

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.writers.html5 import HTML5Translator

NOT_UNDERSTOOD: Final = re.compile(r"<mi>(\\[A-Za-z]+|&)</mi>")
"""What the converter leaves of a command or an environment that it does not know."""

BAR: Final = '<mo stretchy="false">&#x0007C;</mo>'
CLOSE_BAR: Final = BAR.replace("<mo", '<mo lspace="0" rspace="0"')

logger = logging.getLogger(__name__)


def mathml(latex: str, place: nodes.Node, display: str) -> str:
    """Return a formula as MathML; warn of what cannot be written in it."""
    # The converter knows `aligned` by the name of the one environment that looks like it.
    known = latex.replace("{aligned}", "{split}")
    try:
        formula = convert(known, display=display)
    except Exception as error:  # noqa: BLE001 - the converter's errors have nothing in common
        logger.warning("no MathML for %s (%r)", latex, error, location=place)
        return f"<code>{escape(latex)}</code>"
    if unknown := NOT_UNDERSTOOD.search(formula):
        logger.warning("no MathML for %s in %s", unknown[1], latex, location=place)
    # By itself a bar is spaced like a relation, and |K| would fall apart.
    return formula.replace(BAR, CLOSE_BAR)


def visit_inline(translator: HTML5Translator, node: nodes.math) -> None:
    """Write a formula of a sentence."""
    translator.body.append(mathml(node.astext(), node, "inline"))
    raise nodes.SkipNode


def visit_block(translator: HTML5Translator, node: nodes.math_block) -> None:
    """Write a formula that stands by itself."""
    translator.body.append(f'<div class="formula">{mathml(node.astext(), node, "block")}</div>\n')
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, bool]:
    """Let Sphinx know."""
    app.add_html_math_renderer("mathml", (visit_inline, None), (visit_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
