"""Refuse requests that may not be answered: by origin, token, size and rate."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import ipaddress
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from time import monotonic
from typing import Any

import anyio
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pinax_runtime.over_http.settings import HttpSettings
from pinax_runtime.server import CLIENT
from pinax_runtime.tools import compact

# Bound the memory of the requests that are under way, jointly and for each client.

ROOM_BYTES = 64 << 20
"""Bytes of bodies that a server keeps at once."""
_SHARES = 4
"""Number of clients, each with as much as it may have, that fill the room."""


class Bodies:
    """The bodies of all requests that are not answered yet."""

    def __init__(self, max_request_bytes: int) -> None:
        """Begin without any; there is room for four requests of the largest size in any case."""
        self._room = max(ROOM_BYTES, _SHARES * max_request_bytes)
        self._held: Counter[str] = Counter()

    @contextmanager
    def of(self, client: str) -> Iterator[Callable[[int], bool]]:
        """Yield a function that takes room for further bytes of one request, and returns whether there was some."""
        taken = 0

        def take(n_bytes: int) -> bool:
            nonlocal taken
            if self._held[client] + n_bytes > self._room // _SHARES or self._held.total() + n_bytes > self._room:
                return False
            self._held[client] += n_bytes
            taken += n_bytes
            return True

        try:
            yield take
        finally:
            self._held[client] -= taken
            self._held += Counter()  # leaves out clients without requests


# Answer in JSON: with values, and with errors in the same form as the errors of tools.

_CODES = {404: "not_found", 405: "method_not_allowed"}
_MESSAGES = {
    404: "There is nothing here. The tools are at /mcp, the viewer is at /.",
    405: "This address does not take {method}. It takes {allowed}.",
}


def json_response(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Answer with a JSON value, which browsers must not keep."""
    sent = {"Cache-Control": "no-store", **(headers or {})}
    return Response(compact(value), status, media_type="application/json", headers=sent)


def refusal(status: int, code: str, message: str, headers: Mapping[str, str] | None = None) -> Response:
    """Answer with an error."""
    return json_response({"error": {"code": code, "message": message}}, status, headers)


def revalidated(request: Request, content: bytes, media_type: str, headers: Mapping[str, str]) -> Response:
    """Answer with what a client may keep, or say that its copy is current."""
    sent = {**headers, "ETag": f'"{hashlib.sha256(content).hexdigest()[:32]}"'}
    if sent["ETag"] in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=sent)
    return Response(content, media_type=media_type, headers=sent)


async def on_http_error(request: Request, error: Exception) -> Response:
    """Answer a request that Starlette's router refuses, in the form of our errors."""
    assert isinstance(error, HTTPException)
    headers = dict(error.headers or {})
    message = _MESSAGES.get(error.status_code, error.detail)
    allowed = headers.get("Allow", "")
    message = message.format(method=request.method, allowed=allowed) if error.status_code == 405 else message
    return refusal(error.status_code, _CODES.get(error.status_code, "refused"), message, headers)


# Limit the rate of requests of each client.
#
# Why:   docs/decisions/0019

BURST_S = 10.0
"""Burst that a quiet client may send at once, as the time in which its rate allows that many (seconds)."""
MAX_CLIENTS = 10_000
"""Number of clients that are remembered.

The one that was quiet longest is forgotten first; its bucket has filled up most, so it gains least.
"""


class Rates:
    """A token bucket for each client: every request takes one token, and the bucket fills up with time."""

    def __init__(self, rate: float, max_clients: int = MAX_CLIENTS) -> None:
        """Allow each client this many requests per second; 0 for no limit."""
        self.rate, self.max_clients = rate, max_clients
        self._full = max(1.0, rate * BURST_S)
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait_s(self, client: str, now: float) -> float:
        """Count a request; return 0, or after too many the time until the next one is allowed (seconds).

        Args:
            client: Name of the client that sent the request.
            now: Time of a clock that never goes back (seconds).
        """
        if not self.rate:
            return 0.0
        left, then = self._buckets.pop(client, (self._full, now))
        left = min(self._full, left + (now - then) * self.rate)
        allowed = left >= 1
        self._buckets[client] = (left - 1 if allowed else left, now)
        if len(self._buckets) > self.max_clients:
            self._buckets.popitem(last=False)
        return 0.0 if allowed else (1 - left) / self.rate


# Check every request before any route sees it: who asks, under which name, how much and how often.
#
# Strategy. A page on the web must not use a reader's browser to reach a server on the reader's machine. It could try
# under a name of its own that resolves to this machine (DNS rebinding), so the Host must be a name of this server. It
# could also send requests from its own origin, so the Origin, if there is one, must be the server itself.
#
# Why:   docs/decisions/0019

