"""The play among rivals as plain data and back, without losing a digit: to keep long solutions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from incan_odds.expedition import Expedition
from incan_odds.rivals.answer import AmongRivals, Outcome
from incan_odds.rivals.model import SOLVER_VERSION, Rivals
from incan_odds.stopping.moments import Moment


def question_of(expedition: Expedition, rivals: Rivals, moments: bool) -> dict[str, Any]:
    """Return all that a solution depends on, the version of the solver included.

    >>> question_of(game_of("5", "bga", 3).expedition, "equilibrium", False)["rivals"]
    'equilibrium'
    """
    return {
        "solver": SOLVER_VERSION,
        # Equal expeditions have the same text, which names every card and every number of theirs.
        "expedition": repr(expedition),
        "rivals": str(rivals),
        "moments": moments,
    }


def to_document(found: AmongRivals) -> dict[str, Any]:
    """Return a solution as what JSON can hold."""
    certificate = found.certificate
    return {
        **{name: _plain(value) for name, value in found._asdict().items() if name not in _NESTED},
        "outcomes": [list(map(_plain, outcome)) for outcome in found.outcomes],
        "certificate": None if certificate is None else list(certificate),
        "moments": [list(map(_plain, moment)) for moment in found.moments],
    }


def from_document(document: dict[str, Any]) -> AmongRivals:
    """Return the solution that `to_document` has written.

    >>> found = play_among(game_of("5 f 11 sn 9", "bga", 4).expedition, "stay")
    >>> from_document(to_document(found)) == found
    True
    """
    # Whoever only keeps a solution of the others' staying needs no numpy.
    from incan_odds.rivals.certificate import EquilibriumCertificate

    certificate = document["certificate"]
    fields = {
        **{name: _exact(value) for name, value in document.items()},
        "outcomes": tuple(Outcome(*map(_exact, row)) for row in document["outcomes"]),
        "certificate": None if certificate is None else EquilibriumCertificate(*certificate),
        "moments": tuple(Moment(*map(_exact, row)) for row in document["moments"]),
    }
    return AmongRivals(**fields)


_NESTED: Final = ("outcomes", "certificate", "moments")


def _plain(value: Any) -> Any:
    return {"fraction": str(value)} if isinstance(value, Fraction) else value


def _exact(value: Any) -> Any:
    return Fraction(value["fraction"]) if isinstance(value, dict) else value
