"""Complete what a person types: names of docsets, pages and sections.

Rules: at most 100 values are returned, the likeliest first. Few pages of a docset are read, never all of them.
Spec:  Model Context Protocol, server/utilities/completion.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from pinax_runtime.search import Docset, Library, document_id

MAX_VALUES = 100
"""Number of values that one completion returns; the protocol allows no more."""
_SEARCHED_PAGES = 20
"""Number of pages that a search offers if no path begins with what was typed."""


def complete(library: Library, argument: str, typed: str, known: Mapping[str, str], *, as_ids: bool) -> list[str]:
    """Return the values of an argument that complete what was typed.

    Args:
        library: The library to look in.
        argument: docs, page or section; other arguments have no completion.
        typed: What was typed so far.
        known: Values of the arguments docs and page that were chosen before.
        as_ids: Whether to return pages as ids (`docset:path`) instead of paths in the chosen docset.
    """
    if argument == "docs":
        return _matching(typed, library.docsets)
    docsets = [docset for name, docset in library.docsets.items() if name == known.get("docs") or not known.get("docs")]
    if argument == "page":
        return list(dict.fromkeys(_pages(library, docsets, typed, as_ids)))[:MAX_VALUES]
    if argument == "section":
        return _sections(library, docsets, known.get("page", ""), typed.removeprefix("#"))
    return []


def _matching(typed: str, known: Iterable[str]) -> list[str]:
    """Return the names that begin with what was typed, then the names that contain it."""
    folded = typed.casefold()
    holding = [name for name in known if folded in name.casefold()]
    return sorted(holding, key=lambda name: not name.casefold().startswith(folded))[:MAX_VALUES]


def _pages(library: Library, docsets: list[Docset], typed: str, as_ids: bool) -> Iterator[str]:
    found = False
    for docset in docsets:
        for path in islice(_paths(docset, _path_in(docset, typed)), MAX_VALUES):
            found = True
            yield f"{docset.name}:{path}" if as_ids else path
    if found or not docsets or not typed.strip() or "://" in typed:
        return
    names = [docset.name for docset in docsets]
    for hit in library.search(typed, limit=_SEARCHED_PAGES, docs=names, excerpt_chars=0).hits:
        page = document_id(hit.docset, library.docsets[hit.docset].entry.url, hit.url)
        yield page if as_ids else page.partition(":")[2]


def _path_in(docset: Docset, typed: str) -> str | None:
    """Return what was typed as the start of a path in a docset; None if it can only belong to another docset."""
    base = docset.entry.url
    own = f"{docset.name}:"
    if typed.startswith(own):
        return typed.removeprefix(own)
    if base and (typed.startswith(base) or base.startswith(typed)):
        return typed.removeprefix(base) if typed.startswith(base) else ""
    if own.startswith(typed):
        return ""
    return None if "://" in typed else typed.removeprefix("/")


def _paths(docset: Docset, prefix: str | None) -> Iterator[str]:
    if prefix is None:
        return
    for segment in docset.segments:
        for number in segment.span_of_pages(docset.entry.url + prefix):
            yield segment.page(number).url.removeprefix(docset.entry.url)


def _sections(library: Library, docsets: list[Docset], page: str, typed: str) -> list[str]:
    document = library.find(page, [docset.name for docset in docsets]) if page else None
    if document is None:
        return []
    folded = typed.casefold()
    nodes = [node for node in document.nodes() if node.index and node.anchor]
    by_anchor = _matching(typed, (node.anchor for node in nodes))
    by_title = [node.anchor for node in nodes if folded in node.title.casefold()]
    return list(dict.fromkeys([*by_anchor, *by_title]))[:MAX_VALUES]
