"""`incan-odds solve`: the exact value of playing on best, and how it was found."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from incan_odds.distribution import (
    Distribution,
    NotClosedError,
    expedition_distribution,
    game_distribution,
)
from incan_odds.game import Game
from incan_odds.rounding import percent
from incan_odds.stopping.moments import Moment, moments_of_optimum
from incan_odds.stopping.problem import TooLargeError
from incan_odds.stopping.rules import LeaveAt
from incan_odds.stopping.season import openings_to_come, season_of
from incan_odds.stopping.solver import Optimum
from incan_odds_cli import profile
from incan_odds_cli.advice import (
    Means,
    Model,
    among_rivals,
    asked,
    certificate,
    check_horizon,
    check_inside,
    optimum_of,
    problem_in,
)
from incan_odds_cli.charts import Pictures, about, illustrated, picture_options
from incan_odds_cli.failure import InputError
from incan_odds_cli.progress import solving
from incan_odds_cli.request import (
    Request,
    about_a_record,
    model_options,
    study_options,
)
from incan_odds_cli.screen import (
    bar,
    count,
    exact,
    one_in,
    points,
    probability,
    six_decimals,
    two_decimals,
)
from incan_odds_cli.wording import where

if TYPE_CHECKING:
    from incan_odds.pictures.chart import Chart

LEVELS = (Fraction(1, 20), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(19, 20))
"""The quantiles on the screen."""

BANDS = 12
"""About how many bands of scores the screen shows."""


class Solved(NamedTuple):
    """A problem solved, and what else was asked of it."""

    value: Fraction | float
    bust: Fraction | float
    cards: Fraction | float
    method: str
    checks: dict[str, Any]
    """The certificate, as JSON."""
    distribution: Distribution | None
    target: int | None
    reach: Fraction | None
    """The best chance to bring home the target from this expedition."""
    moments: tuple[Moment, ...] | None
    """When the expedition ends, where that was asked."""


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
@click.option(
    "--profile", "in_time", is_flag=True, help="Show when the expedition ends, card by card."
)
@study_options
@picture_options
def command(
    request: Request,
    model: Model,
    means: Means,
    distribution: bool,
    target: int | None,
    in_time: bool,
    pictures: Pictures,
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
      incan-odds solve --distribution --plot points.svg 5 f 11
      incan-odds solve --target 20 5 f 11
      incan-odds solve --profile -p 4 --rivals 3/10 5 f 11 sn
      incan-odds solve -p 3 -e gryphon-2009 --rivals equilibrium
    """
    if pictures.wanted and not distribution:
        raise InputError("--plot and --chart show the points brought home: add --distribution")
    solved = partial(
        _solved,
        model=model,
        distribution=distribution,
        target=target,
        in_time=in_time,
        means=means,
    )
    illustrated(
        request,
        pictures,
        solved,
        screen=partial(screen, model=model),
        line=lambda _, found: _value(found, model),
        document=partial(document, model=model),
        chart=partial(_chart, model=model, pictures=pictures),
    )


def _chart(game: Game, solved: Solved, model: Model, pictures: Pictures) -> Chart:
    # Only pictures need this.
    from incan_odds.pictures.scores import score_chart

    assert solved.distribution is not None
    return score_chart(solved.distribution, about(game, model), pictures.source())


def _solved(
    game: Game, model: Model, distribution: bool, target: int | None, in_time: bool, means: Means
) -> Solved:
    if model.mixed(game):
        if distribution or target is not None:
            raise InputError("--distribution, --target: only with --rivals stay or herd")
        return _among(game, model, in_time, means)
    memory = means.bytes()
    problem = problem_in(game, model, memory)
    optimum = optimum_of(problem, memory)
    value = optimum.value
    method: str = optimum.method
    checks: dict[str, Any] = {
        "closed": optimum.certificate.closed,
        "states": optimum.certificate.states,
    }
    if model.horizon == "game":
        season = season_of(game.edition, memory)
        openings = openings_to_come(game, model.herd(game))
        checks["openings"] = len(openings)
        checks["openings_closed"] = not openings & season.by_states
        if not checks["openings_closed"]:
            method = "dynamic"
    spread = _distribution(game, model, memory) if distribution else None
    reach = None if target is None else _reach(game, model, target, memory)
    return Solved(
        value.points,
        value.bust,
        value.cards,
        method,
        checks,
        spread,
        target,
        reach,
        _moments(optimum, memory) if in_time else None,
    )


