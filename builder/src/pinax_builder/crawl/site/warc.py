"""Read a web archive (WARC): what a site has answered, as wget and other crawlers keep it.

In:    A file of records, plain (`.warc`) or with each record compressed by itself (`.warc.gz`).
Out:   Its pages, named by their paths below the base URL, and Sphinx inventories; what the server has refused; the
       title, and the program and person that made it, where the archive's first records say them (`warcinfo`).
Rules: pages lie below the base URL that is given, or below the folder of the first page. Of several answers for a URL
       the last one counts. Each process goes through the file once and remembers where the records of pages begin. It
       never holds more of a record than its beginning, or than a page may have.
Spec:  ISO 28500 (WARC 1.1); RFC 9112, 7.1 (chunks).
"""

from __future__ import annotations

import errno
import os
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO, NamedTuple

from pinax_builder.crawl.files import Files
from pinax_builder.crawl.listing import INVENTORY
from pinax_builder.crawl.site.responses import (
    Decoder,
    EncodingError,
    TooLargeError,
    as_utf8,
    failure_of_status,
    media_type,
)
from pinax_builder.crawl.site.urls import Scope, UrlError, canonical
from pinax_builder.formats import SITE_FORMATS, file_at, format_of
from pinax_builder.storage import About, StoredFile, UnavailableError
from pinax_runtime.trust import open_file

MAX_PAGES = 1_000_000
"""Most pages of an archive."""
MAX_PLAIN_BYTES = 64 << 30
"""Most bytes that all records of an archive together may have, decompressed."""
_HEAD_BYTES = 64 << 10
"""Length of a record's beginning that has to hold its headers and those of the answer in it (bytes)."""
_READ_BYTES = 16 << 10
_GZIP, _GZIP_BITS = b"\x1f\x8b", 16 + zlib.MAX_WBITS
_AFTER = len(b"\r\n\r\n")
"""Length of what follows each record (bytes)."""
_BLANK = re.compile(rb"\r?\n\r?\n")
_LENGTH = re.compile(r"[0-9]{1,15}")
_DATE = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,9})?Z")
_STATUS = re.compile(r"HTTP/\d(?:\.\d)? ([1-5]\d\d)\b")
_CHUNK = re.compile(rb"([0-9A-Fa-f]{1,8})[^\r\n]{0,1000}\r\n")


_MADE = {"software": "archived_with", "operator": "archived_by"}
"""Field of the archive's own record → name of the metadata that pages get."""


class _Contents(NamedTuple):
    """What an archive holds."""

    about: About
    pages: Mapping[str, tuple[int, StoredFile]]
    """A key → where a page's record begins in the file, and what it says of the page."""


@dataclass(frozen=True, slots=True)
class WebArchive(Files):
    """The pages of a web archive."""

    path: Path
    base_url: str = ""

    def about(self) -> About:
        """Say what the archive says of itself. Raises UnavailableError."""
        return self._found().about

    def files(self) -> list[StoredFile]:
        """List the pages. Raises UnavailableError if the file is missing, is no such archive, or has too many."""
        return [page for _, page in self._found().pages.values()]

    def read(self, name: str, max_bytes: int) -> bytes:
        """Return the bytes of a page, in UTF-8 where only its headers say its encoding.

        Raises:
            UnavailableError: The archive itself cannot be read.
            OSError: The page is missing, damaged, or larger (EFBIG).
        """
        named = self._found().pages
        if name not in named:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", name)
        with _opened(self.path) as file:
            record, length, _ = _record(file, named[name][0], max_bytes + _HEAD_BYTES)
        try:
            answer = _answer(record, length)
            if answer is None:
                raise EncodingError("the archive has changed")
            return as_utf8(answer.body(record, max_bytes), answer.content_type)
        except EncodingError as error:
            raise OSError(errno.EIO, str(error)) from error
        except TooLargeError as error:
            raise OSError(errno.EFBIG, "it is too large") from error

    def _found(self) -> _Contents:
        try:
            facts = self.path.stat()
            return _named(self.path, facts.st_mtime_ns, facts.st_size, self.base_url)
        except OSError as error:
            raise UnavailableError(error.errno, error.strerror) from error
        except UrlError as error:
            raise UnavailableError(errno.EINVAL, f"the base URL {error}") from error


