"""The pictures of the course, as charts: `make_figures.py` draws them.

Each shows numbers that stand on its page, and asks the library for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Final

from incan_odds import (
    find_edition,
    game_of,
    game_problem,
    odds_of_next_card,
    problem_of,
    solve,
    thresholds,
)
from incan_odds.pictures.chart import Axis, Chart, Curve, Kind, Level, Panel, Point, Real, stacked
from incan_odds.pictures.convergence import SIMULATED
from incan_odds.pictures.rules import rules_chart
from incan_odds.pictures.survival import fatal_card_chart, survival_chart
from incan_odds.stopping.comparison import compare, contestants

BOX: Final = "schmidt-2005"
"""The edition that the course plays."""

RECORD: Final = ("5", "snakes", "11", "gas")
"""What has come where a page asks its question."""

SIX_CARDS: Final = find_edition(str(Path(__file__).parent / "course" / "six-cards.toml"))

QUESTION: Final = f"after {', '.join(RECORD)} in the box of 2005"
PERCENT: Final = Axis("chance (%)", percent=True, low=0)
GEMS: Final = Axis("gems in the bag", low=0)
SHARE: Final = Axis("games that were a bust (%)", True, Fraction(1, 4), Fraction(11, 20))

SIMULATIONS: Final = 40
SEED: Final = 7


def next_card() -> Chart:
    """Return the chances of the next card, card after card (page 1)."""
    tables = [game_of(" ".join(RECORD[:cards]), BOX) for cards in range(len(RECORD) + 1)]
    odds = [odds_of_next_card(table.expedition) for table in tables]
    curves = (
        _curve("a treasure", enumerate(card.treasure for card in odds)),
        _curve("a first hazard", enumerate(card.hazard for card in odds)),
        _curve("a bust", enumerate(card.bust for card in odds)),
    )
    panel = Panel(Axis("cards turned over"), PERCENT, curves)
    return Chart("The next card", (panel,), "5, snakes, 11 and gas come one after the other")


def gain_and_risk() -> Chart:
    """Return what can be found and what is at risk, against the bag (page 2)."""
    gems = sum(game_of(edition=BOX).edition.treasures)
    bags = range(0, 51, 5)
    kinds = {1: "one kind", 2: "two kinds", 3: "three kinds"}
    found = _curve("still to be found: R", [(bag, gems - bag) for bag in bags])
    risks = [
        _curve(
            f"at risk, {words} out: {2 * out}B",
            [(bag, 2 * out * bag) for bag in bags if 2 * out * bag <= gems],
        )
        for out, words in kinds.items()
    ]
    meeting = [(Fraction(gems, 2 * out + 1), gems - Fraction(gems, 2 * out + 1)) for out in kinds]
    equal = _curve("worth the same", reversed(meeting), "dots")
    panel = Panel(GEMS, Axis("gems", low=0), (found, *risks, equal))
    return Chart("What can be found, and what is at risk", (panel,), "the box of 2005")


def survival() -> Chart:
    """Return both charts of survival for the question of page 3."""
    expedition = game_of(" ".join(RECORD), BOX).expedition
    charts = survival_chart(expedition, QUESTION), fatal_card_chart(expedition, QUESTION)
    return stacked("More cards", charts)


def six_cards() -> Chart:
    """Return leaving and staying with the six cards, against the bag (page 4)."""
    bags = {0: "", 3: "3", 5: "5", 8: "3 5"}
    outs = {"none out": "", "one out": "fire", "two out": "fire snakes"}
    staying = [
        _curve(
            f"stay, {words}",
            [(bag, _staying(f"{treasures} {out}")) for bag, treasures in bags.items()],
        )
        for words, out in outs.items()
    ]
    leaving = _curve("leave", [(bag, bag) for bag in bags])
    panel = Panel(GEMS, Axis("gems brought home on average", low=0), (leaving, *staying))
    return Chart("To stay or to leave", (panel,), "the six cards: 3, 5, two fires, two snakes")


def whole_game() -> Chart:
    """Return the thresholds of the first expedition and of the last (page 5)."""
    game = game_of(edition=BOX)
    problems = {
        "in the first of five expeditions": game_problem(game),
        "in the last": problem_of(game.expedition),
    }
    curves = []
    for label, problem in problems.items():
        rows = thresholds(game.expedition, solve(problem))
        found = {len(row.hazards): row.retire_at for row in rows if row.retire_at is not None}
        curves.append(_curve(label, sorted(found.items())))
    axes = Axis("kinds of hazard out"), Axis("leave from so many gems on", low=0)
    return Chart("When to leave", (Panel(*axes, tuple(curves)),), "the box of 2005, complete")


def rules() -> Chart:
    """Return three families of rules beside the best play (page 6)."""
    problem = problem_of(game_of(edition=BOX).expedition)
    three = [rule for rule in contestants(problem) if rule.name in ("cards", "hazards", "bag")]
    optimum, compared = compare(lambda rule: problem, three)
    return rules_chart(compared, optimum, "one expedition with the box of 2005")


def simulation() -> Chart:
    """Return how simulations of few and of many games scatter (page 7)."""
    luck = Random(SEED)
    panels = [
        Panel(
            Axis("number of the simulation", low=1, high=SIMULATIONS),
            SHARE,
            (_curve("", enumerate(_simulated(luck, games), start=1), "dots"),),
            levels=(Level("exactly", Fraction(2, 5)),),
            title=f"{games:,} games each",
        )
        for games in (100, 10_000)
    ]
    about = "three of the six cards are turned over"
    return Chart("Forty simulations", tuple(panels), about, SIMULATED)


COURSE: Final[Mapping[str, Callable[[], Chart]]] = {
    "course-next-card": next_card,
    "course-gain-and-risk": gain_and_risk,
    "course-survival": survival,
    "course-six-cards": six_cards,
    "course-whole-game": whole_game,
    "course-rules": rules,
    "course-simulation": simulation,
}
"""The pictures by their names."""


def _curve(label: str, points: Iterable[tuple[Real, Real]], kind: Kind = "line") -> Curve:
    return Curve(label, kind, tuple(Point(x, y) for x, y in points))


def _staying(record: str) -> Fraction:
    """Return what staying is worth with the six cards, and the best play after it."""
    return solve(problem_of(game_of(record, SIX_CARDS).expedition)).stay.points


def _simulated(luck: Random, games: int) -> list[Fraction]:
    """Return, for each simulation, how many of its games were a bust, as page 7 plays them."""
    deck = [3, 5, "fire", "fire", "snakes", "snakes"]
    shares = []
    for _ in range(SIMULATIONS):
        hands = (sorted(deck, key=lambda card: luck.random())[:3] for _ in range(games))
        shares.append(Fraction(sum(len(set(cards)) < 3 for cards in hands), games))
    return shares
