"""What holds in every game, however it is played; and whole games worked out by hand.

Each property is checked after every event of random games: any edition or house rules, 1 to 8
players with or without names, any card, any leaving.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incan_odds.cards import Artifact, Hazard, Treasure
from incan_odds.edition_files import edition_from_table
from incan_odds.editions import PRESETS, Edition
from incan_odds.game import Game, Haul, JoinError, Leave, Turn, begin
from incan_odds.players import Players, read_players
from incan_odds.record import ImpossibleToken, read, write

any_game = given(game=st.from_type(Game))


def stages(game: Game) -> Iterator[Game]:
    """Yield the game at its start and after each of its events."""
    stage = begin(game.edition, game.players)
    yield stage
    for event in game.history:
        stage = stage.turn(event.card) if isinstance(event, Turn) else stage.leave(event)
        yield stage


def finished(game: Game) -> Game:
    """Return the game played to its end: a card, and all leave."""
    while not game.over:
        if game.expedition.pending:
            game = game.leave(game.everyone())
        else:
            game = game.turn(game.expedition.deck.cards[0][0])
    return game


def turned(game: Game) -> list[object]:
    return [event.card for event in game.history if isinstance(event, Turn)]


# The rules once more, with an explorer for each seat and every gem on its card


class Cardboard:
    """A table where each explorer has a bag of his own and each card its own leftover gems."""

    def __init__(self, edition: Edition, players: Players) -> None:
        rivals = [f"rival {number}" for number in range(1, players.count)]
        self.edition = edition
        self.seats = list(players.names) or ["me", *rivals]
        self.tents = dict.fromkeys(self.seats, 0)
        self.brought: dict[str, list[int]] = {seat: [] for seat in self.seats}
        self.hazards = {kind.card: kind.copies for kind in edition.hazards}
        self.ordinal = self.number = self.busts = 0
        self.hidden: list[Artifact] = []
        self.lost_gems, self.lost_artifacts, self.removed = 0, 0, 0
        self.shuffle()

    def shuffle(self) -> None:
        """Begin the next expedition, while there is one."""
        self.bags, self.leftovers, self.out, self.on_path = {}, [], set(), []
        self.pending = False
        if self.number == self.edition.expeditions:
            self.number += 1
            return
        self.number += 1
        self.artifacts = [*self.hidden, *self.edition.entering(self.number)]
        self.unseen = Counter(map(Treasure, self.edition.treasures))
        self.unseen += Counter(self.hazards) + Counter(self.artifacts)
        self.bags = dict.fromkeys(self.seats, 0)

    def play(self, event: Turn | Leave) -> None:
        if isinstance(event, Turn):
            self.turn(event.card)
        else:
            self.leave(self.leavers(event))

    def leavers(self, leave: Leave) -> list[str]:
        """Return who leaves; which of the nameless rivals does not matter."""
        if leave.names:
            return list(leave.names)
        rivals = [seat for seat in self.bags if seat != "me"]
        return (["me"] if leave.me else []) + rivals[: leave.leavers - leave.me]

    def turn(self, card: object) -> None:
        assert self.unseen[card] > 0
        self.unseen[card] -= 1
        self.pending = True
        if isinstance(card, Treasure):
            gems = card.value
            while gems >= len(self.bags):
                for seat in self.bags:
                    self.bags[seat] += 1
                    gems -= 1
            self.leftovers.append(gems)
        elif isinstance(card, Artifact):
            self.on_path.append(card)
        elif card in self.out:
            self.hazards[card] -= 1
            self.busts += 1
            self.lost_gems += sum(self.bags.values())
            self.bags = {}
        else:
            self.out.add(card)
        if self.bags and not self.unseen.total():
            self.leave(list(self.bags))
        elif not self.bags:
            self.end()

    def leave(self, seats: list[str]) -> None:
        self.pending = False
        gems = sum(self.leftovers)
        for seat in seats:
            self.tents[seat] += self.bags.pop(seat) + gems // len(seats)
        self.leftovers = [gems % len(seats)]
        if len(seats) == 1:
            for card in self.on_path:
                by_ordinal = self.edition.artifact_points[self.ordinal]
                printed = self.edition.artifact_index == "card"
                self.brought[seats[0]].append(card.points if printed else by_ordinal)
                self.ordinal += 1 - printed
            self.on_path = []
        if not self.bags:
            self.end()

    def end(self) -> None:
        self.lost_gems += sum(self.leftovers)
        self.lost_artifacts += len(self.on_path)
        self.ordinal += len(self.on_path) if self.edition.artifact_index == "departed" else 0
        self.hidden = [card for card in self.unseen.elements() if isinstance(card, Artifact)]
        if self.edition.artifact_hidden == "removed":
            self.removed += len(self.hidden)
            self.hidden = []
        self.shuffle()


def replayed(game: Game) -> Cardboard:
    cardboard = Cardboard(game.edition, game.players)
    for event in game.history:
        cardboard.play(event)
    return cardboard


@any_game
def test_everyone_inside_holds_an_equal_bag(game):
    cardboard = Cardboard(game.edition, game.players)
    for stage, event in zip(stages(game), [*game.history, None], strict=True):
        now = stage.expedition
        assert list(cardboard.bags.values()) == [now.bag] * now.inside
        assert set(stage.names_inside) == set(cardboard.bags if game.players.named else ())
        if event is not None:
            cardboard.play(event)


@any_game
def test_the_table_is_as_with_cardboard(game):
    cardboard = Cardboard(game.edition, game.players)
    for stage, event in zip(stages(game), [*game.history, None], strict=True):
        now = stage.expedition
        assert now.path == sum(cardboard.leftovers)
        assert list(now.artifacts) == cardboard.on_path
        assert stage.number == min(cardboard.number, game.edition.expeditions)
        assert now.pending == cardboard.pending
        if not stage.over:
            assert dict(now.deck.cards) == +cardboard.unseen
            assert set(now.hazards) == cardboard.out
        if event is not None:
            cardboard.play(event)


@any_game
def test_the_tents_are_as_with_cardboard(game):
    end = finished(game)
    cardboard = replayed(end)
    points = {seat: gems + sum(cardboard.brought[seat]) for seat, gems in cardboard.tents.items()}
    cards = {seat: len(artifacts) for seat, artifacts in cardboard.brought.items()}
    if game.players.named:
        assert end.scores() == points
        assert end.artifacts() == cards
    else:
        assert end.scores() == {"me": points["me"], "others": sum(points.values()) - points["me"]}
        assert end.artifacts() == {"me": cards["me"], "others": sum(cards.values()) - cards["me"]}


# What is conserved


@any_game
def test_gems_are_conserved(game):
    for stage in stages(game):
        now = stage.expedition
        in_tents = sum(haul.gems for haul in stage.hauls)
        lost = sum(ended.lost_gems for ended in stage.ended)
        treasures = [card.value for card in turned(stage) if isinstance(card, Treasure)]
        assert in_tents + now.inside * now.bag + now.path + lost == sum(treasures)


@any_game
def test_artifacts_are_conserved(game):
    for stage in stages(game):
        home = sum(len(haul.artifacts) for haul in stage.hauls)
        lost = sum(len(ended.lost_artifacts) for ended in stage.ended)
        on_path, in_deck = stage.expedition.artifacts, stage.expedition.deck.artifacts
        removed = 0
        if game.edition.artifact_hidden == "removed":
            removed = sum(len(e.deck.artifacts) for e in stage.ended[: stage.number - 1])
        entered = sum(len(game.edition.entering(n)) for n in range(1, stage.number + 1))
        assert home + lost + len(on_path) + len(in_deck) + removed == entered


@any_game
def test_each_bust_removes_one_hazard_of_its_kind_and_nothing_else_does(game):
    for stage in stages(game):
        busts = [ended.bust for ended in stage.ended if ended.bust is not None]
        assert list(stage.gone) == busts
        for kind in game.edition.hazards:
            left = kind.copies - busts.count(kind.card)
            assert left >= 1
            assert stage.over or stage.expedition.start.count(kind.card) == left


@any_game
def test_an_expedition_ends_by_a_bust_when_all_have_left_or_with_the_last_card(game):
    for before, after in pairwise(stages(game)):
        event = after.history[-1]
        if isinstance(event, Leave):
            ends = event.leavers == before.expedition.inside
        else:
            ends = before.expedition.is_deadly(event.card) or before.expedition.deck.size == 1
        assert len(after.ended) == len(before.ended) + ends


@any_game
def test_the_expeditions_are_counted(game):
    for stage in stages(game):
        assert 1 <= stage.number <= game.edition.expeditions
        assert len(stage.ended) == stage.number - 1 + stage.over
        assert all(ended.over for ended in stage.ended)
    assert len(finished(game).ended) == game.edition.expeditions


@any_game
def test_the_deck_of_a_preset_never_runs_out_without_a_bust(game):
    """In five expeditions at most 4 of 15 hazards are gone: some kind has two copies left."""
    if game.edition.name in PRESETS:
        for ended in finished(game).ended:
            assert ended.bust is not None or ended.deck.size > 0


@any_game
def test_nobody_decides_but_after_a_card(game):
    for stage in stages(game):
        after_a_card = bool(stage.history) and isinstance(stage.history[-1], Turn)
        assert stage.expedition.pending == (after_a_card and not stage.fresh and not stage.over)


# The record


@any_game
def test_a_record_that_is_written_reads_as_the_same_game(game):
    start = begin(game.edition, game.players)
    assert read(start, write(game)) == game
    assert read(start, write(finished(game))) == finished(game)


@any_game
def test_a_record_may_be_cut_anywhere(game):
    words = write(game).split()
    for cut in range(0, len(words), 7):
        start = read(begin(game.edition, game.players), " ".join(words[:cut]))
        assert read(start, " ".join(words[cut:])) == game


@any_game
def test_a_record_without_breaks_reads_as_the_same_game(game):
    assert read(begin(game.edition, game.players), write(game).replace("/", " ")) == game


@any_game
def test_an_event_leaves_the_game_before_it_as_it_was(game):
    before = list(stages(game))
    finished(game)
    assert before == list(stages(game))


# The end


@any_game
def test_scores_add_up_to_the_gems_and_artifacts_brought_home(game):
    for stage in stages(game):
        gems = sum(haul.gems for haul in stage.hauls)
        artifacts = [points for haul in stage.hauls for points in haul.artifacts]
        assert sum(stage.scores().values()) == gems + sum(artifacts)
        assert sum(stage.artifacts().values()) == len(artifacts)


@any_game
def test_by_claim_the_nth_artifact_brought_home_has_the_nth_points(game):
    if game.edition.artifact_index == "claim":
        brought = [points for haul in finished(game).hauls for points in haul.artifacts]
        assert brought == list(game.edition.artifact_points[: len(brought)])


@any_game
def test_nobody_has_won_before_the_end(game):
    for stage in stages(game):
        assert stage.over or stage.winners() is None


@any_game
def test_the_winners_of_named_players_are_first_in_points_then_in_artifacts(game):
    end = finished(game)
    cardboard = replayed(end)

    def rank(seat: str) -> tuple[int, int]:
        points = cardboard.tents[seat] + sum(cardboard.brought[seat])
        return points, len(cardboard.brought[seat]) * (end.edition.tie_break == "artifacts")

    if end.players.named:
        best = max(rank(seat) for seat in cardboard.seats)
        assert end.winners() == tuple(seat for seat in cardboard.seats if rank(seat) == best)


amounts = st.tuples(st.integers(0, 3), st.sampled_from([(), (), (2,)]))
expedition_hauls = st.tuples(amounts, amounts, amounts)


@pytest.mark.parametrize("tie_break", ["shared", "artifacts"])
@given(brought=st.lists(expedition_hauls, min_size=3, max_size=3))
def test_nameless_winners_are_named_where_they_win_whoever_the_rivals_were(tie_break, brought):
    """You and two rivals: the hauls of the rivals are told apart in every way they can be."""
    edition = edition_from_table({"expeditions": 3, "tie_break": tie_break}, "house")
    hauls = [
        Haul(number, player, *amount)
        for number, amounts in enumerate(brought, start=1)
        for player, amount in zip(["me", None, None], amounts, strict=True)
    ]
    end = replace(finished(begin(edition, Players(3))), hauls=tuple(hauls))

    def rank(seats: tuple[int, ...]) -> tuple[int, int]:
        amounts = [row[seat] for row, seat in zip(brought, seats, strict=True)]
        points = sum(gems + sum(artifacts) for gems, artifacts in amounts)
        cards = sum(len(artifacts) for _, artifacts in amounts)
        return points, cards * (tie_break == "artifacts")

    mine = rank((0, 0, 0))
    any_rival = [rank(seats) for seats in product([1, 2], repeat=3)]
    if mine > max(any_rival):
        assert end.winners() == ("me",)
    elif mine == max(any_rival) == min(any_rival):
        assert end.winners() == ("me", "others")
    else:
        # Who is first of the rivals, or that both are, cannot be said without names.
        assert end.winners() is None


@any_game
def test_nothing_is_turned_after_the_end(game):
    end = finished(game)
    assert end.over
    for card in (Treasure(end.edition.treasures[0]), Artifact()):
        with pytest.raises(ValueError, match="the expedition has ended"):
            end.turn(card)


@any_game
def test_nobody_leaves_after_the_end(game):
    end = finished(game)
    for leave in (end.everyone(), Leave(1, me=False), Leave(1, me=True, names=(end.players.me,))):
        with pytest.raises(ValueError, match=r"cannot leave|nobody decides|inside|has left"):
            end.leave(leave)


@any_game
def test_no_explorers_leave_but_those_inside(game):
    now = game.expedition
    if now.pending:
        for count in (0, now.inside + 1):
            with pytest.raises(ValueError, match="cannot leave"):
                game.leave(Leave(count, me=False))


@pytest.mark.parametrize(
    ("players", "leave"),
    [
        ("3", Leave(3, me=False)),
        ("3", Leave(0, me=True)),
        ("ann,bob,cy", Leave(1, me=False)),
        ("ann,bob,cy", Leave(2, me=False, names=("bob",))),
        ("ann,bob,cy", Leave(2, me=False, names=("bob", "bob"))),
        ("ann,bob,cy", Leave(1, me=False, names=("ann",))),
        ("ann,bob,cy", Leave(1, me=True, names=("bob",))),
        ("3", Leave(1, me=False, names=("bob",))),
    ],
)
def test_a_leaving_that_contradicts_itself_is_refused(table, players, leave):
    """Everyone without me who am inside; fewer names than leavers; me, and my name is missing."""
    with pytest.raises(ValueError):  # noqa: PT011
        table("7", players).leave(leave)


# Whole games of three by hand


# All editions play this game of three, as far as their artifacts let them:
#   1. 3 gems each, 2 on the path; ann takes 3 + 2. Of 7, 3 each and 1 lost: bob and cy 6.
#   2. A bust: 14 + 5 gems are lost.
#   3. 3 gems each: bob 3. Of 4, 2 each: ann and cy 5.
#   4. Two leave with nothing, and the artifacts stay; cy takes 15 and the artifacts.
#   5. 4 gems each, 1 on the path; cy takes 4 + 1 and the artifact. Of 2, 1 each: ann and bob 5.
# Gems: ann 5 + 5 + 5, bob 6 + 3 + 5, cy 6 + 5 + 15 + 5.
WITH_ARTIFACTS = """
    11 a x:ann 7 sn x:bob+cy / 14 a sn 5 sn / 9 x:bob 4 x:ann+cy
    / a {further} x:ann+bob 15 x:cy / a 13 x:cy 2 x:ann+bob
