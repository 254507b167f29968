"""The Markdown of HTML, case by case: each document in cases/ holds a title, the input and what it becomes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from builder.parse.reading import markdown as text_of
from builder.parse.reading import page_of

CASES = Path(__file__).parent / "cases"
CASE = re.compile(r"^# ([^\n]+)\n~~~html\n(.*?)^~~~\n~~~markdown\n(.*?)^~~~$", re.MULTILINE | re.DOTALL)


def load() -> list:
    """Load every case of every document, named `document: title`."""
    found = []
    for document in sorted(CASES.glob("*.md")):
        text = document.read_text(encoding="utf-8")
        cases = CASE.findall(text)
        assert len(cases) == len(re.findall(r"^~~~html$", text, re.MULTILINE)), f"{document.name}: a case is misspelt"
        found += [pytest.param(source, result, id=f"{document.stem}: {title}") for title, source, result in cases]
    return found


@pytest.mark.parametrize(("source", "markdown"), load())
def test_html_becomes_this_markdown(source: str, markdown: str) -> None:
    """The sections of the parsed page, joined by blank lines, are the case's Markdown."""
    page = page_of(f"<html><head><title>T</title></head><body>{source}</body></html>", "guide/page.html")
    assert text_of(page) + "\n" == markdown
