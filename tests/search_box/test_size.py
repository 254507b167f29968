"""What the search box costs a visitor."""

from __future__ import annotations

import gzip

from search_box.sites import BROWSER

UI = BROWSER / "ui"


def gzipped(names: list[str]) -> int:
    """Return the bytes of modules as a server sends them."""
    return sum(len(gzip.compress((UI / name).read_bytes(), 9)) for name in names)


def test_it_is_small() -> None:
    """With its style and a language it takes at most 25 kB gzipped, and before the first search at most 4.5 kB."""
    modules = [path.name for path in UI.glob("*.js")]
    texts = max(gzipped([f"texts/{path.name}"]) for path in (UI / "texts").glob("*.js"))
    assert gzipped(modules) + texts <= 25_000
    assert gzipped(["pinax-ui.js"]) <= 4_500
