"""Write replies of searches as JSON, for `search --json` and the viewer, and facets for replies of tools."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from pinax_runtime.search import FacetCounts, Hit, HitExplanation, Reply, SearchExplanation
from pinax_runtime.tools.budget import cost
from pinax_runtime.tools.reply import compact, shorten


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


_PLAIN = frozenset({"docset", "has_code", "code_languages", "language", "symbol_kind"})
"""Facets that a page's entry leaves out: its id names the docset, and its text shows code and language."""
_USUAL = ("content_type", "documentation")
"""Facet and value that a page's entry leaves out: only code is worth telling apart."""
_SINGLE = frozenset({"docset", "language"})
"""Facets whose counts are left out when they have only one value."""
_MAX_FACETS = 12
"""Number of facets that a page's entry shows."""
_VALUES_OF_PAGE = 4
"""Number of values that a page's entry shows of one facet."""
_VALUES_COUNTED = 12
"""Number of values of one facet whose counts are shown."""
_NAME_CHARS = 60
"""Length to which names and values of facets are shortened (characters)."""
MORE = "…"
"""Key, among the counts of a facet, of the number of values that are not shown."""


def short_facets(facets: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Return the facets that distinguish a page: one value as a text, several as a list."""
    short: dict[str, Any] = {}
    for facet, values in sorted(facets.items())[:_MAX_FACETS]:
        if facet not in _PLAIN and values and (facet, *values) != _USUAL:
            shown = [shorten(value, _NAME_CHARS) for value in values[:_VALUES_OF_PAGE]]
            short[shorten(facet, _NAME_CHARS)] = shown[0] if len(values) == 1 else shown
    return short


def short_counts(counts: FacetCounts, room: int) -> dict[str, dict[str, int]]:
    """Return the most frequent values of each facet, for as many facets as fit.

    Args:
        counts: The values of each facet, the most frequent first.
        room: Highest cost of the result as JSON.
    """
    short: dict[str, dict[str, int]] = {}
    for facet, values in counts.items():
        if facet in _SINGLE and len(values) == 1:
            continue
        shown = {shorten(value, _NAME_CHARS): n for value, n in list(values.items())[:_VALUES_COUNTED]}
        if len(values) > len(shown):
            shown[MORE] = len(values) - len(shown)
        if cost(compact({**short, facet: shown})) > room:
            break
        short[facet] = shown
    return short


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
