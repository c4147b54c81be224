"""Draws docs/figures/: the pictures of these pages.

    .venv/bin/python docs/make_figures.py
    .venv/bin/python docs/make_figures.py survive rules

draws all of them anew, or those that are named, as SVG that is light or dark as the reader's system
is. A test holds each file to what is drawn now. To add one, add its name and a function that
returns its chart.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Final

from course_charts import COURSE

from incan_odds import expedition_distribution, game_of, problem_of, solve, thresholds
from incan_odds.pictures.chart import EXACT, Chart, stacked
from incan_odds.pictures.convergence import SIMULATED, Run, convergence_chart, spaced
from incan_odds.pictures.drawing import svg
from incan_odds.pictures.rules import rules_chart
from incan_odds.pictures.scores import score_chart
from incan_odds.pictures.survival import fatal_card_chart, survival_chart
from incan_odds.pictures.thresholds import thresholds_chart
from incan_odds.stopping.comparison import compare, contestants
from incan_odds.teaching.simulation import Plan, simulate
from incan_odds.teaching.strategies import strategy_named

FOLDER: Final = Path(__file__).parent / "figures"
"""Where the pictures lie, NAME.svg each."""

BGA: Final = game_of(edition="bga")
"""A new game of the edition that is meant where none is named."""

ABOUT: Final = "the first expedition of bga"


def survive() -> Chart:
    """Return both charts of survival, of a fresh deck."""
    said = ABOUT, f"{EXACT}: incan-odds survive"
    charts = [chart(BGA.expedition, *said) for chart in (survival_chart, fatal_card_chart)]
    return stacked("The chance of more cards", charts)


def retire() -> Chart:
    """Return the thresholds of a fresh deck."""
    optimum = solve(problem_of(BGA.expedition))
    rows = thresholds(BGA.expedition, optimum)
    return thresholds_chart(rows, ABOUT, f"{EXACT}: incan-odds thresholds")


def score() -> Chart:
    """Return the points of the best play."""
    scores = expedition_distribution(BGA.expedition)
    return score_chart(scores, ABOUT, f"{EXACT}: incan-odds solve --distribution")


def rules() -> Chart:
    """Return the rules of thumb beside the best play."""
    problem = problem_of(BGA.expedition)
    optimum, compared = compare(lambda rule: problem, contestants(problem))
    return rules_chart(compared, optimum, ABOUT, f"{EXACT}: incan-odds compare")


def simulation() -> Chart:
    """Return a simulation of the best play on its way to the exact value."""
    plan = Plan(BGA.edition, (strategy_named("optimum"),), "expedition", seed=7, games=10_000)
    sums = tuple(tally.points for (tally,) in spaced(simulate(plan)))
    exact = solve(problem_of(BGA.expedition)).value.points
    source = f"{SIMULATED}: incan-odds simulate --seed 7"
    runs = [Run(sums, exact)]
    return convergence_chart(runs, Fraction(19, 20), ABOUT, source, played="expeditions")


FIGURES: Final[Mapping[str, Callable[[], Chart]]] = {
    "survive": survive,
    "thresholds": retire,
    "score": score,
    "rules": rules,
    "simulation": simulation,
    **COURSE,
}
"""The pictures by their names: what draws docs/figures/NAME.svg."""


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or FIGURES:
        text = svg(FIGURES[name](), theme="auto")
        (FOLDER / f"{name}.svg").write_text(text, encoding="utf-8", newline="\n")
