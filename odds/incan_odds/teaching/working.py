"""A working: what stands on the blackboard, block by block, before anybody has chosen a format.

Knows headings, sentences, equations, tables, the tree of one card, and the conclusion.
An equation that does not hold cannot be made. How blocks look is up to `teaching.formats`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import gcd
from operator import eq, ge, gt, le, lt
from typing import Any, Final, Literal, NamedTuple

from incan_odds.teaching.expression import (
    Expression,
    Name,
    Number,
    Rounded,
)
from incan_odds.teaching.notation import escaped, text

Relation = Literal["=", "<", ">", "<=", ">=", "~"]
"""What stands between two sides; `~` is "about", before a number that is shown rounded."""

_HOLDS: Final[dict[Relation, Callable[[Any, Any], bool]]] = {
    "=": eq,
    "<": lt,
    ">": gt,
    "<=": le,
    ">=": ge,
    "~": eq,
}


class Side(NamedTuple):
    """One more side of an equation."""

    relation: Relation
    expression: Expression
    note: str = ""
    """What was done to come to it."""


@dataclass(frozen=True, slots=True)
class Equation:
    """A chain of equations or inequalities: P(bust) = 4/26 = 2/13.

    Raises `ValueError` where two neighbours that are both known do not stand in their relation.

    >>> Equation(Number(4), (Side("<", Number(3)),))
    Traceback (most recent call last):
        ...
    ValueError: 4 < 3 does not hold
    """

    left: Expression
    sides: tuple[Side, ...] = ()
    follows: bool = False
    """Whether it is equivalent to the equation before it."""

    def __post_init__(self) -> None:
        sides = [Side("=", self.left), *self.sides]
        # A side whose value is not known is passed over: it equals one of its neighbours.
        known = [(side, side.expression.value) for side in sides]
        for (before, left), (after, right) in pairwise(
            pair for pair in known if pair[1] is not None
        ):
            if not _HOLDS[after.relation](left, right):
                first, second = text(before.expression), text(after.expression)
                raise ValueError(f"{first} {after.relation} {second} does not hold")


Part = str | Expression | Equation
"""A part of a sentence."""


class Heading(NamedTuple):
    """The title of what follows."""

    words: str


class Sentence(NamedTuple):
    """A sentence or more, with mathematics in it."""

    parts: tuple[Part, ...]


class Conclusion(NamedTuple):
    """The answer, which stands out: a word such as STAY, and why."""

    verdict: str
    parts: tuple[Part, ...]


class Equations(NamedTuple):
    """Equations below one another."""

    lines: tuple[Equation, ...]


Cell = str | Expression | Equation
"""What stands in one place of a table: a word, a number as it is written, an inequality."""


class Grid(NamedTuple):
    """A table: words stand left, numbers right."""

    head: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    summed: bool = False
    """Whether the last row is what the others come to."""


class Branch(NamedTuple):
    """One way that the next card can go."""

    chance: Expression
    card: str
    after: Equation | None
    """What you hold then; None where nobody asks."""


class Tree(NamedTuple):
    """The tree of one card: where it starts, and a branch for each card that can come."""

    root: tuple[Part, ...]
    branches: tuple[Branch, ...]


Block = Heading | Sentence | Conclusion | Equations | Grid | Tree


@dataclass(frozen=True, slots=True)
class Working:
    """The whole working of one answer."""

    title: str
    blocks: tuple[Block, ...]

    @property
    def conclusion(self) -> Conclusion:
        """The last thing that it says."""
        return next(block for block in reversed(self.blocks) if isinstance(block, Conclusion))

    @property
    def equations(self) -> tuple[Equation, ...]:
        """Every equation that stands in a block of equations."""
        blocks = [block for block in self.blocks if isinstance(block, Equations)]
        return tuple(line for block in blocks for line in block.lines)


def say(words: str, *parts: Part) -> Sentence:
    """Return a sentence with a part in the place of each `{}`.

    >>> say("{} of {} cards are deadly.", Number(4), Number(26)).parts
    (Number(exact=4), ' of ', Number(exact=26), ' cards are deadly.')
    """
    return Sentence(filled(words, *parts))


def filled(words: str, *parts: Part) -> tuple[Part, ...]:
    """Return words and parts, a part in the place of each `{}`."""
    pieces: list[Part] = []
    for words_between, part in zip(words.split("{}"), [*parts, ""], strict=True):
        pieces += [words_between, part]
    return tuple(piece for piece in pieces if piece != "")


def equation(left: Expression, *sides: Expression | Side) -> Equation:
    """Return a chain of equations, each side once: what is written alike is not repeated.

    >>> len(equation(chance_of("bust"), over(4, 25), Number(Fraction(4, 25))).sides)
    1
    """
    kept: list[Side] = []
    before = text(left)
    for given in sides:
        side = given if isinstance(given, Side) else Side("=", given)
        written = text(side.expression)
        if isinstance(side.expression, Rounded):
            kept.append(side._replace(relation="~"))
        elif written != before:
            kept.append(side)
            before = written
    return Equation(left, tuple(kept))


def compared(left: Expression, relation: Relation, right: Expression) -> Equation:
    """Return an equation or inequality of two sides."""
    return Equation(left, (Side(relation, right),))


def equivalent(left: Expression, relation: Relation, right: Expression) -> Equation:
    """Return an equation or inequality that says the same as the one before it."""
    return Equation(left, (Side(relation, right),), follows=True)


def lowest(value: Fraction, above: int, below: int) -> Side:
    """Return a fraction in lowest terms, with what above and below were divided by.

    >>> lowest(Fraction(2, 13), 4, 26).note
    'by 2'
    """
    common = gcd(above, below)
    return Side("=", Number(value), f"by {common}" if above and 1 < common < below else "")


def as_chance(chance: Fraction) -> tuple[Expression, ...]:
    """Return a chance as a percentage and one in so many, unless it is 0 or 1."""
    return () if chance in (0, 1) else (Rounded(chance, "chance"),)


def in_points(value: Fraction) -> tuple[Expression, ...]:
    """Return about how many points a value is, unless it is a whole number."""
    return () if value.denominator == 1 else (Rounded(value, "points"),)


def chance_of(event: str) -> Name:
    """Return the name of a chance: P(bust)."""
    return Name(f"P({event})", rf"P(\text{{{escaped(event)}}})")


def words(name: str) -> Name:
    """Return words that stand in an equation."""
    return Name(name, rf"\text{{{escaped(name)}}}")


def relation_of(left: Fraction | int, right: Fraction | int) -> Relation:
    """Return the relation in which two numbers stand."""
    return "<" if left < right else ">" if left > right else "="


def listed(names: Iterable[str], joint: str = "and") -> str:
    """Return names as a sentence lists them.

    >>> listed(["fire", "mummy", "rocks"]), listed([])
    ('fire, mummy and rocks', 'none')
    """
    *others, last = [*names] or ["none"]
    return f"{', '.join(others)} {joint} {last}" if others else last
