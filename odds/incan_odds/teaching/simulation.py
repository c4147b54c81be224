"""Simulations: games played by their seed, and what came of them, in exact sums.

The games are played in chunks of a fixed number, each from a generator of its own that is seeded
with the seed and the number of the chunk. So the same seed gives the same games whatever the
number of processes; and since each expedition takes as many numbers as the box has cards, whatever
was played before, two strategies meet the same luck. Only `Random.random` is used, which Python
promises to keep as it is.
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import redirect_stdout
from fractions import Fraction
from functools import lru_cache
from math import lcm
from random import Random
from time import perf_counter
from typing import Final, Literal, NamedTuple

from incan_odds.editions import Edition
from incan_odds.game import Game
from incan_odds.players import MOST_PLAYERS
from incan_odds.stopping.analytic import Value
from incan_odds.stopping.problem import DEFAULT_MEMORY, problem_of
from incan_odds.stopping.rules import LeaveAt, Rule, value_of
from incan_odds.stopping.season import game_problem
from incan_odds.stopping.solver import solve
from incan_odds.teaching.bots import StrategyError
from incan_odds.teaching.processes import cores, in_processes
from incan_odds.teaching.quick_table import Openings, QuickTable
from incan_odds.teaching.strategies import Strategy
from incan_odds.teaching.tables import Table

Horizon = Literal["expedition", "game"]
"""What is played: the first expedition, or all of them."""

CHUNK: Final = 250
"""How many games are played from one generator."""

PART: Final = 10
"""After how many games a short simulation says what came of them."""

SHORT: Final = 2
"""Up to how many chunks a simulation is short."""

PATIENCE: Final = 2.0
"""The seconds of work from which on further processes pay, where their number is left open."""

SHARES: Final = lcm(*range(1, MOST_PLAYERS + 1))
"""A win is counted in so many parts, so that any number of players can share it evenly."""


class Sums(NamedTuple):
    """What is kept of many numbers: how many, their sum, and the sum of their squares."""

    number: int = 0
    total: int = 0
    squares: int = 0

    def plus(self, other: Sums) -> Sums:
        """Return the sums of both."""
        return Sums(
            self.number + other.number, self.total + other.total, self.squares + other.squares
        )

    @property
    def mean(self) -> Fraction:
        """The mean, exactly."""
        return Fraction(self.total, self.number)

    @property
    def variance(self) -> Fraction:
        """The unbiased estimate of the variance, exactly. It takes two numbers at least.

        >>> sums_of([1, 2, 4]).variance
        Fraction(7, 3)
        """
        return Fraction(self.squares * self.number - self.total**2, self.number * (self.number - 1))


def sums_of(numbers: Sequence[int]) -> Sums:
    """Return the sums of some numbers."""
    return Sums(len(numbers), sum(numbers), sum(number * number for number in numbers))


class Tally(NamedTuple):
    """What came of many games for one seat."""

    points: Sums = Sums()
    wins: Sums = Sums()
    """In parts of a win, `SHARES` of them each; those who share one get as many parts each."""
    bust: int = 0
    """In how many games the first expedition ended with a bust while this player was inside."""

    def plus(self, other: Tally) -> Tally:
        """Return the tally of both."""
        return Tally(
            self.points.plus(other.points), self.wins.plus(other.wins), self.bust + other.bust
        )


class Plan(NamedTuple):
    """A simulation that can be repeated: who plays what, how often, and by which seed."""

    edition: Edition
    seats: tuple[Strategy, ...]
    horizon: Horizon
    seed: int
    games: int

    @property
    def chunks(self) -> int:
        """How many chunks the games are played in."""
        return -(-self.games // CHUNK)


def most_cards(edition: Edition) -> int:
    """Return how many numbers each expedition takes: one for every card of the box."""
    hazards = sum(kind.copies for kind in edition.hazards)
    return len(edition.treasures) + hazards + len(edition.artifact_points)


def generator(seed: int, chunk: int, seat: int | None = None) -> Random:
    """Return the generator of a chunk's cards, or of the dice of one of its seats."""
    return Random((seed << 64 | chunk) << 8 | (0 if seat is None else seat + 1))


def play(table: Table, seats: Sequence[Strategy], luck: Random, expeditions: int) -> list[int]:
    """Play so many expeditions at a new table; return the seats that went bust in the first."""
    cards, draw = range(most_cards(table.edition)), luck.random
    leaves = [strategy.leaves for strategy in seats]
    bust: list[int] = []
    for number in range(expeditions):
        table.begin()
        numbers = [draw() for _ in cards]
        while table.inside:
            table.turn(numbers[table.cards])
            if table.pending:
                leavers = [seat for seat in table.inside if leaves[seat](table, seat)]
                if leavers:
                    table.leave(leavers)
        if not number:
            bust = list(table.bust)
    return bust


def winners(table: Table) -> list[int]:
    """Return the seats that have won, by the edition's rule for ties."""
    cards = table.home if table.edition.tie_break == "artifacts" else [0] * table.players
    results = list(zip(table.tents, cards, strict=True))
    best = max(results)
    return [seat for seat, result in enumerate(results) if result == best]


def chunk(plan: Plan, number: int) -> tuple[Tally, ...]:
    """Play one chunk of a plan; return a tally for each seat. Raises `StrategyError`."""
    return total(iter(parts(plan, number)))


