"""`incan-odds next`: the odds of the next card, what it adds, and whether to stay or leave."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from incan_odds.game import Game
from incan_odds_cli.advice import Advice, Means, Model, advice, certificate, decision, retire_at
from incan_odds_cli.request import (
    Request,
    about_a_record,
    answer,
    at_the_table_options,
    model_options,
)
from incan_odds_cli.screen import SCHEMA, exact
from incan_odds_cli.wording import decision_line, screen

if TYPE_CHECKING:
    from incan_odds.rivals.answer import AmongRivals


@click.command("next")
@about_a_record
@model_options
@at_the_table_options
def command(request: Request, model: Model, means: Means) -> None:
    """The odds of the next card, what it adds, and whether to stay or leave.

    RECORD is what has happened, in order: numbers are treasures as printed on the card, f m r sn
    sp (or names) hazards, a an artifact, x one explorer leaving, x2 two together, x:me you.

    \b
    Examples:
      incan-odds next 5 f 11 sn
      incan-odds next -p 4 5 f 11 x sn a
      incan-odds next -p ann,bob,me 7 x:ann 11 mummy
      incan-odds next -e gryphon-2009 --horizon game f 5 f / 7 m 3
      incan-odds next -p 4 --rivals equilibrium 5 f 11 sn 9
      incan-odds next --gone fire -p 4 --inside 3 --bag 3 --path 2 5 f 11
      incan-odds next --json - < records.txt
    """
    advise = partial(advice, model=model, means=means)
    answer(
        request,
        screen=lambda game: screen(game, advise(game)),
        line=lambda game: decision_line(game, advise(game)),
        document=lambda game: document(game, advise(game)),
    )


def document(game: Game, advice: Advice | None) -> dict[str, Any]:
    """Return the answer as JSON."""
    head: dict[str, Any] = {
        "schema": SCHEMA,
        "edition": game.edition.name,
        "players": game.players.count,
        "expedition": game.number,
        "over": game.over,
    }
    if advice is None:
        winners = game.winners()
        return head | {
            "scores": game.scores(),
            "artifacts": game.artifacts(),
            "winner": None if winners is None else list(winners),
        }
    expedition, odds, optimum = game.expedition, advice.odds, advice.optimum
    inside = game.me_inside
    mine = inside and expedition.pending
    among = advice.among
    leave: Fraction | float | None = odds.holding if optimum is None else optimum.leave
    stay: Fraction | float | None = None if optimum is None else optimum.stay.points
    if among is not None:
        leave, stay = among.leave, among.stay
    return head | {
        "horizon": advice.model.horizon,
        "gone": [hazard.name for hazard in game.gone],
        "hazards_at_start": sum(expedition.start.hazards.values()),
        "hazards_unseen": sum(expedition.deck.hazards.values()),
        "inside": expedition.inside,
        "me": "in" if inside else "out",
        "unseen": odds.unseen,
        "bag": expedition.bag,
        "path": expedition.path,
        "artifacts_on_path": len(expedition.artifacts),
        "bust": exact(odds.bust),
        "treasure": exact(odds.treasure),
        "hazard": exact(odds.hazard),
        "artifact": exact(odds.artifact),
        "gain": exact(odds.gain) if inside else None,
        "leave": exact(leave) if mine else None,
        "stay": exact(stay),
        "retire_at": retire_at(game, advice) if mine else None,
        "decision": decision(game, advice),
        "pending": expedition.pending,
        "rivals": str(advice.model.rivals) if game.players.rivals else None,
        **_among(game, among),
        "cards": [
            {
                "card": outcome.card.token,
                "count": outcome.copies,
                "deadly": outcome.deadly,
                "chance": exact(outcome.chance),
                "gain": exact(outcome.gain) if inside else None,
            }
            for outcome in odds.outcomes
        ],
    }


def _among(game: Game, among: AmongRivals | None) -> dict[str, Any]:
    """Return what is said of rivals who leave by chance; nothing where there are none."""
    if among is None:
        return {}
    return {
        "leave_chance": exact(among.leave_chance),
        "leave_alone": exact(among.alone),
        "path_share": exact(among.share_of(game.expedition.path)),
        "outcomes": [
            {
                "others": outcome.others,
                "chance": exact(outcome.chance),
                "leave": exact(outcome.leaving),
                "stay": exact(outcome.staying),
            }
            for outcome in among.outcomes
        ],
        "certificate": certificate(among),
    }
