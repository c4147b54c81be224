"""`review`: what a game owed to luck, to decisions, and to the others; start + ... = result."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incan_odds.editions import PRESETS, Edition
from incan_odds.game import Game, Leave, Turn, begin, seen_by, states_of
from incan_odds.players import Players, read_players
from incan_odds.record import game_of, write
from incan_odds.review import Account, Decision, Review, review
from incan_odds.rivals.model import read_rivals
from incan_odds.rivals.play import play_among
from incan_odds.stopping.problem import problem_of
from incan_odds.stopping.season import first_opening, season_of
from incan_odds.stopping.solver import solve
from incan_odds_cli.saved_game import FIRST_LINE
from tests.enumeration import Enumeration, edition_of, games_of, small_editions
from tests.program import Answer, answer_of, assert_refused

FOUR = "ann,bob,cy,me"
EDITIONS = list(PRESETS)


Ask = Callable[..., Answer]


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Return a function that runs the program in this process.

    The first text is split into arguments, each further one is an argument as it stands.
    """

    def program(line: str, *more: str, stdin: str = "") -> Answer:
        return answer_of(monkeypatch, [*line.split(), *more], stdin.encode())

    return program


@cache
def schema() -> dict[str, Any]:
    found = json.loads(files("incan_odds_cli").joinpath("schema.json").read_text("utf-8"))
    return {"$ref": "#/$defs/review", "$defs": found["$defs"]}


def reviewed(answer: Answer) -> dict[str, Any]:
    """Return the JSON of an answer, which must be all that is said and keep to the schema."""
    assert (answer.code, answer.err) == (0, "")
    document: dict[str, Any] = json.loads(answer.out)
    jsonschema.Draft202012Validator(schema()).validate(document)
    return document


def points(document: dict[str, Any]) -> list[str]:
    """Return start, luck, skill, others and result as fractions."""
    return [document[name]["fraction"] for name in Account._fields]


# Random games.


def random_game(edition: Edition, players: str, seed: int, length: int = 1000) -> Game:
    """Return a game of as many events, or all of it, with cards and leavings as they happen."""
    random = Random(seed)
    game = begin(edition, read_players(players))
    while not game.over and len(game.history) < length:
        inside = game.expedition.inside
        if game.expedition.pending and random.random() < 0.2:
            leavers = random.randint(1, inside)
            names = tuple(random.sample(game.names_inside, leavers)) if game.names_inside else ()
            me = game.players.me in names if names else game.me_inside and random.random() < 0.5
            game = game.leave(
                game.everyone() if leavers == inside else Leave(leavers, me=me, names=names)
            )
        else:
            cards = [card for card, copies in game.expedition.deck for _ in range(copies)]
            game = game.turn(random.choice(cards))
    return game


def check(game: Game, found: Review, whole_game: bool = False) -> None:
    """Check what must hold for every review, of any game."""
    for account in (found.total, *found.expeditions):
        assert account.start + account.luck + account.skill + account.others == account.result
        assert account.skill <= 0
        if game.players.count == 1:
            assert account.others == 0
    assert found.total.skill == -sum(decision.cost for decision in found.decisions)
    for decision in found.decisions:
        assert decision.cost >= 0
        assert (decision.cost == 0) == (decision.best in (decision.did, "either", "mixed"))
    for number, account in enumerate(found.expeditions, start=game.first):
        costs = [d.cost for d in found.decisions if d.expedition == number]
        assert account.skill == -sum(costs)
    for name in ("luck", "skill", "others"):
        parts = [getattr(account, name) for account in found.expeditions]
        assert getattr(found.total, name) == sum(parts)
    mine = {haul.expedition: haul.points for haul in game.hauls if haul.player == game.players.me}
    if whole_game:
        pairs = zip(found.expeditions, found.expeditions[1:], strict=False)
        assert all(before.result == after.start for before, after in pairs)
        if game.over:
            assert found.total.result == sum(mine.values())
    else:
        begun = len(game.ended) + (not game.over and not game.fresh)
        assert len(found.expeditions) == begun
        for number, account in enumerate(found.expeditions, start=game.first):
            if number < game.first + len(game.ended) or not game.me_inside:
                assert account.result == mine.get(number, 0)
        assert found.total.result == sum(account.result for account in found.expeditions)


