"""The notation, sentence by sentence, and the three kinds of error."""

from __future__ import annotations

import unicodedata

import pytest

from incan_odds.cards import Artifact, Hazard, Treasure
from incan_odds.edition_files import edition_from_table
from incan_odds.editions import PRESETS, Edition, EditionError
from incan_odds.game import Game, Leave, Turn, begin
from incan_odds.players import read_players
from incan_odds.record import (
    AmbiguousToken,
    ImpossibleToken,
    RecordError,
    UnknownToken,
    read,
    read_hazards,
    tokens,
    write,
)

BGA = PRESETS["bga"]
OVER = "f f m m r r sn sn sp sp"
"""Five expeditions of `bga`, each ended by its second card."""

CODES = {"fire": "f", "mummy": "m", "rocks": "r", "snakes": "sn", "spiders": "sp", "artifact": "a"}

# Typed by hand from the five rule sheets; the Italian hazards are the contract's translations.
NAMES = {
    "fire": "fire fires Feuer feu feux fuoco fuochi fogo fogos",
    "mummy": "mummy mummies Mumie Mumien momie momies mummia mummie múmia múmias",
    "rocks": "rocks rock Felsen Fels éboulement éboulements rocce roccia rochas rocha",
    "snakes": "snakes snake Schlangen Schlange serpents serpent serpenti serpente cobras cobra",
    "spiders": "spiders spider Spinnen Spinne araignées araignée ragni ragno aranhas aranha",
    "artifact": "artifact artifacts artefact artefacts Artefakt Artefakte relique reliques"
    " artéfact artéfacts artefatto artefatti artefato artefatos",
}
NAMED = [(word, card) for card, words in NAMES.items() for word in words.split()]

ENGLISH = {
    "iello-2016": {
        "sp": "spiders spider",
        "sn": "snakes snake",
        "l": "lava",
        "b": "boulder boulders",
        "ra": "ram rams",
        "a": "artifact artifacts",
    },
    "schmidt-2005": {
        "sn": "snakes snake",
        "sc": "scorpions scorpion",
        "r": "rockfall rockfalls",
        "g": "gas",
        "e": "explosion explosions",
    },
}


def start(players: str = "1", edition: str | Edition = "bga") -> Game:
    box = PRESETS[edition] if isinstance(edition, str) else edition
    return begin(box, read_players(players))


def played(record: str, players: str = "1", edition: str | Edition = "bga") -> Game:
    return read(start(players, edition), record)


def cards(game: Game) -> list[str]:
    return [event.card.token for event in game.history if isinstance(event, Turn)]


def refused(
    kind: type[RecordError], record: str, players: str = "1", edition: str | Edition = "bga"
) -> RecordError:
    """Return the error of a record, which must be of exactly that kind and fit on one line."""
    with pytest.raises(RecordError) as caught:
        played(record, players, edition)
    error = caught.value
    assert type(error) is kind
    assert len(str(error).splitlines()) == 1
    assert str(error).startswith(f"token {error.place} ")
    assert str(error).endswith(f": {error.problem}")
    return error


def bare(word: str) -> str:
    """Return a word in lower case, without its accents."""
    decomposed = unicodedata.normalize("NFD", word)
    return "".join(c for c in decomposed if not unicodedata.combining(c)).lower()


# Tokens are separated by spaces or commas; case does not matter.


@pytest.mark.parametrize(
    "text",
    [
        "5 f 11",
        "5,f,11",
        "5, f, 11",
        "5 , f ,11",
        "  5   f   11  ",
        ",5,,f,, 11,",
        "5\tf\t11",
        "5 f 11\n",
        "5 f 11\r\n",
        "5\nf\n11",
        "5\u00a0f\u00a011",
        "5\u202ff\u200911",
        "5\u3000f，11",
        "５ ｆ １１",
        "\ufeff5 f 11",
        "5 \u200bf 1\u200b1\u200b",
        "\u2060\u200e5 f\u200d \u00ad11",
        "5 F 11",
        "5 FIRE 11",
        "5 fIrE 11",
    ],
)
def test_separators_case_and_invisible_characters_do_not_matter(text: str) -> None:
    assert played(text) == played("5 f 11")
    assert cards(played(text)) == ["5", "f", "11"]


@pytest.mark.parametrize("text", ["", " ", ",", " , ,\t\n", "\ufeff", "\u200b", "\u00a0"])
def test_a_record_of_nothing_is_the_game_as_it_began(text: str) -> None:
    assert played(text) == start()
    assert tokens(text) == []


def test_the_place_of_a_token_counts_from_1_and_separators_do_not_count() -> None:
    assert [tuple(token) for token in tokens(" 5,, f\t/ \u00a0x2:me\n")] == [
        ("5", 1),
        ("f", 2),
        ("/", 3),
        ("x2:me", 4),
    ]


