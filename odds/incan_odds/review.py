"""What a game owed to luck, to its player's decisions, and to the others.

Each event changes what the player can expect: a card by luck, his own decision by what it costs
against the best, the leaving of others by what it does to him. The changes add up:

    start + luck + skill + others = result.

Expectations are those of the best play, with what is supposed of the rivals. Where these leave by
chance the expectations are floats, taken exactly as they are, so that the sum still holds.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from incan_odds.expedition import Expedition
from incan_odds.game import Event, Game, Leave, Turn, states_of
from incan_odds.rivals.model import Rivals, by_chance, leavers_of
from incan_odds.stopping.problem import DEFAULT_MEMORY, Progress, StoppingProblem, problem_of
from incan_odds.stopping.solver import solve

if TYPE_CHECKING:
    from incan_odds.rivals.profile import AtTheTable, Profile

Choice = Literal["stay", "leave", "either", "mixed"]
"""What a player did, or what was best; `mixed` is by chance, both being worth the same."""


EQUAL: Final = 1e-10
"""Points by which floats that are the same can differ."""


class Decision(NamedTuple):
    """One decision of the player."""

    expedition: int
    after: str
    """The cards that lay there, as the record writes them."""
    did: Choice
    best: Choice
    cost: Fraction
    """How many points less than the best it was worth."""


class Account(NamedTuple):
    """Where the points came from; start + luck + skill + others = result."""

    start: Fraction
    luck: Fraction
    skill: Fraction
    others: Fraction
    result: Fraction


class Review(NamedTuple):
    """A game looked back upon, for one player."""

    total: Account
    expeditions: tuple[Account, ...]
    decisions: tuple[Decision, ...]

    def costliest(self, number: int = 3) -> list[Decision]:
        """Return the decisions that cost most, the costliest first; none that cost nothing."""
        dear = [decision for decision in self.decisions if decision.cost]
        return sorted(dear, key=lambda decision: -decision.cost)[:number]


def review(
    game: Game,
    whole_game: bool = False,
    rivals: Rivals = "stay",
    memory: int = DEFAULT_MEMORY,
    progress: Progress | None = None,
) -> Review:
    """Return the account of a finished or running game for the player who is `me`.

    With `whole_game` what counts is the points of all expeditions, else those of each by itself. A
    running game's result is what can be expected from it now. Raises `ValueError` where the whole
    game is asked for with rivals, or a table was stated of which the record does not tell; and what
    the solver raises where it is too large.

    >>> account = review(game_of("5 f 11 x")).expeditions[0]
    >>> account.start + account.luck + account.skill + account.others == account.result == 16
    True
    """
    if whole_game and game.players.rivals:
        raise ValueError("the whole game is reviewed alone; with rivals, each expedition by itself")
    values = _Values(whole_game, rivals, memory, progress)
    accounts: list[Account] = []
    decisions: list[Decision] = []
    states = states_of(game)
    tally: _Tally | None = None
    for event, before, after in zip(game.history, states, states[1:], strict=False):
        if before.fresh:
            tally = _Tally(values.waiting(before))
        assert tally is not None, "an expedition begins with its first card"
        decisions += _account(event, before, after, tally, values)
        if after.number > before.number or after.over:
            accounts.append(tally.closed(values.after(before, after)))
            tally = None
    if tally is not None:
        accounts.append(tally.closed(tally.value))
    return Review(_sum(accounts, whole_game), tuple(accounts), tuple(decisions))


class _Tally:
    """The account of an expedition as it goes on; `value` is what can be expected now."""

    def __init__(self, start: Fraction) -> None:
        self.start = self.value = start
        self.luck = self.skill = self.others = Fraction(0)

    def by_luck(self, value: Fraction) -> None:
        self.luck += value - self.value
        self.value = value

    def by_skill(self, value: Fraction) -> None:
        self.skill += value - self.value
        self.value = value

    def by_others(self, value: Fraction) -> None:
        self.others += value - self.value
        self.value = value

    def closed(self, result: Fraction) -> Account:
        assert self.value == result, "every change has been accounted for"
        return Account(self.start, self.luck, self.skill, self.others, result)


class _Outlook(NamedTuple):
    """What the player could expect at a decision, in points of what counts."""

    leave: Fraction
    stay: Fraction
    best: Choice
    nobody_left: Fraction
    """What it comes to if he stays, and so do all others."""


class _Values:
    """What the player can expect from a game, at each point of it."""

    def __init__(
        self, whole_game: bool, rivals: Rivals, memory: int, progress: Progress | None
    ) -> None:
        self.whole_game = whole_game
        self.rivals = rivals
        self.memory = memory
        self.progress = progress
        self._number = 0
        self._profile: Profile | None = None

    def outlook(self, game: Game) -> _Outlook:
        """Return what he can expect at a decision, the running expedition alone."""
        if not self._by_chance(game):
            optimum = solve(self._problem(game), self.memory, self.progress)
            stay = optimum.stay.points
            return _Outlook(optimum.leave, stay, optimum.verdict, stay)
        now = self._at(game.number, game.expedition)
        assert now.leave is not None, "a decision is pending"
        nobody = Fraction(now.outcomes[0].staying)
        if abs(now.leave - now.stay) <= EQUAL:
            value = Fraction(now.value)
            best: Choice = "either" if now.leave_chance in (0, 1) else "mixed"
            return _Outlook(value, value, best, nobody)
        best = "leave" if now.leave > now.stay else "stay"
        return _Outlook(Fraction(now.leave), Fraction(now.stay), best, nobody)

    def _by_chance(self, game: Game) -> bool:
        """Return whether others are inside who leave by chance."""
        return by_chance(self.rivals) and game.expedition.inside > 1

    def _at(self, number: int, expedition: Expedition) -> AtTheTable:
        """Return what the profile of this expedition says, solved anew where it says nothing."""
        # Only this needs numpy.
        from incan_odds.rivals.equilibrium import profile_of

        if self._profile is not None and self._number == number:
            try:
                return self._profile.at(expedition)
            except KeyError:
                # Somebody has not kept to it: from here on it is another.
                pass
        leavers = leavers_of(self.rivals)
        self._profile = profile_of(expedition, leavers, self.memory, self.progress)
        self._number = number
        return self._profile.at(expedition)

    def _problem(self, game: Game) -> StoppingProblem:
        if not self.whole_game:
            return problem_of(game.expedition, herd=self.rivals == "herd")
        from incan_odds.stopping.season import game_problem

        return game_problem(game)

    def waiting(self, game: Game) -> Fraction:
        """Return what can be expected while the next card is coming."""
        if self._by_chance(game):
            return self.before(game) + Fraction(self._at(game.number, game.expedition).value)
        return (
            self.before(game) + solve(self._problem(game), self.memory, self.progress).stay.points
        )

    def before(self, game: Game) -> Fraction:
        """Return what counts already: the tent, where the whole game does."""
        return Fraction(game.scores()[game.players.me]) if self.whole_game else Fraction(0)

    def after(self, before: Game, after: Game) -> Fraction:
        """Return what the expedition has come to that has ended between two states."""
        home = sum(
            haul.points
            for haul in after.hauls
            if haul.player == after.players.me and haul.expedition == before.number
        )
        if not self.whole_game:
            return Fraction(home)
        return self.before(after) if after.over else self.waiting(after)


def _account(
    event: Event, before: Game, after: Game, tally: _Tally, values: _Values
) -> list[Decision]:
    """Account for one event, and return the decision that it shows, if any."""
    if not before.me_inside:
        return []
    ended = after.number > before.number or after.over
    decisions: list[Decision] = []
    if before.expedition.pending:
        left = isinstance(event, Leave) and event.me
        outlook = values.outlook(before)
        base = values.before(before)
        chosen = outlook.leave if left else outlook.stay
        tally.by_skill(base + chosen)
        decisions.append(
            Decision(
                before.number,
                _cards(before),
                "leave" if left else "stay",
                outlook.best,
                max(outlook.stay, outlook.leave) - chosen,
            )
        )
        if isinstance(event, Turn):
            tally.by_others(base + outlook.nobody_left)
    if isinstance(event, Leave):
        gone = event.me or ended
        tally.by_others(values.after(before, after) if gone else values.waiting(after))
    elif ended:
        tally.by_luck(values.after(before, after))
    else:
        outlook = values.outlook(after)
        tally.by_luck(values.before(after) + max(outlook.stay, outlook.leave))
    return decisions


def _cards(game: Game) -> str:
    """Return the cards of the running expedition, as the record writes them."""
    turned = game.expedition.turned
    cards = [event.card.token for event in game.history if isinstance(event, Turn)]
    return " ".join(cards[len(cards) - turned :])


def _sum(accounts: list[Account], whole_game: bool) -> Account:
    zero = Fraction(0)
    start = sum((account.start for account in accounts), zero)
    result = sum((account.result for account in accounts), zero)
    if whole_game and accounts:
        # Each expedition starts with what the one before has come to.
        start, result = accounts[0].start, accounts[-1].result
    return Account(
        start,
        sum((account.luck for account in accounts), zero),
        sum((account.skill for account in accounts), zero),
        sum((account.others for account in accounts), zero),
        result,
    )


def to_document(found: Review) -> dict[str, Any]:
    """Return a review as what JSON can hold, without losing a digit."""
    return {
        "total": list(map(str, found.total)),
        "expeditions": [list(map(str, account)) for account in found.expeditions],
        "decisions": [
            {**decision._asdict(), "cost": str(decision.cost)} for decision in found.decisions
        ],
    }


def from_document(document: dict[str, Any]) -> Review:
    """Return the review that `to_document` has written.

    >>> account = review(game_of("5 f 11 x"))
    >>> from_document(to_document(account)) == account
    True
    """
    return Review(
        Account(*map(Fraction, document["total"])),
        tuple(Account(*map(Fraction, account)) for account in document["expeditions"]),
        tuple(
            Decision(**{**decision, "cost": Fraction(decision["cost"])})
            for decision in document["decisions"]
        ),
    )
