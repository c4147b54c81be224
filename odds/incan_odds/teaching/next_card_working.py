"""The working of `next`: chances by counting, what a card adds, and d·B against R.

Every number is that of `NextCard`, or of the `Optimum` that knows what lies further ahead.
"""

from __future__ import annotations

from fractions import Fraction

from incan_odds.cards import Artifact, Hazard, Treasure
from incan_odds.game import Game
from incan_odds.next_card import NextCard, odds_of_next_card
from incan_odds.stopping.solver import Optimum
from incan_odds.teaching.expression import Letter, Minus, Number, over, plus, times
from incan_odds.teaching.formulas import B, D, Formulas, R, U, formulas
from incan_odds.teaching.gains_working import gains
from incan_odds.teaching.situation import (
    counts_of,
    deck,
    holding,
    letters,
    opening,
    why_not_closed,
)
from incan_odds.teaching.tree_working import tree
from incan_odds.teaching.working import (
    Block,
    Conclusion,
    Equation,
    Equations,
    Heading,
    Part,
    Sentence,
    Side,
    Working,
    as_chance,
    chance_of,
    compared,
    equation,
    equivalent,
    filled,
    in_points,
    lowest,
    relation_of,
    say,
    words,
)


def next_card_working(
    game: Game, optimum: Optimum | None = None, symbolic: bool = False
) -> Working:
    """Return the working of the odds of the next card, with letters first where `symbolic`.

    `optimum` is the best play from here; None where I have left, or where it is too large to find.
    Raises `ValueError` where the game is over.

    >>> game = game_of("5 f 11 x sn a", players=4)
    >>> next_card_working(game, solve(problem_of(game.expedition))).conclusion.verdict
    'STAY'
    """
    odds = odds_of_next_card(game.expedition)
    by = formulas(symbolic)
    blocks = [
        opening(game),
        *letters(game, odds, by),
        *holding(game, odds),
        *deck(game, odds),
        *_chances(odds, by),
    ]
    if not game.me_inside:
        nothing = Conclusion("YOU HAVE LEFT", ("there is nothing left to decide.",))
        return Working("The next card", (*blocks, *tree(game, odds, by), nothing))
    blocks += gains(game.expedition, odds, by)
    blocks += tree(game, odds, by)
    if game.expedition.pending:
        blocks += _stay_or_leave(odds, by)
    return Working("The next card", (*blocks, _decision(game, odds, optimum, by)))


def _chances(odds: NextCard, by: Formulas) -> list[Block]:
    """Return the four chances, each as favourable over possible cards."""
    fatal = [outcome.copies for outcome in odds.outcomes if outcome.deadly]
    kinds = (
        ("bust", D, fatal, odds.bust),
        ("treasure", Letter("T"), counts_of(odds, Treasure), odds.treasure),
        ("hazard", Letter("H"), counts_of(odds, Hazard), odds.hazard),
        ("artifact", Letter("A"), counts_of(odds, Artifact), odds.artifact),
    )
    lines = []
    for name, letter, counts, chance in kinds:
        formula = by.chance.put({"m": letter})
        added = by.shown(formula, {letter.name: plus(*map(Number, counts)), "U": odds.unseen})
        counted = formula.put({letter.name: sum(counts), "U": odds.unseen})
        result = lowest(chance, sum(counts), odds.unseen)
        lines.append(equation(chance_of(name), *added, counted, result, *as_chance(chance)))
    numbers = plus(*(Number(sum(counts)) for _, _, counts, _ in kinds))
    one = Number(odds.bust + odds.treasure + odds.hazard + odds.artifact)
    together = (over(numbers, odds.unseen), over(odds.unseen, odds.unseen), one)
    return [
        Heading("The chances"),
        Sentence(
            (
                "Every unseen card is as likely as any other, so a chance is the number of"
                " favourable cards over the number of possible cards. (A hazard is here the first"
                " of its kind; a second one is the bust.)",
            )
        ),
        Equations((*lines, equation(words("together"), *together))),
    ]


