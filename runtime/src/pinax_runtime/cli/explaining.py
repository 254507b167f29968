"""Write the explanation of a score as lines for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pinax_runtime.search import HitExplanation, SearchExplanation, WordPart

_BONUSES = ("section_coverage", "page_coverage", "exact_title", "page_title", "description", "proximity", "set_aside")
"""Members of an explanation that are added to a score."""


def hit_to_lines(explanation: HitExplanation) -> list[str]:
    """Return the parts of a score: a line for each word, and a line for the rest."""
    lines = [_word_to_line(word) for word in explanation.words if word.section_part or word.page_part]
    bonuses = {name: getattr(explanation, name) for name in _BONUSES}
    told = [f"{name} {value:+.2f}" for name, value in bonuses.items() if value]
    told += [f"page_share ×{explanation.page_share:g}", f"prior ×{explanation.prior:g}"]
    return [*lines, ", ".join([*told, f"docset_weight ×{explanation.docset_weight:g}"])]


def search_to_text(explanation: SearchExplanation) -> str:
    """Return what a search read: a line for each word and each file, and the total."""
    files = [f"{size:9,} {name}" for name, size in explanation.files]
    over = dict.fromkeys(explanation.passed_over, ", too many: passed over")
    words = [f"{n:9,} sections with {word}{over.get(word, '')}" for word, n in explanation.sections_with.items()]
    return "\n".join([*words, *files, f"{explanation.size_bytes:9,} bytes read from {len(files)} files"])


def _word_to_line(word: WordPart) -> str:
    terms = ", ".join(term if share == 1 else f"{term} ×{share:g}" for term, share in word.terms.items())
    section = f"section {word.section_part:.2f} (frequency {word.section_frequency:.2f})"
    return f"{terms}: idf {word.idf:.2f}, {section}, page {word.page_part:.2f} (frequency {word.page_frequency:.2f})"
