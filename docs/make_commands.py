"""Prints docs/reference/commands.md: the help page of every command.

    .venv/bin/python docs/make_commands.py > docs/reference/commands.md

A help page is as wide as a terminal of 80 columns shows it, whatever the terminal.
"""

from __future__ import annotations

import io
import os
import sys
from contextlib import redirect_stdout
from typing import Final
from unittest import mock

from incan_odds_cli.main import COMMANDS, run

INTRODUCTION: Final = """\
# Commands

What `--help` says of the program, and of each of its commands."""


def page() -> str:
    """Return the page."""
    commands = (section(f"incan-odds {name}", [name, "--help"]) for name in COMMANDS)
    return "\n\n".join([INTRODUCTION, section("incan-odds", ["--help"]), *commands]) + "\n"


def section(title: str, arguments: list[str]) -> str:
    """Return a help page under its title."""
    return f"## {title}\n\n```text\n{shown(arguments)}```"


def shown(arguments: list[str]) -> str:
    """Return what the program prints, on a terminal of 80 columns and without settings."""
    output = io.StringIO()
    settings = {name: "" for name in os.environ if name.startswith("INCAN_ODDS_")}
    with mock.patch.dict(os.environ, settings | {"COLUMNS": "80"}), redirect_stdout(output):
        run(arguments)
    return output.getvalue()


if __name__ == "__main__":
    sys.stdout.write(page())
