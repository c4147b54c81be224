"""`incan-odds play` on a terminal: prompt, history, completion, width, colour, how it leaves."""

from __future__ import annotations

import contextlib
import json
import os
import re
import select
import shlex
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

fcntl = pytest.importorskip("fcntl", reason="a pseudo-terminal")
termios = pytest.importorskip("termios", reason="a pseudo-terminal")

ROOT = Path(__file__).resolve().parents[1]
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
CONTROL = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]|[\x07\r]")
UP, TAB, CTRL_C, CTRL_D = "\x1b[A", "\t", "\x03", "\x04"
OVER = "f f / m m / r r / sn sn / sp sp"

# The terminal is the one that Ctrl-C comes from only where it is taken as such.
SCRIPT = """
import fcntl, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
from incan_odds_cli.main import run
sys.exit(run())
"""


def environment(**changes: str) -> dict[str, str]:
    """Return the environment of a terminal, without anybody's settings."""
    strange = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "INPUTRC", "PYTHONSTARTUP")
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("INCAN_ODDS_") and name not in strange
    }
    path = os.pathsep.join(str(ROOT / folder) for folder in ("odds", "cli"))
    own = {"PYTHONPATH": path, "PYTHONUTF8": "1", "TERM": "xterm-256color", "INPUTRC": os.devnull}
    return kept | own | changes


def set_width(terminal: int, columns: int) -> None:
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))


