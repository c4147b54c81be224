"""Exact numbers as a person reads them, at the edges."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from incan_odds.rounding import percent
from incan_odds_cli.screen import count, emphasis, exact, one_in, points, probability


@pytest.mark.parametrize(
    ("chance", "shown"),
    [
        ("0", "0 %"),
        ("1", "100 %"),
        ("1/2", "50.0 %"),
        ("4/27", "14.8 %"),
        ("23/27", "85.2 %"),
        ("1/3", "33.3 %"),
        ("2/3", "66.7 %"),
        ("1/1000", "0.1 %"),
        ("999/1000", "99.9 %"),
        ("1/999", "0.1 %"),
        ("998/999", "99.9 %"),
        ("1/2500", "0.040 %"),
        ("2499/2500", "99.960 %"),
        ("1/10000", "0.010 %"),
        ("9999/10000", "99.990 %"),
        ("1/30000", "0.0033 %"),
        ("29999/30000", "99.9967 %"),
        ("1/1000000000", "0.00000010 %"),
        ("999999999/1000000000", "99.99999990 %"),
    ],
)
def test_percent(chance: str, shown: str) -> None:
    assert percent(Fraction(chance)) == shown


@pytest.mark.parametrize(
    ("chance", "shown"),
    [
        ("1/16", "6.3 %"),
        ("3/16", "18.8 %"),
        ("249/2000", "12.5 %"),
        ("2499/20000", "12.5 %"),
        ("2489/20000", "12.4 %"),
        ("15/16", "93.8 %"),
    ],
)
def test_percent_rounds_a_half_up(chance: str, shown: str) -> None:
    assert percent(Fraction(chance)) == shown


@pytest.mark.parametrize("exponent", [1, 2, 3, 4, 7, 20, 40])
def test_percent_is_0_or_100_only_where_the_chance_is(exponent: int) -> None:
    rare = Fraction(1, 3 * 10**exponent)
    assert float(percent(rare).removesuffix(" %")) > 0
    shown = percent(1 - rare).removesuffix(" %")
    assert Fraction(shown) < 100


@pytest.mark.parametrize(
    ("chance", "shown"),
    [
        ("0", "never"),
        ("1", "certain"),
        ("1/2", "1 in 2"),
        ("1/3", "1 in 3"),
        ("1/13", "1 in 13"),
        ("2/13", "about 1 in 7"),
        ("4/27", "about 1 in 7"),
        ("2/5", "2 in 5"),
        ("2/7", "about 1 in 4"),
        ("3/7", "about 1 in 2"),
        ("3/5", "3 in 5"),
        ("2/3", "2 in 3"),
        ("3/4", "3 in 4"),
        ("26/27", "26 in 27"),
        ("7/10", "about 2 in 3"),
        ("25/27", "about 13 in 14"),
        ("999/1000", "999 in 1,000"),
        ("1/1000000", "1 in 1,000,000"),
        ("2/1999999", "about 1 in 1,000,000"),
    ],
)
def test_one_in(chance: str, shown: str) -> None:
    assert one_in(Fraction(chance)) == shown


def test_both_numbers_of_so_many_in_so_many_are_written_alike() -> None:
    assert one_in(Fraction(999_999, 1_000_000)) == "999,999 in 1,000,000"


@pytest.mark.parametrize(
    ("chance", "shown"),
    [
        ("0", "0 = 0 %, never"),
        ("1", "1 = 100 %, certain"),
        ("1/2", "1/2 = 50.0 %, 1 in 2"),
        ("4/27", "4/27 = 14.8 %, about 1 in 7"),
        ("26/27", "26/27 = 96.3 %, 26 in 27"),
        ("1/30000", "1/30000 = 0.0033 %, 1 in 30,000"),
    ],
)
def test_a_probability_is_a_fraction_a_percentage_and_one_in_so_many(
    chance: str, shown: str
) -> None:
    assert probability(Fraction(chance)) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("0", "0"),
        ("16", "16"),
        ("-3", "-3"),
        ("1000000", "1000000"),
        ("48/13", "48/13 = 3.69"),
        ("1/2", "1/2 = 0.50"),
        ("1/3", "1/3 = 0.33"),
        ("2/3", "2/3 = 0.67"),
        ("1/8", "1/8 = 0.13"),
        ("3/8", "3/8 = 0.38"),
        ("1/200", "1/200 = 0.01"),
        ("1/201", "1/201 = 0.00"),
        ("199/100", "199/100 = 1.99"),
        ("399/200", "399/200 = 2.00"),
        ("-7/4", "-7/4 = -1.75"),
        ("-1/8", "-1/8 = -0.13"),
        ("-1/1000", "-1/1000 = 0.00"),
        ("1234567/1000000", "1.23"),
        ("3134144863/200300100", "15.65"),
        ("20839072607/1201800600", "17.34"),
        ("445165512301/24837212400", "17.92"),
    ],
)
def test_points(value: str, shown: str) -> None:
    assert points(Fraction(value)) == shown


@pytest.mark.parametrize(
    ("value", "document"),
    [
        (Fraction(4, 27), {"fraction": "4/27", "float": 4 / 27}),
        (Fraction(1, 3), {"fraction": "1/3", "float": 1 / 3}),
        (Fraction(-7, 4), {"fraction": "-7/4", "float": -1.75}),
        (Fraction(3), {"fraction": "3", "float": 3.0}),
        (Fraction(0), {"fraction": "0", "float": 0.0}),
        (3, {"fraction": "3", "float": 3.0}),
        (0, {"fraction": "0", "float": 0.0}),
        (None, None),
        (
            Fraction(3134144863, 200300100),
            {"fraction": "3134144863/200300100", "float": 15.647245622942775},
        ),
        (Fraction(1, 10**400), {"fraction": f"1/{10**400}", "float": 0.0}),
    ],
)
def test_exact_is_the_fraction_and_the_nearest_float(value: Any, document: Any) -> None:
    assert exact(value) == document
    assert json.loads(json.dumps(exact(value))) == document


@pytest.mark.parametrize("value", [Fraction(3), 3, Fraction(1, 3)])
def test_exact_is_text_and_a_float_even_for_whole_numbers(value: Fraction | int) -> None:
    shown = exact(value)
    assert shown is not None
    assert (type(shown["fraction"]), type(shown["float"])) == (str, float)


@pytest.mark.parametrize(
    ("number", "words", "shown"),
    [
        (0, ("card",), "0 cards"),
        (1, ("card",), "1 card"),
        (2, ("card",), "2 cards"),
        (1, ("mummy", "mummies"), "1 mummy"),
        (2, ("mummy", "mummies"), "2 mummies"),
    ],
)
def test_a_number_agrees_with_its_noun(number: int, words: tuple[str, ...], shown: str) -> None:
    assert count(number, *words) == shown


def test_emphasis_adds_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    assert emphasis("STAY", bold=True) == "\x1b[1mSTAY\x1b[0m"


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_emphasis_adds_nothing_where_colour_is_not_wanted(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv(name, value)
    assert emphasis("STAY", fg="green", bold=True) == "STAY"
