"""Pictures: what they show, how they look, and how a command draws them."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import dist
from operator import mul
from pathlib import Path
from xml.etree import ElementTree

import pytest

from incan_odds import (
    expedition_distribution,
    find_edition,
    game_distribution,
    game_of,
    game_problem,
    odds_of_survival,
    problem_of,
    solve,
    thresholds,
)
from incan_odds.distribution import Distribution
from incan_odds.pictures.chart import Axis, Chart, Curve, Level, Panel, Point, stacked
from incan_odds.pictures.convergence import Run, convergence_chart, spaced
from incan_odds.pictures.drawing import as_figure, draw, png, svg
from incan_odds.pictures.rules import rules_chart
from incan_odds.pictures.scores import score_chart
from incan_odds.pictures.survival import fatal_card_chart, survival_chart
from incan_odds.pictures.text_chart import text_chart
from incan_odds.pictures.themes import STROKES, THEMES
from incan_odds.pictures.thresholds import MOST_CURVES, thresholds_chart
from incan_odds.stopping.comparison import compare, contestants
from incan_odds.stopping.thresholds import Threshold
from incan_odds.teaching.intervals import mean_interval
from incan_odds.teaching.simulation import Plan, simulate, total
from incan_odds.teaching.strategies import strategy_named
from incan_odds_cli import charts as charts_of_commands
from tests.program import Answer, answer_of

ROOT = Path(__file__).resolve().parents[1]

SIX_CARDS = Path(__file__).parents[1] / "docs" / "course" / "six-cards.toml"

EDITIONS = ("schmidt-2005", "iello-2016")
"""The box without artifacts, and the most crowded charts."""

LONG = (
    "iello-2016 5 f 11 x:ann+bob sn a 7 / " * 9
    + "/a/very/long/folder/name" * 9
    + ".toml $2 जूही <b> fill: #123456"
)
"""How much can be said of a table: a line that is far too long, and words that are."""


ASCII = LONG.replace("जूही", "juhi")


@cache
def charts(edition: str) -> dict[str, Chart]:
    """Return every kind of chart for a fresh box of an edition."""
    game = game_of(edition=edition)
    expedition, problem = game.expedition, problem_of(game.expedition)
    optimum, compared = compare(lambda rule: problem, contestants(problem))
    names = ("cards:6", "optimum")
    plan = Plan(game.edition, (strategy_named(names[0]),), "expedition", 7, 2000)
    sums = tuple(tally.points for (tally,) in spaced(simulate(plan)))
    runs = [Run(sums, Fraction(15), name) for name in names]
    both = survival_chart, fatal_card_chart
    return {
        "survival": survival_chart(expedition),
        "fatal card": fatal_card_chart(expedition),
        "survive": stacked(LONG, [chart(expedition, LONG, LONG) for chart in both]),
        "thresholds": thresholds_chart(thresholds(expedition, solve(problem))),
        "score": score_chart(expedition_distribution(expedition)),
        "score of the game": score_chart(game_distribution(game)),
        "rules": rules_chart(compared, optimum),
        "convergence": convergence_chart(runs[:1], Fraction(19, 20)),
        "contest": convergence_chart(runs, Fraction(19, 20)),
    }


ALL = [(edition, name) for edition in EDITIONS for name in charts(EDITIONS[0])]


@cache
def picture_of(edition: str, name: str) -> str:
    """Return such a chart as an SVG for both themes."""
    return svg(charts(edition)[name], "auto")


def points_of(chart: Chart, panel: int = 0, curve: int = 0) -> dict[object, object]:
    return dict(chart.panels[panel].curves[curve].points)


# What is shown: the library's exact numbers.


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("record", ["", "5 7 11"])
def test_the_charts_of_survival_show_every_chance_until_nobody_lives(edition, record):
    expedition = game_of(record, edition).expedition
    rows = odds_of_survival(expedition).rows
    alive = points_of(survival_chart(expedition))
    fatal = points_of(fatal_card_chart(expedition))
    assert alive == {row.more: row.alive for row in rows[: len(alive)]}
    assert fatal == {row.more: row.fatal for row in rows[1 : len(fatal) + 1]}
    assert sum(fatal.values()) == 1
    (mean,) = fatal_card_chart(expedition).panels[0].levels
    assert mean.at == odds_of_survival(expedition).mean_turned


def test_the_fatal_card_has_no_mean_where_there_may_be_none(table):
    edition = {"treasures": [1, 2], "hazards": {"fire": 1}, "artifact_entry": "none"}
    expedition = table("", edition=edition | {"artifact_points": []}).expedition
    assert not fatal_card_chart(expedition).panels[0].levels
    assert points_of(survival_chart(expedition)) == dict.fromkeys(range(4), 1)


def test_the_charts_of_survival_refuse_an_expedition_that_has_ended():
    ended = game_of("5 f 7").expedition.leave(1).after
    for chart in (survival_chart, fatal_card_chart):
        with pytest.raises(ValueError, match="ended"):
            chart(ended)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_chart_of_thresholds_shows_each_that_is_a_number(edition):
    for problem in (problem_of, None):
        game = game_of(edition=edition)
        found = problem_of(game.expedition) if problem else game_problem(game)
        rows = thresholds(game.expedition, solve(found))
        shown = {
            (place, *point)
            for place, curve in enumerate(thresholds_chart(rows).panels[0].curves)
            for point in curve.points
        }
        said = {(r.artifacts, r.deadly, r.retire_at) for r in rows if r.retire_at is not None}
        assert shown == said


def test_the_chart_of_thresholds_says_what_lies_on_the_path_unless_nothing_can():
    def labels(record, edition):
        expedition = game_of(record, edition).expedition
        rows = thresholds(expedition, solve(problem_of(expedition)))
        return [curve.label for curve in thresholds_chart(rows).panels[0].curves]

    assert labels("5", "schmidt-2005") == [""]
    assert labels("5", "bga") == ["no artifacts", "1 artifact"]
    assert labels("5 a", "bga") == ["1 artifact"]


def test_of_too_many_sets_of_artifacts_the_first_are_shown():
    rows = [Threshold((), 1, (points,), 2, points) for points in range(10)]
    (panel,) = thresholds_chart(rows).panels
    assert len(panel.curves) == MOST_CURVES <= len(STROKES)
    assert panel.curves[0].label == "artifacts of 0"
    assert panel.title == "the first 6 of 10 sets of artifacts"
    many = thresholds_chart([Threshold((), n, (1,) * n, 2, 9) for n in (5, 6)]).panels[0].curves
    assert [curve.label for curve in many] == [
        "artifacts of 1 + 1 + 1 + 1 + 1",
        "6 artifacts of 6 points together",
    ]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_chart_of_a_score_shows_each_chance_and_the_mean(edition):
    for scores in (
        expedition_distribution(game_of(edition=edition).expedition),
        game_distribution(game_of(edition=edition)),
    ):
        chart = score_chart(scores)
        assert points_of(chart) == scores.chances
        at_least = points_of(chart, panel=1)
        assert at_least.keys() >= scores.chances.keys()
        sample = [*at_least][:: len(at_least) // 9]
        assert [at_least[points] for points in sample] == [*map(scores.at_least, sample)]
        assert {panel.levels[0].at for panel in chart.panels} == {scores.mean}


def test_the_axis_of_a_score_is_cut_for_one_chance_that_is_far_larger():
    half, quarter, small = Fraction(1, 2), Fraction(1, 4), Fraction(1, 8)
    cut = score_chart(Distribution({0: half + quarter, 5: small, 6: small})).panels[0]
    assert cut.y.high == small * Fraction(6, 5)
    assert score_chart(Distribution({0: half, 5: quarter, 6: quarter})).panels[0].y.high is None
    assert score_chart(Distribution({7: Fraction(1)})).panels[0].y.high is None


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_chart_of_rules_shows_every_limit_of_every_family(edition):
    problem = problem_of(game_of(edition=edition).expedition)
    optimum, compared = compare(lambda rule: problem, contestants(problem))
    panels = rules_chart(compared, optimum).panels
    assert len(panels) == 5
    shown = [tuple(point) for panel in panels for point in panel.curves[0].points]
    assert shown == [(row.rule.limit, row.value) for row in compared]
    best = [tuple(point) for panel in panels for point in panel.curves[1].points]
    assert best == [(row.rule.limit, row.value) for row in compared if row.best]
    assert {level.at for panel in panels for level in panel.levels} == {optimum}


def test_the_chart_of_a_simulation_shows_its_running_mean_and_interval():
    plan = Plan(game_of().edition, (strategy_named("cards:6"),), "expedition", 7, 1100)
    course = spaced(simulate(plan))
    assert course[-1] == total(simulate(plan))
    sums = [tally.points for (tally,) in course]
    assert [kept.number for kept in sums] == [250, 500, 750, 1000, 1100]
    panel = convergence_chart([Run(tuple(sums), Fraction(15))], Fraction(19, 20)).panels[0]
    assert [*panel.curves[0].points] == [Point(kept.number, kept.mean) for kept in sums]
    for kept, span in zip(sums, panel.bands[0].spans, strict=True):
        assert (span.low, span.high) == mean_interval(kept, Fraction(19, 20))[:2]
    assert panel.levels == (Level("exact value", Fraction(15)),)


def test_a_short_simulation_is_shown_from_its_tenth_game_on():
    def numbers(games):
        plan = Plan(game_of().edition, (strategy_named("cards:6"),), "expedition", 7, games)
        return [tally.points.number for (tally,) in spaced(simulate(plan))]

    assert numbers(2) == [2]
    assert numbers(25) == [10, 20, 25]
    assert numbers(100) == [*range(10, 101, 10)]
    assert numbers(500)[:20] == numbers(200)
    assert numbers(500)[-3:] == [440, 470, 500]
    assert numbers(501) == [250, 500, 501]


def test_several_simulations_have_equal_axes():
    first, second = charts(EDITIONS[0])["contest"].panels
    assert first.up == second.up
    assert [first.title, second.title] == ["cards:6", "optimum"]


# As text.


@pytest.mark.parametrize(("edition", "name"), ALL)
def test_a_text_chart_keeps_to_its_width_and_signs(edition, name):
    chart = charts(edition)[name]
    if name == "survive":
        chart = Chart(ASCII, chart.panels, ASCII)
    for width, ascii_only in product((40, 80, 120), (False, True)):
        lines = text_chart(chart, width, ascii_only).splitlines()
        assert max(map(len, lines)) <= width
        assert not any(line != line.rstrip() for line in lines)
        assert not ascii_only or all(line.isascii() for line in lines)


def test_a_text_chart_is_never_narrower_than_40_columns_nor_wider_than_120():
    chart = charts("schmidt-2005")["rules"]
    assert text_chart(chart, 1) == text_chart(chart, 40)
    assert text_chart(chart, 10_000) == text_chart(chart, 120)


def test_bars_that_are_too_many_for_the_lines_are_added_up():
    scores = game_distribution(game_of(edition="schmidt-2005"))
    text = text_chart(score_chart(scores), 80, ascii=True)
    tens = sum(scores.chances[points] for points in range(100, 110))
    assert f"100-109 |{'#' * 56}" in text
    assert f"{float(100 * tens):.1f} %" in text
    assert re.search(r"^\d+ and more \|#* +0\.\d+ %$", text, re.MULTILINE)


def test_a_text_chart_shows_what_is_picked_out_above_all_and_the_key_of_all_signs():
    text = text_chart(charts("schmidt-2005")["rules"], 80, ascii=True)
    assert "o the rule   @ its best limit   : the best play: 17.34" in text
    assert re.search(r"^ 6 \| +@ +: 16\.76$", text, re.MULTILINE)


def test_a_panel_without_points_is_still_a_text_chart_and_a_picture():
    chart = Chart("Nothing", (Panel(Axis("cards"), Axis("gems"), (Curve("", "line", ()),)),))
    assert text_chart(chart, ascii=True).endswith("0" + " " * 0 + "0".rjust(76))
    assert "<svg" in svg(chart)


# Drawn.


def texts_in(picture: str) -> list[str]:
    root = ElementTree.fromstring(picture.encode("utf-8"))
    return ["".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize(("edition", "name"), ALL)
def test_an_svg_says_what_it_shows_in_which_units_and_where_from(edition, name):
    chart = charts(edition)[name]
    texts = texts_in(picture_of(edition, name))
    said = " ".join(texts)
    if name == "survive":
        chart = Chart("iello-2016 5 f 11", chart.panels, "iello-2016 5 f 11", "$2 ???? <b>")
    for words in (chart.title, chart.about, chart.source):
        assert words in said
    for panel in chart.panels:
        assert {panel.x.title, panel.y.title} <= set(texts)
        assert panel.title in said
        for axis in (panel.x, panel.y):
            assert re.search(r"card|gem|point|treasure|kind|%|played", axis.title)
            assert ("%" in axis.title) == axis.percent


@pytest.mark.parametrize(("edition", "name"), ALL)
def test_no_text_of_a_picture_covers_another_or_leaves_the_page(edition, name):
    with as_figure(charts(edition)[name], "light") as figure:
        figure.draw_without_rendering()
        page = figure.bbox
        texts = [(text.get_text(), text.get_window_extent()) for text in visible_texts(figure)]
        for text, box in texts:
            assert page.x0 <= box.x0 < box.x1 <= page.x1, text
            assert page.y0 <= box.y0 < box.y1 <= page.y1, text
        for (one, box), (other, another) in combinations(texts, 2):
            assert not box.overlaps(another), (one, other)
        for legend in figure.legends:
            key = legend.get_window_extent()
            assert page.x0 <= key.x0 < key.x1 <= page.x1
            assert not any(key.overlaps(axes.bbox) for axes in figure.axes)


def visible_texts(figure) -> Iterator[object]:
    yield from figure.texts
    for legend in figure.legends:
        yield from legend.get_texts()
    for axes in figure.axes:
        yield axes.xaxis.label
        yield from axes.texts
        for axis, (low, high) in ((axes.xaxis, axes.get_xlim()), (axes.yaxis, axes.get_ylim())):
            ticks = axis.get_major_ticks()
            assert 2 <= sum(low <= tick.get_loc() <= high for tick in ticks) <= 12
            yield from (tick.label1 for tick in ticks if low <= tick.get_loc() <= high)


def numbers_along(chart: Chart) -> list[list[str]]:
    """Return what stands below each panel of a chart, from left to right."""
    with as_figure(chart, "light") as figure:
        figure.draw_without_rendering()
        return [
            [
                tick.label1.get_text()
                for tick in axes.xaxis.get_major_ticks()
                if axes.get_xlim()[0] <= tick.get_loc() <= axes.get_xlim()[1]
            ]
            for axes in figure.axes
        ]


def test_what_is_counted_has_whole_numbers_on_the_smallest_deck():
    expedition = game_of(edition=find_edition(str(SIX_CARDS))).expedition
    problem = problem_of(expedition)
    rows = thresholds(expedition, solve(problem))
    assert numbers_along(thresholds_chart(rows)) == [["1", "2"]]
    optimum, compared = compare(lambda rule: problem, contestants(problem))
    cards, hazards, treasures, bag, _ = numbers_along(rules_chart(compared, optimum))
    assert (cards, hazards, treasures) == ([*"123456"], ["1", "2"], ["1", "2"])
    assert bag == [*"12345678"]
    ten_or_eleven = tuple(Point(games, Fraction(1, games)) for games in (10, 11))
    panel = Panel(
        Axis("games", logarithmic=True), Axis("points"), (Curve("", "line", ten_or_eleven),)
    )
    assert numbers_along(Chart("", (panel,))) == [["10", "11"]]


def test_the_fatal_card_is_never_card_0_and_stands_below_its_step():
    expedition = game_of(edition=find_edition(str(SIX_CARDS))).expedition
    both = stacked("", [chart(expedition) for chart in (survival_chart, fatal_card_chart)])
    assert numbers_along(both) == [[*"012345"], [*"12345"]]
    with as_figure(both, "light") as figure:
        above, below = figure.axes
        assert above.get_xlim() == below.get_xlim()


def test_a_key_is_read_line_by_line():
    labels = ["leave", "stay, none out", "stay, one out", "stay, two out", "neither of them"]
    curves = tuple(Curve(label, "line", (Point(0, 1), Point(1, 2))) for label in labels)
    with as_figure(Chart("", (Panel(Axis("a"), Axis("b"), curves),)), "light") as figure:
        figure.draw_without_rendering()
        (legend,) = figure.legends
        found = [(text.get_window_extent(), text.get_text()) for text in legend.get_texts()]
    by_place = sorted(found, key=lambda entry: (-round(entry[0].y1), entry[0].x0))
    assert [text for _, text in by_place] == labels
    assert len({round(box.y1) for box, _ in found}) == 2


def test_a_picture_is_the_same_every_time_whatever_matplotlib_is_told():
    import matplotlib

    chart = charts("schmidt-2005")["score"]
    before = svg(chart, "dark"), png(chart)
    changed = {"font.size": 30, "svg.fonttype": "path", "axes.grid": True, "lines.linewidth": 9}
    with matplotlib.rc_context(changed):
        assert (svg(chart, "dark"), png(chart)) == before
        assert matplotlib.rcParams["font.size"] == 30
    assert "date" not in before[0]
    assert b"matplotlib" not in before[1].lower()


def test_a_picture_is_svg_or_png_by_its_ending(tmp_path):
    chart = charts("schmidt-2005")["survival"]
    draw(chart, tmp_path / "a.SVG", "dark")
    draw(chart, str(tmp_path / "a.png"))
    assert (tmp_path / "a.SVG").read_text(encoding="utf-8") == svg(chart, "dark")
    assert (tmp_path / "a.png").read_bytes() == png(chart)
    with pytest.raises(ValueError, match=r"ends in \.svg or \.png, not so 'a\.pdf'"):
        draw(chart, "a.pdf")


# Themes.


def linear(colour: str) -> list[float]:
    """Return how much red, green and blue light a colour is."""
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]


def luminance(colour: str) -> float:
    return sum(map(mul, (0.2126, 0.7152, 0.0722), linear(colour)))


def contrast(one: str, other: str) -> float:
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", THEMES)
def test_texts_and_curves_stand_out_from_the_ground_and_from_what_is_filled(name):
    theme = THEMES[name]
    for ground in (theme.ground, theme.fill):
        assert min(contrast(ground, text) for text in (theme.ink, theme.quiet)) >= 4.5
        assert min(contrast(ground, curve) for curve in theme.curves) >= 3
    assert len(set(theme.named().values())) == len(theme.named())
    assert len(theme.curves) == len(STROKES) == len(set(STROKES))


BLINDNESS = {
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""What is left of a colour, by G. M. Machado, M. M. Oliveira and L. A. F. Fernandes (2009)."""


