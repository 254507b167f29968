"""Clients that are slow to say what they want, and a server that is told to stop while many ask."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from threading import Event
from urllib.parse import urlsplit

import httpx2
import pytest

from pinax_runtime.call_log import CallFilter, CallLog, CallLogReader, record_call
from pinax_runtime.search import Library
from pinax_runtime.server import Served
from pinax_runtime.tools import ToolReply
from runtime.serve.over_http.conftest import InThreads, message

HEAD = b"GET /health HTTP/1.1\r\nHost: localhost\r\n"
CLIENTS = 8


Connect = Callable[[], socket.socket]


@pytest.fixture
def connect_to() -> Iterator[Callable[[str], socket.socket]]:
    """Connect to a server."""
    with ExitStack() as opened:

        def connect(url: str) -> socket.socket:
            where = urlsplit(url)
            address = where.hostname or "", where.port or 0
            return opened.enter_context(socket.create_connection(address, timeout=120))

        yield connect


@pytest.fixture
def connect(start: InThreads, library: Library, connect_to: Callable[[str], socket.socket]) -> Connect:
    """Connect to a server that waits half a second for a head."""
    return partial(connect_to, start(Served(library), head_s=0.5))


def is_closed(connection: socket.socket) -> bool:
    """Wait for the other side to close a connection; the time that a test has is the limit."""
    try:
        return connection.recv(1_000) == b""
    except ConnectionResetError:
        return True


def drip(connection: socket.socket, sent: bytes) -> bool:
    """Send a byte at a time for as long as the other side takes them; tell whether it closed the connection."""
    try:
        for byte in sent:
            connection.sendall(bytes([byte]))
            time.sleep(0.1)
    except (BrokenPipeError, ConnectionResetError):
        return True
    return False


def test_silent_clients_are_closed(connect: Connect) -> None:
    """A client that connects and says nothing does not keep its connection."""
    assert is_closed(connect())


def test_dripping_heads_are_closed(connect: Connect) -> None:
    """A head that comes byte by byte has no more time than any other: each byte does not start the clock anew."""
    assert drip(connect(), HEAD + b"X: " + b"x" * 160)


def test_further_heads_have_a_limit_too(connect: Connect) -> None:
    """After an answer the same holds for the next head on the connection."""
    connection = connect()
    connection.sendall(HEAD + b"\r\n")
    assert connection.recv(1_000).startswith(b"HTTP/1.1 200")
    assert drip(connection, HEAD + b"X: " + b"x" * 160)


def test_slow_heads_hold_up_nobody(
    start: InThreads, library: Library, connect_to: Callable[[str], socket.socket]
) -> None:
    """While many heads are on their way, who has said what it wants is answered."""
    url = start(Served(library))
    for _ in range(50):
        connect_to(url).sendall(HEAD)
    quick = connect_to(url)
    quick.sendall(HEAD + b"\r\n")
    assert quick.recv(1_000).startswith(b"HTTP/1.1 200")


def test_calls_that_take_longer_than_a_stop_are_refused(
    start: InThreads, library: Library, caplog: pytest.LogCaptureFixture
) -> None:
    """A call that is not done when the server has waited long enough is told so; one line counts such calls."""
    begun, ended = Event(), Event()

    def note(_caller: object, _tool: str, _arguments: object, answer: Callable[[], ToolReply]) -> ToolReply:
        begun.set()
        ended.wait(120)
        return answer()

    url, (body, headers) = start(Served(library, recorder=note), drain_s=0), message("list_docs", {})
    with ThreadPoolExecutor(1) as pool:
        asking = pool.submit(httpx2.post, f"{url}mcp", json=body, headers=headers, timeout=120)
        begun.wait(120)
        start.stop()
        while not caplog.records:
            time.sleep(0.01)
        ended.set()
        reply = asking.result()
    assert (reply.status_code, reply.json()["error"]["code"]) == (503, "stopping")
    assert [record.exc_info for record in caplog.records] == [None]


def test_told_to_stop_while_many_ask(start: InThreads, library: Library, tmp_path: Path) -> None:
    """Every call that the server has begun when it is told to stop gets its answer."""
    busy, body = Event(), message("search_pages", {"query": "clock changes"})

    def ask(url: str) -> int:
        answered = 0
        with httpx2.Client(timeout=120) as client:
            while True:
                try:
                    reply = client.post(f"{url}mcp", json=body[0], headers=body[1])
                except httpx2.TransportError:
                    return answered  # the server is gone
                assert "result" in reply.json()
                answered += 1
                if answered == 3:
                    busy.set()

    with CallLog(tmp_path / "calls.db") as log, ThreadPoolExecutor(CLIENTS) as pool:
        url = start(Served(library, recorder=partial(record_call, log)), drain_s=120)
        asking = [pool.submit(ask, url) for _ in range(CLIENTS)]
        busy.wait(120)
        start.stop()
        answered = sum(one.result() for one in asking)
    assert CallLogReader(tmp_path / "calls.db").summary(CallFilter()).calls == answered


def test_a_call_that_has_begun_is_answered(
    start: InThreads, library: Library, connect_to: Callable[[str], socket.socket]
) -> None:
    """A request that is under way when the server is told to stop gets its answer."""
    url, body = start(Served(library), drain_s=120), json.dumps({"query": "clock changes"}).encode()
    head = (
        "POST /api/search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\nExpect: 100-continue\r\n\r\n"
    )
    connection = connect_to(url)
    connection.sendall(head.encode())
    assert connection.recv(1_000).startswith(b"HTTP/1.1 100")  # so it has read the head
    connection.sendall(body[:5])
    start.stop()
    with suppress(ConnectionError):  # it takes further connections until it has noticed
        while True:
            connect_to(url).close()
            time.sleep(0.01)
    connection.sendall(body[5:])
    assert b"".join(iter(lambda: connection.recv(65_536), b"")).startswith(b"HTTP/1.1 200")
