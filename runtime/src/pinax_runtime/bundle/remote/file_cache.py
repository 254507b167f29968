"""Keep on disk what was fetched, so that the next start, of any process, need not fetch it again.

Strategy. Files lie under their own names, which are hashes of their bytes: bundles share them, nothing can be stale,
and whatever a file holds is checked when it is read, so that a torn, poisoned or flipped one is only a file to fetch
anew. That makes locks needless: writers rename whole files into place, and a reader whose file was just evicted fetches
it. Entries lie beside them under the hash of their URL, with what is needed to ask whether they are still current.

Rules: no failure of the disk is an error to the caller; without a usable disk all is fetched, and that is logged.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from stat import S_ISREG

from pinax_runtime.format import digest, limits
from pinax_runtime.trust import read_file, replacement

_log = logging.getLogger(__name__)

DEFAULT_MB = 1_000
"""Size of the cache on disk (MiB) where none is asked for."""
SIZE = "PINAX_CACHE_MB"
"""Environment variable with the size of the cache (MiB); 0 for none."""
_FILES, _ENTRIES = "files", "entries"
_LEFT_OVER_S = 3_600
"""A file that was being written so long ago (seconds) is not being written any more."""
_TOUCH_S = 3_600
"""A file's date is its last use, to so many seconds: reading should seldom write."""


@dataclass(frozen=True, slots=True)
class CachedEntry:
    """An entry as it was fetched."""

    body: bytes
    etag: str
    last_modified: str
    fetched_at: float
    """When the server last said that it is current (seconds since 1970)."""


class FileCache:
    """A folder of files by content, and of entries by URL; shared by all processes of a user."""

    def __init__(self, folder: Path, max_bytes: int = DEFAULT_MB << 20) -> None:
        """Use a folder, which is made at the first write.

        Args:
            folder: Where.
            max_bytes: Most bytes to keep; exceeded by a sixteenth, for each process that writes at the moment.
        """
        self.folder = folder
        self.max_bytes = max_bytes
        self._written_bytes = max_bytes  # so that the first write weighs what earlier processes left
        self._failed = False

    def read(self, name: str) -> bytes | None:
        """Return a file's bytes if they are there and are what its name promises."""
        path = self._path(name)
        data = _read_bytes(path, limits.FILE_BYTES)
        if data is None:
            return None
        if digest(data).hex() != path.name.partition(".")[0]:
            _log.warning("%s is damaged and is fetched again", path)
            return None
        _touch(path)
        return data

    def holds(self, name: str) -> bool:
        """Say whether there is a file of that name, sound or not."""
        return self._path(name).exists()

    def write(self, name: str, data: bytes) -> None:
        """Keep a file whose bytes have been checked."""
        self._write(self._path(name), data)

    def read_entry(self, url: str) -> CachedEntry | None:
        """Return the entry that was last fetched from a bundle's URL."""
        data = _read_bytes(self._entry_path(url), limits.ENTRY_BYTES + limits.KEY_CHARS)
        try:
            head, _, body = (data or b"").partition(b"\n")
            facts = json.loads(head)
            if facts.pop("url") != url:
                return None
            return CachedEntry(body, str(facts["etag"]), str(facts["last_modified"]), float(facts["fetched_at"]))
        except (ValueError, KeyError, TypeError, AttributeError):
            return None

    def write_entry(self, url: str, entry: CachedEntry) -> None:
        """Keep the entry of a bundle's URL."""
        facts = {name: value for name, value in asdict(entry).items() if name != "body"}
        self._write(self._entry_path(url), json.dumps({"url": url, **facts}).encode() + b"\n" + entry.body)

    def clear(self, older_than_s: float = 0.0) -> int:
        """Remove the files that were last used longer ago than this, and return how many there were.

        Raises:
            OSError: A file cannot be removed.
        """
        until, gone = time.time() - older_than_s, 0
        for path, facts in self._kept():
            if facts.st_mtime <= until:
                with suppress(FileNotFoundError):  # another process clears or evicts, too
                    path.unlink()
                    gone += 1
        return gone

    def _kept(self) -> Iterator[tuple[Path, os.stat_result]]:
        """Yield all files, those that are being written among them."""
        for folder in (_FILES, _ENTRIES):
            for path in sorted((self.folder / folder).rglob("*")):
                with suppress(OSError):  # another process clears or evicts, too
                    facts = path.stat()
                    if S_ISREG(facts.st_mode):
                        yield path, facts

    def _path(self, name: str) -> Path:
        file = name.rpartition("/")[2]
        return self.folder / _FILES / file[:2] / file

    def _entry_path(self, url: str) -> Path:
        return self.folder / _ENTRIES / f"{hashlib.sha256(url.encode()).hexdigest()[:32]}.json"

    def _write(self, path: Path, data: bytes) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with replacement(path) as file:
                file.write(data)
        except OSError as error:
            if not self._failed:
                _log.warning("nothing can be kept in %s (%s); files are fetched anew each time", self.folder, error)
            self._failed = True
            return
        self._written_bytes += len(data)
        if self._written_bytes > self.max_bytes // 16:
            self._written_bytes = 0
            self._evict()

    def _evict(self) -> None:
        """Remove the files that were used least recently until the rest is within the bound."""
        left_over, size_bytes = time.time() - _LEFT_OVER_S, 0
        files: list[tuple[float, int, Path]] = []
        for path, facts in self._kept():
            if not path.name.endswith(".tmp"):
                files.append((facts.st_mtime, facts.st_size, path))
                size_bytes += facts.st_size
            elif facts.st_mtime < left_over:
                with suppress(OSError):
                    path.unlink()
        for _, size, path in sorted(files):
            if size_bytes <= self.max_bytes:
                break
            with suppress(OSError):
                path.unlink()
            size_bytes -= size


def default_cache() -> FileCache | None:
    """Return the user's cache; None where PINAX_CACHE_MB is 0, or there is no home folder."""
    given = os.environ.get(SIZE, "")
    size_mb = int(given) if given.isdecimal() and len(given) < 10 else DEFAULT_MB
    folder = cache_folder() if size_mb else None
    return FileCache(folder, size_mb << 20) if folder else None


def cache_folder() -> Path | None:
    """Return the folder of the user's caches: `pinax` in XDG_CACHE_HOME or `~/.cache`; None without a home folder.

    Source: XDG Base Directory Specification 0.8; relative paths in its variables count as unset.
    """
    home = os.environ.get("XDG_CACHE_HOME", "")
    try:
        base = Path(home) if home and Path(home).is_absolute() else Path.home() / ".cache"
    except RuntimeError:
        _log.warning("there is no home folder; files are fetched anew each time")
        return None
    return base / "pinax"


def _read_bytes(path: Path, max_bytes: int) -> bytes | None:
    try:
        return read_file(path, max_bytes)
    except OSError:
        return None


def _touch(path: Path) -> None:
    with suppress(OSError):
        if time.time() - path.stat().st_mtime > _TOUCH_S:
            os.utime(path)
