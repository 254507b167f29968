"""What can an agent call? One module for each tool, or for a few that belong together.

Every module ends with the rows that describe its tools: name, arguments, handler and output.
"""

from __future__ import annotations

from pinax_runtime.serve.tool import Tool
from pinax_runtime.serve.tools import docs, documents, pages, research, searching, sections, symbols, tree

__all__ = ["TOOLS"]

TOOLS: tuple[Tool, ...] = (
    *docs.TOOLS,
    *sections.TOOLS,
    *searching.TOOLS,
    *pages.TOOLS,
    *documents.TOOLS,
    *tree.TOOLS,
    *symbols.TOOLS,
    *research.TOOLS,
)
"""Every tool, in the order in which agents see them; those of `research` stand in for all others."""
