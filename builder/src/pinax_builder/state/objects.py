"""The build cache: values of bytes by key, in a folder or an object store, from one build to the next.

Layout: `DIR/<2 digits of the key>/<key>.cache`. An entry is the SHA-256 of its key and of all that follows, then for
        each value the number of its frames, and for each zstd frame its length. Numbers have 4 bytes, big-endian.
Rules:  a key is a digest of all that its entry depends on, so no entry is ever out of date. An entry appears under its
        name only when it is whole, so processes and machines may share a cache. It is used under its own key alone,
        whole and of bounded size. This finds accidents and exchanged files. Whoever may write into a cache can compute
        a digest, too, and so decides what bundles say.
Why:    docs/decisions/0130, docs/decisions/0225
"""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TypeVar
from uuid import uuid4

from pinax_builder.errors import writing
from pinax_builder.storage import Place, Storage, UnavailableError, user_cache
from pinax_runtime.format import LEFT_OVER_S, BundleError, cause_of, limits, wire
from pinax_runtime.trust import read_file

DEFAULT_MB = 2_000
"""Largest size of a cache unless the configuration says otherwise (MiB)."""
_MAX_ENTRY_BYTES = 256 << 20
"""Largest entry that is read from a folder (bytes); a batch of pages takes a hundredth of it."""
_FRAME_BYTES = limits.RAW_BYTES // 4
"""Largest size of a frame before compression (bytes); a reader accepts four times as much."""
_LEVEL = 3
"""Level of zstd compression; low, since an entry is written once and read a few times."""
_DIGEST_BYTES = 32
"""Size of the SHA-256 at the start of an entry (bytes)."""
_NUMBER_BYTES = 4
"""Size of a number (bytes)."""
MOST_BYTES = 1 << 30
"""Largest size of all values of an entry before compression (bytes)."""

_ENTRY = re.compile(r"[0-9a-f]{64}\.cache")
_UNFINISHED = re.compile(r"[0-9a-f]{32}\.unfinished")
_DECODING_FAILURES = (
    ValueError, TypeError, LookupError, AttributeError, ArithmeticError, StopIteration, RuntimeError,
)  # fmt: skip
"""What Python raises where values have other types, or are fewer, than is expected."""


Value = TypeVar("Value")


class EntryError(Exception):
    """There is an entry, and it cannot be used; the message says why."""


def entry_name(key: bytes) -> str:
    """Return the path of the entry under a key."""
    name = key.hex()
    return f"{name[:2]}/{name}.cache"


@contextmanager
def decoding() -> Iterator[None]:
    """Turn what decoding an entry's values raises into EntryError: they may hold anything."""
    try:
        yield
    except (BundleError, *_DECODING_FAILURES) as error:
        raise EntryError(f"what it holds cannot be decoded ({cause_of(error)})") from error


def written_entry(key: bytes, values: Iterable[bytes]) -> bytes:
    """Return the bytes of the entry under a key."""
    body = bytearray()
    for value in values:
        starts = range(0, len(value), _FRAME_BYTES)
        body += _number(len(starts))
        for start in starts:
            frame = wire.compress(value[start : start + _FRAME_BYTES], _LEVEL)
            body += _number(len(frame)) + frame
    return _digest(key, body) + body


def read_entry(key: bytes, data: bytes) -> list[bytes]:
    """Return the values of the entry under a key.

    Raises:
        EntryError: It is damaged, too large, or another key's.
    """
    file = BytesIO(data)
    if file.read(_DIGEST_BYTES) != _digest(key, memoryview(data)[_DIGEST_BYTES:]):
        raise EntryError("it is damaged, or another key's")
    values, left = [], MOST_BYTES
    with decoding():
        while n_frames := file.read(_NUMBER_BYTES):
            frames = []
            for _ in range(int.from_bytes(n_frames, "big")):
                frame = file.read(int.from_bytes(file.read(_NUMBER_BYTES), "big"))
                frames.append(wire.decompress(frame, entry_name(key)))
                left -= len(frames[-1])
                if left < 0:
                    raise EntryError(f"it holds more than {MOST_BYTES >> 20:,} MiB")
            values.append(b"".join(frames))
    return values


