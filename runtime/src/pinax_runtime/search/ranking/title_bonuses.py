"""Add the bonus of sections whose title holds the query's words, or which define the symbol that it names.

In:    the slots of a query, and the sections that matched.
Out:   section → bonus.
Why:   docs/decisions/0026, 0054, 0070, 0211
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

from pinax_runtime.format import SYMBOL, Postings, synonym_of
from pinax_runtime.search import knobs
from pinax_runtime.search.question.query import Query
from pinax_runtime.search.ranking.titles import TitleWord, title_scores, titled_slots
from pinax_runtime.search.reading.segment_reader import SegmentReader
from pinax_runtime.search.words.filling import FilledSlot, WeightedSlots

PostingsOf = Callable[[str], Postings]
"""Term → its postings; empty where the segment has none."""


def title_bonuses(
    segment: SegmentReader,
    query: Query,
    slots: WeightedSlots,
    n_sections: int,
    weight: float,
    sections: Mapping[int, float],
) -> dict[int, float]:
    """Return the bonus of each section that gets one: most where the title says nothing but the query.

    A section that defines just what the query names gets it in full, whatever its title says besides.

    Args:
        segment: Whose sections.
        query: In the segment's language.
        slots: Of the query, with their idf.
        n_sections: Of all searched segments.
        weight: `Ranking.exact_title_bonus`.
        sections: Those that matched; others get nothing.
    """
    compared = titled_slots(slots, n_sections)
    asked = sum(idf for filled, idf in compared if not filled.slot.stop)
    full = weight * asked
    if not full:
        return {}
    # A term is both counted among the titles and asked whether it is in a symbol: its postings are found once.
    postings_of = cache(lambda term: segment.postings(term) or Postings({}))
    words = [
        word for index, (filled, idf) in enumerate(compared) for word in _title_words(index, filled, idf, postings_of)
    ]
    scores = title_scores(words, asked, sections)
    bonuses = {section: full * score for section, score in scores.items()}
    defining = _defining(segment, query, slots, postings_of)
    bonuses.update((section, full * score) for section, score in defining if section in sections)
    return bonuses


def _title_words(index: int, filled: FilledSlot, idf: float, postings_of: PostingsOf) -> Iterator[TitleWord]:
    """Yield what a slot's word is called in titles: its spellings and synonyms, but nothing it was corrected to."""
    slot = filled.slot
    value = idf if filled.counts_for_coverage or slot.whole else 0.0
    for share, term in filled.terms:
        synonym = synonym_of(term) if share < 1 else None
        if share >= 1 or synonym:
            n_words = len(synonym.meant) / len(synonym.asked) if synonym else max(1.0, slot.n_spelled)
            yield TitleWord(index, min(1.0, share) * value, postings_of(term), n_words)


def _defining(
    segment: SegmentReader, query: Query, slots: WeightedSlots, postings_of: PostingsOf
) -> Sequence[tuple[int, float]]:
    """Return the sections that define what the query names, each with its share of the full bonus.

    Their shards are read only if some name has the query's words. What explains a symbol comes before its source. Where
    a name is spelled just so, what only has another case is none of it (`typing.Final` and `typing.final`); where one
    has the kind that the query says, the others are not meant.
    """
    terms = (term for filled, _ in slots for _, term in filled.terms)
    named = query.named
    if not named.names or not any(SYMBOL in postings_of(term).by_field for term in terms):
        return ()
    found = [definition for name in named.names for definition in segment.definitions(name)]
    spelled = [definition for definition in found if definition.name in named.names] or found
    meant = [one for one in spelled if one.kind in named.kinds] or (spelled if named.certain else [])
    return [(one.section, knobs.SOURCE_DEFINITION_FACTOR if one.line else knobs.DEFINITION_FACTOR) for one in meant]
