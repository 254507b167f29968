"""List a folder and read its pages, as a build does."""

from __future__ import annotations

from collections.abc import Iterator

from pinax_builder.crawl import Folder, list_files, reader
from pinax_builder.records import Fetched, Rejection


def crawl(folder: Folder) -> Iterator[Fetched | Rejection]:
    """Yield each page with its bytes, or why it could not be read."""
    listing = list_files(folder)
    yield from listing.rejections
    yield from map(reader(folder.place, folder.max_bytes), listing.pages)
