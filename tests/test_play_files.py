"""The game that `play` keeps: nothing is lost when it is killed, crowded out or given bad files."""

from __future__ import annotations

import errno
import io
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pytest

from incan_odds.record import game_of, write
from incan_odds_cli.main import run
from incan_odds_cli.saved_game import FIRST_LINE
from tests.program import Answer, answer_of

ROOT = Path(__file__).resolve().parents[1]
FOUR = "ann,bob,cy,me"
GOING_ON = "incan-odds: going on with the saved game"
"""How a restart begins, on standard error."""
TABLE = ["-e", "gryphon-2009", "-p", FOUR]
RECORD = (
    "5 m 11 a x:ann sn 7 x:bob+me m / 15 sp 4 x:ann+bob+cy r 13 x:me / f 2 f"
    " / 7 a x:bob 17 x:ann+cy+me / 1 sp 5 x:ann+cy+me 2 x:bob"
)
"""A whole game of four, five expeditions."""

posix = pytest.mark.skipif(os.name != "posix", reason="signals, locks or limits of POSIX")


def without_going_on(said: str) -> str:
    lines = said.splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(GOING_ON))


Ask = Callable[..., Answer]


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Return a function that runs the program in this process.

    That it goes on with a saved game is left out of what it says.
    """

    def program(*arguments: str, stdin: str = "") -> Answer:
        code, *written = answer_of(monkeypatch, arguments, stdin.encode())
        return Answer(code, *map(without_going_on, written))

    return program


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Return where the game of a test is kept."""
    return tmp_path / "friday.txt"


@pytest.fixture
def usual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where the game is kept that no option places; no game is there yet."""
    if sys.platform == "win32":
        pytest.skip("Windows keeps its folders in the registry")
    home = tmp_path / "home"
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "state"))
    from platformdirs import user_state_path

    folder = user_state_path("incan-odds", appauthor=False)
    assert folder.is_relative_to(home)
    folder.mkdir(parents=True)
    return folder / "game.txt"


def lines_of(file: Path) -> list[str]:
    """Return the lines of the record in a saved game."""
    return file.read_text(encoding="utf-8").partition("\n\n")[2].splitlines()


def record_of(file: Path) -> str:
    """Return the record in a saved game of the four, in codes."""
    return write(game_of(" ".join(lines_of(file)), "gryphon-2009", FOUR))


def contents(folder: Path) -> list[bytes]:
    """Return the content of every file of a folder."""
    return [file.read_bytes() for file in sorted(folder.iterdir()) if file.is_file()]


# Processes.


def environment(**changes: str) -> dict[str, str]:
    """Return the environment of a process, without anybody's settings."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("INCAN_ODDS_") and name not in ("NO_COLOR", "FORCE_COLOR")
    }
    path = os.pathsep.join(str(ROOT / folder) for folder in ("odds", "cli"))
    return kept | {"PYTHONPATH": path, "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"} | changes


class Terminal:
    """A `play` in a process of its own, with pipes for keyboard and screen."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self._hang = threading.Timer(60, process.kill)
        self._hang.start()

    @property
    def keyboard(self) -> IO[bytes]:
        assert self.process.stdin is not None
        return self.process.stdin

    def type(self, line: str) -> None:
        """Type a line, without waiting for the answer."""
        self.keyboard.write(f"{line}\n".encode())
        self.keyboard.flush()

    def read(self) -> str:
        """Return the next line on the screen; empty at its end."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline().decode()
        return self.read() if line.startswith(GOING_ON) else line

    def say(self, line: str) -> str:
        """Type a line and return the one line of answer."""
        self.type(line)
        return self.read()

    def kill(self) -> None:
        """End the process as a power cut would."""
        self.process.kill()
        self.process.wait(60)

    def leave(self) -> tuple[int, str]:
        """End the input; return the exit code and what is still said."""
        self.keyboard.close()
        assert self.process.stdout is not None
        rest = self.process.stdout.read().decode()
        return self.process.wait(60), without_going_on(rest)

    def close(self) -> None:
        self._hang.cancel()
        self._hang.join()
        self.process.kill()
        self.process.wait(60)
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            try:
                stream.close()
            except OSError:
                # What was typed last has found no reader.
                continue


