"""`incan-odds next` as its users meet it: arguments and streams in, text and exit code out."""

from __future__ import annotations

import errno
import io
import json
import locale
import os
import re
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import click
import pytest

from incan_odds_cli.main import run
from tests.program import Answer, answer_of, assert_refused

ROOT = Path(__file__).resolve().parents[1]
TABLE = "-p 4 5 f 11 x sn a"
"""Four at the table, one has left."""

OVER = "f f / m m / r r / sn sn / sp sp"
"""A whole game of an edition with the classic hazards, in which nobody brings anything home."""

DECISIONS = ("STAY", "LEAVE", "EITHER", "MIXED", "YOU HAVE LEFT", "GAME OVER")

posix = pytest.mark.skipif(os.name != "posix", reason="a POSIX terminal, signal or device")


Ask = Callable[..., Answer]


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Return a function that runs the program in this process.

    The first text is split into arguments, each further one is an argument as it stands.
    """

    def program(line: str, *more: str, stdin: bytes = b"") -> Answer:
        return answer_of(monkeypatch, [*line.split(), *more], stdin)

    return program


@pytest.fixture
def ask_next(ask: Ask) -> Callable[..., dict[str, Any]]:
    """Return a function that gives the JSON of `next`, which must be all that is said."""

    def document(line: str = "", *more: str) -> dict[str, Any]:
        answer = ask(f"next --json {line}", *more)
        assert (answer.code, answer.err) == (0, "")
        return answer.document

    return document


Next = Callable[..., dict[str, Any]]


def environment(**changes: str) -> dict[str, str]:
    """Return the environment of a separate process, without anybody's settings."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("INCAN_ODDS_") and name not in ("NO_COLOR", "FORCE_COLOR")
    }
    path = os.pathsep.join(str(ROOT / folder) for folder in ("odds", "cli"))
    return kept | {"PYTHONPATH": path, "PYTHONUTF8": "1", "TERM": "xterm-256color"} | changes