class Screen:
    """A `play` on a pseudo-terminal, and what it has shown."""

    def __init__(self, process: subprocess.Popen[bytes], master: int) -> None:
        self.process = process
        self.master = master
        self.raw = b""

    def resize(self, columns: int) -> None:
        """Give the terminal another width, and let the prompt be drawn again."""
        set_width(self.master, columns)
        while select.select([self.master], [], [], 0.3)[0]:
            self.raw += self._more()

    def press(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def until(self, wanted: str, lines: int = 0) -> str:
        """Read until the screen ends with `wanted`, after so many lines; return what has come."""
        seen = b""
        deadline = time.monotonic() + 60
        while True:
            shown = CONTROL.sub("", seen.decode("utf-8", "replace"))
            if shown.endswith(wanted) and shown.count("\n") >= lines:
                break
            assert time.monotonic() < deadline, seen
            more = self._more()
            assert more, seen
            seen += more
        self.raw += seen
        return seen.decode()

    def to_the_end(self) -> str:
        """Read what still comes, until the program has ended."""
        seen = b""
        while more := self._more():
            seen += more
        self.raw += seen
        return seen.decode()

    def _more(self) -> bytes:
        if not select.select([self.master], [], [], 60)[0]:
            return b""
        try:
            return os.read(self.master, 65536)
        except OSError:
            # So Linux says that nobody has the terminal open any more.
            return b""

    def say(self, line: str, prompt: str = "> ") -> str:
        """Type a line, and return the answer without the echo."""
        self.press(f"{line}\r")
        return self.until(prompt, lines=2).split("\n", 1)[1]

    def ended(self) -> int:
        return self.process.wait(60)


Open = Callable[..., contextlib.AbstractContextManager[Screen]]


@pytest.fixture
def opened(tmp_path: Path) -> Open:
    """Return what opens `play` on a terminal, 100 columns wide; its game is kept in a file."""

    @contextlib.contextmanager
    def on_a_terminal(
        *arguments: str, columns: int = 100, named: bool = True, **changes: str
    ) -> Iterator[Screen]:
        master, slave = os.openpty()
        set_width(master, columns)
        file = ["--file", str(tmp_path / "friday.txt")] if named else []
        process = subprocess.Popen(
            [sys.executable, "-c", SCRIPT, "play", *file, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env=environment(**changes),
        )
        os.close(slave)
        screen = Screen(process, master)
        try:
            yield screen
        finally:
            process.kill()
            process.wait(60)
            os.close(master)

    return on_a_terminal


def plain(shown: str) -> list[str]:
    """Return the lines on the screen, without what steers the terminal."""
    return CONTROL.sub("", shown).split("\n")


# The first sight.


def test_it_starts_at_once_with_the_table_and_a_prompt(opened: Open) -> None:
    with opened("-p", "ann,me") as screen:
        lines = plain(screen.until("1> "))
        assert lines[0] == "expedition 1 of 5, 2 inside: ann, me; bag 0, path 0; out: none"
        assert lines[1].startswith("bust 0 = 0 %, never; 30 unseen")
        assert lines[2] == "$ incan-odds next -p ann,me"
        assert lines[3].startswith("STAY: ")
        assert lines[4] == "?: cards and keys, u: undo, q: quit"
        assert lines[5:] == ["1> "]


def test_an_answer_is_the_short_screen_with_the_decision_before_the_next_prompt(
    opened: Open,
) -> None:
    with opened() as screen:
        screen.until("> ")
        lines = plain(screen.say("5 f"))
        assert lines[0] == "expedition 1 of 5; bag 5, path 0; out: fire"
        assert lines[1].startswith("bust 1/14 = 7.1 %, 1 in 14; 28 unseen")
        assert lines[2] == "$ incan-odds next 5 f"
        assert lines[3].startswith("STAY: ")
        assert lines[4:] == ["1> "]


def test_the_prompt_is_the_number_of_the_expedition(opened: Open) -> None:
    with opened() as screen:
        screen.until("1> ")
        assert plain(screen.say("f f"))[-1] == "2> "
        assert plain(screen.say("m 5 m"))[-1] == "3> "
        assert plain(screen.say("u"))[-1] == "2> "


def test_after_a_restart_the_saved_game_is_there_at_once(opened: Open) -> None:
    with opened("-p", "4") as screen:
        screen.until("> ")
        screen.say("5 f")
        screen.press(CTRL_D)
        screen.to_the_end()
        assert screen.ended() == 0
    with opened() as screen:
        lines = plain(screen.until("> "))
        assert "$ incan-odds next -p 4 5 f" in lines


def test_a_mistake_is_one_line_and_the_prompt_comes_again(opened: Open) -> None:
    with opened() as screen:
        screen.until("> ")
        screen.say("5")
        lines = plain(screen.say("zzz"))
        assert "incan-odds: token 1 'zzz': 'zzz' is no card" in lines[0]
        assert "$ incan-odds next" not in " ".join(lines)
        assert lines[-1] == "1> "
        assert "$ incan-odds next 5 f" in plain(screen.say("f"))


def test_the_end_of_the_game_shows_every_tent_and_the_winner(opened: Open) -> None:
    with opened("-p", "ann,me") as screen:
        screen.until("> ")
        # 11 between two: 5 each, 1 on the path, which Ann takes with the artifact.
        screen.say("11 a x:ann f f / m m / r r / sn sn / sp")
        lines = plain(screen.say("sp"))
        assert "ann: 11 points, 1 artifact" in lines
        assert "you: 0 points" in lines
        assert lines[-2] == "GAME OVER: ann wins"


# Editing a line.


def test_arrow_up_brings_back_the_last_line(opened: Open) -> None:
    with opened() as screen:
        screen.until("> ")
        screen.say("7")
        assert "$ incan-odds next 7 7" in plain(screen.say(UP))
        screen.say("f")
        assert "$ incan-odds next 7 7 f f" in plain(screen.say(UP))


def test_arrow_up_reaches_the_lines_of_before_a_restart(opened: Open) -> None:
    with opened() as screen:
        screen.until("> ")
        screen.say("5")
        screen.say("11")
        screen.process.kill()
    with opened() as screen:
        screen.until("> ")
        assert "$ incan-odds next 5 11 5" in plain(screen.say(UP + UP))


def test_undo_is_one_key(opened: Open) -> None:
    with opened() as screen:
        screen.until("> ")
        screen.say("5 f")
        screen.say("13")
        lines = plain(screen.say("u"))
        assert lines[0] == "undone: 13"
        assert "$ incan-odds next 5 f" in lines
        assert "$ incan-odds next" in plain(screen.say("u"))
        assert "nothing to undo" in screen.say("u")


@pytest.mark.parametrize(
    ("players", "before", "typed", "becomes"),
    [
        ("1", "", f"sna{TAB}", "sn"),
        ("1", "", f"5 mum{TAB}", "5 m"),
        ("1", "", f"SPI{TAB}", "sp"),
        ("ann,bob,me", "5", f"x:b{TAB}", "5 x:bob"),
        ("Ann,Bob,me", "5", f"x:B{TAB}", "5 x:Bob"),
        ("Ann,Bob,me", "5", f"x:b{TAB}", "5 x:Bob"),
        ("1", "13", f"1{TAB} 14", "13 1 14"),
    ],
)
def test_tab_completes_what_can_still_come(
    opened: Open, players: str, before: str, typed: str, becomes: str
) -> None:
    with opened("-p", players) as screen:
        screen.until("> ")
        if before:
            screen.say(before)
        screen.press(typed)
        # What is completed is on the screen before the line is sent.
        time.sleep(0.3)
        shown = screen.say("")
        option = "" if players == "1" else f" -p {players}"
        assert f"$ incan-odds next{option} {becomes}" in plain(shown)


def test_tab_completes_keys_too(opened: Open) -> None:
    with opened() as screen:
        screen.until("> ")
        assert "safe for 1: 100 %" in screen.say(f"surv{TAB}")


# Width and colour.


@pytest.mark.parametrize("columns", [40, 60])
def test_no_line_is_longer_than_the_terminal(opened: Open, columns: int) -> None:
    with opened("-p", "Anneliese,Bartholomew,Charlotte,me", columns=columns) as screen:
        shown = [screen.until("> ")]
        for line in ("7 a", "x:Anneliese+me", "15 f", "t", "?", "survive", "record", "zzz", "u"):
            shown.append(screen.say(line))
        for line in plain("\n".join(shown)):
            # A command is not torn: the terminal breaks it, and copies it whole.
            assert len(line) <= columns or line.startswith("$ "), line


def test_a_terminal_that_becomes_narrower_during_the_game(opened: Open) -> None:
    with opened("-p", "Anneliese,Bartholomew,Charlotte,me") as screen:
        wide = screen.until("> ")
        assert max(map(len, plain(wide))) > 40
        screen.resize(40)
        narrow = screen.say("7 f")
        assert all(len(line) <= 40 or line.startswith("$ ") for line in plain(narrow))
        assert "bag 1, path 3" in " ".join(" ".join(plain(narrow)).split())
        screen.resize(100)
        assert max(map(len, plain(screen.say("11")))) > 40


def test_a_command_on_a_narrow_terminal_can_be_pasted(opened: Open) -> None:
    with opened("-p", "Anneliese,Bartholomew,Charlotte,me", columns=40) as screen:
        screen.until("> ")
        (line,) = [line for line in plain(screen.say("7 f")) if line.startswith("$ ")]
        assert shlex.split(line) == [
            *("$", "incan-odds", "next", "-p", "Anneliese,Bartholomew,Charlotte,me"),
            *("7", "f"),
        ]


def test_the_decision_has_colour_on_a_terminal(opened: Open) -> None:
    with opened() as screen:
        screen.until("> ")
        shown = screen.say("5 f")
        assert COLOUR.search(shown)
        assert len(COLOUR.findall(shown)) >= 2
        # What is coloured is switched off again before the reason.
        assert re.search(r"STAY\x1b\[0m: ", shown)


@pytest.mark.parametrize("setting", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colour_where_it_is_not_wanted(opened: Open, setting: dict[str, str]) -> None:
    with opened(**setting) as screen:
        screen.until("> ")
        for line in ("f m r 13", "15", "x", OVER[4:], "t", "zzz"):
            assert not COLOUR.search(screen.say(line)), line
        screen.press(CTRL_D)
        screen.to_the_end()
        assert not COLOUR.search(screen.raw.decode())


def test_a_dumb_terminal_is_answered_all_the_same(opened: Open) -> None:
    with opened(TERM="dumb") as screen:
        screen.until("> ")
        assert "$ incan-odds next 5 f" in plain(screen.say("5 f"))


# Leaving.


def insist(screen, interrupted: bool) -> None:
    """Press Ctrl-C again, as a person does, while the program has not noticed it.

    Python misses an interrupt that comes just as it begins to wait for a key, until the next one.
    """
    for _ in range(10):
        if not interrupted:
            return
        try:
            screen.process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            screen.press(CTRL_C)
        else:
            return


@pytest.mark.parametrize(
    ("keys", "code"), [(CTRL_D, 0), (CTRL_C, 130), ("q\r", 0), (f"5 x{CTRL_C}", 130)]
)
def test_it_leaves_politely_and_says_how_to_go_on(
    opened: Open, tmp_path: Path, keys: str, code: int
) -> None:
    with opened("-p", "4", columns=400) as screen:
        screen.until("> ")
        screen.say("5 f")
        screen.press(keys)
        insist(screen, CTRL_C in keys)
        lines = [line for line in plain(screen.to_the_end()) if line]
        assert screen.ended() == code
        assert lines[-2] == "the game is kept; to go on:"
        assert lines[-1] == f"$ incan-odds play --file {tmp_path / 'friday.txt'}"
        assert "Traceback" not in screen.raw.decode()
    assert (tmp_path / "friday.txt").read_text().endswith("\n5 f\n")


def test_ctrl_c_during_an_answer_keeps_what_was_accepted(opened: Open, tmp_path: Path) -> None:
    with opened() as screen:
        screen.until("> ")
        screen.say("5")
        screen.process.send_signal(signal.SIGINT)
        insist(screen, True)
        screen.to_the_end()
        assert screen.ended() == 130
    assert (tmp_path / "friday.txt").read_text().endswith("\n5\n")


def test_a_terminal_that_is_closed_keeps_what_was_accepted(opened: Open, tmp_path: Path) -> None:
    with opened() as screen:
        screen.until("> ")
        screen.say("5 f")
        screen.process.send_signal(signal.SIGHUP)
        assert screen.ended() != 0
    assert (tmp_path / "friday.txt").read_text().endswith("\n5 f\n")


def test_the_usual_game_needs_no_option_to_go_on(opened: Open, tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path / "state")}
    with opened("-p", "4", named=False, **home) as screen:
        screen.until("> ")
        screen.say("5")
        screen.press(CTRL_D)
        lines = [line for line in plain(screen.to_the_end()) if line]
        assert lines[-1] == "$ incan-odds play"
    with opened(named=False, **home) as screen:
        assert "$ incan-odds next -p 4 5" in plain(screen.until("> "))


def test_a_game_in_memory_says_so_and_the_line_to_go_on_holds_it(
    opened: Open, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("no folder")
    nowhere = ["--file", str(tmp_path / "file" / "friday.txt")]
    with opened(*nowhere, "-p", "ann,me", named=False, columns=400) as screen:
        assert "in memory" in screen.until("> ")
        screen.say("5 f")
        screen.say("x:ann")
        screen.press(CTRL_D)
        lines = [line for line in plain(screen.to_the_end()) if line]
        assert screen.ended() == 0
    assert lines[-2] == "the game is in memory alone; to go on:"
    assert shlex.split(lines[-1])[1:] == [
        *("incan-odds", "play", "-p", "ann,me"),
        *("5", "f", "x:ann"),
    ]


# Two terminals.


def test_a_second_terminal_says_that_it_only_shows_the_game(opened: Open) -> None:
    with opened() as first:
        first.until("> ")
        first.say("5")
        with opened() as second:
            shown = " ".join(plain(second.until("> ")))
            assert "another terminal keeps the game" in shown
            assert "$ incan-odds next 5" in shown
            assert "another terminal" in second.say("f")
            first.say("f")
            assert "$ incan-odds next 5 f" in plain(second.say(""))


# A pipe on one side.


def test_a_keyboard_without_a_screen_has_no_prompt(tmp_path: Path) -> None:
    master, slave = os.openpty()
    try:
        process = subprocess.Popen(
            [
                *(sys.executable, "-m", "incan_odds_cli", "play"),
                *("--file", str(tmp_path / "friday.txt")),
            ],
            stdin=slave,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment(),
        )
        os.write(master, b"5 f\n\x04")
        out, _ = process.communicate(timeout=60)
    finally:
        os.close(slave)
        os.close(master)
    assert process.returncode == 0
    assert len(out.splitlines()) == 1
    assert out.startswith(b"STAY: ")


def test_json_stands_alone_on_a_terminal(opened: Open) -> None:
    with opened("--json") as screen:
        screen.press("5 f\r")
        screen.press(CTRL_D)
        shown = CONTROL.sub("", screen.to_the_end())
        assert screen.ended() == 0
    echo, *answers = shown.replace("^D\b\b", "").splitlines()
    assert echo == "5 f"
    assert [json.loads(answer)["decision"] for answer in answers if answer] == ["stay"]
