"""Decide what depends on all pages of a docset together: which stay, and which are variants of others.

In:    Summaries of all pages, and two ways to look at their texts again.
Out:   A Settled, which finishes parts accordingly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from pinax_builder.choosing import Choice, choose_pages, find_variants, likely_variants
from pinax_builder.gate import Fingerprint, PageFigures
from pinax_builder.records import PageSummary, SpilledPart, Variants
from pinax_builder.segment import add_synonyms, compiled_pages, demote, explained_acronyms

CountLinks = Callable[[Set[str]], Mapping[str, int]]
"""Returns the number of pages that link to each of the given URLs."""
TakeFingerprints = Callable[[Set[str]], Mapping[str, Fingerprint]]
"""Returns the fingerprint of each page with one of the given URLs."""


@dataclass(frozen=True, slots=True)
class Settled:
    """What was decided from all pages of a docset together."""

    choice: Choice
    compiled: Set[str]
    """URLs of pages that are compiled from others."""
    synonyms: Sequence[tuple[str, str]]
    """Synonyms of the glossary, and acronyms that pages explain."""
    fingerprints: Mapping[str, Fingerprint]
    """Fingerprints of the pages that may be variants, by URL."""
    variants: Variants

    def finished(self, parts: Iterable[SpilledPart]) -> tuple[SpilledPart, ...]:
        """Return parts with the priors of compiled pages lowered and with synonyms beside their entries."""
        return tuple(add_synonyms(demote(part, self.compiled), self.synonyms) for part in parts)


def settle(
    pages: Iterable[PageSummary],
    figures: Iterable[PageFigures],
    glossary: Sequence[tuple[str, str]],
    count_links: CountLinks,
    fingerprints: TakeFingerprints,
) -> Settled:
    """Decide what becomes of the pages of a docset.

    Args:
        pages: Summaries of all pages, unique by URL; gone through several times, as the figures are.
        figures: Figures of a site's pages; none for a folder.
        glossary: Synonyms that the configuration gives.
        count_links: Called with pages that have the same content as others.
        fingerprints: Called with pages that may be variants.
    """
    choice = choose_pages(pages, figures, count_links)
    taken = fingerprints(likely_variants(choice.kept))
    return Settled(
        choice,
        compiled_pages(choice.kept),
        [*glossary, *explained_acronyms(choice.kept)],
        taken,
        find_variants(taken.values(), choice.dropped, choice.repeated),
    )
