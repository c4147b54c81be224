"""The stopping problem of a request: which horizon, and whether there is anything to decide."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from incan_odds.game import Game
from incan_odds.next_card import NextCard, odds_of_next_card
from incan_odds.rivals.model import SOLVER_VERSION, EncodingError, Leavers, Rivals, by_chance
from incan_odds.stopping.problem import StoppingProblem, TooLargeError, problem_of
from incan_odds.stopping.solver import Optimum, solve
from incan_odds_cli.failure import InputError
from incan_odds_cli.progress import solving
from incan_odds_cli.screen import SCHEMA, exact

if TYPE_CHECKING:
    from incan_odds.rivals.answer import AmongRivals
    from incan_odds.stopping.rules import Rule

Horizon = Literal["expedition", "game"]
"""What counts: this expedition, or all that are still to come."""


class Model(NamedTuple):
    """What counts, and what the others do."""

    horizon: Horizon = "expedition"
    rivals: Rivals = "stay"

    def herd(self, game: Game) -> bool:
        """Return whether there are rivals who leave when you do."""
        return self.rivals == "herd" and game.players.rivals > 0

    def sentence(self, game: Game) -> str:
        """Return what is supposed of the others, for the screen; empty where there are none."""
        if not game.players.rivals:
            return ""
        if isinstance(self.rivals, Leavers):
            *fewer, last = self.rivals.chances
            by_kinds = [f"{chance} with {kinds or 'no'}" for kinds, chance in enumerate(fewer)]
            end = f"{last} with {len(fewer)} or more kinds of hazard out" if fewer else str(last)
            return f"if each of the others leaves with a chance of {', '.join([*by_kinds, end])}"
        return {
            "stay": "if the others stay",
            "herd": "if all leave together",
            "equilibrium": "in the symmetric equilibrium",
        }[self.rivals]

    @property
    def by_chance(self) -> bool:
        """Whether the others leave by chance."""
        return by_chance(self.rivals)

    def mixed(self, game: Game) -> bool:
        """Return whether others are inside who may leave by chance."""
        return self.by_chance and game.expedition.inside > 1

    def words(self) -> list[str]:
        """Return the model as words of a command line."""
        horizon = [] if self.horizon == "expedition" else ["--horizon", self.horizon]
        return horizon + ([] if self.rivals == "stay" else ["--rivals", str(self.rivals)])


def asked(game: Game, model: Model) -> dict[str, Any]:
    """Return how the JSON answer begins: of which table and under which model it was asked."""
    return {
        "schema": SCHEMA,
        "edition": game.edition.name,
        "players": game.players.count,
        "horizon": model.horizon,
        "rivals": str(model.rivals) if game.players.rivals else None,
    }


def question_about(what: str, game: Game, model: Model) -> dict[str, Any]:
    """Return all that an answer about a whole game depends on, the solver's version included."""
    return {
        "solver": SOLVER_VERSION,
        what: repr(game),
        "horizon": model.horizon,
        "rivals": str(model.rivals),
    }


def as_json(value: Fraction, floats: bool) -> dict[str, Any] | None:
    """Return a value as JSON; one that came from floats has no fraction."""
    return exact(float(value) if floats else value)


MEGABYTE: Final = 2**20

ON_THE_SPOT: Final = 64 * MEGABYTE
"""The memory that an answer at the table may take: about a second of work."""


AMONG_RIVALS: Final = 4096 * MEGABYTE
"""The memory that the states of several players may take where nothing else is said."""

ANALYSIS: Final = 1024 * MEGABYTE
"""The memory that a study of the game may take where nothing else is said."""


def problem_in(
    game: Game,
    model: Model,
    memory: int = ON_THE_SPOT,
    rule: Rule | None = None,
    together: bool = False,
) -> StoppingProblem:
    """Return the stopping problem of a game, played best or by `rule` in later expeditions.

    With rivals the whole game is a problem only where all do `together` what one does. Raises
    `InputError` where nothing is to be decided, or where the game is too large.
    """
    check_inside(game)
    herd = model.herd(game)
    if not (herd and together):
        check_horizon(game, model)
    if model.horizon == "expedition":
        return problem_of(game.expedition, herd=herd)
    # `next` starts faster without what only the whole game needs.
    from incan_odds.stopping.season import TooManyOpeningsError, game_problem

    try:
        return game_problem(game, memory, rule, herd)
    except (TooLargeError, TooManyOpeningsError) as error:
        raise InputError(
            f"the whole game cannot be solved: {error}; raise --memory, or take a smaller edition"
        ) from None


