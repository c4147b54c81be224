"""Rules of thumb against the optimum, exactly: each family with every limit that matters."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, Final, NamedTuple

from incan_odds.stopping.problem import DEFAULT_MEMORY, StoppingProblem, TooLargeError
from incan_odds.stopping.rules import FAMILIES, LeaveAt, Rule, limits, value_of
from incan_odds.stopping.solver import solve

MOST_RULES: Final = 20_000
"""The most rules that are compared."""

Table = Callable[[Rule | None], StoppingProblem]
"""The stopping problem if a rule is played in all expeditions to come; None means the best play."""


class Compared(NamedTuple):
    """One rule, and what it costs against the best play."""

    rule: LeaveAt
    value: Fraction
    bust: Fraction
    loss: Fraction
    """How many points less than the optimum."""
    best: bool
    """Whether no other limit of its family does better, and none below it as well."""


def contestants(problem: StoppingProblem, *later: StoppingProblem) -> list[LeaveAt]:
    """Return every rule of the five families that plays differently in some of these expeditions.

    A rule that is played in `later` expeditions too needs their limits as well: one that leaves
    the running expedition at once may be the best in those to come. Raises `TooLargeError` where
    there are more than `MOST_RULES`.

    >>> problem = problem_of(game_of("5 sn 11", "schmidt-2005").expedition)
    >>> fresh = problem_of(game_of("", "schmidt-2005").expedition)
    >>> [len(contestants(problem, *later)) for later in ((), (fresh,))]
    [219, 243]
    """
    problems = (problem, *later)
    most = max(one.held(sum(one.gains)) + max(one.artifact_points) for one in problems)
    if most > MOST_RULES:
        raise TooLargeError(most)
    return [
        LeaveAt(family, limit)
        for family in FAMILIES
        for limit in sorted({limit for one in problems for limit in limits(family, one)})
    ]


def compare(
    table: Table, rules: Iterable[LeaveAt], memory: int = DEFAULT_MEMORY
) -> tuple[Fraction, list[Compared]]:
    """Return the optimal value of a table, and each rule with its value and its loss.

    >>> def table(rule):
    ...     return problem_of(begin(PRESETS["schmidt-2005"], Players(1)).expedition)
    >>> optimum, rows = compare(table, contestants(table(None)))
    >>> [str(row.rule.limit) for row in rows if row.best]
    ['6', '3', '3', '25', '4/25']
    """
    optimum = solve(table(None), memory).value.points
    values = [(rule, value_of(rule, table(rule), memory).now) for rule in rules]
    return optimum, compared(optimum, [(rule, value.points, value.bust) for rule, value in values])


def compared(
    optimum: Fraction, rules: Iterable[tuple[LeaveAt, Fraction, Fraction]]
) -> list[Compared]:
    """Return rules with their points and chance of bust beside the optimum, the best marked."""
    rules = list(rules)
    best: dict[str, LeaveAt] = {}
    most: dict[str, Fraction] = {}
    for rule, points, _ in rules:
        if rule.name not in most or points > most[rule.name]:
            most[rule.name], best[rule.name] = points, rule
    return [
        Compared(rule, points, bust, optimum - points, best[rule.name] is rule)
        for rule, points, bust in rules
    ]


def to_document(optimum: Fraction, rules: list[Compared]) -> dict[str, Any]:
    """Return a comparison as what JSON can hold, without losing a digit."""
    return {
        "optimum": str(optimum),
        "rules": [
            [row.rule.quantity, str(row.rule.limit), str(row.value), str(row.bust)] for row in rules
        ],
    }


def from_document(document: dict[str, Any]) -> tuple[Fraction, list[Compared]]:
    """Return the comparison that `to_document` has written."""
    optimum = Fraction(document["optimum"])
    rules = []
    for quantity, limit, value, bust in document["rules"]:
        parts = Fraction(limit)
        whole = parts if quantity == "risk" else int(parts)
        rules.append((LeaveAt(quantity, whole), Fraction(value), Fraction(bust)))
    return optimum, compared(optimum, rules)
