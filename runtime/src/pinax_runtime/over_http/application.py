"""Serve many clients over HTTP: settings, sockets, and which path answers what."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.sse import SseServerTransport
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from pinax_runtime.over_http.guard import Guard, json_response, on_http_error, refusal
from pinax_runtime.over_http.settings import DEFAULT_RATE, Address, HttpSettings, ServingError, resolve
from pinax_runtime.over_http.viewer import Viewer, load_pages
from pinax_runtime.server import Scheduler, Served, initialization, make_server

# Close connections on which the head of a request does not arrive in time.
#
# Strategy. Each connection has a clock, which stands still while the application works on a request of it. It starts
# with the connection, and again with the first byte after an answer; when it ends, the connection is closed. What the
# server makes of the bytes is left to the protocol class that it chose itself, which `_Connection` passes everything
# on to. That the head of a request has arrived shows in the application being called for the address of that
# connection.

_log = logging.getLogger(__name__)

Application = Callable[[dict[str, Any], Any, Any], Awaitable[None]]


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

        async def counted(scope: dict[str, Any], receive: Any, send: Any) -> None:
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


# Serve the transport of protocol version 2024-11-05, for old clients: a stream of events, with messages beside it.

STREAM = "/sse"
"""Path of the stream of events."""
MESSAGES = "/messages/"
"""Path that clients send their messages to."""
MAX_STREAMS = 100
"""Number of clients that may listen at the same time; each takes a connection and a session."""


def sse_routes(server: Server[Any]) -> list[BaseRoute]:
    """Return the routes of this transport for a server."""
    transport = SseServerTransport(MESSAGES)
    return [Route(STREAM, _Stream(server, transport)), Mount(MESSAGES, app=transport.handle_post_message)]


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


# Assemble the server: the protocol at /mcp and /sse, the viewer at /, and the guard before all routes.
#
# Why:   docs/decisions/0019

HEALTH = "/health"
"""Path that says whether the server runs, for programs that watch it."""


def make_application(served: Served, settings: HttpSettings, *, rate: float) -> ASGIApp:
    """Make the ASGI application of a server.

    Args:
        served: The library, and the options of the server.
        settings: The names, tokens and bounds of the server.
        rate: Number of requests per second that each client may send; 0 for no limit.

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

    pages = load_pages()
    viewer = Viewer(served, scheduler)
    routes = [
        Route("/mcp", StreamableHTTPASGIApp(manager), methods=["POST"]),
        Route(HEALTH, _health, methods=["GET"]),
        *sse_routes(over_sse),
        *viewer.routes(),
        *(Route(path, page.answer, methods=["GET"]) for path, page in pages.items()),
    ]
    app = Starlette(routes=routes, lifespan=running, exception_handlers={HTTPException: on_http_error})
    open_paths = frozenset({HEALTH, *pages})
    return Guard(app, settings, rate=rate, open_paths=open_paths, streams=frozenset({STREAM}))


async def _health(_request: Request) -> Response:
    return json_response({"status": "ok"})


# Listen, and answer until the process is told to stop.
#
# Strategy. uvicorn runs the application. It bounds how much of a request it reads at a time, but not how long a client
# may take to send the head of a request; `connections` does. On SIGTERM or SIGINT, the server accepts no further
# connections, gives requests under way a few seconds to finish, and ends with exit code 0.
#
# Why:   docs/decisions/0019

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
