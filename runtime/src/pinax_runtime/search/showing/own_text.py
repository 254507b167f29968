"""Choose what an excerpt of a section is cut from: its own text, or what stands for it where it has none.

Strategy. A page may begin with its title, or with its name three times, and say what it is for further below. A heading
may have nothing but sections under it. Such a hit is of no use with an excerpt that repeats its title. So a page is
shown by its description, and a heading by the first sections below it.

Why:   docs/decisions/0238
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from pinax_runtime.search.showing.excerpt import plain

MOST_BELOW = 3
"""Sections below one without text that are read for its excerpt."""
_FEW_WORDS = 5
"""Different words beside the title from which on a page's own text says something."""
_SHORT_CHARS = 200
"""Length of a text (characters) beyond which it is its own."""
_WORD = re.compile(r"\w+")


def own_or_below(own: str, title: str, description: str, below: Iterable[str]) -> str:
    r"""Return plain text in one line.

    Args:
        own: Markdown of the section, its heading left out.
        title: Of the section.
        description: What the page is for, where the section is the page's own; else empty.
        below: Markdown of the first sections below it; looked at only if it is needed.

    >>> own_or_below("LS(1) · Commands · LS(1)", "ls(1)", "ls - list directory contents", [])
    'ls - list directory contents'
    >>> own_or_below("Options", "Options", "", ["### Output\n\nWhere it is written."])
    'Output Where it is written.'
    """
    text = plain(own)
    if len(text) > _SHORT_CHARS:
        return text
    n_beside = len(_words(text) - _words(title))
    if n_beside >= _FEW_WORDS or (n_beside and not description):
        return text
    return description or " ".join(filter(None, map(plain, below))) or text


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))
