"""Search bundles: from a question to ranked sections, and from an id to its text.

In:    a bundle, opened lazily through a Source.
Out:   Reply with Hits; Document with its tree.
Rules: importing this folder never imports mcp.
"""

from __future__ import annotations

from pinax_runtime.search.bundle import Bundle, open_bundle
from pinax_runtime.search.composing import UnknownTargetError, Wish, open_library
from pinax_runtime.search.docset import Docset
from pinax_runtime.search.document import Document, Node
from pinax_runtime.search.library import Library
from pinax_runtime.search.results import Hit, Reply
from pinax_runtime.search.shelf import Shelf
from pinax_runtime.search.source import CountingSource, FolderSource, MemorySource, Source
from pinax_runtime.search.symbols import SymbolHit, SymbolReply

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
    "Reply",
    "Shelf",
    "Source",
    "SymbolHit",
    "SymbolReply",
    "UnknownTargetError",
    "Wish",
    "open_bundle",
    "open_library",
]