def test_a_record_played_on_is_the_record_played_at_once() -> None:
    assert read(read(start(), "5 f"), "11 sn") == played("5 f 11 sn")


def test_reading_never_changes_the_game_it_starts_from() -> None:
    game = start()
    read(game, "5 f 11")
    assert game == start()


# A number is a treasure: what is printed on the card, not your share.


def test_a_number_is_what_is_printed_on_the_card_and_not_a_share() -> None:
    game = played("11", "4")
    assert game.history == (Turn(Treasure(11)),)
    assert (game.expedition.bag, game.expedition.path) == (2, 3)


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 7, 9, 11, 13, 14, 15])
def test_every_treasure_of_the_deck_is_read_by_its_number(value: int) -> None:
    assert played(str(value)).history == (Turn(Treasure(value)),)


@pytest.mark.parametrize("token", ["6", "0", "8", "17", "107", "1000000"])
def test_a_treasure_the_deck_lacks_is_impossible_and_the_values_are_listed(token: str) -> None:
    error = refused(ImpossibleToken, f"5 {token}")
    assert (error.token, error.place) == (token, 2)
    assert error.problem == (
        f"no {token} is in this deck; its treasures are 1 2 3 4 5 7 9 11 13 14 15"
    )


@pytest.mark.parametrize("token", ["9" * 50, "9" * 10_000, "٩" * 50])
def test_a_number_beyond_all_treasures_is_impossible(token: str) -> None:
    assert refused(ImpossibleToken, token).problem == "no treasure holds that many gems"


@pytest.mark.parametrize("token", ["-5", "+5", "5.0", "5.5", "0x5", "1e1", "½", "5f", "f5", "5/7"])
def test_what_only_looks_like_a_number_is_no_card(token: str) -> None:
    error = refused(UnknownToken, token)
    assert error.token == token
    assert error.problem.startswith(f"'{token}' is no card")


# A hazard is its name, its code, or any unambiguous beginning of a name.


@pytest.mark.parametrize(("word", "card"), NAMED, ids=[word for word, _ in NAMED])
def test_every_name_in_five_languages_reads_as_its_card(word: str, card: str) -> None:
    code = CODES[card]
    for spelling in (
        word,
        word.lower(),
        word.upper(),
        word.capitalize(),
        bare(word),
        unicodedata.normalize("NFC", word),
        unicodedata.normalize("NFD", word),
    ):
        assert cards(played(spelling)) == [code], spelling


@pytest.mark.parametrize(("card", "code"), CODES.items())
def test_every_code_reads_as_its_card(card: str, code: str) -> None:
    expected = Artifact() if card == "artifact" else Hazard(card, code)
    assert played(code).history == (Turn(expected),)
    assert played(code.upper()).history == (Turn(expected),)


def beginnings() -> list[str]:
    folded = {bare(word) for word, _ in NAMED}
    return sorted({word[:length] for word in folded for length in range(1, len(word) + 1)})


def meant_by(word: str) -> set[str]:
    """Return the cards of `bga` that a word means, by the sentences of the contract."""
    exact = {card for card, code in CODES.items() if code == word}
    exact |= {card for name, card in NAMED if bare(name) == word}
    return exact or {card for name, card in NAMED if bare(name).startswith(word)}


def test_every_beginning_of_every_name_means_its_one_card_or_is_ambiguous() -> None:
    ambiguous = set()
    for word in beginnings():
        meant = meant_by(word)
        if len(meant) == 1:
            assert cards(played(word)) == [CODES[card] for card in meant], word
        else:
            error = refused(AmbiguousToken, word)
            ambiguous.add(word)
            named, _, typed = error.problem.partition("? type ")
            assert set(named.replace(",", "").split(" or ")) == meant, word
            assert set(typed.replace(",", "").split(" or ")) == {CODES[card] for card in meant}
    assert ambiguous == {"s", "fe", "ar"}


@pytest.mark.parametrize(
    ("beginning", "code"),
    [
        ("mum", "m"),
        ("fu", "f"),
        ("fel", "r"),
        ("é", "r"),
        ("ÉBOU", "r"),
        ("ebou", "r"),
        ("c", "sn"),
        ("sch", "sn"),
        ("se", "sn"),
        ("spi", "sp"),
        ("ara", "sp"),
        ("rag", "sp"),
        ("art", "a"),
        ("re", "a"),
    ],
)
def test_a_beginning_that_only_one_card_has_is_that_card(beginning: str, code: str) -> None:
    assert cards(played(beginning)) == [code]