@pytest.mark.parametrize("edition", EDITIONS)
def test_alone_everything_adds_up_in_each_edition(edition: str) -> None:
    for seed in range(3):
        game = random_game(PRESETS[edition], "1", seed)
        assert game.over
        check(game, review(game))
        check(game, review(game, whole_game=True), whole_game=True)


@pytest.mark.parametrize("edition", EDITIONS)
def test_with_four_it_adds_up_for_every_player_in_each_edition(edition: str) -> None:
    for seed in range(2):
        game = random_game(PRESETS[edition], FOUR, seed)
        assert game.over
        for name in game.players.names:
            seen = seen_by(game, name)
            found = review(seen)
            check(seen, found)
            assert found.total.result == game.scores()[name]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_running_game_comes_to_what_can_be_expected_from_now_on(edition: str) -> None:
    for length in range(1, 12):
        game = random_game(PRESETS[edition], "1", seed=length, length=length)
        found = review(game)
        check(game, found)
        whole = review(game, whole_game=True)
        check(game, whole, whole_game=True)
        if not game.fresh:
            assert found.expeditions[-1].result == max_now(game)


def max_now(game: Game) -> Fraction:
    optimum = solve(problem_of(game.expedition))
    return max(optimum.stay.points, optimum.leave)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_alone_starts_with_the_value_of_the_edition(edition: str) -> None:
    first = solve(problem_of(begin(PRESETS[edition], Players(1)).expedition)).stay.points
    game = random_game(PRESETS[edition], "1", 5)
    assert review(game).expeditions[0].start == first
    whole = review(game, whole_game=True)
    assert whole.total.start == season_of(PRESETS[edition]).value(first_opening(PRESETS[edition]))


def test_a_game_joined_late_is_reviewed_from_there_on() -> None:
    edition = PRESETS["gryphon-2009"]
    gone = [kind.card for kind in edition.hazards[:2]]
    game = begin(edition, Players(1), 4, gone, counted=1)
    game = game.turn(game.expedition.deck.cards[3][0])
    game = game.leave(game.everyone())
    found = review(game)
    assert len(found.expeditions) == 1
    check(game, found)
    opening = begin(edition, Players(1), 4, gone, counted=1)
    assert found.total.start == solve(problem_of(opening.expedition)).stay.points
    check(game, review(game, whole_game=True), whole_game=True)


@settings(max_examples=60)
@given(st.from_type(Game))
def test_everything_adds_up_in_any_game(game: Game) -> None:
    check(game, review(game))


@settings(max_examples=25)
@given(st.from_type(Game).filter(lambda game: game.players.count == 1))
def test_everything_adds_up_over_all_expeditions_of_any_game_alone(game: Game) -> None:
    if game.edition.name in PRESETS:
        check(game, review(game, whole_game=True), whole_game=True)


@settings(max_examples=25)
@given(games_of(), st.integers(0, 10_000), st.integers(1, 12))
def test_every_number_is_that_of_plain_recursion_over_the_rules(
    edition: Edition, seed: int, length: int
) -> None:
    # An oracle that knows nothing of the solver values each state of the game.
    game = random_game(edition, "1", seed, length)
    for whole_game in (False, True):
        oracle = Enumeration("game" if whole_game else "expedition")
        assert review(game, whole_game=whole_game) == expected(game, oracle, whole_game)


@settings(max_examples=25)
@given(
    small_editions(most_copies=3, most_kinds=3, most_treasures=6),
    st.sampled_from(["2", "3"]),
    st.integers(0, 10_000),
)
def test_with_rivals_every_number_is_that_of_plain_recursion(
    edition: Edition, players: str, seed: int
) -> None:
    game = random_game(edition, players, seed, 8)
    assert review(game) == expected(game, Enumeration(), whole_game=False)


@settings(max_examples=25)
@given(
    small_editions(most_copies=3, most_kinds=3, most_treasures=5),
    st.sampled_from(["2", "3", "ann,me"]),
    st.integers(0, 10_000),
)
def test_everything_adds_up_if_all_leave_together(
    edition: Edition, players: str, seed: int
) -> None:
    game = random_game(edition, players, seed, 8)
    check(game, review(game, rivals="herd"))


