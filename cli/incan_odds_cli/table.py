"""The table a game is played at, as options say it: edition, players, where the record starts."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import NamedTuple

from incan_odds.cards import Artifact
from incan_odds.edition_files import find_edition
from incan_odds.editions import DEFAULT_EDITION, PRESETS, Edition, EditionError
from incan_odds.game import Game, JoinError, begin
from incan_odds.players import PlayersError, read_players
from incan_odds.record import RecordError, read_hazards
from incan_odds_cli.failure import InputError

DEFAULT_PLAYERS = "1"
"""How many players there are where nothing is said."""


class TableOptions(NamedTuple):
    """What the options say of the table, as text; `start` makes a game of it."""

    edition: str = DEFAULT_EDITION
    players: str = DEFAULT_PLAYERS
    expedition: int | None = None
    gone: str = ""
    claimed: int = 0
    artifacts: str | None = None

    def start(self, said_by: Mapping[str, str] | None = None) -> Game:
        """Return the game before the first token of its record.

        `said_by` names where an option was said, if not on the command line. Raises `InputError`.
        """
        where = said_by or {}
        try:
            edition = find_edition(self.edition)
        except EditionError as error:
            raise InputError(f"{where.get('edition', '--edition')}: {error}") from None
        try:
            players = read_players(self.players)
        except PlayersError as error:
            raise InputError(f"{where.get('players', '--players')}: {error}") from None
        try:
            gone = read_hazards(edition, self.gone)
        except RecordError as error:
            raise InputError(f"--gone: {error}") from None
        artifacts = None if self.artifacts is None else _artifacts(edition, self.artifacts)
        try:
            return begin(edition, players, self.expedition, gone, self.claimed, artifacts)
        except JoinError as error:
            raise InputError(f"--{error.key}: {error.problem}") from None

    def settled(self) -> TableOptions:
        """Return the same options, true in any folder: a file of house rules by its whole path."""
        known = {word for edition in PRESETS.values() for word in (edition.name, *edition.aliases)}
        if self.edition.strip().lower() in known:
            return self
        from pathlib import Path

        return self._replace(edition=str(Path(self.edition).resolve()))

    def said(self) -> dict[str, str]:
        """Return the options that are not the defaults, by name, as text."""
        default = TableOptions()
        return {
            name: str(value)
            for name, value in self._asdict().items()
            if value != getattr(default, name)
        }

    def words(self) -> list[str]:
        """Return the options as words of a command line that say the same in this environment."""
        short = {"edition": "-e", "players": "-p"}
        said = {
            name: getattr(self, name)
            for name in short
            if os.environ.get(f"INCAN_ODDS_{name.upper()}")
        } | self.said()
        words: list[str] = []
        for name, value in said.items():
            for one in value.split() if name == "gone" else [value]:
                words += [short.get(name, f"--{name}"), one]
        return words


def options_from(said: Mapping[str, str]) -> TableOptions:
    """Return the options that `TableOptions.said` gave. Raises `ValueError` where they are none."""
    numbers = {name: int(said[name]) for name in ("expedition", "claimed") if name in said}
    default = TableOptions()
    return TableOptions(
        edition=said.get("edition", default.edition),
        players=said.get("players", default.players),
        expedition=numbers.get("expedition"),
        gone=said.get("gone", default.gone),
        claimed=numbers.get("claimed", default.claimed),
        artifacts=said.get("artifacts"),
    )


def _artifacts(edition: Edition, text: str) -> tuple[Artifact, ...]:
    words = text.replace(",", " ").split()
    if not all(word.isdecimal() and len(word) < 8 for word in words) or not words:
        raise InputError(f"--artifacts: a number, or a list such as 7,8; not {text!r}")
    numbers = [int(word) for word in words]
    if edition.printed:
        return tuple(Artifact(points) for points in numbers if points or len(numbers) > 1)
    if len(numbers) > 1:
        raise InputError(f"--artifacts: {edition.name} prints no points; give the number alone")
    return (Artifact(),) * min(numbers[0], len(edition.artifacts) + 1)
