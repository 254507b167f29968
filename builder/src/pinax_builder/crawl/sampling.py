"""Tell by a sample of words whether a page of HTML says what a text of the same name says.

In:    The bytes of both, in any encoding that has ASCII's letters.
Out:   Whether the text may be left out.
Rules: mark-up of either side does not matter, since single words are compared. What a comment of HTML hides is not
       said: one that never ends hides the rest of the page. A text without such words is judged by its name alone.
Why:   docs/decisions/0235
"""

from __future__ import annotations

import re

_WORD = re.compile(rb"[a-z]{5,}")
"""A word of ASCII's letters, long enough to say something."""
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
STRETCHES = 16
"""Number of stretches of a text that are looked at, spread evenly over it."""
STRETCH_BYTES = 512
"""Length of each, in bytes. A word that it cuts is looked up as far as it goes."""
MOST_WORDS = 24
"""Number of words that are looked up, taken evenly from these; a long page is searched for each."""
FEWEST_WORDS = 8
"""Number of different words below which the name alone tells."""
LEAST_FOUND = 0.6
"""Share of the words that the page must have."""


def says(html: bytes, text: bytes) -> bool:
    """Return whether a page has most words of a text.

    >>> says(b"<p>Shows all", b"Shows which commit changed these files last, before another person removed words.")
    False
    """
    words = list(dict.fromkeys(_WORD.findall(_stretches(text).lower())))
    if len(words) < FEWEST_WORDS:
        return True
    sample = words[:: -(-len(words) // MOST_WORDS)]
    shown = _COMMENT.sub(b"", html.lower())
    return sum(word in shown for word in sample) >= LEAST_FOUND * len(sample)


def _stretches(text: bytes) -> bytes:
    step = max(STRETCH_BYTES, len(text) // STRETCHES)
    return b" ".join(text[at : at + STRETCH_BYTES] for at in range(0, len(text), step))
