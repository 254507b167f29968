"""Gather what a crawl finds out: which URLs are candidates, which are rejected and why.

In:    URLs as the strategies read them, and the outcome of each fetch.
Out:   A frontier of candidates, rejections by URL, counts.
Rules: whether a URL is a candidate is decided here and nowhere else, the same way for every strategy. It has to be
       canonical, in scope, no image or archive, wanted by include and exclude, and allowed by robots.txt. A URL out of
       scope is passed over in silence; every other rejection is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from urllib.parse import urljoin, urlsplit

from pinax_builder.crawl.site.fetching.responses import Failure
from pinax_builder.crawl.site.filters import UrlFilter, extension_of_no_page
from pinax_builder.crawl.site.frontier import Frontier
from pinax_builder.crawl.site.source import SiteSource, Strategy
from pinax_builder.crawl.site.strategies import Robots
from pinax_builder.crawl.site.urls import Scope, UrlError, as_sent, canonical
from pinax_builder.records import Rejection

MAX_REFUSED = 10_000
"""Number of rejections that are kept one by one; a hostile page could cause millions."""


class Findings:
    """What is known of a site's URLs so far."""

    def __init__(self, source: SiteSource, scope: Scope, robots: Robots) -> None:
        self.scope = scope
        self.robots = robots
        self.frontier = Frontier(source.limits.listed)
        self.index_files: dict[str, str] = {}
        """URL of a folder → its index file as a link names it, for servers that know only the file."""
        self.lastmod: dict[str, str] = {}
        self.rejections: dict[tuple[str, str], Rejection] = {}
        self.notices: list[str] = []
        self.routes = set[str]()
        """Fragments that a site's scripts show as pages, such as `#/guide`."""
        self._filters = UrlFilter(source.include, source.exclude)
        self._skipped: dict[str, str] = {}
        self._excluded: set[str] = set()

    @property
    def skipped(self) -> dict[str, int]:
        """Count what is no page, by extension or media type."""
        return dict(sorted(Counter(self._skipped.values()).items()))

    @property
    def excluded(self) -> int:
        """Count what `include` and `exclude` leave out."""
        return len(self._excluded)

    def offer(self, raw: str, base: str, strategy: Strategy, lastmod: str = "") -> str:
        """Judge a URL that a strategy lists; make it a candidate if it can be a page.

        Returns:
            The URL as the crawl knows it; empty if it is no candidate.
        """
        try:
            url = canonical(raw, base)
        except UrlError as error:
            if strategy != "links" or self._is_of_site(raw, base):
                self.refuse(printable(raw), Failure("bad_url", f"The URL {error}; {strategy} lists it."))
            return ""
        taken = self.scope.take(url)
        if taken is None:
            return ""
        if taken not in self.frontier and not self._is_candidate(taken):
            return ""
        self.frontier.add(taken, strategy)
        if taken.endswith("/") and taken not in self.index_files and "index.htm" in raw:
            self.index_files[taken] = as_sent(raw, base)
        if lastmod:
            self.lastmod.setdefault(taken, lastmod)
        return taken

    def refuse(self, url: str, failure: Failure) -> None:
        """Keep a rejection, once for each URL and reason."""
        if len(self.rejections) < MAX_REFUSED:
            self.rejections.setdefault((url, failure.reason), Rejection(url, "crawl", failure.reason, failure.detail))

    def skip(self, url: str, kind: str) -> None:
        """Note that a URL leads to what is no page."""
        if len(self._skipped) < MAX_REFUSED:
            self._skipped[url] = kind

    def note_routes(self, routes: Iterable[str]) -> None:
        """Note fragments that a site's scripts show as pages."""
        if len(self.routes) < MAX_REFUSED:
            self.routes.update(routes)

    def may_follow(self, target: str) -> str | Failure:
        """Return the URL to follow when a page redirects to a target, or why it may not be followed."""
        taken = self.scope.take(target)
        if taken is None:
            return Failure("redirect_away", f"It redirects to {target}, outside {self.scope.base_url}.")
        if not self.robots.allows(taken):
            return Failure("robots", f"It redirects to {target}, which robots.txt forbids.")
        return taken

    def wants(self, url: str) -> bool:
        """Tell whether `include` and `exclude` let a URL in."""
        return self._filters.wants(self.scope.below(url))

    def _is_of_site(self, raw: str, base: str) -> bool:
        """Tell whether a broken link is the site's own; examples in the text name hosts that are none of ours."""
        try:
            return urlsplit(urljoin(base, raw)).hostname == urlsplit(self.scope.origin).hostname
        except ValueError:
            return False

    def _is_candidate(self, url: str) -> bool:
        if extension := extension_of_no_page(url):
            self.skip(url, extension)
        elif not self.wants(url):
            if len(self._excluded) < MAX_REFUSED * 10:
                self._excluded.add(url)
        elif not self.robots.allows(url):
            self.refuse(url, Failure("robots", "The site's robots.txt forbids it; its owner may use --ignore-robots."))
        else:
            return True
        return False


def printable(text: str) -> str:
    """Show a URL that is none, in printable characters."""
    shown = text.encode("utf-8", "backslashreplace").decode("utf-8")[:200]
    return "".join(character if character.isprintable() else f"%{ord(character):02X}" for character in shown)
