"""The working of `thresholds`: what never changes, one line for each d, and the set of leaving.

Every threshold is that of the `Optimum`.
"""

from __future__ import annotations

from typing import NamedTuple

from incan_odds.game import Game
from incan_odds.next_card import odds_of_next_card
from incan_odds.stopping.solver import Optimum
from incan_odds.stopping.thresholds import thresholds
from incan_odds.teaching.expression import Minus, Number, plus, times
from incan_odds.teaching.formulas import B, D, Formulas, R, W, formulas
from incan_odds.teaching.situation import holding, opening, why_not_closed
from incan_odds.teaching.working import (
    Block,
    Cell,
    Conclusion,
    Equations,
    Grid,
    Heading,
    Sentence,
    Working,
    compared,
    equation,
    equivalent,
    listed,
    say,
)

MOST_STATES = 8
"""The most states of the artifacts that are drawn; of more, the present one alone."""

MOST_COLUMNS = 40
"""The most numbers of gems that are drawn side by side."""


class Out(NamedTuple):
    """The sets of kinds that make so many cards deadly."""

    deadly: int
    drawn: tuple[int, ...]
    """One of them: how many more kinds of each class are out."""
    kinds: frozenset[int]
    """How many kinds are out together, those that are out now included."""


_Sets = dict[int, tuple[tuple[int, ...], frozenset[int]]]


class Held(NamedTuple):
    """A state of the artifacts on the path."""

    place: int
    """Its index among the states of the problem."""
    artifacts: str
    """How many there are, in words."""
    points: int
    """What the artifacts on the path are worth."""
    everything: int
    """W, as long as no further artifact comes whose points differ."""


def threshold_working(game: Game, optimum: Optimum, symbolic: bool = False) -> Working:
    """Return the working of the thresholds from here on; `optimum` is the best play.

    Raises `ValueError` where nothing is to be decided.

    >>> game = game_of("5 f 11 sn")
    >>> working = threshold_working(game, solve(problem_of(game.expedition)))
    >>> working.conclusion.parts
    ('from 23 gems on (bag and path), as the table lies now.',)
    """
    odds = odds_of_next_card(game.expedition)
    by = formulas(symbolic)
    blocks: list[Block] = [opening(game), *holding(game, odds)]
    if optimum.method == "analytic":
        states = held(game, optimum)
        blocks += [*_constant(states, optimum, by), *_rule(by)]
        blocks += [*_thresholds(states, optimum, by), _closed(optimum)]
    else:
        blocks += _worked_out(game, optimum)
    gems = optimum.retire_at()
    if gems is not None:
        conclusion = Conclusion(
            "RETIRE", (f"from {gems} gems on (bag and path), as the table lies now.",)
        )
    elif optimum.problem.deadly:
        conclusion = Conclusion(
            "NEVER RETIRE", ("staying is better with any number of gems that can come together.",)
        )
    else:
        conclusion = Conclusion("NEVER RETIRE", ("as the table lies now no card can hurt.",))
    return Working("When to retire", (*blocks, conclusion))


def outs(optimum: Optimum) -> list[Out]:
    """Return each number of deadly cards that can come about, the present one first.

    >>> [out.deadly for out in outs(solve(problem_of(game_of("5 f 11 sn").expedition)))]
    [4, 6, 8, 10]
    """
    problem = optimum.problem
    found: _Sets = {problem.deadly: ((), frozenset([problem.kinds_out]))}
    for kind in problem.hazards:
        more: _Sets = {}
        for deadly, (drawn, kinds) in found.items():
            for number in range(kind.hidden + 1):
                there = deadly + number * (kind.copies - 1)
                further = frozenset(count + number for count in kinds)
                known = more.get(there, ((*drawn, number), frozenset()))
                more[there] = (known[0], known[1] | further)
        found = more
    return [Out(deadly, *found[deadly]) for deadly in sorted(found)]


def held(game: Game, optimum: Optimum) -> list[Held]:
    """Return the states of the artifacts on the path that are shown, the present one first.

    >>> game = game_of("5 f 11 sn")
    >>> [state.artifacts for state in held(game, solve(problem_of(game.expedition)))]
    ['no artifact', 'an artifact of 5 points']
    """
    problem = optimum.problem
    more = problem.more_artifacts()
    states = []
    for place, pays in enumerate(problem.leaving):
        hidden = sum(number * (problem.leaving[there] - pays) for number, there in more[place])
        everything = pays + sum(problem.gains) + hidden
        points = problem.artifact_points[place]
        number = len(game.expedition.artifacts) + sum(problem.artifact_states[place])
        words = "an artifact of" if number == 1 else f"{number} artifacts of"
        words = f"{words} {points} points" if number else "no artifact"
        states.append(Held(place, words, points, int(everything)))
    return states if len(states) <= MOST_STATES else states[:1]


