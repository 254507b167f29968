"""Keep the terms of each run of text, so that the analyzer sees each spelling once.

In:    Text.
Out:   The spellings of its runs (a run is a word, or an identifier of several words), and for each its terms.

Strategy: documentation, and code more so, repeats the same words. The analyzer's result is kept by spelling, in the
form that indexing needs, so that a text is indexed by look-ups that stay within C. What is kept has two generations.
When the younger one is full, the older one is forgotten, save for what was asked for again in the meantime.

Why:   docs/tried/speed.md and docs/decisions/0227
"""

from __future__ import annotations

import gc
import re
from functools import lru_cache
from itertools import chain
from typing import ClassVar, NamedTuple

from pinax_runtime.text import Analyzer

_MOST = 30_000
"""Most spellings that are kept, whatever the memory. More are hardly asked for again, in pages of any number."""
_SPELLING_BYTES = 800
"""Size of a kept spelling, with its share of words and short texts (bytes)."""
_LONGEST = 256
"""Length of the longest spelling that is kept, in characters; longer ones are hardly repeated."""
_WORDS_SHARE = 0.5
"""For each kept spelling, the number of words, parts of spellings, whose terms the analyzer keeps."""
_TEXTS_SHARE = 0.2
"""For each kept spelling, the number of short texts whose terms are kept."""
_WORD_CHARS = 3, 32
"""Length of the shortest and of the longest word that is listed, in characters."""
_WORD = re.compile(rf"[^\W\d_]{{{_WORD_CHARS[0]},{_WORD_CHARS[1]}}}")


class Spelled(NamedTuple):
    """The terms and words of one run."""

    terms: tuple[str, ...]
    """All terms of the run, repeats included."""
    primaries: tuple[str, ...]
    """For each position of the run its primary term: the first. Empty for a word that has a position but no term."""
    words: tuple[str, ...]
    """The words of the run as written, in lower case."""


class Vocabulary(dict[str, Spelled]):
    """Maps the spelling of a run to its terms, and analyzes a spelling that is new. Make it with `vocabulary()`."""

    most: ClassVar[int] = _MOST
    """Number of spellings that are kept in this process."""

    def __init__(self, analyzer: Analyzer) -> None:
        super().__init__()
        self.older: dict[str, Spelled] = {}
        """The older generation of spellings; the younger one is this mapping itself."""
        self._analyzer = Analyzer(analyzer.algorithm, round(self.most * _WORDS_SHARE))
        self.spellings, self.spellings_of = analyzer.spellings, analyzer.spellings_of
        self.terms = lru_cache(round(self.most * _TEXTS_SHARE))(self._terms)

    def __missing__(self, spelling: str) -> Spelled:
        """Return the terms of a spelling of the older generation, or of one that is new; keep them as the youngest."""
        spelled = self.older.get(spelling) or self._analyzed(spelling)
        if len(self) >= self.most // 2:
            self.older = self.copy()
            self.clear()
        if len(spelling) <= _LONGEST:
            self[spelling] = spelled
        return spelled

    def _analyzed(self, spelling: str) -> Spelled:
        by_position, of_run = self._analyzer.run(spelling)
        if len(by_position) == 1 and not of_run:  # a plain word
            terms = by_position[0]
            primaries = terms[:1] or ("",)
        else:
            terms = (*(term for _, term in of_run), *chain.from_iterable(by_position))
            primaries = tuple([at_position[0] if at_position else "" for at_position in by_position])
        low = spelling.lower()
        is_word = low.isalpha() and _WORD_CHARS[0] <= len(low) <= _WORD_CHARS[1]
        return Spelled(terms, primaries, (low,) if is_word else tuple(_WORD.findall(low)))

    def _terms(self, text: str) -> tuple[str, ...]:
        """Return the terms of a short text, such as a name or a part of one, which is often repeated."""
        return tuple(chain.from_iterable(self[spelling].terms for spelling in self.spellings(text)))


@lru_cache
def vocabulary(analyzer: Analyzer) -> Vocabulary:
    """Return the vocabulary of an analyzer, the same object each time."""
    return Vocabulary(analyzer)


def bound_vocabularies(n_bytes: int) -> None:
    """Let the vocabulary of each language in this process take so many bytes."""
    most = min(_MOST, n_bytes // _SPELLING_BYTES)
    if most != Vocabulary.most:
        Vocabulary.most = most
        vocabulary.cache_clear()


def forget_vocabularies() -> None:
    """Free all kept spellings of this process, which are in circles, even where the collector is paused."""
    vocabulary.cache_clear()
    gc.collect()
