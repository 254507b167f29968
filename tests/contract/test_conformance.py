"""Every reader gives the answers of the conformance suite: docs/conformance.md."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conformance import CASES, SUITE, answers, differences


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
