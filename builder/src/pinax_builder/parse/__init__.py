"""Parse admitted pages into Page records with section trees.

In:    An admitted page, from `gate`.
Out:   A Page, or a Rejection of a page without content, or of one that nothing installed can read.
Rules: one row of `_READERS` for each media type; `formats.py` says which files have it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module

from pinax_builder.formats import MediaType, missing_reader
from pinax_builder.parse.inventory import InventoryError, Named, add_symbols, read_inventory
from pinax_builder.records import Admitted, Page, Rejection

__all__ = ["InventoryError", "Named", "add_symbols", "parse", "read_inventory"]

_READERS: dict[MediaType, tuple[str, str]] = {
    "text/html": ("html.from_html", "parse_html"),
    "text/markdown": ("markdown.from_markdown", "parse_markdown"),
    "text/plain": ("code.from_code", "parse_source"),
    "text/x-prose": ("converting.from_prose", "parse_prose"),
    "text/x-rst": ("converting.from_rst", "parse_rst"),
    "text/asciidoc": ("converting.from_asciidoc", "parse_asciidoc"),
    "text/troff": ("converting.from_man", "parse_man"),
    "application/x-ipynb+json": ("converting.from_notebook", "parse_notebook"),
    "application/vnd.oai.openapi": ("converting.from_openapi", "parse_openapi"),
    "application/epub+zip": ("converting.from_epub", "parse_epub"),
    "application/pdf": ("converting.from_pdf", "parse_pdf"),
}
"""Media type → module below `parse`, and its function from Admitted to Page or Rejection.

A module is imported when its first page comes: lxml and the grammars take long to load, and several readers are extras.
"""


def parse(admitted: Admitted) -> Page | Rejection:
    """Parse one page by its media type; a page without content comes back as a `Rejection`."""
    if remedy := missing_reader(admitted.media_type):
        detail = f"Nothing that is installed reads {admitted.media_type}; {remedy}."
        return Rejection(admitted.url, "parse", "missing_reader", detail)
    return _reader(admitted.media_type)(admitted)


@cache
def _reader(media_type: MediaType) -> Callable[[Admitted], Page | Rejection]:
    """Import the reader of a media type."""
    module, function = _READERS[media_type]
    reader: Callable[[Admitted], Page | Rejection] = getattr(import_module(f"{__name__}.{module}"), function)
    return reader
