"""Read pages from their sites now, instead of from the bundle.

In:    the URL of a page of a loaded docset.
Out:   the page's sections as Markdown, and when they were fetched; or the reason why the page cannot be read live.
Rules: requests go only to URLs below the docset's base URL and only to public addresses; redirects and resolved names
       are checked too. Size, time and frequency are bounded. All of this is off unless the server was told otherwise.
Why:   docs/decisions/0028
"""

from __future__ import annotations

from pinax_runtime.live.conversion import Conversion, Extractor, LiveSection, find_extractor
from pinax_runtime.live.pages import (
    DEFAULT_TTL_S,
    FILE,
    LiveError,
    LivePage,
    LivePages,
    PageCache,
    default_page_cache,
)

__all__ = [
    "DEFAULT_TTL_S",
    "FILE",
    "Conversion",
    "Extractor",
    "LiveError",
    "LivePage",
    "LivePages",
    "LiveSection",
    "PageCache",
    "default_page_cache",
    "find_extractor",
]
