"""Source code of every language, case by case: each document holds a file, its Markdown, and its symbols."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from builder.parse.reading import page_of
from pinax_builder.languages import CODE_LANGUAGES
from pinax_builder.records import Page

CASES = Path(__file__).parent / "cases"
CASE = re.compile(
    r"^# ([^\n]+)\n~~~~(\S+\.\w+)\n(.*?)^~~~~\n~~~~markdown\n(.*?)^~~~~\n~~~~symbols\n(.*?)^~~~~$",
    re.MULTILINE | re.DOTALL,
)


def load() -> list:
    """Load every case of every document, named `document: title`."""
    found = []
    for document in sorted(CASES.glob("*.md")):
        text = document.read_text(encoding="utf-8")
        cases = CASE.findall(text)
        assert len(cases) == len(re.findall(r"^~~~~symbols$", text, re.MULTILINE)), (
            f"{document.name}: a case is misspelt"
        )
        found += [pytest.param(*rest, id=f"{document.stem}: {title}") for title, *rest in cases]
    return found


def markdown(page: Page) -> str:
    """Return the sections of a page as one text."""
    return "\n\n".join(section.text for section in page.sections) + "\n"


def shown_symbols(page: Page) -> str:
    """Write each section's anchor, indented by its depth, and below it what the section defines."""
    lines = []
    for section in page.sections:
        lines.append(f"{'  ' * section.depth}#{section.anchor}")
        for symbol in section.symbols:
            where = f"{symbol.line}-{symbol.last_line}"
            words = (symbol.kind, symbol.name, where, symbol.visibility, "|", symbol.signature)
            lines.append("  " * section.depth + "- " + " ".join(filter(None, words)).removesuffix(" |"))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(("path", "source", "text", "symbols"), load())
def test_a_file_becomes_these_sections_and_symbols(path: str, source: str, text: str, symbols: str) -> None:
    """The sections of the parsed file are the case's Markdown, and define the case's symbols."""
    page = page_of(source, path)
    assert markdown(page) == text
    assert shown_symbols(page) == symbols


def test_every_language_has_a_case() -> None:
    """No grammar is there without a file that shows what is read with it."""
    shown = {page_of(case.values[1], case.values[0]).facets.get("language", ("",))[0] for case in load()}
    assert {language.name for language in CODE_LANGUAGES} <= shown
