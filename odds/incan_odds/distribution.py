"""The exact distribution of what one expedition, or the whole game, brings home.

How an expedition ends is counted in `incan_odds.stopping.endings`, by the points it brings, as a
row of counts in one integer. The distribution of the sum of two expeditions is then a product.
Where a rule has no formula, the states of one expedition are followed instead.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from incan_odds.expedition import Expedition
from incan_odds.game import Game
from incan_odds.stopping.analytic import Bounds, Steps, certify
from incan_odds.stopping.endings import endings, packing_width, unpacked, widened
from incan_odds.stopping.problem import (
    DEFAULT_MEMORY,
    Progress,
    artifacts_as_treasures,
    problem_of,
)
from incan_odds.stopping.rules import Rule, at_the_start, by_state, continue_bounds
from incan_odds.stopping.season import Opening, Season, season_of


class NotClosedError(ValueError):
    """A rule, or an optimum, of the whole game that is not downward closed: it has no formula."""


class Distribution(NamedTuple):
    """The chance of each number of points, ascending; 0 points by leaving and by a bust are one."""

    chances: Mapping[int, Fraction]

    @property
    def mean(self) -> Fraction:
        """The expected points."""
        return sum((points * chance for points, chance in self.chances.items()), Fraction(0))

    def at_least(self, points: int) -> Fraction:
        """Return the chance of at least so many points.

        >>> expedition = begin(PRESETS["schmidt-2005"], Players(1)).expedition
        >>> expedition_distribution(expedition, LeaveAt("cards", 1)).at_least(15)
        Fraction(1, 15)
        """
        return sum((p for score, p in self.chances.items() if score >= points), Fraction(0))

    def quantile(self, level: Fraction) -> int:
        """Return the least score that is not exceeded with a chance of at least `level`.

        >>> expedition = begin(PRESETS["schmidt-2005"], Players(1)).expedition
        >>> expedition_distribution(expedition, LeaveAt("cards", 1)).quantile(Fraction(9, 10))
        13
        """
        below = Fraction(0)
        for points, chance in self.chances.items():
            below += chance
            if below >= level:
                return points
        return max(self.chances)


def expedition_distribution(
    expedition: Expedition,
    rule: Rule | None = None,
    herd: bool = False,
    memory: int = DEFAULT_MEMORY,
    progress: Progress | None = None,
) -> Distribution:
    """Return the distribution of what one expedition brings a player home from here, in points.

    Under `rule`, or under the optimum for this expedition where none is given; with `herd`, all who
    are inside do the same and leave together. By the formula where it holds, else by following the
    states: raises `TooLargeError` where these would take more than `memory` bytes.

    >>> expedition = begin(PRESETS["schmidt-2005"], Players(1)).expedition
    >>> expedition_distribution(expedition, LeaveAt("cards", 1)).chances[15]
    Fraction(1, 30)
    """
    problem = problem_of(expedition, herd=herd)
    steps = Steps(problem)
    try:
        bounds = _bounds(steps, rule)
    except NotClosedError:
        return _by_states(steps, rule, memory, progress)
    if _leaves_now(steps, bounds):
        return Distribution({int(problem.leave): Fraction(1)})
    whole = lcm(*range(1, problem.unseen + 1))
    width = packing_width(whole)
    found = endings(steps, bounds, width)
    chances = defaultdict(Fraction, {0: Fraction(sum(map(sum, found.bust)), whole)})
    if problem.run_out is not None:
        chances[int(problem.run_out)] += Fraction(found.ran_out, whole)
    for worth, packed in zip(problem.artifact_points, found.left, strict=True):
        for gems, ways in unpacked(packed, width):
            chances[problem.held(gems) + worth] += Fraction(ways, whole)
    return _ascending(chances)


def _by_states(
    steps: Steps, rule: Rule | None, memory: int, progress: Progress | None
) -> Distribution:
    """Return the distribution of one expedition under any rule, from how likely each end is."""
    # Seldom needed, as in the solver.
    from incan_odds.stopping.following import follow

    problem = steps.problem
    leaves = None if rule is None else by_state(rule, problem)
    found = follow(problem, leaves, memory, progress)
    if rule is None:
        leaves_now = sum(found.points) <= problem.leave
    else:
        leaves_now = rule.leaves(at_the_start(steps))
    if problem.pending and leaves_now:
        return Distribution({int(problem.leave): Fraction(1)})
    chances = defaultdict(Fraction, {0: sum(found.bust, Fraction(0))})
    for points, chance in found.home.items():
        chances[int(points)] += chance
    return _ascending(chances)


def _ascending(chances: Mapping[int, Fraction]) -> Distribution:
    return Distribution({points: chance for points, chance in sorted(chances.items()) if chance})


def game_distribution(
    game: Game, rule: Rule | None = None, memory: int = DEFAULT_MEMORY
) -> Distribution:
    """Return the distribution of the points still to come in a game played alone.

    What is in the tents already is not in it. Under `rule` in every expedition, or under the
    optimum of the whole game. Raises `NotClosedError` where the formula does not hold, `ValueError`
    where rivals play, and `TooManyOpeningsError` or `TooLargeError` where it takes too much.

    >>> edition = edition_from_table({"base": "schmidt-2005", "treasures": [3]}, "tiny")
    >>> game_distribution(begin(edition, Players(1), 5)).at_least(3)
    Fraction(479, 2002)
    """
    if game.players.count > 1:
        raise ValueError("the distribution of the whole game is that of a game played alone")
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
        self.width = packing_width(self.whole ** (edition.expeditions - game.number + 1))
        self.narrow = packing_width(self.whole)
        self._known: dict[Opening, int] = {}

    def distribution(self) -> Distribution:
        game = self.game
        counted = 0 if game.edition.printed else game.counted
        packed = self._of(game.expedition, game.number, counted)
        power = self.whole ** (game.edition.expeditions - game.number + 1)
        return Distribution(
            {points: Fraction(ways, power) for points, ways in unpacked(packed, self.width)}
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
        found = endings(steps, bounds, self.narrow)
        total = 0
        for place, packed in enumerate(found.left):
            if packed:
                worth = problem.gems + problem.artifact_points[place]
                wide = widened(packed, self.narrow, self.width) << worth * self.width
                total += wide * further.left(place)
        for kind, ways_by_artifacts in zip(problem.hazards, found.bust, strict=True):
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
