"""Take pages through the stages in batches, each in a worker process.

In:    A docset's listing.
Out:   A BatchResult for each batch, in the order of the pages' URLs.
Rules: only names, digests and counts come back; texts and postings stay on disk in the batch's parts. What goes wrong
       with one page is a Rejection of that page (see `isolated`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from pinax_builder.comparison import PageChecks, checks_of, is_checked
from pinax_builder.configuration import DocsetConfig
from pinax_builder.crawl import ListedPage
from pinax_builder.errors import BuildError, writing
from pinax_builder.formats import HTML, SOURCE_CODE
from pinax_builder.gate import PageFigures, gate, gate_site_page, measure, vet
from pinax_builder.page_language import settle_language
from pinax_builder.parse import Named, Repeated, add_symbols, explain_faults, parse
from pinax_builder.processes import (
    HELD_SHARE,
    USUAL_MB,
    Held,
    alarms_heard,
    collector_paused,
    give_back,
    holds_more_than,
    in_order,
    isolated,
    one_at_a_time,
)
from pinax_builder.records import Admitted, Fetched, Page, PageSummary, Records, Rejection, SpilledPart
from pinax_builder.segment import bound_vocabularies, forget_vocabularies, segment
from pinax_builder.sources import Reader, source_of
from pinax_builder.spill import Put, Spilled

BATCH_PAGES = 48
"""Most pages of a batch: few enough to bound a worker's memory."""
FEWEST_PAGES = 24
"""Fewest pages of a batch but the last: enough to outweigh the cost of merging parts."""
ENDING = 12
"""Of so many pages one opens a batch, on average, where the batch before has the fewest pages."""
UNKEPT = 2
"""Factor of these numbers where nothing is kept by batch: the fewer the parts, the less there is to merge."""
TEXT_SHARE = 1 / 100
"""Share of a worker's memory, as characters of Markdown, after which the pages at hand are written to disk. Indexing
takes some twenty bytes for each; the rest is for the page's tree and for what is kept."""
VOCABULARY_SHARE = 1 / 3
"""Share of a worker's memory that the kept spellings of a language may take."""
LARGE_SHARE = 1 / 150
"""Share of a worker's memory, as bytes of its source, from which a page is large: its tree and its index take thirty
times as much. Large pages are by themselves, and all workers together have one at a time."""
HUGE_SHARE = 1 / 40
"""Share of a worker's memory, as bytes of its source, from which a page is read by a worker that is new."""
DEFAULT_LANGUAGE = "en"
"""Language (BCP 47) of pages whose language neither they nor the configuration says."""

Task = Callable[["Batch"], Any]
"""Runs a batch; an importable function, or an object of such a class."""
Collect = Callable[["Batch", Any], list["BatchResult"]]
"""Makes results of what a task returned for a batch."""
BatchDone = Callable[[int, int], None]
"""Called after each batch with the number of pages done and the number of pages rejected so far."""


class InCommon(NamedTuple):
    """What all batches of a docset are given."""

    probe: PageFigures | None = None
    """Figures of what the docset's site sends for an address that cannot exist; None where it says so."""
    repeated: Repeated = Repeated()
    """What most pages of the docset have in common."""
    checked_share: float = 1.0
    """Share of the pages whose text is compared with what becomes of it."""
    may_have_sources: bool = False
    """Whether some of the docset's texts may be what its pages of HTML were built from."""
    is_published: bool = False
    """Whether pages are as a site shows them, so that the gate judges them with their surroundings."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Neighbouring pages of one docset: the unit of work of a process."""

    docset: DocsetConfig
    pages: tuple[ListedPage, ...]
    stem: Path
    """Path of the batch's parts, without extension."""
    common: InCommon = field(default_factory=InCommon)
    named: Mapping[str, tuple[Named, ...]] = field(default_factory=dict)
    """URL → the symbols that inventories name on that page."""
    keys: tuple[bytes, ...] = ()
    """Digest of each page's source, for the build cache; empty without one."""
    answers: Mapping[ListedPage, Fetched | Rejection] | None = None
    """What reading the pages gave, where that was done on another machine."""
    sent: bytes = b""
    """Where that is in the build cache, until the machine that runs the batch has taken it from there."""
    memory_bytes: int = USUAL_MB << 20
    """Share of the build's memory that the process has which runs the batch."""
    held_bytes: int = 0
    """Memory that this process held before the build; it is not part of the share."""

    @contextmanager
    def reading(self) -> Iterator[Reader]:
        """Open what reads the pages, one by one."""
        if self.answers is not None:
            yield self.answers.__getitem__
            return
        with source_of(self.docset).reading() as read:
            yield read

    def singles(self) -> Iterator[Batch]:
        """Yield each page as a batch of its own."""
        for number, page in enumerate(self.pages):
            keys = self.keys[number : number + 1]
            yield replace(self, pages=(page,), stem=_numbered(self.stem, number), keys=keys)


