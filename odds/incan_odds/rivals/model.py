"""What is supposed of the others at the table.

`stay`: nobody leaves before me. `herd`: all leave when I do, always. `equilibrium`: everyone does
as well as he can against the others. Or `Leavers`: each leaves with a given chance after each card.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Final, Literal, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Chance = TypeVar("Chance", Fraction, float, "NDArray[np.float64]")

SOLVER_VERSION: Final = 2
"""Of all that is kept: to be raised whenever a solution could come out differently."""

MOST_CHANCES: Final = 101
"""As many as there can be kinds of hazard out, none included."""


class EncodingError(ValueError):
    """An expedition among rivals with too many states to be numbered."""


@dataclass(frozen=True, slots=True)
class Leavers:
    """Rivals who each leave after each card, independently, with a given chance.

    It may rise and fall with the kinds of hazard that are out. The last chance given holds for
    more kinds too, so that one alone is the same at all times.

    >>> str(Leavers((Fraction(0), Fraction(1, 10), Fraction(3, 10))))
    '0,1/10,3/10'
    """

    chances: tuple[Fraction, ...]
    """By the number of kinds of hazard out: with none, one, two and so on."""

    def __post_init__(self) -> None:
        if not 1 <= len(self.chances) <= MOST_CHANCES:
            raise ValueError(f"{len(self.chances)} chances; 1 to {MOST_CHANCES} are possible")
        if not all(0 <= chance <= 1 for chance in self.chances):
            raise ValueError("a chance is from 0 to 1")

    def at(self, kinds: int) -> Fraction:
        """Return the chance with so many kinds of hazard out.

        >>> Leavers((Fraction(0), Fraction(1, 10))).at(4)
        Fraction(1, 10)
        """
        return self.chances[min(kinds, len(self.chances) - 1)]

    def __str__(self) -> str:
        return ",".join(map(str, self.chances))


Rivals = Literal["stay", "herd", "equilibrium"] | Leavers
"""What the others do."""


def by_chance(rivals: Rivals) -> bool:
    """Return whether the others leave by chance.

    Raises `ValueError` where it is no model.

    >>> by_chance("herd"), by_chance("equilibrium"), by_chance(read_rivals("3/10"))
    (False, True, True)
    """
    if not isinstance(rivals, Leavers) and rivals not in ("stay", "herd", "equilibrium"):
        raise ValueError(f"rivals are 'stay', 'herd', 'equilibrium' or Leavers, not {rivals!r}")
    return isinstance(rivals, Leavers) or rivals == "equilibrium"


def leavers_of(rivals: Rivals) -> Leavers | None:
    """Return the rivals whose chances are given; None where nobody's are."""
    return rivals if isinstance(rivals, Leavers) else None


def read_rivals(text: str) -> Rivals:
    """Return what a text says of the others: a word, or chances separated by commas.

    A chance is a fraction, a decimal or a percentage, and is read exactly; 0 is `stay`. Raises
    `ValueError` where it is none of these.

    >>> read_rivals("30%")
    Leavers(chances=(Fraction(3, 10),))
    >>> read_rivals("0, 0.1, 3/10").at(2)
    Fraction(3, 10)
    """
    words = text.strip().lower()
    for word in ("stay", "herd", "equilibrium"):
        if words == word:
            return word
    try:
        chances = [_chance(part.strip()) for part in words.split(",")]
    except (ValueError, ZeroDivisionError):
        shown = text if len(text) <= 60 else f"{text[:60]}..."
        raise ValueError(
            f"{shown!r} is not stay, herd, equilibrium, or a probability such as 3/10"
        ) from None
    while len(chances) > 1 and chances[-1] == chances[-2]:
        chances.pop()
    return Leavers(tuple(chances)) if any(chances) else "stay"


def _chance(text: str) -> Fraction:
    if not re.fullmatch(r"(\d{1,30}([./]\d{1,30})?|\.\d{1,30})%?", text):
        raise ValueError(text)
    chance = Fraction(text.rstrip("%")) / (100 if text.endswith("%") else 1)
    if chance > 1:
        raise ValueError(text)
    return chance


def binomial(others: int, chance: Chance) -> Iterator[Chance]:
    """Yield how likely none, one, two and so on of the others leave, each with that chance.

    The chance is a fraction, a float, or an array of floats, and so is each answer.

    >>> list(binomial(2, Fraction(1, 3)))
    [Fraction(4, 9), Fraction(4, 9), Fraction(1, 9)]
    """
    for m in range(others + 1):
        yield comb(others, m) * chance**m * (1 - chance) ** (others - m)
