"""From how many gems on to retire: one number for each set of hazards that can be out.

Alone, the gems in hand and those in the deck together never change, so the one-step rule
B·(d + 1) >= W is one threshold for each d, whatever has been drawn.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final, NamedTuple

from incan_odds.cards import Hazard
from incan_odds.expedition import Expedition
from incan_odds.stopping.solver import Optimum

MOST_ROWS: Final = 20_000
"""The most thresholds that are listed."""


class Threshold(NamedTuple):
    """When to retire while certain hazards are out and certain artifacts lie on the path."""

    hazards: tuple[Hazard, ...]
    artifacts: int
    """How many artifacts lie on the path."""
    printed: tuple[int, ...]
    """Their points, where they are printed on the cards."""
    deadly: int
    """How many unseen cards are deadly then."""
    retire_at: int | None
    """From how many gems on to retire, artifacts apart; None is never."""


def thresholds(expedition: Expedition, optimum: Optimum) -> list[Threshold]:
    """Return the threshold for every set of hazards and artifacts that can still come about.

    The present state comes first. Raises `ValueError` where there would be more than `MOST_ROWS`.

    >>> expedition = begin(PRESETS["bga"], Players(1)).expedition
    >>> rows = thresholds(expedition, solve(problem_of(expedition)))
    >>> {row.deadly: row.retire_at for row in rows if not row.artifacts}
    {0: None, 2: 38, 4: 23, 6: 16, 8: 13, 10: 11}
    """
    problem = optimum.problem
    copies = expedition.start.hazards
    classes = [kind.copies for kind in problem.hazards]
    hidden = [kind for kind in copies if kind not in expedition.hazards]
    sorts = list(dict.fromkeys(expedition.deck.artifacts))
    states = problem.artifact_states
    number = 2 ** len(hidden) * len(states)
    if number > MOST_ROWS:
        many = f"{number:,}" if number < 10**15 else "more than 10^15"
        raise ValueError(f"{many} sets of hazards are too many to list; at most {MOST_ROWS:,}")
    rows: list[Threshold] = []
    for size in range(len(hidden) + 1):
        for more in combinations(hidden, size):
            drawn = [0] * len(classes)
            for kind in more:
                drawn[classes.index(copies[kind])] += 1
            out = [kind for kind in copies if kind in expedition.hazards or kind in more]
            deadly = sum(copies[kind] - 1 for kind in out)
            for place, state in enumerate(states):
                path = [*expedition.artifacts]
                for sort, seen in zip(sorts, state, strict=True):
                    path += [sort] * seen
                printed = tuple(sorted(card.points for card in path if card.points is not None))
                retire_at = optimum.retire_at(drawn, place)
                rows.append(Threshold(tuple(out), len(path), printed, deadly, retire_at))
    return rows
