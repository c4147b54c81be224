"""Simulations: the same games as the rules engine, the exact values they estimate, bots."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incan_odds.cards import Treasure
from incan_odds.editions import PRESETS, Edition
from incan_odds.game import begin
from incan_odds.players import Players
from incan_odds.record import game_of
from incan_odds.stopping.rules import FAMILIES, LeaveAt, Situation
from incan_odds.stopping.season import season_of
from incan_odds.teaching.bots import Bot, StrategyError
from incan_odds.teaching.engine_table import EngineTable
from incan_odds.teaching.intervals import chance_interval, mean_interval
from incan_odds.teaching.quick_table import QuickTable
from incan_odds.teaching.simulation import (
    CHUNK,
    Plan,
    Tally,
    chunk,
    exact_value,
    exact_value_of_all,
    generator,
    most_cards,
    play,
    simulate,
    total,
    winners,
)
from incan_odds.teaching.strategies import Best, Follow, Wait, rule_named, strategy_named
from incan_odds.teaching.tables import Table
from incan_odds.teaching.views import View
from incan_odds_cli.main import run

ROOT = Path(__file__).resolve().parents[1]
SCHEMA = json.loads((ROOT / "cli/incan_odds_cli/schema.json").read_text(encoding="utf-8"))
RULES = ("optimum", "cards:7", "hazards:3", "treasures:4", "bag:25", "risk:4/25")

editions = st.from_type(Edition)
seats = st.integers(1, 8)
seeds = st.integers(0, 2**32)


# The quick table plays the games of the rules engine.


ALWAYS = ("number", "inside", "pending", "cards", "unseen", "counted", "tents", "home", "bust")
RUNNING = (
    "carried", "path", "treasures", "hazards", "artifacts", "artifact_points", "deadly", "stable",
    "gems", "bag", "risk",
)  # fmt: skip
"""All that can be seen of a table: at any time, and while somebody is inside."""


def same_view(one: View, other: View) -> bool:
    return (*one[:-1], one.deck, one.turned) == (*other[:-1], other.deck, other.turned)


@given(editions, seats, seeds)
@settings(max_examples=100)
def test_the_quick_table_plays_what_the_rules_engine_plays(
    edition: Edition, players: int, seed: int
) -> None:
    luck, quick, engine = Random(seed), QuickTable(edition, players), EngineTable(edition, players)
    dice = Random(0)
    for _ in range(edition.expeditions):
        quick.begin()
        engine.begin()
        assert quick.start() == engine.start()
        assert quick.alike() is not None
        turned = 0
        while engine.inside:
            number = luck.random()
            quick.turn(number)
            engine.turn(number)
            turned += 1
            leavers = [seat for seat in engine.inside if luck.random() < 0.2]
            for _ in range(2):
                assert all(getattr(quick, name) == getattr(engine, name) for name in ALWAYS)
                if engine.inside:
                    assert all(getattr(quick, name) == getattr(engine, name) for name in RUNNING)
                    assert quick.expedition() == engine.expedition()
                    seat = engine.inside[0]
                    assert same_view(quick.view(seat, dice), engine.view(seat, dice))
                if engine.pending and leavers:
                    quick.leave(leavers)
                    engine.leave(leavers)
        ended = engine.game.ended[-1]
        assert quick.lost == ended.lost_gems
        assert quick.cards == turned == ended.turned
    assert engine.game.over
    assert quick.tents == list(engine.game.scores().values())
    assert quick.home == list(engine.game.artifacts().values())
    names = engine.game.players.names
    assert [names[seat] for seat in winners(quick)] == list(engine.game.winners() or ())


@given(editions, seats, seeds)
@settings(max_examples=40)
def test_gems_are_conserved(edition: Edition, players: int, seed: int) -> None:
    # Of artifacts that are worth nothing, the tents hold gems alone.
    worthless = replace(edition, artifact_points=(0,) * len(edition.artifact_points))
    luck, table = Random(seed), QuickTable(worthless, players)
    for _ in range(edition.expeditions):
        before = sum(table.tents)
        table.begin()
        while table.inside:
            table.turn(luck.random())
            leavers = [seat for seat in table.inside if luck.random() < 0.2]
            if table.pending and leavers:
                table.leave(leavers)
            turned = table.dealt().turned(table.cards)
            gems = sum(card.value for card in turned if isinstance(card, Treasure))
            lies = len(table.inside) * table.carried + table.path
            lost = 0 if table.inside else table.lost
            assert sum(table.tents) - before + lies + lost == gems


@given(editions, st.lists(st.sampled_from(RULES), min_size=1, max_size=4), seeds)
@settings(max_examples=40)
def test_every_strategy_decides_alike_at_both_tables(
    edition: Edition, names: list[str], seed: int
) -> None:
    who = [strategy_named(name) for name in names]
    tables: list[Table] = [QuickTable(edition, len(who)), EngineTable(edition, len(who))]
    bust = [play(table, who, Random(seed), edition.expeditions) for table in tables]
    assert bust[0] == bust[1]
    assert tables[0].tents == tables[1].tents


# The strategies decide as the library does.


def test_a_view_begins_with_a_situation() -> None:
    assert View._fields[: len(Situation._fields)] == Situation._fields


class Watching:
    """Asks two strategies and notes where they differ."""

    foreign = False
    name = "watching"

    def __init__(self, decides: Any, should: Callable[[Table], bool | None]) -> None:
        self.decides = decides
        self.should = should
        self.asked = 0

    def for_a_game(self, _: Random, /) -> Watching:
        return self

    def leaves(self, table: Table, seat: int, /) -> bool:
        leaves: bool = self.decides.leaves(table, seat)
        right = self.should(table)
        assert right is None or leaves == right
        self.asked += 1
        return leaves


@given(editions, st.sampled_from(FAMILIES), st.integers(0, 30), seats, seeds)
@settings(max_examples=40)
def test_a_rule_decides_by_a_table_as_by_a_situation(
    edition: Edition, family: Any, limit: int, players: int, seed: int
) -> None:
    rule = LeaveAt(family, Fraction(limit, 60) if family == "risk" else limit)
    watching = Watching(Follow(rule), lambda table: rule.leaves(table.view(0, Random(0))))
    who = [watching, *(Follow(LeaveAt("cards", n)) for n in range(2, players + 1))]
    play(QuickTable(edition, players), who, Random(seed), edition.expeditions)


@given(editions, st.integers(1, 4), st.booleans(), seeds)
@settings(max_examples=40)
def test_the_optimum_decides_as_the_solver_says_in_each_state(
    edition: Edition, players: int, whole: bool, seed: int
) -> None:
    best = Best(season_of(edition) if whole and players == 1 else None)

    def solved(table: Table) -> bool | None:
        verdict = best._solve(table, table.expedition()).optimum.verdict
        return None if verdict == "either" else verdict == "leave"

    watching = Watching(best, solved)
    who = [watching, *(Follow(LeaveAt("cards", n)) for n in range(2, players + 1))]
    play(QuickTable(edition, players), who, Random(seed), edition.expeditions)
    assert watching.asked or not sum(edition.treasures)


def test_rivals_wait_until_somebody_has_left_and_then_leave_at_once() -> None:
    table = QuickTable(PRESETS["schmidt-2005"], 4)
    table.begin()
    for place in (0.0, 0.0, 0.0):
        table.turn(place)
        assert not any(Wait().leaves(table, seat) for seat in (1, 2, 3))
    table.leave([0])
    table.turn(0.0)
    assert all(Wait().leaves(table, seat) for seat in (1, 2, 3))


# What is estimated is what is exact.


def estimates(name: str, players: int, horizon: Any, games: int, edition: str) -> list[Tally]:
    """Return the tally of one player for each of two hundred seeds."""
    season = season_of(PRESETS[edition]) if horizon == "game" else None
    who = (strategy_named(name, season), *(Wait(),) * (players - 1))
    plan = Plan(PRESETS[edition], who, horizon, 0, games)
    return [total(simulate(plan._replace(seed=seed)))[0] for seed in range(200)]


@pytest.mark.parametrize(
    ("name", "players", "horizon", "games", "edition"),
    [
        ("optimum", 1, "expedition", 60, "bga"),
        ("cards:6", 3, "expedition", 60, "iello-2016"),
        ("optimum", 1, "game", 20, "bga-classic"),
        ("hazards:3", 1, "game", 20, "schmidt-2005"),
    ],
)
def test_intervals_cover_the_exact_value_as_often_as_they_say(
    name: str, players: int, horizon: Any, games: int, edition: str
) -> None:
    from scipy.stats import binom

    exact = exact_value(game_of("", edition, players), rule_named(name), horizon)
    tallies = estimates(name, players, horizon, games, edition)
    for confidence in (Fraction(1, 2), Fraction(4, 5), Fraction(19, 20)):
        points = sum(mean_interval(t.points, confidence).covers(exact.points) for t in tallies)
        bust = sum(chance_interval(t.bust, games, confidence).covers(exact.bust) for t in tallies)
        # Once in a thousand an honest interval would be outside of these.
        least, most = (int(binom.ppf(p, 200, float(confidence))) for p in (0.001, 0.999))
        assert least <= points <= most, (confidence, points)
        # Clopper and Pearson promise to cover as often at least.
        assert bust >= least, (confidence, bust)


@pytest.mark.parametrize("edition", PRESETS)
@pytest.mark.parametrize("name", RULES)
def test_every_rule_comes_near_its_exact_value(name: str, edition: str) -> None:
    for players in (1, 4):
        who = (strategy_named(name), *(Wait(),) * (players - 1))
        (tally, *_) = total(simulate(Plan(PRESETS[edition], who, "expedition", 11, 300)))
        value = exact_value(game_of("", edition, players), rule_named(name), "expedition")
        tight = Fraction(999_999, 1_000_000)
        assert mean_interval(tally.points, tight).covers(value.points)
        assert chance_interval(tally.bust, 300, tight).covers(value.bust)


@pytest.mark.parametrize(
    ("horizon", "edition"),
    [("expedition", "bga-modern"), ("expedition", "iello-2016"), ("game", "schmidt-2005")],
)
@pytest.mark.parametrize("name", [name for name in RULES[1:] if "bag" not in name])
def test_where_all_follow_one_rule_each_gets_what_the_herd_gets(
    name: str, horizon: Any, edition: str
) -> None:
    rule = rule_named(name)
    assert rule is not None
    exact = exact_value_of_all(game_of("", edition, 3), rule, horizon)
    assert exact is not None
    plan = Plan(PRESETS[edition], (strategy_named(name),) * 3, horizon, 5, 300)
    first, *others = total(simulate(plan))
    assert others == [first, first]
    assert mean_interval(first.points, Fraction(999_999, 1_000_000)).covers(exact.points)


@pytest.mark.parametrize(("successes", "trials"), [(0, 9), (1, 9), (4, 9), (9, 9), (404, 1000)])
def test_the_interval_of_a_chance_is_that_of_the_exact_binomial_test(
    successes: int, trials: int
) -> None:
    from scipy.stats import binomtest

    for confidence in (Fraction(1, 2), Fraction(19, 20), Fraction(999, 1000)):
        interval = chance_interval(successes, trials, confidence)
        test = binomtest(successes, trials).proportion_ci(float(confidence), "exact")
        assert interval.low == pytest.approx(test.low, rel=1e-9)
        assert interval.high == pytest.approx(test.high, rel=1e-9)


def test_with_no_bust_in_ten_the_chance_may_be_what_tenfold_survival_makes_unlikely() -> None:
    interval = chance_interval(0, 10, Fraction(19, 20))
    assert interval.low == 0
    assert (1 - interval.high) ** 10 == pytest.approx(0.025)


# The same seed, the same games.


def test_the_same_seed_gives_the_same_games_everywhere() -> None:
    plan = Plan(PRESETS["bga"], (strategy_named("cards:7"),), "game", 1, 1000)
    (tally,) = total(simulate(plan))
    assert (tally.points.total, tally.points.squares, tally.bust) == GOLDEN


GOLDEN = (77_417, 7_363_237, 540)
"""Sums that only `Random.random` and whole numbers lead to."""


def test_fewer_games_are_the_first_of_many() -> None:
    plan = Plan(PRESETS["bga"], (strategy_named("bag:20"),), "expedition", 3, 2 * CHUNK)
    assert chunk(plan, 0) == chunk(plan._replace(games=CHUNK), 0)
    assert chunk(plan, 0) != chunk(plan, 1)
    assert chunk(plan, 0) != chunk(plan._replace(seed=4), 0)


MOODY = """
class Moody:
    def __init__(self):
        self.asked = 0

    def leaves(self, view):
        self.asked += 1
        return view.dice.random() < 0.02 * self.asked
