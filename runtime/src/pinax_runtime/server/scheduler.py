"""Schedule the calls of many clients fairly: each computes in a thread of its own, one at a time, in short turns.

Strategy. Python computes in one thread at a time, so threads that compete only slow each other down. One call has the
turn, and the others wait. After some milliseconds it lets another go on: a call of the client whose calls have computed
least, and of that client's calls the one that has computed least. So a short call is answered soon, whatever else there
is to do, and a client with many long calls delays itself. A call that waits for another machine has no turn.

A call is first queued. Then it begins: it gets a thread, and takes turns until it is done. What is cancelled leaves the
queue, or ends at its next step; nobody waits for it.

Rules: the lock is held wherever the state of the scheduler, of a client or of a call changes.
Why:   docs/decisions/0170 and docs/decisions/0172
"""

from __future__ import annotations

import asyncio
import ctypes
import math
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from threading import Condition, Thread
from time import monotonic
from typing import Any, TypeVar

from pinax_runtime.search import StoppedError, TimeLimit
from pinax_runtime.tools import ToolError

Result = TypeVar("Result")

DEFAULT_SECONDS = 10.0
"""Time in which a call may compute or wait for other machines (seconds), after which it ends with what it has.

A fuzzed query computes for some 0.3 s at most, and a first search over a slow network takes 3 s. Clients give up after
30 s and more.
"""
TURN_S = 0.01
"""How long a call computes before it lets others go on (seconds); nine of ten searches take less."""
COMPUTING_AT_ONCE = 1
"""Calls that compute at the same time."""
SITES_AT_ONCE = 8
"""Calls that wait for a website at the same time, each in a thread of its own."""
CLIENT = "pinax.client"
"""Member of an HTTP request's scope that says which client sent it."""
STARTED_OF_CLIENT = 4
"""Calls of one client that have begun and are not done; each has a thread and the memory of its search."""
STARTED = 16
"""The same, of all clients."""
WAITING_OF_CLIENT = 256
"""Calls of one client that wait to begin; further ones are refused."""
REMEMBERED_CLIENTS = 1_000
"""Number of clients whose computing time is kept; of those without calls, the one that was quiet longest goes first."""
_MEAN_SHARE = 0.1
"""Weight of the last call in the mean time of a call, from which a client is told when to try again."""


@dataclass(eq=False, slots=True)
class _Client:
    """A client, and what its calls take."""

    queue: deque[_Call] = field(default_factory=deque)
    """Its calls that have not begun."""
    n_begun: int = 0
    """Number of its calls that have begun and are not done."""
    computed_s: float = 0.0


