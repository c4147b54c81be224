"""What is in the box: the published editions, and the switches that make any other.

An edition is data. Every rule that differs between boxes is one field of `Edition`; a new preset
is one more entry of the list at the end. Sources are named beside each preset.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, get_args

from incan_odds.cards import Artifact, Hazard, fold, names_of_artifact, names_of_hazard, on_one_line

ArtifactEntry = Literal["none", "one_per_expedition", "all_at_start"]
"""When the artifacts enter the deck."""

ArtifactIndex = Literal["claim", "departed", "card"]
"""Which ordinal picks an artifact's points.

`claim`: the n-th brought home by anyone. `departed`: the n-th to leave the path, brought home or
lost. `card`: the points are printed on the card.
"""

ArtifactHidden = Literal["stays", "removed"]
"""What becomes of an artifact that was not turned over when its expedition ends."""

TieBreak = Literal["artifacts", "shared"]
"""Who wins when points are equal: who has more artifact cards, or all of them."""

MOST_CARDS: Final = 2_000
"""The largest deck an edition may have, in cards."""

MOST_KINDS: Final = 100
"""The most kinds of hazard in one box."""

MOST_GEMS: Final = 1_000_000
"""The most gems on one treasure, and the most points of one artifact."""

MOST_EXPEDITIONS: Final = 100
"""The most expeditions of one game."""

_WORD = re.compile(r"[^\W\d_][\w'-]*")
_ARTIFACT_OR_LEAVING = re.compile(r"[ax]\d+")


class EditionError(ValueError):
    """An edition that cannot be: `key` is the switch at fault, `problem` says what is wrong."""

    def __init__(self, key: str, problem: str) -> None:
        self.key = _brief(key, 60)
        self.problem = _brief(problem, 400)
        super().__init__(f"{self.key}: {self.problem}" if key else self.problem)


def _brief(text: str, most: int) -> str:
    line = on_one_line(text)
    return line if len(line) <= most else line[: most - 3] + "..."


class HazardKind(NamedTuple):
    """A kind of hazard in the box: its card, and how many copies of it there are."""

    card: Hazard
    copies: int


@dataclass(frozen=True, slots=True)
class Edition:
    """One box, or one set of house rules: cards and rule switches.

    `artifact_points` has one entry for each artifact in the box; the n-th enters with the n-th
    expedition while any are left. Raises `EditionError` where the switches contradict one another.

    >>> PRESETS["bga"].treasures
    (1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15)
    """

    name: str
    title: str
    source: str
    treasures: tuple[int, ...]
    hazards: tuple[HazardKind, ...]
    expeditions: int = 5
    artifact_entry: ArtifactEntry = "none"
    artifact_points: tuple[int, ...] = ()
    artifact_index: ArtifactIndex = "claim"
    artifact_hidden: ArtifactHidden = "stays"
    tie_break: TieBreak = "shared"
    aliases: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _check_numbers(self)
        _check_artifacts(self)
        _check_words(self)

    @property
    def printed(self) -> bool:
        """Whether an artifact's points are printed on its card."""
        return self.artifact_index == "card"

    @property
    def artifacts(self) -> tuple[Artifact, ...]:
        """Every artifact card in the box, in the order in which they enter."""
        return self._cards(self.artifact_points)

    def _cards(self, points: tuple[int, ...]) -> tuple[Artifact, ...]:
        return tuple(Artifact(worth if self.printed else None) for worth in points)

    def entering(self, expedition: int) -> tuple[Artifact, ...]:
        """Return the artifacts that are shuffled in as the expedition of that number starts.

        >>> PRESETS["eagle-2020"].entering(2)
        (Artifact(points=7),)
        """
        if self.artifact_entry == "all_at_start":
            return self.artifacts if expedition == 1 else ()
        return self._cards(self.artifact_points[expedition - 1 : expedition])

    def entered_before(self, expedition: int) -> tuple[Artifact, ...]:
        """Return the artifacts that entered with the expeditions before that number."""
        if self.artifact_entry == "all_at_start":
            return self.artifacts if expedition > 1 else ()
        return self.artifacts[: expedition - 1]

    def copies(self, hazard: Hazard) -> int:
        """Return how many copies of that hazard are in the box; 0 for a kind it lacks."""
        return next((kind.copies for kind in self.hazards if kind.card == hazard), 0)


