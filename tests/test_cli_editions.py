"""`incan-odds editions`: the presets, one of them in full, and house rules from a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.program import Answer, answer_of, assert_refused

D14 = [1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15]
D15 = [*D14, 17]
SEQ15 = list(range(1, 16))
CLASSIC = {"fire": "f", "mummy": "m", "rocks": "r", "snakes": "sn", "spiders": "sp"}
DIAMANT = {"spiders": "sp", "snakes": "sn", "lava": "l", "boulder": "b", "ram": "ra"}
SCHMIDT = {"snakes": "sn", "scorpions": "sc", "rockfall": "r", "gas": "g", "explosion": "e"}
CLAIM = [5, 5, 5, 10, 10]
PRINTED = [5, 7, 8, 10, 12]

# The table of the rules: treasures, codes, entry, points, index, hidden at the end, tie, aliases.
EACH, START, NONE = "one_per_expedition", "all_at_start", "none"
PRESETS: dict[str, tuple[Any, ...]] = {
    "bga": (D14, CLASSIC, EACH, CLAIM, "claim", "removed", "artifacts", ["sheet"]),
    "bga-classic": (D14, CLASSIC, EACH, CLAIM, "departed", "stays", "artifacts", []),
    "bga-modern": (D14, CLASSIC, EACH, PRINTED, "card", "stays", "artifacts", []),
    "gryphon-2009": (D15, CLASSIC, EACH, CLAIM, "claim", "stays", "artifacts", ["incan-gold"]),
    "eagle-2020": (D15, CLASSIC, EACH, PRINTED, "card", "stays", "artifacts", []),
    "iello-2016": (D15, DIAMANT, START, CLAIM, "claim", "stays", "shared", ["diamant"]),
    "schmidt-2005": (D15, SCHMIDT, NONE, [], None, None, "shared", []),
    "ludoclub": (SEQ15, CLASSIC, EACH, CLAIM, "claim", "stays", "artifacts", []),
}
SUMS = {"bga": 107, "gryphon-2009": 124, "ludoclub": 120}

HOUSE = """
base = "gryphon-2009"
title = "the house of Ann"
treasures = [3, 1, 2]
tie_break = "shared"

