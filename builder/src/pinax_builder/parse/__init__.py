"""Parse admitted pages into Page records with section trees.

In:    An admitted page, from `gate`.
Out:   A Page, or a Rejection of a page without content.
Rules: the table in `formats.py` names the reader of each media type; its module is imported when its first page comes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module

from pinax_builder.formats import SOURCE_FORMATS, MediaType
from pinax_builder.parse.inventory import InventoryError, Named, add_symbols, read_inventory
from pinax_builder.records import Admitted, Page, Rejection

__all__ = ["InventoryError", "Named", "add_symbols", "parse", "read_inventory"]


def parse(admitted: Admitted) -> Page | Rejection:
    """Parse one page by its media type; a page without content comes back as a `Rejection`."""
    return _reader(admitted.media_type)(admitted)


@cache
def _reader(media_type: MediaType) -> Callable[[Admitted], Page | Rejection]:
    """Import the reader of a media type."""
    (named,) = (known.reader for known in SOURCE_FORMATS if known.media_type == media_type)
    module, _, function = named.partition(":")
    reader: Callable[[Admitted], Page | Rejection] = getattr(import_module(f"{__name__}.{module}"), function)
    return reader
