"""Make sections of one page that a runtime has just read from its site: gate, then parse, as in a build.

The runtime finds this under the entry point group `pinax_runtime.extractors` where both are installed; it never imports
it.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from pinax_builder.formats import MAX_PAGE_BYTES, MediaType
from pinax_builder.gate import gate, gate_site_page, measure
from pinax_builder.parse import parse
from pinax_builder.records import Fetched, Rejection


def extract(content: bytes, media_type: MediaType, url: str) -> list[tuple[int, str, str, str]]:
    """Return (depth, anchor, title, Markdown) of each section of a page, in document order.

    Args:
        content: The page's bytes as the site sends them.
        media_type: text/html or text/markdown.
        url: The page's URL.

    Raises:
        ValueError: The response is no page with content; the message says what it is.
    """
    fetched = Fetched(url, urlsplit(url).path.lstrip("/"), content, media_type)
    admitted = gate(fetched, max_bytes=MAX_PAGE_BYTES)
    page = admitted if isinstance(admitted, Rejection) else parse(admitted)
    if isinstance(page, Rejection):
        raise ValueError(page.detail)
    refused = gate_site_page(measure(fetched, page))
    if refused:
        raise ValueError(refused.detail)
    return [(section.depth, section.anchor, section.title, section.text) for section in page.sections]