@dataclass(frozen=True, slots=True)
class BatchResult:
    """What comes back from a batch."""

    parts: tuple[SpilledPart, ...]
    rejections: tuple[Rejection, ...]
    notices: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """(URL, notices) of pages that have any."""
    reused: bool = False
    """Whether an earlier build made it."""
    entry_fault: str = ""
    """Why the build cache's entry for it could not be used; empty where it could, or where there was none."""
    unsettled: tuple[str, ...] = ()
    """URLs of pages whose source changed while it was read."""
    checks: Records[PageChecks] = ()
    """What comparing pages with their sections has found."""

    def spilled(self, put: Put) -> BatchResult:
        """Return the same with its records of pages encoded; what people read stays as it is.

        Raises:
            OutputError: The disk is full or fails.
        """
        checks = Spilled(self.checks, PageChecks, put)
        parts = tuple(replace(part, pages=Spilled(part.pages, PageSummary, put)) for part in self.parts)
        return replace(self, parts=parts, checks=checks)


def make_batches(
    model: Batch,
    pages: Iterable[ListedPage],
    named: Mapping[str, tuple[Named, ...]],
    keys: Mapping[str, bytes],
    times: int,
) -> Iterator[Batch]:
    """Divide listed pages, sorted by URL, into batches like a model, whose stem is the folder of their parts."""
    for number, of_batch in enumerate(cut_batches(pages, times)):
        yield replace(
            model,
            pages=tuple(of_batch),
            stem=model.stem / f"{number:06}",
            named={page.url: named[page.url] for page in of_batch if page.url in named},
            keys=tuple(keys.get(page.url, b"") for page in of_batch) if keys else (),
        )


def cut_batches(pages: Iterable[ListedPage], times: int) -> Iterator[list[ListedPage]]:
    """Cut where the next page's URL says so, so that a new page changes its batch and hardly any other.

    All sizes are so many `times` the usual ones.
    """
    fewest, most, ending = FEWEST_PAGES * times, BATCH_PAGES * times, ENDING * times
    batch: list[ListedPage] = []
    for page in pages:
        is_cut = len(batch) >= fewest and crc32(page.url.encode("utf-8", "surrogatepass")) % ending == 0
        if is_cut or len(batch) >= most:
            yield batch
            batch = []
        batch.append(page)
    if batch:
        yield batch


def most_batches(n_pages: int, times: int) -> int:
    """Return how many batches `cut_batches` may make of so many pages."""
    return n_pages // (FEWEST_PAGES * times) + 1


def run_batches(
    executor: Executor,
    batches: Iterable[Batch],
    done: BatchDone,
    spill: Put,
    task: Task | None = None,
    collect: Collect = lambda _, result: [result],
) -> list[BatchResult]:
    """Run batches in worker processes; return their results in the order of the batches.

    Args:
        executor: Runs them.
        batches: In the order of their pages' URLs.
        done: Told after each batch.
        spill: Keeps the records of pages of all results; a docset may have a million.
        task: Runs one batch; `run_batch` by default.
        collect: Makes results of what the task returned; by default that is one.
    """
    results: list[BatchResult] = []
    n_done = n_rejected = 0
    for batch, outcome in in_order(executor, task or run_batch, batches, crashed, _is_heavy):
        of_batch = collect(batch, outcome)
        results += [result.spilled(spill) for result in of_batch]
        n_done += len(batch.pages)
        n_rejected += sum(len(result.rejections) for result in of_batch)
        done(n_done, n_rejected)
    return results


