"""The whole game: expedition after expedition, what has left the game, the tents, the winner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from incan_odds.cards import Artifact, Card, Hazard
from incan_odds.deck import deck_of
from incan_odds.editions import Edition
from incan_odds.expedition import Expedition
from incan_odds.players import OTHERS, Players


class Turn(NamedTuple):
    """A card was turned over."""

    card: Card


class Leave(NamedTuple):
    """Explorers left together: how many, whether I was one, and their names where they have any."""

    leavers: int
    me: bool
    names: tuple[str, ...] = ()


Event = Turn | Leave
"""What can happen at the table."""


class Haul(NamedTuple):
    """What one explorer brought home from one expedition; `player` is None for a nameless rival."""

    expedition: int
    player: str | None
    gems: int
    artifacts: tuple[int, ...]

    @property
    def points(self) -> int:
        """Gems and artifact points together."""
        return self.gems + sum(self.artifacts)


class Joined(NamedTuple):
    """The game as an expedition starts, where a record begins."""

    number: int
    gone: tuple[Hazard, ...]
    counted: int
    artifacts: tuple[Artifact, ...]
    """The artifacts in the deck."""


class JoinError(ValueError):
    """A table that nobody can be at: `key` is the statement at fault, `problem` what is wrong."""

    def __init__(self, key: str, problem: str) -> None:
        super().__init__(f"{key}: {problem}")
        self.key = key
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Game:
    """A game as far as it has been played. Begin one with `begin`; every event makes a new one.

    >>> game = begin(PRESETS["bga"], Players(1))
    >>> game.turn(Treasure(5)).expedition.bag
    5
    """

    edition: Edition
    players: Players
    joined: Joined
    """Where the record starts: with the first expedition, unless somebody joined late."""
    number: int
    """The number of the expedition that goes on, or of the last one once the game is over."""
    gone: tuple[Hazard, ...]
    """The hazards that busts have removed, one card each, in the order in which they left."""
    counted: int
    """How many artifacts the edition's index has counted."""
    expedition: Expedition
    me_inside: bool
    names_inside: tuple[str, ...]
    """The names of those inside, where the players have names."""
    ended: tuple[Expedition, ...] = ()
    """The expeditions that have ended, as they lay at their end."""
    hauls: tuple[Haul, ...] = ()
    history: tuple[Event, ...] = ()
    stated: bool = False
    """Whether a table was stated that the record does not tell of."""

    @property
    def first(self) -> int:
        """The number of the expedition in which the record starts."""
        return self.joined.number

    @property
    def over(self) -> bool:
        """Whether all expeditions have been played."""
        return self.expedition.over

    @property
    def fresh(self) -> bool:
        """Whether the running expedition has yet to turn its first card."""
        return not self.over and self.expedition.turned == 0

    def turn(self, card: Card) -> Game:
        """Return the game after `card` was turned over.

        When the deck runs out without a bust, all who are inside leave together: there is no
        decision after the last card. Raises `ValueError` where the card cannot come.
        """
        expedition = self.expedition.turn(card)
        after = replace(self, expedition=expedition, history=(*self.history, Turn(card)))
        if not expedition.over and expedition.deck.size == 0:
            return after._left(after.everyone())
        return after._settled()

    def leave(self, leave: Leave) -> Game:
        """Return the game after those explorers left together.

        Raises `ValueError` where they cannot leave now.
        """
        return replace(self._left(leave), history=(*self.history, leave))

    def everyone(self) -> Leave:
        """Return the leaving of all who are inside."""
        return Leave(self.expedition.inside, self.me_inside, self.names_inside)

    def _left(self, leave: Leave) -> Game:
        self._check_leave(leave)
        leaving = self.expedition.leave(leave.leavers)
        who: Sequence[str | None] = leave.names
        if not self.players.named:
            who = [self.players.me] * leave.me + [None] * (leave.leavers - leave.me)
        hauls = (Haul(self.number, name, leaving.gems, leaving.artifacts) for name in who)
        by_index = len(leaving.artifacts)
        return replace(
            self,
            expedition=leaving.after,
            counted=self.counted + by_index,
            me_inside=self.me_inside and not leave.me,
            names_inside=tuple(name for name in self.names_inside if name not in leave.names),
            hauls=(*self.hauls, *hauls),
        )._settled()

    def _check_leave(self, leave: Leave) -> None:
        """Raise `ValueError` where a leaving contradicts itself, or who is inside."""
        inside = self.expedition.inside
        if not self.expedition.pending:
            raise ValueError("nobody decides before the next card")
        if not 1 <= leave.leavers <= inside:
            raise ValueError(f"{leave.leavers} cannot leave: {inside} are inside")
        if self.players.named:
            if not set(leave.names) <= set(self.names_inside):
                raise ValueError("who leaves must be inside")
            if len(set(leave.names)) != leave.leavers or len(leave.names) != leave.leavers:
                raise ValueError(f"{leave.leavers} leave, and {len(leave.names)} are named")
            if leave.me != (self.players.me in leave.names):
                raise ValueError(f"{self.players.me} leaves if named")
            return
        if leave.names:
            raise ValueError("nobody has a name at this table")
        if leave.me and not self.me_inside:
            raise ValueError("you have left already")
        if not leave.me and leave.leavers > inside - self.me_inside:
            raise ValueError(f"{leave.leavers} rivals cannot leave: you are among the {inside}")

    def _settled(self) -> Game:
        """Return the game with the next expedition begun, where this one has ended."""
        expedition = self.expedition
        if not expedition.over:
            return self
        lost = len(expedition.lost_artifacts) if self.edition.artifact_index == "departed" else 0
        settled = replace(
            self,
            gone=self.gone if expedition.bust is None else (*self.gone, expedition.bust),
            counted=self.counted + lost,
            ended=(*self.ended, expedition),
            me_inside=False,
            names_inside=(),
        )
        if self.number == self.edition.expeditions:
            return settled
        hidden = expedition.deck.artifacts if self.edition.artifact_hidden == "stays" else ()
        number = self.number + 1
        return replace(
            settled,
            number=number,
            expedition=shuffled(
                self.edition,
                self.players.count,
                settled.gone,
                (*hidden, *self.edition.entering(number)),
                settled.counted,
            ),
            me_inside=True,
            names_inside=self.players.names,
        )

    def at_table(
        self, inside: int | None = None, bag: int | None = None, path: int | None = None
    ) -> Game:
        """Return the game with the table as it is stated, for leavings that nobody remembers.

        What is None stays as the record says. Raises `JoinError` where the table cannot be so.
        """
        now = self.expedition
        stated = {"inside": inside, "bag": bag, "path": path}
        key = next((key for key, value in stated.items() if value is not None), None)
        if key is None:
            return self
        if self.over or now.turned == 0:
            raise JoinError(key, "states the table after a card, and none lies there")
        if self.players.named:
            raise JoinError(key, "states a table without names; give the number of players")
        if not self.me_inside:
            raise JoinError(key, "states your table, and the record says that you have left")
        inside = now.inside if inside is None else inside
        bag = now.bag if bag is None else bag
        path = now.path if path is None else path
        if not 1 <= inside <= now.inside:
            raise JoinError("inside", f"from 1 to {now.inside} explorers, not {inside}")
        turned = sum(now.start.treasures) - sum(now.deck.treasures)
        turned -= sum(haul.gems for haul in self.hauls if haul.expedition == self.number)
        for key, gems, least in (("bag", bag, inside * bag), ("path", path, inside * bag + path)):
            if gems < 0 or least > turned:
                raise JoinError(
                    key, f"{gems} cannot be: {turned} gems were turned over and not brought home"
                )
        table = replace(now, inside=inside, bag=bag, path=path)
        return replace(self, expedition=table, stated=True)

    def scores(self) -> dict[str, int]:
        """Return everyone's points by name; those of `me` and `others` where nobody has a name."""
        return self._by_player(lambda haul: haul.points)

    def artifacts(self) -> dict[str, int]:
        """Return how many artifact cards everyone has brought home, by name as in `scores`."""
        return self._by_player(lambda haul: len(haul.artifacts))

    def _by_player(self, measure: Callable[[Haul], int]) -> dict[str, int]:
        totals = dict.fromkeys(self.players.names or (self.players.me, OTHERS), 0)
        for haul in self.hauls:
            totals[haul.player or OTHERS] += measure(haul)
        return totals

    def winners(self) -> tuple[str, ...] | None:
        """Return who has won, by the edition's rule for ties; None where it cannot be known.

        It cannot be known before the game is over, nor where the record does not tell the whole
        game. Of two or more rivals without names it is known where it does not matter which of
        them brought home what.
        """
        if not self.over or self.first > 1 or self.stated:
            return None
        scores, cards = self.scores(), self.artifacts()
        by_cards = self.edition.tie_break == "artifacts"
        results = {name: (scores[name], cards[name] if by_cards else 0) for name in scores}
        if self.players.count == 1:
            return (self.players.me,)
        if not self.players.named and self.players.rivals > 1:
            return self._winners_among_nameless(results[self.players.me], by_cards)
        best = max(results.values())
        return tuple(name for name, result in results.items() if result == best)

    def _winners_among_nameless(
        self, mine: tuple[int, int], by_cards: bool
    ) -> tuple[str, ...] | None:
        """Return the winners where rivals have no names, if it is the same whoever brought what.

        In each expedition any of the rivals can have had the best of their hauls, or the least.
        """
        best, least = (0, 0), (0, 0)
        for number in range(1, self.number + 1):
            hauls = [
                (haul.points, len(haul.artifacts) if by_cards else 0)
                for haul in self.hauls
                if haul.expedition == number and haul.player is None
            ]
            hauls += [(0, 0)] * (self.players.rivals - len(hauls))
            best = (best[0] + max(hauls)[0], best[1] + max(hauls)[1])
            least = (least[0] + min(hauls)[0], least[1] + min(hauls)[1])
        if mine > best:
            return (self.players.me,)
        if best != least:
            return None
        # All rivals have brought home the same; where they have more, who they are has no name.
        return (self.players.me, OTHERS) if mine == best else None


