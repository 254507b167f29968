"""The guard: what each route refuses, and what every answer says to a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import anyio
import pytest
from starlette.testclient import TestClient

from pinax_runtime.over_http import HttpSettings
from pinax_runtime.over_http.guard import Guard, Rates
from runtime.serve.over_http.conftest import CARDS, PAGES, TOKEN

Browse = Callable[..., TestClient]

OPEN = ["/health", *CARDS, *PAGES]
"""What a server with tokens gives without one."""
GUARDED = [
    "/mcp",
    "/sse",
    "/messages/",
    "/api/library",
    "/api/questions",
    "/api/calls",
    "/api/summary",
    "/api/search",
    "/api/call",
    "/no/such/thing",
]
ROUTES = [*OPEN, *GUARDED]


def code(reply: Any) -> str:
    return str(reply.json()["error"]["code"])


@pytest.mark.parametrize("path", ROUTES)
def test_another_host_is_refused(browse: Browse, path: str) -> None:
    """A name that is not the server's own is refused on every route: it may be one that a page had point here."""
    client = browse()
    hosts = ("evil.example", "evil.example:8423", "127.0.0.1.evil.example", "localhost.evil.example", "[::1]x", "")
    for host, method in zip(hosts, ("GET", "POST", "DELETE", "OPTIONS") * 2, strict=False):
        reply = client.request(method, path, headers={"Host": host})
        assert (reply.status_code, code(reply)) == (421, "wrong_host")


@pytest.mark.parametrize("path", ROUTES)
def test_another_origin_is_refused(browse: Browse, path: str) -> None:
    """A request that a page of another origin made is refused on every route, also from another port."""
    client = browse()
    for origin in ("http://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1:1", "file://127.0.0.1:8423"):
        reply = client.get(path, headers={"Origin": origin})
        assert (reply.status_code, code(reply)) == (403, "wrong_origin")


@pytest.mark.parametrize("host", ["127.0.0.1:8423", "LOCALHOST", "localhost:1", "[::1]:8423", "docs.example.org"])
def test_own_names_are_taken(browse: Browse, host: str) -> None:
    """Loopback by each of its names, and what --allow-host adds, are the server's own, on whatever port."""
    client = browse(allow_host=("Docs.Example.org",))
    assert client.get("/health", headers={"Host": host}).status_code == 200
    assert client.get("/health", headers={"Host": host, "Origin": f"https://{host}"}).status_code == 200


def test_the_address_that_was_reached_is_a_name() -> None:
    """A server on all addresses is asked by the one that the connection came in on, and by no other."""
    app = Guard(_nothing, HttpSettings(host="0.0.0.0"))
    client = TestClient(app, base_url="http://192.0.2.7:8423")
    assert client.get("/").status_code == 204
    assert client.get("/", headers={"Host": "192.0.2.8:8423"}).status_code == 421


@pytest.mark.parametrize("path", GUARDED)
def test_a_token_is_asked_for(browse: Browse, path: str) -> None:
    """Without one of the tokens every route refuses that tells of bundles or calls, whether it exists or not."""
    client = browse(tokens=(TOKEN, "another"))
    for header in (None, "Bearer", "Bearer nope", f"Basic {TOKEN}", TOKEN, f"Bearer {TOKEN}x", "Bearer żółć"):
        headers = {} if header is None else {"Authorization": header.encode()}
        reply = client.get(path, headers=headers)
        assert (reply.status_code, code(reply)) == (401, "unauthorized")
        assert reply.headers["www-authenticate"].startswith("Bearer")
        assert TOKEN not in reply.text


@pytest.mark.parametrize("token", [TOKEN, "another"])
def test_each_token_opens(browse: Browse, token: str) -> None:
    """Each of several tokens opens the server; the scheme may be spelled in any case."""
    client = browse(tokens=(TOKEN, "another"))
    assert client.get("/api/library", headers={"Authorization": f"bearer {token}"}).status_code == 200


@pytest.mark.parametrize("path", OPEN)
def test_what_tells_nothing_is_open(browse: Browse, path: str) -> None:
    """The viewer's files, which are in every package, /health and the server card need no token."""
    assert browse(tokens=(TOKEN,)).get(path).status_code == 200


@pytest.mark.parametrize("path", ROUTES)
def test_a_large_body_is_refused(browse: Browse, path: str) -> None:
    """A body beyond the bound is refused on every route, said beforehand or found out while it comes."""
    client = browse(max_request_bytes=1_000)

    def pieces() -> Iterator[bytes]:
        yield from [b"x" * 300] * 4

    for content in (b"x" * 1_001, pieces()):
        reply = client.post(path, content=content)
        assert (reply.status_code, code(reply)) == (413, "too_large")
    assert client.post(path, content=b"x" * 1_000).status_code != 413


@pytest.mark.parametrize("path", [path for path in ROUTES if path != "/sse"])
def test_too_many_requests_are_refused(browse: Browse, path: str) -> None:
    """Whoever asks too often is told to wait, on every route; who has a token is counted apart."""
    client = browse(rate=0.5, tokens=(TOKEN,))
    statuses = [client.get(path).status_code for _ in range(8)]
    assert 429 not in statuses[:5]
    assert statuses[-1] == 429
    reply = client.get(path)
    assert code(reply) == "too_many_requests"
    assert 1 <= int(reply.headers["retry-after"]) <= 3
    assert client.get(path, headers={"Authorization": f"Bearer {TOKEN}"}).status_code != 429


