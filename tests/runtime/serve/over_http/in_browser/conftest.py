"""A real Chromium for the tests of this folder; skipped where there is none.

Each page is watched: what it asks for elsewhere, what its policy forbids and every error of its scripts fail the test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from chromium import PATIENCE_MS, WIDE, chromium
from pinax_runtime.search import Library
from pinax_runtime.server import Served
from runtime.serve.over_http.conftest import InThreads


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    """A browser for all tests."""
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="package")
def profile(browser: Any) -> Iterator[Any]:
    """A profile that all tests share but those that want one of their own."""
    with browser.new_context(viewport=WIDE) as context:
        yield context


@pytest.fixture
def visit(browser: Any, profile: Any, start: Callable[..., str]) -> Iterator[Callable[..., Any]]:
    """Open a page of a server: `visit(url, "#/search?q=job")`; with options of a profile, in one of its own.

    Pages are closed before the servers of `start` stop.
    """
    opened, faults = [], []

    def visit(url: str, path: str = "", **options: Any) -> Any:
        context = browser.new_context(**{"viewport": WIDE, **options}) if options else profile
        page = context.new_page()
        opened.append(context if options else page)
        page.set_default_timeout(PATIENCE_MS)
        page.on("request", lambda asked: None if asked.url.startswith(url) else faults.append(asked.url))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("dialog", lambda dialog: (faults.append(dialog.message), dialog.dismiss()))
        page.on("console", lambda said: faults.append(said.text) if said.type in ("error", "warning") else None)
        page.clock.install()
        page.goto(url + path)
        page.locator("#docsets:not(:empty), dialog[open]").wait_for(state="attached")
        return page

    yield visit
    for each in opened:
        each.close()
    assert [fault for fault in faults if "401 (Unauthorized)" not in fault] == []  # so a token is asked for


@pytest.fixture(scope="module")
def plain(library: Library) -> Iterator[str]:
    """A server without a log."""
    with ExitStack() as stack:
        servers = InThreads(stack)
        yield servers(Served(library))
        servers.stop()


@pytest.fixture
def logging(start: Callable[..., str], logged: Served) -> str:
    """A server with a log that is still empty."""
    return start(logged)
