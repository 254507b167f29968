"""Count the pages that have each facet value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set

from pinax_runtime.format import split_facet_key, visible_line
from pinax_runtime.search.deadline import checkpoint
from pinax_runtime.search.reading import ahead
from pinax_runtime.search.reading.filters import Filters, allowed_pages
from pinax_runtime.search.reading.segment_reader import SegmentReader
from pinax_runtime.search.showing.docset import Docset

FacetCounts = Mapping[str, Mapping[str, int]]
"""Facet → value → pages; facets by name, values by falling count."""


def count_facets(docsets: Iterable[Docset], filters: Filters | None = None) -> FacetCounts:
    """Count over docsets; reads their facet shards and nothing else.

    Args:
        docsets: To count over.
        filters: Count only the pages that pass.
    """
    segments = [segment for docset in docsets for segment in docset.segments]
    ahead.facets(segments)
    return count_among((segment, allowed_pages(segment, filters or {})) for segment in segments)


def count_among(pages: Iterable[tuple[SegmentReader, Set[int] | None]]) -> FacetCounts:
    """Count over pages of segments, None for all of a segment; reads facet shards and nothing else."""
    counts: dict[str, dict[str, int]] = {}
    for segment, chosen in pages:
        for key, n in segment.facets():
            checkpoint()
            facet, value = map(visible_line, split_facet_key(key))
            passing = n if chosen is None else len(chosen & set(segment.pages_with(key)))
            values = counts.setdefault(facet, {})
            values[value] = values.get(value, 0) + passing
    return _ordered(counts)


def _ordered(counts: FacetCounts) -> FacetCounts:
    """Put facets in order of their names, values in that of their counts, and leave out what counts nothing."""
    ordered = {
        facet: {value: n for value, n in sorted(values.items(), key=lambda item: (-item[1], item[0])) if n}
        for facet, values in sorted(counts.items())
    }
    return {facet: values for facet, values in ordered.items() if values}