def _distribution(game: Game, model: Model, memory: int) -> Distribution:
    try:
        if model.horizon == "game":
            return game_distribution(game, memory=memory)
        with solving() as progress:
            herd = model.herd(game)
            return expedition_distribution(game.expedition, None, herd, memory, progress)
    except NotClosedError as error:
        raise InputError(f"--distribution: {error}") from None
    except TooLargeError as error:
        raise InputError(f"--distribution: {error}; {error.remedy}") from None


def _moments(optimum: Optimum, memory: int) -> tuple[Moment, ...]:
    try:
        with solving() as progress:
            return moments_of_optimum(optimum, memory, progress)
    except TooLargeError as error:
        raise InputError(f"--profile: {error}; {error.remedy}") from None


def _among(game: Game, model: Model, in_time: bool, means: Means) -> Solved:
    """Return the play among rivals who leave by chance."""
    check_inside(game)
    check_horizon(game, model)
    found = among_rivals(game, model, means, in_time)
    return Solved(
        found.value,
        found.bust,
        found.cards,
        found.method,
        certificate(found),
        None,
        None,
        None,
        found.moments if in_time else None,
    )


def _reach(game: Game, model: Model, target: int, memory: int) -> Fraction:
    """Return the best chance to bring home `target` points from this expedition."""
    problem = problem_in(game, model._replace(horizon="expedition"), memory)
    most = problem.held(sum(problem.gains)) + max(problem.artifact_points)
    if target > most:
        raise InputError(f"--target: {target} is out of reach; the most is {count(most, 'point')}")
    rule = LeaveAt("bag", target)
    found = expedition_distribution(game.expedition, rule, model.herd(game), memory)
    return found.at_least(target)


def document(game: Game, solved: Solved, model: Model) -> dict[str, Any]:
    """Return the answer as JSON."""
    found: dict[str, Any] = {
        **asked(game, model),
        "expedition": game.number,
        "value": exact(solved.value),
        "bust": exact(solved.bust),
        "mean_cards": exact(solved.cards),
        "method": solved.method,
        "certificate": solved.checks,
    }
    if solved.distribution is not None:
        found["distribution"] = [
            {"points": score, "chance": exact(chance)}
            for score, chance in solved.distribution.chances.items()
        ]
    if solved.moments is not None:
        found["profile"] = profile.document(solved.moments)
    if solved.target is not None:
        found["target"] = {"points": solved.target, "chance": exact(solved.reach)}
    return found


def _value(solved: Solved, model: Model) -> str:
    ahead = "this expedition" if model.horizon == "expedition" else "the expeditions to come"
    return (
        f"{six_decimals(solved.value)} points from {ahead}; bust {percent(Fraction(solved.bust))}"
    )


def screen(game: Game, solved: Solved, model: Model) -> str:
    """Return the answer as text."""
    ahead = "of this expedition" if model.horizon == "expedition" else "of the expeditions to come"
    supposed = model.sentence(game)
    lines = [
        where(game, supposed),
        f"value   {six_decimals(solved.value)} points {ahead}",
    ]
    if isinstance(solved.value, Fraction):
        lines.append(f"      = {solved.value}")
    if isinstance(solved.bust, Fraction) and isinstance(solved.cards, Fraction):
        lines.append(f"bust    {probability(solved.bust)}")
        lines.append(f"cards   {points(solved.cards)} still turned over on average")
    else:
        bust = Fraction(solved.bust)
        lines.append(f"bust    {percent(bust)}, {one_in(bust)}")
        cards = two_decimals(Fraction(solved.cards))
        lines.append(f"cards   {cards} still turned over on average")
    lines.append(f"method  {solved.method}: {_checked(solved, model)}")
    if solved.target is not None and solved.reach is not None:
        lines.append(f"target  {solved.target} points: {probability(solved.reach)}")
    if solved.moments is not None:
        lines += profile.lines(solved.moments, game.players.rivals > 0)
    if solved.distribution is not None:
        lines += _bands(solved.distribution)
    return "\n".join(lines)


def _checked(solved: Solved, model: Model) -> str:
    """Return what was checked, in words."""
    checks = solved.checks
    if "epsilon" in checks:
        gains = [checks["epsilon"], checks["best_reply_gain"]]
        # What floats leave over differs from machine to machine.
        single, reply = ("less than 1e-9" if gain < 1e-9 else f"{gain:.1e}" for gain in gains)
        return (
            f"a single decision gains {single} points, the best reply {reply}"
            f" ({checks['states']:,} states, {checks['several']} with several equilibria)"
        )
    closed = "closed" if checks["closed"] else "not closed"
    later = (
        f", {checks['openings']} openings of later expeditions" if model.horizon == "game" else ""
    )
    return f"the leaving set is {closed} ({checks['states']} states checked{later})"


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
