"""The stages in order: crawl → gate → parse → segment → write.

Pages go through gate, parse and segment in batches (`batches`), in worker processes. A site is judged by the gate as a
whole before that, and compared with the bundle that it replaces after it. The order of pages is that of their URLs,
whatever the number of workers, so the bundle's bytes do not depend on it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from pinax_builder.accounting import account, account_refused
from pinax_builder.batches import UNKEPT, Batch, BatchResult, InCommon, make_batches, most_batches, run_batches
from pinax_builder.cluster import Cluster
from pinax_builder.columns import np
from pinax_builder.comparison import checked_share
from pinax_builder.configuration import BuildConfig, DocsetConfig
from pinax_builder.deduplication import select_pages
from pinax_builder.errors import BuildError, NoPagesError, SiteRefusedError
from pinax_builder.formats import SOURCE_CODE, MediaType
from pinax_builder.parse import import_readers
from pinax_builder.processes import USUAL_MB, ProcessPool, collector_paused, give_back
from pinax_builder.released import VERSION
from pinax_builder.report import DocsetReport
from pinax_builder.segment import count_links
from pinax_builder.site_gate import list_and_judge, refuse_worse
from pinax_builder.sources import fetch_docset, read_inventories, source_of
from pinax_builder.spill import OnDisk, Reiterable
from pinax_builder.state import DEFAULT_MB, Cache, DocsetMemory, Made, known_shared, page_states
from pinax_builder.write import DocsetParts, PageQuestions, segment_pages, write
from pinax_runtime.format import DocsetEntry, Ranking, visible_line

Progress = Callable[[str, int, int, int], None]
"""Called with a docset's name (and a phase, such as `lantern (write)`), pages done, pages listed and pages rejected."""


