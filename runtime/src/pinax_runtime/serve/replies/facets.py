"""Facets as replies show them: short."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pinax_runtime.search.showing.facet_counts import FacetCounts
from pinax_runtime.serve.budget.tokens import cost
from pinax_runtime.serve.replies.reply import compact, shorten

_PLAIN = frozenset({"docset", "has_code", "code_languages", "language"})
"""Facets that say little of one page: the id names its docset, the text shows its code and language."""
_SINGLE = frozenset({"docset", "language"})
"""Facets that are not worth counting when they have one value."""
_VALUES_OF_PAGE = 4
_VALUES_COUNTED = 12
MORE = "…"
"""Key of a facet's counts that says how many further values there are."""


def short_facets(facets: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Give a page's telling facets; one value by itself, several as a list."""
    short: dict[str, Any] = {}
    for facet, values in sorted(facets.items())[:12]:
        if facet not in _PLAIN and values:
            shown = [shorten(value, 60) for value in values[:_VALUES_OF_PAGE]]
            short[shorten(facet, 60)] = shown[0] if len(values) == 1 else shown
    return short


def short_counts(counts: FacetCounts, room: int) -> dict[str, dict[str, int]]:
    """Give the most frequent values of each facet, and of the facets as many as fit.

    Args:
        counts: Values by falling count.
        room: Highest cost.
    """
    short: dict[str, dict[str, int]] = {}
    for facet, values in counts.items():
        if facet in _SINGLE and len(values) == 1:
            continue
        shown = {shorten(value, 60): n for value, n in list(values.items())[:_VALUES_COUNTED]}
        if len(values) > len(shown):
            shown[MORE] = len(values) - len(shown)
        if cost(compact({**short, facet: shown})) > room:
            break
        short[facet] = shown
    return short
