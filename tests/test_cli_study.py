"""`survive`, `thresholds`, `solve` and `compare` as their users meet them."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from incan_odds.distribution import expedition_distribution, game_distribution
from incan_odds.edition_files import find_edition
from incan_odds.editions import PRESETS
from incan_odds.game import Game, begin
from incan_odds.players import Players
from incan_odds.record import game_of
from incan_odds.stopping.problem import problem_of
from incan_odds.stopping.rules import FAMILIES, LeaveAt, value_of
from incan_odds.stopping.season import first_opening, game_problem, season_of
from incan_odds.stopping.solver import solve
from incan_odds.stopping.thresholds import thresholds
from incan_odds.survival import odds_of_survival
from tests.enumeration import ME, Enumeration, brought_home
from tests.program import Answer, answer_of, assert_refused

OVER = "f f / m m / r r / sn sn / sp sp"
COMMANDS = ["survive", "thresholds", "solve", "compare"]
STATES = ["", "5", "5 f 11 sn", "f m r 13 15", "f f / 5 m", "a 5 f"]


Ask = Callable[..., Answer]


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Return a function that runs the program in this process.

    The first text is split into arguments, each further one is an argument as it stands.
    """

    def program(line: str, *more: str, stdin: str = "") -> Answer:
        return answer_of(monkeypatch, [*line.split(), *more], stdin.encode())

    return program


@pytest.fixture
def found(ask: Ask) -> Callable[..., dict[str, Any]]:
    """Return what gives the JSON of a command, which must be all that is said."""

    def document(line: str, *more: str) -> dict[str, Any]:
        command, *rest = line.split()
        answer = ask(command, "--json", *rest, *more)
        assert (answer.code, answer.err) == (0, "")
        parsed: dict[str, Any] = json.loads(answer.out)
        return parsed

    return document


Found = Callable[..., dict[str, Any]]


def exact(value: dict[str, Any]) -> Fraction:
    """Return an exact number of a document, whose two forms must agree."""
    number = Fraction(value["fraction"])
    assert value == {"fraction": str(number), "float": float(number)}
    return number


@pytest.fixture
def house(tmp_path: Path) -> Callable[[str], str]:
    """Return what writes house rules and gives the path of their file."""

    def written(toml: str, name: str = "house") -> str:
        file = tmp_path / f"{name}.toml"
        file.write_text(toml, encoding="utf-8")
        return str(file)

    return written


House = Callable[[str], str]

SMALL = (
    "treasures = [1, 3, 4]\nhazards = { fire = 2, mummy = 3 }\nexpeditions = 2\n"
    'artifact_entry = "one_per_expedition"\nartifact_points = [2, 5]\n'
    'artifact_index = "claim"\nartifact_hidden = "stays"\n'
)
JUMPS = (
    "treasures = [1, 2, 4]\nhazards = { fire = 2 }\nexpeditions = 2\n"
    'artifact_entry = "all_at_start"\nartifact_points = [0, 0, 30]\n'
    'artifact_index = "claim"\nartifact_hidden = "stays"\n'
)
RUNS_OUT = (
    "treasures = [2, 5]\nhazards = { fire = 1 }\nexpeditions = 2\n"
    'artifact_entry = "none"\nartifact_points = []\n'
)
"""Without two copies of a kind the deck runs out; then all leave together."""


# survive


@pytest.mark.parametrize("edition", PRESETS)
def test_survive_gives_the_rows_of_the_library(found: Found, edition: str) -> None:
    document = found(f"survive -e {edition}")
    odds = odds_of_survival(begin(PRESETS[edition], Players(1)).expedition)
    rows = [(row["more"], exact(row["alive"]), exact(row["fatal"])) for row in document["rows"]]
    assert rows == [(row.more, row.alive, row.fatal) for row in odds.rows]
    assert exact(document["mean_safe"]) == odds.mean_safe
    assert exact(document["mean_turned"]) == odds.mean_turned
    assert document["unseen"] == len(rows) - 1


