"""Rivals who leave by chance: the symmetric equilibrium, and a given probability."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from functools import cache
from io import BytesIO
from itertools import product
from math import comb
from operator import mul
from random import Random
from statistics import mean, stdev

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incan_odds.cards import Artifact, Treasure
from incan_odds.edition_files import edition_from_table
from incan_odds.editions import PRESETS
from incan_odds.expedition import Expedition
from incan_odds.game import begin
from incan_odds.next_card import odds_of_next_card
from incan_odds.players import Players
from incan_odds.record import game_of, read
from incan_odds.rivals.certificate import certify_profile
from incan_odds.rivals.comparison import as_if_they_stayed, compare_among, contestants_among
from incan_odds.rivals.encoding import Encoding
from incan_odds.rivals.equilibrium import against_leavers, equilibrium, profile_of
from incan_odds.rivals.model import EncodingError, Leavers, read_rivals
from incan_odds.rivals.play import play_among
from incan_odds.rivals.stage import expected, roots, solve_stages
from incan_odds.rivals.table import solve_table
from incan_odds.stopping.problem import DEFAULT_MEMORY, TooLargeError, problem_of
from incan_odds.stopping.rules import LeaveAt
from incan_odds.stopping.solver import solve
from tests.transcripts import output_of


def small(treasures, hazards, points=()):
    table = {
        "treasures": treasures,
        "hazards": {f"kind{place}": copies for place, copies in enumerate(hazards)},
        "artifact_entry": "one_per_expedition" if points else "none",
        "artifact_points": list(points),
        "artifact_index": "claim",
    }
    return edition_from_table(table, "small")


def payoffs(now: Expedition, waiting) -> tuple[list, list]:
    """Return what leaving and staying bring by the number of others who leave, card by card."""
    leaving, staying = [], []
    for others in range(now.inside):
        gone = now.leave(others + 1)
        leaving.append(Fraction(gone.gems + sum(gone.artifacts)))
        stays = now.leave(others).after if others else now
        staying.append(waiting(stays))
    return leaving, staying


def two_player_choice(leaving, staying):
    """Return the value of the equilibrium of two that pays most, in fractions."""
    gain = [x - y for x, y in zip(leaving, staying, strict=True)]
    found = []
    if gain[0] <= 0:
        found.append(staying[0])
    if gain[1] >= 0:
        found.append(leaving[1])
    if gain[0] * gain[1] < 0:
        p = gain[0] / (gain[0] - gain[1])
        found.append((1 - p) * leaving[0] + p * leaving[1])
    return max(found)


def many_player_choice(leaving, staying):
    """Return the value of the equilibrium that pays most, with numpy's polynomial roots."""
    others = len(leaving) - 1
    gain = [float(x - y) for x, y in zip(leaving, staying, strict=True)]
    candidates = [p for p, holds in ((0.0, gain[0] <= 1e-11), (1.0, gain[-1] >= -1e-11)) if holds]
    polynomial = np.polynomial.Polynomial([0.0])
    x = np.polynomial.Polynomial([0.0, 1.0])
    for m, value in enumerate(gain):
        polynomial += comb(others, m) * value * x**m * (1 - x) ** (others - m)
    for root in polynomial.trim(1e-12).roots():
        if abs(root.imag) < 1e-7 and 1e-9 < root.real < 1 - 1e-9:
            candidates.append(float(root.real))

    def pays(p):
        sides = (
            sum(
                comb(others, m) * p**m * (1 - p) ** (others - m) * float(v) for m, v in enumerate(s)
            )
            for s in (leaving, staying)
        )
        leave, stay = sides
        return stay if p == 0 else leave

    return max(map(pays, candidates))


def full_tree(expedition: Expedition, choose) -> Fraction | float:
    """Return what each gets, by the whole game tree, with `choose` at each decision."""

    @cache
    def waiting(now: Expedition):
        total = 0
        for card, copies in now.deck:
            then = now.turn(card)
            if not then.over:
                total += copies * deciding(then)
        return total / now.deck.size if isinstance(total, float) else Fraction(total, now.deck.size)

    @cache
    def deciding(now: Expedition):
        if not now.deck.size:
            all_leave = now.leave(now.inside)
            return Fraction(all_leave.gems + sum(all_leave.artifacts))
        leaving, staying = payoffs(now, waiting)
        if now.inside == 1:
            return max(leaving[0], staying[0])
        return choose(leaving, staying)

    return waiting(expedition)


