"""Serve many clients over HTTP: which path answers what, on which socket, until the process is told to stop.

Rules: uvicorn runs the application. It bounds how much of a request it reads at a time, but not how long a client may
       take to send the head of a request; `_Connection` does. On SIGTERM or SIGINT, the server accepts no further
       connections, gives requests under way a few seconds to finish, and ends with exit code 0.
Why:   docs/decisions/0019
"""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.sse import SseServerTransport
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from pinax_runtime.over_http.card import PATHS, card_routes
from pinax_runtime.over_http.guard import Guard, json_response, on_http_error, refusal
from pinax_runtime.over_http.settings import DEFAULT_RATE, HttpSettings, ServingError, is_loopback, resolve
from pinax_runtime.over_http.viewer import Viewer, page_routes
from pinax_runtime.server import Scheduler, Served, initialization, make_server

_log = logging.getLogger(__name__)

HEALTH = "/health"
"""Path that says whether the server runs, for programs that watch it."""
STREAM = "/sse"
"""Path of the stream of events of protocol version 2024-11-05, for old clients."""
MESSAGES = "/messages/"
"""Path that clients of the stream send their messages to."""
MAX_STREAMS = 100
"""Number of clients that may listen to streams at the same time; each takes a connection and a session."""
KEEP_ALIVE_S = 30
"""How long an idle connection stays open (seconds)."""
MAX_CONNECTIONS = 1_000
"""Number of connections and requests that are served at the same time."""
BACKLOG = 512
"""Number of connections that may wait to be accepted."""


def make_application(served: Served, settings: HttpSettings) -> ASGIApp:
    """Make the ASGI application of a server.

    Args:
        served: The library, and the options of the server.
        settings: The names, tokens and bounds of the server.

    Raises:
        CallLogError: The log cannot be read.
    """
    scheduler = Scheduler(served.seconds)
    over_http, over_sse = (make_server(served, transport, scheduler) for transport in ("http", "sse"))
    # Without sessions, nothing of a client is kept between its requests, so their number and a restart do not matter.
    # No tool streams, so each answer is one JSON document. The guard checks Host and Origin, not the SDK.
    manager = StreamableHTTPSessionManager(
        over_http, json_response=True, stateless=True, max_request_body_size=settings.max_request_bytes
    )

    @asynccontextmanager
    async def running(_app: Starlette) -> AsyncIterator[None]:
        async with manager.run():
            yield

    streams = SseServerTransport(MESSAGES)
    pages = page_routes()
    routes = [
        Route("/mcp", StreamableHTTPASGIApp(manager), methods=["POST"]),
        Route(HEALTH, _health, methods=["GET"]),
        Route(STREAM, _Stream(over_sse, streams)),
        Mount(MESSAGES, app=streams.handle_post_message),
        *card_routes(asks_for_token=bool(settings.tokens)),
        *Viewer(served, scheduler).routes(),
        *pages,
    ]
    app = Starlette(routes=routes, lifespan=running, exception_handlers={HTTPException: on_http_error})
    open_paths = frozenset({HEALTH, *PATHS, *(page.path for page in pages)})
    return Guard(app, settings, open_paths=open_paths, shared_paths=frozenset(PATHS), streams=frozenset({STREAM}))


async def _health(_request: Request) -> Response:
    return json_response({"status": "ok"})


class _Stream:
    """Serves a client for as long as it listens to the stream."""

    def __init__(self, server: Server[Any], transport: SseServerTransport) -> None:
        self._server, self._transport, self._open = server, transport, 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "GET":
            raise HTTPException(405, headers={"Allow": "GET"})
        if self._open >= MAX_STREAMS:
            message = "Too many clients listen. Use the address /mcp, which needs no stream."
            await refusal(503, "too_many_streams", message)(scope, receive, send)
            return
        self._open += 1
        try:
            async with self._transport.connect_sse(scope, receive, send) as (reading, writing):
                await self._server.run(reading, writing, initialization(self._server))
        finally:
            self._open -= 1


class HttpServer(uvicorn.Server):
    """A server that listens on its address from the beginning, and answers while it runs."""

    def __init__(self, served: Served, settings: HttpSettings) -> None:
        """Listen.

        Raises:
            ServingError: The server cannot listen on the address, or needs a token to do so.
            CallLogError: The log cannot be read.
        """
        family, ip, port = resolve(settings)
        if settings.rate_limit is None:
            settings = replace(settings, rate_limit=0.0 if is_loopback(ip) else DEFAULT_RATE)
        self._config = _Config(make_application(served, settings), settings)
        super().__init__(self._config)
        try:
            # Who connects from here on waits, and is not turned away.
            self._listener = socket.create_server((ip, port), family=family, backlog=BACKLOG)
        except OSError as error:
            message = f"Cannot listen on {ip} port {port}: {error.strerror}. Choose another --port or --host."
            raise ServingError(message) from error
        ip, port, *_ = self._listener.getsockname()
        self.url = f"http://[{ip}]:{port}/" if ":" in ip else f"http://{ip}:{port}/"
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
        self._config.is_stopping = True
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
        # uvicorn handles the signal, and raises it again when all is done.
        signal.signal(number, lambda _number, _frame: None)
    server.answer()


class _Config(uvicorn.Config):
    """The configuration of a server: our bounds and connections, and no headers and logs of uvicorn's own."""

    is_stopping = False
    """Whether connections that still come in are closed at once."""

    def __init__(self, app: ASGIApp, settings: HttpSettings) -> None:
        self.head_s = settings.head_s
        super().__init__(
            app,
            http=_Connection,
            ws="none",
            loop="asyncio",
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,  # any client could claim another address with such a header
            timeout_keep_alive=KEEP_ALIVE_S,
            timeout_graceful_shutdown=settings.drain_s,
            limit_concurrency=MAX_CONNECTIONS,
            backlog=BACKLOG,
        )


class _Connection(H11Protocol):
    """A connection that is closed if the head of a request takes too long, from its first byte or the connection on."""

    config: _Config
    _closing: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.config.is_stopping:
            # It was accepted as the server stopped, which asked only the connections before it to end.
            transport.close()
        else:
            self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        try:
            super().data_received(data)
        except Exception as error:  # uvicorn cannot even refuse some bytes that are no HTTP, such as the body of a HEAD
            _log.warning("a connection was closed: %s", error)
            self.transport.close()
        self._wait_for_head()

    def send_400_response(self, msg: str) -> None:
        if self.cycle is not None:  # the rest of a request is refused, so that no other answer may be sent
            self.cycle.disconnected = True
        super().send_400_response(msg)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_waiting()

    def _wait_for_head(self) -> None:
        """Close the connection later, unless a request is being answered."""
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_waiting()
        elif self._closing is None:
            self._closing = self.loop.call_later(self.config.head_s, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._closing is not None:
            self._closing.cancel()
            self._closing = None
