"""Cut the passage of a section that answers best.

Strategy. The section is searched for words that begin as the query's terms begin (plain substring search, which costs
next to nothing); each is then run through the analyzer, so that what counts as a match is exactly what the index
counts. The window with the most different terms, weighed by idf, wins; among equals the earliest. Only the window's
surroundings are then freed of their markup. Offsets are into the text itself, so an excerpt cannot drift from what it
quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from heapq import nlargest
from operator import itemgetter
from typing import NamedTuple

from pinax_runtime.contract.analyzer import Analyzer
from pinax_runtime.contract.characters import WORD

DEFAULT_CHARS = 240
MARGIN_CHARS = 1_500
"""Markup of so much text around the window is looked at."""
_MAX_MATCHES = 200
_TELLING_SHARE = 0.3
"""Terms worth less than this share of the best are not looked for …"""
_MAX_TERMS = 6
"""… nor are more than this many."""
_LOOK_AHEAD = 16

_WORD = re.compile(f"{WORD}+")
_FENCE = re.compile(r"^[ >]*(?:`{3,}|~{3,})[^\n]*$", re.M)
_LINK = re.compile(r"!?\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\([^()\s]*(?:\([^()]*\)[^()\s]*)*(?:\s\"[^\"]*\")?\)")
_RULE = re.compile(r"^[ >]*\|[ \t:|-]+\|[ \t]*$", re.M)
_HEADING = re.compile(r"^[ >]*#{1,6} ", re.M)


class _Match(NamedTuple):
    start: int
    end: int
    term: str


def excerpt(markdown: str, weights: Mapping[str, float], analyzer: Analyzer, max_chars: int = DEFAULT_CHARS) -> str:
    """Give the densest passage of a section as one line of text.

    Args:
        markdown: The section's text.
        weights: Term → what finding it is worth (its idf).
        analyzer: Of the segment.
        max_chars: Most characters to give, the marks of omission not counted.
    """
    telling = _telling(weights)
    if len(markdown) > 2 * MARGIN_CHARS:
        at = _densest(_matches(markdown, telling, analyzer), telling, max_chars)
        markdown = _surroundings(markdown, at)
    text = plain(markdown)
    if len(text) <= max_chars:
        return text
    return _cut(text, _densest(_matches(text, telling, analyzer), telling, max_chars), max_chars)


def plain(markdown: str) -> str:
    """Reduce Markdown to one line: no fences, link targets, heading marks or table rules."""
    text = markdown
    if "](" in text:
        text = _LINK.sub(r"\1", text)
    if "```" in text or "~~~" in text:
        text = _FENCE.sub("", text)
    if "|" in text:
        text = _RULE.sub("", text)
    if "#" in text:
        text = _HEADING.sub("", text)
    return " ".join(text.replace("**", "").split())


def _telling(weights: Mapping[str, float]) -> dict[str, float]:
    best = nlargest(_MAX_TERMS, weights.items(), key=itemgetter(1))
    return {term: weight for term, weight in best if weight >= _TELLING_SHARE * best[0][1]}


def _matches(text: str, weights: Mapping[str, float], analyzer: Analyzer) -> list[_Match]:
    """Give the words of a text that are terms of the query, in order."""
    lower = text.lower()
    lower = lower if len(lower) == len(text) else text  # some letters have a longer lower case; offsets must not move
    found = (match for term in weights for match in _words_of(term, text, lower, analyzer))
    return sorted(set(found))[:_MAX_MATCHES]


def _words_of(term: str, text: str, lower: str, analyzer: Analyzer) -> Iterator[_Match]:
    """Find the words that have a term: they share at least the term's first letters."""
    start = term if len(term) < 4 or not term[-1].isalpha() else term[: max(3, len(term) - 2)]
    at, budget = lower.find(start), _MAX_MATCHES
    while at >= 0 and budget:
        word = _WORD.match(text, at)
        end = max(at + len(start), word.end() if word else 0)
        begins = at == 0 or not text[at - 1].isalnum() or not term.isascii()
        if begins and any(term in run.terms() for run in analyzer.runs(text[at:end])):
            yield _Match(at, end, term)
        at, budget = lower.find(start, end), budget - 1


def _densest(found: list[_Match], weights: Mapping[str, float], max_chars: int) -> int:
    """Give the start of the window that holds the most weight of different terms; 0 without a match."""
    best, best_start = -1.0, 0
    for at, first in enumerate(found):
        near = {match.term for match in found[at : at + _LOOK_AHEAD] if match.end - first.start <= max_chars}
        weight = sum(weights[term] for term in near)
        if weight > best + 1e-9:
            best, best_start = weight, first.start
    return best_start


def _surroundings(markdown: str, at: int) -> str:
    """Give whole lines around an offset, so that no link is cut in two (nor a line much longer than the margin)."""
    begin = markdown.rfind("\n", max(0, at - MARGIN_CHARS), at) + 1 or max(0, at - MARGIN_CHARS)
    end = markdown.find("\n", at + MARGIN_CHARS // 2, at + 2 * MARGIN_CHARS)
    return markdown[begin : end if end > 0 else at + 2 * MARGIN_CHARS]


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
