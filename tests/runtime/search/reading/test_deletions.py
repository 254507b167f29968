"""Deleted pages of a segment are in no answer, and other answers are what they are in a bundle without those pages."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from bundle_maker import MadeDocset, make_bundle
from pinax_runtime.format import ENTRY, CorruptFileError, Entry, LimitExceededError, limits
from pinax_runtime.search import Bundle, Docset, MemorySource, count_facets, pages_below, site_level, verify
from runtime.search.made import german_pages, guide_pages

GONE = (0, 3, 4, 11, 19)
"""Numbers of the deleted pages of the English segment."""
QUERIES = (
    "marker03", "marker05", "chapter", "how to run it", '"running takes time"', "creat*", "zebras", "create_task11",
    "lib.create_task5", "manual describes", "every program thing", "chapter 19",
)  # fmt: skip


@cache
def files(*, whole: bool) -> dict[str, bytes]:
    """Make a bundle with twenty pages and five of them deleted, or with the fifteen others alone."""
    pages = guide_pages()
    live = [page for number, page in enumerate(pages) if number not in GONE]
    made = make_bundle([MadeDocset("docs", [*(live if whole else pages), *german_pages()])])
    return made if whole else deleting(made, GONE, len(live))


def deleting(made: dict[str, bytes], gone: tuple[int, ...], n_live: int) -> dict[str, bytes]:
    """Delete pages of the segment that has most pages."""
    entry = Entry.from_bytes(made[ENTRY], "")
    (docset,) = entry.docsets
    bundle = Bundle(MemorySource(made))
    segment = max(bundle.docsets["docs"].segments, key=lambda segment: segment.manifest.n_pages)
    counts = {**docset.languages, "en": n_live}
    n_sections = max(0, docset.n_sections - 4 * len(gone))
    patched = replace(
        docset, deleted={segment.ref.name: gone}, languages=counts, n_pages=sum(counts.values()), n_sections=n_sections
    )
    return {**made, ENTRY: replace(entry, docsets=(patched,)).to_bytes()}


@pytest.fixture
def deleted() -> Bundle:
    """A bundle with deleted pages."""
    return Bundle(MemorySource(files(whole=False)))


@pytest.fixture
def whole() -> Bundle:
    """A bundle that never had them."""
    return Bundle(MemorySource(files(whole=True)))


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("sections", [False, True])
def test_searches_find_the_same(deleted: Bundle, whole: Bundle, query: str, sections: bool) -> None:
    """The same hits in the same order with the same totals and facets; scores but for how lengths are rounded."""
    mine, theirs = (
        bundle.search(query, limit=100, sections=sections, count_facets=True) for bundle in (deleted, whole)
    )
    assert [(hit.url, hit.anchor, hit.excerpt) for hit in mine.hits] == [
        (hit.url, hit.anchor, hit.excerpt) for hit in theirs.hits
    ]
    assert [hit.score for hit in mine.hits] == pytest.approx([hit.score for hit in theirs.hits], rel=0.01)
    assert (mine.total, mine.facets) == (theirs.total, theirs.facets)


def test_filters_and_counts_leave_them_out(deleted: Bundle, whole: Bundle) -> None:
    """Facets count what is left, with and without a filter, and filters pass what is left."""
    for filters in ({}, {"parity": ["odd"]}, {"tag": ["t3", "t4"]}):
        mine, theirs = (count_facets(list(bundle.docsets.values()), filters) for bundle in (deleted, whole))
        assert mine == theirs
        found = [
            {hit.url for hit in bundle.search("chapter", limit=100, filters=filters).hits}
            for bundle in (deleted, whole)
        ]
        assert found[0] == found[1]


def test_tags_of_all_pages_count_what_is_left(deleted: Bundle) -> None:
    """A facet that every page has by configuration is counted without the deleted ones."""
    docset = deleted.docsets["docs"]
    tagged = Docset(docset.entry, deleted.files, {"area": ["all"]})
    assert count_facets([tagged], {})["area"] == {"all": 18}


def test_symbols_are_those_of_live_pages(deleted: Bundle, whole: Bundle) -> None:
    """Exact names, names by their end and by their words: no definition on a deleted page."""
    for name in ("lib.create_task3", "create_task3", "create_task5", "create_task", "task", "lib"):
        mine, theirs = (
            [(hit.name, hit.section_id) for hit in bundle.find_symbol(name, limit=100).hits]
            for bundle in (deleted, whole)
        )
        assert mine == theirs, name


def test_pages_are_gone_by_every_way_to_them(deleted: Bundle, whole: Bundle) -> None:
    """By URL, by id, in listings, by their section of the site and beside another URL."""
    gone = [f"guide/p{number:02}.md" for number in GONE]
    docset, other = deleted.docsets["docs"], whole.docsets["docs"]
    assert [deleted.find(url) for url in gone] == [None] * len(gone)
    assert [deleted.find(f"docs:{url}") for url in gone] == [None] * len(gone)
    urls = [page.url for _, _, page in docset.documents()]
    assert urls == [page.url for _, _, page in other.documents()]
    assert site_level(docset, "").sections == site_level(other, "").sections
    below = [segment.page(number).url for segment, numbers in pages_below(docset, "guide") for number in numbers]
    assert sorted(below) == sorted(set(urls) - {page.url for page in german_pages()})
    segment = max(docset.segments, key=lambda segment: segment.manifest.n_pages)
    near = [segment.page(number).url for number in segment.neighbors("guide/p04.md", 3)]
    assert near
    assert not {*near} & {*gone}


def test_a_bundle_with_deleted_pages_is_sound(deleted: Bundle) -> None:
    """Verification counts without the deleted pages."""
    assert verify(deleted.files.source).findings == []


def test_other_deletions_are_another_library(deleted: Bundle, whole: Bundle) -> None:
    """What was answered for a segment is not taken for the same segment with other pages deleted."""
    made = files(whole=False)
    entry = Entry.from_bytes(made[ENTRY], "")
    fewer = replace(entry.docsets[0], deleted={name: pages[:1] for name, pages in entry.docsets[0].deleted.items()})
    source = MemorySource({**made, ENTRY: replace(entry, docsets=(fewer,)).to_bytes()})
    assert Bundle(source).identity != deleted.identity
    assert deleted.search("marker03").total == 0
    deleted.files.source = source
    assert Bundle(deleted.files).search("marker03").total == 1


@pytest.mark.parametrize("numbers", [(0, 20), (99,)])
def test_pages_that_are_not_there_are_refused(numbers: tuple[int, ...]) -> None:
    """An entry that deletes a page beyond the segment's last is damaged."""
    made = make_bundle([MadeDocset("docs", guide_pages())])
    bundle = Bundle(MemorySource(deleting(made, numbers, 18)))
    with pytest.raises(CorruptFileError):
        bundle.search("chapter")


def test_numbers_are_checked() -> None:
    """Numbers that do not rise, and more of them than the format allows, are refused with the entry."""
    made = make_bundle([MadeDocset("docs", guide_pages())])
    for numbers in ((3, 3), (4, 2)):
        with pytest.raises(CorruptFileError):
            Entry.from_bytes(deleting(made, numbers, 18)[ENTRY], "")
    with pytest.raises(LimitExceededError, match="deleted pages"):
        Entry.from_bytes(deleting(made, tuple(range(limits.DELETED + 1)), 18)[ENTRY], "")