"""


def test_the_number_of_processes_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "moody.py").write_text(MOODY, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    edition = PRESETS["schmidt-2005"]
    contest = (Best(), strategy_named("cards:5"), Bot("moody:Moody"))
    for who, workers in (((Best(season_of(edition)),), 3), (contest, 2)):
        plan = Plan(edition, who, "game", 8, 2 * CHUNK + 17)
        alone = list(simulate(plan, 1))
        assert len(alone) == 3
        assert list(simulate(plan, workers)) == alone
        assert list(simulate(plan, None)) == alone


def test_two_strategies_meet_the_same_luck() -> None:
    first: list[tuple[str, ...]] = []

    class Noting:
        def leaves(self, view: View) -> bool:
            if view.expedition == 1 and view.cards == 3:
                first.append(tuple(card.token for card in view.turned))
            return view.cards >= 3 + len(first) % 2

    plan = Plan(PRESETS["bga"], (Bot("noting", Noting),), "game", 9, 50)
    total(simulate(plan))
    seen = list(first)
    assert len(seen) > 30
    first.clear()
    other = Plan(PRESETS["bga"], (Bot("noting", Noting), strategy_named("cards:1")), "game", 9, 50)
    total(simulate(other))
    assert first == seen


def test_each_expedition_takes_a_number_for_every_card_of_the_box() -> None:
    for edition in PRESETS.values():
        table = QuickTable(edition, 1)
        luck = generator(1, 0)
        play(table, [strategy_named("cards:1")], luck, 2)
        fresh = generator(1, 0)
        for _ in range(2 * most_cards(edition)):
            fresh.random()
        assert luck.random() == fresh.random()


# Bots.


def contest(
    *bots: Any, games: int = 200, horizon: Any = "game", edition: str = "bga"
) -> list[Tally]:
    who = tuple(bot if hasattr(bot, "for_a_game") else Bot("bot", bot) for bot in bots)
    return list(total(simulate(Plan(PRESETS[edition], who, horizon, 2, games))))


def test_a_function_an_object_and_a_class_can_play() -> None:
    class Patient:
        def leaves(self, view: View) -> bool:
            return view.gems >= 20

    class Callable20:
        def __call__(self, view: View) -> bool:
            return view.gems >= 20

    one, *others = contest(
        lambda view: view.gems >= 20, Patient, Patient(), Callable20, Callable20()
    )
    assert all(other == one for other in others)


def test_a_class_is_made_anew_for_each_game() -> None:
    made: list[int] = []

    class Counting:
        def __init__(self) -> None:
            made.append(0)

        def leaves(self, _: View) -> bool:
            made[-1] += 1
            return True

    contest(Counting, games=30)
    # Once more to see whether it can be made.
    assert len(made) in (30, 31)
    assert set(made) - {0} == {5}


def test_what_a_bot_sees_is_true_and_stays_as_it_was() -> None:
    views: list[tuple[View, Any, Any]] = []

    def looks(view: View) -> bool:
        views.append((view, view.deck, view.turned))
        assert view.deck.size == view.unseen
        assert len(view.turned) == view.cards
        assert view.inside <= view.players == 2
        assert view.brings_home() == view.bag
        assert view.brings_home(view.inside) <= view.bag
        return view.cards >= 4

    contest(looks, strategy_named("cards:2"), games=20, edition="eagle-2020")
    assert {view.inside for view, *_ in views} == {1, 2}
    assert {view.expedition for view, *_ in views} == {1, 2, 3, 4, 5}
    assert max(view.tent for view, *_ in views) > 0
    assert all(view.deck == deck and view.turned == turned for view, deck, turned in views)
    with pytest.raises(AttributeError):
        views[0][0].tent = 100  # type: ignore[misc]
    with pytest.raises(ValueError, match="3 cannot leave: "):
        views[0][0].brings_home(3)


def test_those_who_tie_share_the_win() -> None:
    first, second = contest(strategy_named("cards:5"), strategy_named("cards:5"))
    assert first.wins == second.wins
    assert 2 * first.wins.mean == 840


def test_the_edition_decides_a_tie() -> None:
    for name, expected in (("bga", [1]), ("schmidt-2005", [0, 1])):
        table = QuickTable(PRESETS[name], 3)
        table.tents, table.home = [40, 40, 39], [1, 2, 3]
        assert winners(table) == expected


def test_truth_of_any_kind_is_an_answer() -> None:
    class Truth:
        def __eq__(self, other: object) -> bool:
            return other == 1

        __hash__ = None  # type: ignore[assignment]

    one, *others = contest(lambda _: True, lambda _: 1, lambda _: Truth())
    assert all(other.points == one.points for other in others)


@pytest.mark.parametrize(
    "answer", [None, "stay", 2, 0.5, [], float("nan"), NotImplemented, object()]
)
def test_no_other_answer_is_one(answer: object) -> None:
    with pytest.raises(StrategyError, match=r"^bot: answered .*, not True or False, in exped"):
        contest(lambda _: answer)


# On the command line.


class Answer(NamedTuple):
    """What the program said."""

    code: int
    out: str
    err: str


Ask = Callable[..., Answer]

BOTS = """
import os
import sys
import time

