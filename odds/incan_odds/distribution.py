"""The exact distribution of what one expedition, or the whole game, brings home.

A rule stops at a set Z of cards when it leaves there and continues without the card that came last.
Each such pair (Z, last card) has the chance Π c / (U·C(U - 1, |Z| - 1)), so the distribution is a
count of pairs by their total. A whole row of counts, one for each total, is kept in one integer, as
in `incan_odds.stopping.counts`; the distribution of a sum is then a product.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import NamedTuple

from incan_odds.expedition import Expedition
from incan_odds.game import Game
from incan_odds.stopping.analytic import Steps, certify, inverse_binomials
from incan_odds.stopping.problem import (
    DEFAULT_MEMORY,
    HazardClass,
    HazardState,
    artifacts_as_treasures,
    problem_of,
    scaled,
)
from incan_odds.stopping.rules import Bounds, Rule, continue_bounds
from incan_odds.stopping.season import Opening, Season, season_of


class NotClosedError(ValueError):
    """A rule, or an optimum, whose continue set is not downward closed: it has no formula."""


class Distribution(NamedTuple):
    """The chance of each number of points, ascending; 0 points by leaving and by a bust are one."""

    chances: Mapping[int, Fraction]

    @property
    def mean(self) -> Fraction:
        """The expected points."""
        return sum((points * chance for points, chance in self.chances.items()), Fraction(0))

    def at_least(self, points: int) -> Fraction:
        """Return the chance of at least so many points."""
        return sum((p for score, p in self.chances.items() if score >= points), Fraction(0))

    def quantile(self, level: Fraction) -> int:
        """Return the least score that is not exceeded with a chance of at least `level`."""
        below = Fraction(0)
        for points, chance in self.chances.items():
            below += chance
            if below >= level:
                return points
        return max(self.chances)


class _Endings(NamedTuple):
    """How an expedition can end under a rule, each with its numerator over lcm(1, ..., U)."""

    left: tuple[int, ...]
    """By leaving: for each state of the artifacts, the packed counts by gems drawn."""
    bust: tuple[tuple[int, ...], ...]
    """By a bust: for each class of hazards, for each state of the artifacts."""
    ran_out: int
    """By leaving together after the last card."""


def expedition_distribution(expedition: Expedition, rule: Rule | None = None) -> Distribution:
    """Return the distribution of what one expedition brings home from here, in points.

    Under `rule`, or under the optimum for this expedition where none is given. Raises
    `NotClosedError` where the formula does not hold for it.

    >>> expedition = begin(PRESETS["schmidt-2005"], Players(1)).expedition
    >>> expedition_distribution(expedition, LeaveAt("cards", 1)).chances[15]
    Fraction(1, 30)
    """
    problem = problem_of(expedition)
    steps = Steps(problem)
    bounds = _bounds(steps, rule)
    if _leaves_now(steps, bounds):
        return Distribution({int(problem.leave): Fraction(1)})
    whole = lcm(*range(1, problem.unseen + 1))
    width = _packing_width(whole)
    endings = _endings(steps, bounds, width)
    chances: dict[int, Fraction] = {0: Fraction(sum(map(sum, endings.bust)), whole)}
    if endings.ran_out:
        end = int(problem.run_out if problem.run_out is not None else 0)
        chances[end] = chances.get(end, Fraction(0)) + Fraction(endings.ran_out, whole)
    for worth, packed in zip(problem.artifact_points, endings.left, strict=True):
        for gems, ways in _unpacked(packed, width):
            points = problem.gems + worth + gems
            chances[points] = chances.get(points, Fraction(0)) + Fraction(ways, whole)
    return Distribution({points: p for points, p in sorted(chances.items()) if p})


def game_distribution(
    game: Game, rule: Rule | None = None, memory: int = DEFAULT_MEMORY
) -> Distribution:
    """Return the distribution of the points still to come in a game played alone.

    What is in the tents already is not in it. Under `rule` in every expedition, or under the
    optimum of the whole game. Raises `NotClosedError`, or what the season raises.
    """
    return _Scores(season_of(game.edition, memory), rule, game).distribution()


class _Scores:
    """The distributions of all openings of a season under one rule, as packed numerators."""

    def __init__(self, season: Season, rule: Rule | None, game: Game) -> None:
        self.season = season
        self.rule = rule
        self.game = game
        edition = game.edition
        largest = (
            len(edition.treasures)
            + sum(kind.copies for kind in edition.hazards)
            + len(edition.artifact_points)
        )
        # Over this, to the power of the expeditions to come, every chance is a whole number.
        self.whole = lcm(*range(1, largest + 1))
        self.width = _packing_width(self.whole ** (edition.expeditions - game.number + 1))
        self.narrow = _packing_width(self.whole)
        self._known: dict[Opening, int] = {}

    def distribution(self) -> Distribution:
        game = self.game
        counted = 0 if game.edition.printed else game.counted
        packed = self._of(game.expedition, game.number, counted)
        power = self.whole ** (game.edition.expeditions - game.number + 1)
        return Distribution(
            {points: Fraction(ways, power) for points, ways in _unpacked(packed, self.width)}
        )

    def _after(self, opening: Opening) -> int:
        if opening.number > self.game.edition.expeditions:
            return 1
        known = self._known.get(opening)
        if known is None:
            expedition = self.season.expedition(opening)
            known = self._known[opening] = self._of(expedition, opening.number, opening.counted)
        return known

    def _of(self, expedition: Expedition, number: int, counted: int) -> int:
        if self.rule is None:
            problem = problem_of(expedition, self.season.future(number, counted))
            if number == self.game.edition.expeditions:
                problem = artifacts_as_treasures(problem)
        else:
            problem = problem_of(expedition)
        steps = Steps(problem)
        bounds = _bounds(steps, self.rule)
        further = _Further(self, expedition, number, counted)
        if _leaves_now(steps, bounds):
            worth = problem.gems + problem.artifact_points[0]
            return self.whole * (further.left(0) << worth * self.width)
        endings = _endings(steps, bounds, self.narrow)
        total = 0
        for place, packed in enumerate(endings.left):
            if packed:
                worth = problem.gems + problem.artifact_points[place]
                wide = _widened(packed, self.narrow, self.width) << worth * self.width
                total += wide * further.left(place)
        for kind, ways_by_artifacts in zip(problem.hazards, endings.bust, strict=True):
            for place, ways in enumerate(ways_by_artifacts):
                if ways:
                    total += ways * further.bust(kind.copies, place)
        return total * (self.whole // lcm(*range(1, problem.unseen + 1)))


class _Further:
    """What follows one expedition, by how it ends."""

    def __init__(self, scores: _Scores, expedition: Expedition, number: int, counted: int) -> None:
        self.scores = scores
        self.expedition = expedition
        self.number = number
        self.counted = counted
        self.copies = sorted(expedition.start.hazards.values())
        self.sorts = list(dict.fromkeys(expedition.deck.artifacts))
        self.states = problem_of(expedition).artifact_states

    def left(self, place: int) -> int:
        return self._after(place, self.copies, brought=True)

    def bust(self, copies: int, place: int) -> int:
        rest = self.copies.copy()
        rest[rest.index(copies)] = copies - 1
        return self._after(place, sorted(rest), brought=False)

    def _after(self, place: int, copies: list[int], brought: bool) -> int:
        state = self.states[place]
        hidden = [
            card
            for card, drawn in zip(self.sorts, state, strict=True)
            for card in [card] * (self.expedition.deck.count(card) - drawn)
        ]
        taken = len(self.expedition.artifacts) + sum(state)
        opening = self.scores.season.after(
            self.number,
            self.counted,
            tuple(copies),
            hidden,
            taken if brought else 0,
            0 if brought else taken,
        )
        return self.scores._after(opening)


def _bounds(steps: Steps, rule: Rule | None) -> Bounds:
    """Return where a rule, or the optimum, leaves. Raises `NotClosedError`."""
    if rule is not None:
        bounds = continue_bounds(rule, steps)
        if bounds is None:
            raise NotClosedError(f"the rule '{rule.sentence}' would stay again after leaving")
        return bounds
    if not certify(steps).closed:
        raise NotClosedError("the best play has no fixed thresholds here, so no formula")
    many = len(steps.problem.gains) + 1
    return {(step.hazards, step.artifacts): [step.bound] * many for step in steps.steps}


def _leaves_now(steps: Steps, bounds: Bounds) -> bool:
    start = steps.steps[0]
    return steps.problem.pending and bounds[start.hazards, start.artifacts][0] <= 0


def _endings(steps: Steps, bounds: Bounds, width: int) -> _Endings:
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
    return _Endings(tuple(left), _busts(steps, bounds), ran_out)


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


def _packing_width(most: int) -> int:
    """Return the bits of a packed count of at most `most`: whole bytes."""
    return 8 * (most.bit_length() // 8 + 1)


def _widened(packed: int, width: int, wider: int) -> int:
    """Return the packed counts with more bits for each."""
    size, padding = width // 8, bytes((wider - width) // 8)
    raw = packed.to_bytes((packed.bit_length() // width + 1) * size, "little")
    counts = (raw[start : start + size] for start in range(0, len(raw), size))
    return int.from_bytes(b"".join(count + padding for count in counts), "little")


def _unpacked(packed: int, width: int) -> Iterator[tuple[int, int]]:
    """Yield each total that occurs with its count."""
    size = width // 8
    raw = packed.to_bytes((packed.bit_length() // width + 1) * size, "little")
    for total in range(len(raw) // size):
        count = int.from_bytes(raw[total * size : (total + 1) * size], "little")
        if count:
            yield total, count
