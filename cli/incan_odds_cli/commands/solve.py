"""`incan-odds solve`: the exact value of playing on best, and how it was found."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import click

from incan_odds.distribution import (
    Distribution,
    NotClosedError,
    expedition_distribution,
    game_distribution,
)
from incan_odds.game import Game
from incan_odds.stopping.rules import LeaveAt, value_of
from incan_odds.stopping.season import season_of
from incan_odds.stopping.solver import Optimum
from incan_odds_cli.advice import MEGABYTE, Model, optimum_of, problem_in
from incan_odds_cli.failure import InputError
from incan_odds_cli.request import (
    Request,
    about_a_record,
    answer,
    memory_option,
    model_options,
)
from incan_odds_cli.screen import SCHEMA, bar, exact, percent, points, probability, six_decimals

LEVELS = (Fraction(1, 20), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(19, 20))
"""The quantiles on the screen."""

BANDS = 12
"""About how many bands of scores the screen shows."""


class Solved(NamedTuple):
    """A problem solved, and what else was asked of it."""

    optimum: Optimum
    method: str
    certificate: dict[str, Any]
    distribution: Distribution | None
    target: int | None
    reach: Fraction | None
    """The best chance to bring home the target from this expedition."""


@click.command("solve")
@about_a_record
@model_options
@click.option("--distribution", is_flag=True, help="Show the chance of each number of points.")
@click.option(
    "--target",
    type=click.IntRange(min=1),
    metavar="N",
    help="Show the best chance to bring home N points from this expedition.",
)
@memory_option
def command(
    request: Request,
    model: Model,
    distribution: bool,
    target: int | None,
    memory: int,
) -> None:
    """The exact value of playing on best from here, and the chance of bust on the way.

    With --horizon game the value is the points still to come in all expeditions, without what is in
    the tents. Where staying and leaving are equally good, the chance of bust and the number of
    cards are those of leaving.

    \b
    Examples:
      incan-odds solve
      incan-odds solve -e gryphon-2009 --horizon game
      incan-odds solve --distribution 5 f 11
      incan-odds solve --target 20 5 f 11
    """
    solved = partial(
        _solved,
        model=model,
        distribution=distribution,
        target=target,
        memory=memory * MEGABYTE,
    )
    answer(
        request,
        screen=lambda game: screen(game, solved(game), model),
        line=lambda game: _value(solved(game), model),
        document=lambda game: document(game, solved(game), model),
    )


def _solved(
    game: Game, model: Model, distribution: bool, target: int | None, memory: int
) -> Solved:
    problem = problem_in(game, model, memory)
    optimum = optimum_of(problem, memory)
    method: str = optimum.method
    certificate: dict[str, Any] = {
        "closed": optimum.certificate.closed,
        "states": optimum.certificate.states,
    }
    if model.horizon == "game":
        season = season_of(game.edition, memory)
        certificate["openings"] = season.openings
        certificate["openings_closed"] = season.certified
        if not season.certified:
            method = "dynamic"
    spread = None
    if distribution and model.herd(game):
        raise InputError("--distribution: for a herd there is none; use --rivals stay")
    if distribution:
        try:
            spread = (
                game_distribution(game, memory=memory)
                if model.horizon == "game"
                else expedition_distribution(game.expedition)
            )
        except NotClosedError as error:
            raise InputError(f"--distribution: {error}") from None
    reach = None if target is None else _reach(game, model, target, memory)
    return Solved(optimum, method, certificate, spread, target, reach)


def _reach(game: Game, model: Model, target: int, memory: int) -> Fraction:
    """Return the best chance to bring home `target` points from this expedition."""
    problem = problem_in(game, model._replace(horizon="expedition"), memory)
    most = problem.held(sum(problem.gains)) + max(problem.artifact_points)
    if target > most:
        raise InputError(f"--target: {target} cannot be reached; {most} points are there at most")
    value = value_of(LeaveAt("bag", target), problem, memory)
    return 1 - value.now.bust


def document(game: Game, solved: Solved, model: Model) -> dict[str, Any]:
    """Return the answer as JSON."""
    value = solved.optimum.value
    found: dict[str, Any] = {
        "schema": SCHEMA,
        "edition": game.edition.name,
        "players": game.players.count,
        "expedition": game.number,
        "horizon": model.horizon,
        "rivals": model.rivals if game.players.rivals else None,
        "value": exact(value.points),
        "bust": exact(value.bust),
        "mean_cards": exact(value.cards),
        "method": solved.method,
        "certificate": solved.certificate,
    }
    if solved.distribution is not None:
        found["distribution"] = [
            {"points": score, "chance": exact(chance)}
            for score, chance in solved.distribution.chances.items()
        ]
    if solved.target is not None:
        found["target"] = {"points": solved.target, "chance": exact(solved.reach)}
    return found


def _value(solved: Solved, model: Model) -> str:
    value = solved.optimum.value
    ahead = "this expedition" if model.horizon == "expedition" else "the expeditions to come"
    return f"{six_decimals(value.points)} points from {ahead}; bust {percent(value.bust)}"


def screen(game: Game, solved: Solved, model: Model) -> str:
    """Return the answer as text."""
    value, certificate = solved.optimum.value, solved.certificate
    ahead = "of this expedition" if model.horizon == "expedition" else "of the expeditions to come"
    closed = "closed" if certificate["closed"] else "not closed"
    checked = f"the leaving set is {closed} ({certificate['states']} states checked"
    if model.horizon == "game":
        checked += f", {certificate['openings']} openings of later expeditions"
    supposed = model.sentence(game)
    lines = [
        f"{game.edition.title}, expedition {game.number} of {game.edition.expeditions}{supposed and '; ' + supposed}",
        f"value   {six_decimals(value.points)} points {ahead}",
        f"      = {value.points}",
        f"bust    {probability(value.bust)}",
        f"cards   {points(value.cards)} still turned over on average",
        f"method  {solved.method}: {checked})",
    ]
    if solved.target is not None and solved.reach is not None:
        lines.append(f"target  {solved.target} points: {probability(solved.reach)}")
    if solved.distribution is not None:
        lines += _bands(solved.distribution)
    return "\n".join(lines)


def _bands(distribution: Distribution) -> list[str]:
    quantiles = ", ".join(
        f"{percent(level).replace('.0', '')}: {distribution.quantile(level)}" for level in LEVELS
    )
    # What is rarer than one in a thousand at either end goes into the first and the last band.
    least = distribution.quantile(Fraction(1, 1000))
    most = distribution.quantile(Fraction(999, 1000))
    width = max(1, -(-(most - least + 1) // BANDS))
    starts = range(least - least % width, most + 1, width)
    bands = dict.fromkeys(starts, Fraction(0))
    for score, chance in distribution.chances.items():
        start = min(max(score - score % width, starts[0]), starts[-1])
        bands[start] += chance
    highest = max(bands.values())
    lines = [f"points not exceeded with a chance of {quantiles}"]
    for start, chance in bands.items():
        label = str(start) if width == 1 else f"{start}-{start + width - 1}"
        if start == starts[-1] and most < max(distribution.chances):
            label = f"{start} and more"
        elif start == starts[0] and min(distribution.chances) < start:
            label = f"under {start + width}"
        lines.append(f"{label:>12}  {percent(chance):>7}  {bar(chance / highest)}".rstrip())
    return lines