[hazards]
fire = 2
wolf = 3
"""


Ask = Callable[..., Answer]


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Return a function that runs `incan-odds editions` in this process."""

    def program(*arguments: str) -> Answer:
        return answer_of(monkeypatch, ["editions", *arguments])

    return program


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Return the path of a file of house rules."""
    file = tmp_path / "house.toml"
    file.write_text(HOUSE, encoding="utf-8")
    return file


# The list.


def test_the_list_has_one_line_for_each_preset_in_order(ask: Ask) -> None:
    answer = ask()
    assert (answer.code, answer.err) == (0, "")
    lines = answer.out.splitlines()[: len(PRESETS)]
    assert [line[2:].split()[0] for line in lines] == list(PRESETS)
    for line, name in zip(lines, PRESETS, strict=True):
        treasures = PRESETS[name][0]
        assert f"{len(treasures)} treasures of {sum(treasures)} gems" in line
        assert ("no artifacts" if name == "schmidt-2005" else "5 artifacts") in line


def test_the_three_treasure_lists_have_the_sums_of_the_rules() -> None:
    assert {name: sum(PRESETS[name][0]) for name in SUMS} == SUMS


def marked(answer: Answer) -> list[str]:
    return [line.split()[1] for line in answer.out.splitlines() if line.startswith("* ")]


def test_the_list_marks_the_edition_that_is_meant_without_a_name(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert marked(ask()) == ["bga"]
    monkeypatch.setenv("INCAN_ODDS_EDITION", "incan-gold")
    assert marked(ask()) == ["gryphon-2009"]


def test_a_file_that_the_environment_chooses_is_listed_after_the_presets(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, house: Path
) -> None:
    monkeypatch.setenv("INCAN_ODDS_EDITION", str(house))
    answer = ask()
    assert marked(answer) == ["house"]
    assert len([line for line in answer.out.splitlines() if line[2:].split()[0] in PRESETS]) == 8


def test_the_list_as_json_is_one_object_with_every_preset_in_full(ask: Ask) -> None:
    answer = ask("--json")
    assert (answer.code, answer.err) == (0, "")
    document = answer.document
    assert (document["schema"], document["default"]) == (1, "bga")
    assert [edition["edition"] for edition in document["editions"]] == list(PRESETS)
    for edition in document["editions"]:
        alone = ask("--json", edition["edition"]).document
        assert alone == {"schema": 1, **edition}


# One edition.


@pytest.mark.parametrize("name", PRESETS)
def test_the_document_of_a_preset_says_what_the_rules_say(ask: Ask, name: str) -> None:
    treasures, codes, entry, points, index, hidden, tie, aliases = PRESETS[name]
    document = ask("--json", name).document
    assert document["schema"] == 1
    assert document["edition"] == name
    assert document["title"] == ("bga (the help page)" if name == "bga" else name)
    assert document["aliases"] == aliases
    assert document["source"]
    assert document["treasures"] == treasures
    assert document["hazards"] == dict.fromkeys(codes, 3)
    assert document["codes"] == codes
    assert document["expeditions"] == 5
    assert (document["artifact_entry"], document["artifact_points"]) == (entry, points)
    assert (document["artifact_index"], document["artifact_hidden"]) == (index, hidden)
    assert document["tie_break"] == tie


@pytest.mark.parametrize("name", PRESETS)
def test_the_screen_of_a_preset_shows_its_cards_codes_and_rules(ask: Ask, name: str) -> None:
    treasures, codes, _, points, *_, aliases = PRESETS[name]
    answer = ask(name)
    assert (answer.code, answer.err) == (0, "")
    first = answer.out.splitlines()[0]
    assert first.startswith("bga (the help page)" if name == "bga" else name)
    assert all(alias in first for alias in aliases)
    assert " ".join(map(str, treasures)) in answer.out
    assert f"{len(treasures)} cards, {sum(treasures)} gems" in answer.out
    for hazard, code in codes.items():
        assert f"{hazard} ({code}) x3" in answer.out
    if points:
        assert f"{' '.join(map(str, points))} points" in answer.out
    else:
        assert "no artifacts" in answer.out
    assert "5 expeditions" in answer.out
    assert "\x1b" not in answer.out


@pytest.mark.parametrize(
    ("rule", "names"),
    [
        ("brought home", ["bga", "gryphon-2009", "iello-2016", "ludoclub"]),
        ("leave the path", ["bga-classic"]),
        ("printed on the card", ["bga-modern", "eagle-2020"]),
        ("stays in the deck", [name for name in PRESETS if PRESETS[name][5] == "stays"]),
        ("leaves the game", ["bga"]),
        ("one artifact enters", [name for name in PRESETS if PRESETS[name][2] == EACH]),
        ("first deck", ["iello-2016"]),
        ("more artifact cards wins", [name for name in PRESETS if PRESETS[name][6] != "shared"]),
        ("share the victory", ["iello-2016", "schmidt-2005"]),
    ],
)
def test_a_rule_is_told_of_the_editions_that_have_it_and_of_no_other(
    ask: Ask, rule: str, names: list[str]
) -> None:
    assert [name for name in PRESETS if rule in ask(name).out] == names


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("sheet", "bga"),
        ("incan-gold", "gryphon-2009"),
        ("diamant", "iello-2016"),
        ("BGA", "bga"),
        ("Diamant", "iello-2016"),
        (" gryphon-2009 ", "gryphon-2009"),
    ],
)
def test_an_alias_and_any_case_mean_the_preset(ask: Ask, alias: str, name: str) -> None:
    assert ask(alias) == ask(name)
    assert ask("--json", alias) == ask("--json", name)


@pytest.mark.parametrize("option", ["-e", "--edition"])
def test_the_option_shows_one_edition_as_the_name_does(ask: Ask, option: str) -> None:
    assert ask(option, "ludoclub") == ask("ludoclub")
    assert ask(option, "diamant", "--json") == ask("iello-2016", "--json")


# A file.


@pytest.mark.parametrize("given", [[], ["-e"]])
def test_a_file_of_house_rules_is_shown_on_top_of_its_base(
    ask: Ask, house: Path, given: list[str]
) -> None:
    answer = ask("--json", *given, str(house))
    assert (answer.code, answer.err) == (0, "")
    document = answer.document
    assert (document["edition"], document["title"]) == ("house", "the house of Ann")
    assert document["treasures"] == [1, 2, 3]
    assert document["hazards"] == {"fire": 2, "wolf": 3}
    assert document["codes"] == {"fire": "f", "wolf": "w"}
    assert (document["artifact_points"], document["artifact_index"]) == (CLAIM, "claim")
    assert (document["artifact_hidden"], document["tie_break"]) == ("stays", "shared")
    assert document["aliases"] == []
    screen = ask(*given, str(house)).out
    assert screen.startswith("the house of Ann")
    assert "fire (f) x2, wolf (w) x3" in screen


def test_a_file_in_the_working_directory_needs_no_folder(
    ask: Ask, house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(house.parent)
    assert ask("house.toml") == ask(str(house))


def test_a_file_with_a_byte_order_mark_is_read(ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "marked.toml"
    file.write_text(HOUSE, encoding="utf-8-sig")
    assert ask("--json", str(file)).document["title"] == "the house of Ann"


def test_an_empty_file_is_the_default_edition_under_its_own_name(ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "empty.toml"
    file.write_text("", encoding="utf-8")
    document = ask("--json", str(file)).document
    assert (document["edition"], document["treasures"]) == ("empty", D14)


# What is wrong.


@pytest.mark.parametrize("name", ["nope", "", " ", "bga modern", "q\x07", "n" * 500, "Ünbekannt"])
def test_an_unknown_name_is_refused_and_the_presets_are_named(ask: Ask, name: str) -> None:
    for arguments in ([name], ["-e", name], ["--json", name]):
        answer = ask(*arguments)
        assert_refused(answer, "no edition")
        assert "do you mean" in answer.err or "gryphon-2009" in answer.err


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("grphon-2009", "gryphon-2009"), ("bga-clasic", "bga-classic"), ("diamnt", "diamant")],
)
def test_a_misspelt_name_is_suggested(ask: Ask, typed: str, meant: str) -> None:
    assert_refused(ask(typed), f"do you mean {meant}?")


def test_a_wrong_name_is_not_blamed_on_the_environment(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INCAN_ODDS_EDITION", "gryphon-2009")
    answer = ask("nope")
    assert_refused(answer, "'nope'")
    assert "INCAN_ODDS_EDITION" not in answer.err


def test_a_wrong_setting_of_the_environment_is_refused_by_its_name(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INCAN_ODDS_EDITION", "nope")
    assert_refused(ask(), "INCAN_ODDS_EDITION: ", "'nope'")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"treasures = [1,", ["is no TOML"]),
        (b"\xff\xfe\x00", ["is no text in UTF-8"]),
        (b"tresures = [1]", ["tresures", "do you mean treasures?"]),
        (b'base = "nope"', ["base", "'nope'"]),
        (b"treasures = 5", ["treasures"]),
        (b"treasures = [1.5]", ["treasures"]),
        (b"treasures = [-1]", ["treasures"]),
        (b"treasures = [" + b"9" * 5000 + b"]", ["house.toml"]),
        (b"[hazards]\nfire = 0", ["hazards.fire"]),
        (b'[hazards]\nfire = "q"', ["hazards.fire"]),
        (b"[hazards]\na7 = 3", ["hazards", "'a7'"]),
        (b'[codes]\nfire = "x"', ["codes", "'x'"]),
        (b'[codes]\nwolf = "w"', ["codes", "'wolf'"]),
        (b"expeditions = 0", ["expeditions"]),
        (b"expeditions = true", ["expeditions"]),
        (b'artifact_entry = "sometimes"', ["artifact_entry", "'sometimes'"]),
        (b'artifact_entry = "all_at_start"', ["artifact_hidden"]),
        (b"artifact_points = []", ["artifact_points"]),
        (b'tie_break = "coin"', ["tie_break", "'coin'"]),
        (b"x = " + b"[" * 5000, ["house.toml"]),
        (b'"q\\nr" = 1', ["no such key"]),
        (b'[hazards]\n"fi\\nre" = "q"', ["hazards"]),
        (b'base = "x\\ny"', ["base"]),
        (b'"q\\u0007" = 1', ["no such key"]),
    ],
)
def test_a_faulty_file_is_refused_in_one_line_that_names_the_file_and_the_key(
    ask: Ask, house: Path, content: bytes, words: list[str]
) -> None:
    house.write_bytes(content)
    answer = ask(str(house))
    assert_refused(answer, "house.toml", *words)
    assert answer.err.strip().isprintable()


@pytest.mark.parametrize("name", ["nope.toml", "nope/nope.toml", "./nope", "nope\\nope"])
def test_a_file_that_is_not_there_is_refused_in_one_line(
    ask: Ask, name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert_refused(ask(name), "cannot read", "nope")


@pytest.mark.parametrize("name", ["no\nsuch.toml", "no\rsuch/file", "no\x1b[31msuch.toml"])
def test_a_path_of_any_characters_is_refused_in_one_line(ask: Ask, name: str) -> None:
    answer = ask(name)
    assert_refused(answer, "such")
    assert answer.err.strip().isprintable()


@pytest.mark.parametrize("name", ["no\0such.toml", "n" * 5000 + ".toml"])
def test_a_path_that_no_system_takes_is_refused_in_one_line(ask: Ask, name: str) -> None:
    assert_refused(ask(name))


def test_a_folder_is_no_edition(ask: Ask, tmp_path: Path) -> None:
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    assert_refused(ask(str(folder)), "cannot read")


def test_a_file_of_a_megabyte_is_not_read(ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "long.toml"
    file.write_bytes(b"#" * 1_000_001)
    assert_refused(ask(str(file)), "long.toml")


def test_two_names_are_refused(ask: Ask) -> None:
    answer = ask("bga", "ludoclub")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("Usage: incan-odds editions")


def test_wrong_players_are_refused_here_too(ask: Ask) -> None:
    assert_refused(ask("-p", "9"), "--players: ")
