"""The fields of a section, by number, and the ranking parameters that weigh them.

Spec:  docs/format.md, sections 6 and 7.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

TITLE, HEADINGS, BODY, CODE, DESCRIPTION, PATH, SYMBOL = range(7)
FIELDS = ("title", "headings", "body", "code", "description", "path", "symbol")
"""Field number → name. `title`, `description` and `path` belong to a page and are indexed on its first section."""

TITLED = len(FIELDS)
"""Stands among a term's fields with the sections whose title has it; the count is the words of that title."""

POSITIONED = (TITLE, HEADINGS, BODY, CODE)
"""Fields whose words have positions in their section."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """What ranking can be tuned by; a bundle carries its own, a query may override each.

    Weights multiply a term's frequency in the field; bonuses multiply the inverse document frequency of what matched.
    """

    bm25_k1: float = 2.0
    """Saturation of term frequency (0 or more; 0 counts presence only)."""
    bm25_b: float = 0.75
    """Normalization by section length (0 none, 1 full)."""
    title_weight: float = 3.0
    headings_weight: float = 2.0
    body_weight: float = 1.0
    code_weight: float = 1.5
    description_weight: float = 2.0
    path_weight: float = 1.0
    symbol_weight: float = 3.0
    term_proximity_bonus: float = 0.5
    """For query words that stand close together: per pair of neighbours, times the smaller idf of the two."""
    full_coverage_bonus: float = 0.2
    """For a section, and a page, that holds every query word: times their mean idf."""
    exact_title_bonus: float = 2.0
    """For a title that holds the query's words: times the sum of their idf, less the more it lacks or says besides."""
    prefix_penalty: float = 0.5
    """What a match of the last word as a prefix counts, beside a whole one (0 to 1)."""
    stop_word_weight: float = 0.3
    """What "how", "the", "with" and their like count, beside other words (0 to 1)."""

    synonym_weight: float = 0.7
    """What an expression counts that stands for the one that was asked for (0 to 1; 0 leaves synonyms out)."""

    def field_weights(self) -> tuple[float, ...]:
        """Give the weights in the order of `FIELDS`."""
        return tuple(getattr(self, f"{name}_weight") for name in FIELDS)


RANKING_NAMES = tuple(field.name for field in fields(Ranking))
AT_MOST_ONE = ("bm25_b", "prefix_penalty", "stop_word_weight", "synonym_weight")
"""Parameters that are shares; the others go up to the limit of a weight."""
