"""Every language finds what it should, alone and among others: the cases of cases/languages.md."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from bundle_maker import MadeDocset, MadePage, make_bundle
from pinax_runtime.search import Bundle, MemorySource, open_bundle

DOCUMENT = re.sub(
    r"\\u([0-9a-f]{4})",
    lambda escape: chr(int(escape[1], 16)),
    (Path(__file__).parent / "cases" / "languages.md").read_text("utf-8"),
)
LANGUAGE = re.compile(r"^## [\w ]+ \((\w+)\)\n\n```pages\n(.*?)```\n\n```queries\n(.*?)```", re.M | re.S)


def _pages() -> dict[str, list[MadePage]]:
    pages: dict[str, list[MadePage]] = {}
    for language, lines, _ in LANGUAGE.findall(DOCUMENT):
        rows = [line.split(" | ") for line in lines.splitlines()]
        pages[language] = [MadePage(url, title, text, language=language) for url, title, text in rows]
    return pages


CASES = [
    (language, *line.split(" => "))
    for language, _, lines in LANGUAGE.findall(DOCUMENT)
    for line in lines.splitlines()
]  # fmt: skip

MIXED = (
    ("Häuser 网络", {"de/haus", "zh/net"}),
    ("пароль password реж", {"ru/user", "uk/pass"}),
    ("mật khẩu heslo", {"vi/pass", "cs/pass"}),
    ("configure การตั้งค่า", {"en/net", "th/net"}),
)
"""Queries in two languages, and pages of both."""


@cache
def bundle(language: str) -> Bundle:
    """Open a bundle of one language, or of all."""
    pages = [page for name, of_one in _pages().items() for page in of_one if language in ("", name)]
    return open_bundle(MemorySource(make_bundle([MadeDocset("d", pages)])))


@pytest.mark.parametrize("mixed", [False, True], ids=["alone", "mixed"])
@pytest.mark.parametrize(("language", "query", "page"), CASES)
def test_a_query_finds_its_page(language: str, query: str, page: str, mixed: bool) -> None:
    """The page that a case names comes first."""
    hits = bundle("" if mixed else language).search(query).hits
    assert (hits[0].url if hits else "nothing") == page


@pytest.mark.parametrize(("query", "pages"), MIXED)
def test_a_query_in_two_languages_finds_pages_of_both(query: str, pages: set[str]) -> None:
    """The first three pages hold those of either language."""
    assert pages <= {hit.url for hit in bundle("").search(query, limit=4).hits}


def test_the_document_is_read_whole() -> None:
    """Every language of the document has cases."""
    assert len(LANGUAGE.findall(DOCUMENT)) == DOCUMENT.count("\n## ") == 23
    assert len(CASES) == DOCUMENT.count(" => ") - 1
