"""Make hits of ranked sections: their location, and an excerpt of their text.

Strategy. What a hit says whatever the query is small and kept; the page that it comes from is large and is not. So a
hit costs one pack of pages and one pack of texts the first time, and nothing of it the next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice, takewhile
from sys import getsizeof
from typing import NamedTuple

from pinax_runtime.bundle import Batch, fetch
from pinax_runtime.deadline import while_time
from pinax_runtime.format import DEFINITION, synonym_of
from pinax_runtime.search import knobs
from pinax_runtime.search.document import Document, below_title, section_id
from pinax_runtime.search.excerpt import MOST_BELOW, ExcerptCutter, Passage, own_or_below
from pinax_runtime.search.results import Hit
from pinax_runtime.search.scoring import Found, SegmentQuery

_LOCATED_BYTES = 1_500
"""Memory of a located section (bytes, estimated)."""
_PASSAGE_BYTES = 200
"""Memory of a passage beside its two strings (bytes, estimated)."""


class _Located(NamedTuple):
    """What is known of a section whatever the query is."""

    hit: Callable[..., Hit]
    """Makes the hit of a score, an excerpt and an explanation."""
    title: str
    """Of the section, or of its page."""
    is_definition: bool
    """Whether its text begins with the terms of a definition."""
    description: str
    """What the page is for, where the hit is the page itself; else empty."""
    below: range
    """Numbers of the first sections below it; none below a continuation."""


def make_hits(shown: Sequence[Found], queries: Sequence[SegmentQuery], excerpt_chars: int, explain: bool) -> list[Hit]:
    """Make hits of sections.

    Args:
        shown: The sections.
        queries: The query in each segment, by number.
        excerpt_chars: Length of the excerpts (characters); 0 for none, which saves reading the texts.
        explain: Whether to say what the scores consist of.
    """
    far = (found for found in shown if queries[found.number].segment.is_far)
    fetch(_missing(found, queries[found.number], excerpt_chars) for found in far)
    cutters = {number: _cutter(queries[number]) for number in {found.number for found in shown}}
    hits = []
    for found in while_time(shown, share=knobs.SHOWING_TIME_SHARE):
        query = queries[found.number]
        located = _located(found, query)
        excerpt = _excerpt(found.section, query, located, cutters[found.number], excerpt_chars) if excerpt_chars else ""
        explanation = query.explain(found) if explain else None
        hits.append(located.hit(score=round(found.score, 9), excerpt=excerpt, explanation=explanation))
    return hits


def _missing(found: Found, query: SegmentQuery, excerpt_chars: int) -> Batch:
    """Say what has to be read for a hit."""
    has_text = not excerpt_chars or query.segment.keeps(f"passage:{found.section}")
    has_page = query.segment.keeps(_key(found, query))
    return Batch(query.segment, pages=() if has_page else [found.page], texts=() if has_text else [found.section])


def _key(found: Found, query: SegmentQuery) -> str:
    """Name what is known of a section: docsets may share a segment, and each has its own ids and dates."""
    docset = query.docset
    return f"hit:{docset.name}:{docset.url}:{docset.fetched_at}:{docset.source_url_template}:{found.section}"


def _located(found: Found, query: SegmentQuery) -> _Located:
    return query.segment.derived(_key(found, query), lambda: _locate(found, query), lambda _: _LOCATED_BYTES)


def _locate(found: Found, query: SegmentQuery) -> _Located:
    """Read the page of a section, and note what its hits say of it. A continuation is shown as its owner."""
    docset, document = query.docset, Document(query.segment, found.page)
    page, index = document.page, found.section - query.segment.first_sections[found.page]
    owner = document.owner(index)
    entry, own = page.sections[owner], page.sections[index]
    path = (*(section.title for section in document.ancestors(owner)), entry.title) if owner else ()
    hit = partial(
        Hit,
        docset=docset.name,
        url=page.url,
        anchor="" if entry.anchor.startswith("~") or owner == 0 else entry.anchor,
        section_id=section_id(document.id, entry.anchor if owner else ""),
        title=page.title,
        headings=path,
        facets=page.facets,
        fetched_at=docset.fetched_at,
        variants=tuple(page.variants),
        source_url=document.source_link(owner) if docset.source_url_template else "",
    )
    following = islice(map(page.sections.__getitem__, range(index + 1, len(page.sections))), MOST_BELOW)
    n_below = sum(1 for _ in takewhile(lambda section: section.depth > own.depth, following)) if index == owner else 0
    return _Located(
        hit,
        title=path[-1] if path else page.title,
        is_definition=own.kind == DEFINITION and own.title != "",
        description="" if index else page.description,
        below=range(found.section + 1, found.section + 1 + n_below),
    )


def _cutter(query: SegmentQuery) -> ExcerptCutter:
    """Prepare the excerpts of a segment: each word of the query weighs its idf, synonyms the same for each word."""
    weights: dict[str, float] = {}
    for term, idf in query.weighted():
        for spelling, share in term.shares.items() if not term.of.whole else ():
            synonym = synonym_of(spelling)
            for word in synonym.meant if synonym else (spelling,):
                weights[word] = max(share * idf, weights.get(word, 0.0))
    return ExcerptCutter(weights, query.segment.analyzer)


def _excerpt(section: int, query: SegmentQuery, located: _Located, cutter: ExcerptCutter, max_chars: int) -> str:
    segment = query.segment

    def read() -> str:
        return below_title(segment.text(section), located.is_definition)

    kept = f"passage:{section}"
    markdown = "" if segment.keeps(kept) else read()
    if len(markdown) > knobs.LONG_TEXT_CHARS:
        return cutter.cut_long(markdown, max_chars, located.title)
    passage = segment.derived(
        kept,
        lambda: Passage.of_line(
            own_or_below(markdown or read(), located.title, located.description, map(segment.text, located.below))
        ),
        lambda passage: _PASSAGE_BYTES + getsizeof(passage.text) + getsizeof(passage.folded),
    )
    return cutter.cut(passage, max_chars, located.title)
