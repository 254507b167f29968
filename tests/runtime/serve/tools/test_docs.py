"""list_docs says what there is."""

from __future__ import annotations

import json
from datetime import datetime

from pinax_runtime.search import CountingSource, FolderSource, Library, open_bundle
from pinax_runtime.tools import call_tool


def test_lists_docsets_with_their_figures(library: Library) -> None:
    """Each docset has its name, title, URL, counts, languages, date and age."""
    now = datetime.fromisoformat(library.docsets["lantern"].entry.fetched_at).timestamp() + 3 * 86_400
    reply = json.loads(call_tool(library, "list_docs", now=lambda: now).text)
    assert [doc["name"] for doc in reply["docs"]] == ["lantern", "lantern-api", "patched", "world"]
    entry = library.docsets["lantern"].entry
    assert reply["docs"][0] == {
        "name": "lantern",
        "title": "Lantern user guide",
        "url": "https://lantern.example.org/docs/",
        "pages": entry.n_pages,
        "sections": entry.n_sections,
        "languages": {"en": entry.n_pages},
        "fetched_at": entry.fetched_at,
        "age_days": 3,
    }


def test_needs_the_entry_alone(location: object) -> None:
    """list_docs reads pinax.json and no other file."""
    source = CountingSource(FolderSource(location))
    assert not call_tool(open_bundle(source), "list_docs").is_error
    assert source.names == ["pinax.json"]
