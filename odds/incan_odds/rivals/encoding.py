"""The states of an expedition with several inside, as whole numbers for arrays.

All who are inside hold equal bags, so a state is what has been drawn, how many are inside, the bag,
the path, and the artifacts on it. For a number inside, one integer holds the rest:

    ((treasures · kinds · artifacts) · bags + bag) · paths + path

so that a card adds the same to the integer of every state in which it can come. Alone, only what
leaving would bring matters: the path is in the bag, and so are the artifacts.
"""

from __future__ import annotations

from math import prod
from operator import mul
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from incan_odds.cards import Artifact
from incan_odds.expedition import Expedition
from incan_odds.rivals.model import EncodingError
from incan_odds.stopping.problem import DEFAULT_MEMORY, MOST_ARTIFACT_STATES, TooLargeError

Ints = NDArray[np.int64]
Keys = NDArray[np.int64]
"""The integers of many states with the same number inside, ascending."""


BYTES_A_STATE: Final = 64
"""What a state takes at most while it is made, valued and checked."""


class ArtifactState(NamedTuple):
    """Which artifacts are hidden and which lie on the path, by sort; the others have been taken."""

    hidden: tuple[int, ...]
    path: tuple[int, ...]


class Fields(NamedTuple):
    """The parts of many states."""

    treasures: Ints
    kinds: Ints
    artifacts: Ints
    bag: Ints
    path: Ints


class CardKind(NamedTuple):
    """A sort of card that can come without a bust, seen from all states at once."""

    counts: Ints
    """How many unseen copies there are, by the part of the state that says so."""
    field: int
    """Which part: 0 treasures, 1 kinds, 2 artifacts."""
    step: int
    """What the card adds to the integer, apart from bag and path; 0 for an artifact."""
    gems: int
    """What is printed on a treasure; 0 for others."""
    sort: int
    """The sort of an artifact; -1 for others."""


