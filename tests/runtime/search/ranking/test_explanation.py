"""What an explanation promises: its parts add up, it changes nothing, and it names what was read."""

from __future__ import annotations

import pytest

from bundle_maker import MadeDocset, MadePage, MadeSection, make_bundle
from pinax_runtime.search import Bundle, CountingSource, MemorySource, open_bundle
from pinax_runtime.tools import reply_to_json
from runtime.search.made import two_docsets

QUERIES = [
    "running program",
    "create_task3",
    "marker05 zebras",
    "Chapter 7",
    "prog",
    '"create a task"',
    "zebars",
    "Häuser",
]


def bundle() -> tuple[CountingSource, Bundle]:
    """Open a bundle that nothing was read of, through a counter."""
    source = CountingSource(MemorySource(two_docsets()))
    return source, open_bundle(source)


@pytest.mark.parametrize("sections", [False, True])
@pytest.mark.parametrize("query", QUERIES)
def test_the_parts_add_up(query: str, sections: bool) -> None:
    """The parts of each hit give its score, and a search that is explained finds what it finds otherwise."""
    _, asked = bundle()
    explained, usual = (asked.search(query, sections=sections, explain=on) for on in (True, False))
    assert explained.hits
    written = [hit["explanation"] for hit in reply_to_json(explained)["hits"]]
    for told, hit, parted in zip(explained.hits, usual.hits, written, strict=True):
        assert told.explanation
        assert told.explanation.score == pytest.approx(hit.score, abs=2e-3)
        parts = [word[name] for word in parted["words"] for name in ("section_adds", "page_adds")]
        assert sum([*parts, *parted["adds"].values()]) == pytest.approx(hit.score, abs=2e-3 * (len(parts) + 4))
        assert (told.section_id, told.score, told.excerpt) == (hit.section_id, hit.score, hit.excerpt)
        assert hit.explanation is None
    assert usual.explanation is None


def test_each_part_is_named() -> None:
    """Words come with idf, frequencies and parts; bonuses, prior and the docset's weight by name."""
    pages = [
        MadePage("a.html", "Shallow copy", "a shallow copy of it", sections=(MadeSection("Shallow copy"),)),
        *(MadePage(f"n{n}.html", text="nothing of it") for n in range(5)),
    ]
    asked = open_bundle(MemorySource(make_bundle([MadeDocset("d", pages, weight=2.0)])))
    (hit,) = asked.search("shallow copy ", explain=True).hits
    told = hit.explanation
    assert told
    assert {word.word for word in told.words} == {"shallow", "copi"}
    assert all(word.idf > 0 < word.section_frequency for word in told.words)
    assert min(told.section_coverage, told.page_coverage, told.exact_title, told.proximity) > 0
    assert (told.prior, told.docset_weight) == (1.0, 2.0)


def test_what_was_read_is_named() -> None:
    """The files that were read come with their sizes; read again they are in memory and cost nothing."""
    source, asked = bundle()
    before, size = len(source.names), source.size_bytes
    told = asked.search("running program", explain=True).explanation
    assert told
    assert sorted(name for name, _ in told.files) == sorted(source.names[before:])
    assert told.size_bytes == source.size_bytes - size
    again = asked.search("running program", explain=True).explanation
    assert again
    assert again.files == ()


def test_words_come_with_their_sections() -> None:
    """Each word is told with how many sections hold it, a corrected one under what it was corrected to."""
    _, asked = bundle()
    told = asked.search("marker05 zebars ", explain=True).explanation
    assert told
    assert told.sections_with == {"marker05": 1, "zebra": 21}
