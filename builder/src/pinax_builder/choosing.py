"""Choose which pages of a docset are written, and which of these a search shows once.

In:    The results of all batches of a docset.
Out:   A Choice: pages to write, pages to drop and why; then the Variants among those that are written.
Rules: what is dropped depends on the set of pages alone, never on their order. The judgements are the gate's; this
       module only says in which order they are asked, for each looks at what the one before it has left. For
       variants, only pages that share a path but for its version, or a title, are read again.
Why:   docs/decisions/0040.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field

from pinax_builder.batches import BatchResult
from pinax_builder.gate import (
    alike_at_sight,
    collapse,
    collapse_near,
    fingerprint,
    group_variants,
    leave_unmarked,
    mistaken_canonicals,
    twins,
)
from pinax_builder.records import PageSummary, Rejection, SpilledPart, Variants
from pinax_builder.segment import count_links, texts_of

MOST_NAMED = 20
"""Number of variants that one page names."""


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
    notices: Mapping[str, str] = field(default_factory=dict)
    """URL → what is wrong with a page that is written all the same."""


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
    kept = tuple(page for page in pages if page.url not in dropped)
    notices = {url: said for url, said in mistaken_canonicals(marked).items() if url not in dropped}
    return Choice(kept, dropped, tuple(unmarked), repeated, notices)


def _without(pages: Sequence[PageSummary], rejections: Sequence[Rejection]) -> list[PageSummary]:
    dropped = {rejection.url for rejection in rejections}
    return [page for page in pages if page.url not in dropped]


def find_variants(parts: Sequence[SpilledPart], kept: Sequence[PageSummary], twins: Sequence[Rejection]) -> Variants:
    """Group the pages that stay, and say of each where else it is or was found.

    Args:
        parts: All of a docset.
        kept: The pages that stay.
        twins: What was dropped because another page says the same.
    """
    language = {page.url: part.language for part in parts for page in part.pages}
    title = {page.url: page.title for page in kept}
    likely = alike_at_sight((url, language[url], title[url]) for url in title)
    texts = (found for part in parts for found in texts_of(part, likely))
    groups = group_variants(fingerprint(url, language[url], title[url], text) for url, text in texts)
    others = {url: [other for other in group if other != url] for group in groups for url in group}
    for rejection in sorted(twins, key=lambda rejection: rejection.url):
        if rejection.twin in title:
            others.setdefault(rejection.twin, []).append(rejection.url)
    leaders = {url: group[0] for group in groups for url in group[1:]}
    return Variants(leaders, {url: tuple(urls[:MOST_NAMED]) for url, urls in others.items()})
