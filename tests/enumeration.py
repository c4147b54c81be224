"""An oracle: the best play by plain recursion over the rules of the game; and small editions.

Nothing here knows the library's stopping code. Cards are turned over with `Game.turn`, explorers
leave with `Game.leave`, what is brought home is read from the hauls, and the chance of a card is
its copies over the cards unseen. The optimum is taken over every way to decide in every position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from math import lcm
from typing import Literal, NamedTuple

from hypothesis import strategies as st

from incan_odds.cards import Card, Hazard
from incan_odds.editions import Edition, HazardKind
from incan_odds.game import Game, Leave, begin
from incan_odds.players import Players

ME = Leave(1, me=True)
KINDS = (
    Hazard("fire", "f"),
    Hazard("mummy", "m"),
    Hazard("rocks", "r"),
    Hazard("snakes", "sn"),
    Hazard("blank", "b"),
)


class Worth(NamedTuple):
    """What play is worth: points, the chance of a bust in this expedition, cards still turned."""

    points: Fraction
    bust: Fraction
    cards: Fraction


class Enumeration:
    """Values positions when the rivals stay, or leave with the advised player where they `herd`.

    With `leaves`, of that rule; without, of the optimum, which leaves on ties. With the horizon
    `game` the points of all later expeditions count; these are played best, or by the rule as well
    where it plays `always`.
    """

    def __init__(
        self,
        horizon: Literal["expedition", "game"] = "expedition",
        leaves: Callable[[Game], bool] | None = None,
        always: bool = False,
        herd: bool = False,
    ) -> None:
        self.leaves = leaves
        self.herd = herd
        self.later: Enumeration | None = None
        if horizon == "game":
            self.later = self if leaves is None or always else Enumeration("game", herd=herd)
        self._known: dict[object, Worth] = {}

    def now(self, game: Game) -> Worth:
        """Return what a position is worth where a decision may be pending."""
        place = _place(game)
        known = self._known.get(place)
        if known is None:
            known = self._known[place] = self._decided(game)
        return known

    def _decided(self, game: Game) -> Worth:
        stay = self.stay(game)
        if not game.expedition.pending:
            return stay
        leave = self.leaving(game)
        leaves = leave >= stay.points if self.leaves is None else self.leaves(game)
        return Worth(leave, Fraction(0), Fraction(0)) if leaves else stay

    def stay(self, game: Game) -> Worth:
        """Return what a position is worth where the next card is forced."""
        copies = [number for _, number in game.expedition.deck]
        worths = [self._turned(game, card) for card, _ in game.expedition.deck]
        return Worth(*(_mean(copies, values) for values in zip(*worths, strict=True)))

    def leaving(self, game: Game) -> Fraction:
        """Return what leaving pays now, with all that follows it."""
        after = game.leave(game.everyone() if self.herd else ME)
        return Fraction(brought_home(game, after) + self._future(after))

    def one_more_card(self, game: Game) -> Fraction:
        """Return what the next card is worth and then leaving, whatever has come."""
        copies = [number for _, number in game.expedition.deck]
        afters = [game.turn(card) for card, _ in game.expedition.deck]
        values = tuple(
            self.leaving(after)
            if len(after.ended) == len(game.ended)
            else Fraction(brought_home(game, after) + self._future(after))
            for after in afters
        )
        return _mean(copies, values)

    def _turned(self, game: Game, card: Card) -> Worth:
        after = game.turn(card)
        if len(after.ended) == len(game.ended):
            worth = self.now(after)
            return Worth(worth.points, worth.bust, worth.cards + 1)
        points = brought_home(game, after) + self._future(after)
        return Worth(points, Fraction(after.ended[-1].bust is not None), Fraction(1))

    def _future(self, game: Game) -> Fraction:
        if self.later is None or game.over:
            return Fraction(0)
        return self.later.now(game).points


def _mean(weights: list[int], values: tuple[Fraction, ...]) -> Fraction:
    """Return the weighted mean, with one division at the end."""
    common = lcm(*(value.denominator for value in values))
    total = sum(
        weight * value.numerator * (common // value.denominator)
        for weight, value in zip(weights, values, strict=True)
    )
    return Fraction(total, common * sum(weights))


def brought_home(before: Game, after: Game) -> int:
    """Return the points that the advised player has brought home in between."""
    hauls = after.hauls[len(before.hauls) :]
    return sum(haul.points for haul in hauls if haul.player == before.players.me)


def _place(game: Game) -> object:
    """Return all that tells a position from others: neither past points nor the order of cards."""
    table = game.expedition
    return (
        game.number,
        frozenset((kind, game.gone.count(kind)) for kind in game.gone),
        game.counted,
        table.deck.cards,
        frozenset(table.hazards),
        frozenset((card, table.artifacts.count(card)) for card in table.artifacts),
        table.inside,
        table.bag,
        table.path,
        table.pending,
    )


def positions_from(game: Game) -> list[Game]:
    """Return the position and each one in which a decision can come, in this expedition."""
    found: dict[object, Game] = {_place(game): game}
    waiting = [game]
    while waiting:
        here = waiting.pop()
        for card, _ in here.expedition.deck:
            after = here.turn(card)
            if len(after.ended) == len(here.ended) and _place(after) not in found:
                found[_place(after)] = after
                waiting.append(after)
    return list(found.values())


def best_of_all_policies(game: Game) -> Fraction:
    """Return the most points of any policy for one expedition from its start.

    Literally: every set of positions to leave in, each played through every order of the deck.
    """
    decisions = [_place(position) for position in positions_from(game)[1:]]
    cards = [card for card, copies in game.expedition.deck for _ in [0] * copies]
    orders = Counter(permutations(cards))
    paths = [(_path(game, order, decisions), times) for order, times in orders.items()]
    best = Fraction(0)
    for policy in product((False, True), repeat=len(decisions)):
        total = sum(
            times * next(points for place, points in path if place is None or policy[place])
            for path, times in paths
        )
        best = max(best, Fraction(total, orders.total()))
    return best


def _path(
    game: Game, order: tuple[Card, ...], decisions: list[object]
) -> list[tuple[int | None, int]]:
    """Return the decisions that an order of the deck leads to, and what leaving there pays.

    The last is None: the end of the expedition, and what is brought home then.
    """
    path: list[tuple[int | None, int]] = []
    for card in order:
        after = game.turn(card)
        if len(after.ended) > len(game.ended):
            path.append((None, brought_home(game, after)))
            break
        path.append((decisions.index(_place(after)), brought_home(after, after.leave(ME))))
        game = after
    return path


# Small editions


def edition_of(
    treasures: tuple[int, ...] | list[int],
    copies: tuple[int, ...] | list[int] = (),
    points: tuple[int, ...] | list[int] = (),
    entry: str = "all_at_start",
    index: str = "claim",
    hidden: str = "stays",
    expeditions: int = 1,
) -> Edition:
    """Return house rules: treasures, copies of each hazard kind, points of the artifacts."""
    return Edition(
        name="house",
        title="house",
        source="an edition made for a test",
        treasures=tuple(sorted(treasures)),
        hazards=tuple(
            HazardKind(kind, number) for kind, number in zip(KINDS, copies, strict=False)
        ),
        expeditions=expeditions,
        artifact_entry=entry if points else "none",
        artifact_points=tuple(points),
        artifact_index=index,
        artifact_hidden=hidden,
    )


JUMPS = ((0, 0, 6), (0, 3), (0, 9), (1, 8), (2, 0, 7), (0, 5, 5))
"""Points of artifacts that jump: with several in one deck the one-step rule may fail."""


@st.composite
def small_editions(
    draw: st.DrawFn,
    expeditions: int = 1,
    most_copies: int = 4,
    most_kinds: int = 4,
    most_treasures: int = 7,
) -> Edition:
    """Return house rules so small that every position can be visited, with any rule switches."""
    copies = draw(st.lists(st.integers(1, most_copies), max_size=most_kinds))
    # The more kinds, the fewer treasures: about a thousand positions at most.
    most = max(2, most_treasures - (0, 0, 2, 3, 4)[len(copies)])
    treasures = draw(st.lists(st.integers(0, 9), min_size=2, max_size=most))
    entry = draw(st.sampled_from(["all_at_start", "all_at_start", "one_per_expedition", "none"]))
    points = draw(st.sampled_from(JUMPS) | st.lists(st.integers(0, 8), min_size=1, max_size=3))
    hidden = ["stays"] if entry == "all_at_start" else ["stays", "removed"]
    return edition_of(
        treasures,
        copies,
        () if entry == "none" else points,
        entry,
        draw(st.sampled_from(["claim", "departed", "card"])),
        draw(st.sampled_from(hidden)),
        expeditions,
    )


def editions_that_run_out() -> st.SearchStrategy[Edition]:
    """Return small editions where no kind has two copies, so that the deck runs out."""
    return small_editions(most_copies=1, most_kinds=3, most_treasures=5)


@st.composite
def games_of(draw: st.DrawFn) -> Edition:
    """Return house rules for one to three expeditions, the smaller the more there are."""
    expeditions = draw(st.integers(1, 3))
    size = {1: (3, 6), 2: (3, 5), 3: (2, 4)}[expeditions]
    return draw(
        small_editions(
            expeditions=expeditions, most_copies=3, most_kinds=size[0], most_treasures=size[1]
        )
    )


@st.composite
def positions(draw: st.DrawFn, editions: st.SearchStrategy[Edition], players: int = 1) -> Game:
    """Return a position in which the advised player is inside, anywhere in a game.

    Rivals may have left before, and whole expeditions may have been played.
    """
    game = begin(draw(editions), Players(players))
    for choice in draw(st.lists(st.integers(0, 2**20), max_size=10)):
        after = _played(game, choice)
        if after.over:
            break
        game = after
    return game


def _played(game: Game, choice: int) -> Game:
    kind, choice = choice % 4, choice // 4
    inside = game.expedition.inside
    if game.expedition.pending and kind == 0:
        leavers = 1 + choice % inside
        return game.leave(game.everyone() if leavers == inside else Leave(leavers, me=False))
    cards = [card for card, copies in game.expedition.deck for _ in [0] * copies]
    return game.turn(cards[choice % len(cards)])


def with_cards(edition: Edition, *treasures: int, blanks: int = 0) -> Edition:
    """Return the edition with further treasures, and with one-copy hazards that never hurt."""
    return replace(
        edition,
        treasures=tuple(sorted((*edition.treasures, *treasures))),
        hazards=(*edition.hazards, *[HazardKind(KINDS[-1], 1)] * blanks),
    )
