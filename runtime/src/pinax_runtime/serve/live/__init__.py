"""Read pages from their sites now, instead of from the bundle.

In:    the URL of a page of a loaded docset.
Out:   its sections as Markdown and when they were fetched; or why the page could not be had live.
Rules: only addresses within the docset's base URL are asked, also after redirects, and only public ones, also after
       their names were resolved. Size, time and frequency are bounded. A server that was not told to does none of it.
"""

from __future__ import annotations

from pinax_runtime.serve.live.extracting import LiveSection
from pinax_runtime.serve.live.page_cache import PageCache, default_page_cache
from pinax_runtime.serve.live.page_reader import DEFAULT_TTL_S, LiveError, LivePage, LivePages

__all__ = [
    "DEFAULT_TTL_S",
    "LiveError",
    "LivePage",
    "LivePages",
    "LiveSection",
    "PageCache",
    "default_page_cache",
]
