"""Refuse to replace a good docset by a far worse crawl.

In:    The folder of a bundle, and how many pages each docset that is a site would have now.
Out:   Nothing; or WorseCrawlError.
Rules: runs before anything is switched. No bundle, or one that cannot be read, holds nothing to protect.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pinax_builder.errors import WorseCrawlError
from pinax_runtime.format import ENTRY, BundleError, Entry
from pinax_runtime.trust import read_file


def refuse_worse(bundle: Path, pages: Mapping[str, int]) -> None:
    """Compare what a build would write with what it would replace.

    Raises:
        WorseCrawlError: A docset would have fewer than half of its pages.
    """
    before = pages_of(bundle)
    for name, n_now in pages.items():
        if 2 * n_now < before.get(name, 0):
            raise WorseCrawlError(name, before[name], n_now)


def pages_of(bundle: Path) -> dict[str, int]:
    """Count the pages of a bundle's docsets; nothing where there is no readable bundle."""
    try:
        entry = Entry.from_bytes(read_file(bundle / ENTRY), str(bundle))
    except (OSError, BundleError):
        return {}
    return {docset.name: docset.n_pages for docset in entry.docsets}
