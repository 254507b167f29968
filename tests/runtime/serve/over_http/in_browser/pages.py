"""Look at pages of the viewer and the playground, and use them as people do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import httpx2
import pytest

from chromium import PATIENCE_MS
from pinax_runtime.search import Hit
from runtime.serve.over_http.conftest import message

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
expect = playwright.expect
expect.set_options(timeout=PATIENCE_MS)

POLL_MS = 1_500
"""So long the page waits between two questions."""
ROW = "#rows tr[data-id]"
HIT = "#hits .hit"


def call(server: str, tool: str, client: str = "tester", **arguments: Any) -> None:
    """Call a tool as an agent does."""
    body, headers = message(tool, arguments, client)
    assert httpx2.post(f"{server}mcp", json=body, headers=headers).status_code == 200


def texts(page: Any, selector: str) -> list[str]:
    return page.locator(selector).all_text_contents()


def wait_rows(page: Any, n: int) -> None:
    page.clock.fast_forward(POLL_MS)
    expect(page.locator(ROW)).to_have_count(n)


def searched(page: Any, act: Callable[[], Any]) -> None:
    """Do something that searches, and wait for what was found to be shown."""
    act()
    expect(page.locator("#hits")).to_have_attribute("aria-busy", "false")


def rounded(hits: Sequence[Hit]) -> Any:
    """Return what equals the hits' scores in two decimals, whichever way a program rounds a half."""
    return pytest.approx([hit.score for hit in hits], abs=0.0051)


def scores(page: Any) -> list[float]:
    return [float(text) for text in texts(page, f"{HIT} .score > b")]
