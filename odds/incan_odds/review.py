"""What a game owed to luck, to its player's decisions, and to the others.

Each event changes what the player can expect: a card by luck, his own decision by what it costs
against the best, the leaving of others by what it does to him. The changes add up:

    start + luck + skill + others = result.

Expectations are those of the best play, with rivals who stay until he has left, or who leave when
he does.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, NamedTuple

from incan_odds.game import Event, Game, Leave, Turn, states_of
from incan_odds.stopping.problem import DEFAULT_MEMORY, StoppingProblem, problem_of
from incan_odds.stopping.solver import Optimum, solve

Choice = Literal["stay", "leave", "either"]
"""What a player did, or what was best."""


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
    game: Game, whole_game: bool = False, herd: bool = False, memory: int = DEFAULT_MEMORY
) -> Review:
    """Return the account of a finished or running game for the player who is `me`.

    With `whole_game` what counts is the points of all expeditions, else those of each by itself. A
    running game's result is what can be expected from it now. Raises `ValueError` where the whole
    game is asked for with rivals, and what the solver raises where it is too large.

    >>> account = review(game_of("5 f 11 x")).expeditions[0]
    >>> account.start + account.luck + account.skill + account.others == account.result == 16
    True
    """
    values = _Values(whole_game, herd, memory)
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


class _Values:
    """What the player can expect from a game, at each point of it."""

    def __init__(self, whole_game: bool, herd: bool, memory: int) -> None:
        self.whole_game = whole_game
        self.herd = herd
        self.memory = memory

    def optimum(self, game: Game) -> Optimum:
        """Return the best play of the running expedition, while the player is inside."""
        return solve(self._problem(game), self.memory)

    def _problem(self, game: Game) -> StoppingProblem:
        if not self.whole_game:
            return problem_of(game.expedition, herd=self.herd)
        from incan_odds.stopping.season import game_problem

        return game_problem(game)

    def waiting(self, game: Game) -> Fraction:
        """Return what can be expected while the next card is coming."""
        return self.before(game) + self.optimum(game).stay.points

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
        optimum = values.optimum(before)
        stays, leaves = optimum.stay.points, optimum.leave
        base = values.before(before)
        tally.by_skill(base + (leaves if left else stays))
        decisions.append(
            Decision(
                before.number,
                _cards(before),
                "leave" if left else "stay",
                optimum.verdict,
                max(stays, leaves) - (leaves if left else stays),
            )
        )
    if isinstance(event, Leave):
        gone = event.me or ended
        tally.by_others(values.after(before, after) if gone else values.waiting(after))
    elif ended:
        tally.by_luck(values.after(before, after))
    else:
        optimum = values.optimum(after)
        tally.by_luck(values.before(after) + max(optimum.stay.points, optimum.leave))
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
