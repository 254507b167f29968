"""Listen, and answer until the process is told to stop.

Strategy. uvicorn carries the application. It bounds how much of a request it reads at a time, but not how long a client
may take to say what it wants; `_Connection` does. Told to stop (SIGTERM, SIGINT), it takes no further connections,
gives what it has begun a few seconds to end, and ends with 0.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import sys
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from pinax_runtime.serve.over_http.application import make_application
from pinax_runtime.serve.over_http.settings import DEFAULT_RATE, Address, HttpSettings, ServingError, resolve
from pinax_runtime.serve.served import Served

HEAD_S = 15.0
"""Longest that a client may take from connecting, or from the first byte of a further request, to the head's end."""
KEEP_ALIVE_S = 30
MAX_CONNECTIONS = 1_000
BACKLOG = 512
DRAIN_S = 8
"""Longest that requests may take to end when the server is told to stop."""


def serve_http(served: Served, settings: HttpSettings) -> None:
    """Serve over HTTP until told to stop.

    Raises:
        ServingError: The address cannot be listened on, or needs a token.
        CallLogError: The log cannot be read.
    """
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")
    address = resolve(settings)
    rate = settings.rate if settings.rate is not None else 0.0 if address.is_loopback else DEFAULT_RATE
    app = make_application(served, settings, rate=rate)
    with listen(address) as listener:
        url = _url(listener.getsockname())
        print(f"Serving {url}mcp; the viewer is at {url}", file=sys.stderr, flush=True)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, _ended)
        uvicorn.Server(configure(app)).run(sockets=[listener])


def configure(app: Any) -> uvicorn.Config:
    """Tell uvicorn how to carry an application: within our bounds, adding nothing to its answers and logs."""
    return uvicorn.Config(
        app,
        http=_Connection,
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # a header could name any client as the one who asks
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=DRAIN_S,
        limit_concurrency=MAX_CONNECTIONS,
        backlog=BACKLOG,
    )


def listen(address: Address) -> socket.socket:
    """Open the socket.

    Raises:
        ServingError: The address or port is not to be had.
    """
    listener = socket.socket(address.family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":  # there it would allow others to listen beside us
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((address.ip, address.port))
        listener.listen(BACKLOG)  # who connects from here on waits, and is not turned away
    except OSError as error:
        listener.close()
        where = f"{address.ip} port {address.port}"
        raise ServingError(f"Cannot listen on {where}: {error.strerror}. Choose another --port or --host.") from error
    return listener


def _url(name: tuple[Any, ...]) -> str:
    host = f"[{name[0]}]" if ":" in name[0] else name[0]
    return f"http://{host}:{name[1]}/"


def _ended(_number: int, _frame: object) -> None:
    """Do nothing: uvicorn has taken the signal and hands it on when all is done."""


class _Connection(H11Protocol):
    """A connection that is closed when the client does not say in time what it wants."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._unwatch()
        super().connection_lost(exc)

    def _watch(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._unwatch()
        elif self._head_timer is None:
            self._head_timer = self.loop.call_later(HEAD_S, self._give_up)

    def _unwatch(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _give_up(self) -> None:
        if self.conn.their_state is h11.IDLE:
            self.transport.close()
