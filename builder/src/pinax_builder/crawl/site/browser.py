"""Show pages in a headless Chromium that cannot reach the network.

In:    A page's document, and a function that gives whatever else its scripts ask for.
Out:   The page's HTML once its scripts are done, shadow trees written out; or a Failure.
Rules: only this module imports Playwright (the extra `render`). Every request is answered here and never by the
       network. Refused is whatever is no GET or no script, document or data, and whatever leads out of scope. A
       request that slips by meets a proxy at which nobody listens. Each page has its own profile; clock, time zone,
       language and random numbers are the same each time. Time, requests, bytes and memory are bounded. No browser is
       ever downloaded.
Why:   docs/decisions/0024.
"""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import os
import shutil
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from pinax_builder.crawl.site.http_client import USER_AGENT
from pinax_builder.crawl.site.renderer import BrowserError, Load, RenderedPage, RenderLimits
from pinax_builder.crawl.site.responses import Failure

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, CDPSession, Page, Playwright, Route, WebSocketRoute

VARIABLE = "PINAX_CHROMIUM"
"""Environment variable that names the browser."""
EXTRA = "pinax-builder[render]"
"""Extra that installs what drives the browser."""

_NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome", "msedge")
_PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
_ARGUMENTS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-dev-shm-usage",
    "--dns-prefetch-disable",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--js-flags=--max-old-space-size=512",
)
_TYPES = frozenset({"document", "script", "xhr", "fetch"})
"""Types of requests that are answered with content: images, fonts and films hold no text."""
_VIEWPORT = {"width": 1280, "height": 12_000}
"""Size of the page's window (pixels): high, so that parts that load when they come into view do load."""
_POLL_S = 0.1
"""Time (seconds) between two looks at a page that is being filled."""
_CLOSE_S = 10.0
"""Longest time (seconds) for closing a page or the browser."""
_EVALUATE_MS = 5_000
"""Longest time (milliseconds) for a script of ours in a page."""


def find_chromium() -> str:
    """Find the browser: the one that PINAX_CHROMIUM names, or one on the PATH.

    Raises:
        BrowserError: The extra or the browser is missing; the message says what to install.
    """
    if find_spec("playwright") is None:
        raise BrowserError(f"install {EXTRA} and Chromium, so that a browser can fill the pages")
    if named := os.environ.get(VARIABLE, ""):
        if found := shutil.which(named):
            return found
        raise BrowserError(f"{named} is no program; let {VARIABLE} name a Chromium")
    places = (*map(shutil.which, _NAMES), *(place for place in _PLACES if Path(place).exists()))
    if found := next((place for place in places if place), None):
        return found
    raise BrowserError(f"install Chromium (or let {VARIABLE} name one), so that a browser can fill the pages")


