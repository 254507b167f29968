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
def shared(browser: Any) -> Iterator[Any]:
    """A page that all tests use, one after the other, but those that want another profile or a second page."""
    with browser.new_context(viewport=WIDE) as context:
        yield _watched(context.new_page())


def _watched(page: Any) -> Any:
    """Let a page note its faults, `page.faults`, as that of a server, `page.server`."""
    page.faults, page.server = [], ""

    def note_request(asked: Any) -> None:
        if not asked.url.startswith(page.server):
            page.faults.append(asked.url)

    page.set_default_timeout(PATIENCE_MS)
    page.on("request", note_request)
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.on("dialog", lambda dialog: (page.faults.append(dialog.message), dialog.dismiss()))
    page.on("console", lambda said: page.faults.append(said.text) if said.type in ("error", "warning") else None)
    page.clock.install()
    return page


@pytest.fixture
def visit(browser: Any, shared: Any, start: Callable[..., str]) -> Iterator[Callable[..., Any]]:
    """Open a page of a server: `visit(url, "#/search?q=job")`; with options of a profile, in one of its own.

    Pages are left before the servers of `start` stop.
    """
    opened: list[Any] = []

    def visit(url: str, path: str = "", **options: Any) -> Any:
        if options:
            page = _watched(browser.new_context(**{"viewport": WIDE, **options}).new_page())
        else:
            page = _watched(shared.context.new_page()) if shared in opened else shared
        opened.append(page)
        page.server = url
        page.goto(url + path)
        page.locator("#docsets:not(:empty), dialog[open]").wait_for(state="attached")
        return page

    yield visit
    faults = [fault for page in opened for fault in page.faults]
    for page in opened:
        if page is shared:  # to open one takes longer than most tests
            page.goto("about:blank")
            page.unroute_all()
            page.set_viewport_size(WIDE)
            page.emulate_media(color_scheme="null", reduced_motion="null")
            page.faults.clear()
        elif page.context is shared.context:
            page.close()
        else:
            page.context.close()
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
