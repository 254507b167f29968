"""list_documents: pages with metadata, and what to filter by."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from bundle_maker import MadeDocset, MadePage, make_bundle
from pinax_runtime.search import MemorySource, open_library
from pinax_runtime.tools import call_tool


def test_lists_every_document(ask: Callable[..., Any]) -> None:
    """Without arguments every page is there, with id, title and sizes."""
    pages = sum(doc["pages"] for doc in ask("list_docs")["docs"])
    reply = ask("list_documents", limit=100)
    assert reply["total"] == pages == len(reply["documents"])
    schedules = next(item for item in reply["documents"] if item["id"] == "lantern:guide/schedules.md")
    assert schedules["title"] == "Schedules"
    assert schedules["facets"] == {"tags": ["schedule", "time"], "type": "guide"}
    assert schedules["words"] > 100
    assert schedules["sections"] > 3


def test_facets_count_what_is_listed(ask: Callable[..., Any]) -> None:
    """The count of every facet value is the number of documents that a filter by it gives."""
    facets = ask("list_documents", docs=["lantern"])["facets"]
    assert facets["type"]["guide"] > 1
    for value, n in facets["type"].items():
        assert ask("list_documents", docs=["lantern"], filters={"type": value})["total"] == n


def test_facets_follow_filters(ask: Callable[..., Any]) -> None:
    """Facets are counted over the documents that pass."""
    reply = ask("list_documents", filters={"type": "guide"})
    assert reply["facets"]["type"] == {"guide": reply["total"]}


def test_a_query_ranks(ask: Callable[..., Any]) -> None:
    """With a query the best document comes first, and facets are counted over its matches."""
    reply = ask("list_documents", query="clock changes", docs=["lantern"], limit=1)
    assert reply["documents"][0]["id"] == "lantern:guide/schedules.md"
    assert sum(reply["facets"]["has_code"].values()) == reply["total"]


def test_a_tag_filters(ask: Callable[..., Any]) -> None:
    """A tag is a filter by the facet `tags`."""
    assert ask("list_documents", tag="time") == ask("list_documents", filters={"tags": "time"})
    assert [item["id"] for item in ask("list_documents", tag="time")["documents"]] == ["lantern:guide/schedules.md"]


def test_docs_restrict(ask: Callable[..., Any]) -> None:
    """With docs only their documents are listed."""
    reply = ask("list_documents", docs=["lantern-api"])
    assert reply["documents"]
    assert all(item["id"].startswith("lantern-api:") for item in reply["documents"])


def test_nothing_is_an_empty_list(ask: Callable[..., Any]) -> None:
    """A tag that no document has gives `[]` and the tags that there are."""
    reply = ask("list_documents", tag="tim")
    assert reply["documents"] == []
    assert "Did you mean 'time'?" in reply["hint"]


def test_limit_and_cursor(ask: Callable[..., Any]) -> None:
    """Pages of the list are the list; facets are given once."""
    whole = ask("list_documents", limit=100)["documents"]
    found: list[Any] = []
    reply = ask("list_documents", limit=7)
    assert "facets" in reply
    while True:
        found += reply["documents"]
        if "cursor" not in reply:
            break
        reply = ask("list_documents", limit=7, cursor=reply["cursor"])
        assert "facets" not in reply
    assert found == whole


def test_query_and_cursor(ask: Callable[..., Any]) -> None:
    """The documents of a query are continued as those of a list are."""
    whole = ask("list_documents", query="job", limit=6)["documents"]
    first = ask("list_documents", query="job", limit=3)
    rest = ask("list_documents", query="job", limit=3, cursor=first["cursor"])
    assert first["documents"] + rest["documents"] == whole


@pytest.mark.parametrize(
    ("n_values", "n_each", "is_counted"), [(21, 1, False), (21, 2, False), (21, 3, True), (20, 1, True)]
)
def test_values_that_name_single_pages_are_not_counted(n_values: int, n_each: int, is_counted: bool) -> None:
    """Nobody chooses by a facet that has its own value for nearly each page, such as its source."""
    numbers = range(n_values * n_each)
    pages = [MadePage(f"{n}.md", facets={"source": [f"app/{n % n_values}"], "type": ["guide"]}) for n in numbers]
    library = open_library([MemorySource(make_bundle([MadeDocset("docs", pages)]))])
    reply = json.loads(call_tool(library, "list_documents", {"limit": 1}).text)
    assert ("source" in reply["facets"]) is is_counted
    assert reply["facets"]["type"] == {"guide": len(numbers)}
