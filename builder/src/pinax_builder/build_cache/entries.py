"""Write blocks of bytes as one entry of the build cache, and read them back.

Layout: SHA-256 of the entry's key and of all that follows, then per block its length (4 bytes, big-endian) and a zstd
        frame.
Rules:  an entry is used under its own key alone, whole and of bounded size. This finds accidents and exchanged files.
        Whoever may write into a cache can compute a digest, too, and so decides what bundles say.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from pinax_runtime.format import BundleError, cause_of, limits, wire

BLOCK_BYTES = limits.RAW_BYTES // 4
"""Largest size of a block before compression (bytes); a reader accepts four times as much."""
_LEVEL = 3
"""Level of zstd compression; low, since an entry is written once and read a few times."""
_DIGEST_BYTES = 32
"""Size of the SHA-256 at the start of an entry (bytes)."""
_LENGTH_BYTES = 4
"""Size of the number before each block, which is the block's length (bytes)."""
MOST_BYTES = 1 << 30
"""Largest size of all blocks of an entry before compression (bytes)."""


_DECODING_FAILURES = (
    ValueError, TypeError, LookupError, AttributeError, ArithmeticError, StopIteration, RuntimeError,
)  # fmt: skip
"""What Python raises where values have other types, or are fewer, than is expected."""


class EntryError(Exception):
    """There is an entry, and it cannot be used; the message says why."""


class Cache(Protocol):
    """Keeps blocks of bytes by key, in a folder or in an object store."""

    def prepare(self) -> None:
        """Make it ready. Raises OutputError where that cannot be done."""

    def has(self, key: bytes) -> bool:
        """Tell whether there is an entry under a key (32 bytes)."""

    def get(self, key: bytes) -> list[bytes] | None:
        """Return the blocks under a key; None if there are none. Raises EntryError if they are damaged."""

    def put(self, key: bytes, blocks: Iterable[bytes]) -> bool:
        """Keep blocks of at most BLOCK_BYTES under a key; return whether they could be written."""

    def sweep(self, max_bytes: int) -> None:
        """Remove the entries that were used least recently, until the others have at most `max_bytes`."""


@dataclass(frozen=True, slots=True)
class Unread:
    """A cache that is written and not read: every entry is made again."""

    cache: Cache

    def prepare(self) -> None:
        """Make the cache ready. Raises OutputError where that cannot be done."""
        self.cache.prepare()

    def has(self, key: bytes) -> bool:
        """Say that there is no entry."""
        return False

    def get(self, key: bytes) -> None:
        """Return None, as of a cache without entries."""

    def put(self, key: bytes, blocks: Iterable[bytes]) -> bool:
        """Keep blocks under a key; return whether they could be written."""
        return self.cache.put(key, blocks)

    def sweep(self, max_bytes: int) -> None:
        """Remove what was used least recently."""
        self.cache.sweep(max_bytes)


def entry_name(key: bytes) -> str:
    """Return the path of the entry under a key."""
    name = key.hex()
    return f"{name[:2]}/{name}.cache"


def in_pieces(data: bytes) -> list[bytes]:
    """Divide bytes into pieces that fit into blocks."""
    return [data[at : at + BLOCK_BYTES] for at in range(0, len(data), BLOCK_BYTES)]


@contextmanager
def decoding() -> Iterator[None]:
    """Turn what decoding an entry's blocks raises into EntryError: they may hold anything."""
    try:
        yield
    except (BundleError, *_DECODING_FAILURES) as error:
        raise EntryError(f"what it holds cannot be decoded ({cause_of(error)})") from error


def written_entry(key: bytes, blocks: Iterable[bytes]) -> bytes:
    """Return the bytes of the entry under a key."""
    body = bytearray()
    for block in blocks:
        frame = wire.compress(block, _LEVEL)
        body += len(frame).to_bytes(_LENGTH_BYTES, "big") + frame
    return _digest(key, body) + body


def read_entry(key: bytes, data: bytes) -> list[bytes]:
    """Return the blocks of the entry under a key.

    Raises:
        EntryError: It is damaged, too large, or another key's.
    """
    body = memoryview(data)[_DIGEST_BYTES:]
    if _digest(key, body) != data[:_DIGEST_BYTES]:
        raise EntryError("it is damaged, or another key's")
    blocks, left = [], MOST_BYTES
    with decoding():
        for block in _blocks(body, entry_name(key)):
            left -= len(block)
            if left < 0:
                raise EntryError(f"it holds more than {MOST_BYTES >> 20:,} MiB")
            blocks.append(block)
    return blocks


def _digest(key: bytes, body: bytes | bytearray | memoryview) -> bytes:
    digest = hashlib.sha256(key)
    digest.update(body)
    return digest.digest()


def _blocks(body: memoryview, name: str) -> Iterator[bytes]:
    at = 0
    while at < len(body):
        start = at + _LENGTH_BYTES
        at = start + int.from_bytes(body[at:start], "big")
        yield wire.decompress(bytes(body[start:at]), name)
