"""Finding an edition by what a person types: a preset, an alias, or a TOML file of house rules.

A file sets any of the switches of `incan_odds.editions.Edition`, on top of the edition that its
`base` names. Every fault is an `EditionError` that names the file and the key.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from incan_odds.cards import Hazard, fold, names_of_artifact, names_of_hazard
from incan_odds.editions import (
    DEFAULT_EDITION,
    MOST_CARDS,
    MOST_KINDS,
    PRESETS,
    Edition,
    EditionError,
    HazardKind,
    reads_otherwise,
)

if TYPE_CHECKING:
    # `next` starts faster without it; only a file of house rules needs it.
    from pathlib import Path

MOST_BYTES: Final = 1_000_000
"""The largest edition file that is read."""


def find_edition(name: str) -> Edition:
    """Return the edition that `name` means: a preset, an alias of one, or the path of a TOML file.

    Raises `EditionError` where there is none, or where the file is no edition.

    >>> find_edition("incan-gold").name
    'gryphon-2009'
    """
    wanted = fold(name.strip())
    for edition in PRESETS.values():
        if wanted in (edition.name, *edition.aliases):
            return edition
    if wanted.endswith(".toml") or "/" in name or "\\" in name:
        return load_edition(name)
    hint = f"{_suggestion(wanted)}; house rules are the path of a TOML file"
    raise EditionError("", f"no edition {_shown(name)}: {hint}")


def _suggestion(wanted: str) -> str:
    from difflib import get_close_matches

    known = [word for edition in PRESETS.values() for word in (edition.name, *edition.aliases)]
    close = get_close_matches(wanted, known, n=1)
    return f"do you mean {close[0]}?" if close else f"choose from {', '.join(PRESETS)}"


def load_edition(path: str | Path) -> Edition:
    """Read an edition from the TOML file at `path`.

    Raises `EditionError` naming the file, and the key at fault where there is one.
    """
    import tomllib
    from pathlib import Path

    file = Path(path)
    try:
        if file.exists() and not file.is_file():
            # A pipe would be waited for, a folder cannot be read.
            raise OSError(errno.EISDIR, "it is a folder or a device, and no file")
        with file.open("rb") as stream:
            raw = stream.read(MOST_BYTES + 1)
        if len(raw) > MOST_BYTES:
            raise EditionError("", f"longer than {MOST_BYTES:,} bytes")
        table = tomllib.loads(raw.decode("utf-8-sig"))
        return edition_from_table(table, name=file.stem)
    except EditionError as error:
        raise EditionError(error.key, f"{error.problem} (in {file})") from None
    except OSError as error:
        raise EditionError("", f"cannot read {file}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise EditionError("", f"{file} is no text in UTF-8") from None
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        # A ValueError that is no TOMLDecodeError: an integer or a path beyond what Python takes.
        problem = str(error) or "nested too deeply"
        raise EditionError("", f"{file} is no TOML: {problem}") from None


def edition_from_table(table: Mapping[str, Any], name: str) -> Edition:
    """Return the edition that a parsed TOML table describes; `name` where it gives none itself.

    >>> edition_from_table({"base": "gryphon-2009", "treasures": [3, 1]}, "tiny").treasures
    (1, 3)
    """
    unknown = [key for key in table if key not in _READERS]
    if unknown:
        from difflib import get_close_matches

        close = get_close_matches(unknown[0], _READERS, n=1)
        hint = f"do you mean {close[0]}?" if close else f"the keys are {', '.join(_READERS)}"
        raise EditionError(unknown[0], f"no such key; {hint}")
    given = {key: _READERS[key](key, value) for key, value in table.items()}
    base = _base_edition(given.pop("base", DEFAULT_EDITION))
    given.setdefault("name", name)
    given.setdefault("title", given["name"])
    given.setdefault("source", f"a custom edition, from {base.name}")
    codes = given.pop("codes", {})
    if "hazards" in given or codes:
        copies = given.get("hazards", {kind.card.name: kind.copies for kind in base.hazards})
        inherited = {kind.card.name: kind.card.code for kind in base.hazards}
        given["hazards"] = _hazard_kinds(copies, codes, inherited)
    if given.get("artifact_entry", base.artifact_entry) == "none":
        # An edition without artifacts has none of the base's points either.
        given.setdefault("artifact_points", ())
    return replace(base, aliases=(), **given)


def _base_edition(name: str) -> Edition:
    wanted = fold(name)
    for edition in PRESETS.values():
        if wanted in (edition.name, *edition.aliases):
            return edition
    raise EditionError("base", f"no preset {_shown(name)}: {_suggestion(wanted)}")


def _hazard_kinds(
    copies: Mapping[str, int], codes: Mapping[str, str], inherited: Mapping[str, str]
) -> tuple[HazardKind, ...]:
    if len(copies) > MOST_KINDS:
        raise EditionError("hazards", f"at most {MOST_KINDS} kinds")
    stray = [name for name in codes if name not in copies]
    if stray:
        raise EditionError("codes", f"{stray[0]!r} is no hazard of this edition")
    words = {name: set(names_of_hazard(name)) for name in copies}
    taken = {fold(code) for code in codes.values()} | {"a", "x", *names_of_artifact()}
    kinds: list[HazardKind] = []
    for name, number in copies.items():
        others = set().union(taken, *(words[other] for other in copies if other != name))
        code = codes.get(name, inherited.get(name, ""))
        if name not in codes and (not code or code in others):
            code = _shortest_code(name, [fold(other) for other in copies if other != name], others)
        taken.add(fold(code))
        kinds.append(HazardKind(Hazard(name, code), number))
    return tuple(kinds)


def _shortest_code(name: str, rivals: list[str], taken: set[str]) -> str:
    """Return the shortest beginning of `name` that begins no rival and is not taken."""
    own = fold(name)
    for length in range(1, len(own)):
        code = own[:length]
        if (
            code not in taken
            and not reads_otherwise(code)
            and not any(rival.startswith(code) for rival in rivals)
        ):
            return code
    return own


def _text(key: str, value: object) -> str:
    if not isinstance(value, str) or not value.isprintable() or not 1 <= len(value.strip()) <= 80:
        raise EditionError(key, f"a text of at most 80 characters, not {_shown(value)}")
    return value.strip()


def _count(key: str, value: object) -> int:
    if type(value) is not int:
        raise EditionError(key, f"a whole number, not {_shown(value)}")
    return value


def _counts(key: str, value: object) -> tuple[int, ...]:
    if not isinstance(value, list) or any(type(item) is not int for item in value):
        raise EditionError(key, f"a list of whole numbers, not {_shown(value)}")
    return tuple(value)


def _treasures(key: str, value: object) -> tuple[int, ...]:
    return tuple(sorted(_counts(key, value)))


def _copies(key: str, value: object) -> dict[str, int]:
    if not isinstance(value, dict):
        raise EditionError(key, f"a table of names and copies (fire = 3), not {_shown(value)}")
    copies = {name: _count(f"{key}.{name}", number) for name, number in value.items()}
    for name, number in copies.items():
        if not 1 <= number <= MOST_CARDS:
            raise EditionError(
                f"{key}.{name}", f"from 1 to {MOST_CARDS} copies, not {_shown(number)}"
            )
    return copies


def _codes(key: str, value: object) -> dict[str, str]:
    if not isinstance(value, dict):
        raise EditionError(key, f'a table of names and codes (fire = "f"), not {_shown(value)}')
    return {name: fold(_text(f"{key}.{name}", code)) for name, code in value.items()}


def _shown(value: object) -> str:
    try:
        shown = repr(value)
    except ValueError:
        # Python does not write out integers of thousands of digits.
        return "a number of thousands of digits"
    return shown if len(shown) <= 40 else shown[:37] + "..."


_READERS: Final[Mapping[str, Callable[[str, object], Any]]] = {
    "base": _text,
    "name": _text,
    "title": _text,
    "source": _text,
    "treasures": _treasures,
    "hazards": _copies,
    "codes": _codes,
    "expeditions": _count,
    "artifact_entry": _text,
    "artifact_points": _counts,
    "artifact_index": _text,
    "artifact_hidden": _text,
    "tie_break": _text,
}
