"""Show one page of those that are variants of one another. No I/O.

The page that stands for its variants is shown where it scores about as well as the best of them. Otherwise the best is:
what is asked for may stand in one version alone.

Why:   docs/decisions/0040
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from pinax_runtime.search import knobs


def superseded(scored: Mapping[int, float], page_of: Sequence[int], leaders: Mapping[int, int]) -> set[int]:
    """Return the pages that are not shown.

    Args:
        scored: Section → score, of the sections that match on pages with variants.
        page_of: Section → page.
        leaders: Page → the page that stands for it and its variants; that one left out.
    """
    groups: dict[int, dict[int, float]] = defaultdict(dict)
    for section, score in scored.items():
        page = page_of[section]
        scores = groups[leaders.get(page, page)]
        scores[page] = max(score, scores.get(page, 0.0))
    left_out: set[int] = set()
    for leader, scores in groups.items():
        best = min(scores, key=lambda page: (-scores[page], page))
        shown = leader if scores.get(leader, 0.0) >= knobs.VARIANT_SHARE * scores[best] else best
        left_out |= scores.keys() - {shown}
    return left_out
