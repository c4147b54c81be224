"""How a wrong input is answered: one line with what is wrong, where, and what would be right."""

from __future__ import annotations

from typing import IO, Any

import click


class InputError(click.ClickException):
    """The input is wrong: one line on standard error, exit code 2."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the line."""
        click.echo(f"incan-odds: {self.message}", file=file, err=True)
