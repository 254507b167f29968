"""Turn the outcome of each fetch into a listing: which pages there are, and what each strategy contributed.

In:    The answer for each URL, or why there is none.
Out:   A SiteListing.
Rules: URLs that lead to one page are one page, found by all strategies that list any of them. A page and its Markdown
       twin are one, with the page's URL and the twin's text. A page that could not be had is taken from llms-full.txt
       if that has it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pinax_builder.crawl.site.discovery import Lists
from pinax_builder.crawl.site.fetching.responses import Failure
from pinax_builder.crawl.site.findings import Findings
from pinax_builder.crawl.site.listing import RequestCounts, SiteListing, SitePage, StrategyCoverage
from pinax_builder.crawl.site.source import STRATEGIES
from pinax_builder.crawl.site.start import Start
from pinax_builder.crawl.site.store import Answer
from pinax_builder.crawl.site.strategies import pages_of_twin
from pinax_builder.formats import MediaType


@dataclass(slots=True)
class PageAnswer:
    """A page's answer, in the store."""

    answer: Answer
    media_type: MediaType
    twin: PageAnswer | None = None


@dataclass(frozen=True, slots=True)
class NoPage:
    """An answer that is no page."""

    essence: str
    """Its media type without parameters."""


class Results:
    """The outcome of each URL."""

    def __init__(self) -> None:
        self.pages: dict[str, PageAnswer] = {}
        """By the URL where a reader finds the page."""
        self.leads_to: dict[str, str] = {}
        """Fetched URL → page URL."""
        self.failures: dict[str, Failure] = {}
        self.probe: PageAnswer | None = None
        """Page that the server sends for an address that cannot exist; None if it sends none."""
        self._skipped: dict[str, NoPage] = {}

    def add(self, url: str, page_url: str, got: PageAnswer) -> None:
        """Note a page."""
        self.leads_to[url] = page_url
        self.pages[page_url] = got

    def fail(self, url: str, failure: Failure) -> None:
        """Note that a URL gave nothing."""
        self.failures[url] = failure

    def skip(self, url: str, no_page: NoPage) -> None:
        """Note that a URL leads to no page."""
        self._skipped[url] = no_page

    def forget(self, url: str) -> None:
        """Remove the outcome of a URL."""
        self.pages.pop(self.leads_to.pop(url, ""), None)
        self.failures.pop(url, None)

    def n_pages(self) -> int:
        """Count the pages, a page and its twin as one."""
        return sum(1 for url in self.pages if not self.page_of(url))

    def page_of(self, url: str) -> str:
        """Name the page that a Markdown file is the twin of; empty if it is none's."""
        if self.pages[url].media_type != "text/markdown":
            return ""
        found = (page for page in pages_of_twin(url) if page in self.pages and page != url)
        return next(found, "")


def listing_of(
    start: Start,
    findings: Findings,
    results: Results,
    lists: Lists,
    stale: int,
    requests: RequestCounts,
    fetched_at: str,
    aborted: str,
) -> SiteListing:
    """Make the listing of a crawl."""
    aliases = _aliases(results)
    pages = [_page(url, names, findings, results, lists) for url, names in aliases.items()]
    pages += _only_in_full(findings, results, lists)
    taken = {name for names in aliases.values() for name in names} | {page.url for page in pages}
    for url, failure in results.failures.items():
        if url not in taken:
            findings.refuse(url, failure)
    return SiteListing(
        url=start.url,
        base_url=findings.scope.base_url,
        pages=tuple(sorted(pages, key=lambda page: page.url)),
        rejections=tuple(findings.rejections[key] for key in sorted(findings.rejections)),
        skipped=findings.skipped,
        excluded=findings.excluded,
        cut=findings.frontier.left,
        stale=stale,
        coverage=_coverage(findings, results, taken),
        notices=tuple(findings.notices),
        requests=requests,
        title=lists.title,
        fetched_at=fetched_at,
        probe=_probe(results, findings),
        inventory=lists.inventory,
        aborted=aborted,
    )


def _probe(results: Results, findings: Findings) -> SitePage | None:
    return site_page(results.probe.answer.url, results.probe, [], findings) if results.probe else None


def _aliases(results: Results) -> dict[str, list[str]]:
    """Return for each page all URLs that lead to it, its twin's included."""
    aliases: dict[str, list[str]] = {url: [url] for url in results.pages if not results.page_of(url)}
    for url, page_url in results.leads_to.items():
        aliases[results.page_of(page_url) or page_url].append(url)
    for url in results.pages:
        if page_url := results.page_of(url):
            aliases[page_url].append(url)
    return aliases


def _page(url: str, names: list[str], findings: Findings, results: Results, lists: Lists) -> SitePage:
    got = results.pages[url]
    markdown = [results.pages[name] for name in sorted(names) if name != url and name in results.pages]
    twins = [twin for twin in (got.twin, *markdown) if twin]
    chosen = got if got.media_type == "text/markdown" else next(iter(twins), got)
    others = {(other.answer.url, other.answer.variant): other for other in (got, *twins)}
    if url in lists.full_pages:
        others[url, "llms_full"] = PageAnswer(lists.full_pages[url], "text/markdown")
    others.pop((chosen.answer.url, chosen.answer.variant))
    return site_page(url, chosen, names, findings, others.values())


def _only_in_full(findings: Findings, results: Results, lists: Lists) -> list[SitePage]:
    """Take from llms-full.txt the pages that could not be fetched."""
    missing = sorted(set(lists.full_pages) & set(results.failures))
    return [site_page(url, PageAnswer(lists.full_pages[url], "text/markdown"), [url], findings) for url in missing]


def site_page(
    url: str, got: PageAnswer, names: Sequence[str], findings: Findings, others: Iterable[PageAnswer] = ()
) -> SitePage:
    """Describe a page.

    Args:
        url: URL for readers.
        got: The stored answer that is indexed.
        names: All URLs that lead to the page.
        findings: Know which strategies listed these.
        others: Other stored answers with the page, best first.
    """
    answer = got.answer
    path = findings.scope.below(url).partition("?")[0] if findings.scope.take(url) else ""
    return SitePage(
        url=url,
        path=path + "index.html" if not path or path.endswith("/") else path,
        media_type=got.media_type,
        size_bytes=answer.size_bytes,
        source_url=answer.url,
        variant=answer.variant,
        content_hash=answer.content_hash,
        fetched_at=answer.fetched_at,
        found_by=findings.frontier.found_by(names),
        lastmod=next((findings.lastmod[name] for name in sorted(names) if name in findings.lastmod), ""),
        alternatives=tuple(site_page(url, other, names, findings) for other in others),
    )


def _coverage(findings: Findings, results: Results, taken: set[str]) -> dict[str, StrategyCoverage]:
    coverage: dict[str, StrategyCoverage] = defaultdict()
    for strategy in STRATEGIES:
        listed = findings.frontier.listed_by(strategy)
        if listed:
            fetched = sum(1 for url in listed if url in taken)
            dead = sum(1 for url in listed if url in results.failures and url not in taken)
            coverage[strategy] = StrategyCoverage(len(listed), fetched, dead)
    return dict(coverage)