@pytest.mark.parametrize("edition", ENGLISH)
def test_the_codes_and_english_names_of_the_diamant_boxes(edition: str) -> None:
    for code, names in ENGLISH[edition].items():
        for word in (code, *names.split()):
            assert cards(played(word, edition=edition)) == [code], word
            assert cards(played(word.upper(), edition=edition)) == [code], word


@pytest.mark.parametrize("edition", ENGLISH)
def test_a_beginning_in_the_diamant_boxes_means_its_own_card_or_is_ambiguous(edition: str) -> None:
    exact = {
        word: code
        for code, names in ENGLISH[edition].items()
        for word in (code, *names.split())
    }  # fmt: skip
    for code, names in ENGLISH[edition].items():
        for name in names.split():
            for length in range(1, len(name)):
                word = name[:length]
                try:
                    assert cards(played(word, edition=edition)) == [exact.get(word, code)], word
                except AmbiguousToken:
                    assert word not in exact, word


@pytest.mark.parametrize(
    ("edition", "word"),
    [
        ("bga", "lava"),
        ("bga", "gas"),
        ("iello-2016", "f"),
        ("iello-2016", "mummy"),
        ("schmidt-2005", "fire"),
        ("schmidt-2005", "spiders"),
        ("schmidt-2005", "a"),
        ("schmidt-2005", "artifact"),
        ("schmidt-2005", "a5"),
    ],
)
def test_a_card_of_another_box_is_no_card_of_this_one(edition: str, word: str) -> None:
    error = refused(UnknownToken, word, edition=edition)
    assert error.problem.startswith(f"'{word}' is no card")


# An exact code or full name beats a beginning.


@pytest.mark.parametrize(
    ("word", "code", "beaten"),
    [
        ("a", "a", "aranha"),
        ("r", "r", "ragni"),
        ("m", "m", "mummy"),
        ("f", "f", "Fels"),
        ("feu", "f", "feux"),
        ("fels", "r", "Felsen"),
        ("mummie", "m", "mummies"),
    ],
)
def test_an_exact_code_or_full_name_beats_a_beginning(word: str, code: str, beaten: str) -> None:
    assert bare(beaten).startswith(word)
    assert cards(played(word)) == [code]


def test_in_a_custom_edition_a_code_beats_the_names_that_begin_with_it() -> None:
    edition = edition_from_table(
        {"hazards": {"wolf": 2, "wolverine": 2}, "codes": {"wolf": "w", "wolverine": "wo"}},
        "wild",
    )
    assert cards(played("w wo", edition=edition)) == ["w", "wo"]
    assert cards(played("wolf wolverine", edition=edition)) == ["w", "wo"]
    assert cards(played("wolv", edition=edition)) == ["wo"]
    assert refused(AmbiguousToken, "wol", edition=edition).problem == (
        "wolf or wolverine? type w or wo"
    )


# s alone is refused.


@pytest.mark.parametrize("token", ["s", "S", "ｓ"])
def test_s_alone_is_refused_with_the_two_codes(token: str) -> None:
    error = refused(AmbiguousToken, f"5 {token}")
    assert (error.token, error.place) == (token, 2)
    assert error.problem == "snakes or spiders? type sn or sp"


def test_s_alone_is_refused_even_where_only_one_of_the_two_is_left_to_come() -> None:
    assert refused(AmbiguousToken, "sn sn / sn sn / s").place == 7


# A custom edition names its own codes; a name that reads as another token is refused.


@pytest.mark.parametrize(
    "name", ["a", "x", "A", "a7", "x2", "artifact", "Artefakt", "relique", "5", "/", "x:me", "ａ"]
)
def test_a_hazard_name_that_reads_as_another_token_is_refused(name: str) -> None:
    with pytest.raises(EditionError):
        edition_from_table({"hazards": {name: 3, "wolf": 3}}, "wild")


@pytest.mark.parametrize("code", ["a", "x", "X", "a7", "x2", "artifact", "7", "/", "wolf", "two w"])
def test_a_hazard_code_that_reads_as_another_token_is_refused(code: str) -> None:
    with pytest.raises(EditionError):
        edition_from_table({"hazards": {"bear": 3, "wolf": 3}, "codes": {"bear": code}}, "wild")


def test_two_hazards_cannot_share_a_word() -> None:
    with pytest.raises(EditionError):
        edition_from_table({"hazards": {"fire": 3, "Feuer": 3}}, "twice")
    with pytest.raises(EditionError):
        edition_from_table(
            {"hazards": {"bear": 3, "wolf": 3}, "codes": {"bear": "w", "wolf": "w"}}, "wild"
        )


# a is an artifact, and suffices wherever only one value can come; with printed points a7.


def test_a_is_an_artifact() -> None:
    assert played("a").history == (Turn(Artifact()),)


