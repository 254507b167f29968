"""Crawl sources: from folders to fetched pages.

In:    A FolderSource.
Out:   A Listing (names and sizes, so it is cheap), then a Fetched record or a Rejection for each file.
Rules: nothing that is wrong with one file raises; only the folder itself can (SourceFolderError).
"""

from __future__ import annotations

from pinax_builder.crawl.archive import is_archive
from pinax_builder.crawl.files import files_at
from pinax_builder.crawl.folder import FolderSource, ListedFile, Listing, crawl, list_files, reader
from pinax_builder.crawl.inventory import INVENTORY, read_inventory_files

__all__ = [
    "INVENTORY",
    "FolderSource",
    "ListedFile",
    "Listing",
    "crawl",
    "files_at",
    "is_archive",
    "list_files",
    "read_inventory_files",
    "reader",
]
