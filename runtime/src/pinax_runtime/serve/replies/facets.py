"""Shorten facets and their counts for replies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pinax_runtime.search import FacetCounts
from pinax_runtime.serve.budget import cost
from pinax_runtime.serve.replies.tool_reply import compact
from pinax_runtime.serve.replies.writing import shorten

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
