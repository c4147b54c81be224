"""`incan-odds editions`: what is in each box, and which rules it plays by."""

from __future__ import annotations

import json
from typing import Any

import click

from incan_odds.editions import PRESETS, Edition
from incan_odds_cli.request import said_by, table_options
from incan_odds_cli.screen import SCHEMA, count, emphasis
from incan_odds_cli.table import TableOptions

_INDEX = {
    "claim": "an artifact's points go by the order in which they are brought home",
    "departed": "an artifact's points go by the order in which they leave the path, lost ones too",
    "card": "an artifact's points are printed on the card",
}
_HIDDEN = {
    "stays": "an artifact not turned over stays in the deck",
    "removed": "an artifact not turned over leaves the game with its expedition",
}
_TIE = {
    "artifacts": "equal points: who has more artifact cards wins",
    "shared": "equal points share the victory",
}
_ENTRY = {
    "none": "no artifacts",
    "one_per_expedition": "one artifact enters with each expedition",
    "all_at_start": "all artifacts are in the first deck",
}


@click.command("editions")
@click.argument("name", required=False, metavar="[NAME]")
@table_options
@click.pass_context
def command(
    ctx: click.Context, name: str | None, edition: str, players: str, as_json: bool
) -> None:
    """The editions of the game: their cards, codes and rules.

    Without NAME, all presets, one a line; with the NAME of a preset or of a TOML file, that
    edition in full. A file sets any of the switches on top of the edition that its base names.

    \b
    Examples:
      incan-odds editions
      incan-odds editions gryphon-2009
      incan-odds editions --json house-rules.toml
    """
    if name is None and _given(ctx, "edition"):
        name = edition
    chosen = TableOptions(edition=edition if name is None else name, players=players)
    shown = chosen.start({} if name else said_by(ctx)).edition
    if name is None:
        if as_json:
            listed = [document(preset) for preset in PRESETS.values()]
            click.echo(
                json.dumps({"schema": SCHEMA, "default": shown.name, "editions": listed}, indent=2)
            )
        else:
            click.echo(_list(shown))
        return
    if as_json:
        click.echo(json.dumps({"schema": SCHEMA, **document(shown)}, indent=2))
    else:
        click.echo(_details(shown))


def _given(ctx: click.Context, option: str) -> bool:
    return ctx.get_parameter_source(option) is click.core.ParameterSource.COMMANDLINE


def document(edition: Edition) -> dict[str, Any]:
    """Return an edition as JSON, its rules by the names of the switches."""
    return {
        "edition": edition.name,
        "title": edition.title,
        "aliases": list(edition.aliases),
        "source": edition.source,
        "treasures": list(edition.treasures),
        "hazards": {kind.card.name: kind.copies for kind in edition.hazards},
        "codes": {kind.card.name: kind.card.code for kind in edition.hazards},
        "expeditions": edition.expeditions,
        "artifact_entry": edition.artifact_entry,
        "artifact_points": list(edition.artifact_points),
        "artifact_index": edition.artifact_index if edition.artifacts else None,
        "artifact_hidden": edition.artifact_hidden if edition.artifacts else None,
        "tie_break": edition.tie_break,
    }


def _list(chosen: Edition) -> str:
    width = max(len(name) for name in PRESETS)
    rows = [
        f"{'*' if edition == chosen else ' '} {name:<{width}}  {_size(edition)}; {edition.source}"
        for name, edition in PRESETS.items()
    ]
    if chosen not in PRESETS.values():
        rows.append(f"* {chosen.name:<{width}}  {_size(chosen)}; {chosen.source}")
    return "\n".join([*rows, "'incan-odds editions NAME' shows the cards and rules of one"])


def _size(edition: Edition) -> str:
    gems = sum(edition.treasures)
    return f"{count(len(edition.treasures), 'treasure')} of {gems:>3} gems, " + (
        f"{count(len(edition.artifacts), 'artifact')}" if edition.artifacts else "no artifacts"
    )


def _details(edition: Edition) -> str:
    hazards = ", ".join(
        f"{kind.card.name} ({kind.card.code}) x{kind.copies}" for kind in edition.hazards
    )
    also = f" (also {', '.join(edition.aliases)})" if edition.aliases else ""
    lines = [
        emphasis(edition.title, bold=True) + f"{also}: {edition.source}",
        f"treasures: {' '.join(map(str, edition.treasures)) or 'none'}"
        f" ({count(len(edition.treasures), 'card')}, {sum(edition.treasures)} gems)",
        f"hazards:   {hazards or 'none'}",
    ]
    if edition.artifacts:
        lines += [
            f"artifacts: {' '.join(map(str, edition.artifact_points))} points;"
            f" {_ENTRY[edition.artifact_entry]}",
            f"           {_INDEX[edition.artifact_index]}",
            f"           {_HIDDEN[edition.artifact_hidden]}",
        ]
    else:
        lines.append(f"artifacts: {_ENTRY['none']}")
    lines.append(
        f"game:      {count(edition.expeditions, 'expedition')}; {_TIE[edition.tie_break]}"
    )
    return "\n".join(lines)
