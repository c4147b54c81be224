"""`--plot`, `--theme` and `--chart`: an answer as a picture in a file, or drawn in the terminal.

`picture_options` gives a command these options; the command gets `Pictures` for them all.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial, wraps
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import click
from click.core import ParameterSource

from incan_odds.cards import on_one_line
from incan_odds.game import Game
from incan_odds_cli.advice import Model
from incan_odds_cli.failure import InputError
from incan_odds_cli.request import Request, answer
from incan_odds_cli.screen import command_line, is_terminal
from incan_odds_cli.whole_file import behind_links, write_whole

if TYPE_CHECKING:
    from incan_odds.pictures.chart import Chart
    from incan_odds.pictures.themes import ThemeName

Found = TypeVar("Found")

_WIDTH: Final = 80
"""The columns of a chart where there is no terminal to be measured."""

_QUIET: Final = frozenset({"plot", "theme", "chart", "as_json", "memory", "no_cache", "workers"})
"""The options that do not change an answer: the source of a picture leaves them out."""


class NoLibraryError(InputError):
    """What draws pictures is not installed: one line on standard error, exit code 1."""

    exit_code = 1


class Pictures(NamedTuple):
    """What is wanted besides the answer itself."""

    file: Path | None
    """Where a picture is to be written."""
    theme: ThemeName | None
    """Its colours; None where nothing is said of them."""
    text: bool
    """Whether a chart of text is wanted below the answer."""
    command: str
    """The command that gives the same answer, for the foot of the picture."""

    @property
    def wanted(self) -> bool:
        """Whether there is anything to draw."""
        return self.file is not None or self.text

    def with_words(self, *words: str) -> Pictures:
        """Return the same, where the command says these words as well."""
        return self._replace(command=f"{self.command} {command_line(words)}")

    def source(self, what: str = "exact values") -> str:
        """Return the line at the foot of a picture."""
        # Slow to import, and needed here alone.
        from importlib.metadata import version

        return f"incan-odds {version('incan-odds')}, {what}: {self.command}"

    def check(self, json: bool, many: bool = False) -> None:
        """Raise `InputError` where what is wanted cannot be, before anything is read or reckoned.

        Raises `NoLibraryError` where matplotlib is missing.
        """
        option = "--chart" if self.file is None else "--plot"
        if self.wanted and many:
            raise InputError(f"{option}: a picture shows one record; '-' reads one a line")
        if self.text and json:
            raise InputError("--chart: JSON stands alone; leave one out, or use --plot FILE")
        if self.file is None:
            if self.theme is not None:
                raise InputError("--theme: it colours a picture; add --plot FILE, or leave it out")
            return
        try:
            _check_file(self.file)
        except OSError as error:
            raise _unwritable(self.file, error) from None
        _load_matplotlib()

    def drawn(self, chart: Callable[[], Chart]) -> str:
        """Write the picture, if one is wanted; return the chart of text to be shown, or nothing."""
        if not self.wanted:
            return ""
        found = chart()
        if self.file is not None:
            self._write(self.file, found)
        return f"\n\n{_as_text(found)}" if self.text else ""

    def _write(self, file: Path, chart: Chart) -> None:
        from incan_odds.pictures.drawing import content_of

        content = content_of(file, chart, self.theme or "light")
        try:
            # What a link points to is written; the link itself stays one.
            write_whole(behind_links(file), content)
        except OSError as error:
            raise _unwritable(file, error) from None
        click.echo(on_one_line(f"written to {file}"), err=True)


def _check_file(file: Path) -> None:
    """Raise `InputError` where no picture can be a file of that name, or what the system says."""
    # Only pictures need this.
    from incan_odds.pictures.drawing import ENDINGS

    named = repr(str(file))
    if file.suffix.lower() not in ENDINGS:
        raise InputError(f"--plot: the name ends in .svg or .png, not so {named}")
    if not file.parent.is_dir():
        raise InputError(f"--plot: there is no folder {str(file.parent)!r}")
    with suppress(FileNotFoundError):
        # A link to itself leads nowhere.
        file.stat()
    if file.is_dir():
        raise InputError(f"--plot: {named} is a folder; name a file")
    if behind_links(file).exists() and not file.is_file():
        # A device or a pipe would be replaced by a file.
        raise InputError(f"--plot: {named} is no file that can be replaced; name another")


def _unwritable(file: Path, error: OSError) -> InputError:
    return InputError(f"--plot: {str(file)!r} cannot be written: {error.strerror or error}")


def _load_matplotlib() -> None:
    """Import Matplotlib, and let it say nothing. Raises `NoLibraryError` where that fails."""
    import logging

    # Whatever the environment and its files prefer: no window is opened here.
    os.environ["MPLBACKEND"] = "agg"
    logging.getLogger("matplotlib").setLevel(logging.CRITICAL)
    try:
        import_module("matplotlib.figure")
    except ImportError:
        raise NoLibraryError(
            "--plot needs matplotlib: pip install 'incan-odds[plot]'; --chart draws in the terminal"
        ) from None
    except Exception as error:
        # Its own settings can be damaged.
        reason = on_one_line(f"{type(error).__name__}: {error}")
        raise NoLibraryError(f"--plot: matplotlib cannot be used here ({reason})") from None


def picture_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of pictures; pass it `Pictures`."""

    @wraps(command)
    @click.pass_context
    def pictured(
        ctx: click.Context,
        /,
        *args: Any,
        plot: Path | None,
        theme: ThemeName | None,
        chart: bool,
        **others: Any,
    ) -> None:
        command(*args, pictures=Pictures(plot, theme, chart, _command(ctx)), **others)

    decorated: Callable[..., None] = pictured
    for option in (
        click.option(
            "--chart", is_flag=True, help="Draw the answer below it, as a chart of plain text."
        ),
        click.option(
            "--theme",
            type=click.Choice(["light", "dark"]),
            help="The colours of the picture.  [default: light]",
        ),
        click.option(
            "--plot",
            type=click.Path(path_type=Path),
            metavar="FILE",
            help="Draw the answer into a file, .svg or .png.",
        ),
    ):
        decorated = option(decorated)
    return decorated


