"""Read a listed page from the store, in whichever process."""

from __future__ import annotations

from typing import Protocol

from pinax_builder.crawl.site.listing import SitePage
from pinax_builder.records import Fetched, Rejection


class Bodies(Protocol):
    """What bodies are read from: a PageStore or a StoreReader."""

    def content(self, url: str, variant: str) -> bytes | None:
        """Return a stored body; None if there is none."""


def read_page(page: SitePage, bodies: Bodies) -> Fetched | Rejection:
    """Read one page of a listing; never raises for it."""
    content = bodies.content(page.source_url, page.variant)
    if content is None:
        return Rejection(page.url, "crawl", "unreadable", "The store does not hold it any more; crawl again.")
    return Fetched(page.url, page.path, content, page.media_type)
