"""Cut the passage of a section that answers best, and say where in it the words are.

Strategy. The text is searched for words that begin as the query's terms begin (one regular expression, at C speed);
each is
then run through the analyzer, so that what counts as a match is exactly what the index counts. The window with the
most different terms, weighed by idf, wins; among equals the earliest. Offsets are into the text itself, so an excerpt
cannot drift from what it quotes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from pinax_runtime.contract.analyzer import Analyzer
from pinax_runtime.contract.characters import WORD

DEFAULT_CHARS = 240
_MAX_MATCHES = 400

_FENCE = re.compile(r"^[ >]*(?:`{3,}|~{3,})[^\n]*$", re.M)
_LINK = re.compile(r"!?\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\([^()\s]*(?:\([^()]*\)[^()\s]*)*(?:\s\"[^\"]*\")?\)")
_NOISE = re.compile(r"^[ >]*#{1,6} |^[ >]*\|[ \t:|-]+\|[ \t]*$|\*\*|<a [^>]*>|</a>", re.M)
_SPACE = re.compile(r"\s+")


def excerpt(markdown: str, weights: Mapping[str, float], analyzer: Analyzer, max_chars: int = DEFAULT_CHARS) -> str:
    """Give the densest passage of a section as one line of text.

    Args:
        markdown: The section's text.
        weights: Term → what finding it is worth (its idf).
        analyzer: Of the segment.
        max_chars: Most characters to give, the marks of omission not counted.
    """
    text = plain(markdown)
    if len(text) <= max_chars:
        return text
    found = _matches(text, weights, analyzer)
    start = _densest(found, weights, max_chars) if found else 0
    return _cut(text, start, max_chars)


def plain(markdown: str) -> str:
    """Reduce Markdown to one line: no fences, link targets, heading marks or table rules."""
    text = _LINK.sub(r"\1", _FENCE.sub("", markdown))
    return _SPACE.sub(" ", _NOISE.sub("", text)).strip()


def _matches(text: str, weights: Mapping[str, float], analyzer: Analyzer) -> list[tuple[int, int, str]]:
    """Give (start, end, term) of the words that are terms of the query."""
    found: list[tuple[int, int, str]] = []
    for candidate in _candidates(tuple(weights)).finditer(text):
        for run in analyzer.runs(candidate.group()):
            terms = {term for spellings in run.parts for term in spellings} | {term for _, term in run.wholes}
            found += [(candidate.start(), candidate.end(), term) for term in terms if term in weights]
        if len(found) > _MAX_MATCHES:
            break
    return found


@lru_cache(64)
def _candidates(terms: tuple[str, ...]) -> re.Pattern[str]:
    """Match words that could be one of the terms: a stem and its word share at least their first letters."""
    starts = {term[: max(2, len(term) - 3)] for term in terms} | {term[:2] for term in terms if not term.isascii()}
    choices = (("(?<![^\\W_])" if start.isascii() else "") + re.escape(start) for start in sorted(starts))
    return re.compile(rf"(?:{'|'.join(choices)}){WORD}*", re.IGNORECASE)


def _densest(found: list[tuple[int, int, str]], weights: Mapping[str, float], max_chars: int) -> int:
    """Give the start of the window that holds the most weight of different terms."""
    best, best_start = -1.0, 0
    for at, (start, _, _) in enumerate(found):
        seen: dict[str, float] = {}
        for _, end, term in found[at : at + 24]:
            if end - start > max_chars:
                break
            seen[term] = weights[term]
        weight = sum(seen.values())
        if weight > best + 1e-9:
            best, best_start = weight, start
    return best_start


def _cut(text: str, start: int, max_chars: int) -> str:
    """Cut at word boundaries around a start, a little context before it."""
    begin = max(0, start - max_chars // 6)
    if begin:
        begin = text.find(" ", begin, start + 1) + 1 or start
    end = min(len(text), begin + max_chars)
    if end < len(text):
        space = text.rfind(" ", begin, end)
        end = space if space > begin + max_chars // 2 else end
    return ("… " if begin else "") + text[begin:end].strip() + (" …" if end < len(text) else "")
