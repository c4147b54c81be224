"""How everyone plays in an expedition that has been solved, at any state that can come about."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from incan_odds.expedition import Expedition
from incan_odds.rivals.answer import Outcome
from incan_odds.rivals.model import Leavers, binomial
from incan_odds.rivals.table import Solved, leaving_payoffs, staying_payoffs


class AtTheTable(NamedTuple):
    """What a solved expedition says of one of its states, in points."""

    value: float
    """What I get."""
    leave: float | None
    """What leaving now brings; None where no decision is pending."""
    stay: float
    """What staying brings."""
    leave_chance: float | None
    """The probability with which I leave; None where no decision is pending."""
    outcomes: tuple[Outcome, ...]
    """By the number of others who leave now; empty where no decision is pending."""


class Profile:
    """The play of all who are inside, to be asked state by state.

    >>> expedition = game_of("5 f 11 sn", "bga", 4).expedition
    >>> profile = profile_of(expedition)
    >>> round(profile.leave_chance(expedition.turn(Treasure(9))), 6)
    0.507082
    """

    def __init__(self, solved: Solved, leavers: Leavers | None = None) -> None:
        self.solved = solved
        self.leavers = leavers
        """Rivals who leave by chance; None where all play the same."""

    def leave_chance(self, now: Expedition) -> float:
        """Return the probability with which I leave.

        Raises `ValueError` where nobody decides, and `KeyError` at a state that cannot come about
        while all keep to the profile.
        """
        if not now.pending:
            raise ValueError("nobody decides before the next card")
        layer, place = self._place(now)
        return float(self.solved.decisions[layer][now.inside].leave[place])

    def at(self, now: Expedition) -> AtTheTable:
        """Return what is expected at a state, and on what it depends.

        Raises `KeyError` at a state that cannot come about while all keep to the profile, or where
        it is settled that everyone leaves, so that nothing is known of staying.
        """
        layer, place = self._place(now)
        inside, encoding = now.inside, self.solved.encoding
        if not now.pending:
            value = float(self.solved.chances[layer][inside][1][place])
            return AtTheTable(value, None, value, None, ())
        decisions = self.solved.decisions[layer][inside]
        if not decisions.open[place]:
            raise KeyError("it is settled that everyone leaves")
        fields = encoding.fields(decisions.keys[place : place + 1])
        mine = float(decisions.leave[place])
        theirs = mine if self.leavers is None else float(self.leavers.at(len(now.hazards)))
        leaving = leaving_payoffs(encoding, fields, inside)[0]
        staying = staying_payoffs(encoding, fields, inside, self.solved.chances[layer])[0]
        outcomes = tuple(
            Outcome(m, chance, float(leaving[m]), float(staying[m]))
            for m, chance in enumerate(binomial(inside - 1, theirs))
        )
        leave = float(sum(outcome.chance * outcome.leaving for outcome in outcomes))
        stay = float(sum(outcome.chance * outcome.staying for outcome in outcomes))
        return AtTheTable(float(decisions.value[place]), leave, stay, mine, outcomes)

    def _place(self, now: Expedition) -> tuple[int, int]:
        """Return the layer of a state and its place there."""
        layer, key = self.solved.encoding.state_of(now)
        if now.pending:
            known = self.solved.decisions[layer].get(now.inside)
            keys = None if known is None else known.keys
        else:
            waiting = self.solved.chances[layer].get(now.inside)
            keys = None if waiting is None else waiting[0]
        if keys is not None:
            place = int(np.searchsorted(keys, key)[0])
            if place < len(keys) and keys[place] == key[0]:
                return layer, place
        raise KeyError("the expedition cannot come to this while all keep to the profile")
