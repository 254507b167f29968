"""Write explanations of scores as JSON, for programs and for the viewer."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from pinax_runtime.search.explanation import HitExplanation, SearchExplanation


def hit_to_json(explanation: HitExplanation) -> dict[str, Any]:
    """Give the parts of a score, rounded as scores are."""
    parts = asdict(explanation)
    parts["words"] = [{key: _rounded(value) for key, value in word.items()} for word in parts["words"]]
    return {key: _rounded(value) for key, value in parts.items()}


def search_to_json(explanation: SearchExplanation) -> dict[str, Any]:
    """Give what a search took."""
    files = [{"name": name, "bytes": size} for name, size in explanation.files]
    over = {"passed_over": list(explanation.passed_over)} if explanation.passed_over else {}
    return {"files": files, "bytes": explanation.size_bytes, "sections_with": explanation.sections_with, **over}


def _rounded(value: Any) -> Any:
    return round(value, 3) if isinstance(value, float) else value
