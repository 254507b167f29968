"""Which pages are variants of one another."""

from __future__ import annotations

import random
from dataclasses import replace

from builder.gate.site_pages import figures, html
from pinax_builder.gate import PageFigures, collapse_near


def variant(url: str, edition: str = "", topic: str = "wick", title: str = "Trimming the wick") -> PageFigures:
    page = html(topic, 20, title).replace(b"</main>", f"<p>Edition {edition}</p></main>".encode())
    return figures(page, url)


def test_editions_of_a_page_collapse_to_the_shortest_address() -> None:
    """Pages of one title that differ in a number are variants; the shortest URL, then the first, stays."""
    pages = [variant(f"https://x.org/wick-{v}", v) for v in ("3.12", "3.9", "3.8")]
    dropped = collapse_near(pages)
    assert [rejection.url for rejection in dropped] == ["https://x.org/wick-3.12", "https://x.org/wick-3.9"]
    assert {(rejection.reason, rejection.twin) for rejection in dropped} == {
        ("near_duplicate", "https://x.org/wick-3.8")
    }
    assert "https://x.org/wick-3.8" in dropped[0].detail


def test_versions_in_folders_stay() -> None:
    """Pages that differ in a folder that is a version are not dropped: who uses an old version asks for it."""
    assert collapse_near([variant(f"https://x.org/{v}/wick", v) for v in ("3.12", "3.9", "latest")]) == []


def test_the_choice_does_not_depend_on_the_order() -> None:
    """Whatever order the pages come in, the same ones are dropped."""
    pages = [variant(f"https://x.org/{p}/e{v}", str(v), p, p) for v in range(6) for p in ("wick", "oil")]
    expected = collapse_near(pages)
    assert len(expected) == 10
    for seed in range(5):
        random.Random(seed).shuffle(pages)
        assert collapse_near(pages) == expected


def test_pages_of_different_titles_are_no_variants() -> None:
    """Reference pages that differ in the name of a variable alone are all kept."""
    assert collapse_near([variant("https://x.org/a", title="A"), variant("https://x.org/b", title="B")]) == []


def test_short_pages_are_no_variants() -> None:
    """Below 64 words nothing is said about likeness."""
    pages = [replace(variant(f"https://x.org/{n}"), n_words=63) for n in range(3)]
    assert collapse_near(pages) == []
    assert len(collapse_near([replace(page, n_words=64) for page in pages])) == 2


def test_the_distance_decides() -> None:
    """Fingerprints that differ in 5 bits are variants, whichever bits these are, and those that differ in 6 are not."""
    page = variant("https://x.org/a")
    for low in range(0, 58, 3):
        within, beyond = (sum(1 << (low * 7 + bit * 11) % 64 for bit in range(n_bits)) for n_bits in (5, 6))
        others = [replace(page, url="https://x.org/bb", simhash=page.simhash ^ bits) for bits in (within, beyond)]
        assert [len(collapse_near([page, other])) for other in others] == [1, 0]