class Chromium:
    """A browser, started with its first page."""

    def __init__(self, executable: str, limits: RenderLimits, max_bytes: int, language: str = "") -> None:
        """Make a browser; it starts with its first page.

        Args:
            executable: Path of the program.
            limits: Bounds of each page.
            max_bytes: Largest HTML that is taken (bytes).
            language: Language that pages are asked for in; English if it is empty.
        """
        self._executable = executable
        self._limits = limits
        self._max_bytes = max_bytes
        self._language = language or "en-US"
        self._starting = asyncio.Lock()
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._nowhere: socket.socket | None = None

    async def show(
        self, url: str, document: bytes, load: Load, may_lead: Callable[[str], bool]
    ) -> RenderedPage | Failure:
        """Run a page's scripts; see `rendering.Browser`."""
        from playwright.async_api import Error

        browser = await self._started()
        try:
            async with asyncio.timeout(self._limits.page_s):
                context = await browser.new_context(
                    accept_downloads=False,
                    service_workers="block",
                    user_agent=USER_AGENT,
                    locale=self._language,
                    timezone_id="UTC",
                    viewport=_VIEWPORT,  # type: ignore[arg-type]
                    reduced_motion="reduce",
                )
                try:
                    return await _Visit(context, url, document, load, may_lead, self._limits, self._max_bytes).shown()
                finally:
                    await self._close(context)
        except TimeoutError:
            detail = f"The page's scripts were not done within {self._limits.page_s:.0f} s."
            return Failure("render_timeout", detail)
        except Error as error:
            return Failure("render_failed", f"The browser could not show it ({_first_line(error)}).")

    async def aclose(self) -> None:
        """End the browser and what drives it."""
        with contextlib.suppress(Exception):
            if self._browser:
                await asyncio.wait_for(self._browser.close(), _CLOSE_S)
        if self._playwright:
            await self._playwright.stop()
        if self._nowhere:
            self._nowhere.close()

    async def _started(self) -> Browser:
        from playwright.async_api import Error, async_playwright

        async with self._starting:
            if self._browser and self._browser.is_connected():
                return self._browser
            self._playwright = self._playwright or await async_playwright().start()
            self._nowhere = self._nowhere or _reserved_port()
            port = self._nowhere.getsockname()[1]
            nothing = (f"--proxy-server=http://127.0.0.1:{port}", "--proxy-bypass-list=<-loopback>")
            try:
                self._browser = await self._playwright.chromium.launch(
                    executable_path=self._executable,
                    headless=True,
                    chromium_sandbox=not _is_root(),
                    args=[*_ARGUMENTS, *nothing],
                    env=_environment(),
                )
            except Error as error:
                raise BrowserError(f"{self._executable} does not start ({_first_line(error)})") from error
            return self._browser

    async def _close(self, context: BrowserContext) -> None:
        """Close a page's profile; a browser that cannot even do that is ended, and started anew for the next page."""
        try:
            await asyncio.wait_for(context.close(), _CLOSE_S)
        except Exception:
            browser, self._browser = self._browser, None
            if browser:
                with contextlib.suppress(Exception):
                    await asyncio.wait_for(browser.close(), _CLOSE_S)


@dataclass  # without slots: Playwright notes something at the object whose method it is given
class _Visit:
    """One page in the browser."""

    context: BrowserContext
    url: str
    document: bytes
    load: Load
    may_lead: Callable[[str], bool]
    limits: RenderLimits
    max_bytes: int
    pending: int = 0
    """Number of requests that are being answered."""
    answered: int = 0
    """Number of requests that were."""

    async def shown(self) -> RenderedPage | Failure:
        """Open the page, wait until it is filled, and take its HTML."""
        context = self.context
        await context.add_init_script(_MAKE_STEADY)
        await context.route_web_socket("**/*", _refuse_web_socket)
        await context.route("**/*", self._answer)
        page = await context.new_page()
        context.on("page", lambda opened: asyncio.ensure_future(_dismiss(opened)))
        tools = await context.new_cdp_session(page)
        await page.goto(self.url, wait_until="commit", timeout=0)
        await self._settled(tools)
        content = await _evaluate(tools, _SERIALIZE % self.max_bytes)
        if not isinstance(content, str):
            return Failure("too_large", f"The page grew beyond {self.max_bytes:,} bytes, or too deep.")
        return RenderedPage(page.url, codecs.BOM_UTF8 + content.encode("utf-8", "replace"))

    async def _answer(self, route: Route) -> None:
        """Answer one request of the page."""
        request = route.request
        is_page = _is_document(route)
        if request.resource_type == "stylesheet":  # scripts may wait for it, though it holds no text
            await route.fulfill(status=200, content_type="text/css", body="")
        elif request.method != "GET" or request.resource_type not in _TYPES:
            await route.abort()
        elif is_page and request.url.partition("#")[0] == self.url:
            await route.fulfill(status=200, content_type="text/html", body=self.document)
        elif (request.is_navigation_request() and not is_page) or (is_page and not self.may_lead(request.url)):
            await route.abort()
        else:
            await self._fulfil(route)
        self.answered += 1

    async def _fulfil(self, route: Route) -> None:
        self.pending += 1
        try:
            resource = await self.load(route.request.url.partition("#")[0])
        finally:
            self.pending -= 1
        if resource is None:
            await route.fulfill(status=404, body=b"")
            return
        origin = route.request.headers.get("origin", "*")
        headers = {"Content-Type": resource.content_type, "Access-Control-Allow-Origin": origin}
        await route.fulfill(status=200, headers=headers, body=resource.content)

    async def _settled(self, tools: CDPSession) -> None:
        """Wait until the page asks for nothing and does not change."""
        loop = asyncio.get_running_loop()
        started = quiet_since = loop.time()
        before: object = None
        while True:
            await asyncio.sleep(_POLL_S)
            state = (await _evaluate(tools, _STATE), self.answered)
            now = loop.time()
            if state != before or self.pending or state[0] is None:
                before, quiet_since = state, now
            if self.pending == 0 and (
                now - quiet_since >= self.limits.quiet_s or now - started >= self.limits.settle_s
            ):
                return


