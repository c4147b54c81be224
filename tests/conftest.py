"""What several test files share: a table to play records at, and random games for hypothesis.

`st.from_type` of `Edition`, `Players` or `Game` is a random one of them; a random game has been
played on to anywhere between its first card and its end.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from incan_odds.cards import Card
from incan_odds.edition_files import edition_from_table, find_edition
from incan_odds.editions import PRESETS, Edition
from incan_odds.game import Game, Leave, begin
from incan_odds.players import Players, read_players
from incan_odds.record import read

# No deadline: speed is measured elsewhere. The same games on every run, unless more are asked for
# with --hypothesis-profile=explore.
settings.register_profile("explore", deadline=None, max_examples=2_000)
settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.load_profile("repeatable")

Table = Callable[..., Game]


@pytest.fixture(scope="session")
def table() -> Table:
    """Return what plays a record: `table("7 11 x2", 4)`, `table("5 x:bob", "ann,bob", "bga")`.

    The edition is named, or given as the table of a custom one.
    """

    def play(
        record: str = "", players: int | str = 1, edition: str | dict[str, Any] = "bga"
    ) -> Game:
        made = (
            find_edition(edition)
            if isinstance(edition, str)
            else edition_from_table(edition, "house")
        )
        return read(begin(made, read_players(str(players))), record)

    return play


def house_rules(seed: int) -> Edition:
    """Return one of many custom editions with small decks, such as run out without a bust."""
    random = Random(seed)
    entry = random.choice(["none", "one_per_expedition", "all_at_start"])
    kinds = random.sample(["fire", "mummy", "rocks", "snakes", "spiders"], random.randint(0, 4))
    points = [random.randint(0, 12) for _ in range(random.randint(1, 6))]
    table = {
        "treasures": [random.randint(0, 20) for _ in range(random.randint(1, 6))],
        "hazards": {kind: random.randint(1, 3) for kind in kinds},
        "expeditions": random.randint(1, 5),
        "artifact_entry": entry,
        "artifact_points": [] if entry == "none" else points,
        "artifact_index": random.choice(["claim", "departed", "card"]),
        "artifact_hidden": random.choice(["stays", "removed"][: 1 + (entry != "all_at_start")]),
        "tie_break": random.choice(["artifacts", "shared"]),
    }
    return edition_from_table(table, "house")


def some_edition(number: int) -> Edition:
    """Return a preset, or, one time in three, house rules."""
    return list(PRESETS.values())[number % 8] if number % 3 else house_rules(number)


# Names that could be taken for something else in the record, and letters of several scripts.
NAMES = ("ann", "Bob", "me", "x", "a", "x2", "sn", "Zoë", "李", "o'neil", "Ünal-Ö", "कवि", "β_1")

# A game alone shows less than the others.
seats = st.sampled_from([3, 1, 2, 5, 6, 7, 8, 4])


@st.composite
def named_players(draw: st.DrawFn) -> Players:
    """Return 1 to 8 players with names."""
    return read_players(",".join(draw(st.permutations(NAMES))[: draw(seats)]))


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Return a game in which any card has come and anybody has left, as far as it has got."""
    game = begin(draw(st.from_type(Edition)), draw(st.from_type(Players)))
    length = draw(st.integers(0, 150))
    for choice in draw(st.binary(min_size=length, max_size=length)):
        if game.over:
            break
        if game.expedition.pending and choice % 5 == 0:
            game = game.leave(some_leaving(game, choice // 5))
        else:
            game = game.turn(some_card(game, choice))
    return game


def some_card(game: Game, choice: int) -> Card:
    """Return one of the unseen cards, each as likely as it is to be turned over."""
    cards = [card for card, copies in game.expedition.deck for _ in range(copies)]
    return cards[choice % len(cards)]


def some_leaving(game: Game, choice: int) -> Leave:
    """Return one of the leavings that are possible."""
    inside = game.expedition.inside
    first, count = choice % inside, 1 + choice // inside % inside
    if count == inside:
        return game.everyone()
    if not game.players.named:
        return Leave(count, me=game.me_inside and choice % 2 == 0)
    names = (*game.names_inside[first:], *game.names_inside[:first])[:count]
    return Leave(count, game.players.me in names, names)


st.register_type_strategy(Edition, st.integers(0, 9_999).map(some_edition))
st.register_type_strategy(Players, seats.map(Players) | named_players())
st.register_type_strategy(Game, games())
