"""What a player sees who has to decide: all that lies on the table, and the player's own tent.

A `View` has every field of a `Situation` and some more, so a rule of thumb can decide by one as
well. What the others carry home is hidden in their tents, and the order of the unseen cards is
hidden from all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from incan_odds.cards import Card
from incan_odds.deck import Deck


class Dealt(NamedTuple):
    """The cards of one expedition: first those turned over, as they came; the rest has no order."""

    start: Deck
    order: tuple[Any, ...]
    card: Callable[[Any], Card]
    """What reads an entry of `order` as a card."""

    def turned(self, cards: int) -> tuple[Card, ...]:
        """Return the first so many cards, in the order in which they came."""
        return tuple(map(self.card, self.order[:cards]))

    def deck(self, cards: int) -> Deck:
        """Return what was unseen after so many cards."""
        left = Counter(map(self.card, self.order[cards:]))
        return Deck(tuple((card, left[card]) for card, _ in self.start if left[card]))


class View(NamedTuple):
    """What a bot is shown when it has to decide. It cannot be changed, and stays as it was."""

    cards: int
    """Cards turned over in this expedition."""
    treasures: int
    """Treasures turned over in this expedition."""
    hazards: int
    """Kinds of hazard that are out, harmless ones too."""
    artifacts: int
    """Artifacts turned over in this expedition."""
    gems: int
    """The gems that leaving alone brings home: the bag and the path."""
    artifact_points: int
    """What the artifacts on the path are worth to one who leaves alone."""
    deadly: int
    """Unseen cards that end the expedition."""
    unseen: int
    """Unseen cards."""
    path: int
    """The gems on the path."""
    inside: int
    """Explorers inside, this one included."""
    players: int
    """Explorers in the game."""
    expedition: int
    """The number of this expedition, from 1."""
    expeditions: int
    """How many expeditions there are."""
    tent: int
    """The points in this player's tent."""
    dice: Random
    """For a bot that wants chance in its play: seeded, so that a simulation can be repeated."""
    dealt: Dealt
    """Where `deck` and `turned` come from."""

    @property
    def bag(self) -> int:
        """What leaving alone brings home: gems and artifact points."""
        return self.gems + self.artifact_points

    @property
    def risk(self) -> Fraction:
        """The chance that the next card is a bust; 1 where no card is left."""
        return Fraction(self.deadly, self.unseen) if self.unseen else Fraction(1)

    @property
    def deck(self) -> Deck:
        """The unseen cards."""
        return self.dealt.deck(self.cards)

    @property
    def turned(self) -> tuple[Card, ...]:
        """The cards of this expedition in the order in which they came."""
        return self.dealt.turned(self.cards)

    def brings_home(self, leavers: int = 1) -> int:
        """Return the points that each takes home if so many leave now, this player among them.

        They share the path evenly; the artifacts go to one who leaves alone. Raises `ValueError`
        where there are not so many.
        """
        if not 1 <= leavers <= self.inside:
            raise ValueError(f"{leavers} cannot leave: {self.inside} are inside")
        if leavers == 1:
            return self.bag
        return self.gems - self.path + self.path // leavers
