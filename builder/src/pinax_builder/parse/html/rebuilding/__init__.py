"""Which blocks does the content consist of, and how does each read in Markdown?"""

from __future__ import annotations

from pinax_builder.parse.html.rebuilding.blocks import Rebuilder
from pinax_builder.parse.html.rebuilding.flow import IS_BLOCK, Block
from pinax_builder.parse.html.rebuilding.inline import simplify_inline
from pinax_builder.parse.html.rebuilding.markdown_writer import write_markdown
from pinax_builder.parse.html.rebuilding.tables import fold_grids, unwrap_layout_tables

__all__ = [
    "IS_BLOCK",
    "Block",
    "Rebuilder",
    "fold_grids",
    "simplify_inline",
    "unwrap_layout_tables",
    "write_markdown",
]
