"""The pages and sections of several parts get the numbers that they would have in one."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from pinax_builder.records import PageSummary, SpilledPart
from pinax_builder.write.numbering import DROPPED, Numbering, number

SIZES = st.lists(st.lists(st.integers(1, 4), max_size=4), max_size=4)
"""Number of sections of each page of each part."""


def made(sizes: list[list[int]]) -> list[SpilledPart]:
    """Make parts of pages with so many sections; only what numbering reads is filled."""
    urls = (f"https://x.dev/{n:03}" for n in count())
    pages = [tuple(PageSummary(next(urls), b"", "", None, n_sections) for n_sections in of_part) for of_part in sizes]
    return [SpilledPart("en", "english", Path(), Path(), of_part, b"", b"", (), b"") for of_part in pages]


def kept_numbers(numberings: list[Numbering], name: str) -> list[int]:
    """Return the numbers of what is kept, over all parts."""
    return [found for numbering in numberings for found in getattr(numbering, name) if found != DROPPED]


@given(SIZES, st.sets(st.integers(0, 15)))
def test_what_is_kept_is_numbered_without_gaps(sizes: list[list[int]], left_out: set[int]) -> None:
    """Kept pages have the numbers 0, 1, 2, … over all parts, and so have their sections."""
    parts = made(sizes)
    pages = [page for part in parts for page in part.pages]
    dropped = {page.url for at, page in enumerate(pages) if at in left_out}
    numberings = number(parts, dropped)
    kept = [page for page in pages if page.url not in dropped]
    assert kept_numbers(numberings, "pages") == list(range(len(kept)))
    assert kept_numbers(numberings, "sections") == list(range(sum(page.n_sections for page in kept)))


@given(SIZES, st.sets(st.integers(0, 15)))
def test_every_page_and_section_has_a_place(sizes: list[list[int]], left_out: set[int]) -> None:
    """Each part's columns are as long as the part, and a page is dropped with all of its sections."""
    parts = made(sizes)
    urls = [page.url for part in parts for page in part.pages]
    numberings = number(parts, {url for at, url in enumerate(urls) if at in left_out})
    for part, numbering in zip(parts, numberings, strict=True):
        at = 0
        for page, new in zip(part.pages, numbering.pages, strict=True):
            sections = numbering.sections[at : at + page.n_sections]
            assert [section == DROPPED for section in sections] == [new == DROPPED] * page.n_sections
            at += page.n_sections
        assert at == len(numbering.sections)
