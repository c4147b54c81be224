"""`incan-odds compare`: rules of thumb against the optimum, exactly."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from incan_odds.game import Game
from incan_odds.rivals.model import EncodingError, leavers_of
from incan_odds.rounding import percent
from incan_odds.stopping.comparison import (
    Compared,
    compare,
    contestants,
    from_document,
    to_document,
)
from incan_odds.stopping.problem import StoppingProblem, TooLargeError
from incan_odds.stopping.rules import LeaveAt, Rule
from incan_odds.stopping.season import TooManyOpeningsError, later_problems
from incan_odds_cli.advice import (
    Means,
    Model,
    as_json,
    asked,
    check_horizon,
    check_inside,
    problem_in,
    question_about,
)
from incan_odds_cli.charts import Pictures, about, illustrated, picture_options
from incan_odds_cli.failure import InputError
from incan_odds_cli.kept_results import Form, result_of
from incan_odds_cli.progress import progress, solving
from incan_odds_cli.request import Request, about_a_record, model_options, study_options
from incan_odds_cli.screen import columns, exact, six_decimals
from incan_odds_cli.wording import where

if TYPE_CHECKING:
    from incan_odds.pictures.chart import Chart


class Comparison(NamedTuple):
    """The optimum, and every rule of thumb against it."""

    optimum: Fraction
    rules: list[Compared]


FORM: Final = Form(
    lambda found: to_document(*found), lambda document: Comparison(*from_document(document))
)
"""How a comparison is kept."""


@click.command("compare")
@about_a_record
@model_options
@study_options
@picture_options
def command(request: Request, model: Model, means: Means, pictures: Pictures) -> None:
    """Rules of thumb against the best play, exactly.

    Five families: leave after so many cards, with so many kinds of hazard out, after so many
    treasures, with a bag of so many points, or at a risk of so much that the next card is a bust.
    Every limit of each is tried; the screen shows the best, JSON all. With --horizon game the rule
    is played in every expedition to come, which takes a while. With --rivals herd all players
    follow the same rule and leave together; with a probability or equilibrium you follow the rule
    while the others leave as that says, which takes minutes where many cards are unseen.

    \b
    Examples:
      incan-odds compare
      incan-odds compare -e schmidt-2005 --horizon game
      incan-odds compare -p 4 5 f 11 --json
      incan-odds compare -p 4 --rivals herd
      incan-odds compare --plot rules.svg
    """
    illustrated(
        request,
        pictures,
        partial(_compared, model=model, means=means),
        screen=partial(screen, model=model),
        line=lambda _, found: line(found),
        document=partial(document, model=model),
        chart=partial(_chart, model=model, pictures=pictures),
    )


def _compared(game: Game, model: Model, means: Means) -> Comparison:
    check_inside(game)

    def work() -> Comparison:
        return Comparison(*_worked_out(game, model, means.bytes()))

    try:
        return result_of(question_about("compare", game, model), work, FORM, means.kept)
    except (TooLargeError, TooManyOpeningsError, EncodingError) as error:
        remedy = error.remedy if isinstance(error, TooLargeError) else "raise --memory"
        raise InputError(f"{error}; {remedy}") from None


def _worked_out(game: Game, model: Model, memory: int) -> tuple[Fraction, list[Compared]]:
    """Return the best that can be done, and every rule beside it."""
    if model.mixed(game):
        check_horizon(game, model)
        # Only this needs numpy.
        from incan_odds.rivals.comparison import compare_among, contestants_among
        from incan_odds.rivals.equilibrium import profile_of

        rules = contestants_among(game.expedition)
        with solving() as states:
            profile = profile_of(game.expedition, leavers_of(model.rivals), memory, states)
        return compare_among(profile, game.expedition, _with_progress(rules))

    def table(rule: Rule | None) -> StoppingProblem:
        return problem_in(game, model, memory, rule, together=True)

    running = problem_in(game, model._replace(horizon="expedition"), memory)
    later = later_problems(game, model.herd(game)) if model.horizon == "game" else []
    return compare(table, _with_progress(contestants(running, *later)), memory)


def _with_progress(rules: list[LeaveAt]) -> Iterator[LeaveAt]:
    """Yield the rules, with a progress bar where they take long."""
    with progress("comparing rules") as report:
        for number, rule in enumerate(rules):
            report(number / len(rules), f"{number} of {len(rules)}")
            yield rule


def _chart(game: Game, found: Comparison, model: Model, pictures: Pictures) -> Chart:
    # Only pictures need this.
    from incan_odds.pictures.rules import rules_chart

    return rules_chart(found.rules, found.optimum, about(game, model), pictures.source())


def document(game: Game, found: Comparison, model: Model) -> dict[str, Any]:
    """Return the answer as JSON, every limit of every family."""
    floats = model.mixed(game)
    return {
        **asked(game, model),
        "expedition": game.number,
        "optimum": as_json(found.optimum, floats),
        "rules": [
            {
                "rule": row.rule.name,
                "parameter": _parameter(row.rule.limit),
                "value": as_json(row.value, floats),
                "bust": as_json(row.bust, floats),
                "loss": as_json(row.loss, floats),
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
    title = f"{where(game, supposed)}: {ahead}, the best limit of each rule"
    return "\n".join([title, *columns(rows, left=1)])
