"""The stages in order: crawl → gate → parse → segment → write.

Batches of neighbouring pages go through the first four in worker processes; only names, digests and counts come back.
The order of pages is that of their URLs, whatever the number of workers, so the bundle's bytes do not depend on it.
Whatever goes wrong with one page is a Rejection of that page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from itertools import islice
from pathlib import Path

from pinax_builder.checks import Checks, checked_share, checks_of, is_checked, summarize
from pinax_builder.configuration.config import BuildConfig, DocsetConfig
from pinax_builder.crawl import INVENTORY
from pinax_builder.errors import BuildError, NoPagesError, SiteRefusedError
from pinax_builder.garbage import collector_paused
from pinax_builder.gate import (
    PageFigures,
    collapse,
    collapse_near,
    gate,
    gate_site_page,
    leave_unmarked,
    measure,
    twins,
)
from pinax_builder.page_language import settle_language
from pinax_builder.parse import InventoryError, Named, Repeated, add_symbols, parse, read_inventory, where_lost
from pinax_builder.records import Admitted, Fetched, Page, Rejection, SpilledPart
from pinax_builder.repeating import find_shared
from pinax_builder.replacing import refuse_worse
from pinax_builder.report import DocsetReport, SiteReport
from pinax_builder.segment import (
    add_synonyms,
    compiled_pages,
    count_links,
    demote,
    explained_acronyms,
    segment,
)
from pinax_builder.site_gate import list_and_judge, probe_of
from pinax_builder.sources import DocsetListing, ListedPage, Reader, answers_of, provenance_of, reader_of
from pinax_builder.variants import find_variants
from pinax_builder.workers import PageTooSlowError, in_order, time_limit
from pinax_builder.write import DocsetParts, write
from pinax_runtime.contract.fields import Ranking

BATCH_PAGES = 48
PAGE_SECONDS = 60.0
"""A page that takes longer to gate and parse is rejected."""
DEFAULT_LANGUAGE = "en"

Progress = Callable[[str, int, int, int], None]
"""Called with a docset's name, pages done, pages listed and pages rejected so far."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where and how a bundle is written; see `write.write`."""

    output: Path
    fetched_at: str
    builder: str
    level: int
    threads: int
    prune: bool
    force: bool = False
    """Whether a site's docset may be replaced by one of fewer than half of its pages."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Neighbouring files of one docset: the unit of work of a process."""

    docset: DocsetConfig
    files: tuple[ListedPage, ...]
    stem: Path
    """Where the batch's parts go, without extension."""
    probe: PageFigures | None = None
    """Of what the docset's site sends for an address that cannot exist."""
    named: Mapping[str, tuple[Named, ...]] = field(default_factory=dict)
    """URL → what the inventory has for that page."""
    repeated: Repeated = field(default_factory=Repeated)
    """What most pages of the docset have in common."""
    checked_share: float = 1.0
    """Share of the pages whose text is compared with what becomes of it."""

    def singles(self) -> Iterator[Batch]:
        """Give each file as a batch of its own."""
        for number, listed in enumerate(self.files):
            stem = self.stem.with_name(f"{self.stem.name}-{number}")
            yield replace(self, files=(listed,), stem=stem)


@dataclass(frozen=True, slots=True)
class BatchResult:
    """What comes back from a batch."""

    parts: tuple[SpilledPart, ...]
    rejections: tuple[Rejection, ...]
    notices: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """(URL, notices) of pages that have any."""
    figures: tuple[PageFigures, ...] = ()
    """Of a site's pages; none for a folder's."""
    checks: Checks = field(default_factory=Checks)
    """What was found by comparing pages with what became of them."""


def run(
    config: BuildConfig, target: Target, folder: Path, executor: Executor, progress: Progress
) -> tuple[DocsetReport, ...]:
    """Take every docset through the stages and write the bundle.

    Args:
        config: Docsets and ranking.
        target: Where the bundle goes.
        folder: For what is between the stages; empty, and removed by the caller.
        executor: Runs the batches; anything with the interface of `concurrent.futures`.
        progress: Told after each batch.

    Raises:
        MissingExtraError: A docset asks for source code and its grammars are not installed.
        SourceFolderError: A docset's folder cannot be listed.
        SiteError: A docset's site cannot be crawled, or not to its end.
        StoreError: What keeps a site's answers cannot be used.
        SiteRefusedError: A docset's site is not worth indexing.
        WorseCrawlError: A docset's site gave fewer than half of the pages that the bundle has of it.
        NoPagesError: No page of a docset was admitted.
        OutputError: The bundle cannot be written.
    """
    docsets: list[DocsetParts] = []
    reports: list[DocsetReport] = []
    try:
        for number, docset in enumerate(config.docsets):
            below = folder / str(number)
            below.mkdir()
            parts, report = _process(docset, config.glossary, target.fetched_at, below, executor, progress)
            docsets.append(parts)
            reports.append(report)
            if not report.admitted:
                raise NoPagesError(docset.name, len(report.rejections), report.reasons)
        if not target.force:
            refuse_worse(target.output, {report.name: report.admitted for report in reports if report.site})
    except BuildError as error:
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


