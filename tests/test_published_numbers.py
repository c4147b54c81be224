"""Numbers that others have published: reproduced exactly, or shown wrong beside what is right.

Each test names its source. A published decimal is compared after rounding the exact fraction to as
many places.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import chain, combinations
from math import comb, prod

import pytest

from incan_odds.editions import D15, PRESETS, Edition
from incan_odds.game import begin
from incan_odds.players import Players
from incan_odds.stopping.dynamic import State, solve_dynamic
from incan_odds.stopping.problem import StoppingProblem, problem_of
from incan_odds.stopping.rules import LeaveAt, limits, value_of
from incan_odds.stopping.season import Season, first_opening, game_problem
from incan_odds.stopping.solver import Optimum, solve
from incan_odds.survival import Survival, odds_of_survival
from tests.enumeration import with_cards


def fresh(edition: Edition | str) -> StoppingProblem:
    """Return one expedition of an edition, alone, before its first card."""
    made = PRESETS[edition] if isinstance(edition, str) else edition
    return problem_of(begin(made, Players(1)).expedition)


@cache
def optimum(edition: str) -> Optimum:
    return solve(fresh(edition))


def rounded(value: Fraction, places: int) -> Fraction:
    return Fraction(round(value * 10**places), 10**places)


def percent(value: Fraction, places: int = 0) -> Fraction:
    return rounded(100 * value, places)


# Prometheus LUDUS bench: alone, one expedition, fifteen treasures, no artifacts


def test_ludus_the_optimum():
    """Prometheus LUDUS bench, optimal play: 17.339875."""
    assert optimum("schmidt-2005").stay.points == Fraction(20839072607, 1201800600)
    assert rounded(optimum("schmidt-2005").stay.points, 6) == Fraction("17.339875")


def test_ludus_the_one_step_rule_scores_the_same():
    """Prometheus LUDUS bench, the one-step rule: 17.339875, as the optimum.

    The rule is written out here, d·B >= R with R what is left of 124 gems, and played by states.
    """

    def leaves(state: State) -> bool:
        return state.deadly * state.gems >= 124 - state.gems

    problem = fresh("schmidt-2005")
    assert sum(problem.gains) == 124
    assert solve_dynamic(problem, leaves).value == optimum("schmidt-2005").stay


def test_ludus_leave_after_the_first_card():
    """Prometheus LUDUS bench: 4.133333. It is a treasure with 15/30, of 124/15 gems in the mean."""
    value = value_of(LeaveAt("cards", 1), fresh("schmidt-2005")).now
    assert value == (Fraction(62, 15), 0, 1)
    assert rounded(value.points, 6) == Fraction("4.133333")


def test_ludus_leave_when_the_risk_is_a_half():
    """Prometheus LUDUS bench, leave when P(bust) >= 1/2: 3.316478."""
    value = value_of(LeaveAt("risk", Fraction(1, 2)), fresh("schmidt-2005")).now
    assert value.points == Fraction(325099914, 98025655)
    assert rounded(value.points, 6) == Fraction("3.316478")


def test_ludus_leave_with_31_gems():
    """Prometheus LUDUS bench, a bag of 31 or more, "fitted": 15.541615."""
    value = value_of(LeaveAt("bag", 31), fresh("schmidt-2005")).now
    assert value.points == Fraction(46288762339, 2978375400)
    assert rounded(value.points, 6) == Fraction("15.541615")


def test_ludus_the_best_fixed_bag_is_25_not_31():
    """Prometheus LUDUS bench calls 31 the fitted bag; 25 is worth 15.993198, and no bag more."""
    problem = fresh("schmidt-2005")
    values = {bag: value_of(LeaveAt("bag", bag), problem).now.points for bag in range(125)}
    best = max(values, key=values.__getitem__)
    assert best == 25
    assert best != 31
    assert values[25] == Fraction(8695049039, 543671700) > values[31]
    assert rounded(values[25], 6) == Fraction("15.993198")
    assert sorted(values.values())[-2] < values[25]
    assert set(limits("bag", problem)) == set(range(1, 125))


@pytest.mark.parametrize("blank", ["a treasure of 0", "a hazard of one copy"])
def test_ludus_a_blank_safe_card_changes_nothing(blank):
    """Prometheus LUDUS bench: with an extra blank card the optimum stays 17.339875."""
    edition = PRESETS["schmidt-2005"]
    other = with_cards(edition, 0) if blank == "a treasure of 0" else with_cards(edition, blanks=1)
    problem = fresh(other)
    assert problem.unseen == 31
    value = solve(problem).stay
    assert rounded(value.points, 6) == Fraction("17.339875")
    assert value.points == optimum("schmidt-2005").stay.points
    assert value.bust == optimum("schmidt-2005").stay.bust
    assert value.cards > optimum("schmidt-2005").stay.cards


# RuPaulsDataRace, "Incan Gold – Snatch the Artifact": never leaving, 31 cards


@cache
def never_leaving(edition: str) -> Survival:
    return odds_of_survival(begin(PRESETS[edition], Players(1)).expedition)


def ends_between(first: int, last: int) -> Fraction:
    rows = never_leaving("gryphon-2009").rows
    return sum((rows[card].fatal for card in range(first, last + 1)), Fraction(0))


def test_snatch_the_artifact_the_second_card():
    """RuPaulsDataRace, "Incan Gold – Snatch the Artifact": 3.2 % end on the 2nd card."""
    assert never_leaving("gryphon-2009").rows[2].fatal == Fraction(1, 31)
    assert percent(Fraction(1, 31), 1) == Fraction("3.2")


def test_snatch_the_artifact_cards_5_to_8_are_44_percent_not_40():
    """RuPaulsDataRace, "Incan Gold – Snatch the Artifact": 40 % end between cards 5 and 8.

    That is wrong: it is 44.3 %. Without the fifth or the eighth it is 33.8 % or 33.4 %.
    """
    assert ends_between(5, 8) == Fraction(1631891, 3681405)
    assert percent(ends_between(5, 8), 1) == Fraction("44.3")
    assert percent(ends_between(5, 8)) != 40
    assert percent(ends_between(6, 8), 1) == Fraction("33.8")
    assert percent(ends_between(5, 7), 1) == Fraction("33.4")


def test_snatch_the_artifact_after_the_12th_card_are_8_percent_not_3():
    """RuPaulsDataRace, "Incan Gold – Snatch the Artifact": 3.4 % end after the 12th card.

    That is the chance of the 13th card alone; after the 12th it is 8.4 %.
    """
    survival = never_leaving("gryphon-2009")
    assert survival.rows[13].fatal == Fraction(466896, 13750205)
    assert percent(survival.rows[13].fatal, 1) == Fraction("3.4")
    assert survival.rows[12].alive == ends_between(13, 31) == Fraction(26086, 310155)
    assert percent(survival.rows[12].alive, 1) == Fraction("8.4")
    assert percent(ends_between(13, 31), 1) != Fraction("3.4")


def test_snatch_the_artifact_half_of_the_expeditions_of_13_cards_saw_it():
    """RuPaulsDataRace, "Incan Gold – Snatch the Artifact": 50 % of those with exactly 13 cards.

    The artifact takes any of the 31 places, and without it the order is one of the 30 other cards:
    seen with 12 of them where these end on their 12th card, unseen where they end on their 13th.
    It is 49.8 %.
    """
    others = never_leaving("schmidt-2005").rows
    seen = Fraction(12, 31) * others[12].fatal
    unseen = Fraction(31 - 13, 31) * others[13].fatal
    assert seen + unseen == never_leaving("gryphon-2009").rows[13].fatal
    assert seen / (seen + unseen) == Fraction(19371, 38908)
    assert percent(seen / (seen + unseen)) == 50


def test_the_mean_number_of_cards_when_nobody_leaves():
    """Two independent programs, fresh `gryphon-2009`: 6.6563 safe cards, 7.6563 turned over."""
    survival = never_leaving("gryphon-2009")
    assert rounded(survival.mean_safe, 4) == Fraction("6.6563")
    assert rounded(survival.mean_turned, 4) == Fraction("7.6563")
    assert survival.mean_turned == survival.mean_safe + 1
    ends = sum(card * ends_between(card, card) for card in range(1, 32))
    assert survival.mean_turned == ends


# Two independent programs


def test_two_programs_bga_one_expedition():
    """Two independent programs: `bga`, alone, one expedition, 15.647246."""
    assert optimum("bga").stay.points == Fraction(3134144863, 200300100)
    assert rounded(optimum("bga").stay.points, 6) == Fraction("15.647246")


def test_two_programs_gryphon_one_expedition():
    """Two independent programs: `gryphon-2009`, alone, one expedition, 17.923328."""
    assert optimum("gryphon-2009").stay.points == Fraction(445165512301, 24837212400)
    assert rounded(optimum("gryphon-2009").stay.points, 6) == Fraction("17.923328")


def test_two_programs_gryphon_the_chance_of_a_bust():
    """Two independent programs: `gryphon-2009`, alone, one expedition, leaving on ties."""
    assert optimum("gryphon-2009").stay.bust == Fraction(375838993, 931395465)


def test_two_programs_gryphon_five_expeditions():
    """Two independent programs: `gryphon-2009`, alone, five expeditions, 99.635468."""
    exact = Fraction(
        18988937383649698811806504930639100282584889476642719551933976963277,
        190584114858845327243918325846035649948395315485453664256000000000,
    )
    edition = PRESETS["gryphon-2009"]
    assert Season(edition).value(first_opening(edition)) == exact
    assert solve(game_problem(begin(edition, Players(1)))).stay.points == exact
    assert rounded(exact, 6) == Fraction("99.635468")


@pytest.mark.parametrize(
    ("kinds", "deadly", "gems"), [(1, 2, 38), (2, 4, 23), (3, 6, 16), (4, 8, 13), (5, 10, 11)]
)
def test_two_programs_bga_thresholds(kinds, deadly, gems):
    """Two independent programs: fresh `bga`, no artifact on the path, d = 2 4 6 8 10."""
    problem = optimum("bga").problem
    assert [(kind.copies, kind.hidden) for kind in problem.hazards] == [(3, 5)]
    assert deadly == 2 * kinds
    assert optimum("bga").retire_at((kinds,), 0) == gems


def test_two_programs_gryphon_a_herd_of_two():
    """Two independent programs: `gryphon-2009`, two who always leave together, 8.544582 each."""
    game = begin(PRESETS["gryphon-2009"], Players(2))
    herd = solve(problem_of(game.expedition, herd=True))
    assert herd.stay.points == Fraction(368538827997, 43131288200)
    assert rounded(herd.stay.points, 6) == Fraction("8.544582")


# Jacoba1100254352, Incan-Gold-Strategy-Tester: all leave after 7 cards, five expeditions


@pytest.mark.parametrize(
    ("players", "published", "right"), [(2, "41.87", "42.9220"), (4, "20.67", "20.7816")]
)
def test_strategy_tester_all_leave_after_7_cards(players, published, right):
    """Jacoba1100254352, Incan-Gold-Strategy-Tester: 41.87 points for each of 2, 20.67 of 4.

    Both are wrong for Incan Gold: its deck is 1 to 15, where the box has two 5s, 7s and 11s, no 6,
    8, 10 or 12, and a 17; and gems left on the path leak into the next expedition.
    """
    rule = LeaveAt("cards", 7)
    game = begin(PRESETS["gryphon-2009"], Players(players))
    value = value_of(rule, game_problem(game, rule=rule, herd=True)).now
    assert value.points == leave_after_seven(players, 1, (3,) * 5, 1)
    assert rounded(value.points, 4) == Fraction(right)
    assert rounded(value.points, 2) != Fraction(published)


@cache
def leave_after_seven(
    players: int, number: int, copies: tuple[int, ...], artifacts: int
) -> Fraction:
    """Return what each wins from an expedition on, if all leave after 7 cards: written out.

    Many who leave together bring no artifact home: one that was turned over is gone, one that was
    not stays. The first cards are a set with one copy each of some kinds with the chance
    ways / C(U, cards), and further copies of these kinds end the expedition on the next card.
    """
    if number > 5:
        return Fraction(0)
    unseen = 15 + sum(copies) + artifacts
    total = Fraction(0)
    for kinds in subsets(range(len(copies))):
        ways = prod(copies[kind] for kind in kinds)
        for seen in range(artifacts + 1):
            left = artifacts - seen + 1
            for treasures in range(7 - len(kinds) - seen + 1):
                cards = len(kinds) + seen + treasures
                chance = Fraction(ways * comb(artifacts, seen), comb(unseen, cards))
                if cards == 7:
                    after = leave_after_seven(players, number + 1, copies, left)
                    total += chance * (shares(treasures, players) + comb(15, treasures) * after)
                    continue
                chance *= Fraction(comb(15, treasures), unseen - cards)
                for kind in kinds:
                    if copies[kind] > 1:
                        fewer = (*copies[:kind], copies[kind] - 1, *copies[kind + 1 :])
                        after = leave_after_seven(players, number + 1, tuple(sorted(fewer)), left)
                        total += chance * (copies[kind] - 1) * after
    return total


@cache
def shares(treasures: int, players: int) -> int:
    """Return what each gets of every set of so many treasures of the box, together."""
    return sum(sum(chosen) // players for chosen in combinations(D15, treasures))


def subsets(kinds: range) -> Iterator[tuple[int, ...]]:
    return chain.from_iterable(combinations(kinds, size) for size in range(len(kinds) + 1))
