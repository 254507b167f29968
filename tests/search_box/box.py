"""Use a search box as people do, and look at what it shows."""

from __future__ import annotations

from typing import Any

import pytest

from chromium import PATIENCE_MS

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
expect = playwright.expect
expect.set_options(timeout=PATIENCE_MS)

in_chromium = pytest.mark.parametrize("browser", ["chromium"], indirect=True, scope="package")
"""Marks tests of features that WebDriver BiDi lacks for Firefox: media features, input methods and WebMCP."""
NOT_FOUND = "Failed to load resource"


class Box:
    """A search box of a page."""

    def __init__(self, page: Any, selector: str = "pinax-search") -> None:
        self.page = page
        self.element = page.locator(selector)
        self.input = self.element.locator("input[role=combobox]")
        self.rows = self.element.locator("[role=option]")
        self.active = self.element.locator("[role=option][aria-selected=true]")
        self.dialog = self.element.locator("dialog")
        self.status = self.element.locator("[role=status]")

    def search(self, query: str) -> Box:
        """Open the box by its key where it is closed, and type a query."""
        if not self.input.is_visible():
            self.page.keyboard.press("Control+k")
        self.input.fill(query)
        return self

    def titles(self) -> list[str]:
        """Return the titles of all rows, once there are some."""
        self.rows.first.wait_for()
        return self.element.locator("[role=option] .title").all_inner_texts()

    def without_missing(self) -> None:
        """Forget that files are missing: this is what a test is about."""
        self.page.faults[:] = [fault for fault in self.page.faults if NOT_FOUND not in fault]
