"""Where a build keeps what the next one can use."""

from __future__ import annotations

from pathlib import Path

import pytest

from pinax_builder.configuration import docset_config


def user_cache() -> Path:
    """Return the folder of Pinax's caches, which is two above a site's store."""
    site = docset_config({"url": "https://docs.example.org/"}, Path()).site
    assert site is not None
    assert site.store.parent.name == "store"
    return site.store.parent.parent


def test_the_users_cache_is_where_the_environment_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """XDG_CACHE_HOME names the folder, else ~/.cache; a relative one counts as unset, as in the runtime."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert user_cache() == tmp_path / "pinax"
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for value in ("", "relative"):
        monkeypatch.setenv("XDG_CACHE_HOME", value)
        assert user_cache() == tmp_path / "home" / ".cache" / "pinax"
