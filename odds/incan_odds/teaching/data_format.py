"""A working as data for JSON: every expression as text, in LaTeX, and with its exact value."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from incan_odds.teaching.expression import Expression, Number
from incan_odds.teaching.layout import chain, sentence, shown_sides
from incan_odds.teaching.notation import EXACTLY, latex, text
from incan_odds.teaching.working import (
    Block,
    Cell,
    Conclusion,
    Equation,
    Equations,
    Grid,
    Heading,
    Sentence,
    Tree,
    Working,
)


def data(working: Working, exact: Callable[[Fraction], Any]) -> list[dict[str, Any]]:
    """Return the title and the blocks of a working as JSON knows them.

    `exact` writes a chance or a value. Counts are integers. An expression comes as text, in LaTeX,
    and with its value.

    >>> data(Working("", (Equations((equation(U, Number(26)),)),)), str)[1]["lines"][0]["text"]
    'U = 26'
    """
    blocks = (Heading(working.title), *working.blocks)
    return [_data_of_block(block, exact) for block in blocks]


def _data_of_block(block: Block, exact: Callable[[Fraction], Any]) -> dict[str, Any]:
    match block:
        case Heading(words):
            return {"type": "heading", "text": words}
        case Sentence(parts):
            return {"type": "sentence", "text": sentence(parts)}
        case Conclusion(verdict, parts):
            return {"type": "conclusion", "verdict": verdict, "text": sentence(parts)}
        case Equations(equations):
            return {"type": "equations", "lines": [_data_of(line, exact) for line in equations]}
        case Grid(head, rows, summed):
            return {
                "type": "table",
                "head": [sentence([cell]) for cell in head],
                "rows": [[_data_of_cell(cell, exact) for cell in row] for row in rows],
                "summed": summed,
            }
        case Tree(root, branches):
            return {
                "type": "tree",
                "root": sentence(root),
                "branches": [
                    {
                        "card": card,
                        "chance": _expression(chance, exact),
                        "after": None if after is None else _data_of(after, exact),
                    }
                    for chance, card, after in branches
                ],
            }


def _data_of(line: Equation, exact: Callable[[Fraction], Any]) -> dict[str, Any]:
    return {
        "text": chain(line),
        "follows": line.follows,
        "left": _expression(line.left, exact),
        "sides": [
            {
                "relation": side.relation,
                **_expression(side.expression, exact),
                "note": side.note or None,
            }
            for side in shown_sides(line, EXACTLY)
        ],
    }


def _data_of_cell(cell: Cell, exact: Callable[[Fraction], Any]) -> Any:
    if isinstance(cell, str):
        return cell
    if isinstance(cell, Equation):
        return _data_of(cell, exact)
    if isinstance(cell, Number):
        return cell.exact if isinstance(cell.exact, int) else exact(cell.exact)
    return _expression(cell, exact)


def _expression(expression: Expression, exact: Callable[[Fraction], Any]) -> dict[str, Any]:
    value = expression.value
    return {
        "text": text(expression),
        "latex": latex(expression),
        "value": None if value is None else exact(value),
    }
