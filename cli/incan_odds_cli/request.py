"""What every command is asked: the edition, the players, the record, and the table joined late.

`about_a_record` gives a command these options; the command gets one `Request` for them all.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any, NamedTuple

import click
from click.core import ParameterSource

from incan_odds.editions import DEFAULT_EDITION
from incan_odds.game import Game, JoinError
from incan_odds.record import RecordError, read
from incan_odds.rivals.model import Rivals, read_rivals
from incan_odds.stopping.problem import TooLargeError
from incan_odds_cli.advice import MEGABYTE, Horizon, Means, Model
from incan_odds_cli.failure import InputError
from incan_odds_cli.table import TableOptions

STANDARD_INPUT = "-"
"""The record that means: one record a line, on standard input."""


class Request(NamedTuple):
    """The table that a command is asked about."""

    options: TableOptions
    start: Game
    """The game before the first token of the record."""
    record: str
    stated: tuple[int | None, int | None, int | None]
    """What `--inside`, `--bag` and `--path` say of the table after the record."""
    json: bool

    @property
    def many(self) -> bool:
        """Whether the records come on standard input, one a line."""
        return self.record == STANDARD_INPUT

    def play(self, record: str) -> Game:
        """Return the game of one record. Raises `InputError`."""
        try:
            return read(self.start, record).at_table(*self.stated)
        except RecordError as error:
            raise InputError(str(error)) from None
        except JoinError as error:
            raise InputError(f"--{error.key}: {error.problem}") from None


def lines_of_standard_input() -> Iterator[str]:
    """Yield each line as soon as it has come."""
    # A program that is started without a standard input has None there.
    if sys.stdin is None:
        raise InputError("standard input is closed; give the record as arguments")
    for raw in iter(sys.stdin.buffer.readline, b""):
        yield _decoded(raw)


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode(_encoding_of_pipes(), "replace")


def _encoding_of_pipes() -> str:
    """Return what text is written in that is no UTF-8."""
    if sys.platform == "win32":
        # The code page of the console, or where there is none that of the system.
        import ctypes

        kernel = ctypes.windll.kernel32
        return f"cp{kernel.GetConsoleOutputCP() or kernel.GetACP()}"
    # Seldom needed.
    import locale

    return locale.getpreferredencoding(False)


def table_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that all commands take."""
    for option in (
        click.option(
            "--json", "as_json", is_flag=True, help="Answer in JSON: one object, or one a line."
        ),
        click.option(
            "-p",
            "--players",
            default="1",
            envvar="INCAN_ODDS_PLAYERS",
            metavar="N|NAMES",
            help="1 to 8 players, or names separated by commas: 'me', else the first, is you."
            "  [default: 1]",
        ),
        click.option(
            "-e",
            "--edition",
            default=DEFAULT_EDITION,
            envvar="INCAN_ODDS_EDITION",
            metavar="NAME|FILE",
            help="A preset (see 'incan-odds editions') or a TOML file."
            f"  [default: {DEFAULT_EDITION}]",
        ),
    ):
        command = option(command)
    return command


_WHERE_IT_STARTS = (
    click.option(
        "--expedition",
        type=int,
        metavar="N",
        help="The expedition in which the record starts.  [default: 1 + the number of --gone]",
    ),
    click.option(
        "--gone",
        multiple=True,
        metavar="HAZARD",
        help="A hazard that an earlier bust removed; may be repeated.",
    ),
    click.option(
        "--claimed",
        type=int,
        default=0,
        metavar="N",
        help="Artifacts counted so far by the edition's index.  [default: 0]",
    ),
    click.option(
        "--artifacts",
        metavar="N",
        help="Artifacts in the deck as the expedition starts, its own included;"
        " with printed points a list such as 7,8.",
    ),
)

_AFTER_IT = (
    ("--inside", "N", "Explorers inside after the last card."),
    ("--bag", "G", "Gems in your bag after the last card."),
    ("--path", "G", "Gems on the path after the last card."),
)


horizon_option = click.option(
    "--horizon",
    type=click.Choice(["expedition", "game"]),
    default="expedition",
    help="What counts: this expedition, or all that are still to come (alone only)."
    "  [default: expedition]",
)


def _rivals_said(ctx: click.Context, param: click.Parameter, value: str) -> Rivals:
    """Read a word, or probabilities as fractions, decimals or percentages; 0 is `stay`."""
    try:
        return read_rivals(value)
    except ValueError as error:
        raise click.BadParameter(str(error), ctx, param) from None


_rivals_option = click.option(
    "--rivals",
    callback=_rivals_said,
    default="stay",
    metavar="MODEL",
    help="What the others do: stay until you have left (stay), all leave when you do (herd), leave"
    " each with a chance such as 3/10 or 30% after each card (0,1/10,3/10: by the kinds of hazard"
    " out), or play the symmetric equilibrium (equilibrium); ignored alone.  [default: stay]",
)


