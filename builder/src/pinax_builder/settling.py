"""Settle what can be said only when all pages of a docset are known: which stay, and what they are to each other.

In:    Summaries of all pages, and two ways to look at their texts again.
Out:   A Settled; and parts that say what it says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from pinax_builder.choosing import Choice, choose_pages, find_variants, likely_variants
from pinax_builder.gate import Fingerprint, PageFigures
from pinax_builder.records import PageSummary, SpilledPart, Variants
from pinax_builder.segment import add_synonyms, compiled_pages, demote, explained_acronyms

CountLinks = Callable[[Set[str]], Mapping[str, int]]
"""Counts the pages that link to each of some URLs."""
TakeFingerprints = Callable[[Set[str]], Mapping[str, Fingerprint]]
"""Returns the fingerprint of each page with one of some URLs."""


@dataclass(frozen=True, slots=True)
class Settled:
    """What all pages of a docset together say of each."""

    choice: Choice
    compiled: Set[str]
    """URLs of pages that are compiled from others."""
    synonyms: Sequence[tuple[str, str]]
    fingerprints: Mapping[str, Fingerprint]
    """By URL, of the pages that may be variants."""
    variants: Variants

    def finished(self, parts: Iterable[SpilledPart]) -> tuple[SpilledPart, ...]:
        """Return parts with the priors of compiled pages lowered and with synonyms beside their entries."""
        return tuple(add_synonyms(demote(part, self.compiled), self.synonyms) for part in parts)


def settle(
    pages: Sequence[PageSummary],
    language: Mapping[str, str],
    figures: Iterable[PageFigures],
    glossary: Sequence[tuple[str, str]],
    count_links: CountLinks,
    fingerprints: TakeFingerprints,
) -> Settled:
    """Settle what becomes of the pages of a docset.

    Args:
        pages: All of them, unique by URL.
        language: Of each, by URL.
        figures: Of a site's pages.
        glossary: Synonyms that the configuration gives.
        count_links: Asked for pages that say the same as others.
        fingerprints: Asked for pages that may be variants.
    """
    choice = choose_pages(pages, figures, count_links)
    taken = fingerprints(likely_variants(choice.kept, language))
    return Settled(
        choice,
        compiled_pages(choice.kept),
        [*glossary, *explained_acronyms(choice.kept)],
        taken,
        find_variants(taken.values(), choice.kept, choice.repeated),
    )
