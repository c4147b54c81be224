"""Who sits at the table: a number, or names."""

from __future__ import annotations

import unicodedata

import pytest

from incan_odds.players import Players, PlayersError, read_players


def refused(text: str) -> str:
    """Return what is said of players that cannot be; it must fit on one line."""
    with pytest.raises(PlayersError) as caught:
        read_players(text)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 200
    return str(caught.value)


@pytest.mark.parametrize("number", range(1, 9))
def test_a_number_from_1_to_8_is_that_many_players_without_names(number: int) -> None:
    players = read_players(str(number))
    assert players == Players(number, (), "me")
    assert (players.count, players.rivals, players.named) == (number, number - 1, False)
    assert str(players) == str(number)


@pytest.mark.parametrize(
    ("count", "names", "me", "said"),
    [
        (0, (), "me", "from 1 to 8"),
        (-2, (), "me", "from 1 to 8"),
        (9, (), "me", "from 1 to 8"),
        (3, ("ann", "bob"), "ann", "3 different names"),
        (2, ("ann", "Ann"), "ann", "2 different names"),
        (2, ("ann", "bob"), "me", "one of those named"),
        (2, (), "ann", "one of those named"),
    ],
)
def test_players_that_cannot_be_are_refused(
    count: int, names: tuple[str, ...], me: str, said: str
) -> None:
    with pytest.raises(PlayersError, match=said):
        Players(count, names, me)


@pytest.mark.parametrize("text", [" 4 ", "４", "٤", "04", "\ufeff4", "4\n"])
def test_a_number_is_read_in_any_spelling(text: str) -> None:
    assert read_players(text) == Players(4)


@pytest.mark.parametrize("text", ["0", "9", "00", "10", "999999", "1000001", "9" * 5_000, "٩"])
def test_a_number_outside_1_to_8_is_refused(text: str) -> None:
    assert refused(text).startswith("from 1 to 8 players, not ")


@pytest.mark.parametrize("text", ["-1", "+4", "4.0", "4,5", "1e0", "½", "4 5", "4ann", "4,ann"])
def test_what_is_neither_a_number_nor_names_is_refused(text: str) -> None:
    assert "is no name" in refused(text)


@pytest.mark.parametrize("text", ["", " ", ",", ",,", "ann,", ",ann", "ann,,bob", "ann, ,bob"])
def test_an_empty_name_is_refused_and_what_would_be_right_is_said(text: str) -> None:
    assert refused(text).startswith("a number from 1 to 8, or names separated by commas")


@pytest.mark.parametrize("text", ["\u200b", "ann,\u200b", "\ufeff,bob"])
def test_a_name_of_invisible_characters_is_an_empty_name(text: str) -> None:
    assert refused(text).startswith("a number from 1 to 8, or names separated by commas")


def test_names_are_separated_by_commas_and_kept_in_order() -> None:
    players = read_players("ann, Bob ,carol")
    assert players.names == ("ann", "Bob", "carol")
    assert (players.count, players.rivals, players.named) == (3, 2, True)
    assert str(players) == "ann,Bob,carol"


def test_a_single_name_is_one_player() -> None:
    assert read_players("ann") == Players(1, ("ann",), "ann")


def test_eight_names_sit_at_a_table_and_nine_do_not() -> None:
    assert read_players("a,b,c,d,e,f,g,h").count == 8
    assert refused("a,b,c,d,e,f,g,h,i") == "from 1 to 8 players, not 9"


@pytest.mark.parametrize(
    ("text", "me"),
    [
        ("ann,bob", "ann"),
        ("ann,me", "me"),
        ("ann,bob,ME", "ME"),
        ("me,ann", "me"),
        ("ann,Me,bob", "Me"),
        ("ann,ｍｅ", "me"),
        ("ann,mel", "ann"),
        ("me", "me"),
    ],
)
def test_you_are_whoever_is_called_me_else_the_first(text: str, me: str) -> None:
    assert read_players(text).me == me


@pytest.mark.parametrize(
    "name",
    [
        "x",
        "ann2",
        "Ann_Lee",
        "Jean-Luc",
        "O'Hara",
        "d'",
        "a-",
        "a_1-b'c",
        "Éva",
        "Łukasz",
        "Ωmega",
        "Дмитрий",
        "李雷",
        "さくら",
        "محمد",
        "שרה",
        "जूही",
        "கமலா",
        "ญาญ่า",
        "김민준",
        "n" * 200,
    ],
)
def test_a_name_begins_with_a_letter_of_any_script(name: str) -> None:
    players = read_players(f"{name},rival")
    assert players.names == (unicodedata.normalize("NFC", name), "rival")
    assert players.find(name.upper()) == players.names[0]


@pytest.mark.parametrize(
    "name",
    [
        "1ann",
        "_ann",
        "-ann",
        "'ann",
        "\u0301ann",
        "ann lee",
        "ann.lee",
        "ann+bob",
        "ann:bob",
        "ann/bob",
        "ann!",
        'an"n',
        "😀",
        "ann😀",
        "an\x00n",
        "an\x1b[1mn",
        "an\nn",
        "an\tn",
        "ann\ud800",
        "!" * 500,
    ],
)
def test_a_name_of_other_characters_is_refused_on_one_line(name: str) -> None:
    assert "is no name" in refused(f"bob,{name}")


@pytest.mark.parametrize(
    "text",
    [
        "ann,ann",
        "ann,ANN",
        "ann,bob,Ann",
        "me,ME",
        "Straße,STRASSE",
        "José,Jose\u0301",
        "Ann,Ａｎｎ",
        "O'Hara,O’Hara",
        "ann,a\u200bnn",
        "ΣΑΣ,σας",
    ],
)
def test_two_names_that_differ_in_case_or_spelling_alone_are_refused(text: str) -> None:
    message = refused(text)
    assert message.startswith("two players are called ")
    assert message.endswith("names must differ")


def test_accents_tell_two_players_apart() -> None:
    assert read_players("Jose,José").count == 2


def test_a_typographic_apostrophe_is_an_apostrophe() -> None:
    players = read_players("O’Hara,me")
    assert players.names == ("O'Hara", "me")
    assert players.find("o’hara") == players.find("O'HARA") == "O'Hara"


def test_a_devanagari_name_keeps_its_vowel_signs() -> None:
    players = read_players("जूही,जही")
    assert players.names == ("जूही", "जही")
    assert players.find("जूही") == "जूही"
    assert players.find("जही") == "जही"


def test_invisible_characters_in_a_name_are_not_kept() -> None:
    assert read_players("\ufeffa\u200bnn,bob\u00ad").names == ("ann", "bob")


def test_a_player_is_found_ignoring_case_and_a_stranger_is_not() -> None:
    players = read_players("Ann,bob")
    assert players.find("ANN") == "Ann"
    assert players.find("bob") == "bob"
    assert players.find("carol") is None
    assert players.find("") is None


def test_me_always_finds_the_advised_player() -> None:
    assert read_players("ann,bob").find("me") == "ann"
    assert read_players("ann,ME").find("me") == "ME"
    assert read_players("4").find("Me") == "me"
    assert read_players("4").find("ann") is None


def test_players_written_read_back_as_themselves() -> None:
    for text in ("1", "8", "ann,bob", "bob,me,ann", "O’Hara,जूही"):
        players = read_players(text)
        assert read_players(str(players)) == players