@lru_cache(maxsize=4)
def _named(path: Path, changed: int, size: int, base_url: str) -> _Contents:
    """Return what lies below the base URL: pages by their paths below it."""
    about, pages = _by_url(path, changed, size)
    start = base_url or next((url for url, (_, page) in pages.items() if page.media_type), "")
    if not start:
        return _Contents(about, {})
    scope, named = Scope.of(start), {}
    for given, (offset, page) in pages.items():
        if url := scope.take(given):
            name = file_at(scope.below(url))
            named[name] = offset, page._replace(name=name, url=url)
    urls = {page.url for _, page in named.values()}
    refused = [
        (url, reason, detail)
        for given, reason, detail in about.left_out
        if (url := scope.take(given)) and url not in urls
    ]
    return _Contents(about._replace(base_url=scope.base_url, left_out=refused), named)


@lru_cache(maxsize=2)
def _by_url(path: Path, _changed: int, size: int) -> _Contents:
    """Go through an archive; return its pages by URL, in the order of the file."""
    pages: dict[str, tuple[int, StoredFile]] = {}
    refused: dict[str, tuple[str, str, str]] = {}
    meta: tuple[tuple[str, str], ...] = ()
    title, fetched_at, offset, total = "", "", 0, 0
    with _opened(path) as file:
        while offset < size:
            record, length, following = _record(file, offset, _HEAD_BYTES)
            if following <= size and (told := _made(record, length)):
                title = title or told.get("title", "")
                meta = tuple((name, told[field]) for field, name in _MADE.items() if told.get(field))
            answer = _answer(record, length) if following <= size else None
            if answer and answer.status == 200 and (known := answer.media_type(record)) is not None:
                pages[answer.url] = offset, StoredFile("", answer.end - answer.start, answer.url, known, meta)
                fetched_at = max(fetched_at, answer.date)
            elif answer and (failure := answer.failure()):
                refused[answer.url] = failure
            offset, total = following, total + length
            if len(pages) + len(refused) > MAX_PAGES or total > MAX_PLAIN_BYTES:
                most = f"{MAX_PAGES:,} pages, or than {MAX_PLAIN_BYTES >> 30} GiB"
                raise OSError(errno.EFBIG, f"it has more than {most}; make several of it")
    return _Contents(About("", title, fetched_at, [*refused.values()]), pages)


def _opened(path: Path) -> BinaryIO:
    return os.fdopen(open_file(str(path), os.O_RDONLY), "rb")


def _record(file: BinaryIO, offset: int, most: int) -> tuple[bytes, int, int]:
    """Read the record at an offset.

    Returns:
        As many of its bytes as may be read, its length without compression, and where the next one begins. There are
        no bytes of one that a crawl was writing when it ended.

    Raises:
        OSError: There is none.
    """
    file.seek(offset)
    data = file.read(_READ_BYTES)
    if not data.startswith(_GZIP):
        data += file.read(_HEAD_BYTES - len(data))
        if data.startswith(b"WARC/") and len(data) < _HEAD_BYTES and not _BLANK.search(data):
            return b"", len(data), file.tell()
        length = _length(data)
        return data + file.read(max(0, min(length, most) - len(data))), length, offset + length + _AFTER
    inflate, record, seen, length = zlib.decompressobj(_GZIP_BITS), bytearray(), 0, 0
    while not inflate.eof:
        try:
            plain = inflate.decompress(data, _HEAD_BYTES)
        except zlib.error as error:
            raise OSError(errno.EINVAL, f"it is damaged ({error})") from error
        if not data and not plain:
            return b"", seen, file.tell()
        seen += len(plain)
        record += plain[: max(0, most - len(record))]
        if seen >= _HEAD_BYTES or inflate.eof:
            length = length or _length(record)
            if seen > length + _AFTER:
                raise OSError(errno.EINVAL, "its records are not compressed one by one; use `warcio recompress`")
        data = inflate.unconsumed_tail or (b"" if inflate.eof else file.read(_READ_BYTES))
    return bytes(record), length, file.tell() - len(inflate.unused_data)


