"""Let a browser fill the pages that are empty until their scripts run.

In:    A page's bytes as the server sends them.
Out:   What a browser makes of it, kept in the store beside what was sent.
Rules: the browser gets every byte from the crawl's session: documents, scripts and data. So the rules for addresses,
       robots.txt, pace, size and secret headers hold, and the store answers for what it has. What a page was made of is
       stored with it, and it is rendered again only if any of that has changed. Offline nothing is rendered.
Why:   docs/decisions/0024.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urlsplit

from pinax_builder.crawl.site.findings import Findings
from pinax_builder.crawl.site.responses import Failure
from pinax_builder.crawl.site.session import RequestKind, Session, SiteDownError
from pinax_builder.crawl.site.store import Answer, PageStore, Variant
from pinax_builder.crawl.site.urls import UrlError, as_sent, canonical

VARIANT: Variant = "rendered"
"""Variant under which the store holds what a browser made of a page."""
RESOURCE = RequestKind("resource", "*/*", lambda content_type: True)
"""For scripts, styles and data, as they are sent."""
_RECIPE = "1"
"""Version of how pages are rendered; a change makes every page be rendered again."""


@dataclass(frozen=True, slots=True)
class RenderLimits:
    """Bounds of one page in a browser; tests make them small."""

    page_s: float = 60.0
    """Longest time (seconds) from a page's start until its HTML is taken."""
    settle_s: float = 15.0
    """Time (seconds) after which a page that still changes is taken as it is."""
    quiet_s: float = 0.5
    """Time (seconds) without a request or a change after which a page counts as filled."""
    requests: int = 300
    """Number of requests that a page may send."""
    bytes: int = 60_000_000
    """Bytes that a page may load with all its requests."""


@dataclass(frozen=True, slots=True)
class Resource:
    """Something that a page's scripts asked for."""

    content_type: str
    content: bytes


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """What a browser made of a page."""

    url: str
    """URL to which the page's scripts have led."""
    content: bytes
    """HTML in UTF-8; its byte order mark overrules whatever its `<meta>` says."""


Load = Callable[[str], Awaitable[Resource | None]]
"""Returns a resource that a page asks for; None if the page may not have it or it does not exist."""


class BrowserError(Exception):
    """There is no browser that works; the message says why."""


class Browser(Protocol):
    """What fills pages."""

    async def show(
        self, url: str, document: bytes, load: Load, may_lead: Callable[[str], bool]
    ) -> RenderedPage | Failure:
        """Run a page's scripts.

        Args:
            url: Where the page is.
            document: What the server sends there.
            load: Gives everything else.
            may_lead: Tells whether the page's scripts may lead to a URL.

        Raises:
            BrowserError: The browser does not work.
        """

    async def aclose(self) -> None:
        """End it."""


@dataclass(frozen=True, slots=True)
class Rendering:
    """How a crawl's shells are filled."""

    is_shell: Callable[[bytes], bool]
    """Tells by its bytes whether a page needs a browser."""
    launch: Callable[[], Browser]
    """Makes the browser, when the first page needs it."""
    concurrency: int = 2
    """Number of pages in the browser at once."""
    limits: RenderLimits = RenderLimits()


