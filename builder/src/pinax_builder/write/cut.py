"""Cut sorted entries into shards at boundaries that depend on the entries themselves.

Strategy. After an entry the shard is closed when the hash of the *next* key, as a fraction of 1, is below that next
entry's share of the target size: so an entry is as likely to open a shard as it is large, shards come out at the target
on average, and one very large entry (a very common term) stands alone. Where a boundary falls depends on nothing before
it, so a new key changes the shard it falls in and no later one. A ceiling bounds the worst case; the next hashed
boundary brings the shards back in step.

Spec:  docs/format.md, section 5.2.
Why:   docs/decisions/0061.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeVar
from zlib import crc32

Entry = TypeVar("Entry")

_SCALE = 1 << 32


class ShardSize(NamedTuple):
    """Sizes of the shards of one kind (bytes of encoded entries, before compression)."""

    target: int
    """Mean size of a shard."""
    floor: int
    """Size below which a shard is not closed."""
    ceiling: int
    """Size that no shard of two entries or more exceeds."""


def shard_size(target: int) -> ShardSize:
    """Return the bounds for a target: an eighth of it and three times it."""
    return ShardSize(target, target // 8, target * 3)


def cut(
    entries: Iterable[Entry], key: Callable[[Entry], str], size: Callable[[Entry], int], bounds: ShardSize
) -> Iterator[list[Entry]]:
    """Group consecutive entries into shards.

    Args:
        entries: In key order.
        key: Returns an entry's key.
        size: Returns an entry's encoded size (bytes).
        bounds: Sizes of the shards.

    Returns:
        Shards of one entry or more; together they hold all entries in order.
    """
    shard: list[Entry] = []
    filled = last = 0
    for entry in entries:
        share = size(entry)
        if shard and _closes(filled, last, share, key(entry), bounds):
            yield shard
            shard, filled = [], 0
        shard.append(entry)
        filled, last = filled + share, share
    if shard:
        yield shard


def _closes(filled: int, last: int, share: int, key: str, bounds: ShardSize) -> bool:
    if last >= bounds.target or filled + share > bounds.ceiling:
        return True
    return (filled >= bounds.floor or share >= bounds.target) and _hash(key) * bounds.target < share * _SCALE


def _hash(key: str) -> int:
    return crc32(key.encode("utf-8", "surrogatepass"))
