"""Which words name which card of an edition: codes, full names in five languages, beginnings."""

from __future__ import annotations

from functools import lru_cache

from incan_odds.cards import Artifact, Hazard, fold, names_of_artifact, names_of_hazard
from incan_odds.editions import Edition

Named = Hazard | Artifact
"""A card that is called by a word; a treasure is called by its number."""


class Vocabulary:
    """The words of one edition.

    >>> words = Vocabulary(PRESETS["bga"])
    >>> words.meanings("feu"), words.meanings("schl")
    ((Hazard(name='fire', code='f'),), (Hazard(name='snakes', code='sn'),))
    """

    def __init__(self, edition: Edition) -> None:
        self._exact: dict[str, Named] = {}
        for kind in edition.hazards:
            for word in (fold(kind.card.code), *names_of_hazard(kind.card.name)):
                self._exact[word] = kind.card
        if edition.artifacts:
            self._exact |= dict.fromkeys(("a", *names_of_artifact()), Artifact())
        self.hazard_codes = tuple(kind.card.code for kind in edition.hazards)
        self.has_artifacts = bool(edition.artifacts)
        self.full_names = tuple(name for name in self._exact if len(name) > 2)

    def meanings(self, word: str) -> tuple[Named, ...]:
        """Return the cards that `word` can mean, in the edition's order; none if it is no word.

        An exact code or full name means one card; any other word means each card that one of
        its names begins with. An artifact stands for every artifact of the edition.
        """
        wanted = fold(word)
        if wanted in self._exact:
            return (self._exact[wanted],)
        begun = (card for name, card in self._exact.items() if name.startswith(wanted))
        return tuple(dict.fromkeys(begun)) if wanted else ()


@lru_cache(maxsize=16)
def vocabulary(edition: Edition) -> Vocabulary:
    """Return the words of `edition`."""
    return Vocabulary(edition)
