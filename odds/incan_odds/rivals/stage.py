"""The stage game: all who are inside decide at once, each leaving with the same probability.

With m of the n - 1 others leaving, a player who leaves gets l[m] and one who stays c[m]. If each of
the others leaves with probability p, leaving is better than staying by

    F(p) = Σ_m C(n-1, m) p^m (1-p)^(n-1-m) f[m],   f[m] = l[m] - c[m]:

the f[m] are the Bernstein coefficients of F. So p is a symmetric equilibrium iff p = 0 and
f[0] <= 0, or p = 1 and f[n-1] >= 0, or 0 < p < 1 and F(p) = 0. At least one exists; of several the
one that pays most is chosen, then the smallest p.

Everything here works on many stages at once, a row for each.
"""

from __future__ import annotations

from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

TOLERANCE: Final = 1e-11
"""Payoffs closer than this are equal: exact ties are common, and floats miss them by less."""

_HALVINGS: Final = 54
"""Bisections of a root: from 1 to below the spacing of floats."""


class Stages(NamedTuple):
    """The solution of many stages."""

    leave: Floats
    """The probability with which each player leaves."""
    value: Floats
    """What each player gets."""
    several: NDArray[np.bool_]
    """Whether a stage has equilibria of different payoff."""


def solve_stages(leaving: Floats, staying: Floats) -> Stages:
    """Return the chosen equilibrium of each stage.

    `leaving` and `staying` have a row for each stage and a column for each number of others who
    leave, from none to all n - 1 of them.
    """
    gains = leaving - staying
    gains[np.abs(gains) <= TOLERANCE] = 0.0
    rows, players = gains.shape
    value = np.full(rows, -np.inf)
    leave = np.zeros(rows)
    worst = np.full(rows, np.inf)

    def offer(chosen: NDArray[np.bool_], p: Floats, pays: Floats) -> None:
        """Take an equilibrium where it pays more than what is known; offers come by rising p."""
        np.minimum(worst, np.where(chosen, pays, np.inf), out=worst)
        better = chosen & (pays > value + TOLERANCE)
        leave[better], value[better] = p[better], pays[better]

    zeros, ones = np.zeros(rows), np.ones(rows)
    offer(gains[:, 0] <= 0, zeros, staying[:, 0])
    if players > 1:
        changes = _sign_changes(gains)
        single = changes == 1
        p = np.zeros(rows)
        if single.any():
            p[single] = _bisect(gains[single])
        offer(single, p, expected(leaving, p))
        for row in np.flatnonzero(changes > 1):
            one = np.zeros(rows, dtype=bool)
            one[row] = True
            for root in roots(gains[row]):
                at = np.full(rows, root)
                offer(one, at, expected(leaving, at))
    offer(gains[:, -1] >= 0, ones, leaving[:, -1])
    # A stage without any gain or loss is one where every p is an equilibrium: p = 0 was offered.
    return Stages(leave, value, value > worst + TOLERANCE)


def expected(payoffs: Floats, p: Floats) -> Floats:
    """Return the expected payoff of each row when each other leaves with that row's p."""
    upper = p > 0.5
    folded = np.where(upper[:, None], payoffs[:, ::-1], payoffs)
    small = np.where(upper, 1 - p, p)
    total: Floats = _in_odds(folded, small / (1 - small)) * (1 - small) ** (payoffs.shape[1] - 1)
    return total


def _in_odds(payoffs: Floats, odds: Floats) -> Floats:
    """Return Σ C(k, m) r^m x[m] of each row for r = p / (1 - p), by Horner."""
    others = payoffs.shape[1] - 1
    total: Floats = payoffs[:, others]
    for m in range(others - 1, -1, -1):
        total = total * odds + comb(others, m) * payoffs[:, m]
    return total


def _sign_changes(gains: Floats) -> NDArray[np.int64]:
    """Return how often the sign changes along each row, zeros left out."""
    changes = np.zeros(len(gains), dtype=np.int64)
    last = np.zeros(len(gains))
    for column in gains.T:
        sign = np.sign(column)
        changes += sign * last < 0
        last = np.where(sign != 0, sign, last)
    return changes


def _bisect(gains: Floats) -> Floats:
    """Return the one root inside (0, 1) of each row, by halving."""
    # The sign near 0 is that of the first coefficient that is not zero.
    first = np.take_along_axis(gains, (gains != 0).argmax(axis=1)[:, None], axis=1)[:, 0]
    half = _in_odds(gains, np.ones(len(gains)))
    # Seen from the nearer end, the odds of the root are between 0 and 1.
    upper = (half > 0) == (first > 0)
    folded = np.where(upper[:, None], gains[:, ::-1], gains)
    near = np.where(upper, -first, first) > 0
    low, high = np.zeros(len(gains)), np.ones(len(gains))
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        before = (_in_odds(folded, middle) > 0) == near
        low = np.where(before, middle, low)
        high = np.where(before, high, middle)
    odds = (low + high) / 2
    small = odds / (1 + odds)
    return np.where(upper, 1 - small, small)


def roots(gains: Floats) -> list[float]:
    """Return every root inside (0, 1) of one stage, ascending, those of even order too.

    By subdivision of the Bernstein form: no change of sign, no root; one change, one root. Where
    halves stay undecided down to the tolerance, F touches zero there and does not cross it.
    """
    found: list[float] = []
    pending = [(0.0, 1.0, np.array(gains, dtype=np.float64))]
    while pending:
        low, high, coefficients = pending.pop()
        changes = int(_sign_changes(coefficients[None, :])[0])
        if changes == 0:
            continue
        if changes == 1:
            found.append(low + (high - low) * float(_bisect(coefficients[None, :])[0]))
            continue
        if high - low < 1e-9 or float(np.abs(coefficients).max()) <= TOLERANCE:
            found.append((low + high) / 2)
            continue
        left, right = _halves(coefficients)
        middle = (low + high) / 2
        if abs(left[-1]) <= TOLERANCE:
            # The middle itself is a root; the halves count the signs beside it.
            found.append(middle)
            left[-1] = right[0] = 0.0
        pending += [(middle, high, right), (low, middle, left)]
    apart: list[float] = []
    for root in sorted(root for root in found if 0 < root < 1):
        # Where F is zero all the way from one to the next, they are one root, touched twice.
        if apart and _zero_between(gains, apart[-1], root):
            apart[-1] = (apart[-1] + root) / 2
        else:
            apart.append(root)
    return apart


def _zero_between(gains: Floats, low: float, high: float) -> bool:
    middle = expected(gains[None, :], np.array([(low + high) / 2]))[0]
    return high - low < 1e-3 and abs(float(middle)) <= TOLERANCE


def _halves(coefficients: Floats) -> tuple[Floats, Floats]:
    """Return the Bernstein coefficients on both halves of the interval, by de Casteljau."""
    left, right = [coefficients[0]], [coefficients[-1]]
    row = coefficients
    while len(row) > 1:
        row = (row[:-1] + row[1:]) / 2
        left.append(row[0])
        right.append(row[-1])
    return np.array(left), np.array(right[::-1])
