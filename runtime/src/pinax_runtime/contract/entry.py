"""`pinax.json`: the one file with a fixed name, and the only one that is ever replaced.

It says what is in the bundle and names each docset's segments by hash; everything else follows from there. It is JSON
so that a person can read it, and the only file that holds dates.

Spec:  docs/format.md, section 3.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from pinax_runtime.contract import limits
from pinax_runtime.contract.errors import CorruptFileError, FormatVersionError, LimitExceededError, NotABundleError
from pinax_runtime.contract.fields import Ranking
from pinax_runtime.contract.names import DIGEST_BYTES, ENTRY
from pinax_runtime.contract.segment import FileRef

FORMAT = 1
"""Version of the format that this code writes; the history is in docs/format.md, section 12."""
OLDEST_READER = 1
"""Oldest reader that can read what this code writes."""


@dataclass(frozen=True, slots=True)
class DocsetEntry:
    """One documentation source of a bundle."""

    name: str
    title: str
    url: str
    """Base URL of its pages; empty when pages are known by their path."""
    n_pages: int
    n_sections: int
    languages: dict[str, int]
    """Language subtag → pages, most pages first."""
    fetched_at: str
    """When the sources were read or last changed: RFC 3339, UTC."""
    weight: float
    """Multiplies the scores of its hits."""
    segments: tuple[FileRef, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """What `pinax.json` says."""

    docsets: tuple[DocsetEntry, ...]
    """Sorted by name; names are unique."""
    ranking: Ranking = field(default_factory=Ranking)
    builder: str = ""
    """Version of pinax-builder."""

    def to_bytes(self) -> bytes:
        """Give the file's bytes: indented JSON with sorted keys, UTF-8, a final newline."""
        value = {
            "format": FORMAT,
            "oldest_reader": OLDEST_READER,
            "builder": self.builder,
            "ranking": asdict(self.ranking),
            "docsets": [_docset_to_json(docset) for docset in self.docsets],
        }
        return (json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False) + "\n").encode()

    @classmethod
    def from_bytes(cls, data: bytes, location: str) -> Entry:
        """Decode and check the file.

        Raises:
            NotABundleError: Not JSON, or not of this format at all.
            FormatVersionError: For newer readers only.
            LimitExceededError: Too large.
            CorruptFileError: A member is missing or of another type.
        """
        if len(data) > limits.ENTRY_BYTES:
            raise LimitExceededError(ENTRY, "its size in bytes", limits.ENTRY_BYTES, len(data))
        try:
            value = json.loads(data)
            needs = int(value["oldest_reader"])
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise NotABundleError(location, f"its pinax.json is not one ({type(error).__name__})") from error
        if needs > FORMAT:
            raise FormatVersionError(needs, FORMAT)
        try:
            ranking = {f.name: float(value["ranking"][f.name]) for f in fields(Ranking) if f.name in value["ranking"]}
            docsets = tuple(_docset_from_json(item) for item in value["docsets"])
            entry = cls(docsets, Ranking(**ranking), str(value["builder"]))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise CorruptFileError(ENTRY, f"{type(error).__name__}: {error}") from error
        _check(entry)
        return entry


def _check(entry: Entry) -> None:
    names = [docset.name for docset in entry.docsets]
    n_segments = sum(len(docset.segments) for docset in entry.docsets)
    for what, limit, got in (("docsets", limits.DOCSETS, len(names)), ("segments", limits.SEGMENTS, n_segments)):
        if got > limit:
            raise LimitExceededError(ENTRY, f"its number of {what}", limit, got)
    if len(set(names)) != len(names):
        raise CorruptFileError(ENTRY, "two docsets of one name")


def _docset_to_json(docset: DocsetEntry) -> dict[str, Any]:
    return {
        "name": docset.name,
        "title": docset.title,
        "url": docset.url,
        "pages": docset.n_pages,
        "sections": docset.n_sections,
        "languages": docset.languages,
        "fetched_at": docset.fetched_at,
        "weight": docset.weight,
        "segments": [[ref.digest.hex(), ref.size] for ref in docset.segments],
    }


def _docset_from_json(value: dict[str, Any]) -> DocsetEntry:
    segments = []
    for name, size in value["segments"]:
        digest = bytes.fromhex(name)
        if len(digest) != DIGEST_BYTES:
            raise ValueError(f"{name} is not a file's name")
        segments.append(FileRef(digest, "segment", int(size)))
    texts = [value[key] for key in ("name", "title", "url", "fetched_at")]
    if not all(isinstance(text, str) for text in texts):
        raise TypeError("a name, title, url or fetched_at that is not a string")
    return DocsetEntry(
        name=texts[0],
        title=texts[1],
        url=texts[2],
        n_pages=int(value["pages"]),
        n_sections=int(value["sections"]),
        languages={str(key): int(n) for key, n in value["languages"].items()},
        fetched_at=texts[3],
        weight=float(value["weight"]),
        segments=tuple(segments),
    )
