"""Find the pages of a docset that are variants of one another: what gate judges, of texts that segment has put aside.

Rules: only pages that share a path but for its version, or a title, are read again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set

from pinax_builder.gate import Fingerprint, alike_at_sight, fingerprint, group_variants
from pinax_builder.records import PageSummary, Rejection, SpilledPart, Variants
from pinax_builder.segment import texts_of

MOST_NAMED = 20
"""Variants that a page names at most."""


def likely_variants(kept: Sequence[PageSummary], language: Mapping[str, str]) -> set[str]:
    """Return the URLs of the pages that may be variants, of those that stay; `language` is each page's."""
    return alike_at_sight((page.url, language[page.url], page.title) for page in kept)


def take_fingerprints(parts: Sequence[SpilledPart], urls: Set[str]) -> dict[str, Fingerprint]:
    """Read pages again and return the fingerprint of each, by URL."""
    found = {}
    for part in parts:
        title = {page.url: page.title for page in part.pages}
        for url, texts in texts_of(part, urls):
            found[url] = fingerprint(url, part.language, title[url], texts)
    return found


def find_variants(
    fingerprints: Iterable[Fingerprint], kept: Sequence[PageSummary], twins: Sequence[Rejection]
) -> Variants:
    """Group the pages that stay, and say of each where else it is or was found.

    Args:
        fingerprints: Of the pages that may be variants.
        kept: The pages that stay.
        twins: What was dropped because another page says the same.
    """
    urls = {page.url for page in kept}
    groups = group_variants(fingerprints)
    others = {url: [other for other in group if other != url] for group in groups for url in group}
    for rejection in sorted(twins, key=lambda rejection: rejection.url):
        if rejection.twin in urls:
            others.setdefault(rejection.twin, []).append(rejection.url)
    leaders = {url: group[0] for group in groups for url in group[1:]}
    return Variants(leaders, {url: tuple(named[:MOST_NAMED]) for url, named in others.items()})
