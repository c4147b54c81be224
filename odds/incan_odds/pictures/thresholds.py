"""The chart of thresholds: from how many gems on to retire, against the number of deadly cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from incan_odds.pictures.chart import EXACT, Axis, Chart, Curve, Panel, Point
from incan_odds.stopping.thresholds import Threshold

MOST_CURVES: Final = 6
"""The most curves that can be told apart in grey."""

_SPELT_OUT: Final = 5
"""Up to how many artifacts are named by their points."""


def thresholds_chart(rows: Iterable[Threshold], about: str = "", source: str = EXACT) -> Chart:
    """Return the chart of thresholds: a curve for each set of artifacts on the path.

    A curve has no label where no artifact is on the path, nor can come to lie there.
    Where it says never, there is no point. Of more than `MOST_CURVES` sets the first are shown.

    >>> expedition = game_of(edition="bga").expedition
    >>> chart = thresholds_chart(thresholds(expedition, solve(problem_of(expedition))))
    >>> [(point.x, point.y) for point in chart.panels[0].curves[0].points]
    [(2, 38), (4, 23), (6, 16), (8, 13), (10, 11)]
    """
    points: dict[tuple[int, tuple[int, ...]], set[Point]] = {}
    for row in rows:
        found = points.setdefault((row.artifacts, row.printed), set())
        if row.retire_at is not None:
            found.add(Point(row.deadly, row.retire_at))
    shown = sorted(points)[:MOST_CURVES]
    left_out = len(points) - len(shown)
    none_at_all = points.keys() == {(0, ())}
    panel = Panel(
        Axis("deadly cards unseen (while there are none: never)"),
        Axis("retire from so many gems on (bag and path)", low=0),
        tuple(
            Curve("" if none_at_all else _label(*key), "line", tuple(sorted(points[key])))
            for key in shown
        ),
        title=f"the first {MOST_CURVES} of {len(points)} sets of artifacts" if left_out else "",
    )
    return Chart("When to retire", (panel,), about, source)


def _label(artifacts: int, printed: tuple[int, ...]) -> str:
    if 0 < len(printed) <= _SPELT_OUT:
        return f"artifacts of {' + '.join(map(str, printed))}"
    if printed:
        return f"{artifacts} artifacts of {sum(printed)} points together"
    return "1 artifact" if artifacts == 1 else f"{artifacts or 'no'} artifacts"
