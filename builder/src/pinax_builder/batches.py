"""Take pages through the stages in batches, each in a worker process.

In:    A docset's listing.
Out:   A BatchResult for each batch, in the order of the pages' URLs.
Rules: only names, digests and counts come back; texts and postings stay on disk in the batch's parts. What goes wrong
       with one page is a Rejection of that page (see `isolating`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from pinax_builder.comparison.checks import Checks, checked_share, checks_of, is_checked
from pinax_builder.configuration.config import DocsetConfig
from pinax_builder.errors import BuildError, OutputError
from pinax_builder.garbage import collector_paused
from pinax_builder.gate import PageFigures, gate, gate_site_page, measure, vet
from pinax_builder.isolating import isolated
from pinax_builder.page_language import settle_language
from pinax_builder.parse import Named, Repeated, add_symbols, parse, where_lost
from pinax_builder.records import Admitted, Fetched, Page, Rejection, SpilledPart
from pinax_builder.segment import segment
from pinax_builder.site_gate import probe_of
from pinax_builder.sources import DocsetListing, ListedPage, Reader, answers_of, provenance_of, reader_of
from pinax_builder.workers import in_order

BATCH_PAGES = 48
"""Number of pages in a batch: few enough to bound a worker's memory, enough to outweigh the cost of merging parts."""
DEFAULT_LANGUAGE = "en"
"""Language (BCP 47) of pages whose language neither they nor the configuration says."""

BatchDone = Callable[[int, int], None]
"""Called after each batch with the number of pages done and the number of pages rejected so far."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Neighbouring pages of one docset: the unit of work of a process."""

    docset: DocsetConfig
    pages: tuple[ListedPage, ...]
    stem: Path
    """Path of the batch's parts, without extension."""
    probe: PageFigures | None = None
    """Figures of what the docset's site sends for an address that cannot exist; None where it says so."""
    named: Mapping[str, tuple[Named, ...]] = field(default_factory=dict)
    """URL → the symbols that inventories name on that page."""
    repeated: Repeated = field(default_factory=Repeated)
    """What most pages of the docset have in common."""
    checked_share: float = 1.0
    """Share of the pages whose text is compared with what becomes of it."""

    def singles(self) -> Iterator[Batch]:
        """Yield each page as a batch of its own."""
        for number, page in enumerate(self.pages):
            yield replace(self, pages=(page,), stem=_numbered(self.stem, number))


@dataclass(frozen=True, slots=True)
class BatchResult:
    """What comes back from a batch."""

    parts: tuple[SpilledPart, ...]
    rejections: tuple[Rejection, ...]
    notices: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """(URL, notices) of pages that have any."""
    figures: tuple[PageFigures, ...] = ()
    """Figures of a site's pages; empty for a folder."""
    checks: Checks = field(default_factory=Checks)
    """What comparing pages with their sections has found."""


def make_batches(
    docset: DocsetConfig,
    listing: DocsetListing,
    folder: Path,
    named: Mapping[str, tuple[Named, ...]],
    repeated: Repeated,
) -> list[Batch]:
    """Divide a listing into batches whose parts go into a folder."""
    probe = probe_of(docset, listing) if docset.gate else None
    share = checked_share(len(listing.pages))
    batches = []
    for number, first in enumerate(range(0, len(listing.pages), BATCH_PAGES)):
        pages = listing.pages[first : first + BATCH_PAGES]
        of_batch = {page.url: named[page.url] for page in pages if page.url in named}
        batches.append(Batch(docset, pages, folder / f"{number:06}", probe, of_batch, repeated, share))
    return batches


def run_batches(executor: Executor, batches: Sequence[Batch], done: BatchDone) -> list[BatchResult]:
    """Run batches in worker processes; return their results in the order of the batches."""
    results = []
    n_done = n_rejected = 0
    for batch, result in in_order(executor, run_batch, batches, _crashed):
        results.append(result)
        n_done += len(batch.pages)
        n_rejected += len(result.rejections)
        done(n_done, n_rejected)
    return results


def run_batch(batch: Batch) -> BatchResult:
    """Take one batch through the stages, in a worker process."""
    with collector_paused():
        with reader_of(batch.docset) as read:
            outcomes = [_take(listed, read, batch) for listed in batch.pages]
        pages = [outcome for outcome, _ in outcomes if isinstance(outcome, Page)]
        parts, unindexed = _segment(pages, batch)
    failed = {rejection.url for rejection in unindexed}
    return BatchResult(
        parts=tuple(parts),
        rejections=(*(outcome for outcome, _ in outcomes if isinstance(outcome, Rejection)), *unindexed),
        notices=tuple((page.url, page.notices) for page in pages if page.notices and page.url not in failed),
        figures=tuple(figures for _, figures in outcomes if figures and figures.url not in failed),
        checks=checks_of([page for page in pages if page.url not in failed]),
    )


