"""What a docset holds before any page is read: the record that each source fills, and what its pages are called."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote

from pinax_builder.crawl.files import Files, read_or_nothing
from pinax_builder.formats import MediaType
from pinax_builder.records import Records, Rejection

INVENTORY = "objects.inv"
"""File name that Sphinx gives to an inventory."""
MAX_BYTES = 16 << 20
"""Bytes of one inventory that are read; a longer one then fails to parse, which the report says."""
MAX_FILES = 100
"""Number of inventories of one folder that are read."""
MAX_ALL_BYTES = 64 << 20
"""Bytes of all inventories of one folder that are read."""
MAGIC = b"# Sphinx inventory version"
"""First bytes of every inventory."""


@dataclass(frozen=True, slots=True)
class ListedPage:
    """A page that has not been read yet. It is hashable and picklable."""

    url: str
    """Where people find the page."""
    path: str
    """POSIX path below the base; `index.html` stands for a folder of a site."""
    media_type: MediaType
    size_bytes: int
    meta: tuple[tuple[str, str], ...]
    """As the source gives it."""

    @property
    def answers(self) -> tuple[ListedPage, ...]:
        """The page once for each source of its bytes, best first."""
        return (self,)

    @property
    def provenance(self) -> dict[str, str]:
        """Metadata that says where the page comes from: only what stays the same while the page does."""
        return dict(self.meta)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """What a docset holds; of a site, `SiteListing` says more."""

    pages: Records[ListedPage]
    """Sorted by URL."""
    rejections: tuple[Rejection, ...]
    """Sorted by URL and reason; all of stage `crawl`."""
    base_url: str
    """What the pages lie below; empty where that is not known."""
    title: str = ""
    """As the source gives it; empty where it does not."""
    fetched_at: str = ""
    """When a site was crawled (RFC 3339, UTC); empty where the time of the build is meant."""
    skipped: Mapping[str, int] = field(default_factory=dict)
    """What is counted of files that are no pages (`.png`, `(none)`, `hidden .html`, a media type) → number of files."""
    unread: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Key of `skipped` → paths of the first such files of a folder."""
    excluded: int = 0
    """Number of pages that `include` and `exclude` leave out."""
    ignored: int = 0
    """Number of files and folders of source code that a `.gitignore` leaves out."""
    inventories: Mapping[str, bytes | None] = field(default_factory=dict)
    """Sphinx inventories beside the pages, by their paths below the base; None for what is too many or too much."""
    may_have_sources: bool = False
    """Whether some of the docset's texts may be what its pages of HTML were built from."""


def read_inventory_files(files: Files, paths: Sequence[str]) -> dict[str, bytes | None]:
    """Return the bytes of inventories by path below a folder; None for those beyond the limits."""
    found: dict[str, bytes | None] = {}
    room = MAX_ALL_BYTES
    for number, path in enumerate(paths):
        data = read_or_nothing(files, path, MAX_BYTES) if number < MAX_FILES and room else None
        found[path] = data if data is not None and len(data) <= room else None
        room -= len(found[path] or b"")
    return found


_URL_SAFE = "/-._~!$&'()*+,;=:@"
"""Characters of a path that stand unescaped in a URL (RFC 3986, section 3.3)."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


def page_url(path: str, base_url: str) -> str:
    """Name a page by its public URL, or by its path where no base URL is known.

    >>> page_url("library/index.html", "https://docs.example/3")
    'https://docs.example/3/library/'
    >>> page_url("library/index.html", "")
    'library/index.html'
    """
    if not base_url:
        return path
    if path == "index.html" or path.endswith("/index.html"):
        path = path[: -len("index.html")]
    return base_url.rstrip("/") + "/" + quote(path, safe=_URL_SAFE)


def is_clean(path: str) -> bool:
    """Tell whether a path is UTF-8 without control characters."""
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return not _CONTROL.search(path)


def printable(path: str) -> str:
    """Percent-encode what is not printable: bytes that are not UTF-8 and control characters."""
    if is_clean(path):
        return path
    return quote(os.fsencode(path), safe=_URL_SAFE + " ")


def extension_of(name: str) -> str:
    """Return the extension of a file's name with its dot, in lower case; empty if it has none.

    >>> extension_of("Logo.PNG"), extension_of("Makefile")
    ('.png', '')
    """
    extension = os.path.splitext(name)[1].lower()
    return extension if is_clean(extension) else "(bad name)"