class Encoding:
    """The numbering of the states that can follow from an expedition.

    Raises `TooLargeError` where the numbering alone would take more than `memory` bytes, and
    `EncodingError` where it would not fit into whole numbers of 64 bits.
    """

    def __init__(self, expedition: Expedition, memory: int = DEFAULT_MEMORY) -> None:
        _check_size(expedition, memory)
        self._first = expedition
        self.unseen = expedition.deck.size
        self.players = expedition.inside
        self._treasures(expedition)
        self._kinds(expedition)
        self._artifacts(expedition)
        gems = sum(expedition.deck.treasures) + expedition.bag + expedition.path
        self.bags = gems + self.most_points + 1
        rest = max(0, self.players - 1)
        self.paths = expedition.path + 1
        self.paths += sum(min(value, rest) for value in expedition.deck.treasures)
        self._unit = self.bags * self.paths
        size = self.treasure_states * self.kind_states * len(self.artifact_states) * self._unit
        if size >= 2**62:
            raise EncodingError("the deck is too large for this model of the rivals")
        self.cards = self._card_kinds()
        self.start = self.key(
            self.players,
            Fields(*(np.array([part]) for part in (0, 0, 0, expedition.bag, expedition.path))),
        )

    def _treasures(self, expedition: Expedition) -> None:
        values = expedition.deck.treasures
        self.values = sorted(set(values))
        copies = [values.count(value) for value in self.values]
        self.treasure_states = prod(number + 1 for number in copies)
        digits = _digits(copies, self.treasure_states)
        self.treasure_left = np.array(copies, dtype=np.int64)[:, None] - digits
        self.gems_left: Ints = np.array(self.values, dtype=np.int64) @ self.treasure_left
        self.treasure_strides = _strides(copies)

    def _kinds(self, expedition: Expedition) -> None:
        start = expedition.start.hazards
        sizes = self._sizes = sorted(set(start.values()))
        hidden = [sum(start[k] == c and k not in expedition.hazards for k in start) for c in sizes]
        out = [sum(start[k] == c for k in expedition.hazards) for c in sizes]
        self.kind_states = prod(number + 1 for number in hidden)
        digits = _digits(hidden, self.kind_states)
        copies = np.array(sizes, dtype=np.int64)
        here = digits + np.array(out, dtype=np.int64)[:, None]
        self.kind_left = (np.array(hidden, dtype=np.int64)[:, None] - digits) * copies[:, None]
        self.deadly: Ints = (copies - 1) @ here
        self.kinds_out: Ints = here.sum(axis=0)
        self.kind_strides = _strides(hidden)

    def _artifacts(self, expedition: Expedition) -> None:
        cards = [*expedition.artifacts, *expedition.deck.artifacts]
        sorts = list(dict.fromkeys(cards))
        number = len(cards)
        self._sorts: list[Artifact] = sorts
        begin = ArtifactState(
            tuple(expedition.deck.count(sort) for sort in sorts),
            tuple(expedition.artifacts.count(sort) for sort in sorts),
        )
        self.artifact_states = [begin]
        index = self._artifact_index = {begin: 0}
        for state in self.artifact_states:
            nexts = [_taken(state)]
            nexts += [_drawn(state, sort) for sort in range(len(sorts)) if state.hidden[sort]]
            for new in nexts:
                if new not in index:
                    index[new] = len(index)
                    self.artifact_states.append(new)
            if len(index) > MOST_ARTIFACT_STATES:
                raise EncodingError("so many artifacts are too much for this model of the rivals")

        def worth(state: ArtifactState) -> int:
            taken = number - sum(state.hidden) - sum(state.path)
            upcoming = iter(expedition.points[taken:])
            total = 0
            for sort, copies in zip(sorts, state.path, strict=True):
                for _ in range(copies):
                    total += sort.points if sort.points is not None else next(upcoming)
            return total

        states = self.artifact_states
        self.worth: Ints = np.array([worth(state) for state in states])
        self.take: Ints = np.array([index[_taken(state)] for state in states])
        self.draw: Ints = np.array(
            [
                [index[_drawn(s, sort)] if s.hidden[sort] else 0 for s in states]
                for sort in range(len(sorts))
            ],
            dtype=np.int64,
        ).reshape(len(sorts), len(states))
        self.artifact_left: Ints = np.array(
            [[s.hidden[sort] for s in states] for sort in range(len(sorts))], dtype=np.int64
        ).reshape(len(sorts), len(states))
        dearest = max(expedition.points[:number], default=0)
        points = np.array(
            [dearest if sort.points is None else sort.points for sort in sorts], dtype=np.int64
        )
        self.most_points_left: Ints = (
            points @ self.artifact_left if sorts else np.zeros(1, np.int64)
        )
        """An upper bound of what the hidden artifacts can still add, by state of the artifacts."""
        self.next_points: Ints = (self.artifact_left * (self.worth[self.draw] - self.worth)).sum(
            axis=0
        )
        """What each hidden artifact adds if it comes next, all of them together, by state."""
        self.most_points = int(points.sum() * number) if sorts else 0

    def _card_kinds(self) -> list[CardKind]:
        artifacts = len(self.artifact_states)
        cards = [
            CardKind(left, 0, stride * self.kind_states * artifacts * self._unit, value, -1)
            for value, left, stride in zip(
                self.values, self.treasure_left, self.treasure_strides, strict=True
            )
        ]
        cards += [
            CardKind(left, 1, stride * artifacts * self._unit, 0, -1)
            for left, stride in zip(self.kind_left, self.kind_strides, strict=True)
            if left.any()
        ]
        cards += [
            CardKind(self.artifact_left[sort], 2, 0, 0, sort) for sort in range(len(self._sorts))
        ]
        return cards

    def key(self, inside: int, fields: Fields) -> Keys:
        """Return the integers of states with so many inside."""
        artifacts, bag, path = fields.artifacts, fields.bag, fields.path
        if inside == 1:
            bag = bag + path + self.worth[artifacts]
            path = np.zeros_like(path)
            artifacts = self.take[artifacts]
        deck = (fields.treasures * self.kind_states + fields.kinds) * len(self.artifact_states)
        return ((deck + artifacts) * self.bags + bag) * self.paths + path

    def state_of(self, now: Expedition) -> tuple[int, Keys]:
        """Return the layer and the integer of an expedition that has followed from the first.

        Raises `KeyError` where it cannot have.
        """
        first = self._first
        drawn = [first.deck.treasures.count(v) - now.deck.treasures.count(v) for v in self.values]
        if min(drawn, default=0) < 0:
            raise KeyError("a treasure has come back")
        came = set(now.hazards) - set(first.hazards)
        kinds = [sum(first.start.hazards[kind] == size for kind in came) for size in self._sizes]
        artifacts = ArtifactState(
            tuple(now.deck.count(sort) for sort in self._sorts),
            tuple(now.artifacts.count(sort) for sort in self._sorts),
        )
        parts = (
            sum(map(mul, drawn, self.treasure_strides)),
            sum(map(mul, kinds, self.kind_strides)),
            self._artifact_index[artifacts],
            now.bag,
            now.path,
        )
        layer = self.unseen - now.deck.size
        return layer, self.key(now.inside, Fields(*(np.array([part]) for part in parts)))

    def fields(self, keys: Keys) -> Fields:
        """Return the parts of states from their integers."""
        rest, path = np.divmod(keys, self.paths)
        rest, bag = np.divmod(rest, self.bags)
        rest, artifacts = np.divmod(rest, len(self.artifact_states))
        treasures, kinds = np.divmod(rest, self.kind_states)
        return Fields(treasures, kinds, artifacts, bag, path)

    def children(
        self, keys: Keys, fields: Fields, inside: int, card: CardKind
    ) -> tuple[NDArray[np.bool_], Keys, Ints]:
        """Return where a card can come, the states it leads to, and its unseen copies there."""
        copies = card.counts[fields[card.field]]
        here = copies > 0
        copies = copies[here]
        if card.sort >= 0:
            before = fields.artifacts[here]
            after = self.draw[card.sort][before]
            points: Ints = np.zeros(len(before), dtype=np.int64)
            if inside == 1:
                points, after = self.worth[after], self.take[after]
            moved = (after - before) * self._unit + points * self.paths
            return here, keys[here] + moved, copies
        share, rest = divmod(card.gems, inside)
        return here, keys[here] + (card.step + share * self.paths + rest), copies


