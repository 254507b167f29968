"""The tools, one module for each or for a few that belong together; every module ends with its rows of the table."""

from __future__ import annotations

from pinax_runtime.serve.tool import Tool
from pinax_runtime.serve.tools import docs, documents, pages, searching, sections, symbols, tree

__all__ = ["TOOLS"]

TOOLS: tuple[Tool, ...] = (
    *docs.TOOLS,
    *sections.TOOLS,
    *searching.TOOLS,
    *pages.TOOLS,
    *documents.TOOLS,
    *tree.TOOLS,
    *symbols.TOOLS,
)
"""Every tool, in the order in which agents see them."""
