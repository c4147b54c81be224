"""A stopping problem: all that matters of an expedition to one player who decides when to leave.

Every solver takes a `StoppingProblem` and nothing else. Alone, or with rivals who stay; for this
expedition, or for all that are still to come: these are one problem with other gains and payoffs.

Since all that is drawn is drawn from the same unseen cards, a state is what has been drawn since
the problem began: t treasures that add s gems together, some more kinds of hazard, some artifacts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product, starmap
from math import comb, lcm, prod
from typing import Final, NamedTuple

from incan_odds.cards import Artifact, Treasure
from incan_odds.expedition import Expedition

DEFAULT_MEMORY: Final = 2**30
"""The memory that one solution may take where nothing else is said, in bytes."""

Progress = Callable[[float, int, int], None]
"""Told now and then how much of a solution is done, from 0 to 1, its states, and their bytes."""


class HazardClass(NamedTuple):
    """Kinds of hazard that are alike: as many copies each, and the same payoff of a bust."""

    copies: int
    """c: how many copies of each kind were in the deck as the expedition started."""
    hidden: int
    """How many of the kinds are not out yet."""
    out: int
    """How many of the kinds are out, each with c - 1 deadly copies unseen."""
    bust: tuple[Fraction, ...]
    """X: what a bust by one of them pays, in points, for each state of the artifacts."""


class HazardState(NamedTuple):
    """What the hazards drawn so far come to, whichever they were."""

    kinds: int
    """How many kinds have come out since the problem began."""
    deadly: int
    """d: how many deadly cards are unseen."""
    bust: tuple[int, ...]
    """What all deadly cards pay together, in scaled points, for each state of the artifacts."""

    def with_out(self, deadly: int, bust: tuple[int, ...], kinds: int) -> HazardState:
        """Return the state with so many more kinds out, and deadly cards that each pay `bust`."""
        if not kinds and not deadly:
            return self
        payoffs = tuple(
            total + deadly * payoff for total, payoff in zip(self.bust, bust, strict=True)
        )
        return HazardState(self.kinds + kinds, self.deadly + deadly, payoffs)


class TooLargeError(ValueError):
    """A problem that would take too many states: how many, and what would help.

    `needed` and `allowed` are bytes, where memory is what is short. `at_least`: the states had not
    all been counted yet, so it is not known how many there are.
    """

    def __init__(
        self, states: int, needed: int = 0, allowed: int = 0, at_least: bool = False
    ) -> None:
        many = f"{states:,} states" if states < 10**15 else "more than 10^15 states"
        if at_least:
            super().__init__(
                f"there are more than {many}, which alone would take more than the"
                f" {allowed // 2**20:,} MB of memory allowed"
            )
        elif needed:
            super().__init__(
                f"{many} would take about {needed // 2**20:,} MB of memory,"
                f" more than the {allowed // 2**20:,} MB allowed"
            )
        else:
            super().__init__(f"{many} are more than can be counted in reasonable time")
        self.states = states
        self.needed = needed
        self.allowed = allowed

    @property
    def remedy(self) -> str:
        """What would help."""
        return "raise --memory or take a smaller deck" if self.needed else "take a smaller deck"


MOST_HAZARD_STATES: Final = 100_000
"""The most states of the hazards that are told apart."""

MOST_ARTIFACT_STATES: Final = 5_000
"""The most states of the artifacts that are told apart."""


@dataclass(frozen=True, slots=True)
class StoppingProblem:
    """What one player faces who decides after each card whether to leave.

    A state of the artifacts is the tuple of how many of each sort have been drawn since the
    problem began; payoffs by such states are listed in the order of `artifact_states`. All values
    are in points.
    """

    gems: int
    """The gems that leaving would bring home now, bag and path; or what all who share have."""
    gains: tuple[int, ...]
    """What each unseen treasure adds to those gems, in ascending order."""
    artifacts: tuple[int, ...]
    """How many artifacts of each sort are unseen. Artifacts of one sort are worth the same."""
    leaving: tuple[Fraction, ...]
    """What leaving pays before any further treasure, for each state of the artifacts."""
    hazards: tuple[HazardClass, ...]
    pending: bool = True
    """Whether the player may leave now; where not, the next card is coming anyway."""
    artifact_points: tuple[int, ...] = (0,)
    """What the artifacts on the path are worth in this game, for each state of the artifacts."""
    cards: int = 0
    """How many cards the expedition had turned over before the problem began."""
    treasures: int = 0
    """How many of them were treasures."""
    sharing: int = 1
    """How many leave together and share the gems, in whole ones each."""
    rivals: int = 0
    """How many others are inside: once the last card has been turned over, all leave together."""
    run_out: Fraction | None = None
    """What is paid when the last card has been turned over and nobody went bust.

    None where it is what leaving pays. It is less with rivals inside: all leave together then.
    """

    @property
    def unseen(self) -> int:
        """U: how many cards are unseen."""
        hazards = sum(k.hidden * k.copies + k.out * (k.copies - 1) for k in self.hazards)
        return len(self.gains) + sum(self.artifacts) + hazards

    @property
    def deadly(self) -> int:
        """d: how many of them end the expedition."""
        return sum(k.out * (k.copies - 1) for k in self.hazards)

    def held(self, gems: int) -> int:
        """Return the gems that each leaver brings home when so many more have been drawn."""
        return (self.gems + gems) // self.sharing

    @property
    def kinds_out(self) -> int:
        """How many kinds of hazard are out."""
        return sum(kind.out for kind in self.hazards)

    @property
    def artifacts_out(self) -> int:
        """How many artifacts had been turned over, those too that were taken since."""
        return self.cards - self.treasures - self.kinds_out

    @property
    def leave(self) -> Fraction:
        """What leaving pays now."""
        return self.leaving[0]

    @property
    def artifact_states(self) -> tuple[tuple[int, ...], ...]:
        """Every state of the artifacts, the present one first."""
        return tuple(product(*(range(copies + 1) for copies in self.artifacts)))

    def artifact_ways(self) -> tuple[int, ...]:
        """Return in how many ways the artifacts of each state can be chosen from the unseen."""
        return tuple(
            prod(starmap(comb, zip(self.artifacts, state, strict=True)))
            for state in self.artifact_states
        )

    def more_artifacts(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """Return, for each state of the artifacts, the states one artifact further.

        Each comes as (how many unseen artifacts lead there, the index of the state).
        """
        states = self.artifact_states
        index = {state: place for place, state in enumerate(states)}
        return tuple(
            tuple(
                (copies - state[sort], index[*state[:sort], state[sort] + 1, *state[sort + 1 :]])
                for sort, copies in enumerate(self.artifacts)
                if state[sort] < copies
            )
            for state in states
        )

    def scale(self) -> int:
        """Return the common denominator of all payoffs, with which solvers count in integers."""
        payoffs = [*self.leaving, *(x for kind in self.hazards for x in kind.bust)]
        return lcm(*(payoff.denominator for payoff in payoffs))

    def hazard_states(self, scale: int) -> dict[HazardState, int]:
        """Return every state of the hazards with the number of ways to draw it.

        Only the number of kinds, the deadly cards and their payoffs matter, so these are the
        coefficients of Π (1 + c·x·y^(c-1)). Payoffs are in units of 1/scale. The present state
        comes first.
        """
        start = HazardState(0, 0, (0,) * len(self.leaving))
        payoffs = [scaled(kind.bust, scale) for kind in self.hazards]
        for kind, bust in zip(self.hazards, payoffs, strict=True):
            start = start.with_out(kind.out * (kind.copies - 1), bust, kinds=0)
        states = {start: 1}
        for kind, bust in zip(self.hazards, payoffs, strict=True):
            more: dict[HazardState, int] = {}
            choices = [
                (
                    number,
                    number * (kind.copies - 1),
                    comb(kind.hidden, number) * kind.copies**number,
                )
                for number in range(kind.hidden + 1)
            ]
            for state, ways in states.items():
                for number, deadly, chosen in choices:
                    further = state.with_out(deadly, bust, kinds=number)
                    more[further] = more.get(further, 0) + ways * chosen
                if len(more) > MOST_HAZARD_STATES:
                    raise TooLargeError(len(more))
            states = more
        return states


def scaled(values: Sequence[Fraction], scale: int) -> tuple[int, ...]:
    """Return the values in units of 1/scale, which must be a multiple of their denominators."""
    return tuple(value.numerator * (scale // value.denominator) for value in values)


Future = Callable[[tuple[int, ...], Sequence[Artifact], int, int], Fraction]
"""What the expeditions to come are worth, in points.

