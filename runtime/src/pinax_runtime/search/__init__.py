"""Search bundles: from a question to ranked sections, and from an id to its text.

In:    a bundle, opened lazily through a Source.
Out:   Reply with Hits; Document with its tree.
Rules: importing this folder never imports mcp.
"""

from __future__ import annotations

from pinax_runtime.search.bundle import Bundle, open_bundle, source_of
from pinax_runtime.search.composing import Override, UnknownTargetError, open_library
from pinax_runtime.search.deadline import (
    OutOfTimeError,
    StoppedError,
    TimeLimit,
    cut_short,
    seconds_allowed,
    while_time,
)
from pinax_runtime.search.golden import GoldenOutcome, ask_golden
from pinax_runtime.search.library import Library
from pinax_runtime.search.project import Packages, normalized
from pinax_runtime.search.reading.filters import Filters, allowed_pages
from pinax_runtime.search.reading.source import CountingSource, FolderSource, MemorySource, Source
from pinax_runtime.search.results import Hit, HitExplanation, Reply, SearchExplanation, WordPart
from pinax_runtime.search.shelf import Shelf
from pinax_runtime.search.showing.docset import Docset
from pinax_runtime.search.showing.document import Document, Node, below_title, subtree_of
from pinax_runtime.search.showing.facet_counts import FacetCounts, count_facets
from pinax_runtime.search.showing.ids import document_id, section_id
from pinax_runtime.search.showing.site_sections import (
    PageRange,
    SiteLevel,
    pages_below,
    path_of,
    site_level,
    site_paths,
)
from pinax_runtime.search.symbols.finding import SymbolHit, SymbolReply
from pinax_runtime.search.trust import SignedSource
from pinax_runtime.search.verify import verify

__all__ = [
    "Bundle",
    "CountingSource",
    "Docset",
    "Document",
    "FacetCounts",
    "Filters",
    "FolderSource",
    "GoldenOutcome",
    "Hit",
    "HitExplanation",
    "Library",
    "MemorySource",
    "Node",
    "OutOfTimeError",
    "Override",
    "Packages",
    "PageRange",
    "Reply",
    "SearchExplanation",
    "Shelf",
    "SignedSource",
    "SiteLevel",
    "Source",
    "StoppedError",
    "SymbolHit",
    "SymbolReply",
    "TimeLimit",
    "UnknownTargetError",
    "WordPart",
    "allowed_pages",
    "ask_golden",
    "below_title",
    "count_facets",
    "cut_short",
    "document_id",
    "normalized",
    "open_bundle",
    "open_library",
    "pages_below",
    "path_of",
    "seconds_allowed",
    "section_id",
    "site_level",
    "site_paths",
    "source_of",
    "subtree_of",
    "verify",
    "while_time",
]
