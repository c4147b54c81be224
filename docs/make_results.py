"""Prints docs/results.md: what the published editions are worth, exactly.

    .venv/bin/python docs/make_results.py > docs/results.md

makes the page anew, in some ten seconds.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from typing import Final

from incan_odds import (
    PRESETS,
    Distribution,
    Edition,
    Game,
    StoppingProblem,
    expedition_distribution,
    game_distribution,
    game_of,
    game_problem,
    problem_of,
    solve,
    thresholds,
)
from incan_odds.rounding import percent
from incan_odds.stopping.comparison import Compared, compare, contestants
from incan_odds.stopping.season import Season, first_opening
from incan_odds_cli.screen import six_decimals

LEVELS: Final = (5, 10, 25, 50, 75, 90, 95)
"""The quantiles of the tables, in percent."""

INTRODUCTION: Final = """\
# Results

What the eight published editions are worth to one who plays alone and plays best.
This page is printed by `docs/make_results.py`, and a test holds it to what the program says now.
`.venv/bin/python docs/make_results.py > docs/results.md` makes it anew.

A decimal is the fraction beside it, rounded.
Where staying and leaving are worth the same, the chance of a bust and the number of cards \
are those of leaving.
[Optimal stopping](optimal-stopping.md) says how all this is found, \
and [Rules and editions](rules.md) what the editions are."""

ONE_EXPEDITION: Final = """\
## The first expedition

Editions that start with the same treasures, hazards and artifact points are the same here.
Cards are those turned over on average, a fatal one included."""

WHOLE_GAME: Final = """\
## The whole game

Five expeditions, with the artifacts by the rule of the edition.
The openings are the ways in which a later expedition can begin, as far as they matter; \
in each of them the formula was certified."""

THRESHOLDS: Final = """\
## When to retire

From how many gems on leaving is at least as good as staying, with a fresh deck, \
by the number of kinds of hazard that are out.
Gems are the bag and the path, the artifacts on the path apart.
As long as no kind is out, never; at 0, leave whatever is in the bag."""

RULES: Final = """\
## The best rules of thumb

For one expedition: of each family the limit that does best, what it is worth, \
and what it loses to the best play."""

QUANTILES: Final = """\
## The spread of the score

