"""What a source is asked: which files it has, what they are about, and the bytes of each.

Rules: nothing outside of the place is read, and no file beyond a bound. Nobody asks what kind of source it is.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from pinax_builder.storage import About, StoredFile
from pinax_runtime.trust import open_unlinked, read_file

_NOT_LISTED = {".git", ".hg", ".svn", "node_modules"}


class Files(Protocol):
    """Files that are named by POSIX paths below one place."""

    def about(self) -> About:
        """Say what is known of the whole. Raises OSError if the place cannot be read."""
        return About()

    def files(self) -> Iterable[StoredFile]:
        """List the files. Raises OSError if that cannot be done."""

    def read(self, name: str, max_bytes: int) -> bytes:
        """Return the bytes of a file.

        Raises:
            UnavailableError: The whole place does not answer.
            OSError: The file cannot be read; EFBIG if it has more than `max_bytes`.
        """


@dataclass(frozen=True, slots=True)
class LocalFiles(Files):
    """The files of a folder. Links are not followed."""

    folder: Path
    _real: dict[str, str] = field(default_factory=dict, compare=False, repr=False)
    """Folder that was read from → its path without links. Finding it takes as long as reading a file."""

    def files(self) -> Iterable[StoredFile]:
        """Yield the files, but those of version control and of Node's packages."""
        for at, folders, names in os.walk(self.folder):
            folders[:] = sorted({*folders} - _NOT_LISTED)
            below = os.path.relpath(at, self.folder)
            for name in names:
                path = os.path.normpath(os.path.join(below, name)).replace(os.sep, "/")
                with suppress(OSError):  # it was a temporary one
                    yield StoredFile(path, os.lstat(os.path.join(at, name)).st_size)

    def read(self, name: str, max_bytes: int) -> bytes:
        """Return the bytes of a regular file. A named pipe, or a link anywhere in its path, is refused."""
        root = self._without_links(str(self.folder))
        path = os.path.join(root, name)
        folder = os.path.dirname(path)
        if self._without_links(folder) != folder or not path.startswith(root + os.sep):
            raise FileNotFoundError(2, "No such file or directory", name)
        return read_file(path, max_bytes, open_unlinked)

    def _without_links(self, folder: str) -> str:
        if folder not in self._real:
            self._real[folder] = os.path.realpath(folder)
        return self._real[folder]


def read_or_nothing(files: Files, name: str, max_bytes: int) -> bytes:
    """Return the bytes of a file; none if it is missing, too large or cannot be read."""
    try:
        return files.read(name, max_bytes)
    except (OSError, ValueError):
        return b""
