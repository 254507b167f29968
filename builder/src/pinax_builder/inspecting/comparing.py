"""Say what changed from one bundle to another, in pages and in files: the library behind `pinax diff`.

Rules: a page is known by its URL, a section by its anchor, within docsets of one name. Of both bundles the pages and
       texts are read, one pack after the other, and of each section a hash is kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pinax_builder.reading import files_of_bundle, open_entry, pages_of
from pinax_runtime.format import ENTRY, DocsetEntry, PageRecord

Digests = Mapping[str, bytes]
"""Anchor → hash of what the section says; empty anchor for the page itself."""


@dataclass(frozen=True, slots=True)
class PageChange:
    """A page that both bundles have and that does not say the same; sections by their anchors."""

    url: str
    added: list[str]
    removed: list[str]
    changed: list[str]


@dataclass(frozen=True, slots=True)
class DocsetChange:
    """What changed in one docset; URLs in their order."""

    name: str
    added: list[str] = field(default_factory=list)
    """Pages that only the new bundle has."""
    removed: list[str] = field(default_factory=list)
    changed: list[PageChange] = field(default_factory=list)
    same: int = 0
    """Pages that say the same in both."""


@dataclass(frozen=True, slots=True)
class Upload:
    """The files that have to be copied to where one bundle lies, so that another one does."""

    files: list[str]
    """Paths below the bundle, sorted; the entry, which comes last of all, aside."""
    size_bytes: int
    """Of these files and the entry."""
    of_files: int
    """Number of all files of the new bundle, the entry included."""
    of_bytes: int


def compare_files(old: Path, new: Path) -> Upload:
    """Say which files a bundle has that another one lacks. Raises as `compare`."""
    before, after = ({ref.name: ref.size for ref in files_of_bundle(folder)} for folder in (old, new))
    missing = {name: n for name, n in after.items() if name not in before}
    size = (new / ENTRY).stat().st_size
    return Upload(sorted(missing), sum(missing.values()) + size, len(after) + 1, sum(after.values()) + size)


def compare(old: Path, new: Path) -> list[DocsetChange]:
    """Compare two bundles.

    Args:
        old: Folder of the one before.
        new: Folder of the one after.

    Raises:
        BundleError: There is no bundle, or a file of it is missing or damaged.
    """
    before, after = ({docset.name: docset for docset in open_entry(folder).docsets} for folder in (old, new))
    names = sorted({*before, *after})
    return [_docset(name, _pages(old, before.get(name)), _pages(new, after.get(name))) for name in names]


def _docset(name: str, before: Mapping[str, Digests], after: Mapping[str, Digests]) -> DocsetChange:
    both = sorted(before.keys() & after.keys())
    changed = [_page(url, before[url], after[url]) for url in both if before[url] != after[url]]
    added, removed = sorted(after.keys() - before.keys()), sorted(before.keys() - after.keys())
    return DocsetChange(name, added, removed, changed, len(both) - len(changed))


def _page(url: str, before: Digests, after: Digests) -> PageChange:
    return PageChange(
        url,
        added=[anchor for anchor in after if anchor not in before],
        removed=[anchor for anchor in before if anchor not in after],
        changed=[anchor for anchor in after if anchor in before and before[anchor] != after[anchor]],
    )


def _pages(folder: Path, docset: DocsetEntry | None) -> dict[str, Digests]:
    return {page.url: _digests(page, texts) for page, texts in pages_of(folder, docset)} if docset else {}


def _digests(page: PageRecord, texts: Sequence[str]) -> Digests:
    """Hash each section of a page."""
    facts = "\0".join((page.title, page.description, repr(sorted(page.facets.items()))))
    heads = [facts, *(section.title for section in page.sections[1:])]
    anchors = [section.anchor for section in page.sections]
    return {
        anchor: hashlib.sha256(f"{head}\0{text}".encode("utf-8", "surrogatepass")).digest()
        for anchor, head, text in zip(anchors, heads, texts, strict=True)
    }
