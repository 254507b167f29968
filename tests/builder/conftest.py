"""What holds for all tests of the builder."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Let no test find what another one has built."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("user-cache")))


@pytest.fixture(autouse=True)
def no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let results not depend on whether the machine has a browser; tests that need one take it themselves."""
    monkeypatch.setenv("PINAX_CHROMIUM", "/no/browser/in/tests")
