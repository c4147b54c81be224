"""The first thing that runs: until the program stands, Ctrl-C ends it without a word."""

from __future__ import annotations

import signal
from typing import NoReturn


def main() -> NoReturn:
    """Load the program and run it."""
    asked_to_stop = signal.getsignal(signal.SIGINT)
    if asked_to_stop is signal.default_int_handler:
        # While modules are loaded nothing is there yet that could say it better than a traceback.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from incan_odds_cli.main import main as run

    signal.signal(signal.SIGINT, asked_to_stop)
    run()