@pytest.mark.parametrize("token", ["a5", "A5", "a0", "a99999999999", "ａ５"])
def test_points_are_refused_where_they_are_not_printed(token: str) -> None:
    error = refused(ImpossibleToken, f"3 {token}")
    assert (error.token, error.place) == (token, 2)
    assert error.problem == "bga prints no points; type a"


def test_a_second_artifact_in_a_deck_with_one_is_impossible() -> None:
    assert refused(ImpossibleToken, "a 5 a").problem == "a second artifact: this deck has one"


@pytest.mark.parametrize("edition", ["bga-modern", "eagle-2020"])
@pytest.mark.parametrize("token", ["a", "a5", "A5", "ａ５", "artifact", "Artefakt", "relique"])
def test_with_printed_points_a_suffices_where_one_value_can_come(edition: str, token: str) -> None:
    assert played(token, edition=edition).history == (Turn(Artifact(5)),)


def test_with_printed_points_an_artifact_that_has_not_entered_is_impossible() -> None:
    error = refused(ImpossibleToken, "3 a7", edition="bga-modern")
    assert (error.token, error.place) == ("a7", 2)
    assert error.problem == "no artifact of 7 is in this deck; there is a5"


@pytest.mark.parametrize("token", ["a", "artefatto", "rel"])
def test_with_two_printed_values_in_the_deck_a_alone_is_ambiguous(token: str) -> None:
    error = refused(AmbiguousToken, f"f f / {token}", edition="bga-modern")
    assert (error.token, error.place) == (token, 4)
    assert error.problem == "which artifact? type a5 or a7"


def test_with_printed_points_a_suffices_again_once_the_other_value_is_out() -> None:
    assert cards(played("f f / a5 a", edition="bga-modern"))[2:] == ["a5", "a7"]
    assert cards(played("f f / a7 a", edition="eagle-2020"))[2:] == ["a7", "a5"]


def test_with_printed_points_an_artifact_cannot_come_twice() -> None:
    assert refused(ImpossibleToken, "a a", edition="eagle-2020").problem == (
        "no artifact is left in this deck"
    )
    assert refused(ImpossibleToken, "a5 a5", edition="eagle-2020").problem == (
        "a second artifact of 5: this deck has one"
    )


def test_the_box_with_all_artifacts_in_the_first_deck_takes_five_and_no_sixth() -> None:
    assert cards(played("a a a a a", edition="iello-2016")) == ["a"] * 5
    error = refused(ImpossibleToken, "a a a a a a", edition="iello-2016")
    assert (error.place, error.problem) == (6, "a sixth artifact: this deck has five")


@pytest.mark.parametrize("token", ["a" * 2, "a-5", "a5x", "a:5", "a 5a"])
def test_what_only_looks_like_an_artifact_is_no_card(token: str) -> None:
    refused(UnknownToken, token, edition="bga-modern")


# x one explorer leaves, x2 two leave together.


def leaving(record: str, players: str) -> Leave:
    (event,) = [event for event in played(record, players).history if isinstance(event, Leave)]
    return event


@pytest.mark.parametrize(
    ("token", "leave"),
    [
        ("x", Leave(1, me=False)),
        ("X", Leave(1, me=False)),
        ("ｘ", Leave(1, me=False)),
        ("x1", Leave(1, me=False)),
        ("x2", Leave(2, me=False)),
        ("X2", Leave(2, me=False)),
        ("x３", Leave(3, me=False)),
        ("x4", Leave(4, me=True)),
        ("x:me", Leave(1, me=True)),
        ("X:ME", Leave(1, me=True)),
        ("x：me", Leave(1, me=True)),
        ("x1:me", Leave(1, me=True)),
        ("x2:me", Leave(2, me=True)),
        ("x3:Me", Leave(3, me=True)),
        ("x4:me", Leave(4, me=True)),
    ],
)
def test_without_names_rivals_leave_unless_all_do_or_i_am_named(token: str, leave: Leave) -> None:
    assert leaving(f"7 {token}", "4") == leave


def test_alone_x_is_you() -> None:
    game = played("5 x")
    assert game.history[-1] == Leave(1, me=True)
    assert [(haul.player, haul.points) for haul in game.hauls] == [("me", 5)]


def test_two_who_leave_together_share_the_path_as_one_pool() -> None:
    game = played("7 11 x2:me", "4")
    assert [(haul.player, haul.gems) for haul in game.hauls] == [("me", 6), (None, 6)]
    assert (game.me_inside, game.expedition.inside, game.expedition.path) == (False, 2, 0)


def test_once_i_have_left_x_is_a_rival_until_none_is_inside() -> None:
    game = played("7 x:me 5 x", "3")
    assert [haul.player for haul in game.hauls] == ["me", None]
    assert (game.number, game.expedition.inside) == (1, 1)
    assert played("7 x:me 5 x2", "3").number == 2


