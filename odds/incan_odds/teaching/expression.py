"""Expressions as they are written: nothing is worked out or cancelled until somebody asks.

An `Expression` knows how it is built, what it is worth, and how to take numbers for its letters.
How it looks as text or in LaTeX is in `incan_odds.teaching.notation`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb, prod
from typing import Literal

Numbers = Mapping[str, "int | Fraction | Expression"]
"""What to write for each letter: a number, or what it comes from."""

Many = tuple["Expression", ...]


class Expression:
    """Something that is written, and may be worth a number."""

    __slots__ = ()

    @property
    def value(self) -> Fraction | None:
        """What it is worth; None while there are letters in it."""
        raise NotImplementedError

    def put(self, numbers: Numbers) -> Expression:
        """Return the same with these numbers written for the letters."""
        return self


@dataclass(frozen=True, slots=True)
class Number(Expression):
    """A count as an `int`, a chance or a value as a `Fraction` in lowest terms."""

    exact: int | Fraction

    @property
    def value(self) -> Fraction:
        """The number itself."""
        return Fraction(self.exact)


@dataclass(frozen=True, slots=True)
class Rounded(Expression):
    """A number that is shown rounded: in points, or as a percentage and one in so many."""

    exact: Fraction
    unit: Literal["points", "chance"]

    @property
    def value(self) -> Fraction:
        """The number before it was rounded."""
        return self.exact


@dataclass(frozen=True, slots=True)
class Letter(Expression):
    """A letter that stands for a number; `m_1` has an index."""

    name: str

    @property
    def value(self) -> None:
        """Not known."""
        return None

    def put(self, numbers: Numbers) -> Expression:
        """Return what is given for it, or the letter itself."""
        given = numbers.get(self.name, self)
        return given if isinstance(given, Expression) else Number(given)


@dataclass(frozen=True, slots=True)
class Name(Expression):
    """What an equation is about, in words or in the signs of mathematics: P(bust)."""

    text: str
    latex: str

    @property
    def value(self) -> None:
        """A name has none."""
        return None


@dataclass(frozen=True, slots=True)
class Minus(Expression):
    """What is taken away, as a term of a sum."""

    what: Expression

    @property
    def value(self) -> Fraction | None:
        """The negative."""
        value = self.what.value
        return None if value is None else -value

    def put(self, numbers: Numbers) -> Expression:
        """Return the same with numbers."""
        return Minus(self.what.put(numbers))


@dataclass(frozen=True, slots=True)
class _Several(Expression):
    """An operation on several expressions, in the order in which they are written."""

    parts: Many

    def put(self, numbers: Numbers) -> Expression:
        """Return the same with numbers."""
        return type(self)(tuple(part.put(numbers) for part in self.parts))

    def _worked_out(self, operation: Callable[[list[Fraction]], Fraction]) -> Fraction | None:
        values = [part.value for part in self.parts]
        known = [value for value in values if value is not None]
        return operation(known) if len(known) == len(values) else None


class Sum(_Several):
    """Terms added up, and with `Minus` taken away."""

    __slots__ = ()

    @property
    def value(self) -> Fraction | None:
        """The sum."""
        return self._worked_out(lambda terms: sum(terms, Fraction(0)))


class Product(_Several):
    """Factors multiplied."""

    __slots__ = ()

    @property
    def value(self) -> Fraction | None:
        """The product."""
        return self._worked_out(lambda factors: prod(factors, start=Fraction(1)))


class Quotient(_Several):
    """One over another, not cancelled: 4/26."""

    __slots__ = ()

    @property
    def value(self) -> Fraction | None:
        """The quotient in lowest terms."""
        return self._worked_out(lambda pair: pair[0] / pair[1])


class Power(_Several):
    """A base and its exponent, a whole number from 0 on."""

    __slots__ = ()

    @property
    def value(self) -> Fraction | None:
        """The power."""
        return self._worked_out(lambda pair: pair[0] ** int(pair[1]))


class Choose(_Several):
    """The number of ways to choose so many: C(25, 3), whole numbers from 0 on."""

    __slots__ = ()

    @property
    def value(self) -> Fraction | None:
        """The binomial coefficient."""
        return self._worked_out(lambda pair: Fraction(comb(int(pair[0]), int(pair[1]))))


class Floor(_Several):
    """What is left of a number without its fraction."""

    __slots__ = ()

    @property
    def value(self) -> Fraction | None:
        """The largest whole number that is not larger."""
        return self._worked_out(lambda single: Fraction(single[0] // 1))


class Remainder(_Several):
    """What a division leaves over: 7 mod 3."""

    __slots__ = ()

    @property
    def value(self) -> Fraction | None:
        """The remainder."""
        return self._worked_out(lambda pair: pair[0] % pair[1])


@dataclass(frozen=True, slots=True)
class Series(Expression):
    """A sum over an index that is not written out: Sum(m_i*w_i, i = 1..12)."""

    term: Expression
    index: str
    first: Expression
    last: Expression

    @property
    def value(self) -> None:
        """Not known before it is written out."""
        return None


def plus(*terms: Expression) -> Expression:
    """Return the sum of these terms, which is the term itself where there is one.

    >>> plus(Number(2), Minus(Number(5))).value
    Fraction(-3, 1)
    """
    return terms[0] if len(terms) == 1 else Sum(terms) if terms else Number(0)


def times(*factors: Expression) -> Expression:
    """Return the product of these factors, which is the factor itself where there is one."""
    return factors[0] if len(factors) == 1 else Product(factors) if factors else Number(1)


def over(above: Expression | int, below: Expression | int) -> Expression:
    """Return one over the other, as it is written before anything cancels.

    >>> over(4, 26).value
    Fraction(2, 13)
    """
    return Quotient((_expression(above), _expression(below)))


def choose(many: Expression | int, some: Expression | int) -> Expression:
    """Return the number of ways to choose `some` of `many`.

    >>> choose(25, 2).value
    Fraction(300, 1)
    """
    return Choose((_expression(many), _expression(some)))


def power(base: Expression | int, exponent: Expression | int) -> Expression:
    """Return a power as it is written.

    >>> power(3, 2).value
    Fraction(9, 1)
    """
    return Power((_expression(base), _expression(exponent)))


def _expression(part: Expression | int) -> Expression:
    return Number(part) if isinstance(part, int) else part
