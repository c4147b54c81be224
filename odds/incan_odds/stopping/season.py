"""The expeditions to come: what is still to be won once this one has ended, when playing best.

A bust ends the expedition and removes a hazard, an artifact brought home changes the points of the
next: so what follows depends on how an expedition ends. What matters as one starts is its number,
the hazard copies left in the game, the artifacts in its deck, and how many the edition's index has
counted. Each of these *openings* is solved once and remembered.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from incan_odds.cards import Artifact
from incan_odds.deck import deck_of
from incan_odds.editions import Edition
from incan_odds.expedition import Expedition
from incan_odds.game import Game
from incan_odds.stopping.analytic import Steps, certify
from incan_odds.stopping.dynamic import count_states, solve_dynamic
from incan_odds.stopping.problem import (
    DEFAULT_MEMORY,
    Future,
    StoppingProblem,
    artifacts_as_treasures,
    problem_of,
)
from incan_odds.stopping.rules import Rule, value_of

MOST_OPENINGS: Final = 20_000
"""The most openings of one game that are solved."""

MOST_STEPS: Final = 500_000
"""The most states of hazards and artifacts of all openings together."""

MEMORY_OF_A_STATE: Final = 128
"""So many bytes of the memory allowed stand for one state of the dynamic programme in time."""


class TooManyOpeningsError(ValueError):
    """A game with more ways to begin an expedition than are solved in reasonable time."""


class Opening(NamedTuple):
    """How an expedition can start, as far as it matters for what is still to be won alone."""

    number: int
    copies: tuple[int, ...]
    """The hazard copies left in the game, ascending; kinds with equal copies are alike."""
    artifacts: tuple[Artifact, ...]
    """The artifacts in its deck."""
    counted: int
    """The artifacts that the edition's index has counted; 0 where points are printed."""


class Season:
    """The exact values of all expeditions to come of one edition, to one player.

    Alone, or with rivals who always leave when he does; played best, or by one rule in every
    expedition.
    """

    def __init__(
        self,
        edition: Edition,
        memory: int = DEFAULT_MEMORY,
        rule: Rule | None = None,
        players: int = 1,
    ) -> None:
        self.edition = edition
        self.memory = memory
        self.rule = rule
        self.players = players
        self.by_states: set[Opening] = set()
        """The openings in which the one-step rule is not optimal, of those solved so far."""
        self._values: dict[Opening, Fraction] = {}
        self._steps = self._states = 0

    @property
    def openings(self) -> int:
        """How many openings have been solved so far."""
        return len(self._values)

    def value(self, opening: Opening) -> Fraction:
        """Return the points still to be won from an opening on, its own expedition included.

        Raises `TooManyOpeningsError` or `TooLargeError` where that takes too much.
        """
        if opening.number > self.edition.expeditions:
            return Fraction(0)
        known = self._values.get(opening)
        if known is None:
            known = self._values[opening] = self._solved(opening)
        return known

    def _solved(self, opening: Opening) -> Fraction:
        problem = self.problem(opening)
        if len(self._values) > MOST_OPENINGS:
            raise TooManyOpeningsError(
                f"more than {MOST_OPENINGS:,} ways to begin an expedition of {self.edition.name}"
            )
        if self.rule is not None:
            return value_of(self.rule, problem, self.memory).stay.points
        steps = Steps(artifacts_as_treasures(problem))
        self._steps += len(steps.steps)
        if certify(steps).closed:
            self._check_work()
            return steps.points()
        self.by_states.add(opening)
        points = solve_dynamic(problem, memory=self.memory).value.points
        self._states += count_states(problem)
        self._check_work()
        return points

    def _check_work(self) -> None:
        if self._steps > MOST_STEPS or self._states > self.memory // MEMORY_OF_A_STATE:
            raise TooManyOpeningsError(
                f"more than {self.openings:,} ways to begin an expedition take too long"
            )

    def expedition(self, opening: Opening) -> Expedition:
        """Return the expedition of an opening, its first card still to come."""
        kinds = zip(self.edition.hazards, opening.copies, strict=True)
        deck = deck_of(
            self.edition.treasures,
            ((kind.card, copies) for kind, copies in kinds),
            opening.artifacts,
        )
        points = () if self.edition.printed else self.edition.artifact_points[opening.counted :]
        return Expedition(start=deck, deck=deck, inside=self.players, points=points)

    def problem(self, opening: Opening) -> StoppingProblem:
        """Return the stopping problem of an opening's expedition, with all that follows it."""
        future = self.future(opening.number, opening.counted)
        return problem_of(self.expedition(opening), future, herd=True)

    def future(self, number: int, counted: int) -> Future | None:
        """Return what follows the expedition of that number, once `counted` have been counted.

        None where nothing follows: it is the last.
        """
        if number == self.edition.expeditions:
            return None

        def worth(
            copies: tuple[int, ...], hidden: Sequence[Artifact], brought: int, lost: int
        ) -> Fraction:
            return self.value(self.after(number, counted, copies, hidden, brought, lost))

        return worth

    def after(
        self,
        number: int,
        counted: int,
        copies: tuple[int, ...],
        hidden: Sequence[Artifact],
        brought: int,
        lost: int,
    ) -> Opening:
        """Return the opening that follows when an expedition has ended so."""
        edition = self.edition
        stays = tuple(hidden) if edition.artifact_hidden == "stays" else ()
        artifacts = sorted(
            (*stays, *edition.entering(number + 1)), key=lambda artifact: artifact.points or 0
        )
        if edition.printed:
            counted = 0
        else:
            counted += brought + (lost if edition.artifact_index == "departed" else 0)
        return Opening(number + 1, copies, tuple(artifacts), counted)


