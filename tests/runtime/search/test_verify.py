"""verify finds what is wrong with a bundle, and in which file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pinax_runtime.format import KINDS, Entry, FileRef, Kind, SegmentManifest, ShardTable, digest, table_from_wire, wire
from pinax_runtime.search import MemorySource, open_bundle, verify


@pytest.fixture
def files(location: Path) -> dict[str, bytes]:
    named = {f"files/{path.name}": path.read_bytes() for path in (location / "files").iterdir()}
    return {**named, "pinax.json": (location / "pinax.json").read_bytes()}


def of_kind(files: dict[str, bytes], kind: str) -> list[str]:
    return [name for name in sorted(files) if name.endswith(f".{kind}")]


def test_a_sound_bundle_has_no_findings(files: dict[str, bytes]) -> None:
    """All files of a sound bundle are read, and nothing is found."""
    result = verify(MemorySource(files), files)
    assert (result.findings, result.notes) == ([], [])
    assert result.files == len(files)
    assert result.size_bytes == sum(map(len, files.values()))


@pytest.mark.parametrize("kind", KINDS)
def test_every_file_is_checked(files: dict[str, bytes], kind: str) -> None:
    """A flipped bit in each file of any kind, or the lack of them, is found by their names."""
    names = set(of_kind(files, kind))
    flipped = {name: bytes([*files[name][:-1], files[name][-1] ^ 1]) for name in names}
    missing = {name: data for name, data in files.items() if name not in names}
    for changed in ({**files, **flipped}, missing):
        assert names <= {found for found, _ in verify(MemorySource(changed), changed).findings}


def test_one_damaged_file_does_not_hide_another(files: dict[str, bytes]) -> None:
    """All damaged files are found, each once."""
    damaged = of_kind(files, "terms") + of_kind(files, "texts")
    changed = {name: data + b"x" if name in damaged else data for name, data in files.items()}
    assert sorted(name for name, _ in verify(MemorySource(changed)).findings) == sorted(damaged)


def test_no_bundle_is_a_finding() -> None:
    """Where there is no pinax.json, that is what is found."""
    assert [name for name, _ in verify(MemorySource({})).findings] == ["pinax.json"]


def test_counts_of_the_entry_are_checked(files: dict[str, bytes], location: Path) -> None:
    """A docset that says another number of pages than its segments hold is found."""
    entry = open_bundle(location).entry
    first, *rest = entry.docsets
    wrong = Entry((replace(first, n_pages=first.n_pages + 1), *rest), entry.ranking, entry.builder)
    changed = {**files, "pinax.json": wrong.to_bytes()}
    (finding,) = verify(MemorySource(changed)).findings
    assert finding[0] == "pinax.json"
    assert "lantern" in finding[1]


def test_leftovers_are_notes(files: dict[str, bytes]) -> None:
    """A file that nothing refers to is noted and no finding."""
    result = verify(MemorySource(files), [*files, "files/00.terms"])
    assert result.findings == []
    assert result.notes == ["files/00.terms belongs to no docset of this bundle (an earlier build's?)"]


def rewritten(files: dict[str, bytes], kind: Kind, change: Callable[[Any], object]) -> dict[str, bytes]:
    """A bundle whose first record of a kind was changed and named anew, all the way up to the entry."""
    entry = Entry.from_bytes(files["pinax.json"], "memory")
    docset = entry.docsets[0]
    ref = docset.segments[0]
    manifest = SegmentManifest.from_wire(wire.unpack(files[ref.name], ref.name), ref.name)
    top = manifest.tables[kind]
    if top.shards:
        table = table_from_wire(wire.unpack(files[top.ref(0).name], ""), "")
        new = with_first_changed(files, table, change)
        packed = wire.pack({"kind": kind, **table.to_wire()})
        top.digests[0], top.sizes[0] = digest(packed), len(packed)
        new[top.ref(0).name] = packed
    else:
        new = with_first_changed(files, top, change)
    packed = wire.pack(manifest.to_wire())
    segment = FileRef(digest(packed), "segment", len(packed))
    docsets = (replace(docset, segments=(segment, *docset.segments[1:])), *entry.docsets[1:])
    changed = Entry(docsets, entry.ranking, entry.builder).to_bytes()
    return {**files, **new, segment.name: packed, "pinax.json": changed}


def with_first_changed(files: dict[str, bytes], table: ShardTable, change: Callable[[Any], object]) -> dict[str, bytes]:
    """Change the first shard of a table, and the table with it; return the file that then holds it, by name."""
    first = table.ref(0)
    value = wire.unpack(files[first.path][: first.size], "")
    change(value)
    data = wire.pack(value)
    whole = data + files[first.path][first.size :]
    table.digests[0], table.sizes[0] = digest(data), len(data)
    if table.files:
        table.files[0] = FileRef(digest(whole), table.kind, len(whole))
    return {table.ref(0).path: whole}


@pytest.mark.parametrize(
    ("kind", "change", "says"),
    [
        ("terms", lambda shard: shard["counts"].__setitem__(0, shard["counts"][0] + 1), "wrong count"),
        ("terms", lambda shard: shard["keys"].__setitem__(0, "\x01"), "first key other than"),
        ("positions", lambda shard: shard["values"].__setitem__(0, b"\xc0"), "not positions"),
        ("facets", lambda shard: shard["values"].__setitem__(0, b"\x91\xcd\xff\xff"), ""),
        ("texts", lambda pack: pack["texts"].pop(), "another number of sections"),
        ("pages", lambda pack: pack["pages"].pop(), "another number of pages"),
    ],
)
def test_records_that_do_not_agree_are_found(files: dict[str, bytes], kind: Kind, change: Any, says: str) -> None:
    """A file whose name is right but whose content does not agree with the rest is found by name and reason."""
    changed = rewritten(files, kind, change)
    findings = verify(MemorySource(changed)).findings
    assert any(name.endswith(f".{kind}") and says in message for name, message in findings), findings
