"""Write what a search found as JSON, for `search --json` and the viewer."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from pinax_runtime.search import Hit, HitExplanation, Reply, SearchExplanation


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


def reply_to_json(reply: Reply) -> dict[str, Any]:
    """Return the hits with their totals and notes; optional members are left out where they say nothing."""
    return {
        "hits": [_hit_to_json(hit) for hit in reply.hits],
        "total": reply.total,
        "unknown_words": reply.unknown_words,
        **({"did_you_mean": reply.did_you_mean} if reply.did_you_mean else {}),
        **({"cut_short": True} if reply.cut_short else {}),
        **({"relaxed": True} if reply.relaxed else {}),
        **({"explanation": search_to_json(reply.explanation)} if reply.explanation else {}),
    }


def _hit_to_json(hit: Hit) -> dict[str, Any]:
    return {
        "docset": hit.docset,
        "id": hit.section_id,
        "url": hit.url,
        "anchor": hit.anchor,
        "title": hit.title,
        "headings": list(hit.headings),
        "score": hit.score,
        "excerpt": hit.excerpt,
        "facets": hit.facets,
        "fetched_at": hit.fetched_at,
        **({"variants": list(hit.variants)} if hit.variants else {}),
        **({"source_url": hit.source_url} if hit.source_url else {}),
        **({"explanation": score_to_json(hit.explanation)} if hit.explanation else {}),
    }
