"""Start the Chromium that tests look at pages with."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import lacking

AXE = Path(__file__).parents[1] / "build/axe/node_modules/axe-core/axe.min.js"
"""Where `.ci/programs` puts the checker of accessibility."""
RELAY = Path(__file__).parent / "firefox_relay.py"
"""What Playwright starts in Firefox's place."""
PATIENCE_MS = 120_000
"""Longest wait for anything in a page. Nothing is about speed: a busy machine takes as long as it takes."""
WIDE = {"width": 1280, "height": 900}
"""Size (pixels) of the window of most tests."""


@contextmanager
def chromium() -> Iterator[Any]:
    """Start Playwright's own Chromium, the one that PINAX_CHROMIUM names, or the system's; skip without one."""
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    with playwright.sync_playwright() as driver, started(driver.chromium) as browser:
        yield browser


def started(kind: Any, *arguments: str) -> Any:
    """Start a Chromium of a driver's kind, with arguments of its own."""
    names = (os.environ.get("PINAX_CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome")
    own = kind.executable_path
    found = own if Path(own).exists() else next(filter(None, map(shutil.which, filter(None, names))), None)
    if found is None:
        lacking.skip("There is no Chromium: neither Playwright's own nor one on the PATH.")
    return kind.launch(executable_path=found, args=["--in-process-gpu", *arguments])  # it has no GPU to talk to


@contextmanager
def firefox() -> Iterator[Any]:
    """Start the Firefox that PINAX_FIREFOX names, or the system's, over WebDriver BiDi; skip without one."""
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    names = (os.environ.get("PINAX_FIREFOX", ""), "firefox-esr", "firefox")
    found = next(filter(None, map(shutil.which, filter(None, names))), None)
    if found is None:
        lacking.skip("There is no Firefox on the PATH.")
    settings = {
        "executable_path": RELAY,
        "channel": "moz-firefox",
        "env": {**os.environ, "PINAX_FIREFOX": found},
        # It draws without a GPU: frames that nobody looks at, and icons of sites, take a fifth of its time.
        "firefox_user_prefs": {"layout.frame_rate": 10, "browser.chrome.site_icons": False},
    }
    with playwright.sync_playwright() as driver, driver.firefox.launch(**settings) as browser:
        yield browser


def axe_findings(page: Any) -> list[str]:
    """Return what axe-core finds on a page at rest, by all its rules, in light and dark."""
    if not AXE.is_file():
        lacking.skip("axe-core is not there; .ci/programs brings it.")
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(AXE.read_text("utf-8"))
    # Colors of a box that fades in have less contrast than those that people read.
    page.emulate_media(reduced_motion="reduce")
    findings = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for one in page.evaluate("async () => (await axe.run()).violations"):
            findings += [f"{one['id']} ({scheme}): {node['html'][:200]}" for node in one["nodes"]]
    return findings
