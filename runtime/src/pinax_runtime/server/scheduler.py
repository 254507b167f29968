"""Schedule the calls of many clients fairly: each computes in a thread of its own, one at a time, in short turns.

Strategy. Python computes in one thread at a time, so threads that compete only slow each other down. One call has the
turn, and the others wait. After some milliseconds it lets another go on: a call of the client whose calls have computed
least, and of that client's calls the one that has computed least. So a short call is answered soon, whatever else there
is to do, and a client with many long calls delays itself. A call that waits for another machine has no turn.

Rules: a call that was cancelled ends at its next step; nobody waits for it. The lock is held wherever the state of the
       scheduler or of a call changes, by threads and by the event loop.
Why:   docs/decisions/0171, 0172
"""

from __future__ import annotations

import asyncio
import math
import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, partial
from time import monotonic
from typing import TypeVar

import anyio
from anyio import to_thread

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
REMEMBERED_CLIENTS = 10_000
"""Maximum number of clients whose computing time is kept; the one that was quiet longest is forgotten first."""
_MEAN_SHARE = 0.1
"""Weight of the last call in the mean time of a call, from which a client is told when to try again."""


class _Call(TimeLimit):
    """One call: how long it may take, and whether it has the turn."""

    def __init__(self, scheduler: Scheduler, client: str, number: int) -> None:
        super().__init__(scheduler.seconds)
        self.client, self.number = client, number
        """Who calls, and how many calls came before."""
        self.computed_s = 0.0
        self.may_begin = asyncio.Event()
        self.loop = asyncio.get_running_loop()
        self.is_in_thread = self.is_over = self.has_turn = False
        self.turn_began = self.turn_ends = 0.0
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
        self._changed = threading.Condition()
        """The lock; notified when a turn is free, or a call that may wait for one was cancelled."""
        self._queued: dict[str, deque[_Call]] = {}
        """Calls that have not begun, by client."""
        self._started: Counter[str] = Counter()
        """Number of calls of each client that have begun and are not over."""
        self._waiting: list[_Call] = []
        """Calls that have begun and wait for a turn."""
        self._computed_s: OrderedDict[str, float] = OrderedDict()
        self._least_s = 0.0
        """How long the client has computed that had the last turn. A client that is new, or forgotten, starts there."""
        self._mean_s = 0.0
        self._n_calls = 0
        self._threads = anyio.CapacityLimiter(math.inf)

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
        call = self._admit(client)
        try:
            await call.may_begin.wait()
            work = partial(self._compute, call, answer)
            return await to_thread.run_sync(work, limiter=self._threads, abandon_on_cancel=True)
        finally:
            call.cancel()  # does nothing if it is over
            with self._changed:
                if not call.is_in_thread:
                    self._end(call)
                self._changed.notify_all()

    def take(self, call: _Call) -> None:
        """Wait in the call's thread for the next turn, which comes at once if nobody else waits.

        Raises:
            StoppedError: The call was cancelled.
        """
        with self._changed:
            self._end_turn(call)
            self._waiting.append(call)
            if self._next() is not call:
                self._changed.notify_all()
            self._changed.wait_for(lambda: call.is_cancelled or (self._free and self._next() is call))
            self._waiting.remove(call)
            if not call.is_cancelled:
                self._free -= 1
                call.has_turn = True
                self._least_s = max(self._least_s, self._computed_s.get(call.client, 0.0))
                call.turn_began = monotonic()
                call.turn_ends = call.turn_began + TURN_S
            if self._free:
                self._changed.notify_all()
        if call.is_cancelled:
            raise StoppedError

    def leave(self, call: _Call) -> None:
        """End the turn of a call that waits for another machine."""
        with self._changed:
            self._end_turn(call)
            self._changed.notify_all()

    def _admit(self, client: str) -> _Call:
        with self._changed:
            queue = self._queued.setdefault(client, deque())
            if len(queue) >= WAITING_OF_CLIENT:
                seconds = max(1, math.ceil(len(queue) * self._mean_s))
                raise ToolError(
                    "busy", f"{len(queue)} calls of this client are waiting already. Try again in {seconds} s."
                )
            self._n_calls += 1
            call = _Call(self, client, self._n_calls)
            self._computed_s[client] = max(self._computed_s.pop(client, 0.0), self._least_s)
            if len(self._computed_s) > REMEMBERED_CLIENTS:
                self._computed_s.popitem(last=False)
            queue.append(call)
            self._begin()
            return call

    def _begin(self) -> None:
        """Let queued calls begin, as many as may: first those of the client that has computed least."""
        while self._started.total() < STARTED:
            ready = (client for client in self._queued if self._started[client] < STARTED_OF_CLIENT)
            client = min(ready, key=lambda client: self._computed_s.get(client, 0.0), default=None)
            if client is None:
                return
            call = self._queued[client].popleft()
            if not self._queued[client]:
                del self._queued[client]
            self._started[client] += 1
            call.loop.call_soon_threadsafe(call.may_begin.set)

    def _compute(self, call: _Call, answer: Callable[[], Result]) -> Result:
        with self._changed:
            if call.is_over:  # it was cancelled before this thread began
                raise StoppedError
            call.is_in_thread = True
        try:
            self.take(call)
            with call:
                return answer()
        finally:
            with self._changed:
                self._end(call)
                self._changed.notify_all()

    def _end(self, call: _Call) -> None:
        """End a call, and let another begin; do nothing if it is over."""
        if call.is_over:
            return
        call.is_over = True
        self._end_turn(call)
        if call in (queue := self._queued.get(call.client, deque())):
            queue.remove(call)
            if not queue:
                del self._queued[call.client]
            return
        self._started[call.client] -= 1
        if not self._started[call.client]:
            del self._started[call.client]
        self._mean_s += _MEAN_SHARE * (call.computed_s - self._mean_s)
        self._begin()

    def _end_turn(self, call: _Call) -> None:
        if call.has_turn:
            took_s = monotonic() - call.turn_began
            call.computed_s += took_s
            self._computed_s[call.client] = self._computed_s.get(call.client, self._least_s) + took_s
            call.has_turn = False
            call.turn_ends = 0.0
            self._free += 1

    def _next(self) -> _Call:
        """Return the waiting call that computes next: of the client, and of its calls, that has computed least."""
        return min(
            self._waiting, key=lambda call: (self._computed_s.get(call.client, 0.0), call.computed_s, call.number)
        )
