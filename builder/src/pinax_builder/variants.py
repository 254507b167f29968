"""Find the pages of a docset that are variants of one another, by the gate's rules and the parts' texts.

Rules: only pages that share a path but for its version, or a title, are read again.
Why:   docs/decisions/0040.
"""

from __future__ import annotations

from collections.abc import Sequence

from pinax_builder.gate import alike_at_sight, fingerprint, group_variants
from pinax_builder.records import PageSummary, Rejection, SpilledPart, Variants
from pinax_builder.segment import texts_of

MOST_NAMED = 20
"""Number of variants that one page names."""


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
