"""Who sits at the table: a number of players, or their names; and whose advisor this is."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Final

from incan_odds.cards import fold, on_one_line

MOST_PLAYERS: Final = 8
"""The most players at one table."""

ME: Final = "me"
"""What the advised player is called where nobody has a name, and may always be called."""

OTHERS: Final = "others"
"""What the rivals are called together where nobody has a name."""


class PlayersError(ValueError):
    """Players that cannot be: the message says what is wrong and what would be right."""


@dataclass(frozen=True, slots=True)
class Players:
    """The players at the table: how many, and their names where they are known.

    `me` is the name of the advised player, `"me"` where nobody has a name. Raises `PlayersError`
    where there can be no such players.

    >>> Players(4).rivals, Players(4).me
    (3, 'me')
    """

    count: int
    names: tuple[str, ...] = ()
    me: str = ME

    def __post_init__(self) -> None:
        if not 1 <= self.count <= MOST_PLAYERS:
            raise PlayersError(f"from 1 to {MOST_PLAYERS} players, not {self.count}")
        if self.names and len(set(map(same_name, self.names))) != self.count:
            raise PlayersError(f"{self.count} players have {self.count} different names, or none")
        if self.me not in (self.names or (ME,)):
            raise PlayersError(f"the advised player is one of those named, not {_shown(self.me)}")

    @property
    def named(self) -> bool:
        """Whether the players have names."""
        return bool(self.names)

    @property
    def rivals(self) -> int:
        """How many others there are."""
        return self.count - 1

    def find(self, name: str) -> str | None:
        """Return the player of that name as it was first written, whatever its case here.

        `me` is always the advised player. None where there is no such player.

        >>> read_players("Ann,me").find("ANN")
        'Ann'
        """
        wanted = same_name(name)
        if wanted == ME:
            return self.me
        return next((known for known in self.names if same_name(known) == wanted), None)

    def __str__(self) -> str:
        return ",".join(self.names) if self.names else str(self.count)


def tidy_name(name: str) -> str:
    """Return `name` in the one spelling that is kept: composed, without invisible characters."""
    composed = unicodedata.normalize("NFKC", name.replace("’", "'"))
    return "".join(c for c in composed if unicodedata.category(c) != "Cf").strip()


def same_name(name: str) -> str:
    """Return what two spellings of one player's name have in common: all but case."""
    return unicodedata.normalize("NFKC", tidy_name(name).casefold())


def read_players(text: str) -> Players:
    """Read a number of players from 1 to 8, or their names separated by commas.

    Whoever is called `me`, else the first named, is the advised player. Raises `PlayersError`.

    >>> read_players("4")
    Players(count=4, names=(), me='me')
    >>> read_players("ann,bob").me
    'ann'
    """
    plain = fold(text.strip())
    if plain.isdecimal():
        if len(plain) > 6 or not 1 <= int(plain) <= MOST_PLAYERS:
            raise PlayersError(f"from 1 to {MOST_PLAYERS} players, not {_shown(text)}")
        return Players(int(plain))
    names = tuple(tidy_name(name) for name in text.replace("，", ",").split(","))
    for name in names:
        _check_name(name, text)
    if len(names) > MOST_PLAYERS:
        raise PlayersError(f"from 1 to {MOST_PLAYERS} players, not {len(names)}")
    keys = [same_name(name) for name in names]
    for place, key in enumerate(keys):
        if key in keys[:place]:
            raise PlayersError(f"two players are called {_shown(names[place])}: names must differ")
    return Players(len(names), names, names[keys.index(ME)] if ME in keys else names[0])


def _check_name(name: str, text: str) -> None:
    if not name:
        raise PlayersError(
            f"a number from 1 to {MOST_PLAYERS}, or names separated by commas, not {_shown(text)}"
        )
    if not name[0].isalpha() or not all(_may_stand_in_a_name(c) for c in name):
        raise PlayersError(
            f"{_shown(name)} is no name: begin with a letter, go on with letters, digits, _ ' -"
        )


def _may_stand_in_a_name(character: str) -> bool:
    # Scripts such as Devanagari write their vowels as marks (category M) on the letter before.
    return character.isalnum() or character in "_-'" or unicodedata.category(character)[0] == "M"


def _shown(text: str) -> str:
    printable = on_one_line(text)
    return repr(printable if len(printable) <= 40 else printable[:37] + "...")
