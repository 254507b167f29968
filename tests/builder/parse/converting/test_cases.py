"""Other formats, case by case: each document holds a title, the input and the Markdown that it becomes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import lacking
from pinax_builder.formats import format_of, missing_reader
from pinax_builder.gate import gate
from pinax_builder.parse import parse
from pinax_builder.records import Admitted, Fetched, Page

CASES = Path(__file__).parent / "cases"
CASE = re.compile(r"^# ([^\n]+)\n~~~~(\S+)\n(.*?)^~~~~\n~~~~markdown\n(.*?)^~~~~$", re.MULTILINE | re.DOTALL)


def load() -> list:
    """Load every case of every document, named `document: title`; the first block names its file."""
    found = []
    for document in sorted(CASES.glob("*.md")):
        text = document.read_text(encoding="utf-8")
        cases = CASE.findall(text)
        assert cases, document.name
        assert len(cases) == len(re.findall(r"^~~~~markdown$", text, re.MULTILINE)), (
            f"{document.name}: a case is misspelt"
        )
        found += [pytest.param(*rest, id=f"{document.stem}: {title}") for title, *rest in cases]
    return found


def page_of(path: str, source: bytes) -> Page:
    """Take a file through gate and parser; skip where what reads it is not installed."""
    known = format_of(path)
    assert known is not None
    if remedy := missing_reader(known.media_type):
        lacking.skip(remedy)
    admitted = gate(Fetched(path, path, source, known.media_type))
    assert isinstance(admitted, Admitted)
    page = parse(admitted)
    assert isinstance(page, Page), page
    return page


@pytest.mark.parametrize(("path", "source", "markdown"), load())
def test_a_file_becomes_this_markdown(path: str, source: str, markdown: str) -> None:
    """The sections of the parsed page, joined by blank lines, are the case's Markdown."""
    page = page_of(path, source.encode())
    assert "\n\n".join(section.text for section in page.sections if section.text) + "\n" == markdown
