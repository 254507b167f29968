"""Hash what a page says: sections, by which compiled pages are found, and shingles, by which sources are.

In:    The Markdown of a page's sections.
Out:   Packed hashes, for `PageSummary`.
Rules: signs, mark-up and where links lead do not count, so that a page says the same as the text that it is built from.
       Which shingles are sampled is decided by their first letter, so the same ones are sampled on every page.
Why:   docs/decisions/0235
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple
from zlib import crc32

from pinax_builder.records import packed_sections, packed_shingles
from pinax_builder.words import words_of

DIGEST_BYTES = 8
"""Length of a section's digest, in bytes."""
DIGESTED_WORDS = 12
"""Length of the shortest section that is digested, in words; shorter ones are alike by chance."""

_SHINGLE = re.compile(rb" [bcgps\xcf\xd1\xd7\xd9\xe0\xe5\xec](?=(.{20}))", re.DOTALL)
"""A sampled shingle: what follows the first byte of a word, three or four words. The letters begin one in five or six
words of technical English. The other bytes begin letters of other scripts, from Greek to Hangul."""
_DESTINATION = re.compile(r"\]\([^()\s]*\)")
_MACRO = re.compile(r"\b[\w-]+::\S*\[[^\]\n]*\]|\b[\w-]+:(?=\S+\[)")
"""What AsciiDoc tells the program that builds: whole macros of blocks (`include::a.txt[]`), names of others."""


class _Section(NamedTuple):
    n_words: int
    said: bytes
    """Its words, each after a space."""


def hashes_of(texts: Iterable[str], is_built: bool | None) -> tuple[bytes, bytes]:
    """Return `sections` and `shingles` of a page's `PageSummary`.

    Args:
        texts: The Markdown of its sections.
        is_built: As in `Page`; shingles are made only where it is known.
    """
    sections = list(map(_section, texts if is_built is not False else (_MACRO.sub(" ", text) for text in texts)))
    sampled = () if is_built is None else chain.from_iterable(_SHINGLE.findall(section.said) for section in sections)
    return packed_sections(_digests(sections)), packed_shingles(list(map(crc32, sampled)))


def _section(text: str) -> _Section:
    plain = _DESTINATION.sub("", text) if "](" in text else text
    words = words_of(plain.replace("\\", ""))
    return _Section(len(words), " ".join(("", *words)).encode("utf-8", "replace"))


def _digests(sections: Iterable[_Section]) -> Iterator[tuple[bytes, int]]:
    """Yield the digest and the number of words of each section that is long enough."""
    for section in sections:
        if section.n_words >= DIGESTED_WORDS:
            yield hashlib.sha256(section.said).digest()[:DIGEST_BYTES], section.n_words
