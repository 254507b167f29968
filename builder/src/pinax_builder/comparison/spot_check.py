"""Check what some pages of a docset lose when they are converted, without building a bundle.

In:    A docset and its listing.
Out:   A DocsetCheck of the sample.
Rules: the sample is the one that `repeating` compares. A page that cannot be read or converted is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pinax_builder.comparison.checks import checks_of, summarize
from pinax_builder.comparison.repeating import choose_sample, find_shared
from pinax_builder.configuration import DocsetConfig
from pinax_builder.crawl import Listing
from pinax_builder.gate import gate
from pinax_builder.parse import Repeated, parse
from pinax_builder.processes import InlineExecutor, isolated
from pinax_builder.records import Fetched, Page, Rejection
from pinax_builder.report import DocsetCheck
from pinax_builder.sources import source_of


def check_sample(docset: DocsetConfig, listing: Listing) -> DocsetCheck:
    """Compare a sample of a docset's pages with the sections made of them."""
    repeated = find_shared(docset, listing, InlineExecutor())
    pages = list(_pages(docset, listing, repeated))
    return summarize([checks_of(pages)], frozenset())


def _pages(docset: DocsetConfig, listing: Listing, repeated: Repeated) -> Iterator[Page]:
    with source_of(docset).reading() as read:
        for listed in choose_sample(listing):
            fetched = read(listed.answers[0])
            if isinstance(fetched, Fetched) and fetched.media_type == "text/html":
                page = isolated(fetched.url, "parse", partial(_convert, fetched, docset, repeated))
                if isinstance(page, Page):
                    yield page


def _convert(fetched: Fetched, docset: DocsetConfig, repeated: Repeated) -> Page | Rejection:
    admitted = gate(fetched, max_bytes=docset.max_page_bytes)
    return admitted if isinstance(admitted, Rejection) else parse(admitted, repeated, check=True)
