"""`incan-odds play`: the companion at the table, as it is typed at, line by line."""

from __future__ import annotations

import gc
import io
import json
import re
import shlex
import subprocess
import sys
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from incan_odds.record import write
from incan_odds_cli.advice import Horizon, Model, advice
from incan_odds_cli.commands.next import document
from incan_odds_cli.companion import KEYS, Companion
from incan_odds_cli.main import run
from incan_odds_cli.saved_game import FIRST_LINE, GameFile
from incan_odds_cli.table import TableOptions
from tests.program import Answer, answer_of, assert_refused

ROOT = Path(__file__).resolve().parents[1]
FOUR = "ann,bob,cy,me"
GOING_ON = "incan-odds: going on with the saved game"
"""How a restart begins, on standard error."""

OVER = "f f / m m / r r / sn sn / sp sp"
"""A whole game of an edition with the classic hazards, in which nobody brings anything home."""


Ask = Callable[..., Answer]
Type = Callable[..., list[str]]


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Return a function that runs the program in this process, the streams apart.

    That it goes on with a saved game is left out of what it says.
    """

    def program(*arguments: str, stdin: str = "") -> Answer:
        code, out, err = answer_of(monkeypatch, arguments, stdin.encode())
        lines = err.splitlines(keepends=True)
        return Answer(code, out, "".join(line for line in lines if not line.startswith(GOING_ON)))

    return program


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Return where the game of a test is kept."""
    return tmp_path / "friday.txt"


@pytest.fixture
def play(ask: Ask, kept: Path) -> Ask:
    """Return a function that types lines into `play`, piped; the game is kept in a file."""

    def typed(*lines: str, options: str = "") -> Answer:
        stdin = "".join(f"{line}\n" for line in lines)
        return ask("play", "--file", str(kept), *shlex.split(options), stdin=stdin)

    return typed


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch, kept: Path) -> Type:
    """Return a function that gives what `play` says, both streams in the order they are written."""

    def typed(*lines: str, options: str = "") -> list[str]:
        stdin = "".join(f"{line}\n" for line in lines).encode()
        screen = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n")
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
            patch.setattr(sys, "stdout", screen)
            patch.setattr(sys, "stderr", screen)
            run(["play", "--file", str(kept), *shlex.split(options)])
        screen.flush()
        return screen.detach().getvalue().decode().splitlines()  # type: ignore[attr-defined]

    return typed


def seat(players: str = "1", model: Model | None = None, **options: Any) -> Companion:
    """Return a companion that keeps its game in memory alone."""
    table, model = TableOptions(players=players, **options), model or Model()
    return Companion(
        table,
        [table.start()],
        [],
        advise=partial(advice, model=model),
        document=lambda game: document(game, advice(game, model)),
        extra=model.words(),
    )