@pytest.mark.parametrize(
    ("record", "place", "problem"),
    [
        ("7 x5", 2, "5 cannot leave: four inside"),
        ("7 x99", 2, "99 cannot leave: four inside"),
        ("7 x0", 2, "0 cannot leave: four inside"),
        ("7 x5:me", 2, "5 cannot leave: four inside"),
        ("7 x0:me", 2, "0 cannot leave: four inside"),
        ("7 x 5 x4", 4, "4 cannot leave: three inside"),
        ("7 x:me 5 x:me", 4, "me has left this expedition already"),
        ("7 x2:me 5 x2:me", 4, "me has left this expedition already"),
        ("7 x:me+me", 2, "me is named twice"),
    ],
)
def test_who_is_not_inside_cannot_leave(record: str, place: int, problem: str) -> None:
    error = refused(ImpossibleToken, record, "4")
    assert (error.place, error.problem) == (place, problem)


@pytest.mark.parametrize("digits", ["100", "9" * 5_000])
@pytest.mark.parametrize(
    ("players", "inside"),
    [("1", ("one inside", "1 is inside")), ("4", ("four inside", "4 are inside"))],
)
def test_a_count_of_many_digits_cannot_leave_and_who_is_inside_is_said(
    digits: str, players: str, inside: tuple[str, ...]
) -> None:
    error = refused(ImpossibleToken, f"7 x{digits}", players)
    assert error.token == f"x{digits}"
    assert error.problem.endswith(inside)


@pytest.mark.parametrize("token", ["x:ann", "x:", "x2:", "x:me+", "x:+", "x:me+ann"])
def test_without_names_nobody_but_me_can_be_named(token: str) -> None:
    assert "is no player" in refused(UnknownToken, f"7 {token}", "4").problem


@pytest.mark.parametrize("token", ["xx", "x-1", "x+2", "x2x", "x;me", "2x", "x_me", "xme"])
def test_what_only_looks_like_a_leaving_is_no_card(token: str) -> None:
    refused(UnknownToken, f"7 {token}", "4")


# At most one such token after a card; none before the first card of an expedition.


@pytest.mark.parametrize(
    ("record", "place"),
    [
        ("7 x x", 3),
        ("7 x, x", 3),
        ("7 x x2", 3),
        ("7 x2 x", 3),
        ("7 x x:me", 3),
        ("7 x:me x", 3),
        ("7 5 x x", 4),
    ],
)
def test_a_second_leaving_after_a_card_is_refused_and_x2_is_named(record: str, place: int) -> None:
    error = refused(ImpossibleToken, record, "4")
    assert error.place == place
    assert "all decide at once" in error.problem
    assert "x2" in error.problem


def test_a_second_leaving_by_name_is_refused_and_one_token_of_two_names_is_shown() -> None:
    error = refused(ImpossibleToken, "7 x:ann x:bob", "ann,bob,me")
    assert (error.token, error.place) == ("x:bob", 3)
    assert "all decide at once" in error.problem
    assert "x:ann+" in error.problem


@pytest.mark.parametrize(
    ("record", "place"),
    [
        ("x", 1),
        ("x2", 1),
        ("x:me", 1),
        ("x4", 1),
        ("f f x", 3),
        ("f f / x", 4),
        ("7 x4 x", 3),
        ("7 x4 / x:me", 4),
    ],
)
def test_nobody_leaves_before_the_first_card_of_an_expedition(record: str, place: int) -> None:
    error = refused(ImpossibleToken, record, "4")
    assert error.place == place
    assert error.problem == "nobody leaves before the first card of an expedition"


# With names: x:ann+bob; a bare x is ambiguous unless all leave.


@pytest.mark.parametrize(
    ("token", "names"),
    [
        ("x:ann", ("ann",)),
        ("X:ANN", ("ann",)),
        ("x:bob+ann", ("bob", "ann")),
        ("x:ann+me", ("ann", "me")),
        ("x2:ann+bob", ("ann", "bob")),
        ("x:ann+bob+me", ("ann", "bob", "me")),
        ("x3:ann+bob+me", ("ann", "bob", "me")),
        ("x3", ("ann", "bob", "me")),
    ],
)
def test_with_names_those_leave_who_are_named_and_x_with_the_full_count_is_all(
    token: str, names: tuple[str, ...]
) -> None:
    assert leaving(f"7 {token}", "ann,bob,me") == Leave(len(names), "me" in names, names)


def test_with_names_x_me_is_always_you() -> None:
    assert leaving("7 x:me", "ann,bob") == Leave(1, me=True, names=("ann",))
    assert leaving("7 x:me", "bob,Me") == Leave(1, me=True, names=("Me",))
    assert leaving("7 x:ann", "ann,bob") == Leave(1, me=True, names=("ann",))
    assert leaving("7 x:bob", "ann,bob") == Leave(1, me=False, names=("bob",))