@settings(max_examples=15)
@given(
    small_editions(most_copies=3, most_kinds=3, most_treasures=4),
    st.sampled_from(["2", "3", "ann,me"]),
    st.sampled_from(["equilibrium", "1/4", "1/10,1/2"]),
    st.integers(0, 10_000),
)
def test_everything_adds_up_among_rivals_who_leave_by_chance(
    edition: Edition, players: str, rivals: str, seed: int
) -> None:
    game = random_game(edition, players, seed, 8)
    check(game, review(game, rivals=read_rivals(rivals)))


@pytest.mark.parametrize("rivals", ["3/10", "0,1/2"])
@pytest.mark.parametrize("record", ["15 f 11 sn 9 x:me", "7 13 m 2 a r 3 x:me"])
def test_each_decision_among_leavers_costs_what_the_play_of_its_moment_says(
    record: str, rivals: str
) -> None:
    game, model = game_of(record, "bga", 3), read_rivals(rivals)
    found = review(game, rivals=model)
    states = states_of(game)
    plays = [play_among(state.expedition, model) for state in states[:-1]]
    assert found.total.start == pytest.approx(plays[0].value, abs=1e-9)
    asked = [play for play in plays if play.leave is not None]
    chosen = [*(play.stay for play in asked[:-1]), asked[-1].leave]
    costs = [play.value - brings for play, brings in zip(asked, chosen, strict=True)]
    for decision, cost in zip(found.decisions, costs, strict=True):
        assert decision.cost == pytest.approx(cost, abs=1e-9)
    assert found.total.skill == -sum(decision.cost for decision in found.decisions)


def test_each_number_among_rivals_is_what_the_play_of_its_moment_says() -> None:
    game = game_of("5 f 11 sn 9 x:me", "bga", 2)
    found = review(game, rivals="equilibrium")
    states = states_of(game)
    plays = [play_among(state.expedition, "equilibrium") for state in states[:-1]]
    account = found.expeditions[0]
    assert account.start == pytest.approx(plays[0].value, abs=1e-9)
    luck = plays[0].value * 0
    for before, after in pairwise(plays):
        # With a decision before it, what comes is what staying is worth if nobody leaves.
        coming = before.outcomes[0].staying if before.outcomes else before.value
        luck += after.value - coming
    assert account.luck == pytest.approx(luck, abs=1e-9)
    assert account.result == 14
    last = found.decisions[-1]
    assert (last.did, last.best, last.cost) == ("leave", "mixed", 0)
    assert account.skill == -sum(decision.cost for decision in found.decisions)
    # Alone on the way out: the path was his, where others would have taken half of it or more.
    assert account.others > 0


def expected(game: Game, oracle: Enumeration, whole_game: bool) -> Review:
    """Return the review as its definition says it, with the values of the oracle."""
    me = game.players.me
    accounts: list[Account] = []
    decisions: list[Decision] = []
    states = states_of(game)
    worth = start = Fraction(0)
    parts = {"luck": Fraction(0), "skill": Fraction(0), "others": Fraction(0)}

    def home(state: Game, number: int) -> int:
        return sum(
            haul.points
            for haul in state.hauls
            if haul.player == me and (whole_game or haul.expedition == number)
        )

    def value(state: Game, number: int) -> Fraction:
        """Return what can be expected of what counts, if the decision is best."""
        gone = state.number > number or state.over or not state.me_inside
        ahead = Fraction(0) if state.over or (gone and not whole_game) else oracle.now(state).points
        return home(state, number) + ahead

    for event, before, after in zip(game.history, states, states[1:], strict=False):
        number = before.number
        if before.fresh:
            worth = start = home(before, number) + oracle.stay(before).points
            parts = dict.fromkeys(parts, Fraction(0))
        if before.me_inside:
            if before.expedition.pending:
                stays = oracle.stay(before).points
                alone = before.leave(Leave(1, me=True))
                leaves = value(alone, number) - home(before, number)
                left = isinstance(event, Leave) and event.me
                did = leaves if left else stays
                best = "either" if stays == leaves else "stay" if stays > leaves else "leave"
                turned = [e.card.token for e in before.history if isinstance(e, Turn)]
                decisions.append(
                    Decision(
                        number,
                        " ".join(turned[-before.expedition.turned :]),
                        "leave" if left else "stay",
                        best,
                        max(stays, leaves) - did,
                    )
                )
                parts["skill"] += home(before, number) + did - worth
                worth = home(before, number) + did
            became = value(after, number)
            parts["luck" if isinstance(event, Turn) else "others"] += became - worth
            worth = became
        if after.number > number or after.over:
            accounts.append(Account(start, **parts, result=worth))
    if not game.fresh and not game.over:
        accounts.append(Account(start, **parts, result=worth))
    sums = {
        name: sum((getattr(account, name) for account in accounts), Fraction(0))
        for name in Account._fields
    }
    if whole_game and accounts:
        sums |= {"start": accounts[0].start, "result": accounts[-1].result}
    return Review(Account(**sums), tuple(accounts), tuple(decisions))


