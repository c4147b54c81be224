"""Long solutions are kept for the next time, and never believed where they are not whole."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from incan_odds.record import game_of
from incan_odds.rivals import document
from incan_odds.rivals.document import from_document, question_of, to_document
from incan_odds.rivals.model import read_rivals
from incan_odds.rivals.play import play_among
from incan_odds_cli import kept_results
from incan_odds_cli.kept_results import Form
from incan_odds_cli.kept_results import result_of as result_in_form
from tests.program import answer_of


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own, in which everything is worth keeping."""
    monkeypatch.setenv("INCAN_ODDS_CACHE", str(tmp_path / "kept"))
    monkeypatch.setattr(kept_results, "WORTH_KEEPING", 0.0)
    return tmp_path / "kept"


def result_of(
    question: dict[str, int], work: Callable[[], dict[str, int]], kept: bool = True
) -> dict[str, int]:
    """Return a result that is its own document, with one number in it."""

    def whole(document: dict[str, int]) -> dict[str, int]:
        return {"answer": int(document["answer"])}

    return result_in_form(question, work, Form(whole, whole), kept)


class Work:
    """Work that counts how often it is done."""

    def __init__(self) -> None:
        self.done = 0

    def __call__(self) -> dict[str, int]:
        self.done += 1
        return {"answer": 42}


def test_a_cache_in_the_home_of_nobody_costs_only_time(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("INCAN_ODDS_CACHE", "~nobody-of-this-name/kept")
    assert result_of({"asked": 1}, Work()) == {"answer": 42}


def test_an_answer_is_kept_and_taken_the_next_time(folder: Path) -> None:
    work = Work()
    assert result_of({"asked": 1}, work) == result_of({"asked": 1}, work) == {"answer": 42}
    assert work.done == 1
    assert result_of({"asked": 2}, work) == {"answer": 42}
    assert (work.done, len(list(folder.iterdir()))) == (2, 2)


def test_what_is_quick_is_not_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_results, "WORTH_KEEPING", 60.0)
    result_of({"asked": 1}, Work())
    assert not folder.exists()


def test_without_the_cache_nothing_is_read_or_written(folder: Path) -> None:
    work = Work()
    result_of({"asked": 1}, work, kept=False)
    assert not folder.exists()
    result_of({"asked": 1}, work)
    result_of({"asked": 1}, work, kept=False)
    assert work.done == 3