@pytest.mark.parametrize("token", ["x", "x2"])
def test_with_names_a_bare_x_is_ambiguous_unless_all_leave(token: str) -> None:
    error = refused(AmbiguousToken, f"7 {token}", "ann,bob,me")
    assert (error.token, error.place) == (token, 2)
    assert error.problem == "who leaves? type x:ann, x:bob or x:me"


def test_with_names_a_bare_x_is_the_last_one_inside() -> None:
    game = played("7 x:ann+me 5 x", "ann,bob,me")
    assert game.history[-1] == Leave(1, me=False, names=("bob",))
    assert game.number == 2


def test_only_those_still_inside_are_offered() -> None:
    error = refused(AmbiguousToken, "7 x:ann 5 x", "ann,bob,me")
    assert error.problem == "who leaves? type x:bob or x:me"


@pytest.mark.parametrize(
    ("kind", "token", "problem"),
    [
        (AmbiguousToken, "x2:ann", "who else leaves? type x:ann+..."),
        (ImpossibleToken, "x1:ann+bob", "1 leave, and 2 are named"),
        (ImpossibleToken, "x4:ann", "4 leave, and 1 are named"),
        (ImpossibleToken, "x0:ann", "0 leave, and 1 are named"),
        (ImpossibleToken, "x:ann+Ann", "ann is named twice"),
        (ImpossibleToken, "x4", "4 cannot leave: three inside"),
        (ImpossibleToken, "x0", "0 cannot leave: three inside"),
        (UnknownToken, "x:carol", "'carol' is no player; the players are ann, bob, me"),
        (UnknownToken, "x:an", "'an' is no player; the players are ann, bob, me"),
        (UnknownToken, "x:", "'' is no player; the players are ann, bob, me"),
        (UnknownToken, "x:ann+", "'' is no player; the players are ann, bob, me"),
    ],
)
def test_names_and_count_must_agree(kind: type[RecordError], token: str, problem: str) -> None:
    error = refused(kind, f"7 {token}", "ann,bob,me")
    assert (error.token, error.place, error.problem) == (token, 2, problem)


def test_who_has_left_cannot_leave_again_by_name() -> None:
    error = refused(ImpossibleToken, "7 x:ann 5 x:ANN", "ann,bob,me")
    assert error.problem == "ann has left this expedition already"


def test_everyone_is_inside_again_in_the_next_expedition() -> None:
    game = played("7 x:ann 5 x:bob+me 9", "ann,bob,me")
    assert (game.names_inside, game.me_inside) == (("ann", "bob", "me"), True)


@pytest.mark.parametrize(
    ("players", "typed", "name"),
    [
        ("O’Hara,me", "o'hara", "O'Hara"),
        ("O'Hara,me", "O’HARA", "O'Hara"),
        ("Straße,me", "STRASSE", "Straße"),
        ("José,me", "jose\u0301", "José"),
        ("जूही,me", "जूही", "जूही"),
        ("Ａｎｎ,me", "ann", "Ann"),
        ("李雷,me", "李雷", "李雷"),
        ("f,me", "F", "f"),
        ("x,me", "x", "x"),
    ],
)
def test_a_name_is_found_in_any_spelling_of_it(players: str, typed: str, name: str) -> None:
    assert leaving(f"7 x:{typed}", players).names == (name,)


def test_the_name_of_a_player_alone_is_no_card_and_the_leaving_is_suggested() -> None:
    error = refused(UnknownToken, "7 bob", "ann,bob,me")
    assert error.problem.startswith("'bob' is no card")
    assert "x:bob" in error.problem


# An expedition ends by a second hazard of a kind, or when the last explorer leaves.


@pytest.mark.parametrize("mark", ["", "/"])
@pytest.mark.parametrize(
    ("ending", "players"),
    [
        ("f 5 f", "1"),
        ("f m 5 m", "4"),
        ("5 x", "1"),
        ("5 x4", "4"),
        ("5 x3 7 x", "4"),
        ("5 x:me 7 x3", "4"),
        ("5 x2 f f", "4"),
    ],
)
def test_what_follows_an_ending_belongs_to_the_next_expedition(
    ending: str, players: str, mark: str
) -> None:
    game = played(f"{ending} {mark} 9", players)
    assert game == played(f"{ending} 9", players)
    assert game.number == 2
    assert game.expedition.inside == int(players)
    assert game.expedition.turned == 1


def test_a_second_hazard_of_a_kind_takes_one_of_the_two_out_of_the_game() -> None:
    game = played("sn sn / sn sn /")
    assert [str(hazard) for hazard in game.gone] == ["snakes", "snakes"]
    assert game.expedition.deck.count(Hazard("snakes", "sn")) == 1
    assert refused(ImpossibleToken, "sn sn / sn sn / sn sn").problem == (
        "a second snakes: this deck has one"
    )