def _process(
    docset: DocsetConfig,
    glossary: Sequence[tuple[str, str]],
    fetched_at: str,
    folder: Path,
    executor: Executor,
    progress: Progress,
) -> tuple[DocsetParts, DocsetReport]:
    """Take one docset through crawl, gate, parse and segment; choose what is there twice."""
    listing, verdict = list_and_judge(docset, partial(progress, f"{docset.name} (crawl)"))
    docset = replace(docset, base_url=listing.base_url)
    if verdict and not verdict.admitted:
        raise SiteRefusedError(docset.name, listing.base_url, verdict.reason, verdict.detail, verdict.remedy)
    results, done, rejected = [], 0, len(listing.rejections)
    named, notices = _named(listing)
    batches = list(_batches(docset, listing, folder, named, find_shared(docset, listing, executor)))
    for batch, result in in_order(executor, run_batch, batches, _crashed):
        results.append(result)
        done, rejected = done + len(batch.files), rejected + len(result.rejections)
        progress(docset.name, done, len(listing.pages), rejected)
    parts = tuple(part for result in results for part in result.parts)
    pages = [page for part in parts for page in part.pages]
    unmarked = leave_unmarked(pages)
    dropped = frozenset(rejection.url for rejection in unmarked)
    marked = [page for page in pages if page.url not in dropped]
    alike = twins(marked)
    twice = collapse(marked, count_links(parts, alike) if alike else {})
    dropped |= {rejection.url for rejection in twice}
    left = {page.url for page in pages} - dropped
    near = collapse_near(page for result in results for page in result.figures if page.url in left)
    dropped |= {rejection.url for rejection in near}
    refused = (rejection for result in results for rejection in result.rejections)
    rejections = [*listing.rejections, *refused, *unmarked, *twice, *near]
    kept = [page for part in parts for page in part.pages if page.url not in dropped]
    report = DocsetReport(
        name=docset.name,
        listed=len(listing.pages),
        admitted=len(kept),
        sections=sum(page.n_sections for page in kept),
        rejections=tuple(sorted(rejections, key=lambda rejection: rejection.url)),
        notices=notices | {url: said for result in results for url, said in result.notices},
        skipped=dict(listing.skipped),
        excluded=listing.excluded,
        ignored=listing.ignored,
        site=_site_report(listing, {page.url for page in kept}),
        check=summarize([result.checks for result in results], {page.url for page in kept}),
    )
    compiled = compiled_pages(kept)
    synonyms = [*glossary, *explained_acronyms(kept)]
    parts = tuple(add_synonyms(demote(part, compiled), synonyms) for part in parts)
    variants = find_variants(parts, kept, [*twice, *near])
    title = docset.title or listing.title or docset.name
    fetched_at = listing.fetched_at or fetched_at
    return DocsetParts(
        docset.name,
        title,
        docset.base_url,
        docset.weight,
        fetched_at,
        parts,
        dropped,
        variants,
        docset.source_url_template,
    ), report


def _site_report(listing: DocsetListing, kept: Set[str]) -> SiteReport | None:
    """Say how a site was crawled, and what of each strategy's pages is in the bundle."""
    site = listing.site
    if site is None:
        return None
    admitted = Counter(strategy for page in site.pages if page.url in kept for strategy in page.found_by)
    coverage = {
        strategy: {**asdict(found), "admitted": admitted[strategy]} for strategy, found in site.coverage.items()
    }
    return SiteReport(site.url, site.base_url, coverage, asdict(site.requests), site.notices, site.cut, site.stale)


def run_batch(batch: Batch) -> BatchResult:
    """Take one batch of files through the stages, in a worker process."""
    pages: list[Page] = []
    rejections: list[Rejection] = []
    figures: list[PageFigures] = []
    with reader_of(batch.docset) as read:
        for listed in batch.files:
            outcome, measured = _first_good(listed, read, batch)
            if isinstance(outcome, Rejection):
                rejections.append(outcome)
            else:
                pages.append(outcome)
            if measured:
                figures.append(measured)
    default = batch.docset.language or DEFAULT_LANGUAGE
    with collector_paused():
        parts = segment(pages, batch.stem, batch.docset.base_url, default) if pages else []
    notices = tuple((page.url, page.notices) for page in pages if page.notices)
    return BatchResult(tuple(parts), tuple(rejections), notices, tuple(figures), checks_of(pages))


