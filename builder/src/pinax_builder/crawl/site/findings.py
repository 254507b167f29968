"""Gather what a crawl finds out, and make the listing of it: which URLs are pages, which are rejected and why.

In:    URLs as the strategies read them, and the outcome of each fetch.
Out:   Candidates to fetch; in the end a SiteListing.
Rules: whether a URL is a candidate is decided here and nowhere else, the same way for every strategy. It has to be
       canonical, in scope, no image or archive, wanted by include and exclude, and allowed by robots.txt. A glob of
       include and exclude must match the whole path below the base, as for folders; a regex is searched in path and
       query. Nothing is left out for a word in its path: `/billing`, `/css` and `/build` hold documentation somewhere.
       A URL out of scope is passed over in silence; every other rejection is kept. URLs that lead to one page are one
       page, found by all strategies that list any of them. A page and its Markdown twin are one, with the page's URL
       and the twin's text. A page that could not be had is taken from llms-full.txt if that has it.
       Candidates are handed out in waves: what was known when the wave before was done, best strategy first, then by
       URL. With that, what a crawl takes does not depend on which answer came first. Adding never waits and handing out
       never blocks, so that a worker which both takes and adds cannot starve.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Set
from dataclasses import dataclass, replace
from urllib.parse import urljoin, urlsplit

from pinax_builder.crawl.globs import compile_globs
from pinax_builder.crawl.listing import INVENTORY
from pinax_builder.crawl.site.responses import Failure
from pinax_builder.crawl.site.robots import ALLOWS_ALL
from pinax_builder.crawl.site.urls import Scope, UrlError, as_sent, canonical, pages_of_twin
from pinax_builder.crawl.site_records import (
    STRATEGIES,
    RequestCounts,
    SiteListing,
    SitePage,
    SiteSource,
    Strategy,
    StrategyCoverage,
)
from pinax_builder.formats import MARKDOWN, file_at
from pinax_builder.records import Rejection

_BITS = {strategy: 1 << number for number, strategy in enumerate(STRATEGIES)}
"""The lowest bit is the most trusted strategy's."""
_NO_PAGES = re.compile(
    r"\.(?:7z|aac|apk|atom|avi|avif|bin|bmp|bz2|css|csv|deb|dmg|docx?|eot|epub|exe|flac|gif|gz|ico|iso|jar|jpe?g|json"
    r"|m4[av]|map|mjs|mkv|mobi|mov|mp[34]|mpeg|msi|odt|og[gv]|opus|otf|pdf|pkg|png|pptx?|ps|rar|rpm|rss|rtf|svg|tar|tgz"
    r"|tiff?|ttf|txt|wasm|wav|webm|webmanifest|webp|whl|wmv|woff2?|xlsx?|xml|xz|zip|zst)$",
    re.IGNORECASE,
)
"""Suffixes that pages never have. `.js` is not among them, since pages are called `next.js`."""

MAX_REFUSED = 10_000
"""Number of rejections that are kept one by one; a hostile page could cause millions."""


@dataclass(slots=True)
class Candidate:
    """A URL that can be a page, and what became of it."""

    listed_by: int = 0
    """Bits of the strategies that list it."""
    index_file: str = ""
    """A folder's index file as a link names it, for servers that know only the file."""
    page_url: str = ""
    """URL where a reader finds the page that it leads to; empty if it leads to none, or was not fetched."""
    failure: Failure | None = None
    """Why it gave nothing."""