DAMAGES = {
    "empty": lambda text: "",
    "cut short": lambda text: text[: len(text) // 2],
    "another answer": lambda text: text.replace("42", "43"),
    "another question": lambda text: text.replace('"asked": 1', '"asked": 2'),
    "no object": lambda text: "[1, 2]",
    "a number": lambda text: "7",
    "too deep": lambda text: "[" * 100_000,
    "no check": lambda text: json.dumps({"question": {"asked": 1}, "answer": {"answer": 41}}),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_worked_out_anew_and_replaced(folder: Path, damage: str) -> None:
    work = Work()
    result_of({"asked": 1}, work)
    (file,) = folder.iterdir()
    whole = file.read_text(encoding="utf-8")
    file.write_text(DAMAGES[damage](whole), encoding="utf-8")
    assert result_of({"asked": 1}, work) == {"answer": 42}
    assert work.done == 2
    assert file.read_text(encoding="utf-8") == whole


FORGERIES = [[], {}, {"answer": "42 and more"}, {"answer": None}, {"answer": 42, "more": 1}]


@pytest.mark.parametrize("forged", FORGERIES, ids=str)
def test_a_check_sum_alone_is_not_believed(folder: Path, forged: object) -> None:
    work, question = Work(), {"asked": 1}
    result_of(question, work)
    (file,) = folder.iterdir()
    check = kept_results._check(question, forged)  # type: ignore[arg-type]
    held = {"question": question, "answer": forged, "check": check}
    file.write_text(json.dumps(held), encoding="utf-8")
    assert result_of(question, work) == {"answer": 42}
    assert work.done == 2


@pytest.mark.skipif(os.name == "nt", reason="no such files there")
def test_what_is_no_file_is_not_read(folder: Path) -> None:
    work = Work()
    result_of({"asked": 1}, work)
    (file,) = folder.iterdir()
    file.unlink()
    os.mkfifo(file)
    assert result_of({"asked": 1}, work) == {"answer": 42}
    file.unlink(missing_ok=True)
    file.symlink_to("/dev/zero")
    assert result_of({"asked": 1}, work) == {"answer": 42}


def test_only_files_of_its_own_are_forgotten(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_results, "MOST_FILES", 1)
    folder.mkdir()
    for name in ("thesis.json", "letter.tmp", "notes.txt"):
        (folder / name).write_text("mine", encoding="utf-8")
        os.utime(folder / name, (0, 0))
    for number in range(3):
        result_of({"asked": number}, Work())
    kept = {file.name for file in folder.iterdir()}
    assert {"thesis.json", "letter.tmp", "notes.txt"} < kept
    assert len(kept) == 4


def test_bytes_that_are_no_text_are_worked_out_anew(folder: Path) -> None:
    work = Work()
    result_of({"asked": 1}, work)
    (file,) = folder.iterdir()
    file.write_bytes(b"\xff\xfe\x00")
    assert result_of({"asked": 1}, work) == {"answer": 42}
    assert work.done == 2


def test_a_folder_that_cannot_be_written_costs_only_time(folder: Path) -> None:
    folder.parent.mkdir(exist_ok=True)
    folder.write_text("a file where the folder should be", encoding="utf-8")
    assert result_of({"asked": 1}, Work()) == {"answer": 42}


def test_the_oldest_results_go_and_so_does_what_a_killed_process_left(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_results, "MOST_FILES", 3)
    folder.mkdir()
    left = folder / "0123456789abcdef0123.77.tmp"
    left.write_text("{", encoding="utf-8")
    os.utime(left, (0, 0))
    for number in range(5):
        result_of({"asked": number}, Work())
        for file in folder.glob("*.json"):
            stamp = file.stat().st_mtime - 10
            os.utime(file, (stamp, stamp))
    assert len(list(folder.iterdir())) == 3
    work = Work()
    result_of({"asked": 4}, work)
    result_of({"asked": 0}, work)
    assert work.done == 1


def test_the_question_names_all_that_a_solution_depends_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def asked(record: str, edition: str, players: int, rivals: str = "equilibrium") -> str:
        expedition = game_of(record, edition, players).expedition
        return json.dumps(question_of(expedition, read_rivals(rivals), False))

    questions = {
        asked("5 f", "bga", 3),
        asked("5 f", "bga", 4),
        asked("5 f", "gryphon-2009", 3),
        asked("5 sn", "bga", 3),
        asked("5 f 7", "bga", 3),
        asked("5 f x", "bga", 3),
        asked("f 5 f / 5 f", "bga", 3),
        asked("5 f", "bga", 3, "1/10"),
        asked("5 f", "bga", 3, "1/10,1/5"),
    }
    assert len(questions) == 9
    monkeypatch.setattr(document, "SOLVER_VERSION", 0)
    assert asked("5 f", "bga", 3) not in questions


@pytest.mark.parametrize("rivals", ["stay", "herd", "3/10", "equilibrium"])
@pytest.mark.parametrize("record", ["5 f 11 sn 9", "9 11 x 13 14 15 f"])
def test_no_digit_is_lost_on_the_way(rivals: str, record: str) -> None:
    expedition = game_of(record, "bga", 3).expedition
    found = play_among(expedition, read_rivals(rivals), moments=True)
    assert from_document(json.loads(json.dumps(to_document(found)))) == found


def test_the_program_says_the_same_from_the_cache_and_without(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = shlex.split("solve --profile -p 3 --rivals equilibrium --json 5 f 11 sn 9")
    anew = answer_of(monkeypatch, [*asked, "--no-cache"])
    assert not folder.exists()
    first = answer_of(monkeypatch, asked)
    assert len(list(folder.iterdir())) == 1
    assert anew == first == answer_of(monkeypatch, asked)
    (file,) = folder.iterdir()
    file.write_text(file.read_text(encoding="utf-8").replace("6", "5"), encoding="utf-8")
    assert answer_of(monkeypatch, asked) == anew
