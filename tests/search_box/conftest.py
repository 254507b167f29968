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
    """Open a page with a search box: `visit('<pinax-search bundle="/docs">')`.

    With options of a profile it has one of its own. Faults that a test expects it takes out of `page.faults`.
    """
    pages: list[Any] = []
    site: Any = server.fallback

    def visit(box: str = '<pinax-search bundle="/docs"></pinax-search>', path: str = "", **options: Any) -> Any:
        of_page = {name: options.pop(name) for name in ("attributes", "body", "head") if name in options}
        path = path or f"page-{len(site.pages)}.html"
        site.pages[path] = page_with(box, **of_page)
        page = shared
        if options:
            page = watched(browser.new_context(**{"viewport": WIDE, **options}).new_page(), server)
        elif shared in pages:
            page = watched(shared.context.new_page(), server)
        pages.append(page)
        page.goto(server.url(f"/{path}"))
        return page

    yield visit
    faults = [fault for page in pages for fault in page.faults]
    for page in pages:
        if page is shared:  # starting a window and a process takes longer than most tests
            page.goto("about:blank")
            page.set_viewport_size(WIDE)
            page.emulate_media(media="screen", color_scheme="light", reduced_motion="no-preference")
            page.faults.clear()
        elif page.context is shared.context:
            page.close()
        else:
            page.context.close()
    assert faults == []