@contextmanager
def terminal(
    *arguments: str, before: str = "", runner: Sequence[str] = (), **changes: str
) -> Iterator[Terminal]:
    """Open a `play`; both of its streams are its screen. `before` is run in it first."""
    script = f"{before}\nimport sys\nfrom incan_odds_cli.main import run\nsys.exit(run())"
    process = subprocess.Popen(
        [*runner, sys.executable, "-c", script, "play", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment(**changes),
    )
    opened = Terminal(process)
    try:
        yield opened
    finally:
        opened.close()


# Killed.


def test_killed_after_every_token_of_a_whole_game_it_comes_back_where_it_was(kept: Path) -> None:
    options = TABLE
    for number, token in enumerate(RECORD.split(), start=1):
        with terminal("--file", str(kept), *options) as one:
            assert not one.say(token).startswith("incan-odds:"), token
            one.kill()
        options = []
        assert len(lines_of(kept)) == number
    undisturbed = kept.with_name("undisturbed.txt")
    with terminal("--file", str(undisturbed), *TABLE) as one:
        for token in RECORD.split():
            one.say(token)
        assert one.leave() == (0, "")
    assert kept.read_bytes() == undisturbed.read_bytes()
    assert record_of(kept) == write(game_of(RECORD, "gryphon-2009", FOUR))
    with terminal("--file", str(kept)) as one:
        assert one.say("record").endswith(f" {RECORD}\n")


def test_killed_before_the_answer_there_is_the_old_or_the_new_record(kept: Path) -> None:
    tokens = RECORD.split()
    known: list[str] = []
    options = TABLE
    # From at once to long after the answer; again until the game is over.
    pauses = [0.001, 0.002, 0.2, 0.004, 0.003, 0]
    for attempt in range(200):
        if len(known) == 6:
            break
        with terminal("--file", str(kept), *options) as one:
            one.say("")
            one.type(tokens[len(known)])
            time.sleep(pauses[attempt % len(pauses)])
            one.kill()
        found = lines_of(kept) if kept.exists() else []
        assert found in (known, [*known, tokens[len(known)]])
        known = found
        options = [] if kept.exists() else TABLE
    assert known == tokens[:6]


CRASH = """
import os, signal
def counted(original):
    def call(*arguments, **names):
        global left
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)
        return original(*arguments, **names)
    return call
left = {number}
for name in ("fsync", "replace", "rename", "write", "open", "link", "unlink"):
    setattr(os, name, counted(getattr(os, name)))
"""


@posix
@pytest.mark.parametrize("key", ["7", "new"])
def test_killed_at_any_step_of_writing_there_is_the_old_or_the_new_game(
    kept: Path, key: str
) -> None:
    # Steps are the calls that write, sync, rename; it is killed before the first, the second, ...
    before = f"{FIRST_LINE}\n\n5\nf\n"
    after = {"7": f"{before}7\n", "new": f"{FIRST_LINE}\n\n"}[key]
    for number in range(1, 40):
        for file in kept.parent.iterdir():
            file.unlink()
        kept.write_text(before, encoding="utf-8")
        with terminal("--file", str(kept), before=CRASH.format(number=number)) as one:
            one.type(key)
            one.keyboard.close()
            code = one.process.wait(60)
        if key == "new":
            assert before.encode() in contents(kept.parent)
        if key != "new" or kept.exists():
            assert kept.read_text(encoding="utf-8") in (before, after)
        if code != -signal.SIGKILL:
            break
    assert code == 0
    assert kept.read_text(encoding="utf-8") == after
    assert number > 5


def test_every_line_is_synced_and_renamed_before_its_answer_appears(
    monkeypatch: pytest.MonkeyPatch, kept: Path
) -> None:
    happened: list[str] = []

    def noted(name: str) -> None:
        original = getattr(os, name)

        def call(*arguments: Any, **names: Any) -> Any:
            happened.append(name)
            return original(*arguments, **names)

        monkeypatch.setattr(os, name, call)

    class Screen(io.StringIO):
        def write(self, text: str) -> int:
            if text.strip():
                happened.append("answer")
            return super().write(text)

    lines = ["5", "f", "11", "u", "redo"]
    stdin = io.TextIOWrapper(io.BytesIO("".join(f"{line}\n" for line in lines).encode()))
    noted("fsync")
    noted("replace")
    monkeypatch.setattr(sys, "stdin", stdin)
    monkeypatch.setattr(sys, "stdout", Screen())
    assert run(["play", "--file", str(kept)]) == 0
    rounds = " ".join(happened).split("answer")
    assert len(rounds) == len(lines) + 1
    for steps in rounds[1:-1]:
        # The content is on disk before its name is, and its name before the answer.
        assert steps.split()[:2] == ["fsync", "replace"]


# No room, no right.


def full(number: int) -> Callable[..., Any]:
    """Return a call that fails as on a full disk."""

    def call(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    return call


NO_SPACE = os.strerror(errno.ENOSPC)


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_where_the_disk_is_full_from_the_start_the_game_goes_on_in_memory(
    ask: Ask, kept: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    monkeypatch.setattr(os, step, full(errno.ENOSPC))
    answer = ask("play", "--file", str(kept), stdin="5 f\n11\nu\nrecord\n")
    assert answer.code == 0
    lines = answer.out.splitlines()
    assert len(lines) == 4
    assert lines[-1] == "incan-odds next 5 f"
    (said,) = answer.err.splitlines()
    assert str(kept) in said
    assert NO_SPACE in said
    assert "in memory" in said
    assert not kept.exists()


class Filling(io.RawIOBase):
    """A keyboard whose n-th line is typed as the disk fills up, and another as it empties again."""

    def __init__(self, lines: list[str], events: dict[int, Callable[[], None]]) -> None:
        self.lines = lines
        self.events = events
        self.typed = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if self.typed == len(self.lines):
            return 0
        self.events.get(self.typed, lambda: None)()
        raw = f"{self.lines[self.typed]}\n".encode()
        self.typed += 1
        buffer[: len(raw)] = raw
        return len(raw)


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_where_the_disk_fills_up_the_saved_game_stays_whole_and_the_session_goes_on(
    monkeypatch: pytest.MonkeyPatch, kept: Path, step: str
) -> None:
    whole: list[list[str]] = []
    original = getattr(os, step)

    def fill() -> None:
        monkeypatch.setattr(os, step, full(errno.ENOSPC))

    def look() -> None:
        whole.append(lines_of(kept))

    def empty() -> None:
        look()
        monkeypatch.setattr(os, step, original)

    typed = ["5", "f", "11", "record", "7"]
    keyboard = Filling(typed, {1: fill, 2: look, 3: look, 4: empty})
    screen, errors = io.StringIO(), io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(keyboard, 64)))
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setattr(sys, "stderr", errors)
    assert run(["play", "--file", str(kept)]) == 0
    assert whole == [["5"], ["5"], ["5"]]
    assert len(screen.getvalue().splitlines()) == len(typed)
    assert "incan-odds next 5 f 11" in screen.getvalue().splitlines()
    (said,) = errors.getvalue().splitlines()
    assert NO_SPACE in said
    assert "in memory" in said
    # Once there is room again, all that was typed meanwhile is saved.
    assert lines_of(kept) == ["5", "f", "11", "7"]
    assert [file.name for file in kept.parent.iterdir() if file.suffix == ".tmp"] == []


@posix
def test_a_real_write_that_is_cut_short_leaves_the_saved_game_whole(kept: Path) -> None:
    # The system lets no file grow beyond 64 bytes: the first line fits, the third does not.
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))"
    with terminal("--file", str(kept), before=limit) as one:
        assert "STAY" in one.say("f 5 11 7 4")
        saved = kept.read_bytes()
        said = [one.say("x 5 7 11 x 5 7 11 x 5 7 11 1 2 3 4 9 13 14 15")]
        said.append(one.read())
        assert any("cannot be written" in line and "in memory" in line for line in said)
        assert kept.read_bytes() == saved
        one.type("record")
        assert one.leave()[1].endswith("x / 5 7 11 x / 5 7 11 x / 5 7 11 1 2 3 4 9 13 14 15\n")
    assert kept.read_bytes() == saved


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Return a folder that is a file system of its own, a few pages large."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    if mount is None or sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("no file system can be mounted here")
    made = subprocess.run(
        [mount, "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)],
        check=False,
        capture_output=True,
    )
    if made.returncode:
        pytest.skip("no file system can be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def fill_up(ballast: Path) -> None:
    """Write until the disk is full."""
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise


def test_on_a_disk_that_is_really_full_the_session_goes_on_and_saves_when_there_is_room(
    small_disk: Path,
) -> None:
    kept, ballast = small_disk / "friday.txt", small_disk / "ballast"
    with terminal("--file", str(kept)) as one:
        one.say("5")
        fill_up(ballast)
        said = [one.say("f"), one.read()]
        assert any(NO_SPACE in line and "in memory" in line for line in said)
        assert any("STAY" in line for line in said)
        assert lines_of(kept) == ["5"]
        ballast.unlink()
        assert "STAY" in one.say("11")
        assert lines_of(kept) == ["5", "f", "11"]
        assert one.leave() == (0, "")


def test_on_a_disk_that_is_full_from_the_start_the_saved_game_goes_on_in_memory(
    small_disk: Path,
) -> None:
    kept, ballast = small_disk / "friday.txt", small_disk / "ballast"
    kept.write_text(f"{FIRST_LINE}\nplayers: 4\n\n5 f\n", encoding="utf-8")
    saved = kept.read_bytes()
    fill_up(ballast)
    with terminal("--file", str(kept)) as one:
        said = one.read()
        assert NO_SPACE in said
        assert "in memory" in said
        assert "STAY" in one.say("x:me f")
        assert one.say("record").endswith("next -p 4 5 f x:me f\n")
        assert one.leave() == (0, "")
    assert kept.read_bytes() == saved


def test_where_no_folder_can_be_the_game_goes_on_in_memory_with_one_line(
    ask: Ask, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("no folder")
    kept = tmp_path / "file" / "friday.txt"
    answer = ask("play", "--file", str(kept), stdin="5 f\n11\nrecord\n")
    assert answer.code == 0
    assert answer.out.splitlines()[-1] == "incan-odds next 5 f 11"
    (said,) = answer.err.splitlines()
    assert str(kept) in said
    assert "in memory" in said
    assert (tmp_path / "file").read_text() == "no folder"


@pytest.fixture
def limited() -> list[str]:
    """Return what runs a program so that it keeps to the rights of files and folders."""
    if os.name != "posix":
        pytest.skip("rights of POSIX")
    if os.geteuid():
        return []
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        pytest.skip("root can read and write anyway")
    return [setpriv, "--inh-caps=-all", "--bounding-set=-all"]


@pytest.fixture
def closed(tmp_path: Path) -> Iterator[Path]:
    """Return a folder in which a test may forbid to write."""
    folder = tmp_path / "closed"
    folder.mkdir()
    yield folder
    folder.chmod(0o755)


def test_in_a_read_only_folder_the_saved_game_goes_on_in_memory(
    closed: Path, limited: list[str]
) -> None:
    kept = closed / "friday.txt"
    kept.write_text(f"{FIRST_LINE}\nplayers: 4\n\n5 f\n", encoding="utf-8")
    saved = kept.read_bytes()
    closed.chmod(0o555)
    with terminal("--file", str(kept), runner=limited) as one:
        said = one.read()
        assert "cannot be written" in said
        assert "in memory" in said
        assert "STAY" in one.say("11")
        assert one.say("record") == "incan-odds next -p 4 5 f 11\n"
        assert one.leave() == (0, "")
    assert kept.read_bytes() == saved
    assert list(closed.iterdir()) == [kept]


def test_with_a_read_only_home_the_game_goes_on_in_memory(closed: Path, limited: list[str]) -> None:
    closed.chmod(0o555)
    home = {"HOME": str(closed), "XDG_STATE_HOME": str(closed / "state")}
    with terminal("-p", "4", runner=limited, **home) as one:
        assert "in memory" in one.read()
        assert "STAY" in one.say("5")
        assert one.leave() == (0, "")
    assert list(closed.iterdir()) == []


def test_a_game_that_cannot_be_read_is_never_overwritten(usual: Path, limited: list[str]) -> None:
    saved = f"{FIRST_LINE}\n\n5 f\n"
    usual.write_text(saved, encoding="utf-8")
    usual.chmod(0)
    with terminal(runner=limited) as one:
        one.type("11")
        assert str(usual) in one.leave()[1]
    for file in usual.parent.iterdir():
        file.chmod(0o600)
    assert saved.encode() in contents(usual.parent)


def test_a_folder_where_the_game_should_be_is_reported_and_the_game_goes_on_in_memory(
    ask: Ask, usual: Path
) -> None:
    usual.mkdir()
    (usual / "something").write_text("kept")
    answer = ask("play", stdin="5 f\nrecord\n")
    assert answer.code == 0
    assert answer.out.splitlines()[-1] == "incan-odds next 5 f"
    assert str(usual) in answer.err
    assert (usual / "something").read_text() == "kept"


@posix
def test_a_folder_that_goes_away_during_the_game_leaves_the_game_in_memory(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "stick"
    folder.mkdir()
    with terminal("--file", str(folder / "friday.txt")) as one:
        one.say("5")
        shutil.rmtree(folder)
        one.type("f")
        one.type("record")
        code, said = one.leave()
    assert code == 0
    assert "in memory" in said
    assert "another terminal" not in said
    assert said.endswith("incan-odds next 5 f\n")


# Two terminals.


@pytest.fixture
def two(kept: Path) -> Callable[..., Any]:
    """Return what opens a further terminal on the same game."""

    def opened(*arguments: str, **names: Any) -> Any:
        return terminal("--file", str(kept), *arguments, **names)

    return opened


def test_a_second_terminal_says_so_shows_the_game_and_changes_nothing(
    two: Callable[..., Any], kept: Path
) -> None:
    with two("-p", "4") as first:
        first.say("5 f")
        with two() as second:
            assert "another terminal" in second.read()
            assert "staying is worth" in second.say("")
            saved = kept.read_bytes()
            for line in ("11", "u", "new", "redo"):
                said = second.say(line)
                assert said.startswith("incan-odds: another terminal"), line
                assert "--take-over" in said
            assert kept.read_bytes() == saved
            # It follows what the first goes on to play.
            assert "YOU HAVE LEFT" in first.say("11 x:me")
            assert "YOU HAVE LEFT" in second.say("")
            assert second.say("record") == "incan-odds next -p 4 5 f 11 x:me\n"
            assert second.leave() == (2, "")
        assert "STAY" in first.say("f")
        assert first.leave() == (0, "")
    assert lines_of(kept) == ["5 f", "11 x:me", "f"]


def test_the_way_to_take_over_names_the_file(two: Callable[..., Any], kept: Path) -> None:
    with two() as first:
        first.say("5")
        with two() as second:
            for said in (second.read(), second.say("f")):
                assert f"--file {kept}" in said
                assert "--take-over" in said


def test_a_second_terminal_takes_over_on_request_and_the_first_refuses(
    two: Callable[..., Any], kept: Path
) -> None:
    with two() as first:
        first.say("5")
        with two("--take-over") as second:
            assert "STAY" in second.say("f")
            assert first.say("11").startswith("incan-odds: another terminal")
            assert first.say("u").startswith("incan-odds: another terminal")
            assert first.say("new").startswith("incan-odds: another terminal")
            assert lines_of(kept) == ["5", "f"]
            assert "STAY" in second.say("7")
            assert first.say("record") == "incan-odds next 5 f 7\n"
            assert second.leave() == (0, "")
        first.leave()
    assert lines_of(kept) == ["5", "f", "7"]


def test_terminals_take_over_from_each_other_in_turn_and_nothing_is_lost(
    two: Callable[..., Any], kept: Path
) -> None:
    with two() as first, two("--take-over") as second:
        second.say("5")
        with two("--take-over") as third:
            assert "STAY" in third.say("7")
            assert second.say("9").startswith("incan-odds: another terminal")
            assert first.say("9").startswith("incan-odds: another terminal")
            assert third.say("record") == "incan-odds next 5 7\n"
    assert lines_of(kept) == ["5", "7"]


def test_a_third_terminal_is_read_only_though_the_first_has_left(
    two: Callable[..., Any], kept: Path
) -> None:
    # The second has taken over and goes on to play; nobody asked the third to take over.
    with two() as first:
        first.say("5")
        with two("--take-over") as second:
            second.say("f")
            first.leave()
            with two() as third:
                third.type("7")
                assert "another terminal" in third.read()
                assert third.read().startswith("incan-odds: another terminal")
                assert "STAY" in second.say("11")
    assert lines_of(kept) == ["5", "f", "11"]


@pytest.mark.parametrize("how", ["leaves", "is killed"])
def test_when_the_first_has_gone_the_next_keeps_the_game(
    two: Callable[..., Any], kept: Path, how: str
) -> None:
    with two() as first:
        first.say("5")
        if how == "leaves":
            first.leave()
        else:
            first.kill()
        with two() as second:
            assert "STAY" in second.say("f")
    assert lines_of(kept) == ["5", "f"]


@pytest.mark.parametrize("how", ["leaves", "is killed"])
def test_when_the_one_that_took_over_has_gone_the_next_keeps_the_game(
    two: Callable[..., Any], kept: Path, how: str
) -> None:
    with two() as first:
        first.say("5")
        with two("--take-over") as second:
            second.say("f")
            first.leave()
            if how == "leaves":
                second.leave()
            else:
                second.kill()
    with two() as third:
        assert "STAY" in third.say("11")
    assert lines_of(kept) == ["5", "f", "11"]


def test_of_terminals_that_start_at_the_same_time_one_keeps_the_game(
    two: Callable[..., Any], kept: Path
) -> None:
    with two() as a, two() as b, two() as c, two() as d:
        all_four = [a, b, c, d]
        for one in all_four:
            one.type("5")
        said = []
        for one in all_four:
            first = one.read()
            said.append(one.read() if first.startswith("incan-odds: another") else first)
        refused = [line for line in said if line.startswith("incan-odds: another terminal")]
        assert len(refused) == 3
    assert lines_of(kept) == ["5"]


def test_new_in_a_second_terminal_leaves_the_game_of_the_first_alone(
    two: Callable[..., Any], kept: Path
) -> None:
    with two() as first:
        first.say("5 f")
        saved = kept.read_bytes()
        with two("--new") as second:
            second.leave()
        assert kept.read_bytes() == saved
        first.kill()
    with two() as third:
        assert third.say("record") == "incan-odds next 5 f\n"


def test_new_and_take_over_together_begin_afresh_and_the_old_game_is_aside(
    two: Callable[..., Any], kept: Path
) -> None:
    with two() as first:
        first.say("5 f")
        with two("--new", "--take-over") as second:
            second.read()
            assert "STAY" in second.say("11")
            assert first.say("7").startswith("incan-odds: another terminal")
    assert lines_of(kept) == ["11"]
    assert any(old.endswith(b"\n5 f\n") for old in contents(kept.parent))


PAUSE = """
import fcntl, time
from pathlib import Path
original = fcntl.flock
def flock(*arguments):
    fcntl.flock = original
    Path({here!r}).touch()
    while not Path({go!r}).exists():
        time.sleep(0.005)
    return original(*arguments)
fcntl.flock = flock
"""


@posix
@pytest.mark.parametrize("how", ["takes over", "leaves"])
def test_what_is_accepted_while_another_terminal_starts_is_not_lost(
    two: Callable[..., Any], kept: Path, tmp_path: Path, how: str
) -> None:
    here, go = tmp_path / "here", tmp_path / "go"
    pause = PAUSE.format(here=str(here), go=str(go))
    with two() as first:
        first.say("5")
        take_over = ["--take-over"] if how == "takes over" else []
        with two(*take_over, before=pause) as second:
            while not here.exists():
                assert second.process.poll() is None
                time.sleep(0.005)
            assert "STAY" in first.say("f")
            if how == "leaves":
                first.leave()
            go.touch()
            assert "STAY" in second.say("11")
    assert lines_of(kept) == ["5", "f", "11"]


@posix
def test_a_terminal_that_is_crowded_out_in_the_middle_of_a_game_loses_no_accepted_line(
    two: Callable[..., Any], kept: Path
) -> None:
    many = 400
    with two() as first:
        first.say("5")
        # Undo and redo, as fast as they can be read; every one of them is saved.
        for _ in range(many // 2):
            first.type("7")
            first.type("u")
        first.keyboard.close()
        with two("--take-over") as second:
            assert "STAY" in second.say("f")
            answers = first.leave()[1].splitlines()
        accepted = [line for line in answers if not line.startswith("incan-odds:")]
        assert len(answers) == many
    # The last one that was accepted stands, and the second goes on from there.
    assert lines_of(kept) == (["5", "7", "f"] if len(accepted) % 2 else ["5", "f"])


# Damaged files.

HEALTHY = [
    FIRST_LINE,
    "edition: gryphon-2009",
    f"players: {FOUR}",
    "gone: mummy",
    "",
    "5 f",
    "x:ann",
    "11 a",
    "x:bob+me",
    "13",
    "f",
]
RECORD_LINES = range(5, len(HEALTHY))


def text(lines: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def test_the_healthy_file_is_read(ask: Ask, kept: Path) -> None:
    kept.write_bytes(text(HEALTHY))
    answer = ask("play", "--file", str(kept), stdin="record\n")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.endswith("--gone mummy 5 f x:ann 11 a x:bob+me 13 f\n")


def damage(kind: str, line: str) -> bytes:
    raw = line.encode()
    middle = len(raw) // 2
    return {
        "overwritten": b"#%&!",
        "not UTF-8": raw[:middle] + b"\xff\xfe" + raw[middle:],
        "zeros": b"\0" * max(4, len(raw)),
        "a letter more": raw + b"Q",
    }[kind]


@pytest.mark.parametrize("kind", ["overwritten", "not UTF-8", "zeros", "a letter more"])
@pytest.mark.parametrize("place", RECORD_LINES)
def test_a_damaged_line_of_the_record_is_reported_and_what_stands_before_it_goes_on(
    ask: Ask, kept: Path, place: int, kind: str
) -> None:
    lines = [line.encode() for line in HEALTHY]
    lines[place] = damage(kind, HEALTHY[place])
    damaged = b"\n".join([*lines, b""])
    kept.write_bytes(damaged)
    answer = ask("play", "--file", str(kept), stdin="record\n7\n")
    (said,) = answer.err.splitlines()
    assert str(kept) in said
    assert f"line {place + 1}:" in said
    record = " ".join(HEALTHY[5:place])
    assert answer.out.splitlines()[0].endswith(f"--gone mummy {record}".rstrip())
    assert answer.code == 0
    # Whole, aside; and what was typed since is saved.
    assert damaged in contents(kept.parent)
    assert lines_of(kept) == [*HEALTHY[5:place], "7"]


@pytest.mark.parametrize("place", RECORD_LINES)
def test_what_stands_before_the_damage_is_not_lost_though_nothing_is_typed(
    ask: Ask, kept: Path, place: int
) -> None:
    kept.write_bytes(text([*HEALTHY[:place], "#%&!", *HEALTHY[place + 1 :]]))
    assert "line" in ask("play", "--file", str(kept)).err
    answer = ask("play", "--file", str(kept), stdin="record\n")
    assert (answer.code, answer.err) == (0, "")
    record = " ".join(HEALTHY[5:place])
    assert answer.out.rstrip("\n").endswith(f"--gone mummy {record}".rstrip())


@pytest.mark.parametrize(
    ("place", "line"),
    [
        (1, "#%&!"),
        (1, "edition"),
        (1, ""),
        (2, "plaxers: ann,bob,cy,me"),
        (2, "edition: gryphon-2009"),
        (2, "\0\0\0\0"),
        (3, "gone mummy"),
        (4, "5 f"),
        (4, "expedition: two"),
        (4, "claimed: 1.5"),
        (4, f"claimed: {'9' * 5000}"),
        (1, "edition: gryph\ufffdn"),
        (2, "players: ann,,me"),
        (2, "players: 99"),
        (3, "gone: dragon"),
    ],
)
def test_a_damaged_header_is_reported_with_the_line_and_nothing_is_overwritten(
    ask: Ask, kept: Path, place: int, line: str
) -> None:
    damaged = text([*HEALTHY[:place], line, *HEALTHY[place + 1 :]])
    kept.write_bytes(damaged)
    answer = ask("play", "--file", str(kept), stdin="5\n")
    said = answer.err.splitlines()[0]
    assert str(kept) in said
    # An option that makes no game any more is named; everything else by its line.
    option = line.partition(":")[0]
    assert "line " in said or f"--{option}:" in said
    assert damaged in contents(kept.parent)
    if answer.code:
        assert (answer.code, len(answer.err.splitlines())) == (2, 1)
        assert kept.read_bytes() == damaged


def cut_short() -> list[bytes]:
    whole = text(HEALTHY)
    return [whole[:length] for length in range(len(whole) - 28, len(whole))]


def test_a_file_that_is_cut_short_is_reported_or_read_up_to_a_whole_line(
    ask: Ask, kept: Path
) -> None:
    whole = ["5", "f", "x:ann", "11", "a", "x:bob+me", "13", "f"]
    for cut in cut_short():
        for file in kept.parent.iterdir():
            file.unlink()
        kept.write_bytes(cut)
        answer = ask("play", "--file", str(kept), stdin="record\n")
        tokens = answer.out.split("--gone mummy", 1)[1].split()
        assert tokens == whole[: len(tokens)], cut
        if not cut.endswith(b"\n"):
            assert str(kept) in answer.err, cut
            assert cut in contents(kept.parent), cut


STRANGE = {
    "empty": b"",
    "a line break": b"\n",
    "binary": bytes(range(256)) * 40,
    "zeros": bytes(4096),
    "text": b"Shopping list\n5 eggs\n",
    "a later version": b"incan-odds game 2\nplayers: 4\n\n5 f\n",
    "a version of two digits": b"incan-odds game 12\nplayers: 4\n\n5 f\n",
    "half of the first line": FIRST_LINE[:-4].encode(),
    "UTF-16": text(HEALTHY).decode().encode("utf-16"),
    "huge": b"x" * 3_000_000,
}


@pytest.mark.parametrize("kind", STRANGE)
def test_a_strange_file_in_the_usual_place_is_reported_and_kept_aside(
    ask: Ask, usual: Path, kind: str
) -> None:
    usual.write_bytes(STRANGE[kind])
    answer = ask("play", stdin="5\n")
    assert answer.code == 0
    (said,) = answer.err.splitlines()
    assert str(usual) in said
    asides = [file for file in usual.parent.iterdir() if file.read_bytes() == STRANGE[kind]]
    if kind != "empty":
        (aside,) = asides
        assert str(aside) in said
    assert usual not in asides
    assert lines_of(usual) == ["5"]


@pytest.mark.parametrize("options", [[], ["--new"], ["--take-over"], ["-p", "4", "5"]])
@pytest.mark.parametrize("kind", STRANGE)
def test_a_file_that_is_named_and_is_no_game_is_left_untouched(
    ask: Ask, kept: Path, kind: str, options: list[str]
) -> None:
    kept.write_bytes(STRANGE[kind])
    before = kept.stat()
    answer = ask("play", "--file", str(kept), *options, stdin="5\n")
    assert (answer.code, answer.out) == (2, "")
    (said,) = answer.err.splitlines()
    assert str(kept) in said
    assert kept.read_bytes() == STRANGE[kind]
    assert kept.stat().st_mtime_ns == before.st_mtime_ns
    assert list(kept.parent.iterdir()) == [kept]


def test_a_folder_that_is_named_is_refused(ask: Ask, tmp_path: Path) -> None:
    answer = ask("play", "--file", str(tmp_path), stdin="5\n")
    assert (answer.code, answer.out) == (2, "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "rest",
    [
        bytes(2_000_000),
        b"\xff" * 1_500_000,
        b"5 zzz\n" * 300_000,
        b"," * 1_100_000 + b"\n13\n",
    ],
    ids=["zeros", "not UTF-8", "wrong lines", "a card behind commas"],
)
def test_a_huge_file_is_read_whole_or_reported_and_kept_aside_whole(
    ask: Ask, kept: Path, rest: bytes
) -> None:
    huge = text([*HEALTHY[:5], "5 f"]) + rest
    kept.write_bytes(huge)
    answer = ask("play", "--file", str(kept), stdin="7\nrecord\n")
    if answer.out.rstrip("\n").endswith("5 f 13 7"):
        assert answer.err == ""
    else:
        assert str(kept) in answer.err
        assert huge in contents(kept.parent)


def test_two_damaged_files_in_the_same_second_are_both_kept(
    ask: Ask, usual: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "strftime", lambda *_: "20260101-120000")
    files = [text([*HEALTHY[:6], f"#{number}"]) for number in range(3)]
    files += [b"no game", b"no game either"]
    for damaged in files:
        usual.write_bytes(damaged)
        assert str(usual) in ask("play").err
    for damaged in files:
        assert damaged in contents(usual.parent)


@pytest.mark.parametrize(
    "options", [["-p", "3"], ["--horizon", "game"], ["zzz"], ["--inside", "2"]]
)
def test_damage_is_not_hidden_by_another_error_and_the_file_is_not_moved_in_silence(
    ask: Ask, kept: Path, options: list[str]
) -> None:
    damaged = text([*HEALTHY[:7], "#%&!"])
    kept.write_bytes(damaged)
    answer = ask("play", "--file", str(kept), *options)
    assert answer.code == 2
    assert kept.read_bytes() == damaged or "line 8:" in answer.err


def test_a_file_that_an_editor_of_windows_has_saved_is_read(ask: Ask, kept: Path) -> None:
    kept.write_bytes(text(HEALTHY).replace(b"\n", b"\r\n"))
    answer = ask("play", "--file", str(kept), stdin="record\n")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.endswith(" 13 f\n")


def test_a_file_beside_the_game_is_never_overwritten(ask: Ask, kept: Path) -> None:
    names = [f"{kept.name}.{end}" for end in ("bak", "tmp", "damaged", "kept", "old")]
    for name in names:
        kept.with_name(name).write_text("somebody's")
    ask("play", "--file", str(kept), stdin="5\nnew\n7\nu\n")
    for name in names:
        assert kept.with_name(name).read_text() == "somebody's"


@posix
def test_a_game_that_is_a_link_stays_one(ask: Ask, kept: Path, tmp_path: Path) -> None:
    real = tmp_path / "cloud" / "friday.txt"
    real.parent.mkdir()
    real.write_text(f"{FIRST_LINE}\n\n5\n", encoding="utf-8")
    kept.symlink_to(real)
    assert ask("play", "--file", str(kept), stdin="f\n").code == 0
    assert lines_of(real) == ["5", "f"]


def test_a_link_to_itself_is_refused(ask: Ask, kept: Path) -> None:
    kept.symlink_to(kept)
    answer = ask("play", "--file", str(kept), stdin="5\n")
    assert "a fault of the program" not in answer.err
    assert kept.name in answer.err
    assert kept.is_symlink()


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such modes there")
def test_who_may_read_a_game_stays_as_it_was(ask: Ask, kept: Path) -> None:
    ask("play", "--file", str(kept), stdin="5\n")
    kept.chmod(0o600)
    ask("play", "--file", str(kept), stdin="f\n")
    assert lines_of(kept) == ["5", "f"]
    assert kept.stat().st_mode & 0o777 == 0o600


def test_a_second_terminal_keeps_its_game_where_the_header_is_damaged(
    two: Callable[..., Any], kept: Path
) -> None:
    with two() as first:
        first.say("5 f")
        with two() as second:
            second.read()
            kept.write_text(f"{FIRST_LINE}\nnonsense: 3\n\n5 f\n", encoding="utf-8")
            assert "STAY" in second.say("")


def test_letters_of_any_script_are_kept(ask: Ask, kept: Path) -> None:
    ask("play", "--file", str(kept), "-p", "Zoë,李,कवि", stdin="5，éboulement\nx:李\n")
    assert lines_of(kept) == ["5，éboulement", "x:李"]
    answer = ask("play", "--file", str(kept), stdin="record\n")
    assert answer.out == "incan-odds next -p 'Zoë,李,कवि' 5 r 'x:李'\n"
