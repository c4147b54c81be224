"""The JSON of every command keeps to the schema that is shipped with the program."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from incan_odds.editions import PRESETS
from tests.program import Answer, answer_of

OVER = "f f / m m / r r / sn sn / sp sp"
FOUR = "ann,bob,cy,me"
COMMANDS = ["next", "survive", "thresholds", "solve", "compare", "review", "editions"]
ABOUT_A_RECORD = COMMANDS[:-1]


Ask = Callable[..., Answer]


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Return a function that runs the program in this process."""

    def program(line: str, *more: str, stdin: str = "") -> Answer:
        return answer_of(monkeypatch, [*line.split(), *more], stdin.encode())

    return program


@cache
def schema() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        files("incan_odds_cli").joinpath("schema.json").read_text("utf-8")
    )
    return found


@cache
def validator(command: str) -> jsonschema.Draft202012Validator:
    definition = {"$ref": f"#/$defs/{command}", "$defs": schema()["$defs"]}
    return jsonschema.Draft202012Validator(definition)


@pytest.fixture
def valid(ask: Ask) -> Callable[..., dict[str, Any]]:
    """Return what asks a command for JSON: all that is said, and by its schema."""

    def asked(command: str, line: str = "", *more: str) -> dict[str, Any]:
        answer = ask(f"{command} --json {line}", *more)
        assert (answer.code, answer.err) == (0, "")
        document: dict[str, Any] = json.loads(answer.out)
        validator(command).validate(document)
        return document

    return asked


Valid = Callable[..., dict[str, Any]]


# The schema itself.


def test_the_schema_is_one_and_has_a_definition_for_each_command() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    assert set(COMMANDS) <= set(schema()["$defs"])
    assert {choice["$ref"] for choice in schema()["anyOf"]} >= {
        f"#/$defs/{command}" for command in COMMANDS
    }


def objects(node: Any) -> list[dict[str, Any]]:
    """Return every definition of an object within a part of the schema."""
    if isinstance(node, list):
        return [found for part in node for found in objects(part)]
    if not isinstance(node, dict):
        return []
    here = [node] if node.get("type") == "object" else []
    return here + [found for part in node.values() for found in objects(part)]


def test_no_object_may_hold_what_the_schema_does_not_name() -> None:
    found = objects(schema()["$defs"])
    assert len(found) > 10
    for definition in found:
        assert "additionalProperties" in definition, definition
        assert set(definition.get("required", [])) <= set(definition.get("properties", {}))


@pytest.mark.parametrize("command", COMMANDS)
def test_the_schema_refuses_what_it_must(valid: Valid, command: str) -> None:
    document = valid(command, "5 f" if command != "editions" else "bga")
    assert not validator(command).is_valid({})
    assert not validator(command).is_valid({**document, "more": 1})
    assert not validator(command).is_valid({**document, "schema": 2})
    for key in document:
        without = {name: value for name, value in document.items() if name != key}
        assert not validator(command).is_valid(without), key
        assert not validator(command).is_valid({**document, key: object()}), key


# next.

STATES = [
    "",
    "5",
    "5 f 11 sn",
    "f m r 13 15",
    "f m r 5 11",
    "f m r sn sp 15 14",
    "f f",
    "f f / 5 m a",
    "-p 4",
    "-p 4 5 f 11 x sn a",
    "-p 4 7 x2",
    "-p 2 7 x:me",
    "-p 3 7 x:me f 5 x",
    f"-p {FOUR} 7 x:ann 11 mummy",
    f"-p {FOUR} 7 x:me 11",
    "-e bga-modern f f / a7 5",
    "-e eagle-2020 -p 5 m m / 17 a5 a7",
    "-e iello-2016 a a l 17",
    "-e schmidt-2005 -p 3 sc g 17",
    "-e ludoclub 6 8 10 12 f",
    "--gone fire --claimed 1 5",
    "--expedition 5 7",
    "-e eagle-2020 --expedition 3 --artifacts 5,8 15",
    "-p 8 --inside 3 --bag 1 --path 2 5 f 11",
    "--horizon game 5 f",
    "-e gryphon-2009 --horizon game",
    "-p 2 --rivals herd 5 f",
    OVER,
    f"-p 4 {OVER}",
    f"-p {FOUR} 7 x:ann f f / m m / r r / sn sn / sp sp",
    "--expedition 5 f f",
]