def seen_by(game: Game, name: str) -> Game:
    """Return the same game as another of its named players sees it: that player is `me`.

    Raises `ValueError` where nobody has that name.

    >>> game = seen_by(read(begin(PRESETS["bga"], read_players("me,ann")), "7 x:ann"), "ann")
    >>> game.me_inside
    False
    """
    player = game.players.find(name) if game.players.named else None
    if player is None:
        raise ValueError(f"no player is called {name}")
    return states_of(replace(game, players=replace(game.players, me=player)))[-1]


def states_of(game: Game) -> list[Game]:
    """Return the game before its first event and after each of its events, played once more.

    Raises `ValueError` where a table was stated of which the record does not tell.
    """
    if game.stated:
        raise ValueError("a table that was stated cannot be played once more from the record")
    states = [_opening(game.edition, game.players, game.joined)]
    for event in game.history:
        here = states[-1]
        if isinstance(event, Turn):
            states.append(here.turn(event.card))
        else:
            me = here.players.me in event.names if here.players.named else event.me
            states.append(here.leave(event._replace(me=me)))
    return states


def shuffled(
    edition: Edition,
    inside: int,
    gone: Iterable[Hazard],
    artifacts: Iterable[Artifact],
    counted: int,
) -> Expedition:
    """Return an expedition as it starts: its deck shuffled, everyone inside.

    `gone` names the hazards that earlier busts removed, `counted` the artifacts that the edition's
    index has counted so far.
    """
    removed = Counter(gone)
    hazards = ((kind.card, kind.copies - removed[kind.card]) for kind in edition.hazards)
    deck = deck_of(edition.treasures, hazards, artifacts)
    points = () if edition.printed else edition.artifact_points[counted:]
    return Expedition(start=deck, deck=deck, inside=inside, points=points)


