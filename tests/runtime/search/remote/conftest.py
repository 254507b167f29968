"""A small bundle of two docsets, served on loopback."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pinax_runtime.bundle.remote import FileCache
from runtime.search.made import two_docsets
from runtime.search.remote.served import ServedBundle


@pytest.fixture(params=[0, 4], ids=["files", "blocks"])
def served(request: pytest.FixtureRequest) -> Iterator[ServedBundle]:
    """Serve a bundle whose shards are files, and one whose shards are blocks of files."""
    with ServedBundle(two_docsets(request.param)) as server:
        yield server


@pytest.fixture(autouse=True)
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Keep the user's own cache out of it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))


@pytest.fixture
def cache(tmp_path: Path) -> FileCache:
    return FileCache(tmp_path / "cache")
