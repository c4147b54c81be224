"""How long the exact solvers take, against the dynamic programme and against a simulation.

    .venv/bin/python bench/solver.py            # one expedition and the whole game, every preset
    .venv/bin/python bench/solver.py --growth   # how the time grows with the deck

Each time is the best of several runs in this process, with nothing remembered from one run to the
next. The baseline is the dynamic programme over all states of the same problem. The simulation's
time is that of one thousand expeditions of the bare rules, scaled to the number that gives a
standard error of 0.001 points.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from dataclasses import replace

from incan_odds.cards import Hazard
from incan_odds.editions import PRESETS, Edition, HazardKind
from incan_odds.expedition import Expedition
from incan_odds.game import begin
from incan_odds.players import Players
from incan_odds.stopping.analytic import inverse_binomials
from incan_odds.stopping.counts import subset_counts
from incan_odds.stopping.dynamic import count_states, solve_dynamic
from incan_odds.stopping.problem import problem_of
from incan_odds.stopping.season import Season, first_opening
from incan_odds.stopping.solver import solve


def best(run: Callable[[], object], runs: int) -> float:
    times = []
    for _ in range(runs):
        subset_counts.cache_clear()
        inverse_binomials.cache_clear()
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times)


def first(edition: Edition) -> Expedition:
    return begin(edition, Players(1)).expedition


def simulated(edition: Edition, games: int = 1000) -> float:
    """Return the seconds of a simulation of one expedition to a standard error of 0.001."""
    expedition = first(edition)
    cards = [card for card, copies in expedition.deck for _ in range(copies)]
    optimum = solve(problem_of(expedition))
    limit = {
        deadly: optimum.retire_at([deadly // 2]) or 10**9
        for deadly in range(0, 2 * len(edition.hazards) + 1, 2)
    }
    scores = []
    generator = random.Random(1)
    start = time.perf_counter()
    for _ in range(games):
        generator.shuffle(cards)
        out: set[Hazard] = set()
        held = 0
        for card in cards:
            if isinstance(card, Hazard):
                if card in out:
                    held = 0
                    break
                out.add(card)
            else:
                held += expedition.gain(card)
            if held >= limit[2 * len(out)]:
                break
        scores.append(held)
    seconds = time.perf_counter() - start
    return seconds / games * statistics.variance(scores) / 0.001**2


def presets(runs: int) -> None:
    print("one expedition      states    dynamic   analytic     ratio  simulation     ratio")
    for name, edition in PRESETS.items():
        problem = problem_of(first(edition))
        dynamic = best(lambda p=problem: solve_dynamic(p), 3)
        analytic = best(lambda e=edition: solve(problem_of(first(e))), runs)
        simulation = simulated(edition)
        print(
            f"{name:14}  {count_states(problem):10,}  {1000 * dynamic:6.0f} ms"
            f"  {1000 * analytic:6.2f} ms  {dynamic / analytic:6.0f} x"
            f"  {simulation:8.0f} s  {simulation / analytic:7.0f} x"
        )
    print()
    print("five expeditions    openings     time")
    for name, edition in PRESETS.items():
        openings = 0

        def whole(edition: Edition = edition) -> None:
            nonlocal openings
            season = Season(edition)
            season.value(first_opening(edition))
            openings = season.openings

        print(f"{name:14}  {best(whole, 3):12.3f} s  {openings:6} openings")


def growth(runs: int) -> None:
    print("treasures 1 to n, k kinds of 4 copies: one expedition, analytic")
    schmidt = PRESETS["schmidt-2005"]
    for treasures, kinds in ((15, 5), (30, 5), (60, 5), (60, 10), (100, 10), (150, 10), (200, 10)):
        hazards = tuple(HazardKind(Hazard(f"kind{k}", f"k{k}"), 4) for k in range(kinds))
        edition = replace(schmidt, treasures=tuple(range(1, treasures + 1)), hazards=hazards)
        seconds = best(lambda e=edition: solve(problem_of(first(e))), runs)
        print(f"n = {treasures:3}, k = {kinds:2}  {1000 * seconds:8.1f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--growth", action="store_true")
    parser.add_argument("--runs", type=int, default=10)
    arguments = parser.parse_args()
    if arguments.growth:
        growth(3)
    else:
        presets(arguments.runs)


if __name__ == "__main__":
    main()
