"""`incan-odds play`: the companion that lies open on the table during a game."""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
from collections.abc import Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import click

from incan_odds.cards import on_one_line
from incan_odds_cli.advice import Means, Model, advice, check_horizon
from incan_odds_cli.commands.next import document
from incan_odds_cli.companion import Companion, Reply
from incan_odds_cli.failure import InputError
from incan_odds_cli.request import (
    Request,
    about_a_played_record,
    at_the_table_options,
    json_text,
    lines_of_standard_input,
    model_options,
    options_said,
)
from incan_odds_cli.saved_game import GameFile, Loaded, NoGameError, load, usual_path
from incan_odds_cli.screen import SCHEMA, is_terminal

_IN_MEMORY = "the game goes on in memory"

_STYLE = re.compile(r"\x1b\[[0-9;]*m")


@click.command("play")
@about_a_played_record
@model_options
@at_the_table_options
@click.option(
    "--file", "kept_in", type=click.Path(dir_okay=False), help="Keep the game in this file."
)
@click.option("--new", is_flag=True, help="Begin a new game; the saved one is kept aside.")
@click.option("--take-over", is_flag=True, help="Go on here with a game another terminal keeps.")
@click.pass_context
def command(
    ctx: click.Context,
    request: Request,
    model: Model,
    means: Means,
    kept_in: str | None,
    new: bool,
    take_over: bool,
) -> None:
    """The companion at the table: type what happens, read what to do.

    Starts at once, with the saved game if there is one. Each line is one or more tokens of the
    record; every line that is understood is saved before it is answered, in the folder for such
    things of your system or in the --file you name.

    \b
    Keys: u undo, t tents and standings, ? cards and keys, q quit;
    words: redo, survive, record, new. Cards always win over keys.

    \b
    Examples:
      incan-odds play -p 4
      incan-odds play -p ann,bob,cy,me -e gryphon-2009
      incan-odds play --file friday.txt
    """
    if request.many:
        raise InputError("play reads standard input by itself; leave '-' out")
    # What cannot be played must not move a saved game aside.
    check_horizon(request.play(request.record), model)
    if any(not str(value).isprintable() for value in request.options.settled()):
        raise InputError("--edition: a path that is not on one line cannot be kept with the game")
    if kept_in is not None and not kept_in.strip():
        raise InputError("--file: the name is empty; leave the option out for the usual game")
    given = options_said(ctx, request)
    file = GameFile(usual_path() if kept_in is None else Path(kept_in).absolute())
    ctx.call_on_close(file.close)
    notes: list[str] = []
    opened = _open(file, given, request, new, take_over, kept_in is not None, notes)
    # The screen, the JSON and the check of a line ask for the same advice: it is found once.
    advise = lru_cache(maxsize=4)(partial(advice, model=model, means=means))
    companion = Companion(
        opened.loaded.options,
        opened.loaded.games,
        opened.loaded.lines,
        advise=advise,
        document=lambda game: document(game, advise(game)),
        extra=[*model.words(), *means.words()],
    )
    check_horizon(companion.game, model)
    companion.file = file if opened.on_disk else None
    if companion.lines:
        notes.insert(0, companion.going_on)
    if companion.key(request.record) is not None:
        raise InputError(f"'{request.record}' is typed during the game, and is no record")
    if opened.begin:
        # What was there lies aside by now; what stands before a damage is kept at once.
        companion.save()
    if opened.on_disk and not file.kept_here:
        notes.append(
            f"another terminal keeps the game {file.path}: this one only shows it"
            f" ({companion.play_command} --take-over goes on here)"
        )
    if request.record:
        reply = companion.answer(request.record)
        if reply.wrong:
            raise InputError(reply.lines[-1])
    _talk(companion, request.json, notes)


class _Opened(NamedTuple):
    """The game to go on with, and what is to be done with its file."""

    loaded: Loaded
    on_disk: bool
    """Whether the game is kept in the file, here or by another terminal."""
    begin: bool = False
    """Whether the file is to be written at once."""


def _open(
    file: GameFile,
    given: dict[str, Any],
    request: Request,
    new: bool,
    take_over: bool,
    named: bool,
    notes: list[str],
) -> _Opened:
    """Return the saved game, or a new one. What happened goes into `notes`.

    Whatever refuses to begin does so before the file is touched; then the game is kept here, and
    read once more, for another terminal may have gone on with it meanwhile.
    """
    fresh = Loaded(request.options.settled(), [request.start], [])
    try:
        loaded = _checked(file, given, request, new, named)
    except OSError as error:
        notes.append(f"{file.path} cannot be read: {error.strerror or error}; {_IN_MEMORY}")
        return _Opened(fresh, on_disk=False)
    readable = loaded if loaded is not None and loaded.games else fresh
    try:
        if not file.keep(take_over):
            if new:
                raise InputError(
                    f"another terminal keeps the game {file.path}; --new --take-over begins another"
                )
            return _Opened(readable, on_disk=True)
        loaded = _checked(file, given, request, new, named)
    except OSError as error:
        notes.append(f"{file.path} cannot be written: {error.strerror or error}; {_IN_MEMORY}")
        return _Opened(readable, on_disk=False)
    if loaded is not None and not loaded.damage:
        return _Opened(loaded, on_disk=True)
    what = "is kept" if new else f"is damaged: {loaded.damage}" if loaded else "is no saved game"
    try:
        aside = file.put_aside("kept" if new else "damaged")
    except OSError as error:
        notes.append(
            f"{file.path} {what}, and cannot be copied aside: {error.strerror or error};"
            f" {_IN_MEMORY}"
        )
        return _Opened(fresh, on_disk=False)
    if aside is not None:
        notes.append(f"{file.path} {what}; it lies in {aside} now")
    if loaded is not None and loaded.games:
        return _Opened(loaded, on_disk=True, begin=True)
    return _Opened(fresh, on_disk=True, begin=aside is not None)


