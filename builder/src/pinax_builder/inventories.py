"""Assign the symbols of Sphinx inventories to the pages that define them.

In:    A Listing: its pages, and the inventories that lie beside them.
Out:   The named symbols of each page, by URL; notices for the inventories that cannot be used.
Rules: an inventory speaks only of pages below its own folder. Where several name one page, the deepest one comes first.
Why:   docs/decisions/0016.
"""

from __future__ import annotations

from typing import NamedTuple

from pinax_builder.crawl import INVENTORY, Listing
from pinax_builder.parse import InventoryError, Named, read_inventory


class InventoryNames(NamedTuple):
    """What all inventories of a docset say."""

    by_url: dict[str, tuple[Named, ...]]
    """URL of a page → the symbols that inventories name on it."""
    notices: dict[str, tuple[str, ...]]
    """Path of an inventory that is not used → why."""


def read_inventories(listing: Listing) -> InventoryNames:
    """Read every inventory of a docset and sort its symbols by page."""
    by_url: dict[str, tuple[Named, ...]] = {}
    notices: dict[str, tuple[str, ...]] = {}
    for path, data in sorted(listing.inventories.items(), key=_deepest_first):
        try:
            if data is None:
                raise InventoryError("the folder has too many, or too large ones")
            by_path = read_inventory(data)
        except InventoryError as error:
            notices[path] = (f"The inventory is not used: {error}.",)
            continue
        folder = path.removesuffix(INVENTORY)
        for page in listing.pages:
            if page.path.startswith(folder) and (found := by_path.get(page.path.removeprefix(folder))):
                by_url[page.url] = by_url.get(page.url, ()) + found
    return InventoryNames(by_url, notices)


def _deepest_first(item: tuple[str, bytes | None]) -> tuple[int, str]:
    path, _ = item
    return -path.count("/"), path
