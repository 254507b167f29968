"""Find the chrome of a docset by comparing some of its pages before any is parsed.

In:    A docset and its listing.
Out:   Repeated: what is the same on most of them. Every page is parsed with it.
Rules: which pages are compared depends on their URLs alone, so the bundle's bytes do not depend on the workers. A page
       that cannot be compared is left out; where the comparison itself fails, nothing is taken for chrome.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from hashlib import blake2b
from heapq import nsmallest
from typing import NamedTuple

from lxml.html import HtmlElement

from pinax_builder.configuration import DocsetConfig
from pinax_builder.crawl import ListedPage, Listing
from pinax_builder.formats import HTML, MARKDOWN
from pinax_builder.gate import gate
from pinax_builder.parse import SAMPLE_PAGES, Repeated, find_repeated, first_heading
from pinax_builder.processes import PageTooSlowError, in_order, time_limit
from pinax_builder.records import Admitted, Fetched, Rejection
from pinax_builder.sources import Reader, source_of

_PAGE_SECONDS = 5.0
"""Processor time to read one page of the sample (seconds); a page that takes more is left out."""
_COMPARED = (HTML.media_type, MARKDOWN.media_type)
_MAX_BYTES = 1_000_000
"""Largest size of a page of the sample (bytes)."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Pages of a docset to compare: one task for a worker process."""

    docset: DocsetConfig
    files: tuple[ListedPage, ...]

    def singles(self) -> Iterator[Sample]:
        """Yield nothing: a single page has nothing to be compared with."""
        return iter(())


class Compared(NamedTuple):
    """What comparing a sample has found."""

    repeated: Repeated = Repeated()
    is_stable: bool = False
    """Whether another run would find the same: no page took too long or met a defect, and no process died."""


def compare_pages(docset: DocsetConfig, pages: tuple[ListedPage, ...], executor: Executor) -> Compared:
    """Compare pages of a docset."""
    found = [compared for _, compared in in_order(executor, compare, [Sample(docset, pages)], lambda _: Compared())]
    return found[0] if found else Compared()  # nothing comes back from a process that died


def choose_sample(listing: Listing) -> tuple[ListedPage, ...]:
    """Choose the pages to compare: those whose URLs have the lowest digests, so the same ones in each build."""
    return tuple(nsmallest(SAMPLE_PAGES, listing.pages, key=_rank))


def _rank(page: ListedPage) -> bytes:
    return blake2b(page.url.encode("utf-8", "surrogatepass")).digest()


def compare(sample: Sample) -> Compared:
    """Compare the pages of a sample, in a worker process."""
    trees: list[HtmlElement] = []
    first_headings: list[str] = []
    is_stable = True
    with source_of(sample.docset).reading() as read:
        for listed in sample.files:
            try:
                with time_limit(_PAGE_SECONDS):
                    admitted = _admitted(listed, read, sample.docset)
                    if admitted and admitted.text:
                        first_headings.append(first_heading(admitted))
            except (PageTooSlowError, Exception):  # the build reports it when the page has its turn
                is_stable = False
                continue
            if admitted and admitted.tree is not None:
                trees.append(admitted.tree)
    return Compared(find_repeated(trees, first_headings), is_stable)


def _admitted(listed: ListedPage, read: Reader, docset: DocsetConfig) -> Admitted | None:
    """Return a page of HTML or Markdown that the gate admits; None for any other."""
    fetched = read(listed.answers[0])
    if not isinstance(fetched, Fetched) or fetched.media_type not in _COMPARED or len(fetched.content) > _MAX_BYTES:
        return None
    admitted = gate(fetched, max_bytes=docset.max_page_bytes)
    return None if isinstance(admitted, Rejection) else admitted
