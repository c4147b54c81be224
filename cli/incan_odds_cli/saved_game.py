"""The saved game: plain text on disk, written whole or not at all, by one terminal at a time.

    incan-odds game 1
    edition: gryphon-2009
    players: ann,bob,me
    5 f 11
    x:ann

A header line, the options with which the game began, an empty line, then the record as it was
typed, a line for each line. Beside it lie a `.lock` file, which the terminal that keeps the game
holds locked as long as it lives, and a `.owner` file, which says which terminal that is.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

from incan_odds.game import Game
from incan_odds.record import RecordError, read
from incan_odds_cli.failure import InputError
from incan_odds_cli.table import TableOptions, options_from

FIRST_LINE: Final = "incan-odds game 1"
"""What a saved game begins with."""

MOST_BYTES: Final = 1_000_000
"""The longest file that is read as a saved game."""

OPTIONS: Final = ("edition", "players", "expedition", "gone", "claimed", "artifacts")
"""The options that a saved game can have, by their names on the command line."""


class SavedGame(NamedTuple):
    """A game as it lies on disk."""

    options: dict[str, str]
    """The options with which it began; those that are missing have their defaults."""
    lines: list[str]
    """The record, a line for each line that was typed."""

    def text(self) -> str:
        """Return the file's text."""
        options = [f"{name}: {value}" for name, value in self.options.items()]
        return "\n".join([FIRST_LINE, *options, "", *self.lines, ""])


class NoGameError(ValueError):
    """A file that is no saved game at all."""


class Loaded(NamedTuple):
    """What a saved game holds: the options, and the game after each line, the start first."""

    options: TableOptions
    games: list[Game]
    lines: list[str]
    damage: str = ""
    """What is wrong with the first line that cannot be read; what stands before it is loaded."""

    def check(self, given: Mapping[str, Any], record: str) -> None:
        """Raise `InputError` where the command line says another game than this one.

        `given` are the options that were said there, by name, and `record` what stands besides.
        """
        start = self.games[0]
        for name, value in given.items():
            if self.options._replace(**{name: value}).start() != start:
                saved = getattr(self.options, name)
                raise InputError(
                    f"--{name}: the saved game says {saved}, not {value};"
                    " leave the option out, or begin another game with play --new"
                )
        if record:
            raise InputError(
                "a game is saved already: leave the record out, or begin another with play --new"
            )


def load(raw: bytes) -> Loaded:
    """Read a saved game as far as it is whole.

    Raises `NoGameError` where the file is no saved game at all, and `InputError` where its options
    make no game any more: a file of house rules is gone, say.
    """
    if not raw.startswith(FIRST_LINE.encode()):
        raise NoGameError(f"no saved game: it does not begin with '{FIRST_LINE}'")
    rows = raw.decode("utf-8", "replace").splitlines()
    said: dict[str, str] = {}
    damage = "the record is missing"
    number = 1
    for number, row in enumerate(rows[1:], start=2):
        name, colon, value = row.partition(": ")
        if not row:
            damage = ""
            break
        if not colon or name not in OPTIONS or name in said:
            damage = f"line {number}: no option of a game"
            break
        said[name] = value
    try:
        options = options_from(said)
    except ValueError:
        options, damage = TableOptions(), "the options of the game cannot be read"
    games = [options.start()]
    lines: list[str] = []
    for place, row in enumerate([] if damage else rows[number:], start=number + 1):
        try:
            games.append(read(games[-1], row))
        except RecordError as error:
            return Loaded(options, games, lines, f"line {place}: {error}")
        lines.append(row)
    return Loaded(options, games, lines, damage)


def usual_path() -> Path:
    """Return where a game is kept for which no file is named."""
    from platformdirs import user_state_path

    return user_state_path("incan-odds", appauthor=False) / "game.txt"


class GameFile:
    """The file of one game, and whether this terminal keeps it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._token = secrets.token_hex(16)
        self._lock: IO[bytes] | None = None

    @property
    def _owner_path(self) -> Path:
        return self.path.with_name(self.path.name + ".owner")

    def read(self) -> bytes | None:
        """Return the file's content; None where there is no file. Raises `OSError`."""
        try:
            with self.path.open("rb") as file:
                return file.read(MOST_BYTES)
        except FileNotFoundError:
            return None

    def keep(self, take_over: bool = False) -> bool:
        """Become the terminal that keeps the game, if no other does or by taking over.

        Return whether this terminal keeps it now. Raises `OSError` where nothing can be written.
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = self.path.with_name(self.path.name + ".lock").open("ab")
        alone = _try_lock(self._lock)
        if not alone:
            self._lock.close()
            self._lock = None
        if alone or take_over:
            with self._writing():
                _write_whole(self._owner_path, self._token.encode())
            return True
        return False

    def close(self) -> None:
        """Let another terminal keep the game."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    @property
    def kept_here(self) -> bool:
        """Whether this terminal still keeps the game: no other has taken over."""
        try:
            return self._owner_path.read_bytes() == self._token.encode()
        except OSError:
            return False

    def save(self, saved: SavedGame) -> bool:
        """Write the game, whole or not at all, and on disk before this returns.

        Return whether this terminal keeps the game; where another has taken over, nothing is
        written. Raises `OSError` where it cannot be written.
        """
        with self._writing():
            if not self.kept_here:
                return False
            _write_whole(self.path, saved.text().encode())
        return True

    def put_aside(self, why: str) -> Path | None:
        """Move the file out of the way to a new name, and return that; None if there is no file.

        Nothing is ever overwritten. Raises `OSError`.
        """
        if not self.path.exists():
            return None
        stamp = time.strftime("%Y%m%d-%H%M%S")
        for number in range(1000):
            suffix = f"-{number}" if number else ""
            aside = self.path.with_name(f"{self.path.name}.{why}-{stamp}{suffix}")
            with contextlib.suppress(FileExistsError):
                aside.touch(exist_ok=False)
                self.path.replace(aside)
                return aside
        raise OSError(f"too many files beside {self.path}")

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        """Hold the short lock under which the owner is checked and a file is written."""
        with self.path.with_name(self.path.name + ".write").open("ab") as file:
            _wait_for_lock(file)
            try:
                yield
            finally:
                _unlock(file)


def _write_whole(path: Path, content: bytes) -> None:
    """Replace the file's content in one step that a crash cannot halve."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    if hasattr(os, "O_DIRECTORY"):
        # The new name is on disk once the folder is.
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: IO[bytes]) -> bool:
        try:
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _wait_for_lock(file: IO[bytes]) -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)

    def _unlock(file: IO[bytes]) -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _try_lock(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    def _wait_for_lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX)

    def _unlock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)
