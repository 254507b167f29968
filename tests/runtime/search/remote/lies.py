"""Lies that a server can tell, and a server that tells them at random.

Strategy. Which lie a request gets depends on a seed, the path and how often it was asked for, so a run can be repeated.
The server knows two builds of a bundle: the entry may be either's, and so may the files, as behind caches of a CDN.
"""

from __future__ import annotations

import gzip
import random
import socket
import struct
import time
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

from pinax_runtime.bundle.remote import FileCache, Patience
from pinax_runtime.format import ENTRY, PinaxError
from pinax_runtime.search import Bundle, MemorySource, open_bundle
from runtime.search.made import two_docsets
from runtime.search.remote.served import ServedBundle, Spoil, cut, flipped, hung_up, sign_in, status
from runtime.search.remote.test_url_source import answers
from site_server import Asked, Reply, redirect

HURRIED = Patience(connect_s=1, idle_s=0.3, total_s=1, attempts=3, pause_s=0.01)
OLD, NEW = two_docsets(), two_docsets(4)
RIGHT = [answers(open_bundle(MemorySource(build))) for build in (OLD, NEW)]


def _body(reply: Reply) -> bytes:
    return reply.body.encode() if isinstance(reply.body, str) else reply.body


def _raw(send: Callable[[Any, bytes], None]) -> Spoil:
    """Take the connection over; `send` gets the handler and the body that would be right."""
    return lambda _asked, reply: Reply(raw=lambda handler: send(handler, _body(reply)))


def _written(handler: Any, *pieces: bytes) -> None:
    for piece in pieces:
        handler.wfile.write(piece)
    handler.wfile.flush()


def _endless(handler: Any, body: bytes) -> None:
    _written(handler, b"HTTP/1.1 200 OK\r\n\r\n", body)
    until = time.monotonic() + 60
    while time.monotonic() < until:
        _written(handler, b"x" * 65_536)


def _slow(handler: Any, body: bytes) -> None:
    _written(handler, b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body))
    for at in range(len(body)):
        _written(handler, body[at : at + 1])
        time.sleep(0.1)


def _reset(handler: Any, body: bytes) -> None:
    _written(handler, b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body), body[: len(body) // 2])
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.connection.close()


@cache
def _bomb_bytes() -> bytes:
    return gzip.compress(bytes(50 << 20), 1)


def _bomb(_asked: Asked, _reply: Reply) -> Reply:
    return Reply(_bomb_bytes(), headers={"Content-Encoding": "gzip"})


def _status_206(value: str) -> Spoil:
    return lambda _asked, reply: Reply(_body(reply), 206, headers={"Content-Range": value})


def _shifted(_asked: Asked, reply: Reply) -> Reply:
    """Return a part that begins a byte late, and is as long as it should be."""
    return Reply(_body(reply)[1:] + b"x", reply.status, headers=reply.headers)


def _longer(_asked: Asked, reply: Reply) -> Reply:
    return Reply(_body(reply) + b"more", reply.status, headers=reply.headers)


def _zipped(_asked: Asked, reply: Reply) -> Reply:
    return Reply(gzip.compress(_body(reply)), reply.status, headers={**reply.headers, "Content-Encoding": "gzip"})


def _other_tag(_asked: Asked, reply: Reply) -> Reply:
    return Reply(_body(reply), reply.status, headers={**reply.headers, "ETag": f'"{time.monotonic_ns()}"'})


def _led_to(url: str) -> Spoil:
    return lambda _asked, _reply: redirect(url)


LIES: dict[str, Spoil] = {
    "flipped": flipped,
    "cut": cut,
    "longer": _longer,
    "shifted": _shifted,
    "hung up": hung_up,
    "reset": _raw(_reset),
    "endless": _raw(_endless),
    "slow": _raw(_slow),
    "nothing": _raw(lambda handler, body: None),
    "no HTTP": _raw(lambda handler, body: _written(handler, body or b"x")),
    "length too small": _raw(
        lambda handler, body: _written(handler, b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n", body)
    ),
    "two lengths": _raw(
        lambda handler, body: _written(
            handler, b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: %d\r\n\r\n" % len(body), body
        )
    ),
    "broken chunks": _raw(
        lambda handler, body: _written(handler, b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", body)
    ),
    "long header": _raw(lambda handler, body: _written(handler, b"HTTP/1.1 200 OK\r\nX: ", b"x" * 500_000)),
    "gzip": _zipped,
    "gzip bomb": _bomb,
    "odd coding": lambda _asked, reply: Reply(_body(reply), headers={"Content-Encoding": "br"}),
    "not gzip": lambda _asked, reply: Reply(_body(reply), headers={"Content-Encoding": "gzip"}),
    "other part": _status_206("bytes 7-9/100"),
    "part of no size": _status_206("bytes */*"),
    "nonsense part": _status_206("lines one to two"),
    "other tag": _other_tag,
    "unasked 304": lambda _asked, _reply: Reply("", 304),
    "sign in": sign_in,
    "no content": lambda _asked, _reply: Reply("", 204),
    "not found": status(404),
    "gone": status(410),
    "no part": status(416),
    "busy": status(503, **{"Retry-After": "99999"}),
    "broken": status(500),
    "to itself": lambda asked, _reply: redirect(asked.path),
    "to a file": _led_to("file:///etc/passwd"),
    "to metadata": _led_to("https://169.254.169.254/latest/"),
    "to a neighbor": _led_to("https://10.0.0.1/"),
    "to no URL": _led_to("https://[::1"),
}


class LyingServer(ServedBundle):
    """Serves two builds, and lies in a share of its replies."""

    def __init__(self, seed: int, share: float, kinds: list[str]) -> None:
        super().__init__({**OLD, **NEW}, HURRIED)
        self.told: Counter[str] = Counter()
        self._seed, self._share, self._kinds = seed, share, kinds
        self._times: Counter[str] = Counter()
        self.spoil = self._lie

    def _lie(self, asked: Asked, reply: Reply) -> Reply:
        self._times[asked.path] += 1
        chance = random.Random(f"{self._seed} {asked.path} {self._times[asked.path]}")
        if asked.path.endswith(ENTRY):
            reply = Reply(chance.choice((OLD, NEW))[ENTRY], headers={"ETag": '"always the same"'})
        kind = chance.choice(self._kinds) if chance.random() < self._share else "the truth"
        self.told[kind] += 1
        return reply if kind == "the truth" else LIES[kind](asked, reply)


def asked_of(server: LyingServer, kept: FileCache | None) -> str:
    """Ask a bundle all questions; say whether the answers are right, one is wrong, or some are typed errors."""
    try:
        found = answers(Bundle(server.source(kept)))
    except PinaxError:
        return "error"
    if found in RIGHT:
        return "right"
    alike = [all(a == b or isinstance(a, PinaxError) for a, b in zip(found, right, strict=True)) for right in RIGHT]
    return "error" if any(alike) else "wrong"
