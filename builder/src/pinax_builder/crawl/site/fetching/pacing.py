"""Keep a crawl polite: bound the requests at once, space them out, and pause when the server asks for it.

In:    One call around each request.
Out:   The call returns when the request may start.
Rules: one lock guards the time of the next start, so that two workers can never start together. A pause that one answer
       asks for (429, 503) holds for all requests.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Pacing:
    """The turnstile before one site."""

    def __init__(self, concurrency: int, delay_s: float) -> None:
        self._slots = asyncio.Semaphore(concurrency)
        self._turn = asyncio.Lock()
        self._next = 0.0
        self.delay_s = delay_s

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for a slot and for the time of the next start; hold the slot for the block."""
        async with self._slots:
            async with self._turn:
                now = asyncio.get_running_loop().time()
                while (wait := self._next - now) > 0:
                    await asyncio.sleep(wait)
                    now = asyncio.get_running_loop().time()
                self._next = now + self.delay_s
            yield

    def pause(self, seconds: float) -> None:
        """Let no request start for a number of seconds."""
        self._next = max(self._next, asyncio.get_running_loop().time() + seconds)
