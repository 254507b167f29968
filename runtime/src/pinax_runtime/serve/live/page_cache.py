"""Keep live pages in a SQLite file that all processes of a user share.

Rules: the cache returns pages of any age; the reader decides whether a page is too old. The size of the file is
       bounded, and the pages that were fetched longest ago go first. A failure of the disk is never an error for the
       caller: it is logged once, and pages are fetched again.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import time
import zlib
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from pinax_runtime.search.remote import cache_folder
from pinax_runtime.serve.database import OtherDatabaseError, open_database
from pinax_runtime.serve.live.extracting import LiveSection

_log = logging.getLogger(__name__)

FILE = "pages.db"
"""Name of the file in the cache folder."""
APPLICATION_ID = 0x50_4E_58_50
"""SQLite's application id of the file: the letters PNXP."""
SCHEMA_VERSION = 1
"""Version of the file's columns."""
MAX_BYTES = 64 << 20
"""Largest total size of the compressed pages (bytes)."""
MAX_PAGE_BYTES = 16 << 20
"""Largest decompressed page (bytes); a larger one is damaged, because none is written."""

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
class CachedPage:
    """A page as it was fetched."""

    url: str
    """The page's URL after redirects."""
    fetched_at: float
    """When the site last sent the page or confirmed that it is unchanged (seconds since 1970)."""
    etag: str
    last_modified: str
    made_by: str
    """The extractor that made the sections: distribution and version."""
    sections: tuple[LiveSection, ...]


class PageCache:
    """A file of pages, by URL. Safe to share between threads and processes."""

    def __init__(self, file: Path, max_bytes: int = MAX_BYTES) -> None:
        """Use a file, which is created at the first use.

        Args:
            file: The file's path.
            max_bytes: Largest total size of the compressed pages (bytes).
        """
        self.file, self._max_bytes = file, max_bytes
        self._lock = Lock()
        self._connection: sqlite3.Connection | None = None
        self._broken = False

    def read(self, url: str) -> CachedPage | None:
        """Return a page of any age; None if the cache does not have it."""
        rows = self._execute("SELECT page, fetched_at FROM pages WHERE url = ?", (url,))
        return _decoded(*rows[0]) if rows else None

    def write(self, url: str, page: CachedPage) -> None:
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
            try:
                self._connection = self._opened()
            except sqlite3.OperationalError:
                raise  # another process uses it, or the disk is full: the file itself is not at fault
            except (OtherDatabaseError, sqlite3.DatabaseError) as error:
                if isinstance(error, OtherDatabaseError) and not error.ours:
                    raise OSError(str(error)) from error
                _log.warning("%s is of another release or damaged (%s) and is made anew", self.file, error)
                for end in ("", "-wal", "-shm"):
                    self.file.with_name(self.file.name + end).unlink(missing_ok=True)
                self._connection = self._opened()
        return self._connection

    def _opened(self) -> sqlite3.Connection:
        return open_database(self.file, _SCHEMA, APPLICATION_ID, SCHEMA_VERSION)


def default_page_cache() -> PageCache | None:
    """Return the user's cache of pages, beside the cache of bundles; None if caching is turned off."""
    folder = cache_folder()
    return PageCache(folder / FILE) if folder else None


def _encoded(page: CachedPage) -> bytes:
    facts = [page.url, page.etag, page.last_modified, page.made_by, page.sections]
    return zlib.compress(json.dumps(facts, ensure_ascii=False).encode("utf-8", "replace"))


def _decoded(packed: bytes, fetched_at: float) -> CachedPage | None:
    """Return a stored page; None if it is damaged."""
    unzip = zlib.decompressobj()
    try:
        text = unzip.decompress(packed, MAX_PAGE_BYTES)
        if not unzip.eof:
            return None
        url, etag, last_modified, made_by, sections = json.loads(text)
        texts = tuple(
            LiveSection(int(depth), str(anchor), str(title), str(body)) for depth, anchor, title, body in sections
        )
    except (ValueError, TypeError, zlib.error):
        return None
    return CachedPage(str(url), fetched_at, str(etag), str(last_modified), str(made_by), texts) if texts else None