def test_survive_in_the_middle_of_a_record_worked_out_by_hand(found: Found) -> None:
    # 26 unseen, 4 of them deadly: 22/26; then 9 of the 22 others are first ones of a kind.
    document = found("survive 5 f 11 sn")
    rows = document["rows"]
    assert [exact(rows[more]["alive"]) for more in (0, 1)] == [1, Fraction(11, 13)]
    # Safe cards: 12 treasures and the artifact, 13; and 3 of each of 3 kinds.
    # Two safe cards: C(13, 2) + 13·9 + 3·3·3 = 78 + 117 + 27 = 222 of C(26, 2) = 325.
    assert exact(rows[2]["alive"]) == Fraction(222, 325)
    assert exact(rows[2]["fatal"]) == Fraction(11, 13) - Fraction(222, 325)
    assert sum(exact(row["fatal"]) for row in rows) == 1


def test_survive_where_nothing_can_hurt(found: Found, house: House) -> None:
    document = found("survive -e", house(RUNS_OUT))
    assert [exact(row["alive"]) for row in document["rows"]] == [1, 1, 1, 1]
    assert exact(document["mean_safe"]) == 3


def test_the_screen_of_survive_is_a_row_for_each_number_of_cards(ask: Ask) -> None:
    answer = ask("survive 5 f 11 sn")
    lines = answer.out.splitlines()
    assert lines[0] == "bga (the help page), expedition 1 of 5"
    assert lines[2].split() == ["1", "11/13", "84.6", "%", "2/13", "15.4", "%"]
    assert lines[3].split()[:4] == ["2", "222/325", "68.3", "%"]
    assert lines[-1].startswith("on average ")


def test_survive_is_that_of_whoever_is_inside(found: Found) -> None:
    assert found("survive -p 3 7 f x:me")["rows"] == found("survive -p 3 7 f x")["rows"]


# thresholds


@pytest.mark.parametrize("horizon", ["expedition", "game"])
@pytest.mark.parametrize("edition", ["bga", "eagle-2020", "iello-2016"])
@pytest.mark.parametrize("record", ["", "5 sn", "sn sn / 5 sp"])
def test_thresholds_are_those_of_the_library(
    found: Found, edition: str, record: str, horizon: str
) -> None:
    document = found(f"thresholds -e {edition} --horizon {horizon} {record}")
    game = game_of(record, edition)
    problem = problem_of(game.expedition) if horizon == "expedition" else game_problem(game)
    rows = thresholds(game.expedition, solve(problem))
    assert document["rows"] == [
        {
            "hazards": [hazard.name for hazard in row.hazards],
            "artifacts": list(row.printed) if game.edition.printed else row.artifacts,
            "deadly": row.deadly,
            "retire_at": row.retire_at,
        }
        for row in rows
    ]
    assert document["horizon"] == horizon


def test_thresholds_of_the_help_page(found: Found) -> None:
    rows = found("thresholds")["rows"]
    # 107 gems and an artifact of 5: leave from (112 - s)/d, that is s >= 112/(d + 1).
    for row in rows:
        if not row["artifacts"]:
            deadly = row["deadly"]
            assert row["retire_at"] == (-(-112 // (deadly + 1)) if deadly else None)
    assert len(rows) == 2**5 * 2


def test_the_threshold_as_the_table_lies_is_that_of_next(found: Found) -> None:
    for state in ("5 f 11 sn", "f m r 13 15", "f f / 5 m", "-p 4 5 f 11"):
        assert (
            found(f"thresholds {state}")["rows"][0]["retire_at"]
            == (found(f"next {state}")["retire_at"])
        )


def test_the_screen_of_thresholds_groups_kinds_that_are_alike(ask: Ask) -> None:
    lines = ask("thresholds").out.splitlines()
    assert lines[2].split() == ["hazards", "out", "deadly", "gems", "1", "artifact"]
    assert lines[3].split() == ["none", "0", "never", "never"]
    # 112/3 = 37.3; with the artifact on the path 107 - s against 2·(s + 5): 97/3 = 32.3.
    assert lines[4].split() == ["any", "1", "kind", "of", "3", "copies", "2", "38", "33"]
    assert len(lines) == 9


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("survive -p 4 5 f", "; 4 players, 4 inside"),
        ("thresholds -p 4 5 f", "; 4 players, 4 inside; if the others stay"),
        ("compare -p 4 --rivals herd 5 f 11 sn 9", "; 4 players, 4 inside; if all leave together"),
        ("review -p 4 5 f x", "; 4 players, if the others stay; you"),
    ],
)
def test_with_rivals_the_first_line_names_edition_players_and_model(
    ask: Ask, question: str, table: str
) -> None:
    first = ask(question).out.splitlines()[0]
    assert first.startswith("bga (the help page)")
    assert table in first