@dataclass(frozen=True, slots=True)
class Target:
    """What a build is to produce, beside what `pinax.toml` says: where, when, and how it is written."""

    output: Path
    """Folder of the bundle."""
    fetched_at: str
    """Time of the build (RFC 3339, UTC), for docsets that have no time of their own."""
    prune: bool
    """Whether to remove the files that only the replaced bundle used."""
    force: bool = False
    """Whether a site's docset may be replaced by one of fewer than half of its pages."""
    cache: Cache | None = None
    """The build cache; None for none."""
    worker_bytes: int = USUAL_MB << 20
    """Share of the build's memory that each worker has."""
    held_bytes: int = 0
    """Memory that the process held before the build, where it reads the pages itself; that is not the build's."""
    patch: bool = False
    """Whether what changed goes into small segments over those that are there."""
    questions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Id of a page or section → questions that it answers."""


def run(
    config: BuildConfig, target: Target, folder: Path, executor: Executor, progress: Progress
) -> tuple[DocsetReport, ...]:
    """Build all docsets and write the bundle.

    Args:
        config: Docsets and ranking.
        target: Where the bundle goes.
        folder: Holds what lies between the stages; empty, and removed by the caller.
        executor: Runs the batches; anything with the interface of `concurrent.futures`.
        progress: Called after each batch.

    Raises:
        BuildError: The build cannot go on (see `errors`); its `reports` say what became of the pages until then.
    """
    docsets: list[_BuiltDocset] = []
    try:
        for number, docset in enumerate(config.docsets):
            docsets.append(_Docset(docset, config, target, folder / str(number), executor, progress).build())
            report = docsets[-1].report
            if not report.admitted:
                rejected = len(report.rejections)
                raise NoPagesError(docset.name, rejected, report.reasons, report.skipped, report.missing_readers)
        reports = tuple(docset.report for docset in docsets)
        if not target.force:
            refuse_worse(target.output, {report.name: report.admitted for report in reports if report.site})
    except BuildError as error:
        error.reports = [*(docset.report for docset in docsets), *error.reports]
        raise
    if isinstance(executor, ProcessPool):
        executor.shutdown()
    admitted = {report.name: report.admitted for report in reports}
    with collector_paused():
        entry = write(
            [docset.parts for docset in docsets],
            target.output,
            ranking=Ranking(**config.ranking),
            builder=VERSION,
            prune=target.prune,
            ranges=config.ranges,
            golden=config.golden,
            tell=lambda name, done: progress(f"{name} (write)", admitted[name] if done else 0, admitted[name], 0),
            give_back=give_back,
        )
        written = {docset.name: docset for docset in entry.docsets}
        reports = tuple(_kept(built, written[built.parts.entry.name]) for built in docsets)
        if target.cache:
            target.cache.sweep((config.cache_mb or DEFAULT_MB) << 20)
    return reports


def _kept(built: _BuiltDocset, written: DocsetEntry) -> DocsetReport:
    """Keep what the next build needs of a docset; return the report, which says so where that cannot be written."""
    report = built.report
    if built.memory is None or built.memory.keep(written, built.made, segment_pages(built.parts)):
        return report
    return replace(report, note="; ".join(filter(None, (report.note, "the build cache cannot be written"))))


@dataclass(frozen=True, slots=True)
class _BuiltDocset:
    """A docset that can be written."""

    parts: DocsetParts
    report: DocsetReport
    made: Made
    memory: DocsetMemory | None


def _by_page(docset: DocsetConfig, questions: Mapping[str, Sequence[str]]) -> PageQuestions:
    """Return the questions of a docset."""
    found: dict[str, dict[str, Sequence[str]]] = {}
    for name, mine in questions.items():
        of_docset, _, section = name.partition(":")
        path, _, anchor = section.partition("#")
        if of_docset == docset.name:
            found.setdefault(path if "://" in path else docset.base_url + path, {})[anchor] = mine
    return found


def _import_before_forking(media_types: Set[MediaType]) -> None:
    """Import what workers will use, so that each of them need not."""
    import_readers(media_types)
    np.ndarray  # noqa: B018 - imports numpy


class _Docset:
    """A docset on its way through the stages."""

    def __init__(
        self,
        docset: DocsetConfig,
        config: BuildConfig,
        target: Target,
        folder: Path,
        executor: Executor,
        progress: Progress,
    ) -> None:
        """Fetch and list a docset, and find out what its pages have in common."""
        folder.mkdir()
        docset, self._left_out = fetch_docset(docset)
        listing, verdict = list_and_judge(docset, partial(progress, f"{docset.name} (crawl)"))
        if verdict and not verdict.admitted:
            error = SiteRefusedError(docset.name, listing.base_url, verdict)
            error.reports = [account_refused(docset.name, listing, verdict)]
            raise error
        self._docset = docset = replace(docset, base_url=listing.base_url)
        self._config, self._target, self._folder, self._executor = config, target, folder, executor
        self._progress, self._listing = progress, listing
        self._n_runs = 0
        self._times = UNKEPT if target.cache is None else 1
        self._inventories = read_inventories(listing)
        self._tell(0, 0)
        if isinstance(executor, ProcessPool):
            media_types = {page.media_type for page in listing.pages}
            executor.expect(most_batches(len(listing.pages), self._times), partial(_import_before_forking, media_types))
        local = executor.local if isinstance(executor, Cluster) else executor
        repeated, self._entry_fault = known_shared(docset, listing, local, target.cache)
        self._common = InCommon(
            verdict.probe if verdict else None,
            repeated,
            checked_share(sum(page.media_type != SOURCE_CODE.media_type for page in listing.pages)),
            listing.may_have_sources,
            source_of(docset).is_published,
        )
        self._questions = _by_page(docset, target.questions)
        self._memory = None
        if target.cache and not isinstance(executor, Cluster):
            names = self._inventories.by_url
            self._memory = DocsetMemory(docset, listing, names, self._common, config, target.cache, self._questions)

    def build(self) -> _BuiltDocset:
        """Make the docset of its pages, or of an earlier build's segments where these can stay."""
        docset, listing, memory = self._docset, self._listing, self._memory
        made = memory.reuse(self._target.output, self.run, patch=self._target.patch) if memory else None
        made = made or self._whole()
        entry = DocsetEntry(
            name=docset.name,
            title=docset.title or visible_line(listing.title) or self._site_title() or docset.name,
            url=docset.base_url,
            n_pages=0,
            n_sections=0,
            languages={},
            fetched_at=listing.fetched_at or self._target.fetched_at,
            weight=docset.weight,
            segments=(),
            source_url_template=docset.source_url_template,
            version=docset.version,
            instructions=docset.instructions,
        )
        parts = DocsetParts(
            entry, made.parts, made.dropped, made.selection.variants, questions=self._questions, kept=made.kept
        )
        report = account(docset.name, listing, made.results, made.selection.choice, self._inventories.notices)
        return _BuiltDocset(parts, replace(report, reused=made.reused, note=self._note(made)), made, memory)

    def _site_title(self) -> str:
        """Return what most pages of HTML have in their titles, if that is one name."""
        parts = self._common.repeated.title_parts
        return next(iter(parts)) if len(parts) == 1 else ""

    def run(self, urls: Set[str] | None = None) -> list[BatchResult]:
        """Take pages through gate, parse and segment: those with some URLs, or all."""
        stems = self._folder / f"{self._n_runs}"
        stems.mkdir()
        self._n_runs += 1
        held_bytes, worker_bytes = self._target.held_bytes, self._target.worker_bytes
        batches = make_batches(
            Batch(self._docset, (), stems, self._common, memory_bytes=worker_bytes, held_bytes=held_bytes),
            self._listing.pages if urls is None else [page for page in self._listing.pages if page.url in urls],
            self._inventories.by_url,
            self._memory.sources if self._memory else {},
            self._times,
        )
        spill = OnDisk(stems / "spill")
        if isinstance(self._executor, Cluster):
            task = self._executor.task(self._docset, self._common)
            return run_batches(self._executor, batches, self._tell, spill, task, self._executor.collected)
        results = run_batches(self._executor, batches, self._tell, spill, self._memory.task if self._memory else None)
        if isinstance(self._executor, ProcessPool):
            self._executor.renew()  # what idle workers keep takes as much memory again as the decisions that follow
        return results

    def _whole(self) -> Made:
        results = self.run()
        parts = [part for result in results for part in result.parts]
        selection = select_pages(
            Reiterable(lambda: (page for part in parts for page in part.pages)),
            self._config.glossary,
            partial(count_links, parts),
        )
        states = page_states(results, self._memory.keys) if self._memory else {}
        reused = sum(len(part.pages) for result in results if result.reused for part in result.parts)
        return Made(results, states, selection, selection.finished(parts), selection.choice.dropped, reused=reused)

    def _tell(self, n_done: int, n_rejected: int) -> None:
        listing = self._listing
        self._progress(self._docset.name, n_done, len(listing.pages), len(listing.rejections) + n_rejected)

    def _note(self, made: Made) -> str:
        """Say what the user should know of how the docset was made."""
        faults = [fault for fault in (self._entry_fault, *(result.entry_fault for result in made.results)) if fault]
        again = (
            f"{len(faults)} entries of the build cache were made again, the first since {faults[0]}" if faults else ""
        )
        return "; ".join(filter(None, (*self._left_out, self._memory.note if self._memory else "", again)))
