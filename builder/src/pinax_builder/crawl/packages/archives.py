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
import lzma
import posixpath
import re
import shutil
import struct
import tarfile
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple

from pinax_builder.crawl.packages.running import MAX_FILES, FetchError, is_too_long

MAX_UNPACKED_BYTES = 512 << 20
"""Bytes that may come out of one archive."""
MAX_FILE_BYTES = 64 << 20
"""Largest size of a file that is unpacked (bytes); a page may have less."""
_DRIVE = re.compile(r"[A-Za-z]:")
_DAMAGE = (
    tarfile.TarError,
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    OSError,
    ValueError,
    RuntimeError,  # a zip archive that needs a password
)
"""What the libraries raise for archives that are none, or are damaged."""


class _Member(NamedTuple):
    path: str
    kind: str
    """`file`, `folder`, `link` or `device`."""
    size: int
    content: IO[bytes] | None


class _Bounded(io.RawIOBase):
    """A stream that ends with an error when more than a number of bytes have come out of it."""

    def __init__(self, stream: IO[bytes], left: int) -> None:
        self._stream, self._left = stream, left

    def readable(self) -> bool:
        """Say that the stream can be read."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Read into a buffer."""
        data = self._stream.read(len(buffer))
        self._left -= len(data)
        if self._left < 0:
            raise FetchError(f"the archive unpacks to more than {MAX_UNPACKED_BYTES >> 20:,} MiB")
        buffer[: len(data)] = data
        return len(data)


def unpack(archive: bytes, folder: Path) -> tuple[str, ...]:
    """Unpack an archive into a folder that is empty; return notes on what was left out.

    Raises:
        FetchError: The archive is damaged or too large, or a path in it leads outside.
    """
    left_out: Counter[str] = Counter()
    n_files = 0
    try:
        for member in _members(archive):
            path = _safe(member.path)
            n_files += 1
            if n_files > MAX_FILES:
                raise FetchError(f"the archive has more than {MAX_FILES:,} files")
            if is_too_long(path):
                left_out["files with names that are too long"] += 1
            elif member.kind == "file" and member.size > MAX_FILE_BYTES:
                left_out[f"files of more than {MAX_FILE_BYTES >> 20} MiB"] += 1
            elif member.kind == "file" and member.content:
                _write(member.content, folder / path)
            elif member.kind in ("link", "device"):
                left_out[f"{member.kind}s"] += 1
    except _DAMAGE as error:
        raise FetchError(f"the archive is damaged or of no known kind ({error})") from error
    _lift(folder)
    return tuple(f"{count} {what} in the archive were left out" for what, count in sorted(left_out.items()))


def _members(archive: bytes) -> Iterator[_Member]:
    if archive.startswith(b"PK"):
        yield from _of_zip(archive)
        return
    with gzip.open(io.BytesIO(archive)) as stream:
        bounded = io.BufferedReader(_Bounded(stream, MAX_UNPACKED_BYTES))  # type: ignore[arg-type]
        with tarfile.open(fileobj=bounded, mode="r|") as tar:
            for info in tar:
                content = tar.extractfile(info) if info.isreg() else None
                yield _Member(info.name, _tar_kind(info), info.size, content)


def _tar_kind(info: tarfile.TarInfo) -> str:
    if info.isreg():
        return "file"
    if info.isdir():
        return "folder"
    return "link" if info.issym() or info.islnk() else "device"


def _of_zip(archive: bytes) -> Iterator[_Member]:
    with zipfile.ZipFile(io.BytesIO(archive)) as zipped:
        left = MAX_UNPACKED_BYTES
        for info in zipped.infolist():
            if info.is_dir():
                yield _Member(info.filename, "folder", 0, None)
            elif info.external_attr >> 16 & 0o170000 == 0o120000:
                yield _Member(info.filename, "link", 0, None)
            elif info.file_size > MAX_FILE_BYTES:
                yield _Member(info.filename, "file", info.file_size, None)
            else:
                left -= info.file_size  # a file that holds more than it says fails its checksum
                if left < 0:
                    raise FetchError(f"the archive unpacks to more than {MAX_UNPACKED_BYTES >> 20:,} MiB")
                with zipped.open(info) as content:
                    yield _Member(info.filename, "file", info.file_size, content)


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


def _write(content: IO[bytes], target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as file:
        shutil.copyfileobj(content, file, 1 << 20)


def _lift(folder: Path) -> None:
    """Take away the one folder that an archive puts around everything."""
    inside = list(folder.iterdir())
    if len(inside) == 1 and inside[0].is_dir():
        around = inside[0].rename(folder.with_name(folder.name + ".around"))
        folder.rmdir()
        around.rename(folder)
