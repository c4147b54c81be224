"""How an expression is written: as one line of ASCII, or in LaTeX.

Both ways put brackets by the same ranks: a sum binds least, then products and quotients, then
powers. Nothing here knows what an expression is worth; rounding is done by whoever shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final, NamedTuple
from unicodedata import normalize

from incan_odds.teaching.expression import (
    Choose,
    Expression,
    Floor,
    Letter,
    Minus,
    Name,
    Number,
    Power,
    Product,
    Quotient,
    Remainder,
    Rounded,
    Series,
    Sum,
)


class Rounding(NamedTuple):
    """How numbers are rounded for a person."""

    points: Callable[[Fraction], str]
    chance: Callable[[Fraction], str]


EXACTLY: Final = Rounding(str, str)
"""Nothing is rounded."""

_SUM, _PRODUCT, _POWER, _ATOM = range(4)


def text(expression: Expression, rounding: Rounding = EXACTLY) -> str:
    """Return an expression as one line of ASCII.

    >>> text(over(times(Number(8), plus(Number(25), Minus(Number(4)))), Letter("U")))
    '8*(25 - 4)/U'
    """
    match expression:
        case Number(exact):
            return str(exact)
        case Rounded(exact, unit):
            return rounding.points(exact) if unit == "points" else rounding.chance(exact)
        case Letter(name) | Name(name, _):
            return name
    return _operation(expression, rounding)


def _operation(expression: Expression, rounding: Rounding) -> str:
    match expression:
        case Minus(what):
            return f"-{_bracketed(what, _PRODUCT, rounding)}"
        case Sum(parts):
            signed = map(_sign, parts)
            terms = [(sign, _bracketed(term, _PRODUCT, rounding)) for sign, term in signed]
            return " ".join(_signed(terms))
        case Product(parts):
            written = [_bracketed(part, _PRODUCT, rounding, product=True) for part in parts]
            return _joined(parts, written, "*")
        case Quotient((above, below)):
            # 8*25/25 needs no brackets above, but whatever is not one thing needs them below.
            lower = _bracketed(below, _POWER, rounding)
            return f"{_bracketed(above, _PRODUCT, rounding)}/{lower}"
        case Power((base, exponent)):
            raised = _bracketed(exponent, _ATOM, rounding)
            return f"{_bracketed(base, _ATOM, rounding)}^{raised}"
        case Choose((many, some)):
            return f"C({text(many, rounding)}, {text(some, rounding)})"
        case Floor((what,)):
            return f"floor({text(what, rounding)})"
        case Remainder((what, by)):
            upper = _bracketed(what, _POWER, rounding)
            return f"({upper} mod {_bracketed(by, _POWER, rounding)})"
        case Series(term, index, first, last):
            bounds = f"{index} = {text(first, rounding)}..{text(last, rounding)}"
            return f"Sum({text(term, rounding)}, {bounds})"
    raise TypeError(f"no notation for {type(expression).__name__}")


def latex(expression: Expression, rounding: Rounding = EXACTLY) -> str:
    r"""Return an expression in LaTeX, to stand in mathematics mode.

    >>> latex(over(4, 26)), latex(choose(25, 2)), latex(times(Letter("d"), Letter("B")))
    ('\\frac{4}{26}', '\\binom{25}{2}', 'd \\cdot B')
    """
    match expression:
        case Number(exact):
            value = Fraction(exact)
            sign = "-" if value < 0 else ""
            whole = value.denominator == 1
            fraction = rf"\frac{{{abs(value.numerator)}}}{{{value.denominator}}}"
            return str(exact) if whole else sign + fraction
        case Rounded():
            return rf"\text{{{escaped(text(expression, rounding))}}}"
        case Letter(name):
            letter, _, index = name.partition("_")
            return f"{letter}_{{{index}}}" if index else letter
        case Name(_, written):
            return written
    return _latex_operation(expression, rounding)


def _latex_operation(expression: Expression, rounding: Rounding) -> str:
    match expression:
        case Minus(what):
            return f"-{_grouped(what, _PRODUCT, rounding)}"
        case Sum(parts):
            return " ".join(latex_terms(parts, rounding))
        case Product(parts):
            written = [_grouped(part, _PRODUCT, rounding) for part in parts]
            return _joined(parts, written, r" \cdot ")
        case Quotient((above, below)):
            return rf"\frac{{{latex(above, rounding)}}}{{{latex(below, rounding)}}}"
        case Power((base, exponent)):
            return f"{_grouped(base, _ATOM, rounding)}^{{{latex(exponent, rounding)}}}"
        case Choose((many, some)):
            return rf"\binom{{{latex(many, rounding)}}}{{{latex(some, rounding)}}}"
        case Floor((what,)):
            return rf"\left\lfloor {latex(what, rounding)} \right\rfloor"
        case Remainder((what, by)):
            upper = _grouped(what, _POWER, rounding)
            return rf"({upper} \bmod {_grouped(by, _POWER, rounding)})"
        case Series(term, index, first, last):
            bounds = rf"\sum_{{{index}={latex(first, rounding)}}}^{{{latex(last, rounding)}}}"
            return rf"{bounds} {_grouped(term, _PRODUCT, rounding)}"
    raise TypeError(f"no notation for {type(expression).__name__}")


def latex_terms(terms: Sequence[Expression], rounding: Rounding = EXACTLY) -> list[str]:
    r"""Return the terms of a sum in LaTeX, each with the sign before it.

    >>> latex_terms([Letter("R"), Minus(times(Letter("d"), Letter("B")))])
    ['R', '- d \\cdot B']
    """
    signed = map(_sign, terms)
    return _signed([(sign, _grouped(term, _PRODUCT, rounding)) for sign, term in signed])


def rank_of(expression: Expression) -> int:
    """Return how strongly an expression holds together: sums least, letters and numbers most."""
    match expression:
        case Sum() | Minus():
            return _SUM
        case Number(exact):
            return _SUM if exact < 0 else _ATOM if Fraction(exact).denominator == 1 else _PRODUCT
        case Product() | Quotient() | Series():
            return _PRODUCT
        case Power():
            return _POWER
    return _ATOM


def _bracketed(part: Expression, least: int, rounding: Rounding, product: bool = False) -> str:
    written = text(part, rounding)
    # A fraction among factors: 3*(2/13).
    loose = product and rank_of(part) == _PRODUCT and not isinstance(part, Product)
    return f"({written})" if rank_of(part) < least or loose else written


def _grouped(part: Expression, least: int, rounding: Rounding) -> str:
    written = latex(part, rounding)
    return rf"\left({written}\right)" if rank_of(part) < least else written


def _sign(term: Expression) -> tuple[str, Expression]:
    """Return the sign of a term in a sum, and what follows it."""
    if isinstance(term, Minus):
        return "-", term.what
    if isinstance(term, Number) and term.exact < 0:
        return "-", Number(-term.exact)
    return "+", term


def _signed(terms: list[tuple[str, str]]) -> list[str]:
    (first_sign, first), *others = terms
    written = [first if first_sign == "+" else f"-{first}"]
    return [*written, *(f"{sign} {term}" for sign, term in others)]


def _joined(parts: tuple[Expression, ...], written: list[str], sign: str) -> str:
    """Write factors side by side: 3x without a sign between them, 3*4 with one."""
    line = written[0]
    for before, part, factor in zip(parts, parts[1:], written[1:], strict=False):
        lettered = part.parts[0] if isinstance(part, Power) else part
        beside = isinstance(before, Number) and isinstance(lettered, Letter)
        line += factor if beside else f"{sign}{factor}"
    return line


_SPECIAL: Final = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': "''",
    "ß": r"\ss{}",
    **{sign: f"\\{sign}" for sign in "#$%&_{}"},
}

_ACCENTS: Final = dict(
    zip(
        "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030c\u0327",
        "`'^~=u.\"rvc",
        strict=True,
    )
)
"""Each accent as Unicode writes it after its letter, and LaTeX before it."""


def escaped(words: str) -> str:
    r"""Return words as plain LaTeX prints them; a letter that it lacks by its number.

    >>> escaped("fire_trap & 100 %"), escaped("Éboulement"), escaped("蛇й")
    ('fire\\_trap \\& 100 \\%', "\\'{E}boulement", 'U+86C7U+0439')
    """
    return "".join(map(_letter, normalize("NFC", words)))


def _letter(sign: str) -> str:
    """Return one letter as plain LaTeX prints it: with accents, if it has all of them."""
    decomposed = normalize("NFD", sign)
    base, accents = decomposed[0], decomposed[1:]
    if accents and base.isascii() and all(accent in _ACCENTS for accent in accents):
        for accent in accents:
            base = f"\\{_ACCENTS[accent]}{{{base}}}"
        return base
    return _SPECIAL.get(sign) or (sign if sign.isascii() else f"U+{ord(sign):04X}")
