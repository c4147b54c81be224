"""The working of the value: the closed sum, by the number of cards drawn.

Which sets stay is up to the one-step rule of `Steps`; the sum must come to the `Optimum`.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Final, NamedTuple

from incan_odds.game import Game
from incan_odds.next_card import NextCard, odds_of_next_card
from incan_odds.stopping.analytic import Step, Steps
from incan_odds.stopping.counts import Column
from incan_odds.stopping.solver import Optimum
from incan_odds.teaching.expression import Letter, Minus, Number, plus
from incan_odds.teaching.formulas import D, Formulas, R, U, formulas
from incan_odds.teaching.situation import holding, letters, opening, why_not_closed
from incan_odds.teaching.threshold_working import held
from incan_odds.teaching.working import (
    Block,
    Cell,
    Conclusion,
    Equations,
    Grid,
    Heading,
    Sentence,
    Working,
    chance_of,
    compared,
    equation,
    filled,
    in_points,
    say,
    words,
)

_JUMP: Final = (
    "(The points of an artifact depend on those before it: with artifacts among the cards that have"
    " come, B and R are those of the table as it lies then.)"
)


class Drawn(NamedTuple):
    """The sets of so many cards with which one stays."""

    cards: int
    sets: int
    """How many there are, a hazard being any one of its copies."""
    added: Fraction
    """What one more card adds to all of them, times the cards that are left."""


def value_working(game: Game, optimum: Optimum, symbolic: bool = False) -> Working:
    """Return the working of what the best play is worth from here; `optimum` is that play.

    Raises `ValueError` where nothing is to be decided.

    >>> game = game_of("5 f 11 x sn a", players=4)
    >>> print(chain(value_working(game, solve(problem_of(game.expedition))).equations[-1]))
    staying = 8 + 43/150 = 1243/150
    """
    odds = odds_of_next_card(game.expedition)
    by = formulas(symbolic)
    blocks = [opening(game), *letters(game, odds, by), *holding(game, odds)]
    if optimum.method != "analytic":
        blocks.append(Sentence((why_not_closed(optimum.problem),)))
    else:
        steps = Steps(optimum.problem)
        blocks += _formula(odds, by)
        if len({state.everything for state in held(game, optimum)}) > 1:
            blocks.append(Sentence((_JUMP,)))
        blocks += [*_which_stay(steps, optimum), *_sum(steps, optimum, by)]
    stay = equation(Number(optimum.stay.points), *in_points(optimum.stay.points))
    best = optimum.value.points
    if not optimum.problem.pending:
        parts = filled("{} points, for the next card is coming anyway.", stay)
    elif best == optimum.leave:
        parts = filled("{} points, by leaving now; staying is worth {}.", Number(best), stay)
    else:
        parts = filled("{} points, by staying; leaving is worth {}.", stay, Number(optimum.leave))
    return Working("What it is worth", (*blocks, Conclusion("VALUE", parts)))


def continuing(steps: Steps) -> list[tuple[Step, Column]]:
    """Return the sets of treasures with which the one-step rule stays, by hazards and artifacts.

    With nothing drawn it stays, whatever it says: that is the card whose value is asked for.
    """
    columns = [(step, steps.one_step(step)) for step in steps.steps]
    return [(step, column or ((1, 0),)) for step, column in columns if column or not step.drawn]


def by_cards(steps: Steps) -> list[Drawn]:
    """Return the sets that stay, and what one more card adds to them, by the number of cards.

    >>> rows = by_cards(Steps(problem_of(game_of("5 f 11 sn").expedition)))
    >>> [(row.cards, row.sets, row.added) for row in rows[:2]]
    [(0, 1, Fraction(32, 1)), (1, 6, Fraction(92, 1))]
    """
    sets, added = [0] * steps.unseen, [0] * steps.unseen
    for step, column in continuing(steps):
        for cards, (number, gems) in enumerate(column[: steps.unseen - step.drawn], step.drawn):
            sets[cards] += step.ways * number
            added[cards] += step.ways * (step.base * number - step.slope * gems)
    return [
        Drawn(cards, number, Fraction(gain, steps.scale))
        for cards, (number, gain) in enumerate(zip(sets, added, strict=True))
        if number
    ]


def _formula(odds: NextCard, by: Formulas) -> list[Block]:
    """Return what one more card adds to a set, and the chance to pass through it."""
    s, j, k = Letter("s"), Letter("j"), Letter("k")
    numbers = {"B": odds.holding, "R": odds.gains, "U": odds.unseen}
    one_more = by.shown(by.after_a_set, numbers)
    passing = by.shown(by.passing.put({"m": k}), numbers)
    known: list[Block] = []
    if not by.letters:
        known.append(
            say(
                "{} cards are unseen, {} of them deadly; together they add {}.",
                compared(U, "=", Number(odds.unseen)),
                compared(D, "=", Number(odds.deadly)),
                compared(R, "=", Number(odds.gains)),
            )
        )
    return [
        *known,
        Heading("Gain by gain"),
        say(
            "What you hold changes only when a card is turned over. Suppose {} cards have come that"
            " add {} together, and {} cards are deadly now. Then one more card adds on average",
            j,
            s,
            D,
        ),
        Equations((equation(words("gain"), *one_more),)),
        say(
            "Play comes past these cards if you stay with each part of them; then their order does"
            " not matter. With {} the product of the copies of their hazards, the chance is",
            k,
        ),
        Equations((equation(chance_of("these cards first"), *passing),)),
    ]


def _which_stay(steps: Steps, optimum: Optimum) -> list[Block]:
    """Return below which total the sets stay, for each state of hazards and artifacts."""
    problem = optimum.problem
    several = len(problem.artifact_states) > 1
    rows: list[tuple[Cell, ...]] = []
    for step, column in continuing(steps):
        artifacts = sum(problem.artifact_states[step.artifacts])
        drawn = (Number(step.hazards.kinds), *([Number(artifacts)] if several else []))
        bound: Cell = "the next card is coming"
        if step.bound > 0:
            bound = compared(Letter("s"), "<", Number(Fraction(step.base, step.slope)))
        if step.base > steps.counts.total * step.slope:
            bound = "always"
        sets = step.ways * sum(number for number, _ in column)
        rows.append((*drawn, Number(step.hazards.deadly), bound, Number(sets)))
    head = ("first hazards", *(["artifacts"] if several else []), "d", "stay while", "sets")
    return [
        Heading("Which sets stay"),
        say(
            "A set holds what is drawn from here on; a hazard in it is any one of its copies, and"
            " it counts once for each. {} is what its treasures add"
            + (", artifacts apart." if several else ".")
            + " Whoever leaves would leave ever after ({} states checked): so where one stays with"
            " a set, one stays with each part of it.",
            Letter("s"),
            Number(optimum.certificate.states),
        ),
        Grid(head, tuple(rows)),
    ]


def _sum(steps: Steps, optimum: Optimum, by: Formulas) -> list[Block]:
    """Return the sum over the sets that stay, by the number of their cards."""
    unseen = steps.unseen
    rows: list[tuple[Cell, ...]] = []
    together = Fraction(0)
    found = by_cards(steps)
    for cards, sets, added in found:
        divisor = (unseen - cards) * comb(unseen, cards)
        makes = added / divisor
        together += makes
        rows.append((Number(cards), Number(sets), Number(added), Number(divisor), Number(makes)))
    rows.append(("all", Number(sum(row.sets for row in found)), "", "", Number(together)))
    leave, stay = optimum.leave, optimum.stay.points
    return [
        Heading("The sum"),
        say(
            "For each number {} of cards: how many sets stay; what they add together, before that"
            " is divided by the {} cards left; and what that makes with the chance of each set, {}"
            " where {} is what they add.",
            Letter("j"),
            plus(U, Minus(Letter("j"))),
            by.one_step,
            Letter("m"),
        ),
        Grid(("j", "sets", "they add", "(U - j)*C(U, j)", "makes"), tuple(rows), summed=True),
        Equations(
            (
                equation(
                    words("staying"),
                    plus(Number(leave), Number(together)),
                    Number(stay),
                    *in_points(stay),
                ),
            )
        ),
    ]
