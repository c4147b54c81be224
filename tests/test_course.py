"""The course: each page goes as the first one does, and no number stands there unproved."""

from __future__ import annotations

import re
import shlex
from code import InteractiveConsole
from fractions import Fraction
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from tests.transcripts import output_of

DOCS = Path(__file__).parents[1] / "docs"
COURSE = DOCS / "course"
PAGES = sorted(path.name for path in COURSE.glob("[1-8]-*.md"))
LESSONS = PAGES[:7]
SECTIONS = [
    "The question",
    "Three lines",
    "By hand",
    "The picture",
    "To remember",
    "To think about",
]

FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TITLE = re.compile(r"^# (.+)$", re.MULTILINE)
PICTURE = re.compile(r"^!\[([^\]]+)\]\(\.\./figures/([\w-]+)\.svg\)$", re.MULTILINE)
EXERCISE = re.compile(r"^\*\*(\d+)\.\*\*", re.MULTILINE)

FRACTION = re.compile(r"\\frac\{(\d+)\}\{(\d+)\}|Fraction\((\d+), (\d+)\)|(?<![\w.)])(\d+)/(\d+)")
NUMBER = re.compile(r"(?<![\w.])\d+(?:,\d{3})*(?:\.\d+)?")

FEW = set(range(10))
"""What anybody counts on a page without being shown."""


def text_of(name: str) -> str:
    return (COURSE / name).read_text(encoding="utf-8")


def title_of(name: str) -> str:
    return TITLE.findall(text_of(name))[0]


def numbers_in(text: str, parts: bool = False) -> set[Fraction]:
    """Return the numbers of a text, with the parts of its fractions where they are asked for."""
    fractions = [map(int, filter(None, found)) for found in FRACTION.findall(text)]
    others = NUMBER.findall(text if parts else FRACTION.sub(" ", text))
    return {
        *(Fraction(*fraction) for fraction in fractions),
        *(Fraction(number.replace(",", "")) for number in others),
    }


@pytest.mark.parametrize("name", LESSONS)
def test_every_page_goes_the_same_way(name):
    text = text_of(name)
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == SECTIONS
    section = dict(zip(SECTIONS, re.split(r"^## .+\n", text, flags=re.MULTILINE)[1:], strict=True))
    assert section["The question"].count("**") == 2
    language, lines = FENCE.findall(section["Three lines"])[0]
    assert language == "python"
    assert len(re.findall("^>>> ", lines, re.MULTILINE)) in (3, 4)
    assert len(PICTURE.findall(section["The picture"])) == 1
    assert len(re.findall(r"^- ", section["To remember"], re.MULTILINE)) == 3
    assert len(re.findall(r"^\d\. ", section["To think about"], re.MULTILINE)) == 3


@pytest.mark.parametrize("name", LESSONS)
def test_no_number_stands_in_a_page_that_its_examples_do_not_show(name):
    text = text_of(name)
    shown = numbers_in("\n".join(source for _, source in FENCE.findall(text)), parts=True)
    said = re.sub(r"\]\([^)]*\)", "]", FENCE.sub("", text))
    assert not numbers_in(said) - shown - FEW


@pytest.mark.parametrize("name", PAGES)
def test_a_command_in_a_sentence_is_answered(name):
    for command in re.findall("`incan-odds ([^`]+)`", FENCE.sub("", text_of(name))):
        assert output_of(shlex.split(command)), command


@pytest.mark.parametrize("name", LESSONS)
def test_a_page_can_be_typed_line_by_line(name, monkeypatch):
    monkeypatch.chdir(DOCS.parent)
    complaints = []
    python = InteractiveConsole()
    monkeypatch.setattr(python, "write", complaints.append)
    for language, source in FENCE.findall(text_of(name)):
        if language == "python":
            for line in typed(source):
                waiting = python.push(line)
            assert not waiting, source
    assert complaints == []


def typed(source):
    """Return the lines that a pupil types, as the contents say."""
    lines = source.splitlines()
    if not source.startswith(">>> "):
        return [*lines, ""]
    return [line[4:] for line in lines if line.startswith((">>> ", "..."))]


def test_every_page_leads_to_its_neighbours():
    for place, name in enumerate(PAGES):
        links = ["[Contents](index.md)"]
        if place:
            links.append(f"before: [{title_of(PAGES[place - 1])}]({PAGES[place - 1]})")
        if name != PAGES[-1]:
            links.append(f"next: [{title_of(PAGES[place + 1])}]({PAGES[place + 1]})")
        else:
            links.append("then: [the answers](answers.md)")
        assert text_of(name).splitlines().count(" · ".join(links)) == 2, name
    for name in PAGES:
        assert f"| [{title_of(name)}]({name}) |" in text_of("index.md")


def test_every_exercise_has_its_answer_and_every_answer_is_checked():
    exercises = EXERCISE.findall(text_of(PAGES[-1]))
    answers = EXERCISE.split(text_of("answers.md"))
    assert exercises == answers[1::2] == [str(number) for number in range(1, 21)]
    assert all("```python\n>>> " in answer for answer in answers[2::2])
    headings = [
        re.findall("^## .+$", text_of(page), re.MULTILINE) for page in (PAGES[-1], "answers.md")
    ]
    assert headings[0] == headings[1]


def test_every_picture_of_the_course_is_shown_once():
    spec = spec_from_file_location("course_charts", DOCS / "course_charts.py")
    charts = module_from_spec(spec)
    spec.loader.exec_module(charts)
    shown = [picture for name in PAGES for _, picture in PICTURE.findall(text_of(name))]
    assert shown == list(charts.COURSE)
