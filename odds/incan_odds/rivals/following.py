"""An expedition followed from its first state on: when it ends for one player, and what it brings.

The player is followed until he leaves or goes bust, over all states that are reached with any
chance at all, while the others keep to a profile. He keeps to it too, or to a rule of his own. What
his leaving brings is added up on the way: for one who keeps to the profile the sum is his value
once more, found forward instead of backward.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from incan_odds.rivals.encoding import Encoding, Fields, Ints, Keys
from incan_odds.rivals.model import binomial
from incan_odds.rivals.profile import Profile
from incan_odds.rivals.stage import Floats, expected
from incan_odds.rivals.table import after_leaving, chances_of, leaving_payoffs
from incan_odds.stopping.moments import Moment

Reached = dict[int, tuple[Keys, Floats]]
"""By the number inside: the states, and how likely each is reached with the player inside."""

Mask = NDArray[np.bool_]

Choice = Callable[[Encoding, Fields, int, int], Mask]
"""A rule of the player's own: in which of some states he leaves, by the layer and who is inside."""


class _Leavings(NamedTuple):
    """What the decisions after a card come to."""

    leave: float
    others: float
    points: float
    waiting: Reached


def moments_among(
    profile: Profile, turned: int, choice: Choice | None = None, together: bool = False
) -> tuple[Moment, ...]:
    """Return what happens to one player with each card, from the first state on.

    He keeps to the profile or to a `choice` of his own, while the others keep to the profile; with
    `together` they all make the same choice. `turned` cards lie there already. Where somebody may
    leave now, the first moment is that of the card which lies there: it is turned over no more, and
    nobody goes bust by it.
    """
    walk = _Walk(profile, choice, together)
    encoding = profile.solved.encoding
    first: Reached = {encoding.players: (encoding.start, np.ones(1))}
    moments: list[Moment] = []
    waiting = first
    if profile.solved.decisions[0]:
        now = walk.decide(0, first)
        if now.leave or now.others:
            moments.append(Moment(turned, 0.0, 0.0, now.leave, now.others, now.points))
        waiting = now.waiting
    for layer in range(encoding.unseen):
        if not waiting:
            break
        arrived = sum(float(chance.sum()) for _, chance in waiting.values())
        bust, deciding = walk.turn(layer, waiting)
        after = walk.decide(layer + 1, deciding)
        cards = turned + layer + 1
        moments.append(Moment(cards, arrived, bust, after.leave, after.others, after.points))
        waiting = after.waiting
    return tuple(moments)


class _Walk:
    """One player on his way, card by card."""

    def __init__(self, profile: Profile, choice: Choice | None, together: bool) -> None:
        self.profile = profile
        self.choice = choice
        self.together = together
        self.encoding = profile.solved.encoding

    def turn(self, layer: int, waiting: Reached) -> tuple[float, Reached]:
        """Return the chance that the next card is a bust, and what all others lead to."""
        encoding, bust = self.encoding, 0.0
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

    def decide(self, layer: int, deciding: Reached) -> _Leavings:
        """Return who leaves, what that brings the player, and where he is if he stays."""
        encoding = self.encoding
        leave = others = points = 0.0
        coming: dict[int, list[tuple[Keys, Floats]]] = {}
        for inside, (keys, chance) in deciding.items():
            fields = encoding.fields(keys)
            mine, theirs = self._chances(layer, inside, keys, fields)
            brings = expected(leaving_payoffs(encoding, fields, inside), theirs)
            leave += float(chance @ mine)
            others += float(chance @ theirs) * (inside - 1)
            points += float(chance @ (mine * brings))
            for m, ways in enumerate(binomial(inside - 1, theirs)):
                stays = chance * (1 - mine) * ways
                some = stays > 0
                if some.any():
                    here = Fields(*(part[some] for part in fields))
                    left = after_leaving(encoding, here, inside, m)
                    coming.setdefault(inside - m, []).append((left, stays[some]))
        waiting = {inside: _merged(parts) for inside, parts in coming.items()}
        return _Leavings(leave, others, points, waiting)

    def _chances(
        self, layer: int, inside: int, keys: Keys, fields: Fields
    ) -> tuple[Floats, Floats]:
        """Return how likely the player leaves in some states, and each of the others."""
        if layer == self.encoding.unseen:
            # After the last card all leave together.
            return np.ones(len(keys)), np.ones(len(keys))
        mine = theirs = chances_of(self.encoding, fields, layer, self.profile.leavers)
        if self.choice is not None:
            mine = self.choice(self.encoding, fields, layer, inside).astype(np.float64)
            theirs = mine if self.together or inside == 1 else theirs
        if self.choice is None or theirs is None:
            decisions = self.profile.solved.decisions[layer][inside]
            kept = decisions.leave[np.searchsorted(decisions.keys, keys)]
            mine = kept if self.choice is None else mine
            theirs = kept if theirs is None else theirs
        assert mine is not None, "he keeps to the profile or to a choice"
        assert theirs is not None, "so do the others"
        return mine, theirs


def _merged(parts: Iterable[tuple[Keys, Floats]]) -> tuple[Keys, Floats]:
    """Return all states once each, ascending, with their chances added up."""
    states, chances = zip(*parts, strict=True)
    all_states: Ints = np.concatenate(states)
    once, place = np.unique(all_states, return_inverse=True)
    total: Floats = np.bincount(place, weights=np.concatenate(chances)).astype(np.float64)
    return once, total
