"""Run batches in worker processes so that neither a crash nor a slow page ends the build, nor a fault with one page.

Rules: `isolated` is the one place where the build catches what a stage should not raise. The report shows the
       exception, since it is a defect of the builder and not of the page.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from itertools import chain, repeat
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.context import BaseContext
from types import TracebackType
from typing import Any, Protocol, Self, TypeVar

from pinax_builder.errors import BuildError
from pinax_builder.garbage import collect_seldom
from pinax_builder.processes.memory import machine_bytes
from pinax_builder.records import Rejection, StageName
from pinax_runtime.format import LimitExceededError

MEMORY_BYTES = 6 << 30
"""Largest address space (bytes) of a worker process: a page that wants more ends the process, which costs one page."""
_LEAST_BYTES = 2 << 30
"""Address space (bytes) that a worker has on the smallest machine; most of it is never used."""
SUBMITTED = 256
"""Most batches that are under way or wait for a worker; results that wait for an earlier one are among them."""
OF_A_WORKER = 16
"""The same for each worker of a pool on this machine: while one is held up, each of the others does so many."""
GRACE_SECONDS = 15.0
"""Processor time (seconds) beyond a page's limit after which a page that cannot be interrupted ends its process."""
REPEAT_SECONDS = 1.0
"""Processor time (seconds) until an alarm that was ignored rings again."""
_ENDING_S = 1.0
"""Longest time (seconds) to wait for the threads of a pool that has ended."""
_IMPORTED = ("pinax_builder.batches", "pinax_builder.parse.html.from_html")
"""Modules that the server of processes imports, where there is one."""

Result = TypeVar("Result")

PAGE_SECONDS = 60.0
"""Processor time (seconds) that one page may take; a page that takes more is rejected."""
_VERBS: dict[StageName, str] = {"crawl": "read", "gate": "judged", "parse": "converted", "segment": "indexed"}
"""Stage → what it does to a page, as the message says it."""


class Divisible(Protocol):
    """A batch that can be taken apart."""

    def singles(self) -> Iterator[Self]:
        """Yield each item as a batch of its own."""


AnyBatch = TypeVar("AnyBatch", bound=Divisible)


class WorkerLostError(BrokenExecutor):
    """A task's worker died, again and again, and with it no other task was lost."""


class PageTooSlowError(BaseException):
    """A page has used up its time. Not an Exception, so that no handler on the way takes it for its own."""


class InlineExecutor(Executor):
    """Has `in_order` run each task at once, in the caller's thread: nothing is started, and nothing pickled."""