def _taken(state: ArtifactState) -> ArtifactState:
    return ArtifactState(state.hidden, (0,) * len(state.path))


def _drawn(state: ArtifactState, sort: int) -> ArtifactState:
    hidden, path = list(state.hidden), list(state.path)
    hidden[sort] -= 1
    path[sort] += 1
    return ArtifactState(tuple(hidden), tuple(path))


def _strides(copies: list[int]) -> list[int]:
    return [prod(number + 1 for number in copies[place + 1 :]) for place in range(len(copies))]


def _digits(copies: list[int], states: int) -> Ints:
    """Return how many of each sort have been drawn, by the number of the state."""
    numbers = np.arange(states)
    drawn = [
        numbers // stride % (number + 1)
        for number, stride in zip(copies, _strides(copies), strict=True)
    ]
    return np.array(drawn, dtype=np.int64).reshape(len(copies), states)


def _check_size(expedition: Expedition, memory: int) -> None:
    """Raise `TooLargeError` where the parts of the states are too many to be listed."""
    start, treasures = expedition.start.hazards, expedition.deck.treasures
    hidden = [copies for kind, copies in start.items() if kind not in expedition.hazards]
    values = prod(treasures.count(value) + 1 for value in set(treasures))
    kinds = prod(hidden.count(copies) + 1 for copies in set(hidden))
    # Three arrays of 8 bytes for each sort of treasure, and for each of hazards.
    needed = 24 * (values * (len(set(treasures)) + 1) + kinds * (len(set(start.values())) + 1))
    if needed > memory:
        raise TooLargeError(values * kinds, needed, memory)
