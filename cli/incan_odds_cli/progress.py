"""A progress bar on standard error, for what takes more than a second at a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Final

import click

from incan_odds.stopping.problem import Progress
from incan_odds_cli.screen import is_terminal

PATIENCE: Final = 1.0
"""The seconds after which the bar appears."""

_STEPS: Final = 1000

Report = Callable[[float, str], None]
"""Told how much is done, from 0 to 1, and what to show beside it."""


@contextmanager
def progress(label: str) -> Iterator[Report]:
    """Yield what work is to report to; the bar goes when the work ends.

    Nothing is shown where standard error is no terminal, or the work is done at once.
    """
    begun = time.monotonic()
    bar: Any = None
    with ExitStack() as stack:

        def report(done: float, beside: str) -> None:
            nonlocal bar
            if bar is None:
                if time.monotonic() - begun < PATIENCE or not is_terminal(sys.stderr):
                    return
                bar = stack.enter_context(
                    click.progressbar(
                        length=_STEPS,
                        label=label,
                        show_eta=False,
                        # As wide as the terminal, however narrow that is.
                        width=0,
                        item_show_func=lambda text: text,
                        file=sys.stderr,
                    )
                )
            bar.update(max(0, int(done * _STEPS) - bar.pos), beside)

        yield report


@contextmanager
def solving() -> Iterator[Progress]:
    """Yield what a solution reports its states to."""
    with progress("solving") as report:

        def states(done: float, number: int, size: int) -> None:
            report(done, f"{number:,} states, at most {size // 2**20:,} MB")

        yield states
