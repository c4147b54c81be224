"""How an expedition can end under a rule: every way with its exact chance.

A rule stops at a set Z of cards when it leaves there and continues without the card that came last.
Each such pair (Z, last card) has the chance Π c / (U·C(U - 1, |Z| - 1)), so the endings are counts
of pairs by their total. A whole row of counts, one for each total, is kept in one integer, as in
`incan_odds.stopping.counts`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Final, NamedTuple

from incan_odds.stopping.analytic import Bounds, Steps, Value, inverse_binomials
from incan_odds.stopping.counts import Column
from incan_odds.stopping.problem import HazardClass, HazardState, TooLargeError, scaled

MOST_BYTES: Final = 2**29
"""The most memory that the rows of one deck may take."""


class Endings(NamedTuple):
    """How an expedition can end under a rule, each with its numerator over lcm(1, ..., U)."""

    left: tuple[int, ...]
    """By leaving: for each state of the artifacts, the packed counts by gems drawn."""
    bust: tuple[tuple[int, ...], ...]
    """By a bust: for each class of hazards, for each state of the artifacts."""
    ran_out: int
    """By leaving together after the last card."""


def endings(steps: Steps, bounds: Bounds, width: int) -> Endings:
    """Count the pairs of a set of cards and its last card with which a rule ends an expedition.

    The first card is forced. `width` is the number of bits of each packed count.
    """
    problem, unseen = steps.problem, steps.unseen
    weights, _ = inverse_binomials(unseen)
    rows = _rows(problem.gains, width)
    bounds = _with_forced_ends(steps, bounds)
    left, ran_out = [0] * len(problem.leaving), 0

    def leave(place: int, packed: int, cards: int) -> None:
        nonlocal ran_out
        if cards == unseen and problem.run_out is not None:
            ran_out += packed >> steps.counts.total * width
        else:
            left[place] += packed

    for step in steps.steps:
        here = bounds[step.hazards, step.artifacts]
        for treasures in range(1, len(here)):
            pairs = rows.stops(treasures, here[treasures - 1], here[treasures])
            if pairs:
                cards = step.drawn + treasures
                leave(step.artifacts, pairs * step.ways * weights[cards - 1], cards)
    for before, after, drawn, ways in _last_cards(steps):
        stops = bounds[after]
        for treasures, high in enumerate(bounds[before][: len(stops)]):
            window = rows.window(rows.rows[treasures], stops[treasures], high)
            if window:
                cards = drawn + treasures
                leave(after[1], window * ways * weights[cards - 1], cards)
    return Endings(tuple(left), _busts(steps, bounds), ran_out)


def value_by_endings(steps: Steps, bounds: Bounds) -> Value:
    """Return what a rule is worth when the first card is forced, from how it can end.

    It holds where leavers share whole gems too, where the sum over steps does not.
    """
    problem = steps.problem
    whole = lcm(*range(1, steps.unseen + 1))
    width = packing_width(whole)
    found = endings(steps, bounds, width)
    points = bust = Fraction(0)
    for pays, packed in zip(problem.leaving, found.left, strict=True):
        for gems, ways in unpacked(packed, width):
            points += ways * (pays + problem.held(gems) - problem.held(0))
    for kind, ways_by_artifacts in zip(problem.hazards, found.bust, strict=True):
        for payoff, ways in zip(kind.bust, ways_by_artifacts, strict=True):
            points += ways * payoff
            bust += ways
    if found.ran_out and problem.run_out is not None:
        points += found.ran_out * problem.run_out
    columns = {key: column_of(steps, found_bounds) for key, found_bounds in bounds.items()}
    cards = steps.value(lambda step: columns[step.hazards, step.artifacts]).cards
    return Value(points / whole, bust / whole, cards)


def column_of(steps: Steps, bounds: list[int]) -> Column:
    """Return the counts of the sets of treasures that lie below the bound for their number."""
    if len(set(bounds)) == 1:
        return steps.counts.below(bounds[0])
    column: list[tuple[int, int]] = []
    for treasures, bound in enumerate(bounds):
        below = steps.counts.below(bound)
        column.append(below[treasures] if treasures < len(below) else (0, 0))
    while column and column[-1] == (0, 0):
        column.pop()
    return tuple(column)


def _with_forced_ends(steps: Steps, bounds: Bounds) -> Bounds:
    """Return the bounds with the first card forced, and nothing forced after the last."""
    forced: Bounds = {}
    for step in steps.steps:
        here = list(bounds[step.hazards, step.artifacts])
        if step.drawn == 0:
            here[0] = max(1, here[0])
        last = steps.unseen - step.drawn
        forced[step.hazards, step.artifacts] = [
            0 if treasures == last else bound for treasures, bound in enumerate(here[: last + 1])
        ]
    return forced


def _last_cards(
    steps: Steps,
) -> Iterator[tuple[tuple[HazardState, int], tuple[HazardState, int], int, int]]:
    """Yield the pairs of states that one hazard or artifact leads from and to.

    Each with the cards drawn after it, treasures apart, and the number of pairs of a set of such
    cards and that last one.
    """
    problem = steps.problem
    more = problem.more_artifacts()
    for step in steps.steps:
        for number, there in more[step.artifacts]:
            before, after = (step.hazards, step.artifacts), (step.hazards, there)
            yield before, after, step.drawn + 1, step.ways * number
    ways = problem.artifact_ways()
    drawn = [sum(state) for state in problem.artifact_states]
    for kind in problem.hazards:
        for state, further, pairs in _marked(steps, kind):
            for place, chosen in enumerate(ways):
                cards = further.kinds + drawn[place]
                yield (state, place), (further, place), cards, pairs * chosen


def _marked(steps: Steps, kind: HazardClass) -> Iterator[tuple[HazardState, HazardState, int]]:
    """Yield the states without and with one more kind of a class, and the number of pairs."""
    if not kind.hidden:
        return
    problem = steps.problem
    fewer = kind._replace(hidden=kind.hidden - 1)
    others = tuple(fewer if other is kind else other for other in problem.hazards)
    for state, ways in replace(problem, hazards=others).hazard_states(steps.scale).items():
        further = state.with_out(kind.copies - 1, scaled(kind.bust, steps.scale), kinds=1)
        yield state, further, ways * kind.hidden * kind.copies


def _busts(steps: Steps, bounds: Bounds) -> tuple[tuple[int, ...], ...]:
    """Count the pairs of a set of cards and a deadly one, by the class of the deadly card."""
    problem = steps.problem
    weights, _ = inverse_binomials(steps.unseen)
    ways = problem.artifact_ways()
    drawn = [sum(state) for state in problem.artifact_states]

    def continuing(state: HazardState, place: int) -> int:
        total = 0
        for treasures, bound in enumerate(bounds[state, place]):
            below = steps.counts.below(bound)
            if treasures < len(below) and below[treasures][0]:
                total += below[treasures][0] * weights[state.kinds + drawn[place] + treasures]
        return total

    found = []
    states = problem.hazard_states(steps.scale)
    for kind in problem.hazards:
        deadly = kind.copies - 1
        by_artifacts = [0] * len(ways)
        for place, chosen in enumerate(ways):
            for state, number in states.items():
                if kind.out and deadly:
                    pairs = number * kind.out * deadly
                    by_artifacts[place] += pairs * chosen * continuing(state, place)
            for _, further, pairs in _marked(steps, kind) if deadly else ():
                by_artifacts[place] += pairs * deadly * chosen * continuing(further, place)
        found.append(tuple(by_artifacts))
    return tuple(found)


@lru_cache(maxsize=64)
def _rows(gains: tuple[int, ...], width: int) -> _Rows:
    """Return the rows of a deck's treasures, which many openings of one game share."""
    return _Rows(gains, width)


