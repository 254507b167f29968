"""What a search found, as programs and the viewer get it."""

from __future__ import annotations

from dataclasses import replace

from pinax_runtime.search import Hit, Reply
from pinax_runtime.tools import reply_to_json

HIT = Hit("guide", "https://x.dev/a", "use", "guide:a#use", "A", ("Use",), 1.5, "…", {"type": ["guide"]}, "2026-01-02")


def test_a_hit_is_told_whole() -> None:
    """Every field of a hit is given; other versions only where there are some."""
    hit = replace(HIT, variants=("https://x.dev/1/a",))
    told = reply_to_json(Reply([HIT, hit], 2))
    assert told["hits"][0] == {
        "docset": "guide",
        "id": "guide:a#use",
        "url": "https://x.dev/a",
        "anchor": "use",
        "title": "A",
        "headings": ["Use"],
        "score": 1.5,
        "excerpt": "…",
        "facets": {"type": ["guide"]},
        "fetched_at": "2026-01-02",
    }
    assert told["hits"][1] == {**told["hits"][0], "variants": ["https://x.dev/1/a"]}


def test_what_does_not_hold_is_left_out() -> None:
    """A correction and left-out quotes are told where there were any."""
    assert reply_to_json(Reply([], 0)) == {"hits": [], "total": 0, "unknown_words": []}
    told = reply_to_json(Reply([], 0, relaxed=True, unknown_words=["flurb"], did_you_mean="blurb"))
    assert (told["relaxed"], told["unknown_words"], told["did_you_mean"]) == (True, ["flurb"], "blurb")
