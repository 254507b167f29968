"""Parse admitted pages into Page records with section trees.

In:    An admitted page, from `gate`.
Out:   A Page, or a Rejection of a page without content, or of one that nothing installed can read.
Rules: the table in `formats.py` names the reader of each media type; its module is imported when its first page comes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from importlib import import_module

from pinax_builder.formats import SOURCE_FORMATS, MediaType, missing_reader
from pinax_builder.parse.html.faults import where_lost
from pinax_builder.parse.html.repeated import SAMPLE_PAGES, Repeated, find_repeated
from pinax_builder.parse.inventory import InventoryError, Named, add_symbols, read_inventory
from pinax_builder.records import Admitted, Page, Rejection

__all__ = [
    "SAMPLE_PAGES",
    "InventoryError",
    "Named",
    "Repeated",
    "add_symbols",
    "find_repeated",
    "first_heading",
    "import_readers",
    "parse",
    "read_inventory",
    "where_lost",
]


def parse(admitted: Admitted, repeated: Repeated | None = None, *, check: bool = False) -> Page | Rejection:
    """Parse one page by its media type; a page without content comes back as a `Rejection`.

    Args:
        admitted: The page.
        repeated: What most pages of the docset have in common, where that is known; it concerns HTML and Markdown.
        check: Whether to compare HTML with what becomes of it, and to list the page's faults.
    """
    if remedy := missing_reader(admitted.media_type):
        detail = f"Nothing that is installed reads {admitted.media_type}; {remedy}."
        return Rejection(admitted.url, "parse", "missing_reader", detail)
    read = _reader(admitted.media_type)
    if admitted.media_type == "text/html":
        return read(admitted, repeated, check=check)
    if admitted.media_type == "text/markdown":
        return read(admitted, repeated.headings if repeated else frozenset())
    return read(admitted)


def first_heading(admitted: Admitted) -> str:
    """Return the heading that begins a page of Markdown, as plain text; empty if none does."""
    from pinax_builder.parse.markdown.from_markdown import first_heading as found

    return found(admitted)


def import_readers(media_types: Iterable[MediaType]) -> None:
    """Import what reads some media types, for processes that are forked from this one."""
    for media_type in set(media_types):
        with suppress(Exception):  # the pages of that type will be rejected, and reported, in their turn
            if not missing_reader(media_type):
                _reader(media_type)


@cache
def _reader(media_type: MediaType) -> Callable[..., Page | Rejection]:
    """Import the reader of a media type."""
    (named,) = (known.reader for known in SOURCE_FORMATS if known.media_type == media_type)
    module, _, function = named.partition(":")
    reader: Callable[..., Page | Rejection] = getattr(import_module(f"{__name__}.{module}"), function)
    return reader
