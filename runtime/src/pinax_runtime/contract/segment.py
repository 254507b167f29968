"""The manifest of a segment: where its shards are and what they start with.

Spec:  docs/format.md, section 4.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from pinax_runtime.contract import limits
from pinax_runtime.contract.columns import check_whole
from pinax_runtime.contract.errors import CorruptFileError, LimitExceededError
from pinax_runtime.contract.keyed import LAST
from pinax_runtime.contract.names import DIGEST_BYTES, Kind, file_name


@dataclass(frozen=True, slots=True)
class FileRef:
    """One file of a bundle, as another file refers to it."""

    digest: bytes
    kind: Kind
    size: int
    """Compressed size (bytes)."""

    @property
    def name(self) -> str:
        """Path below the bundle."""
        return file_name(self.digest, self.kind)


@dataclass(frozen=True, slots=True)
class ShardTable:
    """All files of one kind in a segment, in key order."""

    kind: Kind
    digests: list[bytes] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    firsts: list[str] = field(default_factory=list)
    """First key of each file; empty for texts, which are found by number."""
    pages: list[int] = field(default_factory=list)
    """Pages in each file (`pages` only)."""
    sections: list[int] = field(default_factory=list)
    """Sections in each file (`pages` and `texts` only)."""
    lone: list[int] = field(default_factory=list)
    """Per file the count of its key where it holds no other, else 0 (`terms` only); empty where that is not known."""

    def ref(self, at: int) -> FileRef:
        """Refer to the file at an index."""
        return FileRef(self.digests[at], self.kind, self.sizes[at])

    def refs(self) -> list[FileRef]:
        """Refer to every file."""
        return [self.ref(at) for at in range(len(self.digests))]

    def covering(self, key: str) -> int | None:
        """Give the index of the one file that can hold a key, or None when it sorts before all."""
        at = bisect_right(self.firsts, key) - 1
        return at if at >= 0 else None

    def lone_count(self, key: str) -> int:
        """Give the count of a key that has a file to itself; 0 for any other."""
        at = self.covering(key) if self.lone else None
        return self.lone[at] if at is not None and self.firsts[at] == key else 0

    def spanning(self, prefix: str) -> Sequence[int]:
        """Give the indexes of every file that can hold a key with a prefix."""
        span = range(max(0, bisect_right(self.firsts, prefix) - 1), bisect_left(self.firsts, prefix + LAST))
        if span and self.lone and self.lone[span[0]] and not self.firsts[span[0]].startswith(prefix):
            return span[1:]
        return span

    def to_wire(self) -> dict[str, Any]:
        """Give the plain values of the table; columns that the kind does not use are left out."""
        lone = self.lone if any(self.lone) else []
        columns = {"first": self.firsts, "pages": self.pages, "sections": self.sections, "lone": lone}
        return {
            "digests": b"".join(self.digests),
            "sizes": self.sizes,
            **{key: column for key, column in columns.items() if column},
        }

    @classmethod
    def from_wire(cls, kind: Kind, value: Any, name: str) -> ShardTable:
        """Check and decode a table. Raises CorruptFileError."""
        try:
            joined = value["digests"]
            digests = [joined[at : at + DIGEST_BYTES] for at in range(0, len(joined), DIGEST_BYTES)]
            firsts, pages, sections = ([] if key not in _COLUMNS[kind] else value.get(key, []) for key in _OPTIONAL)
            lone = value.get("lone", []) if kind == "terms" else []
            table = cls(kind, digests, value["sizes"], firsts, pages, sections, lone)
            for numbers, least in ((table.sizes, 1), (pages, 1), (sections, 1), (lone, 0)):
                check_whole(numbers, least)
            wanted = [len(digests) if key in _COLUMNS[kind] else 0 for key in _OPTIONAL]
            sound = type(joined) is bytes and len(joined) == DIGEST_BYTES * len(digests)
            sound = sound and [len(column) for column in (firsts, pages, sections)] == wanted
            sound = sound and len(lone) in (0, len(digests))
            sound = sound and len(table.sizes) == len(digests) and max(table.sizes, default=0) <= limits.FILE_BYTES
            sound = sound and type(firsts) is list and {type(key) for key in firsts} <= {str}
            sound = sound and all(map(str.__lt__, firsts, firsts[1:]))
        except (TypeError, KeyError, AttributeError, ValueError) as error:
            raise CorruptFileError(name, f"not a table of {kind} ({error})") from error
        if not sound:
            raise CorruptFileError(name, f"a table of {kind} whose columns do not agree")
        return table


TABLES: tuple[Kind, ...] = ("terms", "positions", "symbols", "facets", "pages", "texts", "lexicon")
"""Kinds of which a segment has any number of files."""

_OPTIONAL = ("first", "pages", "sections")
_COLUMNS: dict[Kind, tuple[str, ...]] = dict.fromkeys(TABLES, ("first",)) | {
    "pages": ("first", "pages", "sections"),
    "texts": ("sections",),
}
"""Columns of each kind's table, besides digests and sizes."""


