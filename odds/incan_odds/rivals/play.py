"""What to do among rivals: one answer for all that can be supposed of them.

Where the others leave at random or play the equilibrium, the values are floats and come from all
states at once, which needs numpy; on small decks, and where the others stay or leave with me, they
are exact.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Literal, NamedTuple

from incan_odds.expedition import Expedition
from incan_odds.rivals.model import Rivals, by_chance, leavers_of
from incan_odds.stopping.moments import Moment, moments_of_optimum
from incan_odds.stopping.problem import DEFAULT_MEMORY, Progress, problem_of
from incan_odds.stopping.solver import solve

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
        """The chance that whoever leaves now is the only one; None where nobody decides."""
        return self.outcomes[0].chance if self.outcomes else None

    def share_of(self, path: int) -> Number | None:
        """Return the gems of the path that leaving now brings on average; None as for `alone`."""
        if not self.outcomes:
            return None
        return sum(outcome.chance * (path // (outcome.others + 1)) for outcome in self.outcomes)


def play_among(
    expedition: Expedition,
    rivals: Rivals,
    memory: int = DEFAULT_MEMORY,
    moments: bool = False,
    progress: Progress | None = None,
) -> AmongRivals:
    """Return the best play of an expedition from here on, with what is supposed of the rivals.

    Raises `TooLargeError` where the states would take more than `memory` bytes, `EncodingError`
    where they cannot be numbered, and `ValueError` where nobody is inside.

    >>> expedition = game_of("5 f 11 sn 9", "bga", 4).expedition
    >>> stay, herd = (play_among(expedition, rivals) for rivals in ("stay", "herd"))
    >>> stay.leave, stay.stay, stay.best
    (Fraction(10, 1), Fraction(252, 25), 'stay')
    >>> herd.leave, herd.stay, herd.best
    (Fraction(6, 1), Fraction(146, 25), 'leave')
    """
    if by_chance(rivals):
        # Only these need numpy.
        from incan_odds.rivals.equilibrium import against_leavers, equilibrium

        leavers = leavers_of(rivals)
        if leavers is not None:
            return against_leavers(expedition, leavers, memory, moments, progress)
        return equilibrium(expedition, memory, moments, progress)
    problem = problem_of(expedition, herd=rivals == "herd")
    optimum = solve(problem, memory, progress)
    value, stay = optimum.value, optimum.stay.points
    leave = optimum.leave if problem.pending else None
    outcomes: tuple[Outcome, ...] = ()
    if leave is not None and rivals == "stay":
        outcomes = (Outcome(0, Fraction(1), leave, stay),)
    return AmongRivals(
        value.points,
        leave,
        stay,
        None if leave is None else Fraction(leave >= stay),
        outcomes,
        value.bust,
        value.cards,
        optimum.method,
        optimum.certificate.states,
        moments=moments_of_optimum(optimum, memory, progress) if moments else (),
    )
