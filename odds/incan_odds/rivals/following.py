"""A solved expedition followed from its first state on: when it ends for one player.

The player is followed until he leaves or goes bust, over all states that are reached with any
chance at all. What his leaving brings is added up on the way, so that the sum is his value once
more, found forward instead of backward.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import comb
from typing import NamedTuple

import numpy as np

from incan_odds.rivals.encoding import Fields, Ints, Keys
from incan_odds.rivals.model import Leavers
from incan_odds.rivals.stage import Floats, expected
from incan_odds.rivals.table import Solved, after_leaving, chances_of, leaving_payoffs
from incan_odds.stopping.moments import Moment

Reached = dict[int, tuple[Keys, Floats]]
"""By the number inside: the states, and how likely each is reached with the player inside."""


class _Leavings(NamedTuple):
    """What the decisions after a card come to."""

    leave: float
    others: float
    points: float
    waiting: Reached


def moments_among(
    solved: Solved, turned: int, leavers: Leavers | None = None
) -> tuple[Moment, ...]:
    """Return what happens to one player with each card, from the first state on.

    `turned` cards lie there already. Where somebody may leave now, the first moment is that of the
    card which lies there: it is turned over no more, and nobody goes bust by it.
    """
    encoding = solved.encoding
    first: Reached = {encoding.players: (encoding.start, np.ones(1))}
    moments: list[Moment] = []
    waiting = first
    if solved.decisions[0]:
        now = _decide(solved, 0, first, leavers)
        if now.leave or now.others:
            moments.append(Moment(turned, 0.0, 0.0, now.leave, now.others, now.points))
        waiting = now.waiting
    for layer in range(encoding.unseen):
        if not waiting:
            break
        arrived = sum(float(chance.sum()) for _, chance in waiting.values())
        bust, deciding = _turn(solved, layer, waiting)
        after = _decide(solved, layer + 1, deciding, leavers)
        cards = turned + layer + 1
        moments.append(Moment(cards, arrived, bust, after.leave, after.others, after.points))
        waiting = after.waiting
    return tuple(moments)


def _turn(solved: Solved, layer: int, waiting: Reached) -> tuple[float, Reached]:
    """Return the chance that the next card is a bust, and what all others lead to."""
    encoding, bust = solved.encoding, 0.0
    unseen = encoding.unseen - layer
    deciding: Reached = {}
    for inside, (keys, chance) in waiting.items():
        fields = encoding.fields(keys)
        bust += float(chance @ encoding.deadly[fields.kinds]) / unseen
        nexts = []
        for card in encoding.cards:
            here, after, copies = encoding.children(keys, fields, inside, card)
            if len(after):
                nexts.append((after, chance[here] * copies / unseen))
        if nexts:
            deciding[inside] = _merged(nexts)
    return bust, deciding


def _decide(solved: Solved, layer: int, deciding: Reached, leavers: Leavers | None) -> _Leavings:
    """Return who leaves, what that brings the player, and where he is if he stays."""
    encoding = solved.encoding
    leave = others = points = 0.0
    coming: dict[int, list[tuple[Keys, Floats]]] = {}
    for inside, (keys, chance) in deciding.items():
        fields = encoding.fields(keys)
        decisions = solved.decisions[layer][inside]
        mine = decisions.leave[np.searchsorted(decisions.keys, keys)]
        given = chances_of(encoding, fields, layer, leavers)
        theirs = mine if given is None else given
        brings = expected(leaving_payoffs(encoding, fields, inside), theirs)
        leave += float(chance @ mine)
        others += float(chance @ theirs) * (inside - 1)
        points += float(chance @ (mine * brings))
        for m in range(inside):
            ways = comb(inside - 1, m) * theirs**m * (1 - theirs) ** (inside - 1 - m)
            stays = chance * (1 - mine) * ways
            some = stays > 0
            if some.any():
                left = after_leaving(encoding, Fields(*(part[some] for part in fields)), inside, m)
                coming.setdefault(inside - m, []).append((left, stays[some]))
    waiting = {inside: _merged(parts) for inside, parts in coming.items()}
    return _Leavings(leave, others, points, waiting)


def _merged(parts: Iterable[tuple[Keys, Floats]]) -> tuple[Keys, Floats]:
    """Return all states once each, ascending, with their chances added up."""
    states, chances = zip(*parts, strict=True)
    all_states: Ints = np.concatenate(states)
    once, place = np.unique(all_states, return_inverse=True)
    total: Floats = np.bincount(place, weights=np.concatenate(chances)).astype(np.float64)
    return once, total
