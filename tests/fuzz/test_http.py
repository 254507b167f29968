"""Whatever is sent to the server over HTTP, it answers without a defect showing, leaks nothing and lives on."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fuzz.http_requests import HttpServer, fault_of, request
from fuzz.test_readers import EXAMPLES


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpServer]:
    """A server for all tests of the module."""
    with HttpServer(tmp_path_factory.mktemp("http")) as server:
        yield server


@settings(max_examples=10 * EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 1 << 60))
def test_any_request_is_answered(server: HttpServer, seed: int) -> None:
    """No answer is 500, shows a traceback, or holds the token or a file."""
    assert fault_of(server.send(request(random.Random(seed)))) == ""


def test_half_requests_leave_nothing(server: HttpServer) -> None:
    """Two hundred clients that hang up half-way cost no descriptor, and nobody waits for them."""
    assert server.is_alive()
    before, chance = server.descriptors(), random.Random(0)
    for _ in range(200):
        data = request(chance)
        server.send(data[: chance.randrange(len(data) + 1)], is_half=True)
    assert server.is_alive()
    until = time.monotonic() + 120
    while server.descriptors() > before + 2 and time.monotonic() < until:
        time.sleep(0.1)
    assert server.descriptors() <= before + 2


def test_a_body_that_is_no_http_is_no_defect(server: HttpServer) -> None:
    """While a request is refused for its token, its body turns out to be none; one answer is sent, and none logged."""
    head = " /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"
    for method in ("POST", "HEAD"):
        assert server.send(f"{method}{head}".encode()).count(b"HTTP/1.1") <= 1
    assert "Traceback" not in server.said()


def test_it_says_nothing_of_defects(server: HttpServer) -> None:
    """After all that it lives, and wrote no traceback."""
    assert server.is_alive()
    assert "Traceback" not in server.said()
