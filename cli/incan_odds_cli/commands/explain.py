"""`incan-odds explain`: the working of an answer, as a person would write it on a blackboard."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any, Final, Literal, cast, get_args

import click

from incan_odds.game import Game
from incan_odds.rounding import percent
from incan_odds.stopping.problem import TooLargeError, problem_of
from incan_odds.stopping.solver import Optimum, solve
from incan_odds.teaching.formats import Format, data, written
from incan_odds.teaching.layout import sentence
from incan_odds.teaching.notation import Rounding
from incan_odds.teaching.working import Working
from incan_odds_cli.advice import ANALYSIS, ON_THE_SPOT
from incan_odds_cli.failure import InputError
from incan_odds_cli.progress import solving
from incan_odds_cli.request import Request, about_a_record, answer
from incan_odds_cli.screen import SCHEMA, exact, one_in, two_decimals

Of = Literal["next", "survive", "threshold", "value"]
"""What is explained."""

MORE: Final = 3
"""How many further cards `--of survive` looks at where nothing else is said."""

ROUNDING: Final = Rounding(
    points=two_decimals, chance=lambda chance: f"{percent(chance)}, {one_in(chance)}"
)
"""How the screen rounds; the fraction always stands before it."""


@click.command("explain")
@about_a_record
@click.option(
    "--of",
    type=click.Choice(get_args(Of)),
    default="next",
    help="What to explain: the next card, surviving more cards, when to retire, or what playing"
    " on is worth.  [default: next]",
)
@click.option(
    "--more",
    type=click.IntRange(min=1),
    metavar="K",
    help=f"How many more cards --of survive looks at.  [default: {MORE}]",
)
@click.option("--symbolic", is_flag=True, help="Show each formula in letters, then with numbers.")
@click.option(
    "--format",
    "kind",
    type=click.Choice([*get_args(Format), "json"]),
    help="How to write it; latex is a whole document.  [default: terminal]",
)
def command(request: Request, of: Of, more: int | None, symbolic: bool, kind: str | None) -> None:
    """The working of an answer, step by step, as on a blackboard.

    The chances as favourable over possible cards, what each card adds, and why to stay or leave.
    Every number is the one that the other commands print.

    \b
    Examples:
      incan-odds explain -p 4 5 f 11 x sn a
      incan-odds explain --symbolic 5 f 11 sn
      incan-odds explain --of survive --more 5 5 f 11 sn
      incan-odds explain --of threshold 5 f 11 sn
      incan-odds explain --of value --format latex 5 f 11 sn > value.tex
    """
    if more is not None and of != "survive":
        raise InputError(f"--more: goes with --of survive, not with --of {of}")
    if request.json and kind not in (None, "json"):
        raise InputError(f"--json: contradicts --format {kind}")
    request = request._replace(json=request.json or kind == "json")
    if request.many and kind in ("markdown", "latex"):
        raise InputError(f"--format: {kind} explains one record; give it as arguments")
    text = cast(Format, "terminal" if kind in (None, "json") else kind)
    explain = partial(working_of, of=of, more=more, symbolic=symbolic)
    answer(
        request,
        screen=lambda game: written(explain(game), text, ROUNDING),
        line=lambda game: line(explain(game)),
        document=lambda game: document(game, explain(game), of),
    )


def working_of(game: Game, of: Of, more: int | None, symbolic: bool) -> Working:
    """Return the working of one answer. Raises `InputError` where there is nothing to answer."""
    if game.over:
        raise InputError("the game is over")
    return _WORKINGS[of](game, more, symbolic)


def _of_next(game: Game, _: int | None, symbolic: bool) -> Working:
    from incan_odds.teaching.next_card_working import next_card_working

    optimum = None
    if game.me_inside:
        try:
            with solving() as progress:
                optimum = solve(problem_of(game.expedition), ON_THE_SPOT, progress)
        except TooLargeError:
            # One card ahead is still exact, as in `next`.
            optimum = None
    return next_card_working(game, optimum, symbolic)


def _of_survive(game: Game, more: int | None, symbolic: bool) -> Working:
    from incan_odds.teaching.survival_working import survival_working

    unseen = game.expedition.deck.size
    if more is not None and more > unseen:
        raise InputError(f"--more: from 1 to {unseen} more cards can come, not {more}")
    return survival_working(game, min(MORE, unseen) if more is None else more, symbolic)


def _of_threshold(game: Game, _: int | None, symbolic: bool) -> Working:
    from incan_odds.teaching.threshold_working import threshold_working

    return threshold_working(game, _optimum(game), symbolic)


def _of_value(game: Game, _: int | None, symbolic: bool) -> Working:
    from incan_odds.teaching.value_working import value_working

    return value_working(game, _optimum(game), symbolic)


def _optimum(game: Game) -> Optimum:
    if not game.me_inside:
        raise InputError("you have left this expedition")
    try:
        with solving() as progress:
            return solve(problem_of(game.expedition), ANALYSIS, progress)
    except TooLargeError as error:
        raise InputError(f"this deck is too large for it: {error}") from None


_WORKINGS: Final[dict[Of, Callable[[Game, int | None, bool], Working]]] = {
    "next": _of_next,
    "survive": _of_survive,
    "threshold": _of_threshold,
    "value": _of_value,
}


def line(working: Working) -> str:
    """Return the answer to one of many records: what the working comes to."""
    verdict, parts = working.conclusion
    return f"{verdict}: {sentence(parts, ROUNDING)}"


def document(game: Game, working: Working, of: Of) -> dict[str, Any]:
    """Return the answer as JSON."""
    return {
        "schema": SCHEMA,
        "edition": game.edition.name,
        "expedition": game.number,
        "of": of,
        "blocks": data(working, _exact),
    }


def _exact(value: Fraction) -> dict[str, Any]:
    try:
        return exact(value) or {}
    except OverflowError:
        # The ways to draw a thousand cards are more than a float can hold.
        return {"fraction": str(value), "float": None}
