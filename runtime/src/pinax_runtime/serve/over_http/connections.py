"""Close connections on which the head of a request does not arrive in time.

Strategy. Each connection has a clock, which stands still while the application works on a request of it. It starts with
the connection, and again with the first byte after an answer; when it ends, the connection is closed. What the server
makes of the bytes is left to the protocol class that it chose itself, which `_Connection` passes everything on to. That
the head of a request has arrived shows in the application being called for the address of that connection.

Rules: of the server, nothing is used but `asyncio.Protocol` and ASGI. An idle connection after an answer is the
       server's to close.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

_log = logging.getLogger(__name__)

Scope = dict[str, Any]
Application = Callable[[Scope, Any, Any], Awaitable[None]]


class Heads:
    """The connections of one server by the addresses of their clients."""

    def __init__(self, head_s: float) -> None:
        """Close the connections on which a head takes longer (seconds)."""
        self.head_s = head_s
        self.is_stopping = False
        """Whether connections that still come in are closed at once."""
        self._connections: dict[tuple[Any, ...], _Connection] = {}

    def around(self, app: Application) -> Application:
        """Return the application, whose calls stop the clock of the connection that they answer."""

        async def counted(scope: Scope, receive: Any, send: Any) -> None:
            client = scope.get("client")
            connection = self._connections.get(tuple(client)) if client else None
            if connection is None:
                await app(scope, receive, send)
                return

            async def send_if_open(message: Any) -> None:
                # A server that has refused the rest of a request takes no answer until it knows of its own refusal.
                while connection.is_closing and (await receive())["type"] != "http.disconnect":
                    pass
                await send(message)

            connection.begin()
            try:
                await app(scope, receive, send_if_open)
            finally:
                connection.end()

        return counted

    def protocol(self, inner: Callable[..., asyncio.Protocol]) -> Any:
        """Return what makes a connection with a clock around a server's own protocol."""

        def make(**options: Any) -> _Connection:
            return _Connection(inner(**options), self)

        return make

    def enter(self, client: tuple[Any, ...], connection: _Connection) -> None:
        """Remember a connection by its client's address."""
        self._connections[client] = connection

    def leave(self, client: tuple[Any, ...]) -> None:
        """Forget a connection."""
        self._connections.pop(client, None)


class _Connection(asyncio.Protocol):
    """Passes everything on to the server's protocol, and closes the connection when its clock ends."""

    def __init__(self, inner: asyncio.Protocol, heads: Heads) -> None:
        self._inner, self._heads = inner, heads
        self._client: tuple[Any, ...] = ()
        self._transport: asyncio.Transport | None = None
        self._clock: asyncio.TimerHandle | None = None
        self._n_answering = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._client = tuple((transport.get_extra_info("peername") or ())[:2])
        self._heads.enter(self._client, self)
        self._inner.connection_made(transport)
        if self._heads.is_stopping:
            # It was accepted as the server stopped, which asked only the connections before it to end.
            transport.close()
            return
        self._start()

    def data_received(self, data: bytes) -> None:
        try:
            self._inner.data_received(data)
        except Exception as error:  # the server could not even refuse what is no HTTP, such as the body of a HEAD
            _log.warning("a connection was closed: %s", error)
            if self._transport is not None:
                self._transport.close()
        if not self._n_answering:
            self._start()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        self._heads.leave(self._client)
        self._inner.connection_lost(exc)

    def eof_received(self) -> bool | None:
        return self._inner.eof_received()

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()

    @property
    def is_closing(self) -> bool:
        """Whether it is closed, or about to be."""
        return self._transport is None or self._transport.is_closing()

    def begin(self) -> None:
        """Stop the clock: a head has arrived."""
        self._n_answering += 1
        self._stop()

    def end(self) -> None:
        """Note that a request was answered; the clock starts with the next byte."""
        self._n_answering -= 1

    def _start(self) -> None:
        if self._clock is None and self._transport is not None:
            close = partial(self._transport.close)
            self._clock = asyncio.get_running_loop().call_later(self._heads.head_s, close)

    def _stop(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
