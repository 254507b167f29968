"""Fill the slots of a query with the terms that segments have.

Rules: which terms a prefix is expanded to is decided over all searched segments together, so that a docset in two parts
       answers as it does in one.
Why:   docs/decisions/0039, 0053
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from heapq import nlargest
from itertools import accumulate

from pinax_runtime.format import is_synonym
from pinax_runtime.search import knobs
from pinax_runtime.search.question.query import Slot
from pinax_runtime.search.reading.segment_reader import SegmentReader
from pinax_runtime.search.words.passing import lone_count


@dataclass(frozen=True, slots=True)
class FilledSlot:
    """A slot with the terms of one segment that fill it."""

    slot: Slot
    terms: tuple[tuple[float, str], ...]
    """(weight, term) of each term that the segment has; the term of the word itself weighs 1."""
    n_sections: int
    """About how many sections have one of the terms; 0 if only synonyms of a word that other segments have."""
    weight: float = 1.0
    """Weight of the slot in scores; less than 1 where the word is not the one that was typed."""
    passed_over: bool = False
    """Whether its terms are left out because too many sections have them, or because the time was up."""

    @property
    def counts_for_coverage(self) -> bool:
        """Whether a section must have this word to count as one with every word of the query."""
        return not self.slot.whole and not self.slot.stop and not self.passed_over


WeightedSlots = Sequence[tuple[FilledSlot, float]]
"""The slots of a query, each with its inverse document frequency over all searched segments."""


def fill(slot: Slot, segment: SegmentReader) -> FilledSlot:
    """Find the terms of a segment that are the slot's word; reads the term shards that they fall in."""
    counts = [(segment.n_sections(term), term) for term in slot.spellings]
    accented = slot.spellings[-1] if len(slot.spellings) > 1 else ""
    terms = tuple((knobs.EXACT_SPELLING_WEIGHT if term == accented else 1.0, term) for n, term in counts if n)
    return FilledSlot(slot, terms, max((n for n, _ in counts), default=0))


def pass_over(slot: Slot, segment: SegmentReader) -> FilledSlot:
    """Fill a slot with nothing; reads nothing where the manifest says how many sections have its word.

    Deleted sections are taken to have it as often as others: which of them do is only in the file that is passed over.
    """
    live_share = segment.totals.n_sections / max(1, segment.manifest.n_sections)
    n_sections = round(lone_count(segment, slot) * live_share) or fill(slot, segment).n_sections
    return FilledSlot(slot, (), n_sections, passed_over=True)


def starting(filled: FilledSlot, segment: SegmentReader) -> dict[str, int]:
    """Return the terms of a segment that start with the slot's prefix and do not fill it yet, and their sections."""
    known = {term for _, term in filled.terms}
    begun = segment.with_prefix("terms", filled.slot.prefix)
    # One letter starts thousands of terms; few of them have a space, as every synonym has.
    return {term: n for term, n in begun if term not in known and (" " not in term or not is_synonym(term))}


def most_frequent(found: Iterable[Mapping[str, int]]) -> set[str]:
    """Choose the terms that a prefix is expanded to: those with most sections over all segments.

    There are no more than have a bounded number of sections together, but always one.
    """
    counts: Counter[str] = Counter()
    for counted in sorted(found, key=len, reverse=True):
        counts.update(counted)
    best = nlargest(knobs.MAX_EXPANSIONS, zip(counts.values(), counts, strict=True))
    together = accumulate(n for n, _ in best)
    return {
        term
        for at, ((_, term), n) in enumerate(zip(best, together, strict=True))
        if not at or n <= knobs.MAX_EXPANDED_SECTIONS
    }


def expand(filled: FilledSlot, added: Mapping[str, int], prefix_penalty: float) -> FilledSlot:
    """Add terms to a slot, with the sections that each has in the segment."""
    terms = (*filled.terms, *((prefix_penalty, term) for term in sorted(added)))
    return FilledSlot(filled.slot, terms, filled.n_sections + sum(added.values()))


def with_synonyms(
    filled: Sequence[FilledSlot], segment: SegmentReader, weight: float, known: Set[int]
) -> list[FilledSlot]:
    """Let the synonyms of a query's expressions fill the slots of their words as well.

    Args:
        filled: Slots of a query, in order.
        segment: Whose synonyms.
        weight: What they count beside the words themselves.
        known: Indexes of the slots whose words some segment has. Sections with their synonyms do not count as theirs.
    """
    result = list(filled)
    words = [(at, one.slot) for at, one in enumerate(filled) if not one.slot.whole]
    for start, (start_at, first) in enumerate(words):
        if filled[start_at].passed_over:
            continue
        for synonym in segment.synonyms(first.spellings[0])[: knobs.MAX_SYNONYMS]:
            expression = words[start : start + len(synonym.asked)]
            # Some acronym is spelled like "it"; nobody means that by it.
            if _says(expression, synonym.asked) and not all(slot.stop for _, slot in expression):
                n = segment.n_sections(synonym.key)
                for at, _ in expression:
                    one = result[at]
                    terms = (*one.terms, (weight, synonym.key))
                    result[at] = replace(one, terms=terms, n_sections=one.n_sections if at in known else n)
    return result


def _says(words: Sequence[tuple[int, Slot]], expression: Sequence[str]) -> bool:
    """Say whether words are an expression: its terms, side by side."""
    spelled = [slot.spellings[0] for _, slot in words]
    offsets = [slot.position - words[0][1].position for _, slot in words]
    return spelled == list(expression) and offsets == list(range(len(expression)))