LISTEN = "subscriptions/listen"
"""Method whose reply lasts as long as the client listens; requests of 2026-07-28 name it in a header."""

_OWN_NAMES = ("localhost", "127.0.0.1", "::1")
"""Host names that every server accepts."""
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Headers of every answer."""
_TOO_LATE = refusal(503, "timeout", "This took too long. Try again later.")
_FULL = refusal(
    503,
    "busy",
    "This server has too many requests to answer. Try again in 1 s.",
    {"Retry-After": "1", "Connection": "close"},
)
_STOPPING = refusal(503, "stopping", "This server is stopping. Try again later.", {"Connection": "close"})


class Guard:
    """An application behind its checks."""

    def __init__(
        self,
        app: ASGIApp,
        settings: HttpSettings,
        *,
        open_paths: frozenset[str] = frozenset(),
        shared_paths: frozenset[str] = frozenset(),
        streams: frozenset[str] = frozenset(),
    ) -> None:
        """Guard an application.

        Args:
            app: The application.
            settings: The names, tokens and bounds of the server.
            open_paths: Paths that need no token; they say nothing of the bundles or the log.
            shared_paths: Paths that pages of other origins may read, unless the server is asked as this machine.
            streams: Paths whose answers last as long as the client listens.
        """
        self._app, self._open_paths, self._shared_paths, self._streams = app, open_paths, shared_paths, streams
        self._max_bytes, self._body_s, self._request_s = settings.max_request_bytes, settings.body_s, settings.request_s
        self._names = {*_OWN_NAMES, *(name.lower() for name in (settings.host, *settings.allow_host))}
        self._tokens = [hashlib.sha256(token.encode()).digest() for token in settings.tokens]
        self._rates = Rates(settings.rate_limit or 0.0)
        self._bodies = Bodies(settings.max_request_bytes)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        sender = _Sender(send)
        refused = self._refused(scope)
        if refused is not None:
            await refused(scope, receive, sender)
        else:
            await self._answer_in_time(scope, _Receiver(receive), sender)

    async def _answer_in_time(self, scope: Scope, receive: _Receiver, sender: _Sender) -> None:
        limit_s = None if self._is_stream(scope) else self._request_s
        stopping = False
        try:
            with anyio.move_on_after(limit_s) as deadline, self._bodies.of(scope[CLIENT]) as take:
                await self._answer(take, scope, receive, sender)
            if not deadline.cancelled_caught:
                return
        except asyncio.CancelledError:  # the server stops, and the time for requests under way is over
            stopping = True
        if not sender.started:
            await (_STOPPING if stopping else _TOO_LATE)(scope, receive, sender)

    def _is_stream(self, scope: Scope) -> bool:
        """Return whether the answer lasts as long as the client listens: by its path, or by the protocol's header."""
        return scope["path"] in self._streams or Headers(scope=scope).get("mcp-method") == LISTEN

    async def _answer(self, take: Callable[[int], bool], scope: Scope, receive: _Receiver, sender: _Sender) -> None:
        latest = anyio.current_time() + self._body_s
        body = await self._body(scope, receive, take, latest)
        if isinstance(body, Response):
            await _refuse_body(body, scope, receive, sender, latest)
            return
        unread: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
        gone = anyio.Event()

        async def replay() -> Message:
            if unread:
                return unread.pop()
            await gone.wait()
            return {"type": "http.disconnect"}

        async def watch() -> None:
            """Stop the application when the client has gone before the answer began; a stream ends by itself."""
            if (await receive())["type"] == "http.disconnect":
                gone.set()
                if not sender.started and not self._is_stream(scope):
                    tasks.cancel_scope.cancel()

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(watch)
            await self._app(scope, replay, sender)
            tasks.cancel_scope.cancel()

    def _refused(self, scope: Scope) -> Response | None:
        """Check all that arrives before the body; return a refusal, or None."""
        headers = Headers(scope=scope)
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        if len(hosts) != 1 or not self._is_ours(hosts[0], scope):
            message = "The Host of this request is not a name of this server. `--allow-host NAME` adds one."
            return refusal(421, "wrong_host", message)
        is_shared = scope["path"] in self._shared_paths and host_name(hosts[0]) not in _OWN_NAMES
        if not is_shared and any(not _is_same(origin, hosts[0]) for origin in origins):
            return refusal(403, "wrong_origin", "Pages of other origins may not use this server.")
        token = self._token(headers)
        network, client = _network_and_client(scope)
        scope[CLIENT] = token or client
        wait = self._rates.wait_s(token or network, monotonic())
        if wait:
            retry = {"Retry-After": str(int(wait) + 1)}
            return refusal(429, "too_many_requests", f"Too many requests. Wait {int(wait) + 1} s.", retry)
        if self._tokens and not token and scope["path"] not in self._open_paths:
            message = "This server asks for a token: send the header `Authorization: Bearer TOKEN`."
            return refusal(401, "unauthorized", message, {"WWW-Authenticate": 'Bearer realm="pinax"'})
        return None

    def _is_ours(self, host: str, scope: Scope) -> bool:
        name = host_name(host)
        address = (scope.get("server") or ("",))[0]
        return name in self._names or (bool(name) and name == address)

    def _token(self, headers: Headers) -> str:
        """Return a name for the token of a request, by which its rate is counted; empty without a valid token."""
        given = headers.getlist("authorization")
        scheme, _, value = given[0].partition(" ") if len(given) == 1 else ("", "", "")
        if scheme.lower() != "bearer" or not self._tokens:
            return ""
        digest = hashlib.sha256(value.strip().encode("utf-8", "replace")).digest()
        # Compare with every token, each in constant time, so that the duration reveals nothing about them.
        known = [hmac.compare_digest(digest, token) for token in self._tokens]
        return f"token {digest.hex()}" if any(known) else ""

    async def _body(
        self, scope: Scope, receive: _Receiver, take: Callable[[int], bool], latest: float
    ) -> bytes | Response:
        """Read the body of a request within the bounds of size, room and time; return it, or a refusal."""
        declared = Headers(scope=scope).get("content-length", "0")
        if not declared.isdecimal() or int(declared) > self._max_bytes:
            return self._too_large()
        body = bytearray()
        with anyio.CancelScope(deadline=latest):
            while True:
                message = await receive()
                body += message.get("body", b"")
                if len(body) > self._max_bytes:
                    return self._too_large()
                if not take(len(message.get("body", b""))):
                    return _FULL
                if receive.ended:
                    return bytes(body)
        return refusal(408, "timeout", "The body of this request did not arrive in time.", {"Connection": "close"})

    def _too_large(self) -> Response:
        message = f"The body of a request may have at most {self._max_bytes:,} bytes."
        return refusal(413, "too_large", message, {"Connection": "close"})