def test_a_stream_counts_as_well(browse: Browse) -> None:
    """Opening streams is counted like every request."""
    client = browse(rate=0.1)
    assert client.get("/health").status_code == 200
    assert client.get("/sse").status_code == 429


def test_rates() -> None:
    """A quiet client may send a burst, and then so many a second; each client for itself; few are remembered."""
    rates = Rates(2.0, max_clients=2)
    assert [rates.wait_s("a", 0.0) for _ in range(20)] == [0.0] * 20
    assert rates.wait_s("a", 0.0) == pytest.approx(0.5)
    assert rates.wait_s("b", 0.0) == 0
    assert rates.wait_s("a", 0.5) == 0
    assert rates.wait_s("a", 0.5) > 0
    rates.wait_s("c", 0.5)
    rates.wait_s("d", 0.5)
    assert rates.wait_s("a", 0.5) == 0
    assert Rates(0).wait_s("a", 0.0) == 0


def test_one_client_of_ipv6_is_a_network() -> None:
    """Addresses of one IPv6 network, which one client has whole, are one client; IPv4 addresses are each their own."""
    app = Guard(_nothing, HttpSettings(rate_limit=0.1))

    def ask(address: str) -> int:
        client = TestClient(app, base_url="http://127.0.0.1:8423", client=(address, 1))
        return client.get("/").status_code

    assert [ask("2001:db8::1"), ask("2001:db8::2"), ask("2001:db8:0:1::1")] == [204, 429, 204]
    assert [ask("192.0.2.1"), ask("192.0.2.2"), ask("::ffff:192.0.2.1")] == [204, 204, 204]


@pytest.mark.parametrize("path", ROUTES)
def test_what_a_browser_may_do(browse: Browse, path: str) -> None:
    """Every answer, a refusal too, forbids scripts from elsewhere or within the page, frames, and guessing of types.

    Only a server card lets pages of other origins read it.
    """
    client = browse(tokens=(TOKEN,))
    for headers in ({}, {"Host": "evil.example"}):
        reply = client.get(path, headers=headers)
        policy = dict(part.strip().split(" ", 1) for part in reply.headers["content-security-policy"].split(";"))
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
        assert policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == "'none'"
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert reply.headers["referrer-policy"] == "no-referrer"
        shared = path in CARDS and reply.status_code == 200
        assert ("access-control-allow-origin" in reply.headers) == shared
        assert "server" not in reply.headers


def test_what_takes_too_long_is_ended() -> None:
    """A body that does not arrive, and an answer that does not come, end with an error in bounded time."""

    async def ask(app: Any, settings: HttpSettings, arriving: bool) -> int:
        statuses = []

        async def receive() -> Any:
            if not arriving:
                await anyio.sleep_forever()
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        headers = [(b"host", b"localhost")]
        scope = {"type": "http", "method": "POST", "path": "/", "headers": headers, "query_string": b""}
        with anyio.fail_after(60):
            await Guard(app, settings)(scope, receive, send)
        return int(statuses[0])

    async def slow(_scope: Any, _receive: Any, _send: Any) -> None:
        await anyio.sleep_forever()

    assert anyio.run(ask, slow, HttpSettings(request_s=0.05), True) == 503
    assert anyio.run(ask, _nothing, HttpSettings(body_s=0.05), False) == 408


def test_bodies_have_a_joint_bound() -> None:
    """One client may fill a quarter of 64 MB, four clients all of it; what was answered leaves its room."""
    share = 16 << 20
    guarded = Guard(_waiting_app, HttpSettings(max_request_bytes=share))
    refused: list[tuple[int, int]] = []

    async def ask(client: int, n_bytes: int) -> None:
        async def receive() -> Any:
            return {"type": "http.request", "body": b"x" * n_bytes, "more_body": False}

        async def send(message: Any) -> None:
            if b'"busy"' in message.get("body", b""):
                refused.append((client, n_bytes))

        headers = [(b"host", b"localhost")]
        scope = {"type": "http", "method": "POST", "path": "/", "headers": headers, "client": (f"192.0.2.{client}", 1)}
        await guarded(scope, receive, send)

    async def ask_at_once(*requests: tuple[int, int]) -> None:
        async with anyio.create_task_group() as tasks:
            for client, n_bytes in requests:
                tasks.start_soon(ask, client, n_bytes)
            await anyio.wait_all_tasks_blocked()
            tasks.cancel_scope.cancel()

    anyio.run(ask_at_once, (1, 600), (1, share - 600), (1, 1), (2, share), (3, share), (4, share - 1), (5, 2))
    assert refused == [(1, 1), (5, 2)]
    anyio.run(ask_at_once, (1, share), (5, share))
    assert refused == [(1, 1), (5, 2)]


async def _waiting_app(_scope: Any, receive: Any, _send: Any) -> None:
    await receive()
    await anyio.sleep_forever()


async def _nothing(_scope: Any, _receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})
