"""How many games a second a simulation plays, against the rules engine of the library.

    .venv/bin/python bench/simulation.py

The baseline is the same games with the same decisions, played with the frozen `Game`, on one core.
Each figure is the best of several runs; thresholds are known before the clock starts.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

from incan_odds.editions import PRESETS
from incan_odds.stopping.season import season_of
from incan_odds.teaching.bots import Bot
from incan_odds.teaching.engine_table import EngineTable
from incan_odds.teaching.processes import cores
from incan_odds.teaching.simulation import Horizon, Plan, generator, play, simulate, total
from incan_odds.teaching.strategies import Best, Strategy, Wait, strategy_named
from incan_odds.teaching.views import View


def best(run: Callable[[], object], runs: int) -> float:
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times)


def thirty(view: View) -> bool:
    return view.gems >= 30


def with_engine(plan: Plan) -> None:
    luck = generator(plan.seed, 0)
    expeditions = plan.edition.expeditions if plan.horizon == "game" else 1
    for _ in range(plan.games):
        seats = [strategy.for_a_game(luck) for strategy in plan.seats]
        play(EngineTable(plan.edition, len(seats)), seats, luck, expeditions)


def questions() -> list[tuple[str, str, tuple[Strategy, ...], Horizon]]:
    found: list[tuple[str, str, tuple[Strategy, ...], Horizon]] = []
    for edition in ("bga", "iello-2016"):
        whole = Best(season_of(PRESETS[edition]))
        found += [
            ("cards:7", edition, (strategy_named("cards:7"),), "expedition"),
            ("optimum", edition, (Best(),), "expedition"),
            ("optimum", edition, (whole,), "game"),
            ("optimum, 3 rivals stay", edition, (Best(), *(Wait(),) * 3), "expedition"),
        ]
    four = tuple(map(strategy_named, ("cards:7", "hazards:3", "bag:20", "risk:4/25")))
    bots = (*four[:3], Bot("thirty", thirty))
    found += [
        ("4 rules", "bga", four, "game"),
        ("3 rules, 1 function", "bga", bots, "game"),
        ("optimum, 3 rules", "bga", (Best(), *four[:3]), "game"),
    ]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--runs", type=int, default=5)
    arguments = parser.parse_args()
    print("games a second                                      engine     quick    ratio")
    for name, edition, seats, horizon in questions():
        plan = Plan(PRESETS[edition], seats, horizon, 1, arguments.games)
        few = plan._replace(games=arguments.games // 20)
        total(simulate(plan))
        quick = plan.games / best(lambda p=plan: total(simulate(p)), arguments.runs)
        with_engine(few)
        engine = few.games / best(lambda p=few: with_engine(p), arguments.runs)
        print(
            f"{name:23}  {edition:10}  {horizon:10}  {engine:7,.0f}  {quick:8,.0f}"
            f"  {quick / engine:5.1f} x"
        )
    plan = Plan(PRESETS["bga"], (strategy_named("cards:7"),), "game", 1, 20 * arguments.games)
    one = best(lambda: total(simulate(plan)), 1)
    for workers in {2, cores()} - {1}:
        many = best(lambda w=workers: total(simulate(plan, w)), 1)
        print(
            f"\n{plan.games:,} games of cards:7:"
            f" {one:.1f} s in one process, {many:.1f} s in {workers}"
        )


if __name__ == "__main__":
    main()
