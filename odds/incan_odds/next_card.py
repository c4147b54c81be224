"""The next card: every card that can come, its exact chance, and what it adds.

All cards of the deck are equally likely, so every chance is a count of cards over the number of
cards unseen.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from incan_odds.cards import Artifact, Card, Hazard, Treasure
from incan_odds.expedition import Expedition


class Outcome(NamedTuple):
    """One card that can come next."""

    card: Card
    copies: int
    """How many copies of it are unseen."""
    deadly: bool
    """Whether it would end the expedition: the second hazard of a kind that is out."""
    chance: Fraction
    gain: int
    """What it adds to what you would bring home by leaving, in points; 0 when deadly."""


@dataclass(frozen=True, slots=True)
class NextCard:
    """The odds of the next card, and what it adds to what you would bring home.

    >>> game = read(begin(PRESETS["bga"], Players(1)), "5 f 11 sn")
    >>> odds = odds_of_next_card(game.expedition)
    >>> odds.bust, odds.gain
    (Fraction(2, 13), Fraction(48, 13))
    """

    outcomes: tuple[Outcome, ...]
    unseen: int
    """How many cards are unseen: U."""
    deadly: int
    """How many of them end the expedition: d."""
    gains: int
    """What all unseen cards add together, in points: R."""
    holding: int
    """What you bring home by leaving now, in points: B."""
    bag_and_path: int
    """The gems of B, artifacts apart."""
    shared: bool = False
    """Whether leavers share the gems, in whole ones each."""

    @property
    def bust(self) -> Fraction:
        """The chance that the next card is the second of a kind that is out: d / U."""
        return Fraction(self.deadly, self.unseen)

    @property
    def treasure(self) -> Fraction:
        """The chance of a treasure."""
        return self._chance_of(Treasure)

    @property
    def hazard(self) -> Fraction:
        """The chance of a hazard that is the first of its kind."""
        return self._chance_of(Hazard)

    @property
    def artifact(self) -> Fraction:
        """The chance of an artifact."""
        return self._chance_of(Artifact)

    def _chance_of(self, kind: type[Card]) -> Fraction:
        favourable = sum(
            outcome.copies
            for outcome in self.outcomes
            if isinstance(outcome.card, kind) and not outcome.deadly
        )
        return Fraction(favourable, self.unseen)

    @property
    def gain(self) -> Fraction:
        """The expected gain of the next card, a bust counting 0: R / U points."""
        return Fraction(self.gains, self.unseen)

    @property
    def one_more_card(self) -> Fraction:
        """What you expect to bring home by staying for exactly one card: (B(U - d) + R) / U."""
        return Fraction(self.holding * (self.unseen - self.deadly) + self.gains, self.unseen)

    @property
    def retire_at(self) -> int | None:
        """The least number of gems at which leaving is at least as good as one more card.

        Gems are the bag and the path together; the artifacts on the path are counted apart. A
        treasure that is drawn moves its gain from the deck to the bag and leaves this number as it
        is. None while no unseen card is deadly, for then one more card can only help; and where
        leavers share whole gems, for then no one number says it.
        """
        if not self.deadly or self.shared:
            return None
        artifacts = self.holding - self.bag_and_path
        needed = self.bag_and_path + self.gains - self.deadly * artifacts
        return max(0, -(-needed // (self.deadly + 1)))

    @property
    def verdict(self) -> str:
        """`stay`, `leave` or `either`, looking one card ahead: d·B against R, for U cancels."""
        danger = self.deadly * self.holding
        return "stay" if danger < self.gains else "leave" if danger > self.gains else "either"


def odds_of_next_card(expedition: Expedition, herd: bool = False) -> NextCard:
    """Return the exact odds of the next card of an expedition.

    Gains are those of a player whose rivals stay until he has left; with `herd`, of one whose
    rivals leave when he does. Raises `ValueError` where no card can come: the expedition has ended,
    or its last card lies there and all leave.
    """
    expedition.check_next_card()
    unseen = expedition.deck.size
    outcomes = tuple(
        Outcome(
            card=card,
            copies=count,
            deadly=expedition.is_deadly(card),
            chance=Fraction(count, unseen),
            gain=expedition.shared_gain(card) if herd else expedition.gain(card),
        )
        for card, count in expedition.deck
    )
    return NextCard(
        outcomes=outcomes,
        unseen=unseen,
        deadly=expedition.deadly,
        gains=sum(outcome.copies * outcome.gain for outcome in outcomes),
        holding=expedition.shared_holding if herd else expedition.holding,
        bag_and_path=expedition.shared_holding if herd else expedition.bag + expedition.path,
        shared=herd and expedition.inside > 1,
    )