def _number(value: int) -> bytes:
    return value.to_bytes(_NUMBER_BYTES, "big")


def _digest(key: bytes, body: bytes | bytearray | memoryview) -> bytes:
    digest = hashlib.sha256(key)
    digest.update(body)
    return digest.digest()


@dataclass(frozen=True, slots=True)
class Cache:
    """Keeps values of bytes by key, in a folder or in an object store. A store has rules of its own for what goes."""

    place: Place
    is_private: bool = False
    """Whether the owner of a folder alone may read it."""
    is_read: bool = True
    """Whether there is anything in it for this build; if not, every entry is made again."""

    def prepare(self) -> None:
        """Make the folder, or find out whether the store answers. Raises OutputError where that cannot be done."""
        with writing(self.place):
            if isinstance(self.place, Storage):
                self.place.holds(entry_name(bytes(32)))
                return
            self.place.mkdir(parents=True, exist_ok=True)
            if self.is_private:
                self.place.chmod(0o700)

    def has(self, key: bytes) -> bool:
        """Tell whether there is an entry under a key (32 bytes)."""
        with suppress(OSError):
            name = entry_name(key)
            is_there = self.place.holds(name) if isinstance(self.place, Storage) else (self.place / name).is_file()
            return self.is_read and is_there
        return False

    def get(self, key: bytes) -> list[bytes] | None:
        """Return the values under a key; None if there are none. Raises EntryError if they are damaged."""
        try:
            return read_entry(key, self._read(entry_name(key))) if self.is_read else None
        except (FileNotFoundError, NotADirectoryError, UnavailableError):
            return None
        except OSError as error:
            raise EntryError(f"it cannot be read ({error.strerror or error})") from error

    def found(self, key: bytes, read: Callable[[list[bytes]], Value]) -> tuple[Value | None, str]:
        """Return what can be read from the values under a key, and why it cannot be; None and nothing without them."""
        try:
            values = self.get(key)
            with decoding():
                return None if values is None else read(values), ""
        except EntryError as error:
            return None, str(error)

    def put(self, key: bytes, values: Iterable[bytes]) -> bool:
        """Keep values under a key; return whether they could be written."""
        try:
            self._write(entry_name(key), written_entry(key, values))
        except OSError:  # a build does not fail for want of a cache
            return False
        return True

    def sweep(self, max_bytes: int) -> None:
        """Remove the entries of a folder that were used least recently, until the others have at most `max_bytes`."""
        found = list(_entries(self.place)) if isinstance(self.place, Path) else []
        total = sum(size for _, size, _ in found)
        for _, size, path in sorted(found) if total > max_bytes else ():
            if total <= max_bytes:
                break
            with suppress(OSError):
                os.unlink(path)
            total -= size

    def _read(self, name: str) -> bytes:
        if isinstance(self.place, Storage):
            return self.place.read(name)
        data = read_file(self.place / name, _MAX_ENTRY_BYTES)
        os.utime(self.place / name)  # the time of its last use, by which `sweep` chooses
        return data

    def _write(self, name: str, data: bytes) -> None:
        if isinstance(self.place, Storage):
            self.place.put(name, data)
            return
        path = self.place / name
        beside = path.with_name(f"{uuid4().hex}.unfinished")
        try:
            path.parent.mkdir(exist_ok=True)
            beside.write_bytes(data)
            beside.replace(path)
        except OSError:
            with suppress(OSError):
                beside.unlink()
            raise


def _entries(folder: Path) -> Iterator[tuple[float, int, str]]:
    """Yield (time of the last use, bytes, path) of each entry; remove what killed writers left behind."""
    for number in range(256):
        with suppress(OSError), os.scandir(folder / f"{number:02x}") as files:
            for file in files:
                with suppress(OSError):
                    status = file.stat()
                    if _ENTRY.fullmatch(file.name):
                        yield status.st_mtime, status.st_size, file.path
                    elif _UNFINISHED.fullmatch(file.name) and time.time() - status.st_mtime > LEFT_OVER_S:
                        os.unlink(file.path)


def default_folder() -> Path:
    """Return the folder of the build cache where the configuration names none."""
    return user_cache() / "build"
