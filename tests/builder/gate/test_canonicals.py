"""A canonical URL that is wrong costs no page: what says something else is kept, and reported."""

from __future__ import annotations

from pinax_builder.gate import collapse, mistaken_canonicals
from pinax_builder.records import PageSummary, packed_sections


def page(url: str, title: str, text: bytes, canonical: str = "https://x.dev/", shared: bytes = b"") -> PageSummary:
    """Return a page with a section of its own, and one that it shares."""
    sections = packed_sections((digest, 20) for digest in (text, shared) if digest)
    return PageSummary(f"https://x.dev/{url}", text + shared, canonical, None, 2, sections, title=title)


HOME = page("", "Home", b"home")


def test_different_pages_with_one_canonical_stay() -> None:
    """Six pages whose template names the home page are six pages, with a notice each."""
    six = [page(f"p{n}", f"Page {n}", b"text%d" % n) for n in range(6)]
    assert collapse([HOME, *six], {}) == []
    assert mistaken_canonicals([HOME, *six]).keys() == {each.url for each in six}


def test_the_same_page_gives_way() -> None:
    """One with the same title, and one that shares a section of some length, give way without a notice."""
    same = [page("a", "Home", b"shortened"), page("b", "Other", b"more", shared=b"home")]
    assert [rejection.reason for rejection in collapse([HOME, *same], {})] == ["canonical", "canonical"]
    assert mistaken_canonicals([HOME, *same]) == {}
