"""From how many gems on to leave: the thresholds, card by card and over every state.

`retire_at` is compared with what one more card does at the table, with what the enumeration of
`tests.enumeration` decides, and with the decisions of the dynamic programme in all its states.
"""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from incan_odds.editions import PRESETS
from incan_odds.game import Game, begin
from incan_odds.next_card import odds_of_next_card
from incan_odds.players import Players
from incan_odds.record import read
from incan_odds.stopping.dynamic import solve_dynamic
from incan_odds.stopping.problem import StoppingProblem, problem_of
from incan_odds.stopping.season import game_problem
from incan_odds.stopping.solver import Optimum, solve
from incan_odds.stopping.thresholds import thresholds
from tests.enumeration import (
    Enumeration,
    edition_of,
    games_of,
    positions,
    positions_from,
    small_editions,
)

FEWER = settings(max_examples=settings.default.max_examples // 3)
FEW = settings(max_examples=settings.default.max_examples // 6)
"""For properties whose every example visits thousands of positions."""


def position(edition: str, record: str = "", players: int = 1) -> Game:
    return read(begin(PRESETS[edition], Players(players)), record)


def threshold_at(optimum: Optimum, start: Game, here: Game) -> int | None:
    """Return the threshold of the problem that began at `start`, at a later position.

    Kinds with equal copies are one class, and classes come in the order of the deck.
    """
    out = set(here.expedition.hazards) - set(start.expedition.hazards)
    copies = start.expedition.start.hazards
    kinds = [
        sum(copies[kind] == number for kind in out) for number in dict.fromkeys(copies.values())
    ]
    before, after = start.expedition.deck, here.expedition.deck
    drawn = tuple(
        before.count(card) - after.count(card) for card in dict.fromkeys(before.artifacts)
    )
    return optimum.retire_at(kinds, optimum.problem.artifact_states.index(drawn))


def gems_at(game: Game) -> int:
    return game.expedition.bag + game.expedition.path


# The fresh decks


@pytest.mark.parametrize(
    ("kinds", "deadly", "gems"), [(1, 2, 38), (2, 4, 23), (3, 6, 16), (4, 8, 13), (5, 10, 11)]
)
def test_bga_with_a_fresh_deck_and_no_artifact_on_the_path(kinds, deadly, gems):
    """Two independent programs: d = 2 4 6 8 10 means to leave from 38 23 16 13 11 gems on.

    107 gems and an artifact of 5 are in the deck, so that B·(d + 1) >= 112.
    """
    problem = problem_of(position("bga").expedition)
    assert solve(problem).retire_at((kinds,)) == gems
    assert gems * (deadly + 1) >= 112 > (gems - 1) * (deadly + 1)


def test_bga_at_16_gems_and_three_kinds_out_both_are_equally_good():
    """16·(6 + 1) = 112 exactly: a tie counts as a threshold."""
    optimum = solve(problem_of(position("bga", "5 f m 11 r").expedition))
    assert optimum.leave == 16
    assert optimum.verdict == "either"
    assert optimum.stay.points == 16
    assert optimum.retire_at() == 16


def test_no_threshold_while_no_unseen_card_is_deadly():
    assert solve(problem_of(position("bga").expedition)).retire_at() is None
    assert solve(problem_of(position("bga", "15 14 13 11").expedition)).retire_at() is None


def test_no_threshold_that_cannot_be_reached():
    """A kind of two copies out, 1 gem in the bag and 1 unseen: from 1·2 >= 1 + 1 on, which holds.

    With an artifact of 20 unseen it is 1 + 1 + 20 <= 2·B: 11 gems, of which there are 2.
    """
    plain = read(begin(edition_of([1, 1], [2]), Players(1)), "1 f")
    assert solve(problem_of(plain.expedition)).retire_at() == 1
    rich = read(begin(edition_of([1, 1], [2], [20]), Players(1)), "1 f")
    assert solve(problem_of(rich.expedition)).retire_at() is None
    assert odds_of_next_card(rich.expedition).retire_at == 11


def test_an_artifact_on_the_path_lowers_the_threshold():
    """Gems are counted apart from it: with an artifact of 5 and d = 6 leave from 11 gems on."""
    optimum = solve(problem_of(position("bga").expedition))
    for kinds, deadly in enumerate((2, 4, 6, 8, 10), start=1):
        # (G + 5)·(d + 1) >= 112
        assert optimum.retire_at((kinds,), 1) == -(-112 // (deadly + 1)) - 5


# One more card, at the table


@FEWER
@given(game=positions(small_editions(expeditions=3, most_treasures=5)))
def test_the_threshold_is_the_least_number_of_gems_where_one_more_card_does_not_pay(game):
    one_step_threshold_holds(game, solve(problem_of(game.expedition)), Enumeration())


@pytest.mark.parametrize("players", [2, 4])
@FEWER
@given(data=st.data())
def test_the_same_with_rivals_who_stay(players, data):
    game = data.draw(positions(small_editions(expeditions=2, most_treasures=5), players))
    one_step_threshold_holds(game, solve(problem_of(game.expedition)), Enumeration())


@FEW
@given(game=positions(games_of()))
def test_the_same_with_all_expeditions_to_come(game):
    one_step_threshold_holds(game, solve(game_problem(game)), Enumeration("game"))


def one_step_threshold_holds(game: Game, optimum: Optimum, oracle: Enumeration) -> None:
    if optimum.method != "analytic":
        return
    for here in positions_from(game):
        if not here.expedition.pending:
            continue
        gems, threshold = gems_at(here), threshold_at(optimum, game, here)
        more, leave = oracle.one_more_card(here), oracle.leaving(here)
        if not here.expedition.deadly:
            assert threshold is None
            assert more >= leave
            continue
        assert (more > leave) == (threshold is None or gems < threshold)
        if oracle.later is None:
            alone = odds_of_next_card(here.expedition).retire_at
            assert threshold == alone or (threshold is None and alone > gems)


@given(game=positions(small_editions(expeditions=2)))
def test_the_present_threshold_is_that_of_the_next_card(game):
    """The threshold of the odds of the next card is the one-step rule's, by a way of its own."""
    optimum = solve(problem_of(game.expedition))
    if optimum.method == "analytic":
        odds = odds_of_next_card(game.expedition)
        reachable = gems_at(game) + sum(game.expedition.deck.treasures)
        expected = odds.retire_at
        if expected is not None and expected > reachable:
            expected = None
        assert optimum.retire_at() == expected


@FEWER
@given(game=positions(small_editions(expeditions=2, most_treasures=5)))
def test_every_set_of_hazards_and_artifacts_that_can_come_about_is_listed(game):
    """Each once, with its deadly cards and its threshold.

    With a treasure unseen: else the last set is only there when the deck has run out.
    """
    assume(game.expedition.deck.treasures)
    optimum = solve(problem_of(game.expedition))
    found = {}
    for here in positions_from(game):
        printed = sorted(
            card.points for card in here.expedition.artifacts if card.points is not None
        )
        key = (frozenset(here.expedition.hazards), len(here.expedition.artifacts), tuple(printed))
        found[key] = (here.expedition.deadly, threshold_at(optimum, game, here))
    rows = thresholds(game.expedition, optimum)
    listed = {
        (frozenset(row.hazards), row.artifacts, row.printed): (row.deadly, row.retire_at)
        for row in rows
    }
    assert listed == found
    assert len(rows) == len(found)


# Every state


@FEWER
@given(game=positions(small_editions(expeditions=2, most_treasures=5)))
def test_the_enumeration_stays_below_the_threshold_and_leaves_from_it_on(game):
    the_optimum_turns_at_the_threshold(game, solve(problem_of(game.expedition)), Enumeration())


@FEW
@given(game=positions(games_of()))
def test_the_enumeration_of_the_whole_game_turns_at_the_threshold(game):
    the_optimum_turns_at_the_threshold(game, solve(game_problem(game)), Enumeration("game"))


def the_optimum_turns_at_the_threshold(game: Game, optimum: Optimum, oracle: Enumeration) -> None:
    most_stays: dict[int, int] = {}
    for here in positions_from(game):
        if not here.expedition.pending:
            continue
        threshold = threshold_at(optimum, game, here)
        stays = oracle.now(here).cards > 0
        if not here.expedition.deadly:
            assert threshold is None
            assert oracle.stay(here).points >= oracle.leaving(here)
        elif optimum.method == "analytic":
            assert stays == (threshold is None or gems_at(here) < threshold)
        elif threshold is not None:
            assert not stays or gems_at(here) < threshold
            if stays:
                most_stays[threshold] = max(most_stays.get(threshold, -1), gems_at(here))
    # The dynamic programme's thresholds are sharp: it stays with one gem less somewhere.
    assert all(most == threshold - 1 for threshold, most in most_stays.items())


def the_tables_turn_at_the_threshold(problem: StoppingProblem) -> int:
    """In all states of the dynamic programme: those that stay are below, those that leave not.

    Returns for how many sets of hazards and artifacts there is a threshold.
    """
    optimum = solve(problem)
    assert optimum.method == "analytic"
    checked = 0
    for table in solve_dynamic(problem).tables:
        deadly = problem.deadly + sum(
            number * (kind.copies - 1)
            for number, kind in zip(table.kinds, problem.hazards, strict=True)
        )
        if not deadly:
            continue
        threshold = optimum.retire_at(table.kinds, table.artifacts)
        if threshold is None:
            assert table.first_leave > sum(problem.gains)
        else:
            assert table.last_stay < 0 or problem.gems + table.last_stay < threshold
            assert problem.gems + table.first_leave >= threshold
            checked += 1
    return checked


@pytest.mark.parametrize("edition", ["bga", "bga-modern", "gryphon-2009", "schmidt-2005"])
def test_the_dynamic_programme_turns_at_the_threshold_on_a_fresh_preset(edition):
    problem = problem_of(position(edition).expedition)
    # One to five kinds out, with and without each artifact of the deck.
    assert the_tables_turn_at_the_threshold(problem) == 5 * len(problem.artifact_states)


@pytest.mark.parametrize("edition", ["bga", "bga-classic"])
def test_the_dynamic_programme_turns_at_the_threshold_of_the_whole_game(edition):
    assert the_tables_turn_at_the_threshold(game_problem(position(edition))) == 5 * 2


@pytest.mark.parametrize("record", ["1 2 14 {f} 5 3", "5 {f} {f} 9 {m} 13 4"])
@pytest.mark.parametrize("edition", PRESETS)
def test_the_dynamic_programme_turns_at_the_threshold_in_the_middle(edition, record):
    f, m = (kind.card.code for kind in PRESETS[edition].hazards[:2])
    game = position(edition, record.format(f=f, m=m))
    the_tables_turn_at_the_threshold(problem_of(game.expedition))
    the_tables_turn_at_the_threshold(game_problem(game))


@pytest.mark.parametrize("players", [3, 4, 8])
def test_the_dynamic_programme_turns_at_the_threshold_with_rivals_who_stay(players):
    game = position("gryphon-2009", "5 f 11 x 7 m", players)
    the_tables_turn_at_the_threshold(problem_of(game.expedition))


@given(data=st.data())
def test_the_dynamic_programme_turns_at_the_threshold_on_small_decks(data):
    players = data.draw(st.integers(1, 4))
    game = data.draw(positions(small_editions(expeditions=2), players))
    problem = problem_of(game.expedition)
    if solve(problem).method == "analytic":
        the_tables_turn_at_the_threshold(problem)


@given(game=positions(games_of()))
def test_the_dynamic_programme_turns_at_the_threshold_of_small_games(game):
    problem = game_problem(game)
    if solve(problem).method == "analytic":
        the_tables_turn_at_the_threshold(problem)