@lru_cache(maxsize=8)
def season_of(edition: Edition, memory: int = DEFAULT_MEMORY) -> Season:
    """Return the season of an edition played best, whose values are computed once and kept."""
    return Season(edition, memory)


def first_opening(edition: Edition) -> Opening:
    """Return how the first expedition of an edition starts.

    >>> edition = edition_from_table({"base": "schmidt-2005", "treasures": [3]}, "tiny")
    >>> opening = first_opening(edition)
    >>> opening.number, opening.copies
    (1, (3, 3, 3, 3, 3))
    """
    copies = tuple(sorted(kind.copies for kind in edition.hazards))
    return Opening(1, copies, edition.entering(1), 0)


def openings_to_come(game: Game, herd: bool = False) -> set[Opening]:
    """Return every way in which a later expedition of a game can begin, whatever happens till then.

    >>> len(openings_to_come(begin(PRESETS["schmidt-2005"], Players(1))))
    21
    """
    season = Season(game.edition, players=game.players.count if herd else 1)
    counted = 0 if game.edition.printed else game.counted
    found: set[Opening] = set()
    ahead = [(game.expedition, game.number, counted)]
    while ahead:
        expedition, number, counted = ahead.pop()
        if number == game.edition.expeditions:
            continue

        def noted(
            copies: tuple[int, ...],
            hidden: Sequence[Artifact],
            brought: int,
            lost: int,
            number: int = number,
            counted: int = counted,
        ) -> Fraction:
            opening = season.after(number, counted, copies, hidden, brought, lost)
            if opening not in found:
                found.add(opening)
                ahead.append((season.expedition(opening), opening.number, opening.counted))
            return Fraction(0)

        # What an expedition can lead to is asked for as its payoffs are.
        problem_of(expedition, noted, herd=herd or game.players.count == 1)
    return found


def later_problems(game: Game, herd: bool = False) -> list[StoppingProblem]:
    """Return each expedition that follows the running one by itself, with the largest deck it has.

    That is the deck if until then nobody goes bust and no artifact leaves the game.

    >>> [problem.unseen for problem in later_problems(game_of("5 f 11", "gryphon-2009"))]
    [32, 33, 34, 35]
    """
    counted = 0 if game.edition.printed else game.counted
    season = Season(game.edition, players=game.players.count if herd else 1)
    start = game.expedition.start
    opening = Opening(
        game.number, tuple(sorted(start.hazards.values())), tuple(start.artifacts), counted
    )
    problems = []
    while opening.number < game.edition.expeditions:
        number, copies, artifacts, counted = opening
        opening = season.after(number, counted, copies, artifacts, 0, 0)
        problems.append(problem_of(season.expedition(opening), herd=herd))
    return problems


def game_problem(
    game: Game, memory: int = DEFAULT_MEMORY, rule: Rule | None = None, herd: bool = False
) -> StoppingProblem:
    """Return the stopping problem of the running expedition with all expeditions still to come.

    They are played best, or by `rule` where one is given; with `herd`, all players do the same and
    leave together. The values are points still to come: what is in the tents already is not in
    them. Raises `ValueError` where the game is over or I have left, and where rivals are no herd.

    >>> edition = edition_from_table({"base": "schmidt-2005", "treasures": [3]}, "tiny")
    >>> [str(solve(game_problem(begin(edition, Players(1), n))).value.points) for n in (4, 5)]
    ['29498257/20040020', '1437/2002']
    """
    players = game.players.count
    if players > 1 and not herd:
        raise ValueError("the whole game is solved alone, or for a herd")
    if not game.over and not game.me_inside:
        raise ValueError("you have left this expedition: nothing is to be decided in it")
    counted = game.counted if not game.edition.printed else 0
    if rule is None and players == 1:
        season = season_of(game.edition, memory)
    else:
        season = Season(game.edition, memory, rule, players)
    return problem_of(game.expedition, season.future(game.number, counted), herd=herd)
