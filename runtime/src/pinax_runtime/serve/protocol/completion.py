"""Complete what a person types: names of docsets, pages and sections.

Rules: at most 100 values, the likeliest first; a few packs of pages are read, never all of a docset's.
Spec:  Model Context Protocol, server/utilities/completion.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from pinax_runtime.search import Docset, Library
from pinax_runtime.search.showing.ids import document_id

MAX_VALUES = 100
_SEARCHED = 20
"""Pages that a search adds where no path begins as typed."""


def complete(library: Library, argument: str, typed: str, known: Mapping[str, str], *, as_ids: bool) -> list[str]:
    """Give what an argument may be.

    Args:
        library: What there is.
        argument: docs, page or section; nothing is known of others.
        typed: The start of it.
        known: Arguments that have been given: docs and page.
        as_ids: Whether a page is an id (`docset:path`); otherwise a path, in the docset that is known.
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
    """Give the names that begin as typed, then those that hold it."""
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
    for hit in library.search(typed, limit=_SEARCHED, docs=names, excerpt_chars=0).hits:
        page = document_id(hit.docset, library.docsets[hit.docset].entry.url, hit.url)
        yield page if as_ids else page.partition(":")[2]


def _path_in(docset: Docset, typed: str) -> str | None:
    """Give the path that what was typed begins; None if it begins an id or URL of another docset."""
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
