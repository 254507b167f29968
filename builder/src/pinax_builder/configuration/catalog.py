"""Look up well-known documentation sites by name.

In:    The built-in catalog, or the one that PINAX_CATALOG_URL names, fetched by `refresh`.
Out:   CatalogSite records.
Rules: another catalog comes over https only, is bounded in size and checked before it is kept. From then on it is read
       instead of the built-in one, until a refresh without the variable.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pinax_builder.configuration import checks as check
from pinax_builder.errors import InputError
from pinax_builder.storage import user_cache
from pinax_runtime.format import cause_of
from pinax_runtime.trust import read_file, replacement

URL_VARIABLE = "PINAX_CATALOG_URL"
"""Environment variable with the URL of another catalog."""
MAX_BYTES = 4_194_304
"""Largest size of a catalog (bytes)."""
MAX_SITES = 5_000
"""Largest number of sites of a catalog; the rest is ignored."""
TIMEOUT_S = 15.0
"""Longest wait (seconds) for the server of a catalog."""


@dataclass(frozen=True, slots=True)
class CatalogSite:
    """A documentation site that can be added by its name."""

    name: str
    title: str
    url: str
    tags: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()


def load_catalog() -> dict[str, CatalogSite]:
    """Return the sites by name, from the fetched catalog if there is one, else from the built-in one.

    Raises:
        InputError: The fetched catalog is damaged.
    """
    path = cached_path()
    try:
        return read_catalog(read_file(path, MAX_BYTES), str(path))
    except FileNotFoundError:
        built_in = files("pinax_builder.configuration").joinpath("catalog.json")
        return read_catalog(built_in.read_bytes(), "the built-in catalog")
    except OSError as error:
        raise InputError(f"the catalog {path}", error.strerror or str(error), "remove it") from error


def refresh_catalog(fetch: Callable[[str], bytes] | None = None) -> dict[str, CatalogSite]:
    """Fetch the catalog that PINAX_CATALOG_URL names; without the variable, return to the built-in one.

    Raises:
        InputError: The address is not https, gives nothing, or what it gives is no catalog. The old one stays.
    """
    url, path = os.environ.get(URL_VARIABLE, ""), cached_path()
    if not url:
        path.unlink(missing_ok=True)
        return load_catalog()
    if urlsplit(url).scheme != "https":
        raise InputError(f"the catalog {url}", "only https addresses are asked", f"set {URL_VARIABLE} to an https URL")
    content = (fetch or _fetch)(url)
    sites = read_catalog(content, url)
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacement(path) as file:
        file.write(content)
    return sites


def read_catalog(content: bytes, origin: str) -> dict[str, CatalogSite]:
    """Read and check a catalog.

    Raises:
        InputError: It is too large, no JSON, or a site in it is not described as it should be.
    """
    remedy = "compare it with the built-in catalog's form"
    if len(content) > MAX_BYTES:
        raise InputError(f"the catalog {origin}", f"it has more than {MAX_BYTES:,} bytes", remedy)
    try:
        sites = json.loads(content)["sites"]
        found = [_site(item) for item in sites[:MAX_SITES]]
    except (ValueError, KeyError, TypeError, RecursionError, check.NotAllowed) as error:
        raise InputError(f"the catalog {origin}", f"it is no catalog ({cause_of(error)})", remedy) from error
    return {site.name: site for site in sorted(found, key=lambda site: site.name)}


def cached_path() -> Path:
    """Return the file that keeps a fetched catalog."""
    return user_cache() / "catalog.json"


def _site(item: Any) -> CatalogSite:
    return CatalogSite(
        name=check.docset_name(item["name"]),
        title=check.text(item["title"]),
        url=check.site_url(item["url"]),
        tags=check.globs(item.get("tags", [])),
        excludes=check.globs(item.get("excludes", [])),
    )


def _fetch(url: str) -> bytes:
    """Fetch a catalog, and stop once it is too large; redirects are not followed, since they could leave https."""
    import httpx  # takes as long to import as all the rest of a build

    content = b""
    what, remedy = f"the catalog {url}", f"check {URL_VARIABLE} and try again"
    try:
        with httpx.stream("GET", url, timeout=TIMEOUT_S) as response:
            if response.status_code != 200:
                raise InputError(what, f"the server answered with status {response.status_code}", remedy)
            for piece in response.iter_bytes():
                content += piece
                if len(content) > MAX_BYTES:
                    break
    except httpx.HTTPError as error:
        raise InputError(what, f"it cannot be fetched ({error})", remedy) from error
    return content