def illustrated(
    request: Request,
    pictures: Pictures,
    found: Callable[[Game], Found],
    screen: Callable[[Game, Found], str],
    line: Callable[[Game, Found], str],
    document: Callable[[Game, Found], dict[str, Any]],
    chart: Callable[[Game, Found], Chart],
) -> None:
    """Answer a request as `answer` does, with the pictures that are wanted.

    What is `found` for a game is reckoned once, for the answer and for the `chart` of it. A picture
    is written before the answer is shown, so that where it fails there is no answer.
    """
    pictures.check(request.json, request.many)

    def on_screen(game: Game) -> str:
        result = found(game)
        below = pictures.drawn(partial(chart, game, result))
        return screen(game, result) + below

    def as_document(game: Game) -> dict[str, Any]:
        result = found(game)
        pictures.drawn(partial(chart, game, result))
        return document(game, result)

    answer(request, on_screen, lambda game: line(game, found(game)), as_document)


def about(game: Game, model: Model | None = None) -> str:
    """Return of which table a chart speaks, what counts, and what is supposed of the others."""
    where = f"{game.edition.title}, expedition {game.number} of {game.edition.expeditions}"
    ahead = " and all that follow" if model is not None and model.horizon == "game" else ""
    count, inside = game.players.count, game.expedition.inside
    players = f"; {count} players" if count > 1 else ""
    left = f", {inside} inside" if inside < count else ""
    supposed = "" if model is None else model.sentence(game)
    return f"{where}{ahead}{players}{left}{supposed and '; ' + supposed}"


def _command(ctx: click.Context) -> str:
    """Return the command that gives the same answer in any environment."""
    words: list[str] = ["incan-odds", ctx.info_name or ""]
    record: list[str] = []
    said = (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT)
    for parameter in ctx.command.params:
        name = parameter.name or ""
        if name in _QUIET or ctx.get_parameter_source(name) not in said:
            continue
        value = ctx.params[name]
        if isinstance(parameter, click.Argument):
            record += value
        elif isinstance(parameter, click.Option) and parameter.is_flag:
            words.append(parameter.opts[0])
        else:
            for one in value if parameter.multiple else [value]:
                words += [parameter.opts[0], str(one)]
    return command_line([*words, *record])


def _as_text(chart: Chart) -> str:
    """Return a chart as text, in what the terminal can show."""
    from incan_odds.pictures.text_chart import UNICODE, text_chart

    width = _WIDTH
    if is_terminal(sys.stdout):
        width = shutil.get_terminal_size((_WIDTH, 24)).columns
    try:
        "".join(UNICODE).encode(getattr(sys.stdout, "encoding", None) or "utf-8")
        plain = False
    except (UnicodeEncodeError, LookupError):
        plain = True
    return text_chart(chart, width, plain)