decks = st.builds(
    small,
    st.lists(st.integers(0, 9), min_size=1, max_size=4),
    st.lists(st.integers(1, 3), min_size=1, max_size=2),
    st.sampled_from([(), (), (5,), (4, 7)]),
)


@settings(max_examples=50)
@given(edition=decks)
def test_two_players_as_in_the_whole_tree_in_fractions(edition):
    expedition = begin(edition, Players(2)).expedition
    value = full_tree(expedition, two_player_choice)
    found = equilibrium(expedition)
    assert found.value == pytest.approx(float(value), abs=1e-9)
    assert found.certificate.value == pytest.approx(float(value), abs=1e-9)
    if isinstance(found.value, Fraction):
        assert found.value == value


@settings(max_examples=15)
@given(edition=decks, players=st.integers(3, 5))
def test_more_players_as_in_the_whole_tree(edition, players):
    expedition = begin(edition, Players(players)).expedition
    value = full_tree(expedition, many_player_choice)
    assert equilibrium(expedition).value == pytest.approx(float(value), abs=1e-7)


@settings(max_examples=25)
@given(
    edition=decks, players=st.integers(2, 4), chance=st.sampled_from(["1/10", "1/2", "9/10", "1"])
)
def test_rivals_who_leave_with_a_given_chance_as_in_the_whole_tree(edition, players, chance):
    q = Fraction(chance)

    def choose(leaving, staying):
        others = len(leaving) - 1
        weight = [comb(others, m) * q**m * (1 - q) ** (others - m) for m in range(others + 1)]
        return max(
            sum(w * x for w, x in zip(weight, side, strict=True)) for side in (leaving, staying)
        )

    expedition = begin(edition, Players(players)).expedition
    value = full_tree(expedition, choose)
    found = against_leavers(expedition, Leavers((q,)))
    assert found.value == pytest.approx(float(value), abs=1e-10)
    if isinstance(found.value, Fraction):
        assert found.value == value


def test_the_chance_of_the_others_may_follow_the_hazards_that_are_out():
    leavers = Leavers((Fraction(0), Fraction(1, 4), Fraction(2, 3)))
    expedition = begin(small([2, 5, 8], [2, 2]), Players(3)).expedition

    @cache
    def waiting(now: Expedition) -> Fraction:
        total = Fraction(0)
        for card, copies in now.deck:
            then = now.turn(card)
            if not then.over:
                total += copies * deciding(then)
        return total / now.deck.size

    def deciding(now: Expedition) -> Fraction:
        leaving, staying = payoffs(now, waiting)
        q, others = leavers.at(len(now.hazards)), now.inside - 1
        weights = [comb(others, m) * q**m * (1 - q) ** (others - m) for m in range(now.inside)]
        return max(
            sum(w * x for w, x in zip(weights, side, strict=True)) for side in (leaving, staying)
        )

    assert against_leavers(expedition, leavers).value == waiting(expedition)


RULES = [
    LeaveAt("cards", 2),
    LeaveAt("hazards", 1),
    LeaveAt("treasures", 2),
    LeaveAt("bag", 4),
    LeaveAt("risk", Fraction(1, 5)),
]


def reached(rule: LeaveAt, now: Expedition) -> bool:
    """Return whether a rule leaves, as its words say."""
    quantity = {
        "cards": now.turned,
        "hazards": len(now.hazards),
        "treasures": len(now.start.treasures) - len(now.deck.treasures),
        "bag": now.holding,
        "risk": Fraction(now.deadly, now.deck.size) if now.deck.size else 1,
    }
    return quantity[rule.quantity] >= rule.limit


