"""The symmetric equilibrium of one expedition, and the best reply to rivals who leave at random.

In the equilibrium everyone maximises his own expected points of this expedition and leaves with the
same probability in the same state. From three players on the probabilities are algebraic numbers,
so values are floats; how far they can be off is certified by separate code. On small decks what is
rational is also worked out in fractions.
"""

from __future__ import annotations

from itertools import count
from typing import Final

import numpy as np

from incan_odds.expedition import Expedition
from incan_odds.rivals.answer import AmongRivals, Outcome
from incan_odds.rivals.certificate import certify_profile
from incan_odds.rivals.exact import Choice, ExactPlay, equilibrium_up_to_two, reply_to
from incan_odds.rivals.following import moments_among
from incan_odds.rivals.model import Leavers, binomial
from incan_odds.rivals.profile import Profile
from incan_odds.rivals.stage import TOLERANCE, Floats, Stages, expected, solve_stages
from incan_odds.rivals.table import solve_table
from incan_odds.stopping.problem import DEFAULT_MEMORY, Progress, TooLargeError

SMALL: Final = 4_000
"""States up to which it is worth trying to work in fractions too."""


def equilibrium(
    expedition: Expedition,
    memory: int = DEFAULT_MEMORY,
    moments: bool = False,
    progress: Progress | None = None,
) -> AmongRivals:
    """Return the symmetric equilibrium of an expedition from here on.

    Of several equilibria of a decision the one that pays most is taken, then the smallest
    probability. With at most two inside and a small deck the values are exact. Raises
    `TooLargeError` where the states would take more than `memory` bytes, `EncodingError` where they
    cannot be numbered, and `ValueError` where nobody is inside.

    >>> found = equilibrium(game_of("", "gryphon-2009", 2).expedition)
    >>> round(found.value, 6)
    9.250672
    >>> late = game_of("1 2 3 4 5 5 7 7 9 11 11 13 14 f m sn", "bga", 2)
    >>> equilibrium(late.expedition).value
    Fraction(46, 1)
    """
    profile = profile_of(expedition, None, memory, progress)
    found = _play(expedition, profile, moments, progress)
    if expedition.inside > 2:
        return found
    return _in_fractions(found, expedition, equilibrium_up_to_two)


def against_leavers(
    expedition: Expedition,
    leavers: Leavers,
    memory: int = DEFAULT_MEMORY,
    moments: bool = False,
    progress: Progress | None = None,
) -> AmongRivals:
    """Return the best reply to rivals who each leave with a given chance after each card.

    On small decks the values are exact; else they are floats. What I get has a relative error below
    1e-12 times the cards unseen, unless a chance is very near 1; where leaving and staying bring
    the same, to within that, I leave. Raises as `equilibrium` does.

    >>> found = against_leavers(game_of("", "bga", 3).expedition, read_rivals("3/10"))
    >>> found.leave is None and found.value == found.stay
    True
    """
    profile = profile_of(expedition, leavers, memory, progress)
    return _in_fractions(
        _play(expedition, profile, moments, progress), expedition, reply_to(leavers)
    )


def profile_of(
    expedition: Expedition,
    leavers: Leavers | None = None,
    memory: int = DEFAULT_MEMORY,
    progress: Progress | None = None,
) -> Profile:
    """Return how everyone plays from here on: the equilibrium, or my best reply to `leavers`.

    Raises as `equilibrium` does.
    """
    stage = _equilibrium if leavers is None else _best_reply
    return Profile(solve_table(expedition, stage, memory, leavers, progress), leavers)


def _equilibrium(leaving: Floats, staying: Floats, theirs: Floats | None) -> Stages:
    return solve_stages(leaving, staying)


def _best_reply(leaving: Floats, staying: Floats, theirs: Floats | None) -> Stages:
    assert theirs is not None, "after the last card nothing is open"
    leave, stay = expected(leaving, theirs), expected(staying, theirs)
    nobody = np.zeros(len(leaving), dtype=bool)
    leaves = leave >= stay - TOLERANCE
    return Stages(leaves.astype(np.float64), np.maximum(leave, stay), nobody)


def _play(
    expedition: Expedition, profile: Profile, moments: bool, progress: Progress | None
) -> AmongRivals:
    """Check a profile, and return what holds at its first state."""
    solved, leavers = profile.solved, profile.leavers
    certificate = certify_profile(solved, leavers, progress)
    now = profile.at(expedition)
    return AmongRivals(
        *now,
        certificate.bust,
        certificate.cards,
        "equilibrium" if leavers is None else "probability",
        solved.states,
        solved.several,
        certificate,
        moments_among(profile, expedition.turned) if moments else (),
    )


def _in_fractions(found: AmongRivals, expedition: Expedition, choice: Choice) -> AmongRivals:
    """Return the play with exact values, where the deck is small enough for that."""
    if found.states > SMALL:
        return found
    play = ExactPlay(choice)
    try:
        if not expedition.pending:
            waiting = play.waiting(expedition)
            return found._replace(
                value=waiting.points, stay=waiting.points, bust=waiting.bust, cards=waiting.cards
            )
        decision = play.deciding(expedition)
    except TooLargeError:
        return found
    leave, stay = decision.payoffs.expected(decision.theirs)
    chances = binomial(expedition.inside - 1, decision.theirs)
    return found._replace(
        value=decision.value.points,
        leave=leave,
        stay=stay,
        leave_chance=decision.mine,
        outcomes=tuple(map(Outcome, count(), chances, *decision.payoffs)),
        bust=decision.value.bust,
        cards=decision.value.cards,
    )
