"""Parse admitted pages into Page records with section trees.

In:    An admitted page, from `gate`.
Out:   A Page, or a Rejection of a page without content, or of one that nothing installed can read.
Rules: the table in `formats.py` names the reader of each media type; its module is imported when its first page comes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import cache
from importlib import import_module

from pinax_builder.formats import SOURCE_FORMATS, MediaType, missing_reader
from pinax_builder.parse.html.content import SAMPLE_PAGES, Repeated, find_repeated
from pinax_builder.parse.html.faults import compare_with_source, where_lost, where_lost_in_markdown
from pinax_builder.parse.inventory import InventoryError, Named, add_symbols, read_inventory
from pinax_builder.records import Admitted, Page, Rejection

__all__ = [
    "SAMPLE_PAGES",
    "InventoryError",
    "Named",
    "Repeated",
    "add_symbols",
    "explain_faults",
    "find_repeated",
    "first_heading",
    "import_readers",
    "parse",
    "read_inventory",
]


def parse(admitted: Admitted, repeated: Repeated | None = None, *, check: bool = False) -> Page | Rejection:
    """Parse one page by its media type; a page without content comes back as a `Rejection`.

    Args:
        admitted: The page.
        repeated: What most pages of the docset have in common, where that is known; it concerns HTML and Markdown.
        check: Whether to compare the page with what becomes of it, and to list its faults.
    """
    if remedy := missing_reader(admitted.media_type):
        detail = f"Nothing that is installed reads {admitted.media_type}; {remedy}."
        return Rejection(admitted.url, "parse", "missing_reader", detail)
    read, admitted = _reader(admitted.media_type), replace(admitted, is_compared=check)
    if admitted.media_type == "text/html":
        return read(admitted, repeated)
    if admitted.media_type == "text/markdown":
        page = read(admitted, repeated.headings if repeated else frozenset())
        return compare_with_source(page, admitted.text or "") if check and isinstance(page, Page) else page
    return read(admitted)


def first_heading(admitted: Admitted) -> str:
    """Return the heading that begins a page of Markdown, as plain text; empty if none does."""
    from pinax_builder.parse.markdown.from_markdown import first_heading as found

    return found(admitted)


def explain_faults(page: Page, admitted: Admitted, repeated: Repeated | None = None) -> Page:
    """Name the elements and the rules that lost what a page of HTML lacks; of Markdown, the headings above it.

    Args:
        page: The page, with its faults.
        admitted: The page as it was admitted; its tree is taken apart.
        repeated: What most pages of the docset have in common.
    """
    if admitted.media_type == "text/markdown":
        paths = where_lost_in_markdown(admitted.text or "", page.sections)
        return replace(page, faults=tuple(replace(fault, paths=paths) for fault in page.faults))
    if admitted.tree is None:
        return page
    paths = where_lost(admitted.tree, page.sections)
    traced = parse(replace(admitted, is_traced=True), repeated, check=True)
    faults = traced.faults if isinstance(traced, Page) else page.faults
    return replace(page, faults=tuple(replace(fault, paths=paths) for fault in faults))


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