def _check_numbers(edition: Edition) -> None:
    if not all(0 <= value <= MOST_GEMS for value in edition.treasures):
        raise EditionError("treasures", f"a treasure holds from 0 to {MOST_GEMS} gems")
    if len(edition.hazards) > MOST_KINDS:
        raise EditionError("hazards", f"at most {MOST_KINDS} kinds")
    for kind in edition.hazards:
        if kind.copies < 1:
            raise EditionError("hazards", f"{kind.card.name} needs at least one copy")
    size = (
        len(edition.treasures)
        + sum(kind.copies for kind in edition.hazards)
        + len(edition.artifact_points)
    )
    if not 1 <= size <= MOST_CARDS:
        raise EditionError("treasures", f"a deck has from 1 to {MOST_CARDS} cards, this one {size}")
    if not edition.treasures and not edition.hazards:
        raise EditionError("treasures", "a deck needs cards other than artifacts")
    if not 1 <= edition.expeditions <= MOST_EXPEDITIONS:
        raise EditionError("expeditions", f"from 1 to {MOST_EXPEDITIONS}")
    if not all(0 <= points <= MOST_GEMS for points in edition.artifact_points):
        raise EditionError("artifact_points", f"an artifact is worth from 0 to {MOST_GEMS} points")


def _check_artifacts(edition: Edition) -> None:
    for key, value, values in (
        ("artifact_entry", edition.artifact_entry, get_args(ArtifactEntry)),
        ("artifact_index", edition.artifact_index, get_args(ArtifactIndex)),
        ("artifact_hidden", edition.artifact_hidden, get_args(ArtifactHidden)),
        ("tie_break", edition.tie_break, get_args(TieBreak)),
    ):
        if value not in values:
            raise EditionError(key, f"one of {', '.join(values)}, not {value!r}")
    if edition.artifact_entry == "none":
        if edition.artifact_points:
            raise EditionError("artifact_points", "none where artifact_entry is none")
    elif not edition.artifact_points:
        raise EditionError("artifact_points", "one entry for each artifact in the box")
    if edition.artifact_entry == "all_at_start" and edition.artifact_hidden == "removed":
        raise EditionError(
            "artifact_hidden",
            "removed loses every undrawn artifact after the first expedition"
            " where artifact_entry is all_at_start; use stays",
        )


def _check_words(edition: Edition) -> None:
    owner = dict.fromkeys(["a", "x", *names_of_artifact()], "another token")
    # Names first: where a code is another kind's name, the code is at fault.
    for kind in edition.hazards:
        for name in names_of_hazard(kind.card.name):
            _claim(owner, "hazards", name, kind.card)
    for kind in edition.hazards:
        card = kind.card
        for key, word in (("hazards", card.name), ("codes", card.code)):
            if not _WORD.fullmatch(word) or not _WORD.fullmatch(fold(word)):
                raise EditionError(
                    key,
                    f"{word!r} is no name: begin with a letter, go on with letters, digits, _ ' -",
                )
        _claim(owner, "codes", fold(card.code), card)


def reads_otherwise(word: str) -> bool:
    """Return whether the record reads `word` as a printed artifact or a leaving."""
    return _ARTIFACT_OR_LEAVING.fullmatch(word) is not None


def _claim(owner: dict[str, str], key: str, word: str, card: Hazard) -> None:
    """Let `word` mean `card`, where it means nothing else yet."""
    if reads_otherwise(word):
        raise EditionError(key, f"{word!r} reads as another token")
    if owner.setdefault(word, card.name) != card.name:
        raise EditionError(key, f"{word!r} of {card.name} reads as {owner[word]}")


def _three_each(**codes: str) -> tuple[HazardKind, ...]:
    return tuple(HazardKind(Hazard(name, code), 3) for name, code in codes.items())


D14: Final = (1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15)
"""The treasures of the rule sheets on Board Game Arena: 14 cards, 107 gems."""

