"""Pages are sorted by what their publishers say of them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bundle_maker import MadeDocset, MadePage, make_bundle
from pinax_runtime.search import Library, MemorySource, open_library
from pinax_runtime.tools import call_tool

PAGES = [
    MadePage("a.html", "Kites A", "All of kites.", meta={"sort:weight": "10", "date": "2026-03-01"}),
    MadePage("b.html", "Kites B", "All of kites.", meta={"sort:weight": "9", "date": "2025-01-01"}),
    MadePage("c.html", "Kites C", "All of kites."),
    MadePage("d.html", "Kites D", "All of kites.", meta={"weight": "1.5"}),
]


@pytest.fixture(scope="module")
def kites() -> Library:
    return open_library([MemorySource(make_bundle([MadeDocset("d", PAGES)]))])


def ask(library: Library, tool: str, **arguments: Any) -> Any:
    return json.loads(call_tool(library, tool, arguments).text)


@pytest.mark.parametrize(
    ("order", "pages"),
    [
        ("weight", "dbac"),
        ("-weight", "abdc"),
        ("date", "bacd"),
        ("-date", "abcd"),
        ("-title", "dcba"),
        ("moon", "abcd"),
    ],
)
def test_order(kites: Library, order: str, pages: str) -> None:
    """Numbers in their order, largest first after a minus; pages without a value last, in the order that they had."""
    listed = ask(kites, "list_documents", sort=order)["documents"]
    assert "".join(item["id"][2] for item in listed) == pages


def test_a_search_is_sorted(kites: Library) -> None:
    """Pages that match come in the order asked for, in every tool that searches pages."""
    hits = ask(kites, "search_pages", query="kites", sort="-weight")["hits"]
    assert [hit["url"][0] for hit in hits[:3]] == ["a", "b", "d"]
    listed = ask(kites, "list_documents", query="kites", sort="-weight")["documents"]
    assert [item["id"][2] for item in listed[:3]] == ["a", "b", "d"]


@pytest.mark.parametrize(("tool", "key"), [("search_pages", "hits"), ("list_documents", "documents")])
def test_pieces_go_on_in_the_same_order(kites: Library, tool: str, key: str) -> None:
    """Following the cursors gives what one long reply gives."""
    whole = ask(kites, tool, query="kites", sort="weight")[key]
    first = ask(kites, tool, query="kites", sort="weight", limit=3)
    rest = ask(kites, tool, query="kites", sort="weight", limit=3, cursor=first["cursor"])
    assert [item["title"] for item in (*first[key], *rest[key])] == [item["title"] for item in whole]


def test_too_many_pages_are_refused() -> None:
    """A list that would take long is refused with what to do."""
    many = MadeDocset("d", [MadePage(f"{number}.html") for number in range(5_001)])
    library = open_library([MemorySource(make_bundle([many]))])
    assert "Narrow them to 5,000 by docs or filters" in call_tool(library, "list_documents", {"sort": "date"}).text
