"""Read pages of a docset's site as they are now."""

from __future__ import annotations

import hashlib
import json
import logging
import sqlite3
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from threading import Lock
from urllib.parse import unquote, urlsplit

from pinax_runtime.bundle.remote import Fetcher, FetchError, Patience, cache_folder
from pinax_runtime.database import OtherDatabaseError, open_database
from pinax_runtime.format import HEADING, MORE, Outline, PageRecord, PinaxError, SectionEntry, visible, visible_line
from pinax_runtime.live.conversion import Extractor, LiveSection, find_extractor, stop_conversions
from pinax_runtime.live.pinned import DEFAULT_PORTS, PinnedTransport
from pinax_runtime.search import Document

# Say which URLs belong to a docset's site.
#
# Why:   docs/decisions/0028


def why_outside(url: str, base: str) -> str:
    """Say why a URL does not lie below a base URL; empty if it does.

    A site whose base URL is http may be asked by https, never the other way round.

    >>> why_outside("https://x.dev/docs/a", "https://x.dev/docs/"), why_outside("https://x.dev/docs", "https://x.dev/docs/")
    ('', '')
    >>> why_outside("https://x.dev/docs2/a", "https://x.dev/docs/")
    'it lies outside https://x.dev/docs/'
    """
    outside = f"it lies outside {base}"
    try:
        parts, site = urlsplit(url), urlsplit(base)
        ports = [split.port or DEFAULT_PORTS.get(split.scheme, 0) for split in (parts, site)]
    except ValueError:
        return "it is not a URL"
    if site.scheme not in DEFAULT_PORTS or not site.hostname:
        return "its docset has no address on the web"
    if parts.scheme not in (site.scheme, "https"):
        return f"{parts.scheme}:// is not asked" if parts.scheme not in DEFAULT_PORTS else "it leads from https to http"
    if parts.scheme != site.scheme and ports == [443, 80]:
        ports[0] = 80
    if "@" in parts.netloc or parts.hostname != site.hostname or ports[0] != ports[1]:
        return outside
    folder = site.path if site.path.endswith("/") else site.path + "/"
    if ".." in unquote(parts.path).replace("\\", "/").split("/"):
        return outside
    return "" if f"{parts.path}/".startswith(folder) else outside


# Keep live pages in a SQLite file that all processes of a user share.

_log = logging.getLogger(__name__)

FILE = "pages.db"
"""Name of the file in the cache folder."""
APPLICATION_ID = 0x50_4E_58_50
"""SQLite's application id of the file: the letters PNXP."""
SCHEMA_VERSION = 2
"""Version of the file's columns."""
MAX_CACHE_BYTES = 64 << 20
"""Largest total size of the pages (bytes)."""

_SCHEMA = """
CREATE TABLE pages (
    url TEXT PRIMARY KEY,
    fetched_at REAL NOT NULL,
    size INTEGER NOT NULL,
    page BLOB NOT NULL
);
CREATE INDEX pages_by_age ON pages (fetched_at, url, size);
"""


@dataclass(frozen=True, slots=True)
class LivePage:
    """A page as its site had it at some time."""

    url: str
    """The page's URL after redirects."""
    fetched_at: float
    """When the site last sent the page or confirmed that it is unchanged (seconds since 1970)."""
    etag: str
    last_modified: str
    made_by: str
    """The extractor that made the sections: distribution and version."""
    sections: tuple[LiveSection, ...]
    """The page's sections in document order; at least one."""


class LiveDocument(Document):
    """A page of a docset, as its site had it; invisible characters are removed."""

    def __init__(self, document: Document, page: LivePage) -> None:
        """Put what the site sent in the place of the bundle's page."""
        self.docset, self.id = document.docset, document.id
        self._texts = [visible(section.text) for section in page.sections]
        entries = [
            SectionEntry(
                section.depth,
                HEADING if section.title or not at else MORE,
                visible_line(section.anchor),
                visible_line(section.title),
                len(section.text.split()),
            )
            for at, section in enumerate(page.sections)
        ]
        self.page = PageRecord(visible_line(page.url), document.page.title, "", {}, {}, Outline.of(entries))
        self.read_at = datetime.fromtimestamp(int(page.fetched_at), UTC).isoformat().replace("+00:00", "Z")
        self.edition = hashlib.sha256(repr(page.sections).encode("utf-8", "replace")).hexdigest()[:16]
        """Hash of the text, for cursors: it changes whenever the text does."""

    def _fetched(self, indexes: Sequence[int]) -> Sequence[int]:
        return indexes

    def _raw(self, index: int) -> str:
        return self._texts[index]


