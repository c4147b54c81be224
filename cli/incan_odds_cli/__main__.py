"""Lets `python -m incan_odds_cli` do what `incan-odds` does."""

from incan_odds_cli.start import main

if __name__ == "__main__":
    # Processes that a simulation starts import this too.
    main()
