"""Listen, and answer until the process is told to stop.

Strategy. uvicorn runs the application. It bounds how much of a request it reads at a time, but not how long a client
may take to send the head of a request; `connections` does. On SIGTERM or SIGINT, the server accepts no further
connections, gives requests under way a few seconds to finish, and ends with exit code 0.

Why:   docs/decisions/0019
"""

from __future__ import annotations

import logging
import signal
import socket
import sys
from typing import Any

import uvicorn

from pinax_runtime.serve.over_http.application import make_application
from pinax_runtime.serve.over_http.connections import Heads
from pinax_runtime.serve.over_http.settings import DEFAULT_RATE, Address, HttpSettings, ServingError, resolve
from pinax_runtime.serve.served import Served

KEEP_ALIVE_S = 30
"""How long an idle connection stays open (seconds)."""
MAX_CONNECTIONS = 1_000
"""Number of connections and requests that are served at the same time."""
BACKLOG = 512
"""Number of connections that may wait to be accepted."""


class HttpServer(uvicorn.Server):
    """A server that listens on its address from the beginning, and answers while it runs."""

    def __init__(self, served: Served, settings: HttpSettings) -> None:
        """Listen.

        Raises:
            ServingError: The server cannot listen on the address, or needs a token to do so.
            CallLogError: The log cannot be read.
        """
        address = resolve(settings)
        rate = settings.rate if settings.rate is not None else 0.0 if address.is_loopback else DEFAULT_RATE
        app = make_application(served, settings, rate=rate)
        self._heads = Heads(settings.waits.head_s)
        super().__init__(_Config(app, self._heads, settings.waits.drain_s))
        self._listener = _listen(address)
        self.url = _url(self._listener.getsockname())
        """The address of the viewer; the protocol is at `mcp` below it."""

    def answer(self) -> None:
        """Answer until told to stop, by a signal or by `stop`."""
        with self._listener:
            self.run(sockets=[self._listener])

    def stop(self) -> None:
        """Tell the server to stop, and do not wait for it; any thread may do so."""
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let the connections know that the server was told to stop."""
        self._heads.is_stopping = True
        await super().shutdown(sockets)


def serve_http(served: Served, settings: HttpSettings) -> None:
    """Serve over HTTP until told to stop.

    Raises:
        ServingError: The server cannot listen on the address, or needs a token to do so.
        CallLogError: The log cannot be read.
    """
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")
    server = HttpServer(served, settings)
    print(f"Serving {server.url}mcp; the viewer is at {server.url}", file=sys.stderr, flush=True)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _ended)
    server.answer()


class _Config(uvicorn.Config):
    """The configuration of a server: our bounds, connections that `heads` knows, and no headers and logs of its own."""

    def __init__(self, app: Any, heads: Heads, drain_s: int) -> None:
        self._heads = heads
        super().__init__(
            heads.around(app),
            http="h11",
            ws="none",
            loop="asyncio",
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,  # any client could claim another address with such a header
            timeout_keep_alive=KEEP_ALIVE_S,
            timeout_graceful_shutdown=drain_s,
            limit_concurrency=MAX_CONNECTIONS,
            backlog=BACKLOG,
        )

    def load(self) -> None:
        super().load()
        self.http_protocol_class = self._heads.protocol(self.http_protocol_class)


def _listen(address: Address) -> socket.socket:
    """Open the socket.

    Raises:
        ServingError: The address or port cannot be used.
    """
    listener = socket.socket(address.family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":  # there it would let other programs listen on the same port
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
    """Do nothing: uvicorn handles the signal, and raises it again when all is done."""
