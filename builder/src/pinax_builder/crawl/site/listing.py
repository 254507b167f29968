"""Records of what a crawl found: pages in the store, and how each page was found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass, field

from pinax_builder.crawl.listing import Listing
from pinax_builder.formats import MediaType


@dataclass(frozen=True, slots=True)
class SitePage:
    """A page whose bytes lie in the store; `PageStore.content(page.source_url, page.variant)` returns them."""

    url: str
    """Where a reader finds the page."""
    path: str
    """POSIX path below the base; `index.html` stands for a folder. Decides facets such as `type`."""
    media_type: MediaType
    size_bytes: int
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


@dataclass(frozen=True, slots=True)
class RequestCounts:
    """What went over the wire."""

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
    requests: RequestCounts = RequestCounts()
    probe: SitePage | None = None
    """Page that the server sends for an address that cannot exist; None if it answers that nothing is there."""
    aborted: str = ""
    """Why the crawl could not be finished, as a sentence; empty when it was. A next crawl of the store resumes it."""

    @property
    def primary(self) -> str:
        """Name the first strategy that listed a page; empty if none did."""
        return next(iter(self.coverage), "")
