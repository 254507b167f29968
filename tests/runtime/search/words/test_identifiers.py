"""Names and signs find the section that means them, among decoys: the cases of cases/identifiers.md."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from bundle_maker import MadeDocset, MadePage, MadeSection, make_bundle
from pinax_runtime.search import Bundle, MemorySource, open_bundle

DOCUMENT = (Path(__file__).parent / "cases" / "identifiers.md").read_text("utf-8")
SECTIONS, QUERIES = (match[1].splitlines() for match in re.finditer(r"^```\w+\n(.*?)^```", DOCUMENT, re.M | re.S))
CASES = [line.rsplit(" => ", 1) for line in QUERIES]


@cache
def bundle() -> Bundle:
    """Open a bundle of all sections."""
    pages: dict[str, list[MadeSection]] = defaultdict(list)
    for line in SECTIONS:
        address, *rest = (cell.strip() for cell in line.split(" | "))
        url, _, anchor = address.partition("#")
        title, text, code, symbol = (*rest, "", "", "")[:4]
        symbols = ((symbol, "function", "", ""),) if symbol else ()
        pages[url].append(MadeSection(title, text, code, anchor, symbols=symbols))
    made = [MadePage(url, f"Notes on {url}", sections=tuple(sections)) for url, sections in pages.items()]
    return open_bundle(MemorySource(make_bundle([MadeDocset("d", made)])))


@pytest.mark.parametrize(("query", "section"), CASES)
def test_a_name_finds_its_section(query: str, section: str) -> None:
    """The section that a case names comes first."""
    hits = bundle().search(query, sections=True, limit=3).hits
    assert [f"{hit.url}#{hit.anchor}" for hit in hits][:1] == [section]


@pytest.mark.parametrize("query", dict.fromkeys(query for query, _ in CASES))
def test_the_parts_of_a_score_add_up(query: str) -> None:
    """What an explanation names adds up to the score, to its three digits, for names as for words."""
    for hit in bundle().search(query, sections=True, limit=10, explain=True).hits:
        assert hit.explanation is not None
        assert hit.explanation.score == pytest.approx(hit.score, abs=0.001)


def test_the_document_is_read_whole() -> None:
    """Every line of the document is a section or a query."""
    assert len(QUERIES) == DOCUMENT.count(" => ")
    assert len(SECTIONS) == len(re.findall(r"^\w+#\w+ \| ", DOCUMENT, re.M))
