"""Give a page as its site has it now.

Strategy. What was fetched within the time to live is given again; then the site is asked whether it has changed. One
call at a time asks for a page, others wait for its answer. What went wrong is remembered for a minute, so that an agent
which tries again and again costs the site nothing.
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

from pinax_runtime.contract.errors import PinaxError
from pinax_runtime.search.remote import Fetcher, FetchError, Patience
from pinax_runtime.search.remote.fetching import Fetched
from pinax_runtime.serve.live.conversion import stop_conversions
from pinax_runtime.serve.live.extracting import Extractor, LiveSection, find_extractor
from pinax_runtime.serve.live.page_cache import CachedPage, PageCache
from pinax_runtime.serve.live.scope import why_outside

DEFAULT_TTL_S = 3_600.0
MAX_BYTES = 4_000_000
"""Largest page, unpacked."""
PATIENCE = Patience(connect_s=4, idle_s=6, total_s=12, attempts=2, pause_s=0.5)
ACCEPT = "text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.8, text/plain;q=0.5"
_REMEMBERED_S = 60.0
_MAX_REMEMBERED = 1_000
_LOCKS = 64


class LiveError(PinaxError):
    """A page cannot be had live; the message is a reason that follows a colon."""


@dataclass(frozen=True, slots=True)
class LivePage:
    """A page as its site had it at some time."""

    url: str
    """Where it was, after redirects."""
    fetched_at: float
    """When the site last said that this is the page (seconds since 1970)."""
    sections: tuple[LiveSection, ...]
    """At least one."""

    @property
    def fetched_at_text(self) -> str:
        """The same as RFC 3339 has it."""
        return datetime.fromtimestamp(int(self.fetched_at), UTC).isoformat().replace("+00:00", "Z")

    @property
    def edition(self) -> str:
        """A string that changes whenever the text does."""
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
        """Read pages; nothing is connected to before the first.

        Args:
            cache: What was fetched before; None to fetch each time.
            ttl_s: For how long a page is given again without asking its site (seconds).
            allow_private: Whether sites may be at private and loopback addresses.
            patience: How long to wait for a site.
            extractor: Gives what makes sections of HTML.
            now: Tells the time.
        """
        self._cache, self._ttl_s, self._allow_private = cache, ttl_s, allow_private
        self._patience, self._extractor, self._now = patience, extractor, now
        self._locks = [Lock() for _ in range(_LOCKS)]
        self._failed: OrderedDict[str, tuple[float, str]] = OrderedDict()

    def read(self, url: str, base: str) -> LivePage:
        """Give a page.

        Args:
            url: Of a page of a docset.
            base: The docset's base URL, outside which nothing is asked.

        Raises:
            LiveError: It cannot be had; the message says why.
        """
        reason = why_outside(url, base)
        if reason:
            raise LiveError(reason)
        with self._locks[hash(url) % _LOCKS]:
            kept = self._cache.read(url) if self._cache else None
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
        """Close connections and the cache, and end what is being converted."""
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
        """Let nothing be asked that has just failed."""
        until, reason = self._failed.get(url, (0.0, ""))
        if self._now() < until:
            raise LiveError(reason)
        try:
            yield
        except LiveError as error:
            self._failed[url] = (self._now() + _REMEMBERED_S, str(error))
            while len(self._failed) > _MAX_REMEMBERED:
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
