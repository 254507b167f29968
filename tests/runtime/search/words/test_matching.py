"""What is found: prefixes, phrases, filters, identifiers, languages, and what is not there."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bundle_maker import Cutting, MadeDocset, MadePage, MadeSection, make_bundle
from pinax_runtime.search import Bundle, MemorySource, knobs, open_bundle
from pinax_runtime.search.query import parse_query
from pinax_runtime.text import analyzer
from runtime.search.made import two_docsets


@cache
def bundle() -> Bundle:
    return open_bundle(MemorySource(two_docsets()))


def made(*pages: MadePage, keys: int = 2) -> Bundle:
    """Open a bundle of one docset whose shards hold two keys each."""
    files = make_bundle([MadeDocset("d", pages)], cutting=Cutting(keys=keys, pages=1, texts=1))
    return open_bundle(MemorySource(files))


def found(asked: Bundle, query: str, **options: object) -> list[str]:
    """Name the pages that a query finds, in URL order."""
    return sorted(hit.url for hit in asked.search(query, limit=1000, **options).hits)


@pytest.mark.parametrize("n", range(20))
def test_a_rare_word_finds_its_page(n: int) -> None:
    """Each page is found by its own word, whichever shard that falls in."""
    assert found(bundle(), f"marker{n:02} ") == [f"https://x.dev/docs/guide/p{n:02}.md"]


def test_inflections_are_found() -> None:
    """A word is found by its other forms, on both sides."""
    asked = made(MadePage("a.md", text="He configures classes"), MadePage("b.md", text="configuring a class"))
    for query in ("configure", "configured class", "classes", "CONFIGURES"):
        assert found(asked, query + " ") == ["a.md", "b.md"]


def test_a_prefix_is_found_in_every_shard_it_covers() -> None:
    """An unfinished word finds all terms that start so, over many shards; each of them counts."""
    pages = [MadePage(f"p{n}.md", text=f"zebra{chr(97 + n)}x") for n in range(12)]
    asked = made(*pages, keys=1)
    assert found(asked, "zebra*") == sorted(page.url for page in pages)
    assert found(asked, "zebrac*") == ["p2.md"]
    assert found(asked, "zebraz*") == []


@given(
    st.sampled_from(["zzz", "zz", "zzzé", "é", "zzz\u07ff", "\uffee", "𝒳𝒳", "\U0001d7ff", "ｚｚ", "aa"]),
    st.integers(1, 4),
)
def test_prefixes_end_rightly_at_any_character(start: str, keys: int) -> None:
    """A prefix finds the terms that start with it and no others, at every multibyte boundary between shards."""
    words = [start + end for end in ("a", "é", "ß", "\u0416", "9", "𐐷")]
    others = ["zy", "zzy", "zzzz", "a", "b", "ê", "ﾁ", "一"]
    asked = made(*(MadePage(f"p{n}.md", text=word) for n, word in enumerate([*words, *others])), keys=keys)
    segment = asked.docsets["d"].segments[0]
    for prefix in {start, *words, *others}:
        spelled = [term for term, _ in segment.with_prefix("terms", prefix)]
        every = [term for term, _ in segment.with_prefix("terms", "")]
        assert spelled == [term for term in every if term.startswith(prefix)]


def test_a_finished_last_word_is_no_prefix() -> None:
    """A word that is followed by a space is not continued."""
    asked = made(MadePage("a.md", text="kilo"), MadePage("b.md", text="kilobyte"))
    assert found(asked, "kiloby") == ["b.md"]
    assert found(asked, "kiloby ") == []


def test_a_phrase_keeps_the_places_of_words_that_are_not_indexed() -> None:
    """A word too long to be indexed may stand where the phrase has one, and only there."""
    long = "x" * 70
    pages = [MadePage("with.html", text=f"red {long} car"), MadePage("without.html", text="red car")]
    asked = open_bundle(MemorySource(make_bundle([MadeDocset("d", pages)])))
    assert [hit.url for hit in asked.search(f'"red {long} car"').hits] == ["with.html"]
    assert [hit.url for hit in asked.search('"red car"').hits] == ["without.html"]


def test_a_phrase_wants_its_words_side_by_side() -> None:
    """Quoted words stand in that order with nothing between; unquoted ones anywhere."""
    asked = made(
        MadePage("a.md", text="a shallow copy of it"),
        MadePage("b.md", text="copy the shallow water"),
        MadePage("c.md", text="shallow or deep copy"),
        MadePage("d.md", sections=(MadeSection("Shallow copies", "…"),)),
    )
    assert found(asked, '"shallow copy"') == ["a.md", "d.md"]
    assert found(asked, '"copy of it"') == ["a.md"]
    assert found(asked, "shallow copy ") == ["a.md", "b.md", "c.md", "d.md"]
    assert not asked.search('"shallow copy"').relaxed
    assert asked.search('"copy shallow"').relaxed


def test_a_quoted_word_must_be_there() -> None:
    """A quoted word is required, the others are not."""
    asked = made(MadePage("a.md", text="alpha beta"), MadePage("b.md", text="alpha"), MadePage("c.md", text="beta"))
    assert found(asked, 'alpha "beta"') == ["a.md", "c.md"]


@pytest.mark.parametrize(
    "query", ['"', '""', '"""', '"unclosed phrase', '" "', "*", "-", "…", "\x00", "", "   ", "\ud800"]
)
def test_odd_queries_give_no_error(query: str) -> None:
    """A query of anything gives a reply."""
    assert bundle().search(query).total >= 0