The least number of points that is not exceeded with a chance of at least so many percent, \
under the play with the highest mean."""


def page() -> str:
    """Return the whole page."""
    parts = (
        INTRODUCTION,
        ONE_EXPEDITION,
        "\n".join(expedition_rows()),
        WHOLE_GAME,
        "\n".join(game_rows()),
        "The same as fractions:",
        "\n".join(game_fractions()),
        THRESHOLDS,
        "For one expedition alone:",
        "\n".join(threshold_rows(horizon="expedition")),
        "In the first of five expeditions:",
        "\n".join(threshold_rows(horizon="game")),
        RULES,
        "\n".join(rule_rows()),
        QUANTILES,
        "One expedition:",
        "\n".join(quantile_rows(horizon="expedition")),
        "The whole game:",
        "\n".join(quantile_rows(horizon="game")),
    )
    return "\n\n".join(parts) + "\n"


def expedition_rows() -> Iterator[str]:
    """Yield the table of the first expeditions."""
    yield from heading("edition", "points", "chance of a bust", "cards")
    for names, game in first_expeditions().items():
        value = solve(problem_of(game.expedition)).value
        yield row(names, exact(value.points), exact(value.bust), exact(value.cards))


def game_rows() -> Iterator[str]:
    """Yield the table of the whole games. Raises `ValueError` where one is not certified."""
    yield from heading("edition", "points", "openings")
    for edition in PRESETS.values():
        season = Season(edition)
        value = season.value(first_opening(edition))
        if season.by_states or value != whole_game(edition):
            raise ValueError(f"the certificate fails in {edition.name}")
        # All that were solved, but for the first.
        yield row(code(edition.name), six_decimals(value), season.openings - 1)


def game_fractions() -> Iterator[str]:
    """Yield the values of the whole games, exactly."""
    yield "```text"
    for edition in PRESETS.values():
        value = whole_game(edition)
        yield edition.name
        yield f"    {value.numerator} /"
        yield f"    {value.denominator}"
    yield "```"


def threshold_rows(horizon: str) -> Iterator[str]:
    """Yield the table of thresholds for one expedition, or for the first of the whole game."""
    kinds = range(1, 6)
    yield from heading("edition", "artifacts on the path", *(f"{number} out" for number in kinds))
    games = first_expeditions()
    if horizon == "game":
        games = {code(name): game_of(edition=name) for name in PRESETS}
    for names, game in games.items():
        found = thresholds(game.expedition, solve(problem(game, horizon)))
        # The kinds of a fresh published deck are alike: one set of each size says it for all.
        limits = {(len(place.hazards), place.artifacts): place.retire_at for place in found}
        for artifacts in sorted({place.artifacts for place in found}):
            yield row(names, artifacts, *(limits[number, artifacts] for number in kinds))


def rule_rows() -> Iterator[str]:
    """Yield the table of the rules of thumb."""
    yield from heading("edition", "rule", "points", "lost", "bust")
    for names, game in first_expeditions().items():
        optimum, rules = compared(problem_of(game.expedition))
        yield row(names, "the best play", six_decimals(optimum), "", "")
        for found in sorted(rules, key=lambda found: found.loss):
            value, loss = six_decimals(found.value), six_decimals(found.loss)
            yield row(names, found.rule.sentence, value, loss, percent(found.bust))


def quantile_rows(horizon: str) -> Iterator[str]:
    """Yield the table of quantiles for one expedition, or for the whole game."""
    yield from heading("edition", *(f"{level} %" for level in LEVELS), "nothing", "mean")
    if horizon == "expedition":
        for names, game in first_expeditions().items():
            yield spread(names, expedition_distribution(game.expedition))
    else:
        for name in PRESETS:
            yield spread(code(name), game_distribution(game_of(edition=name)))


def spread(names: str, scores: Distribution) -> str:
    """Return the row of one distribution."""
    quantiles = (scores.quantile(Fraction(level, 100)) for level in LEVELS)
    nothing = percent(scores.chances.get(0, Fraction(0)))
    return row(names, *quantiles, nothing, six_decimals(scores.mean))


@cache
def first_expeditions() -> dict[str, Game]:
    """Return a new game for each first expedition that differs, by the names of its editions."""
    names: dict[StoppingProblem, list[str]] = {}
    for name in PRESETS:
        names.setdefault(problem_of(game_of(edition=name).expedition), []).append(name)
    return {" ".join(map(code, alike)): game_of(edition=alike[0]) for alike in names.values()}


@cache
def whole_game(edition: Edition) -> Fraction:
    """Return what the whole game of an edition is worth."""
    return solve(game_problem(game_of(edition=edition))).value.points


def problem(game: Game, horizon: str) -> StoppingProblem:
    """Return the stopping problem of one expedition, or of the whole game."""
    return game_problem(game) if horizon == "game" else problem_of(game.expedition)


def compared(one: StoppingProblem) -> tuple[Fraction, list[Compared]]:
    """Return the optimum and the best rule of each family."""
    optimum, rules = compare(lambda rule: one, contestants(one))
    return optimum, [found for found in rules if found.best]


def heading(*titles: str) -> Iterable[str]:
    """Return the first two lines of a table."""
    return row(*titles), "|" + "---|" * len(titles)


def row(*cells: object) -> str:
    """Return a line of a table."""
    return "| " + " | ".join(map(str, cells)) + " |"


def code(name: str) -> str:
    """Return a name as code."""
    return f"`{name}`"


def exact(value: Fraction) -> str:
    """Return a fraction and its decimal."""
    return f"{value} = {six_decimals(value)}"


if __name__ == "__main__":
    sys.stdout.write(page())
