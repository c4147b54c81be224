"""The rules engine of the library, played as a table: the reference for the quick one."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from incan_odds.editions import Edition
from incan_odds.expedition import Expedition
from incan_odds.game import Leave, begin
from incan_odds.players import Players
from incan_odds.teaching.tables import Table
from incan_odds.teaching.views import Dealt


class EngineTable(Table):
    """The rules engine of the library, played as a table: what a quick table is held to."""

    def __init__(self, edition: Edition, players: int) -> None:
        super().__init__(edition, players)
        names = tuple(f"seat{seat}" for seat in range(players))
        self.game = begin(edition, Players(players, names, names[0]))

    def begin(self) -> None:
        """Begin the next expedition: everyone is inside, and no card has been turned over."""
        self.number = self.game.number
        self.fresh = self.game.expedition
        self.order = [card for card, copies in self.fresh.deck for _ in range(copies)]
        self._look(self.fresh)

    def turn(self, luck: float) -> None:
        """Turn over a card. After the last card of the deck all leave who are inside."""
        order, cards = self.order, self.cards
        place = cards + int(luck * self.unseen)
        order[cards], order[place] = order[place], order[cards]
        self.game = self.game.turn(order[cards])
        self._look_again()

    def leave(self, seats: Sequence[int]) -> None:
        """Let those seats leave together."""
        names = tuple(self.game.players.names[seat] for seat in seats)
        self.game = self.game.leave(Leave(len(names), 0 in seats, names))
        self._look_again()

    def _look_again(self) -> None:
        game = self.game
        self.counted = game.counted
        self.tents = list(game.scores().values())
        self.home = list(game.artifacts().values())
        if len(game.ended) < self.number:
            self._look(game.expedition)
            return
        ended = game.ended[-1]
        self.bust = tuple(self.inside) if ended.bust is not None else ()
        self._look(ended)

    def _look(self, now: Expedition) -> None:
        names = self.game.players.names
        inside = self.game.names_inside if now.inside else ()
        self.inside = [seat for seat, name in enumerate(names) if name in inside]
        self.pending = now.pending
        self.carried = now.bag
        self.path = now.path
        self.cards = now.turned
        self.unseen = now.deck.size
        self.deadly = now.deadly
        self.hazards = len(now.hazards)
        self.treasures = len(now.start.treasures) - len(now.deck.treasures)
        self.artifacts = len(now.start.artifacts) - len(now.deck.artifacts)
        self.artifact_points = now.artifact_points
        self.stable = now.inside == self.players
        self.opening = (self.number, now.start, self.fresh.points)
        copies = sorted(now.start.hazards[kind] for kind in now.hazards)
        self.shown = (tuple(copies), now.deck.artifacts)

    def alike(self) -> Hashable:
        """Return what matters of the opening: not which kind of hazard has how many copies."""
        deck = self.fresh.deck
        return self.number, tuple(sorted(deck.hazards.values())), deck.artifacts, self.fresh.points

    def start(self) -> Expedition:
        """Return this expedition as it began."""
        return self.fresh

    def expedition(self) -> Expedition:
        """Return this expedition as it is; raises `ValueError` where it has ended."""
        if not self.inside:
            raise ValueError("the expedition has ended")
        return self.game.expedition

    def dealt(self) -> Dealt:
        """Return the cards of this expedition."""
        return Dealt(self.fresh.start, tuple(self.order), lambda card: card)
