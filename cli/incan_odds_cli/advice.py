"""The stopping problem of a request: which horizon, and whether there is anything to decide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from incan_odds.game import Game
from incan_odds.next_card import NextCard, odds_of_next_card
from incan_odds.stopping.problem import StoppingProblem, TooLargeError, problem_of
from incan_odds.stopping.solver import Optimum, solve
from incan_odds_cli.failure import InputError

if TYPE_CHECKING:
    from incan_odds.stopping.rules import Rule

Horizon = Literal["expedition", "game"]
"""What counts: this expedition, or all that are still to come."""

MEGABYTE: Final = 2**20

ON_THE_SPOT: Final = 64 * MEGABYTE
"""The memory that an answer at the table may take: about a second of work."""


ANALYSIS: Final = 1024 * MEGABYTE
"""The memory that a study of the game may take where nothing else is said."""


def problem_in(
    game: Game, horizon: Horizon, memory: int = ON_THE_SPOT, rule: Rule | None = None
) -> StoppingProblem:
    """Return the stopping problem of a game, played best or by `rule` in later expeditions.

    Raises `InputError` where nothing is to be decided, or where the game is too large.
    """
    if game.over:
        raise InputError("the game is over")
    if not game.me_inside:
        raise InputError("you have left this expedition")
    check_horizon(game, horizon)
    if horizon == "expedition":
        return problem_of(game.expedition)
    # `next` starts faster without what only the whole game needs.
    from incan_odds.stopping.season import TooManyOpeningsError, game_problem

    try:
        return game_problem(game, memory, rule)
    except (TooLargeError, TooManyOpeningsError) as error:
        raise InputError(
            f"the whole game cannot be solved: {error}; --horizon expedition can"
        ) from None


def check_horizon(game: Game, horizon: Horizon) -> None:
    """Raise `InputError` where the whole game is asked for with rivals."""
    if horizon == "game" and game.players.rivals:
        raise InputError(
            "--horizon game is solved alone (-p 1); with rivals use --horizon expedition"
        )


def optimum_of(problem: StoppingProblem, memory: int) -> Optimum:
    """Return the best play of a problem. Raises `InputError` where it is too large."""
    try:
        return solve(problem, memory)
    except TooLargeError as error:
        raise InputError(
            f"no formula holds here, and {error}; raise --memory or take a smaller deck"
        ) from None


class Advice(NamedTuple):
    """What is known of the next card, and of what to do."""

    horizon: Horizon
    odds: NextCard
    optimum: Optimum | None
    """The best play; None where I have left, or where it is too large to find on the spot."""


def advice(game: Game, horizon: Horizon) -> Advice | None:
    """Return the advice for a game; None where it is over."""
    check_horizon(game, horizon)
    if game.over:
        return None
    optimum = None
    if game.me_inside:
        try:
            optimum = solve(problem_in(game, horizon), ON_THE_SPOT)
        except TooLargeError:
            # The odds and a look one card ahead are still exact.
            optimum = None
    return Advice(horizon, odds_of_next_card(game.expedition), optimum)


def decision(game: Game, advice: Advice) -> str | None:
    """Return `stay`, `leave` or `either`; None where I have left and there is nothing to decide."""
    if not game.me_inside:
        return None
    if not game.expedition.pending:
        return "stay"
    return advice.odds.verdict if advice.optimum is None else advice.optimum.verdict


def retire_at(advice: Advice) -> int | None:
    """Return from how many gems on to retire; None is never."""
    return advice.odds.retire_at if advice.optimum is None else advice.optimum.retire_at()
