"""Parse admitted pages into Page records with section trees.

In:    An admitted page, from `gate`.
Out:   A Page, or a Rejection of a page without content.
Rules: one row of `_READERS` for each media type; `formats.py` says which files have it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module

from pinax_builder.formats import MediaType
from pinax_builder.parse.html.checking.paths import where_lost
from pinax_builder.parse.html.finding.repeated import SAMPLE_PAGES, Repeated, find_repeated
from pinax_builder.parse.inventory import InventoryError, Named, add_symbols, read_inventory
from pinax_builder.records import Admitted, Page, Rejection

__all__ = [
    "SAMPLE_PAGES",
    "InventoryError",
    "Named",
    "Repeated",
    "add_symbols",
    "find_repeated",
    "parse",
    "read_inventory",
    "where_lost",
]

_READERS: dict[MediaType, tuple[str, str]] = {
    "text/html": ("html.from_html", "parse_html"),
    "text/markdown": ("markdown.from_markdown", "parse_markdown"),
    "text/plain": ("code.from_code", "parse_source"),
}
"""Media type → module below `parse`, and its function from Admitted to Page or Rejection.

A module is imported when its first page comes: lxml and the grammars take long to load, and the grammars are an extra.
"""


def parse(admitted: Admitted, repeated: Repeated | None = None, *, check: bool = False) -> Page | Rejection:
    """Parse one page by its media type; a page without content comes back as a `Rejection`.

    Args:
        admitted: The page.
        repeated: What most pages of the docset have in common, where that is known; it concerns HTML alone.
        check: Whether to compare HTML with what becomes of it, and to list the page's faults.
    """
    read = _reader(admitted.media_type)
    return read(admitted, repeated, check=check) if admitted.media_type == "text/html" else read(admitted)


@cache
def _reader(media_type: MediaType) -> Callable[..., Page | Rejection]:
    """Import the reader of a media type."""
    module, function = _READERS[media_type]
    reader: Callable[..., Page | Rejection] = getattr(import_module(f"{__name__}.{module}"), function)
    return reader
