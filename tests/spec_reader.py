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
        if self.entry["oldest_reader"] > 1:
            raise ValueError("for newer readers")
        zeroed = re.sub(rb'\n "digest": "\w{32}"', b'\n "digest": "' + b"0" * 32 + b'"', data.replace(b"\r\n", b"\n"))
        _require(hashlib.sha256(zeroed).hexdigest()[:32] == self.entry["digest"], "pinax.json")

    def open(self, digest: str, kind: str) -> Any:
        """Read, verify and decode a file."""
        return self._decode((self.folder / "files" / f"{digest}.{kind}").read_bytes(), digest)

    def _decode(self, data: bytes, digest: str) -> Any:
        _require(hashlib.sha256(data).hexdigest()[:32] == digest, digest)
        _require(0 <= zstandard.frame_content_size(data) <= 64 << 20, digest)
        return msgpack.unpackb(zstandard.ZstdDecompressor().decompress(data))

    def segments(self, docset: str) -> Iterator[dict[str, Any]]:
        """Return the segment manifests of a docset, each with the numbers of its deleted pages under `deleted`."""
        for found in self.entry["docsets"]:
            for segment in found["segments"] if found["name"] == docset else ():
                deleted = set(accumulate(segment.get("deleted", [])))
                yield {**self.open(segment["name"], "segment"), "deleted": deleted}

    def shard(self, kind: str, table: dict[str, Any], at: int) -> Any:
        """Open what is at a place of a table."""
        digest = table["digests"][16 * at : 16 * at + 16].hex()
        if "file" not in table:
            return self.open(digest, kind)
        start = sum(table["sizes"][:at])
        for name, size in zip(table["file"][::2], table["file"][1::2], strict=True):
            if start < size:
                whole = (self.folder / "files" / f"{name.hex()}.{kind}").read_bytes()
                return self._decode(whole[start : start + table["sizes"][at]], digest)
            start -= size
        raise ValueError("a block behind its files")

    def part(self, segment: dict[str, Any], kind: str, part: int) -> dict[str, Any]:
        """Return a part of the table of a kind: all of it where the manifest has it."""
        top = segment["tables"][kind]
        return self.shard("table", top, part) if "shards" in top else top

    def names(self, segment: dict[str, Any]) -> Iterator[str]:
        """Return the digest of every file of a segment but its manifest."""
        yield from (segment[kind][0].hex() for kind in {"lengths", "definers", "questions"} & segment.keys())
        for kind, top in segment["tables"].items():
            parts = [self.part(segment, kind, part) for part in range(len(top.get("shards", [0])))]
            for table in [top, *parts] if "shards" in top else [top]:
                joined = b"".join(table["file"][::2]) if "file" in table else table["digests"]
                yield from (joined[at : at + 16].hex() for at in range(0, len(joined), 16))

    def files(self, segment: dict[str, Any]) -> Iterator[tuple[str, Any]]:
        """Open every file, and every block, of a segment."""
        for kind in {"lengths", "definers", "questions"} & segment.keys():
            yield kind, self.open(segment[kind][0].hex(), kind)
        for kind, top in segment["tables"].items():
            for part in range(len(top.get("shards", [0]))):
                table = self.part(segment, kind, part)
                yield from ((kind, self.shard(kind, table, at)) for at in range(len(table["sizes"])))

    def covering(self, segment: dict[str, Any], kind: str, key: str) -> tuple[int, dict[str, Any], int]:
        """Return the part of a table, that table, and the place in it, where a key can be; -1 where it cannot."""
        top = segment["tables"][kind]
        part = bisect_right(top.get("first", []), key) - 1 if "shards" in top else 0
        table = self.part(segment, kind, max(part, 0))
        return part, table, bisect_right(table.get("first", []), key) - 1

    def look_up(self, segment: dict[str, Any], kind: str, key: str) -> Any:
        """Return the value of a key, or None."""
        _, table, at = self.covering(segment, kind, key)
        shard = self.shard(kind, table, at) if at >= 0 else {"keys": []}
        return msgpack.unpackb(shard["values"][shard["keys"].index(key)]) if key in shard["keys"] else None

    def term(self, segment: dict[str, Any], term: str) -> dict[int, dict[int, int]]:
        """Return field → section → frequency of a term."""
        flat = self.look_up(segment, "terms", term) or []
        found = {}
        for field, steps, counts in zip(flat[::3], flat[1::3], flat[2::3], strict=True):
            counts = counts if isinstance(counts, list) else [counts] * len(steps)
            found[field] = dict(zip(accumulate(steps), counts, strict=True))
        return found

    def page(self, segment: dict[str, Any], url: str) -> tuple[int, dict[str, Any]] | None:
        """Return the number of a page's first section, and the page."""
        part, table, at = self.covering(segment, "pages", url)
        top = segment["tables"]["pages"]
        parts = part if "shards" in top else 0
        first = sum(top["sections"][:parts]) + sum(table["sections"][: max(at, 0)])
        number = sum(top["pages"][:parts]) + sum(table["pages"][: max(at, 0)])
        for page in self.shard("pages", table, at)["pages"] if at >= 0 else []:
            if page["url"] == url:
                return None if number in segment["deleted"] else (first, page)
            first, number = first + len(page["anchors"]), number + 1
        return None

    def text(self, segment: dict[str, Any], section: int) -> str:
        """Return the Markdown of a section."""
        part, top = 0, segment["tables"]["texts"]
        if "shards" in top:
            starts = [0, *accumulate(top["sections"])]
            part = bisect_right(starts, section) - 1
            section -= starts[part]
        table = self.part(segment, "texts", part)
        starts = [0, *accumulate(table["sections"])]
        at = bisect_right(starts, section) - 1
        return self.shard("texts", table, at)["texts"][section - starts[at]]


def _require(sound: bool, name: str) -> None:
    if not sound:
        raise ValueError(f"{name} is damaged")
