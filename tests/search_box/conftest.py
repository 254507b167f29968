"""One browser and one server for all tests of the search box.

Each page is watched: what it asks for elsewhere, what its policy forbids and every error of its scripts fail the test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from chromium import PATIENCE_MS, WIDE, chromium, firefox
from search_box.sites import Site, page_with
from site_server import SiteServer


@pytest.fixture(scope="package", params=["chromium", "firefox"])
def browser(request: pytest.FixtureRequest) -> Iterator[Any]:
    """A browser for all tests, one after the other."""
    with {"chromium": chromium, "firefox": firefox}[request.param]() as browser:
        yield browser


@pytest.fixture(scope="package")
def server() -> Iterator[SiteServer]:
    """A server for all tests."""
    with SiteServer({}) as server:
        server.fallback = Site()
        yield server


def watched(page: Any, server: SiteServer) -> Any:
    """Let a page note its faults: `page.faults`."""
    faults: list[str] = []
    page.faults = faults
    page.set_default_timeout(PATIENCE_MS)
    page.on("request", lambda asked: None if asked.url.startswith(server.url()) else faults.append(asked.url))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("dialog", lambda dialog: (faults.append(dialog.message), dialog.dismiss()))
    page.on("console", lambda said: faults.append(said.text) if said.type in ("error", "warning") else None)
    return page


@pytest.fixture(scope="package")
def shared(browser: Any, server: SiteServer) -> Iterator[Any]:
    """A page that all tests use, one after the other, but those that want a profile of their own."""
    with browser.new_context(viewport=WIDE) as context:
        yield watched(context.new_page(), server)


@pytest.fixture
def visit(browser: Any, shared: Any, server: SiteServer) -> Iterator[Callable[..., Any]]:
    """Open a page with a search box: `visit('<pinax-search bundle="/docs">')`, or what the site has at a path.

    With `alone` it has a profile of its own. Faults that a test expects it takes out of `page.faults`.
    """
    pages: list[Any] = []
    site: Any = server.fallback

    def visit(
        box: str = '<pinax-search bundle="/docs"></pinax-search>',
        path: str = "",
        *,
        alone: bool = False,
        color_scheme: str = "light",
        viewport: dict[str, int] = WIDE,
        **of_page: str,
    ) -> Any:
        path = path or f"page-{len(site.pages)}.html"
        site.pages.setdefault(path, page_with(box, **of_page))
        page = shared
        if alone:
            page = watched(browser.new_context().new_page(), server)
        elif shared in pages:
            page = watched(shared.context.new_page(), server)
        pages.append(page)
        page.set_viewport_size(viewport)
        page.emulate_media(color_scheme=color_scheme)
        page.goto(server.url(f"/{path}"))
        return page

    yield visit
    faults = [fault for page in pages for fault in page.faults]
    for page in pages:
        if page is shared:  # starting a window and a process takes longer than most tests, a profile longer still
            page.goto(server.url("/nothing.html"))
            page.evaluate("localStorage.clear()")
            page.emulate_media(media="screen", reduced_motion="no-preference")
            page.faults.clear()
        elif page.context is shared.context:
            page.close()
        else:
            page.context.close()
    assert faults == []
