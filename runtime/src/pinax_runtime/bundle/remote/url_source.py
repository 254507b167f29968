"""A bundle behind a URL, as a Source.

Rules: a file is fetched once and then read from the cache; several are fetched at once. Bytes are checked before they
       are kept: a file against its name, an entry by its own digest. Where the entry cannot be had anew, the one that
       was had last answers on, and `notice` says so.
Spec:  docs/format.md, section 11.
Why:   docs/decisions/0015, 0061
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import replace
from functools import cache as once
from functools import partial
from threading import Lock
from typing import Any

from pinax_runtime.bundle.remote.file_cache import CachedEntry, FileCache, default_cache
from pinax_runtime.bundle.remote.object_store import ObjectFetcher, object_url
from pinax_runtime.bundle.remote.requests import Fetched, Fetcher, FetchError, PassingError, parse_url
from pinax_runtime.format import (
    ENTRY,
    BundleError,
    CacheError,
    DigestMismatchError,
    Entry,
    FileRef,
    NotABundleError,
    digest,
    limits,
)
from pinax_runtime.trust.signatures import MAX_BYTES, SIGNATURE

_log = logging.getLogger(__name__)

CONNECTIONS_AHEAD = 12
"""Connections that are opened together with the one that brings a bundle's entry for the first time.

What a first query then reads at once waits for no handshake. It saves two round trips, and more where there is TLS.
"""


_UNWANTED_BYTES = 64 << 10
"""Bytes that a server without ranges sends besides a part, from which on people are told."""
GAP_BYTES = 4 << 10
"""Longest stretch (bytes) between two blocks that are read together: what a request costs besides its round trip."""


class UrlSource:
    """A bundle behind a URL. Safe to share between threads."""

    def __init__(self, url: str, fetcher: Fetcher | ObjectFetcher, cache: FileCache | None = None) -> None:
        """Read from a server; nothing is asked of it yet.

        Args:
            url: As `parse_url` or `object_url` returns it.
            fetcher: Sends the requests.
            cache: What was fetched before; None to fetch everything.
        """
        self._url = url
        self._fetcher = fetcher
        self._cache = cache
        self._under_way: dict[str, Future[bytes]] = {}
        self._lock = Lock()
        self._is_connected = self._is_told = False
        self.notice = ""
        """Why the last entry that was read is not the server's present one; empty where it is."""

    @property
    def location(self) -> str:
        """The bundle's URL."""
        return self._url

    def read(self, name: str) -> bytes:
        """Return a file.

        Raises:
            FileNotFoundError: The server does not have it.
            BundleError: It is not what its name promises, however often it is fetched.
            CacheError: The cache's copy is damaged and the server cannot be reached.
            FetchError: It cannot be had.
        """
        if name == SIGNATURE:
            return self._read_signature()
        if name == ENTRY:
            return self._read_entry()
        kind: Any = name.rpartition(".")[2]
        return self.start([FileRef(bytes.fromhex(_digits(name)), kind, limits.FILE_BYTES)])[name].result()

    def start(self, refs: Iterable[FileRef]) -> dict[str, Future[bytes]]:
        """Start reading files, and blocks of files, at once; those in the cache are read right away.

        A block is kept under its own name, so that it stays good in whatever file a later build has it. Blocks that lie
        close together in a file are asked for by one request.

        Returns:
            Name → the bytes to wait for; waiting raises as `read` does.
        """
        futures: dict[str, Future[bytes]] = {}
        missing: list[FileRef] = []
        for ref in refs:
            future: Future[bytes] = Future()
            with self._lock:
                futures[ref.name] = self._under_way.setdefault(ref.name, future)
            if futures[ref.name] is not future:
                continue
            kept = self._cache.read(ref.name) if self._cache else None
            if kept is None:
                missing.append(ref)
            else:
                self._settle(ref.name, partial(future.set_result, kept))
        for run in _runs(missing):
            self._fetch(run, futures)
        return futures

    def _fetch(self, run: Sequence[FileRef], futures: Mapping[str, Future[bytes]]) -> None:
        """Fetch a file, or blocks of one by one request; where that goes wrong, each block by itself."""
        start, size = run[0].start, run[-1].start + run[-1].size - run[0].start
        parts = {ref.name: slice(ref.start - start, ref.start - start + ref.size) for ref in run[:-1]}
        parts[run[-1].name] = slice(run[-1].start - start, None)  # too many bytes are damage

        def check(body: bytes) -> None:
            for name, part in parts.items():
                got = digest(body[part]).hex()
                if got != _digits(name):
                    raise _DamagedError(got)

        def finish(fetched: Future[Fetched]) -> None:
            if len(run) > 1 and (fetched.cancelled() or fetched.exception()):
                for ref in run:
                    self._fetch([ref], futures)
                return
            for name, part in parts.items():
                self._finish(name, fetched, part, futures[name])

        fetching = self._fetcher.start(self._url + run[0].path, size, check=check, start=start if run[0].file else None)
        fetching.add_done_callback(finish)

    def _finish(self, name: str, fetched: Future[Fetched], part: slice, future: Future[bytes]) -> None:
        """Keep what was fetched and hand it on; runs on the fetching thread."""
        try:
            body = fetched.result().body[part]
            if fetched.result().n_unwanted > _UNWANTED_BYTES and not self._is_told:
                self._is_told = True
                _log.warning("%s sends whole files, not parts: build with `pinax build --no-ranges`", self._url)
            if self._cache:
                self._cache.write(name, body)
        except BaseException as error:  # whoever waits must not wait for ever
            self._settle(name, partial(future.set_exception, self._told(name, error)))
        else:
            self._settle(name, partial(future.set_result, body))

    def _settle(self, name: str, give: Callable[[], None]) -> None:
        """Let a read end; who asks from now on finds the file in the cache."""
        give()
        with self._lock:
            self._under_way.pop(name, None)

    def _told(self, name: str, error: BaseException) -> BaseException:
        if isinstance(error, _DamagedError):
            return DigestMismatchError(name, error.got, _digits(name))
        if self._cache and isinstance(error, FetchError) and self._cache.holds(name):
            return CacheError(name, str(self._cache.folder), str(error))
        return error

    def _read_entry(self) -> bytes:
        kept = self._cache.read_entry(self._url) if self._cache else None
        if kept is not None and not _is_sound(kept.body, self._url):
            kept = None
        if kept is None and not self._is_connected:
            self._is_connected = True
            self._fetcher.connect(self._url + ENTRY, CONNECTIONS_AHEAD)
        try:
            fetched = self._fetcher.start(self._url + ENTRY, limits.ENTRY_BYTES, _conditions(kept)).result()
            if kept and fetched.status == 304:
                fetched = replace(fetched, body=kept.body, etag=kept.etag, last_modified=kept.last_modified)
            Entry.from_bytes(fetched.body, self._url)
        except (BundleError, OSError) as error:
            if kept is None:
                raise _without_entry(self._url, error) from error
            return self._fall_back(kept, error)
        self.notice = ""
        if self._cache:
            entry = CachedEntry(fetched.body, fetched.etag, fetched.last_modified, time.time())
            self._cache.write_entry(self._url, entry)
        return fetched.body

    def _read_signature(self) -> bytes:
        """Read the entry's signature; the copy of the last one where the server cannot be reached."""
        url = self._url + SIGNATURE
        try:
            body = self._fetcher.start(url, MAX_BYTES, _conditions(None)).result().body
        except FileNotFoundError:
            raise
        except OSError:
            kept = self._cache.read_entry(url) if self._cache else None
            if kept is None:
                raise
            return kept.body
        if self._cache:
            self._cache.write_entry(url, CachedEntry(body, "", "", time.time()))
        return body

    def _fall_back(self, kept: CachedEntry, error: Exception) -> bytes:
        day = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(kept.fetched_at))
        notice = f"{self._url} cannot be read now ({error}); this is the copy of {day}"
        if notice != self.notice:
            _log.warning("%s", notice)
        self.notice = notice
        return kept.body


