"""Which other ids lead to which section, case by case: each in aliases.md holds a title, the input and the ids."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from builder.parse.reading import page_of

DOCUMENT = Path(__file__).with_name("aliases.md")
CASE = re.compile(r"^# ([^\n]+)\n~~~(html|md)\n(.*?)^~~~\n~~~aliases\n(.*?)^~~~$", re.MULTILINE | re.DOTALL)


def load() -> list:
    text = DOCUMENT.read_text(encoding="utf-8")
    cases = CASE.findall(text)
    assert len(cases) == len(re.findall(r"^~~~aliases$", text, re.MULTILINE)), "a case is misspelt"
    return [pytest.param(kind, source, listed, id=title) for title, kind, source, listed in cases]


@pytest.mark.parametrize(("kind", "source", "listed"), load())
def test_these_ids_lead_to_these_sections(kind: str, source: str, listed: str) -> None:
    """The sections that have aliases have those of the case, in document order."""
    page = page_of(source.encode(), f"page.{kind}")
    lines = [f"#{section.anchor}: {' '.join(section.aliases)}\n" for section in page.sections if section.aliases]
    assert "".join(lines) == listed