# / may be written between expeditions.


@pytest.mark.parametrize("record", ["f f /", "f f / 5 x /", "f f,/,5", "f f ／ 5", "f f / m m /"])
def test_a_break_is_allowed_where_an_expedition_has_ended(record: str) -> None:
    assert played(record) == played(record.replace("/", " ").replace("／", " "))


@pytest.mark.parametrize("token", ["/", "／"])
@pytest.mark.parametrize(
    ("record", "place"), [("{}", 1), ("{} 5", 1), ("f f / {} 5", 4), ("5 x / {}", 4)]
)
def test_a_break_at_the_start_or_twice_in_a_row_is_an_error(
    record: str, place: int, token: str
) -> None:
    error = refused(ImpossibleToken, record.format(token))
    assert (error.token, error.place) == (token, place)


def test_a_break_twice_in_a_row_says_that_one_is_enough() -> None:
    assert "one / is enough" in refused(ImpossibleToken, "f f / /").problem


def test_a_break_is_an_error_where_the_expedition_has_not_ended() -> None:
    for record, players, place in [
        ("5 /", "1", 2),
        ("f m / 5", "1", 3),
        ("f f / 5 /", "1", 5),
        ("5 x /", "4", 3),
        ("5 x3 / 7", "4", 3),
    ]:
        error = refused(ImpossibleToken, record, players)
        assert (error.token, error.place) == ("/", place)
        assert "still inside" in error.problem


def test_a_break_is_an_error_at_the_start_of_a_record_that_joins_late() -> None:
    game = begin(BGA, read_players("1"), number=3)
    with pytest.raises(ImpossibleToken):
        read(game, "/ 5")


@pytest.mark.parametrize("token", ["//", "///", "\\", "|", "5/", "/5", "f/m"])
def test_what_only_looks_like_a_break_is_no_card(token: str) -> None:
    refused(UnknownToken, f"f f {token}")


@pytest.mark.parametrize("token", ["/", "5", "f", "a", "x", "x:me"])
def test_after_the_last_expedition_nothing_can_follow(token: str) -> None:
    assert played(OVER).over
    error = refused(ImpossibleToken, f"{OVER} {token}")
    assert (error.token, error.place) == (token, 11)
    assert error.problem == "the game is over: all 5 expeditions have been played"


@pytest.mark.parametrize("token", ["q", "s"])
def test_after_the_last_expedition_a_strange_token_is_still_strange(token: str) -> None:
    refused(UnknownToken if token == "q" else AmbiguousToken, f"{OVER} {token}")


# Errors name the token, its place and what would be right, in three kinds.


def test_an_unknown_token_is_quoted_and_the_notation_is_told() -> None:
    error = refused(UnknownToken, "5 f q 11")
    assert (error.token, error.place) == ("q", 3)
    assert error.problem.startswith("'q' is no card")
    assert "f m r sn sp" in error.problem
    assert str(error).startswith("token 3 'q': 'q' is no card")


@pytest.mark.parametrize(
    ("typed", "meant"), [("fyre", "fire"), ("mumy", "mummy"), ("serpnets", "serpents")]
)
def test_a_misspelt_name_is_suggested_and_never_guessed(typed: str, meant: str) -> None:
    assert refused(UnknownToken, typed).problem == f"'{typed}' is no card; do you mean {meant}?"


@pytest.mark.parametrize(
    ("record", "token", "place", "problem"),
    [
        ("5 5 5", "5", 3, "a third 5: this deck has two"),
        ("7,11,7,7", "7", 4, "a third 7: this deck has two"),
        ("15 f 15", "15", 3, "a second 15: this deck has one"),
        ("11 11 x / 11 11 11", "11", 7, "a third 11: this deck has two"),
    ],
)
def test_a_card_that_is_out_already_is_impossible(
    record: str, token: str, place: int, problem: str
) -> None:
    error = refused(ImpossibleToken, record)
    assert (error.token, error.place, error.problem) == (token, place, problem)


def test_the_first_wrong_token_is_the_one_that_is_named() -> None:
    assert refused(UnknownToken, "5 q 5 5 s").place == 2
    assert refused(ImpossibleToken, "5 5 5 q").place == 3


def test_the_three_kinds_are_record_errors_and_value_errors() -> None:
    for kind in (UnknownToken, ImpossibleToken, AmbiguousToken):
        assert issubclass(kind, RecordError)
        assert issubclass(kind, ValueError)


