"""What the runtime answers to the conformance suite, and how answers differ from those that the suite has.

Spec:  docs/conformance.md
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pinax_runtime.search import Override, open_library

SUITE = Path(__file__).parent / "data" / "conformance"
CASES = SUITE / "cases.json"
TOLERANCE = 1.5e-9
"""Scores are rounded to nine decimals: those at an edge to either side."""
SAID = ("did_you_mean", "unknown_words", "relaxed", "facet_counts")
"""Members of an answer beside its hits."""

Case = Mapping[str, Any]


def answers(suite: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield what the runtime answers to each case of a suite."""
    libraries: dict[tuple[tuple[str, float], ...], Any] = {}
    for case in suite["cases"]:
        key = tuple(case["bundles"].items())
        if key not in libraries:
            folders = {name: SUITE / suite["bundles"][name] for name, _ in key}
            weights = [Override(str(folders[name]), float(weight)) for name, weight in key if weight != 1]
            libraries[key] = open_library(list(folders.values()), weights)
        yield _answer(libraries[key], case)


def _answer(library: Any, case: Case) -> dict[str, Any]:
    changed = {name: float(number) for name, number in case.get("ranking", {}).items()}
    reply = library.search(
        case["query"],
        limit=10,
        offset=case.get("offset", 0),
        docs=case.get("docs", ()),
        filters=case.get("filters"),
        document=case.get("page", ""),
        sections=case.get("sections", False),
        excerpt_chars=0,
        ranking=replace(library.ranking, **changed),
        count_facets=case.get("facets", False),
    )
    said = {
        "hits": [[hit.docset, hit.url, hit.anchor, hit.score] for hit in reply.hits],
        "did_you_mean": reply.did_you_mean,
        "unknown_words": reply.unknown_words,
        "relaxed": reply.relaxed,
        "facet_counts": {facet: dict(counts) for facet, counts in reply.facets.items()},
    }
    return {name: value for name, value in said.items() if value or name == "hits"}


def differences(cases: Iterable[Case], given: Iterable[Case], members: Iterable[str] = SAID) -> list[str]:
    """Return the queries whose answers are not those of the suite, each with the first thing that differs.

    Args:
        cases: Of the suite.
        given: Answers to them.
        members: Of answers, beside the hits, that are compared.
    """
    members = tuple(members)
    pairs = ((case, _difference(case, answer, members)) for case, answer in zip(cases, given, strict=True))
    return [f"{case['bundles']} {case['kind']}: {case['query'][:60]!r}: {what}" for case, what in pairs if what]


def _difference(case: Case, answer: Case, members: Iterable[str]) -> str:
    expected, got = ([tuple(hit[:3]) for hit in one["hits"]] for one in (case, answer))
    if expected != got:
        return f"hits {got} where the suite has {expected}"
    scores = [[hit[3] for hit in one["hits"]] for one in (case, answer)]
    if any(abs(ours - theirs) > TOLERANCE for ours, theirs in zip(*scores, strict=True)):
        return f"scores {scores[1]} where the suite has {scores[0]}"
    for name in members:
        if (case.get(name) or None) != (answer.get(name) or None):
            return f"{name} {answer.get(name)!r} where the suite has {case.get(name)!r}"
    return ""
