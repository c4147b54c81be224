"""What a simulation says: its estimates and intervals, on the screen and as JSON."""

from __future__ import annotations

from fractions import Fraction
from math import floor, log10
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from incan_odds.game import Game
from incan_odds.rounding import decimals
from incan_odds.teaching.intervals import (
    Interval,
    chance_error,
    chance_interval,
    confidence_label,
    games_within,
    mean_interval,
    standard_error,
)
from incan_odds.teaching.simulation import SHARES, Plan, Sums, Tally
from incan_odds_cli.screen import SCHEMA, columns, count, exact, six_decimals

if TYPE_CHECKING:
    from incan_odds.pictures.chart import Chart

CLOSE: Final = Fraction(1, 100)
"""How close to the truth a longer simulation is said to come, in points."""


class Exact(NamedTuple):
    """What the library knows of the question that a simulation was asked; None where nothing."""

    points: Fraction | None = None
    bust: Fraction | None = None


class Simulated(NamedTuple):
    """A simulation as it was played."""

    game: Game
    plan: Plan
    course: list[tuple[Tally, ...]]
    """What was known on the way, of all games so far, and at the end."""
    confidence: Fraction
    exact: Exact

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """What came of all games, for each seat."""
        return self.course[-1]

    @property
    def level(self) -> str:
        """The confidence on the screen."""
        return confidence_label(self.confidence)

    @property
    def played(self) -> str:
        """What was played so many times."""
        return "games" if self.plan.horizon == "game" else "expeditions"

    def chart(self, names: list[str], about: str, source: str) -> Chart:
        """Return the chart of the means on the way, for the seats of these names."""
        # Only pictures need this.
        from incan_odds.pictures.convergence import Run, convergence_chart

        runs = [
            Run(tuple(tallies[seat].points for tallies in self.course), self.exact.points, name)
            for seat, name in enumerate(names)
        ]
        return convergence_chart(runs, self.confidence, about, source, self.played)