def run_batch(batch: Batch, through: Reader | None = None) -> BatchResult:
    """Take one batch through the stages, in a worker process; read its pages through a reader that is open, if any."""
    bound_vocabularies(round(batch.memory_bytes * VOCABULARY_SHARE))
    results = []
    reading = nullcontext(through) if through else batch.reading()
    with collector_paused(), alarms_heard(), reading as read:
        for number, at_hand in enumerate(_in_memory(batch, read)):
            stem = batch.stem.with_name(f"{batch.stem.name}-part{number}") if number else batch.stem
            results.append(_spill(at_hand, replace(batch, stem=stem)))
            at_hand.clear()  # before the next page is read
            _keep_within(batch)
    return _joined(results)


def _in_memory(batch: Batch, read: Reader) -> Iterator[list[Page | Rejection]]:
    """Yield what became of the pages, as many as may be in memory at once; a large page by itself.

    While it waits to go on, a large page is being indexed, and no other worker takes one.
    """
    held = Held(batch.memory_bytes, batch.held_bytes)
    at_hand: list[Page | Rejection] = []
    n_chars = 0
    for listed in batch.pages:
        is_large = listed.size_bytes > batch.memory_bytes * LARGE_SHARE
        if at_hand and (is_large or n_chars > batch.memory_bytes * TEXT_SHARE):
            yield at_hand
            at_hand, n_chars = [], 0
        with one_at_a_time(batch.stem.with_name("large")) if is_large else nullcontext():
            at_hand.append(_take(listed, read, batch))
            held.give_back(listed.size_bytes)
            n_chars += _n_chars(at_hand[-1])
            if is_large:
                yield at_hand
                at_hand, n_chars = [], 0
    if at_hand:
        yield at_hand


def _is_heavy(batch: Batch) -> bool:
    """Tell whether a batch has a huge page."""
    return any(page.size_bytes > batch.memory_bytes * HUGE_SHARE for page in batch.pages)


def _n_chars(page: Page | Rejection) -> int:
    return sum(len(section.text) for section in page.sections) if isinstance(page, Page) else 0


def _spill(outcomes: Sequence[Page | Rejection], batch: Batch) -> BatchResult:
    """Index what became of some pages of a batch, and leave it on disk."""
    pages = [outcome for outcome in outcomes if isinstance(outcome, Page)]
    parts, unindexed = _segment(pages, batch)
    failed = {rejection.url for rejection in unindexed}
    return BatchResult(
        parts=tuple(parts),
        rejections=(*(outcome for outcome in outcomes if isinstance(outcome, Rejection)), *unindexed),
        notices=tuple((page.url, page.notices) for page in pages if page.notices and page.url not in failed),
        checks=checks_of(page for page in pages if page.url not in failed),
    )


def _joined(results: Sequence[BatchResult]) -> BatchResult:
    """Join the results of a batch that was divided."""
    if len(results) == 1:
        return results[0]
    return BatchResult(
        parts=tuple(chain.from_iterable(result.parts for result in results)),
        rejections=tuple(chain.from_iterable(result.rejections for result in results)),
        notices=tuple(chain.from_iterable(result.notices for result in results)),
        checks=tuple(chain.from_iterable(result.checks for result in results)),
    )


def _keep_within(batch: Batch) -> None:
    """Return freed memory to the system where this process holds much; if that is not enough, forget spellings."""
    most = batch.held_bytes + batch.memory_bytes * HELD_SHARE
    if holds_more_than(most):
        give_back()
        if holds_more_than(most + batch.memory_bytes * VOCABULARY_SHARE / 2):
            forget_vocabularies()
            give_back()


