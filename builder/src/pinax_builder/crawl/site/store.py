"""Keep what a site answered, in one SQLite file that survives a crash at any moment.

In:    Answers, one row a URL and variant.
Out:   The same answers; bodies also in other processes, read-only (`StoreReader`); a listed page, with its bytes.
Rules: a crawl has a number, which the answers that it fetched carry. An unfinished crawl goes on under its number and
       asks for nothing twice. The crawl after a finished one gets the next number and sends conditional requests.
       Answers that two finished crawls in a row did not meet are removed. Only its owner can read the file (mode 600).
Why:   docs/decisions/0009.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import time
from collections.abc import Iterable
from dataclasses import astuple, dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from pinax_builder.clock import written
from pinax_builder.crawl.site.responses import media_type
from pinax_builder.crawl.site_records import SitePage
from pinax_builder.errors import InputError
from pinax_builder.formats import MediaType
from pinax_builder.records import Fetched, Rejection

Variant = Literal["page", "html", "llms_full", "resource", "rendered"]
"""Which answer for a URL is meant.

- page: the page as the server prefers to send it, Markdown first.
- html: its HTML, for the links in it.
- llms_full: its text in an llms-full.txt.
- resource: what a page's scripts asked for.
- rendered: the HTML that a browser made of the page.
"""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS crawl (
    number INTEGER PRIMARY KEY, url TEXT NOT NULL, started REAL NOT NULL, finished REAL
);
CREATE TABLE IF NOT EXISTS answer (
    url TEXT NOT NULL, variant TEXT NOT NULL, crawl INTEGER NOT NULL, status INTEGER NOT NULL,
    location TEXT NOT NULL, etag TEXT NOT NULL, last_modified TEXT NOT NULL, content_type TEXT NOT NULL,
    content_hash TEXT NOT NULL, fetched_at TEXT NOT NULL, size INTEGER NOT NULL, content BLOB NOT NULL,
    PRIMARY KEY (url, variant)
);
CREATE TABLE IF NOT EXISTS made_of (
    url TEXT NOT NULL, resource TEXT NOT NULL, PRIMARY KEY (url, resource)
) WITHOUT ROWID;
"""
_VERSION = 1
_RESUMABLE_S = 24 * 3600.0
"""Age (seconds) from which an interrupted crawl starts anew: its pages may no longer fit together."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server said to one request."""

    url: str
    variant: Variant
    crawl: int
    """Number of the last crawl that fetched or confirmed it."""
    status: int
    location: str
    """Where a redirect leads, as sent; empty for any other status."""
    etag: str
    last_modified: str
    content_type: str
    content_hash: str
    fetched_at: str
    size_bytes: int
    content: bytes = field(default=b"", repr=False)

    @property
    def leads_to(self) -> str:
        """Return the URL of the page that is in the answer: where scripts have led, if a browser made it."""
        return self.location or self.url

    def page(self, kind: MediaType) -> SitePage:
        """Return the page that is in the answer."""
        return SitePage(self.url, "", kind, self.size_bytes, (), self.url, self.variant, self.content_hash)

    def page_at(self, url: str) -> SitePage | None:
        """Return the page that is in the answer, if it was asked for by a URL; None if it is no page."""
        kind = media_type(url, self.content_type, self.content)
        return self.page(kind) if kind else None


