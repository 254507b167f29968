"""Records that say which site to crawl, how far and how politely.

Rules: a SiteSource holds everything that decides which pages a crawl of an unchanged site finds. Its secret
       headers come from the environment, and no other secret is in the crawl.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from pinax_builder.formats import MAX_PAGE_BYTES

Strategy = Literal["llms_txt", "llms_full", "sitemap", "links"]

STRATEGIES: tuple[Strategy, ...] = ("llms_txt", "llms_full", "sitemap", "links")
"""All strategies, the most trusted first. The first that lists pages is the crawl's primary one."""

MAX_PAGES = 1500
"""Number of pages that a crawl takes unless the configuration says otherwise."""


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """Bounds of one request and of the whole crawl; tests make them small."""

    connect_s: float = 10.0
    """Longest time (seconds) to connect."""
    read_s: float = 20.0
    """Longest time (seconds) between two reads of a body."""
    total_s: float = 60.0
    """Longest time (seconds) from a request's start to the last byte of its body, however steadily it drips."""
    attempts: int = 3
    """Number of times that a request is sent while it fails in a way that may pass."""
    backoff_s: float = 1.0
    """Pause (seconds) before the second attempt; it doubles with each one."""
    retry_after_s: float = 60.0
    """Longest `Retry-After` (seconds) that is waited for; a longer one fails the request at once."""
    redirects: int = 8
    """Number of redirects that are followed from one URL."""
    failures: int = 12
    """Number of requests in a row that the server may fail before the crawl ends."""
    crawl_s: float = 4 * 3600.0
    """Longest time (seconds) of a crawl."""
    sitemaps: int = 500
    """Number of sitemaps that are read."""
    sitemap_depth: int = 3
    """Depth to which sitemap indexes may nest."""
    sitemap_bytes: int = 52_428_800
    """Largest sitemap (bytes, decompressed): the protocol's own limit."""
    llms_bytes: int = 33_554_432
    """Largest llms.txt or llms-full.txt (bytes) that is read."""
    llms_files: int = 50
    """Number of llms.txt files that are read, and of llms-full.txt files."""
    llms_depth: int = 3
    """Depth to which llms.txt files may lead to one another."""
    listed: int = 200_000
    """Number of URLs that are remembered; a site that lists more is cut, with a notice."""


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
    """Patterns as in `include`, which they win over."""
    max_pages: int = MAX_PAGES
    """Number of pages that all strategies together may take."""
    max_bytes: int = MAX_PAGE_BYTES
    """Largest page (bytes, decompressed) that is taken."""
    strategies: tuple[Strategy, ...] = STRATEGIES
    """Ways to find pages, in the order of STRATEGIES."""
    ignore_robots: bool = False
    """Whether to crawl without asking robots.txt."""
    allow_private: bool = False
    """Whether names may lead to private, loopback and link-local addresses."""
    offline: bool = False
    """Whether to send nothing and list what the store holds."""
    concurrency: int = 4
    """Number of requests at once."""
    delay_s: float = 0.1
    """Time (seconds) between the starts of two requests."""
    secret_headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Sent to the site's own host only; never stored, shown or logged."""
    limits: FetchLimits = FetchLimits()
