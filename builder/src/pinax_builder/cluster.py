"""Run batches on other machines, which share nothing with this one but the build cache.

In:    Batches, and an executor whose workers are elsewhere.
Out:   Their BatchResults, with the parts on this machine's disk.
Rules: workers read the pages of an object store themselves. Pages that only this machine has are read here and put into
       the cache, named by their content. A result comes by way of the cache, not through the cluster's scheduler. A
       batch depends on nothing but its pages' bytes and what came with it, so it may run twice, or half. Each runs in a
       process of its own, as at home: what a page does to it costs that page and not the worker. Only this module
       imports distributed.
Why:   docs/decisions/0225
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from importlib.util import find_spec
from multiprocessing import current_process
from typing import Any, TypeVar

from pinax_builder.batches import Batch, BatchResult, InCommon, crashed
from pinax_builder.configuration import DocsetConfig
from pinax_builder.crawl import ListedPage
from pinax_builder.errors import ClusterError
from pinax_builder.processes import InlineExecutor, ProcessPool, WorkerLostError, in_order
from pinax_builder.records import Fetched, Rejection
from pinax_builder.released import install_command
from pinax_builder.sources import source_of
from pinax_builder.spill import from_plain, to_plain
from pinax_builder.state import (
    Cache,
    CachedRun,
    Facts,
    batch_key,
    code_digest,
    docset_context,
    page_keys,
    read_result,
    result_values,
)
from pinax_builder.temporary import temporary_folder
from pinax_runtime.format import wire

_SCHEME = "dask://"
Value = TypeVar("Value")
Outcome = Fetched | Rejection
"""What reading a page gave."""


def outcome_values(outcomes: Iterable[Outcome]) -> Iterator[bytes]:
    """Yield what reading pages gave as values for the cache."""
    for outcome in outcomes:
        yield wire.encode([isinstance(outcome, Rejection), to_plain(outcome)])


def read_outcomes(values: Sequence[bytes], pages: Iterable[ListedPage]) -> Mapping[ListedPage, Outcome]:
    """Undo `outcome_values` for the answers of the same pages. Raises what decoding raises if they are none."""
    answers = [answer for page in pages for answer in page.answers]
    return dict(zip(answers, map(_outcome, values), strict=True))


def _outcome(value: bytes) -> Outcome:
    is_rejection, outcome = wire.decode(value, "page")
    return from_plain(Rejection, outcome) if is_rejection else from_plain(Fetched, outcome)


def _put(cache: Cache, values: Sequence[bytes], at: str) -> bytes:
    """Keep values in the build cache by their content alone; return their key. Raises ClusterError."""
    digests = b"".join(hashlib.sha256(value).digest() for value in values)
    key = hashlib.sha256(b"content" + digests).digest()
    if not cache.has(key) and not cache.put(key, values):
        raise ClusterError(at, "it cannot write into the build cache")
    return key


def _taken(cache: Cache, key: bytes, read: Callable[[list[bytes]], Value], at: str, what: str) -> Value:
    """Return what can be read from the build cache. Raises ClusterError."""
    found, fault = cache.found(key, read)
    if fault:
        raise ClusterError(at, f"{what} in the build cache cannot be used: {fault}")
    if found is None:
        raise ClusterError(at, f"its build cache does not have {what}; all workers need the same --cache")
    return found


@dataclass(frozen=True, slots=True)
class ClusterRun:
    """Runs batches of one docset; a task for the workers of a cluster."""

    cache: Cache
    context: bytes
    """Digest of the inputs that all batches of the docset share."""
    code: bytes
    """Digest of the program that is to run: with another one, other bytes would come of it."""

    def __call__(self, given: Batch) -> tuple[bytes, ...]:
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
            keys = page_keys(Facts(read), batch.pages, batch.named, batch.common.checked_share)
        batch = replace(batch, keys=tuple(keys.get(page.url, b"") for page in batch.pages))
        key = batch_key(self.context, batch.keys)
        if self.cache.found(key, len)[0]:
            return (key,)
        with temporary_folder() as folder, _alone() as executor:
            batch = replace(batch, stem=folder / "batch")
            run = CachedRun(self.cache, self.context)
            results = [result for _, result in in_order(executor, run, [batch], crashed)]
            if len(results) == 1 and self.cache.has(key):
                return (key,)
            return tuple(map(self._stored, results))

    def _with_answers(self, given: Batch) -> Batch:
        """Return a batch with what its pages are: each is read once, however often it is looked at."""
        if not given.sent:
            with given.reading() as read:
                return replace(given, answers={at: read(at) for page in given.pages for at in page.answers})
        read_pages = partial(read_outcomes, pages=given.pages)
        answers = _taken(self.cache, given.sent, read_pages, "a worker", "the pages of a batch")
        return replace(given, answers=answers)

    def _stored(self, result: BatchResult) -> bytes:
        """Keep a result that another run might not repeat, under its content."""
        return _put(self.cache, list(result_values(result)), "a worker")


@contextmanager
def _alone() -> Iterator[Executor]:
    """Open a process for one batch; a worker that may have no children runs it in its own, without limits of time."""
    if current_process().daemon:
        yield InlineExecutor()
        return
    with ProcessPool(1) as pool:
        yield pool


class Cluster(Executor):
    """Runs the batches of a build on a cluster."""

    def __init__(self, behind: Executor, lost: type[Exception], cache: Cache, local: Executor) -> None:
        """Make one.

        Args:
            behind: Runs tasks on the cluster; one whose workers die is given to others.
            lost: What it raises after some deaths.
            cache: The build cache, which the workers can read and write as well.
            local: Runs on this machine what a docset needs before its batches.
        """
        self._behind, self._lost = behind, lost
        self._cache = cache
        self.local = local

    def task(self, docset: DocsetConfig, common: InCommon) -> ClusterRun:
        """Return what runs a docset's batches."""
        return ClusterRun(self._cache, docset_context(docset, common), code_digest())

    def submit(self, task: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Send a batch, the one argument of its task, to the cluster."""
        (batch,) = args
        is_read_there = source_of(batch.docset).is_shared
        sent = batch if is_read_there else self._sent(batch)
        outcome: Future[Any] = Future()

        def hand_on(done: Future[Any]) -> None:
            if done.cancelled():  # the build has failed
                outcome.cancel()
                return
            error = done.exception()
            if isinstance(error, self._lost):
                outcome.set_exception(WorkerLostError(str(error)))
            elif error is not None:
                outcome.set_exception(error)
            else:
                outcome.set_result(done.result())

        self._behind.submit(task, sent, **kwargs).add_done_callback(hand_on)
        return outcome

    def collected(self, batch: Batch, outcome: BatchResult | tuple[bytes, ...]) -> list[BatchResult]:
        """Take what came of a batch from the cache.

        Raises:
            ClusterError: It is not there.
        """
        if isinstance(outcome, BatchResult):
            return [outcome]
        stems = (batch.stem.with_name(f"{batch.stem.name}-{number}") for number in range(len(outcome)))
        return [
            _taken(self._cache, key, partial(read_result, stem=stem), "the cluster", "a result")
            for key, stem in zip(outcome, stems, strict=True)
        ]

    def _sent(self, batch: Batch) -> Batch:
        """Put the pages, which only this machine has, into the cache."""
        with batch.reading() as read:
            values = list(outcome_values(read(answer) for page in batch.pages for answer in page.answers))
        return replace(batch, sent=_put(self._cache, values, "the cluster"))


@contextmanager
def connected(address: str, cache: Cache, local: Executor) -> Iterator[Cluster]:
    """Connect to the scheduler at `dask://HOST:PORT`; the other arguments are those of a `Cluster`.

    Raises:
        ClusterError: It does not answer, or dask is not installed.
    """
    if not address.startswith(_SCHEME) or not address.removeprefix(_SCHEME):
        raise ClusterError(address, "the address of an executor is dask://HOST:PORT")
    if find_spec("distributed") is None:
        raise ClusterError(address, f"dask is not installed: {install_command('dask')}")
    from distributed import Client, KilledWorker

    try:
        client = Client(f"tcp://{address.removeprefix(_SCHEME)}", set_as_default=False)
    except (OSError, ValueError) as error:
        raise ClusterError(address, f"its scheduler does not answer ({error})") from error
    with client:
        yield Cluster(client.get_executor(pure=False), KilledWorker, cache, local)
