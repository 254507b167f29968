"""The stages in order: crawl → gate → parse → segment → write.

Pages go through the first four in batches (`batches`), in worker processes. The order of pages is that of their URLs,
whatever the number of workers, so the bundle's bytes do not depend on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import NamedTuple

from pinax_builder.accounting import account, account_refused
from pinax_builder.batches import UNKEPT, BatchResult, InCommon, make_batches, run_batches
from pinax_builder.choosing import take_fingerprints
from pinax_builder.cluster import Cluster
from pinax_builder.compact import Again, OnDisk
from pinax_builder.comparison import checked_share
from pinax_builder.configuration.config import BuildConfig, DocsetConfig
from pinax_builder.errors import BuildError, NoPagesError, SiteRefusedError
from pinax_builder.incremental import DocsetMemory, Made, known_shared, page_states
from pinax_builder.incremental.settling import settle
from pinax_builder.inventories import read_inventories
from pinax_builder.parse import import_readers
from pinax_builder.processes.garbage import collector_paused
from pinax_builder.processes.memory import give_back
from pinax_builder.processes.workers import ProcessPool
from pinax_builder.replacing import refuse_worse
from pinax_builder.report import DocsetReport
from pinax_builder.segment import count_links
from pinax_builder.site_gate import list_worthy, probe_of
from pinax_builder.sources import fetch_docset, may_have_sources
from pinax_builder.spooling import spooled
from pinax_builder.target import Target
from pinax_builder.write import DocsetParts, segment_pages, write
from pinax_runtime.format import Entry, Ranking

Progress = Callable[[str, int, int, int], None]
"""Called with a docset's name (and a phase, such as `lantern (write)`), pages done, pages listed and pages rejected."""


def run(
    config: BuildConfig, target: Target, folder: Path, executor: Executor, progress: Progress
) -> tuple[DocsetReport, ...]:
    """Take every docset through the stages and write the bundle.

    Args:
        config: Docsets and ranking.
        target: Where the bundle goes.
        folder: Holds what lies between the stages; empty, and removed by the caller.
        executor: Runs the batches; anything with the interface of `concurrent.futures`.
        progress: Told after each batch.

    Raises:
        BuildError: The build cannot go on (see `errors`); its `reports` say what became of the pages until then.
    """
    reports: list[DocsetReport] = []
    docsets: list[_Docset] = []
    try:
        for number, docset in enumerate(config.docsets):
            done, report = _take_through_stages(docset, config, target, folder / str(number), executor, progress)
            docsets.append(done)
            reports.append(report)
            if not report.admitted:
                raise NoPagesError(docset.name, len(report.rejections), report.reasons, report.skipped)
        if not target.force:
            refuse_worse(target.output, {report.name: report.admitted for report in reports if report.site})
    except BuildError as error:
        if isinstance(error, SiteRefusedError) and error.refused:
            reports.append(account_refused(error.docset, *error.refused))
        error.reports = reports
        raise
    admitted = {report.name: report.admitted for report in reports}

    def tell(docset: str, written: bool) -> None:
        progress(f"{docset} (write)", admitted[docset] if written else 0, admitted[docset], 0)

    if isinstance(executor, ProcessPool):
        executor.shutdown()
    with collector_paused():
        entry = write(
            [done.parts for done in docsets],
            target.output,
            ranking=Ranking(**config.ranking),
            builder=target.builder,
            level=target.level,
            threads=target.threads,
            prune=target.prune,
            golden=config.golden,
            tell=tell,
            give_back=give_back,
        )
        _remember(entry, docsets, target)
    return tuple(reports)


class _Docset(NamedTuple):
    """A docset that can be written."""

    parts: DocsetParts
    made: Made
    memory: DocsetMemory | None


