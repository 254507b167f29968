"""Find where a crawl really starts: follow the start URL, read robots.txt on the way, and fix the scope.

In:    The start URL.
Out:   A Start: where it leads, what is in scope, which rules hold.
Rules: a start may move to https, to its folder, or to another host (documentation does move): the scope moves with it,
       and a notice says so. Every host on the way is asked for its robots.txt before anything else.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from pinax_builder.crawl.site.fetching.responses import Failure
from pinax_builder.crawl.site.session import PAGE, TEXT, Session, StoredAnswer
from pinax_builder.crawl.site.source import SiteSource
from pinax_builder.crawl.site.strategies import ROBOTS_BYTES, Robots
from pinax_builder.crawl.site.urls import Scope, canonical

_HOPELESS = frozenset(
    {"dns", "tls", "private_address", "network", "timeout", "robots", "robots_unavailable", "redirect_loop"}
)
"""Failures of the start page after which nothing else of the site can be fetched either."""
_UNREACHABLE = frozenset({"dns", "tls", "private_address", "network", "timeout"})
"""Failures by which a host cannot be reached at all."""
_MAX_HOSTS = 4
"""Number of hosts that the start URL may lead through."""
_UNREADABLE = frozenset(("too_large", "bad_encoding"))
"""Reasons for which a robots.txt that is there cannot be read."""
_ROBOTS_BYTES = 8 * ROBOTS_BYTES
"""Bytes of robots.txt that are fetched: more than are read, so that a long file is cut and not refused."""


@dataclass(frozen=True, slots=True)
class Start:
    """Where a crawl starts."""

    url: str
    scope: Scope
    robots: Robots
    failure: Failure | None = None
    """Why the start page itself cannot be fetched."""
    notices: list[str] = field(default_factory=list)

    @classmethod
    def unreached(cls, source: SiteSource) -> Start:
        """Return the start before any request was sent."""
        url = canonical(source.url)
        return cls(url, Scope.of(source.base_url or url), Robots.allowing_all())

    @property
    def is_hopeless(self) -> bool:
        """Tell whether nothing else of the site can be fetched either."""
        return self.failure is not None and self.failure.reason in _HOPELESS


async def find_start(url: str, source: SiteSource, session: Session) -> Start:
    """Follow the start URL.

    Raises:
        SiteDownError: The server fails again and again.
    """
    start = url
    for _ in range(_MAX_HOSTS):
        robots = await _robots(url, source, session)
        scope = _scope(start, url, source)
        if isinstance(robots, Failure):
            return Start(url, scope, Robots.forbidding_all(), robots)
        if not robots.allows(url):
            detail = "The site's robots.txt forbids the start page; its owner may use --ignore-robots."
            return Start(url, scope, robots, Failure("robots", detail))
        moved: list[str] = []
        followed = await session.follow(url, PAGE, source.max_bytes, lambda to: _stop_at_host(url, to, moved))  # noqa: B023
        if not moved:
            failure = followed.outcome if isinstance(followed.outcome, Failure) else None
            final = canonical(followed.url)
            scope = _scope(start, final, source)
            notices = [f"{start} leads to {final}; the crawl takes {scope.base_url}."] if final != start else []
            return Start(final, scope, robots, failure, notices)
        url = moved[0]
    failure = Failure("redirect_loop", "The start leads from host to host.")
    return Start(url, _scope(start, url, source), Robots.forbidding_all(), failure)


def _stop_at_host(url: str, target: str, moved: list[str]) -> str | Failure:
    """Stop where a redirect leads to another origin, whose robots.txt is to be read first."""
    if _origin(url) == _origin(target):
        return target
    moved.append(target)
    return Failure("moved", f"It redirects to {target}.")


def _scope(start: str, final: str, source: SiteSource) -> Scope:
    """Fix the scope: the start's folder, on the host that the start leads to."""
    asked = Scope.of(source.base_url or start)
    if _origin(final) == asked.origin:
        return asked
    moved = Scope(_origin(final), asked.path)
    return moved if moved.take(final) else Scope.of(final)


async def _robots(url: str, source: SiteSource, session: Session) -> Robots | Failure:
    """Read the robots.txt of a URL's host; a failure where the host cannot be reached at all."""
    url_of_robots = f"{_origin(url)}/robots.txt"
    if source.ignore_robots:
        return Robots.allowing_all()

    def allow(target: str) -> str | Failure:
        same = urlsplit(target).hostname == urlsplit(url).hostname
        return target if same else Failure("redirect_away", "robots.txt has moved to another host.")

    outcome = (await session.follow(url_of_robots, TEXT, _ROBOTS_BYTES, allow)).outcome
    if isinstance(outcome, StoredAnswer):
        is_page = "html" in outcome.answer.content_type
        return Robots.allowing_all() if is_page else Robots.of(outcome.content)
    if outcome.reason in _UNREACHABLE:
        return outcome
    if outcome.transient:
        detail = f"robots.txt cannot be had, so nothing may be fetched ({outcome.detail}); try again later."
        return Failure("robots_unavailable", detail)
    if outcome.reason in _UNREADABLE:
        detail = f"robots.txt cannot be read ({outcome.detail}), so nobody knows what it forbids; "
        return Failure("robots_unavailable", f"{detail}its owner may use --ignore-robots.")
    return Robots.allowing_all()


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
