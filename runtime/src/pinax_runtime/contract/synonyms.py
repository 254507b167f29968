"""Synonyms: keys among a segment's terms that say that one expression may stand for another.

Spec:  docs/format.md, section 6.1.
"""

from __future__ import annotations

from typing import NamedTuple

MAX_WORDS = 8
"""Words of an expression."""
MAX_PAIRS = 2_000
"""Pairs that a writer adds to a segment."""
_MARK = " = "


class Synonym(NamedTuple):
    """An expression, and another that is also meant by it. Expressions are primary terms of words side by side."""

    asked: tuple[str, ...]
    meant: tuple[str, ...]

    @property
    def key(self) -> str:
        """Its key.

        >>> Synonym(("cdn",), ("content", "deliveri", "network")).key
        'cdn = content deliveri network'
        """
        return " ".join(self.asked) + _MARK + " ".join(self.meant)


def synonym_of(key: str) -> Synonym | None:
    """Read a key; None where it is a term.

    >>> synonym_of("cdn = content deliveri network"), synonym_of("cdn")
    (Synonym(asked=('cdn',), meant=('content', 'deliveri', 'network')), None)
    """
    asked, mark, meant = key.partition(_MARK)
    return Synonym(tuple(asked.split(" ")), tuple(meant.split(" "))) if mark else None
