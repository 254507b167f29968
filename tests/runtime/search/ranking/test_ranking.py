"""What scores promise: the right idf, BM25F as another computation gives it, and comparability across segments."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bundle_maker import Cutting, Indexed, MadeDocset, MadePage, MadeSection, index, make_bundle
from pinax_runtime.format import BODY, CODE, WORDS, Ranking, length_code
from pinax_runtime.search import MemorySource, Reply, knobs, open_bundle
from pinax_runtime.search.scoring import idf
from pinax_runtime.text import analyzer

PLAIN = Ranking(term_proximity_bonus=0, full_coverage_bonus=0, exact_title_bonus=0, prefix_penalty=0)
"""No bonuses: what is left is BM25F."""


def ask(pages: list[MadePage], query: str, ranking: Ranking | None = None, limit: int = 50, **options: object) -> Reply:
    """Search a bundle of one docset."""
    bundle = open_bundle(MemorySource(make_bundle([MadeDocset("d", pages)], ranking)))
    return bundle.search(query, limit=limit, **options)


def urls(reply: Reply) -> list[str]:
    """Name the pages found, best first."""
    return [hit.url for hit in reply.hits]


IDF = [(1, 1, 0.2877), (2, 1, 0.6931), (10, 1, 1.9924), (10, 5, 0.6931), (10, 10, 0.0465), (400, 1, 5.5885),
       (400, 10, 3.6426), (400, 200, 0.6931), (10_000, 3, 7.9577), (1_000_000, 1, 13.4100)]  # fmt: skip


@pytest.mark.parametrize(("documents", "matching", "expected"), IDF)
def test_idf_is_the_reference(documents: int, matching: int, expected: float) -> None:
    """The idf is ln(1 + (N - n + 0.5) / (n + 0.5)); the values were computed apart from the code."""
    assert idf(documents, matching) == pytest.approx(expected, abs=1e-4)


def test_idf_falls_and_stays_positive() -> None:
    """A rarer word is worth more, and no word is worth nothing or less."""
    values = [idf(1000, n) for n in range(1, 1001)]
    assert values == sorted(values, reverse=True)
    assert min(values) > 0
    assert idf(10, 50) == idf(10, 10)


def test_full_normalization_of_nothing() -> None:
    """With b of 1 a section of no words divides by nothing, and is found by its title."""
    (hit,) = ask([MadePage("a.md", title="needle")], "needle ", replace(PLAIN, bm25_b=1.0)).hits
    assert hit.score > 0


_word = st.sampled_from(["alpha", "beta", "gamma", "delta", "omega", "sigma", "kappa", "lambda"])
_text = st.lists(_word, max_size=25).map(" ".join)
_sections = st.builds(MadeSection, title=_text.map(lambda text: text[:20]), text=_text, code=_text)
_page = st.builds(
    MadePage,
    st.just(""),
    title=_text,
    text=_text,
    description=_text,
    sections=st.lists(_sections, max_size=3).map(
        lambda sections: tuple(replace(section, anchor=f"s{n}") for n, section in enumerate(sections))
    ),
)
_pages = st.lists(_page, min_size=1, max_size=6).map(
    lambda pages: [replace(page, url=f"p{n}.md") for n, page in enumerate(pages)]
)


@settings(max_examples=40)
@given(_pages, st.lists(_word, min_size=1, max_size=3, unique=True))
def test_scores_are_bm25f(pages: list[MadePage], words: list[str]) -> None:
    """Without bonuses a section's score is its BM25F and a share of its page's, as a plain computation gives them."""
    reply = ask(pages, " ".join(words) + " ", PLAIN, sections=True, limit=100)
    indexed = index(pages, "en")
    of_sections = _bm25f(indexed, words, PLAIN, list(range(len(indexed.lengths))))
    of_pages = _bm25f(indexed, words, PLAIN, indexed.page_of)
    expected = [score + knobs.PAGE_SHARE * of_pages[indexed.page_of[at]] for at, score in of_sections.items()]
    assert reply.total == len(expected)
    assert [hit.score for hit in reply.hits] == pytest.approx(sorted(expected, reverse=True), abs=2e-3)


def _bm25f(indexed: Indexed, words: list[str], ranking: Ranking, document_of: list[int]) -> dict[int, float]:
    """Score documents, each of one or more sections, in the plainest way. A word's idf is that of sections."""
    n_sections = len(indexed.lengths)
    lengths: Counter[int] = Counter()
    for section, length in enumerate(indexed.lengths):
        lengths[document_of[section]] += WORDS[length_code(length)]
    mean = max(1.0, sum(indexed.lengths) / len(lengths))
    weights = ranking.field_weights()
    scores: Counter[int] = Counter()
    for word in words:
        (run,) = analyzer("english").runs(word)
        by_field = indexed.postings.get(run.parts[0][0], {})
        n_holding = len({section for counts in by_field.values() for section in counts})
        worth = log(1 + (n_sections - n_holding + 0.5) / (n_holding + 0.5))
        frequencies: Counter[int] = Counter()
        for field, counts in by_field.items():
            for section, count in counts.items():
                norm = 1 - ranking.bm25_b + ranking.bm25_b * lengths[document_of[section]] / mean
                frequencies[document_of[section]] += weights[field] * count / (norm if field in (BODY, CODE) else 1)
        for document, frequency in frequencies.items():
            scores[document] += worth * frequency * (ranking.bm25_k1 + 1) / (frequency + ranking.bm25_k1)
    return scores