class StoreReader:
    """A store's bodies, for worker processes; never writes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", timeout=30, uri=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def content(self, url: str, variant: str) -> bytes | None:
        """Return a stored body; None if there is none.

        Raises:
            InputError: The file is damaged or gone.
        """
        try:
            found = self._db.execute("SELECT content FROM answer WHERE url = ? AND variant = ?", (url, variant))
            row = found.fetchone()
        except sqlite3.Error as error:
            raise _unusable(self.path, str(error)) from error
        return row[0] if row else None


class PageStore(StoreReader):
    """The answers of one site, each on disk as soon as it is stored. Use it in a `with` statement."""

    def __init__(self, path: Path) -> None:
        """Open or make the store.

        Raises:
            InputError: The file cannot be made, or is no store of ours.
        """
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            self._db = sqlite3.connect(path, timeout=30, isolation_level=None)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=NORMAL")
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            if version not in (0, _VERSION):
                raise _unusable(path, f"it has version {version}, this program reads {_VERSION}")
            self._db.executescript(_SCHEMA)
            self._db.execute(f"PRAGMA user_version={_VERSION}")
        except (OSError, sqlite3.Error) as error:
            raise _unusable(path, str(error)) from error
        self.crawl = self._latest()[0]

    def begin(self, url: str) -> None:
        """Start a crawl, or resume an interrupted one."""
        number, started, finished = self._latest()
        now = time.time()
        self.crawl = number
        if number == 0 or finished is not None or now - started >= _RESUMABLE_S:
            self.crawl += 1
            self._db.execute("INSERT INTO crawl VALUES (?, ?, ?, NULL)", (self.crawl, url, now))

    def go_on(self) -> None:
        """Reopen the latest crawl to add to it."""
        self._db.execute("UPDATE crawl SET finished = NULL WHERE number = ?", (self.crawl,))

    def started_at(self) -> str:
        """Say when the latest crawl started (RFC 3339, UTC); empty where there was none."""
        number, started, _ = self._latest()
        return written(started) if number else ""

    def finish(self) -> None:
        """Mark the crawl as complete; remove answers that neither it nor the one before met."""
        self._db.execute("BEGIN IMMEDIATE")
        self._db.execute("UPDATE crawl SET finished = ? WHERE number = ?", (time.time(), self.crawl))
        self._db.execute("DELETE FROM answer WHERE crawl < ?", (self.crawl - 1,))
        self._db.execute("DELETE FROM made_of WHERE url NOT IN (SELECT url FROM answer WHERE variant = 'rendered')")
        self._db.execute("COMMIT")

    def get(self, url: str, variant: str) -> Answer | None:
        """Return the stored answer for a URL; None if there is none."""
        row = self._db.execute("SELECT * FROM answer WHERE url = ? AND variant = ?", (url, variant)).fetchone()
        return Answer(*row) if row else None

    def keep(
        self,
        url: str,
        variant: Variant,
        sent: bytes,
        content_type: str,
        *,
        content: bytes | None = None,
        status: int = 200,
        location: str = "",
        etag: str = "",
        last_modified: str = "",
        made_of: Iterable[str] = (),
    ) -> Answer:
        """Store what this crawl has got now: the body as it was `sent`, or its `content` where that was decoded."""
        digest = hashlib.sha256(sent).hexdigest()
        facts = (status, location, etag, last_modified, content_type, digest, written(time.time()), len(sent))
        answer = Answer(url, variant, self.crawl, *facts)
        return self.put(answer, sent if content is None else content, made_of)

    def put(self, answer: Answer, content: bytes, made_of: Iterable[str] = ()) -> Answer:
        """Store an answer with its body and, if it is rendered, the URLs of the resources that it was made of."""
        answer = replace(answer, content=content)
        self._db.execute("BEGIN IMMEDIATE")
        if answer.variant == "rendered":
            self._db.execute("DELETE FROM made_of WHERE url = ?", (answer.url,))
            rows = ((answer.url, resource) for resource in made_of)
            self._db.executemany("INSERT OR IGNORE INTO made_of VALUES (?, ?)", rows)
        self._db.execute("INSERT OR REPLACE INTO answer VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", astuple(answer))
        self._db.execute("COMMIT")
        return answer

    def made_of(self, url: str) -> list[str]:
        """Name the resources that a rendered page was made of, sorted."""
        rows = self._db.execute("SELECT resource FROM made_of WHERE url = ? ORDER BY resource", (url,))
        return [row[0] for row in rows]

    def confirm(self, answer: Answer, fetched_at: str = "") -> None:
        """Record that this crawl found an answer unchanged: now, or as old as it is where the server does not say."""
        self._db.execute(
            "UPDATE answer SET crawl = ?, fetched_at = ? WHERE url = ? AND variant = ?",
            (self.crawl, fetched_at or written(time.time()), answer.url, answer.variant),
        )

    def _latest(self) -> tuple[int, float, float | None]:
        row = self._db.execute("SELECT number, started, finished FROM crawl ORDER BY number DESC LIMIT 1").fetchone()
        return row or (0, 0.0, None)


def _unusable(store: Path, cause: str) -> InputError:
    """Say that a store cannot be used."""
    return InputError(f"the store {store}", cause, "choose another with --store or remove the file")


def read_page(page: SitePage, store: StoreReader) -> Fetched | Rejection:
    """Read one page of a listing, in whichever process; never raises for it."""
    content = store.content(page.source_url, page.variant)
    if content is None:
        return Rejection(page.url, "crawl", "unreadable", "The store does not hold it any more; crawl again.")
    return Fetched(page.url, page.path, content, page.media_type)
