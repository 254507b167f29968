"""Clients that are slow to say what they want, and a server that is told to stop while many ask."""

from __future__ import annotations

import signal
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from urllib.parse import urlsplit

import httpx2
import pytest

from pinax_runtime.search import Library
from pinax_runtime.serve import Served, ToolReply
from pinax_runtime.serve.call_log import CallFilter, CallLogReader
from pinax_runtime.serve.over_http import connections, listening
from runtime.serve.over_http.conftest import InThreads, Running, message

HEAD = b"GET /health HTTP/1.1\r\nHost: localhost\r\n"
CLIENTS = 20


@pytest.fixture
def connect(
    start: Callable[..., str], library: Library, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[], socket.socket]]:
    """Connect to a server that waits half a second for a head."""
    monkeypatch.setattr(connections, "HEAD_S", 0.5)
    url = start(Served(library))
    opened: list[socket.socket] = []

    def connect() -> socket.socket:
        where = urlsplit(url)
        connection = socket.create_connection((where.hostname or "", where.port or 0), timeout=120)
        opened.append(connection)
        return connection

    yield connect
    for connection in opened:
        connection.close()


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


def test_silent_clients_are_closed(connect: Callable[[], socket.socket]) -> None:
    """A client that connects and says nothing does not keep its connection."""
    assert is_closed(connect())


def test_dripping_heads_are_closed(connect: Callable[[], socket.socket]) -> None:
    """A head that comes byte by byte has no more time than any other: each byte does not start the clock anew."""
    assert drip(connect(), HEAD + b"X: " + b"x" * 160)


def test_further_heads_have_a_limit_too(connect: Callable[[], socket.socket]) -> None:
    """After an answer the same holds for the next head on the connection."""
    connection = connect()
    connection.sendall(HEAD + b"\r\n")
    assert connection.recv(1_000).startswith(b"HTTP/1.1 200")
    assert drip(connection, HEAD + b"X: " + b"x" * 160)


def test_slow_heads_hold_up_nobody(connect: Callable[[], socket.socket]) -> None:
    """While many heads are on their way, who has said what it wants is answered."""
    for _ in range(50):
        connect().sendall(HEAD)
    quick = connect()
    quick.sendall(HEAD + b"\r\n")
    assert quick.recv(1_000).startswith(b"HTTP/1.1 200")


def test_calls_that_take_longer_than_a_stop_are_refused(
    start: InThreads, library: Library, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A call that is not done when the server has waited long enough is told so; one line counts such calls."""
    begun, ended = Event(), Event()

    def note(_caller: object, _tool: str, _arguments: object, answer: Callable[[], ToolReply]) -> ToolReply:
        begun.set()
        ended.wait(120)
        return answer()

    monkeypatch.setattr(listening, "DRAIN_S", 0)
    url, (body, headers) = start(Served(library, recorder=note)), message("list_docs", {})
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


def test_told_to_stop_while_many_ask(serve: Callable[..., Running], tmp_path: Path) -> None:
    """Every call that the server has begun when it is told to stop gets its answer; it ends with 0 and says nothing."""
    patient = "from pinax_runtime.serve.over_http import listening; listening.DRAIN_S = 120"
    server = serve("--log", tmp_path / "calls.db", setup=patient)
    busy, body = Event(), message("search_pages", {"query": "clock changes"})

    def ask() -> int:
        answered = 0
        with httpx2.Client(timeout=120) as client:
            while True:
                try:
                    reply = client.post(f"{server.url}mcp", json=body[0], headers=body[1])
                except httpx2.TransportError:
                    return answered  # the server is gone
                assert "result" in reply.json()
                answered += 1
                if answered == 3:
                    busy.set()

    with ThreadPoolExecutor(CLIENTS) as pool:
        asking = [pool.submit(ask) for _ in range(CLIENTS)]
        busy.wait(120)
        server.process.send_signal(signal.SIGTERM)
        answered = sum(one.result() for one in asking)
    assert server.process.wait(120) == 0
    assert server.errors() == ""
    assert len(CallLogReader(tmp_path / "calls.db").latest(CallFilter(), 1_000)) == answered
