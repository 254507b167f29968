"""Records of a crawl: which site, how far and how politely; which pages it found, and how each was found.

Rules: a SiteSource holds everything that decides which pages a crawl of an unchanged site finds. Its secret
       headers come from the environment, and no other secret is in the crawl.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass, field
from typing import Literal

from pinax_builder.crawl.listing import ListedPage, Listing
from pinax_builder.formats import MAX_PAGE_BYTES

Strategy = Literal["llms_txt", "llms_full", "sitemap", "links"]

STRATEGIES: tuple[Strategy, ...] = ("llms_txt", "llms_full", "sitemap", "links")
"""All strategies, the most trusted first. The first that lists pages is the crawl's primary one."""

MAX_PAGES = 1500
"""Number of pages that a crawl takes unless the configuration says otherwise."""


@dataclass(frozen=True, slots=True)
class SitePage(ListedPage):
    """A page whose bytes lie in the store; `PageStore.content(page.source_url, page.variant)` returns them."""

    source_url: str
    """Where the bytes came from: the page itself, its Markdown twin, or an llms-full.txt."""
    variant: str
    """Which of the store's answers for `source_url` (see `store.Variant`)."""
    content_hash: str
    """SHA-256 of the body as it was sent, hexadecimal."""
    found_by: tuple[str, ...] = ()
    """The strategies that listed it, in the order of STRATEGIES."""
    alternatives: tuple[SitePage, ...] = ()
    """The same page from the store's other answers, best first; used if the gate refuses this one."""

    @property
    def answers(self) -> tuple[SitePage, ...]:
        """The page once for each source of its bytes, best first."""
        return (self, *self.alternatives)

    @property
    def provenance(self) -> dict[str, str]:
        """Metadata that says where the page comes from: only what stays the same while the page does."""
        given = {"content_hash": self.content_hash, "found_by": " ".join(self.found_by)}
        if self.variant == "rendered":
            given["rendered"] = "yes"
        return given if self.source_url == self.url else {**given, "source_url": self.source_url}


@dataclass(frozen=True, slots=True)
class StrategyCoverage:
    """What one strategy contributed. A page that two strategies list counts in both."""

    listed: int
    """URLs in scope that it named."""
    fetched: int
    """Of these, pages whose bytes are in the store."""
    dead: int
    """Of these, URLs that gave no page."""


@dataclass(slots=True)
class RequestCounts:
    """What went over the wire; counted up during a crawl."""

    sent: int = 0
    """Requests, repeats included."""
    conditional: int = 0
    """Of these, with If-None-Match or If-Modified-Since."""
    not_modified: int = 0
    """Answers that said that nothing changed."""
    from_store: int = 0
    """Answers that this crawl had stored before it was interrupted (or any, offline)."""
    rendered: int = 0
    """Pages that a browser had to make."""

    def __add__(self, other: RequestCounts) -> RequestCounts:
        """Count two rounds of one crawl together."""
        return RequestCounts(*(mine + theirs for mine, theirs in zip(astuple(self), astuple(other), strict=True)))


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteListing(Listing):
    """What a site holds. A function of the site's answers alone: never of their order or timing."""

    pages: tuple[SitePage, ...]
    """Sorted by URL."""
    url: str
    """Where the crawl started, after the start's redirects."""
    cut: int = 0
    """URLs in scope that were not fetched because of `max_pages`."""
    stale: int = 0
    """Pages kept from an earlier crawl because the server failed to answer this time."""
    coverage: Mapping[str, StrategyCoverage] = field(default_factory=dict)
    """For each strategy that fired, in the order of STRATEGIES."""
    notices: tuple[str, ...] = ()
    """What a person should know: a cut, a move to another host, an obeyed crawl delay. One sentence each."""
    requests: RequestCounts = field(default_factory=RequestCounts)
    probe: SitePage | None = None
    """Page that the server sends for an address that cannot exist; None if it answers that nothing is there."""
    aborted: str = ""
    """Why the crawl could not be finished, as a sentence; empty when it was. A next crawl of the store resumes it."""

    @property
    def primary(self) -> str:
        """Name the first strategy that listed a page; empty if none did."""
        return next(iter(self.coverage), "")


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
