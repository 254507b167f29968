"""What a search gives back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pinax_runtime.search.explanation import HitExplanation, SearchExplanation


@dataclass(frozen=True, slots=True)
class Hit:
    """One section that answers, with its page."""

    docset: str
    url: str
    """Of the page."""
    anchor: str
    """Fragment of the section on the published page; empty for the page itself."""
    section_id: str
    """`docset:path#anchor`, what the tree tools take."""
    title: str
    """Of the page."""
    headings: tuple[str, ...]
    """Path of headings from below the page to the section; empty for the page itself."""
    score: float
    excerpt: str
    """The densest passage, one line; empty if not asked for."""
    facets: dict[str, list[str]]
    fetched_at: str
    """Of the docset: RFC 3339, UTC."""
    variants: tuple[str, ...] = ()
    """URLs of other versions of the page, and of pages that are nearly the same: none of them is a hit of its own."""
    source_url: str = ""
    """Where people see the section of source code, or its file; empty of documentation and where that is not known."""
    explanation: HitExplanation | None = None
    """What the score consists of, where that was asked for."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The hits of one search, best first."""

    hits: list[Hit]
    total: int
    """Pages that matched at all; of sections at most so many, as the last ones may go on from others."""
    relaxed: bool = False
    """Whether nothing holds what the query quotes, so that the hits are those of its words without the quotes."""
    unknown_words: list[str] = field(default_factory=list)
    """Words of the query, as typed, that nothing in the searched docsets holds."""
    did_you_mean: str = ""
    """The query with unknown words replaced by the nearest known ones, which were searched for in their place; empty
    where there is nothing to correct."""
    explanation: SearchExplanation | None = None
    """What the search took, where that was asked for."""
    facets: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Facet → value → pages, of all that matched, where that was asked for; the most frequent value first."""
