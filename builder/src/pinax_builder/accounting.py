"""Account for every page of a docset: make its report from what each stage has said.

In:    A docset's listing, the results of its batches, and the choice among its pages.
Out:   A DocsetReport.
Rules: pages that were rejected though a browser may show text in them are a warning if they are more than a fifth of
       the docset. What is empty, repeats another page or only leads to one does not count.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace

from pinax_builder.batches import BatchResult
from pinax_builder.comparison import summarize
from pinax_builder.crawl import Listing
from pinax_builder.crawl.site_records import SiteListing
from pinax_builder.deduplication import Choice
from pinax_builder.errors import OF_SHELLS
from pinax_builder.gate import SiteVerdict
from pinax_builder.records import PageSummary, Rejection
from pinax_builder.report import DocsetCheck, DocsetReport, Finding, SiteReport

REJECTED_SHARE = 0.2
"""Share of a docset's pages above which rejected ones are a warning."""
REJECTED_PAGES = 3
"""Number of such pages below which they are not."""
_NOT_READ_WORDS = """
    beyond_limits crashed internal_error javascript_shell no_content thin too_deep too_large too_slow undecodable
"""
_NOT_READ = frozenset(_NOT_READ_WORDS.split())
"""Reasons to reject pages that may show text in a browser."""
_OF_REJECTED = "open one in a browser; if it shows text, build from what the pages are made of, such as Markdown"


def account(
    name: str,
    listing: Listing,
    results: Sequence[BatchResult],
    choice: Choice,
    notices: Mapping[str, tuple[str, ...]],
) -> DocsetReport:
    """Make the report of one docset.

    Args:
        name: The docset's name.
        listing: Its pages before any was read.
        results: Of all its batches.
        choice: Which pages are written.
        notices: By path, what was wrong with files beside the pages.
    """
    rejected = [rejection for result in results for rejection in result.rejections]
    chosen = ((url, (said,)) for url, said in choice.notices.items())
    return _report(
        name,
        listing,
        choice.kept,
        [*rejected, *choice.rejections],
        _joined([*notices.items(), *(found for result in results for found in result.notices), *chosen]),
        summarize([result.checks for result in results], choice.dropped),
    )


def account_refused(name: str, listing: Listing, verdict: SiteVerdict) -> DocsetReport:
    """Make the report of a site that the gate refuses: its pages as they were listed, and the sample in figures."""
    figures = ", ".join(f"{key} {round(value, 3):g}" for key, value in sorted(verdict.figures.items()))
    said = f"The site is refused ({verdict.reason}), by a sample of {verdict.sampled} pages: {verdict.detail}"
    notices = {listing.base_url: (said, f"Figures of the sample: {figures}.")}
    return _report(name, listing, (), (), notices, DocsetCheck())


def _report(
    name: str,
    listing: Listing,
    kept: Iterable[PageSummary],
    rejections: Iterable[Rejection],
    notices: Mapping[str, tuple[str, ...]],
    check: DocsetCheck,
) -> DocsetReport:
    sections = array("L", (page.n_sections for page in kept))
    rejections = sorted([*listing.rejections, *rejections], key=lambda rejection: rejection.url)
    return DocsetReport(
        name=name,
        listed=len(listing.pages),
        admitted=len(sections),
        sections=sum(sections),
        rejections=tuple(rejections),
        notices=notices,
        skipped=dict(listing.skipped),
        unread=dict(listing.unread),
        excluded=listing.excluded,
        ignored=listing.ignored,
        site=_site_report(listing, kept),
        check=replace(check, findings=(*_of_rejections(rejections, len(sections)), *check.findings)),
    )


def _of_rejections(rejections: Sequence[Rejection], admitted: int) -> Iterator[Finding]:
    """Find that many of a docset's pages could not be read."""
    not_read = [one for one in rejections if one.reason in _NOT_READ]
    pages = len(not_read)
    if pages < REJECTED_PAGES or pages <= REJECTED_SHARE * (pages + admitted):
        return
    reasons = Counter(one.reason for one in not_read).most_common()
    counts = ", ".join(f"{reason} {number}" for reason, number in reasons)
    detail = f"{pages} of {pages + admitted} pages were rejected ({counts}), such as {not_read[0].url}."
    advice = OF_SHELLS if reasons[0][0] == "javascript_shell" else _OF_REJECTED
    yield Finding("rejected", pages, is_warning=True, detail=f"{detail} {advice[0].upper()}{advice[1:]}.", paths={})


def _joined(notices: Sequence[tuple[str, tuple[str, ...]]]) -> dict[str, tuple[str, ...]]:
    """Put all notices of a page together."""
    joined: dict[str, tuple[str, ...]] = {}
    for url, said in notices:
        joined[url] = joined.get(url, ()) + said
    return joined


def _site_report(listing: Listing, kept: Iterable[PageSummary]) -> SiteReport | None:
    """Say how a site was crawled, and how many pages of each strategy are in the bundle."""
    if not isinstance(listing, SiteListing):
        return None
    urls = {page.url for page in kept}
    admitted = Counter(strategy for page in listing.pages if page.url in urls for strategy in page.found_by)
    coverage = {
        strategy: {**asdict(found), "admitted": admitted[strategy]} for strategy, found in listing.coverage.items()
    }
    requests = asdict(listing.requests)
    return SiteReport(listing.url, listing.base_url, coverage, requests, listing.notices, listing.cut, listing.stale)