# Worked out by hand.

# The deck is 3 f f. After the 3 (1 in 3): leave with 3, or see f come for certain and then leave:
# 3 both ways. After f (2 in 3): 3 or f, 3/2. So a game starts with 1/3·3 + 2/3·3/2 = 2.
TINY = edition_of([3], [2])


def game_in(edition: Edition, record: str, players: str = "1") -> Game:
    return game_of(record, edition, players)


@pytest.mark.parametrize(
    ("record", "luck", "skill", "result", "decisions"),
    [
        # f: 2 becomes 3/2; the 3: 3.
        ("f 3 x", "1", "0", "3", ["stay stay 0", "leave leave 0"]),
        # f, and away with nothing: 3/2 thrown away.
        ("f x", "-1/2", "-3/2", "0", ["leave stay 3/2"]),
        # 3; f is certain, so staying costs nothing; to stay then costs all 3.
        ("3 f f", "1", "-3", "0", ["stay either 0", "stay leave 3"]),
        ("3 f x", "1", "0", "3", ["stay either 0", "leave leave 0"]),
        ("3 x", "1", "0", "3", ["leave either 0"]),
        # f, f: a bust that nobody could have known of.
        ("f f", "-2", "0", "0", ["stay stay 0"]),
        # Still running.
        ("f", "-1/2", "0", "3/2", []),
        ("3", "1", "0", "3", []),
    ],
)
def test_a_game_of_three_cards_worked_out_by_hand(
    record: str, luck: str, skill: str, result: str, decisions: list[str]
) -> None:
    found = review(game_in(TINY, record))
    account = Account(*map(Fraction, ("2", luck, skill, "0", result)))
    assert found.total == account
    assert found.expeditions == (account,)
    assert [f"{d.did} {d.best} {d.cost}" for d in found.decisions] == decisions


# Two expeditions of 3 f f. A bust leaves 3 f for the second: f can hurt no more, so it is worth 3;
# without a bust it is worth 2. In the first, after the 3: 3 + 2 by leaving, and f is certain: 5.
# After f: leaving 0 + 2; staying 1/2·3 (bust) + 1/2·5 = 4. So it starts with 1/3·5 + 2/3·4 = 13/3.
TWICE = edition_of([3], [2], expeditions=2)


@pytest.mark.parametrize(
    ("record", "first", "second"),
    [
        ("f f / 3 x", "13/3 -4/3 0 0 3", "3 0 0 0 3"),
        ("f f / 3 f", "13/3 -4/3 0 0 3", "3 0 0 0 3"),
        ("f f / f x", "13/3 -4/3 0 0 3", "3 0 -3 0 0"),
        ("f x / f 3 x", "13/3 -1/3 -2 0 2", "2 1 0 0 3"),
        ("f 3 x / f f", "13/3 2/3 0 0 5", "5 -2 0 0 3"),
        # In the first expedition to stay with 3 and f is a coin not to be tossed: 3 for 5.
        ("3 f f / 3 x", "13/3 2/3 -2 0 3", "3 0 0 0 3"),
    ],
)
def test_a_game_of_two_expeditions_worked_out_by_hand(record: str, first: str, second: str) -> None:
    found = review(game_in(TWICE, record), whole_game=True)
    accounts = [Account(*map(Fraction, text.split())) for text in (first, second)]
    assert list(found.expeditions) == accounts
    start, result = accounts[0].start, accounts[1].result
    luck, skill = (a + b for a, b in zip(accounts[0][1:3], accounts[1][1:3], strict=True))
    assert found.total == Account(start, luck, skill, Fraction(0), result)


