"""Search bundles: from a question to ranked sections, and from an id to its text.

In:    a bundle, opened lazily through a Source.
Out:   Reply with Hits; Document with its tree.
Rules: importing this folder never imports mcp.
"""

from __future__ import annotations

from pinax_runtime.bundle import CountingSource, FolderSource, MemorySource, Source
from pinax_runtime.deadline import OutOfTimeError, StoppedError, TimeLimit
from pinax_runtime.search.document import (
    FULL,
    LINK_FORMS,
    NONE,
    Docset,
    Document,
    FacetCounts,
    Node,
    below_title,
    count_facets,
    document_id,
    file_lines,
    pages_below,
    path_of,
    section_id,
    site_level,
    site_paths,
    with_links,
)
from pinax_runtime.search.golden import GoldenOutcome, ask_golden
from pinax_runtime.search.grep import Grepped, TooWideError
from pinax_runtime.search.library import (
    Bundle,
    Library,
    Override,
    Packages,
    UnknownTargetError,
    normalized,
    open_bundle,
    open_library,
    source_of,
)
from pinax_runtime.search.reloading import Shelf
from pinax_runtime.search.results import Hit, HitExplanation, Reply, SearchExplanation, WordPart
from pinax_runtime.search.symbols import SymbolHit, SymbolReply
from pinax_runtime.search.verify import verify

__all__ = [
    "FULL",
    "LINK_FORMS",
    "NONE",
    "Bundle",
    "CountingSource",
    "Docset",
    "Document",
    "FacetCounts",
    "FolderSource",
    "GoldenOutcome",
    "Grepped",
    "Hit",
    "HitExplanation",
    "Library",
    "MemorySource",
    "Node",
    "OutOfTimeError",
    "Override",
    "Packages",
    "Reply",
    "SearchExplanation",
    "Shelf",
    "Source",
    "StoppedError",
    "SymbolHit",
    "SymbolReply",
    "TimeLimit",
    "TooWideError",
    "UnknownTargetError",
    "WordPart",
    "ask_golden",
    "below_title",
    "count_facets",
    "document_id",
    "file_lines",
    "normalized",
    "open_bundle",
    "open_library",
    "pages_below",
    "path_of",
    "section_id",
    "site_level",
    "site_paths",
    "source_of",
    "verify",
    "with_links",
]
