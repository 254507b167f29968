"""Bundles in folders, written as a builder writes them and as careless programs do."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from bundle_maker import MadeDocset, MadePage, make_bundle
from pinax_runtime.format import ENTRY


def build_of(word: str, n_pages: int = 3) -> dict[str, bytes]:
    """Return a bundle of which every page holds one word that no other build's do."""
    pages = [MadePage(f"p{n}.md", f"Page {n} of {word}", f"This is {word}, told in full.") for n in range(n_pages)]
    return make_bundle([MadeDocset("guide", pages)])


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write all files but the entry."""
    (folder / "files").mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        if name != ENTRY and not (folder / name).exists():
            beside = folder / f"{name}.tmp"
            beside.write_bytes(data)
            beside.replace(folder / name)


def switch(folder: Path, entry: bytes) -> None:
    """Replace the entry by rename."""
    beside = folder / "entry.tmp"
    beside.write_bytes(entry)
    beside.replace(folder / ENTRY)


def rebuild(folder: Path, files: Mapping[str, bytes], keep: Mapping[str, bytes] | None = None) -> None:
    """Write a build as the format asks: files, entry, and then away with what neither it nor `keep` has."""
    write_files(folder, files)
    switch(folder, files[ENTRY])
    for path in (folder / "files").iterdir():
        if f"files/{path.name}" not in files and f"files/{path.name}" not in (keep or {}):
            path.unlink()


def age(folder: Path, seconds: float) -> None:
    """Make all files of a bundle older."""
    for path in (folder / "files").iterdir():
        facts = path.stat()
        os.utime(path, (facts.st_atime - seconds, facts.st_mtime - seconds))
