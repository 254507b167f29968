"""Leave the deleted pages of a segment out of what its files say.

Strategy. A segment never changes, so the entry names the pages of it that no longer count. They are taken out where
postings are decoded, which then stay in memory as they are: what ranks, counts and shows sections never meets them.
Rules: a segment without deleted pages pays nothing.
Why:   docs/decisions/0131
Spec:  docs/format.md, section 3.2.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence, Set
from itertools import chain, compress
from operator import not_
from sys import getsizeof
from typing import NamedTuple

from pinax_runtime.format import WORDS, DocsetEntry, FileRef, Postings, SegmentManifest, packed


class Deletions(NamedTuple):
    """What the entry says of the deleted pages of one segment."""

    pages: Sequence[int] = ()
    n_words: int | None = None
    """Number of words on them; None if the entry does not say it."""


NONE_DELETED = Deletions()


def deletions_of(docset: DocsetEntry, ref: FileRef) -> Deletions:
    """Return the deletions of a segment of a docset."""
    return Deletions(docset.deleted.get(ref.name, ()), docset.deleted_words.get(ref.name))


class Totals(NamedTuple):
    """How much a segment holds."""

    n_pages: int
    n_sections: int
    n_words: int


Columns = tuple[Sequence[int], Sequence[int]]


def sections_of(pages: Iterable[int], first_sections: Sequence[int], n_sections: Sequence[int]) -> frozenset[int]:
    """Return the sections of some pages.

    Args:
        pages: Page numbers.
        first_sections: First section of each page of the segment.
        n_sections: Number of sections of each page of the segment.
    """
    spans = (range(first_sections[page], first_sections[page] + n_sections[page]) for page in pages)
    return frozenset(chain.from_iterable(spans))


def live_pages(numbers: range, deleted: Set[int]) -> Sequence[int]:
    """Return those of neighboring pages that are not deleted.

    >>> live_pages(range(4), {1, 9}), live_pages(range(4), set())
    ([0, 2, 3], range(0, 4))
    """
    return [number for number in numbers if number not in deleted] if deleted else numbers


def live_totals(manifest: SegmentManifest, deleted: Deletions, codes: Collection[int]) -> Totals:
    """Return how much a segment holds without its deleted pages.

    Args:
        manifest: Says what it holds with them.
        deleted: Its deleted pages.
        codes: Length codes of their sections, which tell about how many words they have if the entry does not.
    """
    words = round(sum(map(WORDS.__getitem__, codes))) if deleted.n_words is None else deleted.n_words
    n_words = max(0, manifest.n_words - words)
    return Totals(manifest.n_pages - len(deleted.pages), manifest.n_sections - len(codes), n_words)


class FoundTerm(NamedTuple):
    """What is known of a term."""

    n_sections: int
    """Number of sections that have it; 0 if it is not there."""
    postings: Postings

    @property
    def size_bytes(self) -> int:
        """Memory that it takes, estimated."""
        return 500 + sum(map(getsizeof, chain.from_iterable(self.postings.by_field.values())))


def live_term(found: FoundTerm, deleted: Set[int]) -> FoundTerm:
    """Return what is known of a term without the deleted sections."""
    postings = found.postings
    gone: set[int] = set()
    for sections, _ in postings.by_field.values():
        gone.update(filter(deleted.__contains__, sections))
    if not gone:
        return found
    by_field = {field: _live_columns(columns, gone) for field, columns in postings.by_field.items()}
    titled = _live_columns(postings.titled, gone) if postings.titled else None
    left = {field: columns for field, columns in by_field.items() if columns[0]}
    return FoundTerm(found.n_sections - len(gone), Postings(left, titled if titled and titled[0] else None))


def _live_columns(columns: Columns, gone: Set[int]) -> Columns:
    kept = list(map(not_, map(gone.__contains__, columns[0])))
    return packed(list(compress(columns[0], kept))), packed(list(compress(columns[1], kept)))
