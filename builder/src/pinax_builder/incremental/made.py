"""Describe a docset that is ready to be written, whether it was built whole or patched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from pinax_builder.batches import BatchResult
from pinax_builder.incremental.settling import Settled
from pinax_builder.incremental.state import PageState
from pinax_builder.records import KeptSegment, SpilledPart
from pinax_builder.write import SegmentPages


@dataclass(frozen=True, slots=True)
class Made:
    """A docset that is ready to be written."""

    results: Sequence[BatchResult]
    """Results of batches, for the report on its pages."""
    states: Mapping[str, PageState]
    """State of each page by URL, without the standing that `settled_pages` adds."""
    settled: Settled
    parts: tuple[SpilledPart, ...]
    """What new segments are written from."""
    dropped: Set[str]
    """URLs of pages that are in the parts and must not be written."""
    kept: tuple[KeptSegment, ...] = ()
    """Segments of the earlier bundle that stay."""
    kept_pages: tuple[SegmentPages, ...] = ()
    """Pages of each kept segment, in their order."""
    reused: int = 0
    """Number of pages that were not indexed again."""