class Measure(NamedTuple):
    """What was estimated, how well, and what it is exactly, where that is known."""

    estimate: Fraction
    error: float
    """The standard error."""
    interval: Interval
    exact: Fraction | None = None

    @property
    def covered(self) -> bool | None:
        """Whether the interval covers the exact value; None where there is none."""
        return None if self.exact is None else self.interval.covers(self.exact)

    @property
    def digits(self) -> int:
        """The decimals that mean something: the standard error to two figures."""
        return max(0, 1 - floor(log10(self.error))) if self.error else 2

    def document(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {
            "estimate": exact(self.estimate),
            "standard_error": _inexact(self.error),
            "interval": [_inexact(self.interval.low), _inexact(self.interval.high)],
            "method": self.interval.method,
            "exact": exact(self.exact),
            "covered": self.covered,
        }

    def as_points(self) -> list[str]:
        """Return the estimate, its standard error, its interval and the exact value, in points."""
        low, high = map(Fraction, self.interval[:2])
        numbers = (self.estimate, Fraction(self.error), low, high)
        shown = [decimals(number, self.digits) for number in numbers]
        return [*shown[:2], f"{shown[2]} to {shown[3]}", self._known(six_decimals)]

    def as_chance(self) -> list[str]:
        """Return the same of a chance, as percentages."""
        digits = max(1, self.digits - 2)
        low, high = map(Fraction, self.interval[:2])
        numbers = (self.estimate, Fraction(self.error), low, high)
        shown = [f"{decimals(100 * number, digits)} %" for number in numbers]
        return [
            *shown[:2],
            f"{shown[2]} to {shown[3]}",
            self._known(lambda chance: f"{decimals(100 * chance, digits + 2)} %"),
        ]

    def _known(self, text: Any) -> str:
        if self.exact is None:
            return ""
        return f"{text(self.exact)}, {'inside' if self.covered else 'outside'}"


def measured(sums: Sums, confidence: Fraction, known: Fraction | None, unit: int = 1) -> Measure:
    """Return what a mean was measured to be, of numbers counted in parts of a unit."""
    low, high, method = mean_interval(sums, confidence)
    return Measure(
        sums.mean / unit,
        standard_error(sums) / unit,
        Interval(low / unit, high / unit, method),
        known,
    )


def chance_measured(
    successes: int, trials: int, confidence: Fraction, known: Fraction | None
) -> Measure:
    """Return what a chance was measured to be."""
    estimate, error = Fraction(successes, trials), chance_error(successes, trials)
    return Measure(estimate, error, chance_interval(successes, trials, confidence), known)


def _inexact(value: float) -> dict[str, Any]:
    return {"fraction": None, "float": value}


def _asked(simulated: Simulated) -> dict[str, Any]:
    plan = simulated.plan
    return {
        "schema": SCHEMA,
        "edition": plan.edition.name,
        "players": len(plan.seats),
        "horizon": plan.horizon,
        "seed": plan.seed,
        "games": plan.games,
        "confidence": exact(simulated.confidence),
    }


class OneRule:
    """The answer about one rule: its points and its chance of bust."""

    def __init__(self, simulated: Simulated) -> None:
        self.simulated = simulated
        tally, level, known = simulated.tallies[0], simulated.confidence, simulated.exact
        self.sums = tally.points
        self.points = measured(self.sums, level, known.points)
        self.bust = chance_measured(tally.bust, self.sums.number, level, known.bust)
        self.next_digit = 100 * self.sums.number
        self.close = games_within(CLOSE, self.sums, level)

    def document(self) -> dict[str, Any]:
        """Return it as JSON."""
        plan = self.simulated.plan
        return {
            **_asked(self.simulated),
            "rivals": "stay" if len(plan.seats) > 1 else None,
            "rule": plan.seats[0].name,
            "points": self.points.document(),
            "bust": self.bust.document(),
            "games_for_another_digit": self.next_digit,
            "games_to_a_hundredth": self.close,
        }

    def about(self, sentence: str) -> str:
        """Return what was played; the sentence says what the rule is."""
        seats = len(self.simulated.plan.seats)
        many = f"; {seats} players, if the others stay" if seats > 1 else ""
        return f"{self.simulated.game.edition.title}{many}: {sentence}"

    def chart(self, sentence: str, source: str) -> Chart:
        """Return the chart of the mean on the way."""
        return self.simulated.chart([""], self.about(sentence), source)

    def screen(self, sentence: str) -> str:
        """Return it as text."""
        plan = self.simulated.plan
        what = self.simulated.played
        head = ["", "estimate", "standard error", f"{self.simulated.level} interval", "exact"]
        points, bust = ["points", *self.points.as_points()], ["bust", *self.bust.as_chance()]
        methods = f"{self.points.interval.method} for points, {self.bust.interval.method} for bust"
        error = decimals(Fraction(self.points.error / 10), self.points.digits + 1)
        first = "" if plan.horizon == "expedition" else "; bust is that of the first expedition"
        return "\n".join(
            [
                self.about(sentence),
                f"{plan.games:,} {what} with seed {plan.seed}{first}",
                *_table([head, points, bust]),
                f"intervals: {methods}",
                f"one more digit, a standard error of {error}: {self.next_digit:,} {what};"
                f" points within {decimals(CLOSE, 2)}: {self.close:,}",
            ]
        )


class Contest:
    """The answer about bots that played against each other."""

    def __init__(self, simulated: Simulated) -> None:
        self.simulated = simulated
        level = simulated.confidence
        names = [strategy.name for strategy in simulated.plan.seats]
        self.rows = [
            (
                name if names.count(name) == 1 else f"{name} #{names[: seat + 1].count(name)}",
                measured(tally.points, level, simulated.exact.points),
                measured(tally.wins, level, None, SHARES),
                Fraction(tally.wins.total, SHARES),
            )
            for seat, (name, tally) in enumerate(zip(names, simulated.tallies, strict=True))
        ]

    def document(self) -> dict[str, Any]:
        """Return it as JSON, in the order in which the bots were named."""
        return {
            **_asked(self.simulated),
            "bots": [
                {
                    "bot": strategy.name,
                    "points": points.document(),
                    "wins": exact(wins),
                    "share": share.document(),
                }
                for strategy, (_, points, share, wins) in zip(
                    self.simulated.plan.seats, self.rows, strict=True
                )
            ],
        }

    @property
    def about(self) -> str:
        """What was played."""
        simulated = self.simulated
        return f"{simulated.game.edition.title}; {count(len(simulated.plan.seats), 'player')}"

    def chart(self, source: str) -> Chart:
        """Return the chart of the means on the way, a panel for each bot."""
        return self.simulated.chart([name for name, *_ in self.rows], self.about, source)

    def screen(self) -> str:
        """Return it as text, the best first."""
        plan = self.simulated.plan
        number = plan.edition.expeditions if plan.horizon == "game" else 1
        what = self.simulated.played
        level = self.simulated.level
        head = ["", "points", f"{level} interval", "wins", f"{level} interval", "exact points"]
        rows = [head]
        for name, points, share, _ in sorted(self.rows, key=lambda row: -row[1].estimate):
            mean, _, interval, known = points.as_points()
            won, _, chances, _ = share.as_chance()
            rows.append([name, mean, interval, won, chances, known])
        lines = [f"{plan.games:,} {what} with seed {plan.seed}; who ties shares the win"]
        if number > 1:
            lines[0] = (
                f"{plan.games:,} {what} of {number} expeditions" + lines[0].partition(what)[2]
            )
        return "\n".join(
            [
                self.about,
                *lines,
                *_table(rows),
                f"intervals: {self.rows[0][1].interval.method}",
            ]
        )


def _table(rows: list[list[str]]) -> list[str]:
    """Return rows as lines, without the columns that are empty but for their head."""
    kept = [column for column in zip(*rows, strict=True) if any(column[1:])]
    return columns(list(zip(*kept, strict=True)), left=len(kept))
