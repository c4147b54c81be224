"""`incan-odds thresholds`: from how many gems on to retire, for each set of hazards out."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from incan_odds.game import Game
from incan_odds.stopping.thresholds import Threshold, thresholds
from incan_odds_cli.advice import MEGABYTE, Horizon, Model, optimum_of, problem_in
from incan_odds_cli.charts import Pictures, about, illustrated, picture_options
from incan_odds_cli.failure import InputError
from incan_odds_cli.request import Request, about_a_record, horizon_option, memory_option
from incan_odds_cli.screen import SCHEMA, columns, count
from incan_odds_cli.wording import where

if TYPE_CHECKING:
    from incan_odds.pictures.chart import Chart


@click.command("thresholds")
@about_a_record
@horizon_option
@memory_option
@picture_options
def command(request: Request, horizon: Horizon, memory: int, pictures: Pictures) -> None:
    """From how many gems on to retire, for each set of hazards that can be out.

    Gems are your bag and the path you would take; artifacts on the path are counted apart. Alone,
    or with rivals who stay until you have left. Which treasures have been drawn does not matter.

    \b
    Examples:
      incan-odds thresholds
      incan-odds thresholds -e gryphon-2009 --horizon game
      incan-odds thresholds -p 4 5 f 11 --json
      incan-odds thresholds -e iello-2016 --plot retire.png
    """
    illustrated(
        request,
        pictures,
        partial(_rows, horizon=horizon, memory=memory * MEGABYTE),
        screen=partial(screen, model=Model(horizon)),
        line=lambda _, rows: line(rows),
        document=partial(document, horizon=horizon),
        chart=partial(_chart, horizon=horizon, pictures=pictures),
    )


def _rows(game: Game, horizon: Horizon, memory: int) -> list[Threshold]:
    problem = problem_in(game, Model(horizon), memory)
    optimum = optimum_of(problem, memory)
    try:
        return thresholds(game.expedition, optimum)
    except ValueError as error:
        raise InputError(str(error)) from None


def _chart(game: Game, rows: list[Threshold], horizon: Horizon, pictures: Pictures) -> Chart:
    # Only pictures need this.
    from incan_odds.pictures.thresholds import thresholds_chart

    return thresholds_chart(rows, about(game, Model(horizon)), pictures.source())


def document(game: Game, rows: list[Threshold], horizon: Horizon) -> dict[str, Any]:
    """Return the answer as JSON, one row for each set of hazards and artifacts."""
    printed = game.edition.printed
    return {
        "schema": SCHEMA,
        "edition": game.edition.name,
        "expedition": game.number,
        "horizon": horizon,
        "rows": [
            {
                "hazards": [hazard.name for hazard in row.hazards],
                "artifacts": list(row.printed) if printed else row.artifacts,
                "deadly": row.deadly,
                "retire_at": row.retire_at,
            }
            for row in rows
        ],
    }


def line(rows: list[Threshold]) -> str:
    """Return the answer to one of many records: the threshold as the table lies now."""
    return f"retire: {_gems(rows[0].retire_at)}"


def _gems(retire_at: int | None) -> str:
    return "never" if retire_at is None else f"from {count(retire_at, 'gem')} on"


def screen(game: Game, rows: list[Threshold], model: Model) -> str:
    """Return the answer as a table: sets of hazards that are alike share a row."""
    copies = game.expedition.start.hazards
    artifacts = list(dict.fromkeys((row.artifacts, row.printed) for row in rows))
    table: dict[tuple[int, ...], dict[tuple[int, tuple[int, ...]], int | None]] = {}
    names: dict[tuple[int, ...], set[str]] = {}
    deadly: dict[tuple[int, ...], int] = {}
    for row in rows:
        alike = tuple(sorted(copies[hazard] for hazard in row.hazards))
        table.setdefault(alike, {})[row.artifacts, row.printed] = row.retire_at
        names.setdefault(alike, set()).add(", ".join(hazard.name for hazard in row.hazards))
        deadly[alike] = row.deadly
    head = ["hazards out", "deadly", *(_column(*column) for column in artifacts)]
    body = [
        [
            _label(alike, names[alike]),
            str(deadly[alike]),
            *(_cell(cells[column]) for column in artifacts),
        ]
        for alike, cells in table.items()
    ]
    title = "retire from so many gems on (bag and path)"
    with_artifacts = ", by the artifacts on the path" if len(artifacts) > 1 else ""
    table_at = where(game, model.sentence(game))
    return "\n".join([table_at, f"{title}{with_artifacts}:", *columns([head, *body], left=1)])


def _column(artifacts: int, printed: tuple[int, ...]) -> str:
    if printed:
        return "+".join(map(str, printed))
    return count(artifacts, "artifact") if artifacts else "gems"


def _cell(retire_at: int | None) -> str:
    return "never" if retire_at is None else str(retire_at)


def _label(alike: tuple[int, ...], names: set[str]) -> str:
    """Return what the sets of a row have in common: their names, or how many kinds they are."""
    if not alike:
        return "none"
    if len(names) == 1:
        return next(iter(names))
    if len(set(alike)) == 1 and len(names) > 1:
        return f"any {count(len(alike), 'kind')} of {alike[0]} copies"
    parts = (f"{alike.count(copies)} of {copies} copies" for copies in sorted(set(alike)))
    return ", ".join(parts)
