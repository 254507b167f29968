"""Facets of a query are counted over all that matches, however much that is."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from bundle_maker import Cutting, MadeDocset, MadePage, make_bundle
from pinax_runtime.search import Bundle, CountingSource, MemorySource, open_bundle

PAGES = 2_600


@cache
def files() -> dict[str, bytes]:
    """Return a bundle in which every page has a common word, half of the pages a rarer one."""
    pages = [
        MadePage(
            f"p{n:05}.md",
            text=f"common {'rare word' if n % 2 else 'word'} {'' if n % 3 else 'rare common'}",
            facets={"third": [f"t{n % 3}"], "half": ["odd" if n % 2 else "even"]},
            language="de" if n % 5 == 0 else "en",
        )
        for n in range(PAGES)
    ]
    led = [MadePage(f"v{n}.md", text="common", facets={"third": ["t0"]}, leader="p00001.md") for n in range(3)]
    return make_bundle([MadeDocset("d", [*pages, *led])], cutting=Cutting(keys=64, pages=200, texts=400))


def bundle() -> Bundle:
    return open_bundle(MemorySource(files()))


@pytest.mark.parametrize("query", ["common ", "rare ", "common rare ", '"rare word"', '"rare common" ', "rar*"])
@pytest.mark.parametrize("filters", [{}, {"half": ["odd"]}], ids=["all", "filtered"])
def test_counts_are_those_of_all_hits(query: str, filters: dict[str, list[str]]) -> None:
    """Counted page by page over every hit, the facets are the same."""
    reply = bundle().search(query, limit=1, filters=filters, count_facets=True)
    every = bundle().search(query, limit=PAGES + 10, filters=filters, excerpt_chars=0).hits
    for facet in ("third", "half"):
        counted = Counter(value for hit in every for value in hit.facets.get(facet, ()))
        assert reply.facets.get(facet, {}) == counted
    assert reply.total == len(every)


def test_nothing_is_counted_unless_asked_for() -> None:
    """A search without counting reads no file of facets."""
    source = CountingSource(MemorySource(files()))
    opened = open_bundle(source)
    assert opened.search("common ").facets == {}
    assert not any(name.endswith(".facets") for name in source.names)


def test_counting_reads_no_pages() -> None:
    """What counting reads is the same for one match and for thousands: files of facets."""
    source = CountingSource(MemorySource(files()))
    opened = open_bundle(source)
    opened.search("common ", limit=1, excerpt_chars=0)
    before = len(source.names)
    opened.search("common ", limit=1, excerpt_chars=0, count_facets=True)
    assert {name.rpartition(".")[2] for name in source.names[before:]} == {"facets"}