@settings(max_examples=12)
@given(edition=decks, players=st.integers(2, 3), rivals=st.sampled_from(["1/3", "0,1/2", None]))
def test_rules_of_thumb_among_rivals_as_in_the_whole_tree(edition, players, rivals):
    expedition = begin(edition, Players(players)).expedition
    leavers = None if rivals is None else read_rivals(rivals)
    profile = profile_of(expedition)

    def waiting(now: Expedition, rule: LeaveAt) -> tuple[float, float]:
        points = bust = 0.0
        for card, copies in now.deck:
            then = now.turn(card)
            more = (0.0, 1.0) if then.over else deciding(then, rule)
            points += copies * more[0] / now.deck.size
            bust += copies * more[1] / now.deck.size
        return points, bust

    def deciding(now: Expedition, rule: LeaveAt) -> tuple[float, float]:
        others = now.inside - 1
        if not now.deck.size:
            home = now.leave(now.inside)
            return home.gems + sum(home.artifacts), 0.0
        if leavers is not None:
            q = float(leavers.at(len(now.hazards)))
        else:
            q = profile.leave_chance(now) if others else 0.0
        points = bust = 0.0
        for m in range(others + 1):
            weight = comb(others, m) * q**m * (1 - q) ** (others - m)
            if not weight:
                continue
            if reached(rule, now):
                home = now.leave(m + 1)
                points += weight * (home.gems + sum(home.artifacts))
                continue
            more = waiting(now.leave(m).after if m else replace(now, pending=False), rule)
            points, bust = points + weight * more[0], bust + weight * more[1]
        return points, bust

    _, rows = compare_among(profile_of(expedition, leavers), expedition, RULES)
    for rule, row in zip(RULES, rows, strict=True):
        points, bust = waiting(expedition, rule)
        assert float(row.value) == pytest.approx(points, abs=1e-9)
        assert float(row.bust) == pytest.approx(bust, abs=1e-9)


@pytest.mark.parametrize("record", ["17 r f sn 7", "5 f 11 sn 9", "17 a r f a 3", "15 f sn m 2 a"])
@pytest.mark.parametrize("players", [2, 3])
def test_who_supposes_that_nobody_leaves_looks_one_card_ahead(record, players):
    """Four artifacts are in this deck: the next is worth 5, though the last are worth 10."""
    artifacts = (Artifact(),) * 4
    game = begin(PRESETS["gryphon-2009"], Players(players), 4, (), 0, artifacts)
    expedition = read(game, record).expedition
    encoding = Encoding(expedition, 2**30)
    (leaves,) = as_if_they_stayed(encoding, encoding.fields(encoding.start), 0, players)
    assert leaves == (odds_of_next_card(expedition).verdict != "stay")


def test_a_bag_limit_may_be_all_that_is_left_to_one_alone():
    """All others leave after the first card: the treasures to come are not shared any more."""
    box = small([8] * 6, [3])
    expedition = begin(box, Players(8)).expedition
    rules = contestants_among(expedition)
    assert max(rule.limit for rule in rules if rule.name == "bag") == 48
    best, rows = compare_among(profile_of(expedition, Leavers((Fraction(1),))), expedition, rules)
    (found,) = [row for row in rows if row.rule.name == "bag" and row.best]
    assert (float(found.value), found.rule.limit) == (pytest.approx(235 / 21), 18)
    assert float(best) == pytest.approx(260 / 21)


@pytest.mark.parametrize("limit", [Fraction(1, 10**6), Fraction(1, 2**62), Fraction(1, 2**80)])
def test_the_finest_limit_of_risk_is_that_of_any_risk(limit):
    expedition = game_of("5 f 11 sn 9", "bga", 3).expedition
    _, (row, at_once) = compare_among(
        profile_of(expedition), expedition, [LeaveAt("risk", limit), LeaveAt("cards", 0)]
    )
    assert row.value == at_once.value


def test_where_leaving_and_staying_are_equal_floats_decide_as_fractions_do(monkeypatch):
    expedition = begin(small([3, 5], [2, 3]), Players(3)).expedition
    third = Leavers((Fraction(1, 3),))
    exact = against_leavers(expedition, third)
    assert exact.bust == Fraction(127, 270)
    monkeypatch.setattr("incan_odds.rivals.equilibrium.SMALL", 0)
    floats = against_leavers(expedition, third)
    assert not isinstance(floats.value, Fraction)
    assert (floats.bust, floats.cards) == (
        pytest.approx(float(exact.bust)),
        pytest.approx(float(exact.cards)),
    )


