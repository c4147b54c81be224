"""`incan-odds next`: the odds of the next card, what it adds, and whether to stay or leave."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any, NamedTuple

import click

from incan_odds.cards import Artifact, Hazard, Treasure
from incan_odds.expedition import Expedition
from incan_odds.game import Game
from incan_odds.next_card import NextCard, odds_of_next_card
from incan_odds.players import ME, OTHERS
from incan_odds.stopping.problem import TooLargeError
from incan_odds.stopping.solver import Optimum, solve
from incan_odds_cli.advice import ON_THE_SPOT, Horizon, check_horizon, problem_in
from incan_odds_cli.request import (
    Request,
    about_a_record,
    answer,
    horizon_option,
    rivals_option,
)
from incan_odds_cli.screen import SCHEMA, count, emphasis, exact, points, probability


@click.command("next")
@about_a_record
@horizon_option
@rivals_option
def command(request: Request, horizon: Horizon, rivals: str) -> None:
    """The odds of the next card, what it adds, and whether to stay or leave.

    RECORD is what has happened, in order: numbers are treasures as printed on the card, f m r sn
    sp (or names) hazards, a an artifact, x one explorer leaving, x2 two together, x:me you.

    \b
    Examples:
      incan-odds next 5 f 11 sn
      incan-odds next -p 4 5 f 11 x sn a
      incan-odds next -p ann,bob,me 7 x:ann 11 mummy
      incan-odds next -e gryphon-2009 --horizon game f 5 f / 7 m 3
      incan-odds next --gone fire -p 4 --inside 3 --bag 3 --path 2 5 f 11
      incan-odds next --json - < records.txt
    """
    advise = partial(advice, horizon=horizon)
    answer(
        request,
        screen=lambda game: screen(game, advise(game)),
        line=lambda game: decision_line(game, advise(game)),
        document=lambda game: document(game, advise(game), rivals),
    )


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


def document(game: Game, advice: Advice | None, rivals: str) -> dict[str, Any]:
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
    leave = odds.holding if optimum is None else optimum.leave
    return head | {
        "horizon": advice.horizon,
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
        "stay": exact(optimum.stay.points) if optimum is not None else None,
        "retire_at": retire_at(advice) if mine else None,
        "decision": decision(game, advice),
        "pending": expedition.pending,
        "rivals": rivals if game.players.rivals else None,
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


def screen(game: Game, advice: Advice | None) -> str:
    """Return the answer as at most eight lines of text, the decision last."""
    if advice is None:
        return "\n".join([_where(game), _standings(game), decision_line(game, advice)])
    odds = advice.odds
    chances = [
        (emphasis("bust    ", fg="red"), odds.bust, "the second hazard of a kind"),
        ("treasure", odds.treasure, ""),
        ("hazard  ", odds.hazard, "the first of its kind, harmless"),
        ("artifact", odds.artifact, ""),
    ]
    return "\n".join(
        [
            _where(game),
            _table(game),
            _unseen(game.expedition, game.gone),
            *(
                f"{name}  {probability(chance)}" + (f"  ({note})" if note else "")
                for name, chance, note in chances
            ),
            decision_line(game, advice),
        ]
    )


def decision_line(game: Game, advice: Advice | None) -> str:
    """Return the one line that says what to do."""
    if advice is None:
        return _result(game)
    verdict = decision(game, advice)
    if verdict is None:
        brought = sum(
            haul.points
            for haul in game.hauls
            if haul.player == game.players.me and haul.expedition == game.number
        )
        return emphasis("YOU HAVE LEFT", bold=True) + f" with {count(brought, 'point')}"
    return f"{_loud(verdict)}: {_reason(game, advice)}"


def _reason(game: Game, advice: Advice) -> str:
    odds, optimum = advice.odds, advice.optimum
    ahead = "" if advice.horizon == "expedition" else " with the expeditions to come"
    adds = f"the next card adds {points(odds.gain)}"
    if optimum is None:
        stay = f"one more card is worth {points(odds.one_more_card)} (looking one card ahead)"
        leave = str(odds.holding)
    else:
        stay = f"staying is worth {points(optimum.stay.points)}{ahead}"
        leave = points(optimum.leave)
    if game.fresh:
        return f"nobody decides before the first card; {stay}; {adds}"
    if not game.expedition.pending:
        return f"all have decided, the next card is coming; {stay}; {adds}"
    gems = retire_at(advice)
    if gems is not None:
        threshold = f"retire from {count(gems, 'gem')} on"
    elif odds.deadly:
        threshold = "never retire"
    else:
        threshold = "no card can hurt yet"
    return f"{stay}, leaving {leave}; {adds}; {threshold}"


def _loud(verdict: str) -> str:
    colours = {"stay": "green", "leave": "yellow", "either": "cyan"}
    return emphasis(verdict.upper(), fg=colours[verdict], bold=True)


def _where(game: Game) -> str:
    parts = [f"{game.edition.title}, expedition {game.number} of {game.edition.expeditions}"]
    if game.players.count > 1:
        names = f" ({', '.join(game.names_inside)})" if game.names_inside else ""
        parts.append(f"{game.players.count} players, {game.expedition.inside} inside{names}")
        parts.append("if the others stay")
    return "; ".join(parts[:1] if game.over else parts)


def _table(game: Game) -> str:
    expedition = game.expedition
    out = ", ".join(hazard.name for hazard in expedition.hazards) or "none"
    artifacts = ""
    if expedition.artifacts:
        worth = " + ".join(map(str, expedition.worth(expedition.artifacts)))
        artifacts = f", {count(len(expedition.artifacts), 'artifact')} on it ({worth})"
    bag = count(expedition.bag, "gem")
    whose = "your bag" if game.me_inside else "each bag"
    return f"{whose} {bag}, the path {expedition.path}{artifacts}; hazards out: {out}"


def _unseen(expedition: Expedition, gone: tuple[Hazard, ...]) -> str:
    unseen: Counter[type] = Counter()
    for card, copies in expedition.deck:
        unseen[type(card)] += copies
    at_start = sum(expedition.start.hazards.values())
    line = (
        f"{count(unseen.total(), 'card')} unseen: {count(unseen[Treasure], 'treasure')},"
        f" {unseen[Hazard]} of {count(at_start, 'hazard')}, {count(unseen[Artifact], 'artifact')}"
    )
    return line + (f"; gone from the game: {', '.join(map(str, gone))}" if gone else "")


def _standings(game: Game) -> str:
    artifacts = game.artifacts()
    return "; ".join(
        f"{name} {count(score, 'point')}, {count(artifacts[name], 'artifact')}"
        for name, score in game.scores().items()
        if name != OTHERS or game.players.rivals
    )


def _result(game: Game) -> str:
    winners = game.winners()
    over = emphasis("GAME OVER", bold=True)
    if game.first > 1:
        return f"{over}: points since expedition {game.first}; who has won is not in the record"
    if winners is None:
        return f"{over}: who has won cannot be known; give the players' names with -p"
    if game.players.count == 1:
        return f"{over}: {count(game.scores()[game.players.me], 'point')}"
    if winners == (ME,):
        return f"{over}: you win"
    names = ["you" if name == ME else name for name in winners]
    won = "wins" if len(winners) == 1 else "share the victory"
    return f"{over}: {' and '.join(names)} {won}"
