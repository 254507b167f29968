"""A second reader, written from docs/format.md alone: it must never import pinax_runtime."""

from __future__ import annotations

import hashlib
import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from typing import Any

import msgpack
import zstandard


class SpecReader:
    """A bundle in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        data = (folder / "pinax.json").read_bytes()
        self.entry = json.loads(data)
        if self.entry["oldest_reader"] > 2:
            raise ValueError("for newer readers")
        zeroed = re.sub(rb'\n "digest": "\w{32}"', b'\n "digest": "' + b"0" * 32 + b'"', data.replace(b"\r\n", b"\n"))
        _require(hashlib.sha256(zeroed).hexdigest()[:32] == self.entry["digest"], "pinax.json")

    def open(self, digest: str, kind: str) -> Any:
        """Read, verify and decode a file."""
        data = (self.folder / "files" / f"{digest}.{kind}").read_bytes()
        _require(hashlib.sha256(data).hexdigest()[:32] == digest, digest)
        _require(0 <= zstandard.frame_content_size(data) <= 64 << 20, digest)
        return msgpack.unpackb(zstandard.ZstdDecompressor().decompress(data))

    def segments(self, docset: str) -> Iterator[dict[str, Any]]:
        """Give the segment manifests of a docset."""
        for found in self.entry["docsets"]:
            if found["name"] == docset:
                yield from (self.open(segment["name"], "segment") for segment in found["segments"])

    def file(self, segment: dict[str, Any], kind: str, at: int) -> Any:
        """Open the file at a place of a table."""
        return self.open(segment["tables"][kind]["digests"][16 * at : 16 * at + 16].hex(), kind)

    def files(self, segment: dict[str, Any]) -> Iterator[tuple[str, Any]]:
        """Open every file of a segment."""
        for kind in {"lengths", "definers"} & segment.keys():
            yield kind, self.open(segment[kind][0].hex(), kind)
        for kind, table in segment["tables"].items():
            yield from ((kind, self.file(segment, kind, at)) for at in range(len(table["sizes"])))

    def look_up(self, segment: dict[str, Any], kind: str, key: str) -> Any:
        """Give the value of a key, or None."""
        at = bisect_right(segment["tables"][kind].get("first", []), key) - 1
        shard = self.file(segment, kind, at) if at >= 0 else {"keys": []}
        return msgpack.unpackb(shard["values"][shard["keys"].index(key)]) if key in shard["keys"] else None

    def term(self, segment: dict[str, Any], term: str) -> dict[int, dict[int, int]]:
        """Give field → section → frequency of a term."""
        flat = self.look_up(segment, "terms", term) or []
        found = {}
        for field, steps, counts in zip(flat[::3], flat[1::3], flat[2::3], strict=True):
            counts = counts if isinstance(counts, list) else [counts] * len(steps)
            found[field] = dict(zip(accumulate(steps), counts, strict=True))
        return found

    def page(self, segment: dict[str, Any], url: str) -> tuple[int, dict[str, Any]] | None:
        """Give the number of a page's first section, and the page."""
        table = segment["tables"]["pages"]
        at = bisect_right(table["first"], url) - 1
        first = sum(table["sections"][: max(at, 0)])
        for page in self.file(segment, "pages", at)["pages"] if at >= 0 else []:
            if page["url"] == url:
                return first, page
            first += len(page["anchors"])
        return None

    def text(self, segment: dict[str, Any], section: int) -> str:
        """Give the Markdown of a section."""
        starts = [0, *accumulate(segment["tables"]["texts"]["sections"])]
        at = bisect_right(starts, section) - 1
        return self.file(segment, "texts", at)["texts"][section - starts[at]]


def _require(sound: bool, name: str) -> None:
    if not sound:
        raise ValueError(f"{name} is damaged")
