"""`incan-odds review`: each decision of a game, and what it cost."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import click

from incan_odds.game import Game, seen_by
from incan_odds.review import Account, Decision, Review, from_document, review, to_document
from incan_odds.rivals.model import EncodingError
from incan_odds.stopping.problem import TooLargeError
from incan_odds.stopping.season import TooManyOpeningsError
from incan_odds_cli.advice import Means, Model, as_json, asked, check_horizon, question_about
from incan_odds_cli.failure import InputError
from incan_odds_cli.kept_results import Form, result_of
from incan_odds_cli.progress import solving
from incan_odds_cli.request import (
    Request,
    about_a_played_record,
    answer,
    model_options,
    options_said,
    study_options,
)
from incan_odds_cli.saved_game import FIRST_LINE, GameFile, Loaded, load
from incan_odds_cli.screen import columns, two_decimals


@click.command("review")
@about_a_played_record
@model_options
@study_options
@click.option("--player", metavar="NAME", help="Whose game to look back upon.  [default: you]")
@click.pass_context
def command(
    ctx: click.Context, request: Request, model: Model, means: Means, player: str | None
) -> None:
    """Each decision of a game, what it cost, and what was luck.

    RECORD is a record, or the one path of a game that play has kept. What the player could expect
    before the first card, the luck of the cards, what the decisions cost and what the others did
    add up to the result.

    \b
    Examples:
      incan-odds review 5 f 11 x / 7 m 3 m
      incan-odds review --horizon game 5 f 11 x / 7 m 3 m
      incan-odds review friday.txt --player ann
    """
    saved = None if request.many else _saved(request)
    if saved is not None:
        saved.check(options_said(ctx, request), "")
        request = request._replace(start=saved.games[-1], record="")
    reviewed = partial(_reviewed, model=model, player=player, means=means)
    answer(
        request,
        screen=lambda game: screen(*reviewed(game), model),
        line=lambda game: line(reviewed(game)[1]),
        document=lambda game: document(*reviewed(game), model),
    )


def _saved(request: Request) -> Loaded | None:
    """Return the saved game that the record is the path of; None where it is a record."""
    path = Path(request.record)
    try:
        request.play(request.record)
    except InputError:
        # No record: a card wins over a file of its name.
        pass
    else:
        return None
    try:
        raw = GameFile(path).read()
    except (OSError, ValueError) as error:
        # A name that no file can have is a record, and is refused as one.
        if isinstance(error, ValueError) or not _exists(path):
            return None
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from None
    if raw is None:
        if path.suffix and " " not in request.record and not request.record[0].isdecimal():
            raise InputError(f"no file {path}")
        return None
    if not raw.startswith(FIRST_LINE.encode()):
        raise InputError(f"{path} is no saved game: it does not begin with '{FIRST_LINE}'")
    try:
        saved = load(raw)
    except InputError as error:
        raise InputError(f"{path}: {error.message}") from None
    if saved.damage:
        raise InputError(f"{path}: {saved.damage}")
    return saved


def _exists(path: Path) -> bool:
    try:
        return path.exists() or path.is_symlink()
    except OSError:
        # Before Python 3.14 a name that is too long is an error.
        return False


def _reviewed(game: Game, model: Model, player: str | None, means: Means) -> tuple[Game, Review]:
    check_horizon(game, model)
    if player is not None:
        try:
            game = seen_by(game, player)
        except ValueError as error:
            known = ", ".join(game.players.names) or "none; give them with -p"
            raise InputError(f"--player: {error}; the players with names are {known}") from None

    def work() -> Review:
        with solving() as progress:
            return review(game, model.horizon == "game", model.rivals, means.bytes(), progress)

    question = question_about("review", game, model)
    try:
        return game, result_of(question, work, Form(to_document, from_document), means.kept)
    except (TooLargeError, TooManyOpeningsError, EncodingError) as error:
        raise InputError(
            f"the game cannot be solved: {error}; raise --memory or take a smaller edition"
        ) from None


def document(game: Game, found: Review, model: Model) -> dict[str, Any]:
    """Return the answer as JSON."""
    floats = model.by_chance and game.players.rivals > 0
    return {
        **asked(game, model),
        "player": game.players.me,
        **_account(found.total, floats),
        "expeditions": [_account(account, floats) for account in found.expeditions],
        "decisions": [
            {
                "expedition": decision.expedition,
                "after": decision.after,
                "did": decision.did,
                "best": decision.best,
                "cost": as_json(decision.cost, floats),
            }
            for decision in found.decisions
        ],
    }


def _account(account: Account, floats: bool) -> dict[str, Any]:
    return {name: as_json(value, floats) for name, value in account._asdict().items()}


def line(found: Review) -> str:
    """Return the answer to one of many records."""
    return ", ".join(
        f"{name} {two_decimals(value)}" for name, value in found.total._asdict().items()
    )


def screen(game: Game, found: Review, model: Model) -> str:
    """Return the answer as a table of expeditions and the costliest decisions."""
    names = Account._fields
    rows: list[tuple[str, ...]] = [("expedition", *names)]
    for number, account in enumerate(found.expeditions, start=game.first):
        rows.append((str(number), *map(two_decimals, account)))
    rows.append(("all", *map(two_decimals, found.total)))
    whose = "you" if game.players.me == "me" else game.players.me
    table = game.edition.title
    if game.players.count > 1:
        table += f"; {game.players.count} players, {model.sentence(game)}"
    title = f"{table}; {whose}: start + luck + skill + others = result"
    made = len(found.decisions)
    best = sum(not decision.cost for decision in found.decisions)
    costliest = [_sentence(decision) for decision in found.costliest()]
    running = [] if game.over else ["the game is not over: what is still to come is expected"]
    return "\n".join(
        [title, *columns(rows), *running, f"{best} of {made} decisions were the best", *costliest]
    )


def _sentence(decision: Decision) -> str:
    did = {"stay": "stayed", "leave": "left"}[decision.did]
    return (
        f"expedition {decision.expedition} after {decision.after}: {did},"
        f" best was to {decision.best}; cost {two_decimals(decision.cost)}"
    )
