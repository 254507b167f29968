"""What BM25F, proximity and the choice of the best promise: properties, each compared with the plainest way."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinax_runtime.search import knobs
from pinax_runtime.search.bonuses import closeness, holds_phrase
from pinax_runtime.search.choosing import best_sections, first_of_each_page
from pinax_runtime.search.scoring import Found, add_saturated

frequencies = st.floats(0.01, 1_000)
positions = st.lists(st.integers(0, 60), max_size=8, unique=True).map(sorted)


def saturated(frequency: float, k1: float) -> float:
    """Score one document in which a word of idf 1 has a frequency."""
    scores: dict[int, float] = {}
    add_saturated(scores, [7], [frequency], 1.0, k1)
    return scores[7]


@given(frequencies, frequencies, st.floats(0, 20))
def test_more_of_a_word_never_scores_less(one: float, other: float, k1: float) -> None:
    """A higher frequency scores at least as much, and none more than idf · (k1 + 1)."""
    low, high = sorted((one, other))
    assert saturated(low, k1) <= saturated(high, k1) + 1e-9
    assert saturated(high, k1) <= k1 + 1 + 1e-9


@given(frequencies)
def test_without_saturation_only_presence_counts(frequency: float) -> None:
    """With k1 of 0 every frequency scores the idf."""
    assert saturated(frequency, 0.0) == pytest.approx(1.0)


@given(positions, positions, st.integers(1, 4))
def test_closeness_is_the_least_of_all_pairs(first: Sequence[int], second: Sequence[int], gap: int) -> None:
    """Words are as close as the best pair of their positions, compared one by one."""
    off = min((abs(there - here - gap) for here in first for there in second), default=knobs.PROXIMITY_WINDOW)
    expected = round(1 / (1 + off), 3) if off < knobs.PROXIMITY_WINDOW else 0.0
    assert closeness(first, second, gap) == expected


@given(st.lists(positions, min_size=2, max_size=4))
def test_a_phrase_is_found_where_its_words_follow_one_another(words: list[list[int]]) -> None:
    """A phrase is there if some position starts it, tried one by one."""
    expected = any(all(start + offset in there for offset, there in enumerate(words)) for start in range(61))
    assert holds_phrase(list(enumerate(map(set, words)))) is expected


scores = st.dictionaries(st.integers(0, 99), st.floats(0, 50), min_size=1, max_size=80)


@given(scores, st.integers(0, 20), st.integers(1, 10))
def test_the_best_sections_are_those_of_a_full_sort(scores: dict[int, float], wanted: int, to_a_page: int) -> None:
    """What is chosen is the beginning of all sections in order, and long enough for the pages that are wanted."""
    page_of = [section // to_a_page for section in range(100)]
    n_pages = min(wanted, len({page_of[section] for section in scores}))
    best = best_sections(scores, wanted, n_pages, page_of)
    assert best == sorted(scores, key=lambda section: (-scores[section], section))[: len(best)]
    assert len(best) >= min(len(scores), wanted)
    assert len({page_of[section] for section in best}) >= n_pages


def test_a_page_is_shown_by_its_best_section() -> None:
    """Of a page's sections the first in the ranking stands for it; other segments have other pages."""
    ranked = [Found(9, 4, 1, 0), Found(8, 2, 0, 0), Found(8, 2, 0, 1), Found(7, 5, 1, 0)]
    assert first_of_each_page(ranked) == ranked[:3]
