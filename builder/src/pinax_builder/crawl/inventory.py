"""The Sphinx inventory that lies beside a folder's or a site's pages: its name, and reading it from a folder."""

from __future__ import annotations

import os
import stat
from pathlib import Path

INVENTORY = "objects.inv"
MAX_BYTES = 16 << 20
"""Most bytes that are read; what is cut off is found when the inventory is parsed."""
MAGIC = b"# Sphinx inventory version"


def read_inventory_file(folder: Path) -> bytes:
    """Give the bytes of `objects.inv` in a folder; nothing if there is no such regular file."""
    try:
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        with open(os.open(folder / INVENTORY, flags), "rb") as file:
            return file.read(MAX_BYTES) if stat.S_ISREG(os.fstat(file.fileno()).st_mode) else b""
    except (OSError, ValueError):
        return b""
