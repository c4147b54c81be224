"""How long `incan-odds play` takes to answer a line in the middle of a game.

    .venv/bin/python bench/play.py

The program runs as at the table, with its game saved and synced to disk; a line is sent, and the
time is taken until its answer has come. The baseline is an empty line, which is answered without
saving anything.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

GAME = (
    *("5", "f", "11", "x:ann", "m", "7", "x:bob+cy", "sn", "x:me", "/"),
    *("3", "sp", "9", "14", "a", "x:cy", "5", "r", "x:me+ann", "f", "x:bob", "/"),
    *("15", "m", "2", "m"),
)


def main() -> None:
    program = str(Path(sys.executable).parent / "incan-odds")
    with tempfile.TemporaryDirectory() as folder:
        companion = subprocess.Popen(
            [program, "play", "-p", "ann,bob,cy,me", "--file", str(Path(folder) / "game.txt")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        assert companion.stdin is not None
        assert companion.stdout is not None

        def seconds(line: str) -> float:
            start = time.perf_counter()
            companion.stdin.write(line + "\n")
            companion.stdout.readline()
            return time.perf_counter() - start

        seconds("")
        saved, empty = [], []
        for token in GAME:
            saved.append(seconds(token))
            empty.append(seconds(""))
        companion.stdin.close()
        companion.wait()
    baseline = statistics.median(empty)
    for name, times in (("an empty line", empty), ("a token of the record", saved)):
        median = statistics.median(times)
        print(
            f"{name:22} median {1000 * median:5.1f} ms  {median / baseline:5.2f} x"
            f"  slowest {1000 * max(times):5.1f} ms"
        )


if __name__ == "__main__":
    main()