def _take_through_stages(
    docset: DocsetConfig, config: BuildConfig, target: Target, folder: Path, executor: Executor, progress: Progress
) -> tuple[_Docset, DocsetReport]:
    """Take one docset through crawl, gate, parse and segment; settle what becomes of its pages."""
    folder.mkdir()
    docset, left_out = fetch_docset(docset)
    listing = list_worthy(docset, partial(progress, f"{docset.name} (crawl)"))
    docset = replace(docset, base_url=listing.base_url)
    inventories = read_inventories(listing)
    cluster = executor if isinstance(executor, Cluster) else None
    progress(docset.name, 0, len(listing.pages), len(listing.rejections))
    if isinstance(executor, ProcessPool):
        executor.before_tasks = partial(import_readers, {page.media_type for page in listing.pages})
    common = InCommon(
        probe_of(docset, listing) if docset.gate else None,
        known_shared(docset, listing, cluster.local if cluster else executor, target.cache),
        checked_share(len(listing.pages)),
        may_have_sources(docset, listing),
    )
    memory = None if cluster else DocsetMemory.of(docset, listing, inventories.by_url, common, config, target)
    rounds = count()

    def take(urls: Set[str] | None = None) -> list[BatchResult]:
        pages = listing.pages if urls is None else [page for page in listing.pages if page.url in urls]
        stems = folder / f"{next(rounds)}"
        stems.mkdir()
        keys = memory.keys if memory else None
        times = UNKEPT if memory is None and cluster is None else 1
        batches = make_batches(
            docset, pages, stems, common, inventories.by_url, keys, target.worker_bytes, target.held_bytes, times
        )
        keep = partial(spooled, put=OnDisk(stems / "spool"))
        if cluster:
            return run_batches(cluster, batches, tell, keep, cluster.task(docset, common), cluster.collected)
        results = run_batches(executor, batches, tell, keep, memory.task if memory else None)
        if isinstance(executor, ProcessPool):
            executor.renew()  # workers end, for what they keep is as much again as deciding takes
        return results

    def tell(n_done: int, n_rejected: int) -> None:
        progress(docset.name, n_done, len(listing.pages), len(listing.rejections) + n_rejected)

    made = memory.reuse(target.output, take, patch=target.patch) if memory else None
    made = made or _whole(take(), config, memory)
    report = account(docset.name, listing, made.results, made.settled.choice, inventories.notices)
    note = "; ".join(filter(None, (*left_out, memory.note if memory else "")))
    report = replace(report, reused=made.reused, note=note)
    parts = DocsetParts(
        name=docset.name,
        title=docset.title or listing.title or docset.name,
        url=docset.base_url,
        weight=docset.weight,
        fetched_at=listing.fetched_at or target.fetched_at,
        parts=made.parts,
        dropped=made.dropped,
        variants=made.settled.variants,
        source_url_template=docset.source_url_template,
        version=docset.version,
        instructions=docset.instructions,
        kept=made.kept,
    )
    return _Docset(parts, made, memory), report


def _whole(results: Sequence[BatchResult], config: BuildConfig, memory: DocsetMemory | None) -> Made:
    """Make a docset of all its pages."""
    parts = [part for result in results for part in result.parts]
    states = page_states(results, memory.keys) if memory else {}
    settled = settle(
        Again(lambda: (page for part in parts for page in part.pages)),
        Again(lambda: (figures for result in results for figures in result.figures)),
        config.glossary,
        partial(count_links, parts),
        partial(take_fingerprints, parts),
    )
    reused = sum(len(part.pages) for result in results if result.reused for part in result.parts)
    return Made(results, states, settled, settled.finished(parts), settled.choice.dropped, reused=reused)


def _remember(entry: Entry, docsets: Sequence[_Docset], target: Target) -> None:
    """Keep what the next build can use of this one."""
    written = {docset.name: docset for docset in entry.docsets}
    for docset in docsets:
        if docset.memory:
            docset.memory.keep(written[docset.parts.name], docset.made, segment_pages(docset.parts))
    if target.cache:
        target.cache.sweep(target.cache_bytes)
