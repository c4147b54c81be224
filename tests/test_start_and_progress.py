"""Ctrl-C while the program loads, bars on long work, and files that are whole or not at all."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from incan_odds_cli import progress as bars
from incan_odds_cli.progress import progress, solving
from incan_odds_cli.screen import is_terminal
from incan_odds_cli.whole_file import write_whole

ROOT = Path(__file__).resolve().parents[1]

WHILE_LOADING = """
import os, signal, sys

class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == "click":
            os.kill(os.getpid(), signal.SIGINT)

# A shell may have started the tests with Ctrl-C switched off.
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, Interrupt())
from incan_odds_cli.start import main
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot send itself Ctrl-C there")
def test_ctrl_c_while_the_program_loads_is_quiet() -> None:
    path = os.pathsep.join([str(ROOT / "odds"), str(ROOT / "cli")])
    ended = subprocess.run(
        [sys.executable, "-c", WHILE_LOADING],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": path},
        timeout=60,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (-signal.SIGINT, b"", b"")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def work(seen: io.StringIO, monkeypatch: pytest.MonkeyPatch, patience: float) -> str:
    monkeypatch.setattr(bars, "PATIENCE", patience)
    monkeypatch.setattr(sys, "stderr", seen)
    with progress("working") as report:
        for step in range(11):
            report(step / 10, f"step {step}")
    return seen.getvalue()


def test_a_bar_appears_on_a_terminal_once_work_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = work(Terminal(), monkeypatch, 0.0)
    assert "working" in shown
    assert "100%" in shown
    assert "step 10" in shown


def test_no_bar_appears_where_work_is_quick_or_nobody_watches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert work(Terminal(), monkeypatch, 60.0) == ""
    assert work(io.StringIO(), monkeypatch, 0.0) == ""


def test_a_solution_says_how_many_states_and_how_much_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = Terminal()
    monkeypatch.setattr(bars, "PATIENCE", 0.0)
    monkeypatch.setattr(sys, "stderr", seen)
    with solving() as states:
        states(0.5, 2**20, 2**26)
    assert "1,048,576 states, at most 64 MB" in seen.getvalue()


def test_a_file_is_written_though_its_folder_cannot_be_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refused)
    write_whole(tmp_path / "a", b"whole")
    assert (tmp_path / "a").read_bytes() == b"whole"


def test_the_longest_name_can_be_written(tmp_path: Path) -> None:
    file = tmp_path / ("n" * 251 + ".svg")
    write_whole(file, b"whole")
    assert [found.name for found in tmp_path.iterdir()] == [file.name]


def test_where_writing_fails_the_file_is_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    (tmp_path / "a").write_bytes(b"before")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(tmp_path / "a", b"after")
    assert (tmp_path / "a").read_bytes() == b"before"
    assert [found.name for found in tmp_path.iterdir()] == ["a"]


def test_an_interruption_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "a", b"whole")
    assert not list(tmp_path.iterdir())


def test_a_stream_that_was_closed_is_no_terminal() -> None:
    assert is_terminal(Terminal())
    assert not is_terminal(io.StringIO())
    assert not is_terminal(None)
