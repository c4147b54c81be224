"""How long the equilibrium of several players takes, where the time goes, and how it grows.

    .venv/bin/python bench/rivals.py
    .venv/bin/python bench/rivals.py --growth

Each question is solved in a process of its own, so that its memory can be told. The baseline is
the same solution in fractions, state by state in plain Python, of a deck that is small enough.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from itertools import pairwise
from typing import Any

from incan_odds.record import game_of
from incan_odds.rivals.exact import ExactPlay, equilibrium_up_to_two

Question = tuple[str, int, str]
"""The edition, the players, the record."""

AT_THE_TABLE: list[Question] = [
    ("bga", 4, "5 f 11 sn 9"),
    ("bga", 8, "5 f 11 sn a"),
    ("gryphon-2009", 2, ""),
    ("gryphon-2009", 3, ""),
    ("gryphon-2009", 4, ""),
]

PLAYERS: list[Question] = [("bga", players, "5 f 11 sn") for players in range(2, 9)]

CARDS = "5 f 11 sn 9 a 7"
DECKS: list[Question] = [
    ("gryphon-2009", 3, " ".join(CARDS.split()[:cards])) for cards in range(6, -1, -2)
]


def solved(question: Question) -> dict[str, Any]:
    """Solve one question here, and return its figures."""
    from incan_odds.rivals.certificate import certify_profile
    from incan_odds.rivals.equilibrium import profile_of
    from incan_odds.rivals.following import moments_among
    from incan_odds.rivals.table import MAKING

    edition, players, record = question
    expedition = game_of(record, edition, players).expedition
    clock = [time.perf_counter()]

    def progress(done: float, states: int, size: int) -> None:
        if done >= MAKING and len(clock) == 1:
            clock.append(time.perf_counter())

    profile = profile_of(expedition, None, 2**40, progress)
    table = profile.solved
    clock.append(time.perf_counter())
    certificate = certify_profile(table)
    clock.append(time.perf_counter())
    moments_among(profile, expedition.turned)
    clock.append(time.perf_counter())
    return {
        "states": table.states,
        "phases": [after - before for before, after in pairwise(clock)],
        "value": certificate.value,
        "epsilon": certificate.single_gain,
        "reply": certificate.best_reply_gain,
        "several": table.several,
        "megabytes": peak_megabytes(),
    }


def peak_megabytes() -> float:
    """Return the most memory that this process has had; 0 where the system does not say."""
    try:
        import resource
    except ImportError:
        return 0.0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (2**20 if sys.platform == "darwin" else 2**10)


def in_a_process(question: Question) -> dict[str, Any]:
    asked = subprocess.run(
        [sys.executable, __file__, "--one", json.dumps(question)],
        capture_output=True,
        check=True,
        text=True,
    )
    figures: dict[str, Any] = json.loads(asked.stdout)
    return figures


def baseline() -> float:
    """Return the seconds that plain Python takes for a state, in fractions."""
    expedition = game_of("1 2 3 4 5 5 7 7 9 11 11 13 f m", "bga", 2).expedition
    play = ExactPlay(equilibrium_up_to_two)
    start = time.perf_counter()
    play.deciding(expedition)
    return (time.perf_counter() - start) / len(play)


def show(questions: list[Question], plain: float) -> None:
    print(
        f"{'':<34}{'states':>12}{'making':>8}{'valuing':>8}{'checking':>9}{'following':>10}"
        f"{'in all':>9}{'memory':>9}{'ratio':>8}{'value':>11}"
    )
    for question in questions:
        edition, players, record = question
        found = in_a_process(question)
        times = "".join(
            f"{seconds:>{width}.2f}"
            for seconds, width in zip(found["phases"], (8, 8, 9, 10), strict=True)
        )
        # The baseline values and checks nothing twice: the same work is making and valuing.
        ratio = plain * found["states"] / sum(found["phases"][:2])
        print(
            f"{f'{edition} -p {players} {record}':<34}{found['states']:>12,}{times}"
            f"{sum(found['phases']):>8.1f}s{found['megabytes']:>7.0f}MB{ratio:>6.0f} x"
            f"{found['value']:>11.6f}",
            flush=True,
        )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--growth", action="store_true", help="how it grows")
    options.add_argument("--one", help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.one:
        edition, players, record = json.loads(given.one)
        print(json.dumps(solved((edition, players, record))))
        return
    plain = baseline()
    print(f"baseline: plain Python in fractions, {plain * 1e6:.0f} microseconds a state\n")
    if given.growth:
        print("by players")
        show(PLAYERS, plain)
        print("\nby cards unseen")
        show(DECKS, plain)
    else:
        show(AT_THE_TABLE, plain)


if __name__ == "__main__":
    main()
