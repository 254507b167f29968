"""Let the calls of many clients compute in turns, each within its time, and stop those that are given up.

Strategy. Python computes in one thread at a time, so threads that compete only slow each other down. Here, one call has
the turn, and the others wait. After some milliseconds it has to let the next one go on: that of the client whose calls
have computed least; of the client's calls, the one that has computed least. So a call of a few milliseconds is answered
soon, whatever else there is to do, and a client with many long calls delays itself. A call that waits for another
machine has no turn.

Rules: a call that was cancelled ends at its next step. It is not waited for.
Why:   docs/decisions/0171, 0172
"""

from __future__ import annotations

import asyncio
import math
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, partial
from time import monotonic
from typing import TypeVar

import anyio
from anyio import to_thread

from pinax_runtime.search import StoppedError, TimeLimit
from pinax_runtime.serve.errors import busy

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
"""Clients of which it is known how long their calls computed; the one that was quiet longest is forgotten first."""
_MEAN_SHARE = 0.1
"""Weight of the last call in the mean time of a call, from which a client is told when to try again."""


class _Call(TimeLimit):
    """One call: how long it may take, and whether it has the turn."""

    def __init__(self, turns: Turns, client: str, number: int) -> None:
        super().__init__(turns.seconds)
        self.client, self.number = client, number
        """Who calls, and how many calls came before."""
        self.computed_s = 0.0
        self.may_begin = asyncio.Event()
        self.may_go_on = threading.Event()
        self.loop = asyncio.get_running_loop()
        self.is_started = self.is_in_thread = self.is_over = self.has_turn = False
        self.turn_began = self.turn_ends = 0.0
        self._turns = turns

    def step(self) -> float:
        """Let others go on where the turn is over."""
        if monotonic() >= self.turn_ends:
            self._turns.let_others_go_on(self)
        return self.passed()

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Leave the turn to others while this call waits for another machine, or for a lock.

        It gets a turn again at its next step. Here it may hold a lock that the call with the turn waits for.
        """
        self._turns.leave(self)
        yield


class Turns:
    """Runs the functions that answer calls, in threads that take turns."""

    def __init__(self, seconds: float = DEFAULT_SECONDS, at_once: int = COMPUTING_AT_ONCE) -> None:
        """Allow each call some time.

        Args:
            seconds: Time after which a call ends with what it has; infinite for no limit.
            at_once: Number of calls that compute at the same time.
        """
        self.seconds = seconds
        self._free = at_once
        self._lock = threading.Lock()
        """Held where anything below, or the state of a call, is changed: by threads and by the event loop."""
        self._waiting: dict[str, list[_Call]] = {}
        self._started: Counter[str] = Counter()
        self._computed_s: OrderedDict[str, float] = OrderedDict()
        self._least_s = 0.0
        """How long the client computed that had the last turn. Who comes anew, or back, starts from there."""
        self._mean_s = 0.0
        self._n_calls = 0
        self._threads = anyio.CapacityLimiter(math.inf)

    @cached_property
    def of_sites(self) -> Turns:
        """The turns of calls that ask websites, which have limits of their own and mostly wait."""
        return Turns(math.inf, SITES_AT_ONCE)

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
            if not call.has_turn:
                await call.may_begin.wait()
            work = partial(self._compute, call, answer)
            return await to_thread.run_sync(work, limiter=self._threads, abandon_on_cancel=True)
        finally:
            self._give_up(call)

    def let_others_go_on(self, call: _Call) -> None:
        """Wait for the next turn, which comes at once if nobody else waits; a call that was cancelled gets none.

        Called in the call's thread, when its turn is over or it has what it waited for.
        """
        with self._lock:
            self._end_turn(call)
            waits = self._wait_for_turn(call)
        if waits:
            call.may_go_on.wait()
            call.may_go_on.clear()

    def leave(self, call: _Call) -> None:
        """End the turn of a call that waits for another machine."""
        with self._lock:
            self._end_turn(call)
            self._pass_on()

    def _admit(self, client: str) -> _Call:
        with self._lock:
            ahead = self._waiting.get(client, ())
            if len(ahead) >= WAITING_OF_CLIENT:
                raise busy(len(ahead), max(1, math.ceil(len(ahead) * self._mean_s)))
            self._n_calls += 1
            call = _Call(self, client, self._n_calls)
            computed_s = max(self._computed_s.pop(client, 0.0), self._least_s)
            self._computed_s[client] = computed_s
            if len(self._computed_s) > REMEMBERED_CLIENTS:
                self._computed_s.popitem(last=False)
            self._wait_for_turn(call)
            return call

    def _compute(self, call: _Call, answer: Callable[[], Result]) -> Result:
        with self._lock:
            if call.is_over:  # it was cancelled before this thread began
                raise StoppedError
            call.is_in_thread = True
        try:
            with call:
                return answer()
        finally:
            with self._lock:
                self._end(call)

    def _give_up(self, call: _Call) -> None:
        """Stop a call that nobody waits for any more; do nothing if it is done."""
        call.cancel()
        with self._lock:
            if not call.is_in_thread:
                self._end(call)
            elif self._withdraw(call):
                call.may_go_on.set()

    def _end(self, call: _Call) -> None:
        if call.is_over:
            return
        call.is_over = True
        self._withdraw(call)
        self._end_turn(call)
        if call.is_started:
            self._started[call.client] -= 1
            self._started += Counter()  # leaves out clients without calls
            self._mean_s += _MEAN_SHARE * (call.computed_s - self._mean_s)
        self._pass_on()

    def _wait_for_turn(self, call: _Call) -> bool:
        """Put a call among those that wait, unless it was cancelled; return whether it has to wait for its event."""
        if not call.is_cancelled:
            self._waiting.setdefault(call.client, []).append(call)
        self._pass_on()
        return not call.is_cancelled

    def _withdraw(self, call: _Call) -> bool:
        """Take a call from those that wait; return whether it was among them."""
        calls = self._waiting.get(call.client, [])
        if call not in calls:
            return False
        calls.remove(call)
        if not calls:
            del self._waiting[call.client]
        return True

    def _end_turn(self, call: _Call) -> None:
        if call.has_turn:
            took_s = monotonic() - call.turn_began
            call.computed_s += took_s
            self._computed_s[call.client] = self._computed_s.get(call.client, self._least_s) + took_s
            call.has_turn = False
            call.turn_ends = 0.0
            self._free += 1

    def _pass_on(self) -> None:
        """Hand the free turns to the calls that come next."""
        while self._free and (call := self._next()) is not None:
            self._withdraw(call)
            self._free -= 1
            call.has_turn = True
            self._least_s = max(self._least_s, self._computed_s.get(call.client, 0.0))
            call.turn_began = monotonic()
            call.turn_ends = call.turn_began + TURN_S
            if call.is_started:
                call.may_go_on.set()
            else:
                call.is_started = True
                self._started[call.client] += 1
                call.loop.call_soon_threadsafe(call.may_begin.set)

    def _next(self) -> _Call | None:
        """Return the call that may compute next: of the client, and of its calls, that computed least."""
        is_full = sum(self._started.values()) >= STARTED
        first = [self._first(client, calls, is_full) for client, calls in self._waiting.items()]
        ready = (call for call in first if call is not None)
        return min(ready, key=lambda call: (self._computed_s.get(call.client, 0.0), call.number), default=None)

    def _first(self, client: str, calls: list[_Call], is_full: bool) -> _Call | None:
        may_begin = not is_full and self._started[client] < STARTED_OF_CLIENT
        ready = (call for call in calls if may_begin or call.is_started)
        return min(ready, key=lambda call: (call.computed_s, call.number), default=None)
