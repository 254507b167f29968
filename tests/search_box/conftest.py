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


@pytest.fixture(scope="package")
def profile(browser: Any) -> Iterator[Any]:
    """A profile that all tests share but those that want one of their own."""
    with browser.new_context(viewport=WIDE) as context:
        yield context


@pytest.fixture
def visit(browser: Any, profile: Any, server: SiteServer) -> Iterator[Callable[..., Any]]:
    """Open a page with a search box: `visit('<pinax-search bundle="/docs">')`.

    With options of a profile it has one of its own. Faults that a test expects it takes out of `page.faults`.
    """
    opened: list[Any] = []
    pages: list[Any] = []
    site: Any = server.fallback

    def visit(box: str = '<pinax-search bundle="/docs"></pinax-search>', path: str = "", **options: Any) -> Any:
        of_page = {name: options.pop(name) for name in ("attributes", "body", "head") if name in options}
        path = path or f"page-{len(site.pages)}.html"
        site.pages[path] = page_with(box, **of_page)
        context = browser.new_context(**{"viewport": WIDE, **options}) if options else profile
        page = context.new_page()
        opened.append(context if options else page)
        page.set_default_timeout(PATIENCE_MS)
        faults: list[str] = []
        page.faults = faults
        page.on("request", lambda asked: None if asked.url.startswith(server.url()) else faults.append(asked.url))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("dialog", lambda dialog: (faults.append(dialog.message), dialog.dismiss()))
        page.on("console", lambda said: faults.append(said.text) if said.type in ("error", "warning") else None)
        pages.append(page)
        page.goto(server.url(f"/{path}"))
        return page

    yield visit
    faults = [fault for page in pages for fault in page.faults]
    for each in opened:
        each.close()
    assert faults == []
