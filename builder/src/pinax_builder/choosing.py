"""Choose which pages of a docset are written: of pages that say the same, one.

In:    Summaries and figures of all pages of a docset.
Out:   A Choice: pages to write, pages to drop and why.
Rules: what is dropped depends on the set of pages alone, never on their order. The judgements are the gate's; this
       module only says in which order they are asked, for each looks at what the one before it has left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from pinax_builder.gate import PageFigures, collapse, collapse_near, leave_unmarked, twins
from pinax_builder.records import PageSummary, Rejection


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
    n_links: Mapping[str, int]
    """URL of each page that says the same as another → pages that link to it."""


def choose_pages(
    pages: Sequence[PageSummary], figures: Iterable[PageFigures], count_links: Callable[[Set[str]], Mapping[str, int]]
) -> Choice:
    """Choose among the pages of a docset.

    Args:
        pages: All of them, unique by URL.
        figures: Of a site's pages.
        count_links: Counts the pages that link to each of some URLs; asked only for pages that say the same.
    """
    unmarked = leave_unmarked(pages)
    marked = _without(pages, unmarked)
    alike = twins(marked)
    n_links = count_links(alike) if alike else {}
    exact = collapse(marked, n_links)
    distinct = {page.url for page in _without(marked, exact)}
    near = collapse_near(page for page in figures if page.url in distinct)
    repeated = (*exact, *near)
    dropped = frozenset(rejection.url for rejection in (*unmarked, *repeated))
    kept = tuple(page for page in pages if page.url not in dropped)
    return Choice(kept, dropped, tuple(unmarked), repeated, n_links)


def _without(pages: Sequence[PageSummary], rejections: Sequence[Rejection]) -> list[PageSummary]:
    dropped = {rejection.url for rejection in rejections}
    return [page for page in pages if page.url not in dropped]