D15: Final = tuple(sorted((*D14, 17)))
"""The treasures of the printed boxes: 15 cards, 124 gems."""

SEQ15: Final = tuple(range(1, 16))
"""The treasures of the Italian sheet: 1 to 15 once each, 120 gems."""

_CLASSIC_HAZARDS: Final = _three_each(fire="f", mummy="m", rocks="r", snakes="sn", spiders="sp")
_CLASSIC_POINTS: Final = (5, 5, 5, 10, 10)
_PRINTED_POINTS: Final = (5, 7, 8, 10, 12)

_PRESETS: Final = (
    Edition(
        name="bga",
        title="bga (the help page)",
        source="Board Game Arena's rule sheets in German, English, French and Portuguese",
        treasures=D14,
        hazards=_CLASSIC_HAZARDS,
        artifact_entry="one_per_expedition",
        artifact_points=_CLASSIC_POINTS,
        artifact_index="claim",
        artifact_hidden="removed",
        tie_break="artifacts",
        aliases=("sheet",),
    ),
    Edition(
        name="bga-classic",
        title="bga-classic",
        source="Board Game Arena as it runs, option Classic",
        treasures=D14,
        hazards=_CLASSIC_HAZARDS,
        artifact_entry="one_per_expedition",
        artifact_points=_CLASSIC_POINTS,
        artifact_index="departed",
        artifact_hidden="stays",
        tie_break="artifacts",
    ),
    Edition(
        name="bga-modern",
        title="bga-modern",
        source="Board Game Arena as it runs, option Modern",
        treasures=D14,
        hazards=_CLASSIC_HAZARDS,
        artifact_entry="one_per_expedition",
        artifact_points=_PRINTED_POINTS,
        artifact_index="card",
        artifact_hidden="stays",
        tie_break="artifacts",
    ),
    Edition(
        name="gryphon-2009",
        title="gryphon-2009",
        source="Incan Gold, the box of 2009 (Gryphon Games)",
        treasures=D15,
        hazards=_CLASSIC_HAZARDS,
        artifact_entry="one_per_expedition",
        artifact_points=_CLASSIC_POINTS,
        artifact_index="claim",
        artifact_hidden="stays",
        tie_break="artifacts",
        aliases=("incan-gold",),
    ),
    Edition(
        name="eagle-2020",
        title="eagle-2020",
        source="Incan Gold, the box of 2018 and 2020 (Eagle-Gryphon Games)",
        treasures=D15,
        hazards=_CLASSIC_HAZARDS,
        artifact_entry="one_per_expedition",
        artifact_points=_PRINTED_POINTS,
        artifact_index="card",
        artifact_hidden="stays",
        tie_break="artifacts",
    ),
    Edition(
        name="iello-2016",
        title="iello-2016",
        source="Diamant, the box of 2016 (Iello)",
        treasures=D15,
        hazards=_three_each(spiders="sp", snakes="sn", lava="l", boulder="b", ram="ra"),
        artifact_entry="all_at_start",
        artifact_points=_CLASSIC_POINTS,
        artifact_index="claim",
        artifact_hidden="stays",
        tie_break="shared",
        aliases=("diamant",),
    ),
    Edition(
        name="schmidt-2005",
        title="schmidt-2005",
        source="Diamant, the first box of 2005 (Schmidt Spiele), without artifacts",
        treasures=D15,
        hazards=_three_each(snakes="sn", scorpions="sc", rockfall="r", gas="g", explosion="e"),
        tie_break="shared",
    ),
    Edition(
        name="ludoclub",
        title="ludoclub",
        source="the Italian rule sheet",
        treasures=SEQ15,
        hazards=_CLASSIC_HAZARDS,
        artifact_entry="one_per_expedition",
        artifact_points=_CLASSIC_POINTS,
        artifact_index="claim",
        artifact_hidden="stays",
        tie_break="artifacts",
    ),
)

PRESETS: Final[Mapping[str, Edition]] = MappingProxyType({e.name: e for e in _PRESETS})
"""The published editions by name."""

DEFAULT_EDITION: Final = "bga"
"""The edition that is meant where none is named."""
