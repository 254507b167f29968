"""Crawl sources: from folders to fetched pages.

In:    A Folder.
Out:   A Listing (names and sizes, so it is cheap), then a Fetched record or a Rejection for each file.
Rules: nothing that is wrong with one file raises; only the folder itself can (SourceFolderError).
"""

from __future__ import annotations

from pinax_builder.crawl.archive import is_archive
from pinax_builder.crawl.folder import Folder, crawl, list_files, reader
from pinax_builder.crawl.listing import INVENTORY, ListedPage, Listing

__all__ = [
    "INVENTORY",
    "Folder",
    "ListedPage",
    "Listing",
    "crawl",
    "is_archive",
    "list_files",
    "reader",
]