def begin(
    edition: Edition,
    players: Players,
    number: int | None = None,
    gone: Sequence[Hazard] = (),
    counted: int = 0,
    artifacts: Sequence[Artifact] | None = None,
) -> Game:
    """Return a game at the start of its first expedition, or of the later one that is stated.

    `number` is that expedition, by default one more than the hazards `gone`; `counted` the
    artifacts that the edition's index has counted; `artifacts` those in the deck as it starts, by
    default what enters with it (all that are left, where all enter at the start). Raises
    `JoinError` where no game comes to that.

    >>> begin(PRESETS["gryphon-2009"], Players(4), gone=[Hazard("fire", "f")]).number
    2
    """
    number = 1 + len(gone) if number is None else number
    _check_late(edition, number, gone, counted)
    if artifacts is None:
        artifacts = edition.entering(number)
        if edition.artifact_entry == "all_at_start":
            if edition.printed and counted:
                raise JoinError("artifacts", "say which are left in the deck")
            artifacts = edition.artifacts[counted:]
    else:
        _check_artifacts(edition, number, counted, artifacts)
    return _opening(edition, players, Joined(number, tuple(gone), counted, tuple(artifacts)))


def _opening(edition: Edition, players: Players, joined: Joined) -> Game:
    expedition = shuffled(edition, players.count, joined.gone, joined.artifacts, joined.counted)
    return Game(
        edition=edition,
        players=players,
        joined=joined,
        number=joined.number,
        gone=joined.gone,
        counted=joined.counted,
        expedition=expedition,
        me_inside=True,
        names_inside=players.names,
    )


def _check_late(edition: Edition, number: int, gone: Sequence[Hazard], counted: int) -> None:
    if not 1 <= number <= edition.expeditions:
        raise JoinError("expedition", f"from 1 to {edition.expeditions}, not {number}")
    for hazard, times in Counter(gone).items():
        copies = edition.copies(hazard)
        if times >= copies:
            raise JoinError(
                "gone", f"of {copies} {hazard} at most {max(copies - 1, 0)} can go, not {times}"
            )
    if len(gone) >= number:
        raise JoinError(
            "gone",
            f"at most {number - 1} before expedition {number}, not {len(gone)}:"
            " a bust removes one and ends its expedition",
        )
    entered = len(edition.entered_before(number))
    if not 0 <= counted <= entered:
        raise JoinError("claimed", f"from 0 to {entered} before expedition {number}, not {counted}")


def _check_artifacts(
    edition: Edition, number: int, counted: int, artifacts: Sequence[Artifact]
) -> None:
    entering, before = edition.entering(number), edition.entered_before(number)
    if edition.artifact_hidden == "removed":
        before = ()
    missing = Counter(entering) - Counter(artifacts)
    strange = Counter(artifacts) - Counter(entering) - Counter(before)
    if missing:
        raise JoinError("artifacts", f"expedition {number} starts with its own: {_all(entering)}")
    most = len(entering) + max(0, len(before) - counted)
    if strange or len(artifacts) > most:
        raise JoinError(
            "artifacts",
            f"at most {most} can be in the deck of expedition {number}: {_all(entering)} of its own"
            f" and {_all(before)} from before, of which {counted} have been counted",
        )


def _all(artifacts: Sequence[Artifact]) -> str:
    if any(card.points is not None for card in artifacts):
        return " ".join(card.token for card in artifacts)
    return str(len(artifacts) or "none")
