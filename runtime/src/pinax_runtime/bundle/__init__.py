"""Hold a bundle's bytes: where they come from, files that are verified, and segments that are asked for keys."""

from __future__ import annotations

from pinax_runtime.bundle.files import DEFAULT_BYTES, BundleFiles, noting_reads
from pinax_runtime.bundle.segment import (
    ALL_FACETS,
    Batch,
    Filters,
    SegmentReader,
    Tags,
    allowed_pages,
    fetch,
)
from pinax_runtime.bundle.source import CountingSource, FolderSource, MemorySource, Source

__all__ = [
    "ALL_FACETS",
    "DEFAULT_BYTES",
    "Batch",
    "BundleFiles",
    "CountingSource",
    "Filters",
    "FolderSource",
    "MemorySource",
    "SegmentReader",
    "Source",
    "Tags",
    "allowed_pages",
    "fetch",
    "noting_reads",
]