@settings(max_examples=30)
@given(_pages, st.lists(_word, min_size=1, max_size=3, unique=True), st.integers(0, 5))
def test_splitting_a_corpus_changes_no_score(pages: list[MadePage], words: list[str], at: int) -> None:
    """The same pages in one docset or in two have the same scores in the same order."""
    query = " ".join(words) + " "
    whole = open_bundle(MemorySource(make_bundle([MadeDocset("a", pages)])))
    parts = [MadeDocset("a", pages[:at]), MadeDocset("b", pages[at:])]
    split = open_bundle(MemorySource(make_bundle([part for part in parts if part.pages])))
    one, two = whole.search(query, limit=50), split.search(query, limit=50)
    assert {hit.url: hit.score for hit in one.hits} == pytest.approx({hit.url: hit.score for hit in two.hits}, abs=2e-3)
    assert one.total == two.total


@settings(max_examples=30)
@given(_pages, st.lists(_word, min_size=1, max_size=3, unique=True), st.integers(1, 20))
def test_how_it_is_cut_changes_nothing(pages: list[MadePage], words: list[str], keys: int) -> None:
    """However the index is cut into shards and packs, answers are the same."""
    coarse, fine = (
        open_bundle(MemorySource(make_bundle([MadeDocset("d", pages)], cutting=cutting)))
        for cutting in (Cutting(1000, 1000, 1000), Cutting(keys, 1, 1))
    )
    for query in (" ".join(words), " ".join(words)[:-1], f'"{" ".join(words)}"'):
        assert coarse.search(query) == fine.search(query)


def test_a_longer_section_counts_less() -> None:
    """The same mention counts for more in a short text than in a long one."""
    pages = [MadePage("long.md", text="needle " + "hay " * 300), MadePage("short.md", text="needle " + "hay " * 3)]
    assert urls(ask(pages, "needle ")) == ["short.md", "long.md"]


def test_of_several_terms_that_a_prefix_stands_for_the_best_counts() -> None:
    """Terms that stand for one word do not add up: a section with two of them has the score of one with the first."""
    pages = [MadePage(f"{last}.md", text=f"needle needle {last}") for last in ("needles", "needless", "hay")]
    scores = {hit.url: hit.score for hit in ask(pages, "needle*").hits}
    assert scores["needless.md"] == scores["hay.md"] < scores["needles.md"]


def test_two_common_words_do_not_outrank_a_rare_one() -> None:
    """A section with the one rare word stands above those with all the common ones."""
    pages = [MadePage(f"c{n}.md", text="open the file and read the file") for n in range(30)]
    pages.append(MadePage("rare.md", text="quuxification of things"))
    assert urls(ask(pages, "file read quuxification "))[0] == "rare.md"


@pytest.mark.parametrize("field", ["title", "headings", "description", "code", "symbol"])
def test_each_field_weighs_as_told(field: str) -> None:
    """Raising a field's weight raises what has the word there; a weight of 0 leaves it out."""
    holder = {
        "title": MadePage("x.md", title="needle"),
        "headings": MadePage("x.md", sections=(MadeSection("needle"),)),
        "description": MadePage("x.md", description="needle"),
        "code": MadePage("x.md", sections=(MadeSection("t", code="needle"),)),
        "symbol": MadePage("x.md", sections=(MadeSection("t", symbols=(("needle", "function", "", ""),)),)),
    }[field]
    pages = [MadePage("body.md", text="needle"), holder, MadePage("other.md", text="hay")]
    weight = f"{field}_weight"
    assert urls(ask(pages, "needle ", Ranking(**{weight: 50.0})))[0] == "x.md"
    assert urls(ask(pages, "needle ", Ranking(**{weight: 0.0}))) == ["body.md"]


@pytest.mark.parametrize(
    "changed",
    [{"bm25_k1": 0.1}, {"bm25_b": 0.0}, {"body_weight": 9.0}, {"term_proximity_bonus": 50.0},
     {"full_coverage_bonus": 50.0}],
)  # fmt: skip
def test_each_parameter_has_an_effect(changed: dict[str, float]) -> None:
    """No ranking parameter is accepted and then ignored, in the bundle or in a query."""
    pages = [MadePage(f"p{n}.md", title="needle box", text="needle in a haystack " * n) for n in range(1, 5)]
    bundle, other = (
        open_bundle(MemorySource(make_bundle([MadeDocset("d", pages)], ranking)))
        for ranking in (Ranking(), Ranking(**changed))
    )
    before = [hit.score for hit in bundle.search("needle haystack ").hits]
    assert [hit.score for hit in other.search("needle haystack ").hits] != before
    override = bundle.search("needle haystack ", ranking=Ranking(**changed))
    assert override == other.search("needle haystack ")


