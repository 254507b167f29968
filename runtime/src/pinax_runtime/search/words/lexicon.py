"""The words of a segment as they are written, for did-you-mean."""

from __future__ import annotations

from typing import NamedTuple

from pinax_runtime.search.reading.segment_reader import SegmentReader
from pinax_runtime.text import fold

_WORD_BYTES = 60
"""Memory of a word (bytes, estimated)."""


class Lexicon(NamedTuple):
    """Words as they are written."""

    words: list[str]
    """In lower case, sorted."""
    folded: list[str]
    """The same without diacritics."""
    counts: list[int]
    """Number of pages that have each word."""


def lexicon_of(segment: SegmentReader) -> Lexicon:
    """Return the words of a segment; reads the one file that holds them."""
    shards = [segment.files.keyed(shard.ref) for shard in segment.tables["lexicon"]]
    if len(shards) == 1:
        words, counts = shards[0].keys, shards[0].counts
    else:
        words = [word for shard in shards for word in shard.keys]
        counts = [count for shard in shards for count in shard.counts]
    folded = segment.derived("lexicon", lambda: _fold_all(words), lambda folded: _WORD_BYTES * len(folded))
    return Lexicon(words, folded, counts)


def _fold_all(words: list[str]) -> list[str]:
    folded = fold("\n".join(words)).split("\n")
    return folded if len(folded) == len(words) else words