@pytest.mark.parametrize("rivals", ["stays", "", "Herd"])
def test_a_model_that_is_none_is_refused(rivals):
    with pytest.raises(ValueError, match="rivals are 'stay'"):
        play_among(game_of("5 f", "bga", 3).expedition, rivals)


def test_on_a_small_deck_what_is_rational_is_exact():
    record = "1 2 3 4 5 5 7 7 9 11 11 13 14 f m sn"
    two = equilibrium(game_of(record, "bga", 2).expedition)
    assert isinstance(two.value, Fraction)
    assert (two.value, two.stay, two.leave_chance) == (46, Fraction(174, 7), 1)
    three = against_leavers(game_of(record, "bga", 3).expedition, Leavers((Fraction(1, 3),)))
    assert isinstance(three.value, Fraction)
    assert [outcome.chance for outcome in three.outcomes] == [
        Fraction(4, 9),
        Fraction(4, 9),
        Fraction(1, 9),
    ]


def test_two_players_of_gryphon_as_two_independent_programs_found():
    found = equilibrium(game_of("", "gryphon-2009", 2).expedition)
    assert found.value == pytest.approx(9.250672, abs=5e-7)
    assert found.certificate.value == pytest.approx(found.value, abs=1e-12)
    assert found.certificate.single_gain < 1e-9
    assert found.certificate.best_reply_gain < 1e-9
    assert found.several == 0


@pytest.mark.parametrize("record", ["", "5 f 11 sn", "5 f 11 sn 14 m"])
def test_alone_it_is_the_exact_optimum(record):
    expedition = game_of(record, "bga", 1).expedition
    found, exact = equilibrium(expedition), solve(problem_of(expedition))
    assert found.value == pytest.approx(float(exact.value.points), abs=1e-12)
    assert found.certificate.bust == pytest.approx(float(exact.value.bust), abs=1e-12)
    assert found.certificate.cards == pytest.approx(float(exact.value.cards), abs=1e-12)


def test_the_best_reply_sees_a_profile_that_is_no_equilibrium():
    expedition = game_of("5 f 11 sn 9", "bga", 3).expedition

    def stage(leaving, staying, theirs):
        found = solve_stages(leaving, staying)
        return found._replace(leave=np.full(len(leaving), 0.5))

    solved = solve_table(expedition, stage, DEFAULT_MEMORY)
    certificate = certify_profile(solved)
    assert certificate.single_gain > 0.01
    assert certificate.best_reply_gain > 0.01
    assert certificate.best_reply_gain <= certificate.bound


def test_at_an_equilibrium_that_mixes_leaving_and_staying_are_worth_the_same():
    found = equilibrium(game_of("5 f 11 sn 9", "bga", 4).expedition)
    assert 0 < found.leave_chance < 1
    assert found.leave == pytest.approx(found.stay, abs=1e-12)
    assert sum(outcome.chance for outcome in found.outcomes) == pytest.approx(1)
    assert [outcome.leaving for outcome in found.outcomes] == [10, 7, 6, 6]


@pytest.mark.parametrize(("edition", "players"), [("bga", 3), ("schmidt-2005", 4)])
def test_a_simulation_of_all_who_keep_to_the_profile_comes_to_the_value(edition, players):
    # Played by the rules of an expedition, card by card, everyone by chance of his own.
    start = game_of("5 f 11 sn" if edition == "bga" else "g 5 11 sn", edition, players).expedition
    profile, value = profile_of(start), equilibrium(start).value
    random, results = Random(7), []
    for _ in range(8_000):
        now = start
        brought = []
        while not now.over:
            if now.pending:
                chance = profile.leave_chance(now)
                leavers = sum(random.random() < chance for _ in range(now.inside))
                if leavers:
                    home = now.leave(leavers)
                    brought += [home.gems + sum(home.artifacts)] * leavers
                    now = home.after
                    continue
            cards, copies = zip(*now.deck, strict=True)
            now = now.turn(random.choices(cards, copies)[0])
        results.append(sum(brought) / players)
    interval = 3.3 * stdev(results) / len(results) ** 0.5
    assert abs(mean(results) - value) < interval


