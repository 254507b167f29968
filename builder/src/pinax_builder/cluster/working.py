"""Run one batch on a worker of a cluster.

In:    A Batch, or a Sent.
Out:   The keys under which its results are in the build cache.
Rules: a batch depends on nothing but its pages' bytes and what came with it, so it may run twice, or half. Each runs in
       a process of its own, as at home: what a page does to it costs that page and not the worker.
Why:   docs/decisions/0225
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from multiprocessing import current_process

from pinax_builder.batches import Batch, BatchResult, crashed
from pinax_builder.build_cache import Cache, EntryError
from pinax_builder.cluster.sending import blocks_key, read_outcomes
from pinax_builder.errors import ClusterError
from pinax_builder.incremental.batch_cache import CachedRun, result_blocks
from pinax_builder.incremental.keys import batch_key, code_digest, page_keys
from pinax_builder.processes import InlineExecutor, ProcessPool, in_order
from pinax_builder.sources import answers_of
from pinax_builder.temporary import temporary_folder


@dataclass(frozen=True, slots=True)
class Sent:
    """A batch whose pages were put into the build cache."""

    batch: Batch
    key: bytes
    """Where they are in the cache."""


@dataclass(frozen=True, slots=True)
class ClusterRun:
    """Runs batches of one docset; a task for the workers of a cluster."""

    cache: Cache
    context: bytes
    """Digest of what all batches of the docset depend on."""
    code: bytes
    """Digest of the program that is to run: with another one, other bytes would come of it."""

    def __call__(self, given: Batch | Sent) -> tuple[bytes, ...]:
        """Run a batch unless its result is in the cache.

        Returns:
            The keys of its results: one, or one a page where the batch had to be taken apart.

        Raises:
            ClusterError: The worker has another version of a library, or cannot use the cache.
            BuildError: As `run_batch`.
        """
        if code_digest() != self.code:
            raise ClusterError("a worker", "it has another version of Pinax, of Python or of a library")
        batch = self._with_answers(given)
        with batch.reading() as read:
            keys = page_keys(read, batch.pages, batch.named, batch.common.checked_share)
        batch = replace(batch, keys=tuple(keys.get(page.url, b"") for page in batch.pages))
        key = batch_key(self.context, batch.keys)
        with suppress(EntryError):
            blocks = self.cache.get(key)
            if blocks is not None:
                return (key,)
        with temporary_folder() as folder, _alone() as executor:
            batch = replace(batch, stem=folder / "batch")
            run = CachedRun(self.cache, self.context)
            results = [result for _, result in in_order(executor, run, [batch], crashed)]
            if len(results) == 1 and self.cache.has(key):
                return (key,)
            return tuple(map(self._stored, results))

    def _with_answers(self, given: Batch | Sent) -> Batch:
        """Return a batch with what its pages are: each is read once, however often it is looked at."""
        if isinstance(given, Batch):
            with given.reading() as read:
                return replace(given, answers={at: read(at) for page in given.pages for at in answers_of(page)})
        try:
            blocks = self.cache.get(given.key)
            if blocks is not None:
                return replace(given.batch, answers=read_outcomes(blocks, given.batch.pages))
        except EntryError as error:
            raise ClusterError(
                "a worker", f"the pages of a batch in the build cache cannot be used: {error}"
            ) from error
        raise ClusterError("a worker", "the pages of a batch are not in its build cache; all need the same --cache")

    def _stored(self, result: BatchResult) -> bytes:
        """Keep a result that another run might not repeat, under its content."""
        blocks = list(result_blocks(result))
        key = blocks_key(blocks)
        if not self.cache.has(key) and not self.cache.put(key, blocks):
            raise ClusterError("a worker", "it cannot write into the build cache")
        return key


@contextmanager
def _alone() -> Iterator[Executor]:
    """Open a process for one batch; a worker that may have no children runs it in its own, without limits of time."""
    if current_process().daemon:
        yield InlineExecutor()
        return
    with ProcessPool(1) as pool:
        yield pool
