"""Take a batch's result from the build cache, or run the batch and keep its result.

In:    A Batch whose pages have keys.
Out:   Its BatchResult, the same as `run_batch` returns, with the parts on disk.
Rules: an entry that cannot be used is a miss, and the result says why. A result is not kept if another run might
       differ: a page took too long, ended its process or met a defect, or a file changed while it was read. To notice
       the last, the keys are computed again after the batch has run.
Why:   docs/decisions/0130
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import Any

from pinax_builder.batches import Batch, BatchResult, run_batch
from pinax_builder.build_cache import Cache, EntryError, decoding, in_pieces
from pinax_builder.errors import OutputError
from pinax_builder.gate import PageFigures
from pinax_builder.incremental.keys import batch_key, page_keys
from pinax_builder.record_types import is_as_declared
from pinax_builder.records import Rejection, SpilledPart
from pinax_builder.spooling import checks_from_row, checks_to_row, summary_from_row, summary_to_row
from pinax_runtime.format import wire

UNSTABLE = frozenset({"too_slow", "crashed", "internal_error"})
"""Rejection reasons that another run of the same page might not repeat."""


@dataclass(frozen=True, slots=True)
class CachedRun:
    """Runs batches of one docset with a cache; a task for worker processes."""

    cache: Cache
    context: bytes
    """Digest of what all batches of the docset depend on."""

    def __call__(self, batch: Batch) -> BatchResult:
        """Return the result of a batch, from the cache if it is there.

        Raises:
            BuildError: As `run_batch`.
        """
        if not batch.keys or not all(batch.keys):  # without a cache, or with a page that has no key
            return run_batch(batch)
        key = batch_key(self.context, batch.keys)
        fault = ""
        try:
            blocks = self.cache.get(key)
            if blocks is not None:
                return read_result(blocks, batch.stem)
        except EntryError as error:
            fault = str(error)
        result = run_batch(batch)
        with batch.reading() as read:
            again = page_keys(read, batch.pages, batch.named, batch.common.checked_share)
        before = zip(batch.pages, batch.keys, strict=True)
        unsettled = tuple(page.url for page, of_page in before if again.get(page.url) != of_page)
        if not unsettled and not any(rejection.reason in UNSTABLE for rejection in result.rejections):
            self.cache.put(key, result_blocks(result))
        return replace(result, unsettled=unsettled, entry_fault=fault)


def result_blocks(result: BatchResult) -> Iterator[bytes]:
    """Yield a result as blocks for the cache: its records, then the files of each part."""
    files = [[in_pieces(path.read_bytes()) for path in (part.entries, part.records)] for part in result.parts]
    rows = [
        [
            list(map(astuple, result.rejections)),
            result.notices,
            list(map(astuple, result.figures)),
            checks_to_row(result.checks),
        ],
        [
            [
                part.language,
                part.algorithm,
                list(map(summary_to_row, part.pages)),
                part.lengths,
                part.titled,
                list(part.n_words),
                part.priors,
                list(map(len, of_part)),
            ]
            for part, of_part in zip(result.parts, files, strict=True)
        ],
    ]
    yield wire.encode(rows)
    for of_part in files:
        for pieces in of_part:
            yield from pieces


def read_result(blocks: list[bytes], stem: Path) -> BatchResult:
    """Undo `result_blocks` and write the parts beside `stem`.

    Raises:
        EntryError: The blocks are no result.
        OutputError: The disk is full or fails.
    """
    try:
        return _read_result(blocks, stem)
    except OSError as error:
        raise OutputError(stem.parent, error.strerror or str(error)) from error


def _read_result(blocks: list[bytes], stem: Path) -> BatchResult:
    with decoding():
        (rejections, notices, figures, checks), rows = wire.decode(blocks[0], stem.name)
        pieces = iter(blocks[1:])
        result = BatchResult(
            parts=tuple(_part(row, stem.with_name(f"{stem.name}-{n}"), pieces) for n, row in enumerate(rows)),
            rejections=tuple(Rejection(*row) for row in rejections),
            notices=tuple((url, tuple(said)) for url, said in notices),
            figures=tuple(PageFigures(*row) for row in figures),
            checks=checks_from_row(checks),
            reused=True,
        )
        if not is_as_declared(result) or not all(map(_agrees, result.parts)):
            raise ValueError("values of other types or lengths than a result's")
    return result


def _agrees(part: SpilledPart) -> bool:
    """Tell whether the columns of a part have one item for each page, or each section."""
    n_pages, n_sections = len(part.pages), [page.n_sections for page in part.pages]
    return (
        len(part.n_words) == len(part.priors) == n_pages
        and min(n_sections, default=1) > 0
        and len(part.lengths) == len(part.titled) == sum(n_sections)
    )


def _part(row: list[Any], stem: Path, pieces: Iterator[bytes]) -> SpilledPart:
    language, algorithm, pages, lengths, titled, n_words, priors, n_pieces = row
    path = stem.with_name(f"{stem.name}-{language}")
    entries, records = path.with_suffix(".entries"), path.with_suffix(".records")
    for file, n in zip((entries, records), n_pieces, strict=True):
        with file.open("wb") as out:
            out.writelines([next(pieces) for _ in range(n)])
    summaries = tuple(map(summary_from_row, pages))
    return SpilledPart(language, algorithm, entries, records, summaries, lengths, titled, array("I", n_words), priors)