def test_a_profile_is_asked_where_somebody_decides():
    expedition = game_of("5 f 11 sn", "bga", 3).expedition
    profile = profile_of(expedition)
    with pytest.raises(ValueError, match="nobody decides"):
        profile.leave_chance(expedition.leave(1).after)
    # With so much in the bag all leave, so nobody comes to see a further card.
    rich = game_of("15 14 13 f sn m", "bga", 3).expedition
    with pytest.raises(KeyError, match="cannot come"):
        profile_of(rich).leave_chance(rich.turn(Treasure(11)).turn(Treasure(11)))


def test_too_large_a_table_is_refused_as_soon_as_it_is():
    with pytest.raises(TooLargeError):
        equilibrium(game_of("", "gryphon-2009", 8).expedition, memory=2**20)


# The stage game


def stages(gains):
    """Return stages with these gains of leaving, where staying is worth 0."""
    leaving = np.array(gains, dtype=np.float64)
    return solve_stages(leaving, np.zeros_like(leaving))


def test_roots_are_found_where_the_sign_changes_and_where_it_only_touches():
    assert roots(np.array([1.0, -1.0])) == pytest.approx([0.5])
    assert roots(np.array([1.0, 1.0])) == []
    # (2p - 1)^2 touches zero at a half; its Bernstein coefficients are 1, -1, 1.
    assert roots(np.array([1.0, -1.0, 1.0])) == pytest.approx([0.5])
    # Roots at a quarter and at three quarters.
    assert roots(np.array([3 / 16, -5 / 16, 3 / 16])) == pytest.approx([0.25, 0.75])
    # (3p - 1)^2 touches zero at a third, which no halving meets.
    assert roots(np.array([1.0, -2.0, 4.0])) == pytest.approx([1 / 3], abs=1e-6)


def as_gambit_reads(gambit, leaving, staying):
    """Return a stage game from Gambit's own format; the second strategy of each is to leave."""
    players = len(leaving)
    names = " ".join(f'"player {i}"' for i in range(players))
    payoffs = []
    for reverse in product((0, 1), repeat=players):
        # The choice of the first player changes fastest there.
        choices = reverse[::-1]
        for leaves in choices:
            payoffs.append((leaving if leaves else staying)[sum(choices) - leaves])
    sizes, listed = " ".join("2" * players), " ".join(map(str, payoffs))
    text = f'NFG 1 R "stage" {{ {names} }} {{ {sizes} }}\n{listed}\n'
    return gambit.read_nfg(BytesIO(text.encode()))


@pytest.mark.parametrize("players", [3, 4])
def test_stage_games_as_gambit_solves_them(players):
    gambit = pytest.importorskip("pygambit", reason="pygambit has no wheel for this system")
    random = Random(players)
    # All stay, or all leave: both are equilibria of the first; the others are as they come.
    games = [([20, 19, 18, 17][:players], [30, 0, 0, 0][:players])]
    for _ in range(10):
        leaving = sorted((random.randint(0, 30) for _ in range(players)), reverse=True)
        games.append((leaving, [random.randint(0, 30) for _ in range(players)]))
    for leaving, staying in games:
        found = []
        for profile in gambit.nash.enumpoly_solve(
            as_gambit_reads(gambit, leaving, staying)
        ).equilibria:
            chances = [float(profile[f"player {i}"]["2"]) for i in range(players)]
            if max(chances) - min(chances) < 1e-6:
                p = np.array([chances[0]])
                pays = (expected(np.array([side], float), p)[0] for side in (leaving, staying))
                found.append((max(pays), chances[0]))
        best = max(pays for pays, _ in found)
        smallest = min(chance for pays, chance in found if pays > best - 1e-6)
        ours = solve_stages(np.array([leaving], float), np.array([staying], float))
        assert ours.value[0] == pytest.approx(best, abs=1e-5)
        assert ours.leave[0] == pytest.approx(smallest, abs=1e-5)
        assert bool(ours.several[0]) == (best > min(found)[0] + 1e-6)


