"""The answer about an expedition among rivals, whatever is supposed of them."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Literal, NamedTuple

from incan_odds.stopping.moments import Moment

if TYPE_CHECKING:
    from incan_odds.rivals.certificate import EquilibriumCertificate

Number = Fraction | float
"""An exact number, or a float."""

Method = Literal["analytic", "dynamic", "probability", "equilibrium"]
"""How an answer was found."""


class Outcome(NamedTuple):
    """What happens if so many of the others leave at this decision."""

    others: int
    chance: Number
    leaving: Number
    """What I get by leaving with them."""
    staying: Number
    """What I get by staying without them."""


class AmongRivals(NamedTuple):
    """The play of one expedition among rivals, from a state on, in points of this expedition."""

    value: Number
    """What I get."""
    leave: Number | None
    """What leaving now brings; None where no decision is pending."""
    stay: Number
    """What staying brings: the next card, then the play goes on."""
    leave_chance: Number | None
    """The probability with which I leave; None where no decision is pending."""
    outcomes: tuple[Outcome, ...]
    """By the number of others who leave now; empty where no decision is pending or all is one."""
    bust: Number
    """The chance that I go bust."""
    cards: Number
    """The mean number of cards that I still see turned over."""
    method: Method
    states: int
    """How many states were visited or checked."""
    several: int = 0
    """In how many states there are equilibria of different payoff."""
    certificate: EquilibriumCertificate | None = None
    """How far the values can be off; None where nobody leaves by chance, for then all is exact."""
    moments: tuple[Moment, ...] = ()
    """When the expedition ends for me, where that was asked."""

    @property
    def best(self) -> Literal["stay", "leave", "either", "mixed"]:
        """What to do; `stay` too where no decision is pending, for the next card is coming."""
        if self.leave_chance is None:
            return "stay"
        if 0 < self.leave_chance < 1:
            return "mixed"
        if isinstance(self.leave, Fraction) and self.leave == self.stay:
            return "either"
        return "leave" if self.leave_chance else "stay"

    @property
    def alone(self) -> Number | None:
        """The chance that whoever leaves now is the only one; None where `outcomes` is empty."""
        return self.outcomes[0].chance if self.outcomes else None

    def share_of(self, path: int) -> Number | None:
        """Return the gems of the path that leaving now brings on average; None as for `alone`."""
        if not self.outcomes:
            return None
        return sum(outcome.chance * (path // (outcome.others + 1)) for outcome in self.outcomes)
