"""Examine a docset's site: is what the bundle holds still what the site has?

In:    A DocsetConfig of a site, and the bundle that was built from it, if there is one.
Out:   A Diagnosis: figures and Findings.
Rules: the site is crawled again into its store (conditional requests; nothing is built). What an earlier crawl found is
       read from the store before that. What is lost by converting is told by the pages that `comparison.repeating`
       compares; one that cannot be read or converted is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from pinax_builder.comparison.checks import checks_of, summarize
from pinax_builder.comparison.repeating import choose_sample, compare_pages
from pinax_builder.configuration import DocsetConfig, SiteConfig
from pinax_builder.crawl import ListedPage, Listing
from pinax_builder.crawl.site_records import SiteListing
from pinax_builder.errors import SiteError
from pinax_builder.gate import SiteVerdict, gate
from pinax_builder.parse import Repeated, parse
from pinax_builder.processes import InlineExecutor, isolated
from pinax_builder.reading import open_entry
from pinax_builder.records import Fetched, Page, Rejection
from pinax_builder.report import DocsetCheck
from pinax_builder.site_gate import list_and_judge
from pinax_builder.sources import source_of
from pinax_runtime.format import BundleError, DocsetEntry

MAX_AGE_DAYS = 30
"""Age (days) from which a docset is stale unless the command line says otherwise."""
MAX_DEAD_SHARE = 0.05
"""Share of a strategy's URLs without a page above which its links count as dead."""
MAX_FEW_WORDS_SHARE = 0.5
"""Share of sampled pages with few words above which a site that links alone describe is thin."""
DRIFT = 2.0
"""Factor by which the numbers of pages in the bundle and on the site may differ."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a person should look at."""

    what: str
    """A slug: `unreachable`, `refused`, `not_built`, `drift`, `strategy_changed`, `thin`, `dead_links`, `lost`, or
    `stale`."""
    detail: str


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What the examination of a docset gave."""

    name: str
    url: str
    pages_built: int | None
    """In the bundle; None where it has no such docset."""
    pages_now: int | None
    """On the site; None where it could not be crawled."""
    strategy_before: str
    strategy_now: str
    findings: tuple[Finding, ...]


def examine(docset: DocsetConfig, bundle: Path | None, *, max_age_days: float = MAX_AGE_DAYS) -> Diagnosis:
    """Examine one docset.

    Args:
        docset: With a site.
        bundle: The folder of the bundle; None where nobody said.
        max_age_days: A docset fetched longer ago is stale.

    Raises:
        InputError: The store cannot be used.
        ConfigError: A header names a variable that the environment does not have.
    """
    site = docset.site
    if site is None:
        raise ValueError(f"{docset.name} has no site")
    entry = _entry(docset.name, bundle)
    before = _strategy_before(docset, site)
    findings = list(_of_bundle(entry, bundle, max_age_days))
    built = entry.n_pages if entry else None
    try:
        listing, verdict = list_and_judge(docset)
    except SiteError as error:
        findings.append(Finding("unreachable", str(error)))
        return Diagnosis(docset.name, site.url, built, None, before, "", tuple(findings))
    now = listing.primary if isinstance(listing, SiteListing) else ""
    findings += _of_crawl(listing, verdict, entry, before, now)
    findings += [Finding("lost", lost.detail) for lost in check_sample(docset, listing).warnings]
    pages = len(listing.pages)
    return Diagnosis(docset.name, site.url, built, pages, before, now, tuple(findings))


def _strategy_before(docset: DocsetConfig, site: SiteConfig) -> str:
    """Name the strategy that the last crawl found the site's pages by; empty where there was none."""
    if not site.store.exists():
        return ""
    try:
        earlier = source_of(replace(docset, site=replace(site, offline=True))).listed(lambda *_: None)
    except SiteError:
        return ""
    return earlier.primary if isinstance(earlier, SiteListing) else ""


def _entry(name: str, bundle: Path | None) -> DocsetEntry | None:
    if bundle is None:
        return None
    try:
        return next((docset for docset in open_entry(bundle).docsets if docset.name == name), None)
    except BundleError:
        return None


def _of_bundle(entry: DocsetEntry | None, bundle: Path | None, max_age_days: float) -> Iterator[Finding]:
    """Judge what is built."""
    if bundle and entry is None:
        yield Finding("not_built", f"The bundle {bundle} does not hold the docset.")
    if entry is None:
        return
    try:
        age = datetime.now(UTC) - datetime.fromisoformat(entry.fetched_at)
    except ValueError:
        return
    days = age.total_seconds() / 86_400
    if days > max_age_days:
        yield Finding("stale", f"The docset was fetched {days:.0f} days ago; {max_age_days:g} are allowed.")


def _of_crawl(
    listing: Listing, verdict: SiteVerdict | None, entry: DocsetEntry | None, before: str, now: str
) -> Iterator[Finding]:
    """Judge what the site has now."""
    pages = len(listing.pages)
    if entry and not entry.n_pages / DRIFT <= pages <= entry.n_pages * DRIFT:
        yield Finding("drift", f"The bundle has {entry.n_pages} pages, the site now {pages}.")
    if before and now != before:
        yield Finding("strategy_changed", f"Pages were found by {before} before, now by {now or 'none'}.")
    for strategy, found in (listing.coverage if isinstance(listing, SiteListing) else {}).items():
        if found.dead > MAX_DEAD_SHARE * max(1, found.listed):
            detail = f"Of {found.listed} URLs that {strategy} lists, {found.dead} give no page."
            yield Finding("dead_links", detail)
    if verdict and not verdict.admitted:
        yield Finding("refused", f"The gate refuses the site ({verdict.reason}): {verdict.detail}.")
    elif verdict and now == "links" and (share := verdict.figures["few_words_share"]) > MAX_FEW_WORDS_SHARE:
        detail = f"{share:.0%} of {verdict.sampled} sampled pages, found by links alone, have fewer than 80 words."
        yield Finding("thin", detail)


def check_sample(docset: DocsetConfig, listing: Listing) -> DocsetCheck:
    """Compare a sample of a docset's pages with the sections made of them."""
    sample = choose_sample(listing)
    repeated = compare_pages(docset, sample, InlineExecutor()).repeated
    return summarize([checks_of(_pages(docset, sample, repeated))], frozenset())


def _pages(docset: DocsetConfig, sample: Sequence[ListedPage], repeated: Repeated) -> Iterator[Page]:
    with source_of(docset).reading() as read:
        for listed in sample:
            fetched = read(listed.answers[0])
            if isinstance(fetched, Fetched) and fetched.media_type == "text/html":
                page = isolated(fetched.url, "parse", partial(_convert, fetched, docset, repeated))
                if isinstance(page, Page):
                    yield page


def _convert(fetched: Fetched, docset: DocsetConfig, repeated: Repeated) -> Page | Rejection:
    admitted = gate(fetched, max_bytes=docset.max_page_bytes)
    return admitted if isinstance(admitted, Rejection) else parse(admitted, repeated, check=True)
