"""The working of what a card adds: shares and rests, card by card, and all together R."""

from __future__ import annotations

from incan_odds.cards import Hazard, Treasure
from incan_odds.expedition import Expedition
from incan_odds.next_card import NextCard, Outcome
from incan_odds.teaching.expression import Expression, Letter, Number, plus, times
from incan_odds.teaching.formulas import Formulas, R
from incan_odds.teaching.situation import called
from incan_odds.teaching.working import (
    Block,
    Cell,
    Equations,
    Grid,
    Heading,
    Sentence,
    equation,
    in_points,
    lowest,
    say,
    words,
)


def gains(expedition: Expedition, odds: NextCard, by: Formulas) -> list[Block]:
    """Return what each card adds to what you bring home, R, and the expected gain.

    >>> expedition = game_of("5 f 11 x sn a", players=4).expedition
    >>> blocks = gains(expedition, odds_of_next_card(expedition), PLAIN)
    >>> print(chain(blocks[-1].lines[1]))
    expected gain = 39/25
    """
    inside = expedition.inside
    adding = [outcome for outcome in odds.outcomes if not isinstance(outcome.card, Hazard)]
    head: tuple[Cell, ...] = ("card", "unseen", "it adds", "together")
    if inside > 1:
        head = ("card", "unseen", "treasure", "share + rest", "it adds", "together")
    rows = [_row(outcome, inside) for outcome in adding]
    for name, number in (
        ("a first hazard", odds.unseen - odds.deadly - sum(outcome.copies for outcome in adding)),
        ("a bust", odds.deadly),
    ):
        if number:
            rows.append(_filled([name, Number(number)], [Number(0), Number(0)], len(head)))
    rows.append(_filled(["all", Number(odds.unseen)], [Number(odds.gains)], len(head)))
    return [
        Heading("What a card adds"),
        *_share(inside, by),
        Grid(head, tuple(rows), summed=True),
        *_together(odds, adding, by),
    ]


def _row(outcome: Outcome, inside: int) -> tuple[Cell, ...]:
    card, copies = outcome.card, outcome.copies
    row: list[Cell] = [called(card), Number(copies)]
    if inside > 1:
        if isinstance(card, Treasure):
            share, rest = divmod(card.value, inside)
            row.append(plus(times(Number(inside), Number(share)), Number(rest)))
            row.append(plus(Number(share), Number(rest)))
        else:
            row += ["", ""]
    return (*row, Number(outcome.gain), Number(copies * outcome.gain))


def _filled(left: list[Cell], right: list[Cell], length: int) -> tuple[Cell, ...]:
    return (*left, *[""] * (length - len(left) - len(right)), *right)


def _share(inside: int, by: Formulas) -> list[Block]:
    if inside == 1:
        return [Sentence(("Alone inside, you take all that a treasure holds.",))]
    several = say(
        "With {} inside, a treasure {} gives each a share and leaves the rest on the path, where"
        " you pick it up when you leave alone. So it adds both:",
        Number(inside),
        Letter("v"),
    )
    formula = by.shown(by.share, {"n": inside})
    return [several, Equations((equation(words("share + rest"), *formula),))]


def _together(odds: NextCard, adding: list[Outcome], by: Formulas) -> list[Block]:
    """Return R and R / U."""
    numbers: dict[str, int] = {}
    for place, outcome in enumerate(adding, start=1):
        numbers |= {f"m_{place}": outcome.copies, f"w_{place}": outcome.gain}
    series: tuple[Expression, ...] = ()
    if by.letters and adding:
        from incan_odds.teaching.symbolic import series_of_gains

        series = (series_of_gains(len(adding)),)
    everything = by.all_gains(len(adding)).put(numbers)
    gain = by.shown(by.gain, {"R": odds.gains, "U": odds.unseen})
    result = lowest(odds.gain, odds.gains, odds.unseen)
    return [
        say("All unseen cards together add {}; divided by their number, the next one adds:", R),
        Equations(
            (
                equation(R, *series, everything, Number(odds.gains)),
                equation(words("expected gain"), *gain, result, *in_points(odds.gain)),
            )
        ),
    ]
