"""Write the reply of a search as JSON, for `search --json` and for the viewer."""

from __future__ import annotations

from typing import Any

from pinax_runtime.search import Hit, Reply
from pinax_runtime.serve.replies.explanations import score_to_json, search_to_json


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
