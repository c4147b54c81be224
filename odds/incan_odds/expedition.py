"""One expedition at the table: turn a card, let explorers leave, until nobody is inside.

Knows the rules of a single expedition. What goes on between expeditions is in `incan_odds.game`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from incan_odds.cards import Artifact, Card, Hazard, Treasure
from incan_odds.deck import Deck


@dataclass(frozen=True, slots=True)
class Expedition:
    """What lies on the table during an expedition, and who is inside.

    All who are inside hold equal bags, for there is no way back in. `points` lists what the next
    artifacts to leave the path are worth, the nearest first; it is empty where the points are
    printed on the cards. `pending` says that a card lies there which nobody has answered yet.
    """

    start: Deck
    """The deck as it was shuffled."""
    deck: Deck
    """The cards that are unseen now."""
    inside: int
    """How many explorers are inside; 0 once the expedition has ended."""
    points: tuple[int, ...] = ()
    bag: int = 0
    """Gems in the bag of each explorer inside, at risk."""
    path: int = 0
    """Gems that lie on the path."""
    hazards: tuple[Hazard, ...] = ()
    """The kinds that are out, in the order in which they came."""
    artifacts: tuple[Artifact, ...] = ()
    """The artifacts that lie on the path."""
    pending: bool = False
    bust: Hazard | None = None
    """The kind that came twice and ended the expedition."""
    lost_gems: int = 0
    """Gems that nobody brought home, once the expedition has ended."""
    lost_artifacts: tuple[Artifact, ...] = ()
    """Artifacts that were turned over and not brought home, once the expedition has ended."""

    @property
    def turned(self) -> int:
        """How many cards have been turned over."""
        return self.start.size - self.deck.size

    @property
    def over(self) -> bool:
        """Whether the expedition has ended."""
        return self.inside == 0

    @property
    def deadly(self) -> int:
        """How many unseen cards would end the expedition: d, the copies left of the kinds out."""
        return sum(count for card, count in self.deck if self.is_deadly(card))

    def check_next_card(self) -> None:
        """Raise `ValueError` where no card can come: it has ended, or the last card lies there."""
        if self.over:
            raise ValueError("the expedition has ended")
        if not self.deck.size:
            raise ValueError("no card is unseen: all leave together")

    def is_deadly(self, card: Card) -> bool:
        """Return whether `card` would be the second of a kind that is out."""
        return isinstance(card, Hazard) and card in self.hazards

    def worth(self, artifacts: tuple[Artifact, ...]) -> tuple[int, ...]:
        """Return the points of these artifacts, if they are the next to be brought home."""
        upcoming = iter(self.points)
        return tuple(
            card.points if card.points is not None else next(upcoming) for card in artifacts
        )

    def gain(self, card: Card) -> int:
        """Return what `card` adds to what a player brings home who then leaves alone, in points.

        A treasure adds the share of each and the gems it leaves on the path, an artifact its
        points, a harmless hazard nothing. A deadly card has no gain: 0.
        """
        if isinstance(card, Treasure):
            share, rest = divmod(card.value, self.inside)
            return share + rest
        if isinstance(card, Artifact):
            return self.worth((*self.artifacts, card))[-1]
        return 0

    def shared_gain(self, card: Card) -> int:
        """Return what `card` adds to what each brings home if all leave together, in points."""
        if isinstance(card, Treasure) and self.inside > 1:
            gems = self.inside * self.bag + self.path
            return (gems + card.value) // self.inside - gems // self.inside
        return 0 if self.inside > 1 else self.gain(card)

    @property
    def shared_holding(self) -> int:
        """What each brings home if all leave together now, in points."""
        gems = self.inside * self.bag + self.path
        return gems // self.inside if self.inside > 1 else self.holding

    @property
    def artifact_points(self) -> int:
        """What the artifacts on the path are worth to a player who leaves alone."""
        return sum(self.worth(self.artifacts))

    @property
    def holding(self) -> int:
        """What a player brings home who leaves alone now: bag, path and artifacts, in points."""
        return self.bag + self.path + self.artifact_points

    def turn(self, card: Card) -> Expedition:
        """Return the expedition after `card` was turned over.

        Raises `ValueError` where the expedition has ended or no such card is unseen.
        """
        if self.over:
            raise ValueError("the expedition has ended")
        seen = replace(self, deck=self.deck.without(card), pending=True)
        if isinstance(card, Treasure):
            share, rest = divmod(card.value, self.inside)
            return replace(seen, bag=self.bag + share, path=self.path + rest)
        if isinstance(card, Artifact):
            return replace(seen, artifacts=(*self.artifacts, card))
        if card in self.hazards:
            gems = self.inside * self.bag + self.path
            return replace(seen._ended(gems, self.artifacts), bust=card)
        return replace(seen, hazards=(*self.hazards, card))

    def leave(self, leavers: int) -> Leaving:
        """Return what `leavers` explorers bring home who leave together, and what stays behind.

        They share the gems of the path as one pool; a sole leaver takes every artifact on it.
        Raises `ValueError` where that many cannot leave now.
        """
        if not self.pending:
            raise ValueError("nobody decides before the next card")
        if not 1 <= leavers <= self.inside:
            raise ValueError(f"{leavers} cannot leave: {self.inside} are inside")
        share, rest = divmod(self.path, leavers)
        taken = self.artifacts if leavers == 1 else ()
        left_behind = () if leavers == 1 else self.artifacts
        if leavers == self.inside:
            after = self._ended(rest, left_behind)
        else:
            after = replace(
                self, inside=self.inside - leavers, path=rest, artifacts=left_behind, pending=False
            )
        worth = self.worth(taken)
        used = 0 if not taken or taken[0].points is not None else len(taken)
        return Leaving(replace(after, points=self.points[used:]), self.bag + share, worth)

    def _ended(self, lost_gems: int, lost_artifacts: tuple[Artifact, ...]) -> Expedition:
        return replace(
            self,
            inside=0,
            bag=0,
            path=0,
            artifacts=(),
            pending=False,
            lost_gems=lost_gems,
            lost_artifacts=lost_artifacts,
        )


class Leaving(NamedTuple):
    """Explorers have left together."""

    after: Expedition
    gems: int
    """What each of them brings home: the bag, and a share of the path."""
    artifacts: tuple[int, ...]
    """The points of the artifacts that a sole leaver brings home."""
