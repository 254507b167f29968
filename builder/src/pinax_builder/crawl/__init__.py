"""Crawl sources: from folders to fetched pages.

In:    A Folder.
Out:   A Listing (names and sizes, so it is cheap), then a Fetched record or a Rejection for each file.
Rules: nothing that is wrong with one file raises; only the source itself can (PlaceError).
"""

from __future__ import annotations

from pinax_builder.crawl.folder import Folder, list_files, reader
from pinax_builder.crawl.kinds import FOLDER, FORMS, SITE, Kind, files_at, kind_at, kind_of
from pinax_builder.crawl.listing import INVENTORY, ListedPage, Listing

__all__ = [
    "FOLDER",
    "FORMS",
    "INVENTORY",
    "SITE",
    "Folder",
    "Kind",
    "ListedPage",
    "Listing",
    "files_at",
    "kind_at",
    "kind_of",
    "list_files",
    "reader",
]