class _Rows:
    """The counts A[t, s] of a deck's treasures, a row for each t packed in one integer."""

    def __init__(self, gains: tuple[int, ...], width: int) -> None:
        size = (sum(gains) + 1) * (width // 8) * (len(gains) + 1)
        if size * len(set(gains)) > MOST_BYTES:
            raise TooLargeError((sum(gains) + 1) * len(gains))
        self.width = width
        self.copies = {gain: gains.count(gain) for gain in gains}
        self.rows = [1]
        for gain in gains:
            above = [row << gain * width for row in self.rows]
            self.rows = [row + more for row, more in zip([*self.rows, 0], [0, *above], strict=True)]
        self._without = {gain: self._rows_without(gain) for gain in self.copies}
        self._stops: dict[tuple[int, int, int], int] = {}

    def _rows_without(self, value: int) -> list[int]:
        """Return the rows of the deck without one treasure of that value."""
        rows, row = [], 0
        for whole in self.rows[:-1]:
            row = whole - (row << value * self.width)
            rows.append(row)
        return rows

    def stops(self, treasures: int, before: int, after: int) -> int:
        """Return the pairs of a set and its last treasure with which play stops, by total.

        Play continues below the bound `before` without that treasure, and stops from `after` on
        with it.
        """
        before, after = max(0, before), max(0, after)
        key = treasures, before, after
        known = self._stops.get(key)
        if known is None:
            known = 0
            for value, copies in self.copies.items():
                row = self._without[value][treasures - 1]
                window = self.window(row, after - value, before)
                known += copies * window << value * self.width
            self._stops[key] = known
        return known

    def window(self, row: int, low: int, high: int) -> int:
        """Return a row with the totals from `low` to below `high` alone."""
        low = max(0, low)
        if high <= low:
            return 0
        start = low * self.width
        return (row >> start & (1 << (high - low) * self.width) - 1) << start


def packing_width(most: int) -> int:
    """Return the bits of a packed count of at most `most`: whole bytes."""
    return 8 * (most.bit_length() // 8 + 1)


def widened(packed: int, width: int, wider: int) -> int:
    """Return the packed counts with more bits for each."""
    size, padding = width // 8, bytes((wider - width) // 8)
    raw = packed.to_bytes((packed.bit_length() // width + 1) * size, "little")
    counts = (raw[start : start + size] for start in range(0, len(raw), size))
    return int.from_bytes(b"".join(count + padding for count in counts), "little")


def unpacked(packed: int, width: int) -> Iterator[tuple[int, int]]:
    """Yield each total that occurs with its count."""
    size = width // 8
    raw = packed.to_bytes((packed.bit_length() // width + 1) * size, "little")
    for total in range(len(raw) // size):
        count = int.from_bytes(raw[total * size : (total + 1) * size], "little")
        if count:
            yield total, count
