"""Synonyms: keys among a segment's terms that say that one expression may stand for another.

Spec:  docs/format.md, section 6.1.
"""

from __future__ import annotations

from typing import NamedTuple

MAX_WORDS = 8
"""Highest number of words in an expression."""
MAX_PAIRS = 2_000
"""Highest number of pairs that a writer adds to a segment."""
_MARK = " = "


class Synonym(NamedTuple):
    """An expression that is asked for, and one that is meant as well. Both are primary terms of neighboring words."""

    asked: tuple[str, ...]
    meant: tuple[str, ...]

    @property
    def key(self) -> str:
        """Its key.

        >>> Synonym(("cdn",), ("content", "deliveri", "network")).key
        'cdn = content deliveri network'
        """
        return " ".join(self.asked) + _MARK + " ".join(self.meant)


def is_synonym(key: str) -> bool:
    """Tell whether a key is a synonym, and not a term.

    >>> is_synonym("cdn = content deliveri network"), is_synonym("cdn")
    (True, False)
    """
    return _MARK in key


def synonym_of(key: str) -> Synonym | None:
    """Read a key; None where it is a term.

    >>> synonym_of("cdn = content deliveri network"), synonym_of("cdn")
    (Synonym(asked=('cdn',), meant=('content', 'deliveri', 'network')), None)
    """
    asked, mark, meant = key.partition(_MARK)
    return Synonym(tuple(asked.split(" ")), tuple(meant.split(" "))) if mark else None
