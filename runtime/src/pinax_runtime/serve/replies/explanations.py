"""Write explanations of scores as JSON, for programs and for the viewer."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from pinax_runtime.search import HitExplanation, SearchExplanation


def score_to_json(explanation: HitExplanation) -> dict[str, Any]:
    """Return the parts of a score, rounded like scores.

    The score is the sum of `section_adds` and `page_adds` over the words, and of the bonuses in `adds`.
    """
    parts = asdict(explanation)
    for word in parts["words"]:
        word["section_adds"] = word["section_part"] * explanation.section_weight
        word["page_adds"] = word["page_part"] * explanation.page_weight
    parts["words"] = [_rounded_all(word) for word in parts["words"]]
    return {**_rounded_all(parts), "adds": _rounded_all(explanation.bonuses())}


def search_to_json(explanation: SearchExplanation) -> dict[str, Any]:
    """Return what a search read, and how many sections have each word."""
    files = [{"name": name, "bytes": size} for name, size in explanation.files]
    over = {"passed_over": list(explanation.passed_over)} if explanation.passed_over else {}
    return {"files": files, "bytes": explanation.size_bytes, "sections_with": explanation.sections_with, **over}


def _rounded_all(values: dict[str, Any]) -> dict[str, Any]:
    return {key: round(value, 3) if isinstance(value, float) else value for key, value in values.items()}
