"""Which pages does a site name? One text format a module; none touches the network."""

from __future__ import annotations

from pinax_builder.crawl.site.strategies.links import Links, links_of
from pinax_builder.crawl.site.strategies.llms import LlmsTxt, is_nested, parse_llms_full, parse_llms_txt
from pinax_builder.crawl.site.strategies.robots import ROBOTS_BYTES, Robots
from pinax_builder.crawl.site.strategies.sitemap import Sitemap, SitemapError, parse_sitemap
from pinax_builder.crawl.site.strategies.twins import is_markdown_name, pages_of_twin, twin_of

__all__ = [
    "ROBOTS_BYTES",
    "Links",
    "LlmsTxt",
    "Robots",
    "Sitemap",
    "SitemapError",
    "is_markdown_name",
    "is_nested",
    "links_of",
    "pages_of_twin",
    "parse_llms_full",
    "parse_llms_txt",
    "parse_sitemap",
    "twin_of",
]
