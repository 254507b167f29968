"""Cut the passage of a section that answers best.

Strategy. The section is searched for words that begin as the query's terms begin (plain substring search in a copy
without case and accents, character for character, which costs next to nothing); each is then run through the analyzer,
so that what counts as a match is exactly what the index counts. The window with the most different terms, weighed by
idf, wins; among equals the earliest. Only the window's surroundings are then freed of their markup. Offsets are into
the text itself, so an excerpt cannot drift from what it quotes.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Mapping
from heapq import nlargest
from operator import itemgetter

from pinax_runtime.contract.analyzer import Analyzer
from pinax_runtime.contract.characters import WORD, fold, normalize

DEFAULT_CHARS = 240
MARGIN_CHARS = 700
"""Markup of so much text around the window is looked at."""
_MAX_MATCHES = 20
"""Words that are looked at for one term …"""
_MAX_PLACES = 1_000
"""… and places where its letters stand, in words or between."""
_TELLING_SHARE = 0.3
"""Terms worth less than this share of the best are not looked for …"""
_MAX_TERMS = 5
"""… nor are more than this many."""

_WORD = re.compile(f"{WORD}+")
_FENCE = re.compile(r"^[ >]*(?:`{3,}|~{3,})[^\n]*$", re.M)
_LINK = re.compile(r"!?\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\([^()\s]*(?:\([^()]*\)[^()\s]*)*(?:\s\"[^\"]*\")?\)")
_RULE = re.compile(r"^[ >]*\|[ \t:|-]+\|[ \t]*$", re.M)
_HEADING = re.compile(r"^[ >]*#{1,6} ", re.M)
_STRONG = re.compile(r"(?<!`)\*\*(?!`)")


class ExcerptCutter:
    """Cuts the excerpts of one query in one segment."""

    def __init__(self, weights: Mapping[str, float], analyzer: Analyzer) -> None:
        """Prepare for a query.

        Args:
            weights: Term → what finding it is worth (its idf); terms of single words.
            analyzer: Of the segment.
        """
        best = nlargest(_MAX_TERMS, weights.items(), key=itemgetter(1))
        self._weights = {term: weight for term, weight in best if weight >= _TELLING_SHARE * best[0][1]}
        self._starts = {start: start.isascii() for start in map(_start, self._weights)}
        self._analyzer = analyzer
        self._known_words: dict[str, tuple[str, ...]] = {}

    def cut(self, markdown: str, max_chars: int = DEFAULT_CHARS) -> str:
        """Give the densest passage of a section as one line of text.

        Args:
            markdown: The section's text.
            max_chars: Most characters to give, the marks of omission not counted.
        """
        if len(markdown) > 2 * MARGIN_CHARS:
            markdown = _surroundings(markdown, self._densest(markdown, max_chars))
        text = plain(markdown)
        return text if len(text) <= max_chars else _cut(text, self._densest(text, max_chars), max_chars)

    def _densest(self, text: str, max_chars: int) -> int:
        """Give the start of the window that holds the most weight of different terms; 0 without a match."""
        window: deque[tuple[int, int, str]] = deque()
        seen: Counter[str] = Counter()
        weight = best = 0.0
        best_start = 0
        for match in sorted(self._matches(text)):
            window.append(match)
            weight += 0.0 if seen[match[2]] else self._weights[match[2]]
            seen[match[2]] += 1
            while match[1] - window[0][0] > max_chars and len(window) > 1:
                gone = window.popleft()[2]
                seen[gone] -= 1
                weight -= 0.0 if seen[gone] else self._weights[gone]
            if weight > best + 1e-9:
                best, best_start = weight, window[0][0]
        return best_start

    def _matches(self, text: str) -> set[tuple[int, int, str]]:
        """Give (start, end, term) of the words of a text that are terms of the query."""
        folded = _NOT_ASCII.sub(_fold_run, text).lower()
        found: set[tuple[int, int, str]] = set()
        for start, is_ascii in self._starts.items():
            at, words, places = folded.find(start), _MAX_MATCHES, _MAX_PLACES
            while at >= 0 and words and places:
                end = at + len(start)
                if not is_ascii or _opens_word(text, at):
                    word = _WORD.match(text, at)
                    end = max(end, word.end() if word else 0)
                    found.update((at, end, term) for term in self._terms_of(text[at:end]))
                    words -= 1
                at, places = folded.find(start, end), places - 1
        return found

    def _terms_of(self, word: str) -> tuple[str, ...]:
        terms = self._known_words.get(word)
        if terms is None:
            all_terms = {term for run in self._analyzer.runs(word) for term in run.terms()}
            terms = self._known_words[word] = tuple(all_terms & self._weights.keys())
        return terms


class _Folding(dict[int, str]):
    """Character → the same in lower case and without accent, always one character so that offsets do not move."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        folded = fold(normalize(character))
        self[code] = folded if len(folded) == 1 else character
        return self[code]


_FOLDED = _Folding()
_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")


def _fold_run(found: re.Match[str]) -> str:
    return found[0].translate(_FOLDED)


def _opens_word(text: str, at: int) -> bool:
    """Say whether a word starts at an offset, or a hump of one."""
    before = text[at - 1] if at else " "
    return not before.isalnum() or (text[at].isupper() and not before.isupper())


def _start(term: str) -> str:
    """Give the letters that every word of a term surely starts with: a stemmer changes at most the last two."""
    start = term if len(term) < 3 or not term[-1].isalpha() else term[: max(2, len(term) - 2)]
    return start.translate(_FOLDED)


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
    if "**" in text:
        text = _STRONG.sub("", text)
    return " ".join(text.split())


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
