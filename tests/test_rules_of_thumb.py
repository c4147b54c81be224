"""Rules of thumb: exact values by three ways, every limit that matters, and what must hold of them.

A rule's value by the formula is compared with the dynamic programme, to which the rule is put state
by state, and with `tests.enumeration`, which asks the rule at the table.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from incan_odds.cards import Treasure
from incan_odds.distribution import expedition_distribution, game_distribution
from incan_odds.editions import PRESETS, Edition
from incan_odds.game import Game, begin
from incan_odds.next_card import odds_of_next_card
from incan_odds.players import Players
from incan_odds.record import read
from incan_odds.rivals.play import play_among
from incan_odds.stopping.analytic import Value
from incan_odds.stopping.comparison import contestants
from incan_odds.stopping.dynamic import State, solve_dynamic
from incan_odds.stopping.problem import StoppingProblem, TooLargeError, problem_of
from incan_odds.stopping.rules import FAMILIES, LeaveAt, Situation, limits, value_of
from incan_odds.stopping.season import Season, first_opening, game_problem, later_problems
from incan_odds.stopping.solver import solve
from incan_odds.survival import odds_of_survival
from tests.enumeration import (
    Enumeration,
    edition_of,
    editions_that_run_out,
    games_of,
    positions,
    positions_from,
    small_editions,
    with_cards,
)

FEWER = settings(max_examples=settings.default.max_examples // 3)
FEW = settings(max_examples=settings.default.max_examples // 6)
"""For properties whose every example visits thousands of positions."""

small = small_editions(expeditions=2, most_treasures=5)


def start(edition: Edition | str, players: int = 1) -> Game:
    return begin(PRESETS[edition] if isinstance(edition, str) else edition, Players(players))


def problem_at(game: Game) -> StoppingProblem:
    return problem_of(game.expedition)


def situation_of(game: Game, herd: bool = False) -> Situation:
    """Return what the advised player sees, taken from the table itself.

    What was turned over comes from the deck as it started, so rivals may have taken artifacts.
    """
    table = game.expedition
    together = herd and table.inside > 1
    pool = table.inside * table.bag + table.path
    return Situation(
        cards=table.turned,
        treasures=len(table.start.treasures) - len(table.deck.treasures),
        hazards=len(table.hazards),
        artifacts=len(table.start.artifacts) - len(table.deck.artifacts),
        gems=pool // table.inside if together else table.bag + table.path,
        artifact_points=0 if together else table.artifact_points,
        deadly=table.deadly,
        unseen=table.deck.size,
    )


def at_the_table(rule, horizon="expedition", always=False, herd=False) -> Enumeration:
    """Return the enumeration of a rule that is asked what to do at the table."""
    return Enumeration(horizon, lambda game: rule.leaves(situation_of(game, herd)), always, herd)


def by_states(rule, problem: StoppingProblem) -> Value:
    """Return the value of a rule from the next card on, by the dynamic programme."""

    def leaves(state: State) -> bool:
        drawn = problem.unseen - state.unseen
        return rule.leaves(
            Situation(
                cards=problem.cards + drawn,
                treasures=problem.treasures + state.treasures,
                hazards=problem.kinds_out + sum(state.kinds),
                artifacts=problem.artifacts_out + drawn - state.treasures - sum(state.kinds),
                gems=problem.held(state.gems),
                artifact_points=problem.artifact_points[state.artifacts],
                deadly=state.deadly,
                unseen=state.unseen,
            )
        )

    return solve_dynamic(problem, leaves).value


@st.composite
def rules_of_thumb(draw) -> LeaveAt:
    family = draw(st.sampled_from(FAMILIES))
    if family == "risk":
        return LeaveAt(family, draw(st.fractions(0, Fraction(5, 4), max_denominator=12)))
    return LeaveAt(family, draw(st.integers(0, 30 if family == "bag" else 9)))


# Three ways


@FEWER
@given(game=positions(small), rule=rules_of_thumb())
def test_alone_three_ways_agree(game, rule):
    three_ways_agree(game, problem_at(game), rule, at_the_table(rule))


@pytest.mark.parametrize("players", [2, 4])
@FEWER
@given(data=st.data(), rule=rules_of_thumb())
def test_with_rivals_who_stay_three_ways_agree(players, data, rule):
    game = data.draw(positions(small, players))
    three_ways_agree(game, problem_at(game), rule, at_the_table(rule))


@pytest.mark.parametrize("players", [1, 3])
@FEWER
@given(data=st.data(), rule=rules_of_thumb())
def test_three_ways_agree_where_the_deck_runs_out(players, data, rule):
    game = data.draw(positions(editions_that_run_out(), players))
    three_ways_agree(game, problem_at(game), rule, at_the_table(rule))


@FEW
@given(game=positions(games_of()), rule=rules_of_thumb())
def test_three_ways_agree_when_later_expeditions_are_played_best(game, rule):
    three_ways_agree(game, game_problem(game), rule, at_the_table(rule, "game"))


@FEW
@given(game=positions(games_of()), rule=rules_of_thumb())
def test_three_ways_agree_when_the_rule_plays_every_expedition(game, rule):
    problem = game_problem(game, rule=rule)
    three_ways_agree(game, problem, rule, at_the_table(rule, "game", always=True))


@pytest.mark.parametrize("players", [2, 3, 5])
@FEWER
@given(data=st.data(), rule=rules_of_thumb())
def test_for_a_herd_three_ways_agree(players, data, rule):
    """All leave together and share the gems in whole ones: what counts is their total."""
    game = data.draw(positions(small, players))
    problem = problem_of(game.expedition, herd=True)
    three_ways_agree(game, problem, rule, at_the_table(rule, herd=True))


@pytest.mark.parametrize("players", [2, 4])
@FEW
@given(data=st.data(), rule=rules_of_thumb())
def test_for_a_herd_in_every_expedition_three_ways_agree(players, data, rule):
    game = data.draw(positions(games_of(), players))
    problem = game_problem(game, rule=rule, herd=True)
    three_ways_agree(game, problem, rule, at_the_table(rule, "game", always=True, herd=True))


@FEWER
@given(data=st.data(), rule=rules_of_thumb())
def test_for_a_herd_three_ways_agree_where_the_deck_runs_out(data, rule):
    game = data.draw(positions(editions_that_run_out(), 3))
    problem = problem_of(game.expedition, herd=True)
    three_ways_agree(game, problem, rule, at_the_table(rule, herd=True))


def three_ways_agree(game: Game, problem: StoppingProblem, rule, oracle: Enumeration) -> None:
    value = value_of(rule, problem)
    assert value.method == "analytic"
    assert value.stay == oracle.stay(game)
    assert value.now == oracle.now(game)
    assert by_states(rule, problem) == value.stay


PRESET_RULES = [
    LeaveAt("cards", 7),
    LeaveAt("hazards", 2),
    LeaveAt("treasures", 4),
    LeaveAt("bag", 21),
    LeaveAt("risk", Fraction(1, 7)),
]


@pytest.mark.parametrize("rule", PRESET_RULES, ids=lambda rule: rule.quantity)
def test_each_family_by_two_ways_on_a_preset(rule):
    problem = problem_at(read(start("bga"), "5 f 7"))
    value = value_of(rule, problem)
    assert value.method == "analytic"
    assert by_states(rule, problem) == value.stay == value.now
    assert value.stay.cards > 1


@FEW
@given(edition=games_of(), rule=rules_of_thumb())
def test_a_season_by_a_rule_is_worth_what_the_table_says(edition, rule):
    game = start(edition)
    worth = at_the_table(rule, "game", always=True).stay(game).points
    season = Season(edition, rule=rule)
    assert season.value(first_opening(edition)) == worth
    best = Season(edition).value(first_opening(edition))
    assert worth <= best


@FEWER
@given(game=positions(small), rule=rules_of_thumb())
def test_no_rule_beats_the_optimum(game, rule):
    problem = problem_at(game)
    assert value_of(rule, problem).stay.points <= solve(problem).stay.points
    assert value_of(rule, problem).now.points <= solve(problem).value.points


def test_a_rule_that_leaves_at_once_pays_what_lies_there():
    """Where a decision is pending; else the next card is forced, and only then does it leave."""
    game = read(start("bga"), "5 f 11")
    rule = LeaveAt("bag", 10)
    assert value_of(rule, problem_at(game)).now == (16, 0, 0)
    assert value_of(rule, problem_at(game)).stay.cards == 1
    fresh = value_of(LeaveAt("bag", 0), problem_at(start("bga")))
    assert fresh.now == fresh.stay
    assert fresh.now.cards == 1


@pytest.mark.parametrize(
    ("family", "limit", "sentence"),
    [
        ("cards", 7, "leave after 7 cards"),
        ("hazards", 2, "leave when 2 kinds of hazard are out"),
        ("treasures", 4, "leave after 4 treasures"),
        ("bag", 21, "leave with 21 points or more"),
        (
            "risk",
            Fraction(1, 7),
            "leave when the next card is a bust with a chance of 1/7 or more",
        ),
    ],
)
def test_a_rule_says_what_it_does(family, limit, sentence):
    rule = LeaveAt(family, limit)
    assert rule.sentence == sentence
    assert rule.name == family


# Rules of one's own


@dataclass(frozen=True)
class Own:
    """A rule that is a name and a decision."""

    name: str
    decides: object

    @property
    def sentence(self) -> str:
        return f"leave by {self.name}"

    def leaves(self, now: Situation) -> bool:
        return self.decides(now)


# Once they leave they would leave for ever.
CLOSED = [
    Own("the first artifact", lambda now: now.artifacts > 0),
    Own("5 gems and a hazard", lambda now: now.gems >= 5 and now.hazards >= 1),
    Own("5 gems or two hazards", lambda now: now.gems >= 5 or now.hazards >= 2),
    Own("what is at stake", lambda now: now.deadly * now.bag >= 12),
    Own("a stake per card left", lambda now: now.deadly * now.bag >= now.unseen),
    Own("never", lambda now: False),
    Own("always", lambda now: True),
    Own("a bag that shrinks with the cards", lambda now: now.gems + 2 * now.cards >= 9),
]

# They leave, and would stay again after a further card.
NOT_CLOSED = [
    Own("an even number of cards", lambda now: now.cards % 2 == 0),
    Own("poverty", lambda now: now.gems < 4),
    Own("gems, unless an artifact lies there", lambda now: now.gems >= 3 and not now.artifacts),
    Own("gems, unless a hazard lies there", lambda now: now.gems >= 3 and not now.hazards),
    Own("exactly one treasure", lambda now: now.treasures == 1),
    Own("a gain per card", lambda now: now.gems >= 2 * now.cards),
]

HOUSE = edition_of([1, 2, 2, 7], [3, 2, 1], (4, 1), expeditions=2)


@pytest.mark.parametrize("rule", CLOSED, ids=lambda rule: rule.name)
def test_a_closed_rule_of_ones_own_is_valued_by_the_formula(rule):
    value = value_of(rule, problem_at(start(HOUSE)))
    assert value.method == "analytic"
    assert value.now == at_the_table(rule).now(start(HOUSE))
    assert by_states(rule, problem_at(start(HOUSE))) == value.stay


@pytest.mark.parametrize("rule", NOT_CLOSED, ids=lambda rule: rule.name)
def test_a_rule_that_is_not_closed_is_valued_by_states(rule):
    value = value_of(rule, problem_at(start(HOUSE)))
    assert value.method == "dynamic"
    assert value.now == at_the_table(rule).now(start(HOUSE))


@pytest.mark.parametrize("rule", CLOSED + NOT_CLOSED, ids=lambda rule: rule.name)
@settings(max_examples=settings.default.max_examples // 16)
@given(data=st.data())
def test_a_rule_of_ones_own_on_small_decks(rule, data):
    """Which way answers depends on the deck; the answer never does."""
    game = data.draw(positions(small, data.draw(st.integers(1, 3))))
    value = value_of(rule, problem_at(game))
    oracle = at_the_table(rule)
    assert value.stay == oracle.stay(game)
    assert value.now == oracle.now(game)


@FEW
@given(
    game=positions(small),
    verdicts=st.lists(st.booleans(), min_size=64, max_size=64),
)
def test_any_rule_whatever_is_valued_right(game, verdicts):
    """A rule that leaves by chance: a fixed verdict for each number of cards, gems and hazards."""
    rule = Own(
        "chance", lambda now: verdicts[(now.cards + 3 * now.gems + 7 * now.hazards) % len(verdicts)]
    )
    value = value_of(rule, problem_at(game))
    assert value.stay == at_the_table(rule).stay(game)
    assert expedition_distribution(game.expedition, rule).mean == value.now.points
    assert value.now == at_the_table(rule).now(game)


def test_a_rule_that_is_not_closed_may_be_refused_for_its_memory():
    problem = problem_at(start(HOUSE))
    with pytest.raises(TooLargeError, match="more than the"):
        value_of(NOT_CLOSED[0], problem, memory=1_000)
    assert value_of(CLOSED[0], problem, memory=1_000).method == "analytic"


@pytest.mark.parametrize("rule", CLOSED + NOT_CLOSED, ids=lambda rule: rule.name)
@settings(max_examples=settings.default.max_examples // 16)
@given(data=st.data())
def test_a_rule_of_ones_own_of_a_herd(rule, data):
    game = data.draw(positions(small, data.draw(st.integers(2, 4))))
    value = value_of(rule, problem_of(game.expedition, herd=True))
    oracle = at_the_table(rule, herd=True)
    assert value.stay == oracle.stay(game)
    assert value.now == oracle.now(game)


# Every limit that makes a difference


def quantity_at(family: str, game: Game, herd: bool = False) -> int | Fraction:
    return getattr(situation_of(game, herd), family)


@pytest.mark.parametrize("family", FAMILIES)
@FEW
@given(data=st.data())
def test_every_limit_that_makes_a_difference_is_listed(family, data):
    """A limit that no decision reaches exactly does what the next one above it does.

    So the limits that differ are what the quantity can be where a decision comes. Left out is 0,
    at which a rule leaves after the next card whatever it is.
    """
    game = data.draw(positions(small, data.draw(st.integers(1, 3))))
    herd = data.draw(st.booleans())
    listed = limits(family, problem_of(game.expedition, herd=herd))
    assert listed == sorted(set(listed))
    reached = {
        quantity_at(family, here, herd) for here in positions_from(game) if here.expedition.pending
    }
    assert reached - {0} <= set(listed)


@pytest.mark.parametrize("family", FAMILIES)
@FEW
@given(data=st.data())
def test_a_limit_between_two_that_are_listed_does_what_the_higher_does(family, data):
    game = data.draw(positions(small))
    problem = problem_at(game)
    listed = limits(family, problem)
    limit = data.draw(
        st.fractions(Fraction(1, 50), 1, max_denominator=50)
        if family == "risk"
        else st.integers(1, 40)
    )
    higher = [other for other in listed if other >= limit]
    same = LeaveAt(family, higher[0]) if higher else Own("never", lambda now: False)
    assert value_of(LeaveAt(family, limit), problem) == value_of(same, problem)


@pytest.mark.parametrize("family", FAMILIES)
@FEW
@given(data=st.data())
def test_the_first_limit_listed_leaves_now_where_the_quantity_is_above_0(family, data):
    game = data.draw(positions(small))
    assume(game.expedition.pending and quantity_at(family, game) > 0)
    first = limits(family, problem_at(game))[0]
    assert first == quantity_at(family, game)
    assert LeaveAt(family, first).leaves(situation_of(game))


@pytest.mark.parametrize("family", FAMILIES)
@FEW
@given(edition=small)
def test_a_limit_of_0_is_never_better_than_the_least_that_is_listed(family, edition):
    """Alone: to wait for the first treasure, hazard, gem or risk costs nothing."""
    problem = problem_at(start(edition))
    listed = limits(family, problem)
    if listed:
        at_once = value_of(LeaveAt(family, 0), problem).now
        assert at_once == value_of(LeaveAt("cards", 1), problem).now
        assert at_once.points <= value_of(LeaveAt(family, listed[0]), problem).now.points


def test_the_limits_of_a_fresh_deck():
    """`bga`: 30 cards, 5 kinds, 14 treasures, 107 gems and an artifact of 5; risks up to 10/10."""
    problem = problem_at(start("bga"))
    assert limits("cards", problem) == list(range(1, 31))
    assert limits("hazards", problem) == [1, 2, 3, 4, 5]
    assert limits("treasures", problem) == list(range(1, 15))
    assert limits("bag", problem) == list(range(1, 113))
    risks = {Fraction(2 * kinds, 30 - kinds - safe) for kinds in range(1, 6) for safe in range(16)}
    assert limits("risk", problem) == sorted(risks)
    assert limits("risk", problem)[-1] == 1


def test_the_last_card_lies_there_and_nothing_is_to_be_asked():
    expedition = start(edition_of([3], [1], (), expeditions=1)).expedition
    for token in expedition.deck:
        expedition = expedition.turn(token[0])
    assert not expedition.deck.size
    asked = [
        lambda: problem_of(expedition),
        lambda: odds_of_next_card(expedition),
        lambda: play_among(expedition, "stay"),
        lambda: play_among(expedition, "equilibrium"),
    ]
    for answer in asked:
        with pytest.raises(ValueError, match="no card is unseen"):
            answer()


def test_the_whole_game_is_not_asked_by_who_has_left_or_has_rivals():
    with pytest.raises(ValueError, match="left"):
        game_problem(read(begin(PRESETS["bga"], Players(2)), "5 f x:me"), herd=True)
    with pytest.raises(ValueError, match="alone"):
        game_distribution(begin(PRESETS["bga"], Players(3)))


@pytest.mark.parametrize("record", ["13 sn 11 sc 9 r 5", "5 sn 3 sc 2 r 4 g 1"])
def test_in_the_middle_of_an_expedition_the_best_rule_of_the_game_may_leave_it_at_once(record):
    """A limit below what is reached already still counts in the expeditions to come."""
    game = read(begin(PRESETS["schmidt-2005"], Players(1), 4), record)
    (fresh,) = later_problems(game)
    listed = contestants(problem_of(game.expedition), fresh)
    assert {rule.limit for rule in listed if rule.name == "cards"} == set(range(1, 31))

    def points(rule):
        return value_of(rule, game_problem(game, rule=rule)).now.points

    by_family = {name: max(points(r) for r in listed if r.name == name) for name in FAMILIES}
    assert by_family["cards"] > max(points(LeaveAt("cards", limit)) for limit in range(9, 31))
    for family, most in (("cards", 35), ("hazards", 6), ("treasures", 16), ("bag", 130)):
        for limit in range(most):
            assert points(LeaveAt(family, limit)) <= by_family[family]
    for risk in (Fraction(k, 60) for k in range(1, 40)):
        assert points(LeaveAt("risk", risk)) <= by_family["risk"]


def test_the_limits_in_the_middle_of_an_expedition():
    """After 5 f 11: 3 cards, 1 kind, 2 treasures, 16 gems, 2 of 27 cards deadly."""
    problem = problem_at(read(start("bga"), "5 f 11"))
    firsts = [limits(family, problem)[0] for family in FAMILIES]
    assert dict(zip(FAMILIES, firsts, strict=True)) == {
        "cards": 3,
        "hazards": 1,
        "treasures": 2,
        "bag": 16,
        "risk": Fraction(2, 27),
    }


# What must hold


@given(edition=small_editions(most_treasures=5), blanks=st.integers(1, 2), treasure=st.booleans())
def test_a_blank_card_changes_neither_value_nor_bust_and_costs_cards(edition, blanks, treasure):
    """A card worth nothing that never hurts, alone: a treasure of 0, a hazard of one copy."""
    zeros = [0] * blanks if treasure else []
    other = with_cards(edition, *zeros, blanks=not treasure)
    plain, padded = solve(problem_at(start(edition))), solve(problem_at(start(other)))
    assert padded.problem.unseen > plain.problem.unseen
    assert padded.stay.points == plain.stay.points
    assert padded.stay.bust == plain.stay.bust
    if plain.stay.points:
        assert padded.stay.cards > plain.stay.cards
    else:
        assert padded.stay == plain.stay == (0, 0, 1), "nothing to win: leave after the first card"


@given(game=positions(small, 1))
def test_never_leaving_scores_0_where_some_kind_has_two_copies(game):
    """The deck cannot run out without a bust: alive falls to 0. Else all there is comes home."""
    problem = problem_at(game)
    never = value_of(Own("never", lambda now: False), problem)
    assert never.stay == value_of(LeaveAt("cards", 1_000), problem).stay
    last = odds_of_survival(game.expedition).rows[-1]
    if any(copies > 1 for copies in game.expedition.start.hazards.values()):
        assert never.stay.points == 0
        assert never.stay.bust == 1
        assert last.alive == 0
    else:
        assert never.stay.points == problem.leaving[-1] + sum(problem.gains)
        assert never.stay.bust == 0
        assert last.alive == 1
    survival = odds_of_survival(game.expedition)
    assert never.stay.cards == survival.mean_turned


@given(edition=games_of(), data=st.data())
def test_alone_the_value_never_falls_when_a_treasure_grows(edition, data):
    place = data.draw(st.integers(0, len(edition.treasures) - 1))
    grown = list(edition.treasures)
    grown[place] += data.draw(st.integers(1, 5))
    other = replace(edition, treasures=tuple(sorted(grown)))
    for problem in (problem_at, game_problem):
        assert (
            solve(problem(start(other))).stay.points >= solve(problem(start(edition))).stay.points
        )


def test_with_4_inside_a_treasure_of_16_is_worth_less_than_one_of_15():
    """15 is 3 in the bag and 3 on the path, 6 for who leaves alone; 16 is 4 and nothing."""
    edition = PRESETS["gryphon-2009"]
    grown = [16 if value == 15 else value for value in edition.treasures]
    other = replace(edition, treasures=tuple(grown))
    assert sum(other.treasures) == sum(edition.treasures) + 1
    fifteen, sixteen = start(edition, 4), start(other, 4)
    assert fifteen.expedition.gain(Treasure(15)) == 6
    assert sixteen.expedition.gain(Treasure(16)) == 4
    with_15, with_16 = solve(problem_at(fifteen)).stay, solve(problem_at(sixteen)).stay
    assert with_16.points < with_15.points
    assert (
        solve(problem_at(start(other))).stay.points > solve(problem_at(start(edition))).stay.points
    )


@given(edition=small_editions(most_treasures=5), data=st.data())
def test_the_value_never_rises_when_a_hazard_copy_is_added(edition, data):
    """Alone, one expedition."""
    assume(edition.hazards)
    place = data.draw(st.integers(0, len(edition.hazards) - 1))
    hazards = list(edition.hazards)
    hazards[place] = hazards[place]._replace(copies=hazards[place].copies + 1)
    other = replace(edition, hazards=tuple(hazards))
    assert (
        solve(problem_at(start(other))).stay.points <= solve(problem_at(start(edition))).stay.points
    )


@given(edition=small_editions(most_treasures=5))
def test_fewer_hazards_never_lower_the_value(edition):
    """Taking a whole kind out of the box."""
    assume(edition.hazards)
    other = replace(edition, hazards=edition.hazards[1:])
    assert (
        solve(problem_at(start(other))).stay.points >= solve(problem_at(start(edition))).stay.points
    )