@given(st.text(max_size=80))
def test_any_query_gives_a_reply(query: str) -> None:
    """Whatever is typed, there is a reply with a sound excerpt for each hit, and asking again gives the same."""
    reply = bundle().search(query, limit=5)
    assert len(reply.hits) <= 5
    assert reply == bundle().search(query, limit=5)


def test_a_name_at_the_end_may_be_unfinished() -> None:
    """A name that nothing has finds those that begin so, before pages that have its first word more often."""
    asked = made(
        MadePage("tags.md", text="Run dist-tag to name a version of it."),
        MadePage("dist.md", text="A dist is a packed dist, and a dist is smaller."),
    )
    assert asked.search("dist-t").hits[0].url == "tags.md"
    assert asked.search("dist-t ").hits[0].url == "dist.md"


def test_a_name_asks_for_no_ending() -> None:
    """Where the cut falls between a name and its words, the last word asks for what was typed last, not the name."""
    query = parse_query("_[#Be" * knobs.MAX_TERMS, analyzer("english"))
    assert query.terms[-1].whole
    assert [term.prefix for term in query.terms if term.whole and term.prefix] == []
    assert [term.prefix for term in query.terms if term.prefix] == ["be"]


def test_long_queries_are_cut() -> None:
    """A pasted page asks for so many words and no more."""
    query = parse_query("word " * 10_000 + "end", analyzer("english"))
    assert len(query.terms) <= knobs.MAX_TERMS
    assert bundle().search("the manual " * knobs.MAX_QUERY_CHARS).hits


def test_filters_take_any_value_of_a_key_and_every_key() -> None:
    """Values of one facet are alternatives; facets are all required."""

    def numbers(filters: dict[str, list[str]]) -> list[int]:
        return [int(url[-5:-3]) for url in found(bundle(), "program ", filters=filters)]

    assert numbers({"parity": ["odd"]}) == list(range(1, 20, 2))
    assert numbers({"parity": ["odd", "even"]}) == list(range(20))
    assert numbers({"parity": ["odd"], "tag": ["t0", "t1"]}) == [1, 5, 11, 15]
    assert numbers({"parity": ["odd"], "tag": ["none such"]}) == []
    assert numbers({"none such": ["x"]}) == []
    assert numbers({"parity": []}) == []


def test_filters_do_not_change_scores() -> None:
    """A filter leaves pages out; those that stay score as before."""
    scores = {hit.url: hit.score for hit in bundle().search("running program", limit=50).hits}
    for hit in bundle().search("running program", limit=50, filters={"parity": ["odd"]}).hits:
        assert hit.score == scores[hit.url]


def test_a_total_counts_what_filters_leave() -> None:
    """The total is that of the pages that pass."""
    assert bundle().search("program ", limit=1, filters={"tag": ["t3"]}).total == 4


def test_docsets_are_chosen_by_name() -> None:
    """Without names all docsets answer; with names only those; an unknown name has nothing."""
    names = {hit.docset for hit in bundle().search("zebras ", limit=50).hits}
    assert names == {"api", "guide"}
    assert {hit.docset for hit in bundle().search("zebras ", limit=50, docs=["api"]).hits} == {"api"}
    assert bundle().search("zebras ", docs=["nope"]).hits == []


def test_one_document_can_be_searched() -> None:
    """Within a document, named by URL or by id, only its sections are found."""
    for document in ("https://x.dev/docs/guide/p03.md", "guide:guide/p03.md", "guide:guide/p03.md#run"):
        hits = bundle().search("running create task ", document=document, sections=True, limit=50).hits
        assert {hit.url for hit in hits} == {"https://x.dev/docs/guide/p03.md"}
        assert {hit.anchor for hit in hits} >= {"run", "task3"}
    assert bundle().search("running", document="nope").hits == []


