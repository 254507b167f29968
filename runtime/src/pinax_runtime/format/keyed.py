"""Shards that map sorted keys to values: `terms`, `positions`, `symbols`, `facets` and `lexicon` files.

In:    keys in code-point order, each with a count and an encoded value.
Out:   one record; `get` finds a key, `span` the keys with a prefix.
Rules: a value stays bytes until it is asked for, so opening a shard costs the same whatever its values hold.
Spec:  docs/format.md, section 5.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from operator import lt
from typing import Any

from pinax_runtime.format import limits, wire
from pinax_runtime.format.columns import check_whole
from pinax_runtime.format.errors import CorruptFileError

LAST = "\U0010ffff"
"""Highest code point: a prefix followed by it sorts after every key with that prefix."""


@dataclass(frozen=True, slots=True)
class KeyedShard:
    """Consecutive keys of one kind with their values."""

    keys: list[str]
    """Keys in code-point order, each once."""
    counts: list[int]
    """One count per key: sections with the term, pages with the facet value, or definitions of the symbol."""
    values: list[bytes]
    """One encoded (msgpack) value per key; empty for a lexicon."""

    def find(self, key: str) -> int | None:
        """Return the index of a key, or None."""
        at = bisect_left(self.keys, key)
        return at if at < len(self.keys) and self.keys[at] == key else None

    def span(self, prefix: str) -> range:
        """Return the indexes of all keys that start with a prefix."""
        return range(bisect_left(self.keys, prefix), bisect_left(self.keys, prefix + LAST))

    def holding(self, words: Iterable[str], ending: str = "", before: str = "") -> list[int]:
        """Return the indexes of the keys that contain every one of some words.

        Args:
            words: What a key holds.
            ending: How it ends, …
            before: … these characters after that aside.

        >>> KeyedShard(["anchor", "array", "card"], [1, 1, 1], []).holding(["a", "ar"])
        [1, 2]
        >>> KeyedShard(["a.go", "a.go.b", "b.go::"], [1, 1, 1], []).holding(["go"], "go", ".:")
        [0, 2]
        """
        indexes = list(range(len(self.keys)))
        if ending:
            ends = (ending, *before)  # one call for each key; few end in one of the characters
            indexes = [at for at, key in enumerate(self.keys) if key.endswith(ends)]
            indexes = [at for at in indexes if self.keys[at].rstrip(before).endswith(ending.rstrip(before))]
        for word in sorted(words, key=len, reverse=True):  # few have the longest: the others are looked for in those
            indexes = [index for index in indexes if word in self.keys[index]]
        return indexes

    def to_wire(self) -> dict[str, Any]:
        """Return the plain values that a file holds."""
        return {"keys": self.keys, "counts": self.counts, "values": self.values}

    @classmethod
    def from_wire(cls, value: Any, name: str) -> KeyedShard:
        """Check and wrap what a file holds.

        Raises:
            CorruptFileError: Not three columns of one length, keys that are not strings in order, counts below 1.
        """
        try:
            keys, counts, values = value["keys"], value["counts"], value["values"]
            check_whole(counts, least=1)
            sound = type(keys) is list and set(map(type, keys)) == {str}
            sound = sound and all(map(lt, keys, keys[1:])) and max(map(len, keys)) <= limits.KEY_CHARS
            sound = sound and type(values) is list and set(map(type, values)) <= {bytes}
            sound = sound and len(counts) == len(keys) and len(values) in (0, len(keys))
        except (TypeError, KeyError, ValueError) as error:
            raise CorruptFileError(name, f"not a keyed shard ({error})") from error
        if not sound:
            raise CorruptFileError(name, "not a keyed shard (columns differ in length, type or order)")
        return cls(keys, counts, values)

    def value(self, at: int, name: str) -> Any:
        """Decode the value of the key at an index."""
        if not self.values:
            raise CorruptFileError(name, "the shard holds no values")
        return wire.decode(self.values[at], name)
