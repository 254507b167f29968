"""The stages in order: crawl → gate → parse → segment → write.

Batches of neighbouring pages go through the first four in worker processes; only names, digests and counts come back.
The order of pages is that of their URLs, whatever the number of workers, so the bundle's bytes do not depend on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from pinax_builder.config import DocsetConfig
from pinax_builder.crawl import FolderSource, ListedFile, list_files, read
from pinax_builder.errors import NoPagesError
from pinax_builder.gate import collapse, gate
from pinax_builder.parse import parse
from pinax_builder.records import Page, Rejection, SpilledPart
from pinax_builder.report import DocsetReport
from pinax_builder.segment import segment
from pinax_builder.write import DocsetParts
from pinax_runtime.contract import limits

BATCH_PAGES = 48
DEFAULT_LANGUAGE = "en"

Progress = Callable[[str, int, int, int], None]
"""Called with a docset's name, pages done, pages listed and pages rejected so far."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Neighbouring files of one docset: the unit of work of a process."""

    docset: DocsetConfig
    files: tuple[ListedFile, ...]
    stem: Path
    """Where the batch's parts go, without extension."""


@dataclass(frozen=True, slots=True)
class BatchResult:
    """What comes back from a batch."""

    parts: tuple[SpilledPart, ...]
    rejections: tuple[Rejection, ...]
    notices: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """(URL, notices) of pages that have any."""


@dataclass(frozen=True, slots=True)
class ProcessedDocset:
    """A docset ready to be written, and what to report of it."""

    parts: DocsetParts
    report: DocsetReport


def process_docset(
    docset: DocsetConfig, folder: Path, fetched_at: str, executor: Executor, progress: Progress
) -> ProcessedDocset:
    """Take one docset through crawl, gate, parse and segment.

    Args:
        docset: What to read and how.
        folder: For the parts; empty, and removed by the caller.
        fetched_at: When the sources were read (RFC 3339, UTC).
        executor: Runs the batches; anything with the interface of `concurrent.futures`.
        progress: Told after each batch.

    Raises:
        SourceFolderError: The folder cannot be listed.
        NoPagesError: No page was admitted.
    """
    listing = list_files(_source(docset))
    results, done, rejected = [], 0, len(listing.rejections)
    batches = list(_batches(docset, listing.files, folder))
    for batch, result in zip(batches, executor.map(run_batch, batches), strict=True):
        results.append(result)
        done, rejected = done + len(batch.files), rejected + len(result.rejections)
        progress(docset.name, done, len(listing.files), rejected)
    parts = tuple(part for result in results for part in result.parts)
    twice = collapse([page for part in parts for page in part.pages])
    rejections = [*listing.rejections, *(r for result in results for r in result.rejections), *twice]
    dropped = frozenset(rejection.url for rejection in twice)
    kept = [page for part in parts for page in part.pages if page.url not in dropped]
    report = DocsetReport(
        name=docset.name,
        listed=len(listing.files),
        admitted=len(kept),
        sections=sum(page.n_sections for page in kept),
        rejections=tuple(sorted(rejections, key=lambda rejection: rejection.url)),
        notices={url: notices for result in results for url, notices in result.notices},
        skipped=dict(listing.skipped),
        excluded=listing.excluded,
    )
    if not kept:
        raise NoPagesError(docset.name, len(rejections), report.reasons)
    title = docset.title or docset.name
    return ProcessedDocset(
        DocsetParts(docset.name, title, docset.base_url, docset.weight, fetched_at, parts, dropped), report
    )


def run_batch(batch: Batch) -> BatchResult:
    """Take one batch of files through the stages, in a worker process."""
    pages, rejections = [], []
    for outcome in _pages(batch):
        if isinstance(outcome, Rejection):
            rejections.append(outcome)
        else:
            pages.append(outcome)
    default = batch.docset.language or DEFAULT_LANGUAGE
    parts = segment(pages, batch.stem, batch.docset.base_url, default) if pages else []
    notices = tuple((page.url, page.notices) for page in pages if page.notices)
    return BatchResult(tuple(parts), tuple(rejections), notices)


def _pages(batch: Batch) -> Iterator[Page | Rejection]:
    source = _source(batch.docset)
    for listed in batch.files:
        fetched = read(listed, source.folder, source.max_bytes)
        admitted = fetched if isinstance(fetched, Rejection) else gate(fetched, max_bytes=source.max_bytes)
        page = admitted if isinstance(admitted, Rejection) else parse(admitted)
        if isinstance(page, Page) and len(page.sections) > limits.SECTIONS_PER_PAGE:
            detail = f"{len(page.sections):,} sections; a reader accepts {limits.SECTIONS_PER_PAGE:,} in one page"
            page = Rejection(page.url, "parse", "too_many_sections", detail)
        yield page if isinstance(page, Rejection) else _with_docset_facets(page, batch.docset)


def _with_docset_facets(page: Page, docset: DocsetConfig) -> Page:
    facets = {**page.facets, "language": (page.language or docset.language or DEFAULT_LANGUAGE,)}
    for key, values in docset.facets.items():
        facets[key] = tuple(sorted({*facets.get(key, ()), *values}))
    return replace(page, facets={**facets, "docset": (docset.name,)})


def _source(docset: DocsetConfig) -> FolderSource:
    return FolderSource(
        folder=docset.path,
        base_url=docset.base_url,
        include=docset.include,
        exclude=docset.exclude,
        max_bytes=docset.max_page_bytes,
    )


def _batches(docset: DocsetConfig, files: Sequence[ListedFile], folder: Path) -> Iterator[Batch]:
    remaining = iter(files)
    number = 0
    while group := tuple(islice(remaining, BATCH_PAGES)):
        yield Batch(docset, group, folder / f"{number:06}")
        number += 1
