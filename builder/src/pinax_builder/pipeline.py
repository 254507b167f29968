"""The stages in order: crawl → gate → parse → segment → write.

Pages go through the first four in batches (`batches`), in worker processes. The order of pages is that of their URLs,
whatever the number of workers, so the bundle's bytes do not depend on it.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial
from pathlib import Path

from pinax_builder.accounting import account, account_refused
from pinax_builder.batches import make_batches, run_batches
from pinax_builder.choosing import choose_pages, find_variants
from pinax_builder.comparison.repeating import find_shared
from pinax_builder.configuration.config import BuildConfig, DocsetConfig
from pinax_builder.errors import BuildError, NoPagesError, SiteRefusedError
from pinax_builder.garbage import collector_paused
from pinax_builder.inventories import read_inventories
from pinax_builder.replacing import refuse_worse
from pinax_builder.report import DocsetReport
from pinax_builder.segment import add_synonyms, compiled_pages, demote, explained_acronyms
from pinax_builder.site_gate import list_worthy
from pinax_builder.target import Target
from pinax_builder.write import DocsetParts, write
from pinax_runtime.contract.fields import Ranking

Progress = Callable[[str, int, int, int], None]
"""Called with a docset's name, pages done, pages listed and pages rejected so far."""


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
    docsets: list[DocsetParts] = []
    try:
        for number, docset in enumerate(config.docsets):
            parts, report = _take_through_stages(docset, config, target, folder / str(number), executor, progress)
            docsets.append(parts)
            reports.append(report)
            if not report.admitted:
                raise NoPagesError(docset.name, len(report.rejections), report.reasons)
        if not target.force:
            refuse_worse(target.output, {report.name: report.admitted for report in reports if report.site})
    except BuildError as error:
        if isinstance(error, SiteRefusedError) and error.refused:
            reports.append(account_refused(error.docset, *error.refused))
        error.reports = reports
        raise
    with collector_paused():
        write(
            docsets,
            target.output,
            ranking=Ranking(**config.ranking),
            builder=target.builder,
            level=target.level,
            threads=target.threads,
            prune=target.prune,
        )
    return tuple(reports)


def _take_through_stages(
    docset: DocsetConfig, config: BuildConfig, target: Target, folder: Path, executor: Executor, progress: Progress
) -> tuple[DocsetParts, DocsetReport]:
    """Take one docset through crawl, gate, parse and segment; choose among pages that say the same."""
    folder.mkdir()
    listing = list_worthy(docset, partial(progress, f"{docset.name} (crawl)"))
    docset = replace(docset, base_url=listing.base_url)
    inventories = read_inventories(listing)
    repeated = find_shared(docset, listing, executor)
    batches = make_batches(docset, listing, folder, inventories.by_url, repeated)

    def tell(n_done: int, n_rejected: int) -> None:
        progress(docset.name, n_done, len(listing.pages), len(listing.rejections) + n_rejected)

    results = run_batches(executor, batches, tell)
    choice = choose_pages(results)
    report = account(docset.name, listing, results, choice, inventories.notices)
    compiled = compiled_pages(choice.kept)
    synonyms = [*config.glossary, *explained_acronyms(choice.kept)]
    parts = tuple(add_synonyms(demote(part, compiled), synonyms) for result in results for part in result.parts)
    return DocsetParts(
        name=docset.name,
        title=docset.title or listing.title or docset.name,
        url=docset.base_url,
        weight=docset.weight,
        fetched_at=listing.fetched_at or target.fetched_at,
        parts=parts,
        dropped=choice.dropped,
        variants=find_variants(parts, choice.kept, choice.repeated),
        source_url_template=docset.source_url_template,
        version=docset.version,
        instructions=docset.instructions,
    ), report
