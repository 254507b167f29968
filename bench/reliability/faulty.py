"""Serve a folder over HTTP like a server that lies: when told to, it resets, delays, truncates, sends other ranges."""

from __future__ import annotations

import asyncio
import random
import re
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

_RANGE = re.compile(rb"\r\nrange: *bytes=(\d+)-(\d+)", re.I)
FAULTS = ("reset", "truncated", "wrong range", "wrong bytes", "delay", "HTTP 503")
FAULT_SHARE = 0.5
"""Share of the answers that have a fault while faults are wanted."""


class FaultyServer:
    """Serves the files of a folder on loopback."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._chance = folder, random.Random(1)
        self.is_faulty = False
        self._open: set[asyncio.StreamWriter] = set()
        self.faults: Counter[str] = Counter()
        """How often each fault was made."""

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[str]:
        """Serve until the context is left; yields the address."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        server.close()
        for writing in list(self._open):
            writing.transport.abort()
        await asyncio.sleep(0.1)

    async def _serve(self, reading: asyncio.StreamReader, writing: asyncio.StreamWriter) -> None:
        self._open.add(writing)
        try:
            while True:
                head = await reading.readuntil(b"\r\n\r\n")
                if not await self._answer(head, writing):
                    break
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            self._open.discard(writing)
            writing.close()

    async def _answer(self, head: bytes, writing: asyncio.StreamWriter) -> bool:
        """Answer a request; return whether the connection stays open."""
        method, path = head.split(b" ", 2)[:2]
        fault = self._chance.choice(FAULTS) if self.is_faulty and self._chance.random() < FAULT_SHARE else ""
        self.faults[fault] += bool(fault)
        if fault == "delay":
            await asyncio.sleep(self._chance.uniform(0.2, 4))
        if fault == "reset":
            writing.transport.abort()
            return False
        try:
            body = (self._folder / path.decode().lstrip("/")).read_bytes()
        except OSError:
            status, body = "404 Not Found", b""
        else:
            status = "200 OK"
            if wanted := _RANGE.search(head):
                start, end = int(wanted[1]), int(wanted[2]) + 1
                shift = 7 if fault == "wrong range" else 0
                status, body = "206 Partial Content", body[start + shift : end + shift]
        if fault == "HTTP 503":
            status, body = "503 Service Unavailable", b""
        if fault == "wrong bytes":
            body = body[::-1]
        writing.write(f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n\r\n".encode())
        writing.write(b"" if method == b"HEAD" else body[: len(body) // 2] if fault == "truncated" else body)
        await writing.drain()
        return fault != "truncated"
