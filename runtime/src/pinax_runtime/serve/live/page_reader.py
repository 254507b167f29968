"""Read a page as its site has it now.

Strategy. Within the time to live, a page comes from the cache. After that, the site is asked whether the page has
changed. Only one call at a time asks for a page; others wait for its answer. A failure is remembered for a minute, so
that an agent which tries again and again costs the site nothing.

Why:   docs/decisions/0028
"""

from __future__ import annotations

import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from threading import Lock

from pinax_runtime.format import PinaxError
from pinax_runtime.search.remote import Fetcher, FetchError, Patience
from pinax_runtime.search.remote.fetching import Fetched
from pinax_runtime.serve.live.conversion import stop_conversions
from pinax_runtime.serve.live.extracting import Extractor, LiveSection, find_extractor
from pinax_runtime.serve.live.page_cache import CachedPage, PageCache
from pinax_runtime.serve.live.scope import why_outside

DEFAULT_TTL_S = 3_600.0
"""Default time to live: how long a page is served without asking its site (seconds)."""
MAX_BYTES = 4_000_000
"""Largest page, decompressed (bytes)."""
PATIENCE = Patience(connect_s=4, idle_s=6, total_s=12, attempts=2, pause_s=0.5)
"""How long to wait for a site; an agent waits meanwhile, and the bundle has a copy of the page."""
ACCEPT = "text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.8, text/plain;q=0.5"
"""Media types that sites are asked for, with their preference."""
_FAILURE_TTL_S = 60.0
"""How long a failure is remembered (seconds)."""
_MAX_FAILURES = 1_000
"""Number of failures that are remembered."""
_MAX_REASON_CHARS = 500
"""Length to which the reason of a remembered failure is cut (characters): a redirect leads to a URL of any length."""
_LOCKS = 64
"""Number of locks that URLs share; two URLs with one lock wait for each other now and then."""


class LiveError(PinaxError):
    """A page cannot be read from its site; the message is a reason to put after a colon."""


@dataclass(frozen=True, slots=True)
class LivePage:
    """A page as its site had it at some time."""

    url: str
    """The page's URL after redirects."""
    fetched_at: float
    """When the site last sent the page or confirmed that it is unchanged (seconds since 1970)."""
    sections: tuple[LiveSection, ...]
    """The page's sections in document order; at least one."""

    @property
    def fetched_at_text(self) -> str:
        """The same time, written as in RFC 3339."""
        return datetime.fromtimestamp(int(self.fetched_at), UTC).isoformat().replace("+00:00", "Z")

    @property
    def edition(self) -> str:
        """Hash of the text, for cursors: it changes whenever the text does."""
        return hashlib.sha256(repr(self.sections).encode("utf-8", "replace")).hexdigest()[:16]


class LivePages:
    """Reads pages from their sites. Safe to share between threads."""

    def __init__(
        self,
        cache: PageCache | None,
        *,
        ttl_s: float = DEFAULT_TTL_S,
        allow_private: bool = False,
        patience: Patience = PATIENCE,
        extractor: Callable[[], Extractor] = find_extractor,
        now: Callable[[], float] = time.time,
    ) -> None:
        """Prepare to read pages; no connection is opened before the first page.

        Args:
            cache: Pages that were fetched before; None to fetch each time.
            ttl_s: How long a page is served without asking its site (seconds).
            allow_private: Whether sites may be at private and loopback addresses.
            patience: How long to wait for a site.
            extractor: Returns what divides pages into sections.
            now: Returns the time (seconds since 1970).
        """
        self._cache, self._ttl_s, self._allow_private = cache, ttl_s, allow_private
        self._patience, self._extractor, self._now = patience, extractor, now
        self._locks = [Lock() for _ in range(_LOCKS)]
        self._failed: OrderedDict[str, tuple[float, str]] = OrderedDict()

    def read(self, url: str, base: str) -> LivePage:
        """Return a page from the cache or from its site.

        Args:
            url: The URL of a page of a docset.
            base: The docset's base URL; no URL outside it is requested.

        Raises:
            LiveError: The page cannot be read; the message says why.
        """
        reason = why_outside(url, base)
        if reason:
            raise LiveError(reason)
        with self._locks[hash(url) % _LOCKS]:
            kept = self._cache.read(url) if self._cache else None
            # The base URL of a docset may have changed since the page was kept, and with it what may be shown.
            if kept and (kept.made_by != self._extractor().made_by or why_outside(kept.url, base)):
                kept = None
            if kept and 0 <= self._now() - kept.fetched_at < self._ttl_s:
                return _page(kept)
            with self._remembering(url):
                page = self._ask(url, base, kept)
            if self._cache:
                self._cache.write(url, page)
            return _page(page)

    def close(self) -> None:
        """Close the connections and the cache, and stop all conversions."""
        stop_conversions()
        if "_fetcher" in self.__dict__:
            self._fetcher.close()
        if self._cache:
            self._cache.close()

    def _ask(self, url: str, base: str, kept: CachedPage | None) -> CachedPage:
        extractor = self._extractor()
        try:
            fetched = self._fetcher.start(
                url, MAX_BYTES, _headers(kept), refuse=lambda target: why_outside(target, base)
            ).result()
            if kept and fetched.status == 304:
                return replace(kept, fetched_at=self._now())
            sections = extractor.sections(fetched.body, fetched.media_type, fetched.url)
        except FileNotFoundError as error:
            raise LiveError(f"the site does not have it any more ({error})") from error
        except (FetchError, ValueError) as error:
            raise LiveError(str(error)) from error
        return _cached(fetched, sections, self._now(), extractor.made_by)

    @contextmanager
    def _remembering(self, url: str) -> Iterator[None]:
        """Raise the last failure of a URL again while it is remembered; else remember a new one."""
        until, reason = self._failed.get(url, (0.0, ""))
        if self._now() < until:
            raise LiveError(reason)
        try:
            yield
        except LiveError as error:
            self._failed[url] = (self._now() + _FAILURE_TTL_S, str(error)[:_MAX_REASON_CHARS])
            while len(self._failed) > _MAX_FAILURES:
                self._failed.popitem(last=False)
            raise

    @cached_property
    def _fetcher(self) -> Fetcher:
        from pinax_runtime.serve.live.pinned import PinnedTransport

        return Fetcher(self._patience, PinnedTransport(allow_private=self._allow_private))


def _headers(kept: CachedPage | None) -> dict[str, str]:
    headers = {"Accept": ACCEPT, "Accept-Encoding": "gzip"}
    if kept and kept.etag:
        headers["If-None-Match"] = kept.etag
    elif kept and kept.last_modified:
        headers["If-Modified-Since"] = kept.last_modified
    return headers


def _cached(fetched: Fetched, sections: list[LiveSection], now: float, made_by: str) -> CachedPage:
    if not sections:
        raise LiveError("the page holds no text")
    return CachedPage(fetched.url, now, fetched.etag, fetched.last_modified, made_by, tuple(sections))


def _page(kept: CachedPage) -> LivePage:
    return LivePage(kept.url, kept.fetched_at, kept.sections)
