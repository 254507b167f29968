"""Other formats, case by case: each document holds a title, the input and the Markdown that it becomes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from builder.parse.reading import markdown as text_of
from builder.parse.reading import page_of

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


@pytest.mark.parametrize(("path", "source", "markdown"), load())
def test_a_file_becomes_this_markdown(path: str, source: str, markdown: str) -> None:
    """The sections of the parsed page, joined by blank lines, are the case's Markdown."""
    assert text_of(page_of(source.encode(), path)) + "\n" == markdown
