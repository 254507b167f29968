"""Unpack an archive of a package: a wheel, an sdist, or what npm packs.

In:    The bytes of a tar archive with gzip, or of a zip archive.
Out:   Regular files below a folder, without the folder that the archive puts around everything; notes on the rest.
Rules: an archive with a path that leads outside is refused whole, since nobody makes one by accident. Links, devices,
       files that are too large and files with names that are too long are left out and counted. All bytes that come out
       of the decompression are bounded, also those that nobody keeps.
"""

from __future__ import annotations

import gzip
import io
import posixpath
import re
import shutil
import tarfile
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from stat import S_ISLNK
from typing import IO, Any, NamedTuple

from pinax_builder.crawl.archive import DAMAGE
from pinax_builder.crawl.packages.running import MAX_FILES, FetchError, is_too_long

MAX_UNPACKED_BYTES = 512 << 20
"""Bytes that may come out of one archive."""
MAX_FILE_BYTES = 64 << 20
"""Largest size of a file that is unpacked (bytes); a page may have less."""
_DRIVE = re.compile(r"[A-Za-z]:")


class _Member(NamedTuple):
    path: str
    kind: str
    """`links` or `devices`; empty for a file or a folder."""
    size: int
    content: IO[bytes] | None
    """Of a file that may be read."""


class _Bounded:
    """A stream that ends with an error when more than a number of bytes have come out of it."""

    def __init__(self, stream: gzip.GzipFile, left: int) -> None:
        self._stream, self._left = stream, left

    def read(self, size: int) -> bytes:
        """Read at most a number of bytes."""
        data = self._stream.read(size)
        self._left -= len(data)
        if self._left < 0:
            raise FetchError(f"the archive unpacks to more than {MAX_UNPACKED_BYTES >> 20:,} MiB")
        return data


def unpack(archive: bytes, folder: Path) -> tuple[str, ...]:
    """Unpack an archive into a folder that is empty; return notes on what was left out.

    Raises:
        FetchError: The archive is damaged or too large, or a path in it leads outside.
    """
    left_out: Counter[str] = Counter()
    try:
        for number, member in enumerate(_members(archive)):
            path = _safe(member.path)
            if number >= MAX_FILES:
                raise FetchError(f"the archive has more than {MAX_FILES:,} files")
            if is_too_long(path):
                left_out["files with names that are too long"] += 1
            elif member.kind in ("links", "devices"):
                left_out[member.kind] += 1
            elif member.size > MAX_FILE_BYTES:
                left_out[f"files of more than {MAX_FILE_BYTES >> 20} MiB"] += 1
            elif member.content:
                target = folder / path
                target.parent.mkdir(parents=True, exist_ok=True)
                with target.open("wb") as file:
                    shutil.copyfileobj(member.content, file, 1 << 20)
    except (tarfile.TarError, OSError, *DAMAGE) as error:
        raise FetchError(f"the archive is damaged or of no known kind ({error})") from error
    _lift(folder)
    return tuple(f"{count} {what} in the archive were left out" for what, count in sorted(left_out.items()))


def _members(archive: bytes) -> Iterator[_Member]:
    if archive.startswith(b"PK"):
        yield from _of_zip(archive)
        return
    with gzip.open(io.BytesIO(archive)) as stream:
        bounded: Any = _Bounded(stream, MAX_UNPACKED_BYTES)
        with tarfile.open(fileobj=bounded, mode="r|") as tar:
            for info in tar:
                kind = "links" if info.issym() or info.islnk() else "" if info.isreg() or info.isdir() else "devices"
                yield _Member(info.name, kind, info.size, tar.extractfile(info) if info.isreg() else None)


def _of_zip(archive: bytes) -> Iterator[_Member]:
    with zipfile.ZipFile(io.BytesIO(archive)) as zipped:
        left = MAX_UNPACKED_BYTES
        for info in zipped.infolist():
            kind = "links" if S_ISLNK(info.external_attr >> 16) else ""
            if kind or info.is_dir() or info.file_size > MAX_FILE_BYTES:
                yield _Member(info.filename, kind, info.file_size, None)
                continue
            left -= info.file_size  # a file that holds more than it says fails its checksum
            if left < 0:
                raise FetchError(f"the archive unpacks to more than {MAX_UNPACKED_BYTES >> 20:,} MiB")
            with zipped.open(info) as content:
                yield _Member(info.filename, kind, info.file_size, content)


def _safe(path: str) -> str:
    """Return a path that stays below the folder.

    Raises:
        FetchError: It leads outside, or no system can have it.
    """
    plain = posixpath.normpath(path.replace("\\", "/"))
    if plain.startswith(("/", "../")) or plain == ".." or _DRIVE.match(plain):
        raise FetchError(f"the archive has a path that leads outside ({path[:80]!r})")
    if re.search(r"[\x00-\x1f\x7f]", plain):
        raise FetchError(f"the archive has a path with control characters ({path[:80]!r})")
    return plain


def _lift(folder: Path) -> None:
    """Take away the one folder that an archive puts around everything."""
    inside = list(folder.iterdir())
    if len(inside) == 1 and inside[0].is_dir():
        around = inside[0].rename(folder.with_name(folder.name + ".around"))
        folder.rmdir()
        around.rename(folder)
