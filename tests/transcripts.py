"""The transcripts of the pages: `console` fences that show what the program prints.

    python -m tests.transcripts README.md docs/*.md

writes them anew; the tests compare them to the letter.
"""

from __future__ import annotations

import io
import re
import shlex
import sys
from contextlib import redirect_stdout
from pathlib import Path

FENCE = re.compile(r"(?<=^```console\n)(.*?)(?=^```$)", re.MULTILINE | re.DOTALL)


def retold(transcript: str) -> str:
    """Return a transcript with the answers that the program gives now to its commands."""
    told: list[str] = []
    for line in transcript.splitlines():
        if line.startswith("$ "):
            told += [line, *output_of(shlex.split(line)[2:]).splitlines()]
    return "".join(f"{line}\n" for line in told)


def output_of(arguments: list[str]) -> str:
    """Return what `incan-odds` prints for these arguments."""
    from incan_odds_cli.main import run

    output = io.StringIO()
    with redirect_stdout(output):
        run(arguments)
    return output.getvalue()


def main() -> None:
    for name in sys.argv[1:]:
        page = Path(name)
        text = page.read_text(encoding="utf-8")
        page.write_text(FENCE.sub(lambda fence: retold(fence[1]), text), encoding="utf-8")


if __name__ == "__main__":
    main()