def _first_good(listed: ListedPage, read: Reader, batch: Batch) -> tuple[Page | Rejection, PageFigures | None]:
    """Take a page from the first place that gives one which the gate admits; refuse it as the best place gave it."""
    first = None
    for answer in answers_of(listed):
        fetched = read(answer)
        outcome = fetched if isinstance(fetched, Rejection) else _page(fetched, batch)
        figures = None
        if batch.docset.site and batch.docset.gate and isinstance(fetched, Fetched) and isinstance(outcome, Page):
            figures = measure(fetched, outcome)
            outcome = gate_site_page(figures, batch.probe) or outcome
        if isinstance(outcome, Page):
            return replace(outcome, meta={**outcome.meta, **provenance_of(answer)}), figures
        first = first or (outcome, figures)
    assert first is not None  # every page is had from one place at least
    return first


def _page(fetched: Fetched, batch: Batch) -> Page | Rejection:
    """Gate and parse one page, whatever it holds."""
    named = batch.named.get(fetched.url)
    try:
        with time_limit(PAGE_SECONDS):
            admitted = gate(fetched, max_bytes=batch.docset.max_page_bytes)
            page = admitted if isinstance(admitted, Rejection) else _parse(admitted, fetched, batch)
            page = add_symbols(page, named) if named and isinstance(page, Page) else page
    except PageTooSlowError:
        return Rejection(fetched.url, "parse", "too_slow", f"The page took more than {PAGE_SECONDS:.0f} s to convert.")
    except Exception as error:  # a defect of ours: it costs this page, and the report shows it
        detail = f"The page could not be converted ({type(error).__name__}: {error}); please report it."
        return Rejection(fetched.url, "parse", "internal_error", detail)
    return page if isinstance(page, Rejection) else _with_docset_facets(settle_language(page), batch.docset)


def _parse(admitted: Admitted, fetched: Fetched, batch: Batch) -> Page | Rejection:
    """Parse one page; of one that lost something, find the elements that lost most."""
    page = parse(admitted, batch.repeated, check=is_checked(fetched.url, batch.checked_share))
    if not isinstance(page, Page) or not any(fault.is_warning for fault in page.faults):
        return page
    again = gate(fetched, max_bytes=batch.docset.max_page_bytes)  # its tree was taken apart
    if isinstance(again, Rejection) or again.tree is None:
        return page
    paths = where_lost(again.tree, page.sections)
    return replace(page, faults=tuple(replace(fault, paths=paths) for fault in page.faults))


def _crashed(batch: Batch) -> BatchResult:
    """Give the result of a batch of one file that ended its worker process."""
    detail = "The page ended the process that converted it (out of memory or of time, or a crash in a library)."
    return BatchResult((), (Rejection(batch.files[0].url, "parse", "crashed", detail),))


def _with_docset_facets(page: Page, docset: DocsetConfig) -> Page:
    facets = {"language": (page.language or docset.language or DEFAULT_LANGUAGE,), **page.facets}
    for key, values in docset.facets.items():
        facets[key] = tuple(sorted({*facets.get(key, ()), *values}))
    return replace(page, facets={**facets, "docset": (docset.name,)})


def _named(listing: DocsetListing) -> tuple[dict[str, tuple[Named, ...]], dict[str, tuple[str, ...]]]:
    """Give what inventories name on each page, by URL, the nearest first; notices why one is not used, by its path."""
    named: dict[str, tuple[Named, ...]] = {}
    notices: dict[str, tuple[str, ...]] = {}
    for path, data in sorted(listing.inventories.items(), key=lambda item: (-item[0].count("/"), item[0])):
        below = path.removesuffix(INVENTORY)
        try:
            if data is None:
                raise InventoryError("the folder has too many, or too large ones")
            by_path = read_inventory(data)
        except InventoryError as error:
            notices[path] = (f"The inventory is not used: {error}.",)
            continue
        for page in listing.pages:
            if page.path.startswith(below) and (found := by_path.get(page.path.removeprefix(below))):
                named[page.url] = named.get(page.url, ()) + found
    return named, notices


def _batches(
    docset: DocsetConfig,
    listing: DocsetListing,
    folder: Path,
    named: Mapping[str, tuple[Named, ...]],
    repeated: Repeated,
) -> Iterator[Batch]:
    probe = probe_of(docset, listing) if docset.gate else None
    remaining = iter(listing.pages)
    share = checked_share(len(listing.pages))
    number = 0
    while group := tuple(islice(remaining, BATCH_PAGES)):
        of_group = {listed.url: named[listed.url] for listed in group if listed.url in named}
        yield Batch(docset, group, folder / f"{number:06}", probe, of_group, repeated, share)
        number += 1
