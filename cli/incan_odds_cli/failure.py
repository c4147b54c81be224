"""How a wrong input is answered: one line with what is wrong, where, and what would be right."""

from __future__ import annotations

from typing import IO, Any

import click

from incan_odds.cards import on_one_line


class InputError(click.ClickException):
    """The input is wrong: one line on standard error, exit code 2."""

    exit_code = 2

    def __init__(self, message: str) -> None:
        super().__init__(on_one_line(message))

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the line."""
        click.echo(f"incan-odds: {self.message}", file=file, err=True)
