"""`incan-odds compare`: rules of thumb against the optimum, exactly."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import click

from incan_odds.game import Game
from incan_odds.stopping.comparison import Compared, compare, contestants
from incan_odds.stopping.problem import StoppingProblem, TooLargeError
from incan_odds.stopping.rules import LeaveAt, Rule
from incan_odds.stopping.season import TooManyOpeningsError
from incan_odds_cli.advice import MEGABYTE, Model, asked, problem_in
from incan_odds_cli.failure import InputError
from incan_odds_cli.request import Request, about_a_record, answer, memory_option, model_options
from incan_odds_cli.screen import exact, percent, six_decimals


class Comparison(NamedTuple):
    """The optimum, and every rule of thumb against it."""

    optimum: Fraction
    rules: list[Compared]


@click.command("compare")
@about_a_record
@model_options
@memory_option
def command(request: Request, model: Model, memory: int) -> None:
    """Rules of thumb against the best play, exactly.

    Five families: leave after so many cards, with so many kinds of hazard out, after so many
    treasures, with a bag of so many points, or at a risk of so much that the next card is a bust.
    Every limit of each is tried; the screen shows the best, JSON all. With --horizon game the rule
    is played in every expedition to come, which takes a while. With --rivals herd all players
    follow the same rule and leave together.

    \b
    Examples:
      incan-odds compare
      incan-odds compare -e schmidt-2005 --horizon game
      incan-odds compare -p 4 5 f 11 --json
      incan-odds compare -p 4 --rivals herd
    """
    compared = partial(_compared, model=model, memory=memory * MEGABYTE)
    answer(
        request,
        screen=lambda game: screen(game, compared(game), model),
        line=lambda game: line(compared(game)),
        document=lambda game: document(game, compared(game), model),
    )


def _compared(game: Game, model: Model, memory: int) -> Comparison:
    def table(rule: Rule | None) -> StoppingProblem:
        return problem_in(game, model, memory, rule, together=True)

    try:
        rules = contestants(problem_in(game, model._replace(horizon="expedition"), memory))
        return Comparison(*compare(table, _with_progress(rules), memory))
    except (TooLargeError, TooManyOpeningsError) as error:
        remedy = error.remedy if isinstance(error, TooLargeError) else "raise --memory"
        raise InputError(f"{error}; {remedy}") from None


def _with_progress(rules: list[LeaveAt]) -> Iterator[LeaveAt]:
    """Yield the rules, with a progress bar on standard error where that is a terminal."""
    if not sys.stderr.isatty():
        yield from rules
        return
    with click.progressbar(rules, label="comparing rules", file=sys.stderr) as progress:
        yield from progress


def document(game: Game, found: Comparison, model: Model) -> dict[str, Any]:
    """Return the answer as JSON, every limit of every family."""
    return {
        **asked(game, model),
        "expedition": game.number,
        "optimum": exact(found.optimum),
        "rules": [
            {
                "rule": row.rule.name,
                "parameter": _parameter(row.rule.limit),
                "value": exact(row.value),
                "bust": exact(row.bust),
                "loss": exact(row.loss),
                "best": row.best,
            }
            for row in found.rules
        ],
    }


def _parameter(limit: int | Fraction) -> int | dict[str, Any] | None:
    return limit if isinstance(limit, int) else exact(limit)


def line(found: Comparison) -> str:
    """Return the answer to one of many records: the best rule of thumb."""
    best = min((row for row in found.rules if row.best), key=lambda row: row.loss)
    return f"{best.rule.sentence}: {six_decimals(best.value)}, {six_decimals(best.loss)} lost"


def screen(game: Game, found: Comparison, model: Model) -> str:
    """Return the answer as a table: the best rule of each family."""
    supposed = model.sentence(game)
    ahead = "this expedition" if model.horizon == "expedition" else "all expeditions to come"
    rows = [("", "points", "lost", "bust"), ("the best play", six_decimals(found.optimum), "", "")]
    rows += [
        (row.rule.sentence, six_decimals(row.value), six_decimals(row.loss), percent(row.bust))
        for row in found.rules
        if row.best
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = [
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows
    ]
    where = f"{game.edition.title}, expedition {game.number} of {game.edition.expeditions}"
    title = f"{where}{supposed and '; ' + supposed}: {ahead}, the best limit of each rule"
    return "\n".join([title, *(text.rstrip() for text in lines)])