# solve


@pytest.mark.parametrize("edition", PRESETS)
def test_the_value_of_an_expedition_is_that_of_the_library(found: Found, edition: str) -> None:
    document = found(f"solve -e {edition}")
    optimum = solve(problem_of(begin(PRESETS[edition], Players(1)).expedition))
    assert exact(document["value"]) == optimum.value.points
    assert exact(document["bust"]) == optimum.value.bust
    assert exact(document["mean_cards"]) == optimum.value.cards
    assert document["method"] == "analytic"
    assert document["certificate"]["closed"] is True


def test_the_value_of_the_first_expedition_of_two_editions(found: Found) -> None:
    assert found("solve")["value"]["fraction"] == "3134144863/200300100"
    assert found("solve -e schmidt-2005")["value"]["fraction"] == "20839072607/1201800600"


@pytest.mark.parametrize("edition", ["bga", "bga-modern", "schmidt-2005", "iello-2016"])
def test_the_value_of_the_whole_game_is_that_of_the_season(found: Found, edition: str) -> None:
    document = found(f"solve --horizon game -e {edition}")
    season = season_of(PRESETS[edition])
    assert exact(document["value"]) == season.value(first_opening(PRESETS[edition]))
    assert document["horizon"] == "game"
    assert document["certificate"]["openings"] > 1


@pytest.mark.parametrize("horizon", ["expedition", "game"])
@pytest.mark.parametrize("rules", [SMALL, JUMPS, RUNS_OUT], ids=["small", "jumps", "runs out"])
@pytest.mark.parametrize("record", ["", "1 f", "2 f", "4", "f f"])
def test_value_bust_and_cards_are_those_of_plain_recursion(
    ask: Ask, house: House, rules: str, record: str, horizon: Any
) -> None:
    path = house(rules)
    edition = find_edition(path)
    answer = ask(f"solve --json --horizon {horizon} {record} -e", path)
    if answer.code == 2:
        # Not every record is one of every edition.
        assert " no " in answer.err or "deck has" in answer.err
        return
    document = json.loads(answer.out)
    worth = Enumeration(horizon).now(game_of(record, edition))
    assert exact(document["value"]) == worth.points
    assert exact(document["bust"]) == worth.bust
    assert exact(document["mean_cards"]) == worth.cards


@pytest.mark.parametrize("rules", [SMALL, RUNS_OUT], ids=["small", "runs out"])
def test_with_rivals_who_stay_the_value_is_that_of_plain_recursion(
    found: Found, house: House, rules: str
) -> None:
    path = house(rules)
    document = found("solve -p 3 -e", path)
    worth = Enumeration().now(game_of("", find_edition(path), 3))
    assert exact(document["value"]) == worth.points
    assert document["rivals"] == "stay"


@pytest.mark.parametrize("state", STATES)
def test_in_the_middle_of_a_record_the_value_is_the_better_of_what_next_offers(
    found: Found, state: str
) -> None:
    value = exact(found(f"solve {state}")["value"])
    offered = found(f"next {state}")
    stay = exact(offered["stay"])
    assert value == (max(stay, exact(offered["leave"])) if offered["pending"] else stay)


def test_once_others_have_left_the_next_card_is_forced(found: Found) -> None:
    document = found("solve -p 4 f m r 13 x")
    assert exact(document["value"]) == exact(found("next -p 4 f m r 13 x")["stay"])
    assert exact(document["mean_cards"]) >= 1


def test_where_no_formula_holds_the_dynamic_programme_answers(found: Found, house: House) -> None:
    document = found("solve -e", house(JUMPS))
    assert document["method"] == "dynamic"
    assert document["certificate"]["closed"] is False