def test_of_several_equilibria_the_one_that_pays_most_is_taken():
    # With one other: staying both brings 3 each, leaving both 2; the mixed one less than 3.
    found = solve_stages(np.array([[1.0, 2.0]]), np.array([[3.0, 0.0]]))
    assert (found.leave[0], found.value[0], found.several[0]) == (0.0, 3.0, True)
    # And where leaving pays more, it is leaving.
    found = solve_stages(np.array([[1.0, 4.0]]), np.array([[3.0, 0.0]]))
    assert (found.leave[0], found.value[0], found.several[0]) == (1.0, 4.0, True)


def test_where_nothing_matters_nobody_leaves():
    found = stages([[0.0, 0.0, 0.0]])
    assert (found.leave[0], bool(found.several[0])) == (0.0, False)


@settings(max_examples=300)
@given(st.lists(st.integers(-5, 5), min_size=1, max_size=8))
def test_what_is_chosen_is_an_equilibrium(gains):
    found = stages([gains])
    p = found.leave[0]
    gain = expected(np.array([gains], dtype=np.float64), found.leave)[0]
    if p == 0:
        assert gain <= 1e-9
    elif p == 1:
        assert gain >= -1e-9
    else:
        assert gain == pytest.approx(0, abs=1e-6)


def test_a_small_deck_has_a_decision_with_two_equilibria_and_the_better_is_taken():
    expedition = begin(small([3, 3, 6], [3], (12,)), Players(3)).expedition
    found = equilibrium(expedition)
    assert found.several > 0
    assert found.value == pytest.approx(full_tree(expedition, many_player_choice), abs=1e-7)


# The command line


def test_next_says_with_which_chance_to_leave():
    record = ["next", "-p", "4", "--rivals", "equilibrium", "5", "f", "11", "sn", "9"]
    answer = json.loads(output_of([*record, "--json"]))
    assert answer["decision"] == "mixed"
    assert answer["rivals"] == "equilibrium"
    assert answer["leave_chance"] == {"fraction": None, "float": pytest.approx(0.5070815468609)}
    assert answer["retire_at"] is None
    assert answer["leave"]["float"] == pytest.approx(answer["stay"]["float"])
    # Alone the path of 5 is mine, with one other I get 2 of it, with two or three 1.
    chances = [outcome["chance"]["float"] for outcome in answer["outcomes"]]
    share = sum(map(mul, chances, [5, 2, 1, 1]))
    assert answer["path_share"]["float"] == pytest.approx(share)
    assert answer["leave"]["float"] == pytest.approx(answer["bag"] + share)
    assert answer["leave_alone"] == answer["outcomes"][0]["chance"]
    text = output_of(record)
    assert len(text.splitlines()) == 8
    assert text.splitlines()[-1].startswith("MIXED: leave with a chance of 51 %")


@pytest.mark.parametrize("chance", ["3/10", "0.3", "30%"])
def test_a_probability_is_read_exactly_however_it_is_written(chance):
    answer = json.loads(
        output_of(["next", "-p", "3", "--rivals", chance, "--json", "5", "f", "11"])
    )
    assert answer["rivals"] == "3/10"


def test_a_probability_of_nothing_is_to_stay():
    same = [
        output_of(["next", "-p", "3", "--rivals", rivals, "--json", "5", "f"])
        for rivals in ("0", "stay")
    ]
    assert same[0] == same[1]


def test_solve_gives_the_value_of_the_equilibrium_with_its_certificate():
    answer = json.loads(output_of("solve -p 3 --rivals equilibrium --json 5 f 11 sn 9".split()))
    assert answer["method"] == "equilibrium"
    assert answer["certificate"]["epsilon"] < 1e-9
    assert answer["value"]["fraction"] is None


SMALL_DECK = """
treasures = [1, 5, 8]
artifact_entry = "none"
[hazards]
fire = 2
"""


