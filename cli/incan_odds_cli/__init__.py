"""The command line of incan-odds. It holds no mathematics: `incan_odds` computes what it prints."""
