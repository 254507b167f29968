"""Show each section once, though the text that goes on after its definitions is indexed and found by itself.

Strategy. Only sections without a title can be such continuations, so only the outlines of their pages are read.

Why:   docs/decisions/0005
"""

from __future__ import annotations

from collections.abc import Sequence

from pinax_runtime.search.deadline import while_time
from pinax_runtime.search.ranking.choosing import Ranked, Scored
from pinax_runtime.search.reading import ahead
from pinax_runtime.search.showing.document import Document
from pinax_runtime.search.words.asking import Asked


def join_continuations(ranked: Sequence[Ranked], asked: Sequence[Asked], wanted: int) -> tuple[list[Ranked], int]:
    """Keep the best hit of each section and its continuations.

    Args:
        ranked: Best first.
        asked: Segments by number.
        wanted: Most hits to return; what comes after is not looked at.

    Returns:
        The hits, and how many were left out on the way.
    """
    for number, one in enumerate(asked):
        mine = (found for found, its_number in ranked[:wanted] if its_number == number)
        ahead.packs(one.segment, [found.page for found in mine if not _has_title(found, one)], [])
    seen: set[tuple[int, int]] = set()
    kept: list[Ranked] = []
    passed_over = 0
    for item in while_time(ranked):
        found, number = item
        key = (number, _owner(found, asked[number]))
        if key in seen:
            passed_over += 1
            continue
        seen.add(key)
        kept.append(item)
        if len(kept) == wanted:
            break
    return kept, passed_over


def _owner(found: Scored, one: Asked) -> int:
    """Return the number of the section that a section's text belongs to."""
    if _has_title(found, one):
        return found.section
    first = one.segment.first_sections[found.page]
    return first + Document(one.docset, one.segment, found.page).owner(found.section - first)


def _has_title(found: Scored, one: Asked) -> bool:
    """Say whether a section is surely no continuation: it has a title, or is the page's own."""
    return found.section == one.segment.first_sections[found.page] or one.segment.lengths.is_titled(found.section)