def _checked(
    file: GameFile, given: dict[str, Any], request: Request, new: bool, named: bool
) -> Loaded | None:
    """Return the saved game; None where there is none, or where a new one is wanted.

    Raises `InputError` where the command line asks for something else than the file holds, and
    `OSError` where it cannot be read.
    """
    raw = file.read()
    if raw is None:
        return None
    try:
        loaded = load(raw)
    except NoGameError as error:
        if named:
            raise InputError(f"--file: {file.path} is {error}; it is left as it is") from None
        return None
    except InputError as error:
        if new:
            return None
        raise InputError(
            f"the saved game {file.path}: {error.message}; --new begins another"
        ) from None
    if new:
        return None
    if loaded.games:
        try:
            loaded.check(given, request.record if loaded.lines else "")
        except InputError as error:
            damage = f"{file.path} is damaged: {loaded.damage}; " if loaded.damage else ""
            raise InputError(f"{damage}{error.message}") from None
    return loaded


def _talk(companion: Companion, as_json: bool, notes: list[str]) -> None:
    """Read lines and answer each, until the lines end or `q` is typed."""
    terminal = is_terminal(sys.stdin) and is_terminal(sys.stdout) and not as_json
    for note in notes:
        _note(note, terminal)
    if terminal:
        _line_editing(companion)
        _show(companion.table())
        click.echo("?: cards and keys, u: undo, q: quit")
    wrong = False
    try:
        for line in _typed(companion) if terminal else lines_of_standard_input():
            reply = companion.answer(line)
            if reply.quit:
                break
            _say(reply, as_json, terminal)
            wrong = wrong or reply.wrong
    finally:
        if terminal:
            _show(Reply(_farewell(companion)))
    if wrong and not terminal:
        click.get_current_context().exit(InputError.exit_code)


def _say(reply: Reply, as_json: bool, terminal: bool) -> None:
    if reply.note:
        _note(reply.note, terminal)
    if reply.wrong:
        _note(reply.lines[-1], terminal)
    elif as_json:
        click.echo(json_text(reply.document or {"schema": SCHEMA, "lines": reply.lines}))
    elif terminal:
        _show(reply)
    else:
        click.echo(reply.one_line)


def _typed(companion: Companion) -> Iterator[str]:
    """Yield the lines typed at the prompt, until the end of input."""
    while True:
        try:
            yield input(f"{companion.game.number}> ")
        except EOFError:
            click.echo()
            return
        except UnicodeDecodeError:
            yield "?"


def _farewell(companion: Companion) -> list[str]:
    if companion.file is None or companion.trouble:
        return ["the game is in memory alone; to go on:", f"$ {companion.play_command}"]
    return ["the game is kept; to go on:", f"$ {companion.play_command}"]


def _note(text: str, terminal: bool) -> None:
    """Say on standard error what is no answer: wrapped on a terminal, else on one line."""
    line = f"incan-odds: {on_one_line(text)}"
    if terminal:
        line = textwrap.fill(line, _width(), subsequent_indent="  ", break_on_hyphens=False)
    click.echo(line, err=True)


def _width() -> int:
    return max(20, shutil.get_terminal_size().columns)


def _show(reply: Reply) -> None:
    """Show an answer in the width of the terminal as it is now.

    A command stays on one line, which the terminal breaks by itself: so it can be copied whole.
    """
    width = _width()
    for line in reply.lines:
        if line.startswith("$ "):
            click.echo(line)
            continue
        verdict, _, rest = _STYLE.sub("", line).partition(": ")
        wrapped = textwrap.fill(
            _STYLE.sub("", line), width, subsequent_indent="  ", break_on_hyphens=False
        )
        if rest and line.startswith("\x1b"):
            wrapped = line[: line.index(verdict)] + verdict + "\x1b[0m" + wrapped[len(verdict) :]
        click.echo(wrapped)


def _line_editing(companion: Companion) -> None:
    """Give the prompt history, arrow keys and completion, where the system has them."""
    try:
        import readline
    except ImportError:
        # Windows: the console edits lines by itself.
        return
    for line in companion.lines:
        readline.add_history(line)
    readline.set_completer_delims(" ,")
    # macOS has another library under the same name.
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
    readline.set_completer(partial(_completion, companion))


def _completion(companion: Companion, begun: str, place: int) -> str | None:
    found = [word for word in companion.words() if word.lower().startswith(begun.lower())]
    return found[place] if place < len(found) else None