def model_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of what counts and what the others do; pass it a `Model`."""

    @wraps(command)
    def modelled(*args: Any, horizon: Horizon, rivals: Rivals, **others: Any) -> None:
        command(*args, model=Model(horizon, rivals), **others)

    return horizon_option(_rivals_option(modelled))


memory_option = click.option(
    "--memory",
    type=click.IntRange(min=1),
    default=4096,
    metavar="MB",
    help="The memory that the states may take where they are all visited.  [default: 4096]",
)


_memory_at_the_table = click.option(
    "--memory",
    type=click.IntRange(min=1),
    metavar="MB",
    help="The memory that the states may take where they are all visited."
    "  [default: 64; with rivals who leave by chance 4096]",
)


def at_the_table_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command that answers at once the options of long solutions; pass it the `Means`."""
    return _memory_at_the_table(_solving(command))


def study_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command that studies a game the options of long solutions; pass it the `Means`."""
    return memory_option(_solving(command))


def _solving(command: Callable[..., None]) -> Callable[..., None]:
    @wraps(command)
    def solving(*args: Any, memory: int | None, no_cache: bool, **others: Any) -> None:
        means = Means(None if memory is None else memory * MEGABYTE, not no_cache)
        command(*args, means=means, **others)

    return click.option(
        "--no-cache",
        is_flag=True,
        help="Work out long solutions anew, and keep none in the user's cache directory.",
    )(solving)


def about_a_record(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the record and what may be said of the table besides; pass it a `Request`."""
    return _about(command, may_state=True)


def about_a_played_record(command: Callable[..., None]) -> Callable[..., None]:
    """Do the same for a command that must see the play itself, not only how the table lies now."""
    return _about(command, may_state=False)


def _about(command: Callable[..., None], may_state: bool) -> Callable[..., None]:
    @wraps(command)
    @click.pass_context
    def asked(
        ctx: click.Context,
        /,
        record: tuple[str, ...],
        edition: str,
        players: str,
        as_json: bool,
        expedition: int | None,
        gone: tuple[str, ...],
        claimed: int,
        artifacts: str | None,
        inside: int | None,
        bag: int | None,
        path: int | None,
        **others: Any,
    ) -> None:
        stated = (inside, bag, path)
        if not may_state and stated != (None, None, None):
            raise InputError(
                f"--inside, --bag, --path: {ctx.info_name} needs the record of all that was played"
            )
        if STANDARD_INPUT in record and len(record) > 1:
            raise InputError("'-' means standard input and stands alone; no record beside it")
        table = TableOptions(edition, players, expedition, " ".join(gone), claimed, artifacts)
        start = table.start(said_by(ctx))
        command(Request(table, start, " ".join(record), stated, as_json), **others)

    decorated: Callable[..., None] = asked
    for name, metavar, what in reversed(_AFTER_IT):
        option = click.option(name, type=int, metavar=metavar, help=what, hidden=not may_state)
        decorated = option(decorated)
    for option in reversed(_WHERE_IT_STARTS):
        decorated = option(decorated)
    return click.argument("record", nargs=-1, metavar="[RECORD]...")(table_options(decorated))


def options_said(ctx: click.Context, request: Request) -> dict[str, Any]:
    """Return the options of the table that were said on the command line, by name."""
    return {
        name: value
        for name, value in request.options.settled()._asdict().items()
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE
    }


def said_by(ctx: click.Context) -> dict[str, str]:
    """Return the names of the environment variables that stand for options not given."""
    return {
        option: f"INCAN_ODDS_{option.upper()}"
        for option in ("edition", "players")
        if ctx.get_parameter_source(option) is ParameterSource.ENVIRONMENT
    }


def answer(
    request: Request,
    screen: Callable[[Game], str],
    line: Callable[[Game], str],
    document: Callable[[Game], dict[str, Any]],
) -> None:
    """Answer the record of a request, or each line of standard input in turn.

    `screen` is the whole answer as text, `line` the answer to one of many records, `document` the
    JSON object. A line that is wrong is answered on standard error, the rest go on, and the exit
    code is 2 at the end.
    """
    if not request.many:
        game = request.play(request.record)
        try:
            click.echo(json_text(document(game), indent=2) if request.json else screen(game))
        except TooLargeError as error:
            raise InputError(_refusal(error)) from None
        return
    wrong = False
    for number, record in enumerate(lines_of_standard_input(), start=1):
        try:
            game = request.play(record)
            if request.json:
                click.echo(json_text({"line": number, **document(game)}))
            else:
                click.echo(line(game))
        except (InputError, TooLargeError) as error:
            wrong = True
            InputError(f"line {number}: {_refusal(error)}").show()
    if wrong:
        click.get_current_context().exit(InputError.exit_code)


def _refusal(error: InputError | TooLargeError) -> str:
    """Return why a question is refused, and what to do instead."""
    return error.message if isinstance(error, InputError) else f"{error}; {error.remedy}"


def json_text(document: dict[str, Any], indent: int | None = None) -> str:
    """Return a JSON object as text: on one line, or indented."""
    import json

    return json.dumps(document, indent=indent)
