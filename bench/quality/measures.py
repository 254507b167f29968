"""Measures of a ranking against graded answers: success@k, reciprocal rank, nDCG with linear gain (as trec_eval)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

DEPTH = 10
NAMES = ("success@1", "success@5", "mrr@10", "ndcg@10")


def measure(ranking: Sequence[str], grades: Mapping[str, int]) -> dict[str, float]:
    """Measure one ranking, each of whose entries is there once."""
    gains = [grades.get(entry, 0) for entry in ranking[:DEPTH]]
    first = next((place for place, gain in enumerate(gains) if gain), None)
    ideal = _discounted(sorted(grades.values(), reverse=True)[:DEPTH])
    return {
        "success@1": float(first == 0),
        "success@5": float(first is not None and first < 5),
        "mrr@10": 0.0 if first is None else 1 / (first + 1),
        "ndcg@10": _discounted(gains) / ideal if ideal else 0.0,
    }


def mean(measured: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """Average the measures of many rankings."""
    rows = list(measured)
    return {name: sum(row[name] for row in rows) / len(rows) for name in NAMES}


def _discounted(gains: Iterable[int]) -> float:
    return sum(gain / math.log2(place + 2) for place, gain in enumerate(gains))