class Renderer:
    """Fills the shells of one crawl."""

    def __init__(
        self, rendering: Rendering, session: Session, store: PageStore, findings: Findings, *, offline: bool
    ) -> None:
        self._rendering = rendering
        self._session = session
        self._store = store
        self._findings = findings
        self._offline = offline
        self._slots = asyncio.Semaphore(rendering.concurrency)
        self._browser: Browser | None = None
        self._without = set[str]()
        """URLs that could not be loaded; the next page does not ask for them again."""
        self._down: SiteDownError | None = None

    async def follow(self, shell: Answer) -> Answer | Failure:
        """Get a page as a browser shows it, from the store if nothing that it was made of has changed.

        Returns:
            What the browser made of it; the answer itself if it needs no browser.

        Raises:
            SiteDownError: The site fails again and again.
            BrowserError: The browser does not work.
        """
        page = shell.page_at(shell.url) if self._rendering.is_shell(shell.content) else None
        if page is None or page.media_type != "text/html":
            return shell
        known = self._store.get(shell.url, VARIANT)
        if known and (self._offline or known.crawl == self._store.crawl):
            return known
        if self._offline:
            return Failure("not_stored", "The store does not hold what a browser makes of it.")
        async with self._slots:
            if known and await self._is_unchanged(known, shell):
                self._store.confirm(known)
                return known
            return await self._make(shell)

    async def aclose(self) -> None:
        """End the browser, if one was needed."""
        if self._browser:
            await self._browser.aclose()

    async def _is_unchanged(self, known: Answer, shell: Answer) -> bool:
        """Ask for all that a page was made of: conditionally, and once for all pages that share it."""
        found = {url: (await self._load(url))[1] for url in self._store.made_of(known.url)}
        self._raise_if_down()
        return _digest(shell, found) == known.etag

    async def _make(self, shell: Answer) -> Answer | Failure:
        used: dict[str, str] = {}
        spent = 0

        async def load(wanted: str) -> Resource | None:
            nonlocal spent
            limits = self._rendering.limits
            if len(used) >= limits.requests or spent >= limits.bytes:
                return None
            resource, used[wanted] = await self._load(wanted)
            spent += len(resource.content) if resource else 0
            return resource

        def may_lead(target: str) -> bool:
            return not isinstance(self._allowed(target), Failure)

        self._browser = self._browser or self._rendering.launch()
        shown = await self._browser.show(shell.url, shell.content, load, may_lead)
        self._raise_if_down()
        if isinstance(shown, Failure):
            return shown
        final = self._allowed(shown.url)
        if isinstance(final, Failure):
            return final
        self._session.counts.rendered += 1
        return self._store.keep(
            shell.url,
            VARIANT,
            shown.content,
            "text/html; charset=utf-8",
            location="" if final == shell.url else final,
            etag=_digest(shell, used),
            made_of=used,
        )

    async def _load(self, raw: str) -> tuple[Resource | None, str]:
        """Get a resource with its hash; None, and the reason, if it cannot be had."""
        try:
            url = as_sent(raw)
        except UrlError:
            return None, "bad_url"
        if isinstance(self._loadable(url), Failure):
            return None, "robots"
        if url in self._without or self._down:
            return None, "failed"
        try:
            found = await self._session.follow(url, RESOURCE, self._rendering.limits.bytes, self._loadable)
        except SiteDownError as error:  # the browser's own tasks would swallow it
            self._down = error
            return None, "failed"
        if isinstance(found, Failure):
            self._without.add(url)
            return None, "failed"
        return Resource(found.content_type, found.content), found.content_hash

    def _raise_if_down(self) -> None:
        if self._down:
            raise self._down

    def _allowed(self, target: str) -> str | Failure:
        """Return the page's URL if its scripts lead to a target, or why they may not."""
        try:
            return self._findings.may_follow(canonical(target))
        except UrlError as error:
            return Failure("bad_redirect", f"Its scripts lead to a URL that {error}.")

    def _loadable(self, url: str) -> str | Failure:
        """Return a resource's URL, unless robots.txt forbids it; that of other hosts is not asked, as in browsers."""
        if urlsplit(url).netloc != self._findings.scope.host or self._findings.robots.allows(url):
            return url
        return Failure("robots", "The site's robots.txt forbids it.")


def _digest(shell: Answer, resources: Mapping[str, str]) -> str:
    """Hash all that a page is made of."""
    parts = [_RECIPE, shell.content_hash, *(f"{url} {found}" for url, found in sorted(resources.items()))]
    return hashlib.sha256("\n".join(parts).encode("utf-8", "backslashreplace")).hexdigest()
