"""Make hits of ranked sections: their location, and an excerpt of their text.

Strategy. What a hit says whatever the query is small and kept; the page that it comes from is large and is not. So a
hit costs one pack of pages and one pack of texts the first time, and nothing of it the next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import islice, takewhile
from sys import getsizeof
from typing import NamedTuple

from pinax_runtime.format import DEFINITION, synonym_of
from pinax_runtime.search import knobs
from pinax_runtime.search.ranking.choosing import Ranked, Scored
from pinax_runtime.search.reading import ahead
from pinax_runtime.search.reading.segment_reader import SegmentReader
from pinax_runtime.search.results import Hit, HitExplanation
from pinax_runtime.search.showing.document import Document, HasDepth, below_title
from pinax_runtime.search.showing.excerpt import ExcerptCutter, Passage
from pinax_runtime.search.showing.ids import location_key, section_id
from pinax_runtime.search.showing.own_text import MOST_BELOW, own_or_below
from pinax_runtime.search.words.asking import Asked

_LOCATION_BYTES = 1_500
"""Memory of a hit's location (bytes, estimated)."""
_PASSAGE_BYTES = 200
"""Memory of a passage beside its two strings (bytes, estimated)."""


class _Location(NamedTuple):
    """What a hit in a section says whatever the query is."""

    hit: Callable[..., Hit]
    """Makes the hit of a score, an excerpt, a date and an explanation."""
    title: str
    """Of the section, or of its page."""
    is_definition: bool
    """Whether its text begins with the terms of a definition."""
    description: str
    """What the page is for, where the hit is the page itself; else empty."""
    below: range
    """Numbers of the first sections below it; none below a continuation."""
    lines: tuple[int, int] | None
    """First and last line of a section of source code, 0 and 0 where not known; None for documentation."""


def excerpt_cutter(one: Asked, idfs: Sequence[float]) -> ExcerptCutter:
    """Prepare the excerpts of a segment: each word of the query weighs its idf, synonyms the same for each word."""
    words = [(filled, idf) for filled, idf in zip(one.filled, idfs, strict=False) if not filled.slot.whole]
    weights: dict[str, float] = {}
    for term, weight in [(term, share * idf) for filled, idf in words for share, term in filled.terms]:
        synonym = synonym_of(term)
        for word in synonym.meant if synonym else (term,):
            weights[word] = max(weight, weights.get(word, 0.0))
    return ExcerptCutter(weights, one.segment.analyzer)


def fetch_for_rendering(shown: Sequence[Ranked], asked: Sequence[Asked], excerpt_chars: int) -> None:
    """Start reading what `render` will ask for, for all segments before anything of it is waited for."""
    wanted = []
    for number, one in enumerate(asked):
        mine = [found for found, its_number in shown if its_number == number]
        pages = [found.page for found in mine if not one.segment.keeps(_location_key(one, found.section))]
        texts = [found.section for found in mine if excerpt_chars and not one.segment.keeps(f"passage:{found.section}")]
        wanted.append((one.segment, pages, texts))
    for start in (ahead.pack_tables, ahead.packs):
        for segment, pages, texts in wanted:
            start(segment, pages, texts)


def render(
    found: Scored, one: Asked, cutter: ExcerptCutter, excerpt_chars: int, explanation: HitExplanation | None
) -> Hit:
    """Make a hit.

    Args:
        found: The section with its score.
        one: Its segment.
        cutter: Cuts the segment's excerpts.
        excerpt_chars: Length of the excerpt (characters); 0 for none, which saves reading the text.
        explanation: What the score consists of, where that was asked for.
    """
    key = _location_key(one, found.section)
    location = one.segment.derived(key, lambda: _locate(found, one), lambda _: _LOCATION_BYTES)
    excerpt = _excerpt(found.section, one.segment, location, cutter, excerpt_chars) if excerpt_chars else ""
    score, fetched_at = round(found.score, 3), one.docset.fetched_at
    hit = location.hit(score=score, excerpt=excerpt, fetched_at=fetched_at, explanation=explanation)
    if location.lines and one.docset.source_url_template:
        return replace(hit, source_url=one.docset.source_link(hit.url, *location.lines))
    return hit


def _location_key(one: Asked, section: int) -> str:
    return f"hit {location_key(one.docset.name, one.docset.url, section)}"


def _excerpt(section: int, segment: SegmentReader, location: _Location, cutter: ExcerptCutter, max_chars: int) -> str:
    @cache
    def markdown() -> str:
        return below_title(segment.text(section), location.is_definition)

    kept = f"passage:{section}"
    if not segment.keeps(kept) and len(markdown()) > knobs.LONG_TEXT_CHARS:
        return cutter.cut_long(markdown(), max_chars, location.title)
    passage = segment.derived(
        kept,
        lambda: Passage.of_line(
            own_or_below(markdown(), location.title, location.description, map(segment.text, location.below))
        ),
        lambda passage: _PASSAGE_BYTES + getsizeof(passage.text) + getsizeof(passage.folded),
    )
    return cutter.cut(passage, max_chars, location.title)


def _locate(found: Scored, one: Asked) -> _Location:
    """Read the page of a section, and note what its hits say of it. A continuation is shown as its owner."""
    document = Document(one.docset, one.segment, found.page)
    index = found.section - one.segment.first_sections[found.page]
    owner = document.owner(index)
    entry = document.page.sections[owner]
    shown = "" if entry.anchor.startswith("~") or owner == 0 else entry.anchor
    path = (*(section.title for section in document.ancestors(owner)), entry.title) if owner else ()
    hit = partial(
        Hit,
        docset=one.docset.name,
        url=document.page.url,
        anchor=shown,
        section_id=section_id(document.id, entry.anchor if owner else ""),
        title=document.page.title,
        headings=path,
        facets=document.page.facets,
        variants=tuple(document.page.variants),
    )
    title = path[-1] if path else document.page.title
    lines = document.lines_of(owner) if document.is_code else None
    own = document.page.sections[index]
    is_definition = own.kind == DEFINITION and own.title != ""
    n_below = _n_below(document.page.sections, index) if index == owner else 0
    below = range(found.section + 1, found.section + 1 + n_below)
    return _Location(hit, title, is_definition, "" if index else document.page.description, below, lines)


def _n_below(sections: Sequence[HasDepth], index: int) -> int:
    """Return how many sections below one an excerpt may be cut from; outlines are long, and no more is looked at."""
    following = islice(map(sections.__getitem__, range(index + 1, len(sections))), MOST_BELOW)
    return sum(1 for _ in takewhile(lambda section: section.depth > sections[index].depth, following))
