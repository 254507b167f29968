"""Read files from an object store, such as `s3://bucket/folder`, as `requests` does from a web server.

Rules: this is the one module of the runtime that imports fsspec, which an extra brings. Credentials come from the
       environment (`AWS_…`, `GOOGLE_…`), as for any other program.
Why:   docs/decisions/0225
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from importlib.util import find_spec
from typing import Any

from pinax_runtime.bundle.remote.requests import CONNECTIONS, Fetched, FetchError, PassingError
from pinax_runtime.format import ENTRY, NotABundleError

_READERS = {
    "memory": ("fsspec", "fsspec"),
    "s3": ("s3fs", '"pinax-runtime[s3]"'),
    "gs": ("gcsfs", '"pinax-runtime[gs]"'),
    "az": ("adlfs", "adlfs"),
}
"""Scheme of a URL → the module that reads it, and what pip has to install for it."""


class ObjectFetcher:
    """Reads objects, several at once. One serves a whole process; safe to share between threads."""

    def __init__(self) -> None:
        """Start no thread yet."""
        self._threads = ThreadPoolExecutor(CONNECTIONS, thread_name_prefix="pinax-object")

    def start(
        self,
        url: str,
        max_bytes: int,
        headers: Mapping[str, str] | None = None,
        check: Callable[[bytes], None] | None = None,
        *,
        start: int | None = None,
    ) -> Future[Fetched]:
        """Start reading an object, or `max_bytes` of it from `start` on.

        Returns:
            The answer to wait for. It raises FileNotFoundError or FetchError.
        """
        return self._threads.submit(_read, url, max_bytes, check, start)

    def connect(self, url: str, connections: int) -> None:
        """Do nothing: the store's library connects when it is asked."""


def object_url(location: str) -> str:
    """Return the URL that names of files can be put after; empty for that of a web server.

    Raises:
        NotABundleError: What reads it is not installed.
    """
    scheme = location.partition("://")[0].lower()
    if scheme not in _READERS:
        return ""
    module, distribution = _READERS[scheme]
    if find_spec(module) is None:
        raise NotABundleError(location, f"what reads {scheme}:// is not installed: pip install {distribution}")
    return location.removesuffix(ENTRY).rstrip("/") + "/"


def _read(url: str, max_bytes: int, check: Callable[[bytes], None] | None, start: int | None) -> Fetched:
    body = _bytes(url, max_bytes, start)
    if check:
        try:
            check(body)
        except PassingError:  # it may have been cut on the way
            body = _bytes(url, max_bytes, start)
            check(body)
    return Fetched(200 if start is None else 206, body, "", "", url)


def _bytes(url: str, max_bytes: int, start: int | None) -> bytes:
    from fsspec.core import url_to_fs

    try:
        files: Any
        files, path = url_to_fs(url, use_listings_cache=False)
        if start is None and files.size(path) > max_bytes:
            raise FetchError(f"it is longer than the {max_bytes:,} bytes that it should have at most")
        data: bytes = files.cat_file(path, start=start, end=None if start is None else start + max_bytes)
    except (FileNotFoundError, FetchError):
        raise
    except Exception as error:  # of the library's own kind: no credentials, no such host
        raise FetchError(f"{type(error).__name__}: {error}") from error
    return data
