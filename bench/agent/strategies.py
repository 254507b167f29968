"""Ways for an agent to come from a question to the section that answers it. Each records the replies that it reads.

Every way is the one of an agent that never errs: it looks at the first five hits on pages that count. It recognizes the
right one by its text or excerpt. A hit that shows neither has to be read to know, so it reads such hits on its way to
the right one, three of them at most. If none is right, it reads the first.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from agent.questions import Asked, answering_sections

from pinax_runtime.search import Library
from pinax_runtime.tools import call_tool
from pinax_runtime.tools.gathering import GOES_ON

HITS = 5
"""Number of hits that an agent looks at."""
BLIND = 3
"""Number of hits that show no text which an agent reads before it gives up."""


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
    """Search sections; read the right one, if it came without its text."""
    right, walk = answering_sections(library, asked), Walk()
    hits = _asked_hits(library, walk, "search_documents", asked, options)
    blind = 0
    for hit in hits:
        document = library.find(hit["id"])
        assert document is not None
        at = document.owner(document.find(hit["id"].partition("#")[2]) or 0)
        if {(document.page.url, at), (document.page.url, -1)} & right:
            walk.found = True
            if "text" not in hit or (hit["text"].endswith(GOES_ON) and (document.page.url, -1) not in right):
                _read_section(library, walk, hit["id"])
            return walk
        if not {"text", "excerpt"} & hit.keys():
            if blind == BLIND:
                break
            blind += 1
            _read_section(library, walk, hit["id"])
    if hits and not blind:
        _read_section(library, walk, hits[0]["id"])
    return walk


def search_then_pages(library: Library, asked: Asked) -> Walk:
    """Search pages; read the right one whole."""
    walk = Walk()
    hits = _asked_hits(library, walk, "search_pages", asked, {})
    _read_right_page(library, asked, walk, [hit["url"] for hit in hits])
    return walk


def pagefind_then_pages(library: Library, asked: Asked, results: list[dict[str, str]]) -> Walk:
    """Read what Pagefind shows of its best results, then the right page, converted as ours are."""
    walk = Walk()
    counted = [result for result in results if result["url"] not in asked.dropped][:HITS]
    walk.replies.append(json.dumps(counted, ensure_ascii=False, separators=(",", ":")))
    _read_right_page(library, asked, walk, [result["url"] for result in counted if library.find(result["url"])])
    return walk


def _read_right_page(library: Library, asked: Asked, walk: Walk, urls: list[str]) -> None:
    right = {page for page, _ in answering_sections(library, asked)}
    chosen = next((url for url in urls if url in right), None)
    walk.found = chosen is not None
    for url in [chosen or url for url in urls[:1]]:
        document = library.find(url)
        assert document is not None
        walk.replies.append(document.subtree_text(0))


def _read_section(library: Library, walk: Walk, node_id: str) -> None:
    arguments = {"doc_id": node_id.partition("#")[0], "node_ids": [node_id]}
    walk.replies.append(call_tool(library, "get_node_content", arguments).text)


def _asked_hits(library: Library, walk: Walk, tool: str, asked: Asked, options: dict[str, Any]) -> list[dict[str, Any]]:
    """Search, and return the first hits whose pages count."""
    reply = call_tool(library, tool, {"query": asked.query, **options}).text
    walk.replies.append(reply)
    hits = [hit for hit in json.loads(reply)["hits"] if _page_of(library, hit) not in asked.dropped]
    return hits[:HITS]


def _page_of(library: Library, hit: dict[str, Any]) -> str:
    document = library.find(hit.get("url") or hit["id"])
    return document.page.url if document else ""
