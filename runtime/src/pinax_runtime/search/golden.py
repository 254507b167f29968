"""Ask a bundle's golden queries and say which are answered.

In:    An open library and its golden queries.
Out:   An outcome for each, in their order.
Rules: an address may leave out what its docset's URL says. One without a fragment is met by any section of the page.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pinax_runtime.contract.entry import Golden
from pinax_runtime.search.library import Library
from pinax_runtime.search.results import Hit


@dataclass(frozen=True, slots=True)
class GoldenOutcome:
    """What came of one golden query."""

    golden: Golden
    rank: int
    """Rank of the first hit that was expected, from 1; 0 if it is not among those that count."""
    found: tuple[str, ...]
    """Addresses of the hits that were there instead, best first; empty where the query is answered."""


def ask_golden(library: Library, queries: Iterable[Golden]) -> list[GoldenOutcome]:
    """Ask each query of the library."""
    return [_outcome(library, golden) for golden in queries]


def _outcome(library: Library, golden: Golden) -> GoldenOutcome:
    docs = (golden.docs,) if golden.docs else ()
    # A section can stand behind others of its page, so sections are asked for where one is expected.
    reply = library.search(golden.query, limit=golden.within, docs=docs, sections="#" in golden.expect, excerpt_chars=0)
    rank = next((at for at, hit in enumerate(reply.hits, start=1) if _is_expected(hit, golden.expect)), 0)
    return GoldenOutcome(golden, rank, () if rank else tuple(_address(hit) for hit in reply.hits))


def _is_expected(hit: Hit, expect: str) -> bool:
    page, has_fragment, fragment = expect.partition("#")
    is_page = hit.url == page or ("://" not in page and hit.url.endswith("/" + page.lstrip("/")))
    return is_page and (not has_fragment or hit.anchor == fragment)


def _address(hit: Hit) -> str:
    return f"{hit.url}#{hit.anchor}" if hit.anchor else hit.url