class Findings:
    """What is known of a site so far."""

    def __init__(self, source: SiteSource) -> None:
        self.url = canonical(source.url)
        """Where the crawl starts, after the start's redirects."""
        self.scope = Scope.of(source.base_url or self.url)
        self.robots = ALLOWS_ALL
        self.candidates: dict[str, Candidate] = {}
        self.handed_out = 0
        """Number of candidates that were handed out."""
        self.rejections: dict[tuple[str, str], Rejection] = {}
        self.notices: list[str] = []
        self.routes = set[str]()
        """Fragments that a site's scripts show as pages, such as `#/guide`."""
        self.title = ""
        """Title in llms.txt; empty if there is none."""
        self.full_pages: dict[str, SitePage] = {}
        """URL of a page → its text in an llms-full.txt."""
        self.has_markdown_names = False
        """Whether llms.txt links `.md` files; then every page is likely to have such a twin."""
        self.inventory = b""
        """The Sphinx inventory at the base; empty where there is none."""
        self.pages: dict[str, tuple[SitePage, ...]] = {}
        """URL where a reader finds a page → the page, and its Markdown twin if it has one."""
        self.probe: SitePage | None = None
        """Page that the server sends for an address that cannot exist; None if it sends none."""
        self._most_listed = source.limits.listed
        self._overflow = 0
        self._waiting: set[str] = set()
        self._wave: list[str] = []
        """In reverse: handed out from its end."""
        self._include, self._exclude = _tests(source.include), _tests(source.exclude)
        self._skipped: dict[str, str] = {}
        self._excluded: set[str] = set()

    def offer(self, raw: str, base: str, strategy: Strategy) -> str:
        """Judge a URL that a strategy lists; make it a candidate if it can be a page.

        Returns:
            The URL as the crawl knows it; empty if it is no candidate.
        """
        try:
            url = canonical(raw, base)
        except UrlError as error:
            if strategy != "links" or self._is_of_site(raw, base):
                self.refuse(_printable(raw), Failure("bad_url", f"The URL {error}; {strategy} lists it."))
            return ""
        taken = self.scope.take(url)
        if taken is None or (taken not in self.candidates and not self._is_candidate(taken)):
            return ""
        if taken not in self.candidates:
            if len(self.candidates) >= self._most_listed:
                self._overflow += 1
                return taken
            self.candidates[taken] = Candidate()
            self._waiting.add(taken)
        candidate = self.candidates[taken]
        candidate.listed_by |= _BITS[strategy]
        if taken.endswith("/") and not candidate.index_file and "index.htm" in raw:
            candidate.index_file = as_sent(raw, base)
        return taken

    def take(self, most: int) -> list[str]:
        """Hand out candidates of the current wave; of the next one when that is empty; none when all are."""
        if not self._wave:
            self._wave = sorted(self._waiting, key=self._rank, reverse=True)
            self._waiting = set()
        taken = [self._wave.pop() for _ in range(min(most, len(self._wave)))]
        self.handed_out += len(taken)
        return taken

    def _rank(self, url: str) -> tuple[int, str]:
        bits = self.candidates[url].listed_by
        return bits & -bits, url

    @property
    def left(self) -> int:
        """Count the URLs that were not handed out."""
        return len(self.candidates) - self.handed_out + self._overflow

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

    def n_pages(self) -> int:
        """Count the pages, a page and its twin as one."""
        return sum(self._home(url) == url for url in self.pages)

    def listing(self, requests: RequestCounts, stale: int, fetched_at: str, aborted: str) -> SiteListing:
        """Make the listing of the crawl.

        Args:
            requests: What went over the wire.
            stale: Number of pages that an earlier crawl had, and that the server failed to send this time.
            fetched_at: When the crawl started.
            aborted: Why it could not be finished; empty when it was.
        """
        names_of: defaultdict[str, set[str]] = defaultdict(set)
        for url in self.pages:
            names_of[self._home(url)].add(url)
        for url, candidate in self.candidates.items():
            if candidate.page_url:
                names_of[self._home(candidate.page_url)].add(url)
        pages = [self._page(url, names) for url, names in names_of.items()]
        failures = {url: found.failure for url, found in self.candidates.items() if found.failure}
        only_in_full = self.full_pages.keys() & failures.keys()
        pages += [self._placed(self.full_pages[url], url, [url]) for url in only_in_full]
        taken = only_in_full.union(*names_of.values())
        for url in sorted(failures.keys() - taken):
            self.refuse(url, failures[url])
        return SiteListing(
            url=self.url,
            base_url=self.scope.base_url,
            pages=tuple(sorted(pages, key=lambda page: page.url)),
            rejections=tuple(self.rejections[key] for key in sorted(self.rejections)),
            skipped=dict(sorted(Counter(self._skipped.values()).items())),
            excluded=len(self._excluded),
            inventories={INVENTORY: self.inventory} if self.inventory else {},
            cut=self.left,
            stale=stale,
            coverage=self._coverage(taken, failures.keys() - taken),
            notices=tuple(self.notices),
            requests=requests,
            title=self.title,
            fetched_at=fetched_at,
            probe=self._placed(self.probe, self.probe.url, []) if self.probe else None,
            aborted=aborted,
        )

    def _home(self, url: str) -> str:
        """Return the URL of a page, given its own or its Markdown twin's."""
        if self.pages[url][0].media_type != MARKDOWN.media_type:
            return url
        return next((page for page in pages_of_twin(url) if page in self.pages), url)

    def _page(self, url: str, names: Set[str]) -> SitePage:
        """Choose among the answers for a page: Markdown, if there is any; the others follow, best first."""
        page, *twins = self.pages[url]
        twins += [self.pages[name][0] for name in sorted(names) if name != url and name in self.pages]
        chosen = page if page.media_type == MARKDOWN.media_type else next(iter(twins), page)
        others = {(other.source_url, other.variant): other for other in (page, *twins)}
        if url in self.full_pages:
            others[url, "llms_full"] = self.full_pages[url]
        others.pop((chosen.source_url, chosen.variant))
        alternatives = tuple(self._placed(other, url, names) for other in others.values())
        return replace(self._placed(chosen, url, names), alternatives=alternatives)

    def _placed(self, answer: SitePage, url: str, names: Iterable[str]) -> SitePage:
        """Say where readers find the page of an answer, and which strategies list any of the URLs that lead to it."""
        path = self.scope.below(url).partition("?")[0] if self.scope.take(url) else ""
        bits = [self.candidates[name].listed_by for name in names if name in self.candidates]
        found_by = tuple(strategy for strategy, bit in _BITS.items() if any(bit & listed for listed in bits))
        return replace(answer, url=url, path=file_at(path), found_by=found_by)

    def _coverage(self, taken: Set[str], dead: Set[str]) -> dict[str, StrategyCoverage]:
        coverage: dict[str, StrategyCoverage] = {}
        for strategy, bit in _BITS.items():
            if listed := {url for url, candidate in self.candidates.items() if candidate.listed_by & bit}:
                coverage[strategy] = StrategyCoverage(len(listed), len(listed & taken), len(listed & dead))
        return coverage

    def _is_of_site(self, raw: str, base: str) -> bool:
        """Tell whether a broken link is the site's own; examples in the text name hosts that are none of ours."""
        try:
            return urlsplit(urljoin(base, raw)).hostname == urlsplit(self.scope.origin).hostname
        except ValueError:
            return False

    def _is_candidate(self, url: str) -> bool:
        if extension := extension_of_no_page(url):
            self.skip(url, extension)
        elif not self._is_wanted(self.scope.below(url)):
            if len(self._excluded) < MAX_REFUSED * 10:
                self._excluded.add(url)
        elif not self.robots.allows(url):
            self.refuse(url, Failure("robots", "The site's robots.txt forbids it; its owner may use --ignore-robots."))
        else:
            return True
        return False

    def _is_wanted(self, below: str) -> bool:
        """Apply `include` and `exclude` to what follows the base in a URL."""
        is_included = not self._include or any(test(below) for test in self._include)
        return is_included and not any(test(below) for test in self._exclude)


