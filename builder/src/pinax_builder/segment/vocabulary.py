"""What runs of text give to an index, worked out once for each spelling.

Strategy. Documentation, and code more so, says the same words again and again. The analyzer's result is laid out as
indexing wants it and kept under the spelling, so that a text is indexed by look-ups that stay within C.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from pinax_runtime.contract.analyzer import Analyzer

_MOST = 100_000
"""Spellings that are kept, of a few hundred bytes each."""
_LONGEST = 256
"""Longer spellings (characters) hardly come again, and are not kept."""
_SHORT_TEXTS = 20_000
_WORD = re.compile(r"[^\W\d_]{3,32}")


class Spelled(NamedTuple):
    """What one run gives."""

    terms: tuple[str, ...]
    """All its terms, repeats included."""
    primaries: tuple[str, ...]
    """For each of its positions the first term; empty for a word that is not indexed but keeps its place."""
    words: tuple[str, ...]
    """The words in it as they are written, in lower case."""


class Vocabulary(dict[str, Spelled]):
    """Spelling of a run → what it gives; looks up what it has not met. Make it with `vocabulary()`."""

    def __init__(self, analyzer: Analyzer) -> None:
        super().__init__()
        self._analyzer = analyzer
        self.spellings = analyzer.spellings
        self.terms = lru_cache(_SHORT_TEXTS)(self._terms)

    def __missing__(self, spelling: str) -> Spelled:
        """Work out what a spelling gives, and keep it."""
        parts, wholes = self._analyzer.run(spelling)
        terms = [term for _, term in wholes]
        terms += chain.from_iterable(parts)
        primaries = tuple([spellings[0] if spellings else "" for spellings in parts])
        given = Spelled(tuple(terms), primaries, tuple(_WORD.findall(spelling.lower())))
        if len(self) >= _MOST:
            self.clear()
        if len(spelling) <= _LONGEST:
            self[spelling] = given
        return given

    def _terms(self, text: str) -> tuple[str, ...]:
        """Give the terms of a short text, most often a name or a part of one: those come again and again."""
        return tuple(chain.from_iterable(self[spelling].terms for spelling in self.spellings(text)))


@lru_cache
def vocabulary(analyzer: Analyzer) -> Vocabulary:
    """Give the vocabulary of an analyzer, the same object each time."""
    return Vocabulary(analyzer)
