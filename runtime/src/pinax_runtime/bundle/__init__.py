"""Hold a bundle's bytes: where they come from, files that are verified, and segments that are asked for keys."""

from __future__ import annotations

from pinax_runtime.bundle.files import DEFAULT_BYTES, BundleFiles, noting_reads
from pinax_runtime.bundle.segment import (
    ALL_FACETS,
    Batch,
    Filters,
    SegmentReader,
    Shard,
    Table,
    Tags,
    allowed_pages,
    deletions_of,
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
    "Shard",
    "Source",
    "Table",
    "Tags",
    "allowed_pages",
    "deletions_of",
    "fetch",
    "noting_reads",
]