def seen(colour: str, blindness: str) -> tuple[float, float, float]:
    """Return a colour in CIELAB, as somebody with this blindness sees it."""
    red, green, blue = (
        min(1, max(0, sum(map(mul, row, linear(colour))))) for row in BLINDNESS[blindness]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    a, b, c = (p ** (1 / 3) if p > 0.008856 else 7.787 * p + 16 / 116 for p in (x, y, z))
    return 116 * b - 16, 500 * (a - b), 200 * (b - c)


@pytest.mark.parametrize("blindness", BLINDNESS)
@pytest.mark.parametrize("name", THEMES)
def test_the_colours_of_the_curves_stay_apart_in_colour_blindness(name, blindness):
    for one, other in combinations(THEMES[name].curves, 2):
        # A difference of 2 or 3 can just be seen.
        assert dist(seen(one, blindness), seen(other, blindness)) > 20, (one, other)


@pytest.mark.parametrize("name", THEMES)
def test_a_picture_has_an_opaque_ground_of_its_theme(name):
    picture = svg(charts("schmidt-2005")["convergence"], name)
    assert f"fill: {THEMES[name].ground}" in picture
    others = {*THEMES["light"].named().values(), *THEMES["dark"].named().values()}
    others -= {*THEMES[name].named().values()}
    assert not any(colour in picture for colour in others)


@pytest.mark.parametrize(("edition", "name"), ALL)
def test_an_svg_for_both_themes_has_a_variable_beside_each_colour(edition, name):
    # A colour that a text names is left as it is.
    picture = picture_of(edition, name).replace("fill: #123456", "")
    sheet, _, body = picture.partition("<defs>")
    assert "@media (prefers-color-scheme: dark)" in sheet
    light = THEMES["light"].named()
    for place in re.finditer(r"#[0-9a-f]{6}\b", body):
        before, after = body[: place.start()], body[place.end() :]
        assert re.search(r"(fill|stroke): $", before), body[place.start() - 60 : place.end()]
        variable = re.match(r"; (?:fill|stroke): var\(--([a-z0-9-]+)\)", after)
        assert variable is not None
        assert light[variable[1]] == place[0]
    for theme in THEMES.values():
        assert all(f"--{one}: {colour}" in sheet for one, colour in theme.named().items())


# On the command line.

Ask = Callable[..., Answer]

COMMANDS = {
    "survive": ["survive", "5", "f"],
    "thresholds": ["thresholds", "-e", "iello-2016"],
    "compare": ["compare", "-e", "schmidt-2005", "5", "sn", "11", "g"],
    "solve": ["solve", "--distribution"],
    "simulate": ["simulate", "--seed", "7", "--games", "500"],
    "bots": ["simulate", "--seed", "7", "--games", "500", "--bots", "bag:15", "--bots", "cards:6"],
}


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Ask:
    """Return a function that runs the program in this process, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def program(*arguments: str, stdin: bytes = b"") -> Answer:
        return answer_of(monkeypatch, arguments, stdin)

    return program


@pytest.mark.parametrize("arguments", COMMANDS.values(), ids=COMMANDS)
def test_a_picture_is_written_beside_an_answer_that_does_not_change(ask, arguments):
    plain = ask(*arguments)
    drawn = ask(*arguments, "--plot", "a.svg", "--theme", "dark")
    assert drawn == Answer(0, plain.out, "written to a.svg\n")
    picture = Path("a.svg").read_text(encoding="utf-8")
    said = " ".join(texts_in(picture))
    assert f"incan-odds {arguments[0]}" in said
    assert set(arguments) <= set(said.split())
    assert THEMES["dark"].ground in picture
    json = ask(*arguments, "--json", "--plot", "b.svg")
    assert json == Answer(0, ask(*arguments, "--json").out, "written to b.svg\n")
    assert sorted(file.name for file in Path.cwd().iterdir()) == ["a.svg", "b.svg"]


@pytest.mark.parametrize("arguments", COMMANDS.values(), ids=COMMANDS)
def test_a_chart_stands_below_the_answer(ask, arguments):
    plain, drawn = ask(*arguments), ask(*arguments, "--chart")
    assert drawn.code == 0
    assert drawn.err == ""
    assert drawn.out.startswith(f"{plain.out}\n")
    assert max(map(len, drawn.out.removeprefix(plain.out).splitlines())) <= 80


def test_a_chart_is_of_plain_signs_where_the_terminal_has_no_others(monkeypatch):
    for encoding, plain in (("ascii", True), ("cp1252", True), ("cp437", True), ("utf-8", False)):
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding=encoding))
        text = charts_of_commands._as_text(charts("schmidt-2005")["fatal card"])
        monkeypatch.undo()
        assert text.isascii() == plain


def test_a_picture_says_how_many_play_and_how_many_are_inside(ask):
    for arguments, said in (
        (["thresholds", "-p", "4", "5"], "of 5; 4 players; if the others stay\n"),
        (["thresholds", "-p", "4", "5", "x"], "of 5; 4 players, 3 inside; if the others stay\n"),
        (["survive", "-p", "ann,me", "5"], "of 5; 2 players\n"),
        (["survive", "5"], "expedition 1 of 5\n"),
    ):
        assert said in ask(*arguments, "--chart").out


def test_a_seed_that_was_drawn_stands_at_the_foot_of_the_picture(ask):
    answer = ask("simulate", "--games", "300", "--plot", "a.svg")
    seed = re.search(r"with seed (\d+)", answer.out)
    assert seed is not None
    texts = " ".join(texts_in(Path("a.svg").read_text(encoding="utf-8")))
    assert f"incan-odds simulate --games 300 --seed {seed[1]}" in texts


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["survive", "--plot", "a.pdf"], "ends in .svg or .png, not so 'a.pdf'"),
        (["survive", "--plot", ""], "ends in .svg or .png"),
        (["simulate", "--plot", "svg"], "ends in .svg or .png, not so 'svg'"),
        (["survive", "--plot", "no/a.svg"], "there is no folder 'no'"),
        (["survive", "--plot", "folder.svg"], "'folder.svg' is a folder"),
        (["survive", "--plot", "a.svg", "-"], "'-' reads one a line"),
        (["compare", "--chart", "-"], "'-' reads one a line"),
        (["thresholds", "--chart", "--json"], "JSON stands alone"),
        (["thresholds", "--theme", "dark"], "--theme: it colours a picture; add --plot FILE"),
        (["simulate", "--theme", "light", "--chart"], "add --plot FILE, or leave it out"),
        (["survive", "--theme", "dark", "-"], "add --plot FILE"),
        (["solve", "--plot", "a.svg"], "add --distribution"),
        (["solve", "--chart", "5"], "add --distribution"),
        (["survive", "--plot", "a.svg", "q"], "'q' is no card"),
        (["thresholds", "--plot", "a.svg", "-p", "2", "5", "x:me"], "you have left"),
        (["survive", "--plot", "a.svg", "--expedition", "5", "5", "x"], "the game is over"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_one_line_and_nothing_is_written(ask, arguments, said):
    Path("folder.svg").mkdir()
    answer = ask(*arguments, stdin=b"5\n7\n")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("incan-odds: ")
    assert len(answer.err.splitlines()) == 1
    assert said in answer.err
    assert [file.name for file in Path.cwd().iterdir()] == ["folder.svg"]


def test_many_records_are_refused_before_anything_is_read(ask, monkeypatch):
    monkeypatch.setattr("incan_odds_cli.request.lines_of_standard_input", pytest.fail)
    assert ask("survive", "--plot", "a.svg", "-").code == 2


def test_without_matplotlib_one_line_says_how_to_get_it(ask, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    answer = ask("survive", "--plot", "a.svg")
    assert answer == Answer(
        1,
        "",
        "incan-odds: --plot needs matplotlib: pip install 'incan-odds[plot]';"
        " --chart draws in the terminal\n",
    )
    assert ask("survive", "--chart").code == 0


@pytest.mark.skipif(sys.platform == "win32", reason="no such files there")
def test_neither_a_device_nor_a_pipe_is_replaced(ask):
    Path("device.svg").symlink_to("/dev/null")
    os.mkfifo("pipe.svg")
    for name in ("device.svg", "pipe.svg"):
        answer = ask("survive", "--plot", name, "5", "f")
        assert answer == Answer(
            2, "", f"incan-odds: --plot: '{name}' is no file that can be replaced; name another\n"
        )
    assert Path("/dev/null").is_char_device()
    assert Path("pipe.svg").is_fifo()


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_is_followed_and_one_to_itself_refused(ask):
    Path("there.svg").write_text("before", encoding="utf-8")
    Path("link.svg").symlink_to("there.svg")
    assert ask("survive", "--plot", "link.svg").code == 0
    assert Path("link.svg").is_symlink()
    assert Path("there.svg").read_text(encoding="utf-8").startswith("<?xml")
    Path("loop.svg").symlink_to("loop.svg")
    answer = ask("survive", "--plot", "loop.svg")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("incan-odds: --plot: 'loop.svg' cannot be written: ")


def test_a_name_too_long_for_the_system_is_said_to_be(ask):
    name = "n" * 300 + ".svg"
    answer = ask("survive", "--plot", name)
    assert (answer.code, answer.out, len(answer.err.splitlines())) == (2, "", 1)
    assert answer.err.startswith("incan-odds: --plot: 'nnn")


@pytest.mark.parametrize(
    ("name", "value"), [("MPLBACKEND", "nonsense"), ("MPLCONFIGDIR", os.devnull)]
)
def test_what_the_environment_says_of_matplotlib_changes_nothing(tmp_path, name, value):
    path = os.pathsep.join(str(ROOT / part) for part in ("odds", "cli"))
    told = subprocess.run(
        [sys.executable, "-m", "incan_odds_cli", "survive", "--plot", "a.svg", "5"],
        capture_output=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path, name: value},
        text=True,
        timeout=120,
    )
    assert (told.returncode, told.stderr) == (0, "written to a.svg\n")


def test_a_picture_is_written_whole_or_not_at_all(ask, monkeypatch):
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    assert ask("survive", "--plot", "a.svg").code == 0
    before = Path("a.svg").read_bytes()
    monkeypatch.setattr("os.fsync", full)
    answer = ask("survive", "5", "--plot", "a.svg")
    assert answer == Answer(
        2, "", "incan-odds: --plot: 'a.svg' cannot be written: No space left on device\n"
    )
    assert Path("a.svg").read_bytes() == before
    assert [file.name for file in Path.cwd().iterdir()] == ["a.svg"]


def test_an_older_picture_is_replaced(ask):
    Path("a.svg").write_text("an older one", encoding="utf-8")
    assert ask("survive", "--plot", "a.svg").code == 0
    assert Path("a.svg").read_text(encoding="utf-8").startswith("<?xml")


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_a_link_stays_a_link(ask):
    Path("link.svg").symlink_to("a.svg")
    assert ask("survive", "--plot", "link.svg").code == 0
    assert Path("link.svg").is_symlink()
    assert Path("a.svg").is_file()


def test_letters_that_the_font_lacks_have_a_stand_in(ask):
    answer = ask("thresholds", "-p", "जूही,me", "--plot", "a.png")
    assert (answer.code, answer.err) == (0, "written to a.png\n")
    assert Path("a.png").read_bytes().startswith(b"\x89PNG")