async def _refuse_body(response: Response, scope: Scope, receive: _Receiver, send: Send, latest: float) -> None:
    """Send a refusal, then read and forget what the client still sends, and end the response after that.

    A connection that is closed with bytes unread is reset, and the client may lose the response that it has not read
    (RFC 9112, section 9.6).
    """

    async def send_but_the_end(message: Message) -> None:
        await send({**message, "more_body": True} if message["type"] == "http.response.body" else message)

    await response(scope, receive, send_but_the_end)
    with anyio.CancelScope(deadline=latest):
        while not receive.ended:
            await receive()
    await send({"type": "http.response.body", "body": b"", "more_body": False})


class _Receiver:
    """Receives a request, and knows whether its body has ended."""

    def __init__(self, receive: Receive) -> None:
        self._receive, self.ended = receive, False

    async def __call__(self) -> Message:
        message = await self._receive()
        self.ended = not message.get("more_body", False)
        return message


class _Sender:
    """Sends answers with the headers that all have, and knows whether an answer has begun."""

    def __init__(self, send: Send) -> None:
        self._send, self.started = send, False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.started = True
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers[name] = value
        await self._send(message)


def host_name(host: str) -> str:
    """Return the name or address of a Host header, without its port and in lower case; empty if it is malformed.

    >>> host_name("LocalHost:8423"), host_name("[::1]:80"), host_name("::1"), host_name("a:b")
    ('localhost', '::1', '', '')
    """
    host = host.lower()
    if host.startswith("["):
        name, closed, rest = host[1:].partition("]")
        return name if closed and (not rest or (rest[0] == ":" and rest[1:].isdecimal())) else ""
    name, colon, port = host.partition(":")
    return name if not colon or port.isdecimal() else ""


def _is_same(origin: str, host: str) -> bool:
    scheme, _, authority = origin.lower().partition("://")
    return scheme in ("http", "https") and authority == host.lower()


def _network_and_client(scope: Scope) -> tuple[str, str]:
    """Return where a request comes from, and who shares the time of the server with others.

    The first is an IPv4 address, or an IPv6 /64 network, as one client owns all of that. So is the second; on this
    machine it is the connection.
    """
    address, port = scope.get("client") or ("unknown", 0)
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address, address
    is_network = isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is None
    network = str(ipaddress.ip_network((ip, 64), strict=False) if is_network else ip)
    return network, f"{network} {port}" if ip.is_loopback else network
