"""The companion at the table: what a line typed during a game does, and what it answers.

A `Companion` knows the game, its undo and its file, and nothing of terminals; `commands/play.py`
reads the lines and shows the answers.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, NamedTuple

from incan_odds.cards import Hazard, fold
from incan_odds.game import Game
from incan_odds.record import BREAK, ImpossibleToken, RecordError, read, tokens, write
from incan_odds.rounding import percent
from incan_odds.survival import odds_of_survival
from incan_odds.vocabulary import vocabulary
from incan_odds_cli.advice import Advice
from incan_odds_cli.failure import InputError
from incan_odds_cli.saved_game import GameFile, SavedGame, load, usual_path
from incan_odds_cli.screen import command_line
from incan_odds_cli.table import TableOptions
from incan_odds_cli.whole_file import behind_links
from incan_odds_cli.wording import (
    chances_line,
    decision_line,
    happened,
    short_table,
    tents,
)

KEYS: Final = {
    "u": "undo the last line",
    "t": "tents and standings",
    "?": "cards and keys",
    "q": "quit; the game is kept",
    "redo": "do again what was undone",
    "survive": "the chance to survive more cards",
    "record": "the game so far as one line",
    "new": "begin a new game; this one is kept aside",
}
"""What can be typed besides cards, and what it does. Cards always win over keys."""


_ALSO: Final = {"help": "?", "h": "?", "quit": "q", "exit": "q", "undo": "u", "tents": "t"}
"""What people type for a key."""


class Reply(NamedTuple):
    """The answer to one line."""

    lines: list[str]
    """The answer; the last line is the one that counts."""
    brief: list[str] | None = None
    """What of it is said where one line is wanted, if not all."""
    document: dict[str, Any] | None = None
    """The answer as JSON, where it is the answer of `next`."""
    note: str = ""
    """What the player must know besides: that the game cannot be saved."""
    wrong: bool = False
    """Whether the line could not be read: the answer then says what would be right."""
    quit: bool = False

    @property
    def one_line(self) -> str:
        """The answer where one line is wanted."""
        return "; ".join(self.lines if self.brief is None else self.brief)


class Companion:
    """A game at the table, as it is typed line by line."""

    def __init__(
        self,
        options: TableOptions,
        games: list[Game],
        lines: list[str],
        advise: Callable[[Game], Advice | None],
        document: Callable[[Game], dict[str, Any]],
        extra: list[str],
    ) -> None:
        self.options = options
        self.games = games
        """The game before the first line, and after each line."""
        self.lines = lines
        self.undone: list[str] = []
        self.file: GameFile | None = None
        """Where the game is kept; None where it is kept in memory alone."""
        self.trouble = ""
        """Why the last save failed."""
        self._untold = False
        self._advise = advise
        self._document = document
        self._extra = extra

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.games[-1]

    @property
    def command(self) -> str:
        """The command line that gives the answer to the game as it stands."""
        record = write(self.game).split()
        return command_line(["incan-odds", "next", *self.options.words(), *self._extra, *record])

    @property
    def play_command(self) -> str:
        """The command line that goes on with this game."""
        if self.file is None or self.trouble:
            return self._command_by_record
        words = ["incan-odds", "play", *self._extra]
        if self.file.path != behind_links(usual_path()):
            words += ["--file", str(self.file.path)]
        return command_line(words)

    @property
    def _command_by_record(self) -> str:
        """The command line that goes on with this game, though it is in no file."""
        words = ["incan-odds", "play", *self._extra, *self.options.words()]
        return command_line([*words, *write(self.game).split()])

    def words(self) -> list[str]:
        """Return what can be typed now: cards that can still come, leavings, and keys."""
        game = self.game
        words: list[str] = []
        if not game.over:
            for card, _ in game.expedition.deck:
                words.append(card.name if isinstance(card, Hazard) else card.token)
            if game.expedition.pending:
                words += [f"x:{name}" for name in game.names_inside] or ["x", "x:me"]
        return [*words, *KEYS]

    @property
    def read_only(self) -> bool:
        """Whether another terminal keeps the game, so that this one only shows it."""
        return self.file is not None and not self.file.kept_here

    @property
    def going_on(self) -> str:
        """What is said when a saved game is gone on with."""
        game = self.game
        where = "it is over" if game.over else f"expedition {game.number}"
        who = ", ".join(game.players.names) or f"{game.players.count} at the table"
        return (
            f"going on with the saved game ({game.edition.name}; {who}; {where});"
            " 'new' begins another"
        )

    def answer(self, line: str) -> Reply:
        """Do what a line says, and return the answer. A line that is wrong changes nothing."""
        key = self.key(line)
        if self.read_only:
            self._follow()
        if not tokens(line):
            return self.table()
        if key in ("u", "redo", "new") or key is None:
            return self._change(key, line)
        if key == "t":
            return Reply(tents(self.game))
        if key == "?":
            return Reply(self._help())
        if key == "q":
            return Reply([], quit=True)
        if key == "survive":
            return Reply([self._survive()])
        return Reply([self.command])

    def table(self, before: Game | None = None) -> Reply:
        """Return the short screen of the game now, and what has happened since `before`."""
        game = self.game
        advice = self._advise(game)
        events = [] if before is None else happened(before, game)
        verdict = decision_line(game, advice)
        table = tents(game) if advice is None else [short_table(game), chances_line(advice)]
        return Reply(
            [*events, *table, f"$ {self.command}", verdict],
            brief=[*events, *(table if advice is None else []), verdict],
            document=self._document(game),
        )

    def key(self, line: str) -> str | None:
        """Return the key that a line is, if it is one and no card."""
        word = fold(line.strip())
        key = _ALSO.get(word, word)
        if key not in KEYS or vocabulary(self.game.edition).meanings(word):
            return None
        return key

    def _change(self, key: str | None, line: str) -> Reply:
        if self.read_only:
            return self._only_shown()
        before = self.game
        if key == "u":
            return self._undo()
        if key == "redo":
            if not self.undone:
                return Reply(["nothing to do again"], wrong=True)
            line = self.undone[-1]
        if key == "new":
            return self._begin_again()
        try:
            self._check_break(line)
            game = read(before, line)
            self._advise(game)
        except (RecordError, InputError) as error:
            return Reply([str(error)], wrong=True)
        self.games.append(game)
        self.lines.append(" ".join(line.split()))
        self.undone = self.undone[:-1] if key == "redo" else []
        if not self.save():
            self.games.pop()
            self.lines.pop()
            return self._only_shown()
        return self._noted(self.table(before))

    def _only_shown(self) -> Reply:
        """Return what is said where another terminal keeps the game."""
        return Reply(
            [
                "another terminal keeps this game, and this one only shows it;"
                f" to go on here: {self.play_command} --take-over"
            ],
            wrong=True,
        )

    def _check_break(self, line: str) -> None:
        """Raise `ImpossibleToken` where a line begins with a second `/` in a row."""
        first = tokens(line)[0]
        if self.lines and fold(first.text) == BREAK == fold(tokens(self.lines[-1])[-1].text):
            raise ImpossibleToken(*first, "one / is enough between two expeditions")

    def _undo(self) -> Reply:
        if not self.lines:
            return Reply(["nothing to undo"], wrong=True)
        try:
            self._advise(self.games[-2])
        except InputError as error:
            return Reply([str(error)], wrong=True)
        game, line = self.games.pop(), self.lines.pop()
        if not self.save():
            self.games.append(game)
            self.lines.append(line)
            return self._only_shown()
        self.undone.append(line)
        reply = self.table()
        return self._noted(_behind([f"undone: {line}"], reply))

    def _begin_again(self) -> Reply:
        try:
            self._advise(self.games[0])
        except InputError as error:
            return Reply([str(error)], wrong=True)
        kept = self._kept_aside()
        games, lines = self.games, self.lines
        self.games, self.lines = games[:1], []
        if not self.save():
            self.games, self.lines = games, lines
            return self._only_shown()
        self.undone = []
        return self._noted(_behind(["a new game", *kept], self.table()))

    def _kept_aside(self) -> list[str]:
        """Keep the game aside, and return where it is; nothing where it has not begun."""
        if not self.lines:
            return []
        if self.file is not None:
            content = SavedGame(self.options.said(), self.lines).text().encode()
            with suppress(OSError):
                return [f"the old game is kept in {self.file.put_aside('kept', content)}"]
        return ["the old game is in no file; to go on with it:", f"$ {self._command_by_record}"]

    def save(self) -> bool:
        """Save the game; return False where another terminal has taken it over.

        Where it cannot be saved, the game goes on in memory.
        """
        if self.file is None:
            return True
        try:
            kept = self.file.save(SavedGame(self.options.said(), self.lines))
        except OSError as error:
            if not self.trouble:
                self._untold = True
                self.trouble = (
                    f"{self.file.path} cannot be written: {error.strerror or error};"
                    " the game goes on in memory"
                )
            return True
        self.trouble = ""
        return kept

    def _noted(self, reply: Reply) -> Reply:
        if not self.trouble or not self._untold:
            return reply
        self._untold = False
        return reply._replace(note=self.trouble)

    def _follow(self) -> None:
        """Show the game as the terminal that keeps it has it now."""
        if self.file is None:
            return
        try:
            raw = self.file.read()
            if raw is not None:
                loaded = load(raw)
                if loaded.games:
                    self.options, self.games, self.lines, _ = loaded
        except (OSError, ValueError, InputError):
            # What was read before is still a game; the other terminal will write again.
            return

    def _help(self) -> list[str]:
        game = self.game
        unseen = [] if game.over else [f"{card.token} x{n}" for card, n in game.expedition.deck]
        names = game.names_inside
        leaving = f"x:{'+'.join(names[:2])}" if names else "x x2 x:me"
        if not game.expedition.pending:
            leaving = "nobody, before the next card"
        cards = f"unseen: {' '.join(unseen)}" if unseen else "all expeditions have been played"
        hazards = ", ".join(f"{k.card.code} {k.card.name}" for k in game.edition.hazards)
        keys = [f"{key}: {does}" for key, does in KEYS.items()]
        return [cards, f"hazards: {hazards}", f"leaving: {leaving}", *keys]

    def _survive(self) -> str:
        if self.game.over:
            return "the game is over"
        rows = odds_of_survival(self.game.expedition).rows[1:7]
        return "safe for " + ", ".join(f"{row.more}: {percent(row.alive)}" for row in rows)


def _behind(lines: list[str], reply: Reply) -> Reply:
    """Return the reply behind these lines."""
    return reply._replace(lines=[*lines, *reply.lines], brief=[*lines, *(reply.brief or [])])
