"""Rivals who always leave when you do: all share whole gems, and nobody brings an artifact home."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incan_odds.cards import Card, Hazard
from incan_odds.edition_files import edition_from_table
from incan_odds.editions import PRESETS
from incan_odds.expedition import Expedition
from incan_odds.game import begin
from incan_odds.players import Players
from incan_odds.stopping.dynamic import solve_dynamic
from incan_odds.stopping.problem import problem_of
from incan_odds.stopping.rules import LeaveAt, limits, value_of
from incan_odds.stopping.season import Season, first_opening
from incan_odds.stopping.solver import solve


def by_enumeration(expedition: Expedition) -> Fraction:
    """Return what the next card and then the best common play is worth, card by card."""

    @cache
    def staying(now: Expedition) -> Fraction:
        total = Fraction(0)
        for card, copies in now.deck:
            then = now.turn(card)
            if not then.over:
                home = Fraction(then.leave(then.inside).gems)
                total += copies * (home if then.deck.size == 0 else max(home, staying(then)))
        return total / now.deck.size

    return staying(expedition)


small_editions = st.builds(
    lambda treasures, copies, artifacts: edition_from_table(
        {
            "treasures": treasures,
            "hazards": {f"kind{place}": number for place, number in enumerate(copies)},
            "artifact_points": [5] * artifacts,
            "artifact_entry": "one_per_expedition" if artifacts else "none",
        },
        "small",
    ),
    st.lists(st.integers(0, 9), min_size=1, max_size=4),
    st.lists(st.integers(1, 3), min_size=1, max_size=2),
    st.integers(0, 1),
)


@settings(max_examples=60)
@given(edition=small_editions, players=st.integers(2, 5), data=st.data())
def test_the_best_common_play_is_that_of_the_enumeration(edition, players, data):
    expedition = begin(edition, Players(players)).expedition
    for _ in range(data.draw(st.integers(0, 2))):
        card: Card = data.draw(st.sampled_from([card for card, _ in expedition.deck]))
        if isinstance(card, Hazard) and card in expedition.hazards:
            break
        expedition = expedition.turn(card)
    if expedition.deck.size:
        problem = problem_of(expedition, herd=True)
        assert solve(problem).stay.points == by_enumeration(expedition)
        assert problem.leave == (expedition.inside * expedition.bag + expedition.path) // players


@pytest.mark.parametrize("quantity", ["cards", "hazards", "treasures", "bag", "risk"])
def test_a_rule_followed_by_all_is_worth_what_the_states_say(quantity):
    table = {"treasures": [1, 2, 4, 5], "hazards": {"fire": 3, "rocks": 2}}
    problem = problem_of(begin(edition_from_table(table, "s"), Players(3)).expedition, herd=True)
    for limit in limits(quantity, problem):
        rule = LeaveAt(quantity, limit)
        found = value_of(rule, problem)
        assert found.method == "analytic"

        def leaves(state, rule=rule):
            drawn = problem.unseen - state.unseen
            reached = {
                "cards": drawn,
                "hazards": sum(state.kinds),
                "treasures": state.treasures,
                "bag": state.gems // 3,
                "risk": Fraction(state.deadly, state.unseen) if state.unseen else 1,
            }
            return reached[rule.quantity] >= rule.limit

        assert found.stay == solve_dynamic(problem, leaves).value


def test_two_players_of_gryphon_as_two_independent_programs_found():
    problem = problem_of(begin(PRESETS["gryphon-2009"], Players(2)).expedition, herd=True)
    value = solve(problem).stay.points
    assert value == Fraction(368538827997, 43131288200)
    assert round(value, 6) == Fraction("8.544582")


def test_eight_players_of_gryphon_need_the_dynamic_programme():
    expedition = begin(PRESETS["gryphon-2009"], Players(8)).expedition
    problem = problem_of(expedition, herd=True)
    assert round(solve(problem).stay.points, 4) == Fraction("1.9648")

    assert solve(problem).method == "dynamic"


@pytest.mark.parametrize(
    ("players", "points", "published"), [(2, "42.9220", "41.87"), (4, "20.7816", "20.67")]
)
def test_jacoba_all_leave_after_seven_cards_for_five_expeditions(players, points, published):
    """Jacoba1100254352, Incan-Gold-Strategy-Tester: n identical players, five expeditions.

    Published are 41.87 and 20.67: its deck is 1 to 15, and gems left on the path leak into the next
    expedition. With the cards of the box, and the gems lost, it is more.
    """
    season = Season(PRESETS["gryphon-2009"], rule=LeaveAt("cards", 7), players=players)
    value = season.value(first_opening(season.edition))
    assert round(value, 4) == Fraction(points)
    assert round(value, 2) != Fraction(published)


def test_alone_a_herd_is_nobody_else():
    expedition = begin(PRESETS["bga"], Players(1)).expedition
    assert problem_of(expedition, herd=True) == problem_of(expedition)
