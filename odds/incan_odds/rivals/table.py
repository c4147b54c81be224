"""One expedition with several inside, solved backward over the unseen deck.

Between cards a *chance* state waits for the next one; after each card a *decision* state lets all
who are inside leave or stay. States are made layer by layer, a layer for each number of cards
drawn, only those that can be reached, and valued from the last layer to the first.

A decision needs no expansion where leaving is as good as the best that staying could bring, however
many others leave: the value of going on alone from there, which is known. This settles most of the
states in which everyone leaves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from incan_odds.expedition import Expedition
from incan_odds.rivals.encoding import BYTES_A_STATE, Encoding, Fields, Ints, Keys
from incan_odds.rivals.model import Leavers
from incan_odds.rivals.stage import Floats, Stages, expected
from incan_odds.stopping.problem import Progress, TooLargeError

StageSolver = Callable[[Floats, Floats, Floats | None], Stages]
"""What everyone does at many decisions: from the payoffs of leaving and staying, by others leaving,

and how likely each of the others leaves where that is given, to how each leaves and what each gets.
"""

MAKING, VALUING = 0.3, 0.4
"""About which part of the time goes into making the states and valuing them; the rest checks."""


class Decisions(NamedTuple):
    """The decision states of one layer with the same number inside."""

    keys: Keys
    value: Floats
    leave: Floats
    """The probability with which each leaves."""
    open: NDArray[np.bool_]
    """Whether the state was expanded; elsewhere everyone leaves."""


class Solved(NamedTuple):
    """An expedition with several inside, solved."""

    encoding: Encoding
    chances: list[dict[int, tuple[Keys, Floats]]]
    """By layer and number inside: the chance states and what each player gets from there."""
    decisions: list[dict[int, Decisions]]
    several: int
    """How many decisions have equilibria of different payoff."""
    states: int
    """How many states there are, of both kinds."""


def solve_table(
    expedition: Expedition,
    stage: StageSolver,
    memory: int,
    leavers: Leavers | None = None,
    progress: Progress | None = None,
) -> Solved:
    """Solve an expedition from here on; where a decision is pending, all decide first.

    `leavers` are rivals who leave by chance, and do not decide as I do.

    Raises `TooLargeError` as soon as the states would take more than `memory` bytes,
    `EncodingError` where they cannot be numbered, and `ValueError` where nobody is inside or no
    card is unseen.
    """
    expedition.check_next_card()
    encoding = Encoding(expedition, memory)
    states = _States(encoding, memory, progress)
    players = expedition.inside
    if expedition.pending:
        states.decide(0, players, encoding.start, first=True)
    else:
        states.wait(0, players, encoding.start)
    states.make()
    return _Valuation(encoding, states, stage, leavers, progress).run()


class _States:
    """The states that can be reached, layer by layer."""

    def __init__(self, encoding: Encoding, memory: int, progress: Progress | None) -> None:
        self.encoding = encoding
        self.memory = memory
        self.progress = progress
        self.count = 0
        layers = encoding.unseen + 1
        self.chances: list[dict[int, Keys]] = [{} for _ in range(layers)]
        self.decisions: list[dict[int, tuple[Keys, NDArray[np.bool_]]]] = [
            {} for _ in range(layers)
        ]
        self._coming: list[dict[int, list[Keys]]] = [{} for _ in range(layers)]

    def wait(self, layer: int, inside: int, keys: Keys) -> None:
        """Let chance states be reached."""
        self._coming[layer].setdefault(inside, []).append(keys)

    def decide(self, layer: int, inside: int, keys: Keys, first: bool = False) -> None:
        """Let decision states be reached, and what follows from staying.

        The `first` is always expanded, for it is asked what staying would bring.
        """
        encoding = self.encoding
        fields = encoding.fields(keys)
        unseen = encoding.unseen - layer
        if unseen:
            opened = ~everyone_leaves(encoding, fields, inside, unseen) | first
        else:
            opened = np.zeros(len(keys), dtype=bool)
        self._count(len(keys))
        self.decisions[layer][inside] = keys, opened
        expanded = Fields(*(part[opened] for part in fields))
        if len(expanded.bag):
            for others in range(inside):
                self.wait(layer, inside - others, after_leaving(encoding, expanded, inside, others))

    def make(self) -> None:
        """Make all layers, from the first to the last."""
        encoding = self.encoding
        for layer in range(encoding.unseen + 1):
            if self.progress is not None:
                done = MAKING * layer / (encoding.unseen + 1)
                self.progress(done, self.count, self.count * BYTES_A_STATE)
            for inside, keys in self._coming[layer].items():
                self.chances[layer][inside] = _unique(keys)
                self._count(len(self.chances[layer][inside]))
            self._coming[layer] = {}
            if layer == encoding.unseen:
                break
            if not encoding.cards:
                # Whatever comes is a bust.
                break
            for inside, chance in sorted(self.chances[layer].items(), reverse=True):
                fields = encoding.fields(chance)
                nexts = [
                    encoding.children(chance, fields, inside, card)[1] for card in encoding.cards
                ]
                self.decide(layer + 1, inside, _unique(nexts))

    def _count(self, states: int) -> None:
        self.count += states
        if self.count * BYTES_A_STATE > self.memory:
            raise TooLargeError(self.count, self.count * BYTES_A_STATE, self.memory, at_least=True)


def everyone_leaves(
    encoding: Encoding, fields: Fields, inside: int, unseen: int
) -> NDArray[np.bool_]:
    """Return where leaving is at least as good as going on alone, however many others leave.

    There everyone leaving is the only equilibrium: what staying brings never exceeds going on
    alone with what the others leave behind, which is one more card where d·B >= R.
    """
    deadly = encoding.deadly[fields.kinds]
    gains = encoding.gems_left[fields.treasures] + encoding.most_points_left[fields.artifacts]
    settled = np.ones(len(deadly), dtype=bool)
    strictly = np.zeros(len(deadly), dtype=bool)
    for others in range(inside):
        leaving = fields.bag + fields.path // (others + 1)
        alone = fields.bag + (fields.path % others if others else fields.path)
        if others == 0:
            leaving = leaving + encoding.worth[fields.artifacts]
        if others != 1:
            alone = alone + encoding.worth[fields.artifacts]
        # Going on alone: B + (R - d·B) / U where looking one card ahead says leave.
        settled &= (deadly * alone >= gains) & (
            unseen * (leaving - alone) >= gains - deadly * alone
        )
        strictly |= unseen * (leaving - alone) > gains - deadly * alone
    # Alone a tie leaves too.
    return settled & (strictly | (inside == 1))


def after_leaving(encoding: Encoding, fields: Fields, inside: int, others: int) -> Keys:
    """Return the chance states for those who stay when so many others leave."""
    path, artifacts = fields.path, fields.artifacts
    if others:
        path = path % others
    if others == 1:
        artifacts = encoding.take[artifacts]
    return encoding.key(inside - others, fields._replace(path=path, artifacts=artifacts))


def leaving_payoffs(encoding: Encoding, fields: Fields, inside: int) -> Floats:
    """Return what a leaver gets, a column for each number of others who leave."""
    payoffs = np.empty((len(fields.bag), inside), order="F")
    for others in range(inside):
        payoffs[:, others] = fields.bag + fields.path // (others + 1)
    payoffs[:, 0] += encoding.worth[fields.artifacts]
    return payoffs


class _Valuation:
    def __init__(
        self,
        encoding: Encoding,
        states: _States,
        stage: StageSolver,
        leavers: Leavers | None,
        progress: Progress | None,
    ) -> None:
        self.encoding = encoding
        self.states = states
        self.stage = stage
        self.leavers = leavers
        self.progress = progress
        self.several = 0

    def run(self) -> Solved:
        encoding, states = self.encoding, self.states
        chances: list[dict[int, tuple[Keys, Floats]]] = [{} for _ in states.chances]
        decisions: list[dict[int, Decisions]] = [{} for _ in states.decisions]
        done = 0
        for layer in range(encoding.unseen, -1, -1):
            if self.progress is not None:
                whole = MAKING + VALUING * done / states.count
                self.progress(whole, states.count, states.count * BYTES_A_STATE)
            for inside, keys in states.chances[layer].items():
                done += len(keys)
                if layer < encoding.unseen:
                    values = {n: (d.keys, d.value) for n, d in decisions[layer + 1].items()}
                    value = chance_values(encoding, keys, inside, layer, values)
                    chances[layer][inside] = keys, value
            for inside, (keys, opened) in states.decisions[layer].items():
                done += len(keys)
                decisions[layer][inside] = self._decided(layer, keys, opened, inside, chances)
        return Solved(encoding, chances, decisions, self.several, states.count)

    def _decided(
        self,
        layer: int,
        keys: Keys,
        opened: NDArray[np.bool_],
        inside: int,
        chances: list[dict[int, tuple[Keys, Floats]]],
    ) -> Decisions:
        encoding = self.encoding
        fields = encoding.fields(keys)
        payoffs = leaving_payoffs(encoding, fields, inside)
        others = chances_of(encoding, fields, layer, self.leavers)
        value, leave = settled_value(payoffs, others), np.ones(len(keys))
        if opened.any():
            expanded = Fields(*(part[opened] for part in fields))
            staying = staying_payoffs(encoding, expanded, inside, chances[layer])
            theirs = None if others is None else others[opened]
            found = self.stage(np.asfortranarray(payoffs[opened]), staying, theirs)
            value[opened], leave[opened] = found.value, found.leave
            self.several += int(found.several.sum())
        return Decisions(keys, value, leave, opened)


def chances_of(
    encoding: Encoding, fields: Fields, layer: int, leavers: Leavers | None
) -> Floats | None:
    """Return how likely each of some leavers leaves in many states.

    None where the others decide as I do; and after the last card, for then all leave together.
    """
    if leavers is None or layer == encoding.unseen:
        return None
    by_kinds = [float(leavers.at(kinds)) for kinds in range(int(encoding.kinds_out.max()) + 1)]
    return np.array(by_kinds)[encoding.kinds_out[fields.kinds]]


def settled_value(payoffs: Floats, others: Floats | None) -> Floats:
    """Return what leaving brings where it is settled, with all others or with their chance."""
    return payoffs[:, -1].copy() if others is None else expected(payoffs, others)


def staying_payoffs(
    encoding: Encoding, fields: Fields, inside: int, chances: dict[int, tuple[Keys, Floats]]
) -> Floats:
    """Return what one who stays gets, a column for each number of others who leave.

    Where the chance states have several values each, one such table for each of them.
    """
    columns = []
    for others in range(inside):
        keys, values = chances[inside - others]
        place = np.searchsorted(keys, after_leaving(encoding, fields, inside, others))
        columns.append(values[..., place])
    if values.ndim > 1:
        return np.stack(columns, axis=-1)
    # Column after column, for that is how they are read.
    return np.asfortranarray(np.stack(columns).T)


def chance_values(
    encoding: Encoding,
    keys: Keys,
    inside: int,
    layer: int,
    decisions: dict[int, tuple[Keys, Floats]],
) -> Floats:
    """Return what each player inside gets when the next card is coming; a bust pays nothing.

    Where the decision states have several values each, one such row for each of them.
    """
    fields = encoding.fields(keys)
    if inside not in decisions:
        # Every card that can come is a bust.
        some = next(iter(decisions.values()), (keys, np.zeros(0)))[1]
        return np.zeros((*some.shape[:-1], len(keys)))
    known, values = decisions[inside]
    total = np.zeros((*values.shape[:-1], len(keys)))
    for card in encoding.cards:
        here, nexts, copies = encoding.children(keys, fields, inside, card)
        if len(nexts):
            total[..., here] += copies * values[..., np.searchsorted(known, nexts)]
    return total / (encoding.unseen - layer)


def _unique(parts: list[Keys]) -> Keys:
    """Return all integers of some arrays, ascending and once each."""
    merged: Ints = np.concatenate(parts) if len(parts) > 1 else parts[0].copy()
    merged.sort()
    if len(merged):
        merged = merged[np.concatenate(([True], merged[1:] != merged[:-1]))]
    return merged