@pytest.fixture
def small_box(tmp_path):
    """The file of an edition of five cards."""
    file = tmp_path / "small.toml"
    file.write_text(SMALL_DECK, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("record", ["", "8", "8 x", "8 5", "8 5 f 1", "5 f"])
@pytest.mark.parametrize("rivals", ["1/4", "0,1/2", "equilibrium"])
def test_exact_numbers_are_shown_as_well(small_box, record, rivals):
    text = output_of(["next", "-e", small_box, "-p", "3", "--rivals", rivals, *record.split()])
    assert len(text.splitlines()) == 8
    assert "staying is worth" in text


@pytest.mark.parametrize(
    ("edition", "record"),
    [
        ("schmidt-2005", "1 2 3 4 5 5 7 7 9 11 11 13 14 15 17 sn sc r g e"),
        ("bga", "a x 1 2 3 4 5 5 7 7 9 11 11 13 14 15 f m r sn sp"),
    ],
)
@pytest.mark.parametrize("rivals", ["1/4", "equilibrium"])
def test_where_only_deadly_cards_are_left_everyone_leaves(edition, record, rivals):
    found = play_among(game_of(record, edition, 3).expedition, read_rivals(rivals), moments=True)
    assert (found.best, found.stay) == ("leave", 0)


@pytest.mark.parametrize(
    "table",
    [
        {"treasures": list(range(1, 41)), "hazards": {"fire": 2}},
        {"treasures": [1], "hazards": {f"kind{n}": n % 7 + 1 for n in range(100)}},
        {
            "treasures": [1],
            "hazards": {"fire": 2},
            "artifact_entry": "all_at_start",
            "artifact_points": list(range(1, 21)),
            "artifact_index": "card",
            "artifact_hidden": "stays",
        },
    ],
    ids=["treasures", "hazards", "artifacts"],
)
def test_what_cannot_be_numbered_is_refused_at_once(table):
    edition = edition_from_table({"artifact_entry": "none", **table}, "wide")
    with pytest.raises((TooLargeError, EncodingError)):
        equilibrium(begin(edition, Players(2)).expedition)


def test_what_is_exact_alone_stays_exact_whatever_is_said_of_rivals():
    for command in ("compare", "review"):
        tail = ["--json", "5", "f", "x"] if command == "review" else ["--json", "5", "f"]
        said = json.loads(output_of([command, "-p", "1", "--rivals", "3/10", *tail]))
        assert said == json.loads(output_of([command, "-p", "1", *tail]))


def test_no_rule_beats_the_best_play_and_the_first_of_equals_is_marked(tmp_path):
    file = tmp_path / "free.toml"
    file.write_text(
        "treasures = [2, 8, 9]\nhazards = {}\nartifact_entry = 'all_at_start'\n"
        "artifact_points = [10]\nartifact_index = 'card'\nartifact_hidden = 'stays'\n",
        encoding="utf-8",
    )
    asked = ["compare", "--json", "-e", str(file), "-p", "4", "--rivals", "equilibrium"]
    rows = json.loads(output_of([*asked, "a10", "9", "2"]))["rules"]
    assert all(row["loss"]["float"] >= 0 for row in rows)
    for family in {row["rule"] for row in rows}:
        same = [row for row in rows if row["rule"] == family]
        best = max(row["value"]["float"] for row in same)
        first = next(row for row in same if row["value"]["float"] == best)
        assert [row for row in same if row["best"]] == [first]


@pytest.mark.parametrize(
    ("text", "chance"), [(".5", "1/2"), ("0.30000000000000", "3/10"), ("12.5%", "1/8")]
)
def test_a_probability_may_be_written_with_many_digits_or_few(text, chance):
    assert read_rivals(text) == Leavers((Fraction(chance),))


@pytest.mark.parametrize("text", ["", ",", "1/0", "-1", "2", "nan", "1e-3", "0.1,", "9" * 10**5])
def test_what_is_no_model_is_refused_in_one_short_line(text):
    with pytest.raises(ValueError, match="is not stay, herd, equilibrium") as refused:
        read_rivals(text)
    assert len(str(refused.value)) < 200
