"""The deck: the unseen cards as a multiset. Their order is not known, so it has none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from incan_odds.cards import Artifact, Card, Hazard, Treasure
from incan_odds.editions import Edition


@dataclass(frozen=True, slots=True)
class Deck:
    """The unseen cards: each kind of card with its number of copies, in a fixed order.

    Treasures come first by value, then the hazards in the edition's order, then the artifacts.

    >>> deck = first_deck(PRESETS["bga"])
    >>> deck.size, deck.count(Treasure(5))
    (30, 2)
    >>> deck.without(Treasure(5)).count(Treasure(5))
    1
    """

    cards: tuple[tuple[Card, int], ...]

    @property
    def size(self) -> int:
        """How many cards are unseen."""
        return sum(count for _, count in self.cards)

    @property
    def treasures(self) -> tuple[int, ...]:
        """The values of the unseen treasures, equal ones repeated."""
        return tuple(
            value
            for card, count in self.cards
            if isinstance(card, Treasure)
            for value in [card.value] * count
        )

    @property
    def hazards(self) -> dict[Hazard, int]:
        """The unseen copies of each hazard kind that has any."""
        return {card: count for card, count in self.cards if isinstance(card, Hazard)}

    @property
    def artifacts(self) -> tuple[Artifact, ...]:
        """The unseen artifacts, equal ones repeated."""
        return tuple(
            artifact
            for card, count in self.cards
            if isinstance(card, Artifact)
            for artifact in [card] * count
        )

    def __iter__(self) -> Iterator[tuple[Card, int]]:
        return iter(self.cards)

    def count(self, card: Card) -> int:
        """Return how many copies of `card` are unseen."""
        return next((count for other, count in self.cards if other == card), 0)

    def without(self, card: Card) -> Deck:
        """Return the deck after one copy of `card` was turned over.

        Raises `ValueError` where no copy is unseen.
        """
        if not self.count(card):
            raise ValueError(f"no {card} is unseen")
        left = ((other, count - (other == card)) for other, count in self.cards)
        return Deck(tuple((other, count) for other, count in left if count))


def deck_of(
    treasures: Iterable[int], hazards: Iterable[tuple[Hazard, int]], artifacts: Iterable[Artifact]
) -> Deck:
    """Return the deck of these treasures, hazard copies and artifacts."""
    counts: dict[Card, int] = {}
    for value in sorted(treasures):
        counts[Treasure(value)] = counts.get(Treasure(value), 0) + 1
    for hazard, copies in hazards:
        counts[hazard] = copies
    for artifact in sorted(artifacts, key=lambda card: card.points or 0):
        counts[artifact] = counts.get(artifact, 0) + 1
    return Deck(tuple((card, count) for card, count in counts.items() if count))


def first_deck(edition: Edition) -> Deck:
    """Return the deck with which the first expedition of an edition starts."""
    hazards = ((kind.card, kind.copies) for kind in edition.hazards)
    return deck_of(edition.treasures, hazards, edition.entering(1))