def parts(plan: Plan, number: int) -> list[tuple[Tally, ...]]:
    """Play one chunk of a plan; return the tallies of its parts. Raises `StrategyError`.

    A chunk has one part, but where the simulation is short one for every `PART` games.
    """
    if not any(strategy.foreign for strategy in plan.seats):
        return list(_parts(plan, number))
    # Standard output holds the answer and nothing else, whatever a bot prints.
    with redirect_stdout(sys.stderr):
        return list(_parts(plan, number))


def _parts(plan: Plan, number: int) -> Iterator[tuple[Tally, ...]]:
    first = number * CHUNK
    games = range(first + 1, min(first + CHUNK, plan.games) + 1)
    luck = generator(plan.seed, number)
    dice = [generator(plan.seed, number, seat) for seat in range(len(plan.seats))]
    length = PART if plan.chunks <= SHORT else CHUNK
    for start in range(0, len(games), length):
        yield _played(plan, games[start : start + length], luck, dice)


def _played(plan: Plan, games: range, luck: Random, dice: Sequence[Random]) -> tuple[Tally, ...]:
    edition, players = plan.edition, len(plan.seats)
    openings = _openings(edition)
    expeditions = edition.expeditions if plan.horizon == "game" else 1
    points: list[list[int]] = [[] for _ in plan.seats]
    wins: list[list[int]] = [[] for _ in plan.seats]
    busts = [0] * players
    for game in games:
        table = QuickTable(edition, players, openings)
        try:
            seats = [s.for_a_game(d) for s, d in zip(plan.seats, dice, strict=True)]
            for seat in play(table, seats, luck, expeditions):
                busts[seat] += 1
        except StrategyError as error:
            raise StrategyError(error.name, f"{error.problem} (game {game})") from None
        best = winners(table)
        for seat, score in enumerate(table.tents):
            points[seat].append(score)
            wins[seat].append(SHARES // len(best) if seat in best else 0)
    return tuple(
        Tally(sums_of(points[seat]), sums_of(wins[seat]), busts[seat]) for seat in range(players)
    )


@lru_cache(maxsize=8)
def _openings(_: Edition) -> Openings:
    """Return the openings of an edition that are known in this process: as yet none."""
    return {}


def simulate(plan: Plan, workers: int | None = 1) -> Generator[tuple[Tally, ...]]:
    """Play a plan; yield the tallies of each chunk, or of its parts, in order.

    With `workers` in that many processes, each a new interpreter; None is one for each core, where
    the work is long enough. Raises `StrategyError`, or `WorkerError` where a process died.

    >>> plan = Plan(PRESETS["schmidt-2005"], (strategy_named("cards:1"),), "expedition", 1, 1000)
    >>> (tally,) = total(simulate(plan))
    >>> tally.points.number, tally.bust
    (1000, 0)
    """
    numbers = iter(range(plan.chunks))
    if workers is None:
        started = perf_counter()
        yield from parts(plan, next(numbers))
        expected = (perf_counter() - started) * (plan.chunks - 1)
        workers = cores() if expected > PATIENCE else 1
    workers = min(workers, plan.chunks)
    if workers > 1:
        for told in in_processes(parts, plan, numbers, workers):
            yield from told
    else:
        for number in numbers:
            yield from parts(plan, number)


def total(results: Iterator[tuple[Tally, ...]]) -> tuple[Tally, ...]:
    """Return the tallies of all together."""
    tallies = next(results)
    for more in results:
        tallies = added(tallies, more)
    return tallies


def added(left: tuple[Tally, ...], right: tuple[Tally, ...]) -> tuple[Tally, ...]:
    """Return the tallies of both, seat by seat."""
    return tuple(one.plus(other) for one, other in zip(left, right, strict=True))


def exact_value(
    game: Game, rule: Rule | None, horizon: Horizon, memory: int = DEFAULT_MEMORY
) -> Value:
    """Return what a simulation of `rule` estimates, exactly; None is the best play.

    The rivals stay until you have left. Raises what the solvers raise, and `ValueError` where the
    whole game is asked for with rivals.

    >>> game = game_of(edition="schmidt-2005")
    >>> exact_value(game, rule_named("cards:1"), "expedition").points
    Fraction(62, 15)
    """
    whole = horizon == "game"
    problem = game_problem(game, memory, rule) if whole else problem_of(game.expedition)
    if rule is None:
        return solve(problem, memory).value
    return value_of(rule, problem, memory).now


def exact_value_of_all(
    game: Game, rule: LeaveAt, horizon: Horizon, memory: int = DEFAULT_MEMORY
) -> Value | None:
    """Return what each player gets exactly if all follow `rule`, and so leave together.

    None for a rule about the bag: what is in it when all leave is not what it looks at. Raises what
    the solvers raise.

    >>> game = game_of(edition="schmidt-2005", players=2)
    >>> exact_value_of_all(game, rule_named("cards:1"), "expedition").points
    Fraction(28, 15)
    """
    if rule.quantity == "bag" and game.players.rivals:
        return None
    whole = horizon == "game"
    problem = (
        game_problem(game, memory, rule, herd=True)
        if whole
        else problem_of(game.expedition, herd=True)
    )
    return value_of(rule, problem, memory).now
