"""What holds for all tests of the builder."""

from __future__ import annotations

from itertools import count

import pytest

_NUMBERS = count()


@pytest.fixture(autouse=True)
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Let no test find what another one has built.

    Folders that `mktemp` makes stay, and each later one, that of `tmp_path` too, would count them all.
    """
    folder = tmp_path_factory.getbasetemp() / "user-caches" / str(next(_NUMBERS))
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))


@pytest.fixture(autouse=True)
def no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let results not depend on whether the machine has a browser; tests that need one take it themselves."""
    monkeypatch.setenv("PINAX_CHROMIUM", "/no/browser/in/tests")
