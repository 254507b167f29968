"""Search sources for words by the letters in them that are rare.

A search for a pattern goes from one place with the pattern's first letter to the next. So `gnore`, with a look back for
`ignore`, is found in half the time of the whole word, and words with the same letter are found by one search. A word
without rare letters is asked for as a whole first, for the search of plain bytes skips what cannot be within the word.

In:    Words in ASCII and lower case, and letters that are rare.
Out:   A Finder; the words, or their places, in bytes that are in lower case.
Why:   docs/tried/speed.md
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator


class Finder:
    """Finds some words in bytes.

    >>> Finder(("message", "prompt"), letters=("g", "m")).words_in(b"no prompts")
    frozenset({'prompt'})
    """

    def __init__(self, words: Iterable[str], *, letters: Iterable[str], begins: str = "") -> None:
        """Prepare the search.

        Args:
            words: What to find; no word is within another.
            letters: A word is searched by the first of these that it has, or as a whole.
            begins: What a word must begin with, as a pattern of no width.
        """
        by_letters: dict[str, list[str]] = defaultdict(list)
        for word in sorted(words):
            by_letters[next((rare for rare in letters if rare in word), "")].append(word)
        self._whole = [(word.encode(), _pattern(word, [word], begins)) for word in by_letters.pop("", ())]
        self._patterns = [_pattern(rare, those, begins) for rare, those in by_letters.items()]

    def words_in(self, lowered: bytes) -> frozenset[str]:
        """Return those of the words that a text has."""
        return frozenset(found[found.lastindex or 0].decode() for found in self._found(lowered))

    def places_in(self, lowered: bytes) -> list[int]:
        """Return the places at which a text has one of the words, in order."""
        return sorted(found.start(found.lastindex or 0) for found in self._found(lowered))

    def _found(self, lowered: bytes) -> Iterator[re.Match[bytes]]:
        """Yield a match for each of the words in a text; its one group is the word."""
        for pattern in self._patterns:
            yield from pattern.finditer(lowered)
        for word, pattern in self._whole:
            if word in lowered:
                yield from pattern.finditer(lowered)


def _pattern(letters: str, words: list[str], begins: str) -> re.Pattern[bytes]:
    rests = (f"{re.escape(word.partition(letters)[2])}(?<=({begins}{re.escape(word)}))" for word in words)
    return re.compile(f"{re.escape(letters)}(?:{'|'.join(rests)})".encode())
