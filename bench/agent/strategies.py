"""Ways for an agent to come from a question to the section that answers it. Each records the replies that it reads.

Every way is the one of an agent that never errs: it reads hits from the first on, passes over pages that do not count,
and stops when the right section is in hand, or after five hits.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from agent.questions import Asked, answering_sections

from pinax_runtime.search import Library
from pinax_runtime.serve import call_tool

HITS = 5
"""Number of hits that are read before a question counts as not answered."""


@dataclass
class Walk:
    """What it took to answer one question."""

    replies: list[str] = field(default_factory=list)
    found: bool = False

    @property
    def calls(self) -> int:
        """Number of calls of tools."""
        return len(self.replies)


Strategy = Callable[[Library, Asked], Walk]


def search_then_sections(library: Library, asked: Asked, **options: Any) -> Walk:
    """Search sections; read those hits that came without their text, one call each."""
    right, walk = answering_sections(library, asked), Walk()
    hits = _asked_hits(library, walk, "search_documents", asked, options)
    for hit in hits:
        document = library.find(hit["id"])
        assert document is not None
        at = document.owner(document.find(hit["id"].partition("#")[2]) or 0)
        if "text" not in hit:
            arguments = {"doc_id": document.id, "node_ids": [hit["id"]]}
            walk.replies.append(call_tool(library, "get_node_content", arguments).text)
        if {(document.page.url, at), (document.page.url, -1)} & right:
            walk.found = True
            break
    return walk


def search_then_pages(library: Library, asked: Asked) -> Walk:
    """Search pages; read whole pages."""
    right, walk = {page for page, _ in answering_sections(library, asked)}, Walk()
    for hit in _asked_hits(library, walk, "search_pages", asked, {}):
        walk.replies.append(_whole_page(library, hit["url"]))
        if hit["url"] in right:
            walk.found = True
            break
    return walk


def pagefind_then_pages(library: Library, asked: Asked, results: list[dict[str, str]]) -> Walk:
    """Read what Pagefind shows of its best results, then whole pages, converted as ours are."""
    right, walk = {page for page, _ in answering_sections(library, asked)}, Walk()
    counted = [result for result in results if result["url"] not in asked.dropped][:HITS]
    walk.replies.append(json.dumps(counted, ensure_ascii=False, separators=(",", ":")))
    for result in counted:
        if library.find(result["url"]) is None:
            continue
        walk.replies.append(_whole_page(library, result["url"]))
        if result["url"] in right:
            walk.found = True
            break
    return walk


def _asked_hits(library: Library, walk: Walk, tool: str, asked: Asked, options: dict[str, Any]) -> list[dict[str, Any]]:
    """Search, and return the first hits whose pages count."""
    reply = call_tool(library, tool, {"query": asked.query, **options}).text
    walk.replies.append(reply)
    hits = [hit for hit in json.loads(reply)["hits"] if _page_of(library, hit) not in asked.dropped]
    return hits[:HITS]


def _page_of(library: Library, hit: dict[str, Any]) -> str:
    document = library.find(hit.get("url") or hit["id"])
    return document.page.url if document else ""


def _whole_page(library: Library, url: str) -> str:
    """Return a page in as many pieces as it needs, as one text: whole pages are read without our bounds."""
    document = library.find(url)
    assert document is not None
    return document.subtree_text(0)
