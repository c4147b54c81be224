"""Exact odds of the card game Incan Gold / Diamant, in integers and fractions.

    from incan_odds import game_of, odds_of_next_card, problem_of, solve

    game = game_of("5 f 11 sn")
    odds_of_next_card(game.expedition).bust     # Fraction(2, 13)
    solve(problem_of(game.expedition)).verdict  # 'stay'

A name is imported from its module when it is first used, so that a program pays only for what it
uses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from incan_odds.distribution import Distribution, expedition_distribution, game_distribution
    from incan_odds.edition_files import find_edition, load_edition
    from incan_odds.editions import PRESETS, Edition
    from incan_odds.game import Game
    from incan_odds.next_card import NextCard, odds_of_next_card
    from incan_odds.players import Players
    from incan_odds.record import RecordError, game_of, read, write
    from incan_odds.stopping.problem import StoppingProblem, problem_of
    from incan_odds.stopping.rules import LeaveAt, Rule, Situation, value_of
    from incan_odds.stopping.season import game_problem
    from incan_odds.stopping.solver import Optimum, solve
    from incan_odds.stopping.thresholds import thresholds
    from incan_odds.survival import Survival, odds_of_survival

_MODULES = {
    "distribution": ("Distribution", "expedition_distribution", "game_distribution"),
    "edition_files": ("find_edition", "load_edition"),
    "editions": ("PRESETS", "Edition"),
    "game": ("Game",),
    "next_card": ("NextCard", "odds_of_next_card"),
    "players": ("Players",),
    "record": ("RecordError", "game_of", "read", "write"),
    "stopping.problem": ("StoppingProblem", "problem_of"),
    "stopping.rules": ("LeaveAt", "Rule", "Situation", "value_of"),
    "stopping.season": ("game_problem",),
    "stopping.solver": ("Optimum", "solve"),
    "stopping.thresholds": ("thresholds",),
    "survival": ("Survival", "odds_of_survival"),
}

__all__ = [
    "PRESETS",
    "Distribution",
    "Edition",
    "Game",
    "LeaveAt",
    "NextCard",
    "Optimum",
    "Players",
    "RecordError",
    "Rule",
    "Situation",
    "StoppingProblem",
    "Survival",
    "expedition_distribution",
    "find_edition",
    "game_distribution",
    "game_of",
    "game_problem",
    "load_edition",
    "odds_of_next_card",
    "odds_of_survival",
    "problem_of",
    "read",
    "solve",
    "thresholds",
    "value_of",
    "write",
]


def __getattr__(name: str) -> object:
    for module, names in _MODULES.items():
        if name in names:
            from importlib import import_module

            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
