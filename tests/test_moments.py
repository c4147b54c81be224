"""When an expedition ends: card by card, by the formula, by the states and by enumeration."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incan_odds.distribution import expedition_distribution
from incan_odds.game import Game, begin
from incan_odds.players import Players
from incan_odds.record import game_of
from incan_odds.rivals.model import read_rivals
from incan_odds.rivals.play import play_among
from incan_odds.stopping.moments import _moments_by_states, moments_of_optimum
from incan_odds.stopping.problem import problem_of
from incan_odds.stopping.solver import solve
from tests.test_equilibrium import small
from tests.transcripts import output_of

PLENTY = 2**32


@settings(max_examples=60)
@given(game=st.from_type(Game), herd=st.booleans())
def test_what_happens_card_by_card_adds_up_to_the_value(game, herd):
    if game.over or not game.me_inside or game.expedition.deck.size > 22:
        return
    problem = problem_of(game.expedition, herd=herd)
    optimum = solve(problem, PLENTY)
    value, moments = optimum.value, moments_of_optimum(optimum, PLENTY)
    assert sum(moment.points for moment in moments) == value.points
    assert sum(moment.bust for moment in moments) == value.bust
    assert sum(moment.turned for moment in moments) == value.cards
    assert sum(moment.bust + moment.leave for moment in moments) == 1


@pytest.mark.parametrize("record", ["", "5 f 11 sn", "5 f f", "7 a sn 3 m"])
def test_the_formula_and_the_states_agree_card_by_card(record):
    problem = problem_of(game_of(record, "bga-modern", 3).expedition)
    assert moments_of_optimum(solve(problem)) == _moments_by_states(problem, PLENTY)


@pytest.mark.parametrize(
    ("treasures", "hazards", "players"),
    [([1, 4, 5], [2, 2], 1), ([2, 2, 9], [3], 2), ([3, 7], [2, 1, 1], 3), ([8, 1, 6], [1, 1], 2)],
)
@pytest.mark.parametrize("herd", [False, True])
def test_every_order_of_a_small_deck_ends_as_the_moments_say(treasures, hazards, players, herd):
    expedition = begin(small(treasures, hazards, (5,)), Players(players)).expedition
    cards = [card for card, copies in expedition.deck for _ in range(copies)]
    orders = list(permutations(cards))
    bust, leave, points, others = ([Fraction(0)] * (len(cards) + 1) for _ in range(4))
    brought = Counter()

    @cache
    def leaves(now):
        return not now.deck.size or solve(problem_of(now, herd=herd)).value.cards == 0

    for order in orders:
        now = expedition
        for number, card in enumerate(order, 1):
            now = now.turn(card)
            if now.over:
                bust[number] += 1
                brought[0] += 1
                break
            if leaves(now):
                leave[number] += 1
                others[number] += now.inside - 1 if herd or not now.deck.size else 0
                alone = now.deck.size and not herd
                home = now.leave(1 if alone else now.inside)
                points[number] += home.gems + sum(home.artifacts)
                brought[home.gems + sum(home.artifacts)] += 1
                break
    moments = moments_of_optimum(solve(problem_of(expedition, herd=herd)))
    for moment in moments:
        assert moment.bust == bust[moment.cards] / len(orders)
        assert moment.leave == leave[moment.cards] / len(orders)
        assert moment.points == points[moment.cards] / len(orders)
        assert moment.others == others[moment.cards] / len(orders)
    assert sum(moment.bust + moment.leave for moment in moments) == 1
    chances = expedition_distribution(expedition, herd=herd).chances
    assert chances == {score: Fraction(times, len(orders)) for score, times in brought.items()}


@pytest.mark.parametrize("rivals", ["equilibrium", "3/10", "0,1/10,1/2", "1"])
@pytest.mark.parametrize("record", ["5 f 11 sn 9", "7 x 11 sn m"])
def test_the_play_followed_forward_is_worth_what_it_is_backward(rivals, record):
    found = play_among(
        game_of(record, "bga-classic", 4).expedition, read_rivals(rivals), moments=True
    )
    moments = found.moments
    assert sum(m.points for m in moments) == pytest.approx(float(found.value), abs=1e-12)
    assert sum(m.bust for m in moments) == pytest.approx(float(found.bust), abs=1e-12)
    assert sum(m.turned for m in moments) == pytest.approx(float(found.cards), abs=1e-12)
    assert sum(m.bust + m.leave for m in moments) == pytest.approx(1, abs=1e-12)


def test_who_leaves_now_turns_over_no_more_cards():
    (moment,) = moments_of_optimum(solve(problem_of(game_of("15 14 f sn m", "bga", 2).expedition)))
    assert moment == (5, 0, 0, 1, 0, 15)


def test_where_a_bust_pays_too_no_points_are_given():
    text = output_of(["solve", "--profile", "--horizon", "game"])
    last = text.splitlines()[-1].split()
    assert last[-1] == "%"


def test_the_screen_tells_rare_cards_together_and_the_percentages_add_up():
    lines = output_of(["solve", "--profile"]).splitlines()
    start = next(place for place, line in enumerate(lines) if "adds points" in line)
    rows = [line.split() for line in lines[start + 1 :]]
    assert "later" in lines[-1]
    ends = sum(float(row[-5]) + float(row[-3]) for row in rows)
    assert ends == pytest.approx(100, abs=1)
