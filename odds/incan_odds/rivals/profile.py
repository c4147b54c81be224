"""How everyone leaves in the equilibrium, at any state of an expedition that can come about."""

from __future__ import annotations

import numpy as np

from incan_odds.expedition import Expedition
from incan_odds.rivals.equilibrium import solve_equilibrium
from incan_odds.stopping.problem import DEFAULT_MEMORY


class Profile:
    """The symmetric equilibrium of an expedition, to be asked decision by decision.

    Raises what `equilibrium` raises.

    >>> expedition = game_of("5 f 11 sn", "bga", 4).expedition
    >>> profile = Profile(expedition)
    >>> round(profile.leave_chance(expedition.turn(Treasure(9))), 6)
    0.507082
    """

    def __init__(self, expedition: Expedition, memory: int = DEFAULT_MEMORY) -> None:
        self._solved = solve_equilibrium(expedition, memory)

    def leave_chance(self, now: Expedition) -> float:
        """Return the probability with which each leaves who is inside.

        Raises `ValueError` where nobody decides, and `KeyError` at a state that cannot come about
        while all keep to the profile.
        """
        if not now.pending:
            raise ValueError("nobody decides before the next card")
        layer, key = self._solved.encoding.state_of(now)
        decisions = self._solved.decisions[layer][now.inside]
        place = int(np.searchsorted(decisions.keys, key)[0])
        if place == len(decisions.keys) or decisions.keys[place] != key[0]:
            raise KeyError("the expedition cannot come to this while all keep to the profile")
        return float(decisions.leave[place])