class _Call(TimeLimit):
    """One call: how long it may take, and whether it has the turn."""

    def __init__(self, scheduler: Scheduler, client: _Client, answer: Callable[[], Any]) -> None:
        super().__init__(scheduler.seconds)
        self.client, self.answer, self.result = client, answer, Future[Any]()
        self.waiter = asyncio.wrap_future(self.result)
        """What the client's task waits for; cancelled together with the task, before the task itself hears of it."""
        self.has_turn = False
        self.computed_s = self.turn_began = self.turn_ends = 0.0
        self._scheduler = scheduler

    def step(self) -> float:
        """Let others go on when the turn is over."""
        if monotonic() >= self.turn_ends:
            self._scheduler.take(self)
        return self.passed()

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Leave the turn to others while this call waits for another machine, or for a lock.

        It takes a turn again at its next step. Here it may hold a lock that the call with the turn waits for.
        """
        self._scheduler.leave(self)
        yield


class Scheduler:
    """Runs the functions that answer calls, in threads that take turns."""

    def __init__(self, seconds: float = DEFAULT_SECONDS, at_once: int = COMPUTING_AT_ONCE) -> None:
        """Allow each call some time.

        Args:
            seconds: Time after which a call ends with what it has; infinite for no limit.
            at_once: Number of calls that compute at the same time.
        """
        self.seconds = seconds
        self._free = at_once
        self._changed = Condition()
        """The lock; notified when a turn is free, or a call that may wait for one was cancelled."""
        self._clients: dict[str, _Client] = {}
        """Clients in the order of their last calls."""
        self._n_begun = 0
        self._waiting: list[_Call] = []
        """Calls that have begun and wait for a turn."""
        self._least_s = 0.0
        """How long the client has computed that had the last turn. A client that is new, or forgotten, starts there."""
        self._mean_s = 0.0

    @cached_property
    def of_sites(self) -> Scheduler:
        """The scheduler of calls that ask websites, which have limits of their own and mostly wait."""
        return Scheduler(math.inf, SITES_AT_ONCE)

    async def run(self, answer: Callable[[], Result], client: str = "") -> Result:
        """Run a function in a thread when its turn comes, and return its result.

        Args:
            answer: What to run.
            client: Who asked for it.

        Raises:
            ToolError: busy when too many calls of the client wait.
        """
        call = self._admit(client, answer)
        try:
            result: Result = await call.waiter
            return result
        finally:  # if this was cancelled; a call that is done does not mind
            with self._changed:
                call.cancel()
                if call in call.client.queue:
                    call.client.queue.remove(call)
                self._changed.notify_all()

    def take(self, call: _Call) -> None:
        """Wait in the call's thread for the next turn, which comes at once if nobody else waits.

        Raises:
            StoppedError: The call was cancelled.
        """
        with self._changed:
            self._end_turn(call)
            self._waiting.append(call)
            self._changed.wait_for(lambda: call.is_cancelled or (self._free and self._next() is call))
            self._waiting.remove(call)
            self._changed.notify_all()
            if call.is_cancelled:
                raise StoppedError
            self._free -= 1
            self._least_s = max(self._least_s, call.client.computed_s)
            call.has_turn, call.turn_began = True, monotonic()
            call.turn_ends = call.turn_began + TURN_S

    def leave(self, call: _Call) -> None:
        """End the turn of a call that waits for another machine."""
        with self._changed:
            self._end_turn(call)

    def _admit(self, name: str, answer: Callable[[], Any]) -> _Call:
        with self._changed:
            client = self._clients.pop(name, None) or _Client()
            self._clients[name] = client
            if (n := len(client.queue)) >= WAITING_OF_CLIENT:
                seconds = max(1, math.ceil(n * self._mean_s))
                raise ToolError("busy", f"{n} calls of this client are waiting already. Try again in {seconds} s.")
            client.computed_s = max(client.computed_s, self._least_s)
            call = _Call(self, client, answer)
            client.queue.append(call)
            if len(self._clients) > REMEMBERED_CLIENTS:
                quiet = [name for name, known in self._clients.items() if not known.queue and not known.n_begun]
                for forgotten in quiet[:1]:
                    del self._clients[forgotten]
            self._begin()
            return call

    def _begin(self) -> None:
        """Let queued calls begin, as many as may: first those of the client that has computed least."""
        while self._n_begun < STARTED:
            ready = (known for known in self._clients.values() if known.queue and known.n_begun < STARTED_OF_CLIENT)
            client = min(ready, key=lambda known: known.computed_s, default=None)
            if client is None:
                return
            call = client.queue.popleft()
            if not call.waiter.cancelled() and call.result.set_running_or_notify_cancel():
                try:
                    Thread(target=self._compute, args=(call,), name="pinax call").start()
                except RuntimeError as error:  # the system has no thread left
                    call.result.set_exception(error)
                else:
                    client.n_begun += 1
                    self._n_begun += 1

    def _compute(self, call: _Call) -> None:
        try:
            self.take(call)
            with call:
                result = call.answer()
        except BaseException as error:
            self._end(call)
            call.result.set_exception(error)
        else:
            self._end(call)
            call.result.set_result(result)

    def _end(self, call: _Call) -> None:
        """End a call, and let another begin."""
        with self._changed:
            self._end_turn(call)
            call.client.n_begun -= 1
            self._n_begun -= 1
            self._mean_s += _MEAN_SHARE * (call.computed_s - self._mean_s)
            self._begin()

    def _end_turn(self, call: _Call) -> None:
        if call.has_turn:
            took_s = monotonic() - call.turn_began
            call.computed_s += took_s
            call.client.computed_s += took_s
            call.has_turn, call.turn_ends = False, 0.0
            self._free += 1
            self._changed.notify_all()

    def _next(self) -> _Call:
        """Return the waiting call that computes next: of the client, and of its calls, that has computed least."""
        return min(self._waiting, key=lambda call: (call.client.computed_s, call.computed_s))


# Keep the memory of the threads small.

_M_MMAP_THRESHOLD = -3
"""Number of the `mallopt` parameter for the mapping threshold, from glibc's malloc.h."""
_M_ARENA_MAX = -8
"""Number of the parameter for the number of heaps, from the same file."""
_THRESHOLD_BYTES = 128 << 10
"""Size from which each block is mapped by itself (bytes); glibc's own initial value."""


def save_memory() -> bool:
    """Tell the C library how to keep memory small; return whether it has such settings, as glibc has.

    Each large block is to be mapped by itself. glibc raises the size from which it does so whenever a mapped block is
    freed, so decompressed shards fragment its heap: 10 MB more after 100 queries on the Python manual. Threads are to
    share one heap, because one thread computes at a time.

    >>> import platform
    >>> save_memory() is (platform.libc_ver()[0] == "glibc")
    True
    """
    try:
        mallopt = ctypes.CDLL(None).mallopt
        return bool(mallopt(_M_MMAP_THRESHOLD, _THRESHOLD_BYTES)) and bool(mallopt(_M_ARENA_MAX, 1))
    except (OSError, AttributeError, TypeError):
        return False