class PageCache:
    """A file of pages, by URL. Safe to share between threads and processes."""

    def __init__(self, file: Path, max_bytes: int = MAX_CACHE_BYTES) -> None:
        """Use a file, which is created at the first use.

        Args:
            file: The file's path.
            max_bytes: Largest total size of the pages (bytes).
        """
        self.file, self._max_bytes = file, max_bytes
        self._lock = Lock()
        self._connection: sqlite3.Connection | None = None
        self._broken = False

    def read(self, url: str) -> LivePage | None:
        """Return a page of any age; None if the cache does not have it."""
        rows = self._execute("SELECT page, fetched_at FROM pages WHERE url = ?", (url,))
        return _decoded(*rows[0]) if rows else None

    def write(self, url: str, page: LivePage) -> None:
        """Store a page in place of an older copy, and remove the oldest pages beyond the bound."""
        packed = _encoded(page)
        if len(packed) > self._max_bytes // 4:  # one page must not push out nearly all others
            return
        row = (url, page.fetched_at, len(packed), packed)
        self._execute("INSERT OR REPLACE INTO pages VALUES (?, ?, ?, ?)", row)
        self._execute(
            "DELETE FROM pages WHERE url IN (SELECT url FROM"
            " (SELECT url, sum(size) OVER (ORDER BY fetched_at DESC, url) AS so_far FROM pages) WHERE so_far > ?)",
            (self._max_bytes,),
        )

    def clear(self, older_than_s: float = 0.0) -> int:
        """Remove pages that were fetched longer ago than this (seconds), and return how many.

        Raises:
            sqlite3.Error: The file cannot be changed.
            OSError: The file cannot be read.
        """
        if not self.file.exists():
            return 0
        with self._lock:
            connection = self._open()
            gone = connection.execute("DELETE FROM pages WHERE fetched_at <= ?", (time.time() - older_than_s,)).rowcount
            connection.execute("VACUUM")
            return gone

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            if self._connection:
                self._connection.close()
                self._connection = None

    def _execute(self, statement: str, values: tuple[object, ...]) -> list[tuple[bytes, float]]:
        with self._lock:
            if self._broken:
                return []
            try:
                return self._open().execute(statement, values).fetchall()
            except (OSError, sqlite3.Error) as error:
                _log.warning("%s cannot be used (%s); live pages are fetched anew each time", self.file, error)
                self._broken = True
                return []

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            opened = partial(open_database, self.file, APPLICATION_ID, SCHEMA_VERSION, _SCHEMA)
            try:
                self._connection = opened()
            except sqlite3.OperationalError:
                raise  # another process uses it, or the disk is full: the file itself is not at fault
            except (OtherDatabaseError, sqlite3.DatabaseError) as error:
                if isinstance(error, OtherDatabaseError) and not error.ours:
                    raise OSError(str(error)) from error
                _log.warning("%s is of another release or damaged (%s) and is made anew", self.file, error)
                for end in ("", "-wal", "-shm"):
                    self.file.with_name(self.file.name + end).unlink(missing_ok=True)
                self._connection = opened()
        return self._connection


def default_page_cache() -> PageCache | None:
    """Return the user's cache of pages, beside the cache of bundles; None if caching is turned off."""
    folder = cache_folder()
    return PageCache(folder / FILE) if folder else None


def _encoded(page: LivePage) -> bytes:
    facts = [page.url, page.etag, page.last_modified, page.made_by, page.sections]
    return json.dumps(facts, ensure_ascii=False).encode("utf-8", "replace")


def _decoded(packed: bytes, fetched_at: float) -> LivePage | None:
    """Return a stored page; None if it is damaged."""
    try:
        url, etag, last_modified, made_by, sections = json.loads(packed)
        texts = tuple(
            LiveSection(int(depth), str(anchor), str(title), str(body)) for depth, anchor, title, body in sections
        )
    except (ValueError, TypeError, RecursionError):
        return None
    return LivePage(str(url), fetched_at, str(etag), str(last_modified), str(made_by), texts) if texts else None


# Read a page as its site has it now.
#
# Strategy. Within the time to live, a page comes from the cache. After that, the site is asked whether the page has
# changed. Only one call at a time asks for a page; others wait for its answer. A failure is remembered for a minute, so
# that an agent which tries again and again costs the site nothing.
#
# Why:   docs/decisions/0028

DEFAULT_TTL_S = 3_600.0
"""Default time to live: how long a page is served without asking its site (seconds)."""
MAX_RESPONSE_BYTES = 4_000_000
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
        self._cache, self._ttl_s, self._extractor, self._now = cache, ttl_s, extractor, now
        self._fetcher = Fetcher(patience, PinnedTransport(allow_private=allow_private))
        self._locks = [Lock() for _ in range(_LOCKS)]
        self._failed: OrderedDict[str, tuple[float, str]] = OrderedDict()

    def document(self, document: Document, anchor: str) -> tuple[LiveDocument, int]:
        """Return a page of a docset as its site has it, and the index of a section of it; 0 is the whole page.

        Raises:
            LiveError: The page cannot be read, or has no such section; the message says why.
        """
        live = LiveDocument(document, self.read(document.page.url, document.docset.url))
        index = live.find(anchor)
        if index is not None:
            return live, index
        if len(live.page.sections) == 1:
            raise LiveError("the site's page is not divided into sections")
        raise LiveError(f"the site's page has no section #{anchor} now")

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
                return kept
            with self._remembering(url):
                page = self._ask(url, base, kept)
            if self._cache:
                self._cache.write(url, page)
            return page

    def close(self) -> None:
        """Close the connections and the cache, and stop all conversions."""
        stop_conversions()
        self._fetcher.close()
        if self._cache:
            self._cache.close()

    def _ask(self, url: str, base: str, kept: LivePage | None) -> LivePage:
        extractor = self._extractor()
        try:
            fetched = self._fetcher.start(
                url, MAX_RESPONSE_BYTES, _headers(kept), refuse=lambda target: why_outside(target, base)
            ).result()
            if kept and fetched.status == 304:
                return replace(kept, fetched_at=self._now())
            sections = extractor.sections(fetched.body, fetched.media_type, fetched.url)
        except FileNotFoundError as error:
            raise LiveError(f"the site does not have it any more ({error})") from error
        except (FetchError, ValueError) as error:
            raise LiveError(str(error)) from error
        if not sections:
            raise LiveError("the page holds no text")
        facts = (fetched.url, self._now(), fetched.etag, fetched.last_modified, extractor.made_by)
        return LivePage(*facts, tuple(sections))

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


def _headers(kept: LivePage | None) -> dict[str, str]:
    headers = {"Accept": ACCEPT, "Accept-Encoding": "gzip"}
    if kept and kept.etag:
        headers["If-None-Match"] = kept.etag
    elif kept and kept.last_modified:
        headers["If-Modified-Since"] = kept.last_modified
    return headers