def _length(record: bytes | bytearray) -> int:
    """Return the length of the record that some bytes begin with. Raises OSError if they begin with none."""
    first, fields, start = _fields(record, 0)
    length = fields.get("content-length", "")
    if not first.startswith("WARC/") or not _LENGTH.fullmatch(length):
        raise OSError(errno.EINVAL, "it is no WARC file, or damaged")
    return start + int(length)


class _Answer(NamedTuple):
    """What a server has answered."""

    url: str
    status: int
    date: str
    """RFC 3339, UTC; empty where the record does not say it."""
    fields: Mapping[str, str]
    start: int
    """Where the body begins in the record."""
    end: int

    @property
    def content_type(self) -> str:
        return self.fields.get("content-type", "")

    def body(self, record: bytes, max_bytes: int) -> bytes:
        """Return the body as it was before it was sent. Raises EncodingError or TooLargeError."""
        sent = record[self.start : self.end]
        is_chunked = self.fields.get("transfer-encoding", "").lower() == "chunked"
        decoder = Decoder(self.fields.get("content-encoding", "").lower(), max_bytes)
        plain = decoder.feed(_joined(sent) if is_chunked else sent)
        if len(record) < self.end:
            raise TooLargeError
        decoder.finish()
        return plain

    def media_type(self, record: bytes) -> str | None:
        """Return what the page is; None if it is none, empty for an inventory."""
        if self.url.endswith("/" + INVENTORY):
            return ""
        return media_type(self.url, self.content_type, record[self.start : self.end])

    def failure(self) -> tuple[str, str, str] | None:
        """Return the URL, and why it gave no page; None if none is missed: it has moved, or a picture is not there."""
        name = self.url.partition("?")[0].rpartition("/")[2]
        if self.status < 400 or ("." in name and not format_of(name, SITE_FORMATS)):
            return None
        failure = failure_of_status(self.status)
        return self.url, failure.reason, failure.detail


def _made(record: bytes, length: int) -> Mapping[str, str]:
    """Return what a record says of how the archive was made; nothing if it is about something else."""
    _, fields, start = _fields(record, 0)
    return _fields(b"\n" + record[start:length] + b"\n\n", 0)[1] if fields.get("warc-type") == "warcinfo" else {}


def _answer(record: bytes, length: int) -> _Answer | None:
    """Return the answer that a record holds; None if it holds none, or one of a URL that is refused."""
    _, fields, start = _fields(record, 0)
    if fields.get("warc-type") != "response":
        return None
    first, sent, body = _fields(record, start)
    date = _DATE.fullmatch(fields.get("warc-date", ""))
    try:
        url = canonical(fields.get("warc-target-uri", "").strip("<>"))
    except UrlError:
        return None
    status = _STATUS.match(first)
    return _Answer(url, int(status[1]), f"{date[1]}Z" if date else "", sent, body, length) if status else None


def _fields(data: bytes | bytearray, start: int) -> tuple[str, Mapping[str, str], int]:
    """Return the line at a place, the headers after it by their names in lower case, and where they end."""
    end = _BLANK.search(data, start)
    first, *lines = data[start : end.start() if end else start].decode("utf-8", "replace").split("\n")
    named = (line.partition(":") for line in lines)
    return first, {name.strip().lower(): value.strip() for name, _, value in named}, end.end() if end else len(data)


def _joined(sent: bytes) -> bytes:
    """Put the chunks of a body together; some crawlers have done so already, whatever the headers say."""
    parts, at = [], 0
    while (found := _CHUNK.match(sent, at)) and (size := int(found[1], 16)):
        parts.append(sent[found.end() : found.end() + size])
        at = found.end() + size + 2
    return b"".join(parts) if at else sent
