"""Several bundles as one library."""

from __future__ import annotations

from pathlib import Path

from pinax_runtime.format import Entry
from pinax_runtime.search import FolderSource, MemorySource, open_bundle, open_library


def split(location: Path, name: str) -> MemorySource:
    """The bundle with one of its docsets only."""
    entry = open_bundle(location).entry
    docsets = tuple(docset for docset in entry.docsets if docset.name == name)
    files = {f"files/{path.name}": path.read_bytes() for path in (location / "files").iterdir()}
    files["pinax.json"] = Entry(docsets, entry.ranking, entry.builder).to_bytes()
    return MemorySource(files, name)


def test_two_bundles_answer_as_one(location: Path) -> None:
    """Docsets of two bundles give the hits and scores that they give in one."""
    apart = open_library([split(location, name) for name in ("lantern", "lantern-api", "patched", "world")])
    whole = open_bundle(location)
    assert apart.search("schedule of a job").hits == whole.search("schedule of a job").hits


def test_identity_follows_the_content(location: Path) -> None:
    """Two openings of one bundle have one identity; another set of docsets has another."""
    assert open_bundle(location).identity == open_bundle(FolderSource(location)).identity
    assert open_bundle(location).identity != open_bundle(split(location, "lantern")).identity
