"""The closed formula, the dynamic programme and an enumeration agree: value, P(bust), mean cards.

The enumeration is `tests.enumeration`, which knows the rules of the game and nothing of the
solvers. All comparisons are exact.
"""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import assume, find, given, settings
from hypothesis import strategies as st

from incan_odds.editions import PRESETS
from incan_odds.game import Game, begin
from incan_odds.players import Players
from incan_odds.record import read
from incan_odds.stopping.analytic import Steps, Value, certify
from incan_odds.stopping.dynamic import count_states, memory_needed, solve_dynamic
from incan_odds.stopping.problem import StoppingProblem, TooLargeError, problem_of
from incan_odds.stopping.season import (
    MOST_OPENINGS,
    Opening,
    Season,
    TooManyOpeningsError,
    first_opening,
    game_problem,
    openings_to_come,
    season_of,
)
from incan_odds.stopping.solver import Optimum, solve
from tests.enumeration import (
    Enumeration,
    best_of_all_policies,
    edition_of,
    editions_that_run_out,
    games_of,
    positions,
    positions_from,
    small_editions,
)

FEWER = settings(max_examples=settings.default.max_examples // 3)
FEW = settings(max_examples=settings.default.max_examples // 6)
"""For properties whose every example visits thousands of positions."""


def solved(problem: StoppingProblem) -> Optimum:
    """Return the optimum of a problem, once the dynamic programme has said the same."""
    optimum = solve(problem)
    assert optimum.stay == solve_dynamic(problem).value
    return optimum


def start(edition) -> Game:
    return begin(edition, Players(1))


# One expedition


@FEWER
@given(edition=small_editions())
def test_alone_the_solvers_agree_on_a_fresh_deck(edition):
    game = start(edition)
    optimum = solved(problem_of(game.expedition))
    assert optimum.stay == Enumeration().stay(game)
    assert optimum.value == optimum.stay, "nobody decides before the first card"


@FEWER
@given(game=positions(small_editions(expeditions=3, most_treasures=6)))
def test_alone_the_solvers_agree_in_the_middle_of_an_expedition(game):
    optimum = solved(problem_of(game.expedition))
    oracle = Enumeration()
    assert optimum.stay == oracle.stay(game)
    assert optimum.value == oracle.now(game)


@pytest.mark.parametrize("players", [2, 3, 4])
@FEWER
@given(data=st.data())
def test_with_rivals_who_stay_the_solvers_agree(players, data):
    game = data.draw(positions(small_editions(expeditions=3, most_treasures=5), players))
    optimum = solved(problem_of(game.expedition))
    oracle = Enumeration()
    assert optimum.stay == oracle.stay(game)
    assert optimum.value == oracle.now(game)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@FEWER
@given(data=st.data())
def test_the_solvers_agree_where_the_deck_runs_out(players, data):
    """After the last card all who are inside leave together: they share the path as one pool."""
    game = data.draw(positions(editions_that_run_out(), players))
    optimum = solved(problem_of(game.expedition))
    oracle = Enumeration()
    assert optimum.stay == oracle.stay(game)
    assert optimum.value == oracle.now(game)
    assert optimum.stay.bust == 0


def test_with_a_rival_inside_the_artifact_is_lost_when_the_deck_runs_out():
    """Treasure 3 and an artifact of 8, two players, no hazard: 1 gem each, and 1 on the path.

    The treasure first (1/2): leaving alone pays 1 + 1, and after the artifact both leave with 1.
    The artifact first: leaving alone pays 8.
    """
    game = begin(edition_of([3], [], [8]), Players(2))
    optimum = solved(problem_of(game.expedition))
    assert optimum.stay == (5, 0, 1)
    assert Enumeration().stay(game) == (5, 0, 1)


def test_with_a_rival_inside_the_path_is_shared_when_the_deck_runs_out():
    """Treasures 1, 1 and 3 of two players: leaving before the last card takes the whole path.

    Two of the three cards leave 2 on the path and at most 1 in the bag; all three together leave
    1 in each bag and 3 on the path, of which each takes 1.
    """
    game = begin(edition_of([1, 1, 3]), Players(2))
    optimum = solved(problem_of(game.expedition))
    assert optimum.stay == (Fraction(8, 3), 0, 2)
    assert Enumeration().stay(game) == (Fraction(8, 3), 0, 2)


# Rivals who leave when you do


@pytest.mark.parametrize("players", [2, 3, 5])
@FEWER
@given(data=st.data())
def test_for_a_herd_the_dynamic_programme_agrees_with_the_enumeration(players, data):
    """All who are inside always leave together and share the gems, in whole ones each."""
    game = data.draw(positions(small_editions(expeditions=2, most_treasures=5), players))
    optimum = solved(problem_of(game.expedition, herd=True))
    oracle = Enumeration(herd=True)
    assert optimum.stay == oracle.stay(game)
    assert optimum.value == oracle.now(game)


@pytest.mark.parametrize("players", [2, 4])
@FEW
@given(data=st.data())
def test_for_a_herd_over_the_whole_game(players, data):
    game = data.draw(positions(games_of(), players))
    optimum = solved(game_problem(game, herd=True))
    oracle = Enumeration("game", herd=True)
    assert optimum.stay == oracle.stay(game)
    assert optimum.value == oracle.now(game)


@given(game=positions(small_editions(expeditions=2, most_treasures=5)))
def test_alone_a_herd_is_one_explorer(game):
    assert problem_of(game.expedition, herd=True) == problem_of(game.expedition)


def test_for_a_herd_of_two_the_one_step_rule_is_not_optimal():
    """Treasures 1, 1 and a pair: a gem alone is lost in the split, two are one each.

    Of the 6 orders, 1 1 h h, 1 h 1 h and h 1 1 h bring 1 to each. The one-step rule leaves after a
    first hazard, for one more card brings nothing.
    """
    game = begin(edition_of([1, 1], [2]), Players(2))
    optimum = solved(problem_of(game.expedition, herd=True))
    assert optimum.method == "dynamic"
    assert optimum.stay == Enumeration(herd=True).stay(game)
    assert optimum.stay.points == Fraction(3, 6)
    assert one_step_at_the_table(herd=True).stay(game).points == Fraction(2, 6)


# The whole game, alone


@FEWER
@given(edition=games_of())
def test_over_the_whole_game_the_solvers_agree_from_the_start(edition):
    game = start(edition)
    season = Season(edition)
    worth = Enumeration("game").stay(game)
    optimum = solved(game_problem(game))
    assert optimum.stay == worth
    assert season.value(first_opening(edition)) == worth.points
    assert solve_dynamic(season.problem(first_opening(edition))).value == worth


@FEWER
@given(game=positions(games_of()))
def test_over_the_whole_game_the_solvers_agree_from_the_middle(game):
    optimum = solved(game_problem(game))
    oracle = Enumeration("game")
    assert optimum.stay == oracle.stay(game)
    assert optimum.value == oracle.now(game)


@given(edition=games_of())
def test_the_last_expedition_is_an_expedition_alone(edition):
    last = edition.expeditions
    copies = tuple(sorted(kind.copies for kind in edition.hazards))
    opening = Opening(last, copies, edition.entering(last), 0)
    season = Season(edition)
    alone = solve(problem_of(season.expedition(opening)))
    assert season.value(opening) == alone.stay.points
    assert season.value(opening._replace(number=last + 1)) == 0


def test_a_joined_game_is_worth_what_the_enumeration_says():
    """Expedition 2 of 3, one hazard gone, an artifact counted, and a hidden one still there."""
    edition = edition_of([1, 4], [3, 2], [2, 0, 5], "one_per_expedition", expeditions=3)
    kind = edition.hazards[0].card
    hidden = edition.artifacts[:2]
    game = begin(edition, Players(1), 2, [kind], 0, hidden)
    assert solved(game_problem(game)).stay == Enumeration("game").stay(game)
    counted = begin(edition, Players(1), 2, [kind], 1, edition.artifacts[1:2])
    assert solved(game_problem(counted)).stay == Enumeration("game").stay(counted)
    assert game_problem(counted) != game_problem(game)


def test_points_to_come_leave_out_what_is_in_the_tent():
    edition = edition_of([2, 5], [2], expeditions=2)
    game = read(start(edition), "5 x")
    fresh = begin(edition, Players(1), 2)
    assert game.scores() == {"me": 5, "others": 0}
    assert game_problem(game) == game_problem(fresh)


def test_the_whole_game_is_solved_alone_or_for_a_herd():
    with pytest.raises(ValueError, match="the whole game is solved alone, or for a herd"):
        game_problem(begin(PRESETS["bga"], Players(2)))


def test_a_game_that_is_over_has_no_problem():
    game = read(start(edition_of([2, 5], [2])), "5 x")
    assert game.over
    with pytest.raises(ValueError, match="the expedition has ended"):
        problem_of(game.expedition)
    with pytest.raises(ValueError, match="the expedition has ended"):
        game_problem(game)


# Where the certificate fails

# (treasures, copies of the kinds, artifact points, entry, index, hidden, expeditions)
FAILING = {
    "one treasure, points 0 then 3": ([1], [2, 1], (0, 3)),
    "one kind with 2 copies": ([1], [2], (0, 3)),
    "two kinds with 2 copies": ([3, 4, 5], [2, 2], (0, 3), "all_at_start", "departed"),
    "a jump at the third": ([3, 1, 1], [3], (0, 0, 6)),
    "a jump at the second of three": ([4], [3], (0, 5, 5)),
    "a dip before the jump": ([5], [3, 3], (2, 0, 7)),
    "the first worth something": ([6, 4, 4], [3], (1, 8)),
    "zeros among the treasures": ([0, 0, 3], [2, 1], (0, 5, 5)),
    "two expeditions": ([6, 2], [2, 3], (0, 9), "all_at_start", "claim", "stays", 2),
    "two expeditions, departed": ([1, 5], [3], (0, 5, 5), "all_at_start", "departed", "stays", 2),
    "three expeditions, departed": ([4], [2], (0, 3), "all_at_start", "departed", "stays", 3),
    "three expeditions, hidden ones come again": (
        [4, 4, 1], [2], (0, 5, 5), "one_per_expedition", "departed", "stays", 3,
    ),
    "three expeditions, hidden ones are removed": (
        [3, 4, 6], [3], (0, 0, 6), "one_per_expedition", "departed", "removed", 3,
    ),
}  # fmt: skip


@pytest.mark.parametrize("house", FAILING.values(), ids=FAILING)
def test_where_the_certificate_fails_the_dynamic_programme_answers(house):
    edition = edition_of(*house)
    game = start(edition)
    problem = game_problem(game)
    optimum = solved(problem)
    assert not optimum.certificate.closed
    assert optimum.method == "dynamic"
    assert optimum.stay == Enumeration("game").stay(game)
    assert Steps(problem).points() > optimum.stay.points, "here the bare formula is wrong"


def test_a_treasure_of_1_and_artifacts_worth_0_then_3():
    """One kind with two copies, everything from the start: 9/5, and the bare formula says 28/15.

    The one-step rule itself, played at the table, is worth 47/30.
    """
    game = start(edition_of([1], [2], (0, 3)))
    problem = problem_of(game.expedition)
    optimum = solved(problem)
    assert optimum.method == "dynamic"
    assert optimum.stay.points == Fraction(9, 5)
    assert best_of_all_policies(game) == Fraction(9, 5)
    assert Steps(problem).points() == Fraction(28, 15)
    assert one_step_at_the_table().stay(game).points == Fraction(47, 30)


def one_step_at_the_table(herd: bool = False) -> Enumeration:
    """Return the enumeration of the rule that leaves where one more card does not pay."""
    table = Enumeration(herd=herd)
    return Enumeration(
        leaves=lambda game: table.one_more_card(game) <= table.leaving(game), herd=herd
    )


@FEWER
@given(edition=small_editions(most_treasures=5))
def test_the_best_play_lies_between_the_one_step_rule_and_the_bare_formula(edition):
    """The formula adds up what one more card gains wherever that is positive.

    Any way to play earns the gains of the states it comes to, and comes to none more often. Where
    the certificate holds, all three are one.
    """
    optimum = solve(problem_of(start(edition).expedition))
    rule = one_step_at_the_table().stay(start(edition)).points
    formula = Steps(optimum.problem).points()
    assert rule <= optimum.stay.points <= formula
    if optimum.method == "analytic":
        assert rule == formula


@pytest.mark.parametrize("method", ["analytic", "dynamic"])
@pytest.mark.parametrize("expeditions", [1, 2])
def test_random_editions_meet_both_methods(method, expeditions):
    """Else the properties above would compare a method with itself."""
    found = find(
        small_editions(expeditions=expeditions, most_kinds=2, most_treasures=3),
        lambda edition: (
            solve(game_problem(start(edition))).method == method and edition.artifact_points
        ),
        settings=settings(database=None),
        random=random.Random(1),
    )
    assert solve(game_problem(start(found))).method == method


def test_editions_of_printed_points_or_one_artifact_never_need_the_dynamic_programme():
    """Gains that never change are the monotone case: the certificate holds."""
    for points, index in (
        ((0, 9), "card"),
        ((7, 0, 2), "card"),
        ((8,), "claim"),
        ((4, 4), "claim"),
    ):
        optimum = solve(
            problem_of(start(edition_of([1, 3], [2, 3], points, index=index)).expedition)
        )
        assert optimum.method == "analytic"
        assert optimum.certificate.closed


@given(game=positions(small_editions(expeditions=2)))
def test_gains_that_never_change_never_need_the_dynamic_programme(game):
    """Alone with at most one artifact unseen, or points that are printed: the monotone case."""
    assume(game.edition.printed or len(game.expedition.deck.artifacts) < 2)
    optimum = solve(problem_of(game.expedition))
    assert optimum.method == "analytic"
    assert optimum.certificate.closed


def test_thresholds_that_rise_below_what_is_held_need_no_dynamic_programme():
    """With 30 gems in the bag, 3 points more to win change nothing: it leaves in every state."""
    game = read(start(edition_of([1, 30], [3], (0, 3))), "30 f")
    optimum = solved(problem_of(game.expedition))
    assert optimum.method == "analytic"
    assert optimum.value == (30, 0, 0)


@FEWER
@given(edition=games_of())
def test_a_season_says_whether_every_opening_was_certified(edition):
    season = Season(edition)
    season.value(first_opening(edition))
    closed = [certify(Steps(season.problem(opening))).closed for opening in season._values]
    assert (not season.by_states) == all(closed)
    assert season.openings == len(closed)
    to_come = openings_to_come(begin(edition, Players(1)))
    assert to_come == set(season._values) - {first_opening(edition)}


# The presets in full


@cache
def position(edition: str, record: str, players: int = 1) -> Game:
    return read(begin(PRESETS[edition], Players(players)), record)


@pytest.mark.parametrize("edition", PRESETS)
def test_each_preset_in_full(edition):
    """The formula and the dynamic programme over all states of a fresh deck, exactly."""
    optimum = solve(problem_of(position(edition, "").expedition))
    assert optimum.method == "analytic"
    assert optimum.certificate.closed
    assert optimum.stay == solve_dynamic(optimum.problem).value


@pytest.mark.parametrize("edition", PRESETS)
def test_each_preset_in_full_over_the_whole_game(edition):
    """Five expeditions, the first by both ways; every opening of the season was certified."""
    season = season_of(PRESETS[edition])
    opening = first_opening(PRESETS[edition])
    optimum = solve(season.problem(opening))
    assert optimum.method == "analytic"
    assert not season.by_states
    assert season.value(opening) == optimum.stay.points
    if count_states(optimum.problem) < 100_000:
        # The larger ones are compared from the middle of an expedition.
        assert optimum.stay == solve_dynamic(optimum.problem).value


# Two kinds out; an artifact on the path; deep inside.
MIDDLES = ("1 11 sn 7 {other} 13", "4 a sn 9 2", "2 a 5 3 {other} 9 sn 1")


@pytest.mark.parametrize("record", MIDDLES)
@pytest.mark.parametrize("edition", PRESETS)
def test_each_preset_from_the_middle_of_an_expedition(edition, record):
    preset = PRESETS[edition]
    other = next(kind.card.code for kind in preset.hazards if kind.card.code != "sn")
    artifact = "" if not preset.artifact_points else preset.entering(1)[0].token
    game = position(edition, record.format(other=other).replace("a", artifact))
    for problem in (problem_of(game.expedition), game_problem(game)):
        optimum = solved(problem)
        assert optimum.method == "analytic"
        assert problem.unseen == game.expedition.deck.size


@pytest.mark.parametrize("record", ["", "5 sn 4", "2 a 5 x sn 9 11", "13 sn x2 7 11"])
@pytest.mark.parametrize("players", [3, 4, 8])
def test_a_preset_with_rivals_who_stay(players, record):
    problem = problem_of(position("gryphon-2009", record, players).expedition)
    assert solved(problem).method == "analytic"


@pytest.mark.parametrize(
    "record",
    [
        "5 sn sn 7 f 9",  # one of the snakes is gone
        "a 3 x 5 sn 1",  # an artifact was brought home
        "sn sn sn sn 1 f 3",  # one snake is left, and harmless
        "7 x a x 5 sn 4 x f f 15 sn 1",  # in the fourth expedition
    ],
)
@pytest.mark.parametrize("edition", ["bga", "bga-classic"])
def test_a_preset_from_a_later_expedition(edition, record):
    game = position(edition, record)
    for problem in (problem_of(game.expedition), game_problem(game)):
        assert solved(problem).method == "analytic"


def test_value_and_verdict_take_leaving_on_ties():
    """Treasures 1 and 2 of which the 2 lies there, a deadly card: 2 at once or (2 + 1 + 0)/3."""
    optimum = solve(problem_of(read(start(edition_of([1, 2], [2])), "2 f").expedition))
    assert optimum.leave == 2
    assert optimum.stay == Value(Fraction(3, 2), Fraction(1, 2), Fraction(1))
    assert optimum.verdict == "leave"
    assert optimum.value == (2, 0, 0)
    tie = solve(problem_of(read(start(edition_of([1, 1], [2])), "1 f").expedition))
    assert tie.stay.points == tie.leave == 1
    assert tie.verdict == "either"
    assert tie.value == (1, 0, 0)
    better = solve(problem_of(read(start(edition_of([1, 5], [2])), "1 f").expedition))
    assert better.verdict == "stay"
    assert better.value == better.stay == (3, Fraction(1, 2), 1)


def test_too_many_states_are_refused_before_they_are_visited():
    """With the bytes allowed and needed, and only where the formula cannot answer."""
    problem = problem_of(start(edition_of(range(60), [2], (0, 3))).expedition)
    assert count_states(problem) == 2**60 * 3 * 2
    with pytest.raises(TooLargeError) as refused:
        solve(problem)
    assert refused.value.states == count_states(problem)
    assert refused.value.needed == memory_needed(problem) > refused.value.allowed
    certified = problem_of(start(edition_of(range(60), [2])).expedition)
    assert solve(certified).method == "analytic"


def test_a_game_of_too_many_openings_is_refused(monkeypatch):
    assert MOST_OPENINGS >= 1_000
    monkeypatch.setattr("incan_odds.stopping.season.MOST_OPENINGS", 10)
    with pytest.raises(TooManyOpeningsError, match="more than 10 ways to begin"):
        Season(PRESETS["gryphon-2009"]).value(first_opening(PRESETS["gryphon-2009"]))


# The oracle itself


TINY = {
    "jumping artifacts": edition_of([1], [2], (0, 3)),
    "an artifact": edition_of([3], [3], (4,)),
    "equal treasures": edition_of([3, 3], [3]),
    "two kinds": edition_of([4], [2, 1]),
    "no hazard": edition_of([2, 5], [], (1,)),
}


@pytest.mark.parametrize("edition", TINY.values(), ids=TINY)
def test_the_oracle_finds_the_best_of_all_policies(edition):
    """Every set of positions to leave in, through every order of the deck."""
    assert Enumeration().stay(start(edition)).points == best_of_all_policies(start(edition))


def test_the_oracle_by_hand():
    """Treasures 1 and 3 and a pair of hazards, by what comes first.

    3 first (1/4): then 1 makes 4, and a hazard (2/3) says leave with 3: 10/3.
    1 first (1/4): then 3 makes 4, and after a hazard (2/3) going on is worth 4/2: 8/3.
    A hazard first (1/2): 1 and then 4/2, 3 and leave, or the bust: 5/3.
    """
    game = start(edition_of([1, 3], [2]))
    by_hand = Fraction(1, 4) * Fraction(10, 3) + Fraction(1, 4) * Fraction(8, 3)
    by_hand += Fraction(1, 2) * Fraction(5, 3)
    assert by_hand == Fraction(7, 3)
    assert Enumeration().stay(game).points == by_hand
    assert best_of_all_policies(game) == by_hand
    # With or without each treasure and the hazard.
    assert len(positions_from(game)) == 8
