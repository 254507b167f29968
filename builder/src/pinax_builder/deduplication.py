"""Decide what depends on all pages of a docset together: which are written, and which are variants of others.

In:    Summaries of all pages of a docset, and a way to weigh those that say the same.
Out:   A Selection: pages to write, pages to drop and why, and the Variants among those that are written.
Rules: what is dropped depends on the set of pages alone, never on their order. The judgements are the gate's. This
       module says in which order they are made, for each looks at what the one before it has left. They are made about
       pages that share something with another one (see `candidates`), so the others need not be in memory.
Why:   docs/decisions/0040.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace

from pinax_builder.candidates import candidates
from pinax_builder.gate import (
    canonical_key,
    collapse,
    find_sources,
    group_variants,
    leave_unmarked,
    mistaken_canonicals,
    title_key,
    twins,
    url_key,
)
from pinax_builder.records import PageSummary, Rejection, SpilledPart, Variants
from pinax_builder.segment import add_synonyms, compiled_pages, demote, explained_acronyms
from pinax_builder.spill import Reiterable

MOST_NAMED = 20
"""Number of variants that one page names."""


Weigh = Callable[[Set[str]], Mapping[str, int]]
"""Returns a number for each of some URLs of pages that say the same; the page with the largest stays."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Which pages of a docset are written."""

    kept: Iterable[PageSummary]
    """Pages to write, in URL order within a part; read again each time."""
    dropped: Set[str]
    """URLs of pages that are in the parts and must not be written."""
    rejections: tuple[Rejection, ...]
    """These pages: those without the mark by which the site says what is content, those that say the same as another
    one, and texts that pages of HTML say already."""
    repeated: tuple[Rejection, ...]
    """Of these, those that say the same as another page; each names the one that stays."""
    notices: Mapping[str, str] = field(default_factory=dict)
    """URL → what is wrong with a page that is written all the same."""


def choose_pages(pages: Iterable[PageSummary], weigh: Weigh) -> Choice:
    """Choose among the pages of a docset.

    Args:
        pages: All of them, unique by URL; gone through several times.
        weigh: Asked only for pages that say the same, mostly for the numbers of pages that link to them.
    """
    unmarked = leave_unmarked(pages)
    related = candidates(_without(pages, unmarked), _shared_by_twins)
    alike = twins(related)
    repeated = collapse(related, weigh(alike) if alike else {})
    sources = find_sources(_without(pages, (*unmarked, *repeated)))
    left_out = (*unmarked, *repeated, *sources)
    dropped = frozenset(rejection.url for rejection in left_out)
    notices = {url: said for url, said in mistaken_canonicals(related).items() if url not in dropped}
    kept = _without(pages, left_out)
    return Choice(kept, dropped, left_out, tuple(repeated), notices)


def _without(pages: Iterable[PageSummary], rejections: Sequence[Rejection]) -> Iterable[PageSummary]:
    dropped = {rejection.url for rejection in rejections}
    return Reiterable(lambda: (page for page in pages if page.url not in dropped)) if dropped else pages


def _shared_by_twins(page: PageSummary) -> Iterator[Hashable]:
    """Yield what pages of one content or one canonical URL share: one names the URL that the other has."""
    yield page.digest
    yield url_key(page.url)
    if page.canonical:
        yield canonical_key(page)


def find_variants(choice: Choice) -> Variants:
    """Group the pages that stay, and say of each where else it is or was found."""
    small = Reiterable(lambda: (replace(page, sections=b"", shingles=b"", acronyms=()) for page in choice.kept))
    groups = group_variants(candidates(small, lambda page: (title_key(page),)))
    others = {url: [other for other in group if other != url] for group in groups for url in group}
    for rejection in sorted(choice.repeated, key=lambda rejection: rejection.url):
        if rejection.twin not in choice.dropped:
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
    variants: Variants

    def standing(self, url: str) -> tuple[bool, str, tuple[str, ...]]:
        """Return what a segment says of a page because of others: whether it is compiled, its leader, its variants."""
        leader, others = self.variants
        return url in self.compiled, leader.get(url, ""), others.get(url, ())

    def finished(self, parts: Iterable[SpilledPart]) -> tuple[SpilledPart, ...]:
        """Return parts with the priors of compiled pages lowered and with synonyms beside their entries."""
        return tuple(add_synonyms(demote(part, self.compiled), self.synonyms) for part in parts)


def select_pages(pages: Iterable[PageSummary], glossary: Sequence[tuple[str, str]], weigh: Weigh) -> Selection:
    """Decide which pages of a docset are written.

    Args:
        pages: Summaries of all pages, unique by URL; gone through several times.
        glossary: Synonyms that the configuration gives.
        weigh: As in `choose_pages`.
    """
    choice = choose_pages(pages, weigh)
    return Selection(
        choice,
        compiled_pages(choice.kept),
        [*glossary, *explained_acronyms(choice.kept)],
        find_variants(choice),
    )
