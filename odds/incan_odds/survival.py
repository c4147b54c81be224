"""The chance to survive k more cards.

Of each kind that is not out yet at most one copy may come, of each kind that is out none; all other
cards never hurt. So the number of ways to draw k cards without a bust is a coefficient of

    (1 + x)^a · Π (1 + c·x),

with a cards that never hurt and the product over the kinds not out, c copies each.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import comb
from typing import NamedTuple

from incan_odds.cards import Hazard
from incan_odds.expedition import Expedition


class SurvivalRow(NamedTuple):
    """What so many more cards do."""

    more: int
    """How many more cards: k."""
    alive: Fraction
    """The chance that none of them is a bust."""
    fatal: Fraction
    """The chance that the last of them is the bust."""


class Survival(NamedTuple):
    """The chance to survive each number of further cards."""

    rows: tuple[SurvivalRow, ...]
    """One row for each number of further cards, from none to all that are unseen."""

    @property
    def mean_safe(self) -> Fraction:
        """The mean number of cards turned over before the bust, if nobody ever leaves.

        >>> odds_of_survival(game_of("5 sn 11 sc", "schmidt-2005").expedition).mean_safe
        Fraction(6233, 2002)
        """
        return sum((row.alive for row in self.rows[1:]), Fraction(0))

    @property
    def mean_turned(self) -> Fraction:
        """The mean number of cards turned over, the fatal one included."""
        return sum((row.alive for row in self.rows[:-1]), Fraction(0))


def safe_draws(expedition: Expedition) -> tuple[int, ...]:
    """Return, for k = 0 to all unseen cards, in how many ways k cards can come without a bust.

    These are the coefficients of (1 + x)^a · Π (1 + c·x).
    """
    hazards = expedition.deck.hazards
    hidden = [copies for kind, copies in hazards.items() if not expedition.is_deadly(kind)]
    harmless = sum(copies for card, copies in expedition.deck if not isinstance(card, Hazard))
    unseen = expedition.deck.size
    ways = [comb(harmless, k) for k in range(unseen + 1)]
    for copies in hidden:
        ways = [some + copies * fewer for some, fewer in zip(ways, [0, *ways], strict=False)]
    return tuple(ways)


def odds_of_survival(expedition: Expedition) -> Survival:
    """Return the chance to survive each number of further cards of an expedition.

    Raises `ValueError` where the expedition has ended.

    >>> rows = odds_of_survival(begin(PRESETS["gryphon-2009"], Players(1)).expedition).rows
    >>> rows[2].alive, rows[2].fatal
    (Fraction(30, 31), Fraction(1, 31))
    """
    if expedition.over:
        raise ValueError("the expedition has ended")
    unseen = expedition.deck.size
    alive = [Fraction(ways, comb(unseen, k)) for k, ways in enumerate(safe_draws(expedition))]
    fatal = [Fraction(0), *(a - b for a, b in pairwise(alive))]
    return Survival(tuple(map(SurvivalRow, range(unseen + 1), alive, fatal)))
