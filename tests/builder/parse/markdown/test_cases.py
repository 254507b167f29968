"""Markdown of every flavour, case by case: each document holds a title, the input and what it becomes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from builder.parse.reading import markdown as text_of
from builder.parse.reading import page_of

CASES = Path(__file__).parent / "cases"
CASE = re.compile(r"^# ([^\n]+)\n~~~~(mdx?)\n(.*?)^~~~~\n~~~~markdown\n(.*?)^~~~~$", re.MULTILINE | re.DOTALL)


def load() -> list:
    """Load every case of every document, named `document: title`."""
    found = []
    for document in sorted(CASES.glob("*.md")):
        text = document.read_text(encoding="utf-8")
        cases = CASE.findall(text)
        assert len(cases) == len(re.findall(r"^~~~~mdx?$", text, re.MULTILINE)), f"{document.name}: a case is misspelt"
        found += [
            pytest.param(kind, source, result, id=f"{document.stem}: {title}") for title, kind, source, result in cases
        ]
    return found


@pytest.mark.parametrize(("kind", "source", "markdown"), load())
def test_source_becomes_this_markdown(kind: str, source: str, markdown: str) -> None:
    """The sections of the parsed page, joined by blank lines, are the case's Markdown."""
    assert text_of(page_of(source, f"guide/page.{kind}")) + "\n" == markdown
