"""Turn text into terms: the analyzer, its stemmers, and what Markdown marks as code, links and headings.

Rules: builder and runtime analyze with the same code, so that a query's terms are those of the index.
Spec:  docs/format.md, section 7.
"""

from __future__ import annotations

from pinax_runtime.text.analyzer import FAMILY, KEPT, Analyzer, Match, Run, analyzer, words_of
from pinax_runtime.text.characters import UNSPACED_RUN, WORD, compose, fold, normalize
from pinax_runtime.text.markdown_text import (
    CODE_SPAN,
    FENCE_OPENING,
    FENCED,
    LINK,
    SAME_BLOCK,
    are_in_fences,
    closes_fence,
    fence_for,
    fence_opening,
    fenced,
    fenced_blocks,
    is_heading,
    is_pointing,
    language_of,
    open_fence,
    without_fenced,
)
from pinax_runtime.text.stemmers import algorithm

__all__ = [
    "CODE_SPAN",
    "FAMILY",
    "FENCED",
    "FENCE_OPENING",
    "KEPT",
    "LINK",
    "SAME_BLOCK",
    "UNSPACED_RUN",
    "WORD",
    "Analyzer",
    "Match",
    "Run",
    "algorithm",
    "analyzer",
    "are_in_fences",
    "closes_fence",
    "compose",
    "fence_for",
    "fence_opening",
    "fenced",
    "fenced_blocks",
    "fold",
    "is_heading",
    "is_pointing",
    "language_of",
    "normalize",
    "open_fence",
    "without_fenced",
    "words_of",
]