def open_url(location: str, *, cached: bool = True) -> UrlSource:
    """Make the source of a bundle behind a URL; nothing is fetched yet.

    Args:
        location: The bundle's URL, with or without `pinax.json`.
        cached: Whether to read and fill the user's cache.

    Raises:
        NotABundleError: It is no URL that a bundle may be read from.
    """
    cache = default_cache() if cached else None
    if url := object_url(location):
        return UrlSource(url, shared_object_fetcher(), cache)
    return UrlSource(parse_url(location), shared_fetcher(), cache)


def _runs(refs: Iterable[FileRef]) -> list[list[FileRef]]:
    """Group blocks that lie close together in one file; a file stands alone."""
    runs: list[list[FileRef]] = []
    for ref in sorted(refs, key=lambda ref: (ref.path, ref.start)):
        last = runs[-1][-1] if runs else None
        is_near = last is not None and ref.file and ref.path == last.path
        if is_near and last is not None and 0 <= ref.start - (last.start + last.size) <= GAP_BYTES:
            runs[-1].append(ref)
        else:
            runs.append([ref])
    return runs


@once
def shared_fetcher() -> Fetcher:
    """Return the fetcher of this process."""
    return Fetcher()


@once
def shared_object_fetcher() -> ObjectFetcher:
    """Return what reads from object stores in this process."""
    return ObjectFetcher()


class _DamagedError(PassingError):
    def __init__(self, got: str) -> None:
        super().__init__("it is damaged")
        self.got = got


def _digits(name: str) -> str:
    return name.rpartition("/")[2].partition(".")[0]


def _is_sound(body: bytes, location: str) -> bool:
    try:
        Entry.from_bytes(body, location)
    except BundleError:
        return False
    return True


def _conditions(kept: CachedEntry | None) -> dict[str, str]:
    """Ask that caches on the way check theirs, too, and for nothing if ours is current."""
    headers = {"Accept-Encoding": "gzip", "Cache-Control": "no-cache"}
    if kept and kept.etag:
        headers["If-None-Match"] = kept.etag
    elif kept and kept.last_modified:
        headers["If-Modified-Since"] = kept.last_modified
    return headers


def _without_entry(url: str, error: Exception) -> Exception:
    if isinstance(error, FileNotFoundError):
        return NotABundleError(url, "the server has no pinax.json there")
    return error