A function of the hazard copies left in the game (ascending), the artifacts hidden in the deck as
this expedition ends, and how many artifacts were brought home and how many were lost since now.
"""


def problem_of(
    expedition: Expedition, future: Future | None = None, herd: bool = False
) -> StoppingProblem:
    """Return the stopping problem of one player inside, with rivals who stay until he has left.

    With `herd`, the rivals leave when he does, always: all share the gems, in whole ones each, and
    no artifact is brought home unless he is alone.

    Leaving pays the bag, the path and the artifacts on it; with `future`, also what the expeditions
    to come are worth then, and so does a bust. Raises `ValueError` where nobody is inside or no
    card is unseen, and `TooLargeError` where there are too many artifacts to be told apart.

    >>> problem = problem_of(begin(PRESETS["bga"], Players(1)).turn(Treasure(5)).expedition)
    >>> problem.leave, problem.unseen, problem.artifacts
    (Fraction(5, 1), 29, (1,))
    """
    expedition.check_next_card()
    unseen = dict.fromkeys(expedition.deck.artifacts)
    sorts = tuple((card, expedition.deck.count(card)) for card in unseen)
    side_states = prod(copies + 1 for _, copies in sorts)
    if side_states > MOST_ARTIFACT_STATES:
        raise TooLargeError(side_states)
    herd = herd and expedition.inside > 1
    if herd:
        gems = expedition.inside * expedition.bag + expedition.path
        gains = list(expedition.deck.treasures)
    else:
        gems = expedition.bag + expedition.path
        gains = sorted(map(expedition.gain, map(Treasure, expedition.deck.treasures)))
    sharing = expedition.inside if herd else 1
    kinds = expedition.start.hazards
    copies = tuple(sorted(kinds.values()))
    leaving: list[Fraction] = []
    artifact_points: list[int] = []
    busts: dict[int, list[Fraction]] = {number: [] for number in kinds.values()}
    for state in product(*(range(total + 1) for _, total in sorts)):
        drawn = _cards(sorts, state)
        hidden = _cards(
            sorts, [total - seen for (_, total), seen in zip(sorts, state, strict=True)]
        )
        taken = (*expedition.artifacts, *drawn)
        artifact_points.append(0 if herd else sum(expedition.worth(taken)))
        pays = Fraction(gems // sharing + artifact_points[-1])
        if future is not None:
            home, lost = (0, len(taken)) if herd else (len(taken), 0)
            pays += future(copies, hidden, home, lost)
        leaving.append(pays)
        for number, payoffs in busts.items():
            if future is None or number < 2:
                payoffs.append(Fraction(0))
            else:
                payoffs.append(future(_one_fewer(copies, number), hidden, 0, len(taken)))
    return StoppingProblem(
        gems=gems,
        gains=tuple(gains),
        artifacts=tuple(number for _, number in sorts),
        leaving=tuple(leaving),
        hazards=_classes(expedition, busts),
        pending=expedition.pending,
        artifact_points=tuple(artifact_points),
        cards=expedition.turned,
        treasures=len(expedition.start.treasures) - len(expedition.deck.treasures),
        sharing=sharing,
        rivals=expedition.inside - 1,
        run_out=None if herd else _run_out(expedition),
    )


def _cards(sorts: Sequence[tuple[Artifact, int]], numbers: Sequence[int]) -> list[Artifact]:
    """Return so many artifacts of each sort."""
    return [
        card for (card, _), number in zip(sorts, numbers, strict=True) for card in [card] * number
    ]


def _one_fewer(copies: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Return the hazard copies after a bust by a kind of `number` copies."""
    place = copies.index(number)
    return (*copies[:place], number - 1, *copies[place + 1 :])


