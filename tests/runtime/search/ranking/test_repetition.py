"""What a query repeats is looked at once, and no reply changes: it is compared with looking at each by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinax_runtime.format import Positions, Postings, Ranking
from pinax_runtime.search.question.query import Query, Slot
from pinax_runtime.search.ranking.matching import Matching, match_pages, match_sections
from pinax_runtime.search.ranking.quoting import holds_phrase, quoting_sections
from pinax_runtime.search.ranking.titles import TitleWord, _TitleScores, title_scores
from pinax_runtime.search.ranking.weighing import Frequencies, Weighing
from pinax_runtime.search.words.filling import FilledSlot

WORDS = "abc"
texts = st.lists(st.lists(st.sampled_from(WORDS), max_size=8), min_size=1, max_size=6)
phrases = st.lists(st.lists(st.sampled_from(WORDS), min_size=2, max_size=5).map(tuple), max_size=8)


def positions(texts: Sequence[Sequence[str]], word: str) -> Positions:
    """Return where a word stands in each text."""
    at = {number: [place for place, other in enumerate(text) if other == word] for number, text in enumerate(texts)}
    sections = [number for number, places in at.items() if places]
    ends, steps = [], []
    for number in sections:
        places = at[number]
        steps += [place - before for before, place in zip([0, *places], places, strict=False)]
        ends.append(len(steps))
    return Positions(sections, ends, steps)


@given(texts, phrases, st.lists(st.sampled_from(WORDS), max_size=6))
def test_quotations(texts: Sequence[Sequence[str]], quoted: Sequence[Sequence[str]], required: Sequence[str]) -> None:
    """Exactly those sections are found that hold each phrase and each word, each looked for by itself in each text."""
    found_at = {word: positions(texts, word) for word in WORDS}
    query = Query((), 0, tuple(tuple(enumerate(phrase)) for phrase in quoted), tuple(required))
    expected = {
        number
        for number, text in enumerate(texts)
        if all(word in text for word in required)
        and all(
            holds_phrase([(at, {place for place, other in enumerate(text) if other == word}) for at, word in phrase])
            for phrase in query.phrases
        )
    }
    found = quoting_sections(query, found_at.__getitem__, lambda word: len(found_at[word].sections), range(len(texts)))
    assert found == expected


def plain_scores(words: Sequence[TitleWord], asked: float, sections: Mapping[int, float]) -> dict[int, float]:
    """Score the title of each section by itself, with each word of the query by itself."""
    scores = {}
    for section in sections:
        bits, length = 0, 0
        for number, word in enumerate(words):
            if word.postings.titled and section in word.postings.titled[0]:
                bits |= 1 << number
                length = word.postings.titled[1][list(word.postings.titled[0]).index(section)]
        scores[section] = _TitleScores(words, asked)[bits, length] if bits else 0.0
    return {section: score for section, score in scores.items() if score}


@given(
    st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4), max_size=6),
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=12),
)
def test_titles(titles: Sequence[Sequence[str]], query: Sequence[str]) -> None:
    """Titles are worth the same to a query that repeats its words."""
    idfs = dict(zip(WORDS, (2.0, 2.0, 0.0), strict=True))
    postings = {
        word: Postings({}, (held, [len(titles[number]) for number in held]) if held else None)
        for word in WORDS
        for held in [[number for number, title in enumerate(titles) if word in title]]
    }
    words = [TitleWord(at, idfs[word], postings[word]) for at, word in enumerate(query)]
    asked = sum(word.idf for word in words)
    sections = dict.fromkeys(range(len(titles)), 1.0)
    if asked:
        assert title_scores(words, asked, sections) == plain_scores(words, asked, sections)


class CountingWeighing:
    """Knows one word, in the first section, and counts how often it is weighed."""

    def __init__(self) -> None:
        self.asked = 0

    def in_pages(self, term: str) -> Frequencies:
        self.asked += 1
        return Frequencies((), (), (0,), (1.0,))

    def in_sections(self, term: str, among: bytes | None) -> Frequencies:
        self.asked += 1
        return Frequencies((0,), (1.0,), (), ())


@pytest.mark.parametrize(("allowed", "asked"), [(None, 2), ({0}, 2), (set(), 0)])
def test_words_are_weighed_once(allowed: Set[int] | None, asked: int) -> None:
    """A repeated word is weighed once in pages and once in sections, with filters too; not if these leave no page."""
    weighing = CountingWeighing()
    slots = [(FilledSlot(Slot(("a",), at), ((1.0, "a"),), 1), 1.0) for at in range(100)]
    matching = Matching(Query((), 100, (), ()), slots, cast(Weighing, weighing), allowed, Ranking(), None)
    match_sections([matching], match_pages([matching], range(100), budget=10_000))
    assert weighing.asked == asked
    assert set(matching.sections) == ({0} if asked else set())