@pytest.mark.parametrize("state", STATES)
def test_next_keeps_to_the_schema_in_every_kind_of_state(valid: Valid, state: str) -> None:
    valid("next", state)


# Custom editions: decks that can never hurt, cards without worth, artifacts of printed points.
HOUSES = {
    "never a bust": 'treasures = [1, 2]\nhazards = { fire = 1 }\nartifact_entry = "none"\n',
    "no hazards": "treasures = [3]\nhazards = {}\n",
    "hazards alone": 'treasures = []\nhazards = { fire = 3 }\nartifact_entry = "none"\n',
    "worthless": "treasures = [0, 0]\nhazards = { fire = 2 }\nartifact_points = [0]\n",
    "printed at the start": (
        "treasures = [4, 9]\nhazards = { fire = 2, mummy = 3 }\nexpeditions = 2\n"
        'artifact_entry = "all_at_start"\nartifact_points = [2, 2, 9]\n'
        'artifact_index = "card"\nartifact_hidden = "stays"\n'
    ),
    # What an artifact is worth jumps, so that no formula holds.
    "artifacts that jump": (
        "treasures = [1, 2, 4]\nhazards = { fire = 2 }\nexpeditions = 2\n"
        'artifact_entry = "all_at_start"\nartifact_points = [0, 0, 30]\n'
        'artifact_index = "claim"\nartifact_hidden = "stays"\n'
    ),
}


