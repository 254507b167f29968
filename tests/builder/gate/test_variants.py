"""Which pages are versions of one page, or nearly the same, and which of them stands for the others."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinax_builder.gate import group_variants
from pinax_builder.records import Page, PageSummary, Section
from pinax_builder.segment import segment

WORDS = [f"word{n}" for n in range(400)]


def text(topic: str, edition: str = "", changed: int = 0) -> list[str]:
    """Return 300 words on a topic, some of them changed, and the edition."""
    words = random.Random(topic).choices(WORDS, k=300)
    name = "".join(filter(str.isalnum, edition))
    words[:changed] = [f"{name}new{n}" for n in range(changed)]
    return [" ".join([*words, name])]


def summary(url: str, language: str, title: str, texts: list[str]) -> PageSummary:
    """Return what a build knows of a page with these texts."""
    sections = tuple(Section(0, "", title, "page", text) for text in texts)
    page = Page(url, url, title, "", language, sections)
    with TemporaryDirectory() as folder:
        (part,) = segment([page], Path(folder) / "part", "", "en")
    return part.pages[0]


def groups(*pages: tuple[str, str, list[str]]) -> list[tuple[str, ...]]:
    """Group pages of (URL, title, texts) in English."""
    return group_variants(summary(url, "en", title, texts) for url, title, texts in pages)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("guide/a.html", "2.0/guide/a.html"),
        ("latest/a.html", "2.0/a.html"),
        ("stable/a.html", "main/a.html"),
        ("v3.11/a.html", "v3.9/a.html"),
        ("3/a.html", "2.7/a.html"),
        ("2.0/a.html", "dev/a.html"),
        ("https://x.dev/en/release-12/a/", "https://x.dev/en/release-9/a/"),
    ],
)
def test_the_current_version_stands_for_the_others(first: str, second: str) -> None:
    """A page outside of versions comes first, then the one that is called current, then by number, then unreleased."""
    pages = [(url, "Queues", text("queues", url, 20)) for url in (second, first)]
    assert groups(*pages) == [(first, second)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("guide/v2.html", "guide/v3.html"),
        ("video/a.html", "a.html"),
        ("x1/a.html", "x2/a.html"),
        ("2.0.html", "3.0.html"),
        ("a?v=2", "a?v=3"),
        ("python3/a.html", "python2/a.html"),
    ],
)
def test_what_is_no_folder_of_a_version(one: str, other: str) -> None:
    """A file's name, a query, and words that hold a number say nothing of a version: such pages may differ less."""
    changed = text("queues", "x", 60)
    assert groups((one, "Queues", text("queues")), (other, "Queues", changed)) == []
    assert groups(("1.0/a", "Queues", text("queues")), ("2.0/a", "Queues", changed)) == [("2.0/a", "1.0/a")]


def test_versions_may_differ_more_than_other_pages() -> None:
    """A fifth of the words may be others between versions, but not between pages that only share their title."""
    one, other = text("queues"), text("queues", "x", 60)
    assert groups(("1.0/a.html", "Queues 1.0", one), ("2.0/a.html", "Queues 2.0", other)) == [
        ("2.0/a.html", "1.0/a.html")
    ]
    assert groups(("a.html", "Queues", one), ("b.html", "Queues", other)) == []
    assert groups(("a.html", "Queues", one), ("b.html", "Queues", text("queues", "y", 2))) == [("a.html", "b.html")]


def test_release_notes_are_not_versions_of_one_page() -> None:
    """Pages of one title in folders of versions stay apart if they say different things."""
    assert groups(("1.0/notes.html", "Notes", text("one")), ("2.0/notes.html", "Notes", text("two"))) == []


def test_other_titles_and_languages_are_other_pages() -> None:
    """However alike their texts: members of two classes, a page that was not translated."""
    same = text("queues")
    assert groups(("a.html", "A", same), ("b.html", "B", same)) == []
    pages = [summary(f"{n}.0/a.html", language, "Queues", same) for n, language in ((1, "en"), (2, "de"))]
    assert group_variants(pages) == []


def test_short_pages_of_one_title_are_not_alike() -> None:
    """Pages of a sentence differ in the word that counts."""
    assert groups(("a.html", "Member", ["one two three"]), ("b.html", "Member", ["one two three"])) == []


def test_the_distance_decides() -> None:
    """Fingerprints that differ in 5 bits are alike, whichever bits these are, and those that differ in 6 are not."""
    page = summary("a.html", "en", "Queues", text("queues"))
    for low in range(0, 58, 3):
        within, beyond = (sum(1 << (low * 7 + bit * 11) % 64 for bit in range(n_bits)) for n_bits in (5, 6))
        others = [replace(page, url="bb.html", simhash=page.simhash ^ bits) for bits in (within, beyond)]
        assert [len(group_variants([page, other])) for other in others] == [1, 0]


_urls = st.sampled_from([f"{folder}{name}.html" for folder in ("", "1.0/", "2.0/", "dev/", "old/") for name in "abc"])
_given = st.dictionaries(
    _urls, st.tuples(st.sampled_from("AB"), st.sampled_from("xyz"), st.sampled_from((0, 2, 10, 30, 60)))
)


@cache
def made_once(url: str, title: str, topic: str, changed: int) -> PageSummary:
    return summary(url, "en", title, text(topic, url, changed))


@given(_given, st.randoms(use_true_random=False))
def test_groups_do_not_depend_on_the_order(pages: dict[str, tuple[str, str, int]], order: random.Random) -> None:
    """Whatever order pages come in, the groups are the same, and no page is in two."""
    made = [made_once(url, title, topic, changed) for url, (title, topic, changed) in pages.items()]
    expected = group_variants(made)
    order.shuffle(made)
    assert group_variants(made) == expected
    grouped = [url for group in expected for url in group]
    assert len(set(grouped)) == len(grouped)
