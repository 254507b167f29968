"""Hand batches to workers elsewhere, and take their results from the build cache.

In:    Batches of a docset.
Out:   Batches that workers can run, and BatchResults whose parts lie on this machine's disk.
Rules: the pages of an object store are read by the workers. Those that only this machine has are read here and put
       into the cache, named by their content. A result comes by way of the cache, not through the cluster's scheduler.
Why:   docs/decisions/0225
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from pinax_builder.batches import Batch, BatchResult, InCommon
from pinax_builder.build_cache import Cache, EntryError
from pinax_builder.cluster.sending import blocks_key, outcome_blocks
from pinax_builder.cluster.working import ClusterRun, Sent
from pinax_builder.configuration import DocsetConfig
from pinax_builder.errors import ClusterError
from pinax_builder.incremental.batch_cache import read_result
from pinax_builder.incremental.keys import code_digest, docset_context
from pinax_builder.sources import answers_of
from pinax_builder.storage import Storage


class Cluster(Executor):
    """Runs the batches of a build on a cluster."""

    def __init__(self, executor: Executor, cache: Cache, local: Executor) -> None:
        """Make one.

        Args:
            executor: Runs tasks on the cluster.
            cache: The build cache, which the workers can read and write as well.
            local: Runs on this machine what a docset needs before its batches.
        """
        self._executor = executor
        self._cache = cache
        self.local = local

    def task(self, docset: DocsetConfig, common: InCommon) -> ClusterRun:
        """Return what runs a docset's batches."""
        return ClusterRun(self._cache, docset_context(docset, common), code_digest())

    def submit(self, task: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Send a batch, the one argument of its task, to the cluster."""
        (batch,) = args
        is_read_there = batch.docset.site is None and isinstance(batch.docset.path, Storage)
        return self._executor.submit(task, batch if is_read_there else self._sent(batch), **kwargs)

    def collected(self, batch: Batch, outcome: BatchResult | tuple[bytes, ...]) -> list[BatchResult]:
        """Take what came of a batch from the cache.

        Raises:
            ClusterError: It is not there.
        """
        if isinstance(outcome, BatchResult):
            return [outcome]
        return [self._result(batch, number, key) for number, key in enumerate(outcome)]

    def _result(self, batch: Batch, number: int, key: bytes) -> BatchResult:
        stem = batch.stem.with_name(f"{batch.stem.name}-{number}")
        try:
            blocks = self._cache.get(key)
            if blocks is not None:
                return read_result(blocks, stem)
        except EntryError as error:
            raise ClusterError("the cluster", f"a result in the build cache cannot be used: {error}") from error
        raise ClusterError("the cluster", "a result is not in the build cache; all workers need the same --cache")

    def _sent(self, batch: Batch) -> Sent:
        """Put the pages, which only this machine has, into the cache."""
        with batch.reading() as read:
            blocks = list(outcome_blocks(read(answer) for page in batch.pages for answer in answers_of(page)))
        key = blocks_key(blocks)
        if not self._cache.has(key) and not self._cache.put(key, blocks):
            raise ClusterError("the cluster", "the build cache cannot be written")
        return Sent(batch, key)
