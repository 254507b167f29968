"""Find where a crawl really starts: follow the start URL, read robots.txt on the way, and fix the scope.

In:    Findings of a crawl that has not begun.
Out:   The findings with what is known then: where the start leads, what is in scope, which rules hold.
Rules: a start may move to https, to its folder, or to another host (documentation does move): the scope moves with it,
       and a notice says so. Every host on the way is asked for its robots.txt before anything else.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from pinax_builder.crawl.site.fetching.responses import Failure
from pinax_builder.crawl.site.findings import Findings
from pinax_builder.crawl.site.session import PAGE, TEXT, Session
from pinax_builder.crawl.site.source import SiteSource
from pinax_builder.crawl.site.store import StoredAnswer
from pinax_builder.crawl.site.strategies import ROBOTS_BYTES, Robots
from pinax_builder.crawl.site.urls import Scope, canonical

HOPELESS = frozenset(
    {"dns", "tls", "private_address", "network", "proxy", "timeout", "robots", "robots_unavailable", "redirect_loop"}
)
"""Failures of the start page after which nothing else of the site can be fetched either."""
_UNREACHABLE = frozenset({"dns", "tls", "private_address", "network", "proxy", "timeout"})
"""Failures by which a host cannot be reached at all."""
_MAX_HOSTS = 4
"""Number of hosts that the start URL may lead through."""
_UNREADABLE = frozenset(("too_large", "bad_encoding"))
"""Reasons for which a robots.txt that is there cannot be read."""
_ROBOTS_BYTES = 8 * ROBOTS_BYTES
"""Bytes of robots.txt that are fetched: more than are read, so that a long file is cut and not refused."""


async def find_start(source: SiteSource, session: Session, findings: Findings) -> Failure | None:
    """Follow the start URL; return why the start page itself cannot be fetched.

    Raises:
        SiteDownError: The server fails again and again.
    """
    start = url = findings.url
    for _ in range(_MAX_HOSTS):
        robots = await _robots(url, source, session)
        findings.url, findings.scope = url, _scope(start, url, source)
        if isinstance(robots, Failure):
            findings.robots = Robots.forbidding_all()
            return robots
        findings.robots = robots
        if not robots.allows(url):
            return Failure("robots", "The site's robots.txt forbids the start page; its owner may use --ignore-robots.")
        moved: list[str] = []
        followed = await session.follow(url, PAGE, source.max_bytes, lambda to: _stop_at_host(url, to, moved))  # noqa: B023
        if not moved:
            findings.url = final = canonical(followed.url)
            findings.scope = _scope(start, final, source)
            if final != start:
                findings.notices.append(f"{start} leads to {final}; the crawl takes {findings.scope.base_url}.")
            taken = findings.scope.base_url
            if source.base_url and taken != Scope.of(source.base_url).base_url:
                findings.notices.append(
                    f"base_url is not used: {source.base_url} does not hold {final}."
                    f" Pages keep their addresses below {taken}."
                )
            return followed.outcome if isinstance(followed.outcome, Failure) else None
        url = moved[0]
    findings.url, findings.scope, findings.robots = url, _scope(start, url, source), Robots.forbidding_all()
    return Failure("redirect_loop", "The start leads from host to host.")


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
