"""How long `incan-odds next` takes to start and answer, against importing click alone.

Run with the Python of the environment in which incan-odds is installed:

    .venv/bin/python bench/startup.py

The two are run in turn, so that whatever else the machine does falls on both alike. The baseline
is `python -c "import click"`.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from pathlib import Path

RECORD = ["-p", "4", "5", "f", "11", "x", "sn", "a", "7", "m"]


def seconds(command: list[str], stdin: bytes = b"") -> float:
    start = time.perf_counter()
    subprocess.run(command, input=stdin, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--records", type=int, default=3000)
    arguments = parser.parse_args()

    program = str(Path(sys.executable).parent / "incan-odds")
    commands = {
        'python -c "import click"': [sys.executable, "-c", "import click"],
        "incan-odds next (5 f 11 ...)": [program, "next", *RECORD],
        "incan-odds next --json": [program, "next", "--json", *RECORD],
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(arguments.runs + 1):
        for name, command in commands.items():
            times[name].append(seconds(command))
    medians = {name: statistics.median(runs[1:]) for name, runs in times.items()}
    baseline = next(iter(medians.values()))
    for name, median in medians.items():
        print(f"{name:30} {1000 * median:7.1f} ms  {median / baseline:5.2f} x")

    lines = ("\n".join([" ".join(RECORD[2:])] * arguments.records) + "\n").encode()
    streams = {
        "next -": [program, "next", "-p", "4", "-"],
        "next --json -": [program, "next", "--json", "-p", "4", "-"],
    }
    for name, command in streams.items():
        took = seconds(command, lines) - medians["incan-odds next (5 f 11 ...)"]
        print(f"{name:30} {arguments.records / took:7.0f} records a second")


if __name__ == "__main__":
    main()