def program(*arguments: str | bytes, stdin: bytes = b"", **changes: str) -> Answer:
    """Run the program in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "incan_odds_cli", *arguments],
        input=stdin,
        capture_output=True,
        env=environment(**changes),
        timeout=60,
        check=False,
    )
    out, err = (text.decode("utf-8").replace("\r\n", "\n") for text in (done.stdout, done.stderr))
    return Answer(done.returncode, out, err)


def number(value: dict[str, Any]) -> Fraction:
    """Return an exact number of a JSON document, whose two forms must agree."""
    assert set(value) == {"fraction", "float"}
    assert (type(value["fraction"]), type(value["float"])) == (str, float)
    exact = Fraction(value["fraction"])
    assert value["fraction"] == str(exact)
    assert value["float"] == float(exact)
    return exact


def chances(document: dict[str, Any]) -> list[str]:
    return [document[kind]["fraction"] for kind in ("bust", "treasure", "hazard", "artifact")]


# JSON: keys, types, and what must add up.

COUNTS = {"schema", "expedition", "inside", "unseen", "bag", "path", "artifacts_on_path"}
CHANCES = {"bust", "treasure", "hazard", "artifact"}
STATES = [
    "",
    "5",
    "5 f 11 sn",
    "f m r sn sp 15 14",
    "f f",
    "f f / 5 m a",
    "-p 4 5 f 11 x sn a",
    "-p 4 7 x2",
    "-p 4 7 x3 11",
    "-p 8 5 7 11 a f",
    "-p 2 7 x:me",
    "-p 3 7 x:me f 5 x",
    "-p ann,bob,me 7 x:ann 11 mummy",
    "-e gryphon-2009 f 5 f / 7 m 3",
    "-e bga-modern f f / a7 5",
    "-e eagle-2020 -p 5 m m / 17 a5 a7",
    "-e iello-2016 a a l 17",
    "-e schmidt-2005 -p 3 sc g 17",
    "-e ludoclub 6 8 10 12 f",
    "-e bga-classic -p 2 a m m / 15",
    "--gone fire --claimed 1 5",
]


@pytest.mark.parametrize("state", STATES)
def test_the_keys_of_the_document_and_their_types(ask_next: Next, state: str) -> None:
    document = ask_next(state)
    assert document["schema"] == 1
    assert document["over"] is False
    for key in COUNTS:
        assert type(document[key]) is int, key
    for key in CHANCES:
        number(document[key])
    assert type(document["edition"]) is str
    assert type(document["pending"]) is bool
    assert document["me"] in ("in", "out")
    assert document["decision"] in ("stay", "leave", "either", None)
    assert type(document["retire_at"]) in (int, type(None))
    assert document["rivals"] in ("stay", None)
    for key in ("gain", "leave"):
        assert document[key] is None or number(document[key]) >= 0
    for card in document["cards"]:
        assert {"card", "count", "deadly", "chance", "gain"} <= set(card)
        assert (type(card["card"]), type(card["count"])) == (str, int)
        assert type(card["deadly"]) is bool


@pytest.mark.parametrize("state", STATES)
def test_the_four_chances_sum_to_1_and_the_cards_to_the_deck(ask_next: Next, state: str) -> None:
    document = ask_next(state)
    cards = document["cards"]
    assert sum(number(document[key]) for key in CHANCES) == 1
    assert sum(card["count"] for card in cards) == document["unseen"]
    assert sum(number(card["chance"]) for card in cards) == 1
    deadly = sum(number(card["chance"]) for card in cards if card["deadly"])
    assert deadly == number(document["bust"])
    for card in cards:
        assert number(card["chance"]) == Fraction(card["count"], document["unseen"])
    assert len({card["card"] for card in cards}) == len(cards)


@pytest.mark.parametrize("state", STATES)
def test_the_gain_is_the_sum_of_chance_times_gain(ask_next: Next, state: str) -> None:
    document = ask_next(state)
    if document["me"] == "out":
        assert document["gain"] is None
        return
    cards = document["cards"]
    expected = sum(number(card["chance"]) * number(card["gain"]) for card in cards)
    assert expected == number(document["gain"])
    assert all(number(card["gain"]) == 0 for card in cards if card["deadly"])


@pytest.mark.parametrize("state", STATES)
def test_leave_and_retire_at_are_null_where_nothing_is_to_be_decided(
    ask_next: Next, state: str
) -> None:
    document = ask_next(state)
    if document["me"] == "out":
        for key in ("gain", "leave", "retire_at", "decision"):
            assert document[key] is None, key
    elif document["pending"]:
        assert document["leave"] is not None
        assert document["decision"] is not None
    else:
        assert (document["leave"], document["retire_at"]) == (None, None)
        assert document["decision"] == "stay"


def test_the_first_deck(ask_next: Next) -> None:
    document = ask_next()
    assert (document["edition"], document["expedition"]) == ("bga", 1)
    assert (document["unseen"], document["hazards_at_start"]) == (30, 15)
    assert chances(document) == ["0", "7/15", "1/2", "1/30"]
    assert document["gain"]["fraction"] == "56/15"
    assert (document["bag"], document["path"], document["artifacts_on_path"]) == (0, 0, 0)
    assert (document["pending"], document["leave"], document["retire_at"]) == (False, None, None)
    assert (document["decision"], document["me"]) == ("stay", "in")


def test_two_hazards_out_and_sixteen_gems_in_the_bag(ask_next: Next) -> None:
    # 26 unseen, 4 deadly; 107 - 16 gems and an artifact of 5 are to come: 96.
    document = ask_next("5", "f", "11", "sn")
    assert chances(document) == ["2/13", "6/13", "9/26", "1/26"]
    assert document["gain"] == {"fraction": "48/13", "float": 48 / 13}
    assert document["leave"] == {"fraction": "16", "float": 16.0}
    # 4 B >= 112 - B from 22.4 gems on.
    assert (document["retire_at"], document["decision"], document["pending"]) == (23, "stay", True)
    assert [card["card"] for card in document["cards"] if card["deadly"]] == ["f", "sn"]


def test_four_at_the_table_after_one_has_left(ask_next: Next) -> None:
    # 5 and 11 gave 1 + 2 each and left 1 + 3; the rival took the 4. Three are inside.
    document = ask_next(TABLE)
    assert (document["inside"], document["bag"], document["path"]) == (3, 3, 0)
    assert (document["unseen"], document["artifacts_on_path"]) == (25, 1)
    assert chances(document) == ["4/25", "12/25", "9/25", "0"]
    gains = {card["card"]: card["gain"]["fraction"] for card in document["cards"]}
    assert gains == {
        "1": "1", "2": "2", "3": "1", "4": "2", "5": "3", "7": "3", "9": "3", "11": "5",
        "13": "5", "14": "6", "15": "5", "f": "0", "m": "0", "r": "0", "sn": "0", "sp": "0",
    }  # fmt: skip
    assert document["gain"]["fraction"] == "39/25"
    assert document["leave"]["fraction"] == "8"
    assert (document["retire_at"], document["decision"]) == (5, "stay")


def test_the_threshold_of_a_fresh_deck_with_six_deadly_cards_is_16_and_a_tie_counts(
    ask_next: Next,
) -> None:
    assert ask_next("f", "m", "r")["retire_at"] == 16
    tie = ask_next("f", "m", "r", "5", "11")
    assert (tie["retire_at"], tie["decision"], tie["leave"]["fraction"]) == (16, "either", "16")
    assert ask_next("f", "m", "r", "4", "11")["decision"] == "stay"
    assert ask_next("f", "m", "r", "13", "4")["decision"] == "leave"


@pytest.mark.parametrize(
    ("hazards", "retire_at"),
    [("f", 38), ("f m", 23), ("f m r", 16), ("f m r sn", 13), ("f m r sn sp", 11)],
)
def test_the_published_thresholds_of_a_fresh_deck(
    ask_next: Next, hazards: str, retire_at: int
) -> None:
    assert ask_next(hazards)["retire_at"] == retire_at


def test_there_is_no_threshold_while_no_deadly_card_is_unseen(ask_next: Next) -> None:
    assert ask_next("15")["retire_at"] is None
    # Of the three snakes two are gone: the last can hurt nobody.
    document = ask_next("sn sn / sn sn / sn 15")
    assert (document["retire_at"], document["decision"]) == (None, "stay")
    assert document["bust"]["fraction"] == "0"


@pytest.mark.parametrize(
    ("arguments", "stay"),
    [
        # Solo, one expedition from its start: the published values.
        ("", "3134144863/200300100"),
        ("-e gryphon-2009", "445165512301/24837212400"),
        ("-e schmidt-2005", "20839072607/1201800600"),
        # U = 23, d = 10, B = 29, R = 83: one more card, then leave: (29 · 13 + 83) / 23.
        ("f m r sn sp 15 14", "20"),
        # A tie: to stay for one card and to leave now are worth the same.
        ("f m r 5 11", "16"),
    ],
)
def test_stay_is_the_next_card_and_then_best_play(
    ask_next: Next, arguments: str, stay: str
) -> None:
    assert number(ask_next(arguments)["stay"]) == Fraction(stay)


@pytest.mark.parametrize("state", STATES)
def test_the_decision_is_the_better_of_stay_and_leave(ask_next: Next, state: str) -> None:
    document = ask_next(state)
    if document["me"] == "out":
        assert document["stay"] is None
        return
    stay = number(document["stay"])
    if not document["pending"]:
        assert stay >= document["bag"] * (1 - number(document["bust"]))
        return
    leave = number(document["leave"])
    better = "stay" if stay > leave else "leave" if stay < leave else "either"
    assert document["decision"] == better


def test_before_the_first_card_nobody_decides(ask: Ask) -> None:
    answer = ask("next")
    assert answer.code == 0
    assert answer.out.splitlines()[-1].startswith("STAY")


def test_after_a_leaving_no_decision_is_pending(ask_next: Next) -> None:
    document = ask_next("-p", "4", "7", "x2")
    assert (document["inside"], document["bag"], document["path"]) == (2, 1, 1)
    assert (document["pending"], document["leave"], document["retire_at"]) == (False, None, None)
    assert (document["decision"], document["me"]) == ("stay", "in")
    assert document["gain"] is not None
    assert ask_next("-p", "4", "7", "x2", "9")["pending"] is True


def test_after_you_have_left_the_odds_are_those_of_whoever_is_inside(ask_next: Next) -> None:
    document = ask_next("-p 3 7 x:me 11 f")
    assert document["me"] == "out"
    assert (document["inside"], document["bag"], document["pending"]) == (2, 7, True)
    assert chances(document) == ["2/27", "4/9", "4/9", "1/27"]
    for key in ("gain", "leave", "retire_at", "decision"):
        assert document[key] is None, key


def test_after_you_have_left_and_a_rival_too_nothing_is_pending(ask_next: Next) -> None:
    document = ask_next("-p 3 7 x:me 11 x")
    assert (document["me"], document["pending"], document["inside"]) == ("out", False, 1)


@pytest.mark.parametrize("record", ["f 5 f", "f 5 f /", "15 x", "15 x /"])
def test_between_expeditions_the_new_deck_is_shown(ask_next: Next, record: str) -> None:
    document = ask_next(record)
    bust = record.startswith("f")
    assert (document["expedition"], document["inside"], document["pending"]) == (2, 1, False)
    assert (document["bag"], document["path"], document["artifacts_on_path"]) == (0, 0, 0)
    assert document["unseen"] == (29 if bust else 30)
    assert document["bust"]["fraction"] == "0"
    assert (document["leave"], document["retire_at"], document["decision"]) == (None, None, "stay")
    assert document["gone"] == (["fire"] if bust else [])


def test_you_are_inside_again_in_the_next_expedition(ask_next: Next) -> None:
    document = ask_next("-p 2 7 x:me f f / 9")
    assert (document["me"], document["expedition"], document["inside"]) == ("in", 2, 2)


# The notation at the command line.


@pytest.mark.parametrize(
    "record",
    [
        "5 Feuer 11 x Schlangen Artefakt",
        "5 feu 11 x serpents relique",
        "5 fuoco 11 x serpenti artefatto",
        "5 fogo 11 x cobras artefato",
        "5,FIRE,11,X1,Snake,A",
        "５ f １１ x sn artéfact",
    ],
)
def test_the_same_record_in_other_languages_gives_the_same_document(ask: Ask, record: str) -> None:
    english = ask(f"next --json {TABLE}")
    assert english.code == 0
    assert ask(f"next --json -p 4 {record}") == english


def test_several_arguments_are_one_record(ask: Ask) -> None:
    assert ask("next", "5 f", "11,sn") == ask("next", "5", "f", "11", "sn")
    assert ask("next", "5 f 11 sn\n") == ask("next", "5", "f", "11", "sn")


def test_options_may_stand_after_the_record(ask: Ask) -> None:
    assert ask("next", "5", "f", "--json", "-p", "3") == ask("next", "-p", "3", "--json", "5", "f")


def test_a_hazard_that_a_bust_removed_is_gone_from_the_odds_and_on_the_screen(
    ask: Ask, ask_next: Next
) -> None:
    arguments = "-e gryphon-2009 f 5 f / 7 m 3"
    document = ask_next(arguments)
    assert document["gone"] == ["fire"]
    assert (document["hazards_at_start"], document["hazards_unseen"]) == (14, 13)
    assert {card["card"]: card["count"] for card in document["cards"]}["f"] == 2
    # 15 treasures, 14 hazards, the hidden artifact and this expedition's own; three cards are out.
    assert document["unseen"] == 28
    assert chances(document) == ["1/14", "13/28", "11/28", "1/14"]
    lines = ask(f"next {arguments}").out.splitlines()
    (gone,) = [line for line in lines if "gone from the game" in line]
    assert gone.endswith("gone from the game: fire")
    assert "13 of 14 hazards" in gone


@pytest.mark.parametrize(
    ("record", "words"),
    [
        ("s", ("token 1 's'", "snakes or spiders? type sn or sp")),
        ("5 f q", ("token 3 'q'", "'q' is no card")),
        ("5 5 5", ("token 3 '5'", "a third 5: this deck has two")),
        ("x", ("token 1 'x'", "before the first card")),
        ("5 /", ("token 2 '/'",)),
        (OVER + " 5", ("token 15 '5'", "the game is over")),
    ],
)
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_wrong_record_is_answered_in_one_line_with_token_and_place(
    ask: Ask, record: str, words: tuple[str, ...], form: list[str]
) -> None:
    assert_refused(ask("next", *form, *record.split()), *words)


def test_the_examples_of_the_help_text_are_answered(ask: Ask) -> None:
    lines = [line.strip() for line in ask("next", "--help").out.splitlines()]
    examples = [line for line in lines if line.startswith("incan-odds next ")]
    assert len(examples) >= 4
    for example in examples:
        arguments = example.partition("<")[0].split()[1:]
        answer = ask(*arguments, stdin=b"5 f 11\n\n")
        assert (answer.code, answer.err) == (0, ""), example


# The end of the game. Every score is added up by hand from the splits in the comments.


def test_over_the_document_has_scores_and_no_chances(ask_next: Next) -> None:
    document = ask_next(OVER)
    assert document["over"] is True
    assert document["scores"] == {"me": 0, "others": 0}
    assert document["artifacts"] == {"me": 0, "others": 0}
    assert document["winner"] == ["me"]
    assert not {"bust", "treasure", "hazard", "artifact", "cards", "decision"} & set(document)


GAMES = {
    # E1 7 = 2 each + 1; ann leaves alone: 2 + 1 + artifact 1 (5). 11 among two = 5 each + 1, which
    #    two leavers cannot share: 7 each. E2 bust; its artifact is lost, and a mummy.
    # E3 15 = 5 each; me: 5 + artifact. 4 = 2 each; bob 7; 13; ann 5 + 2 + 13 = 20.
    # E4 11 = 3 each + 2; ann and bob 3 + 1 each; me 3 + 14 = 17 + artifact.
    # E5 5 = 1 each + 2; bob 1 + 2 + artifact; 9 and two spiders: bust.
    # Brought home: ann (5), me (5), me (5), bob (10).
    "bga": (
        "7 a f x:ann 11 x:bob+me / a m m / 15 a x:me 4 x:bob 13 x:ann"
        " / 11 x:ann+bob a 14 x:me / 5 a x:bob 9 sp sp",
        "7 a f x 11 x2 / a m m / 15 a x:me 4 x 13 x / 11 x2 a 14 x / 5 a x 9 sp sp",
        {"ann": 8 + 20 + 4, "bob": 7 + 7 + 4 + 13, "me": 7 + 10 + 22},
        {"ann": 1, "bob": 1, "me": 2},
        ["me"],
        # One rival may have brought home 8 + 20 + 4 + 13 = 45.
        None,
    ),
    # The same game; the lost artifact counts: ann 1st (5), lost 2nd, me 3rd (5) and 4th (10).
    "bga-classic": (
        "7 a f x:ann 11 x:bob+me / a m m / 15 a x:me 4 x:bob 13 x:ann"
        " / 11 x:ann+bob a 14 x:me / 5 a x:bob 9 sp sp",
        "7 a f x 11 x2 / a m m / 15 a x:me 4 x 13 x / 11 x2 a 14 x / 5 a x 9 sp sp",
        {"ann": 8 + 20 + 4, "bob": 7 + 7 + 4 + 13, "me": 7 + 10 + 27},
        {"ann": 1, "bob": 1, "me": 2},
        ["me"],
        None,
    ),
    # The same game with printed points: ann 5, lost 7, me 8 and 10, bob 12.
    "bga-modern": (
        "7 a f x:ann 11 x:bob+me / a7 m m / 15 a8 x:me 4 x:bob 13 x:ann"
        " / 11 x:ann+bob a 14 x:me / 5 a12 x:bob 9 sp sp",
        "7 a5 f x 11 x2 / a m m / 15 a x:me 4 x 13 x / 11 x2 a10 14 x / 5 a x 9 sp sp",
        {"ann": 8 + 20 + 4, "bob": 7 + 7 + 4 + 15, "me": 7 + 13 + 27},
        {"ann": 1, "bob": 1, "me": 2},
        ["me"],
        None,
    ),
    # E2 hides its artifact, which stays: E3 turns two, and me takes both (2nd and 3rd: 5 + 5).
    # E4 me takes the 4th (10): 17 + 10. E5 17 = 5 each + 2; bob 7 + the 5th (10).
    "gryphon-2009": (
        "7 a f x:ann 11 x:bob+me / m m / 15 a a x:me 4 x:bob 13 x:ann"
        " / 11 x:ann+bob a 14 x:me / 5 a x:bob 9 sp sp",
        "7 a f x 11 x2 / m m / 15 a a x:me 4 x 13 x / 11 x2 a 14 x / 5 a x 9 sp sp",
        {"ann": 8 + 20 + 4, "bob": 7 + 7 + 4 + 13, "me": 7 + 15 + 27},
        {"ann": 1, "bob": 1, "me": 3},
        ["me"],
        # No rival can have more than 45.
        ["me"],
    ),
    # Printed and staying: E3 turns 7 and 8. E5 17 = 5 each + 2; bob 7 + 12.
    "eagle-2020": (
        "7 a f x:ann 11 x:bob+me / m m / 15 a7 a x:me 4 x:bob 13 x:ann"
        " / 11 x:ann+bob a 14 x:me / 17 a x:bob 9 sp sp",
        "7 a f x 11 x2 / m m / 15 a8 a x:me 4 x 13 x / 11 x2 a 14 x / 17 a x 9 sp sp",
        {"ann": 8 + 20 + 4, "bob": 7 + 7 + 4 + 19, "me": 7 + 20 + 27},
        {"ann": 1, "bob": 1, "me": 3},
        ["me"],
        # No rival can have more than 8 + 20 + 4 + 19 = 51.
        ["me"],
    ),
    # All five in the first deck. E1 ann takes two (5 + 5): 13; the third is lost, for two leave
    # together. E3 me the third brought home (5), E4 the fourth (10). E5 17 = 5 each + 2; bob 7.
    "iello-2016": (
        "7 a a lava x:ann 11 a x:bob+me / b b / 15 a x:me 4 x:bob 13 x:ann"
        " / 11 x:ann+bob a 14 x:me / 17 x:bob 9 ram ram",
        "7 a a l x 11 a x2 / b b / 15 a x:me 4 x 13 x / 11 x2 a 14 x / 17 x 9 ra ra",
        {"ann": 13 + 20 + 4, "bob": 7 + 7 + 4 + 7, "me": 7 + 10 + 27},
        {"ann": 2, "bob": 0, "me": 2},
        ["me"],
        # One rival may have brought home 13 + 20 + 4 + 7 = 44 as well, and would share.
        None,
    ),
    # No artifacts. E5 2 = none each + 2; ann 2, and ties with me at 29.
    "schmidt-2005": (
        "7 sn x:ann 11 x:bob+me / g g / 15 x:me 4 x:bob 13 x:ann"
        " / 11 x:ann+bob 14 x:me / 2 x:ann 9 e e",
        "7 sn x 11 x2 / g g / 15 x:me 4 x 13 x / 11 x2 14 x / 2 x 9 e e",
        {"ann": 3 + 20 + 4 + 2, "bob": 7 + 7 + 4, "me": 7 + 5 + 17},
        {"ann": 0, "bob": 0, "me": 0},
        ["ann", "me"],
        None,
    ),
    # 1 to 15. E1 8 = 2 each + 2; ann 4 + 5; 10 = 5 each: 7. E3 12 = 4 each; me 4 + 5 + 5; 6 = 3
    # each; bob 7; ann 20. E4 as above; me 17 + 10. E5 5 = 1 each + 2; bob 3 + 10.
    "ludoclub": (
        "8 a f x:ann 10 x:bob+me / m m / 12 a a x:me 6 x:bob 13 x:ann"
        " / 11 x:ann+bob a 14 x:me / 5 a x:bob 9 sp sp",
        "8 a f x 10 x2 / m m / 12 a a x:me 6 x 13 x / 11 x2 a 14 x / 5 a x 9 sp sp",
        {"ann": 9 + 20 + 4, "bob": 7 + 7 + 4 + 13, "me": 7 + 14 + 27},
        {"ann": 1, "bob": 1, "me": 3},
        ["me"],
        # No rival can have more than 9 + 20 + 4 + 13 = 46.
        ["me"],
    ),
}


@pytest.mark.parametrize("edition", GAMES)
def test_the_scores_of_a_whole_game_with_names(ask: Ask, ask_next: Next, edition: str) -> None:
    record, _, scores, artifacts, winner, _ = GAMES[edition]
    arguments = f"-e {edition} -p ann,bob,me {record}"
    document = ask_next(arguments)
    assert document["over"] is True
    assert document["scores"] == scores
    assert document["artifacts"] == artifacts
    assert document["winner"] == winner
    lines = ask(f"next {arguments}").out.splitlines()
    for name in ("ann", "bob"):
        assert any(f"{name} {scores[name]} points" in line for line in lines)
        assert (name in lines[-1]) == (name in winner)
    assert lines[-1].startswith("GAME OVER")


@pytest.mark.parametrize("edition", GAMES)
def test_the_scores_of_the_same_game_without_names(ask_next: Next, edition: str) -> None:
    _, record, scores, artifacts, _, winner = GAMES[edition]
    document = ask_next(f"-e {edition} -p 3 {record}")
    assert document["over"] is True
    assert document["scores"] == {"me": scores["me"], "others": scores["ann"] + scores["bob"]}
    assert document["artifacts"] == {
        "me": artifacts["me"],
        "others": artifacts["ann"] + artifacts["bob"],
    }
    assert document["winner"] == winner


@pytest.mark.parametrize("edition", GAMES)
def test_a_game_without_its_last_card_is_not_over(ask_next: Next, edition: str) -> None:
    record = GAMES[edition][0].split()[:-1]
    document = ask_next(f"-e {edition} -p ann,bob,me", *record)
    assert (document["over"], document["expedition"]) == (False, 5)


@pytest.mark.parametrize(
    ("edition", "rest", "winner"),
    [
        ("bga", "f f / m m / r r / sn sn", ["ann"]),
        ("gryphon-2009", "f f / m m / r r / sn sn", ["ann"]),
        ("iello-2016", "l l / b b / ra ra / sn sn", ["ann", "bob"]),
    ],
)
def test_equal_points_are_settled_by_the_rule_of_the_edition(
    ask_next: Next, edition: str, rest: str, winner: list[str]
) -> None:
    # 4 = 2 each; ann 2 + artifact 5; 5; bob 7.
    document = ask_next(f"-e {edition} -p ann,bob 4 a x:ann 5 x:bob / {rest}")
    assert document["scores"] == {"ann": 7, "bob": 7}
    assert document["artifacts"] == {"ann": 1, "bob": 0}
    assert document["winner"] == winner


def test_an_only_rival_without_a_name_is_known_to_win(ask_next: Next) -> None:
    document = ask_next("-p 2 4 x:me 5 x / f f / m m / r r / sn sn")
    assert document["scores"] == {"me": 2, "others": 7}
    assert document["winner"] == ["others"]


def test_the_winner_is_known_where_no_rival_can_have_both_your_points_and_your_artifacts(
    ask_next: Next,
) -> None:
    # E1 5 = 1 each + 2; me 3 + artifact 5 = 8; 14 = 7 each, and the two leave with 8 each.
    # Each rival has 8 points as you have, and no artifact, which settles it.
    document = ask_next("-p 3 5 a x:me 14 x2 / f f / m m / r r / sn sn")
    assert document["scores"] == {"me": 8, "others": 16}
    assert document["artifacts"] == {"me": 1, "others": 0}
    assert document["winner"] == ["me"]


def test_a_game_joined_late_has_no_known_winner(ask: Ask, ask_next: Next) -> None:
    arguments = "--expedition 5 -p ann,bob 7 x2"
    document = ask_next(arguments)
    assert (document["over"], document["expedition"]) == (True, 5)
    assert document["scores"] == {"ann": 3, "bob": 3}
    assert document["winner"] is None
    assert ask(f"next {arguments}").out.splitlines()[-1].startswith("GAME OVER")


def test_solo_the_whole_game_is_the_sum_of_what_was_brought_home(ask_next: Next) -> None:
    # Artifacts brought home: 5, 5, 5, 10 (the second expedition's is lost).
    record = "15 a x / a f f / 7 7 a x / 14 a 2 x / 1 m a x"
    document = ask_next(record)
    assert document["scores"] == {"me": 20 + 19 + 21 + 11, "others": 0}
    assert document["artifacts"] == {"me": 4, "others": 0}
    assert document["winner"] == ["me"]


@pytest.mark.parametrize("name", ["ann", "others"])
def test_the_standings_name_a_single_player_whatever_the_name(ask: Ask, name: str) -> None:
    answer = ask(f"next -p {name} 5 x / f f / m m / r r / sn sn")
    assert answer.code == 0
    assert f"{name} 5 points" in answer.out


# Joining late.


def test_gone_hazards_say_which_expedition_it_is(ask_next: Next) -> None:
    document = ask_next("--gone", "fire")
    assert (document["expedition"], document["gone"]) == (2, ["fire"])
    assert (document["hazards_at_start"], document["unseen"]) == (14, 29)
    document = ask_next("--gone", "fire", "--gone", "Feuer", "--gone", "ara")
    assert (document["expedition"], document["gone"]) == (4, ["fire", "fire", "spiders"])
    assert (document["hazards_at_start"], document["unseen"]) == (12, 27)


def test_the_expedition_may_be_stated(ask_next: Next) -> None:
    document = ask_next("--expedition", "4", "--gone", "sn", "5")
    assert (document["expedition"], document["hazards_at_start"]) == (4, 14)


def test_a_late_record_is_the_whole_record_from_there_on(ask_next: Next) -> None:
    whole = ask_next("-e gryphon-2009 f 5 f / 7 m 3")
    late = ask_next("-e gryphon-2009 --gone fire --artifacts 2 7 m 3")
    assert late == whole


def test_what_has_been_claimed_says_what_the_next_artifact_is_worth(ask_next: Next) -> None:
    assert ask_next("--expedition 3 --claimed 2 a")["leave"]["fraction"] == "5"
    assert ask_next("--expedition 4 --claimed 3 a")["leave"]["fraction"] == "10"


@pytest.mark.parametrize(
    ("arguments", "artifacts", "unseen"),
    [
        ("-e bga --expedition 3", {"a": 1}, 30),
        ("-e bga --expedition 3 --artifacts 1", {"a": 1}, 30),
        ("-e gryphon-2009 --expedition 3", {"a": 1}, 31),
        ("-e gryphon-2009 --expedition 3 --artifacts 3", {"a": 3}, 33),
        ("-e eagle-2020 --expedition 3", {"a8": 1}, 31),
        ("-e eagle-2020 --expedition 3 --artifacts 7,8", {"a7": 1, "a8": 1}, 32),
        ("-e bga-modern --expedition 2 --artifacts 7", {"a7": 1}, 30),
        ("-e iello-2016 --expedition 3", {"a": 5}, 35),
        ("-e iello-2016 --expedition 3 --claimed 2", {"a": 3}, 33),
        ("-e iello-2016 --expedition 3 --artifacts 0", {}, 30),
        ("-e schmidt-2005 --expedition 3", {}, 30),
        ("-e schmidt-2005 --expedition 3 --artifacts 0", {}, 30),
    ],
)
def test_the_artifacts_of_the_deck_as_an_expedition_starts(
    ask_next: Next, arguments: str, artifacts: dict[str, int], unseen: int
) -> None:
    document = ask_next(arguments)
    cards = {card["card"]: card["count"] for card in document["cards"]}
    assert {token: n for token, n in cards.items() if token.startswith("a")} == artifacts
    assert document["unseen"] == unseen


def test_a_table_whose_leavings_nobody_remembers_may_be_stated(ask_next: Next) -> None:
    document = ask_next("-p 4 --inside 2 --bag 4 --path 1 a 5 f 11")
    assert (document["inside"], document["bag"], document["path"]) == (2, 4, 1)
    assert (document["artifacts_on_path"], document["pending"]) == (1, True)
    assert document["leave"]["fraction"] == "10"
    assert document["unseen"] == 26


def test_what_is_not_stated_of_the_table_stays_as_the_record_says(ask_next: Next) -> None:
    document = ask_next("-p 4 --inside 2 7 11")
    assert (document["inside"], document["bag"], document["path"]) == (2, 3, 6)
    document = ask_next("-p 4 --path 0 7 11")
    assert (document["inside"], document["bag"], document["path"]) == (4, 3, 0)


def test_the_stated_table_is_that_of_every_line_of_standard_input(ask: Ask) -> None:
    answer = ask("next", "--json", "-p", "4", "--inside", "2", "-", stdin=b"7 11\n\n9 f\n")
    documents = [json.loads(line) for line in answer.out.splitlines()]
    assert [(document["line"], document["inside"]) for document in documents] == [(1, 2), (3, 2)]
    assert answer.err.startswith("incan-odds: line 2: --inside: ")
    assert answer.code == 2


@pytest.mark.parametrize(
    ("option", "arguments"),
    [
        ("--expedition", "--expedition 0"),
        ("--expedition", "--expedition 6"),
        ("--expedition", "--expedition -1"),
        ("--expedition", "--expedition 99999999999999999999999"),
        ("--expedition", "--gone f --gone f --gone m --gone m --gone r"),
        ("--gone", "--gone q"),
        ("--gone", "--gone s"),
        ("--gone", "--gone a"),
        ("--gone", "--gone 5"),
        ("--gone", "--gone lava"),
        ("--gone", "--gone f --gone f --gone f"),
        ("--gone", "--gone fire --expedition 1"),
        ("--gone", "--gone fire --gone mummy --expedition 2"),
        ("--gone", "-e schmidt-2005 --gone fire"),
        ("--claimed", "--claimed -1"),
        ("--claimed", "--claimed 1"),
        ("--claimed", "--claimed 3 --expedition 3"),
        ("--claimed", "-e schmidt-2005 --claimed 1 --expedition 3"),
        ("--claimed", "--claimed 99999999999999999999999"),
        ("--artifacts", "--artifacts 0"),
        ("--artifacts", "--artifacts 2"),
        ("--artifacts", "--artifacts -1"),
        ("--artifacts", "--artifacts q"),
        ("--artifacts", "--artifacts 1.5"),
        ("--artifacts", "--artifacts 7,8"),
        ("--artifacts", "--artifacts 99999999999999999999999"),
        ("--artifacts", "--artifacts 2 --expedition 3"),
        ("--artifacts", "-e gryphon-2009 --artifacts 4 --expedition 3"),
        ("--artifacts", "-e gryphon-2009 --artifacts 3 --expedition 3 --claimed 1"),
        ("--artifacts", "-e eagle-2020 --artifacts 7 --expedition 3"),
        ("--artifacts", "-e eagle-2020 --artifacts 8,10 --expedition 3"),
        ("--artifacts", "-e eagle-2020 --artifacts 8,8 --expedition 3"),
        ("--artifacts", "-e eagle-2020 --artifacts 0"),
        ("--artifacts", "-e bga-modern --artifacts 7,8 --expedition 2"),
        ("--artifacts", "-e schmidt-2005 --artifacts 1"),
        ("--inside", "--inside 0 5"),
        ("--inside", "--inside -1 5"),
        ("--inside", "--inside 2 5"),
        ("--inside", "-p 4 --inside 4 5 x"),
        ("--inside", "-p 4 --inside 2"),
        ("--inside", "-p 4 --inside 2 f f"),
        ("--inside", "-p ann,bob --inside 1 5"),
        ("--inside", "-p 4 --inside 2 7 x:me"),
        ("--bag", "--bag -1 5"),
        ("--bag", "--bag 6 5"),
        ("--bag", "-p 4 --bag 5 7 11"),
        ("--bag", "--bag 5"),
        ("--bag", "-p ann,bob --bag 1 5"),
        ("--bag", f"--bag 5 {OVER}"),
        ("--path", "--path -1 5"),
        ("--path", "--path 1 5"),
        ("--path", "-p 4 --path 10 7 11 x"),
        ("--path", "--path 0"),
        ("--players", "-p 0"),
        ("--players", "-p 9"),
        ("--players", "-p ann,ann"),
        ("--players", "-p 4.5"),
        ("--edition", "-e nope"),
        ("--edition", "-e ./nope.toml"),
    ],
)
def test_a_bad_value_is_refused_in_one_line_that_names_the_option(
    ask: Ask, option: str, arguments: str
) -> None:
    assert_refused(ask(f"next {arguments}"), f"incan-odds: {option}: ")


@pytest.mark.parametrize("option", ["--artifacts", "-p", "-e"])
def test_an_empty_value_is_refused(ask: Ask, option: str) -> None:
    long = {"-p": "--players", "-e": "--edition"}.get(option, option)
    assert_refused(ask("next", option, "", "5"), f"incan-odds: {long}: ")


@pytest.mark.parametrize("option", ["--expedition", "--claimed", "--inside", "--bag", "--path"])
@pytest.mark.parametrize("value", ["q", "1.5", "", "1/2", "9" * 5_000])
def test_what_is_no_whole_number_gets_a_usage_message_that_names_the_option(
    ask: Ask, option: str, value: str
) -> None:
    answer = ask("next", option, value, "5")
    assert (answer.code, answer.out) == (2, "")
    assert f"'{option}'" in answer.err.splitlines()[-1]


@pytest.mark.parametrize("option", ["--nope", "-q", "-5", "--rival"])
def test_an_unknown_option_gets_a_usage_message(ask: Ask, option: str) -> None:
    answer = ask(f"next {option} 5")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("Usage: incan-odds next")
    assert option in answer.err.splitlines()[-1]


@pytest.mark.parametrize(
    ("argument", "option"),
    [("--expedition", "--expedition"), ("-p", "-p"), ("--json=1", "--json"), ("-e", "-e")],
)
def test_an_option_without_its_value_or_with_one_too_many_is_named(
    ask: Ask, argument: str, option: str
) -> None:
    answer = ask(f"next 5 {argument}")
    assert (answer.code, answer.out) == (2, "")
    assert f"'{option}'" in answer.err.splitlines()[-1]


def test_a_wrong_command_gets_a_usage_message(ask: Ask) -> None:
    answer = ask("nexxt", "5")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("Usage: incan-odds")


# The environment.


def test_the_environment_chooses_edition_and_players(
    ask_next: Next, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INCAN_ODDS_EDITION", "gryphon-2009")
    monkeypatch.setenv("INCAN_ODDS_PLAYERS", "ann,bob,me")
    document = ask_next("17")
    assert (document["edition"], document["inside"], document["bag"]) == ("gryphon-2009", 3, 5)


def test_an_option_beats_the_environment(ask_next: Next, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INCAN_ODDS_EDITION", "gryphon-2009")
    monkeypatch.setenv("INCAN_ODDS_PLAYERS", "nonsense,")
    document = ask_next("-e", "ludoclub", "-p", "2", "6")
    assert (document["edition"], document["inside"]) == ("ludoclub", 2)


@pytest.mark.parametrize("name", ["INCAN_ODDS_EDITION", "INCAN_ODDS_PLAYERS"])
def test_an_empty_setting_is_no_setting(
    ask_next: Next, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, "")
    document = ask_next("5")
    assert (document["edition"], document["inside"]) == ("bga", 1)


@pytest.mark.parametrize(
    ("name", "value"), [("INCAN_ODDS_EDITION", "nope"), ("INCAN_ODDS_PLAYERS", "9")]
)
def test_a_wrong_setting_is_refused_by_its_name(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    assert_refused(ask("next", "5"), f"incan-odds: {name}: ", repr(value))


def test_the_environment_reaches_a_separate_process() -> None:
    answer = program(
        "next", "--json", "6", INCAN_ODDS_EDITION="ludoclub", INCAN_ODDS_PLAYERS="ann,bob"
    )
    assert answer.code == 0
    assert (answer.document["edition"], answer.document["inside"]) == ("ludoclub", 2)


# One record a line on standard input.


def test_each_line_is_answered_by_its_decision_line(ask: Ask) -> None:
    records = ["5 f 11 sn", "", "f m r 13 15", "f m r 5 11", OVER]
    answer = ask("next", "-", stdin="\n".join(records).encode())
    assert (answer.code, answer.err) == (0, "")
    lines = answer.out.splitlines()
    assert [line.split()[0].rstrip(":") for line in lines] == [
        "STAY",
        "STAY",
        "LEAVE",
        "EITHER",
        "GAME",
    ]
    for line, record in zip(lines, records, strict=True):
        assert line == ask(f"next {record}").out.splitlines()[-1]


def test_bad_lines_are_answered_with_their_number_and_the_others_go_on(ask: Ask) -> None:
    answer = ask("next", "-", stdin=b"5 f 11\nq\n\ns\n5 5 5\n7\n")
    assert answer.code == 2
    assert len(answer.out.splitlines()) == 3
    assert answer.err.splitlines()[0].startswith("incan-odds: line 2: token 1 'q': 'q' is no card")
    assert answer.err.splitlines()[1:] == [
        "incan-odds: line 4: token 1 's': snakes or spiders? type sn or sp",
        "incan-odds: line 5: token 3 '5': a third 5: this deck has two",
    ]


def test_json_lines_carry_their_number(ask: Ask, ask_next: Next) -> None:
    answer = ask("next", "--json", "-p", "4", "-", stdin=b"5 f\nzz\n\n11 x\n")
    assert answer.code == 2
    documents = [json.loads(line) for line in answer.out.splitlines()]
    assert [document["line"] for document in documents] == [1, 3, 4]
    for record, document in zip(("5 f", "", "11 x"), documents, strict=True):
        assert document == {"line": document["line"], **ask_next("-p", "4", *record.split())}
    assert len(answer.err.splitlines()) == 1
    assert answer.err.startswith("incan-odds: line 2: token 1 'zz'")


@pytest.mark.parametrize("ending", ["\n", "\r\n", ""])
def test_a_line_may_end_in_any_way(ask: Ask, ending: str) -> None:
    answer = ask("next", "--json", "-", stdin=f"5 f 11 sn{ending}".encode())
    (line,) = answer.out.splitlines()
    assert (answer.code, json.loads(line)["retire_at"]) == (0, 23)


def test_a_byte_order_mark_before_the_first_line_is_no_token(ask: Ask) -> None:
    answer = ask("next", "-", stdin=b"\xef\xbb\xbf5 f 11 sn\n")
    assert (answer.code, answer.err) == (0, "")


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_no_lines_get_no_answers(ask: Ask, form: list[str]) -> None:
    assert ask("next", *form, "-", stdin=b"") == Answer(0, "", "")


def test_blank_lines_are_empty_records(ask: Ask) -> None:
    answer = ask("next", "-", stdin=b"\n  \n\t,\n")
    assert answer.code == 0
    assert answer.out.splitlines() == ask("next").out.splitlines()[-1:] * 3


def test_a_hyphen_stands_alone(ask: Ask) -> None:
    for arguments in (["5", "-"], ["-", "5"], ["-", "-"]):
        assert_refused(ask("next", *arguments, stdin=b"5\n"), "'-'")


def test_a_wrong_option_is_said_once_and_no_line_is_answered(ask: Ask) -> None:
    assert_refused(ask("next", "-p", "9", "-", stdin=b"5\n7\n"), "--players")


def test_bytes_that_are_no_text_are_a_bad_line_and_no_more(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locale, "getpreferredencoding", lambda *_: "utf-8")
    answer = ask("next", "-", stdin=b"5 \xff\xfe\x80\n7\n\xc3\x28\n")
    assert answer.code == 2
    assert len(answer.out.splitlines()) == 1
    assert [line.partition(": token")[0] for line in answer.err.splitlines()] == [
        "incan-odds: line 1",
        "incan-odds: line 3",
    ]


def test_latin_1_names_are_read_where_that_is_the_code_page(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locale, "getpreferredencoding", lambda *_: "cp1252")
    records = "5 éboulement x:José\n5 MÚMIA\n".encode("cp1252")
    answer = ask("next", "--json", "-p", "José,ann", "-", stdin=records)
    assert (answer.code, answer.err) == (0, "")
    documents = [json.loads(line) for line in answer.out.splitlines()]
    assert [document["me"] for document in documents] == ["out", "in"]
    assert documents[1]["bust"]["fraction"] == "1/14"


def test_latin_1_names_are_a_bad_line_where_the_code_page_is_another(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locale, "getpreferredencoding", lambda *_: "utf-8")
    records = "5 éboulement x:José\n5 mumia\n".encode("latin-1")
    answer = ask("next", "-p", "José,ann", "-", stdin=records)
    assert answer.code == 2
    assert len(answer.out.splitlines()) == 1
    assert answer.err.startswith("incan-odds: line 1: token 2 ")


# The screen.

SCREENS = [
    *STATES,
    "f m r 13 15",
    "f m r 5 11",
    OVER,
    f"-p 8 {OVER}",
    f"-p ann,bob,me {OVER}",
    "-p Anneliese,Bartholomew,Charlotte,Dorothea,Ekaterina,Ferdinand,Guinevere,me 7 a f m 11",
    "-p Anneliese,Bartholomew,Charlotte,Dorothea,Ekaterina,Ferdinand,Guinevere,me 7 x:Anneliese+me",
    f"-p Anneliese,Bartholomew,Charlotte,Dorothea,Ekaterina,Ferdinand,Guinevere,me {OVER}",
    "-e iello-2016 -p 8 a a a a a sp sn l b ra 1 2 3",
    "-e gryphon-2009 f f / m m / r r / sn sn / f m r sn sp a a a a a 17",
    "--gone f --gone f --gone m --gone m sp r sn",
    "-p 8 --inside 3 --bag 1 --path 2 5 f 11",
    "--expedition 5 7 x",
]


@pytest.mark.parametrize("arguments", SCREENS)
def test_the_screen_has_at_most_eight_lines_and_the_decision_is_last(
    ask: Ask, arguments: str
) -> None:
    answer = ask(f"next {arguments}")
    assert (answer.code, answer.err) == (0, "")
    lines = answer.out.split("\n")
    assert lines.pop() == ""
    assert 1 < len(lines) <= 8
    assert all(line.strip() for line in lines)
    assert lines[-1].startswith(DECISIONS)
    assert not any(line.startswith(DECISIONS) for line in lines[:-1])


@pytest.mark.parametrize(
    ("arguments", "decision"),
    [
        ("", "STAY"),
        ("5 f 11 sn", "STAY"),
        ("f m r 13 15", "LEAVE"),
        ("f m r 5 11", "EITHER"),
        ("-p 4 f m r 13 x", "STAY"),
        ("f f", "STAY"),
        ("-p 2 7 x:me", "YOU HAVE LEFT"),
        (OVER, "GAME OVER"),
    ],
)
def test_the_last_line_begins_with_the_decision(ask: Ask, arguments: str, decision: str) -> None:
    assert ask(f"next {arguments}").out.splitlines()[-1].startswith(decision)


def test_a_chance_is_a_fraction_a_percentage_and_one_in_so_many_together(ask: Ask) -> None:
    screen = ask("next", "5", "f", "11", "sn").out
    assert re.search(r"^bust +2/13 = 15\.4 %, about 1 in 7\b", screen, re.MULTILINE)
    assert re.search(r"^treasure +6/13 = 46\.2 %, about 1 in 2\b", screen, re.MULTILINE)
    assert re.search(r"^hazard +9/26 = 34\.6 %, about 1 in 3\b", screen, re.MULTILINE)
    assert re.search(r"^artifact +1/26 = 3\.8 %, 1 in 26\b", screen, re.MULTILINE)


def test_alone_the_screen_names_the_edition_and_no_rivals(ask: Ask) -> None:
    first = ask("next", "5").out.splitlines()[0]
    assert first.startswith("bga (the help page)")
    assert "players" not in first
    assert "others" not in first


@pytest.mark.parametrize("players", ["4", "ann,bob,carol,me"])
def test_with_rivals_the_screen_names_edition_players_and_model(ask: Ask, players: str) -> None:
    screen = ask("next", "-e", "ludoclub", "-p", players, "5").out
    assert "ludoclub" in screen
    assert "4 players" in screen
    assert "if the others stay" in screen
    for name in players.split(","):
        assert players == "4" or name in screen


def test_what_you_brought_home_is_said_once_you_have_left(ask: Ask) -> None:
    # 7 among four = 1 each + 3 on the path; alone you take 1 + 3 + an artifact of 5.
    assert "9 points" in ask("next -p 4 7 a x:me 11").out.splitlines()[-1]


# Colour.


@pytest.mark.parametrize("arguments", [[], ["5", "f"], ["-p", "2", "7", "x:me"], OVER.split()])
def test_there_is_no_colour_where_the_output_is_no_terminal(arguments: list[str]) -> None:
    assert "\x1b" not in program("next", *arguments).out


def test_there_is_no_colour_in_lines_answered_to_a_pipe() -> None:
    answer = program("next", "-", stdin=b"5 f\nq\n")
    assert (answer.code, len(answer.out.splitlines())) == (2, 1)
    assert "\x1b" not in answer.out + answer.err


def on_a_terminal(*arguments: str, **changes: str) -> str:
    """Return what the program prints on a terminal."""
    pty = pytest.importorskip("pty")
    reader, writer = pty.openpty()
    shown = b""
    try:
        with subprocess.Popen(
            [sys.executable, "-m", "incan_odds_cli", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=writer,
            stderr=subprocess.PIPE,
            env=environment(**changes),
        ) as process:
            until = time.monotonic() + 60
            ended = False
            while time.monotonic() < until:
                if select.select([reader], [], [], 0.05)[0]:
                    shown += os.read(reader, 65536)
                elif ended:
                    break
                ended = process.poll() is not None
            process.kill()
            assert process.stderr is not None
            assert process.stderr.read() == b""
        assert process.returncode == 0
    finally:
        os.close(reader)
        os.close(writer)
    return shown.decode("utf-8").replace("\r\n", "\n")


@posix
@pytest.mark.parametrize(
    ("arguments", "decision"),
    [
        ("5 f", "STAY"),
        ("f m r 13 15", "LEAVE"),
        ("-p 2 7 x:me", "YOU HAVE LEFT"),
        (OVER, "GAME OVER"),
    ],
)
def test_on_a_terminal_the_decision_stands_out(arguments: str, decision: str) -> None:
    last = on_a_terminal("next", *arguments.split()).splitlines()[-1]
    assert re.match(r"(\x1b\[\d+m)+" + decision + r"\x1b\[0m", last)


@posix
@pytest.mark.parametrize("changes", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_on_a_terminal_that_wants_no_colour_there_is_none(
    ask: Ask, changes: dict[str, str]
) -> None:
    assert on_a_terminal("next", "5", "f", **changes) == ask("next", "5", "f").out


@posix
def test_json_has_no_colour_on_a_terminal(ask: Ask) -> None:
    assert on_a_terminal("next", "--json", "5", "f") == ask("next", "--json", "5", "f").out


# Exit codes and streams, in a process of their own.


def test_the_exit_code_of_an_answer_is_0() -> None:
    answer = program("next", "5", "fire", "11", "snakes")
    assert (answer.code, answer.err) == (0, "")
    assert len(answer.out.splitlines()) == 8


def test_the_exit_code_of_a_wrong_input_is_2() -> None:
    assert_refused(program("next", "5", "q"), "token 2 'q'")


def test_the_exit_code_of_a_fault_is_1_and_it_is_one_line(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("first\nsecond")

    monkeypatch.setattr("incan_odds_cli.main.cli.main", fail)
    answer = ask("next", "5")
    assert (answer.code, answer.out) == (1, "")
    assert len(answer.err.splitlines()) == 1
    assert "RuntimeError: first" in answer.err


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, click.Abort])
def test_the_exit_code_of_an_interruption_is_130(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, interruption: type[BaseException]
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise interruption

    monkeypatch.setattr("incan_odds_cli.main.cli.main", interrupt)
    answer = ask("next", "5")
    assert (answer.code, answer.out) == (130, "")
    assert "Traceback" not in answer.err


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (BrokenPipeError(), ""),
        (OSError(errno.EPIPE, "Broken pipe"), ""),
        (FileNotFoundError(errno.ENOENT, "Gone"), "incan-odds: the current folder: Gone\n"),
        (OSError(errno.ENOSPC, "No space left"), "incan-odds: No space left\n"),
        (FileNotFoundError(errno.ENOENT, "Not there", "a.txt"), "incan-odds: a.txt: Not there\n"),
    ],
)
def test_an_error_of_a_stream_exits_1_and_a_lost_reader_needs_no_words(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, error: OSError, said: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("incan_odds_cli.main.cli.main", fail)
    assert ask("next 5") == Answer(1, "", said)


@pytest.mark.parametrize(("platform", "said"), [("win32", ""), ("linux", "incan-odds: Bad\n")])
def test_windows_says_of_a_lost_reader_that_an_argument_is_invalid(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, platform: str, said: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.EINVAL, "Bad")

    monkeypatch.setattr("incan_odds_cli.main.cli.main", fail)
    monkeypatch.setattr(sys, "platform", platform)
    assert ask("next 5") == Answer(1, "", said)


@pytest.mark.parametrize("word", ["fire", "Schlangen", "sn", "x", "7", "a"])
def test_a_record_in_the_place_of_a_command_is_answered_with_the_command(
    ask: Ask, word: str
) -> None:
    assert_refused(ask(word, "5"), f"no command '{word}'", f"incan-odds next {word} 5")


@pytest.mark.parametrize("word", ["nxt", "solv", "🔥"])
def test_a_command_misspelt_is_refused(ask: Ask, word: str) -> None:
    answer = ask(word, "5")
    assert (answer.code, answer.out) == (2, "")
    assert "No such command" in answer.err


def test_no_exception_gets_out_of_run_when_the_reader_has_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Gone(io.StringIO):
        def write(self, _: str) -> int:
            raise BrokenPipeError(errno.EPIPE, "Broken pipe")

    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", Gone())
        patch.setattr(sys, "stderr", io.StringIO())
        assert run(["next", "5"]) == 1


@contextmanager
def waiting_for_lines(*interpreter: str) -> Iterator[subprocess.Popen[bytes]]:
    """Start `next -`, hand it one line, and see it answered before the input has ended."""
    with subprocess.Popen(
        [sys.executable, *interpreter, "next", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        # Should the answer never come, the test must fail and not wait for it.
        watch = threading.Timer(30, process.kill)
        watch.start()
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(b"5 fire\n")
            process.stdin.flush()
            assert process.stdout.readline().startswith(b"STAY")
            yield process
        finally:
            watch.cancel()
            process.kill()


@posix
def test_ctrl_c_while_lines_are_awaited_exits_130_without_a_traceback() -> None:
    # A test run in the background ignores the signal and passes that on: take it up again.
    script = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "from incan_odds_cli.main import main; main()"
    )
    with waiting_for_lines("-c", script) as process:
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 130
        assert process.stderr is not None
        assert process.stderr.read().strip() == b""
        assert process.stdout is not None
        assert process.stdout.read() == b""


@posix
def test_a_reader_that_goes_away_is_no_fault() -> None:
    with waiting_for_lines("-m", "incan_odds_cli") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        with suppress(BrokenPipeError):
            process.stdin.write(b"7\n" * 1000)
            process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=30) in (0, 1)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("arguments", [["next", "5"], ["next", "--json", "5"], ["next", "-"]])
def test_a_full_disk_is_said_in_one_line_and_exits_1(arguments: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "incan_odds_cli", *arguments],
            input=b"5\n",
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(),
            timeout=60,
            check=False,
        )
    assert done.returncode == 1
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith("incan-odds: ")


@posix
@pytest.mark.parametrize(
    ("closed", "codes"), [("next - <&-", {2}), ("next 5 >&-", {0, 1}), ("next q 2>&-", {2})]
)
def test_a_closed_stream_is_no_fault_of_the_program(closed: str, codes: set[int]) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f'"$0" -m incan_odds_cli {closed}', sys.executable],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environment(),
        timeout=60,
        check=False,
    )
    assert done.returncode in codes
    assert done.stdout == b""
    assert b"Traceback" not in done.stderr
    assert b"fault of the program" not in done.stderr


@posix
def test_arguments_that_are_no_text_are_refused() -> None:
    assert_refused(program("next", "5", b"\xff\xfe"), "token 2 ")
    assert_refused(program("next", "-p", b"\xff,me"), "--players")
    assert_refused(program("next", "-e", b"\xff"), "--edition")


def test_a_terminal_that_lacks_a_letter_shows_a_stand_in() -> None:
    answer = program("next", "-p", "李雷,me", "7", "q李", PYTHONIOENCODING="cp1252:strict")
    assert_refused(answer, "token 2 ", "'q\\u674e'")
    answer = program("next", "-p", "李雷,me", "7", PYTHONIOENCODING="cp1252:strict")
    assert (answer.code, answer.err) == (0, "")
    assert "\\u674e\\u96f7, me" in answer.out


def test_undecodable_bytes_on_the_standard_input_of_a_process() -> None:
    answer = program("next", "-", stdin=b"\xff\xfe5\x00\n5 f\n")
    assert answer.code == 2
    assert len(answer.out.splitlines()) == 1
    assert answer.err.startswith("incan-odds: line 1: token 1 ")
    assert len(answer.err.splitlines()) == 1
