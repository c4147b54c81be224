"""`incan-odds next`: the odds of the next card, what it adds, and whether to stay or leave."""

from __future__ import annotations

from collections import Counter
from typing import Any

import click

from incan_odds.cards import Artifact, Hazard, Treasure
from incan_odds.editions import PRESETS
from incan_odds.expedition import Expedition
from incan_odds.game import Game
from incan_odds.next_card import NextCard, next_card
from incan_odds.players import ME, OTHERS
from incan_odds_cli.request import Request, about_a_record, answer
from incan_odds_cli.screen import SCHEMA, count, emphasis, exact, points, probability


@click.command("next")
@about_a_record
def command(request: Request) -> None:
    """The odds of the next card, what it adds, and whether to stay or leave.

    RECORD is what has happened, in order: numbers are treasures as printed on the card, f m r sn
    sp (or names) hazards, a an artifact, x one explorer leaving, x2 two together, x:me you.

    \b
    Examples:
      incan-odds next 5 f 11 sn
      incan-odds next -p 4 5 f 11 x sn a
      incan-odds next -p ann,bob,me 7 x:ann 11 mummy
      incan-odds next -e gryphon-2009 f 5 f / 7 m 3
      incan-odds next --gone fire -p 4 --inside 3 --bag 3 --path 2 5 f 11
      incan-odds next --json - < records.txt
    """
    answer(request, screen, decision_line, document)


def decision(game: Game, odds: NextCard) -> str | None:
    """Return `stay`, `leave` or `either`; None where I have left and there is nothing to decide."""
    if not game.me_inside:
        return None
    return odds.verdict if game.expedition.pending else "stay"


def document(game: Game) -> dict[str, Any]:
    """Return the answer as JSON."""
    head: dict[str, Any] = {
        "schema": SCHEMA,
        "edition": game.edition.name,
        "players": game.players.count,
        "expedition": game.number,
        "over": game.over,
    }
    if game.over:
        winners = game.winners()
        return head | {
            "scores": game.scores(),
            "artifacts": game.artifacts(),
            "winner": None if winners is None else list(winners),
        }
    expedition, odds = game.expedition, next_card(game.expedition)
    inside = game.me_inside
    mine = inside and expedition.pending
    return head | {
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
        "leave": exact(odds.holding) if mine else None,
        "retire_at": odds.retire_at if mine else None,
        "decision": decision(game, odds),
        "pending": expedition.pending,
        "rivals": "stay" if game.players.rivals else None,
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


def screen(game: Game) -> str:
    """Return the answer as at most eight lines of text, the decision last."""
    if game.over:
        return "\n".join([_where(game), _standings(game), decision_line(game)])
    odds = next_card(game.expedition)
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
            decision_line(game),
        ]
    )


def decision_line(game: Game) -> str:
    """Return the one line that says what to do."""
    if game.over:
        return _result(game)
    if not game.me_inside:
        brought = sum(
            haul.points
            for haul in game.hauls
            if haul.player == game.players.me and haul.expedition == game.number
        )
        return emphasis("YOU HAVE LEFT", bold=True) + f" with {count(brought, 'point')}"
    odds = next_card(game.expedition)
    verdict = decision(game, odds)
    adds = f"the next card adds {points(odds.gain)}"
    if game.fresh:
        return f"{_loud('stay')}: nobody decides before the first card; {adds}"
    if not game.expedition.pending:
        return f"{_loud('stay')}: all have decided, the next card is coming; {adds}"
    threshold = (
        f"retire from {count(odds.retire_at, 'gem')} on"
        if odds.retire_at is not None
        else "no card can hurt yet"
    )
    ahead = "" if _verdict_is_optimal(game) else " (looking one card ahead)"
    return (
        f"{_loud(verdict or '')}{ahead}: one more card is worth {points(odds.one_more_card)},"
        f" leaving {odds.holding}; {threshold}"
    )


def _verdict_is_optimal(game: Game) -> bool:
    """Return whether looking one card ahead finds the best decision of this expedition.

    It does where the gains never change as artifacts are turned over: see `docs/rules.md`.
    """
    edition = game.edition
    upcoming = game.expedition.points
    return edition.printed or len(set(upcoming)) <= 1 or edition in PRESETS.values()


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
