"""Decide what depends on all pages of a docset together: which are written, and which are variants of others.

In:    Summaries of all pages of a docset, and two ways to look at their texts again.
Out:   A Selection: pages to write, pages to drop and why, and the Variants among those that are written.
Rules: what is dropped depends on the set of pages alone, never on their order. The judgements are the gate's. This
       module says in which order they are made, for each looks at what the one before it has left. They are made about
       pages that share something with another one (see `candidates`), so the others need not be in memory. For
       variants, only pages that share a title, or a path but for its version, are read again.
Why:   docs/decisions/0040.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field

from pinax_builder.candidates import candidates
from pinax_builder.gate import (
    Fingerprint,
    alike_at_sight,
    canonical_key,
    collapse,
    find_sources,
    fingerprint,
    group_variants,
    leave_unmarked,
    mistaken_canonicals,
    sights,
    twins,
    url_key,
)
from pinax_builder.records import PageSummary, Rejection, SpilledPart, Variants
from pinax_builder.segment import add_synonyms, compiled_pages, demote, explained_acronyms, texts_of
from pinax_builder.spill import Reiterable

MOST_NAMED = 20
"""Number of variants that one page names."""


CountLinks = Callable[[Set[str]], Mapping[str, int]]
"""Returns the number of pages that link to each of the given URLs."""
TakeFingerprints = Callable[[Set[str]], Mapping[str, Fingerprint]]
"""Returns the fingerprint of each page with one of the given URLs."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Which pages of a docset are written."""

    kept: Iterable[PageSummary]
    """Pages to write, in URL order within a part; read again each time."""
    dropped: Set[str]
    """URLs of pages that are in the parts and must not be written."""
    unmarked: tuple[Rejection, ...]
    """Pages without the mark by which the site says what is content."""
    repeated: tuple[Rejection, ...]
    """Pages that say the same as another one; each names the one that stays."""
    sources: tuple[Rejection, ...]
    """Texts that pages of HTML say already."""
    n_links: Mapping[str, int]
    """URL of each page that says the same as another → pages that link to it."""
    notices: Mapping[str, str] = field(default_factory=dict)
    """URL → what is wrong with a page that is written all the same."""


def choose_pages(pages: Iterable[PageSummary], count_links: CountLinks) -> Choice:
    """Choose among the pages of a docset.

    Args:
        pages: All of them, unique by URL; gone through several times.
        count_links: Counts the pages that link to each of some URLs; asked only for pages that say the same.
    """
    unmarked = leave_unmarked(pages)
    related = candidates(_without(pages, unmarked), _shared_by_twins)
    alike = twins(related)
    n_links = count_links(alike) if alike else {}
    repeated = collapse(related, n_links)
    sources = find_sources(_without(pages, (*unmarked, *repeated)))
    left_out = (*unmarked, *repeated, *sources)
    dropped = frozenset(rejection.url for rejection in left_out)
    notices = {url: said for url, said in mistaken_canonicals(related).items() if url not in dropped}
    kept = _without(pages, left_out)
    return Choice(kept, dropped, tuple(unmarked), tuple(repeated), tuple(sources), n_links, notices)


def _without(pages: Iterable[PageSummary], rejections: Sequence[Rejection]) -> Iterable[PageSummary]:
    dropped = {rejection.url for rejection in rejections}
    return Reiterable(lambda: (page for page in pages if page.url not in dropped)) if dropped else pages


def _shared_by_twins(page: PageSummary) -> Iterator[Hashable]:
    """Yield what pages of one content or one canonical URL share: one names the URL that the other has."""
    yield page.digest
    yield url_key(page.url)
    if page.canonical:
        yield canonical_key(page)


def likely_variants(kept: Iterable[PageSummary]) -> set[str]:
    """Return the URLs of the pages that may be variants, of those that stay."""
    return alike_at_sight(
        candidates(Reiterable(lambda: ((page.url, page.language, page.title) for page in kept)), sights)
    )


def take_fingerprints(parts: Sequence[SpilledPart], urls: Set[str]) -> dict[str, Fingerprint]:
    """Read pages again and return the fingerprint of each, by URL."""
    found = {}
    for part in parts:
        title = {page.url: page.title for page in part.pages}
        for url, texts in texts_of(part, urls):
            found[url] = fingerprint(url, part.language, title[url], texts)
    return found


def find_variants(fingerprints: Iterable[Fingerprint], dropped: Set[str], twins: Sequence[Rejection]) -> Variants:
    """Group the pages that stay, and say of each where else it is or was found.

    Args:
        fingerprints: Of the pages that may be variants.
        dropped: URLs of the pages that do not stay.
        twins: What was dropped because another page says the same.
    """
    groups = group_variants(fingerprints)
    others = {url: [other for other in group if other != url] for group in groups for url in group}
    for rejection in sorted(twins, key=lambda rejection: rejection.url):
        if rejection.twin not in dropped:
            others.setdefault(rejection.twin, []).append(rejection.url)
    leaders = {url: group[0] for group in groups for url in group[1:]}
    return Variants(leaders, {url: tuple(named[:MOST_NAMED]) for url, named in others.items()})


@dataclass(frozen=True, slots=True)
class Selection:
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


def select_pages(
    pages: Iterable[PageSummary],
    glossary: Sequence[tuple[str, str]],
    count_links: CountLinks,
    fingerprints: TakeFingerprints,
) -> Selection:
    """Decide which pages of a docset are written.

    Args:
        pages: Summaries of all pages, unique by URL; gone through several times.
        glossary: Synonyms that the configuration gives.
        count_links: Called with pages that have the same content as others.
        fingerprints: Called with pages that may be variants.
    """
    choice = choose_pages(pages, count_links)
    taken = fingerprints(likely_variants(choice.kept))
    return Selection(
        choice,
        compiled_pages(choice.kept),
        [*glossary, *explained_acronyms(choice.kept)],
        taken,
        find_variants(taken.values(), choice.dropped, choice.repeated),
    )
