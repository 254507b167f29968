"""A bundle behind HTTP on loopback, and ways to spoil what the server sends."""

from __future__ import annotations

import ssl
import time
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler
from typing import Any

import httpx2

from pinax_runtime.bundle.remote import Fetcher, FileCache, Patience, UrlSource
from pinax_runtime.search import Bundle
from site_server import Asked, Reply, SiteServer

HASTY = Patience(connect_s=5, idle_s=2, total_s=10, attempts=2, pause_s=0.01)
IMPATIENT = Patience(connect_s=5, idle_s=0.5, total_s=20, attempts=3, pause_s=0.01)

_NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)

Spoil = Callable[[Asked, Reply], Reply]


class ServedBundle(SiteServer):
    """Serves files below /b/ with an ETag; `spoil` may change any reply."""

    def __init__(self, files: Mapping[str, bytes], patience: Patience = HASTY) -> None:
        super().__init__({})
        self.files = dict(files)
        self.etags = True
        self.ranges = True
        """Whether it knows ranges; from a server that does not, the whole file comes."""
        self.spoil: Spoil = lambda asked, reply: reply
        self.fallback = self._answer
        transport = httpx2.AsyncHTTPTransport(verify=_NO_TLS)  # certificates take long to read
        self.fetcher = Fetcher(patience, transport)

    def __exit__(self, *error: Any) -> None:
        self.fetcher.close()
        super().__exit__(*error)

    @property
    def location(self) -> str:
        return self.url("/b/")

    @property
    def names(self) -> list[str]:
        """Names of the files that were asked for, with the part where a part was."""
        parts = (asked.headers.get("range", "").replace("bytes=", "@") for asked in self.asked)
        return [path.removeprefix("/b/") + part for path, part in zip(self.paths, parts, strict=True)]

    def size_of(self, name: str) -> int:
        """Return the size of a file, or of a part of one, as `names` has it."""
        file, _, part = name.partition("@")
        first, _, last = part.partition("-")
        return int(last) + 1 - int(first) if part else len(self.files[file])

    def source(self, cache: FileCache | None = None) -> UrlSource:
        return UrlSource(self.location, self.fetcher, cache)

    def bundle(self, cache: FileCache | None = None) -> Bundle:
        return Bundle(self.source(cache))

    def _answer(self, asked: Asked) -> Reply:
        data = self.files.get(asked.path.removeprefix("/b/"))
        if data is None:
            return self.spoil(asked, Reply("none", 404))
        etag = f'"{hash(data)}"' if self.etags else ""
        if etag and asked.headers.get("if-none-match") == etag:
            return self.spoil(asked, Reply(status=304, headers={"ETag": etag, "Content-Length": ""}))
        return self.spoil(asked, self._part(data, asked) or Reply(data, headers={"ETag": etag}))

    def _part(self, data: bytes, asked: Asked) -> Reply | None:
        wanted = asked.headers.get("range", "").removeprefix("bytes=")
        if not wanted or not self.ranges:
            return None
        first, last = map(int, wanted.split("-"))
        if first >= len(data):
            return Reply("", 416, headers={"Content-Range": f"bytes */{len(data)}"})
        part = data[first : last + 1]
        told = f"bytes {first}-{first + len(part) - 1}/{len(data)}"
        return Reply(part, 206, headers={"Content-Range": told})


def settle(source: UrlSource) -> None:
    """Wait for what was fetched ahead and not asked for."""
    while source._under_way:
        time.sleep(0.005)


def once(spoil: Spoil) -> Spoil:
    """Spoil the first reply of every file only."""
    seen: set[str] = set()

    def changed(asked: Asked, reply: Reply) -> Reply:
        if asked.path in seen:
            return reply
        seen.add(asked.path)
        return spoil(asked, reply)

    return changed


def of_files(spoil: Spoil) -> Spoil:
    """Spoil everything but the entry."""
    return lambda asked, reply: reply if asked.path.endswith("pinax.json") else spoil(asked, reply)


def flipped(_asked: Asked, reply: Reply) -> Reply:
    """Flip a bit in the middle."""
    data = bytearray(_bytes(reply))
    if data:
        data[len(data) // 2] ^= 1
    return Reply(bytes(data), reply.status, headers=reply.headers)


def cut(_asked: Asked, reply: Reply) -> Reply:
    """Send half as if it were all."""
    return Reply(_bytes(reply)[: len(_bytes(reply)) // 2], reply.status, headers=reply.headers)


def hung_up(_asked: Asked, reply: Reply) -> Reply:
    """Promise all, send half, and hang up."""
    data = _bytes(reply)
    return Reply(raw=lambda handler: _send(handler, len(data), data[: len(data) // 2]))


def stalled(_asked: Asked, reply: Reply) -> Reply:
    """Promise all, send half, and send nothing more for a while."""

    def stall(handler: BaseHTTPRequestHandler) -> None:
        _send(handler, len(_bytes(reply)), _bytes(reply)[: len(_bytes(reply)) // 2])
        time.sleep(IMPATIENT.idle_s * 2)

    return Reply(raw=stall)


def status(code: int, **headers: str) -> Spoil:
    """Answer with a status and a page about it."""
    return lambda _asked, _reply: Reply(f"<h1>{code}</h1>", code, headers=headers)


def sign_in(_asked: Asked, _reply: Reply) -> Reply:
    """Answer as a captive portal does: 200, and something else."""
    return Reply("<!doctype html><title>Sign in</title>")


FAULTS: dict[str, Spoil] = {
    "a flipped bit": flipped,
    "a truncated body": cut,
    "a connection that breaks": hung_up,
    "404": status(404),
    "403": status(403),
    "500": status(500),
    "503": status(503),
    "a page to sign in": sign_in,
}


def _bytes(reply: Reply) -> bytes:
    return reply.body.encode() if isinstance(reply.body, str) else reply.body


def _send(handler: Any, length: int, data: bytes) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", str(length))
    handler.end_headers()
    handler.wfile.write(data)
    handler.wfile.flush()