"""
THE_HIDDEN_ONE_TOO = WITH_ARTIFACTS.format(further="a")
THE_HIDDEN_ONE_IS_GONE = WITH_ARTIFACTS.format(further="")
PRINTED = WITH_ARTIFACTS.replace("/ a {further}", "/ a8 a10")
ALL_AT_START = THE_HIDDEN_ONE_IS_GONE.replace("11 a x:ann", "11 a a x:ann")
NO_ARTIFACTS = """
    11 x:ann 7 sn x:bob+cy / 14 sn 5 sn / 9 x:bob 4 x:ann+cy
    / sn x:ann+bob 15 x:cy / 13 x:cy 2 x:ann+bob
"""


@pytest.mark.parametrize(
    ("edition", "record", "points_of_ann", "points_of_cy"),
    [
        ("bga", THE_HIDDEN_ONE_IS_GONE, [5], [5, 5]),
        ("bga-classic", THE_HIDDEN_ONE_TOO, [5], [5, 10, 10]),
        ("bga-modern", PRINTED, [5], [8, 10, 12]),
        ("gryphon-2009", THE_HIDDEN_ONE_TOO, [5], [5, 5, 10]),
        ("eagle-2020", PRINTED, [5], [8, 10, 12]),
        ("iello-2016", ALL_AT_START, [5, 5], [5, 10]),
        ("schmidt-2005", NO_ARTIFACTS, [], []),
        ("ludoclub", THE_HIDDEN_ONE_TOO, [5], [5, 5, 10]),
    ],
)
def test_a_whole_game_by_hand(table, edition, record, points_of_ann, points_of_cy):
    game = table(record, "ann,bob,cy", edition)
    assert game.over
    ann, bob, cy = 15 + sum(points_of_ann), 14, 31 + sum(points_of_cy)
    assert game.scores() == {"ann": ann, "bob": bob, "cy": cy}
    assert game.artifacts() == {"ann": len(points_of_ann), "bob": 0, "cy": len(points_of_cy)}
    assert game.winners() == ("cy",)
    assert [ended.lost_gems for ended in game.ended] == [1, 14 + 5, 0, 0, 0]
    assert [hazard.name for hazard in game.gone] == ["snakes"]


def test_a_whole_game_without_names(table):
    """The same game in `bga`, where you are ann."""
    game = table(
        "11 a x:me 7 sn x2 / 14 a sn 5 sn / 9 x 4 x2:me / a x2:me 15 x / a 13 x 2 x2", 3, "bga"
    )
    assert game.scores() == {"me": 15 + 5, "others": 14 + 31 + 5 + 5}
    assert game.artifacts() == {"me": 1, "others": 2}
    assert game.winners() is None


def test_artifacts_taken_one_after_another_in_one_expedition_count_on(table):
    game = table("a x:ann a x:bob sn x:cy / a x:cy a a x:bob sn x:ann", "ann,bob,cy", "iello-2016")
    assert [haul.artifacts for haul in game.hauls if haul.artifacts] == [(5,), (5,), (5,), (10, 10)]
    assert game.scores() == {"ann": 5, "bob": 5 + 20, "cy": 5}


def test_departed_counts_what_is_lost_after_what_was_taken_in_one_expedition(table):
    all_at_start = {"base": "iello-2016", "artifact_index": "departed"}
    game = table("a x:ann a a x:bob+cy / a x:cy a x:bob sn x:ann", "ann,bob,cy", all_at_start)
    assert game.scores() == {"ann": 5, "bob": 10, "cy": 10}


FOUR_MORE = " / f x3" * 4


@pytest.mark.parametrize(
    ("record", "winners"),
    [
        ("15 x2 14 x:me" + FOUR_MORE, ("me",)),
        ("15 x2:me 14 x" + FOUR_MORE, None),
        ("15 x 14 x:me 13 x" + FOUR_MORE, None),
        ("a x:me 9 x f x" + FOUR_MORE, ("me",)),
        ("f x3" + FOUR_MORE, ("me", "others")),
        ("15 x3" + FOUR_MORE, ("me", "others")),
        ("f x:me 14 x2" + FOUR_MORE, None),
    ],
    ids=[
        "19 against 5 and 5",
        "5 against 5 and 19",
        "12 against 5 and 25",
        "5 with an artifact against 5 and 4",
        "nothing for all",
        "5 for all",
        "nothing against 7 and 7",
    ],
)
def test_of_two_nameless_rivals_it_is_known_whether_you_win_or_all_share(table, record, winners):
    assert table(record, 3).winners() == winners


def test_one_nameless_rival_is_known(table):
    later = " / 1 x2" * 4
    assert table("15 x:me 14 x" + later, 2).winners() == ("others",)
    assert table("15 x 14 x:me" + later, 2).winners() == ("me",)
    assert table("14 x2" + later, 2).winners() == ("me", "others")


def test_alone_you_win(table):
    assert table("f x " * 4).winners() is None
    assert table("f x " * 5).winners() == ("me",)
    assert table("f x " * 5, "ann").winners() == ("ann",)


# A deck that runs out


SMALL = {"treasures": [4], "hazards": {"fire": 1}, "artifact_points": [7, 9], "expeditions": 2}


def test_alone_the_last_card_brings_everything_home(table):
    game = table("4 f a", edition=SMALL)
    assert game.hauls == (Haul(1, "me", 4, (7,)),)
    assert (game.number, game.ended[0].deck.size, game.ended[0].bust) == (2, 0, None)
    assert game.expedition.deck.size == 3
    with pytest.raises(ImpossibleToken):
        table("4 f a x", edition=SMALL)


def test_three_inside_leave_together_with_the_last_card(table):
    game = table("4 f a", "ann,bob,cy", SMALL)
    assert game.hauls == tuple(Haul(1, name, 1, ()) for name in ("ann", "bob", "cy"))
    assert game.ended[0].lost_gems == 4 - 3
    assert game.ended[0].lost_artifacts == (Artifact(),)
    assert game.names_inside == ("ann", "bob", "cy")


def test_whoever_is_last_inside_takes_the_artifacts_with_the_last_card(table):
    game = table("4 x:ann+cy f a", "ann,bob,cy", SMALL)
    assert game.scores() == {"ann": 1, "bob": 1 + 1 + 7, "cy": 1}


def test_the_last_card_of_the_last_expedition_ends_the_game(table):
    game = table("4 f a / a f 4", edition=SMALL)
    assert game.over
    assert game.scores() == {"me": 4 + 7 + 9 + 4, "others": 0}
    assert write(game) == "4 f a / a f 4"


def test_a_last_card_that_is_deadly_is_a_bust(table):
    two_fires = SMALL | {"hazards": {"fire": 2}}
    game = table("f 4 a f", 3, two_fires)
    assert game.scores() == {"me": 0, "others": 0}
    assert game.gone == (Hazard("fire", "f"),)


# Joining late


FIRE, SNAKES, LAVA = Hazard("fire", "f"), Hazard("snakes", "sn"), Hazard("lava", "l")
PLAIN = Artifact()


def test_hazards_that_are_gone_say_which_expedition_it_is_at_least():
    game = begin(PRESETS["gryphon-2009"], Players(4), gone=[FIRE, SNAKES, FIRE])
    assert (game.first, game.number) == (4, 4)
    assert game.expedition.deck.count(FIRE) == 1
    assert game.expedition.deck.count(SNAKES) == 2
    assert game.expedition.deck.size == 15 + 12 + 1


@pytest.mark.parametrize(
    ("edition", "number", "counted", "artifacts", "in_deck", "points"),
    [
        ("bga", 3, 2, None, (PLAIN,), (5, 10, 10)),
        ("bga", 5, 0, None, (PLAIN,), (5, 5, 5, 10, 10)),
        ("bga", 5, 4, None, (PLAIN,), (10,)),
        ("gryphon-2009", 4, 1, [PLAIN] * 3, (PLAIN,) * 3, (5, 5, 10, 10)),
        ("bga-classic", 4, 3, None, (PLAIN,), (10, 10)),
        ("bga-modern", 3, 0, None, (Artifact(8),), ()),
        ("eagle-2020", 3, 0, [Artifact(5), Artifact(8)], (Artifact(5), Artifact(8)), ()),
        ("iello-2016", 3, 2, None, (PLAIN,) * 3, (5, 10, 10)),
        ("iello-2016", 3, 2, [PLAIN], (PLAIN,), (5, 10, 10)),
        ("iello-2016", 3, 2, [], (), (5, 10, 10)),
        ("schmidt-2005", 5, 0, None, (), ()),
        ("schmidt-2005", 5, 0, [], (), ()),
    ],
)
def test_a_game_joined_late_has_the_artifacts_stated(
    edition, number, counted, artifacts, in_deck, points
):
    game = begin(PRESETS[edition], Players(4), number, (), counted, artifacts)
    assert game.number == number
    assert game.expedition.deck.artifacts == in_deck
    assert game.expedition.points == points


@pytest.mark.parametrize(
    ("key", "edition", "statement"),
    [
        ("expedition", "bga", {"number": 0}),
        ("expedition", "bga", {"number": -1}),
        ("expedition", "bga", {"number": 6}),
        ("expedition", "bga", {"gone": [FIRE, FIRE, SNAKES, SNAKES, Hazard("mummy", "m")]}),
        ("gone", "bga", {"number": 5, "gone": [FIRE] * 3}),
        ("gone", "bga", {"number": 5, "gone": [LAVA]}),
        ("gone", "iello-2016", {"number": 5, "gone": [FIRE]}),
        ("gone", "bga", {"number": 1, "gone": [FIRE]}),
        ("gone", "bga", {"number": 3, "gone": [FIRE, FIRE, SNAKES]}),
        ("claimed", "bga", {"number": 3, "counted": -1}),
        ("claimed", "bga", {"number": 3, "counted": 3}),
        ("claimed", "bga", {"counted": 1}),
        ("claimed", "iello-2016", {"number": 1, "counted": 1}),
        ("claimed", "iello-2016", {"number": 2, "counted": 6}),
        ("claimed", "schmidt-2005", {"number": 3, "counted": 1}),
        ("artifacts", "gryphon-2009", {"number": 3, "artifacts": []}),
        ("artifacts", "gryphon-2009", {"number": 3, "artifacts": [PLAIN] * 4}),
        ("artifacts", "gryphon-2009", {"number": 3, "counted": 2, "artifacts": [PLAIN] * 2}),
        ("artifacts", "gryphon-2009", {"number": 1, "artifacts": [PLAIN] * 2}),
        ("artifacts", "bga", {"number": 3, "artifacts": [PLAIN] * 2}),
        ("artifacts", "bga-modern", {"number": 3, "artifacts": [PLAIN]}),
        ("artifacts", "bga-modern", {"number": 3, "artifacts": [Artifact(7)]}),
        ("artifacts", "bga-modern", {"number": 3, "artifacts": [Artifact(8), Artifact(10)]}),
        ("artifacts", "bga-modern", {"number": 3, "artifacts": [Artifact(8), Artifact(8)]}),
        ("artifacts", "iello-2016", {"number": 1, "artifacts": [PLAIN] * 4}),
        ("artifacts", "iello-2016", {"number": 2, "artifacts": [PLAIN] * 6}),
        ("artifacts", "iello-2016", {"number": 2, "counted": 2, "artifacts": [PLAIN] * 4}),
        ("artifacts", "schmidt-2005", {"number": 2, "artifacts": [PLAIN]}),
    ],
)
def test_a_table_that_no_game_comes_to_is_refused(key, edition, statement):
    with pytest.raises(JoinError) as error:
        begin(PRESETS[edition], Players(4), **statement)
    assert error.value.key == key
    assert str(error.value) == f"{key}: {error.value.problem}"
    assert "\n" not in str(error.value)


def test_printed_artifacts_that_all_entered_at_the_start_must_be_listed():
    edition = edition_from_table({"base": "iello-2016", "artifact_index": "card"}, "house")
    with pytest.raises(JoinError) as error:
        begin(edition, Players(4), number=2, counted=1)
    assert error.value.key == "artifacts"
    left = (Artifact(5), Artifact(10))
    late = begin(edition, Players(4), number=2, counted=1, artifacts=left)
    assert late.expedition.deck.artifacts == left


def test_a_game_joined_late_goes_on_to_its_end_and_names_no_winner():
    late = begin(PRESETS["bga"], read_players("ann,bob"), number=5)
    game = read(late, "15 x:ann 1 x")
    assert game.over
    assert game.scores() == {"ann": 8, "bob": 8}
    assert game.winners() is None


# A table that is stated


def test_a_stated_table_takes_the_place_of_the_recorded_one(table):
    game = table("11 7 f a", 4).at_table(inside=2, bag=3, path=1)
    now = game.expedition
    assert (now.inside, now.bag, now.path) == (2, 3, 1)
    assert (now.artifacts, now.hazards, now.pending) == ((PLAIN,), (FIRE,), True)
    assert game.turn(Treasure(9)).expedition.bag == 3 + 4


def test_what_is_not_stated_stays_as_recorded(table):
    game = table("11 7 f", 4)
    assert game.at_table() == game
    now = game.at_table(inside=3).expedition
    assert (now.inside, now.bag, now.path) == (3, 2 + 1, 3 + 3)
    now = game.at_table(path=0).expedition
    assert (now.inside, now.bag, now.path) == (4, 3, 0)


@pytest.mark.parametrize(("record", "pending"), [("11 7", True), ("11 7 x", False)])
def test_a_stated_table_is_pending_as_the_record_says(table, record, pending):
    assert table(record, 4).at_table(inside=1).expedition.pending == pending


@pytest.mark.parametrize(
    ("key", "record", "players", "statement"),
    [
        ("inside", "", "4", {"inside": 3}),
        ("bag", "", "4", {"bag": 3}),
        ("path", "5 x4", "4", {"path": 3}),
        ("inside", "1 x2 / " * 4 + "1 x2", "2", {"inside": 1}),
        ("inside", "11", "ann,bob", {"inside": 1}),
        ("bag", "11 x:me", "4", {"bag": 1}),
        ("inside", "11", "4", {"inside": 0}),
        ("inside", "11", "4", {"inside": 5}),
        ("inside", "11 x", "4", {"inside": 4}),
        ("bag", "11", "4", {"bag": -1}),
        ("bag", "11", "4", {"bag": 3}),
        ("bag", "11", "4", {"inside": 1, "bag": 12}),
        ("path", "11", "4", {"path": -1}),
        ("path", "11", "4", {"path": 4}),
        ("path", "11", "4", {"inside": 1, "bag": 2, "path": 10}),
    ],
)
def test_a_table_that_cannot_be_is_refused(table, key, record, players, statement):
    game = table(record, players)
    with pytest.raises(JoinError) as error:
        game.at_table(**statement)
    assert error.value.key == key


def test_all_gems_that_were_turned_may_lie_on_a_stated_table(table):
    now = table("11", 4).at_table(inside=1, bag=2, path=9).expedition
    assert now.holding == 11


def test_where_a_table_was_stated_the_winner_cannot_be_known(table):
    """Three rivals left unrecorded, and what they brought home with them is not known."""
    game = table("15", 4, {"expeditions": 1}).at_table(inside=1, bag=3, path=0)
    assert game.leave(game.everyone()).winners() is None
