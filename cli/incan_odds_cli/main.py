"""The `incan-odds` program: the group of commands, its exit codes, and what a failure looks like.

Commands are modules of `incan_odds_cli.commands`, imported when they are called, so that `next`
starts without what the others need.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, Final, NoReturn

import click

from incan_odds_cli.failure import InputError
from incan_odds_cli.screen import command_line

COMMANDS: Final = (
    "next",
    "survive",
    "thresholds",
    "solve",
    "compare",
    "play",
    "review",
    "explain",
    "simulate",
    "editions",
)
"""The commands, in the order in which the help lists them."""

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C."""


class Commands(click.Group):
    """The commands, loaded one at a time."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return list(COMMANDS)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; where a record stands in its place, say what was meant."""
        name = args[0]
        if name not in COMMANDS and _begins_a_record(name):
            meant = command_line(["incan-odds", "next", *args])
            raise InputError(f"no command {name!r}; for the odds: {meant}")
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name, imported now."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"incan_odds_cli.commands.{cmd_name}").command
        return command


def _begins_a_record(word: str) -> bool:
    """Return whether a word is a token of a record rather than a command misspelt."""
    # Only a mistake needs these.
    from incan_odds.editions import DEFAULT_EDITION, PRESETS
    from incan_odds.vocabulary import vocabulary

    known = vocabulary(PRESETS[DEFAULT_EDITION]).meanings(word)
    return word[:1].isdigit() or word[:1] in ("x", "X") or bool(known)


def _show_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        # importlib.metadata is slow to import and needed here alone.
        from importlib.metadata import version

        click.echo(f"incan-odds {version('incan-odds')}")
        ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
def cli() -> None:
    """The exact odds of Incan Gold / Diamant: the next card, and whether to stay or leave.

    Type the cards that lie on the table:

    \b
      incan-odds next 5 fire 11 snakes
      incan-odds next -p 4 5 f 11 x sn a

    A number is a treasure; f m r sn sp are fire, mummy, rocks, snakes, spiders (full names in
    English, German, French, Italian and Portuguese do too); a is an artifact; x somebody leaving.
    """


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit code; no exception gets out.

    0 answered; 2 the input is wrong; 1 anything else; 130 interrupted.
    """
    _prepare_streams()
    try:
        code = cli.main(
            args=None if arguments is None else list(arguments),
            prog_name="incan-odds",
            standalone_mode=False,
        )
        if sys.stdout is not None:
            sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except InputError as error:
        error.show()
        return error.exit_code
    except click.ClickException as error:
        # Without a standard error click would say it on standard output.
        if sys.stderr is not None:
            error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except SystemExit as stop:
        # click itself ends the program where the reader of its output has gone away.
        return stop.code if isinstance(stop.code, int) else 1
    except OSError as error:
        return _after_an_os_error(error)
    except Exception as error:
        if os.environ.get("INCAN_ODDS_DEBUG"):
            raise
        reason = f"{type(error).__name__}: {error}".splitlines()[0]
        click.echo(
            f"incan-odds: a fault of the program, not of yours ({reason});"
            " set INCAN_ODDS_DEBUG=1 to see where",
            err=True,
        )
        return 1


def _prepare_streams() -> None:
    """Make every text printable: a terminal that lacks a letter shows a stand-in for it."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Any = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _after_an_os_error(error: OSError) -> int:
    """Say what went wrong with a stream or a file; say nothing where the reader has gone away."""
    # The interpreter flushes standard output once more on its way out: give it nowhere to fail.
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    # Windows says of a pipe whose reader has gone that the argument is invalid.
    gone = (errno.EPIPE, errno.EINVAL) if sys.platform == "win32" else (errno.EPIPE,)
    if not isinstance(error, BrokenPipeError) and error.errno not in gone:
        where = error.filename
        if where is None and isinstance(error, FileNotFoundError):
            # Only the system's own answer to where we are says so without a name.
            where = "the current folder"
        InputError(f"{where}: {error.strerror}" if where else str(error.strerror or error)).show()
    return 1


def main() -> NoReturn:
    """Run the program as a script."""
    sys.exit(run())
