"""Judge a docset's site as a whole: between crawl and parse, and before it replaces an earlier crawl.

In:    A docset whose site was crawled, and its listing.
Out:   A SiteVerdict from a sample of its pages; nothing for a folder.
Rules: what is sampled depends on the listing alone. Pages that are refused for being no documentation at all (binary,
       too large, stubs that lead elsewhere) say nothing about the site and are left out of the sample. Of a page that
       can be had from several places the first one that the gate admits counts, as in the build.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from pinax_builder.configuration import DocsetConfig
from pinax_builder.crawl import ListedPage, Listing
from pinax_builder.crawl.site_records import SiteListing
from pinax_builder.errors import WorseCrawlError
from pinax_builder.gate import (
    PageFigures,
    SiteVerdict,
    choose_sample,
    gate,
    gate_site_page,
    has_scripts,
    is_shell,
    judge_site,
    measure,
)
from pinax_builder.parse import parse
from pinax_builder.reading import open_entry
from pinax_builder.records import Fetched, Rejection
from pinax_builder.sources import CrawledSource, Progress, Reader, source_of
from pinax_runtime.format import BundleError

_FAILURES = frozenset({"timeout", "network", "tls", "dns", "server_error", "rate_limited", "forbidden", "http_error"})
"""Reasons of rejections that are the server's failures."""
_LEAST_FAILURES = 20
"""Number of failed addresses below which failures never count against a site."""
_SAYS_NOTHING = frozenset({"empty", "javascript_shell", "no_content"})
"""Reasons of rejections that count in the sample: such a page says something about its site."""
SHELLS = {"javascript_shell": is_shell, "one_shell": has_scripts}
"""Reason of a verdict that a browser may change → how to tell the pages that need one."""


def list_and_judge(
    docset: DocsetConfig, progress: Progress = lambda fetched, listed, refused: None
) -> tuple[Listing, SiteVerdict | None]:
    """List a docset and judge it; let a browser fill a site of shells, and judge it again.

    Returns:
        What there is to build from, with the verdict on that; None where nothing is judged.

    Raises:
        BuildError: As `Source.listed`.
    """
    source = source_of(docset)
    listing = source.listed(progress)
    verdict = _judged(docset, listing) if docset.gate else None
    if not isinstance(source, CrawledSource) or verdict is None or verdict.reason not in SHELLS:
        return listing, verdict
    from pinax_builder.crawl import site as crawling

    if not source.may_render:
        return listing, _otherwise(verdict, "let a browser fill the pages (without --no-render or `render = false`)")
    try:
        rendering = source.rendering(SHELLS[verdict.reason])
    except crawling.BrowserError as error:
        return listing, _otherwise(verdict, str(error))
    filled = source.listed(progress, rendering, listing)
    again = _judged(docset, filled) or verdict
    return filled, again if again.admitted else replace(again, detail=f"{again.detail}, even in a browser")


def _otherwise(verdict: SiteVerdict, remedy: str) -> SiteVerdict:
    """Put a remedy before the verdict's own."""
    return replace(verdict, remedy=f"{remedy}, or {verdict.remedy}")


def _judged(docset: DocsetConfig, listing: Listing) -> SiteVerdict | None:
    """Judge a docset's site by a sample of its pages; None for a folder, and where no page was listed."""
    if not isinstance(listing, SiteListing) or not listing.pages:
        return None
    with source_of(docset).reading() as read:
        sampled = set(choose_sample(len(listing.pages)))
        pages = [page for at, page in enumerate(listing.pages) if at in sampled]
        sample = [figures for page in pages if (figures := _figures(page, read))]
        probe = _figures(listing.probe, read) if listing.probe else None
    failed = sum(rejection.reason in _FAILURES for rejection in listing.rejections)
    share = failed / (failed + len(listing.pages)) if failed >= _LEAST_FAILURES else 0.0
    return judge_site(sample, language=docset.language, probe=probe, failed_share=share)


def _figures(page: ListedPage, read: Reader) -> PageFigures | None:
    """Measure a page; None where it says nothing about the site."""
    measured = [figures for answer in page.answers if (figures := _measured(read(answer)))]
    good = (figures for figures in measured if gate_site_page(figures) is None)
    return next(good, measured[0] if measured else None)


def _measured(fetched: Fetched | Rejection) -> PageFigures | None:
    if isinstance(fetched, Rejection):
        return None
    try:
        admitted = gate(fetched)
        page = admitted if isinstance(admitted, Rejection) else parse(admitted)
    except Exception:  # a defect of ours; the page will be rejected, and reported, when its turn comes
        return None
    if not isinstance(page, Rejection):
        return measure(fetched, page, of_sample=True)
    return measure(fetched, None) if page.reason in _SAYS_NOTHING else None


def refuse_worse(bundle: Path, pages: Mapping[str, int]) -> None:
    """Refuse to replace a good docset by a far worse crawl. A bundle that cannot be read has nothing to protect.

    Args:
        bundle: Folder of the bundle that would be replaced, if there is one.
        pages: Number of pages that each docset of a site would have now.

    Raises:
        WorseCrawlError: A docset would have fewer than half of its pages.
    """
    try:
        before = {docset.name: docset.n_pages for docset in open_entry(bundle).docsets}
    except BundleError:
        return
    for name, n_now in pages.items():
        if 2 * n_now < before.get(name, 0):
            raise WorseCrawlError(name, before[name], n_now)
