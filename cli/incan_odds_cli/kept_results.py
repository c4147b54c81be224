"""Long solutions kept in the user's cache directory, so that the same question is quick next time.

A result lies in a file of its own, named after all that it depends on, and holds that and a check
sum. What cannot be read, does not fit, or was damaged is worked out anew and replaced.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from stat import S_ISREG
from typing import Any, Final, Generic, NamedTuple, TypeVar

from incan_odds_cli.whole_file import write_whole

WORTH_KEEPING: Final = 1.0
"""The seconds of work from which on a result is kept."""

MOST_FILES: Final = 200
"""How many results are kept; the oldest go first."""

MOST_BYTES: Final = 50_000_000
"""The longest file that is read as a kept result."""

Document = dict[str, Any]
"""What JSON can hold."""

Result = TypeVar("Result")

_DAMAGES: Final = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    OSError,
    RecursionError,
    TypeError,
    ValueError,
)
"""What comes of reading a file that is damaged, or was written by another version."""

_OURS: Final = re.compile(r"[0-9a-f]{64}\.json|[0-9a-f]{20}\.\d+\.tmp")
"""The names of files that are written here."""


class Form(NamedTuple, Generic[Result]):
    """How a result is written, and read again."""

    to_document: Callable[[Result], Document]
    from_document: Callable[[Document], Result]


def folder() -> Path:
    """Return where results are kept: `INCAN_ODDS_CACHE`, or as the system has it."""
    named = os.environ.get("INCAN_ODDS_CACHE")
    if named:
        # A home that is not known leaves the name as it stands.
        with suppress(RuntimeError):
            return Path(named).expanduser()
        return Path(named)
    from platformdirs import user_cache_path

    return user_cache_path("incan-odds", appauthor=False)


def result_of(
    question: Document, work: Callable[[], Result], form: Form[Result], kept: bool
) -> Result:
    """Return the answer to a question: as it was kept, or by doing the work.

    `question` is everything that the answer depends on. Without `kept` the work is done in any case
    and nothing is written.
    """
    if not kept:
        return work()
    path = folder() / f"{sha256(_text(question).encode()).hexdigest()}.json"
    found = _read(path, question, form)
    if found is not None:
        return found
    begun = time.monotonic()
    answer = work()
    if time.monotonic() - begun >= WORTH_KEEPING:
        # A full disk or a folder that is not to be written costs nothing but time.
        with suppress(OSError):
            _write(path, question, form.to_document(answer))
    return answer


def _read(path: Path, question: Document, form: Form[Result]) -> Result | None:
    """Return a kept answer; None where there is none, or not one to be believed."""
    try:
        state = path.stat()
        if not S_ISREG(state.st_mode) or state.st_size > MOST_BYTES:
            return None
        held = json.loads(path.read_text(encoding="utf-8"))
        answer: Document = held["answer"]
        if held["question"] != question or held["check"] != _check(question, answer):
            return None
        result = form.from_document(answer)
        # What is understood says the same again: nothing was missing, nothing left over.
        return result if form.to_document(result) == answer else None
    except _DAMAGES:
        return None


def _write(path: Path, question: Document, answer: Document) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    held = {"question": question, "answer": answer, "check": _check(question, answer)}
    write_whole(path, _text(held).encode())
    _forget(path.parent)


def _forget(kept_in: Path) -> None:
    """Remove the oldest results where there are too many, and what a killed process left behind."""
    hour_ago = time.time() - 3600
    ours = [file for file in kept_in.iterdir() if _OURS.fullmatch(file.name)]
    for beside in ours:
        if beside.suffix == ".tmp" and beside.stat().st_mtime < hour_ago:
            beside.unlink(missing_ok=True)
    files = [file for file in ours if file.suffix == ".json"]
    files.sort(key=lambda file: file.stat().st_mtime)
    for file in files[:-MOST_FILES]:
        file.unlink(missing_ok=True)


def _check(question: Document, answer: Document) -> str:
    return sha256(_text([question, answer]).encode()).hexdigest()


def _text(held: Any) -> str:
    return json.dumps(held, sort_keys=True)
