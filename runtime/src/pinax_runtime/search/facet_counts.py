"""Count the pages that have each facet value."""

from __future__ import annotations

from collections.abc import Iterable

from pinax_runtime.contract.facets import split_facet_key
from pinax_runtime.search import ahead
from pinax_runtime.search.docset import Docset
from pinax_runtime.search.filters import Filters, allowed_pages

FacetCounts = dict[str, dict[str, int]]
"""Facet → value → pages; facets by name, values by falling count."""


def count_facets(docsets: Iterable[Docset], filters: Filters | None = None) -> FacetCounts:
    """Count over docsets; reads their facet shards and nothing else.

    Args:
        docsets: To count over.
        filters: Count only the pages that pass.
    """
    counts: FacetCounts = {}
    docsets = list(docsets)
    ahead.facets(segment for docset in docsets for segment in docset.segments)
    for docset in docsets:
        for segment in docset.segments:
            allowed = allowed_pages(segment, filters or {})
            for key, n in segment.facets():
                facet, value = split_facet_key(key)
                passing = n if allowed is None else len(allowed & set(segment.pages_with(key)))
                values = counts.setdefault(facet, {})
                values[value] = values.get(value, 0) + passing
    return order_facets(counts)


def order_facets(counts: FacetCounts) -> FacetCounts:
    """Put facets in order of their names, values in that of their counts, and leave out what counts nothing."""
    ordered = {
        facet: {value: n for value, n in sorted(values.items(), key=lambda item: (-item[1], item[0])) if n}
        for facet, values in sorted(counts.items())
    }
    return {facet: values for facet, values in ordered.items() if values}
