"""Hold a docset's site against the gate between crawl and parse.

In:    A docset whose site was crawled, and its listing.
Out:   A SiteVerdict from a sample of its pages; nothing for a folder.
Rules: what is sampled depends on the listing alone. Pages that are refused for being no documentation at all (binary,
       too large, stubs that lead elsewhere) say nothing about the site and are left out of the sample.
"""

from __future__ import annotations

from collections.abc import Iterable

from pinax_builder.config import DocsetConfig
from pinax_builder.gate import PageFigures, SiteVerdict, choose_sample, gate, judge_site, measure
from pinax_builder.parse import parse
from pinax_builder.records import Fetched, Rejection
from pinax_builder.sources import DocsetListing, reader_of

_FAILURES = frozenset({"timeout", "network", "tls", "dns", "server_error", "rate_limited", "forbidden", "http_error"})
_LEAST_FAILURES = 20
"""Fewer addresses that could not be had condemn no site."""
_SAYS_NOTHING = frozenset({"empty", "no_content"})


def judge_docset(docset: DocsetConfig, listing: DocsetListing) -> SiteVerdict | None:
    """Judge a docset's site by a sample of its pages; None for a folder, and where no page was listed."""
    if docset.site is None or not listing.pages:
        return None
    with reader_of(docset) as read:
        fetched = [read(listing.pages[at]) for at in choose_sample(len(listing.pages))]
    sample = list(_measured(item for item in fetched if isinstance(item, Fetched)))
    failed = sum(rejection.reason in _FAILURES for rejection in listing.rejections)
    share = failed / (failed + len(listing.pages)) if failed >= _LEAST_FAILURES else 0.0
    return judge_site(sample, language=docset.language, failed_share=share)


def _measured(sample: Iterable[Fetched]) -> Iterable[PageFigures]:
    for fetched in sample:
        try:
            admitted = gate(fetched)
            page = admitted if isinstance(admitted, Rejection) else parse(admitted)
        except Exception:  # a defect of ours; the page will be rejected, and reported, when its turn comes
            continue
        if not isinstance(page, Rejection):
            yield measure(fetched, page, guess=True)
        elif page.reason in _SAYS_NOTHING:
            yield measure(fetched, None)
