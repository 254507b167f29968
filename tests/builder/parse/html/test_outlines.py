"""The section tree of HTML, case by case: each document in outlines/ holds a title, the input and its tree."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from builder.parse.reading import page_of
from pinax_builder.records import Section

OUTLINES = Path(__file__).parent / "outlines"
CASE = re.compile(r"^# ([^\n]+)\n~~~html\n(.*?)^~~~\n~~~outline\n(.*?)^~~~$", re.MULTILINE | re.DOTALL)


def load() -> list:
    """Load every case of every document, named `document: title`."""
    found = []
    for document in sorted(OUTLINES.glob("*.md")):
        text = document.read_text(encoding="utf-8")
        cases = CASE.findall(text)
        assert len(cases) == len(re.findall(r"^~~~html$", text, re.MULTILINE)), f"{document.name}: a case is misspelt"
        found += [pytest.param(source, tree, id=f"{document.stem}: {title}") for title, source, tree in cases]
    return found


def line(section: Section) -> str:
    """Write a section as the documents do: depth, kind, anchor, title, then each symbol in brackets."""
    symbols = "".join(f" [{' '.join(filter(None, (s.kind, s.name, s.language)))}]" for s in section.symbols)
    return f"{section.depth} {section.kind} #{section.anchor} {section.title}{symbols}\n"


@pytest.mark.parametrize(("source", "tree"), load())
def test_html_has_this_outline(source: str, tree: str) -> None:
    """The sections of the parsed page are the case's, in order."""
    page = page_of(f"<html><head><title>Head</title></head><body>{source}</body></html>")
    assert "".join(map(line, page.sections)) == tree


LINK = '<a href="other.html#n{0}">{1}</a>'
WORDS = "Words. " * 9


@pytest.mark.parametrize(
    ("term", "body", "n_sections"),
    [
        (LINK.format("{0}", "name{0}"), WORDS, 1),
        ("name{0}", LINK.format("{0}", WORDS) + ", " + LINK.format("{0}-2", "Chapter 2"), 1),
        ("name{0}", WORDS, 101),
        ("name{0}", WORDS + LINK.format("{0}", "Chapter 2"), 101),
    ],
)
def test_an_index_is_one_section(term: str, body: str, n_sections: int) -> None:
    """A long list of terms opens sections, but not where it does nothing but lead to what is defined elsewhere."""
    rows = (f"<dt>{term.format(n)} - Method in it</dt><dd>{body.format(n)}</dd>" for n in range(100))
    page = page_of(f"<html><head><title>A</title></head><body><h1>A</h1><dl>{''.join(rows)}</dl></body></html>")
    assert len(page.sections) == n_sections
    assert "name99" in page.sections[-1].text
