"""Answer calls in a few other threads, so that short calls need not wait for long ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import anyio
from anyio import to_thread

Result = TypeVar("Result")

CALLS_AT_ONCE = 2
"""Number of calls that are answered at the same time.

Only one thread can run Python code at a time, so more threads would only take more memory. A second thread answers
short calls while a long one reads.
"""


class Threads:
    """Runs functions in a bounded number of threads; further ones wait in the order in which they came."""

    def __init__(self, at_once: int = CALLS_AT_ONCE, *, may_abandon: bool = False) -> None:
        """Bound the number of threads.

        Args:
            at_once: Number of functions that run at the same time.
            may_abandon: Whether a cancelled request leaves its thread alone, instead of waiting for its end.
        """
        self._limiter, self._may_abandon = anyio.CapacityLimiter(at_once), may_abandon

    async def run(self, answer: Callable[[], Result]) -> Result:
        """Run a function in a thread and return its result."""
        return await to_thread.run_sync(answer, limiter=self._limiter, abandon_on_cancel=self._may_abandon)
