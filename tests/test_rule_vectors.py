"""The twelve numbered test vectors of the rules, each test named after its number."""

from __future__ import annotations

import pytest

from incan_odds.cards import Artifact, Hazard
from incan_odds.deck import first_deck
from incan_odds.editions import PRESETS
from incan_odds.expedition import Expedition
from incan_odds.game import Game
from incan_odds.record import ImpossibleToken

SNAKES = Hazard("snakes", "sn")


def tents(game: Game) -> list[int]:
    """Return the gems that each explorer has brought home, in the order of leaving."""
    return [haul.gems for haul in game.hauls]


def hazard_cards(expedition: Expedition) -> int:
    return sum(expedition.deck.hazards.values())


def test_vector_01_treasures_are_shared_and_the_rest_lies_on_the_path(table):
    now = table("7 11", 4).expedition
    assert (now.bag, now.path) == (1 + 2, 3 + 3)


def test_vector_01_leavers_share_the_path_as_one_pool(table):
    """Card by card they would take 1 of the 3 gems on each, 2 in all."""
    game = table("7 11 x2", 4)
    assert tents(game) == [3 + 3, 3 + 3]
    assert game.expedition.path == 0


@pytest.mark.parametrize(("inside", "treasure", "bag", "path"), [(4, "11", 2, 3), (5, "9", 1, 4)])
def test_vector_02_the_share_is_rounded_down(table, inside, treasure, bag, path):
    now = table(treasure, inside).expedition
    assert (now.bag, now.path) == (bag, path)


def test_vector_03_what_the_leavers_cannot_share_stays_on_the_path(table):
    before = table("4 7 13", 3).expedition
    assert (before.bag, before.path) == (1 + 2 + 4, 1 + 1 + 1)
    game = table("4 7 13 x2", 3)
    assert tents(game) == [7 + 1, 7 + 1]
    assert game.expedition.path == 1


@pytest.mark.parametrize(
    ("edition", "points"), [("bga", 5), ("bga-classic", 10), ("bga-modern", 10)]
)
@pytest.mark.parametrize(
    "lost", ["a f f / a m m / a r r", "a x2 / a x2 / a x2"], ids=["by busts", "by walking out"]
)
def test_vector_04_three_artifacts_lost_then_one_brought_home(table, edition, points, lost):
    game = table(f"{lost} / a x", 2, edition)
    assert [haul.artifacts for haul in game.hauls if haul.artifacts] == [(points,)]


def test_vector_05_two_brought_home_then_two_at_once_count_as_third_and_fourth(table):
    game = table("a x / a x / 1 x / a a x", edition="gryphon-2009")
    assert [haul.artifacts for haul in game.hauls] == [(5,), (5,), (), (5, 10)]


def test_vector_05_departed_counts_one_lost_then_two_at_once_as_second_and_third(table):
    game = table("a f f / 1 x / a a x", edition="bga-classic")
    assert [haul.artifacts for haul in game.hauls] == [(), (5, 5)]


@pytest.mark.parametrize(
    ("edition", "artifacts"), [("bga-classic", 2), ("bga-modern", 2), ("bga", 1)]
)
def test_vector_06_a_hidden_artifact_stays_or_is_removed(table, edition, artifacts):
    second = table("1 x", edition=edition).expedition.deck
    assert len(second.artifacts) == artifacts
    assert second.size == 29 + artifacts


@pytest.mark.parametrize(
    ("edition", "cards"),
    [("bga", 30), ("gryphon-2009", 31), ("iello-2016", 35), ("schmidt-2005", 30), ("ludoclub", 31)],
)
def test_vector_07_the_first_deck(edition, cards):
    assert first_deck(PRESETS[edition]).size == cards


@pytest.mark.parametrize("edition", PRESETS)
def test_vector_08_snakes_twice_leave_14_hazards_and_2_snakes(table, edition):
    second = table("sn sn", edition=edition).expedition
    assert hazard_cards(second) == 14
    assert second.deck.count(SNAKES) == 2


@pytest.mark.parametrize("edition", PRESETS)
def test_vector_08_snakes_twice_again_leave_one_that_is_harmless_for_good(table, edition):
    record = "sn sn sn sn"
    assert hazard_cards(table(record, edition=edition).expedition) == 13
    for _ in range(3):
        assert table(record, edition=edition).expedition.deck.count(SNAKES) == 1
        with_snakes_out = table(f"{record} sn", edition=edition).expedition
        assert with_snakes_out.hazards == (SNAKES,)
        assert with_snakes_out.deadly == 0
        with pytest.raises(ImpossibleToken):
            table(f"{record} sn sn", edition=edition)
        record += " sn x"
    assert table(record, edition=edition).over


