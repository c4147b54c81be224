"""The saved game: plain text on disk, written whole or not at all, by one terminal at a time.

    incan-odds game 1
    edition: gryphon-2009
    players: ann,bob,me
    5 f 11
    x:ann

A header line, the options with which the game began, an empty line, then the record as it was
typed, a line for each line. Beside it lie a `.lock` file, which the terminal that keeps the game
holds locked as long as it lives; an `.owner` file, which says which terminal that is or was last;
and a `.write` file, which is locked for the moment of each write.
"""

from __future__ import annotations

import contextlib
import errno
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
from incan_odds_cli.whole_file import behind_links, write_whole

FIRST_LINE: Final = "incan-odds game 1"
"""What a saved game begins with."""

MOST_BYTES: Final = 10_000_000
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
    """Empty where the options themselves are damaged, so that no game is known."""
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
    rows = raw.decode("utf-8", "replace").splitlines()
    if not rows or rows[0] != FIRST_LINE:
        raise NoGameError(f"no saved game: it does not begin with '{FIRST_LINE}'")
    said: dict[str, str] = {}
    for number, row in enumerate(rows[1:], start=2):
        if not row:
            break
        name, colon, value = row.partition(": ")
        damaged = name in ("expedition", "claimed") and not _is_count(value)
        if not colon or name not in OPTIONS or name in said or damaged:
            return Loaded(TableOptions(), [], [], f"line {number}: no option of a game")
        said[name] = value
    else:
        return Loaded(TableOptions(), [], [], f"line {len(rows)}: no record follows")
    options = options_from(said)
    games = [options.start()]
    lines: list[str] = []
    for place, row in enumerate(rows[number:], start=number + 1):
        if place == len(rows) and not raw.endswith(b"\n"):
            return Loaded(options, games, lines, f"line {place}: it is cut short")
        try:
            games.append(read(games[-1], row))
        except RecordError as error:
            return Loaded(options, games, lines, f"line {place}: {error}")
        lines.append(row)
    return Loaded(options, games, lines)


def _is_count(text: str) -> bool:
    """Return whether a text is a number that a game can have."""
    return text.isdecimal() and len(text) < 8


def usual_path() -> Path:
    """Return where a game is kept for which no file is named."""
    from platformdirs import user_state_path

    return user_state_path("incan-odds", appauthor=False) / "game.txt"


class GameFile:
    """The file of one game, and whether this terminal keeps it.

    The terminal that keeps a game is named by a token in the file `.owner`, and holds a lock of
    that name as long as it lives. Whoever takes over writes another token there.
    """

    def __init__(self, path: Path) -> None:
        # What a link points to is the game; the link itself must stay one.
        self.path = behind_links(path)
        self._token = secrets.token_hex(16)
        self._lock: IO[bytes] | None = None

    def _beside(self, suffix: str) -> Path:
        return self.path.with_name(f"{self.path.name}.{suffix}")

    def read(self) -> bytes | None:
        """Return the file's content; None where there is no file.

        Raises `OSError` where it cannot be read, or is longer than any game.
        """
        try:
            if self.path.exists() and not self.path.is_file():
                raise OSError(errno.EINVAL, "no regular file")
            with self.path.open("rb") as file:
                raw = file.read(MOST_BYTES + 1)
        except FileNotFoundError:
            return None
        if len(raw) > MOST_BYTES:
            raise OSError(errno.EFBIG, f"longer than {MOST_BYTES:,} bytes")
        return raw

    def keep(self, take_over: bool = False) -> bool:
        """Become the terminal that keeps the game, if no other does or by taking over.

        Return whether this terminal keeps it now. Raises `OSError` where nothing can be written.
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self._writing():
            if not take_over and self._another_lives():
                return False
            self._lock = self._beside(f"{self._token}.lock").open("ab")
            _try_lock(self._lock)
            write_whole(self._beside("owner"), self._token.encode())
        return True

    def _another_lives(self) -> bool:
        """Return whether the terminal that is named as the owner still holds its lock."""
        try:
            owner = self._beside("owner").read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            return False
        lock = self._beside(f"{owner}.lock")
        if not owner.isalnum() or not lock.exists():
            return False
        with lock.open("ab") as file:
            if not _try_lock(file):
                return True
            _unlock(file)
        # Its terminal was killed: nobody needs the lock any more.
        lock.unlink(missing_ok=True)
        return False

    def close(self) -> None:
        """Let another terminal keep the game."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None
            with contextlib.suppress(OSError):
                self._beside(f"{self._token}.lock").unlink(missing_ok=True)

    @property
    def kept_here(self) -> bool:
        """Whether this terminal still keeps the game: no other has taken over."""
        if self._lock is None:
            return False
        try:
            return self._beside("owner").read_bytes() == self._token.encode()
        except OSError:
            # The folder has gone: nobody has taken over, and saving will say what is wrong.
            return True

    def save(self, saved: SavedGame) -> bool:
        """Write the game, whole or not at all, and on disk before this returns.

        Return whether this terminal keeps the game; where another has taken over, nothing is
        written. Raises `OSError` where it cannot be written.
        """
        with self._writing():
            if not self.kept_here:
                return False
            write_whole(self.path, saved.text().encode())
        return True

    def put_aside(self, why: str, content: bytes | None = None) -> Path | None:
        """Write the content of the file, or `content`, under a new name, and return that.

        Nothing is ever overwritten, and the file itself stays until the next save. None where
        there is no file. Raises `OSError`.
        """
        raw = self.read() if content is None else content
        if raw is None:
            return None
        stamp = time.strftime("%Y%m%d-%H%M%S")
        for number in range(1000):
            suffix = f"-{number}" if number else ""
            aside = self._beside(f"{why}-{stamp}{suffix}")
            with contextlib.suppress(FileExistsError), aside.open("xb") as file:
                file.write(raw)
                file.flush()
                os.fsync(file.fileno())
                return aside
        raise OSError(f"too many files beside {self.path}")

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        """Hold the short lock under which the owner is checked and a file is written."""
        with self._beside("write").open("ab") as file:
            _wait_for_lock(file)
            try:
                yield
            finally:
                _unlock(file)


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
