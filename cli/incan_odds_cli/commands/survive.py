"""`incan-odds survive`: the chance to survive each number of further cards."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from incan_odds.game import Game
from incan_odds.rounding import percent
from incan_odds.survival import Survival, odds_of_survival
from incan_odds_cli.charts import Pictures, about, illustrated, picture_options
from incan_odds_cli.failure import InputError
from incan_odds_cli.request import Request, about_a_record
from incan_odds_cli.screen import SCHEMA, columns, exact, points, probability, shorter
from incan_odds_cli.wording import where

if TYPE_CHECKING:
    from incan_odds.pictures.chart import Chart


@click.command("survive")
@about_a_record
@picture_options
def command(request: Request, pictures: Pictures) -> None:
    """The chance to survive each number of further cards.

    For each number of further cards: the chance that none of them is a bust, and the chance that
    exactly the last of them is.

    \b
    Examples:
      incan-odds survive
      incan-odds survive -e gryphon-2009 5 f 11 sn
      incan-odds survive --json --gone fire 7 m
      incan-odds survive --plot cards.svg 5 f
    """
    chart = partial(_chart, pictures=pictures)
    illustrated(request, pictures, _survival, screen, line, document, chart)


def _survival(game: Game) -> Survival:
    if game.over:
        raise InputError("the game is over")
    return odds_of_survival(game.expedition)


def _chart(game: Game, _: Survival, pictures: Pictures) -> Chart:
    # Only pictures need these.
    from incan_odds.pictures.chart import stacked
    from incan_odds.pictures.survival import fatal_card_chart, survival_chart

    said = about(game), pictures.source()
    charts = [chart(game.expedition, *said) for chart in (survival_chart, fatal_card_chart)]
    return stacked("The chance of more cards", charts)


def document(game: Game, found: Survival) -> dict[str, Any]:
    """Return the answer as JSON."""
    return {
        "schema": SCHEMA,
        "edition": game.edition.name,
        "expedition": game.number,
        "unseen": game.expedition.deck.size,
        "rows": [
            {"more": row.more, "alive": exact(row.alive), "fatal": exact(row.fatal)}
            for row in found.rows
        ],
        "mean_safe": exact(found.mean_safe),
        "mean_turned": exact(found.mean_turned),
    }


def line(_: Game, found: Survival) -> str:
    """Return the answer to one of many records."""
    return (
        f"{points(found.mean_safe)} safe cards on average; the next card is safe with"
        f" {probability(found.rows[1].alive)}"
    )


def screen(game: Game, found: Survival) -> str:
    """Return the answer as a table, a row for each number of further cards."""
    possible = [row for row in found.rows[1:] if row.alive or row.fatal]
    rows = [
        ("cards", "none of them a bust", "the last of them the bust"),
        *zip(
            (str(row.more) for row in possible),
            _side_by_side([row.alive for row in possible]),
            _side_by_side([row.fatal for row in possible]),
            strict=True,
        ),
    ]
    means = (
        f"on average {points(found.mean_safe)} safe cards,"
        f" {points(found.mean_turned)} with the fatal one"
    )
    return "\n".join([where(game, ""), *columns(rows), means])


def _side_by_side(chances: list[Fraction]) -> list[str]:
    """Return each chance as a fraction and a percentage, the percentages below one another."""
    percentages = [percent(chance) for chance in chances]
    width = max(map(len, percentages))
    return [
        f"{shorter(chance)}  {percentage:>{width}}"
        for chance, percentage in zip(chances, percentages, strict=True)
    ]
