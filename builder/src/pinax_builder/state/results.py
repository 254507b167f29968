"""Take what the pages of a docset became from the build cache, or make it and keep it.

In:    A Batch whose pages have keys; or a docset whose pages may have something in common.
Out:   Its BatchResult, the same as `run_batch` returns, with the parts on disk; or what they have in common.
Rules: an entry that cannot be used is a miss, and the result says why. A result is not kept if another run might
       differ: a page took too long, ended its process or met a defect, or a file changed before it was read. To notice
       the last, the keys are computed again of the bytes that the batch has read.
Why:   docs/decisions/0130
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from pinax_builder.batches import Batch, BatchResult, run_batch
from pinax_builder.comparison import choose_sample, compare_pages
from pinax_builder.configuration import DocsetConfig
from pinax_builder.crawl import Listing
from pinax_builder.errors import writing
from pinax_builder.parse import Repeated
from pinax_builder.records import SpilledPart
from pinax_builder.sources import source_of
from pinax_builder.spill import from_plain, to_plain
from pinax_builder.state.keys import Facts, batch_key, page_keys, sample_key
from pinax_builder.state.objects import Cache, decoding
from pinax_runtime.format import wire

UNSTABLE = frozenset({"too_slow", "crashed", "internal_error"})
"""Rejection reasons that another run of the same page might not repeat."""


@dataclass(frozen=True, slots=True)
class CachedRun:
    """Runs batches of one docset with a cache; a task for worker processes."""

    cache: Cache
    context: bytes
    """Digest of the inputs that all batches of the docset share."""

    def __call__(self, batch: Batch) -> BatchResult:
        """Return the result of a batch, from the cache if it is there.

        Raises:
            BuildError: As `run_batch`.
        """
        if not batch.keys or not all(batch.keys):  # without a cache, or with a page that has no key
            return run_batch(batch)
        key = batch_key(self.context, batch.keys)
        kept, fault = self.cache.found(key, partial(read_result, stem=batch.stem))
        if kept:
            return kept
        with batch.reading() as read:
            known = Facts(read)
            result = run_batch(batch, known.read)
            again = page_keys(known, batch.pages, batch.named, batch.common.checked_share)
        before = zip(batch.pages, batch.keys, strict=True)
        unsettled = tuple(page.url for page, of_page in before if again.get(page.url) != of_page)
        if not unsettled and not any(rejection.reason in UNSTABLE for rejection in result.rejections):
            self.cache.put(key, result_values(result))
        return replace(result, unsettled=unsettled, entry_fault=fault)


def result_values(result: BatchResult) -> Iterator[bytes]:
    """Yield a result as values for the cache: its records, then the files of each part."""
    yield wire.encode(to_plain(result))
    for part in result.parts:
        yield part.entries.read_bytes()
        yield part.records.read_bytes()


def read_result(values: Sequence[bytes], stem: Path) -> BatchResult:
    """Undo `result_values` and write the parts beside `stem`.

    Raises:
        EntryError: The values are no result.
        OutputError: The disk is full or fails.
    """
    with writing(stem.parent), decoding():
        first, *files = values
        result = from_plain(BatchResult, wire.decode(first, stem.name))
        of_parts = zip(result.parts, files[::2], files[1::2], strict=True)
        parts = tuple(
            _part(part, entries, records, stem.with_name(f"{stem.name}-{n}"))
            for n, (part, entries, records) in enumerate(of_parts)
        )
        return replace(result, parts=parts, reused=True, entry_fault="", unsettled=())


def _part(stored: SpilledPart, entries: bytes, records: bytes, stem: Path) -> SpilledPart:
    """Write the files of a part. Raises ValueError where its columns do not agree."""
    n_pages, n_sections = len(stored.pages), [page.n_sections for page in stored.pages]
    if not (
        len(stored.n_words) == len(stored.priors) == n_pages
        and min(n_sections, default=1) > 0
        and len(stored.lengths) == len(stored.titled) == sum(n_sections)
    ):
        raise ValueError("columns without one item for each page, or each section")
    path = stem.with_name(f"{stem.name}-{stored.language}")
    part = replace(stored, entries=path.with_suffix(".entries"), records=path.with_suffix(".records"))
    part.entries.write_bytes(entries)
    part.records.write_bytes(records)
    return replace(part, n_words=array("I", stored.n_words))


def known_shared(
    docset: DocsetConfig, listing: Listing, executor: Executor, cache: Cache | None
) -> tuple[Repeated, str]:
    """Return what a sample of a docset's pages has in common; compare them only if the cache does not know it.

    Returns:
        That, and why the cache's entry for it could not be used; nothing where it could, or where there was none.
    """
    pages = choose_sample(listing)
    if cache is None:
        return compare_pages(docset, pages, executor).repeated, ""
    with source_of(docset).reading() as read:
        key = sample_key(docset, pages, read)
    repeated, fault = cache.found(key, _read_repeated) if key else (None, "")
    if repeated:
        return repeated, ""
    compared = compare_pages(docset, pages, executor)
    if key and compared.is_stable:
        cache.put(key, [wire.encode(to_plain(compared.repeated))])
    return compared.repeated, fault


def _read_repeated(values: Sequence[bytes]) -> Repeated:
    """Return what pages have in common. Raises ValueError if the values say no such thing."""
    (value,) = values
    repeated = from_plain(Repeated, wire.decode(value, "what pages share"))
    if repeated.blocks.keys() != repeated.first_signs.keys():
        raise ValueError("values of other kinds of blocks")
    return repeated
