"""What every working begins with: where the game stands, and the deck as a table of counts."""

from __future__ import annotations

from collections import Counter

from incan_odds.cards import Artifact, Card, Hazard, Treasure
from incan_odds.game import Game
from incan_odds.next_card import NextCard
from incan_odds.record import write
from incan_odds.stopping.problem import StoppingProblem
from incan_odds.teaching.expression import Letter, Number, plus
from incan_odds.teaching.formulas import B, D, Formulas, U
from incan_odds.teaching.working import (
    Block,
    Equations,
    Grid,
    Heading,
    Sentence,
    equation,
    listed,
    say,
    words,
)


def opening(game: Game) -> Sentence:
    """Return where the game stands: the edition, the expedition, the players, the record.

    >>> print(*opening(game_of("5 f", players=2)).parts)
    bga (the help page), expedition 1 of 5; 2 players, 2 inside, if the others stay. Record: 5 f.
    """
    where = f"{game.edition.title}, expedition {game.number} of {game.edition.expeditions}"
    if game.players.count > 1:
        inside = game.expedition.inside
        where += f"; {game.players.count} players, {inside} inside, if the others stay"
    record = write(game)
    told = f" Record: {record}." if record else ""
    return Sentence((f"{where}.{told}",))


def holding(game: Game, odds: NextCard) -> list[Block]:
    """Return what lies on the table, and what you would bring home by leaving now: B."""
    now = game.expedition
    out = listed(hazard.name for hazard in now.hazards)
    if not game.me_inside:
        return [Sentence((f"You have left; what follows is for who is still inside. Out: {out}.",))]
    parts = [("bag", [now.bag]), ("path", [now.path])]
    if now.artifacts:
        parts.append(("artifacts on the path", [*now.worth(now.artifacts)]))
    names = plus(*(words(name) for name, _ in parts))
    numbers = plus(*(Number(number) for _, some in parts for number in some))
    return [
        say("Leaving now you would bring home {} points. Out: " + out + ".", B),
        Equations((equation(B, names, numbers, Number(odds.holding)),)),
    ]


def letters(game: Game, odds: NextCard, by: Formulas) -> list[Block]:
    """Return what each letter stands for, and its number here, where letters are shown."""
    if not by.letters:
        return []
    rows = [("U", "unseen cards", odds.unseen), ("d", "deadly ones among them", odds.deadly)]
    rows += [
        (letter, f"{name} among them", sum(counts_of(odds, kind)))
        for letter, name, kind in (
            ("T", "treasures", Treasure),
            ("H", "first hazards", Hazard),
            ("A", "artifacts", Artifact),
        )
    ]
    if game.me_inside:
        rows += [
            ("B", "points that leaving brings home", odds.holding),
            ("R", "points that all unseen cards add", odds.gains),
            ("n", "explorers inside", game.expedition.inside),
        ]
    cells = tuple((Letter(letter), meaning, Number(number)) for letter, meaning, number in rows)
    return [Grid(("letter", "stands for", "here"), cells)]


def deck(game: Game, odds: NextCard) -> list[Block]:
    """Return the deck as a table of counts, with U and d."""
    now = game.expedition
    rows = [("treasures", len(now.start.treasures), len(now.deck.treasures), "adds gems")]
    rows += [
        (hazard.name, copies, now.deck.count(hazard), _role(game, hazard))
        for hazard, copies in now.start.hazards.items()
    ]
    artifacts = dict.fromkeys(now.start.artifacts)
    rows += [
        (str(card), now.start.count(card), now.deck.count(card), "adds points")
        for card in artifacts
    ]
    rows = [row for row in rows if row[1]]
    rows.append(("all", now.start.size, odds.unseen, ""))
    blocks: list[Block] = [Heading("The deck")]
    gone = Counter(game.gone)
    if gone:
        fewer = listed(f"{times} {hazard}" for hazard, times in gone.items())
        blocks.append(Sentence((f"Busts have removed from the game: {fewer}.",)))
    blocks.append(
        Grid(
            ("card", "in the deck", "turned over", "unseen", "what it does"),
            tuple(
                (name, Number(start), Number(start - unseen), Number(unseen), role)
                for name, start, unseen, role in rows
            ),
            summed=True,
        )
    )
    counts = plus(*(Number(row[2]) for row in rows[:-1] if row[2]))
    fatal = plus(*(Number(outcome.copies) for outcome in odds.outcomes if outcome.deadly))
    blocks.append(
        say("{} cards are unseen, and {} of them end the expedition:", U, D),
    )
    blocks.append(
        Equations(
            (
                equation(U, counts, Number(odds.unseen)),
                equation(D, fatal, Number(odds.deadly)),
            )
        )
    )
    return blocks


def counts_of(odds: NextCard, kind: type[Card]) -> list[int]:
    """Return how many unseen cards there are of each sort of a kind, where they do not hurt.

    Treasures count as one sort.
    """
    counts = [
        outcome.copies
        for outcome in odds.outcomes
        if isinstance(outcome.card, kind) and not outcome.deadly
    ]
    return [sum(counts)] if kind is Treasure else counts


def called(card: Card) -> str:
    """Return a card as a table of the working calls it.

    >>> called(Treasure(11)), called(Artifact(7))
    ('treasure 11', 'artifact of 7')
    """
    return f"treasure {card}" if isinstance(card, Treasure) else str(card)


def _role(game: Game, hazard: Hazard) -> str:
    now = game.expedition
    if hazard not in now.hazards:
        return "a first one: harmless"
    return "a second one: BUST" if now.deck.count(hazard) else "out; no other is left"


def why_not_closed(problem: StoppingProblem) -> str:
    """Return why one card ahead is not far enough, where the certificate does not hold."""
    if problem.run_out is not None:
        return (
            "One card ahead is not far enough here: the deck can run out without a bust, and then"
            " all leave together. The dynamic programme has gone through every state instead."
        )
    return (
        "One card ahead is not far enough here: the points of an artifact depend on those before"
        " it, and a card may raise the threshold. The dynamic programme has gone through every"
        " state instead."
    )