@pytest.mark.parametrize(
    "token",
    [
        "q\x00",
        "q\x07\x1b[31m",
        "\ud800",
        "q\udcff",
        "q" * 10_000,
        "x" * 10_000,
        "é" * 5_000,
        "x:\x07",
        "x:" + "q" * 10_000,
        "😀",
        "\u0301",
        "q\ue000\uffff",
        "'\"\\",
    ],
)
@pytest.mark.parametrize("players", ["4", "ann,bob,me"])
def test_an_error_is_one_short_line_whatever_was_typed(token: str, players: str) -> None:
    error = refused(UnknownToken, f"7 {token}", players)
    assert error.token == token
    assert str(error).isprintable()
    assert len(str(error)) < 250


# Hazards by themselves, as --gone takes them.


def test_a_list_of_hazards_is_read_by_the_same_words() -> None:
    assert [str(card) for card in read_hazards(BGA, "f, Schlangen m\u00fam ar")] == [
        "fire",
        "snakes",
        "mummy",
        "spiders",
    ]
    assert read_hazards(BGA, "") == ()


@pytest.mark.parametrize(
    ("text", "kind", "place"),
    [
        ("q", UnknownToken, 1),
        ("f a", UnknownToken, 2),
        ("f 5", UnknownToken, 2),
        ("f m s", AmbiguousToken, 3),
        ("lava", UnknownToken, 1),
    ],
)
def test_what_is_no_hazard_is_refused_in_a_list_of_them(
    text: str, kind: type[RecordError], place: int
) -> None:
    with pytest.raises(kind) as caught:
        read_hazards(BGA, text)
    assert caught.value.place == place


# Writing.


@pytest.mark.parametrize(
    ("record", "players", "edition", "written"),
    [
        ("", "1", "bga", ""),
        ("5 Feuer, mummy", "1", "bga", "5 f m"),
        ("ROCHAS cobras Spinne relique", "1", "bga", "r sn sp a"),
        ("５ ÉBOULEMENT １１", "1", "bga", "5 r 11"),
        ("5 x", "1", "bga", "5 x"),
        ("5 x:me", "1", "bga", "5 x"),
        ("5 x1", "1", "bga", "5 x"),
        ("5 x /", "1", "bga", "5 x"),
        ("5 x 7 x", "1", "bga", "5 x / 7 x"),
        ("f f f", "1", "bga", "f f / f"),
        ("f f /", "1", "bga", "f f"),
        ("7 x", "4", "bga", "7 x"),
        ("7 x1:me", "4", "bga", "7 x:me"),
        ("7 x2", "4", "bga", "7 x2"),
        ("7 x2:me", "4", "bga", "7 x2:me"),
        ("7 x4:me", "4", "bga", "7 x4"),
        ("7 x4 9", "4", "bga", "7 x4 / 9"),
        ("7 x3 5 x:me 9", "4", "bga", "7 x3 5 x / 9"),
        ("7 x:me 5 x3 9", "4", "bga", "7 x:me 5 x3 / 9"),
        ("7 X:BOB+ann", "ann,bob,me", "bga", "7 x:bob+ann"),
        ("7 x3", "ann,bob,me", "bga", "7 x:ann+bob+me"),
        ("7 x:ann+bob 5 x", "ann,bob,me", "bga", "7 x:ann+bob 5 x:me"),
        ("7 x:me", "ann,bob", "bga", "7 x:ann"),
        ("7 x:o’hara", "O'Hara,me", "bga", "7 x:O'Hara"),
        ("a", "1", "bga-modern", "a5"),
        ("f f a7 a", "1", "eagle-2020", "f f / a7 a5"),
        ("lava ram boulder artifact", "1", "iello-2016", "l ra b a"),
        ("gas scorpion rockfall explosion", "1", "schmidt-2005", "g sc r e"),
        (OVER, "1", "bga", "f f / m m / r r / sn sn / sp sp"),
    ],
)
def test_a_game_is_written_in_codes_and_reads_back_as_itself(
    record: str, players: str, edition: str, written: str
) -> None:
    game = played(record, players, edition)
    assert write(game) == written
    assert read(start(players, edition), written) == game


def test_a_game_joined_late_is_written_from_where_its_record_starts() -> None:
    game = begin(BGA, read_players("2"), gone=read_hazards(BGA, "fire mummy"))
    assert write(read(game, "5 x2 f m")) == "5 x2 / f m"


def test_a_game_that_ends_because_its_deck_runs_out_reads_back_as_itself() -> None:
    edition = edition_from_table(
        {"treasures": [1, 2], "hazards": {"wolf": 1}, "artifact_entry": "none", "expeditions": 2},
        "tiny",
    )
    game = played("1 2 wolf / 2 w 1", "3", edition)
    assert game.over
    assert write(game) == "1 2 w / 2 w 1"
    assert read(start("3", edition), write(game)) == game
