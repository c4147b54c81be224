"""The record: one line of text for everything that happens at the table.

    5 f 11 x sn a / 7 m 3

A number is a treasure, a word a hazard or an artifact, `x` somebody leaving; `/` may stand
between two expeditions. `read` plays a text on from a game, `write` turns a game into its text,
and the one undoes the other.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final, NamedTuple

from incan_odds.cards import Artifact, Card, Hazard, Treasure, fold, on_one_line
from incan_odds.edition_files import find_edition
from incan_odds.editions import DEFAULT_EDITION, MOST_GEMS, Edition
from incan_odds.game import Game, Leave, begin
from incan_odds.players import ME, Players, read_players, tidy_name
from incan_odds.vocabulary import vocabulary


class RecordError(ValueError):
    """A token that cannot stand where it stands.

    `token` is the token as it was typed, `place` its place in the record (the first is 1),
    `problem` what is wrong with it and what would be right.
    """

    def __init__(self, token: str, place: int, problem: str) -> None:
        super().__init__(f"token {place} {shown(token)}: {problem}")
        self.token = token
        self.place = place
        self.problem = problem


class UnknownToken(RecordError):
    """A token that no rule of the notation reads."""


class ImpossibleToken(RecordError):
    """A token that the notation reads, and that cannot happen now."""


class AmbiguousToken(RecordError):
    """A token that can mean more than one thing."""


class Token(NamedTuple):
    """One token of a record, as it was typed, and its place; the first is 1."""

    text: str
    place: int


BREAK: Final = "/"
"""What may be written between two expeditions."""

_SEPARATORS = re.compile(r"[\s,，、،]+")
_ARTIFACT = re.compile(r"a(\d+)")
_LEAVE = re.compile(r"x(\d*)(?::(.*))?", re.DOTALL)
_MOST_DIGITS: Final = len(str(MOST_GEMS))


def shown(token: str) -> str:
    """Return a token in quotes, on one line and not too long, whatever was typed."""
    printable = on_one_line(token)
    return f"'{printable}'" if len(printable) <= 24 else f"'{printable[:21]}...'"


def tokens(text: str) -> list[Token]:
    """Split a record into its tokens, at spaces and commas of any script.

    >>> [token.text for token in tokens("5, f\\t11\\n")]
    ['5', 'f', '11']
    """
    # Invisible characters (a byte order mark, a zero-width space) come with pasted text.
    visible = "".join(c for c in text if unicodedata.category(c) != "Cf") if text else ""
    parts = [part for part in _SEPARATORS.split(visible) if part]
    return [Token(part, place) for place, part in enumerate(parts, start=1)]


def read(game: Game, text: str) -> Game:
    """Return `game` played on by the record `text`.

    Raises a `RecordError`, one of `UnknownToken`, `ImpossibleToken` and `AmbiguousToken`, at the
    first token that is wrong; `game` itself never changes.

    >>> game = read(begin(PRESETS["bga"], Players(4)), "7 11 x2")
    >>> game.expedition.bag, game.expedition.path, game.hauls[0].gems
    (3, 0, 6)
    """
    broken = False
    for token in tokens(text):
        if fold(token.text) == BREAK:
            _check_break(game, token, broken)
            broken = True
        else:
            game = _play(game, token)
            broken = False
    return game


def write(game: Game) -> str:
    """Return the record of a game, in codes, with `/` between expeditions.

    >>> write(read(begin(PRESETS["bga"], Players(1)), "5 Feuer, mummy x 3"))
    '5 f m x / 3'
    """
    words: list[str] = []
    # The cards turned in each expedition that has ended say where a break belongs.
    lengths = iter([expedition.turned for expedition in game.ended])
    length, turned, inside = next(lengths, None), 0, game.players.count
    for event in game.history:
        if isinstance(event, Leave):
            words.append(write_leave(event, inside))
            inside -= event.leavers
            continue
        if turned == length:
            words.append(BREAK)
            length, turned, inside = next(lengths, None), 0, game.players.count
        words.append(event.card.token)
        turned += 1
    return " ".join(words)


def write_leave(leave: Leave, inside: int) -> str:
    """Return the token of a leaving, when `inside` explorers were inside.

    >>> write_leave(Leave(2, me=True), inside=4), write_leave(Leave(4, me=True), inside=4)
    ('x2:me', 'x4')
    """
    if leave.names:
        return "x:" + "+".join(leave.names)
    count = "" if leave.leavers == 1 else str(leave.leavers)
    return f"x{count}:{ME}" if leave.me and leave.leavers < inside else f"x{count}"


def _check_break(game: Game, token: Token, broken: bool) -> None:
    if game.over:
        raise ImpossibleToken(*token, _over(game))
    if broken:
        raise ImpossibleToken(*token, "one / is enough between two expeditions")
    if not game.fresh or not game.history:
        raise ImpossibleToken(
            *token,
            "an expedition ends by a second hazard of a kind, or when all have left; "
            + (f"{game.expedition.inside} still inside" if game.history else "none has begun"),
        )


def _over(game: Game) -> str:
    return f"the game is over: all {game.edition.expeditions} expeditions have been played"


def _play(game: Game, token: Token) -> Game:
    word = fold(token.text)
    leaving = _LEAVE.fullmatch(word)
    if leaving:
        return game.leave(_read_leave(game, token, leaving[1]))
    card = _read_card(game, token, word)
    if game.over:
        raise ImpossibleToken(*token, _over(game))
    if not game.expedition.deck.count(card):
        raise ImpossibleToken(*token, _no_such_card(game, card))
    return game.turn(card)


def _read_card(game: Game, token: Token, word: str) -> Card:
    if word.isdecimal():
        if len(word) > _MOST_DIGITS:
            raise ImpossibleToken(*token, "no treasure holds that many gems")
        return Treasure(int(word))
    words = vocabulary(game.edition)
    printed = _ARTIFACT.fullmatch(word)
    if printed and words.has_artifacts:
        if not game.edition.printed:
            raise ImpossibleToken(*token, f"{game.edition.name} prints no points; type a")
        if len(printed[1]) > _MOST_DIGITS:
            raise ImpossibleToken(*token, "no artifact has that many points")
        return Artifact(int(printed[1]))
    meanings = words.meanings(word)
    if not meanings:
        raise UnknownToken(*token, _no_card(game, token, word))
    if len(meanings) > 1:
        raise AmbiguousToken(*token, _which(meanings))
    (card,) = meanings
    if isinstance(card, Artifact) and game.edition.printed and not game.over:
        return _the_artifact(game, token)
    return card


def _the_artifact(game: Game, token: Token) -> Artifact:
    """Return the one artifact that can come where the points are printed on the cards."""
    unseen = tuple(dict.fromkeys(game.expedition.deck.artifacts))
    if not unseen:
        raise ImpossibleToken(*token, "no artifact is left in this deck")
    if len(unseen) > 1:
        raise AmbiguousToken(
            *token, f"which artifact? type {_either([card.token for card in unseen])}"
        )
    return unseen[0]


def _no_card(game: Game, token: Token, word: str) -> str:
    quoted = shown(token.text)
    player = game.players.find(token.text) if game.players.named else None
    if player is not None:
        return f"{quoted} is no card; to say that {player} leaves, type x:{player} (two: x:one+two)"
    if len(word) > 2:
        from difflib import get_close_matches

        close = get_close_matches(word, vocabulary(game.edition).full_names, n=1)
        if close:
            return f"{quoted} is no card; do you mean {close[0]}?"
    words = vocabulary(game.edition)
    artifact = ", a an artifact" if words.has_artifacts else ""
    hazards = " ".join(words.hazard_codes[:12])
    return f"{quoted} is no card; a number is a treasure, {hazards} a hazard{artifact}, x a leaving"


def _no_such_card(game: Game, card: Card) -> str:
    start = game.expedition.start
    copies = start.count(card)
    if copies:
        return f"{_a_further(copies + 1)} {card}: this deck has {_number(copies)}"
    if isinstance(card, Treasure):
        values = sorted(set(start.treasures))
        listed = " ".join(map(str, values[:20])) + (" ..." if len(values) > 20 else "")
        return f"no {card} is in this deck; its treasures are {listed}"
    tokens_there = [artifact.token for artifact in dict.fromkeys(start.artifacts)]
    return f"no {card} is in this deck" + (
        f"; there is {' and '.join(tokens_there[:12])}" if tokens_there else ""
    )


_ORDINALS: Final = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_NUMBERS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight")


def _a_further(place: int) -> str:
    if place - 2 < len(_ORDINALS):
        word = _ORDINALS[place - 2]
        return f"an {word}" if word == "eighth" else f"a {word}"
    return f"card number {place} of"


def _number(count: int) -> str:
    return _NUMBERS[count - 1] if count <= len(_NUMBERS) else str(count)


def _which(cards: Sequence[Card]) -> str:
    names = _either([str(card) for card in cards])
    return f"{names}? type {_either([card.token for card in cards])}"


def _either(words: list[str]) -> str:
    return " or ".join(words) if len(words) < 3 else f"{', '.join(words[:-1])} or {words[-1]}"


def _read_leave(game: Game, token: Token, digits: str) -> Leave:
    if game.over:
        raise ImpossibleToken(*token, _over(game))
    if not game.expedition.pending:
        raise ImpossibleToken(*token, _nobody_decides(game))
    if len(digits) > 2:
        inside = _number(game.expedition.inside)
        raise ImpossibleToken(*token, f"so many cannot leave: {inside} inside")
    stated = int(digits) if digits else None
    who = tidy_name(token.text).partition(":")[2]
    leave = _who_leaves(game, token, stated, who) if who or ":" in fold(token.text) else None
    if leave is None:
        leave = _how_many_leave(game, token, 1 if stated is None else stated)
    return leave


def _nobody_decides(game: Game) -> str:
    if game.fresh:
        return "nobody leaves before the first card of an expedition"
    before = game.history[-1]
    together = "x2, or x2:me for you and another"
    if isinstance(before, Leave) and before.names:
        together = f"x:{'+'.join(before.names)}+..."
    return f"all decide at once after a card; who leave together are one token: {together}"


def _how_many_leave(game: Game, token: Token, count: int) -> Leave:
    """Return the leaving of `count` explorers of whom no name is given."""
    inside = game.expedition.inside
    if not 1 <= count <= inside:
        raise ImpossibleToken(*token, f"{count} cannot leave: {_number(inside)} inside")
    if count == inside:
        return game.everyone()
    if game.players.named:
        choices = [f"x:{name}" for name in game.names_inside]
        raise AmbiguousToken(*token, f"who leaves? type {_either(choices)}")
    return Leave(count, me=False)


def _who_leaves(game: Game, token: Token, stated: int | None, who: str) -> Leave:
    """Return the leaving of the explorers that are named behind the colon."""
    names: list[str] = []
    for word in who.split("+"):
        name = game.players.find(word)
        if name is None:
            known = ", ".join(game.players.names) or "me (nobody else has a name)"
            raise UnknownToken(*token, f"{shown(word)} is no player; the players are {known}")
        if name in names:
            raise ImpossibleToken(*token, f"{name} is named twice")
        inside = game.names_inside if game.players.named else (ME,) * game.me_inside
        if name not in inside:
            raise ImpossibleToken(*token, f"{name} has left this expedition already")
        names.append(name)
    count = len(names) if stated is None else stated
    if not game.players.named:
        if not 1 <= count <= game.expedition.inside:
            number = _number(game.expedition.inside)
            raise ImpossibleToken(*token, f"{count} cannot leave: {number} inside")
        return Leave(count, me=True)
    if count == len(names):
        return Leave(count, game.players.me in names, tuple(names))
    if count == game.expedition.inside:
        return game.everyone()
    if len(names) < count < game.expedition.inside:
        raise AmbiguousToken(*token, f"who else leaves? type x:{'+'.join(names)}+...")
    raise ImpossibleToken(*token, f"{count} leave, and {len(names)} are named")


def read_hazards(edition: Edition, text: str) -> tuple[Hazard, ...]:
    """Return the hazards that a list of names, codes or beginnings means.

    Raises a `RecordError` at the first word that means no hazard, or more than one.

    >>> [str(hazard) for hazard in read_hazards(PRESETS["bga"], "f, Schlangen")]
    ['fire', 'snakes']
    """
    hazards: list[Hazard] = []
    words = vocabulary(edition)
    for token in tokens(text):
        meanings = [card for card in words.meanings(token.text) if isinstance(card, Hazard)]
        if not meanings:
            codes = " ".join(words.hazard_codes[:12])
            raise UnknownToken(*token, f"no such hazard; {edition.name} has {codes}")
        if len(meanings) > 1:
            raise AmbiguousToken(*token, _which(meanings))
        hazards.append(meanings[0])
    return tuple(hazards)


def game_of(
    record: str = "",
    edition: Edition | str = DEFAULT_EDITION,
    players: Players | str | int = 1,
) -> Game:
    """Return the game that a record describes, from the first expedition on.

    `edition` may be a preset's name or the path of a TOML file, `players` a number or names
    separated by commas. Raises a `RecordError`, an `EditionError` or a `PlayersError`.

    >>> game_of("5 f 11 x", players=4).expedition.bag
    3
    """
    box = find_edition(edition) if isinstance(edition, str) else edition
    table = players if isinstance(players, Players) else read_players(str(players))
    return read(begin(box, table), record)
