"""Choose which pages of a docset are written: of pages that say the same, one.

In:    The results of all batches of a docset.
Out:   A Choice: pages to write, pages to drop and why.
Rules: what is dropped depends on the set of pages alone, never on their order. The judgements are the gate's; this
       module only says in which order they are asked, for each looks at what the one before it has left.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

from pinax_builder.batches import BatchResult
from pinax_builder.gate import collapse, collapse_near, leave_unmarked, twins
from pinax_builder.records import PageSummary, Rejection
from pinax_builder.segment import count_links


@dataclass(frozen=True, slots=True)
class Choice:
    """Which pages of a docset are written."""

    kept: tuple[PageSummary, ...]
    """Pages to write, in URL order within a part."""
    dropped: Set[str]
    """URLs of pages that are in the parts and must not be written."""
    unmarked: tuple[Rejection, ...]
    """Pages without the mark by which the site says what is content."""
    repeated: tuple[Rejection, ...]
    """Pages that say the same as another one, or nearly; each names the one that stays."""


def choose_pages(results: Sequence[BatchResult]) -> Choice:
    """Choose among the pages of a docset."""
    parts = [part for result in results for part in result.parts]
    pages = [page for part in parts for page in part.pages]
    unmarked = leave_unmarked(pages)
    marked = _without(pages, unmarked)
    alike = twins(marked)
    exact = collapse(marked, count_links(parts, alike) if alike else {})
    distinct = {page.url for page in _without(marked, exact)}
    near = collapse_near(page for result in results for page in result.figures if page.url in distinct)
    repeated = (*exact, *near)
    dropped = frozenset(rejection.url for rejection in (*unmarked, *repeated))
    return Choice(tuple(page for page in pages if page.url not in dropped), dropped, tuple(unmarked), repeated)


def _without(pages: Sequence[PageSummary], rejections: Sequence[Rejection]) -> list[PageSummary]:
    dropped = {rejection.url for rejection in rejections}
    return [page for page in pages if page.url not in dropped]
