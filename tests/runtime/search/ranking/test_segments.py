"""How pages are divided among segments changes nothing in what is found, whatever bounds the work."""

from __future__ import annotations

import random

import pytest

from bundle_maker import MadeDocset, MadePage, MadeSection, make_bundle
from pinax_runtime.search import MemorySource, knobs, open_bundle

WORDS = ("common", "usual", "frequent", "seldom", "rare", "odd")
QUERIES = (
    "rare odd",
    "common",
    "common usual",
    "seldom frequent common usual",
    "rare seldom frequent usual common odd",
    '"usual common" rare',
)


def pages() -> list[MadePage]:
    """Return pages of which nearly all have some words, and few have others."""
    rng = random.Random(7)
    return [MadePage(f"p{n:03}.html", f"Page {n}", sections=(_section(rng), _section(rng))) for n in range(120)]


def _section(rng: random.Random) -> MadeSection:
    text = [word for rarity, word in enumerate(WORDS) for _ in range(rng.randrange(9)) if rng.random() < 0.5**rarity]
    text += ["pad"] * rng.randrange(60)
    return MadeSection(rng.choice(["Notes", "Common notes", "Usual things"]), " ".join(rng.sample(text, len(text))))


@pytest.fixture
def little_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lower every bound on the work of a query, so that each of them matters in a small bundle."""
    bounds = {"POSTINGS_BUDGET": 40, "TASK_BUDGET": 40, "LOOKUP_SECTIONS": 15, "RERANKED": 6}
    bounds |= {"CANDIDATE_PAGES": 20, "CANDIDATE_SECTIONS": 60}
    for knob, value in bounds.items():
        monkeypatch.setattr(knobs, knob, value)


def _ranked(docsets: list[MadeDocset], query: str, sections: bool, limit: int) -> list[tuple[float, str]]:
    found = open_bundle(MemorySource(make_bundle(docsets))).search(query, limit=limit, sections=sections)
    return sorted((-hit.score, f"{hit.url}#{hit.anchor}") for hit in found.hits)


@pytest.mark.usefixtures("little_is_looked_at")
@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("sections", [False, True])
def test_a_small_segment_beside_a_large_one_changes_no_score(query: str, sections: bool) -> None:
    """The best hits of a docset are those of its pages in two segments, one of them small, with the same scores."""
    whole, limit = pages(), 12
    changed = {3, 40, 41, 77, 119}
    large = MadeDocset("a", [page for n, page in enumerate(whole) if n not in changed])
    small = MadeDocset("b", [page for n, page in enumerate(whole) if n in changed])
    assert _ranked([large, small], query, sections, limit) == _ranked([MadeDocset("a", whole)], query, sections, limit)
