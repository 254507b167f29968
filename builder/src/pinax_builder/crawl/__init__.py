"""Crawl sources: from folders to fetched pages.

In:    A FolderSource.
Out:   A Listing (names and sizes, so it is cheap), then a Fetched record or a Rejection for each file.
Rules: nothing that is wrong with one file raises; only the folder itself can (SourceFolderError).
"""

from __future__ import annotations

from pinax_builder.crawl.folder import FolderSource, ListedFile, Listing, crawl, list_files, read
from pinax_builder.crawl.inventory import INVENTORY, read_inventory_files
from pinax_builder.crawl.wiki_links import Wiki

__all__ = [
    "INVENTORY",
    "FolderSource",
    "ListedFile",
    "Listing",
    "Wiki",
    "crawl",
    "list_files",
    "read",
    "read_inventory_files",
]