def test_a_docsets_weight_multiplies() -> None:
    """A docset's weight multiplies the scores of its hits and nothing else."""
    docsets = [MadeDocset("a", [MadePage("a.md", text="needle")]), MadeDocset("b", [MadePage("b.md", text="needle")])]
    plain = open_bundle(MemorySource(make_bundle(docsets))).search("needle ")
    heavy = open_bundle(MemorySource(make_bundle([docsets[0], replace(docsets[1], weight=2.0)]))).search("needle ")
    assert [hit.score for hit in plain.hits] == pytest.approx([plain.hits[0].score] * 2)
    assert [(hit.docset, hit.score) for hit in heavy.hits] == [
        ("b", pytest.approx(2 * plain.hits[0].score, abs=2e-3)),
        ("a", pytest.approx(plain.hits[0].score, abs=2e-3)),
    ]


def test_words_that_stand_together_rank_higher() -> None:
    """Of two equal texts the one with the words side by side comes first."""
    pages = [
        MadePage("apart.md", text="shallow one two three four five six seven eight nine ten eleven copy"),
        MadePage("near.md", text="one two three four five six shallow copy seven eight nine ten eleven"),
        *(MadePage(f"n{n}.md", text="nothing of it") for n in range(5)),
    ]
    assert urls(ask(pages, "shallow copy "))[:2] == ["near.md", "apart.md"]


def test_a_section_with_every_word_ranks_higher() -> None:
    """A section that has both words comes before sections that have one of them twice."""
    texts = {"both.md": "red x x x car", "red.md": "red red", "car.md": "car car"}
    texts |= {f"n{n}.md": "nothing of the kind" for n in range(9)}
    pages = [MadePage(url, text=text) for url, text in texts.items()]
    assert urls(ask(pages, "red car "))[0] == "both.md"


def test_what_explains_a_symbol_comes_before_its_source() -> None:
    """Asked for by its name, the section of documentation is first and the definition in source code right after it."""
    documented = MadeSection("pool.open", "Opens.", anchor="open", symbols=(("pool.open", "function", "go", "open"),))
    defined = MadeSection(
        "pool.open", "Opens.", anchor="~open", symbols=(("pool.open", "function", "go", "open", 3, 9),)
    )
    used = MadeSection("Opening", "See pool.open and pool.open, pool open.", anchor="opening")
    pages = [MadePage("a.go", sections=(defined,)), MadePage("b.md", sections=(documented,)),
             MadePage("c.md", sections=(used,))]  # fmt: skip
    assert urls(ask(pages, "pool.open", sections=True)) == ["b.md", "a.go", "c.md"]


def test_a_definition_comes_before_what_is_titled_like_it() -> None:
    """A method of another class is titled `date.time()`; what has the name that was asked for comes before it."""
    method = MadeSection("date.time()", "Gives it.", anchor="m", symbols=(("date.date.time", "method", "x", ""),))
    class_ = MadeSection("class date.time(a, b)", "Many words follow here.", anchor="c",
                         symbols=(("date.time", "class", "x", ""),))  # fmt: skip
    pages = [MadePage("a.md", sections=(method,)), MadePage("b.md", sections=(class_,))]
    assert urls(ask(pages, "date.time", sections=True)) == ["b.md", "a.md"]


@pytest.mark.parametrize(("typed", "first"), [("typing.final", "b.md"), ("typing.Final", "a.md")])
def test_names_that_differ_in_case_are_told_apart(typed: str, first: str) -> None:
    """Of two definitions the one comes first that is spelled as it was asked for."""
    pages = [
        MadePage(url, sections=(MadeSection(name, "A text.", anchor="x", symbols=((name, "class", "x", ""),)),))
        for url, name in (("a.md", "typing.Final"), ("b.md", "typing.final"))
    ]
    assert urls(ask(pages, typed, sections=True))[0] == first


def test_equal_scores_have_one_order() -> None:
    """Hits that score the same come in the order of their URLs, whatever the limit."""
    pages = [MadePage(f"p{n}.md", text="same words") for n in range(8)]
    everything = urls(ask(pages, "same "))
    assert everything == sorted(everything)
    for limit in range(1, 8):
        assert urls(ask(pages, "same ", limit=limit)) == everything[:limit]


@settings(max_examples=30)
@given(_pages, st.lists(_word, min_size=1, max_size=3, unique=True), st.integers(1, 4))
def test_pages_of_a_result_join_up(pages: list[MadePage], words: list[str], step: int) -> None:
    """Offset and limit cut one list into pieces: nothing is lost and nothing comes twice."""
    query = " ".join(words) + " "
    whole = ask(pages, query)
    pieces = [hit for at in range(0, whole.total, step) for hit in ask(pages, query, limit=step, offset=at).hits]
    assert pieces == whole.hits
    assert whole.total == len(whole.hits)
