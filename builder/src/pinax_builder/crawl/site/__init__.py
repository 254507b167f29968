"""Crawl sites: find a documentation site's pages, fetch them politely, keep them in a store.

In:    A SiteSource and an open PageStore.
Out:   A SiteListing. Its pages' bytes lie in the store; `read_page` gives one as Fetched, from any process.
Use:   with PageStore(path) as store:
           listing = crawl_site(SiteSource("https://docs.example.org/", delay_s=0.1), store)
       with StoreReader(path) as reader:
           fetched = read_page(listing.pages[0], reader)
Rules: all strategies are united, whichever fires first. Nothing that is wrong with one page raises. The listing depends
       on the site's answers alone. A crawl of the same store resumes or refreshes; offline it only reads.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pinax_builder.crawl.site.records import (
    STRATEGIES,
    FetchLimits,
    RequestCounts,
    SiteListing,
    SitePage,
    SiteSource,
    StrategyCoverage,
)

if TYPE_CHECKING:
    from pinax_builder.crawl.site.fetching.responses import Failure
    from pinax_builder.crawl.site.rendering.browser import Chromium, find_chromium
    from pinax_builder.crawl.site.rendering.renderer import (
        Browser,
        BrowserError,
        Load,
        RenderedPage,
        Rendering,
        RenderLimits,
        Resource,
    )
    from pinax_builder.crawl.site.store import PageStore, StoreReader, read_page
    from pinax_builder.crawl.site.walk import Network, crawl_site

__all__ = [
    "STRATEGIES",
    "Browser",
    "BrowserError",
    "Chromium",
    "Failure",
    "FetchLimits",
    "Load",
    "Network",
    "PageStore",
    "RenderLimits",
    "RenderedPage",
    "Rendering",
    "RequestCounts",
    "Resource",
    "SiteListing",
    "SitePage",
    "SiteSource",
    "StoreReader",
    "StrategyCoverage",
    "crawl_site",
    "find_chromium",
    "read_page",
]

_HOMES = {
    "Chromium": "rendering.browser",
    "Failure": "fetching.responses",
    "Network": "walk",
    "PageStore": "store",
    "StoreReader": "store",
    "read_page": "store",
    "crawl_site": "walk",
    "find_chromium": "rendering.browser",
    **dict.fromkeys(
        ("Browser", "BrowserError", "Load", "RenderLimits", "RenderedPage", "Rendering", "Resource"),
        "rendering.renderer",
    ),
}
"""Name → module that is imported when the name is first asked for: HTTP takes as long to import as all the rest."""


def __getattr__(name: str) -> Any:
    """Import what only a crawl needs."""
    if name not in _HOMES:
        raise AttributeError(name)
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
