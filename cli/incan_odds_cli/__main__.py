"""Lets `python -m incan_odds_cli` do what `incan-odds` does."""

from incan_odds_cli.main import main

main()
