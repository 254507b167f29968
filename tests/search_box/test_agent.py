"""What a page offers the visitor's own agent, in a browser that has WebMCP."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import lacking
from chromium import PATIENCE_MS, started
from search_box.box import in_chromium
from search_box.sites import page_with
from site_server import SiteServer

pytestmark = in_chromium


@pytest.fixture(scope="module")
def agents_browser(browser: Any) -> Iterator[Any]:
    """A Chromium with WebMCP, which is behind a flag."""
    with started(browser.browser_type, "--enable-features=WebMCP") as other:
        yield other


@pytest.fixture
def opened(agents_browser: Any, server: SiteServer) -> Iterator[Callable[[str, int], Any]]:
    """Open a page with search boxes, and return it once it has so many tools."""
    site: Any = server.fallback
    with agents_browser.new_page() as page:

        def opened(boxes: str, count: int) -> Any:
            site.pages["agent.html"] = page_with(boxes)
            page.goto(server.url("/agent.html"))
            if not page.evaluate("'modelContext' in document"):
                lacking.skip("This Chromium has no document.modelContext.")
            names_of(page, count)
            return page

        yield opened


def names_of(page: Any, count: int) -> set[str]:
    """Return the names of the tools that the browser knows of, once there are so many: it hears later than the page."""
    until = time.monotonic() + PATIENCE_MS / 1000
    while len(names := {tool["name"] for tool in page.webmcp.tools()}) != count and time.monotonic() < until:
        page.wait_for_timeout(20)
    return names


def said(reply: Any) -> str:
    """Return the text of a reply."""
    (part,) = reply["content"]
    return str(part["text"])


def test_an_agent_searches_and_reads(opened: Callable[..., Any]) -> None:
    """It finds pages with excerpts and ids, and reads a page, or a section of it, by id or URL."""
    tools = opened('<pinax-search bundle="/docs"></pinax-search>', 2).webmcp
    offered = {tool["name"]: tool for tool in tools.tools()}
    assert set(offered) == {"search_pages", "get_page"}
    assert all(tool["annotations"]["readOnly"] for tool in offered.values())
    found = said(tools.call_tool("search_pages", {"query": "choosing a wick", "limit": 2}))
    assert "docs:guide/oil.html#wick" in found
    assert "A flat wick gives a wide flame" in found
    section = said(tools.call_tool("get_page", {"url": "docs:guide/oil.html#wick"}))
    assert "A flat wick gives a wide flame" in section
    assert "Old oil smells" not in section
    page = said(tools.call_tool("get_page", {"url": "https://docs.example.org/guide/oil.html"}))
    assert "Old oil smells" in page
    missing = tools.call_tool("get_page", {"url": "docs:none.html"})
    assert missing["isError"]


def test_long_pages_are_cut(opened: Callable[..., Any]) -> None:
    """Of ten megabytes an agent gets the beginning, and how to get a part."""
    tools = opened('<pinax-search bundle="/heavy"></pinax-search>', 2).webmcp
    page = said(tools.call_tool("get_page", {"url": "https://docs.example.org/a.html"}))
    assert len(page) < 21_000
    assert page.endswith("add its #anchor.]")


def test_a_box_takes_its_tools_with_it(opened: Callable[..., Any]) -> None:
    """Boxes with an id offer tools of their own names; those of a box that is removed go with it."""
    page = opened(
        '<pinax-search bundle="/docs"></pinax-search><pinax-search id="old-lamps" bundle="/history"></pinax-search>', 4
    )
    assert names_of(page, 4) == {"search_pages", "get_page", "search_pages_old_lamps", "get_page_old_lamps"}
    found = said(page.webmcp.call_tool("search_pages_old_lamps", {"query": "whale"}))
    assert "Whale oil" in found
    page.evaluate("document.querySelector('#old-lamps').remove()")
    assert names_of(page, 2) == {"search_pages", "get_page"}
