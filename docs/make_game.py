"""Prints `docs/game.md`: one whole game of four players, from the first card to the review.

    .venv/bin/python docs/make_game.py > docs/game.md

The game is typed into the real companion, and everything in the code blocks is its answer.
"""

from __future__ import annotations

import io
import os
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Final
from unittest import mock

from incan_odds_cli.main import run

PLAYERS: Final = "ann,bob,cy,me"

INTRODUCTION: Final = f"""# A game at the table

Everything in the blocks is what the program answers, one line for each line typed.
On a terminal each answer has a few lines more: the table, the chances, and the command that gives
the same answer.

```text
$ incan-odds play -e gryphon-2009 -p {PLAYERS}
```"""

LOOKING_BACK: Final = (
    "## Looking back\n\n"
    "`review` tells luck from skill: what you could expect before the first card, what the cards"
    " did, what your decisions cost, and what the others did to you; all this as if the others"
    " stayed until you left.\n"
    "They do not, so `start` is too high, and `others` is below 0 for most players.\n"
    "The parts are rounded, so a row may be off by 0.01."
)

CHAPTERS: Final = (
    (
        "The first expedition",
        "Four of you sit down with the box of *Incan Gold*, and you open the companion with"
        " everyone's name.\n"
        "Each card is typed as it comes, in any of the five languages or by its code.",
        ("7", "fire", "11", "x:bob", "mummy", "9"),
    ),
    (
        "A slip of the finger",
        "The companion was closed; the same command opens it where it was, and says so first.\n"
        "The last card was a 5, not a 9: `u` takes the line back, even now.",
        ("u", "5", "x:me+cy", "14", "fire"),
    ),
    (
        "The second expedition",
        "A fire card has left the game, and ann has lost what she had.\n"
        "An artifact comes early, and whoever leaves alone will have it.",
        ("4", "a", "snakes", "13", "x:ann", "3", "sp", "x:me", "15", "x2"),
    ),
    (
        "The tents",
        "They are hidden, and the rules of the site say that they are best remembered: `t`"
        " remembers them.",
        ("t",),
    ),
    (
        "Third and fourth",
        "Two expeditions go by quickly.",
        ("17 11 m x:cy", "9 sn x3", "r r", "t"),
    ),
    (
        "The last one",
        "`survive` looks further ahead than the next card.",
        ("5 a 7 mummy", "survive", "x:bob", "2 sp", "x:me", "14 x:cy+ann"),
    ),
)


def typed(lines: tuple[str, ...], file: Path, first: bool, says_so: bool) -> str:
    """Return what the companion answers to these lines in one sitting, each behind its line.

    With `says_so`, also what it says as it goes on with the game.
    """
    arguments = ["play", "--file", str(file)]
    if first:
        arguments += ["-e", "gryphon-2009", "-p", PLAYERS]
    output, errors = io.StringIO(), io.StringIO()
    text = "".join(f"{line}\n" for line in lines)
    stdin = io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")
    with mock.patch("sys.stdin", stdin), redirect_stdout(output), redirect_stderr(errors):
        run(arguments)
    answers = zip(lines, output.getvalue().splitlines(), strict=True)
    told = [f"> {line}\n{answer}\n" for line, answer in answers]
    return "".join([errors.getvalue() if says_so else "", *told])


def shown(arguments: list[str]) -> str:
    """Return what a command prints."""
    output = io.StringIO()
    with redirect_stdout(output):
        run(arguments)
    return output.getvalue()


def page() -> str:
    """Return the page."""
    parts = [INTRODUCTION]
    with (
        tempfile.TemporaryDirectory() as folder,
        mock.patch.dict(os.environ, {"NO_COLOR": "1"}),
    ):
        file = Path(folder) / "game.txt"
        for number, (title, text, lines) in enumerate(CHAPTERS):
            sitting = typed(lines, file, first=number == 0, says_so=number == 1)
            parts.append(f"## {title}\n\n{text}\n\n```text\n{sitting}```")
        mine = shown(["review", str(file)])
        anns = shown(["review", str(file), "--player", "ann"])
    parts.append(
        f"{LOOKING_BACK}\n\n```text\n$ incan-odds review game.txt\n{mine}```\n\nAnd the same for"
        f" ann:\n\n```text\n$ incan-odds review game.txt --player ann\n{anns}```"
    )
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    print(page(), end="")
