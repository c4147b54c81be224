"""The cards, and what they are called in five languages.

Knows the three kinds of card and the words that name them at a table.
How many of each lie in a box is the business of `incan_odds.editions`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Treasure:
    """A treasure card: `value` gems, as printed on the card.

    >>> Treasure(11).token
    '11'
    """

    value: int

    @property
    def token(self) -> str:
        """The card as the record writes it."""
        return str(self.value)

    def __str__(self) -> str:
        return self.token


@dataclass(frozen=True, slots=True)
class Hazard:
    """A hazard card of the kind `name`; two hazards of one name are the same kind.

    >>> Hazard("snakes", "sn").token
    'sn'
    """

    name: str
    code: str

    @property
    def token(self) -> str:
        """The card as the record writes it: the code of its kind."""
        return self.code

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Artifact:
    """An artifact card; `points` only where the edition prints them on the card.

    >>> Artifact().token, Artifact(7).token
    ('a', 'a7')
    """

    points: int | None = None

    @property
    def token(self) -> str:
        """The card as the record writes it."""
        return "a" if self.points is None else f"a{self.points}"

    def __str__(self) -> str:
        return "artifact" if self.points is None else f"artifact of {self.points}"


Card = Treasure | Hazard | Artifact
"""Any card of the deck."""


def fold(word: str) -> str:
    """Return `word` without case, accents, compatibility forms and invisible characters.

    Two spellings that fold alike are the same word to the record: `Éboulement`, `eboulement`
    and the full-width digits of a phone keyboard.

    >>> fold("Éboulement"), fold("１１")
    ('eboulement', '11')
    """
    if word.isascii():
        return word.lower()
    decomposed = unicodedata.normalize("NFKD", word)
    return "".join(c for c in decomposed if unicodedata.category(c) not in ("Mn", "Cf")).casefold()


def on_one_line(text: str) -> str:
    """Return `text` as an error message may quote it: on one line, whatever was typed.

    >>> on_one_line("no\\nsuch file")
    'no?such file'
    """
    return "".join(c if c.isprintable() else "?" for c in text)


HAZARD_NAMES: Mapping[str, Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "fire": {
            "en": ("fire", "fires"),
            "de": ("Feuer",),
            "fr": ("feu", "feux"),
            "it": ("fuoco", "fuochi"),
            "pt": ("fogo", "fogos"),
        },
        "mummy": {
            "en": ("mummy", "mummies"),
            "de": ("Mumie", "Mumien"),
            "fr": ("momie", "momies"),
            "it": ("mummia", "mummie"),
            "pt": ("múmia", "múmias"),
        },
        "rocks": {
            "en": ("rocks", "rock"),
            "de": ("Felsen", "Fels"),
            "fr": ("éboulement", "éboulements"),
            "it": ("rocce", "roccia"),
            "pt": ("rochas", "rocha"),
        },
        "snakes": {
            "en": ("snakes", "snake"),
            "de": ("Schlangen", "Schlange"),
            "fr": ("serpents", "serpent"),
            "it": ("serpenti", "serpente"),
            "pt": ("cobras", "cobra"),
        },
        "spiders": {
            "en": ("spiders", "spider"),
            "de": ("Spinnen", "Spinne"),
            "fr": ("araignées", "araignée"),
            "it": ("ragni", "ragno"),
            "pt": ("aranhas", "aranha"),
        },
        "lava": {"en": ("lava",)},
        "boulder": {"en": ("boulder", "boulders")},
        "ram": {"en": ("ram", "rams")},
        "scorpions": {"en": ("scorpions", "scorpion")},
        "rockfall": {"en": ("rockfall", "rockfalls")},
        "gas": {"en": ("gas",)},
        "explosion": {"en": ("explosion", "explosions")},
    }
)
"""Each hazard kind of a published box, and its names by language (ISO 639-1), singular and plural.

Sources: the Board Game Arena rule sheets in German, English, French and Portuguese; the Italian
sheet names no hazard, and the translations stand in its place.
"""

ARTIFACT_NAMES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "en": ("artifact", "artifacts", "artefact", "artefacts"),
        "de": ("Artefakt", "Artefakte"),
        "fr": ("relique", "reliques", "artéfact", "artéfacts"),
        "it": ("artefatto", "artefatti"),
        "pt": ("artefato", "artefatos"),
    }
)
"""The names of an artifact card by language. Source: the five rule sheets."""


def names_of_hazard(name: str) -> tuple[str, ...]:
    """Return every folded name of the hazard kind `name`, its own first.

    A kind that no published box has goes by its own name alone; one that is named in any of the
    five languages goes by the names of that kind in all of them.

    >>> names_of_hazard("gas")
    ('gas',)
    >>> "fuoco" in names_of_hazard("Feuer")
    True
    """
    own = fold(name)
    return tuple(dict.fromkeys([own, *_synonyms().get(own, ())]))


@cache
def _synonyms() -> Mapping[str, tuple[str, ...]]:
    """Return, for each folded name of a hazard, all folded names of its kind."""
    kinds = (
        tuple(fold(word) for words in by_language.values() for word in words)
        for by_language in HAZARD_NAMES.values()
    )
    return {name: kind for kind in kinds for name in kind}


@cache
def names_of_artifact() -> tuple[str, ...]:
    """Return every folded name of an artifact, in all languages."""
    return tuple(dict.fromkeys(fold(word) for words in ARTIFACT_NAMES.values() for word in words))