class ProcessPool(Executor):
    """A pool of processes that inherit no thread and no lock of this one."""

    def __init__(self, workers: int) -> None:
        self.workers = self._most = workers
        self._before_tasks: Callable[[], object] | None = None
        self._start()

    def _start(self) -> None:
        context = _context()
        self.is_forked = context.get_start_method() == "fork"
        if self.is_forked:
            gc.freeze()  # looking through objects writes to them, and what is written to is shared no more
        self._pool = ProcessPoolExecutor(
            self._most, mp_context=context, initializer=_begin, initargs=(_address_space(self.workers),)
        )

    def expect(self, n_tasks: int, before: Callable[[], object]) -> None:
        """Start no more processes at a time than there will be tasks; all are started when the next one comes.

        Args:
            n_tasks: Most tasks that are ever under way together.
            before: Called before that: imports what the tasks need, so that forked processes inherit it.
        """
        self._most, self._before_tasks = max(1, min(self.workers, n_tasks)), before
        self.renew()

    def renew(self) -> None:
        """Wait for the workers and go on with new ones, which take as little memory as they can.

        However much a worker has given back, it keeps some forty megabytes in which single objects are left.
        """
        self._pool.shutdown()
        deadline = time.monotonic() + _ENDING_S
        while self.is_forked and _n_threads() > 1 and time.monotonic() < deadline:
            time.sleep(0.001)  # a thread is there for a moment after it was joined
        self._start()

    def submit(self, task: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Submit a task, for which processes may have to be started; an interrupt is heard after that."""
        if self.is_forked and self._before_tasks:
            self._before_tasks()
            self._before_tasks = None
        with _without_interrupts(self.is_forked):
            return self._pool.submit(_run, task, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the workers when they have done what was submitted."""
        self._pool.shutdown(wait, cancel_futures=cancel_futures)
        gc.unfreeze()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> bool:
        """Wait for the workers; end them if the program was interrupted, whose signal they do not hear."""
        if kind is not None and issubclass(kind, KeyboardInterrupt):
            for process in list((self._pool._processes or {}).values()):
                process.kill()
            self.shutdown(cancel_futures=True)
            return False
        return bool(super().__exit__(kind, error, at))


def _context() -> BaseContext:
    """Return the way to start workers.

    Importing costs a quarter of a second of processor time. On Linux workers are forked from this process, which has
    done it, if it has a single thread: forked beside others, a worker may inherit a lock that nobody opens. Else a
    server process imports once, and workers are forked from that. Elsewhere each worker imports for itself.
    """
    if sys.platform != "linux":
        return get_context("spawn")
    if _n_threads() == 1:
        return get_context("fork")
    context = get_context("forkserver")
    context.set_forkserver_preload(["__main__", *_IMPORTED])
    return context


def _n_threads() -> int:
    return len(os.listdir("/proc/self/task")) if sys.platform == "linux" else 1


@contextmanager
def _without_interrupts(is_forked: bool) -> Iterator[None]:
    """Hold an interrupt back in the block, and for ever in the processes and threads that are started there.

    Ctrl-C goes to all processes of a terminal. Those that are still importing would each print a traceback, and one
    that is half started would be known to nobody.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    if not is_forked:
        resource_tracker.ensure_running()  # where it is started, it lets interrupts through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _run(task: Callable[..., Result], *args: Any, **kwargs: Any) -> Result:
    """Run a task in a worker, which ends where its memory does: whatever else it holds may be half done."""
    try:
        return task(*args, **kwargs)
    except MemoryError:
        os._exit(1)


def _begin(address_space: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all processes of a terminal; the first one decides
    collect_seldom()
    _bound_memory(address_space)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process when the one that began it is gone: killed, it could not say so, and a worker would wait on."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _address_space(workers: int) -> int:
    """Return the largest address space of each worker (bytes): its share of the machine, within bounds."""
    return max(_LEAST_BYTES, min(MEMORY_BYTES, machine_bytes() // workers))


def _bound_memory(address_space: int) -> None:
    """Bound this process's memory where the system can: Linux does, macOS keeps no such limit, Windows has none."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_AS)
        if most == resource.RLIM_INFINITY or most > address_space:
            with suppress(ValueError, OSError):  # macOS refuses some
                resource.setrlimit(resource.RLIMIT_AS, (address_space, most))


def in_order(
    executor: Executor,
    task: Callable[[AnyBatch], Result],
    batches: Iterable[AnyBatch],
    crashed: Callable[[AnyBatch], Result],
    is_heavy: Callable[[AnyBatch], bool] = lambda batch: False,
) -> Iterator[tuple[AnyBatch, Result]]:
    """Run a task on every batch and yield the results in order.

    When a worker process dies, at its limit of memory or otherwise, the pool is gone with all that it had not done. The
    first of those batches, as many as there were workers, may have been under way: they run again apart, item by item,
    so that only what kills its process is lost. The others go to a new pool of as many workers.

    Args:
        executor: Runs the batches.
        task: Must be importable by the workers.
        batches: In the order wanted; at most `SUBMITTED` of them are known at once, of a pool `OF_A_WORKER` for each.
        crashed: Makes the result of a batch of one item that ended its process.
        is_heavy: Tells whether a batch needs so much memory that it is to find new workers in a pool.
    """
    if isinstance(executor, InlineExecutor):
        yield from ((batch, task(batch)) for batch in batches)
        return
    workers = executor.workers if isinstance(executor, ProcessPool) else 1
    most = OF_A_WORKER * workers if isinstance(executor, ProcessPool) else SUBMITTED
    submitted: deque[tuple[AnyBatch, Future[Result]]] = deque()
    n_suspects = 0
    with ExitStack() as stack:
        for batch in chain(batches, repeat(None)):
            waits_for_new_workers = batch is not None and isinstance(executor, ProcessPool) and is_heavy(batch)
            while len(submitted) >= most or (submitted and (batch is None or waits_for_new_workers)):
                first, future = submitted.popleft()
                try:
                    yield first, future.result()
                except BrokenExecutor as error:
                    if n_suspects < workers or isinstance(error, WorkerLostError):
                        n_suspects += 1
                        yield from _one_by_one(task, first, crashed)
                        continue
                    n_suspects = 0
                    executor = _renewed(executor, stack)
                    again = [first, *(waiting for waiting, _ in submitted)]
                    submitted = deque((waiting, _submit(executor, task, waiting)) for waiting in again)
            if batch is None:
                return
            if waits_for_new_workers:
                executor = _renewed(executor, stack)
            submitted.append((batch, _submit(executor, task, batch)))


def _renewed(executor: Executor, stack: ExitStack) -> ProcessPool:
    """Return a pool of new workers."""
    if isinstance(executor, ProcessPool):
        executor.renew()
        return executor
    return stack.enter_context(ProcessPool(1))


def _submit(executor: Executor, task: Callable[[AnyBatch], Result], batch: AnyBatch) -> Future[Result]:
    try:
        return executor.submit(task, batch)
    except BrokenExecutor as error:
        broken: Future[Result] = Future()
        broken.set_exception(error)
        return broken


def _one_by_one(
    task: Callable[[AnyBatch], Result], batch: AnyBatch, crashed: Callable[[AnyBatch], Result]
) -> Iterator[tuple[AnyBatch, Result]]:
    """Run the items of a batch one after the other; the one at which the process dies is what killed it."""
    waiting = list(batch.singles())
    while waiting:
        n_done = 0
        with ProcessPool(1) as alone:
            for single, future in [(single, _submit(alone, task, single)) for single in waiting]:
                n_done += 1
                try:
                    yield single, future.result()
                except BrokenExecutor:
                    yield single, crashed(single)
                    break
        waiting = waiting[n_done:]


_is_heard = False
"""Whether an alarm ends the block of a `time_limit`."""


@contextmanager
def alarms_heard() -> Iterator[None]:
    """Have an alarm raise PageTooSlowError in the block: once for many limits, for it takes longer than to set one."""
    global _is_heard
    if _is_heard or not _can_be_interrupted():
        yield
        return
    before = signal.signal(signal.SIGPROF, _stop)
    _is_heard = True
    try:
        yield
    finally:
        _is_heard = False
        signal.signal(signal.SIGPROF, before)


@contextmanager
def time_limit(seconds: float, grace: float = GRACE_SECONDS) -> Iterator[None]:
    """Raise PageTooSlowError in the block once the process has used `seconds` of processor time, and each second after.

    It is processor time because the outcome of a build must not depend on what else a machine does. The limit works in
    a process's main thread on systems with interval timers, which is where batches run; elsewhere it does nothing. The
    alarm repeats because Python ignores what is raised in `__del__` or in a callback of the garbage collector. Code
    outside of Python is not interrupted, so a worker process ends when the block has used `grace` seconds more, for
    `in_order` to find.

    Raises:
        PageTooSlowError: The time is up.
    """
    if not _can_be_interrupted():
        yield
        return
    with alarms_heard():
        if parent_process() is not None:
            signal.setitimer(signal.ITIMER_VIRTUAL, seconds + grace)  # its signal ends the process; nobody handles that
        signal.setitimer(signal.ITIMER_PROF, seconds, REPEAT_SECONDS)
        try:
            yield
        finally:
            try:
                signal.setitimer(signal.ITIMER_PROF, 0)
            finally:  # an alarm that rings just now must not leave the timer running
                signal.setitimer(signal.ITIMER_PROF, 0)
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _can_be_interrupted() -> bool:
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


def _stop(*_: object) -> None:
    raise PageTooSlowError


def isolated(url: str, stage: StageName, step: Callable[[], Result]) -> Result | Rejection:
    """Run one step for one page; return a Rejection where it raises or takes too long.

    Raises:
        BuildError: The step says itself that the build cannot go on.
    """
    try:
        with time_limit(PAGE_SECONDS):
            return step()
    except PageTooSlowError:
        detail = f"The page took more than {PAGE_SECONDS:.0f} s of processor time to convert."
        return Rejection(url, stage, "too_slow", detail)
    except BuildError:
        raise
    except MemoryError:
        if parent_process() is not None:  # the worker ends, and the batch is taken again page by page
            raise
        return Rejection(url, stage, "crashed", "The page took more memory than there is.")
    except RecursionError:
        return Rejection(url, stage, "too_deep", "What the page was converted to nests too deep.")
    except LimitExceededError as error:
        detail = f"No reader would take the page: {error.what} is {error.got:,}, the limit is {error.limit:,}."
        return Rejection(url, stage, "beyond_limits", detail)
    except Exception as error:  # any stage may have a defect, and the other pages must not pay for it
        detail = f"The page could not be {_VERBS[stage]} ({type(error).__name__}: {error}); please report it."
        return Rejection(url, stage, "internal_error", detail)