print("imported")


def cautious(view):
    print("asked")
    return view.gems >= 8


class Greedy:
    def leaves(self, view):
        return view.gems >= 30


class Box:
    greedy = Greedy()


def slow(view):
    time.sleep(0.05)
    return view.cards >= 5


def breaks(view):
    return 1 // (view.expedition - 2) > 5


def two_lines(view):
    raise ValueError("one line\\nand another")


def nothing(view):
    pass


def leaves_the_program(view):
    sys.exit(3)


def ends_the_process(view):
    os._exit(3)


class Needs:
    def __init__(self, something):
        pass


seven = 7
"""


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Ask]:
    """Return a function that runs the program in this process, in a folder with bots."""
    (tmp_path / "mybots.py").write_text(BOTS, encoding="utf-8")
    (tmp_path / "broken.py").write_text("def f(:\n", encoding="utf-8")
    (tmp_path / "missing.py").write_text("import no_such_library\n", encoding="utf-8")
    (tmp_path / "secret.py").write_text(
        "def __getattr__(name):\n    raise RuntimeError('hands off')\n", encoding="utf-8"
    )
    # Named as a module of the standard library is, and none of our business.
    (tmp_path / "random.py").write_text("raise RuntimeError('not this one')\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def program(*arguments: str) -> Answer:
        streams = {
            name: io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n")
            for name in ("stdout", "stderr")
        }
        with monkeypatch.context() as patch:
            for name, stream in streams.items():
                patch.setattr(sys, name, stream)
            code = run(["simulate", *arguments])
        written = []
        for stream in streams.values():
            stream.flush()
            written.append(stream.buffer.getvalue().decode("utf-8"))  # type: ignore[attr-defined]
        return Answer(code, *written)

    yield program
    for name in ("mybots", "broken", "missing", "secret"):
        sys.modules.pop(name, None)


def document(answer: Answer) -> dict[str, Any]:
    """Return a JSON answer, held to the schema."""
    assert answer.code == 0, answer.err
    found: dict[str, Any] = json.loads(answer.out)
    schema = {"$ref": "#/$defs/simulate", "$defs": SCHEMA["$defs"]}
    jsonschema.validate(found, schema)
    jsonschema.validate(found, SCHEMA)
    return found


def of(number: dict[str, Any]) -> Fraction:
    return Fraction(number["fraction"])


@pytest.mark.parametrize("horizon", ["expedition", "game"])
@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_simulated_beside_its_exact_value(ask: Ask, rule: str, horizon: str) -> None:
    found = document(
        ask("-e", "schmidt-2005", "--rule", rule, "--horizon", horizon, "--seed", "4",
            "--games", "300", "--json")
    )  # fmt: skip
    value = exact_value(game_of(edition="schmidt-2005"), rule_named(rule), horizon)  # type: ignore[arg-type]
    assert (found["rule"], found["horizon"], found["seed"]) == (rule, horizon, 4)
    assert of(found["points"]["exact"]) == value.points
    assert of(found["bust"]["exact"]) == value.bust
    assert found["games_for_another_digit"] == 30_000
    for measure, method in (("points", "Student's t"), ("bust", "Clopper-Pearson")):
        low, high = (end["float"] for end in found[measure]["interval"])
        assert low <= float(of(found[measure]["estimate"])) <= high
        assert found[measure]["covered"] == (low <= of(found[measure]["exact"]) <= high)
        assert found[measure]["method"] == method
    spread = found["points"]["standard_error"]["float"] ** 2 * 300
    assert found["games_to_a_hundredth"] == pytest.approx(spread * (1.959964 / 0.01) ** 2, abs=2)


def test_the_screen_says_what_the_document_says(ask: Ask) -> None:
    asked = ("-p", "3", "--rule", "bag:9", "--seed", "1", "--games", "500", "--confidence", "9/10")
    found, screen = document(ask(*asked, "--json")), ask(*asked).out
    assert found["rivals"] == "stay"
    assert found["confidence"]["fraction"] == "9/10"
    for word in ("3 players, if the others stay", "leave with 9 points or more", "seed 1", "90 %",
                 "Student's t", "Clopper-Pearson", "50,000 expeditions"):  # fmt: skip
        assert word in screen, word
    assert f"{found['points']['estimate']['float']:.2f}" in screen
    assert f"{found['points']['exact']['float']:.6f}" in screen


def test_a_seed_that_is_not_given_is_shown_and_repeats_the_run(ask: Ask) -> None:
    found = document(ask("--games", "300", "--json"))
    again = document(ask("--games", "300", "--json", "--seed", str(found["seed"])))
    assert found == again
    assert document(ask("--games", "300", "--json"))["seed"] != found["seed"]
    assert f"seed {found['seed']}" in ask("--games", "300", "--seed", str(found["seed"])).out


def test_bots_compete_and_may_print_what_they_like(ask: Ask) -> None:
    bots = [word for name in ("mybots:cautious", "optimum", "mybots:Greedy", "mybots:Box.greedy")
            for word in ("--bots", name)]  # fmt: skip
    asked = (*bots, "--seed", "3", "--games", "300")
    found = document(ask(*asked, "--json", "--workers", "1"))
    assert document(ask(*asked, "--json", "--workers", "2")) == found
    assert (found["players"], found["horizon"]) == (4, "game")
    assert [row["bot"] for row in found["bots"]] == bots[1::2]
    assert sum(of(row["wins"]) for row in found["bots"]) == 300
    assert sum(of(row["share"]["estimate"]) for row in found["bots"]) == 1
    assert found["bots"][2]["points"] == found["bots"][3]["points"]
    assert all(row["points"]["exact"] is None for row in found["bots"])
    screen = ask(*asked)
    assert "asked" not in screen.out
    assert "asked" in screen.err
    best = max(found["bots"], key=lambda row: of(row["points"]["estimate"]))
    assert screen.out.splitlines()[3].startswith(f"{best['bot']} ")


def test_bots_that_follow_one_rule_have_an_exact_value(ask: Ask) -> None:
    cards = document(ask("--bots", "cards:6", "--bots", "cards:6", "--games", "60", "--json"))
    exact = exact_value_of_all(game_of(players=2), LeaveAt("cards", 6), "game")
    assert exact is not None
    assert all(of(row["points"]["exact"]) == exact.points for row in cards["bots"])
    bags = document(ask("--bots", "bag:6", "--bots", "bag:6", "--games", "60", "--json"))
    assert all(row["points"]["exact"] is None for row in bags["bots"])
    alone = document(ask("--bots", "optimum", "--games", "60", "--json"))
    value = exact_value(game_of(), None, "game").points
    assert of(alone["bots"][0]["points"]["exact"]) == value
    assert "cards:6 #2" in ask("--bots", "cards:6", "--bots", "cards:6", "--games", "60").out


def test_the_number_of_players_from_the_environment_does_not_bind_bots(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INCAN_ODDS_PLAYERS", "4")
    found = document(ask("--bots", "cards:6", "--bots", "cards:7", "--games", "10", "--json"))
    assert found["players"] == 2


WRONG = {
    "--horizon game -p 2": "--horizon game is solved alone (-p 1)",
    "--rule card:7": "--rule card:7: no rule goes by this name; optimum, or cards:N",
    "--rule cards:": "--rule cards:: a number such as 7, 0.16, 4/25 or 16% is needed after cards:",
    "--rule cards:7.5": "--rule cards:7.5: a whole number after cards:, not 15/2",
    "--rule cards:1e9": "a number such as 7",
    "--rule risk:1/0": "a number such as 7",
    "--rule bag:0": "--rule bag:0: a number above 0 after bag:",
    "--rule risk:0%": "a number above 0 after risk:",
    "--rule mybots:Greedy": "no rule goes by this name",
    "--confidence 0": "--confidence: more than 0 and less than 100 %, not 0",
    "--confidence 100%": "--confidence: more than 0 and less than 100 %, not 100%",
    "--confidence many": "--confidence: a number such as 7, 0.16, 4/25 or 16% is needed",
    "-e nosuch": "--edition: ",
    "--bots optimum --rule cards:7": "--rule: with --bots the players are those",
    "-p 3 --bots optimum": "--players: each of --bots is a player, so there are 1, not 3",
    "--bots optimum " * 9: "--bots: from 1 to 8 players, not 9",
    "--bots Greedy": "--bots Greedy: no rule goes by this name",
    "--bots mybots.py:Greedy": "--bots mybots.py:Greedy: a bot is named module:name",
    "--bots ./mybots:Greedy": "--bots ./mybots:Greedy: a bot is named module:name",
    "--bots :": "--bots :: a bot is named module:name",
    "--bots nosuch:bot": "--bots nosuch:bot: there is no module 'nosuch' in this folder",
    "--bots mybots.sub:bot": "--bots mybots.sub:bot: ",
    "--bots broken:f": "--bots broken:f: importing it failed (SyntaxError: ",
    "--bots missing:f": "importing it failed (ModuleNotFoundError: No module named 'no_such",
    "--bots mybots:__doc__": "--bots mybots:__doc__: it is None, and no bot",
    "--bots secret:bot": "looking for 'bot' failed (RuntimeError: hands off",
    "--bots mybots:greedy": "--bots mybots:greedy: there is no 'greedy' in it; do you mean Greedy?",
    "--bots mybots:seven": "--bots mybots:seven: neither a function of a view nor an object",
    "--bots mybots:Needs": "--bots mybots:Needs: it cannot be made without arguments (TypeError: ",
    "--bots cards:7 --bots mybots:breaks": "--bots mybots:breaks: ZeroDivisionError: integer div",
    "--bots mybots:two_lines": "--bots mybots:two_lines: ValueError: one line, in expedition 1 aft",
    "--bots mybots:nothing": "--bots mybots:nothing: answered None, not True or False, in expedi",
    "--bots mybots:leaves_the_program": "--bots mybots:leaves_the_program: SystemExit: 3, in exp",
    "--bots mybots:breaks --workers 2": "--bots mybots:breaks: ZeroDivisionError: integer div",
    "--bots mybots:ends_the_process --workers 2": "--bots mybots:ends_the_process: a process of",
}  # fmt: skip


@pytest.mark.parametrize("asked", WRONG)
def test_what_is_wrong_is_one_line(ask: Ask, asked: str) -> None:
    answer = ask(*asked.split(), "--games", "600", "--seed", "1", "--json")
    assert answer.code == 2
    assert answer.out == ""
    *printed, line = answer.err.splitlines()
    assert line.startswith("incan-odds: ")
    assert WRONG[asked] in line
    # What a module prints as it is imported is its own affair.
    assert set(printed) <= {"imported"}


@pytest.mark.parametrize(
    "asked", ["--games 1", "--games many", "--seed -1", "--workers 0", "5 f 11", "--gone fire"]
)
def test_what_no_option_takes_is_a_usage_message(ask: Ask, asked: str) -> None:
    answer = ask(*asked.split())
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("Usage: incan-odds simulate ")


def test_where_the_optimum_cannot_be_found_a_rule_is_simulated_alone(
    ask: Ask, tmp_path: Path
) -> None:
    house = tmp_path / "jumping.toml"
    house.write_text(
        'base = "schmidt-2005"\nartifact_entry = "all_at_start"\nexpeditions = 1\n'
        f"treasures = {list(range(1, 41))}\n"
        "artifact_index = 'claim'\nartifact_points = [0, 9, 0, 9, 0, 9, 0, 9]\n",
        encoding="utf-8",
    )
    answer = ask("-e", str(house), "--games", "10")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("incan-odds: --rule optimum: it cannot be found: ")
    bots = ask("-e", str(house), "--games", "10", "--bots", "optimum")
    assert (bots.code, bots.out) == (2, "")
    assert bots.err.startswith("incan-odds: --bots optimum: it cannot be found: ")


PROGRAM = "import sys; from incan_odds_cli.main import run; sys.exit(run(sys.argv[1:]))"


def started(*arguments: str, folder: Path) -> subprocess.Popen[bytes]:
    path = os.pathsep.join(str(ROOT / part) for part in ("odds", "cli"))
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "simulate", *arguments],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="a signal to a group of processes")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupt_ends_the_program_at_once(workers: str, tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    (tmp_path / "sleepy.py").write_text(
        f"import time\ndef bot(view):\n    open({str(begun)!r}, 'w').close()\n    time.sleep(0.2)\n"
        "    return False\n",
        encoding="utf-8",
    )
    program = started("--bots", "sleepy:bot", "--workers", workers, folder=tmp_path)
    limit = time.monotonic() + 30
    while not begun.exists() and time.monotonic() < limit:
        time.sleep(0.02)
    os.killpg(program.pid, signal.SIGINT)
    out, err = program.communicate(timeout=10)
    assert (program.returncode, out) == (130, b"")
    assert b"Traceback" not in err


WATCHED = """
import sys
from incan_odds_cli.main import run
code = run(sys.argv[1:])
import incan_odds.teaching.simulation
print(code, *(name for name in ("numpy", "scipy") if name in sys.modules), file=sys.stderr)
"""


def test_who_plays_needs_no_numpy() -> None:
    path = os.pathsep.join(str(ROOT / part) for part in ("odds", "cli"))
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, "simulate", "--help"],
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        check=True,
    )
    assert done.stderr.decode().split() == ["0"]


# The page.


def test_the_bot_of_the_page_plays_as_the_page_says(ask: Ask) -> None:
    page = (ROOT / "docs/simulate.md").read_text(encoding="utf-8")
    start = page.index("# in a file mybots.py")
    Path("mybots.py").write_text(page[start : page.index("```", start)], encoding="utf-8")
    start = page.index("$ incan-odds simulate --bots mybots:")
    command, _, shown = page[start : page.index("```", start)].partition("\n")
    assert ask(*command.split()[3:]).out == shown


def test_a_table_of_many_players_can_be_joined_by_name(ask: Ask) -> None:
    found = document(ask("-p", "me,ann,bob", "--games", "10", "--json"))
    assert found["players"] == 3
    assert begin(PRESETS["bga"], Players(3)).players.count == 3
