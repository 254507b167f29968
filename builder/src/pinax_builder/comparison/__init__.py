"""Compare a docset's pages with one another, and with the sections made of them."""

from __future__ import annotations

from pinax_builder.comparison.checks import PageChecks, checked_share, checks_of, is_checked, summarize
from pinax_builder.comparison.repeating import choose_sample, compare_pages

__all__ = [
    "PageChecks",
    "checked_share",
    "checks_of",
    "choose_sample",
    "compare_pages",
    "is_checked",
    "summarize",
]
