"""The odds of the next card against turning over each unseen card, one at a time."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incan_odds.cards import Artifact, Card, Hazard, Treasure
from incan_odds.expedition import Expedition
from incan_odds.game import Game, Turn, begin
from incan_odds.next_card import odds_of_next_card


def in_progress(game: Game) -> Expedition:
    """Return the running expedition, or that of a game that is over before its last event."""
    if not game.over:
        return game.expedition
    before = begin(game.edition, game.players)
    for event in game.history[:-1]:
        before = before.turn(event.card) if isinstance(event, Turn) else before.leave(event)
    return before.expedition


def unseen_cards(expedition: Expedition) -> list[Card]:
    """Return the cards that can come, equal ones repeated: all are equally likely."""
    return [card for card, copies in expedition.deck for _ in range(copies)]


any_expedition = given(now=st.from_type(Game).map(in_progress))


# Random tables


@any_expedition
def test_the_four_chances_sum_to_1(now):
    odds = odds_of_next_card(now)
    assert odds.bust + odds.treasure + odds.hazard + odds.artifact == 1


@any_expedition
def test_the_chances_of_the_cards_sum_to_1(now):
    odds = odds_of_next_card(now)
    assert sum(outcome.chance for outcome in odds.outcomes) == 1
    assert sum(outcome.copies for outcome in odds.outcomes) == odds.unseen == now.deck.size


@any_expedition
def test_each_chance_is_the_share_of_the_unseen_cards(now):
    odds, cards = odds_of_next_card(now), unseen_cards(now)
    busts = [card for card in cards if now.turn(card).bust is not None]
    harmless = [card for card in cards if now.turn(card).bust is None]
    assert odds.bust == Fraction(len(busts), len(cards))
    for kind, chance in (
        (Treasure, odds.treasure),
        (Hazard, odds.hazard),
        (Artifact, odds.artifact),
    ):
        assert chance == Fraction(sum(isinstance(c, kind) for c in harmless), len(cards))


@any_expedition
def test_each_card_has_its_chance_its_gain_and_whether_it_is_deadly(now):
    cards = unseen_cards(now)
    for outcome in odds_of_next_card(now).outcomes:
        after = now.turn(outcome.card)
        assert outcome.copies == cards.count(outcome.card)
        assert outcome.chance == Fraction(cards.count(outcome.card), len(cards))
        assert outcome.deadly == (after.bust == outcome.card)
        assert outcome.gain == (0 if outcome.deadly else after.holding - now.holding)


@any_expedition
def test_the_gain_is_the_mean_change_of_what_is_held(now):
    odds = odds_of_next_card(now)
    after = [now.turn(card) for card in unseen_cards(now)]
    changes = [table.holding - now.holding for table in after if table.bust is None]
    assert odds.gain == Fraction(sum(changes), len(after))
    assert odds.gain == sum(outcome.chance * outcome.gain for outcome in odds.outcomes)


@any_expedition
def test_one_more_card_is_the_mean_of_what_is_held_after_it(now):
    held = [now.turn(card).holding for card in unseen_cards(now)]
    assert odds_of_next_card(now).one_more_card == Fraction(sum(held), len(held))


@any_expedition
def test_what_is_held_is_what_a_sole_leaver_brings_home(now):
    for card in unseen_cards(now):
        after = now.turn(card)
        if after.bust is None:
            left = after.leave(1)
            assert after.holding == left.gems + sum(left.artifacts)


@any_expedition
def test_the_verdict_compares_one_more_card_with_what_is_held(now):
    odds = odds_of_next_card(now)
    if odds.one_more_card > odds.holding:
        assert odds.verdict == "stay"
    elif odds.one_more_card < odds.holding:
        assert odds.verdict == "leave"
    else:
        assert odds.verdict == "either"


@any_expedition
def test_retire_at_is_the_least_number_of_gems_at_which_leaving_is_as_good(now):
    """Gems move from the deck to the bag, and back, until the verdict changes."""
    odds = odds_of_next_card(now)

    def verdict(gems: int) -> str:
        moved = gems - odds.bag_and_path
        holding, gains = odds.holding + moved, odds.gains - moved
        return replace(odds, bag_and_path=gems, holding=holding, gains=gains).verdict

    if odds.deadly == 0:
        assert odds.retire_at is None
    else:
        gems = 0
        while verdict(gems) == "stay":
            gems += 1
        assert odds.retire_at == gems
        assert verdict(gems + 1) != "stay"


@any_expedition
def test_a_treasure_that_is_drawn_leaves_retire_at_as_it_is(now):
    at_first = odds_of_next_card(now).retire_at
    for card in unseen_cards(now):
        if isinstance(card, Treasure):
            now = now.turn(card)
            if now.deck.size:
                odds = odds_of_next_card(now)
                assert odds.retire_at == at_first
                if at_first is not None:
                    assert (odds.verdict == "stay") == (odds.bag_and_path < at_first)


# Tables worked out by hand


@pytest.mark.parametrize(
    ("hazards", "deadly", "least"),
    [
        ("f", 2, 38),
        ("f m", 4, 23),
        ("f m r", 6, 16),
        ("f m r sn", 8, 13),
        ("f m r sn sp", 10, 11),
    ],
)
def test_the_thresholds_of_a_fresh_deck(table, hazards, deadly, least):
    """107 gems and an artifact of 5 are shared by d + 1: the least whole number from there on."""
    odds = odds_of_next_card(table(hazards).expedition)
    assert odds.deadly == deadly
    assert odds.retire_at == least == -(-112 // (deadly + 1))


@pytest.mark.parametrize(
    ("record", "gems", "verdict"),
    [
        ("f 15 13 9", 37, "stay"),
        ("f 15 14 9", 38, "leave"),
        ("f m 15 7", 22, "stay"),
        ("f m 14 9", 23, "leave"),
        ("f m r 15", 15, "stay"),
        ("f m r 11 5", 16, "either"),
        ("f m r 15 2", 17, "leave"),
        ("f m r sn 11 1", 12, "stay"),
        ("f m r sn 13", 13, "leave"),
        ("f m r sn sp 9 1", 10, "stay"),
        ("f m r sn sp 11", 11, "leave"),
    ],
)
def test_one_gem_below_the_threshold_stays(table, record, gems, verdict):
    odds = odds_of_next_card(table(record).expedition)
    assert odds.holding == gems
    assert odds.verdict == verdict


def test_alone_after_5_fire_11_snakes(table):
    """26 cards: 12 treasures of 91 gems, 4 deadly hazards, 9 harmless ones, an artifact of 5."""
    odds = odds_of_next_card(table("5 f 11 sn").expedition)
    assert (odds.unseen, odds.deadly, odds.holding) == (26, 4, 16)
    assert odds.bust == Fraction(4, 26)
    assert odds.treasure == Fraction(12, 26)
    assert odds.hazard == Fraction(9, 26)
    assert odds.artifact == Fraction(1, 26)
    assert odds.gain == Fraction(91 + 5, 26)
    assert odds.one_more_card == Fraction(16 * 22 + 96, 26)
    assert odds.retire_at == 23
    assert odds.verdict == "stay"


def test_before_the_first_card_nothing_can_be_lost(table):
    odds = odds_of_next_card(table().expedition)
    assert odds.bust == 0
    assert odds.gain == Fraction(107 + 5, 30)
    assert odds.retire_at is None
    assert odds.verdict == "stay"


def test_with_four_inside_a_treasure_adds_the_share_and_what_is_left_of_it(table):
    odds = odds_of_next_card(table(players=4).expedition)
    gains = {o.card.value: o.gain for o in odds.outcomes if isinstance(o.card, Treasure)}
    assert gains == {
        1: 1,
        2: 2,
        3: 3,
        4: 1,
        5: 1 + 1,
        7: 1 + 3,
        9: 2 + 1,
        11: 2 + 3,
        13: 3 + 1,
        14: 3 + 2,
        15: 3 + 3,
    }
    # There are two cards of 5, of 7 and of 11, and an artifact of 5.
    assert odds.gains == sum(gains.values()) + 2 + 4 + 5 + 5


@pytest.mark.parametrize(
    ("record", "edition", "gains"),
    [
        ("", "bga", [5]),
        ("a x a x a x", "bga", [10]),
        ("a f f / a m m / a r r", "bga", [5]),
        ("a f f / a m m / a r r", "bga-classic", [10]),
        ("1 x 1 x", "bga-modern", [5, 7, 8]),
        ("a a", "iello-2016", [5]),
        ("a a a", "iello-2016", [10]),
        ("a x a x", "iello-2016", [5]),
        ("a x a x a x", "iello-2016", [10]),
        ("", "schmidt-2005", []),
    ],
)
def test_an_artifact_adds_what_the_next_one_is_worth(table, record, edition, gains):
    players = 1 if edition.startswith("bga") else 4
    outcomes = odds_of_next_card(table(record, players, edition).expedition).outcomes
    assert [o.gain for o in outcomes if isinstance(o.card, Artifact)] == gains


def test_artifacts_on_the_path_are_held_apart_from_the_gems(table):
    odds = odds_of_next_card(table("f m r 11 a").expedition)
    assert (odds.holding, odds.bag_and_path) == (11 + 5, 11)
    # 6 (g + 5) >= 107 - g from 11 gems on, exactly.
    assert odds.retire_at == 11
    assert odds.verdict == "either"


def test_a_kind_with_one_copy_left_is_never_deadly(table):
    odds = odds_of_next_card(table("sn sn / sn sn / sn").expedition)
    assert odds.bust == 0
    assert odds.retire_at is None


def test_after_the_end_no_card_can_come(table):
    with pytest.raises(ValueError, match="the expedition has ended"):
        odds_of_next_card(table("1 x " * 5).expedition)