def _stay_or_leave(odds: NextCard, by: Formulas) -> list[Block]:
    """Return the comparison of one more card with leaving, from which U cancels."""
    numbers = {"U": odds.unseen, "d": odds.deadly, "B": odds.holding, "R": odds.gains}
    cards, held = Number(odds.unseen), Number(odds.holding)
    adds, danger = Number(odds.gains), by.danger.put(numbers)
    relation = relation_of(odds.gains, odds.deadly * odds.holding)
    heading = Heading("Stay or leave")
    if not by.letters:
        kept = times(held, cards)
        lost = times(held, Number(odds.deadly))
        why = say(
            "Leaving brings home {}. Is one more card better? Multiply both sides by {}: then {}"
            " stands on both and cancels, and with it the size of the deck.",
            compared(B, "=", held),
            compared(U, "=", cards),
            kept,
        )
        lines = (
            compared(by.one_more.put(numbers), relation, held),
            equivalent(plus(kept, Minus(lost), adds), relation, kept),
            equivalent(adds, relation, danger),
        )
        return [heading, why, Equations(lines)]
    name = words("one more card")
    more = odds.one_more_card - odds.holding
    why = say(
        "Leaving brings home {}. By how much is one more card better? {} is positive and cancels"
        " from the question: only the sign of what stands above it matters, whatever the size of"
        " the deck.",
        B,
        U,
    )
    difference = equation(
        plus(name, Minus(B)),
        plus(by.one_more, Minus(B)),
        *by.shown(by.advantage, numbers),
        Number(more),
        *in_points(more),
    )
    comparison = (compared(R, relation, by.danger), equivalent(adds, relation, danger))
    return [heading, why, Equations((difference,)), Equations(comparison)]


def _decision(game: Game, odds: NextCard, optimum: Optimum | None, by: Formulas) -> Conclusion:
    """Return the decision, made by whoever looks furthest ahead."""
    if not game.expedition.pending:
        when = "nobody decides before the first card" if game.fresh else "all have decided"
        parts = filled(f"{when}; the next card adds {{}} points on average", _value(odds.gain))
        if optimum is not None:
            best = ", and with the best play after it you bring home {} points."
            return Conclusion("STAY", (*parts, *filled(best, _value(optimum.stay.points))))
        return Conclusion("STAY", (*parts, "."))
    numbers = {"d": odds.deadly, "B": odds.holding}
    danger = odds.deadly * odds.holding
    relation = relation_of(danger, odds.gains)
    sides = (Side(relation, Number(odds.gains)), Side("=", R))
    left = equation(by.danger, by.danger.put(numbers), Number(danger))
    ahead = Equation(left.left, (*left.sides, *sides))
    if optimum is None:
        told = filled(f"{{}}: {_MEANING[relation]} {_UNKNOWN}", ahead)
        return Conclusion(odds.verdict.upper(), told)
    if optimum.method == "analytic":
        told = filled(f"{{}}: {_MEANING[relation]} {_CLOSED}", ahead)
    else:
        why = why_not_closed(optimum.problem)
        told = filled(f"one card ahead, {{}} says {odds.verdict}. {why}", ahead)
    gems = optimum.retire_at()
    retire = "" if gems is None else f" Leave from {gems} gems on (bag and path)."
    worth = filled(
        f" Staying, then playing on best, is worth {{}}, leaving {{}}.{retire}",
        _value(optimum.stay.points),
        Number(optimum.leave),
    )
    return Conclusion(optimum.verdict.upper(), (*told, *worth))


def _value(value: Fraction) -> Part:
    return equation(Number(value), *in_points(value))


_MEANING = {
    "<": "one more card can add more than it risks.",
    ">": "one more card risks more than it can add.",
    "=": "one more card risks exactly as much as it can add.",
}
_CLOSED = "Once this says leave, no card can make it say stay, so one card ahead is far enough."
_UNKNOWN = "(One card ahead: there are too many states to look further.)"
