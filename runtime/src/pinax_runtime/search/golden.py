"""Run a bundle's golden queries and check whether each finds the page that it must.

In:    An open library and its golden queries.
Out:   A GoldenOutcome for each, in their order.
Rules: an expected address is spelled as tools take one: a URL, a path, with or without `index.html`; or it is the end
       of a URL. One without a fragment matches any section of the page. A section that has no anchor on the published
       page goes by the one of its id (`#~backoff`).
Why:   docs/decisions/0163
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pinax_runtime.format import Golden
from pinax_runtime.search.library import Library
from pinax_runtime.search.results import Hit


@dataclass(frozen=True, slots=True)
class GoldenOutcome:
    """What one golden query found."""

    golden: Golden
    """The query and what it must find."""
    rank: int
    """Rank of the first expected hit, from 1; 0 if it is not among the first `golden.within`."""
    found: tuple[str, ...]
    """Addresses of the hits in their docsets, best first, if none was expected; empty if one was."""


def ask_golden(library: Library, queries: Iterable[Golden]) -> list[GoldenOutcome]:
    """Run each query and compare its hits with what is expected."""
    return [_outcome(library, golden) for golden in queries]


def _outcome(library: Library, golden: Golden) -> GoldenOutcome:
    docs = (golden.docs,) if golden.docs else ()
    # Hits are pages, each shown by its best section. If another section is expected, sections must be hits themselves.
    reply = library.search(golden.query, limit=golden.within, docs=docs, sections="#" in golden.expect, excerpt_chars=0)
    page, _, anchor = golden.expect.partition("#")
    document = library.find(page, docs)
    end = "/" + page.lstrip("/")
    right = [
        hit.url == document.page.url if document else any(url.endswith(end) for url in (hit.url, *hit.variants))
        for hit in reply.hits
    ]
    of_hits = [("", hit.anchor, hit.section_id.partition("#")[2]) for hit in reply.hits]
    rank = next((at for at, is_right in enumerate(right, start=1) if is_right and anchor in of_hits[at - 1]), 0)
    return GoldenOutcome(golden, rank, () if rank else tuple(_address(hit) for hit in reply.hits))


def _address(hit: Hit) -> str:
    return hit.section_id.partition(":")[2] or hit.url
