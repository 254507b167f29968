"""The Markdown of HTML, case by case: each document in cases/ holds a title, the input and what it becomes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pinax_builder.gate import gate
from pinax_builder.parse.html.from_html import parse_html
from pinax_builder.records import Admitted, Fetched, Page

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
    raw = f"<html><head><title>T</title></head><body>{source}</body></html>".encode()
    admitted = gate(Fetched("guide/page.html", "guide/page.html", raw, "text/html"))
    assert isinstance(admitted, Admitted)
    page = parse_html(admitted)
    assert isinstance(page, Page)
    assert "\n\n".join(section.text for section in page.sections if section.text) + "\n" == markdown