def _take(listed: ListedPage, read: Reader, batch: Batch) -> Page | Rejection:
    """Try each source of a page in order; if all fail, return the first rejection."""
    first_failure: Rejection | None = None
    for answer in listed.answers:
        fetched = isolated(answer.url, "crawl", partial(read, answer))
        page: Page | Rejection
        page = (
            fetched
            if isinstance(fetched, Rejection)
            else isolated(answer.url, "parse", partial(_gate_and_parse, fetched, batch, answer.provenance))
        )
        if isinstance(page, Page):
            return page
        first_failure = first_failure or page
    assert first_failure is not None  # every page has one source at least
    return first_failure


def _gate_and_parse(fetched: Fetched, batch: Batch, provenance: Mapping[str, str]) -> Page | Rejection:
    page = _parsed(fetched, batch)
    if isinstance(page, Rejection):
        return page
    if len(fetched.content) > batch.memory_bytes * LARGE_SHARE:
        give_back()  # the tree, before the text is looked through
    if named := batch.named.get(fetched.url):
        page = add_symbols(page, named)
    page = settle_language(page)
    page = replace(
        page,
        meta={**page.meta, **provenance},
        facets=_facets(page, batch.docset),
        is_built=_is_built(fetched, batch),
    )
    vetted = vet(fetched, page, quarantine=batch.docset.quarantine)
    if isinstance(vetted, Rejection) or not (batch.docset.gate and batch.common.is_published):
        return vetted
    return gate_site_page(measure(fetched, vetted), batch.common.probe) or vetted


def _parsed(fetched: Fetched, batch: Batch) -> Page | Rejection:
    admitted = gate(fetched, max_bytes=batch.docset.max_page_bytes)
    page = admitted if isinstance(admitted, Rejection) else _parse(admitted, fetched, batch)
    if isinstance(page, Page) and isinstance(admitted, Admitted) and admitted.notices:
        return replace(page, notices=(*admitted.notices, *page.notices))
    return page


def _parse(admitted: Admitted, fetched: Fetched, batch: Batch) -> Page | Rejection:
    """Parse one page; of one that lost something, which long sections have not, find the elements that lost most."""
    page = parse(admitted, batch.common.repeated, check=is_checked(fetched.url, batch.common.checked_share))
    if not isinstance(page, Page) or not any(f.is_warning and f.what != "long_section" for f in page.faults):
        return page
    again = gate(fetched, max_bytes=batch.docset.max_page_bytes)  # the parse stage took its tree apart
    return page if isinstance(again, Rejection) else explain_faults(page, again, batch.common.repeated)


def _is_built(fetched: Fetched, batch: Batch) -> bool | None:
    if not batch.common.may_have_sources or fetched.media_type == SOURCE_CODE.media_type:
        return None
    return fetched.media_type == HTML.media_type


def _facets(page: Page, docset: DocsetConfig) -> dict[str, tuple[str, ...]]:
    """Return a page's facets and those of its docset."""
    facets = {"language": (page.language or docset.language or DEFAULT_LANGUAGE,), **page.facets}
    if docset.version:
        facets.setdefault("version", (docset.version,))
    for key, values in docset.facets.items():
        facets[key] = tuple(sorted({*facets.get(key, ()), *values}))
    return {**facets, "docset": (docset.name,)}


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
    with writing(stem.parent):
        return segment(pages, stem, docset.base_url, docset.language or DEFAULT_LANGUAGE)


def _numbered(stem: Path, number: int) -> Path:
    return stem.with_name(f"{stem.name}-{number}")


def crashed(batch: Batch) -> BatchResult:
    """Reject the page of a batch of one that ended its worker process."""
    detail = "The page ended the process that converted it (out of memory or of time, or a crash in a library)."
    return BatchResult((), (Rejection(batch.pages[0].url, "parse", "crashed", detail),))
