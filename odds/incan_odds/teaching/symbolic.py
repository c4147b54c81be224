"""The formulas in letters, derived by SymPy: the only module that knows it.

Each result is turned into an expression as the workings write them, so that numbers put into it
are put into what SymPy found. It takes half a second to load, and is loaded where it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

import sympy

from incan_odds.teaching.expression import (
    Choose,
    Expression,
    Floor,
    Letter,
    Minus,
    Number,
    Power,
    Quotient,
    Remainder,
    Series,
    plus,
    times,
)
from incan_odds.teaching.formulas import Formulas
from incan_odds.teaching.notation import text

_POSITIVE: Final[dict[str, Any]] = {"positive": True, "integer": True}


def symbol(name: str) -> Any:
    """Return the letter of that name, which stands for a positive whole number."""
    return sympy.Symbol(name, **_POSITIVE)


@cache
def derived() -> Formulas:
    """Return the formulas of the workings, derived from the tree of one card.

    >>> text(derived().one_more), text(derived().advantage), text(derived().bound)
    ('(B*(U - d) + R)/U', '(R - d*B)/U', 'W/(d + 1)')
    """
    u, d, b, r, w, v, n, s, j, m = (symbol(name) for name in "UdBRWvnsjm")
    # Of U equally likely cards d leave nothing and the others keep B; together they add R.
    one_more = sympy.together(d / u * 0 + (u - d) / u * b + r / u)
    advantage = sympy.together(sympy.expand(one_more - b))
    needed = sympy.numer(advantage).subs(r, w - b)
    (bound,) = sympy.solve(sympy.Eq(needed, 0), b)
    after = advantage.subs({b: b + s, r: r - s, u: u - j}, simultaneous=True)
    draws = sympy.binomial(u, j)
    return Formulas(
        letters=True,
        chance=neutral(m / u),
        share=neutral(sympy.floor(v / n) + sympy.Mod(v, n)),
        all_gains=all_gains,
        gain=neutral(r / u),
        one_more=neutral(one_more),
        advantage=neutral(advantage),
        danger=neutral(sympy.numer(advantage).coeff(d) * -d),
        everything=neutral(b + r),
        bound=neutral(bound),
        after_a_set=neutral(after),
        passing=neutral(m / draws),
        one_step=neutral(m / ((u - j) * draws)),
    )


def all_gains(cards: int) -> Expression:
    """Return R in letters, written out from the series.

    >>> text(all_gains(3))
    'm_1*w_1 + m_2*w_2 + m_3*w_3'
    """
    i, term = _term()
    return plus(*(neutral(term.subs(i, place)) for place in range(1, cards + 1)))


def series_of_gains(cards: int) -> Expression:
    """Return R in letters as a series.

    >>> text(series_of_gains(12))
    'Sum(m_i*w_i, i = 1..12)'
    """
    i, term = _term()
    return neutral(sympy.Sum(term, (i, 1, cards)))


def _term() -> tuple[Any, Any]:
    i = sympy.Symbol("i", integer=True)
    return i, sympy.IndexedBase("m")[i] * sympy.IndexedBase("w")[i]


def generating_function(classes: int) -> Any:
    """Return (1 + x)^a * (1 + c_1*x)^m_1 * ... for so many classes of hazards that are alike.

    The letters are a, c_1, m_1, ..., or c and m where there is one class.
    """
    x, a = symbol("x"), symbol("a")
    factors = [(1 + c * x) ** m for c, m in map(_class, _numbered(classes))]
    return sympy.Mul((1 + x) ** a, *factors)


def coefficient(more: int, classes: int) -> Expression:
    """Return the coefficient of x^more in the generating function, in letters.

    >>> text(coefficient(2, 1))
    'C(a, 2) + a*c*m + c^2*C(m, 2)'
    """
    x, a = symbol("x"), symbol("a")
    powers = range(more + 1)
    # The binomial theorem, factor by factor, as far as is needed.
    found = sum(sympy.binomial(a, k) * x**k for k in powers)
    for c, m in map(_class, _numbered(classes)):
        found *= sum(sympy.binomial(m, k) * (c * x) ** k for k in powers)
    terms = sympy.Add.make_args(sympy.expand(found).coeff(x, more))
    copies = [c for c, _ in map(_class, _numbered(classes))]
    # The fewer hazards, the earlier.
    ordered = sorted(terms, key=lambda term: sum(sympy.degree(term, c) for c in copies))
    return plus(*map(neutral, ordered))


def _numbered(classes: int) -> list[str]:
    return [""] if classes == 1 else [f"_{number}" for number in range(1, classes + 1)]


def _class(index: str) -> tuple[Any, Any]:
    return symbol(f"c{index}"), symbol(f"m{index}")


def polynomial(harmless: int, copies: Sequence[int]) -> tuple[int, ...]:
    """Return the coefficients of (1 + x)^harmless times (1 + c*x) for each c, multiplied out.

    >>> polynomial(2, [3])
    (1, 5, 7, 3)
    """
    classes = sorted(set(copies))
    numbers: dict[Any, int] = {symbol("a"): harmless}
    for (c, m), number in zip(map(_class, _numbered(len(classes))), classes, strict=True):
        numbers |= {c: number, m: list(copies).count(number)}
    found = generating_function(len(classes)).subs(numbers)
    coefficients = sympy.Poly(found, symbol("x")).all_coeffs()
    return tuple(int(number) for number in reversed(coefficients))


def neutral(found: Any) -> Expression:
    """Return what SymPy found as an expression of the workings.

    Raises `TypeError` where it holds something that no working needs.

    >>> text(neutral(sympy.binomial(symbol("U"), 2) / 3))
    'C(U, 2)/3'
    """
    if found.is_Integer:
        return Number(int(found))
    if found.is_Symbol:
        return Letter(found.name)
    if found.is_Add:
        return plus(*sorted(map(neutral, found.as_ordered_terms()), key=_place_of_term))
    above, below = sympy.fraction(found)
    if below != 1:
        return Quotient((neutral(above), neutral(below)))
    if found.is_Mul:
        return _product(found)
    if isinstance(found, sympy.Indexed):
        return Letter(f"{found.base.label}_{found.indices[0]}")
    if isinstance(found, sympy.Sum):
        term, (index, first, last) = found.args
        return Series(neutral(term), index.name, neutral(first), neutral(last))
    operation = _OPERATIONS.get(found.func)
    if operation is None:
        raise TypeError(f"no expression for {found}")
    return operation(tuple(neutral(part) for part in found.args))


_OPERATIONS: Final[dict[Any, Callable[[tuple[Expression, ...]], Expression]]] = {
    sympy.Pow: Power,
    sympy.binomial: Choose,
    sympy.floor: Floor,
    sympy.Mod: Remainder,
}
"""What stands for each function of SymPy."""


def _product(found: Any) -> Expression:
    coefficient, rest = found.as_coeff_Mul()
    if coefficient < 0:
        return Minus(neutral(-found))
    factors: list[Expression] = [] if coefficient == 1 else [Number(int(coefficient))]
    factors += sorted(map(neutral, sympy.Mul.make_args(rest)), key=_place_of_factor)
    return times(*factors)


def _place_of_term(term: Expression) -> tuple[bool, bool, bool]:
    """Write what is added before what is taken away; d + 1, but 1 + x; a share before the rest."""
    return isinstance(term, Minus), "x" in text(term), isinstance(term, Remainder)


def _place_of_factor(factor: Expression) -> tuple[int, int, str]:
    """Write small letters before capitals, and both before what is put together."""
    written = text(factor)
    place = 2 if not isinstance(factor, Letter) else 1 if written.isupper() else 0
    return place, len(written), written
