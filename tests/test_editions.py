"""The eight presets against the table of the rules, and custom editions from TOML files."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from incan_odds.cards import Artifact, Hazard
from incan_odds.deck import first_deck
from incan_odds.edition_files import edition_from_table, find_edition, load_edition
from incan_odds.editions import D14, D15, DEFAULT_EDITION, PRESETS, SEQ15, Edition, EditionError
from incan_odds.game import begin
from incan_odds.players import Players
from incan_odds.record import read, write

# The presets


class Row(NamedTuple):
    """One row of the table of presets, and what goes with it: the codes of the hazards."""

    aliases: tuple[str, ...]
    treasures: tuple[int, ...]
    artifact_entry: str
    artifact_points: tuple[int, ...]
    artifact_index: str
    artifact_hidden: str
    tie_break: str
    hazards: str


EACH = "one_per_expedition"
BY_ORDINAL = (5, 5, 5, 10, 10)
PRINTED = (5, 7, 8, 10, 12)
CLASSIC = "fire f, mummy m, rocks r, snakes sn, spiders sp"
LAVA = "spiders sp, snakes sn, lava l, boulder b, ram ra"
GAS = "snakes sn, scorpions sc, rockfall r, gas g, explosion e"

TABLE = {
    "bga": Row(("sheet",), D14, EACH, BY_ORDINAL, "claim", "removed", "artifacts", CLASSIC),
    "bga-classic": Row((), D14, EACH, BY_ORDINAL, "departed", "stays", "artifacts", CLASSIC),
    "bga-modern": Row((), D14, EACH, PRINTED, "card", "stays", "artifacts", CLASSIC),
    "gryphon-2009": Row(
        ("incan-gold",), D15, EACH, BY_ORDINAL, "claim", "stays", "artifacts", CLASSIC
    ),
    "eagle-2020": Row((), D15, EACH, PRINTED, "card", "stays", "artifacts", CLASSIC),
    "iello-2016": Row(
        ("diamant",), D15, "all_at_start", BY_ORDINAL, "claim", "stays", "shared", LAVA
    ),
    "schmidt-2005": Row((), D15, "none", (), "claim", "stays", "shared", GAS),
    "ludoclub": Row((), SEQ15, EACH, BY_ORDINAL, "claim", "stays", "artifacts", CLASSIC),
}


def test_there_are_eight_presets():
    assert list(PRESETS) == list(TABLE)


@pytest.mark.parametrize("name", TABLE)
def test_a_preset_is_what_the_table_says(name):
    edition = PRESETS[name]
    hazards = ", ".join(f"{kind.card.name} {kind.card.code}" for kind in edition.hazards)
    assert TABLE[name] == Row(
        edition.aliases,
        edition.treasures,
        edition.artifact_entry,
        edition.artifact_points,
        edition.artifact_index,
        edition.artifact_hidden,
        edition.tie_break,
        hazards,
    )
    assert edition.name == name
    assert edition.expeditions == 5


@pytest.mark.parametrize("name", TABLE)
def test_a_preset_names_its_source(name):
    assert PRESETS[name].source
    titles = {"bga": "bga (the help page)"}
    assert PRESETS[name].title == titles.get(name, name)


@pytest.mark.parametrize("name", TABLE)
def test_each_preset_has_five_kinds_of_hazard_three_times(name):
    assert [kind.copies for kind in PRESETS[name].hazards] == [3, 3, 3, 3, 3]
    assert sum(first_deck(PRESETS[name]).hazards.values()) == 15


@pytest.mark.parametrize(
    ("treasures", "cards", "gems"), [(D14, 14, 107), (D15, 15, 124), (SEQ15, 15, 120)]
)
def test_the_treasure_lists_have_these_counts_and_sums(treasures, cards, gems):
    assert len(treasures) == cards
    assert sum(treasures) == gems


def test_the_treasure_lists_card_by_card():
    assert D14 == (1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15)
    assert D15 == (1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 17)
    assert SEQ15 == (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)


def test_the_default_is_the_edition_of_the_rule_sheets():
    assert DEFAULT_EDITION == "bga"


@pytest.mark.parametrize("edition", ["bga-modern", "eagle-2020"])
def test_printed_artifacts_enter_in_order_one_with_each_expedition(edition):
    entering = [PRESETS[edition].entering(number) for number in range(1, 6)]
    assert entering == [(Artifact(points),) for points in (5, 7, 8, 10, 12)]
    assert PRESETS[edition].printed


@pytest.mark.parametrize("edition", ["bga", "bga-classic", "gryphon-2009", "ludoclub"])
def test_plain_artifacts_enter_one_with_each_expedition(edition):
    assert [PRESETS[edition].entering(number) for number in range(1, 6)] == [(Artifact(),)] * 5
    assert not PRESETS[edition].printed


def test_in_iello_2016_all_five_artifacts_enter_at_the_start():
    iello = PRESETS["iello-2016"]
    assert [len(iello.entering(number)) for number in range(1, 6)] == [5, 0, 0, 0, 0]
    assert [len(iello.entered_before(number)) for number in range(1, 6)] == [0, 5, 5, 5, 5]


def test_in_schmidt_2005_no_artifact_enters():
    schmidt = PRESETS["schmidt-2005"]
    assert [schmidt.entering(number) for number in range(1, 6)] == [()] * 5


@pytest.mark.parametrize(
    ("word", "name"),
    [
        *((name, name) for name in TABLE),
        ("sheet", "bga"),
        ("incan-gold", "gryphon-2009"),
        ("diamant", "iello-2016"),
        ("  Diamant ", "iello-2016"),
        ("BGA", "bga"),
    ],
)
def test_an_edition_is_found_by_name_or_alias(word, name):
    assert find_edition(word) is PRESETS[name]


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("bga-clasic", "do you mean bga-classic?"),
        ("diamond", "do you mean diamant?"),
        ("zzz", "choose from bga, bga-classic, bga-modern,"),
        ("", "choose from"),
    ],
)
def test_an_unknown_edition_gets_a_suggestion(word, hint):
    with pytest.raises(EditionError) as error:
        find_edition(word)
    assert str(error.value).startswith(f"no edition {word!r}: ")
    assert hint in str(error.value)


# Custom editions


@pytest.fixture
def house(tmp_path: Path):
    """Return what writes a TOML file and reads the edition in it."""

    def load(text: str) -> Edition:
        file = tmp_path / "house.toml"
        file.write_text(text, encoding="utf-8")
        return find_edition(str(file))

    return load


def hazards(edition: Edition) -> dict[str, int]:
    return {kind.card.name: kind.copies for kind in edition.hazards}


def codes(edition: Edition) -> dict[str, str]:
    return {kind.card.name: kind.card.code for kind in edition.hazards}


def test_an_empty_file_is_the_default_edition_under_its_own_name(house):
    edition, bga = house(""), PRESETS["bga"]
    assert (edition.name, edition.title, edition.aliases) == ("house", "house", ())
    assert edition.source == "a custom edition, from bga"
    assert edition.treasures == bga.treasures
    assert edition.hazards == bga.hazards
    assert edition.expeditions == bga.expeditions
    assert edition.artifact_entry == bga.artifact_entry
    assert edition.artifact_points == bga.artifact_points
    assert edition.artifact_index == bga.artifact_index
    assert edition.artifact_hidden == bga.artifact_hidden
    assert edition.tie_break == bga.tie_break


def test_every_switch_can_be_set(house):
    edition = house(
        """
        base = "iello-2016"
        name = "Friday night"
        title = "Friday night, quick"
        source = "the back of the box"
        treasures = [3, 1, 20]
        expeditions = 2
        artifact_entry = "one_per_expedition"
        artifact_points = [4, 6]
        artifact_index = "departed"
        artifact_hidden = "removed"
        tie_break = "artifacts"
        [hazards]
        fire = 2
        flood = 1
        [codes]
        flood = "w"
        """
    )
    assert (edition.name, edition.title) == ("Friday night", "Friday night, quick")
    assert edition.source == "the back of the box"
    assert edition.treasures == (1, 3, 20)
    assert hazards(edition) == {"fire": 2, "flood": 1}
    assert codes(edition) == {"fire": "fi", "flood": "w"}
    assert edition.expeditions == 2
    assert edition.artifact_entry == "one_per_expedition"
    assert edition.artifact_points == (4, 6)
    assert edition.artifact_index == "departed"
    assert edition.artifact_hidden == "removed"
    assert edition.tie_break == "artifacts"
    assert first_deck(edition).size == 3 + 3 + 1


@pytest.mark.parametrize("base", [*TABLE, "incan-gold", "Diamant", "sheet"])
def test_a_base_gives_all_that_is_not_set(house, base):
    edition, preset = house(f'base = "{base}"\nexpeditions = 3'), find_edition(base)
    assert edition.expeditions == 3
    assert edition.source == f"a custom edition, from {preset.name}"
    assert first_deck(edition) == first_deck(preset)
    assert codes(edition) == codes(preset)
    assert edition.artifact_points == preset.artifact_points
    assert edition.artifact_index == preset.artifact_index
    assert edition.artifact_hidden == preset.artifact_hidden
    assert edition.tie_break == preset.tie_break


def test_a_file_with_a_byte_order_mark_is_read(tmp_path):
    file = tmp_path / "bom.toml"
    file.write_bytes(b"\xef\xbb\xbfexpeditions = 2")
    assert load_edition(file).expeditions == 2


def test_without_artifacts_the_points_of_the_base_are_dropped(house):
    edition = house('artifact_entry = "none"')
    assert edition.artifacts == ()
    assert first_deck(edition).size == 29


@pytest.mark.parametrize("index", ["claim", "departed", "card"])
@pytest.mark.parametrize(
    ("entry", "hidden"),
    [("one_per_expedition", "stays"), ("one_per_expedition", "removed"), ("all_at_start", "stays")],
)
@pytest.mark.parametrize("tie", ["artifacts", "shared"])
def test_the_switches_are_orthogonal(house, entry, hidden, index, tie):
    edition = house(
        f'artifact_entry = "{entry}"\nartifact_hidden = "{hidden}"\n'
        f'artifact_index = "{index}"\ntie_break = "{tie}"'
    )
    game = read(begin(edition, Players(2)), "1 x2")
    left = {
        ("one_per_expedition", "stays"): 1 + 1,
        ("one_per_expedition", "removed"): 1,
        ("all_at_start", "stays"): 5,
    }
    assert len(game.expedition.deck.artifacts) == left[entry, hidden]
    assert edition.printed == (index == "card")
    assert edition.tie_break == tie


def test_more_artifacts_than_expeditions_enter_while_expeditions_last(house):
    edition = house("expeditions = 2\nartifact_points = [1, 2, 3]")
    assert [len(edition.entering(number)) for number in (1, 2)] == [1, 1]


def test_fewer_artifacts_than_expeditions_enter_while_any_are_left(house):
    edition = house("artifact_points = [1, 2]")
    assert [len(edition.entering(number)) for number in range(1, 6)] == [1, 1, 0, 0, 0]


def test_treasures_may_hold_nothing_or_a_million(house):
    assert house("treasures = [0, 1_000_000]").treasures == (0, 1_000_000)


def test_a_deck_may_have_2000_cards(house):
    assert first_deck(house(f"treasures = {[1] * 1980}")).size == 1980 + 15 + 1


# Codes


def test_the_hazards_keep_the_codes_of_the_base(house):
    edition = house("hazards = { fire = 1, snakes = 2 }")
    assert codes(edition) == {"fire": "f", "snakes": "sn"}


@pytest.mark.parametrize(
    ("table", "derived"),
    [
        ("{ lava = 3, gas = 3 }", {"lava": "l", "gas": "g"}),
        ("{ lava = 3, larva = 3 }", {"lava": "lav", "larva": "lar"}),
        ("{ flood = 3, fire = 3 }", {"flood": "fl", "fire": "f"}),
        ("{ ash = 3 }", {"ash": "as"}),
        ("{ xenon = 3 }", {"xenon": "xe"}),
        ("{ rat = 3, rats = 3 }", {"rat": "rat", "rats": "rats"}),
        ('{ "Éboulis" = 3 }', {"Éboulis": "e"}),
    ],
)
def test_a_new_hazard_gets_the_shortest_beginning_that_is_its_own(house, table, derived):
    assert codes(house(f"hazards = {table}")) == derived


def test_a_code_that_is_given_moves_the_one_of_the_base_aside(house):
    edition = house('codes = { snakes = "sp" }')
    assert codes(edition)["snakes"] == "sp"
    assert codes(edition)["spiders"] == "spi"


def test_two_codes_can_be_exchanged(house):
    edition = house('codes = { snakes = "sp", spiders = "sn" }')
    assert codes(edition)["snakes"] == "sp"
    assert codes(edition)["spiders"] == "sn"


@pytest.mark.parametrize("name", ["x2y", "a7b"])
def test_a_derived_code_never_reads_as_another_token(house, name):
    code = codes(house(f"hazards = {{ {name} = 3 }}"))[name]
    assert code not in ("x", "x2", "a", "a7")


def test_a_record_is_read_and_written_in_the_codes_of_its_own_edition():
    """Two editions that differ in nothing but a code."""
    first = edition_from_table({"codes": {"fire": "q"}}, "house")
    second = edition_from_table({"codes": {"fire": "z"}}, "house")
    assert write(read(begin(first, Players(1)), "q fire")) == "q q"
    assert write(read(begin(second, Players(1)), "z fire")) == "z z"


# Faults


FAULTS = {
    "unknown key": ("treasure = [1]", "treasure", "do you mean treasures?"),
    "unknown key, nothing like it": ("zzz = 1", "zzz", "the keys are base, name,"),
    "unknown key of two lines": ('"two\\nlines" = 1', "two", "no such key"),
    "unknown base": ('base = "bga-clasic"', "base", "do you mean bga-classic?"),
    "base is a file": ('base = "house.toml"', "base", "choose from bga,"),
    "base is a number": ("base = 1", "base", "a text"),
    "name is empty": ('name = " "', "name", "a text"),
    "name of two lines": ('name = "two\\nlines"', "name", "a text"),
    "title too long": (f'title = "{"x" * 81}"', "title", "at most 80 characters"),
    "source is a list": ("source = []", "source", "a text"),
    "treasures is a number": ("treasures = 5", "treasures", "a list of whole numbers, not 5"),
    "treasures is a text": ('treasures = "5 7"', "treasures", "a list of whole numbers"),
    "a treasure is a float": ("treasures = [5.0]", "treasures", "a list of whole numbers"),
    "a treasure is a bool": ("treasures = [1, true]", "treasures", "not [1, True]"),
    "a treasure is negative": ("treasures = [-1]", "treasures", "from 0 to 1000000 gems"),
    "a treasure is too large": ("treasures = [1_000_001]", "treasures", "from 0 to 1000000 gems"),
    "too many treasures": (f"treasures = {[1] * 1981}", "treasures", "from 1 to 2000 cards"),
    "hazards is a list": ('hazards = ["fire"]', "hazards", "a table of names and copies"),
    "copies is a text": ('hazards = { fire = "3" }', "hazards.fire", "a whole number, not '3'"),
    "copies is a bool": ("hazards = { fire = true }", "hazards.fire", "a whole number, not True"),
    "copies is a float": ("hazards = { fire = 3.0 }", "hazards.fire", "a whole number, not 3.0"),
    "no copies": ("hazards = { fire = 0 }", "hazards.fire", "from 1 to 2000 copies, not 0"),
    "copies are negative": ("hazards = { fire = -1 }", "hazards.fire", "copies, not -1"),
    "too many copies": ("hazards = { fire = 2001 }", "hazards.fire", "copies, not 2001"),
    "copies of a hazard of two lines": ('hazards = { "f\\ng" = 0 }', "hazards.f", "copies, not 0"),
    "too many hazards": ("hazards = { fire = 1990 }", "treasures", "from 1 to 2000 cards"),
    "no cards": ('treasures = []\nhazards = {}\nartifact_entry = "none"', "treasures", "from 1"),
    "only artifacts": ("treasures = []\nhazards = {}", "treasures", "cards other than artifacts"),
    "codes is a text": ('codes = "f"', "codes", "a table of names and codes"),
    "a code is a number": ("codes = { fire = 1 }", "codes.fire", "a text"),
    "a code is empty": ('codes = { fire = "" }', "codes.fire", "a text"),
    "a code of no hazard": ('codes = { lava = "l" }', "codes", "'lava' is no hazard"),
    "a code with a space": ('codes = { fire = "f f" }', "codes", "'f f' is no name"),
    "expeditions is a bool": ("expeditions = true", "expeditions", "a whole number, not True"),
    "expeditions is a float": ("expeditions = 5.0", "expeditions", "a whole number, not 5.0"),
    "expeditions is a text": ('expeditions = "5"', "expeditions", "a whole number, not '5'"),
    "no expeditions": ("expeditions = 0", "expeditions", "from 1 to 100"),
    "too many expeditions": ("expeditions = 101", "expeditions", "from 1 to 100"),
    "entry unknown": ('artifact_entry = "some"', "artifact_entry", "not 'some'"),
    "entry is a number": ("artifact_entry = 1", "artifact_entry", "a text"),
    "index unknown": ('artifact_index = "printed"', "artifact_index", "claim, departed, card"),
    "index is a bool": ("artifact_index = false", "artifact_index", "a text"),
    "hidden unknown": ('artifact_hidden = "lost"', "artifact_hidden", "stays, removed"),
    "tie break unknown": ('tie_break = "me"', "tie_break", "artifacts, shared"),
    "points is a number": ("artifact_points = 5", "artifact_points", "a list of whole numbers"),
    "points of a bool": ("artifact_points = [true]", "artifact_points", "not [True]"),
    "points are negative": ("artifact_points = [-5]", "artifact_points", "from 0 to 1000000"),
    "points are too many": ("artifact_points = [1000001]", "artifact_points", "from 0 to 1000000"),
    "no points": ("artifact_points = []", "artifact_points", "one entry for each artifact"),
    "no points in the base": (
        'base = "schmidt-2005"\nartifact_entry = "one_per_expedition"',
        "artifact_points",
        "one entry for each artifact",
    ),
    "none with points": (
        'artifact_entry = "none"\nartifact_points = [5]',
        "artifact_points",
        "none where artifact_entry is none",
    ),
    "a base without artifacts with points": (
        'base = "schmidt-2005"\nartifact_points = [5]',
        "artifact_points",
        "none where artifact_entry is none",
    ),
    "all at start and removed": (
        'artifact_entry = "all_at_start"\nartifact_hidden = "removed"',
        "artifact_hidden",
        "use stays",
    ),
    "all at start on a base that removes": (
        'base = "bga"\nartifact_entry = "all_at_start"',
        "artifact_hidden",
        "use stays",
    ),
    "huge treasure": (f"treasures = [{10**4000}]", "treasures", "from 0 to 1000000 gems"),
    "huge copies": (f"hazards = {{ fire = {10**4000} }}", "hazards.fire", "from 1 to 2000 copies"),
    "huge expeditions": (f"expeditions = {10**4000}", "expeditions", "from 1 to 100"),
    "huge points": (f"artifact_points = [{10**4000}]", "artifact_points", "from 0 to 1000000"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "key", "problem"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_one_line_that_names_the_key_and_the_file(house, text, key, problem):
    with pytest.raises(EditionError) as error:
        house(text)
    message = str(error.value)
    assert message.splitlines() == [message]
    assert message.startswith(key)
    assert problem in message
    assert "house.toml" in message


@pytest.mark.parametrize(
    "name",
    [
        "a", "x", "x2", "a7", "X2", "A7", "7", "x:me", "/", "", "two words", "a,b", "-", "_",
        "artifact", "Relique", "artéfacts", "artefatto",
    ],
)  # fmt: skip
def test_a_hazard_that_reads_as_another_token_is_refused(house, name):
    with pytest.raises(EditionError) as error:
        house(f'[hazards]\n"{name}" = 3\n[codes]\n"{name}" = "q"')
    assert error.value.key == "hazards"
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", ["²", "①", "x²"])
def test_a_hazard_that_reads_as_a_number_or_a_leaving_in_another_form_is_refused(house, name):
    """The record reads these forms as plain digits: `²` as the treasure 2, `x²` as x2."""
    with pytest.raises(EditionError):
        house(f'[hazards]\n"{name}" = 3\n[codes]\n"{name}" = "q"')


@pytest.mark.parametrize("code", ["a", "x", "X", "x2", "a7", "7", "x:me", "/", "relique", "²"])
def test_a_code_that_reads_as_another_token_is_refused(house, code):
    with pytest.raises(EditionError) as error:
        house(f'codes = {{ fire = "{code}" }}')
    assert error.value.key == "codes"
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("[hazards]\nfire = 3\nFeuer = 3", "hazards"),
        ("[hazards]\nfire = 3\nFIRE = 3", "hazards"),
        ("[hazards]\nrocks = 3\neboulement = 3", "hazards"),
        ("[hazards]\nsnakes = 3\nserpente = 3", "hazards"),
        ('codes = { fire = "q", mummy = "q" }', "codes"),
        ('codes = { fire = "q", mummy = "Q" }', "codes"),
        ('codes = { fire = "mummy" }', "codes"),
        ('codes = { fire = "schlangen" }', "codes"),
        ('codes = { mummy = "feu" }', "codes"),
        ('[hazards]\nfire = 3\nq = 3\n[codes]\nfire = "q"', "codes"),
    ],
)
def test_two_hazards_that_read_alike_are_refused(house, text, key):
    with pytest.raises(EditionError, match=" reads as ") as error:
        house(text)
    assert error.value.key == key


def test_a_hazard_may_be_called_by_its_own_translation_as_code(house):
    assert codes(house('codes = { fire = "feu" }'))["fire"] == "feu"


NO_TOML = {
    "no key": b"1 2 3",
    "a key twice": b"expeditions = 1\nexpeditions = 2",
    "a list without end": b"treasures = [1,\n2,",
    "a control character": b"name = \"\x00\"",
    "a number of too many digits": b"expeditions = 1" + b"0" * 5_000,
    "nested too deeply": b"treasures = " + b"[" * 100_000,
    "an inner table nested too deeply": b"hazards = " + b"{a = " * 50_000,
}  # fmt: skip


@pytest.mark.parametrize("raw", NO_TOML.values(), ids=NO_TOML)
def test_a_file_that_is_no_toml_is_named_in_one_line(tmp_path, raw):
    file = tmp_path / "house.toml"
    file.write_bytes(raw)
    with pytest.raises(EditionError) as error:
        load_edition(file)
    message = str(error.value)
    assert message.startswith(f"{file} is no TOML: ")
    assert message.splitlines() == [message]


def test_hexadecimal_numbers_beyond_what_can_be_written_out_are_refused(house):
    huge = f"0x{'f' * 8_000}"
    for text in (f"treasures = [{huge}]", f"expeditions = {huge}", f"hazards.fire = {huge}"):
        with pytest.raises(EditionError, match=r"house\.toml"):
            house(text)


def test_a_list_nested_as_deeply_as_toml_allows_is_refused_by_its_key(house):
    with pytest.raises(EditionError) as error:
        house(f"treasures = {'[' * 50}{']' * 50}")
    assert error.value.key == "treasures"
    assert "house.toml" in str(error.value)


@pytest.mark.parametrize("raw", [b"name = \"\xff\"", "name = 'é'".encode("utf-16")])  # fmt: skip
def test_a_file_that_is_not_in_utf_8_is_named_in_one_line(tmp_path, raw):
    file = tmp_path / "house.toml"
    file.write_bytes(raw)
    with pytest.raises(EditionError) as error:
        load_edition(file)
    assert str(error.value) == f"{file} is no text in UTF-8"


def test_a_file_of_more_than_a_million_bytes_is_not_read(tmp_path):
    file = tmp_path / "house.toml"
    file.write_bytes(b"#" * 1_000_001)
    with pytest.raises(EditionError) as error:
        load_edition(file)
    assert str(error.value) == f"longer than 1,000,000 bytes (in {file})"


def test_a_missing_file_is_named_in_one_line(tmp_path):
    file = tmp_path / "none.toml"
    with pytest.raises(EditionError) as error:
        find_edition(str(file))
    assert str(error.value).startswith(f"cannot read {file}: ")
    assert "\n" not in str(error.value)


def test_a_missing_file_whose_name_has_two_lines_is_named_in_one(tmp_path):
    with pytest.raises(EditionError) as error:
        load_edition(tmp_path / "two\nlines.toml")
    assert "\n" not in str(error.value)


def test_a_directory_is_no_edition(tmp_path):
    with pytest.raises(EditionError) as error:
        find_edition(f"{tmp_path}/")
    assert str(error.value).startswith(f"cannot read {tmp_path}: ")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("path", ["a\0b.toml", f"{'a' * 5_000}.toml"])
def test_a_path_that_cannot_be_opened_is_no_edition(path):
    with pytest.raises(EditionError) as error:
        find_edition(path)
    assert "\n" not in str(error.value)


def test_an_edition_error_has_the_key_and_the_problem_apart():
    with pytest.raises(EditionError) as error:
        edition_from_table({"expeditions": 0}, "house")
    assert error.value.key == "expeditions"
    assert error.value.problem == "from 1 to 100"
    assert str(error.value) == "expeditions: from 1 to 100"


def test_an_edition_knows_the_copies_of_a_hazard_and_0_of_one_it_lacks():
    assert PRESETS["bga"].copies(Hazard("fire", "f")) == 3
    assert PRESETS["bga"].copies(Hazard("lava", "l")) == 0
