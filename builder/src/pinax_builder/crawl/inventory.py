"""The Sphinx inventories that lie beside a folder's or a site's pages: their name, and reading them from a folder."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from pathlib import Path

INVENTORY = "objects.inv"
MAX_BYTES = 16 << 20
"""Most bytes that are read; what is cut off is found when the inventory is parsed."""
MAX_FILES = 100
MAX_ALL_BYTES = 64 << 20
"""Inventories of a folder that are read, and their bytes together."""
MAGIC = b"# Sphinx inventory version"


def read_inventory_files(folder: Path, paths: Sequence[str]) -> dict[str, bytes | None]:
    """Give the bytes of inventories by their paths below a folder; None for those that are too many or too much."""
    found: dict[str, bytes | None] = {}
    room = MAX_ALL_BYTES
    for number, path in enumerate(paths):
        data = _read(folder / path) if number < MAX_FILES and room else None
        found[path] = data if data is not None and len(data) <= room else None
        room -= len(found[path] or b"")
    return found


def _read(path: Path) -> bytes:
    """Give the bytes of a file; nothing if it is no regular one."""
    try:
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        with open(os.open(path, flags), "rb") as file:
            return file.read(MAX_BYTES) if stat.S_ISREG(os.fstat(file.fileno()).st_mode) else b""
    except (OSError, ValueError):
        return b""
