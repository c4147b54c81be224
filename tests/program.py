"""The program run in this process, its streams apart: what the tests of the commands share."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest

from incan_odds_cli.main import run


class Answer(NamedTuple):
    """What the program said."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> dict[str, Any]:
        """The one JSON object on standard output."""
        document: dict[str, Any] = json.loads(self.out)
        return document


def answer_of(
    monkeypatch: pytest.MonkeyPatch, arguments: Sequence[str], stdin: bytes = b""
) -> Answer:
    """Return what the program says to these arguments and this standard input."""
    streams = {
        name: io.TextIOWrapper(io.BytesIO(held), encoding="utf-8", newline="\n")
        for name, held in (("stdin", stdin), ("stdout", b""), ("stderr", b""))
    }
    with monkeypatch.context() as patch:
        for name, stream in streams.items():
            patch.setattr(sys, name, stream)
        code = run(arguments)
    written = []
    for name in ("stdout", "stderr"):
        streams[name].flush()
        written.append(streams[name].detach().getvalue().decode("utf-8"))  # type: ignore[attr-defined]
    return Answer(code, *written)


def assert_refused(answer: Answer, *words: str) -> None:
    """Check that an input is refused: one line that holds `words`, and nothing is answered."""
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.endswith("\n")
    assert len(answer.err.splitlines()) == 1
    for word in words:
        assert word in answer.err
