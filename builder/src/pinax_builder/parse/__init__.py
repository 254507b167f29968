"""Parse admitted pages into Page records with section trees."""

from __future__ import annotations

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


def parse(admitted: Admitted, repeated: Repeated | None = None, *, check: bool = False) -> Page | Rejection:
    """Parse one page by its media type; a page without content comes back as a `Rejection`.

    Args:
        admitted: The page.
        repeated: What most pages of the docset have in common, where that is known.
        check: Whether to compare HTML with what becomes of it, and to list the page's faults.
    """
    if admitted.media_type == "text/html":
        from pinax_builder.parse.html.from_html import parse_html  # lxml and bs4 load only where there is HTML

        return parse_html(admitted, repeated, check=check)
    if admitted.media_type == "text/plain":
        from pinax_builder.parse.code.from_code import parse_source  # the grammars are an extra

        return parse_source(admitted)
    from pinax_builder.parse.markdown.from_markdown import parse_markdown

    return parse_markdown(admitted)
