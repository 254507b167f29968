"""Find the acronyms that a text explains: "Content Delivery Network (CDN)", "CDN (Content Delivery Network)".

In:    Plain text of a page.
Out:   Acronym values, as they are written.
Rules: the acronym's letters come from the words of the long form, in order. Each word gives its first letter and may
       give more; small words may give none. A wrong acronym costs more than a missed one: "function name (FN)" is
       taken, "the network (CDN)" is not.
Source: after Schwartz and Hearst (2003), "A Simple Algorithm for Identifying Abbreviation Definitions in Biomedical
       Text", where letters may come from anywhere in a word. This is stricter, because nobody reviews the result.
Why:   docs/decisions/0039
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pinax_builder.records import Acronym

MAX_LETTERS = 10
"""Length of the longest acronym, in characters."""
MAX_WORDS = 8
"""Length of the longest long form, in words."""
_BEFORE_CHARS = 160
"""Distance before its acronym at which a long form may begin at most, in characters."""

_SHORT = rf"[^\W\d_](?:[^\W_]|[&/](?=\w)){{1,{MAX_LETTERS - 1}}}"
_ALONE = re.compile(rf"[\s*_`'\"“„]*({_SHORT})[\s*_`'\"”“]*")
_BRACKETED = re.compile(rf"\(([^()]{{2,{_BEFORE_CHARS}}})\)")
_REMARK = re.compile(r"[,;:]\s")
_END = re.compile(r"[.;:!?()\[\]{}|]\s|[()\[\]{}|\"“”]|\n\s*\n|,\s")
"""Punctuation at which a long form ends."""
_WORD = re.compile(r"[^\W\d_][\w'’]*|\d+")
_LITTLE_WORDS = """a an and as at by for from in into of on or over the to via with d da das de del della der des di die
    du e el en et für i im la le les och og per por pour til und van von y à и"""
_LITTLE = frozenset(_LITTLE_WORDS.split())
"""Words that may give no letter to an acronym, of languages with Latin, Greek or Cyrillic letters."""


def find_acronyms(text: str) -> Iterator[Acronym]:
    """Yield the acronyms that a text explains, in the order of the text, repeats included.

    >>> list(find_acronyms("A Content Delivery Network (CDN) caches."))
    [Acronym(short='CDN', long='Content Delivery Network')]
    """
    for found in _BRACKETED.finditer(text):
        before = text[max(0, found.start() - _BEFORE_CHARS) : found.start()]
        if alone := _ALONE.fullmatch(found[1]):
            short = _singular(alone[1])
            if _is_short(short) and (long := _long_form(short, _WORD.findall(_END.split(before)[-1]))):
                yield Acronym(short, " ".join(long))
        elif before[-1:].isspace() and (heads := before.rsplit(None, 1)) and (last := _ALONE.fullmatch(heads[-1])):
            short = _singular(last[1])
            words = _WORD.findall(_REMARK.split(found[1])[0]) if _is_short(short) else []
            if words and _long_form(short, words) == words:
                yield Acronym(short, " ".join(words))


def _singular(short: str) -> str:
    """Return an acronym without the s of the plural.

    >>> _singular("CDNs"), _singular("DNS")
    ('CDN', 'DNS')
    """
    return short[:-1] if len(short) > 2 and short.endswith("s") and short[:-1].isupper() else short


def _is_short(short: str) -> bool:
    """Return whether a word looks like an acronym: most of its letters, and at least two, are capitals."""
    capitals = sum(map(str.isupper, short))
    return capitals >= 2 and 2 * capitals > sum(map(str.isalpha, short))


def _long_form(short: str, words: Sequence[str]) -> list[str]:
    """Return as many of the last words as an acronym's letters can come from; empty if they come from none."""
    letters = "".join(filter(str.isalnum, short)).casefold()
    for n_words in range(min(MAX_WORDS, len(words)), 1, -1):
        last = words[-n_words:]
        if last[0].casefold() not in _LITTLE and last[-1].casefold() not in _LITTLE and _spells(letters, last):
            return list(last)
    return []


def _spells(letters: str, words: Sequence[str]) -> bool:
    """Return whether words give exactly these letters: each its first, then any others of it in order."""
    given = {0}
    for word in map(str.casefold, words):
        passed_over = given if word in _LITTLE else set()
        given = passed_over | {end for start in given for end in _given(letters, start, word)}
    return len(letters) in given


def _given(letters: str, start: int, word: str) -> Iterator[int]:
    """Yield each number of letters that may be spelled after a word which gives the letter at `start`."""
    spelled = 2 if letters[start : start + 1] == "x" and word.startswith("ex") else 1  # as in XML
    if spelled == 1 and not word.startswith(letters[start : start + 1] or "\0"):
        return
    for end in range(start + 1, len(letters) + 1):
        yield end
        spelled = word.find(letters[end : end + 1] or "\0", spelled) + 1
        if not spelled:
            return
