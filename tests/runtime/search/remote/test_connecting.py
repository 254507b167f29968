"""Connections are opened while the first file comes, so that what is read together then waits for no handshake."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest

from pinax_runtime.bundle.remote import Fetcher, FileCache, UrlSource
from pinax_runtime.format import ENTRY
from runtime.search.made import two_docsets

FILES = two_docsets()
URL = "https://cdn.example/b/"


def answer(request: httpx2.Request) -> httpx2.Response:
    body = httpx2.ByteStream(FILES[request.url.path.removeprefix("/b/")])
    return httpx2.Response(200, stream=body, headers={"ETag": '"1"'})


def refuse(request: httpx2.Request) -> httpx2.Response:
    if request.method == "HEAD":
        raise httpx2.ConnectError("no more connections")
    return answer(request)


def read_entry(
    cache: FileCache | None, handle: Callable[[httpx2.Request], httpx2.Response], times: int = 1
) -> list[httpx2.Request]:
    """Start once, and read the entry so many times; give what was asked."""
    asked: list[httpx2.Request] = []

    def transport(request: httpx2.Request) -> httpx2.Response:
        asked.append(request)
        return handle(request)

    fetcher = Fetcher(transport=httpx2.MockTransport(transport))
    try:
        source = UrlSource(URL, fetcher, cache)
        assert [source.read(ENTRY) for _ in range(times)] == [FILES[ENTRY]] * times
    finally:
        fetcher.close()
    return asked


def test_a_first_start_opens_connections(cache: FileCache) -> None:
    """With the entry, each connection is asked for headers alone, of the same file and with the same token."""
    asked = read_entry(cache, answer)
    methods = Counter(request.method for request in asked)
    assert methods["GET"] == 1
    assert methods["HEAD"] > 1
    assert {str(request.url) for request in asked} == {URL + ENTRY}


def test_a_token_goes_with_each(cache: FileCache, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that wants a token is asked with it every time."""
    monkeypatch.setenv("PINAX_AUTHORIZATION", "cdn.example Bearer t0ken")
    assert {request.headers.get("Authorization") for request in read_entry(cache, answer)} == {"Bearer t0ken"}


def test_a_second_start_opens_none(cache: FileCache, tmp_path: Path) -> None:
    """Where the bundle was read before, most is in the cache, and the entry is all that is asked for."""
    read_entry(cache, answer)
    assert [request.method for request in read_entry(FileCache(cache.folder), answer)] == ["GET"]


def test_connections_are_opened_once() -> None:
    """A server that keeps nothing on disk asks for the entry again and again, and for that alone."""
    once, thrice = (Counter(request.method for request in read_entry(None, answer, times)) for times in (1, 3))
    assert thrice == {"GET": 3, "HEAD": once["HEAD"]}


def test_a_connection_that_fails_is_no_matter(cache: FileCache) -> None:
    """A server that refuses further connections still gives its files over the first."""
    assert [request.method for request in read_entry(cache, refuse)].count("GET") == 1
