"""Say which site to crawl, how far and how politely.

In:    What a person configured, headers already taken from the environment.
Out:   A SiteSource: everything that decides which pages a crawl of an unchanged site gives.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from pinax_builder.formats import MAX_PAGE_BYTES

Strategy = Literal["llms_txt", "llms_full", "sitemap", "links"]

STRATEGIES: tuple[Strategy, ...] = ("llms_txt", "llms_full", "sitemap", "links")
"""In the order in which they are believed: the first one that lists pages is called the primary one."""

MAX_PAGES = 1500


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """Bounds of one request and of the whole crawl; tests make them small."""

    connect_s: float = 10.0
    read_s: float = 20.0
    """Between two reads of a body."""
    total_s: float = 60.0
    """From a request's start to the last byte of its body, however steadily it drips."""
    attempts: int = 3
    backoff_s: float = 1.0
    """Before the second attempt; doubles with each one."""
    retry_after_s: float = 60.0
    """The longest `Retry-After` that is waited for; a longer one fails the request at once."""
    redirects: int = 8
    failures: int = 12
    """So many requests that fail for the server's sake, one after another, end the crawl."""
    crawl_s: float = 4 * 3600.0
    sitemaps: int = 500
    sitemap_depth: int = 3
    sitemap_bytes: int = 52_428_800
    """After decompression; the sitemap protocol's own limit."""
    llms_bytes: int = 33_554_432
    llms_files: int = 50
    llms_depth: int = 3
    listed: int = 200_000
    """URLs that are kept in mind; a site that lists more is cut, with a notice."""


@dataclass(frozen=True, slots=True)
class SiteSource:
    """A documentation site."""

    url: str
    """Where the crawl starts, as a person typed it."""
    base_url: str = ""
    """Only pages below it are taken; empty for the start URL's folder."""
    include: tuple[str, ...] = ()
    """Globs over the path below the base, or `/regex/` searched in path and query; empty takes every page."""
    exclude: tuple[str, ...] = ()
    max_pages: int = MAX_PAGES
    """Of all strategies together."""
    max_bytes: int = MAX_PAGE_BYTES
    """Of one page, after decompression."""
    strategies: tuple[Strategy, ...] = STRATEGIES
    ignore_robots: bool = False
    allow_private: bool = False
    """Let names resolve to private, loopback and link-local addresses."""
    offline: bool = False
    """Send nothing; give what the store holds."""
    concurrency: int = 4
    delay_s: float = 0.1
    """Between the starts of two requests."""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Sent to the site's own host only; never stored, shown or logged."""
    limits: FetchLimits = FetchLimits()
