"""Crawl sites: find a documentation site's pages, fetch them politely, keep them in a store.

In:    A SiteSource and an open PageStore.
Out:   A SiteListing. Its pages' bytes lie in the store; `read_page` gives one as Fetched, from any process.
Rules: all strategies are united, whichever fires first. Nothing that is wrong with one page raises. The listing depends
       on the site's answers alone. A crawl of the same store resumes or refreshes; offline it only reads.
"""

from __future__ import annotations

from pinax_builder.crawl.site.listing import RequestCounts, SiteListing, SitePage, StrategyCoverage
from pinax_builder.crawl.site.source import STRATEGIES, FetchLimits, SiteSource
from pinax_builder.crawl.site.store import PageStore, StoreReader

__all__ = [
    "STRATEGIES",
    "FetchLimits",
    "PageStore",
    "RequestCounts",
    "SiteListing",
    "SitePage",
    "SiteSource",
    "StoreReader",
    "StrategyCoverage",
]
