"""The page that a URL of a site really leads to, so that no engine gains or loses by a duplicate."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urljoin

LISTING = re.compile(r"(^|/)(genindex|py-modindex|c-modindex|np-modindex|http-routingtable)[^/]*\.html$")
"""Generated indexes."""
REFRESH = re.compile(rb"""http-equiv=["']?refresh["']?[^>]*url=['"]?([^'">]+)""", re.IGNORECASE)
LARGEST_STUB = 4096
MOST_STUBS = 3


@cache
def canonical(root: Path, url: str) -> str:
    """Follow symbolic links and meta-refresh stubs; a URL that is no file of the site stays as it is."""
    for _ in range(MOST_STUBS):
        path = root / unquote(url)
        if not path.exists():
            return url
        url = os.path.relpath(path.resolve(), root.resolve())
        target = _refresh(path)
        if target is None:
            return url
        url = urljoin(url, target).split("#")[0]
    return url


def _refresh(path: Path) -> str | None:
    """Return where a stub leads to within the site."""
    if not path.is_file() or path.stat().st_size > LARGEST_STUB:
        return None
    found = REFRESH.search(path.read_bytes())
    return None if found is None or b"://" in found[1] else found[1].decode("utf-8", "replace").strip()
