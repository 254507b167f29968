"""Hash what a page says: all of it, by which variants are found; sections, by which compiled pages are; and shingles,
by which sources are.

In:    The Markdown of a page's sections.
Out:   Packed hashes, for `PageSummary`.
Rules: signs, mark-up and where links lead do not count, so that a page says the same as the text that it is built from.
       Which shingles are sampled is decided by their first letter, so the same ones are sampled on every page.
Why:   docs/decisions/0235

Strategy: what all sections of a page say is one array of bytes, in which each word stands after a space and each
section after a NUL. So words, sections and sampled shingles are found by numpy.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from pinax_builder.candidates import SHINGLE_BYTES, shingle_hashes, simhash
from pinax_builder.columns import AnyNumbers, np
from pinax_builder.records import packed_sections
from pinax_builder.words import only_words

DIGEST_BYTES = 8
"""Length of a section's digest, in bytes."""
DIGESTED_WORDS = 12
"""Length of the shortest section that is digested, in words; shorter ones are alike by chance."""

_SPACE, _NUL = b" \0"
_DESTINATION = re.compile(r"\]\([^()\s]*\)")
_MACRO = re.compile(r"\b[\w-]+::\S*\[[^\]\n]*\]|\b[\w-]+:(?=\S+\[)")
"""What AsciiDoc tells the program that builds: whole macros of blocks (`include::a.txt[]`), names of others."""


@cache
def _is_sampled() -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Return for each byte whether a shingle is sampled behind it.

    The letters begin one in five or six words of technical English. The other bytes begin letters of other scripts,
    from Greek to Hangul.
    """
    return np.isin(np.arange(256), list(b"bcgps\xcf\xd1\xd7\xd9\xe0\xe5\xec"))


class _Words(NamedTuple):
    """What the sections of a page say."""

    data: np.ndarray[Any, np.dtype[np.uint8]]
    """Words, each after a space; each section after a NUL."""
    starts: AnyNumbers
    """Where the space before each word is."""
    ends: AnyNumbers
    """Where each section ends."""


class Said(NamedTuple):
    """Members of a page's `PageSummary`."""

    n_words: int
    simhash: int
    sections: bytes
    shingles: bytes


def said(texts: Iterable[str], is_built: bool | None) -> Said:
    """Hash a page.

    Args:
        texts: The Markdown of its sections.
        is_built: As in `Page`; shingles are made only where it is known.
    """
    words = _words(texts if is_built is not False else (_MACRO.sub(" ", text) for text in texts))
    return Said(
        n_words=len(words.starts),
        simhash=simhash(words.data.tobytes()),
        sections=packed_sections(_digests(words)),
        shingles=b"" if is_built is None else _shingles(words),
    )


def _words(texts: Iterable[str]) -> _Words:
    pieces = [b"\0 " + only_words(_shown(text)).rstrip(b" ") for text in texts]
    data = np.frombuffer(b"".join(pieces), np.uint8)
    kept = data != _SPACE
    kept[:-1] |= kept[1:]  # a space before a word
    data = data[kept]
    return _Words(data, np.flatnonzero(data == _SPACE), np.append(np.flatnonzero(data == _NUL), len(data))[1:])


def _shown(text: str) -> str:
    return (_DESTINATION.sub("", text) if "](" in text else text).replace("\\", "")


def _digests(words: _Words) -> Iterator[tuple[bytes, int]]:
    """Yield the digest and the number of words of each section that is long enough."""
    n_words = np.diff(np.searchsorted(words.starts, words.ends), prepend=0)
    for section, n in zip(words.data.tobytes().split(b"\0")[1:], n_words.tolist(), strict=True):
        if n >= DIGESTED_WORDS:
            yield hashlib.sha256(section).digest()[:DIGEST_BYTES], n


def _shingles(words: _Words) -> bytes:
    """Return the hashes of the sampled shingles, packed."""
    data, starts, ends = words
    at = starts[_is_sampled()[data[starts + 1]]] + 2  # behind the first letter
    at = at[at + SHINGLE_BYTES <= ends[np.searchsorted(ends, at)]]
    hashed: bytes = shingle_hashes(data, at)[:, 0].tobytes()
    return hashed
