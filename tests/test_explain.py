"""The workings against the answers they explain, against SymPy, SciPy, and what TeX takes."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest

from incan_odds.cards import Hazard
from incan_odds.editions import PRESETS, Edition
from incan_odds.game import Game, begin
from incan_odds.next_card import odds_of_next_card
from incan_odds.players import Players
from incan_odds.record import write
from incan_odds.stopping.analytic import Steps
from incan_odds.stopping.problem import problem_of
from incan_odds.stopping.solver import Optimum, solve
from incan_odds.survival import odds_of_survival, safe_draws
from incan_odds.teaching.expression import (
    Expression,
    Letter,
    Minus,
    Name,
    Number,
    Rounded,
    choose,
    over,
    plus,
    power,
    times,
)
from incan_odds.teaching.formats import Format, written
from incan_odds.teaching.formulas import PLAIN
from incan_odds.teaching.layout import chain, sentence
from incan_odds.teaching.next_card_working import next_card_working
from incan_odds.teaching.notation import escaped, latex, text
from incan_odds.teaching.survival_working import (
    harmless,
    hidden,
    multiplied_out,
    survival_working,
)
from incan_odds.teaching.threshold_working import held, outs, threshold_working
from incan_odds.teaching.value_working import by_cards, value_working
from incan_odds.teaching.working import Equation, Equations, Grid, Side, Tree, Working
from incan_odds_cli.commands.explain import ROUNDING
from tests.conftest import house_rules, some_card, some_leaving
from tests.test_cli_guards import HEAVY, Ask, imported_by

# A fixture is found by its name.
from tests.test_cli_guards import ask as ask

ROOT = Path(__file__).resolve().parents[1]
SCHEMA = json.loads((ROOT / "cli/incan_odds_cli/schema.json").read_text("utf-8"))
OF = ("next", "survive", "threshold", "value")


def games(
    number: int, seed: int, editions: list[Edition], players: int | None = None
) -> Iterator[Game]:
    """Yield random games of these editions in turn, for 1 to 8 players, that are not over."""
    luck = Random(seed)
    made = 0
    while made < number:
        game = begin(editions[made % len(editions)], Players(players or 1 + made // 3 % 8))
        for _ in range(luck.randint(0, 14)):
            if game.over:
                break
            if game.expedition.pending and luck.random() < 0.15:
                game = game.leave(some_leaving(game, luck.randrange(1000)))
            else:
                game = game.turn(some_card(game, luck.randrange(1000)))
        if not game.over:
            made += 1
            yield game


BOXES = list(PRESETS.values())
HOUSES = [house_rules(seed) for seed in range(60)]


def best(game: Game) -> Optimum | None:
    return solve(problem_of(game.expedition)) if game.me_inside else None


def workings(game: Game, symbolic: bool = False) -> Iterator[Working]:
    """Yield every working that there is of a game."""
    optimum = best(game)
    yield next_card_working(game, optimum, symbolic)
    yield survival_working(game, min(5, game.expedition.deck.size), symbolic)
    if optimum is not None:
        yield threshold_working(game, optimum, symbolic)
        yield value_working(game, optimum, symbolic)


def equations(working: Working) -> Iterator[Equation]:
    """Yield every equation of a working, wherever it stands."""
    for block in working.blocks:
        if isinstance(block, Equations):
            yield from block.lines
        elif isinstance(block, Grid):
            cells = (cell for row in (block.head, *block.rows) for cell in row)
            yield from (cell for cell in cells if isinstance(cell, Equation))
        elif isinstance(block, Tree):
            yield from (branch.after for branch in block.branches if branch.after is not None)
        elif not isinstance(block, str):
            parts = getattr(block, "parts", ())
            yield from (part for part in parts if isinstance(part, Equation))


# The next card: the numbers of `next`.


@cache
def records(edition: str, players: int) -> list[str]:
    """Return the records of eight random games at one table."""
    seed = sum(f"{edition}{players}".encode())
    return [write(game) for game in games(8, seed, [PRESETS[edition]], players)]


def answers(ask: Ask, *arguments: str, lines: list[str]) -> list[dict[str, Any]]:
    stdin = "".join(f"{line}\n" for line in lines).encode()
    answer = ask(*arguments, "--json", "-", stdin=stdin)
    assert (answer.code, answer.err) == (0, "")
    return [json.loads(line) for line in answer.out.splitlines()]


def chances_of(document: dict[str, Any]) -> dict[str, list[str]]:
    """Return the exact values of each equation of a document, by what stands left of it."""
    lines: dict[str, list[str]] = {}
    for block in document["blocks"]:
        for line in block.get("lines", ()):
            values = [side["value"] for side in line["sides"]]
            known = [value["fraction"] for value in values if value is not None]
            lines[line["left"]["text"]] = known
    return lines


@pytest.mark.parametrize("players", range(1, 9))
@pytest.mark.parametrize("edition", PRESETS)
def test_every_fraction_of_the_next_card_is_the_one_that_next_prints(
    ask: Ask, edition: str, players: int
) -> None:
    """512 random records: 8 editions, 1 to 8 players, 8 records each."""
    lines = records(edition, players)
    assert len(lines) == 8
    options = ("-e", edition, "-p", str(players))
    printed = answers(ask, "next", *options, lines=lines)
    for explained, answer in zip(
        answers(ask, "explain", *options, lines=lines), printed, strict=True
    ):
        values = chances_of(explained)
        for chance in ("bust", "treasure", "hazard", "artifact"):
            assert set(values[f"P({chance})"]) == {answer[chance]["fraction"]}
        assert set(values["together"]) == {"1"}
        (tree,) = (block for block in explained["blocks"] if block["type"] == "tree")
        by_card: dict[str, Fraction] = {}
        for card in answer["cards"]:
            kind = "bust" if card["deadly"] else card["card"]
            by_card[kind] = by_card.get(kind, Fraction(0)) + Fraction(card["chance"]["fraction"])
        for branch in tree["branches"]:
            chance = Fraction(branch["chance"]["value"]["fraction"])
            name = branch["card"].removeprefix("treasure ")
            if branch["card"].startswith("bust: "):
                assert chance == by_card["bust"]
            elif name in by_card:
                assert chance == by_card[name]
        assert sum(Fraction(b["chance"]["value"]["fraction"]) for b in tree["branches"]) == 1
        check_decision(explained, answer, values)


def check_decision(
    explained: dict[str, Any], answer: dict[str, Any], values: dict[str, list[str]]
) -> None:
    conclusion = explained["blocks"][-1]
    if answer["decision"] is None:
        assert conclusion["verdict"] == "YOU HAVE LEFT"
        assert "expected gain" not in values
        return
    assert conclusion["verdict"] == answer["decision"].upper()
    assert set(values["expected gain"]) == {answer["gain"]["fraction"]}
    said = conclusion["text"].replace(",", " ").replace(".", " ").split()
    assert answer["stay"]["fraction"] in said
    if answer["leave"] is not None:
        assert set(values["B"]) == {answer["leave"]["fraction"]}
    if answer["retire_at"] is not None:
        assert f"Leave from {answer['retire_at']} gems on" in conclusion["text"]
    else:
        assert "Leave from" not in conclusion["text"]


@pytest.mark.parametrize("seed", range(5))
def test_what_each_card_adds_is_what_next_says(seed: int) -> None:
    for game in games(60, seed, HOUSES):
        odds, optimum = odds_of_next_card(game.expedition), best(game)
        working = next_card_working(game, optimum)
        if optimum is None:
            continue
        table = [block for block in working.blocks if isinstance(block, Grid)][1]
        adding = [o for o in odds.outcomes if not isinstance(o.card, Hazard)]
        for row, outcome in zip(table.rows, adding, strict=False):
            numbers = [cell.value for cell in row[1:] if isinstance(cell, Expression)]
            assert numbers[0] == outcome.copies
            assert numbers[-2:] == [outcome.gain, outcome.copies * outcome.gain]
            if game.expedition.inside > 1 and len(numbers) == 5:
                # v = n·share + rest, and share + rest is what it adds.
                assert numbers[1] == int(str(outcome.card))
                assert numbers[2] == outcome.gain
        assert table.rows[-1][-1] == Number(odds.gains)
        decided = optimum.verdict if game.expedition.pending else "stay"
        assert working.conclusion.verdict == decided.upper()


def test_a_table_that_is_worked_out_by_hand(table: Any) -> None:
    """Four players, one left: 3 and a 7 twice make 2 + 1 each; d·B = 4·8 against R = 39."""
    game = table("5 f 11 x sn a", 4)
    working = next_card_working(game, best(game))
    told = [chain(line) for line in working.equations]
    assert "P(bust) = (2 + 2)/25 = 4/25" in told
    assert "expected gain = 39/25" in told
    assert "39 > 4*8" in told
    assert "R = 1*1 + 1*2 + 1*1 + 1*2 + 1*3 + 2*3 + 1*3 + 1*5 + 1*5 + 1*6 + 1*5 = 39" in told
    assert sentence(working.conclusion.parts).startswith("d*B = 4*8 = 32 < 39 = R")


def test_a_fraction_is_shown_before_and_after_it_cancels(table: Any) -> None:
    told = [chain(line) for line in next_card_working(table("5 f 11 sn"), None).equations]
    assert "P(bust) = (2 + 2)/26 = 4/26 = 2/13 (by 2)" in told


# What is written is what it is worth.

CALLED = {"C": lambda n, k: Fraction(comb(int(n), int(k))), "floor": lambda x: Fraction(x // 1)}


def worth(line: str) -> Fraction:
    """Return what an expression of numbers is worth, from its text alone."""
    line = line.replace("^", "**").replace(" mod ", " % ")
    value = eval(re.sub(r"(\d+)", r"F(\1)", line), {"F": Fraction, **CALLED})
    return Fraction(value)


def plain(line: str) -> str:
    """Return an expression in LaTeX as the text form has it."""
    line = line.replace(r"\left", "").replace(r"\right", "").replace(r"\cdot", "*")
    line = line.replace(r"\bmod", "mod").replace("^{", "**{")
    line = re.sub(r"\\l?floor|\\lfloor", "floor(", line).replace(r"\rfloor", ")")
    while "{" in line:
        line, again = re.subn(r"\\frac\{([^{}]*)\}\{([^{}]*)\}", r"((\1)/(\2))", line)
        line, also = re.subn(r"\\binom\{([^{}]*)\}\{([^{}]*)\}", r"C(\1, \2)", line)
        line, more = re.subn(r"\*\*\{([^{}]*)\}", r"**(\1)", line)
        assert again + also + more, line
    return line


def sides_of(working: Working) -> Iterator[Expression]:
    for line in equations(working):
        yield from (side.expression for side in (Side("=", line.left), *line.sides))


@pytest.mark.parametrize("symbolic", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_text_and_latex_are_worth_what_the_expression_is(seed: int, symbolic: bool) -> None:
    checked = 0
    for game in games(24, 100 + seed, BOXES + HOUSES):
        for working in workings(game, symbolic):
            for side in sides_of(working):
                if side.value is not None and not isinstance(side, Rounded):
                    assert worth(text(side)) == side.value
                    assert worth(plain(latex(side))) == side.value
                    checked += 1
    assert checked > 1000


def test_brackets_are_where_they_are_needed() -> None:
    a, b = Number(2), Number(3)
    for expression, line in (
        (times(plus(a, b), plus(a, Minus(b))), "(2 + 3)*(2 - 3)"),
        (plus(a, Minus(plus(a, b))), "2 - (2 + 3)"),
        (over(times(a, b), times(a, b)), "2*3/(2*3)"),
        (power(plus(a, b), 2), "(2 + 3)^2"),
        (times(b, over(2, 13)), "3*(2/13)"),
        (times(a, Number(Fraction(2, 13))), "2*(2/13)"),
        (times(a, Number(-3)), "2*(-3)"),
        (plus(a, Number(-3)), "2 - 3"),
        (times(Number(3), Letter("x")), "3x"),
        (times(Number(3), power(Letter("x"), 2)), "3x^2"),
        (choose(plus(a, b), 2), "C(2 + 3, 2)"),
    ):
        assert text(expression) == line
        if expression.value is not None:
            assert worth(line) == expression.value == worth(plain(latex(expression)))


def test_an_equation_that_does_not_hold_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="4/26 = 2/12 does not hold"):
        Equation(Name("P", "P"), (Side("=", over(4, 26)), Side("=", over(2, 12))))
    with pytest.raises(ValueError, match="3 > 4 does not hold"):
        Equation(Number(3), (Side(">", Number(4)),))


# In letters.


def test_the_formulas_in_letters_are_those_written_by_hand() -> None:
    from incan_odds.teaching.symbolic import derived

    luck, letters = Random(7), derived()
    for _ in range(100):
        numbers = {letter: luck.randint(1, 9) for letter in "dBRWvnsm"} | {
            "U": luck.randint(40, 60),
            "j": luck.randint(0, 30),
        }
        for name, formula in PLAIN._asdict().items():
            if isinstance(formula, Expression):
                assert getattr(letters, name).put(numbers).value == formula.put(numbers).value


def results_of(working: Working) -> dict[Expression, Fraction]:
    """Return what each equation that ends in a number comes to, by what stands left of it."""
    results = {}
    for line in working.equations:
        value = line.sides[-1].expression.value if line.sides else None
        if value is not None and {side.relation for side in line.sides} <= {"=", "~"}:
            results[line.left] = value
    return results


@pytest.mark.parametrize("seed", range(4))
def test_the_working_in_letters_comes_to_the_same_numbers(seed: int) -> None:
    for game in games(25, 200 + seed, BOXES + HOUSES):
        for short, long in zip(workings(game), workings(game, symbolic=True), strict=True):
            assert short.conclusion == long.conclusion
            results, numbers = results_of(long), results_of(short)
            common = results.keys() & numbers.keys()
            assert common
            for left in common:
                assert results[left] == numbers[left]


def test_each_formula_stands_before_its_numbers(table: Any) -> None:
    game = table("5 f 11 x sn a", 4)
    told = [chain(line) for line in next_card_working(game, best(game), symbolic=True).equations]
    for line in (
        "P(bust) = d/U = (2 + 2)/25 = 4/25",
        "share + rest = floor(v/n) + (v mod n) = floor(v/3) + (v mod 3)",
        "expected gain = R/U = 39/25",
        "one more card = (B*(U - d) + R)/U = (8*(25 - 4) + 39)/25 = 207/25",
        "one more card - B = (B*(U - d) + R)/U - B = (R - d*B)/U = (39 - 4*8)/25 = 7/25",
        "R > d*B",
    ):
        assert line in told


# Surviving.


@pytest.mark.parametrize("seed", range(4))
def test_the_generating_function_multiplied_out_gives_survival(seed: int) -> None:
    from incan_odds.teaching.symbolic import coefficient, polynomial

    fresh = [begin(box, Players(1)) for box in BOXES]
    for game in [*(fresh if not seed else ()), *games(40, 300 + seed, BOXES + HOUSES)]:
        now = game.expedition
        unseen = now.deck.size
        found = polynomial(harmless(now), list(hidden(now).values()))
        padded = [*found, *[0] * (unseen + 1 - len(found))]
        assert tuple(padded) == safe_draws(now)
        assert multiplied_out(now, unseen)[-1] == padded
        for row, ways in zip(odds_of_survival(now).rows, padded, strict=True):
            assert row.alive == Fraction(ways, comb(unseen, row.more))
        kinds = sorted(set(hidden(now).values()))
        if len(kinds) == 1:
            numbers = {"a": harmless(now), "c": kinds[0], "m": len(hidden(now))}
            for more in range(min(5, unseen + 1)):
                assert coefficient(more, 1).put(numbers).value == padded[more]


def test_the_chances_of_survival_are_those_of_survive(ask: Ask) -> None:
    lines = ["", "5 f 11 sn", "f m r sn sp", "f f / 5 m", "a 3"]
    printed = answers(ask, "survive", lines=lines)
    explained = answers(ask, "explain", "--of", "survive", "--more", "12", lines=lines)
    for document, answer in zip(explained, printed, strict=True):
        values = chances_of(document)
        for row in answer["rows"][1:13]:
            assert set(values[f"P({row['more']} safe)"]) == {row["alive"]["fraction"]}
            assert set(values[f"P(bust on card {row['more']})"]) == {row["fatal"]["fraction"]}


@pytest.mark.parametrize("edition", PRESETS)
def test_once_every_kind_is_out_survival_is_hypergeometric(edition: str) -> None:
    from scipy import stats

    game = begin(PRESETS[edition], Players(1))
    for kind in PRESETS[edition].hazards:
        game = game.turn(kind.card)
    now = game.expedition
    for row in odds_of_survival(now).rows:
        expected = stats.hypergeom(now.deck.size, now.deadly, row.more).pmf(0)
        assert float(row.alive) == pytest.approx(expected, rel=1e-12, abs=1e-12)
    told = [sentence(getattr(block, "parts", ())) for block in survival_working(game).blocks]
    assert any("hypergeometric" in line for line in told)


# When to retire, and what it is worth.


@pytest.mark.parametrize("seed", range(4))
def test_the_drawn_thresholds_are_those_of_the_optimum(seed: int) -> None:
    drawn = 0
    for game in games(40, 400 + seed, BOXES + HOUSES):
        optimum = best(game)
        if optimum is None or optimum.method != "analytic":
            continue
        states = held(game, optimum)
        here = next(out for out in outs(optimum) if out.deadly == optimum.problem.deadly)
        grids = [b for b in threshold_working(game, optimum).blocks if isinstance(b, Grid)]
        lines, *pictures = grids
        for row, out in zip(lines.rows, outs(optimum), strict=True):
            retire_at = optimum.retire_at(out.drawn)
            assert row[-1] == ("never" if retire_at is None else Number(retire_at))
        # The mark of the gems in hand is the verdict.
        if pictures and len(pictures[0].head) > 1 and pictures[0].head[0] == Letter("d"):
            row = next(r for r in pictures[0].rows if r[0] == Number(here.deadly))
            for head, mark in zip(pictures[0].head, row, strict=True):
                if head == Number(optimum.problem.gems):
                    assert mark == {"stay": ".", "leave": "L", "either": "="}[optimum.verdict]
                    drawn += 1
        assert states[0].everything == optimum.leave + odds_of_next_card(game.expedition).gains
    assert drawn


def test_the_lines_for_each_d_are_those_of_the_rule(table: Any) -> None:
    game = table("5 f 11 sn")
    told = written(threshold_working(game, solve(problem_of(game.expedition))), "terminal")
    assert "     6  3          7B >= 112              16      16         16\n" in told
    assert "     6  .   .   .   .   .   =   L   L\n" in told
    assert told.endswith("RETIRE: from 23 gems on (bag and path), as the table lies now.")


@pytest.mark.parametrize("seed", range(4))
def test_the_sum_card_by_card_is_the_value(seed: int) -> None:
    closed = 0
    for game in games(60, 500 + seed, BOXES + HOUSES):
        optimum = best(game)
        if optimum is None:
            continue
        working = value_working(game, optimum)
        if optimum.method == "dynamic":
            assert "dynamic programme" in written(working, "terminal").replace("\n", " ")
        else:
            closed += 1
            unseen = optimum.problem.unseen
            rows = by_cards(Steps(optimum.problem))
            gains = (row.added / ((unseen - row.cards) * comb(unseen, row.cards)) for row in rows)
            assert optimum.leave + sum(gains) == optimum.stay.points
        value = optimum.value.points
        assert str(value) in sentence(working.conclusion.parts)
    assert closed > 20


def test_a_deck_without_a_formula_says_so(ask: Ask, tmp_path: Path) -> None:
    """The points of the second artifact are the first that count."""
    box = tmp_path / "jump.toml"
    box.write_text(
        'base = "schmidt-2005"\ntreasures = [1]\nexpeditions = 1\n'
        'artifact_entry = "all_at_start"\nartifact_points = [0, 3]\nartifact_index = "claim"\n'
        "[hazards]\nfire = 2\n"
    )
    for of, verdict in (
        ("next", "STAY: one card ahead, d*B = 1*1 = 1 > 0 = R says leave."),
        ("threshold", "NEVER RETIRE: "),
        ("value", "VALUE: 4/3 ~ 1.33 points, by staying; leaving is worth 1."),
    ):
        answer = ask("explain", "-e", str(box), "--of", of, "1", "f")
        assert (answer.code, answer.err) == (0, "")
        told = " ".join(answer.out.split())
        assert "One card ahead is not far enough here" in told
        assert verdict in told


# The formats.


def long_lines(told: str) -> list[str]:
    return [line for line in told.splitlines() if len(line) > 80]


@pytest.mark.parametrize("seed", range(3))
def test_a_terminal_gets_80_columns_of_ascii(seed: int) -> None:
    for game in games(16, 600 + seed, BOXES + HOUSES):
        for symbolic in (False, True):
            for working in workings(game, symbolic):
                told = written(working, "terminal", ROUNDING)
                assert told.isascii()
                assert not long_lines(told)
                assert all(line == line.rstrip() for line in told.splitlines())


def test_whatever_a_hazard_is_called_the_lines_stay_short_and_latex_ascii() -> None:
    from incan_odds.edition_files import edition_from_table

    names = {"Éboulement": 2, "蛇": 3, "trap_door": 4, "q" * 70: 2}
    box = edition_from_table({"base": "schmidt-2005", "hazards": names}, "odd & 100 %")
    game = begin(box, Players(2))
    for working in workings(game):
        assert not long_lines(written(working, "terminal"))
        assert written(working, "latex").isascii()
    assert escaped("Éboulement 蛇 trap_door") == r"\'{E}boulement U+86C7 trap\_door"


@pytest.mark.parametrize("of", OF)
def test_json_keeps_to_the_schema(ask: Ask, of: str) -> None:
    validator = jsonschema.Draft202012Validator({"$ref": "#/$defs/explain", **SCHEMA_PARTS})
    for options in ([], ["--symbolic"], ["-p", "3", "-e", "iello-2016"]):
        answer = ask("explain", "--of", of, "--json", *options, "5", "11", "a")
        assert (answer.code, answer.err) == (0, "")
        document = json.loads(answer.out)
        validator.validate(document)
        assert (document["schema"], document["of"], document["expedition"]) == (1, of, 1)
        assert answer == ask("explain", "--of", of, "--format", "json", *options, "5", "11", "a")


SCHEMA_PARTS = {"$defs": SCHEMA["$defs"]}


def test_an_answer_to_each_line_of_standard_input(ask: Ask) -> None:
    answer = ask("explain", "-", stdin=b"5 f\n\nq\n")
    assert answer.code == 2
    assert [line.split(":")[0] for line in answer.out.splitlines()] == ["STAY", "STAY"]
    assert answer.err.startswith("incan-odds: line 3: ")
    lines = ask("explain", "--json", "-", stdin=b"5 f\n\n").out.splitlines()
    assert [json.loads(line)["line"] for line in lines] == [1, 2]


KINDS: tuple[Format, ...] = ("markdown", "latex")


def test_markdown_has_its_mathematics_between_dollar_signs() -> None:
    for game in games(8, 700, BOXES):
        for working in workings(game, symbolic=True):
            told = written(working, "markdown", ROUNDING)
            assert told.startswith("# ")
            assert told.count("\n$$") % 2 == 0
            for line in told.splitlines():
                assert line.replace(r"\$", "").count("$") % 2 == 0
            rows = [row for row in told.splitlines() if row.startswith("| ")]
            assert all(row.replace(r"\|", "").count("|") >= 3 for row in rows)


def documents() -> Iterator[str]:
    """Yield LaTeX documents of everything that a working can hold."""
    for number, game in enumerate(games(2, 801, [BOXES[5], BOXES[4]])):
        for working in workings(game, symbolic=number % 2 == 0):
            yield written(working, "latex", ROUNDING)


def test_latex_compiles_as_printed(tmp_path: Path) -> None:
    tex = shutil.which("pdflatex") or shutil.which("tectonic")
    if tex is None:
        pytest.skip("neither pdflatex nor tectonic is installed")
    options = [] if tex.endswith("tectonic") else ["-interaction=nonstopmode", "-halt-on-error"]
    for number, document in enumerate(documents()):
        file = tmp_path / f"working{number}.tex"
        file.write_text(document, encoding="utf-8")
        done = subprocess.run(
            [tex, *options, file.name], cwd=tmp_path, capture_output=True, timeout=60, check=False
        )
        assert done.returncode == 0, done.stdout.decode()[-2000:]
        assert file.with_suffix(".pdf").stat().st_size > 1000


KATEX = """
const katex = require('katex');
const text = require('fs').readFileSync(0, 'utf-8');
for (const formula of JSON.parse(text))
    katex.renderToString(formula, {throwOnError: true, strict: 'error', displayMode: true});
