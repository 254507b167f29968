"""Say where files are; read and write those in an object store, such as `s3://bucket/folder`.

Rules: this is the one module that imports fsspec. An object appears whole or not at all, as object stores have it, and
       what is written is named by its content or replaced as a whole: so any write may be repeated. Who may read and
       write is the business of the environment (`AWS_…`, `GOOGLE_…`), as for any other program.
Why:   docs/decisions/0225
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

_READERS = {
    "memory": ("fsspec", "fsspec"),
    "s3": ("s3fs", '"pinax-builder[s3]"'),
    "gs": ("gcsfs", '"pinax-builder[gs]"'),
    "az": ("adlfs", "adlfs"),
}
"""Scheme of a URL → the module that reads it, and what pip has to install for it."""


class StoredFile(NamedTuple):
    """A file of a source."""

    name: str
    """POSIX path below the source."""
    size: int
    """Number of bytes."""
    url: str = ""
    """Where people find its page, if the source says that; else it follows from the name."""
    media_type: str = ""
    """What it holds, if the source says that; else it follows from the name."""
    meta: tuple[tuple[str, str], ...] = ()
    """Names and values of metadata that its page gets: where it comes from, who wrote it."""


class About(NamedTuple):
    """What a source says of all its pages together; what is empty here is not known to it."""

    base_url: str = ""
    """URL that all pages lie below. If it is given, pages are judged as those of a site, and includes and links in them
    are not resolved."""
    title: str = ""
    """What people call it."""
    fetched_at: str = ""
    """When the last page was fetched (RFC 3339, UTC)."""
    left_out: Sequence[tuple[str, str, str]] = ()
    """Pages that the source knows of and does not list: URL, reason (a slug for the report), and a sentence on it."""


class UnavailableError(OSError):
    """A place does not answer, so that none of its files can be had."""


@dataclass(frozen=True, slots=True)
class Storage:
    """A folder of an object store. It is picklable, and each process connects for itself."""

    url: str
    """Without a slash at its end."""

    def __str__(self) -> str:
        return self.url

    def read(self, name: str, max_bytes: int | None = None) -> bytes:
        """Return a file by one request, which asks for a byte more than `max_bytes` at most.

        Raises:
            FileNotFoundError: There is none of that name.
            OSError: It cannot be read, or has more than `max_bytes`.
        """
        with self._opened() as (files, root):
            path = f"{root}/{name}"
            try:
                data: bytes = files.cat_file(path, start=0, end=None if max_bytes is None else max_bytes + 1)
            except Exception:
                if files.size(path) != 0:  # stores refuse any range of an empty file
                    raise
                return b""
            if max_bytes is not None and len(data) > max_bytes:
                raise OSError(errno.EFBIG, "it is too large")
            return data

    def holds(self, name: str) -> bool:
        """Tell whether there is a file of a name. Raises OSError if the store does not answer."""
        with self._opened() as (files, root):
            return bool(files.exists(f"{root}/{name}"))

    def put(self, name: str, data: bytes) -> None:
        """Write a file, which may be there already. Raises OSError if it cannot be written."""
        with self._opened() as (files, root):
            files.pipe_file(f"{root}/{name}", data)

    def upload(self, names: Iterable[str], folder: Path) -> None:
        """Copy files of a folder here, several at once. Raises OSError if one cannot be written."""
        chosen = list(names)
        with self._opened() as (files, root):
            if chosen:
                files.put([str(folder / name) for name in chosen], [f"{root}/{name}" for name in chosen])

    def download(self, names: Iterable[str], folder: Path) -> None:
        """Copy files into a folder, several at once. Raises OSError if one cannot be read."""
        chosen = list(names)
        with self._opened() as (files, root):
            if chosen:
                files.get([f"{root}/{name}" for name in chosen], [str(folder / name) for name in chosen])

    def about(self) -> About:
        """Return nothing: a store knows its files alone."""
        return About()

    def files(self) -> list[StoredFile]:
        """List every file below the URL. Raises OSError if the store does not answer."""
        with self._opened() as (files, root):
            found = files.find(root, detail=True).items()
        return [StoredFile(path[len(root) :].lstrip("/"), facts["size"] or 0) for path, facts in found]

    def remove(self, names: Iterable[str]) -> None:
        """Remove files. Raises OSError if one cannot be removed."""
        with self._opened() as (files, root):
            if chosen := [f"{root}/{name}" for name in names]:
                files.rm(chosen)

    @contextmanager
    def _opened(self) -> Iterator[tuple[Any, str]]:
        """Yield the file system and the path in it. What its library raises becomes an UnavailableError."""
        try:
            yield self._connected()
        except UnavailableError:
            raise
        except OSError as error:
            if error.errno == errno.EFBIG or isinstance(error, FileNotFoundError):
                raise
            raise UnavailableError(error.errno, error.strerror or str(error)) from error
        except Exception as error:  # of the library's own kind: no credentials, no such host
            raise UnavailableError(errno.EIO, f"{type(error).__name__}: {error}") from error

    def _connected(self) -> tuple[Any, str]:
        """Return the file system and the path in it; fsspec keeps one a process.

        Raises:
            UnavailableError: What reads it is not installed, or nothing does; the message says what to install.
        """
        scheme = urlsplit(self.url).scheme
        if scheme not in _READERS:
            raise UnavailableError(f"nothing reads {scheme}://; use one of {', '.join(_READERS)}")
        module, distribution = _READERS[scheme]
        if find_spec(module) is None:
            raise UnavailableError(f"what reads {scheme}:// is not installed: pip install {distribution}")
        from fsspec.core import url_to_fs

        try:
            # A listing that was kept would not show what other machines have written since.
            files, root = url_to_fs(self.url, use_listings_cache=False)
        except (ImportError, ValueError) as error:
            raise UnavailableError(f"{scheme}:// cannot be read ({error})") from error
        return files, root.rstrip("/")


Place = Path | Storage
"""Where files are: a folder of this machine's file system, or an object store."""


def place_of(location: str) -> Place:
    """Return the folder, or the object store, that a path or URL stands for.

    >>> place_of("file:///srv/docs"), place_of("s3://bucket/docs/")
    (PosixPath('/srv/docs'), Storage(url='s3://bucket/docs'))
    """
    if not is_storage(location):
        return Path(location)
    parts = urlsplit(location)
    return Path(unquote(parts.path)) if parts.scheme == "file" else Storage(location.rstrip("/"))


def user_cache() -> Path:
    """Return the folder `pinax` in XDG_CACHE_HOME, or in `~/.cache` where the variable names no absolute path.

    Source: XDG Base Directory Specification 0.8; relative paths in its variables count as unset.
    """
    home = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(home) if os.path.isabs(home) else Path.home() / ".cache") / "pinax"


def is_storage(location: str) -> bool:
    """Tell whether a location is the URL of an object store or a `file:` URL, and not a path or a site's URL."""
    scheme, mark, _ = location.partition("://")
    return bool(mark) and (scheme == "file" or scheme in _READERS)