def test_each_expedition_by_itself_is_not_the_whole_game() -> None:
    found = review(game_in(TWICE, "f x / f 3 x"))
    assert [account.start for account in found.expeditions] == [2, 2]
    assert found.total == Account(*map(Fraction, ("4", "1/2", "-3/2", "0", "3")))


# 5 f f with Ann and me: 5 is 2 each and 1 on the path. Whoever leaves alone takes 3. So it starts
# with 1/3·3 + 2/3·3/2 = 2, and if the others stay, the 5 makes it 3.
PAIR = edition_of([5], [2])


@pytest.mark.parametrize(
    ("record", "me", "ann"),
    [
        # Both leave: the gem on the path is nobody's.
        ("5 x2", "2 1 0 -1 2", "2 1 0 -1 2"),
        # Ann takes it; then I have 2, and f is certain to come.
        ("5 x:ann f x:me", "2 1 0 -1 2", "2 1 0 0 3"),
        ("5 f x:me f", "2 1 0 0 3", "2 1 -3 0 0"),
        # After f: 3/2. She goes with nothing: now the 5 is mine whole, and that is worth 5/2.
        ("f x:ann 5 x", "2 2 0 1 5", "2 -1/2 -3/2 0 0"),
        ("f 5 x:me f", "2 1 0 0 3", "2 1 -3 0 0"),
        # A bust after Ann has left: what she has is safe.
        ("5 x:ann f f", "2 1 -2 -1 0", "2 1 0 0 3"),
    ],
)
def test_what_the_others_did_worked_out_by_hand(record: str, me: str, ann: str) -> None:
    game = game_in(PAIR, record, "ann,me")
    assert review(game).total == Account(*map(Fraction, me.split()))
    assert review(seen_by(game, "ann")).total == Account(*map(Fraction, ann.split()))


def test_the_costliest_decisions_come_first_and_the_best_are_none_of_them() -> None:
    game = game_in(edition_of([3], [2], expeditions=5), "f x f x 3 f x 3 f f 3 x")
    found = review(game)
    costs = [decision.cost for decision in found.costliest()]
    assert costs == [3, Fraction(3, 2), Fraction(3, 2)]
    assert found.costliest(1) == [found.decisions[-2]]


@pytest.mark.parametrize("rivals", ["stay", "herd", "equilibrium", "3/10"])
@pytest.mark.parametrize("record", ["", "5 f", "5 f x"])
def test_the_whole_game_with_rivals_is_refused(record: str, rivals: str) -> None:
    with pytest.raises(ValueError, match="alone"):
        review(game_of(record, players=2), whole_game=True, rivals=read_rivals(rivals))


def test_a_table_that_was_stated_cannot_be_reviewed() -> None:
    game = game_of("15 f 13", players=4).at_table(inside=2, bag=10, path=2)
    for answer in (review, states_of):
        with pytest.raises(ValueError, match="stated"):
            answer(game)


# The command.

HOUSE = 'treasures = [3]\nhazards = {{ fire = 2 }}\nexpeditions = {}\nartifact_entry = "none"\n'


@pytest.fixture
def tiny(tmp_path: Path) -> str:
    """Return the path of the rules of the game of three cards, in two expeditions."""
    file = tmp_path / "tiny.toml"
    file.write_text(HOUSE.format(2), encoding="utf-8")
    return str(file)


def test_the_json_of_the_game_worked_out_by_hand(ask: Ask, tiny: str) -> None:
    document = reviewed(ask("review --json --horizon game f x / f 3 x", "-e", tiny))
    assert points(document) == ["13/3", "2/3", "-2", "0", "3"]
    assert [points(account) for account in document["expeditions"]] == [
        ["13/3", "-1/3", "-2", "0", "2"],
        ["2", "1", "0", "0", "3"],
    ]
    assert document["decisions"] == [
        {
            "expedition": number,
            "after": after,
            "did": did,
            "best": best,
            "cost": {"fraction": cost, "float": float(cost)},
        }
        for number, after, did, best, cost in [
            (1, "f", "leave", "stay", "2"),
            (2, "f", "stay", "stay", "0"),
            (2, "f 3", "leave", "leave", "0"),
        ]
    ]
    assert (document["horizon"], document["rivals"], document["players"]) == ("game", None, 1)