def _printable(text: str) -> str:
    """Show a URL that is none, in printable characters."""
    shown = text.encode("utf-8", "backslashreplace").decode("utf-8")[:200]
    return "".join(character if character.isprintable() else f"%{ord(character):02X}" for character in shown)


def extension_of_no_page(url: str) -> str:
    """Return a URL's extension if pages never have it, else an empty string.

    >>> extension_of_no_page("https://x.dev/logo.PNG?v=2"), extension_of_no_page("https://x.dev/guide/next.js")
    ('.png', '')
    """
    found = _NO_PAGES.search(url.partition("?")[0])
    return found[0].lower() if found else ""


def _tests(patterns: Iterable[str]) -> list[Callable[[str], object]]:
    """Make a test of each `/regex/`, and one of all globs."""
    regexes: list[str] = []
    globs: list[str] = []
    for pattern in patterns:
        is_regex = len(pattern) > 2 and pattern.startswith("/") and pattern.endswith("/") and pattern[1] != "*"
        (regexes if is_regex else globs).append(pattern)
    tests: list[Callable[[str], object]] = [re.compile(regex[1:-1]).search for regex in regexes]
    if compiled := compile_globs(globs):
        tests.append(lambda below: compiled.fullmatch(below.partition("?")[0]))
    return tests