def _classes(expedition: Expedition, busts: dict[int, list[Fraction]]) -> tuple[HazardClass, ...]:
    """Group the kinds that are alike: what follows a bust depends on the copies alone."""
    kinds = expedition.start.hazards
    return tuple(
        HazardClass(
            copies=copies,
            hidden=sum(kinds[k] == copies and k not in expedition.hazards for k in kinds),
            out=sum(kinds[k] == copies for k in expedition.hazards),
            bust=tuple(payoffs),
        )
        for copies, payoffs in busts.items()
    )


def _run_out(expedition: Expedition) -> Fraction | None:
    """Return what everyone gets who is inside when the deck runs out, where rivals are."""
    if expedition.inside == 1 or any(copies > 1 for copies in expedition.start.hazards.values()):
        # Alone it is what leaving pays; with two copies of a kind the deck cannot run out.
        return None
    shares = [divmod(value, expedition.inside) for value in expedition.deck.treasures]
    bag = expedition.bag + sum(share for share, _ in shares)
    path = expedition.path + sum(rest for _, rest in shares)
    return Fraction(bag + path // expedition.inside)


def artifacts_as_treasures(problem: StoppingProblem) -> StoppingProblem:
    """Return the problem with each artifact a treasure, where it is worth the same in every state.

    So it is in the last expedition where points are printed. Values and chances stay as they are.
    Where an artifact is more than its gems, the problem itself is returned.
    """
    if any(payoff for kind in problem.hazards for payoff in kind.bust):
        return problem
    more = problem.more_artifacts()
    leaving = problem.leaving
    worth: dict[int, Fraction] = {}
    gains = list(problem.gains)
    for place, state in enumerate(problem.artifact_states):
        sorts = [sort for sort, copies in enumerate(problem.artifacts) if state[sort] < copies]
        for sort, (_, there) in zip(sorts, more[place], strict=True):
            added = leaving[there] - leaving[place]
            if worth.setdefault(sort, added) != added or added.denominator > 1 or added < 0:
                return problem
    for sort, added in worth.items():
        gains += [int(added)] * problem.artifacts[sort]
    busts = (kind._replace(bust=kind.bust[:1]) for kind in problem.hazards)
    return replace(
        problem,
        gains=tuple(sorted(gains)),
        artifacts=(),
        leaving=leaving[:1],
        hazards=tuple(busts),
        artifact_points=problem.artifact_points[:1],
    )