@pytest.fixture(params=HOUSES)
def house(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the path of house rules."""
    file = tmp_path / "house.toml"
    file.write_text(HOUSES[request.param], encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("command", ABOUT_A_RECORD)
@pytest.mark.parametrize("players", ["1", "3"])
def test_every_command_keeps_to_the_schema_with_house_rules(
    valid: Valid, command: str, players: str, house: str
) -> None:
    valid(command, f"-p {players} -e", house)


@pytest.mark.parametrize("command", ["next", "thresholds", "solve", "compare", "review"])
def test_the_whole_game_keeps_to_the_schema_with_house_rules(
    valid: Valid, command: str, house: str
) -> None:
    assert valid(command, "--horizon game -e", house)["horizon"] == "game"


# The other commands.


@pytest.mark.parametrize("edition", PRESETS)
@pytest.mark.parametrize("command", [*ABOUT_A_RECORD])
def test_every_command_keeps_to_the_schema_in_every_edition(
    valid: Valid, command: str, edition: str
) -> None:
    document = valid(command, f"-e {edition} 5 11")
    assert (document["schema"], document["edition"]) == (1, edition)
    assert "line" not in document


@pytest.mark.parametrize("state", ["5 f 11 sn", "f m r sn sp", "-p 4 5 f 11 x", "f f / 5 m"])
@pytest.mark.parametrize("command", [*ABOUT_A_RECORD])
def test_every_command_keeps_to_the_schema_in_the_middle_of_a_game(
    valid: Valid, command: str, state: str
) -> None:
    valid(command, state)


@pytest.mark.parametrize("command", ["survive", "review"])
def test_what_can_be_said_once_i_have_left_keeps_to_the_schema(valid: Valid, command: str) -> None:
    valid(command, "-p 3 7 x:me f")


@pytest.mark.parametrize("command", ["next", "thresholds", "solve", "review"])
def test_the_horizon_of_the_game_keeps_to_the_schema(valid: Valid, command: str) -> None:
    assert valid(command, "--horizon game 5 f")["horizon"] == "game"


@pytest.mark.parametrize(
    "options",
    ["--distribution", "--target 20", "--distribution --target 20", "--horizon game --target 20"],
)
def test_solve_with_more_keeps_to_the_schema(valid: Valid, options: str) -> None:
    document = valid("solve", f"{options} 5 f")
    assert ("distribution" in document) == ("--distribution" in options)
    assert ("target" in document) == ("--target" in options)


def test_solve_with_the_distribution_of_the_game_keeps_to_the_schema(valid: Valid) -> None:
    document = valid("solve", "-e schmidt-2005 --horizon game --expedition 4 --distribution")
    assert len(document["distribution"]) > 100


@pytest.mark.parametrize("rivals", ["stay", "herd"])
@pytest.mark.parametrize("command", ["next", "solve", "compare", "review"])
def test_every_model_of_the_rivals_keeps_to_the_schema(
    valid: Valid, command: str, rivals: str, tmp_path: Path
) -> None:
    file = tmp_path / "house.toml"
    file.write_text(HOUSES["printed at the start"], encoding="utf-8")
    document = valid(command, f"-p 3 --rivals {rivals} -e", str(file), "4", "f")
    assert document["rivals"] == rivals
    assert valid(command, f"-p 1 --rivals {rivals} -e", str(file), "4", "f")["rivals"] is None


@pytest.mark.parametrize("player", ["ann", "bob", "cy", "me"])
def test_a_review_of_a_whole_game_keeps_to_the_schema_for_every_player(
    valid: Valid, player: str
) -> None:
    record = "7 a x:ann f f / 5 x:bob+me 11 x2 / m m / r r / 13 sn x4"
    document = valid("review", f"-p {FOUR} --player {player} {record}")
    assert document["player"] == player
    assert len(document["expeditions"]) == 5


@pytest.mark.parametrize("edition", ["", *PRESETS, "sheet", "incan-gold", "diamant"])
def test_editions_keep_to_the_schema(valid: Valid, edition: str) -> None:
    document = valid("editions", edition)
    if not edition:
        assert [entry["edition"] for entry in document["editions"]] == list(PRESETS)


def test_an_edition_from_a_file_keeps_to_the_schema(valid: Valid, house: str) -> None:
    valid("editions", house)


# One object a line.

LINES = "5 f\n\nzzz\n11 sn\n"


@pytest.mark.parametrize("command", ABOUT_A_RECORD)
def test_each_line_of_json_lines_keeps_to_the_schema_and_has_its_number(
    ask: Ask, command: str
) -> None:
    answer = ask(f"{command} --json -", stdin=LINES)
    assert answer.code == 2
    assert answer.err.startswith("incan-odds: line 3: ")
    assert len(answer.err.splitlines()) == 1
    documents = [json.loads(line) for line in answer.out.splitlines()]
    assert [document["line"] for document in documents] == [1, 2, 4]
    for document, record in zip(documents, ["5 f", "", "11 sn"], strict=True):
        validator(command).validate(document)
        alone = json.loads(ask(f"{command} --json {record}").out)
        assert document == {"line": document["line"], **alone}


@pytest.mark.parametrize("options", ["", "-p 4", "--horizon game", f"-p {FOUR}"])
def test_the_answers_of_play_keep_to_the_schema_of_next(
    ask: Ask, tmp_path: Path, options: str
) -> None:
    stdin = f"\n5 f\nu\n7 m\nm\nnew\n{OVER}\n\n"
    answer = ask(f"play --json {options} --file", str(tmp_path / "friday.txt"), stdin=stdin)
    assert (answer.code, answer.err) == (0, "")
    documents = [json.loads(line) for line in answer.out.splitlines()]
    assert len(documents) == 8
    for document in documents:
        validator("next").validate(document)
    assert [document["over"] for document in documents] == [False] * 6 + [True] * 2


@pytest.mark.parametrize("rivals", ["herd", "1/4", "0,1/10", "equilibrium"])
@pytest.mark.parametrize(
    "asked", ["next", "solve --profile", "review", "compare"], ids=lambda asked: asked.split()[0]
)
def test_answers_among_rivals_keep_to_the_schema(
    valid: Callable[..., dict[str, Any]], asked: str, rivals: str
) -> None:
    command, *options = asked.split()
    record = "1 2 3 4 5 5 7 7 9 11 11 f 13" + (" x" if command == "review" else "")
    document = valid(command, f"{' '.join(options)} -p 2 --rivals {rivals} {record}")
    assert document["rivals"] == rivals


@pytest.mark.parametrize("command", ["compare", "review"])
def test_what_comes_from_floats_has_no_fraction(
    valid: Callable[..., dict[str, Any]], command: str
) -> None:
    record = "1 2 3 4 5 5 7 7 9 11 11 f 13" + (" x" if command == "review" else "")
    document = valid(command, f"-p 2 --rivals 1/4 {record}")
    number = document["optimum" if command == "compare" else "start"]
    assert number["fraction"] is None
    assert valid(command, f"-p 2 {record}")["rivals"] == "stay"
