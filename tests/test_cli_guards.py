"""What must hold for every command: help, what is imported, and no input that shows a traceback."""

from __future__ import annotations

import ast
import os
import random
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from incan_odds.edition_files import find_edition
from incan_odds.game import Game, begin
from incan_odds.players import read_players
from incan_odds.record import RecordError, read, write
from incan_odds_cli.main import COMMANDS
from tests.program import Answer, answer_of

ROOT = Path(__file__).resolve().parents[1]
LIBRARY = sorted((ROOT / "odds").rglob("*.py"))


Ask = Callable[..., Answer]


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Return a function that runs the program in this process."""

    def program(*arguments: str, stdin: bytes = b"") -> Answer:
        return answer_of(monkeypatch, arguments, stdin)

    return program


# Help.


@pytest.mark.parametrize("option", ["-h", "--help"])
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_help_text_with_an_example(ask: Ask, command: str, option: str) -> None:
    answer = ask(command, option)
    assert (answer.code, answer.err) == (0, "")
    lines = [line.strip() for line in answer.out.splitlines()]
    assert lines[0].startswith(f"Usage: incan-odds {command} ")
    assert any(line.startswith(f"incan-odds {command}") for line in lines)
    for named in ("--edition", "--players", "--json", "-h, --help"):
        assert any(named in line for line in lines), named


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_the_program_has_a_help_text_with_an_example_and_every_command(
    ask: Ask, option: str
) -> None:
    answer = ask(option)
    assert (answer.code, answer.err) == (0, "")
    lines = [line.strip() for line in answer.out.splitlines()]
    assert lines[0].startswith("Usage: incan-odds ")
    assert any(line.startswith("incan-odds next ") for line in lines)
    for command in COMMANDS:
        assert any(line.split()[:1] == [command] for line in lines), command


@pytest.mark.parametrize("command", COMMANDS)
def test_help_wins_over_a_wrong_record(ask: Ask, command: str) -> None:
    assert ask(command, "q", "--help") == ask(command, "--help")


def test_the_version_is_one_line(ask: Ask) -> None:
    answer = ask("--version")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith("incan-odds ")
    assert len(answer.out.splitlines()) == 1


# What is imported.

WATCHED = """
import sys

class Watch:
    asked = set()

    def find_spec(self, name, path=None, target=None):
        self.asked.add(name)