def plain(line: str) -> str:
    """Return a line without its colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", line)


def house(tmp_path: Path, toml: str) -> str:
    """Write house rules, and return the path of their file."""
    file = tmp_path / "house.toml"
    file.write_text(toml, encoding="utf-8")
    return str(file)


def without_a_line(answer: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(answer)
    return found


# A whole game of four, worked out by hand.

# Incan Gold of 2009: 15 treasures, 3 of each of 5 hazards; an artifact enters with each expedition.
# They are worth 5 5 5 10 10, in the order in which they are brought home.
GAME = [
    # Expedition 1.
    # 5 among four: 1 each, 1 on the path.
    ("5", {}),
    ("Mumie", {}),
    # 11 among four: 2 each, 3 on the path. Bags 3, path 4.
    ("11, a", {}),
    # Ann alone takes 3 + 4 gems and the first artifact, 5: 12 points.
    ("x:ann", {"ann": 12}),
    ("schl", {"ann": 12}),
    # 7 among three: 2 each, 1 on the path. Bags 5, path 1.
    ("7", {"ann": 12}),
    # Two share 1 gem: none each, it stays.
    ("x:bob+me", {"ann": 12, "bob": 5, "me": 5}),
    # The second mummy: Cy loses 5 + 1. A mummy leaves the game.
    ("momie", {"ann": 12, "bob": 5, "me": 5}),
    # Expedition 2.
    # 15 among four: 3 each, 3 on the path; 4: 1 each. Bags 4, path 3.
    ("/ 15 ARANHAS 4", {"ann": 12, "bob": 5, "me": 5}),
    # Three share 3 gems: 5 each.
    ("x:cy+bob+ann", {"ann": 17, "bob": 10, "cy": 5, "me": 5}),
    # Alone I take 13 whole: bag 17.
    ("Éboulement 13 artefakt", {"ann": 17, "bob": 10, "cy": 5, "me": 5}),
    # I am the last: 17 and the second artifact, 5. Nothing is removed.
    ("x", {"ann": 17, "bob": 10, "cy": 5, "me": 27}),
    # Expedition 3.
    # 2: all on the path; 14: 3 each, 2 more. Bags 3, path 4; the second fire takes 4·3 + 4 = 16.
    ("feu 2 14", {"ann": 17, "bob": 10, "cy": 5, "me": 27}),
    ("fuoco", {"ann": 17, "bob": 10, "cy": 5, "me": 27}),
    # Expedition 4. The artifact of the third stayed in the deck: there are two.
    # 7 and 7: 1 each and 3 on the path, twice. Bags 2, path 6.
    ("7 7 a a", {"ann": 17, "bob": 10, "cy": 5, "me": 27}),
    # Bob alone takes 2 + 6 gems and the third and fourth artifacts, 5 + 10: 23.
    ("x:BOB", {"ann": 17, "bob": 33, "cy": 5, "me": 27}),
    # 17 among three: 5 each, 2 on the path. All leave: 7 each, 2 gems are lost.
    ("snake", {"ann": 17, "bob": 33, "cy": 5, "me": 27}),
    ("17", {"ann": 17, "bob": 33, "cy": 5, "me": 27}),
    ("x3", {"ann": 24, "bob": 33, "cy": 12, "me": 34}),
    # Expedition 5.
    # 1: all on the path; 5 and 5: 1 each and 1 on the path, twice. Bags 2, path 3.
    ("1, spinne, 5, 5", {"ann": 24, "bob": 33, "cy": 12, "me": 34}),
    # Three share 3 gems: 3 each.
    ("x3:ann+cy+me", {"ann": 27, "bob": 33, "cy": 15, "me": 37}),
    # Bob alone takes 2 whole: 4.
    ("2", {"ann": 27, "bob": 33, "cy": 15, "me": 37}),
    ("x:bob", {"ann": 27, "bob": 37, "cy": 15, "me": 37}),
]
"""What is typed, and what is in the tents then."""

RECORD = (
    "5 m 11 a x:ann sn 7 x:bob+me m / 15 sp 4 x:cy+bob+ann r 13 a x:me / f 2 14 f"
    " / 7 7 a a x:bob sn 17 x:ann+cy+me / 1 sp 5 5 x:ann+cy+me 2 x:bob"
)
"""The same game as one line."""


def test_a_whole_game_of_four_as_people_type_it() -> None:
    companion = seat(FOUR, edition="gryphon-2009")
    for line, tents in GAME:
        reply = companion.answer(line)
        assert not reply.wrong, (line, reply.lines)
        expected = dict.fromkeys(["ann", "bob", "cy", "me"], 0) | tents
        assert companion.game.scores() == expected, line
    assert companion.game.over
    assert write(companion.game) == RECORD


def test_the_last_line_of_the_game_shows_scores_artifacts_and_the_winner_by_the_tie_break() -> None:
    companion = seat(FOUR, edition="gryphon-2009")
    companion.answer(RECORD.rsplit(" ", 1)[0])
    lines = companion.answer("x:bob").lines
    assert "bob leaves with 4 gems" in lines
    assert "bob: 37 points, 2 artifacts" in lines
    assert "you: 37 points, 1 artifact" in lines
    assert "ann: 27 points, 1 artifact" in lines
    assert "cy: 15 points" in lines
    # 37 : 37 is broken by artifacts, 2 : 1.
    assert plain(lines[-1]) == "GAME OVER: bob wins"
    found = companion.table().document
    assert found is not None
    assert found["scores"] == {"ann": 27, "bob": 37, "cy": 15, "me": 37}
    assert found["artifacts"] == {"ann": 1, "bob": 2, "cy": 0, "me": 1}
    assert found["winner"] == ["bob"]


def test_equal_points_are_shared_where_the_edition_says_so() -> None:
    # Diamant shares a tie. 4 between two: 2 each; the artifact goes to neither.
    companion = seat("ann,me", edition="iello-2016")
    companion.answer("4 a x2 / sn sn / l l / b b")
    lines = companion.answer("ra ra").lines
    assert "share the victory" in lines[-1]
    assert companion.table().document["winner"] == ["ann", "me"]  # type: ignore[index]


def test_the_winner_among_nameless_rivals_cannot_be_known() -> None:
    # 7 among three: 2 each, 1 on the path; one rival leaves with 3, and nobody else ever does.
    companion = seat("3")
    companion.answer("7 x f f / m m / r r / sn sn / sp")
    reply = companion.answer("sp")
    assert "others: 3 points" in reply.lines
    assert reply.document is not None
    assert (reply.document["over"], reply.document["winner"]) == (True, None)
    assert "cannot be known" in reply.lines[-1]


def test_the_tents_of_everyone_and_who_is_inside_with_what() -> None:
    companion = seat(FOUR, edition="gryphon-2009")
    # 11 among four: bags 2, path 3: Bob brings home 5 gems and 5 for the artifact.
    companion.answer("11 a x:bob")
    lines = companion.answer("t").lines
    assert lines[0] == "bob: 10 points, 1 artifact"
    assert set(lines[1:]) == {
        "ann: 0 points; inside with 2",
        "cy: 0 points; inside with 2",
        "you: 0 points; inside with 2",
    }


def test_the_tents_alone_are_mine_only() -> None:
    companion = seat()
    companion.answer("5 x / 7")
    assert companion.answer("t").lines == ["you: 5 points; inside with 7"]


def test_the_tents_of_nameless_rivals_are_one_line_for_them_all() -> None:
    companion = seat("3")
    # 8 is no card of this deck; 7 among three: 2 each, 1 on the path: 3 for the one who leaves.
    companion.answer("7 x")
    assert companion.answer("t").lines == ["others: 3 points", "you: 0 points; inside with 2"]


# What an answer shows.


def test_an_answer_shows_the_table_the_chances_the_command_and_the_decision_last() -> None:
    companion = seat(FOUR)
    lines = companion.answer("5 f").lines
    # 5 among four: 1 each, 1 on the path; two of 28 unseen cards are deadly.
    assert lines[0] == "expedition 1 of 5, 4 inside: ann, bob, cy, me; bag 1, path 1; out: fire"
    assert lines[1] == "bust 1/14 = 7.1 %, 1 in 14; 28 unseen"
    assert lines[2] == "$ incan-odds next -p ann,bob,cy,me 5 f"
    assert "STAY" in lines[3]
    assert len(lines) == 4


@pytest.mark.parametrize(
    ("before", "line", "said"),
    [
        ("f 5 7", "f", "BUST by fire: 12 gems lost, one fire card leaves the game"),
        ("5", "x", "you leave with 5 gems"),
        ("a", "x", "you leave with 0 gems and an artifact of 5"),
        ("5", "x", "expedition 1 is over: nobody is inside"),
    ],
)
def test_what_has_happened_is_said_before_the_table(before: str, line: str, said: str) -> None:
    companion = seat()
    companion.answer(before)
    lines = companion.answer(line).lines
    assert any(shown.startswith(said) for shown in lines[:-3])


def test_a_line_that_ends_two_expeditions_says_so_of_both() -> None:
    lines = seat().answer("f f / 5 x m").lines
    assert [line.split(":")[0] for line in lines[:3]] == [
        "BUST by fire",
        "you leave with 5 gems",
        "expedition 2 is over",
    ]
    assert lines[3].startswith("expedition 3 of 5")


def test_once_i_have_left_it_shows_what_the_others_face() -> None:
    companion = seat(FOUR)
    # 7 among four: 1 each, 3 on the path: I bring home 4.
    companion.answer("7 f")
    reply = companion.answer("x:me")
    assert reply.lines[0] == "you leave with 4 gems"
    assert reply.lines[1] == ("expedition 1 of 5, 3 inside: ann, bob, cy; bag 1, path 0; out: fire")
    assert reply.lines[2] == "bust 1/14 = 7.1 %, 1 in 14; 28 unseen"
    assert "YOU HAVE LEFT" in reply.lines[-1]
    assert "with 4 points" in reply.lines[-1]
    found = companion.answer("15").document
    # 15 among three: 5 each.
    assert found is not None
    assert (found["me"], found["inside"], found["bag"], found["pending"]) == ("out", 3, 6, True)
    for key in ("gain", "leave", "stay", "retire_at", "decision"):
        assert found[key] is None, key


def test_the_next_expedition_is_mine_again_after_the_others_went_bust() -> None:
    companion = seat(FOUR)
    companion.answer("7 f x:me 15")
    found = companion.answer("f").document
    assert found is not None
    assert (found["expedition"], found["me"], found["inside"]) == (2, "in", 4)


@pytest.mark.parametrize("horizon", ["expedition", "game"])
@pytest.mark.parametrize("edition", ["bga", "eagle-2020", "iello-2016"])
def test_every_answer_shows_the_command_that_gives_the_same_answer(
    ask: Ask, edition: str, horizon: Horizon
) -> None:
    companion = seat(edition=edition, model=Model(horizon))
    lines = ["sp", "a5" if edition == "eagle-2020" else "a", "15 4", "x", "sn", "13", "sn", "/ 7"]
    for line in ["", *lines]:
        reply = companion.answer(line)
        command = next(shown[2:] for shown in reply.lines if shown.startswith("$ "))
        answer = ask(*shlex.split(command)[1:], "--json")
        assert (answer.code, answer.err) == (0, "")
        assert json.loads(answer.out) == reply.document, command


def test_the_commands_of_a_game_of_four_give_the_same_answers(ask: Ask) -> None:
    companion = seat(FOUR, edition="gryphon-2009")
    for line, _ in GAME:
        reply = companion.answer(line)
        command = next(shown[2:] for shown in reply.lines if shown.startswith("$ "))
        assert json.loads(ask(*shlex.split(command)[1:], "--json").out) == reply.document


def test_the_command_names_what_the_others_are_supposed_to_do(ask: Ask, tmp_path: Path) -> None:
    rules = house(tmp_path, "treasures = [3, 8]\nhazards = { fire = 2 }")
    companion = seat("3", Model(rivals="herd"), edition=rules)
    for line in ("8", "fire", "x"):
        reply = companion.answer(line)
        command = next(shown[2:] for shown in reply.lines if shown.startswith("$ "))
        found = json.loads(ask(*shlex.split(command)[1:], "--json").out)
        assert (found, found["rivals"]) == (reply.document, "herd")


@pytest.mark.parametrize(
    "options",
    [
        {"gone": "fire fire snakes"},
        {"edition": "eagle-2020", "expedition": 3, "artifacts": "5,8"},
        {"edition": "gryphon-2009", "expedition": 4, "claimed": 2, "artifacts": "2"},
        {"players": "Zoë,o'neil,李"},
    ],
)
def test_the_command_of_a_table_joined_late_gives_the_same_answer(
    ask: Ask, options: dict[str, Any]
) -> None:
    companion = seat(options.pop("players", "1"), **options)
    reply = companion.answer("15 m")
    command = next(shown[2:] for shown in reply.lines if shown.startswith("$ "))
    assert json.loads(ask(*shlex.split(command)[1:], "--json").out) == reply.document


def test_the_command_names_a_file_of_house_rules_so_that_a_shell_can_read_it(
    ask: Ask, tmp_path: Path
) -> None:
    folder = tmp_path / "my rules; 'final'"
    folder.mkdir()
    companion = seat(edition=house(folder, "treasures = [3, 8]"))
    reply = companion.answer("8")
    command = next(shown[2:] for shown in reply.lines if shown.startswith("$ "))
    assert json.loads(ask(*shlex.split(command)[1:], "--json").out) == reply.document


@pytest.mark.parametrize(("players", "edition"), [("1", "bga"), ("1", "ludoclub"), ("4", "bga")])
def test_the_command_gives_the_same_answer_whatever_the_settings_of_the_environment(
    ask: Ask, kept: Path, monkeypatch: pytest.MonkeyPatch, players: str, edition: str
) -> None:
    monkeypatch.setenv("INCAN_ODDS_PLAYERS", "3")
    monkeypatch.setenv("INCAN_ODDS_EDITION", "gryphon-2009")
    options = ["--file", str(kept), "-p", players, "-e", edition]
    answer = ask("play", *options, stdin="5 f\nrecord\n")
    command = answer.out.splitlines()[-1]
    found = json.loads(ask(*shlex.split(command)[1:], "--json").out)
    assert (found["edition"], found["players"]) == (edition, int(players))


def test_json_answers_are_those_of_next(play: Ask, ask: Ask) -> None:
    answer = play("", "5 f", "sn", options="-p 4 --json")
    assert (answer.code, answer.err) == (0, "")
    documents = [json.loads(line) for line in answer.out.splitlines()]
    records = ["", "5 f", "5 f sn"]
    for found, record in zip(documents, records, strict=True):
        assert found == json.loads(ask("next", "--json", "-p", "4", *record.split()).out)


def test_with_json_nothing_but_json_is_on_standard_output(play: Ask) -> None:
    lines = ["5 f", "t", "?", "survive", "record", "u", "redo", "new", "zzz", "", "q"]
    answer = play(*lines, options="-p ann,me --json")
    for line in answer.out.splitlines():
        assert isinstance(json.loads(line), dict)


# Mistakes.


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("x", "x:ann"),
        ("x2:me", "x:me+"),
        ("x:dora", "the players are ann, bob, cy, me"),
        ("x:bob x:ann", "x:bob+"),
        ("x:ann+ann", "ann is named twice"),
        ("s", "sn"),
        ("6", "its treasures are 1 2 3 4 5"),
        ("5 5", "this deck has two"),
        ("mumy", "mummy"),
        ("bob", "x:bob"),
        ("/", "4 still inside"),
        ("a7", "type a"),
        ("7 11 zzz", "'zzz'"),
        ("x9", "four inside"),
        ("x:", "is no player"),
        ("--help", "'--help'"),
        ("redo it", "'redo'"),
    ],
)
def test_a_line_with_an_error_changes_nothing_and_says_what_would_be_right(
    line: str, right: str
) -> None:
    companion = seat(FOUR)
    companion.answer("5 f")
    before = (companion.game, list(companion.lines))
    reply = companion.answer(line)
    assert reply.wrong
    assert reply.document is None
    assert len(reply.lines) == 1
    assert right in reply.lines[0]
    assert (companion.game, companion.lines) == before


def test_a_mistake_does_not_lose_what_can_be_redone() -> None:
    companion = seat()
    companion.answer("5")
    companion.answer("u")
    assert companion.answer("zzz").wrong
    assert not companion.answer("redo").wrong
    assert write(companion.game) == "5"


def test_a_mistake_piped_is_one_line_on_standard_error_and_the_rest_goes_on(
    play: Ask, kept: Path
) -> None:
    answer = play("5", "5 zzz", "f")
    assert answer.code == 2
    assert len(answer.out.splitlines()) == 2
    assert answer.err.splitlines() == [answer.err.rstrip("\n")]
    assert "'zzz'" in answer.err
    assert kept.read_text(encoding="utf-8").splitlines()[-2:] == ["5", "f"]


def test_nothing_at_all_is_not_a_line_of_the_record() -> None:
    # Commas and invisible characters hold no token: undo takes the 5 back, not them.
    companion = seat()
    companion.answer("5")
    for empty in ("", "   ", ",", "\u200b"):
        companion.answer(empty)
    companion.answer("u")
    assert write(companion.game) == ""


def test_a_break_twice_in_a_row_is_an_error_on_two_lines_as_on_one() -> None:
    companion = seat()
    companion.answer("f f")
    assert not companion.answer("/").wrong
    assert companion.answer("/").wrong
    assert not companion.answer("5").wrong


def test_after_the_last_expedition_a_card_is_an_error_and_undo_goes_on() -> None:
    companion = seat()
    companion.answer(OVER.removesuffix(" sp"))
    assert "GAME OVER" in companion.answer("sp").lines[-1]
    reply = companion.answer("5")
    assert reply.wrong
    assert "the game is over" in reply.lines[0]
    companion.answer("u")
    assert not companion.game.over


# Keys.


def test_undo_goes_back_as_often_as_wanted_across_expeditions() -> None:
    companion = seat()
    lines = ["5", "f f", "/ 7", "x", "sn 11", "sn", "1"]
    records = [""]
    for line in lines:
        companion.answer(line)
        records.append(write(companion.game))
    for line, record in zip(reversed(lines), reversed(records[:-1]), strict=True):
        reply = companion.answer("u")
        assert reply.lines[0] == f"undone: {line}"
        assert write(companion.game) == record
    assert companion.answer("u").wrong
    assert write(companion.game) == ""


def test_undo_takes_back_a_whole_line() -> None:
    companion = seat()
    companion.answer("5 f 11")
    companion.answer("u")
    assert write(companion.game) == ""


def test_redo_does_again_what_was_undone_until_something_else_is_typed() -> None:
    companion = seat(FOUR)
    for line in ("5", "x:ann", "11"):
        companion.answer(line)
    for _ in range(3):
        companion.answer("u")
    assert not companion.answer("redo").wrong
    assert write(companion.game) == "5"
    assert not companion.answer("REDO").wrong
    assert write(companion.game) == "5 x:ann"
    companion.answer("7")
    reply = companion.answer("redo")
    assert reply.wrong
    assert write(companion.game) == "5 x:ann 7"


def test_undo_goes_on_across_a_restart(play: Ask) -> None:
    play("5", "f f", "7", "x")
    answer = play("u", "u", "record")
    assert answer.out.splitlines()[-1] == "incan-odds next 5 f f"
    assert play("u", "u", "record").out.splitlines()[-1] == "incan-odds next"
    answer = play("u")
    assert (answer.code, answer.out) == (2, "")


def test_what_was_undone_stays_undone_after_a_restart(play: Ask, kept: Path) -> None:
    play("5", "7", "u")
    assert kept.read_text(encoding="utf-8").splitlines()[-1] == "5"
    assert play("record").out == "incan-odds next 5\n"


def test_record_is_the_game_as_one_command(play: Ask) -> None:
    answer = play("Feuer, 5", "x:ann", "record", options=f"-p {FOUR} -e gryphon-2009")
    assert answer.out.splitlines()[-1] == (
        "incan-odds next -e gryphon-2009 -p ann,bob,cy,me f 5 x:ann"
    )


def test_survive_gives_the_chances_of_further_cards() -> None:
    companion = seat()
    companion.answer("f")
    (line,) = companion.answer("survive").lines
    # 2 of 29 are deadly: 27/29 = 93.1 %.
    assert line.startswith("safe for 1: 93.1 %, 2: ")


def test_survive_of_a_game_that_is_over() -> None:
    companion = seat()
    companion.answer(OVER)
    assert companion.answer("survive").lines == ["the game is over"]


def test_help_lists_what_is_unseen_and_every_key() -> None:
    companion = seat(FOUR)
    companion.answer("1 5 a f")
    lines = companion.answer("?").lines
    assert lines[0] == (
        "unseen: 2 x1 3 x1 4 x1 5 x1 7 x2 9 x1 11 x2 13 x1 14 x1 15 x1 f x2 m x3 r x3 sn x3 sp x3"
    )
    assert any("fire" in line and "spiders" in line for line in lines)
    assert any("x:ann" in line for line in lines)
    for key in KEYS:
        assert any(line.startswith(f"{key}: ") for line in lines), key


@pytest.mark.parametrize("key", ["t", "?", "survive", "record", "T", "Survive"])
def test_keys_that_only_ask_change_nothing(key: str) -> None:
    companion = seat(FOUR)
    companion.answer("5 f")
    companion.answer("11")
    companion.answer("u")
    before = (companion.game, list(companion.lines), list(companion.undone))
    reply = companion.answer(key)
    assert not reply.wrong
    assert reply.lines
    assert (companion.game, companion.lines, companion.undone) == before


@pytest.mark.parametrize("key", ["q", "Q", " q "])
def test_q_leaves_and_the_rest_is_not_read(play: Ask, kept: Path, key: str) -> None:
    answer = play("5", key, "7")
    assert (answer.code, answer.err) == (0, "")
    assert len(answer.out.splitlines()) == 1
    assert kept.read_text(encoding="utf-8").splitlines()[-1] == "5"


def test_new_begins_afresh_and_keeps_the_old_game_aside(play: Ask, kept: Path) -> None:
    answer = play("5 f", "11", "new", "7", options="-p 4")
    assert answer.code == 0
    old = [file for file in kept.parent.iterdir() if ".kept-" in file.name]
    assert len(old) == 1
    assert old[0].read_text(encoding="utf-8").splitlines()[-2:] == ["5 f", "11"]
    assert play("record").out == "incan-odds next -p 4 7\n"


def test_a_game_that_was_kept_aside_can_be_gone_on_with(play: Ask, ask: Ask, kept: Path) -> None:
    play("5 f", "new", options="-p 4")
    (old,) = (file for file in kept.parent.iterdir() if ".kept-" in file.name)
    answer = ask("play", "--file", str(old), stdin="record\n")
    assert answer == (0, "incan-odds next -p 4 5 f\n", "")


def test_two_new_games_in_one_second_keep_both_old_ones(play: Ask, kept: Path) -> None:
    play("5", "new", "7", "new", "11")
    old = sorted(file for file in kept.parent.iterdir() if ".kept-" in file.name)
    lasts = {file.read_text(encoding="utf-8").splitlines()[-1] for file in old}
    assert lasts == {"5", "7"}


def test_undo_does_not_reach_behind_a_new_game(play: Ask) -> None:
    assert "nothing to undo" in play("5", "new", "u").err


def test_the_option_new_keeps_the_old_game_aside_too(play: Ask, kept: Path) -> None:
    play("5 f", options="-p 4")
    answer = play("record", options="--new -p 3")
    assert answer.out == "incan-odds next -p 3\n"
    (old,) = (file for file in kept.parent.iterdir() if ".kept-" in file.name)
    assert str(old) in answer.err
    assert old.read_text(encoding="utf-8").splitlines()[-1] == "5 f"


HAZARDS_OF_KEYS = """
treasures = [1, 2, 3, 4]
hazards = { undertow = 3, tar = 3, quicksand = 3, newts = 3, redoubt = 3, recorders = 3 }
codes = { undertow = "u", tar = "t", quicksand = "q" }
"""


@pytest.mark.parametrize(
    ("typed", "token"),
    [
        ("u", "u"),
        ("t", "t"),
        ("q", "q"),
        ("U", "u"),
        ("new", "n"),
        ("redo", "red"),
        ("record", "rec"),
    ],
)
def test_cards_win_over_keys(tmp_path: Path, typed: str, token: str) -> None:
    companion = seat(edition=house(tmp_path, HAZARDS_OF_KEYS))
    companion.answer("1")
    reply = companion.answer(typed)
    assert not reply.wrong
    assert not reply.quit
    assert write(companion.game) == f"1 {token}"


def test_a_second_card_that_is_called_like_a_key_is_a_bust(
    tmp_path: Path, play: Ask, kept: Path
) -> None:
    answer = play("q", "1", "q", "2", options=f"-e '{house(tmp_path, HAZARDS_OF_KEYS)}'")
    assert answer.code == 0
    lines = answer.out.splitlines()
    assert len(lines) == 4
    assert "BUST by quicksand: 1 gem lost" in lines[2]
    assert kept.read_text(encoding="utf-8").splitlines()[-4:] == ["q", "1", "q", "2"]


def test_keys_stay_keys_where_no_card_is_called_so(tmp_path: Path) -> None:
    companion = seat(edition=house(tmp_path, "hazards = { undertow = 3 }"))
    companion.answer("1")
    assert companion.answer("t").lines == ["you: 0 points; inside with 1"]
    assert companion.answer("q").quit


# What can be typed now.


def test_what_can_be_typed_are_cards_that_can_still_come_leavings_and_keys() -> None:
    companion = seat("ann,bob,me")
    words = companion.words()
    assert {"13", "fire", "snakes", "a", "u", "survive"} <= set(words)
    assert not any(word.startswith("x") for word in words)
    companion.answer("13 a")
    words = companion.words()
    assert not {"13", "a"} & set(words)
    assert {"x:ann", "x:bob", "x:me"} <= set(words)
    companion.answer("x:ann")
    companion.answer("14")
    assert "x:ann" not in companion.words()


def test_every_word_that_can_be_typed_is_understood() -> None:
    companion = seat("ann,bob,me", edition="eagle-2020")
    companion.answer("f 5")
    for word in companion.words():
        fresh = seat("ann,bob,me", edition="eagle-2020")
        fresh.answer("f 5")
        fresh.answer("7")
        fresh.answer("u")
        assert not fresh.answer(word).wrong, word


def test_when_the_game_is_over_only_keys_can_be_typed() -> None:
    companion = seat()
    companion.answer(OVER)
    assert companion.words() == list(KEYS)


# Piped.


def test_piped_it_starts_at_once_and_asks_nothing(play: Ask) -> None:
    assert play() == (0, "", "")


def test_piped_each_line_has_one_line_of_answer(answers: Type) -> None:
    # One for one, so that the answers can be told apart.
    said = [
        ("5 f", "STAY: "),
        ("", "STAY: "),
        ("zzz", "incan-odds: "),
        ("u", "undone: 5 f"),
        ("u", "incan-odds: nothing to undo"),
        ("redo", "STAY: "),
        ("redo", "incan-odds: nothing to do again"),
        ("t", "ann: 0 points"),
        ("?", "unseen: "),
        ("survive", "safe for 1: "),
        ("record", "incan-odds next -p ann,me 5 f"),
        ("x:ann", "; STAY: "),
        ("x:me", "incan-odds: "),
        ("7 x", "; STAY: nobody decides before the first card"),
        ("new", "; STAY: nobody decides before the first card"),
        (OVER, "; GAME OVER: "),
        ("5", "incan-odds: "),
        ("t", "ann: "),
    ]
    lines = answers(*(line for line, _ in said), options="-p ann,me")
    assert len(lines) == len(said)
    for shown, (line, holds) in zip(lines, said, strict=True):
        assert holds in shown, line


def test_piped_a_line_says_what_has_happened_and_the_decision_last(play: Ask) -> None:
    lines = play("11 a", "x:ann", "f", "x", options="-p ann,me").out.splitlines()
    # 11 between two: 5 each, 1 on the path.
    assert "ann leaves with 6 gems and an artifact of 5" in lines[1]
    assert lines[1].rpartition("; STAY: ")[2].startswith("all have decided")
    assert "you leave with 5 gems" in lines[3]
    assert "expedition 1 is over: nobody is inside" in lines[3]
    assert "; STAY: nobody decides before the first card" in lines[3]


def test_piped_there_is_no_prompt_and_no_colour(play: Ask) -> None:
    answer = play("5 f", "11")
    assert "> " not in answer.out
    assert "\x1b" not in answer.out + answer.err


def test_a_last_line_without_an_end_is_a_line(ask: Ask, kept: Path) -> None:
    answer = ask("play", "--file", str(kept), stdin="5\nf")
    assert len(answer.out.splitlines()) == 2
    assert kept.read_text(encoding="utf-8").splitlines()[-2:] == ["5", "f"]


def test_lines_of_windows_and_a_byte_order_mark_are_read(ask: Ask, kept: Path) -> None:
    answer = ask("play", "--file", str(kept), stdin="\ufeff5\r\nf\r\nrecord\r\n")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.splitlines()[-1] == "incan-odds next 5 f"


def test_in_a_process_of_its_own_every_line_is_answered_before_the_next_is_typed(
    kept: Path,
) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "incan_odds_cli", "play", "--file", str(kept), "-p", "4"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment(kept.parent),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line, verdict in (("5 f", b"STAY"), ("x:me", b"YOU HAVE LEFT"), ("f", b"STAY")):
            process.stdin.write(f"{line}\n".encode())
            process.stdin.flush()
            assert verdict in process.stdout.readline()
        process.stdin.close()
        assert process.stdout.read() == b""
        assert process.wait(60) == 0


def test_dash_is_refused_for_play_reads_standard_input_by_itself(ask: Ask, kept: Path) -> None:
    answer = ask("play", "--file", str(kept), "-", stdin="5\n")
    assert (answer.code, answer.out) == (2, "")
    assert len(answer.err.splitlines()) == 1
    assert not kept.exists()


def test_an_empty_name_of_a_file_is_refused(ask: Ask) -> None:
    assert_refused(ask("play", "--file", "", stdin="5\n"), "--file", "empty")


@pytest.mark.parametrize("key", ["u", "new"])
def test_what_leads_to_a_game_too_large_for_advice_changes_nothing(
    play: Ask, kept: Path, key: str
) -> None:
    """With a further card unseen there are more states than the memory allowed holds."""
    options = "-p 4 --rivals equilibrium --memory 1"
    assert play("1 2 3 4 5 5 7 7 9 11 f m r sn", options="-p 4").code == 0
    before = kept.read_bytes()
    answer = play(key, "survive", options=options)
    assert "more than" in answer.err
    assert answer.out.startswith("safe for ")
    assert kept.read_bytes() == before


def test_a_new_game_keeps_what_is_in_memory_and_on_no_disk(
    play: Ask, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play("5 f")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("incan_odds_cli.saved_game.write_whole", full)
        patch.setattr(GameFile, "keep", lambda *_: True)
        patch.setattr(GameFile, "kept_here", True)
        answer = play("11", "new")
    (aside,) = kept.parent.glob("friday.txt.kept-*")
    assert aside.read_text(encoding="utf-8") == f"{FIRST_LINE}\n\n5 f\n11\n"
    assert f"the old game is kept in {aside}" in answer.out


def test_a_new_game_after_one_in_memory_says_how_to_go_on_with_that() -> None:
    companion = seat("ann,me")
    companion.answer("5 f")
    answer = companion.answer("new")
    assert answer.lines[:3] == [
        "a new game",
        "the old game is in no file; to go on with it:",
        "$ incan-odds play -p ann,me 5 f",
    ]


def test_a_new_game_that_has_not_begun_leaves_nothing_aside(play: Ask, kept: Path) -> None:
    play("new", "new")
    assert not list(kept.parent.glob("friday.txt.kept-*"))


@pytest.mark.parametrize("options", ["--inside 1 5", "--bag 3 5", "--path 2 5"])
def test_a_stated_table_is_refused(play: Ask, kept: Path, options: str) -> None:
    answer = play(options=options)
    assert (answer.code, answer.out) == (2, "")
    assert len(answer.err.splitlines()) == 1
    assert not kept.exists()


def test_no_file_is_left_open(kept: Path, play: Ask) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        play("5 f", "u", "new", "q")
        gc.collect()
    assert [str(found.message) for found in caught if "unclosed" in str(found.message)] == []


# Where the game is kept, and what it says against the command line.


def environment(home: Path, **changes: str) -> dict[str, str]:
    """Return the environment of a process with its own home and nobody's settings."""
    import os

    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("INCAN_ODDS_", "XDG_")) and name not in ("NO_COLOR", "FORCE_COLOR")
    }
    path = os.pathsep.join(str(ROOT / folder) for folder in ("odds", "cli"))
    own = {"HOME": str(home), "XDG_STATE_HOME": str(home / "state")}
    return kept | own | {"PYTHONPATH": path, "PYTHONUTF8": "1"} | changes


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a home of its own, where the game is kept that no option places."""
    if sys.platform == "win32":
        pytest.skip("Windows keeps its folders in the registry")
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "state"))
    return home


def test_without_a_file_the_game_is_kept_among_the_state_of_the_user(ask: Ask, home: Path) -> None:
    assert ask("play", stdin="5 f\n").code == 0
    (game,) = home.rglob("game.txt")
    assert game.read_text(encoding="utf-8") == f"{FIRST_LINE}\n\n5 f\n"
    assert ask("play", stdin="record\n").out == "incan-odds next 5 f\n"


def test_a_named_file_is_apart_from_the_usual_game(ask: Ask, home: Path, kept: Path) -> None:
    ask("play", stdin="5 f\n")
    ask("play", "--file", str(kept), stdin="7\n")
    assert ask("play", stdin="record\n").out == "incan-odds next 5 f\n"
    assert ask("play", "--file", str(kept), stdin="record\n").out == "incan-odds next 7\n"


def test_the_saved_game_is_plain_text_with_its_options_and_the_lines_as_typed(
    play: Ask, kept: Path
) -> None:
    play("5, Feuer", "x:ANN", options=f"-p {FOUR} -e gryphon-2009 --gone m")
    assert kept.read_text(encoding="utf-8") == (
        "incan-odds game 1\nedition: gryphon-2009\nplayers: ann,bob,cy,me\ngone: m\n"
        "\n5, Feuer\nx:ANN\n"
    )


def test_going_on_with_a_saved_game_is_said_first_and_once(answers: Type) -> None:
    first = answers("5 f", options="-p ann,me")
    assert not any(line.startswith(GOING_ON) for line in first)
    lines = answers("11", "u")
    assert lines[0].startswith(GOING_ON)
    assert all(word in lines[0] for word in ("bga", "ann, me", "expedition 1", "new"))
    assert len(lines) == 3


def test_a_restart_needs_no_options(play: Ask) -> None:
    play("5 f", options=f"-p {FOUR} -e gryphon-2009 --gone m")
    assert play("record").out == ("incan-odds next -e gryphon-2009 -p ann,bob,cy,me --gone m 5 f\n")


def test_house_rules_are_found_from_another_folder(
    ask: Ask, kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house(tmp_path, "treasures = [3, 8]")
    monkeypatch.chdir(tmp_path)
    ask("play", "--file", str(kept), "-e", "house.toml", stdin="8\n")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    answer = ask("play", "--file", str(kept), "--json", stdin="\n")
    assert without_a_line(answer.out)["bag"] == 8


def test_house_rules_that_are_gone_are_refused_and_the_game_is_left_alone(
    play: Ask, tmp_path: Path, kept: Path
) -> None:
    rules = house(tmp_path, "treasures = [3, 8]")
    play("8", options=f"-e '{rules}'")
    saved = kept.read_bytes()
    Path(rules).unlink()
    answer = play("3")
    assert (answer.code, answer.out) == (2, "")
    assert len(answer.err.splitlines()) == 1
    assert rules in answer.err
    assert kept.read_bytes() == saved


def test_house_rules_whose_name_holds_a_line_break_are_refused(
    play: Ask, kept: Path, tmp_path: Path
) -> None:
    if sys.platform == "win32":
        pytest.skip("no such names there")
    folder = tmp_path / "two\nlines"
    folder.mkdir()
    rules = house(folder, "treasures = [3, 8]")
    assert_refused(play("8", options=f"-e '{rules}'"), "--edition", "not on one line")
    assert not kept.exists()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("-p 3", ["--players", "4", "3"]),
        ("-p ann,bob,cy,me", ["--players", "4", "ann,bob,cy,me"]),
        ("-e ludoclub", ["--edition", "bga", "ludoclub"]),
        ("--gone fire", ["--gone", "fire"]),
        ("--expedition 2", ["--expedition", "2"]),
        ("--expedition 3 --claimed 1", ["--expedition", "3"]),
    ],
)
def test_options_that_contradict_the_saved_game_are_refused_with_what_it_says(
    play: Ask, kept: Path, options: str, said: list[str]
) -> None:
    play("5", options="-p 4")
    saved = kept.read_bytes()
    answer = play("f", options=options)
    assert (answer.code, answer.out) == (2, "")
    assert len(answer.err.splitlines()) == 1
    for word in said:
        assert word in answer.err
    assert kept.read_bytes() == saved


def test_options_that_the_saved_game_began_with_are_no_contradiction(play: Ask) -> None:
    options = f"-p {FOUR} -e gryphon-2009 --gone m --expedition 3 --claimed 1"
    play("5", options=options)
    assert play("f", options=options).code == 0


@pytest.mark.parametrize(
    ("began", "again"),
    [
        ("-e gryphon-2009", "-e incan-gold"),
        ("-e incan-gold", "-e gryphon-2009"),
        ("-e bga", "-e sheet"),
        ("-e gryphon-2009", "-e Gryphon-2009"),
        ("-p ann,me", "-p 'ann, me'"),
        ("--gone fire", "--gone f"),
    ],
)
def test_the_same_option_in_other_words_is_no_contradiction(
    play: Ask, began: str, again: str
) -> None:
    play("5", options=began)
    answer = play("f", options=again)
    assert (answer.code, answer.err) == (0, "")


def test_settings_of_the_environment_do_not_contradict_a_saved_game(
    play: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INCAN_ODDS_PLAYERS", "4")
    play("5")
    monkeypatch.setenv("INCAN_ODDS_PLAYERS", "3")
    answer = play("record")
    assert answer == (0, "incan-odds next -p 4 5\n", "")


# The record as an argument.


def test_a_record_as_argument_is_where_the_game_begins(play: Ask, kept: Path) -> None:
    answer = play("11", "record", options="-p 4 5 f")
    assert answer.code == 0
    assert answer.out.splitlines()[-1] == "incan-odds next -p 4 5 f 11"
    assert kept.read_text(encoding="utf-8").splitlines()[-2:] == ["5 f", "11"]


def test_a_record_as_argument_is_on_disk_though_nothing_is_typed(play: Ask) -> None:
    play(options="5 f")
    assert play("record").out == "incan-odds next 5 f\n"


def test_a_record_as_argument_beside_a_saved_game_is_refused(play: Ask, kept: Path) -> None:
    play("5")
    saved = kept.read_bytes()
    answer = play(options="7")
    assert (answer.code, answer.out) == (2, "")
    assert len(answer.err.splitlines()) == 1
    assert "--new" in answer.err
    assert kept.read_bytes() == saved


def test_a_wrong_record_as_argument_is_refused_and_nothing_is_saved(play: Ask, kept: Path) -> None:
    answer = play("5", options="5 zzz")
    assert (answer.code, answer.out) == (2, "")
    assert len(answer.err.splitlines()) == 1
    assert "token 2 'zzz'" in answer.err
    assert not kept.exists()


@pytest.mark.parametrize("key", [*KEYS])
def test_a_key_is_no_record(play: Ask, key: str) -> None:
    answer = play("5", options=f"'{key}'")
    assert (answer.code, answer.out) == (2, "")
    assert len(answer.err.splitlines()) == 1


@pytest.mark.parametrize("wrong", ["zzz", "--horizon game -p 4", "-p 9", "-e nowhere"])
def test_a_new_game_that_cannot_be_leaves_the_saved_one_where_it_is(
    play: Ask, kept: Path, wrong: str
) -> None:
    play("5 f")
    saved = kept.read_bytes()
    answer = play(options=f"--new {wrong}")
    assert (answer.code, answer.out) == (2, "")
    assert kept.read_bytes() == saved
    assert [file.name for file in kept.parent.iterdir() if ".kept-" in file.name] == []


def test_with_new_a_record_as_argument_begins_another_game(play: Ask) -> None:
    play("5")
    assert play("record", options="--new 7 f").out == "incan-odds next 7 f\n"


# The whole game.


def test_with_the_horizon_of_the_game_the_expeditions_to_come_count(play: Ask, ask: Ask) -> None:
    answer = play("", "f 13 m", "x", options="--horizon game --json")
    found = [json.loads(line) for line in answer.out.splitlines()]
    for document_, record in zip(found, ["", "f 13 m", "f 13 m x"], strict=True):
        one_shot = ask("next", "--json", "--horizon", "game", *record.split())
        assert document_ == json.loads(one_shot.out)
        assert document_["horizon"] == "game"
    assert play("", options="--horizon game").out.count("with the expeditions to come") == 1


def test_the_horizon_of_the_game_with_rivals_is_refused_and_nothing_is_saved(
    play: Ask, kept: Path
) -> None:
    answer = play("5", options="-p 2 --horizon game")
    assert (answer.code, answer.out) == (2, "")
    assert len(answer.err.splitlines()) == 1
    assert not kept.exists()


def test_the_horizon_of_the_game_is_refused_where_the_saved_game_has_rivals(
    play: Ask, kept: Path
) -> None:
    play("5", options="-p 2")
    saved = kept.read_bytes()
    answer = play("7", options="--horizon game")
    assert (answer.code, answer.out) == (2, "")
    assert kept.read_bytes() == saved


# Where the game can be gone on with.


def test_the_command_to_go_on_names_a_file_whatever_it_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from incan_odds_cli.saved_game import GameFile

    for name in ("friday.txt", "game.txt"):
        companion = seat()
        companion.file = GameFile(tmp_path / name)
        command = shlex.split(companion.play_command)
        assert command[:2] == ["incan-odds", "play"]
        assert command[-2:] == ["--file", str(tmp_path / name)], name


def test_the_command_to_go_on_holds_the_whole_game_where_it_is_in_memory_alone(
    ask: Ask, kept: Path
) -> None:
    companion = seat(FOUR, edition="gryphon-2009")
    companion.answer("5 f")
    companion.answer("x:ann")
    command = shlex.split(companion.play_command)[1:]
    answer = ask(*command[:1], "--file", str(kept), "--json", *command[1:], stdin="\n")
    assert json.loads(answer.out) == companion.table().document
