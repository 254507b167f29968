"""Every reader gives the answers of the conformance suite: docs/conformance.md."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from conformance import CASES, SUITE, answers, differences
from spec_ranking import Asked, SpecRanking

EVERY = 5
"""Of the queries of the large bundle, the second ranking, which is slow, is asked the first few and one of so many."""


@pytest.fixture(scope="module")
def suite() -> dict[str, Any]:
    """The bundles, the queries and the answers."""
    return json.loads(CASES.read_text("utf-8"))


def test_the_suite_has_queries_of_all_kinds(suite: dict[str, Any]) -> None:
    """It asks for all that a reader does, in many languages, and is small enough for version control."""
    kinds = {case["kind"].split(":")[0] for case in suite["cases"]}
    asked = "words titles phrases prefixes typos identifiers filters sections tasks questions synonyms variants hostile"
    assert kinds >= {*asked.split(), "stop words", "ranking", "pruned words", "patched", "several bundles"}
    assert len([kind for kind in kinds if kind.startswith("language ")]) == 15
    assert sum(path.stat().st_size for path in SUITE.rglob("*.*")) < 700_000


def test_the_runtime_answers_as_the_suite_says(suite: dict[str, Any]) -> None:
    """The runtime gives the same first ten, in order, with scores equal to nine digits, and says the same of words."""
    assert differences(suite["cases"], answers(suite)) == []


def test_the_second_ranking_answers_as_the_suite_says(suite: dict[str, Any]) -> None:
    """So does the ranking that was written from the pages alone, but for counts of facets."""

    @cache
    def opened(weights: tuple[tuple[str, float], ...]) -> SpecRanking:
        return SpecRanking({SUITE / suite["bundles"][name]: weight for name, weight in weights})

    def answer(case: dict[str, Any]) -> dict[str, Any]:
        ranking = opened(tuple(case["bundles"].items()))
        how = {name: case[name] for name in ("docs", "filters", "page", "sections", "ranking") if name in case}
        found, first = ranking.ask(case["query"], Asked(**how)), case.get("offset", 0)
        hits = [list(hit) for hit in found.hits[first : first + 10]]
        said = {name: getattr(found, name) for name in ("did_you_mean", "unknown_words", "relaxed")}
        return {**said, "hits": hits, "unknown_words": list(found.unknown_words)}

    crowd = [case for case in suite["cases"] if "crowd" in case["bundles"]]
    cases = [case for case in suite["cases"] if case not in crowd[EVERY:] or crowd.index(case) % EVERY == 0]
    assert differences(cases, map(answer, cases), ("did_you_mean", "unknown_words", "relaxed")) == []
