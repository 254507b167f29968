"""What titles are worth: most where they hold all words of a query and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinax_runtime.format import Postings
from pinax_runtime.search.ranking.titles import TitleWord, title_scores

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
    found = title_scores(words, sum(word.idf for word in words), dict.fromkeys(range(len(held)), 1.0))
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
