"""`incan-odds simulate`: a seeded simulation beside the exact value, or bots that compete."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from typing import Final

import click
from click.core import ParameterSource

from incan_odds.game import Game, begin
from incan_odds.pictures.convergence import spaced
from incan_odds.players import MOST_PLAYERS, Players
from incan_odds.stopping.problem import TooLargeError
from incan_odds.stopping.rules import LeaveAt
from incan_odds.stopping.season import TooManyOpeningsError, season_of
from incan_odds.teaching.bots import StrategyError
from incan_odds.teaching.processes import WorkerError
from incan_odds.teaching.simulation import (
    Horizon,
    Plan,
    Tally,
    exact_value,
    exact_value_of_all,
    simulate,
)
from incan_odds.teaching.strategies import (
    OPTIMUM,
    Best,
    Follow,
    Strategy,
    Wait,
    exact_number,
    rule_named,
    strategy_named,
)
from incan_odds_cli.advice import ANALYSIS, Model, check_horizon
from incan_odds_cli.charts import Pictures, picture_options
from incan_odds_cli.estimates import Contest, Exact, OneRule, Simulated
from incan_odds_cli.failure import InputError
from incan_odds_cli.progress import progress
from incan_odds_cli.request import json_text, said_by, table_options
from incan_odds_cli.table import TableOptions

MOST_GAMES: Final = 10**9
"""The most games of one simulation."""

_SIMULATION: Final = "a simulation"
"""Where the numbers of a picture come from."""

DEFAULT_GAMES: Final = 10_000
"""How many games are played where nothing is said."""


@click.command("simulate")
@table_options
@click.option(
    "--horizon",
    type=click.Choice(["expedition", "game"]),
    help="What is played: one expedition, or the whole game (alone, or by --bots)."
    "  [default: expedition; game with --bots]",
)
@click.option(
    "--rule",
    "rule_name",
    metavar="RULE",
    help="What you play by: optimum, or cards:7, hazards:3, treasures:4, bag:25, risk:4/25."
    f"  [default: {OPTIMUM}]",
)
@click.option(
    "--bots",
    multiple=True,
    metavar="MODULE:NAME",
    help="A bot, or a rule, that plays against the others named so; may be repeated.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    metavar="N",
    help="What all chance follows from.  [default: a new one, which is shown]",
)
@click.option(
    "--games",
    type=click.IntRange(2, MOST_GAMES),
    default=DEFAULT_GAMES,
    metavar="N",
    help=f"How many games are played.  [default: {DEFAULT_GAMES}]",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    metavar="N",
    help="How many processes play.  [default: one for each core, where it is worth it]",
)
@click.option(
    "--confidence",
    default="95%",
    metavar="CHANCE",
    help="How often an interval is to cover the truth: 95%, 0.99, 19/20.  [default: 95%]",
)
@click.pass_context
@picture_options
def command(
    ctx: click.Context,
    edition: str,
    players: str,
    as_json: bool,
    horizon: Horizon | None,
    rule_name: str | None,
    bots: tuple[str, ...],
    seed: int | None,
    games: int,
    workers: int | None,
    confidence: str,
    pictures: Pictures,
) -> None:
    """A seeded simulation beside the exact value.

    One rule: you follow it, and with -p the others stay until you have left. With --bots the
    strategies named play whole games against each other: rules, and functions of your own.
    The same seed gives the same games, whatever the number of processes.

    \b
    Examples:
      incan-odds simulate
      incan-odds simulate --rule cards:7 --horizon game --seed 1
      incan-odds simulate --bots optimum --bots bag:20 --bots mybots:Greedy
      incan-odds simulate --games 100000 --plot means.svg
    """
    pictures.check(as_json)
    start = TableOptions(edition, players).start(said_by(ctx))
    level = _confidence(confidence)
    if seed is None:
        # Imported here, since most simulations say their seed.
        from secrets import randbelow

        seed = randbelow(10**9)
        pictures = pictures.with_words("--seed", str(seed))
    if bots:
        if rule_name is not None:
            raise InputError("--rule: with --bots the players are those; name it as one of them")
        said = ctx.get_parameter_source("players") is ParameterSource.COMMANDLINE
        game = _at_table(start, len(bots), said)
        seats, exact = _contest(game, bots, horizon or "game")
        horizon = horizon or "game"
    else:
        game, horizon = start, horizon or "expedition"
        check_horizon(game, Model(horizon))
        rule = _rule(rule_name or OPTIMUM)
        seats, exact = _one_rule(game, rule, horizon)
    plan = Plan(game.edition, seats, horizon, seed, games)
    simulated = Simulated(game, plan, _played(plan, workers, bool(bots)), level, exact)
    if bots:
        contest = Contest(simulated)
        below = pictures.drawn(lambda: contest.chart(pictures.source(_SIMULATION)))
        click.echo(json_text(contest.document(), indent=2) if as_json else contest.screen() + below)
    else:
        one = OneRule(simulated)
        sentence = _best(horizon) if rule is None else rule.sentence
        below = pictures.drawn(lambda: one.chart(sentence, pictures.source(_SIMULATION)))
        click.echo(json_text(one.document(), indent=2) if as_json else one.screen(sentence) + below)


def _confidence(text: str) -> Fraction:
    try:
        chance = exact_number(text)
    except ValueError as error:
        raise InputError(f"--confidence: {error}") from None
    if not 0 < chance < 1:
        raise InputError(f"--confidence: more than 0 and less than 100 %, not {text}")
    return chance


def _rule(name: str) -> LeaveAt | None:
    try:
        return rule_named(name)
    except StrategyError as error:
        raise InputError(f"--rule {error}") from None


def _best(horizon: Horizon) -> str:
    ahead = "this expedition" if horizon == "expedition" else "the whole game"
    return f"the best play of {ahead}"


def _one_rule(
    game: Game, rule: LeaveAt | None, horizon: Horizon
) -> tuple[tuple[Strategy, ...], Exact]:
    """Return who sits at the table, and the exact values of one rule, if they can be had."""
    rivals = (Wait(),) * game.players.rivals
    try:
        value = exact_value(game, rule, horizon, ANALYSIS)
        exact = Exact(value.points, value.bust)
    except (TooLargeError, TooManyOpeningsError) as error:
        if rule is None:
            raise InputError(f"--rule {OPTIMUM}: it cannot be found: {error}") from None
        exact = Exact()
    if rule is not None:
        return (Follow(rule), *rivals), exact
    season = season_of(game.edition, ANALYSIS) if horizon == "game" else None
    return (Best(season, ANALYSIS), *rivals), exact


def _at_table(start: Game, bots: int, said: bool) -> Game:
    """Return the game of so many bots; `said` is whether an option gives the number of players."""
    if bots > MOST_PLAYERS:
        raise InputError(f"--bots: from 1 to {MOST_PLAYERS} players, not {bots}")
    if said and start.players.count != bots:
        raise InputError(
            f"--players: each of --bots is a player, so there are {bots},"
            f" not {start.players.count}; leave it out"
        )
    return begin(start.edition, Players(bots))


def _contest(
    game: Game, names: tuple[str, ...], horizon: Horizon
) -> tuple[tuple[Strategy, ...], Exact]:
    """Return the bots of these names, and the exact points where all follow one rule."""
    here = str(Path.cwd())
    if here not in sys.path:
        # Last, or a file of the folder could take the place of a module of the library.
        sys.path.append(here)
    alone = len(names) == 1
    try:
        season = season_of(game.edition, ANALYSIS) if alone and horizon == "game" else None
        seats = tuple(strategy_named(name, season, ANALYSIS) for name in names)
    except StrategyError as error:
        raise InputError(f"--bots {error}") from None
    first = seats[0]
    points = None
    try:
        if isinstance(first, Best) and alone:
            points = exact_value(game, None, horizon, ANALYSIS).points
        elif isinstance(first, Follow) and all(seat.name == first.name for seat in seats):
            value = exact_value_of_all(game, first.rule, horizon, ANALYSIS)
            points = None if value is None else value.points
    except (TooLargeError, TooManyOpeningsError):
        points = None
    return seats, Exact(points)


def _played(plan: Plan, workers: int | None, bots: bool) -> list[tuple[Tally, ...]]:
    """Play a plan; return what was known of all games on the way, and at the end."""
    try:
        with closing(simulate(plan, workers)) as chunks:
            return spaced(_with_progress(chunks, plan.games))
    except StrategyError as error:
        raise InputError(f"--{'bots' if bots else 'rule'} {error}") from None
    except WorkerError as error:
        if not bots:
            raise
        names = " ".join(seat.name for seat in plan.seats if seat.foreign)
        raise InputError(f"--bots {names}: {error}; has a bot ended it?") from None


def _with_progress(chunks: Iterable[tuple[Tally, ...]], games: int) -> Iterator[tuple[Tally, ...]]:
    """Yield the chunks, with a progress bar where they take long."""
    done = 0
    with progress("playing") as report:
        for chunk in chunks:
            yield chunk
            done += chunk[0].points.number
            report(done / games, f"{done:,} of {games:,}")
