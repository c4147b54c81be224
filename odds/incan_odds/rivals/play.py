"""What to do among rivals, whatever is supposed of them: the one function that answers.

Where the others leave at random or play the equilibrium, the values are floats and come from all
states at once, which needs numpy; on small decks, and where the others stay or leave with me, they
are exact.
"""

from __future__ import annotations

from fractions import Fraction

from incan_odds.expedition import Expedition
from incan_odds.rivals.answer import AmongRivals, Outcome
from incan_odds.rivals.model import Rivals, by_chance, leavers_of
from incan_odds.stopping.moments import moments_of_optimum
from incan_odds.stopping.problem import DEFAULT_MEMORY, Progress, problem_of
from incan_odds.stopping.solver import solve


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
