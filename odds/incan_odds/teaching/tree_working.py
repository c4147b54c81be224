"""The working of one more card: its tree, and what the branches come to."""

from __future__ import annotations

from incan_odds.cards import Hazard
from incan_odds.game import Game
from incan_odds.next_card import NextCard, Outcome
from incan_odds.teaching.expression import Minus, Number, over, plus, times
from incan_odds.teaching.formulas import B, D, Formulas, R, U
from incan_odds.teaching.situation import called
from incan_odds.teaching.working import (
    Block,
    Branch,
    Equation,
    Equations,
    Heading,
    Tree,
    equation,
    filled,
    in_points,
    listed,
    lowest,
    say,
    words,
)

_MOST_NAMES = 4


def tree(game: Game, odds: NextCard, by: Formulas) -> list[Block]:
    """Return the tree of one card, and what you bring home on average by staying for it.

    Where I have left, the tree alone, without what anybody holds.

    >>> game = game_of("5 f 11 sn")
    >>> blocks = tree(game, odds_of_next_card(game.expedition), PLAIN)
    >>> print(chain(blocks[-1].lines[-1]))
    one more card = (16*(26 - 4) + 96)/26 = 448/26 = 224/13 (by 2)
    """
    if not game.me_inside:
        root = filled("{} cards unseen", Number(odds.unseen))
        branches = tuple(branch._replace(after=None) for branch in _branches(odds))
        return [Heading("The tree of one card"), Tree(root, branches)]
    root = filled("{} cards unseen, you hold {}", Number(odds.unseen), Number(odds.holding))
    return [
        Heading("The tree of one card"),
        Tree(root, _branches(odds)),
        *_on_average(odds, by),
    ]


def _grouped(odds: NextCard) -> list[tuple[list[Outcome], int]]:
    """Return the branches: all busts as one, all first hazards as one, every other card.

    Each comes with what you then hold.
    """
    fatal = [outcome for outcome in odds.outcomes if outcome.deadly]
    first = [o for o in odds.outcomes if isinstance(o.card, Hazard) and not o.deadly]
    others = [o for o in odds.outcomes if not isinstance(o.card, Hazard)]
    groups = [(fatal, 0), (first, odds.holding)]
    groups += [([outcome], odds.holding + outcome.gain) for outcome in others]
    return [(several, after) for several, after in groups if several]


def _branches(odds: NextCard) -> tuple[Branch, ...]:
    branches = []
    for several, then in _grouped(odds):
        chance = over(sum(outcome.copies for outcome in several), odds.unseen)
        card, after = _any_of(several), Equation(Number(then))
        if several[0].deadly:
            card = f"bust: {card}"
        elif isinstance(several[0].card, Hazard):
            card = f"first: {card}"
        else:
            after = equation(plus(Number(odds.holding), Number(several[0].gain)), Number(then))
        branches.append(Branch(chance, card, after))
    return tuple(branches)


def _any_of(outcomes: list[Outcome]) -> str:
    if len(outcomes) > _MOST_NAMES:
        return f"one of {len(outcomes)} kinds of hazard"
    return listed((called(outcome.card) for outcome in outcomes), "or")


def _on_average(odds: NextCard, by: Formulas) -> list[Block]:
    numbers = {"U": odds.unseen, "d": odds.deadly, "B": odds.holding, "R": odds.gains}
    together = odds.holding * (odds.unseen - odds.deadly) + odds.gains
    weighed = [
        times(Number(sum(outcome.copies for outcome in several)), Number(after))
        for several, after in _grouped(odds)
    ]
    return [
        say(
            "Weigh each branch by its cards. Of the {} cards {} leave nothing, the others let you"
            " keep {}, and all together add {}; so the branches come to {}. Divided by {}, that is"
            " what you bring home on average by staying for exactly one card:",
            U,
            D,
            B,
            R,
            plus(times(B, plus(U, Minus(D))), R),
            U,
        ),
        Equations(
            (
                equation(words("all branches"), plus(*weighed), Number(together)),
                equation(
                    words("one more card"),
                    *by.shown(by.one_more, numbers),
                    over(together, odds.unseen),
                    lowest(odds.one_more_card, together, odds.unseen),
                    *in_points(odds.one_more_card),
                ),
            )
        ),
    ]
