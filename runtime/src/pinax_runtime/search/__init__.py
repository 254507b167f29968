"""Search bundles: from a question to ranked sections, and from an id to its text.

In:    a bundle, opened lazily through a Source.
Out:   Reply with Hits; Document with its tree.
Rules: importing this folder never imports mcp.
"""

from __future__ import annotations

from pinax_runtime.search.bundle import Bundle, open_bundle
from pinax_runtime.search.composing import Override, UnknownTargetError, open_library
from pinax_runtime.search.deadline import OutOfTimeError, StoppedError, TimeLimit
from pinax_runtime.search.library import Library
from pinax_runtime.search.reading.source import CountingSource, FolderSource, MemorySource, Source
from pinax_runtime.search.results import Hit, Reply
from pinax_runtime.search.shelf import Shelf
from pinax_runtime.search.showing.docset import Docset
from pinax_runtime.search.showing.document import Document, Node
from pinax_runtime.search.symbols.finding import SymbolHit, SymbolReply

__all__ = [
    "Bundle",
    "CountingSource",
    "Docset",
    "Document",
    "FolderSource",
    "Hit",
    "Library",
    "MemorySource",
    "Node",
    "OutOfTimeError",
    "Override",
    "Reply",
    "Shelf",
    "Source",
    "StoppedError",
    "SymbolHit",
    "SymbolReply",
    "TimeLimit",
    "UnknownTargetError",
    "open_bundle",
    "open_library",
]
