"""Answer in other threads, a few at a time, so that whoever asks for little need not wait for who asks for much."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import anyio
from anyio import to_thread

Result = TypeVar("Result")

CALLS_AT_ONCE = 2
"""Searching is Python at work, of which one thread runs at a time: more threads would only hold more memory. The second
one keeps short calls going while a long one reads."""


class Threads:
    """Runs functions in threads; those beyond the bound wait for their turn in the order in which they came."""

    def __init__(self, at_once: int = CALLS_AT_ONCE, *, may_abandon: bool = False) -> None:
        """Bound them.

        Args:
            at_once: How many run at the same time.
            may_abandon: Whether one is left alone when what waits for it is cancelled, or waited for.
        """
        self._limiter, self._may_abandon = anyio.CapacityLimiter(at_once), may_abandon

    async def run(self, answer: Callable[[], Result]) -> Result:
        """Give what a function gives."""
        return await to_thread.run_sync(answer, limiter=self._limiter, abandon_on_cancel=self._may_abandon)