def _is_document(route: Route) -> bool:
    """Tell whether a request is for the document of a whole window. One that is only being opened has no frame yet."""
    from playwright.async_api import Error

    try:
        return route.request.is_navigation_request() and route.request.frame.parent_frame is None
    except Error:
        return False


async def _evaluate(tools: CDPSession, script: str) -> object:
    """Run a script out of reach of the page's own; None if it has no result, as while a page changes."""
    from playwright.async_api import Error

    try:
        tree = await tools.send("Page.getFrameTree")
        frame = {"frameId": tree["frameTree"]["frame"]["id"], "worldName": "pinax"}
        world = await tools.send("Page.createIsolatedWorld", frame)
        where = {"contextId": world["executionContextId"], "returnByValue": True, "timeout": _EVALUATE_MS}
        found = await tools.send("Runtime.evaluate", {"expression": script, **where})
    except Error as error:
        if "crash" in str(error) or "closed" in str(error):
            raise
        return None
    value: object = found["result"].get("value")
    return value


async def _refuse_web_socket(web_socket: WebSocketRoute) -> None:
    await web_socket.close()


async def _dismiss(opened: Page) -> None:
    """Close a window that a page has opened."""
    with contextlib.suppress(Exception):
        await opened.close()


def _reserved_port() -> socket.socket:
    """Reserve a port at which nobody listens, and nobody else can."""
    held = socket.socket()
    held.bind(("127.0.0.1", 0))
    return held


def _is_root() -> bool:
    """Tell whether this is root, for whom Chromium has no sandbox."""
    return sys.platform != "win32" and os.geteuid() == 0


def _environment() -> dict[str, str | float | bool]:
    """Return the variables that the browser needs; the others may hold secrets."""
    names = ("PATH", "HOME", "TMPDIR", "TEMP", "TMP", "LANG", "LD_LIBRARY_PATH", "FONTCONFIG_PATH", "SYSTEMROOT")
    return {name: os.environ[name] for name in names if name in os.environ}


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0][:200]


_MAKE_STEADY = """
(() => {
  const Real = Date, shift = Date.UTC(2026, 0, 1, 12) - Date.now(), now = () => Real.now() + shift;
  const Steady = function (...given) {
    if (!new.target) return new Real(now()).toString();
    return Reflect.construct(Real, given.length ? given : [now()], new.target);
  };
  Object.assign(Steady, { now, parse: Real.parse, UTC: Real.UTC });
  Object.defineProperty(Steady, 'name', { value: 'Date' });
  Steady.prototype = Real.prototype;
  Real.prototype.constructor = Steady;
  globalThis.Date = Steady;
  let state = 1;
  Math.random = () => (state = (state * 48271) % 2147483647) / 2147483647;
})();
"""
"""Starts the clock at the same moment for each page, and makes random numbers a fixed sequence."""

_STATE = """
(() => document.readyState + ' ' + document.getElementsByTagName('*').length + ' '
  + (document.body ? document.body.textContent.length : 0) + ' ' + location.href)()
"""
"""Returns a text that differs while a page is being filled."""

_SERIALIZE = """
((most) => {
  const inert = document.implementation.createHTMLDocument('');
  let left = most;
  const copy = (node) => {
    if (node.localName === 'style') return null;
    left -= 20 + (node.nodeValue || '').length;
    if (left < 0) return null;
    const made = inert.importNode(node, false);
    const slotted = node.localName === 'slot' ? node.assignedNodes() : [];
    for (const child of node.shadowRoot ? node.shadowRoot.childNodes : slotted.length ? slotted : node.childNodes) {
      const copied = copy(child);
      if (copied) made.appendChild(copied);
    }
    return made;
  };
  const html = '<!DOCTYPE html>' + copy(document.documentElement).outerHTML;
  return left < 0 || html.length > most ? null : html;
})(%d)
"""
"""Returns the page's HTML without styles, shadow trees in the place of what they hide; null if it is too large."""