def check_inside(game: Game) -> None:
    """Raise `InputError` where I have nothing more to decide in this expedition."""
    if game.over:
        raise InputError("the game is over")
    if not game.me_inside:
        raise InputError("you have left this expedition")


def check_horizon(game: Game, model: Model) -> None:
    """Raise `InputError` where the whole game is asked for with rivals."""
    if model.horizon == "game" and game.players.rivals:
        raise InputError(
            "--horizon game is solved alone (-p 1); with rivals use --horizon expedition"
        )


def optimum_of(problem: StoppingProblem, memory: int) -> Optimum:
    """Return the best play of a problem. Raises `InputError` where it is too large."""
    try:
        with solving() as progress:
            return solve(problem, memory, progress)
    except TooLargeError as error:
        raise InputError(f"no formula can be used here, and {error}; {error.remedy}") from None


class Means(NamedTuple):
    """What a long solution may use."""

    memory: int | None = None
    """The bytes that its states may take; None leaves that to the question."""
    kept: bool = True
    """Whether results are kept, and taken where they were."""

    def bytes(self, otherwise: int = AMONG_RIVALS) -> int:
        """Return how many bytes the states may take; `otherwise` where nothing was said."""
        return otherwise if self.memory is None else self.memory

    def words(self) -> list[str]:
        """Return what was allowed as words of a command line."""
        return [] if self.memory is None else ["--memory", str(self.memory // MEGABYTE)]


USUAL: Final = Means()
"""What a solution may use where nothing is said."""


def among_rivals(game: Game, model: Model, means: Means, moments: bool = False) -> AmongRivals:
    """Return the play among rivals who leave by chance, kept from an earlier time or solved now.

    With `moments` also when the expedition ends. Raises `InputError` where it is too large.
    """
    # Only this needs numpy.
    from incan_odds.rivals.document import from_document, question_of, to_document
    from incan_odds.rivals.play import play_among
    from incan_odds_cli.kept_results import Form, result_of

    expedition = game.expedition
    memory = means.bytes()

    def work() -> AmongRivals:
        with solving() as progress:
            return play_among(expedition, model.rivals, memory, moments, progress)

    try:
        question = question_of(expedition, model.rivals, moments)
        return result_of(question, work, Form(to_document, from_document), means.kept)
    except TooLargeError as error:
        raise InputError(f"--rivals {model.rivals}: {error}; --rivals stay is smaller") from None
    except EncodingError as error:
        raise InputError(f"--rivals {model.rivals}: {error}; --rivals stay can") from None


class Advice(NamedTuple):
    """What is known of the next card, and of what to do."""

    model: Model
    odds: NextCard
    optimum: Optimum | None
    """The best play; None where I have left, or where it is too large to find on the spot."""
    among: AmongRivals | None = None
    """The play among rivals who leave by chance, where the model is one of those."""


def advice(game: Game, model: Model, means: Means = USUAL) -> Advice | None:
    """Return the advice for a game; None where it is over."""
    check_horizon(game, model)
    if game.over:
        return None
    optimum = None
    if game.me_inside and model.mixed(game):
        odds = odds_of_next_card(game.expedition)
        return Advice(model, odds, None, among_rivals(game, model, means))
    if game.me_inside:
        memory = means.bytes(ON_THE_SPOT)
        try:
            problem = problem_in(game, model, memory)
            with solving() as progress:
                optimum = solve(problem, memory, progress)
        except TooLargeError:
            # The odds and a look one card ahead are still exact.
            optimum = None
    return Advice(model, odds_of_next_card(game.expedition, model.herd(game)), optimum)


def decision(game: Game, advice: Advice) -> str | None:
    """Return `stay`, `leave`, `either` or `mixed`; None where I have left."""
    if not game.me_inside:
        return None
    if not game.expedition.pending:
        return "stay"
    if advice.among is not None:
        return advice.among.best
    return advice.odds.verdict if advice.optimum is None else advice.optimum.verdict


def retire_at(game: Game, advice: Advice) -> int | None:
    """Return from how many gems on to retire; None is never, or that no number says it."""
    if advice.model.herd(game) or advice.among is not None:
        return None
    return advice.odds.retire_at if advice.optimum is None else advice.optimum.retire_at()


def certificate(among: AmongRivals) -> dict[str, Any]:
    """Return the certificate of a play among rivals as JSON: gains are in points."""
    found = among.certificate
    assert found is not None, "rivals who leave by chance are certified"
    return {
        "epsilon": found.single_gain,
        "bound": found.bound,
        "best_reply_gain": found.best_reply_gain,
        "states": among.states,
        "several": among.several,
    }