def test_the_screen_of_solve_says_value_bust_cards_and_method(ask: Ask) -> None:
    lines = ask("solve").out.splitlines()
    assert lines[0] == "bga (the help page), expedition 1 of 5"
    assert lines[1] == "value   15.647246 points of this expedition"
    assert lines[2] == "      = 3134144863/200300100"
    assert lines[3].startswith("bust    ")
    assert lines[5].startswith("method  analytic: the leaving set is closed (")


@pytest.mark.parametrize(
    "state", ["", "5 f", "-e eagle-2020 17", "-p 4 5 f 11", "-p 3 --rivals herd 5 f 11 x"]
)
def test_the_distribution_is_that_of_the_library_and_has_the_value_as_its_mean(
    found: Found, state: str
) -> None:
    document = found(f"solve --distribution {state}")
    chances = {row["points"]: exact(row["chance"]) for row in document["distribution"]}
    assert sum(chances.values()) == 1
    assert all(chances.values())
    assert sum(score * chance for score, chance in chances.items()) == exact(document["value"])
    if not state:
        expedition = begin(PRESETS["bga"], Players(1)).expedition
        assert chances == dict(expedition_distribution(expedition).chances)


def test_the_distribution_of_the_whole_game(found: Found) -> None:
    line = "solve -e schmidt-2005 --horizon game --expedition 4 --distribution"
    document = found(line)
    game = begin(PRESETS["schmidt-2005"], Players(1), 4)
    chances = {row["points"]: exact(row["chance"]) for row in document["distribution"]}
    assert chances == dict(game_distribution(game).chances)
    assert sum(score * chance for score, chance in chances.items()) == exact(document["value"])


def test_the_distribution_where_no_formula_holds_is_found_by_states(
    found: Found, house: House
) -> None:
    document = found("solve --distribution -e", house(JUMPS))
    assert document["method"] == "dynamic"
    chances = {row["points"]: exact(row["chance"]) for row in document["distribution"]}
    assert sum(chances.values()) == 1
    assert sum(score * chance for score, chance in chances.items()) == exact(document["value"])


def test_the_distribution_of_a_game_is_refused_in_one_line_where_no_formula_holds(
    ask: Ask, house: House
) -> None:
    question = ("solve --horizon game --distribution -e", house(JUMPS))
    assert_refused(ask(*question), "--distribution", "no formula")


def reach(
    game: Game, target: int, herd: bool = False, known: dict[Any, Fraction] | None = None
) -> Fraction:
    """Return the best chance to bring home a number of points, by plain recursion."""
    known = {} if known is None else known
    if game.expedition in known:
        return known[game.expedition]
    total, unseen = Fraction(0), game.expedition.deck.size
    for card, copies in game.expedition.deck:
        after = game.turn(card)
        if len(after.ended) > len(game.ended):
            reached = Fraction(brought_home(game, after) >= target)
        else:
            reached = reach(after, target, herd, known)
        total += Fraction(copies, unseen) * reached
    if game.expedition.pending:
        after = game.leave(game.everyone() if herd else ME)
        if brought_home(game, after) >= target:
            total = Fraction(1)
    known[game.expedition] = total
    return total


@pytest.mark.parametrize(
    ("players", "rivals"), [(1, "stay"), (2, "stay"), (3, "stay"), (3, "herd")]
)
@pytest.mark.parametrize("rules", [SMALL, JUMPS, RUNS_OUT], ids=["small", "jumps", "runs out"])
def test_the_best_chance_to_reach_a_target_is_that_of_plain_recursion(
    ask: Ask, house: House, rules: str, players: int, rivals: str
) -> None:
    path = house(rules)
    game = game_of("", find_edition(path), players)
    for target in (1, 2, 3, 4, 5, 8):
        answer = ask(f"solve --json --target {target} -p {players} --rivals {rivals} -e", path)
        chance = reach(game, target, rivals == "herd")
        if answer.code:
            assert_refused(answer, "--target")
            assert chance == 0, target
        else:
            assert exact(json.loads(answer.out)["target"]["chance"]) == chance, target