def test_the_screen_is_a_table_and_the_decisions_that_cost_something(ask: Ask, tiny: str) -> None:
    answer = ask("review f x / f 3 x", "-e", tiny)
    assert (answer.code, answer.err) == (0, "")
    lines = answer.out.splitlines()
    assert "start + luck + skill + others = result" in lines[0]
    assert lines[1].split() == ["expedition", "start", "luck", "skill", "others", "result"]
    assert lines[2].split() == ["1", "2.00", "-0.50", "-1.50", "0.00", "0.00"]
    assert lines[3].split() == ["2", "2.00", "1.00", "0.00", "0.00", "3.00"]
    assert lines[4].split() == ["all", "4.00", "0.50", "-1.50", "0.00", "3.00"]
    assert lines[5] == "2 of 3 decisions were the best"
    (cost,) = lines[6:]
    assert cost.startswith("expedition 1 after f: left, best was to stay; cost ")
    assert cost.endswith("1.50")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", ["1", FOUR])
def test_the_command_says_what_the_library_says(ask: Ask, edition: str, players: str) -> None:
    game = random_game(PRESETS[edition], players, 7)
    for name in game.players.names or ("me",):
        options = ["--player", name] if game.players.named else []
        line = f"review --json -e {edition} -p {players}"
        document = reviewed(ask(line, *options, *write(game).split()))
        found = review(seen_by(game, name) if game.players.named else game)
        assert points(document) == [str(value) for value in found.total]
        assert document["player"] == name
        assert document["players"] == game.players.count
        assert document["rivals"] == ("stay" if game.players.rivals else None)
        assert len(document["expeditions"]) == 5
        assert len(document["decisions"]) == len(found.decisions)


@pytest.mark.parametrize("state", ["", "5", "5 f", "f f", "f f / 5 x", "--gone f --claimed 1 7 x"])
@pytest.mark.parametrize("horizon", ["expedition", "game"])
def test_a_running_or_late_game_is_answered_and_keeps_to_the_schema(
    ask: Ask, state: str, horizon: str
) -> None:
    document = reviewed(ask(f"review --json --horizon {horizon} {state}"))
    start, luck, skill, others, result = map(Fraction, points(document))
    assert start + luck + skill + others == result


def test_the_player_is_found_in_any_case_and_me_is_always_you(ask: Ask) -> None:
    line = "review --json -p Ann,bob 7 x:bob f f"
    assert reviewed(ask(f"{line} --player BOB"))["player"] == "bob"
    assert reviewed(ask(f"{line} --player me"))["player"] == "Ann"
    assert reviewed(ask(line))["player"] == "Ann"


@pytest.mark.parametrize("players", ["4", "ann,bob,me"])
def test_an_unknown_player_is_refused_with_those_that_are_known(ask: Ask, players: str) -> None:
    answer = ask(f"review -p {players} --player dora 7 f")
    assert_refused(answer, "--player", "dora")
    if players != "4":
        assert "ann, bob, me" in answer.err


def test_the_whole_game_with_rivals_is_refused_in_one_line(ask: Ask) -> None:
    assert_refused(ask("review -p 2 --horizon game 7 f"), "--horizon", "alone")


def test_a_wrong_record_is_refused_in_one_line(ask: Ask) -> None:
    assert_refused(ask("review 5 f zzz"), "token 3 'zzz'")
    assert_refused(ask("review 5.5"), "'5.5' is no card")


def test_a_wrong_record_longer_than_any_name_of_a_file_is_refused_as_a_record(ask: Ask) -> None:
    assert_refused(ask(f"review {'5 f f ' * 100} zzz"), "token")


def test_a_file_that_cannot_be_read_is_refused_and_not_denied(ask: Ask, tmp_path: Path) -> None:
    assert_refused(ask(f"review {tmp_path}"), "cannot be read")
    long = tmp_path / "long.txt"
    long.write_bytes(bytes(10_000_001))
    assert_refused(ask(f"review {long}"), "cannot be read", "longer than")
    assert_refused(ask(f"review {tmp_path / 'none.txt'}"), "no file")
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    assert_refused(ask(f"review {loop}"), f"{loop} cannot be read")


