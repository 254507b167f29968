"""Find the acronyms that a text explains: "Content Delivery Network (CDN)", "CDN (Content Delivery Network)".

In:    Plain text of a page.
Out:   Acronym values, each once, as they are written.
Rules: every word of the long form gives its first letter, in order, and may give more of its letters; little words may
       give none. A guess costs more than a miss: "function name (FN)" is taken, "the network (CDN)" is not.
Source: after Schwartz and Hearst (2003), "A Simple Algorithm for Identifying Abbreviation Definitions in Biomedical
       Text", whose letters may come from anywhere in a word; stricter, because nobody reviews what is found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pinax_builder.records import Acronym

MAX_LETTERS = 10
MAX_WORDS = 8
_BEFORE_CHARS = 160
"""How far before its acronym a long form may begin."""

_SHORT = rf"[^\W\d_](?:[^\W_]|[&/](?=\w)){{1,{MAX_LETTERS - 1}}}"
_ALONE = re.compile(rf"[\s*_`'\"“„]*({_SHORT})[\s*_`'\"”“]*")
_BRACKETED = re.compile(rf"\(([^()]{{2,{_BEFORE_CHARS}}})\)")
_REMARK = re.compile(r"[,;:]\s")
_END = re.compile(r"[.;:!?()\[\]{}|]\s|[()\[\]{}|\"“”]|\n\s*\n|,\s")
"""What a long form does not reach across."""
_WORD = re.compile(r"[^\W\d_][\w'’]*|\d+")
_LITTLE_WORDS = """a an and as at by for from in into of on or over the to via with d da das de del della der des di die
    du e el en et für i im la le les och og per por pour til und van von y à и"""
_LITTLE = frozenset(_LITTLE_WORDS.split())
"""Words that an acronym may pass over, in the languages that write with such letters."""


def find_acronyms(text: str) -> Iterator[Acronym]:
    """Give what a text explains, in the order of the text, repeats included.

    >>> list(find_acronyms("A Content Delivery Network (CDN) caches."))
    [Acronym(short='CDN', long='Content Delivery Network')]
    """
    for found in _BRACKETED.finditer(text):
        before = text[max(0, found.start() - _BEFORE_CHARS) : found.start()]
        if alone := _ALONE.fullmatch(found[1]):
            short, words = _singular(alone[1]), _WORD.findall(_END.split(before)[-1])
            if _is_short(short) and (long := _long_form(short, words)):
                yield Acronym(short, " ".join(long))
        elif before[-1:].isspace() and (heads := before.rsplit(None, 1)) and (last := _ALONE.fullmatch(heads[-1])):
            short, words = _singular(last[1]), _WORD.findall(_REMARK.split(found[1])[0])
            if _is_short(short) and words and _long_form(short, words) == words:
                yield Acronym(short, " ".join(words))


def _singular(short: str) -> str:
    """Leave out the s of a plural.

    >>> _singular("CDNs"), _singular("DNS")
    ('CDN', 'DNS')
    """
    return short[:-1] if len(short) > 2 and short.endswith("s") and short[:-1].isupper() else short


def _is_short(short: str) -> bool:
    """Say whether a word looks like an acronym: two capitals at least, and most of its letters."""
    capitals = sum(map(str.isupper, short))
    return capitals >= 2 and 2 * capitals > sum(map(str.isalpha, short))


def _long_form(short: str, words: Sequence[str]) -> list[str]:
    """Give the most of the last words that an acronym's letters are of; none if there are none."""
    letters = "".join(filter(str.isalnum, short)).casefold()
    for n_words in range(min(MAX_WORDS, len(words)), 1, -1):
        last = words[-n_words:]
        if last[0].casefold() not in _LITTLE and last[-1].casefold() not in _LITTLE and _spells(letters, last):
            return list(last)
    return []


def _spells(letters: str, words: Sequence[str]) -> bool:
    """Say whether words give letters: each its first, then any others of it in order."""
    given = {0}
    for word in map(str.casefold, words):
        passed_over = given if word in _LITTLE else set()
        given = passed_over | {end for start in given for end in _given(letters, start, word)}
    return len(letters) in given


def _given(letters: str, start: int, word: str) -> Iterator[int]:
    """Give how many letters are spelled after a word that its first letter belongs to."""
    spelled = 2 if letters[start : start + 1] == "x" and word.startswith("ex") else 1  # as in XML
    if spelled == 1 and not word.startswith(letters[start : start + 1] or "\0"):
        return
    for end in range(start + 1, len(letters) + 1):
        yield end
        spelled = word.find(letters[end : end + 1] or "\0", spelled) + 1
        if not spelled:
            return
