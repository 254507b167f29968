"""Facet filters: which pages of a segment a search may answer from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from pinax_runtime.format import facet_key
from pinax_runtime.search.reading.segment_reader import SegmentReader

Filters = Mapping[str, Sequence[str]]
"""Facet → values; a page must have any one of the values of every facet."""


def allowed_pages(segment: SegmentReader, filters: Filters) -> Set[int] | None:
    """Return the numbers of the pages that pass, or None when there is nothing to filter by.

    A facet or value that no page has lets no page pass.
    """
    allowed: set[int] | None = None
    for facet, values in filters.items():
        pages = {page for value in values for page in segment.pages_with(facet_key(facet, value))}
        allowed = pages if allowed is None else allowed & pages
    return allowed
