"""Questions that were written for pages raise these pages, for queries that are like them and for no names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bundle_maker import MadeDocset, MadePage, MadeSection, make_bundle
from pinax_runtime.format import Ranking
from pinax_runtime.search import Bundle, CountingSource, MemorySource, open_bundle
from runtime.search.made import asked_docset

BUTTONS = MadePage("buttons.html", "Buttons", "press the red button to start", questions=("make the thing go",))
CABLES = MadePage(
    "cables.html",
    "Cables",
    "plug the cable into the socket",
    sections=(MadeSection("Left", "the left socket"), MadeSection("Right", "the right socket", anchor="right")),
)


def bundle_of(*pages: MadePage, weight: float = 1.0) -> Bundle:
    """Open a bundle of pages among others that say nothing."""
    fill = [MadePage(f"n{n}.html", text="nothing of the kind here") for n in range(9)]
    return open_bundle(MemorySource(make_bundle([MadeDocset("d", [*pages, *fill], weight=weight)])))


def first(bundle: Bundle, query: str) -> str:
    """Return the id of the first hit, without the docset."""
    hits = bundle.search(query).hits
    return hits[0].section_id.partition(":")[2] if hits else ""


def test_a_question_finds_what_the_words_do_not() -> None:
    """A page that has none of the query's words is found by its question, and comes first."""
    bundle = bundle_of(BUTTONS, CABLES)
    assert first(bundle, "how do I make the thing go") == "buttons.html"
    assert first(bundle_of(replace(BUTTONS, questions=()), CABLES), "how do I make the thing go") == "cables.html"


def test_a_question_of_a_section_raises_that_section() -> None:
    """A question that was written for a section raises it above the rest of its page; a page's own raises all alike."""
    left, right = CABLES.sections
    asked = replace(CABLES, sections=(left, replace(right, questions=("where does the long plug of the lamp belong",))))
    assert first(bundle_of(BUTTONS, asked), "where does the lamp plug belong") == "cables.html#right"
    query = "how to plug a cable into a socket"
    of_page = replace(CABLES, questions=("where does the plug of the lamp belong",))
    plain, raised = (bundle_of(BUTTONS, page).search(query, sections=True).hits for page in (CABLES, of_page))
    assert [hit.section_id for hit in raised] == [hit.section_id for hit in plain]


@pytest.mark.parametrize("query", ["turn on tls", "turn tls on", "tls turned on", "turn on the tls"])
def test_a_short_query_finds_a_question_with_all_its_words(query: str) -> None:
    """A page is found by a question that is a query of few words, or nearly so, though that is no task."""
    bundle = bundle_of(replace(BUTTONS, questions=("turn on tls",)), CABLES)
    assert first(bundle, query) == "buttons.html"


@pytest.mark.parametrize("question", ["cable socket for the lamp at home", "cable lamp", "the socket"])
def test_a_short_query_is_not_changed_by_questions_that_are_only_like_it(question: str) -> None:
    """A question that lacks a word of a query of few words, or has many more, does not count."""
    asked = bundle_of(replace(BUTTONS, questions=(question,)), CABLES)
    scores = [
        [(hit.url, hit.score) for hit in asked.search("cable socket", **kw).hits]
        for kw in ({}, {"ranking": off(asked)})
    ]
    assert scores[0] == scores[1]


@pytest.mark.parametrize("query", ["thing", "thing*", "the.thing.that.does", "manual, thing, chapter, stick"])
def test_names_are_not_changed(query: str) -> None:
    """A name and an entry of an index have the hits and scores that they have without questions, and read none."""
    source = CountingSource(MemorySource(asked_docset()))
    asked = open_bundle(source)
    hits = [(hit.url, hit.score) for hit in asked.search(query).hits]
    assert hits == [(hit.url, hit.score) for hit in asked.search(query, ranking=off(asked)).hits]
    assert not [name for name in source.names if name.endswith((".asked", ".questions"))]


def off(bundle: Bundle) -> Ranking:
    """Return the ranking of a bundle without questions."""
    return replace(bundle.ranking, question_weight=0.0)


def test_a_weight_of_0_reads_no_questions() -> None:
    """With `question_weight` 0 a task reads no file of questions; otherwise it reads the terms' and not their texts."""
    source = CountingSource(MemorySource(asked_docset()))
    asked = open_bundle(source)
    asked.search("how to carry a stick", ranking=off(asked))
    assert not [name for name in source.names if name.endswith(".asked")]
    asked.search("how to carry a stick")
    assert [name for name in source.names if name.endswith(".asked")]
    assert not [name for name in source.names if name.endswith(".questions")]


def test_pages_without_questions_are_not_buried() -> None:
    """A page without questions that fits best stays before one whose question has a word of the query."""
    other = MadePage("lamps.html", "Lamps", "socket", questions=("which cable do I need for a lamp",))
    assert first(bundle_of(CABLES, other), "how do I plug the cable into the right socket") == "cables.html"


def test_a_title_is_a_question() -> None:
    """A section whose title is the query stays before a page whose question is like the query."""
    asked = MadePage(
        "lamps.html", "Lamps", "lamp " * 9, questions=("how to plug lamps into a socket", "plug a lamp in")
    )
    titled = MadePage("p.html", "P", sections=(MadeSection("Plug the lamp into a socket", "so", anchor="plug"),))
    looked_at = replace(titled, questions=("what is p",))
    assert first(bundle_of(asked, looked_at), "plug the lamp into a socket") == "p.html#plug"


