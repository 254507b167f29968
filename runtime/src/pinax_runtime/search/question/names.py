"""Find the name that a query spells, with its container and kind, as indexes and people write it. No I/O.

Strategy. `get_loc() (pandas.Index method)` and "kruskal in scipy.stats.mstats" say one qualified name in pieces, in any
order, with words between them that say what kind of thing it is. Without these words and the signs around them, up to
three pieces are left. Joined in every order they are the names that may be meant; which of them is one, the symbols of
a segment tell.

In:    the text of a query.
Out:   names to look up, and the kinds that the query says.
Why:   docs/decisions/0211, 0223
"""

from __future__ import annotations

import re
from itertools import permutations
from typing import NamedTuple

_KIND_WORDS = """attribute class command constant constructor data decorator directive enum enumerator exception field
    function interface macro member method module namespace operator option package parameter property protocol
    statement struct trait type union variable"""
_KINDS = {word: word for word in _KIND_WORDS.split()} | {"attr": "attribute", "func": "function", "var": "variable"}
"""Word of a query → the kind of symbol that it says."""
_BESIDE_KINDS = "a abstract an built-in builtin c c++ command-line environment from global in line of python static the"
_MANNERS = frozenset(_BESIDE_KINDS.split())
"""Words that stand with a kind and say no name."""
_AROUND = "\"'`(),;:"
_NAME_LIKE = re.compile(r"\w(?:::|->|[.#/\\_])\w|\w_|_\w|\(\)|[a-z\d][A-Z]")
"""What tells a name from a word, where no kind is said."""
_CAPITALS = re.compile(r"[A-Z][A-Z\d_]{5,}")
"""A name that capitals alone tell from a word, such as `SSLKEYLOGFILE`; shorter ones are mostly abbreviations."""
_MAX_PIECES = 3
_MAX_WORDS = 12
"""Words of a query beyond which it is a sentence."""


class Names(NamedTuple):
    """What a query may name."""

    names: tuple[str, ...] = ()
    """Qualified names, any of which may be meant; none where the query does not look like a name."""
    kinds: frozenset[str] = frozenset()
    """Kinds of symbols that the query says beside the name."""
    certain: bool = True
    """Whether it is a name whatever its kind; a common word is one only if a symbol has it and the kind."""
    beside: frozenset[str] = frozenset()
    """Words beside a name in capitals that say its kind (case-folded): they count no more than stop words do."""


NO_NAMES = Names()
"""What a query of plain words names."""


def names_in(text: str) -> Names:
    """Return the names that a query may spell with all of its words.

    >>> names_in("get_loc() (pandas.Index method)").names
    ('get_loc.pandas.Index', 'pandas.Index.get_loc')
    >>> names_in("asyncio.gather()").names, names_in("retry backoff").names
    (('asyncio.gather',), ())
    """
    typed = text.split()
    if len(typed) == 1:
        return Names((typed[0].strip('"').removesuffix("()"),))
    if len(typed) > _MAX_WORDS:
        return NO_NAMES
    kinds = frozenset(_KINDS[word] for word in map(_word, typed) if word in _KINDS)
    pieces = [piece for piece in (one.strip(_AROUND) for one in typed) if piece and not _says_no_name(piece)]
    certain = bool(_NAME_LIKE.search(text))
    if not 0 < len(pieces) <= _MAX_PIECES or not (kinds or certain):
        return NO_NAMES
    separator = next((sign for sign in ("::", "#", "/", "\\") if any(sign in piece for piece in pieces)), ".")
    names = dict.fromkeys(separator.join(order) for order in permutations(pieces))
    in_capitals = len(pieces) == 1 and _CAPITALS.fullmatch(pieces[0])
    beside = frozenset(map(_word, typed)) - {_word(pieces[0])} if in_capitals else frozenset[str]()
    return Names(tuple(names), kinds, certain or len(pieces) > 1, beside)


def _says_no_name(piece: str) -> bool:
    word = _word(piece)
    return word in _KINDS or word in _MANNERS


def _word(piece: str) -> str:
    return piece.strip(_AROUND).casefold()
