"""Hash what a page says: sections, by which compiled pages are found, and shingles, by which sources are.

In:    The Markdown of a page's sections.
Out:   Packed hashes, for `PageSummary`.
Rules: signs, mark-up and where links lead do not count, so that a page says the same as the text that it is built from.
       Whether a shingle is sampled depends on its first word alone, so the same ones are sampled on every page.
Why:   docs/decisions/0235
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress, count
from zlib import crc32

from pinax_builder.records import packed_sections, packed_shingles
from pinax_builder.words import words_of

DIGEST_BYTES = 8
"""Length of a section's digest, in bytes."""
DIGESTED_WORDS = 12
"""Length of the shortest section that is digested, in words; shorter ones are alike by chance."""
SHINGLE_WORDS = 4
"""Number of words of a shingle: fewer are often the same by chance."""
SAMPLED = 4
"""One of so many words, on average, begins a shingle that is sampled."""

_DESTINATION = re.compile(r"\]\([^()\s]*\)")
_MACRO = re.compile(r"\b[\w-]+::\S*\[[^\]\n]*\]|\b[\w-]+:(?=\S+\[)")
"""What AsciiDoc tells the program that builds: whole macros of blocks (`include::a.txt[]`), names of others."""


class Hasher:
    """Hashes what the pages of a batch say; it remembers which words begin a sampled shingle."""

    def __init__(self) -> None:
        self._begins = _Begins()

    def hashes(self, texts: Iterable[str], is_built: bool | None) -> tuple[bytes, bytes]:
        """Return `sections` and `shingles` of a page's `PageSummary`.

        Args:
            texts: The Markdown of its sections.
            is_built: As in `Page`; shingles are made only where it is known.
        """
        sections = list(map(_words, texts if is_built is not False else (_MACRO.sub(" ", text) for text in texts)))
        shingles = [] if is_built is None else [one for words in sections for one in self._shingles(words)]
        return packed_sections(_digests(sections)), packed_shingles(shingles)

    def _shingles(self, words: Sequence[str]) -> Iterator[int]:
        """Yield the hash of each sampled shingle, in order."""
        firsts = words[: 1 - SHINGLE_WORDS]
        for at in compress(count(), map(self._begins.__getitem__, firsts)):
            yield crc32(" ".join(words[at : at + SHINGLE_WORDS]).encode("utf-8", "replace"))


class _Begins(dict[str, bool]):
    """Maps a word to whether it begins a sampled shingle."""

    def __missing__(self, word: str) -> bool:
        self[word] = begins = crc32(word.encode("utf-8", "replace")) % SAMPLED == 0
        return begins


def _words(text: str) -> list[str]:
    plain = _DESTINATION.sub("", text) if "](" in text else text
    return words_of(plain.replace("\\", ""))


def _digests(sections: Iterable[Sequence[str]]) -> Iterator[tuple[bytes, int]]:
    """Yield the digest and the number of words of each section that is long enough."""
    for words in sections:
        if len(words) >= DIGESTED_WORDS:
            yield hashlib.sha256(" ".join(words).encode("utf-8", "replace")).digest()[:DIGEST_BYTES], len(words)