def test_a_target_that_is_reached_already_is_certain(found: Found) -> None:
    assert found("solve --target 9 13")["target"] == {
        "points": 9,
        "chance": {"fraction": "1", "float": 1.0},
    }
    # But the next card is coming where somebody has just left: 2 of 28 are deadly.
    assert exact(found("solve --target 4 -p 2 f 13 x")["target"]["chance"]) == Fraction(26, 28)


def test_a_target_that_nothing_can_reach_is_refused_and_the_most_is_said(ask: Ask) -> None:
    # 107 gems and an artifact of 5.
    assert ask("solve --target 112").code == 0
    assert_refused(ask("solve --target 113"), "--target", "113", "112")
    assert_refused(ask("solve --target 113 5 f"), "113", "112")


@pytest.mark.parametrize("target", ["0", "-1", "x", "1.5", ""])
def test_a_target_that_is_no_number_from_1_on_is_refused(ask: Ask, target: str) -> None:
    answer = ask("solve --target", target)
    assert (answer.code, answer.out) == (2, "")
    assert "--target" in answer.err


# compare


@cache
def fresh() -> Any:
    return problem_of(begin(PRESETS["bga"], Players(1)).expedition)


def limit(row: dict[str, Any]) -> int | Fraction:
    parameter: int | dict[str, Any] = row["parameter"]
    return parameter if isinstance(parameter, int) else exact(parameter)


def test_every_rule_of_thumb_has_the_value_of_the_library(found: Found) -> None:
    document = found("compare")
    optimum = exact(document["optimum"])
    assert optimum == solve(fresh()).value.points
    assert {row["rule"] for row in document["rules"]} == set(FAMILIES)
    for row in document["rules"][::7]:
        rule = value_of(LeaveAt(row["rule"], limit(row)), fresh()).now
        assert exact(row["value"]) == rule.points
        assert exact(row["bust"]) == rule.bust
        assert exact(row["loss"]) == optimum - rule.points


@pytest.mark.parametrize("arguments", ["", "5 f 11 sn", "-p 4 5 f", "-e schmidt-2005"])
def test_of_each_family_one_rule_is_the_best_and_none_beats_the_optimum(
    found: Found, arguments: str
) -> None:
    document = found(f"compare {arguments}")
    for family in FAMILIES:
        rows = [row for row in document["rules"] if row["rule"] == family]
        losses = [exact(row["loss"]) for row in rows]
        assert min(losses) >= 0
        (best,) = (row for row in rows if row["best"])
        assert exact(best["loss"]) == min(losses)
        limits = [limit(row) for row in rows]
        assert limits == sorted(set(limits))


def test_leave_after_one_card_worked_out_by_hand(found: Found) -> None:
    # The first of 30 cards: 124 gems in 15 treasures; 124/30 = 62/15.
    row = next(
        row
        for row in found("compare -e schmidt-2005")["rules"]
        if (row["rule"], row["parameter"]) == ("cards", 1)
    )
    assert (row["value"]["fraction"], row["bust"]["fraction"]) == ("62/15", "0")


def test_cards_hazards_and_treasures_count_from_the_start_of_the_expedition(found: Found) -> None:
    rules = found("compare 5 f 11 sn")["rules"]
    first = {family: next(r for r in rules if r["rule"] == family) for family in FAMILIES}
    # What counts already: to have reached it is to leave now, with 16.
    assert first["cards"]["parameter"] == 4
    assert first["hazards"]["parameter"] == 2
    assert first["treasures"]["parameter"] == 2
    assert first["bag"]["parameter"] == 16
    for family in ("cards", "hazards", "treasures", "bag"):
        assert first[family]["value"]["fraction"] == "16"


@pytest.mark.parametrize("rules", [SMALL, JUMPS, RUNS_OUT], ids=["small", "jumps", "runs out"])
def test_rules_of_thumb_with_house_rules_are_those_of_plain_recursion(
    found: Found, house: House, rules: str
) -> None:
    path = house(rules)
    document = found("compare -e", path)
    game = game_of("", find_edition(path))
    for row in document["rules"]:
        if row["rule"] not in ("cards", "hazards"):
            continue
        quantity = (
            (lambda now: now.expedition.turned)
            if row["rule"] == "cards"
            else (lambda now: len(now.expedition.hazards))
        )
        most = limit(row)
        leaves = Enumeration(leaves=lambda now, q=quantity, m=most: q(now) >= m)
        assert exact(row["value"]) == leaves.now(game).points


def test_the_whole_game_with_one_rule_in_every_expedition(found: Found, house: House) -> None:
    path = house(SMALL)
    document = found("compare --horizon game -e", path)
    game = game_of("", find_edition(path))
    assert exact(document["optimum"]) == Enumeration("game").now(game).points
    for row in document["rules"]:
        if row["rule"] == "cards" and row["parameter"] in (1, 3, 6):
            most = limit(row)
            after = Enumeration(
                "game", lambda now, most=most: now.expedition.turned >= most, always=True
            )
            assert exact(row["value"]) == after.now(game).points


def test_the_line_of_compare_is_the_rule_that_loses_least(ask: Ask, found: Found) -> None:
    least = min(exact(row["loss"]) for row in found("compare 5 f")["rules"])
    line = ask("compare -", stdin="5 f\n").out
    assert line.endswith(f", {float(least):.6f} lost\n")


def test_the_screen_of_compare_shows_the_best_of_each_family(ask: Ask) -> None:
    lines = ask("compare").out.splitlines()
    assert "the best limit of each rule" in lines[0]
    assert lines[2].split()[:4] == ["the", "best", "play", "15.647246"]
    assert len(lines) == 3 + len(FAMILIES)


# What all have in common.


@pytest.mark.parametrize("command", COMMANDS)
def test_when_the_game_is_over_it_says_so(ask: Ask, command: str) -> None:
    assert ask(f"{command} {OVER}") == (2, "", "incan-odds: the game is over\n")


@pytest.mark.parametrize("command", ["thresholds", "solve", "compare"])
@pytest.mark.parametrize("state", ["-p 3 7 x:me", "-p 3 7 x:me f", "-p ann,me 7 x:me"])
def test_when_you_have_left_it_says_so(ask: Ask, command: str, state: str) -> None:
    answer = ask(f"{command} {state}")
    assert answer == (2, "", "incan-odds: you have left this expedition\n")


@pytest.mark.parametrize("command", ["thresholds", "solve", "compare"])
@pytest.mark.parametrize("players", ["2", "8", "ann,me"])
def test_the_horizon_of_the_game_with_rivals_is_refused(
    ask: Ask, command: str, players: str
) -> None:
    assert_refused(ask(f"{command} --horizon game -p {players}"), "--horizon game", "-p 1")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_wrong_record_is_refused_with_its_place(ask: Ask, command: str) -> None:
    assert_refused(ask(f"{command} 5 f zzz"), "token 3 'zzz'")
    assert_refused(ask(f"{command} 5 5 5"), "token 3 '5'", "a third 5")


@pytest.mark.parametrize("command", COMMANDS)
def test_standard_input_is_answered_line_by_line(ask: Ask, command: str) -> None:
    answer = ask(f"{command} -", stdin=f"5 f\n\n5 zzz\n{OVER}\n13\n")
    assert answer.code == 2
    lines = answer.out.splitlines()
    assert len(lines) == 3
    for line, record in zip(lines, ["5 f", "", "13"], strict=True):
        assert ask(f"{command} -", stdin=f"{record}\n").out == f"{line}\n"
    errors = answer.err.splitlines()
    assert len(errors) == 2
    assert errors[0].startswith("incan-odds: line 3: token 2 'zzz'")
    assert errors[1] == "incan-odds: line 4: the game is over"


@pytest.mark.parametrize(
    ("command", "line"),
    [
        ("thresholds", "retire: never"),
        ("solve", "15.647246 points from this expedition; bust "),
        ("solve --horizon game", " points from the expeditions to come; bust "),
        ("survive", " safe cards on average; the next card is safe with 1 = 100 %, certain"),
        ("compare", " lost"),
    ],
)
def test_one_line_of_answer_says_what_counts(ask: Ask, command: str, line: str) -> None:
    answer = ask(f"{command} -", stdin="\n")
    assert (answer.code, answer.err) == (0, "")
    assert line in answer.out
    assert len(answer.out.splitlines()) == 1


# Too large.

LARGE = (
    f"treasures = {list(range(1, 31))}\nhazards = {{ fire = 3, mummy = 3 }}\nexpeditions = 2\n"
    'artifact_entry = "all_at_start"\nartifact_points = [1, 1000]\n'
    'artifact_index = "claim"\nartifact_hidden = "stays"\n'
)
"""The second artifact is worth so much that no formula holds; and every treasure is another."""


@pytest.mark.parametrize(
    "command",
    [
        "solve",
        "solve --memory 1",
        "solve --horizon game",
        "solve --target 5",
        "solve --distribution",
        "thresholds",
        "thresholds --horizon game",
        "compare",
        "compare --horizon game",
        "review",
        "review --horizon game",
        "next --horizon game",
    ],
)
def test_what_is_too_large_is_refused_with_why_and_what_to_do(
    ask: Ask, house: House, command: str
) -> None:
    answer = ask(f"{command} 5 f -e", house(LARGE))
    assert_refused(answer, "states", "MB")
    if "--memory" in answer.err:
        # What is proposed must be there.
        assert "--memory" in ask(f"{command.split()[0]} --help").out
    if "--horizon expedition can" in answer.err:
        alone = command.replace("--horizon game", "--horizon expedition")
        assert ask(f"{alone} 5 f -e", house(LARGE)).code == 0
    assert any(hint in answer.err for hint in ("smaller", "--memory", "--horizon"))


def test_more_memory_solves_what_less_does_not(ask: Ask, house: House) -> None:
    path = house(JUMPS.replace("[1, 2, 4]", "[1, 2, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14]"))
    assert_refused(ask("solve --memory 1 -e", path), "1 MB", "--memory")
    assert ask("solve -e", path).code == 0


def test_next_still_looks_one_card_ahead_where_no_more_can_be_said(
    found: Found, house: House
) -> None:
    document = found("next 5 f -e", house(LARGE))
    assert document["stay"] is None
    # 29 treasures of 460 gems are unseen, of 36 cards; an artifact of 1; 2 deadly cost 5 each.
    assert exact(document["gain"]) == Fraction(460 + 2 * 1, 36)
    assert (document["leave"]["fraction"], document["decision"]) == ("5", "stay")


@pytest.mark.parametrize("command", ["solve", "thresholds", "compare", "next", "review"])
def test_too_many_ways_to_begin_an_expedition_are_refused_in_one_line(
    ask: Ask, house: House, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setattr("incan_odds.stopping.season.MOST_OPENINGS", 3)
    rules = (
        f'name = "many ways of {command}"\ntreasures = [1, 2, 3]\nexpeditions = 9\n'
        "hazards = { fire = 2, mummy = 3, rocks = 4 }\n"
        'artifact_entry = "one_per_expedition"\nartifact_points = [1, 2, 3, 4]\n'
        'artifact_index = "claim"\nartifact_hidden = "stays"\n'
    )
    answer = ask(f"{command} --horizon game 1 f -e", house(rules))
    assert_refused(answer, "more than 3 ways to begin an expedition")
    assert ask(f"{command} 1 f -e", house(rules)).code == 0


def test_too_many_thresholds_are_refused_in_one_line(ask: Ask, house: House) -> None:
    kinds = ", ".join(f"h{chr(97 + n)} = 2" for n in range(16))
    rules = f'treasures = [1, 2]\nhazards = {{ {kinds} }}\nartifact_entry = "none"\n'
    assert_refused(ask("thresholds -e", house(rules)), "65,536", "20,000")


@pytest.mark.parametrize("value", ["0", "-1", "x"])
def test_a_memory_that_is_no_number_from_1_on_is_refused(ask: Ask, value: str) -> None:
    answer = ask("solve --memory", value)
    assert (answer.code, answer.out) == (2, "")
    assert "--memory" in answer.err