Outcome = tuple[Page | Rejection, PageFigures | None]
"""A page or why there is none, with its figures where it is a site's page that could be measured."""


def _take(listed: ListedPage, read: Reader, batch: Batch) -> Outcome:
    """Try each source of a page in order; if all fail, return the first rejection."""
    first_failure: Outcome | None = None
    for answer in answers_of(listed):
        fetched = isolated(answer.url, "crawl", partial(read, answer))
        outcome = (fetched, None) if isinstance(fetched, Rejection) else _convert(fetched, batch)
        page, figures = outcome
        if isinstance(page, Page):
            return replace(page, meta={**page.meta, **provenance_of(answer)}), figures
        first_failure = first_failure or outcome
    assert first_failure is not None  # every page has one source at least
    return first_failure


def _convert(fetched: Fetched, batch: Batch) -> Outcome:
    """Gate and parse one page, whatever it holds."""
    outcome = isolated(fetched.url, "parse", partial(_gate_and_parse, fetched, batch))
    return (outcome, None) if isinstance(outcome, Rejection) else outcome


def _gate_and_parse(fetched: Fetched, batch: Batch) -> Outcome:
    admitted = gate(fetched, max_bytes=batch.docset.max_page_bytes)
    page = admitted if isinstance(admitted, Rejection) else _parse(admitted, fetched, batch)
    if isinstance(page, Rejection):
        return page, None
    if named := batch.named.get(fetched.url):
        page = add_symbols(page, named)
    page = _with_docset_facets(settle_language(page), batch.docset)
    vetted = vet(fetched, page, quarantine=batch.docset.quarantine)
    if isinstance(vetted, Rejection):
        return vetted, None
    page = vetted
    if not (batch.docset.site and batch.docset.gate):
        return page, None
    figures = measure(fetched, page)
    return gate_site_page(figures, batch.probe) or page, figures


def _parse(admitted: Admitted, fetched: Fetched, batch: Batch) -> Page | Rejection:
    """Parse one page; of one that lost something, find the elements that lost most."""
    page = parse(admitted, batch.repeated, check=is_checked(fetched.url, batch.checked_share))
    if not isinstance(page, Page) or not any(fault.is_warning for fault in page.faults):
        return page
    again = gate(fetched, max_bytes=batch.docset.max_page_bytes)  # the parse stage took its tree apart
    if isinstance(again, Rejection) or again.tree is None:
        return page
    paths = where_lost(again.tree, page.sections)
    return replace(page, faults=tuple(replace(fault, paths=paths) for fault in page.faults))


def _with_docset_facets(page: Page, docset: DocsetConfig) -> Page:
    facets = {"language": (page.language or docset.language or DEFAULT_LANGUAGE,), **page.facets}
    for key, values in docset.facets.items():
        facets[key] = tuple(sorted({*facets.get(key, ()), *values}))
    return replace(page, facets={**facets, "docset": (docset.name,)})


def _segment(pages: list[Page], batch: Batch) -> tuple[list[SpilledPart], list[Rejection]]:
    """Index the pages of a batch; where that raises, index them one by one and reject those that raise."""
    try:
        return _index(pages, batch.stem, batch.docset), []
    except BuildError:
        raise
    except Exception:  # which page it was, and why, is found out below
        outcomes = [
            isolated(page.url, "segment", partial(_index, [page], _numbered(batch.stem, number), batch.docset))
            for number, page in enumerate(pages)
        ]
    parts = [part for outcome in outcomes if not isinstance(outcome, Rejection) for part in outcome]
    return parts, [outcome for outcome in outcomes if isinstance(outcome, Rejection)]


def _index(pages: list[Page], stem: Path, docset: DocsetConfig) -> list[SpilledPart]:
    """Index pages and write the parts.

    Raises:
        OutputError: The disk is full or fails: that is no page's fault, and rejecting pages for it would lose them all.
    """
    if not pages:
        return []
    try:
        return segment(pages, stem, docset.base_url, docset.language or DEFAULT_LANGUAGE)
    except OSError as error:
        raise OutputError(stem.parent, error.strerror or str(error)) from error


def _numbered(stem: Path, number: int) -> Path:
    return stem.with_name(f"{stem.name}-{number}")


def _crashed(batch: Batch) -> BatchResult:
    """Reject the page of a batch of one that ended its worker process."""
    detail = "The page ended the process that converted it (out of memory or of time, or a crash in a library)."
    return BatchResult((), (Rejection(batch.pages[0].url, "parse", "crashed", detail),))
