"""The rules in integers, on a table that changes as it plays: for many games a second.

What it plays is what the rules engine plays; `incan_odds.teaching.engine_table` is held beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Final

from incan_odds.cards import Artifact, Card, Hazard, Treasure
from incan_odds.deck import Deck
from incan_odds.editions import MOST_GEMS, Edition
from incan_odds.expedition import Expedition
from incan_odds.teaching.tables import Table
from incan_odds.teaching.views import Dealt

ARTIFACT: Final = MOST_GEMS + 1
"""The number of an artifact without printed points; points that are printed are added.

A treasure goes by its value, and the k-th kind of hazard, from 0, by the number ~k.
"""


class Opening:
    """How an expedition starts: its cards as numbers, in the order of its deck."""

    def __init__(
        self, edition: Edition, copies: tuple[int, ...], artifacts: tuple[int, ...], counted: int
    ) -> None:
        self.kinds = tuple(kind.card for kind in edition.hazards)
        self.copies = copies
        self.printed = edition.printed
        self.points = () if edition.printed else edition.artifact_points[counted:]
        """What the next artifacts to be counted are worth, where that is not printed on them."""
        hazards = [~kind for kind, number in enumerate(copies) for _ in range(number)]
        self.numbers = (*sorted(edition.treasures), *hazards, *artifacts)
        self.start = Deck(tuple(Counter(map(self.card, self.numbers)).items()))
        sorts = sorted(set(copies)), sorted(set(artifacts))
        base = len(self.numbers) + 1
        self.weights = {
            **{~kind: base ** sorts[0].index(number) for kind, number in enumerate(copies)},
            **{card: base ** (len(sorts[0]) + place) for place, card in enumerate(sorts[1])},
        }
        """The digit in which hazards and artifacts of one sort are counted together."""

    def card(self, number: int) -> Card:
        """Return the card that goes by a number."""
        if number < 0:
            return self.kinds[~number]
        if number < ARTIFACT:
            return Treasure(number)
        return self.artifact(number)

    def artifact(self, number: int) -> Artifact:
        """Return the artifact that goes by a number."""
        return Artifact(number - ARTIFACT if self.printed else None)


Openings = dict[tuple[int, tuple[int, ...], tuple[int, ...], int], Opening]
"""The openings known so far, by expedition, hazard copies, artifacts, and artifacts counted."""


class QuickTable(Table):
    """The rules in integers: as many games a second as a plain loop allows.

    `openings` may be shared by all tables of one edition.
    """

    opening: Opening
    shown: int

    def __init__(self, edition: Edition, players: int, openings: Openings | None = None) -> None:
        super().__init__(edition, players)
        self.openings: Openings = {} if openings is None else openings
        self.copies = tuple(kind.copies for kind in edition.hazards)
        """How many copies of each kind of hazard are left in the game."""
        self.hidden: tuple[int, ...] = ()
        """The artifacts that stay in the deck for the next expedition."""
        self.lost = 0
        """The gems that nobody brought home from the last expedition that ended."""

    def begin(self) -> None:
        """Begin the next expedition: everyone is inside, and no card has been turned over."""
        self.number = number = self.number + 1
        entering = (ARTIFACT + (card.points or 0) for card in self.edition.entering(number))
        artifacts = tuple(sorted((*self.hidden, *entering)))
        key = (number, self.copies, artifacts, self.counted)
        opening = self.openings.get(key)
        if opening is None:
            opening = self.openings[key] = Opening(
                self.edition, self.copies, artifacts, self.counted
            )
        self.opening = opening
        self.order = list(opening.numbers)
        self.unseen = len(self.order)
        self.inside = list(range(self.players))
        self.pending = False
        self.stable = True
        self.carried = self.path = self.deadly = 0
        self.cards = self.treasures = self.hazards = self.artifacts = 0
        self.artifact_points = 0
        self.lying: tuple[int, ...] = ()
        """The artifacts on the path."""
        self.out = 0
        """The kinds of hazard that are out: bit k for the k-th."""
        self.shown = 0

    def turn(self, luck: float) -> None:
        """Turn over a card. After the last card of the deck all leave who are inside."""
        order, cards, unseen = self.order, self.cards, self.unseen
        place = cards + int(luck * unseen)
        card = order[place]
        order[place] = order[cards]
        order[cards] = card
        self.cards = cards + 1
        self.unseen = unseen - 1
        self.pending = True
        if card < 0:
            kind = 1 << ~card
            if self.out & kind:
                self._bust(~card)
                return
            self.out |= kind
            self.hazards += 1
            self.deadly += self.opening.copies[~card] - 1
            self.shown += self.opening.weights[card]
        elif card < ARTIFACT:
            self.treasures += 1
            inside = len(self.inside)
            if inside == 1:
                self.carried += card
            else:
                self.carried += card // inside
                self.path += card % inside
        else:
            self._artifact(card)
        if unseen == 1:
            self.leave(self.inside)

    def _artifact(self, card: int) -> None:
        if self.opening.printed:
            self.artifact_points += card - ARTIFACT
        else:
            self.artifact_points += self.edition.artifact_points[self.counted + len(self.lying)]
        self.artifacts += 1
        self.lying = (*self.lying, card)
        self.shown += self.opening.weights[card]

    def leave(self, seats: Sequence[int]) -> None:
        """Let those seats leave together."""
        leavers = len(seats)
        gems = self.carried + self.path // leavers
        for seat in seats:
            self.tents[seat] += gems
        self.path %= leavers
        self.pending = self.stable = False
        if leavers == 1 and self.lying:
            seat = seats[0]
            self.tents[seat] += self.artifact_points
            self.home[seat] += len(self.lying)
            self.counted += len(self.lying)
            self.lying = ()
            self.artifact_points = 0
        self.inside = [seat for seat in self.inside if seat not in seats]
        if not self.inside:
            self.bust = ()
            self._end(self.path)

    def _bust(self, kind: int) -> None:
        self.bust = tuple(self.inside)
        copies = self.copies
        self.copies = (*copies[:kind], copies[kind] - 1, *copies[kind + 1 :])
        self._end(len(self.inside) * self.carried + self.path)

    def _end(self, lost: int) -> None:
        self.inside = []
        self.pending = False
        self.lost = lost
        self.carried = self.path = self.artifact_points = 0
        if self.edition.artifact_index == "departed":
            self.counted += len(self.lying)
        if self.edition.artifact_hidden == "stays":
            self.hidden = tuple(card for card in self.order[self.cards :] if card >= ARTIFACT)

    def alike(self) -> Hashable:
        """Return what matters of the opening: not which kind of hazard has how many copies."""
        opening = self.opening
        artifacts = tuple(card for card in opening.numbers if card >= ARTIFACT)
        return self.number, tuple(sorted(opening.copies)), artifacts, opening.points

    def start(self) -> Expedition:
        """Return this expedition as it began."""
        opening = self.opening
        return Expedition(opening.start, opening.start, self.players, opening.points)

    def expedition(self) -> Expedition:
        """Return this expedition as it is; raises `ValueError` where it has ended."""
        if not self.inside:
            raise ValueError("the expedition has ended")
        opening, dealt = self.opening, self.dealt()
        taken = 0 if opening.printed else self.artifacts - len(self.lying)
        return Expedition(
            start=opening.start,
            deck=dealt.deck(self.cards),
            inside=len(self.inside),
            points=opening.points[taken:],
            bag=self.carried,
            path=self.path,
            hazards=tuple(card for card in dealt.turned(self.cards) if isinstance(card, Hazard)),
            artifacts=tuple(map(opening.artifact, self.lying)),
            pending=self.pending,
        )

    def dealt(self) -> Dealt:
        """Return the cards of this expedition."""
        # A copy, for a bot may try to put the deck in order.
        return Dealt(self.opening.start, tuple(self.order), self.opening.card)