def test_pages_come_once_and_sections_each() -> None:
    """A page is given once, with its best section; sections are given each."""
    pages = bundle().search("program ", limit=100, docs=["guide"]).hits
    sections = bundle().search("program ", limit=100, docs=["guide"], sections=True).hits
    assert len(pages) == len({hit.url for hit in pages}) == 20
    assert len(sections) == len({hit.section_id for hit in sections}) == 40


def test_a_continuation_is_its_parents_hit() -> None:
    """What stands in a "more" section is found as the section that it belongs to, once."""
    hits = bundle().search("zebras ", limit=100, docs=["guide"], sections=True).hits
    assert {hit.anchor for hit in hits} == {"run"}
    assert len(hits) == 20
    assert all("zebras" in hit.excerpt for hit in hits)


@pytest.mark.parametrize(
    "query",
    [
        "asyncio.gather",
        "asyncio gather",
        "gather",
        "create_task7",
        "createTask7",
        "create task7",
        "lib.create_task7",
        "--fast",
    ],
)
def test_identifiers_are_found_whole_and_in_parts(query: str) -> None:
    """An identifier finds its definition, as it is spelled and by its parts."""
    first = bundle().search(query + " ").hits[0]
    wanted = "gather.html" if "gather" in query else "run" if "fast" in query else "task7"
    assert wanted in (first.url, first.anchor)


def test_accents_are_optional_and_count() -> None:
    """A word is found with its accents and without; with them, the exact spelling comes first."""
    asked = made(MadePage("a.md", text="resume the job"), MadePage("b.md", text="a résumé of it"))
    assert found(asked, "resume ") == found(asked, "résumé ") == ["a.md", "b.md"]
    assert [hit.url for hit in asked.search("résumé ").hits][0] == "b.md"


def test_each_segment_is_asked_in_its_language() -> None:
    """German pages are found by German forms, whatever else is in the docset."""
    assert found(bundle(), "Haus ") == ["https://x.dev/docs/de/s0.md", "https://x.dev/docs/de/s1.md"]
    assert found(bundle(), "Aufgabe ") == ["https://x.dev/docs/de/s2.md"]


@pytest.mark.parametrize(
    ("query", "wanted"), [("日本", ["a.md", "b.md"]), ("日本語", ["a.md", "b.md"]), ("ｶﾞｲﾄﾞ", ["c.md"]), ("語", ["a.md"])]
)
def test_scripts_without_spaces(query: str, wanted: list[str]) -> None:
    """Text without spaces is found by two neighbouring characters, or one that another follows, in any spelling."""
    texts = {"a.md": "これは日本語の文書です", "b.md": "日本の地図", "c.md": "ガイド"}
    asked = made(*(MadePage(url, text=text) for url, text in texts.items()))
    assert found(asked, query + " ") == wanted
    assert query != "日本語" or asked.search(query).hits[0].url == "a.md"


def test_unknown_words_are_named() -> None:
    """A word that nothing has is named; the others still find."""
    reply = bundle().search("program xyzzyplugh ")
    assert reply.hits
    assert len(reply.unknown_words) == 1
    assert reply.unknown_words[0].startswith("xyzzyplugh")


def test_ids_lead_back_to_their_sections() -> None:
    """Each hit's id finds the document and the section again."""
    for hit in bundle().search("create a task running zebras ", limit=50, sections=True).hits:
        document = bundle().find(hit.section_id)
        assert document
        assert document.page.url == hit.url
        index = document.find(hit.section_id.partition("#")[2])
        assert index is not None
        assert document.node(index).id == hit.section_id


def test_ids_survive_edits_elsewhere() -> None:
    """A section keeps its id when pages and sections before it come and go."""
    page = MadePage(
        "b.md", "B", sections=(MadeSection("One", "uno", anchor="one"), MadeSection("Two", "dos", anchor="two"))
    )
    edited = MadePage("b.md", "B", sections=(MadeSection("Zero", "cero", anchor="zero"), *page.sections))
    before = made(page).search("dos ").hits[0]
    after = made(MadePage("a.md", "A", text="new"), edited).search("dos ").hits[0]
    assert before.section_id == after.section_id == "d:b.md#two"


@pytest.mark.parametrize(
    "spelling", ["https://x.dev/docs/guide/p04.md", "guide/p04.md", "/guide/p04.md", "guide:guide/p04.md"]
)
def test_pages_are_found_by_any_spelling(spelling: str) -> None:
    """A page is found by its URL, its path and its id."""
    document = bundle().find(spelling)
    assert document
    assert document.page.title == "Chapter 4"
    assert bundle().find(spelling + "y") is None
