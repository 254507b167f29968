"""The fields of a section, by number, and the ranking parameters that weigh them.

Spec:  docs/format.md, sections 6 and 7.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

TITLE, HEADINGS, BODY, CODE, DESCRIPTION, PATH, SYMBOL = range(7)
FIELDS = ("title", "headings", "body", "code", "description", "path", "symbol")
"""Field number → name. `title`, `description` and `path` belong to a page and are indexed on its first section."""

TITLED = len(FIELDS)
"""Pseudo-field of postings: the sections with the term in their title, each with the number of that title's words."""

POSITIONED = (TITLE, HEADINGS, BODY, CODE)
"""Fields whose words have a position in their section."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """Parameters of ranking. A bundle carries its own values; a query may override each.

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
    """Bonus for each pair of neighboring query words that stand close together, times the smaller idf of the two."""
    full_coverage_bonus: float = 0.2
    """Bonus for a section, and for a page, that holds every query word, times the mean idf of the words."""
    exact_title_bonus: float = 2.2
    """Bonus for a title that is the query, times the sum of the words' idf. It falls with words missing or added."""
    prefix_penalty: float = 0.5
    """Factor for terms that only start with the query's last word (0 to 1)."""
    stop_word_weight: float = 0.3
    """Factor for stop words such as "how", "the" and "with" (0 to 1)."""
    synonym_weight: float = 0.7
    """Factor for an expression that is found as a synonym of the one asked for (0 to 1; 0 ignores synonyms)."""

    def field_weights(self) -> tuple[float, ...]:
        """Return the weights in the order of `FIELDS`."""
        return tuple(getattr(self, f"{name}_weight") for name in FIELDS)


RANKING_NAMES = tuple(field.name for field in fields(Ranking))
AT_MOST_ONE = ("bm25_b", "prefix_penalty", "stop_word_weight", "synonym_weight")
"""Parameters that must not exceed 1; the limit of the others is `limits.WEIGHT`."""
