"""What titles are worth: most where they hold all words of a query and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinax_runtime.format import Postings
from pinax_runtime.search import knobs
from pinax_runtime.search.bonuses import TitleWord, title_scores

IDF = {"retry": 3.0, "backoff": 4.0, "the": 0.0, "job": 1.0}
"""Word → its inverse document frequency; 0 for a stop word."""


def scores(query: str, *titles: str) -> list[float]:
    """Return the score of each title for a query."""
    held = [title.split() for title in titles]
    words = []
    for at, word in enumerate(query.split()):
        sections = [number for number, title in enumerate(held) if word in title]
        lengths = [len(held[number]) for number in sections]
        words.append(TitleWord(at, IDF[word], Postings({}, (sections, lengths) if sections else None)))
    found = title_scores(words, sum(word.idf for word in words), set(range(len(held))))
    return [found.get(number, 0.0) for number in range(len(held))]


ORDERS = {
    "the query alone, then with more words": ("retry backoff", ["retry backoff", "retry backoff job"]),
    "all words, then the rarer one, then the other": ("retry backoff", ["backoff retry", "backoff", "retry"]),
    "a stop word may be missing": ("the backoff", ["backoff", "job"]),
    "half of the query's weight or nothing": ("backoff job", ["backoff", "job"]),
}


@pytest.mark.parametrize(("query", "titles"), ORDERS.values(), ids=ORDERS)
def test_titles_come_in_this_order(query: str, titles: list[str]) -> None:
    """Each title is worth more than the one after it."""
    found = scores(query, *titles)
    assert all(one > other for one, other in zip(found, found[1:], strict=False))


def test_a_title_that_is_the_query_is_worth_most() -> None:
    """It has the full score, and one that holds too little of the query has none."""
    assert scores("backoff job", "job backoff", "job") == [1.0, 0.0]


@given(st.lists(st.sampled_from(sorted(IDF)), min_size=1, max_size=4, unique=True).map(" ".join), st.integers(0, 5))
def test_more_words_in_a_title_never_score_more(title: str, n_more: int) -> None:
    """Words that were not asked for only make a title worth less."""
    (alone,), (longer,) = scores("retry backoff", title), scores("retry backoff", title + " other" * n_more)
    assert 0.0 <= longer <= alone <= 1.0


_bits = st.integers(1, 31)
_titles = st.dictionaries(st.integers(0, 40), st.tuples(_bits, st.integers(1, 7)), max_size=25)


@given(
    titles=_titles,
    idfs=st.lists(st.sampled_from([0.0, 0.4, 1.0, 1.0, 2.5]), min_size=5, max_size=5),
    query=st.lists(st.integers(0, 4), min_size=1, max_size=12) | st.just(list(range(5))),
    matched=st.sets(st.integers(0, 40)),
)
def test_titles_are_worth_what_they_hold(
    titles: dict[int, tuple[int, int]], idfs: list[float], query: list[int], matched: set[int]
) -> None:
    """Each title has the share of the query that it holds times the share that is the query, words repeated or not."""
    postings = []
    for word in range(5):
        sections = sorted(section for section, (bits, _) in titles.items() if bits >> word & 1)
        lengths = [titles[section][1] for section in sections]
        postings.append(Postings({}, (sections, lengths) if sections else None))
    words = [TitleWord(at, idfs[word], postings[word]) for at, word in enumerate(query)]
    asked = sum(word.idf for word in words)
    expected = {}
    for section, (bits, n) in titles.items():
        held = [idfs[word] for word in query if bits >> word & 1]
        of_query = sum(held) / (asked or 1)
        if section in matched and of_query >= knobs.MIN_TITLE_SHARE:
            expected[section] = (of_query * min(1.0, len(held) / n)) ** knobs.TITLE_POWER
    if asked:
        assert title_scores(words, asked, matched) == pytest.approx(expected)