@pytest.mark.parametrize("stated", ["--inside 2", "--bag 1", "--path 2"])
def test_a_stated_table_is_not_passed_over_in_silence(ask: Ask, stated: str) -> None:
    # The record does not say how the table came to be so: luck and the others cannot be told.
    assert_refused(ask(f"review --json -p 4 {stated} 5 f 11"), "review needs the record")


def test_many_records_on_standard_input(ask: Ask, tiny: str) -> None:
    answer = ask("review -", "-e", tiny, stdin="f x\n\nzzz\nf 3 x\n")
    assert answer.code == 2
    assert answer.out.splitlines() == [
        "start 2.00, luck -0.50, skill -1.50, others 0.00, result 0.00",
        "start 0.00, luck 0.00, skill 0.00, others 0.00, result 0.00",
        "start 2.00, luck 1.00, skill 0.00, others 0.00, result 3.00",
    ]
    assert answer.err.startswith("incan-odds: line 3: token 1 'zzz'")
    assert len(answer.err.splitlines()) == 1


# A game that `play` has kept.


@pytest.fixture
def kept(ask: Ask, tmp_path: Path) -> str:
    """Return the path of a game of four that `play` has kept."""
    path = str(tmp_path / "friday night.txt")
    lines = "5 Feuer\nx:ann\n11 a\nx:bob+me\nfire\n/ 7 m 4\nx:cy\n"
    answer = ask("play -p", FOUR, "-e", "gryphon-2009", "--file", path, stdin=lines)
    assert (answer.code, answer.err) == (0, "")
    return path


KEPT = "-e gryphon-2009 -p ann,bob,cy,me 5 f x:ann 11 a x:bob+me f / 7 m 4 x:cy"


def test_a_kept_game_is_reviewed_as_its_record(ask: Ask, kept: str) -> None:
    for player in ("ann", "bob", "cy", "me"):
        by_file = reviewed(ask("review --json --player", player, kept))
        assert by_file == reviewed(ask(f"review --json --player {player} {KEPT}"))
    assert ask("review", kept) == ask(f"review {KEPT}")


def test_options_that_contradict_the_kept_game_are_refused_with_what_it_says(
    ask: Ask, kept: str
) -> None:
    assert_refused(ask("review -p 3", kept), "--players", FOUR, "3")
    assert_refused(ask("review -e bga", kept), "--edition", "gryphon-2009", "bga")
    assert ask("review -e gryphon-2009 -p", FOUR, kept).code == 0


def test_a_kept_game_that_is_damaged_is_refused_with_the_line_and_left_alone(
    ask: Ask, kept: str
) -> None:
    file = Path(kept)
    damaged = file.read_text(encoding="utf-8").replace("11 a", "11 q")
    file.write_text(damaged, encoding="utf-8")
    assert_refused(ask("review", kept), kept, "line 7:", "'q'")
    assert file.read_text(encoding="utf-8") == damaged


@pytest.mark.parametrize("content", [b"", b"Shopping list\n", bytes(range(256))])
def test_a_file_that_is_no_kept_game_is_refused(ask: Ask, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "other.txt"
    file.write_bytes(content)
    assert_refused(ask("review", str(file)), str(file), FIRST_LINE)
    assert file.read_bytes() == content


def test_a_file_that_is_not_there_is_refused(ask: Ask, tmp_path: Path) -> None:
    assert_refused(ask("review", str(tmp_path / "nowhere.txt")), "nowhere.txt")


def test_a_token_is_a_card_though_a_file_is_called_so(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "5").write_text("somebody's")
    assert ask("review 5") == ask("review 5 ")
    assert ask("review 5").code == 0


def test_a_kept_game_of_the_whole_game_horizon(ask: Ask, tmp_path: Path) -> None:
    path = str(tmp_path / "alone.txt")
    ask("play --file", path, stdin="f 13\nx\nm 5 m\n")
    by_file = reviewed(ask("review --json --horizon game", path))
    assert by_file == reviewed(ask("review --json --horizon game f 13 x m 5 m"))
