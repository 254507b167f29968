"""Read the files of a zip archive: what a wiki or a documentation host exports.

In:    The archive's path.
Out:   Its files (see `files`), without the folder that an archive often puts around everything.
Rules: a path that leads outside the archive names no file. Links and encrypted files are not read. A file is read up to
       a bound, whatever size the archive claims.
Spec:  PKWARE, APPNOTE.TXT 6.3.
"""

from __future__ import annotations

import errno
import lzma
import os
import posixpath
import struct
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from stat import S_IFMT, S_IFREG

from pinax_builder.crawl.files import Files
from pinax_builder.storage import StoredFile, UnavailableError
from pinax_runtime.trust import open_file

MAX_FILES = 1_000_000
"""Most files of an archive."""
DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    OverflowError,
    ValueError,
    RuntimeError,
)
"""What the library raises for archives that are none, are damaged, or need a password."""


@dataclass(frozen=True, slots=True)
class Archive(Files):
    """The files of a zip archive. Each process opens it once."""

    path: Path

    def files(self) -> Iterable[StoredFile]:
        """List the files.

        Raises:
            OSError: It is missing, is no archive, or has too many files.
        """
        return [StoredFile(name, info.file_size) for name, info in self._opened()[1].items()]

    def read(self, name: str, max_bytes: int) -> bytes:
        """Return the bytes of a file.

        Raises:
            UnavailableError: The archive itself cannot be read.
            OSError: The file is missing, damaged, encrypted, or larger (EFBIG).
        """
        try:
            archive, members = self._opened()
        except OSError as error:
            raise UnavailableError(error.errno, error.strerror) from error
        if name not in members:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", name)
        try:
            with archive.open(members[name]) as file:
                data = file.read(max_bytes + 1)
        except DAMAGE as error:
            raise OSError(errno.EIO, f"it is damaged or encrypted ({error})") from error
        if len(data) > max_bytes:
            raise OSError(errno.EFBIG, "it is too large")
        return data

    def _opened(self) -> tuple[zipfile.ZipFile, Mapping[str, zipfile.ZipInfo]]:
        facts = self.path.stat()
        return _open(self.path, facts.st_mtime_ns, facts.st_size, os.getpid())


@lru_cache(maxsize=4)
def _open(
    path: Path, _changed: int, _size: int, _process: int
) -> tuple[zipfile.ZipFile, Mapping[str, zipfile.ZipInfo]]:
    """Open an archive; return its regular files by path.

    A forked process opens it anew, since it would share the position in the file with its parent.
    """
    try:
        os.close(open_file(str(path), os.O_RDONLY))  # a named pipe would be waited for
        archive = zipfile.ZipFile(path)
    except DAMAGE as error:
        raise OSError(errno.EINVAL, f"it is no zip archive ({error})") from error
    members = {}
    for info in archive.infolist():
        name = posixpath.normpath(info.filename.replace("\\", "/"))
        kind = S_IFMT(info.external_attr >> 16)  # 0 where it was packed on a system without kinds
        if not info.is_dir() and kind in (0, S_IFREG) and not name.startswith(("/", "..")):
            members[name] = info
    if len(members) > MAX_FILES:
        raise OSError(errno.EFBIG, f"it has more than {MAX_FILES:,} files")
    around = {name.partition("/")[0] for name in members}
    lifted = len(f"{around.pop()}/") if len(around) == 1 and all("/" in name for name in members) else 0
    return archive, {name[lifted:]: info for name, info in members.items()}
