"""How pages are divided among segments changes nothing in what is found, whatever bounds the work."""

from __future__ import annotations

import random
from functools import cache

import pytest

from bundle_maker import Cutting, MadeDocset, MadePage, MadeSection, make_bundle
from pinax_runtime.search import Bundle, MemorySource, open_bundle

WORDS = ("common", "usual", "frequent", "seldom", "rare", "odd")
QUERIES = (
    "rare odd",
    "common",
    "common usual",
    "seldom frequent common usual",
    "rare seldom frequent usual common odd",
    '"usual common" rare',
)


@cache
def pages() -> list[MadePage]:
    """Return pages of which nearly all have some words, and few have others: more than a query looks at."""
    rng = random.Random(7)
    return [
        MadePage(f"p{n:03}.html", f"Page {n}", sections=tuple(_section(rng, k) for k in range(80))) for n in range(140)
    ]


@cache
def bundle(*, whole: bool) -> Bundle:
    """Open a bundle of all pages in one segment, or in two of which one is small."""
    changed = {3, 40, 41, 77, 119} if not whole else set()
    large = MadeDocset("a", [page for n, page in enumerate(pages()) if n not in changed])
    small = MadeDocset("b", [page for n, page in enumerate(pages()) if n in changed])
    docsets = [docset for docset in (large, small) if docset.pages]
    return open_bundle(MemorySource(make_bundle(docsets, cutting=Cutting(1000, 1000, 1000))))


def _section(rng: random.Random, number: int) -> MadeSection:
    text = [word for rarity, word in enumerate(WORDS) for _ in range(rng.randrange(4)) if rng.random() < 0.5**rarity]
    text += ["pad"] * rng.randrange(6)
    title = rng.choice(["Notes", "Common notes", "Usual things"])
    return MadeSection(title, " ".join(rng.sample(text, len(text))), anchor=f"s{number}")


def _ranked(asked: Bundle, query: str, sections: bool) -> list[tuple[float, str]]:
    found = asked.search(query, limit=12, sections=sections)
    return sorted((-hit.score, f"{hit.url}#{hit.anchor}") for hit in found.hits)


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("sections", [False, True])
def test_a_small_segment_beside_a_large_one_changes_no_score(query: str, sections: bool) -> None:
    """The best hits of a docset are those of its pages in two segments, one of them small, with the same scores."""
    assert _ranked(bundle(whole=False), query, sections) == _ranked(bundle(whole=True), query, sections)