"""


def test_the_mathematics_of_markdown_is_read_by_katex() -> None:
    node = shutil.which("node")
    found = node and subprocess.run([node, "-e", "require('katex')"], capture_output=True)
    if not node or not found or found.returncode:
        pytest.skip("node or its package katex is not installed")
    formulas: set[str] = set()
    for game in games(8, 900, BOXES):
        for symbolic in (False, True):
            for working in workings(game, symbolic):
                told = written(working, "markdown", ROUNDING)
                formulas |= set(re.findall(r"\$\$(.*?)\$\$", told, re.DOTALL))
                rest = re.sub(r"\$\$.*?\$\$", "", told, flags=re.DOTALL)
                formulas |= set(re.findall(r"(?<!\\)\$(.*?)(?<!\\)\$", rest))
    assert len(formulas) > 100
    done = subprocess.run(
        [node, "-e", KATEX], input=json.dumps(sorted(formulas)).encode(), capture_output=True
    )
    assert done.returncode == 0, done.stderr.decode()[-2000:]


# Errors.

OVER = "f f / m m / r r / sn sn / sp sp"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([OVER], "the game is over"),
        (["--of", "survive", OVER], "the game is over"),
        (["--of", "threshold", OVER], "the game is over"),
        (["--of", "value", OVER], "the game is over"),
        (["--of", "value", "-p", "3", "5 x:me"], "you have left this expedition"),
        (["--of", "threshold", "-p", "3", "5 x:me"], "you have left this expedition"),
        (["--more", "3", "5"], "--more: goes with --of survive, not with --of next"),
        (["--of", "survive", "--more", "31"], "--more: from 1 to 30 more cards can come, not 31"),
        (["--json", "--format", "latex", "5"], "--json: contradicts --format latex"),
        (
            ["--format", "markdown", "-"],
            "--format: markdown explains one record; give it as arguments",
        ),
    ],
)
def test_what_cannot_be_explained_is_one_line(ask: Ask, arguments: list[str], message: str) -> None:
    answer = ask("explain", *arguments)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == f"incan-odds: {message}\n"


def test_who_has_left_still_sees_the_chances(ask: Ask) -> None:
    answer = ask("explain", "-p", "3", "5", "x:me")
    assert answer.code == 0
    assert "P(bust)     = 0/29 = 0\n" in answer.out
    assert "you hold" not in answer.out
    assert answer.out.endswith("YOU HAVE LEFT: there is nothing left to decide.\n")
    assert ask("explain", "-p", "3", "--of", "survive", "5", "x:me").code == 0


# SymPy stays where it belongs.


@pytest.mark.parametrize(
    "arguments",
    [
        ["next", "5", "f", "11", "sn"],
        ["explain", "5", "f", "11", "sn"],
        *(["explain", "--of", of, "--format", "latex", "5", "f"] for of in OF),
    ],
)
def test_without_letters_nothing_heavy_is_imported(arguments: list[str]) -> None:
    assert not imported_by(*arguments) & HEAVY


def test_with_letters_sympy_is_imported() -> None:
    assert imported_by("explain", "--symbolic", "5", "f") & HEAVY == {"sympy"}


def test_one_module_knows_sympy() -> None:
    knowing = set()
    for file in [*(ROOT / "odds").rglob("*.py"), *(ROOT / "cli").rglob("*.py")]:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [alias.name for alias in getattr(node, "names", ()) if hasattr(alias, "name")]
            module = getattr(node, "module", None)
            if any(str(name).split(".")[0] == "sympy" for name in [*names, module]):
                knowing.add(file.name)
    assert knowing == {"symbolic.py"}