def _constant(states: list[Held], optimum: Optimum, by: Formulas) -> list[Block]:
    """Return W = B + R, and why it never changes."""
    now, *others = states
    leave = int(optimum.leave)
    written = by.everything.put({"B": leave, "R": now.everything - leave})
    blocks: list[Block] = [
        Heading("What never changes"),
        say(
            "All unseen cards together add {}. A card that comes and adds something takes it out of"
            " {} and puts it into {}; a first hazard moves nothing. So as long as you are inside,"
            " the two together stay as they are:",
            R,
            R,
            B,
        ),
        Equations((equation(W, by.everything, written, Number(now.everything)),)),
    ]
    if any(state.everything != now.everything for state in others):
        blocks.append(
            say(
                "The points of an artifact depend on how many came before it. So {} is one number"
                " for each number of artifacts on the path.",
                W,
            )
        )
    return blocks


def _rule(by: Formulas) -> list[Block]:
    """Return how d*B >= R becomes a threshold on B."""
    more = plus(D, Number(1))
    lines = [
        compared(by.danger, ">=", R),
        equivalent(by.danger, ">=", plus(W, Minus(B))),
        equivalent(times(more, B), ">=", W),
        equivalent(B, ">=", by.bound),
    ]
    return [
        Heading("From one card ahead to a threshold"),
        say("Leaving is at least as good as one more card where"),
        Equations(tuple(lines)),
    ]


def _rows(optimum: Optimum, state: Held, by: Formulas) -> Grid:
    """Return one line for each d: the inequality, the least whole B, and the gems in it."""
    rows: list[tuple[Cell, ...]] = []
    for out in outs(optimum):
        gems = optimum.retire_at(out.drawn, state.place)
        factor = Number(out.deadly + 1)
        line = compared(times(factor, B), ">=", Number(state.everything))
        bound = by.bound.put({"W": state.everything, "d": out.deadly}).value
        row: tuple[Cell, ...] = (
            line,
            Number(bound or 0),
            Number(-(-state.everything // factor.value)),
        )
        if not out.deadly:
            row = ("no card can hurt", "", "")
        rows.append(
            (
                Number(out.deadly),
                _kinds(out, state, optimum),
                *row,
                "never" if gems is None else Number(gems),
            )
        )
    more = compared(times(plus(D, Number(1)), B), ">=", W)
    head: tuple[Cell, ...] = (D, "kinds out", more, by.bound, "B from", "gems from")
    return Grid(head, tuple(rows))


def _kinds(out: Out, state: Held, optimum: Optimum) -> str:
    now = not state.place and out.deadly == optimum.problem.deadly
    return listed(map(str, sorted(out.kinds)), "or") + " (now)" * now


def _thresholds(states: list[Held], optimum: Optimum, by: Formulas) -> list[Block]:
    """Return the thresholds for each state of the artifacts, and how far each reaches."""
    blocks: list[Block] = []
    for state in states:
        title = "One line for each d"
        if len(optimum.problem.artifact_states) > 1:
            title += f", with {state.artifacts} on the path"
        inside = (
            f"; of {{}}, {state.points} are artifacts and the rest are gems" if state.points else ""
        )
        everything = compared(W, "=", Number(state.everything))
        blocks += [
            Heading(title),
            say("Here {}" + inside + ".", everything, *([B] if inside else [])),
            _rows(optimum, state, by),
            *_picture(optimum, state),
        ]
    if len(states) < len(optimum.problem.artifact_states):
        blocks.append(Sentence(("Further artifacts are left out here.",)))
    return blocks


def _picture(optimum: Optimum, state: Held) -> list[Block]:
    """Return where to stay and where to leave, near each threshold."""
    shown = outs(optimum)
    edges = {optimum.retire_at(out.drawn, state.place) for out in shown} - {None}
    gems = sorted(
        {near for edge in edges if edge is not None for near in (edge - 1, edge) if near >= 0}
    )
    if not gems or len(gems) > MOST_COLUMNS:
        return []
    rows: list[tuple[Cell, ...]] = []
    for out in shown:
        marks = (_mark(out, state, number) for number in gems)
        rows.append((Number(out.deadly), *marks))
    return [
        say("By {} and the gems: L leave, . stay, = both are worth the same.", D),
        Grid((D, *map(Number, gems)), tuple(rows)),
    ]


def _mark(out: Out, state: Held, gems: int) -> str:
    if not out.deadly:
        return "."
    danger, reached = (out.deadly + 1) * (gems + state.points), state.everything
    return "." if danger < reached else "L" if danger > reached else "="


def _closed(optimum: Optimum) -> Sentence:
    return Sentence(
        (
            "To the right of an L, where there are more gems, and below it, where more kinds are"
            " out, there are only Ls, and no further artifact makes a threshold rise"
            f" ({optimum.certificate.states} states checked). Whoever leaves would leave ever"
            " after: the set of leaving is closed, and one card ahead is far enough.",
        )
    )


def _worked_out(game: Game, optimum: Optimum) -> list[Block]:
    """Return the thresholds that the dynamic programme found, where the formula does not hold."""
    blocks: list[Block] = [Heading("No formula"), Sentence((why_not_closed(optimum.problem),))]
    try:
        found = thresholds(game.expedition, optimum)
    except ValueError as error:
        return [*blocks, Sentence((f"{error}.",))]
    rows = tuple(
        (
            listed((hazard.name for hazard in row.hazards)),
            Number(row.artifacts),
            Number(row.deadly),
            "never" if row.retire_at is None else Number(row.retire_at),
        )
        for row in found
    )
    return [*blocks, Grid(("hazards out", "artifacts", "d", "gems from"), rows)]
