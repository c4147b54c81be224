"""A table as it plays: expedition after expedition, and what everyone brings home.

There are two that play by the same rules: `quick_table.QuickTable` with integers, and
`engine_table.EngineTable` with the rules engine of the library. Given the same luck and the same
decisions both play the same game, card by card, and the tests hold one to the other.

Luck is a number from 0 up to 1 for each card: it says which of the unseen cards comes.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from random import Random

from incan_odds.editions import Edition
from incan_odds.expedition import Expedition
from incan_odds.teaching.views import Dealt, View


class Table:
    """What every table shows: one expedition after another, and the tents. Seats count from 0."""

    edition: Edition
    players: int
    number: int
    """The number of the expedition; 0 before the first."""
    inside: list[int]
    """The seats of those inside; empty between expeditions."""
    pending: bool
    """Whether those inside have to decide."""
    carried: int
    """Gems in the bag of each explorer inside."""
    path: int
    """Gems on the path."""
    cards: int
    treasures: int
    hazards: int
    artifacts: int
    """How many have been turned over in this expedition, as in a `Situation`."""
    artifact_points: int
    deadly: int
    unseen: int
    counted: int
    """How many artifacts the edition's index has counted."""
    stable: bool
    """Whether all are still inside: nobody has left in this expedition."""
    opening: Hashable
    """How the expedition started: equal only for expeditions that started alike."""
    shown: Hashable
    """The hazards and artifacts turned over: equal where they are alike, and nowhere else.

    Kinds of hazard are alike that started with as many copies, artifacts that are worth the same.
    """
    tents: list[int]
    """Points by seat."""
    home: list[int]
    """Artifact cards brought home, by seat."""
    bust: tuple[int, ...]
    """The seats that went bust in the last expedition that ended."""

    def __init__(self, edition: Edition, players: int) -> None:
        self.edition = edition
        self.players = players
        self.number = self.counted = 0
        self.inside = []
        self.tents = [0] * players
        self.home = [0] * players
        self.bust = ()

    @property
    def gems(self) -> int:
        """The gems that leaving alone brings home: the bag and the path."""
        return self.carried + self.path

    @property
    def bag(self) -> int:
        """What leaving alone brings home: gems and artifact points."""
        return self.carried + self.path + self.artifact_points

    @property
    def risk(self) -> Fraction:
        """The chance that the next card is a bust; 1 where no card is left."""
        return Fraction(self.deadly, self.unseen) if self.unseen else Fraction(1)

    def begin(self) -> None:
        """Begin the next expedition: everyone is inside, and no card has been turned over."""
        raise NotImplementedError

    def turn(self, luck: float) -> None:
        """Turn over a card. After the last card of the deck all leave who are inside."""
        raise NotImplementedError

    def leave(self, seats: Sequence[int]) -> None:
        """Let those seats leave together."""
        raise NotImplementedError

    def alike(self) -> Hashable:
        """Return what matters of the opening: not which kind of hazard has how many copies."""
        raise NotImplementedError

    def start(self) -> Expedition:
        """Return this expedition as it began."""
        raise NotImplementedError

    def expedition(self) -> Expedition:
        """Return this expedition as it is."""
        raise NotImplementedError

    def dealt(self) -> Dealt:
        """Return the cards of this expedition."""
        raise NotImplementedError

    def view(self, seat: int, dice: Random) -> View:
        """Return what the player of that seat sees."""
        return View(
            self.cards,
            self.treasures,
            self.hazards,
            self.artifacts,
            self.carried + self.path,
            self.artifact_points,
            self.deadly,
            self.unseen,
            self.path,
            len(self.inside),
            self.players,
            self.number,
            self.edition.expeditions,
            self.tents[seat],
            dice,
            self.dealt(),
        )
