"""Rules of thumb: when people leave, and what it is worth exactly.

A rule is any object with a name, a sentence, and `leaves(situation)`. The five families below
leave once some quantity has reached a limit:

    @dataclass(frozen=True)
    class AtTheFirstArtifact:
        name = "artifact"
        sentence = "leave when an artifact lies on the path"

        def leaves(self, now: Situation) -> bool:
            return now.artifacts > 0
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, Protocol

from incan_odds.stopping.analytic import Bounds, Step, Steps, Value
from incan_odds.stopping.dynamic import Leaves, State, solve_dynamic
from incan_odds.stopping.endings import column_of, value_by_endings
from incan_odds.stopping.problem import DEFAULT_MEMORY, StoppingProblem


class Situation(NamedTuple):
    """What a player inside sees when he decides."""

    cards: int
    """Cards turned over in this expedition."""
    treasures: int
    """Treasures turned over in this expedition."""
    hazards: int
    """Kinds of hazard that are out, harmless ones too."""
    artifacts: int
    """Artifacts turned over in this expedition."""
    gems: int
    """Bag and path."""
    artifact_points: int
    """What the artifacts on the path are worth."""
    deadly: int
    """Unseen cards that end the expedition."""
    unseen: int
    """Unseen cards."""

    @property
    def bag(self) -> int:
        """What leaving alone brings home: gems and artifact points."""
        return self.gems + self.artifact_points

    @property
    def risk(self) -> Fraction:
        """The chance that the next card is a bust; 1 where no card is left."""
        return Fraction(self.deadly, self.unseen) if self.unseen else Fraction(1)


class Rule(Protocol):
    """When to leave, by what lies on the table."""

    @property
    def name(self) -> str:
        """One word for it."""

    @property
    def sentence(self) -> str:
        """The rule in a sentence."""

    def leaves(self, now: Situation, /) -> bool:
        """Return whether the rule leaves now."""


Quantity = Literal["cards", "hazards", "treasures", "bag", "risk"]
"""What the rules of thumb look at: each never falls while an explorer stays inside."""

_SENTENCES: Final[Mapping[Quantity, str]] = MappingProxyType(
    {
        "cards": "leave after {} cards",
        "hazards": "leave when {} kinds of hazard are out",
        "treasures": "leave after {} treasures",
        "bag": "leave with {} points or more",
        "risk": "leave when the next card is a bust with a chance of {} or more",
    }
)

_FOR_ONE: Final[Mapping[Quantity, str]] = MappingProxyType(
    {
        "cards": "leave after 1 card",
        "hazards": "leave when 1 kind of hazard is out",
        "treasures": "leave after 1 treasure",
        "bag": "leave with 1 point or more",
    }
)

FAMILIES: Final = tuple(_SENTENCES)
"""The families of rules of thumb."""


@dataclass(frozen=True, slots=True)
class LeaveAt:
    """Leave once `quantity` is at least `limit`.

    >>> LeaveAt("bag", 20).sentence
    'leave with 20 points or more'
    >>> LeaveAt("treasures", 1).sentence
    'leave after 1 treasure'
    """

    quantity: Quantity
    limit: int | Fraction

    @property
    def name(self) -> str:
        """One word for the rule: the quantity."""
        return self.quantity

    @property
    def sentence(self) -> str:
        """The rule in a sentence."""
        one = self.limit == 1 and self.quantity in _FOR_ONE
        return (_FOR_ONE if one else _SENTENCES)[self.quantity].format(self.limit)

    def leaves(self, now: Situation, /) -> bool:
        """Return whether the quantity has reached the limit."""
        reached: int | Fraction = getattr(now, self.quantity)
        return reached >= self.limit

    def bounds(self, steps: Steps, step: Step) -> list[int]:
        """Return from how many gems drawn on the rule leaves, by the number of treasures drawn.

        What `leaves` decides, said of all situations of a step at once: only the bag depends on
        the gems, and no quantity ever falls.
        """
        problem, limit = steps.problem, self.limit
        numbers = range(min(len(problem.gains), steps.unseen - step.drawn) + 1)
        never = steps.counts.total + 1
        if self.quantity == "bag":
            needed = (limit - problem.artifact_points[step.artifacts]) * problem.sharing
            return [min(never, max(0, ceil(needed - problem.gems)))] * len(numbers)
        if self.quantity == "hazards":
            return [0 if problem.kinds_out + step.hazards.kinds >= limit else never] * len(numbers)
        if self.quantity == "cards":
            turned = problem.cards + step.drawn
            return [0 if turned + number >= limit else never for number in numbers]
        if self.quantity == "treasures":
            return [0 if problem.treasures + number >= limit else never for number in numbers]
        deadly, unseen = step.hazards.deadly, steps.unseen - step.drawn
        return [0 if deadly >= limit * (unseen - number) else never for number in numbers]


class RuleValue(NamedTuple):
    """What a rule is worth from the next card on."""

    stay: Value
    """When the next card is forced, and the rule decides after it."""
    now: Value
    """When the rule decides at once, if a decision is pending; else as `stay`."""
    method: Literal["analytic", "dynamic"]


def situation(
    problem: StoppingProblem, treasures: int, gems: int, step: Step, unseen: int
) -> Situation:
    """Return what a player sees after so many treasures and gems, in the states of a step."""
    hazards = step.hazards
    return _seen(problem, treasures, gems, hazards.kinds, hazards.deadly, step.artifacts, unseen)


def _seen(
    problem: StoppingProblem,
    treasures: int,
    gems: int,
    kinds: int,
    deadly: int,
    place: int,
    unseen: int,
) -> Situation:
    """Return what a player sees in a state; `place` is the index of that of the artifacts."""
    drawn = problem.unseen - unseen
    return Situation(
        cards=problem.cards + drawn,
        treasures=problem.treasures + treasures,
        hazards=problem.kinds_out + kinds,
        artifacts=problem.artifacts_out + drawn - treasures - kinds,
        gems=problem.held(gems),
        artifact_points=problem.artifact_points[place],
        deadly=deadly,
        unseen=unseen,
    )


def at_the_start(steps: Steps) -> Situation:
    """Return what a player sees as a problem begins."""
    return situation(steps.problem, 0, 0, steps.steps[0], steps.unseen)


def value_of(rule: Rule, problem: StoppingProblem, memory: int = DEFAULT_MEMORY) -> RuleValue:
    """Return the exact value of a rule.

    Where its continue set is downward closed, by the formula; else by the dynamic programme, which
    raises `TooLargeError` where its states would take more than `memory` bytes.

    >>> problem = problem_of(begin(PRESETS["schmidt-2005"], Players(1)).expedition)
    >>> value_of(LeaveAt("cards", 1), problem).now.points
    Fraction(62, 15)
    """
    steps = Steps(problem)
    bounds = continue_bounds(rule, steps)
    if bounds is not None and problem.sharing > 1:
        stay = value_by_endings(steps, bounds)
        method: Literal["analytic", "dynamic"] = "analytic"
    elif bounds is not None:
        columns = {key: column_of(steps, found) for key, found in bounds.items()}
        stay = steps.value(lambda step: columns[step.hazards, step.artifacts])
        method = "analytic"
    else:
        stay = solve_dynamic(problem, by_state(rule, problem), memory).value
        method = "dynamic"
    if problem.pending and rule.leaves(at_the_start(steps)):
        return RuleValue(stay, Value(problem.leave, Fraction(0), Fraction(0)), method)
    return RuleValue(stay, stay, method)


def continue_bounds(rule: Rule, steps: Steps) -> Bounds | None:
    """Return from how many gems on a rule leaves, for each step and number of treasures drawn.

    None where the rule's continue set is not downward closed: where it leaves, and would stay again
    after a further card.
    """
    bounds: Bounds = {}
    for step in steps.steps:
        found = _bounds(rule, steps, step)
        if found is None:
            return None
        bounds[step.hazards, step.artifacts] = found
    if not isinstance(rule, LeaveAt) and not _closed(steps, bounds):
        return None
    return bounds


def _bounds(rule: Rule, steps: Steps, step: Step) -> list[int] | None:
    """Return, for each number of treasures, the gems from which on the rule leaves.

    None where more gems make it stay again.
    """
    problem, most = steps.problem, steps.counts.total
    if isinstance(rule, LeaveAt):
        return rule.bounds(steps, step)
    found: list[int] = []
    for treasures in range(min(len(problem.gains), steps.unseen - step.drawn) + 1):
        unseen = steps.unseen - step.drawn - treasures

        def leaves(gems: int, treasures: int = treasures, unseen: int = unseen) -> bool:
            return rule.leaves(situation(problem, treasures, gems, step, unseen))

        verdicts = [leaves(gems) for gems in range(most + 1)]
        bound = verdicts.index(True) if True in verdicts else most + 1
        if not all(verdicts[bound:]):
            return None
        found.append(bound)
    return found


def _closed(steps: Steps, bounds: Bounds) -> bool:
    """Return whether no bound rises as a treasure, a hazard or an artifact comes."""
    problem = steps.problem
    more = problem.more_artifacts()
    kinds = {(s.hazards.kinds, s.hazards.deadly): s.hazards for s in steps.steps}
    further = {kind.copies - 1 for kind in problem.hazards if kind.hidden}
    for step in steps.steps:
        here = bounds[step.hazards, step.artifacts]
        if any(later > earlier for earlier, later in pairwise(here)):
            return False
        hazards = step.hazards
        next_kinds = (kinds.get((hazards.kinds + 1, hazards.deadly + c)) for c in further)
        followers = [bounds[state, step.artifacts] for state in next_kinds if state is not None]
        followers += [bounds[hazards, there] for _, there in more[step.artifacts]]
        for later in followers:
            if any(after > before for before, after in zip(here, later, strict=False)):
                return False
    return True


def by_state(rule: Rule, problem: StoppingProblem) -> Leaves:
    """Return the rule as a decision in the states of the dynamic programme."""

    def leaves(state: State) -> bool:
        return rule.leaves(
            _seen(
                problem,
                state.treasures,
                state.gems,
                sum(state.kinds),
                state.deadly,
                state.artifacts,
                state.unseen,
            )
        )

    return leaves


def limits(quantity: Quantity, problem: StoppingProblem) -> list[int] | list[Fraction]:
    """Return every limit that makes a difference to a rule of that family, ascending.

    Limits of 0 are left out, for a rule that never stays is worth what leaving pays. Where the
    quantity is above 0 already, the first that is listed makes the rule leave now.
    """
    if quantity == "cards":
        return list(range(max(1, problem.cards), problem.cards + problem.unseen + 1))
    if quantity == "hazards":
        kinds = problem.kinds_out + sum(kind.hidden for kind in problem.hazards)
        return list(range(max(1, problem.kinds_out), kinds + 1))
    if quantity == "treasures":
        most = problem.treasures + len(problem.gains)
        return list(range(max(1, problem.treasures), most + 1))
    if quantity == "bag":
        now = problem.held(0) + problem.artifact_points[0]
        most = problem.held(sum(problem.gains)) + max(problem.artifact_points)
        return list(range(max(1, now), most + 1))
    states = problem.hazard_states(problem.scale())
    fewest = min(state.kinds for state in states)
    most_drawn = len(problem.gains) + sum(problem.artifacts)
    risks = {
        Fraction(state.deadly, problem.unseen - state.kinds - safe)
        for state in states
        for safe in range(most_drawn + 1)
        if fewest <= state.kinds < problem.unseen - safe
    }
    return sorted(risk for risk in risks if risk)
