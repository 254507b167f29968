"""list_docs says what there is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pinax_runtime.search import CountingSource, FolderSource, Library, open_bundle
from pinax_runtime.serve import call_tool


def test_lists_docsets_with_their_figures(ask: Callable[..., Any], library: Library) -> None:
    """Each docset has its name, title, URL, counts, languages and date."""
    reply = ask("list_docs")
    assert [doc["name"] for doc in reply["docs"]] == ["lantern", "lantern-api", "world"]
    entry = library.docsets["lantern"].entry
    assert reply["docs"][0] == {
        "name": "lantern",
        "title": "Lantern user guide",
        "url": "https://lantern.example.org/docs/",
        "pages": entry.n_pages,
        "sections": entry.n_sections,
        "languages": {"en": entry.n_pages},
        "fetched_at": entry.fetched_at,
    }


def test_needs_the_entry_alone(location: object) -> None:
    """list_docs reads pinax.json and no other file."""
    source = CountingSource(FolderSource(location))
    assert not call_tool(open_bundle(source), "list_docs").is_error
    assert source.names == ["pinax.json"]
