"""What a docset has become, whether it was built whole or patched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from pinax_builder.batches import BatchResult
from pinax_builder.incremental.state import PageState, SegmentState
from pinax_builder.records import KeptSegment, SpilledPart
from pinax_builder.settling import Settled


@dataclass(frozen=True, slots=True)
class Made:
    """A docset that is ready to be written."""

    results: Sequence[BatchResult]
    """What is to be reported of its pages."""
    states: Mapping[str, PageState]
    """By URL; what all pages together say of each is still missing."""
    settled: Settled
    parts: tuple[SpilledPart, ...]
    dropped: Set[str]
    """URLs of pages that are in the parts and must not be written."""
    kept: tuple[KeptSegment, ...] = ()
    kept_urls: tuple[SegmentState, ...] = ()
    """Of the kept segments, in their order."""
    reused: int = 0
    """Number of pages that did not have to be indexed."""
