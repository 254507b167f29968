"""Write blocks of bytes as one entry of the build cache, and read them back.

Layout: SHA-256 of all that follows, then per block its length (4 bytes, big-endian) and a zstd frame.
Rules:  an entry that is damaged or cut off is no entry.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Protocol

from pinax_runtime.format import BundleError, limits, wire

BLOCK_BYTES = limits.RAW_BYTES // 4
"""Largest size of a block before compression (bytes); a reader accepts four times as much."""
_LEVEL = 3
"""Level of zstd compression; low, since an entry is written once and read a few times."""
_DIGEST_BYTES = 32
"""Size of the SHA-256 at the start of an entry (bytes)."""
_LENGTH_BYTES = 4
"""Size of the number before each block, which is the block's length (bytes)."""


class Cache(Protocol):
    """Keeps blocks of bytes by key, in a folder or in an object store."""

    def prepare(self) -> None:
        """Make it ready. Raises OutputError where that cannot be done."""

    def has(self, key: bytes) -> bool:
        """Tell whether there is an entry under a key (32 bytes)."""

    def get(self, key: bytes) -> list[bytes] | None:
        """Return the blocks under a key; None if there are none or they are damaged."""

    def put(self, key: bytes, blocks: Iterable[bytes]) -> bool:
        """Keep blocks of at most BLOCK_BYTES under a key; return whether they could be written."""

    def sweep(self, max_bytes: int) -> None:
        """Remove the entries that were used least recently, until the others have at most `max_bytes`."""


def entry_name(key: bytes) -> str:
    """Return the path of the entry under a key."""
    name = key.hex()
    return f"{name[:2]}/{name}.cache"


def in_pieces(data: bytes) -> list[bytes]:
    """Divide bytes into pieces that fit into blocks."""
    return [data[at : at + BLOCK_BYTES] for at in range(0, len(data), BLOCK_BYTES)]


def written_entry(blocks: Iterable[bytes]) -> bytes:
    """Return the bytes of an entry."""
    body = bytearray()
    for block in blocks:
        frame = wire.compress(block, _LEVEL)
        body += len(frame).to_bytes(_LENGTH_BYTES, "big") + frame
    return hashlib.sha256(body).digest() + body


def read_entry(data: bytes, name: str) -> list[bytes] | None:
    """Return the blocks of an entry; None if it is damaged."""
    body = memoryview(data)[_DIGEST_BYTES:]
    if hashlib.sha256(body).digest() != data[:_DIGEST_BYTES]:
        return None
    try:
        return list(_blocks(body, name))
    except BundleError:
        return None


def _blocks(body: memoryview, name: str) -> Iterator[bytes]:
    at = 0
    while at < len(body):
        start = at + _LENGTH_BYTES
        at = start + int.from_bytes(body[at:start], "big")
        yield wire.decompress(bytes(body[start:at]), name)