@dataclass(frozen=True, slots=True)
class SegmentManifest:
    """A self-contained index over some pages of a docset in one language."""

    analyzer: str
    """`<family>:<algorithm>`, for instance `pinax-2:english`."""
    fingerprint: str
    """Of the stemmer, see `stemmers.fingerprint`."""
    language: str
    """Language subtag of the pages; empty when unknown."""
    n_pages: int
    n_sections: int
    n_words: int
    """Body and code words of all sections; with `n_sections`, the mean length."""
    lengths: FileRef
    tables: dict[Kind, ShardTable]
    definers: FileRef | None = None
    """Says in which `symbols` files a section's definitions are; None where that is not known."""

    def refs(self) -> list[FileRef]:
        """Refer to every file of the segment but itself."""
        definers = [self.definers] if self.definers else []
        return [self.lengths, *definers, *(ref for kind in TABLES for ref in self.tables[kind].refs())]

    def to_wire(self) -> dict[str, Any]:
        """Give the plain values that the file holds."""
        return {
            "analyzer": self.analyzer,
            "fingerprint": self.fingerprint,
            "language": self.language,
            "pages": self.n_pages,
            "sections": self.n_sections,
            "words": self.n_words,
            "lengths": [self.lengths.digest, self.lengths.size],
            **({"definers": [self.definers.digest, self.definers.size]} if self.definers else {}),
            "tables": {kind: self.tables[kind].to_wire() for kind in TABLES},
        }

    @classmethod
    def from_wire(cls, value: Any, name: str) -> SegmentManifest:
        """Check and decode a manifest. Raises CorruptFileError."""
        try:
            lengths = _file_ref(value["lengths"], "lengths")
            definers = _file_ref(value["definers"], "definers") if "definers" in value else None
            tables = {kind: ShardTable.from_wire(kind, value["tables"][kind], name) for kind in TABLES}
            manifest = cls(
                value["analyzer"],
                value["fingerprint"],
                value["language"],
                value["pages"],
                value["sections"],
                value["words"],
                lengths,
                tables,
                definers,
            )
            check_whole([manifest.n_pages, manifest.n_sections, manifest.n_words], least=0)
            sound = all(type(s) is str for s in (manifest.analyzer, manifest.fingerprint, manifest.language))
            sound = sound and sum(tables["pages"].pages) == manifest.n_pages
            sound = sound and sum(tables["texts"].sections) == sum(tables["pages"].sections) == manifest.n_sections
        except (TypeError, KeyError, ValueError) as error:
            raise CorruptFileError(name, f"not a segment manifest ({error})") from error
        if not sound:
            raise CorruptFileError(name, "a segment manifest whose counts do not agree")
        if manifest.n_sections > limits.SECTIONS:
            raise LimitExceededError(name, "its number of sections", limits.SECTIONS, manifest.n_sections)
        return manifest


def _file_ref(value: Any, kind: Kind) -> FileRef:
    """Decode `[digest, size]`. Raises TypeError or ValueError."""
    digest, size = value
    if type(digest) is not bytes or len(digest) != DIGEST_BYTES or type(size) is not int:
        raise TypeError(f"{kind} that are no file")
    if not 0 <= size <= limits.FILE_BYTES:
        raise ValueError(f"{kind} of {size} bytes")
    return FileRef(digest, kind, size)


def starts(counts: list[int]) -> list[int]:
    """Turn counts per file into the number that each file starts with.

    >>> starts([2, 3, 1])
    [0, 2, 5]
    """
    return [0, *accumulate(counts)][:-1] if counts else []
