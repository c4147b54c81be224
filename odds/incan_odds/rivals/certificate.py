"""Whether a profile of play is an equilibrium: recomputed from the profile alone.

The profile says with which probability everyone leaves in each state. From it alone the value of
every state is computed anew, and at each decision what a single player would gain by another
choice; then the best reply: what one player gets at most against rivals who all keep to it.

If no single decision gains more than ε, no deviation gains more than ε for each decision left.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from incan_odds.rivals.encoding import BYTES_A_STATE, Fields, Keys
from incan_odds.rivals.model import Leavers
from incan_odds.rivals.stage import Floats, expected
from incan_odds.rivals.table import (
    MAKING,
    VALUING,
    Decisions,
    Solved,
    chance_values,
    chances_of,
    leaving_payoffs,
    settled_value,
    staying_payoffs,
)
from incan_odds.stopping.problem import Progress


class EquilibriumCertificate(NamedTuple):
    """How far a profile can be from an equilibrium."""

    value: float
    """What each player gets if all keep to the profile."""
    single_gain: float
    """ε: the most that any single decision gains, in points."""
    bound: float
    """The most that any deviation can gain: ε for each decision left."""
    best_reply_gain: float
    """What one player gains who replies best to rivals who keep to the profile."""
    bust: float
    """The chance that a player who keeps to the profile goes bust."""
    cards: float
    """The mean number of cards that such a player sees turned over."""


def certify_profile(
    solved: Solved, leavers: Leavers | None = None, progress: Progress | None = None
) -> EquilibriumCertificate:
    """Check a profile at all its states, those too that it never reaches.

    `leavers` are rivals who leave by chance, and do not keep to the profile.

    States that were not expanded are those in which everyone leaves; there staying brings no more
    than going on alone, which is not more than leaving.
    """
    encoding = solved.encoding
    decided: dict[int, tuple[Keys, Floats]] = {}
    single = 0.0
    first = np.zeros(4)
    done = 0
    for layer in range(encoding.unseen, -1, -1):
        if progress is not None:
            before = MAKING + VALUING
            whole = before + (1 - before) * done / solved.states
            progress(whole, solved.states, solved.states * BYTES_A_STATE)
        chances: dict[int, tuple[Keys, Floats]] = {}
        for inside, (keys, _) in solved.chances[layer].items():
            done += len(keys)
            fields = encoding.fields(keys)
            quantities = np.zeros((4, len(keys)))
            if decided:
                quantities += chance_values(encoding, keys, inside, layer, decided)
            quantities[2] += encoding.deadly[fields.kinds] / (encoding.unseen - layer)
            quantities[3] += 1
            chances[inside] = keys, quantities
        decided = {}
        for inside, decisions in solved.decisions[layer].items():
            done += len(decisions.keys)
            theirs = chances_of(encoding, encoding.fields(decisions.keys), layer, leavers)
            quantities, gain = _decided(solved, decisions, inside, chances, theirs)
            decided[inside] = decisions.keys, quantities
            single = max(single, gain)
        if layer == 0:
            start = decided or chances
            first = start[encoding.players][1][:, 0]
    value, reply, bust, cards = map(float, first)
    return EquilibriumCertificate(
        value, single, single * encoding.unseen, max(0.0, reply - value), bust, cards
    )


def _decided(
    solved: Solved,
    decisions: Decisions,
    inside: int,
    chances: dict[int, tuple[Keys, Floats]],
    others: Floats | None,
) -> tuple[Floats, float]:
    """Return what follows from the profile at many decisions, and the most a single one gains.

    The rows are what each gets, what the best reply gets, the chance of bust, the mean of cards.
    """
    encoding = solved.encoding
    fields = encoding.fields(decisions.keys)
    payoffs = leaving_payoffs(encoding, fields, inside)
    opened, p = decisions.open, decisions.leave
    quantities = np.zeros((4, len(p)))
    quantities[:2] = settled_value(payoffs, others)
    gain = 0.0
    if opened.any():
        expanded = Fields(*(part[opened] for part in fields))
        q = p[opened]
        theirs = q if others is None else others[opened]
        leave = expected(payoffs[opened], theirs)
        stays = staying_payoffs(encoding, expanded, inside, chances)
        stay, reply, bust, cards = (expected(payoff, theirs) for payoff in stays)
        mixed = q * leave + (1 - q) * stay
        gain = float((np.maximum(leave, stay) - mixed).max())
        quantities[:, opened] = mixed, np.maximum(leave, reply), (1 - q) * bust, (1 - q) * cards
    return quantities, gain
