"""Connections are opened while the first file comes, so that what is read together then waits for no handshake."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest

from pinax_runtime.format import ENTRY
from pinax_runtime.search.remote import Fetcher, FileCache, UrlSource
from pinax_runtime.search.remote.addresses import AUTHORIZATION
from pinax_runtime.search.remote.url_source import CONNECTIONS_AHEAD
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


def read_entry(cache: FileCache, handle: Callable[[httpx2.Request], httpx2.Response]) -> list[httpx2.Request]:
    """Start once; give what was asked."""
    asked: list[httpx2.Request] = []

    def transport(request: httpx2.Request) -> httpx2.Response:
        asked.append(request)
        return handle(request)

    fetcher = Fetcher(transport=httpx2.MockTransport(transport))
    try:
        assert UrlSource(URL, fetcher, cache).read(ENTRY) == FILES[ENTRY]
    finally:
        fetcher.close()
    return asked


def test_a_first_start_opens_connections(cache: FileCache) -> None:
    """With the entry, each connection is asked for headers alone, of the same file and with the same token."""
    asked = read_entry(cache, answer)
    assert sorted(request.method for request in asked) == ["GET", *["HEAD"] * CONNECTIONS_AHEAD]
    assert {str(request.url) for request in asked} == {URL + ENTRY}


def test_a_token_goes_with_each(cache: FileCache, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that wants a token is asked with it every time."""
    monkeypatch.setenv(AUTHORIZATION, "cdn.example Bearer t0ken")
    assert {request.headers.get("Authorization") for request in read_entry(cache, answer)} == {"Bearer t0ken"}


def test_a_second_start_opens_none(cache: FileCache, tmp_path: Path) -> None:
    """Where the bundle was read before, most is in the cache, and the entry is all that is asked for."""
    read_entry(cache, answer)
    assert [request.method for request in read_entry(FileCache(cache.folder), answer)] == ["GET"]


def test_connections_are_opened_once() -> None:
    """A server that keeps nothing on disk asks for the entry again and again, and for that alone."""
    asked: list[str] = []

    def transport(request: httpx2.Request) -> httpx2.Response:
        asked.append(request.method)
        return answer(request)

    fetcher = Fetcher(transport=httpx2.MockTransport(transport))
    try:
        source = UrlSource(URL, fetcher)
        for _ in range(3):
            source.read(ENTRY)
    finally:
        fetcher.close()
    assert sorted(asked) == [*["GET"] * 3, *["HEAD"] * CONNECTIONS_AHEAD]


def test_a_connection_that_fails_is_no_matter(cache: FileCache) -> None:
    """A server that refuses further connections still gives its files over the first."""
    assert [request.method for request in read_entry(cache, refuse)].count("GET") == 1
