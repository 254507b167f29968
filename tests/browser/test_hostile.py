"""What no writer wrote is refused by the reader in JavaScript as it is by the one in Python, by a typed error."""

from __future__ import annotations

import base64
import hashlib
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from browser import node
from fuzz.inputs import drawn
from fuzz.targets import TARGETS
from pinax_runtime.format import (
    ENTRY,
    Asked,
    BundleError,
    Entry,
    KeyedShard,
    Positions,
    Postings,
    definitions_from_wire,
    digest,
    pages_from_wire,
    wire,
)
from runtime.search.made import asked_docset, two_docsets

SECTIONS = 1_000
Reader = Callable[[bytes], Any]


def _value(read: Callable[[Any], Any]) -> Reader:
    return lambda data: read(wire.decode(data, "x"))


_POSTINGS = Postings.from_wire([2, [1, 3], 1], "x", SECTIONS)
READERS: dict[str, Reader] = {
    "entry": lambda data: Entry.from_bytes(data, "x"),
    "frame": lambda data: wire.decompress(data, "x"),
    "terms value": _value(lambda value: Postings.from_wire(value, "x", SECTIONS)),
    "positions value": _value(lambda value: Positions.from_wire(value, "x", SECTIONS, _POSTINGS)),
    "facets value": _value(lambda value: pages_from_wire(value, "x", SECTIONS)),
    "symbols value": _value(lambda value: definitions_from_wire("key", value, "x", SECTIONS)),
    "asked": _value(lambda value: KeyedShard.from_wire(value, "x")),
    "asked value": _value(lambda value: Asked.from_wire(value, "x", SECTIONS)),
}


def _values(kind: str) -> list[bytes]:
    found = []
    for name, data in {**two_docsets(), **asked_docset()}.items():
        if name.endswith(f".{kind}"):
            shard = KeyedShard.from_wire(wire.decode(wire.decompress(data, name), name), name)
            found += shard.values
    return sorted(set(found))


def _seeds() -> dict[str, list[bytes]]:
    files = {**two_docsets(), **asked_docset()}
    seeds = {f"{kind} value": _values(kind) for kind in ("terms", "positions", "facets", "symbols", "asked")}
    return {**seeds, "entry": [files[ENTRY]], "frame": [data for name, data in files.items() if name != ENTRY]}


def _digested(data: bytes) -> bytes:
    """Return an entry with the digest that it has."""
    zeroed = re.sub(rb'(?m)^ "digest": "[0-9a-f]{32}"', b' "digest": "' + b"0" * 32 + b'"', data)
    return zeroed.replace(b"0" * 32, digest(zeroed.replace(b"\r\n", b"\n")).hex().encode(), 1)


def asked(count: int, seed: int = 0) -> list[tuple[str, bytes, Reader]]:
    """Draw hostile input for each kind of record, value and file."""
    chance = random.Random(seed)
    found: list[tuple[str, bytes, Reader]] = []
    for kind, seeds in _seeds().items():
        for _ in range(count):
            data = drawn(chance, seeds)
            found.append((kind, _digested(data) if kind == "entry" else data, READERS[kind]))
    for name, target in TARGETS.items():
        if name.startswith("record "):
            kind = name.removeprefix("record ")
            read = READERS.get(kind, target.read)
            found += [(kind, drawn(chance, target.seeds), read) for _ in range(count)]
    return found


def verdict(read: Reader, data: bytes) -> str:
    """Say whether the reader in Python takes bytes; of a frame also what is in it."""
    try:
        content = read(data)
    except BundleError:
        return "refused"
    return f"ok {hashlib.sha256(content).hexdigest()[:32]}" if isinstance(content, bytes) else "ok"


def verdicts(cases: list[tuple[str, bytes, Reader]]) -> list[str]:
    """Return what the reader in JavaScript says of bytes."""
    return node.run("judging.mjs", [(kind, base64.b64encode(data).decode()) for kind, data, _ in cases])


def test_both_readers_refuse_the_same() -> None:
    """Changed records, values, frames and entries are taken, or refused by a typed error, as Python's reader does."""
    cases = asked(150)
    known = {"damaged", "limit", "version"}
    different = []
    for (kind, data, read), found in zip(cases, verdicts(cases), strict=True):
        assert found.startswith("ok") or found in known, (kind, data[:200], found)
        expected = verdict(read, data)
        if ("refused" if found in known else found) != expected:
            different.append((kind, expected, found, data[:300]))
    assert different == []


HEAD = {
    "url": "a.md",
    "depths": bytes([0, 1]),
    "kinds": bytes([0, 1]),
    "anchors": ["", "b"],
    "titles": ["A", "B"],
    "above": 1,
}
LYING_HEADS: dict[str, dict[str, Any]] = {
    "more sections than texts": {"above": 0},
    "no section of its own": {"above": 2},
    "parents that are no number": {"above": "1"},
    "columns of different lengths": {"titles": ["A"]},
    "a section without a parent": {"depths": bytes([0, 2])},
    "no page's own section": {"depths": bytes([1, 1])},
    "no URL": {"url": ""},
}


def test_what_packs_of_texts_say_of_pages_is_checked() -> None:
    """A pack of texts is refused if its pages have other sections or are no pages; it may be without pages."""
    packs = [{"texts": ["B"]}, {"texts": ["B"], "pages": [HEAD]}]
    packs += [{"texts": ["B"], "pages": [HEAD | lie]} for lie in LYING_HEADS.values()]
    found = node.run("judging.mjs", [("texts", base64.b64encode(wire.encode(pack)).decode()) for pack in packs])
    assert found == ["ok", "ok", *["damaged"] * len(LYING_HEADS)]


def test_flipped_bytes_and_cut_files() -> None:
    """A flipped bit or a cut of any file is a typed error, wherever it is; searches read no file of questions."""
    golden = Path(__file__).parents[1] / "data" / "bundles" / "v1"
    tally = node.run("corrupting.mjs", {"bundle": str(golden), "every": 661})
    assert {outcome.partition(": ")[2] for outcome in tally if not outcome.startswith("questions")} == {"detected"}
    assert sum(tally.values()) > 50
