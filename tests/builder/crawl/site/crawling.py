"""What the tests of site crawls share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pinax_builder.crawl.site import FetchLimits, SiteListing

LIMITS = FetchLimits(
    connect_s=60.0,
    read_s=60.0,
    total_s=120.0,
    attempts=2,
    backoff_s=0.01,
    retry_after_s=0.3,
    redirects=5,
    failures=6,
    crawl_s=900.0,
)
"""Few repeats and failures; time enough on a machine that is busy."""
HASTY = replace(LIMITS, read_s=1.0, total_s=2.0)
"""For sites whose silence has to end."""

Crawl = Callable[..., SiteListing]


def paths(listing: SiteListing) -> list[str]:
    """The listed pages' paths below the base."""
    return [page.url.removeprefix(listing.base_url) for page in listing.pages]


def reasons(listing: SiteListing) -> dict[str, str]:
    """Rejected path (or URL) → reason."""
    return {r.url.removeprefix(listing.base_url): r.reason for r in listing.rejections}
