"""The chart of a simulation: its running mean, and how sure it is, beside the exact value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from incan_odds.pictures.chart import Axis, Band, Chart, Curve, Level, Panel, Point, Span
from incan_odds.teaching.intervals import confidence_label, mean_interval
from incan_odds.teaching.simulation import Sums, Tally, added

SIMULATED: Final = "incan-odds, a simulation beside exact values"
"""The line at the foot of a chart where nothing else is said."""

SPACING: Final = Fraction(21, 20)
"""By which factor the number of games grows between two points, at least."""


class Run(NamedTuple):
    """A simulation on its way: what was known after so many games, by their number."""

    sums: tuple[Sums, ...]
    exact: Fraction | None = None
    """What it estimates, if that is known."""
    name: str = ""
    """Who played, where several did."""


def convergence_chart(
    runs: Sequence[Run],
    confidence: Fraction,
    about: str = "",
    source: str = SIMULATED,
    played: str = "games",
) -> Chart:
    """Return the chart of the running mean of each run, in points, with its interval.

    The intervals are those of `mean_interval` at this confidence, such as 19/20; `played` says what
    was played so many times.

    >>> run = Run((sums_of([0, 2, 4, 6, 8]), sums_of([0, 2, 4, 6, 8, 4, 4])), Fraction(4))
    >>> convergence_chart([run], Fraction(19, 20)).panels[0].curves[0].points
    (Point(x=5, y=Fraction(4, 1)), Point(x=7, y=Fraction(4, 1)))
    """
    bands = [
        tuple(Span(sums.number, *mean_interval(sums, confidence)[:2]) for sums in run.sums)
        for run in runs
    ]
    # Who is better than whom is seen on equal axes.
    low = min(span.low for spans in bands for span in spans) if len(runs) > 1 else None
    high = max(span.high for spans in bands for span in spans) if len(runs) > 1 else None
    panels = []
    for run, spans in zip(runs, bands, strict=True):
        means = tuple(Point(sums.number, sums.mean) for sums in run.sums)
        known = () if run.exact is None else (Level("exact value", run.exact),)
        panel = Panel(
            Axis(f"{played} played", logarithmic=True),
            Axis("points on average", low=low, high=high),
            (Curve("mean so far", "line", means),),
            (Band(f"{confidence_label(confidence)} interval", spans),),
            known,
            run.name,
        )
        panels.append(panel)
    return Chart("A simulation", tuple(panels), about, source)


def spaced(tallies: Iterable[tuple[Tally, ...]]) -> list[tuple[Tally, ...]]:
    """Return what was known on the way of a simulation, as far as a picture can tell it apart.

    `tallies` are those of some games after the other, as `simulate` yields them. What is returned
    is of all games so far: after the first tallies, after the last, and between them wherever there
    are 5 % more games.

    >>> plan = Plan(PRESETS["bga"], (strategy_named("cards:6"),), "expedition", 1, 10_000)
    >>> [tally.points.number for (tally,) in spaced(simulate(plan))][-3:]
    [9250, 9750, 10000]
    """
    kept: list[tuple[Tally, ...]] = []
    so_far: tuple[Tally, ...] = ()
    for more in tallies:
        so_far = added(so_far, more) if so_far else more
        if not kept or so_far[0].points.number >= SPACING * kept[-1][0].points.number:
            kept.append(so_far)
    return kept if not kept or kept[-1] is so_far else [*kept, so_far]