def test_vector_09_what_the_last_two_cannot_share_is_lost(table):
    before = table("1 3 5 5 7 a", 2).expedition
    assert (before.bag, before.path) == (0 + 1 + 2 + 2 + 3, 5)
    game = table("1 3 5 5 7 a x2", 2)
    assert tents(game) == [8 + 2, 8 + 2]
    (first,) = game.ended
    assert first.lost_gems == 1
    assert first.lost_artifacts == (Artifact(),)


@pytest.mark.parametrize("edition", ["bga", "bga-classic", "gryphon-2009", "ludoclub"])
def test_vector_09_the_artifact_of_the_last_two_is_out_of_the_game(table, edition):
    game = table("1 3 5 7 9 a x2", 2, edition)
    assert game.artifacts() == {"me": 0, "others": 0}
    # The one that lies in the second deck is the second expedition's own.
    assert game.expedition.deck.artifacts == (Artifact(),)


def test_vector_10_alone_inside_a_treasure_is_taken_whole(table):
    before, after = table("7 a x2", 3).expedition, table("7 a x2 15", 3).expedition
    assert (before.inside, before.bag, before.path) == (1, 2, 1)
    assert (after.inside, after.bag, after.path) == (1, 2 + 15, 1)


def test_vector_10_leaving_alone_takes_path_and_artifacts(table):
    game = table("7 a x2 15 x", 3)
    mine = game.hauls[-1]
    assert (mine.gems, mine.artifacts) == (2 + 15 + 1, (5,))
    assert game.ended[0].lost_gems == 0
    assert game.ended[0].lost_artifacts == ()


FORTY_ALL = "a x:ann 15 x:bob / a x:ann 15 5 x:bob / a x:bob 15 x:ann / sn x:bob 15 x:ann / sn x2"


@pytest.mark.parametrize(
    ("edition", "winners"),
    [
        ("bga", ("ann",)),
        ("gryphon-2009", ("ann",)),
        ("ludoclub", ("ann",)),
        ({"base": "gryphon-2009", "tie_break": "shared"}, ("ann", "bob")),
        ("iello-2016", ("ann", "bob")),
        ({"base": "iello-2016", "tie_break": "artifacts"}, ("ann",)),
    ],
)
@pytest.mark.parametrize("names", ["ann,bob", "bob,ann"])
def test_vector_11_forty_all_and_two_artifacts_to_one(table, edition, winners, names):
    game = table(FORTY_ALL, names, edition)
    assert game.scores() == {"ann": 40, "bob": 40}
    assert game.artifacts() == {"ann": 2, "bob": 1}
    assert set(game.winners()) == set(winners)


@pytest.mark.parametrize(
    ("tie_break", "winners"), [("artifacts", ("ann",)), ("shared", ("ann", "bob"))]
)
def test_vector_11_where_the_last_two_expeditions_are_busts(table, tie_break, winners):
    game = table(
        "a x:ann 11 7 17 x:bob / a x:ann f f / a x:bob 17 13 x:ann / f f / m m",
        "ann,bob",
        {"base": "gryphon-2009", "tie_break": tie_break},
    )
    assert game.scores() == {"ann": 40, "bob": 40}
    assert game.artifacts() == {"ann": 2, "bob": 1}
    assert game.winners() == winners


def test_vector_12_gems_are_conserved(table):
    """A game of four with two busts; the columns are tents, bags, path and lost."""
    steps = [
        ("7 11", (0, 4 * 3, 6, 0)),
        ("x2", (12, 2 * 3, 0, 0)),
        ("15", (12, 2 * 10, 1, 0)),
        ("f f", (12, 0, 0, 21)),
        ("/ 9 a", (12, 4 * 2, 1, 21)),
        ("x:me", (12 + 3, 3 * 2, 0, 21)),
        ("13 m", (15, 3 * 6, 1, 21)),
        ("x3", (15 + 18, 0, 0, 21 + 1)),
        ("/ 14 x3", (33 + 3 * 3, 3, 2, 22)),
        ("m m", (42, 0, 0, 22 + 5)),
    ]
    record, turned = "", 0
    for step, (in_tents, in_bags, on_path, lost) in steps:
        record = f"{record} {step}"
        turned += sum(int(token) for token in step.split() if token.isdecimal())
        game = table(record, 4)
        now = game.expedition
        assert sum(tents(game)) == in_tents
        assert (now.inside * now.bag, now.path) == (in_bags, on_path)
        assert sum(ended.lost_gems for ended in game.ended) == lost
        assert in_tents + in_bags + on_path + lost == turned
