"""Crawl sites: find a documentation site's pages, fetch them politely, keep them in a store.

In:    A SiteSource and an open PageStore.
Out:   A SiteListing. Its pages' bytes lie in the store; `read_page` gives one as Fetched, from any process.
Use:   with PageStore(path) as store:
           listing = crawl_site(SiteSource("https://docs.example.org/", delay_s=0.1), store)
       with StoreReader(path) as reader:
           fetched = read_page(listing.pages[0], reader)
Rules: all strategies are united, whichever fires first. Nothing that is wrong with one page raises. The listing depends
       on the site's answers alone. A crawl of the same store resumes or refreshes; offline it only reads. Importing
       this imports HTTP, which takes as long as all the rest: builds of folders do without it.
"""

from __future__ import annotations

from pinax_builder.crawl.site.browser import Chromium, find_chromium
from pinax_builder.crawl.site.renderer import (
    Browser,
    BrowserError,
    Load,
    RenderedPage,
    Rendering,
    RenderLimits,
    Resource,
)
from pinax_builder.crawl.site.responses import Failure
from pinax_builder.crawl.site.store import PageStore, StoreReader, read_page
from pinax_builder.crawl.site.walk import Network, crawl_site
from pinax_builder.crawl.site_records import FetchLimits, SiteListing, SiteSource

__all__ = [
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
    "Resource",
    "SiteListing",
    "SiteSource",
    "StoreReader",
    "crawl_site",
    "find_chromium",
    "read_page",
]
