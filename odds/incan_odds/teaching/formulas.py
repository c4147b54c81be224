"""The formulas of the working, in letters; numbers are written into them, never beside them.

U cards are unseen, d of them deadly; B is what leaving brings home, R what all unseen cards add.
`teaching.symbolic` has the same formulas as an algebra system derives them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from incan_odds.teaching.expression import (
    Choose,
    Expression,
    Floor,
    Letter,
    Minus,
    Number,
    Numbers,
    Remainder,
    Sum,
    over,
    plus,
    times,
)

U, D, B, R, W = map(Letter, "UdBRW")
_ONE: Final = Number(1)


class Formulas(NamedTuple):
    """The formulas that the workings use."""

    letters: bool
    """Whether each formula is shown in letters first."""
    chance: Expression
    """m favourable cards over U possible ones."""
    share: Expression
    """What a treasure v adds with n inside: the share, and the rest on the path."""
    all_gains: Callable[[int], Expression]
    """R for so many different cards: m_1*w_1 + m_2*w_2 + ..."""
    gain: Expression
    """The expected gain of one card."""
    one_more: Expression
    """What you bring home on average by staying for exactly one card."""
    advantage: Expression
    """By how much that beats leaving."""
    danger: Expression
    """d*B, which R has to beat."""
    everything: Expression
    """W, what is held and what is still to come."""
    bound: Expression
    """From what B on leaving is at least as good as one more card."""
    after_a_set: Expression
    """The advantage of one more card after j cards that have added s, with d deadly cards then."""
    passing: Expression
    """The chance that a set comes first that m draws make, among all draws of j cards."""
    one_step: Expression
    """What the sets of j cards add together, m of them, to be divided by (U - j)*C(U, j)."""

    def shown(self, formula: Expression, numbers: Numbers) -> tuple[Expression, ...]:
        """Return a formula with its numbers, and where letters are shown, before that in letters.

        >>> PLAIN.shown(PLAIN.gain, {"R": 39, "U": 25})
        (Quotient(parts=(Number(exact=39), Number(exact=25))),)
        """
        written = formula.put(numbers)
        return (formula, written) if self.letters else (written,)


def gains_by_card(cards: int) -> Expression:
    """Return R in letters, a term for each card: how many there are, times what one adds.

    >>> gains_by_card(2).put({"m_1": 2, "w_1": 5, "m_2": 1, "w_2": 7}).value
    Fraction(17, 1)
    """
    return plus(*(times(Letter(f"m_{i}"), Letter(f"w_{i}")) for i in range(1, cards + 1)))


def _divisor() -> Expression:
    """Return (U - j)*C(U, j), which divides what the sets of j cards add."""
    j = Letter("j")
    return times(plus(U, Minus(j)), Choose((U, j)))


def _plain() -> Formulas:
    v, n, s, j, m = map(Letter, "vnsjm")
    after = plus(R, Minus(times(D, Sum((B, s)))), Minus(s))
    return Formulas(
        letters=False,
        chance=over(m, U),
        share=plus(Floor((over(v, n),)), Remainder((v, n))),
        all_gains=gains_by_card,
        gain=over(R, U),
        one_more=over(plus(times(B, plus(U, Minus(D))), R), U),
        advantage=over(plus(R, Minus(times(D, B))), U),
        danger=times(D, B),
        everything=plus(B, R),
        bound=over(W, plus(D, _ONE)),
        after_a_set=over(after, plus(U, Minus(j))),
        passing=over(m, Choose((U, j))),
        one_step=over(m, _divisor()),
    )


PLAIN: Final = _plain()
"""The formulas, written by hand and shown with their numbers alone."""


def formulas(symbolic: bool) -> Formulas:
    """Return the formulas as SymPy derives them, to be shown in letters, or the plain ones."""
    if not symbolic:
        return PLAIN
    # SymPy takes half a second to load.
    from incan_odds.teaching.symbolic import derived

    return derived()
