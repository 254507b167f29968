"""Find the words of a query in an excerpt, for who shows it to people."""

from __future__ import annotations

from pinax_runtime.search.showing.excerpt import ExcerptCutter, Passage
from pinax_runtime.text import Analyzer


def word_positions(excerpt: str, query: str, analyzer: Analyzer) -> list[tuple[int, int]]:
    """Return start and end of each word of an excerpt that is one of the query's (characters), in order.

    Args:
        excerpt: Plain text in one line.
        query: As it was asked, or as it was understood.
        analyzer: Of the text's language; a word counts as it does in the index, in whatever form.
    """
    terms = dict.fromkeys((term for run in analyzer.runs(query) for term in run.terms()), 1.0)
    if not terms:
        return []
    found = sorted(ExcerptCutter(terms, analyzer).occurrences(Passage.of_line(excerpt)))
    joined: list[tuple[int, int]] = []
    for start, end in found:
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined
