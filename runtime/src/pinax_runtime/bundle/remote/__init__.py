"""Read bundles from a web server: `https://cdn.example/bundle/` instead of a folder.

In:    the bundle's URL.
Out:   a Source whose reads go to the server, or to a cache on disk where they were done before.
Rules: importing `pinax_runtime.search` does not import this folder, nor an HTTP client; opening a URL does.
"""

from __future__ import annotations

from pinax_runtime.bundle.remote.file_cache import CachedEntry, FileCache, cache_folder, default_cache
from pinax_runtime.bundle.remote.pulling import DEFAULT_MAX_MB, Pulled, PullError, pull
from pinax_runtime.bundle.remote.requests import Fetched, Fetcher, FetchError, Patience, parse_url
from pinax_runtime.bundle.remote.url_source import UrlSource, open_url

__all__ = [
    "DEFAULT_MAX_MB",
    "CachedEntry",
    "FetchError",
    "Fetched",
    "Fetcher",
    "FileCache",
    "Patience",
    "PullError",
    "Pulled",
    "UrlSource",
    "cache_folder",
    "default_cache",
    "open_url",
    "parse_url",
    "pull",
]
