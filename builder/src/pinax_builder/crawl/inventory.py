"""The Sphinx inventories that lie beside a folder's or a site's pages: their name, and reading them from a folder."""

from __future__ import annotations

from collections.abc import Sequence

from pinax_builder.crawl.files import Files

INVENTORY = "objects.inv"
"""File name that Sphinx gives to an inventory."""
MAX_BYTES = 16 << 20
"""Bytes of one inventory that are read; a longer one then fails to parse, which the report says."""
MAX_FILES = 100
"""Number of inventories of one folder that are read."""
MAX_ALL_BYTES = 64 << 20
"""Bytes of all inventories of one folder that are read."""
MAGIC = b"# Sphinx inventory version"
"""First bytes of every inventory."""


def read_inventory_files(files: Files, paths: Sequence[str]) -> dict[str, bytes | None]:
    """Return the bytes of inventories by path below a folder; None for those beyond the limits."""
    found: dict[str, bytes | None] = {}
    room = MAX_ALL_BYTES
    for number, path in enumerate(paths):
        data = _read(files, path) if number < MAX_FILES and room else None
        found[path] = data if data is not None and len(data) <= room else None
        room -= len(found[path] or b"")
    return found


def _read(files: Files, path: str) -> bytes:
    """Return the bytes of a file; none if it is too large or no regular file."""
    try:
        return files.read(path, MAX_BYTES)
    except (OSError, ValueError):
        return b""
