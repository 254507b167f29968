"""Crawl sources: from folders to fetched pages.

In:    A FolderSource.
Out:   A Listing (cheap: names and sizes) and, one by one, Fetched records or Rejections.
Rules: nothing that is wrong with one file raises; only the folder itself can (SourceFolderError).
"""

from __future__ import annotations

from pinax_builder.crawl.folder import FolderSource, ListedFile, Listing, crawl, list_files, read
from pinax_builder.crawl.inventory import INVENTORY, read_inventory_files

__all__ = [
    "INVENTORY",
    "FolderSource",
    "ListedFile",
    "Listing",
    "crawl",
    "list_files",
    "read",
    "read_inventory_files",
]
