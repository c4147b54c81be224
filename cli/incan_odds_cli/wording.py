"""What `next` and `play` say in words: the table, the chances, the verdict and its reason."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from incan_odds.cards import Artifact, Hazard, Treasure
from incan_odds.expedition import Expedition
from incan_odds.game import Game
from incan_odds.players import ME, OTHERS
from incan_odds.rounding import decimals
from incan_odds_cli.advice import Advice, decision, retire_at
from incan_odds_cli.screen import count, emphasis, points, probability

if TYPE_CHECKING:
    from incan_odds.rivals.answer import AmongRivals, Outcome


def screen(game: Game, advice: Advice | None) -> str:
    """Return the answer as at most eight lines of text, the decision last."""
    if advice is None:
        return "\n".join([where(game, ""), _standings(game), decision_line(game, advice)])
    odds = advice.odds
    adds = f"the next card adds {points(odds.gain)} on average"
    if advice.among is not None:
        adds += " if the others stay"
    chances = [
        (emphasis("bust    ", fg="red"), odds.bust, "the second hazard of a kind"),
        ("treasure", odds.treasure, adds if game.me_inside else ""),
        ("hazard  ", odds.hazard, "the first of its kind, harmless"),
        ("artifact", odds.artifact, ""),
    ]
    lines = [
        f"{name}  {probability(chance)}" + (f"  ({note})" if note else "")
        for name, chance, note in chances
    ]
    if advice.among is not None and advice.among.outcomes:
        # Eight lines are enough: two chances on one leave room for who leaves with you.
        lines[2:] = [
            f"hazard    {probability(odds.hazard)}; artifact {probability(odds.artifact)}",
            _outcomes(advice.among.outcomes),
        ]
    return "\n".join(
        [
            where(game, advice.model.sentence(game)),
            _table(game),
            _unseen(game.expedition, game.gone),
            *lines,
            decision_line(game, advice),
        ]
    )


def _outcomes(outcomes: tuple[Outcome, ...]) -> str:
    """Return what leaving and staying bring by the number of others who leave now."""
    parts = [
        f"{outcome.others} ({decimals(100 * Fraction(outcome.chance), 0)} %):"
        f" {decimals(Fraction(outcome.leaving), 2)} or {decimals(Fraction(outcome.staying), 2)}"
        for outcome in outcomes
    ]
    return "others leaving now, then leaving or staying brings: " + ", ".join(parts)


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
    if advice.among is not None:
        return _reason_among(game, advice.among)
    ahead = "" if advice.model.horizon == "expedition" else " with the expeditions to come"
    if optimum is None:
        stay = f"one more card is worth {points(odds.one_more_card)} (looking one card ahead)"
        leave = str(odds.holding)
    else:
        stay = f"staying is worth {points(optimum.stay.points)}{ahead}"
        leave = points(optimum.leave)
    if game.fresh:
        return f"nobody decides before the first card; {stay}"
    if not game.expedition.pending:
        return f"all have decided, the next card is coming; {stay}"
    gems = retire_at(game, advice)
    if advice.model.herd(game):
        # Whole gems are shared, so no one number of gems says when to leave.
        return f"{stay}, leaving {leave}"
    if gems is not None:
        threshold = f"retire from {count(gems, 'gem')} on"
    elif odds.deadly:
        threshold = "never retire"
    else:
        threshold = "no card can hurt yet"
    return f"{stay}, leaving {leave}; {threshold}"


def _reason_among(game: Game, among: AmongRivals) -> str:
    stay = f"staying is worth {decimals(Fraction(among.stay), 2)}"
    if among.leave is None or among.leave_chance is None:
        before = "nobody decides before the first card" if game.fresh else "all have decided"
        return f"{before}; {stay}"
    mixed = ""
    if 0 < among.leave_chance < 1:
        mixed = f"leave with a chance of {decimals(100 * Fraction(among.leave_chance), 0)} %; "
    leave = f"leaving {decimals(Fraction(among.leave), 2)}"
    share = among.share_of(game.expedition.path)
    if among.alone is None or share is None:
        return f"{mixed}{stay}, {leave}"
    with_artifacts = " and then with the artifacts" if game.expedition.artifacts else ""
    return (
        f"{mixed}{stay}, {leave}: {decimals(Fraction(share), 2)} of the path on average,"
        f" alone{with_artifacts} with a chance of {decimals(100 * Fraction(among.alone), 0)} %"
    )


def _loud(verdict: str) -> str:
    colours = {"stay": "green", "leave": "yellow", "either": "cyan", "mixed": "cyan"}
    return emphasis(verdict.upper(), fg=colours[verdict], bold=True)


def where(game: Game, supposed: str) -> str:
    """Return which table it is, and what is supposed of the others, for the first line."""
    parts = [f"{game.edition.title}, expedition {game.number} of {game.edition.expeditions}"]
    if game.players.count > 1:
        names = f" ({', '.join(game.names_inside)})" if game.names_inside else ""
        parts.append(f"{game.players.count} players, {game.expedition.inside} inside{names}")
        parts.append(supposed)
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
        if name != OTHERS or game.players.named or game.players.rivals
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


def short_table(game: Game) -> str:
    """Return the table in one short line, for a glance during play."""
    expedition = game.expedition
    inside = ""
    if game.players.count > 1:
        names = f": {', '.join(game.names_inside)}" if game.names_inside else ""
        inside = f", {expedition.inside} inside{names}"
    worth = "".join(f" +{points}" for points in expedition.worth(expedition.artifacts))
    out = " ".join(hazard.name for hazard in expedition.hazards) or "none"
    return (
        f"expedition {game.number} of {game.edition.expeditions}{inside};"
        f" bag {expedition.bag}, path {expedition.path}{worth}; out: {out}"
    )


def chances_line(advice: Advice) -> str:
    """Return the chance of a bust and how many cards are unseen, in one short line."""
    odds = advice.odds
    return f"bust {probability(odds.bust)}; {odds.unseen} unseen"


def happened(before: Game, after: Game) -> list[str]:
    """Return what has happened between two states of a game, a line for each event."""
    lines: list[str] = []
    hauls = after.hauls[len(before.hauls) :]
    ended = after.ended[len(before.ended) :]
    first = before.number
    for number in range(first, first + len(ended) + 1):
        groups: dict[tuple[int, tuple[int, ...]], list[str]] = {}
        for haul in hauls:
            if haul.expedition == number:
                who = "a rival" if haul.player is None else haul.player
                groups.setdefault((haul.gems, haul.artifacts), []).append(
                    "you" if who == ME else who
                )
        lines += [_went_home(names, gems, artifacts) for (gems, artifacts), names in groups.items()]
        if number - first < len(ended):
            lines.append(_ended(number, ended[number - first]))
    return lines


def _went_home(who: list[str], gems: int, artifacts: tuple[int, ...]) -> str:
    names = " and ".join(who) if who.count("a rival") < 2 else f"{len(who)} rivals"
    each = " each" if len(who) > 1 else ""
    leave = "leaves" if len(who) == 1 and who[0] != "you" else "leave"
    taken = "".join(f" and an artifact of {points}" for points in artifacts)
    return f"{names} {leave} with {count(gems, 'gem')}{each}{taken}"


def _ended(number: int, expedition: Expedition) -> str:
    if expedition.bust is not None:
        lost = count(expedition.lost_gems, "gem")
        return (
            f"BUST by {expedition.bust}: {lost} lost, one {expedition.bust} card leaves the game;"
            f" expedition {number} is over"
        )
    return f"expedition {number} is over: nobody is inside"


def tents(game: Game) -> list[str]:
    """Return everyone's tent: points, gems and artifacts; and who is inside with what."""
    lines = []
    scores, artifacts = game.scores(), game.artifacts()
    for name, score in sorted(scores.items(), key=lambda item: -item[1]):
        if name == OTHERS and not game.players.named and not game.players.rivals:
            continue
        cards = f", {count(artifacts[name], 'artifact')}" if artifacts[name] else ""
        who = "you" if name == ME else name
        inside = name in game.names_inside or (name == game.players.me and game.me_inside)
        bag = f"; inside with {game.expedition.bag}" if inside and not game.over else ""
        lines.append(f"{who}: {count(score, 'point')}{cards}{bag}")
    return lines
