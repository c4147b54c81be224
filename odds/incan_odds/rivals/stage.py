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

_MOST_STEPS: Final = 100
"""Steps in which any root is found: halving alone takes 54 down to the spacing of floats."""

_CLOSE: Final = 1e-15
"""The relative step at which a root is found."""


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
            p[single] = _single_root(gains[single])
        offer(single, p, expected(leaving, p))
        # Rare, and so one by one.
        for row in np.flatnonzero(changes > 1):
            for root in roots(gains[row]):
                pays = expected(leaving[row : row + 1], np.array([root]))[0]
                worst[row] = min(worst[row], pays)
                if pays > value[row] + TOLERANCE:
                    leave[row], value[row] = root, pays
    offer(gains[:, -1] >= 0, ones, leaving[:, -1])
    # A stage without any gain or loss is one where every p is an equilibrium: p = 0 was offered.
    return Stages(leave, value, value > worst + TOLERANCE)


def expected(payoffs: Floats, p: Floats) -> Floats:
    """Return the expected payoff of each row when each other leaves with that row's p."""
    others = payoffs.shape[1] - 1
    stays = 1 - p
    power = np.ones(len(p))
    total: Floats = payoffs[:, others]
    for m in range(others - 1, -1, -1):
        # Horner's scheme in p, with the powers of 1 - p beside it: Σ C(k, m) p^m (1-p)^(k-m) x[m].
        power = power * stays
        total = total * p + comb(others, m) * power * payoffs[:, m]
    return total


def _in_odds(payoffs: Floats, odds: Floats) -> tuple[Floats, Floats]:
    """Return Σ C(k, m) r^m x[m] of each row for r = p / (1 - p), and its slope, by Horner."""
    others = payoffs.shape[1] - 1
    total: Floats = payoffs[:, others]
    slope: Floats = np.zeros(len(odds))
    for m in range(others - 1, -1, -1):
        slope = slope * odds + total
        total = total * odds + comb(others, m) * payoffs[:, m]
    return total, slope


def _sign_changes(gains: Floats) -> NDArray[np.int64]:
    """Return how often the sign changes along each row, zeros left out."""
    changes = np.zeros(len(gains), dtype=np.int64)
    last = np.zeros(len(gains))
    for column in gains.T:
        sign = np.sign(column)
        changes += sign * last < 0
        last = np.where(sign != 0, sign, last)
    return changes


def _single_root(gains: Floats) -> Floats:
    """Return the one root inside (0, 1) of each row, by Newton's steps within a bracket.

    A step that leaves the bracket, or gains too little, is a halving instead.
    """
    # The sign near 0 is that of the first coefficient that is not zero.
    first = np.take_along_axis(gains, (gains != 0).argmax(axis=1)[:, None], axis=1)[:, 0]
    half, _ = _in_odds(gains, np.ones(len(gains)))
    # Seen from the nearer end, the odds of the root are between 0 and 1.
    upper = (half > 0) == (first > 0)
    folded = np.asfortranarray(np.where(upper[:, None], gains[:, ::-1], gains))
    near = np.where(upper, -first, first) > 0
    odds = _root_in_odds(folded, near)
    small = odds / (1 + odds)
    return np.where(upper, 1 - small, small)


def _root_in_odds(gains: Floats, near: NDArray[np.bool_]) -> Floats:
    """Return the one root in (0, 1] of each row in the odds; `near` is whether 0 has the sign +."""
    rows = len(gains)
    found = np.full(rows, 0.5)
    active = np.arange(rows)
    odds, low, high, before = found.copy(), np.zeros(rows), np.ones(rows), np.ones(rows)
    for _ in range(_MOST_STEPS):
        value, slope = _in_odds(gains, odds)
        left = (value > 0) == near
        low, high = np.where(left, odds, low), np.where(left, high, odds)
        with np.errstate(divide="ignore", invalid="ignore"):
            step = odds - value / slope
        newton = (step > low) & (step < high) & (np.abs(step - odds) <= before / 2)
        new = np.where(value == 0, odds, np.where(newton, step, (low + high) / 2))
        before = np.abs(new - odds)
        found[active] = odds = new
        moving = before > _CLOSE * new
        if not moving.any():
            break
        if moving.sum() < len(moving) / 2:
            active, gains, near = active[moving], gains[moving], near[moving]
            odds, low, high, before = odds[moving], low[moving], high[moving], before[moving]
    return found


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
            found.append(low + (high - low) * float(_single_root(coefficients[None, :])[0]))
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