LAMPS = (
    MadePage("lamps.html", "Lamps", "lamps", questions=("how do I plug my lamp into the wall",)),
    MadePage("torches.html", "Torches", "torches", questions=("how do I plug my torch into the wall",)),
)
"""Two pages with a question that is somewhat like one about sockets."""
PLUGS = MadePage("plugs.html", "Plugs", "prongs and pins", description="Plug a lamp into a socket")


@pytest.mark.parametrize("questions", [(), ("what are prongs",)])
def test_a_description_is_a_question(questions: tuple[str, ...]) -> None:
    """A page whose description is like the query gains by it, whether it has questions or not."""
    bundle = bundle_of(*LAMPS, replace(PLUGS, questions=questions))
    query = "how do I plug a lamp into a socket"
    (hit,) = [hit for hit in bundle.search(query, explain=True).hits if hit.url == "plugs.html"]
    assert hit.explanation
    assert hit.explanation.question > 0
    assert first(bundle, query) == "plugs.html"


def test_a_description_counts_no_more_than_the_best_question() -> None:
    """No page gains more by a description that has every word than the page with the best question gains."""
    gained = {
        hit.url: hit.explanation.question
        for hit in bundle_of(*LAMPS, PLUGS).search("how do I plug a lamp into a socket", explain=True).hits
        if hit.explanation
    }
    assert gained["plugs.html"] == pytest.approx(gained["lamps.html"])
    assert gained["plugs.html"] > gained["torches.html"]


def test_the_fewer_pages_have_questions_the_less_the_others_are_raised() -> None:
    """A page without questions is raised by a smaller part of its score where fewer pages that match have some."""
    parts = []
    for questions in (("what else is there",), ()):
        others = [MadePage(f"o{at}.html", f"O{at}", "the socket again", questions=questions) for at in range(5)]
        hits = bundle_of(*LAMPS, CABLES, *others).search("plug the cable into a socket of the wall", explain=True).hits
        (found,) = [hit.explanation for hit in hits if hit.url == "cables.html"]
        assert found
        parts.append(found.question / (found.score - found.question - found.proximity))
    assert 0 < parts[1] < parts[0]


def test_pages_of_questions_alone_keep_their_order() -> None:
    """Where no page with questions has a word of the query, the one whose question is most like it comes first."""
    bundle = bundle_of(*LAMPS)
    assert first(bundle, "where does my torch go") == "torches.html"
    assert first(bundle, "where does my lamp go") == "lamps.html"


def test_filters_hold_for_questions() -> None:
    """A page that filters leave out is not found by its question."""
    pages = [replace(BUTTONS, facets={"kind": ["device"]}), replace(CABLES, facets={"kind": ["wire"]})]
    bundle = bundle_of(*pages)
    assert first(bundle, "how do I make the thing go") == "buttons.html"
    assert [hit.url for hit in bundle.search("how do I make the thing go", filters={"kind": ["wire"]}).hits] == [
        "cables.html"
    ]


def test_quotes_hold_for_questions() -> None:
    """A page that lacks what is quoted is not found by its question."""
    bundle = bundle_of(BUTTONS, CABLES)
    assert [hit.url for hit in bundle.search('how do I make the thing "plug" go').hits] == ["cables.html"]


def test_questions_are_no_documentation() -> None:
    """Their words are not known to corrections, and no excerpt has them."""
    bundle = bundle_of(replace(BUTTONS, questions=("carry everything on a zeppelin", "a zeppelin to go")))
    reply = bundle.search("how do I carry a button on a zepelin")
    assert reply.did_you_mean == ""
    hits = bundle.search("what can carry a zeppelin").hits
    assert hits
    assert not [hit for hit in hits if "zeppelin" in hit.excerpt + hit.title]


def test_the_questions_are_told() -> None:
    """An explained hit says which questions raised it, and its parts add up to the score."""
    (hit, *_) = bundle_of(BUTTONS, CABLES, weight=2.0).search("make the red thing go now", explain=True).hits
    assert hit.explanation
    assert hit.explanation.questions == ("make the thing go",)
    assert hit.explanation.question > 0
    assert hit.explanation.score == pytest.approx(hit.score, abs=2e-3)


@pytest.mark.parametrize("sections", [False, True])
def test_scores_add_up_everywhere(sections: bool) -> None:
    """So do those of all hits, with questions and without, in one docset of several."""
    asked = open_bundle(MemorySource(asked_docset()))
    query = "how to carry the thing that the program does"
    for hit in asked.search(query, sections=sections, explain=True, limit=50).hits:
        assert hit.explanation
        assert hit.explanation.score == pytest.approx(hit.score, abs=2e-3)


@pytest.mark.parametrize("query", ["how to carry the thing", "how to carry a zeppelin", "what is the manual good for"])
def test_questions_take_no_round_of_their_own(query: str) -> None:
    """They are read beside the words of the query, so a bundle from afar answers in as many rounds of requests."""
    rounds = []
    for weight in (1.0, 0.0):
        source = CountingSource(MemorySource(asked_docset()))
        asked = open_bundle(source)
        asked.search(query, ranking=replace(asked.ranking, question_weight=weight))
        rounds.append(source.rounds)
    assert rounds[0] == rounds[1]