sys.meta_path.insert(0, Watch())
from incan_odds_cli.main import run
code = run(sys.argv[1:])
print(code, *sorted(Watch.asked), file=sys.stderr)
"""
HEAVY = {"numpy", "scipy", "sympy", "matplotlib"}
LIGHT = ("next", "survive", "thresholds", "solve", "compare", "play", "editions")
"""The commands that must start without the heavy modules."""


def imported_by(*arguments: str) -> set[str]:
    """Return every module that the program asks for, whether it is installed or not."""
    path = os.pathsep.join(str(ROOT / folder) for folder in ("odds", "cli"))
    kept = {name: value for name, value in os.environ.items() if "INCAN_ODDS" not in name}
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, *arguments],
        input=b"",
        capture_output=True,
        env=kept | {"PYTHONPATH": path},
        timeout=60,
        check=True,
    )
    code, *modules = done.stderr.decode().splitlines()[-1].split()
    assert code == "0"
    assert "incan_odds_cli.main" in modules
    return set(modules)


# Where click reads a short option it imports difflib, so the options here are long ones.
@pytest.mark.parametrize(
    "arguments",
    [
        ["next", "5", "f", "11", "sn"],
        ["next", "--players", "ann,bob,me", "--edition", "incan-gold", "7", "x:me"],
        ["next", "--gone", "fire", "f", "m", "r", "15", "14"],
        ["next", "-"],
    ],
)
def test_the_answer_of_next_imports_nothing_that_it_does_not_need(arguments: list[str]) -> None:
    modules = imported_by(*arguments)
    assert not modules & HEAVY
    assert not modules & {"json", "tomllib", "importlib.metadata", "difflib", "platformdirs"}
    assert "incan_odds_cli.commands.editions" not in modules


def test_json_is_imported_where_it_is_asked_for() -> None:
    modules = imported_by("next", "--json", "5")
    assert "json" in modules
    assert not modules & HEAVY
    assert not modules & {"tomllib", "importlib.metadata"}


@pytest.mark.parametrize("command", [name for name in COMMANDS if name in LIGHT])
def test_a_light_command_loads_without_the_heavy_modules(command: str) -> None:
    modules = imported_by(command, "--help")
    assert f"incan_odds_cli.commands.{command}" in modules
    assert not modules & HEAVY


# Python's own `copy` looks for a module of Jython.
ALLOWED = {*sys.stdlib_module_names, "click", "platformdirs", "incan_odds", "incan_odds_cli", "org"}


@pytest.mark.parametrize(
    "arguments",
    [
        ["next", "5", "f", "11", "sn"],
        ["play", "--file", "game.txt"],
        ["survive", "--chart", "5", "f"],
        ["thresholds", "--chart", "5", "f"],
        ["compare", "--chart", "5", "f", "11", "sn"],
        ["solve", "--distribution", "--chart", "5", "f"],
        ["review", "5", "f", "11", "x"],
    ],
)
def test_a_light_command_answers_with_the_standard_library_click_and_platformdirs(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = {name.partition(".")[0] for name in imported_by(*arguments)}
    assert asked <= ALLOWED


def test_a_picture_imports_matplotlib_but_nothing_that_needs_a_display(tmp_path: Path) -> None:
    modules = imported_by("survive", "--plot", str(tmp_path / "a.svg"))
    assert "matplotlib.figure" in modules
    assert "matplotlib.pyplot" not in modules


def imports_of(file: Path) -> set[str]:
    """Return the top-level packages that a module imports anywhere in its text."""
    packages = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            packages |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            packages.add((node.module or "").partition(".")[0])
    return packages


@pytest.mark.parametrize("file", LIBRARY, ids=lambda file: file.stem)
def test_the_library_never_imports_the_command_line(file: Path) -> None:
    assert not imports_of(file) & {"click", "incan_odds_cli", "platformdirs"}


def test_the_library_is_found_by_the_test_that_guards_it() -> None:
    assert {"record", "game", "next_card"} <= {file.stem for file in LIBRARY}
    assert "fractions" in imports_of(ROOT / "odds" / "incan_odds" / "next_card.py")


# Twenty thousand records of anything.

LINES = 20_000
TABLES = [
    ("bga", "1"),
    ("gryphon-2009", "ann,Bob,me"),
    ("eagle-2020", "4"),
    ("iello-2016", "O’Hara,जूही,x"),
    ("schmidt-2005", "8"),
]
"""Who reads them: each table an equal part."""

WORDS = {
    "valid": "1 2 3 4 5 7 9 11 13 14 15 f m r sn sp a x x2 / fire Mumie éboulement SERPENTI ragni"
    " relique l b ra lava sc g e x:me x:ann x:bob+me x2:me x:o'hara x:जूही a5 a7 5 5 7 7 11 f m sn",
    "nearly": "s fe ar q 6 17 0 x0 x3 x9 x99 x100 x: x:+ x:me+me x:carol x2:ann x9:me xx // a0 a8"
    " a12 a99 - -- -5 --json 5.0 +5 1e3 0x5 ½ ５ ٣ ² ⅷ x² ｘ ：x x：me ａ７ fyre mumy snake's 5f"
    " 5/7 \\ | * ? %s {} $(x) ${x} ;rm '5' \"5\" null nan inf",
}
VALID, NEARLY = (text.split() for text in WORDS.values())
LONG = [
    "9" * 5000, "x" * 5000, "x" + "9" * 5000, "a" + "9" * 5000, "é" * 3000, "x:" + "q" * 5000,
    "x:" + "me+" * 1500, "\u0301" * 3000, "0" * 5000 + "5", "ﷺ" * 300,
]  # fmt: skip
STRANGE = "\x00\x01\x07\x08\x0b\x0c\x1b\x1c\x7f\x85\xa0\xad\u200b\u200e\u2028\u2029\u202e\ufeff"


def junk(luck: random.Random) -> str:
    """Return a few characters from anywhere in Unicode, lone surrogates too; no line feed."""
    ranges = [(1, 0x7F), (0x80, 0x2FFF), (0xD800, 0xDFFF), (0xE000, 0xFFFF), (0x10000, 0x10FFFF)]
    characters = [
        luck.choice(STRANGE) if luck.random() < 0.3 else chr(luck.randint(*luck.choice(ranges)))
        for _ in range(luck.randint(1, 6))
    ]
    return "".join(characters).replace("\n", "")


def any_token(luck: random.Random) -> str:
    kind = luck.random()
    if kind < 0.75:
        return luck.choice(VALID)
    if kind < 0.9:
        return luck.choice(NEARLY)
    if kind < 0.95:
        return luck.choice(VALID) + junk(luck)
    if kind < 0.995:
        return junk(luck)
    return luck.choice(LONG)


def any_records(seed: int, number: int) -> list[str]:
    """Return records of anything, each of one line."""
    luck = random.Random(seed)
    return [
        luck.choice([" ", " ", ",", "\t", "\xa0"]).join(
            any_token(luck) for _ in range(luck.choice([0, 1, 1, 2, 2, 3, 4, 6, 10]))
        )
        for _ in range(number)
    ]


def read_or_refused(start: Game, record: str) -> Game | RecordError:
    try:
        return read(start, record)
    except RecordError as error:
        return error


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_no_record_whatever_shows_a_traceback(ask: Ask, edition: str, players: str) -> None:
    records = any_records(seed=sum(edition.encode()), number=LINES // len(TABLES))
    start = begin(find_edition(edition), read_players(players))
    read_well = 0
    for record in records:
        result = read_or_refused(start, record)
        if isinstance(result, Game):
            assert read(start, write(result)) == result
            read_well += 1
        else:
            assert str(result).isprintable()
            assert result.place >= 1
    # Enough of both, or the test would look at one side alone.
    assert len(records) // 5 < read_well < len(records) * 4 // 5

    lines = "\n".join(records).encode("utf-8", "surrogatepass") + b"\n"
    answer = ask("next", "-e", edition, "-p", players, "-", stdin=lines)
    assert answer.code == 2
    assert "Traceback" not in answer.err
    answers, refusals = answer.out.splitlines(), answer.err.splitlines()
    assert len(answers) + len(refusals) == len(records)
    numbers = [int(line.removeprefix("incan-odds: line ").partition(":")[0]) for line in refusals]
    assert numbers == sorted(set(numbers))
    for line in (*answers, *refusals):
        assert not any(unicodedata.category(c) in ("Cc", "Cs") for c in line)


@pytest.mark.parametrize("seed", range(20))
def test_no_argument_whatever_shows_a_traceback(ask: Ask, seed: int) -> None:
    luck = random.Random(seed)
    options = [
        "--gone",
        "--artifacts",
        "--expedition",
        "--bag",
        "--inside",
        "-e",
        "-p",
        "--claimed",
    ]
    for record in any_records(seed, 10):
        value = any_token(luck)
        answer = ask("next", luck.choice(options), value, "--", *record.split())
        assert answer.code in (0, 2)
        assert (answer.out == "") == (answer.code == 2)
        assert "Traceback" not in answer.err
