"""Queries that describe a task are told from names, and find the page that is for it."""

from __future__ import annotations

import pytest

from bundle_maker import MadeDocset, MadePage, make_bundle
from pinax_runtime.search import MemorySource, Reply, open_bundle

FILLING = [MadePage(f"n{n}.html", text="nothing of the kind is said here") for n in range(20)]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("copy files between two machines ", True),
        ("how do I copy the files ", True),
        ("copy the files ", False),
        ("what is a queue ", False),
        ("asyncio.gather ", False),
        ("asyncio.gather returns results in order ", True),
        ("asyncio.gather cancels running tasks when some request fails early ", True),
    ],
)
def test_a_task_takes_four_words_or_a_sentence(query: str, expected: bool) -> None:
    """Two words beside two stop words are a sentence; the words of a name count as any others."""
    assert is_task(query, query) is expected


def is_task(query: str, text: str) -> bool:
    """Say whether the description of a page with a text counts for a query, as it does for a task alone."""
    (hit, *_) = search([MadePage("a.html", text=text, description=text)], query, explain=True).hits
    assert hit.explanation
    return hit.explanation.description > 0


def test_what_a_page_is_for_counts_for_a_task() -> None:
    """Of two pages that say the same, the one comes first whose description has the words of the task."""
    text = "copy files here, between two kinds of machines"
    pages = [MadePage("a.html", text=text), MadePage("b.html", text=text, description="copy files between machines")]
    told = search(pages, "copy files between two machines ", explain=True)
    assert [hit.url for hit in told.hits[:2]] == ["b.html", "a.html"]
    assert told.hits[0].explanation is not None
    assert told.hits[0].explanation.description > 0
    assert told.hits[0].score == pytest.approx(told.hits[0].explanation.score, abs=2e-3)


def test_the_first_word_of_a_task_counts_most() -> None:
    """It is mostly the verb: what a page does matters more than what with, and stop words before it are passed over."""
    text = "copy files here, between two kinds of machines"
    pages = [MadePage("a.html", text=text, description="find files"), MadePage("b.html", text=text, description="copy")]
    for query in ("copy files between two machines ", "how to copy files between two machines "):
        assert [hit.url for hit in search(pages, query).hits[:2]] == ["b.html", "a.html"]
    assert search(pages, "files that machines copy between kinds ").hits[0].url == "a.html"


def test_it_does_not_count_for_a_name() -> None:
    """A query of a word or three names something: descriptions add nothing of their own."""
    told = search([MadePage("b.html", text="copy files", description="copy files")], "copy files ", explain=True)
    assert told.hits[0].explanation is not None
    assert told.hits[0].explanation.description == 0


def search(pages: list[MadePage], query: str, **options: object) -> Reply:
    """Search pages among others."""
    return open_bundle(MemorySource(make_bundle([MadeDocset("d", [*pages, *FILLING])]))).search(query, **options)
