"""Take the spans that color code out of a page's source, before a tree is made of it.

A highlighter puts every name, number and sign into a `span` with a class. On many sites these are half of all elements,
none of which says anything, and each of them would be visited by every step that follows.

In:    A page's source.
Out:   The same source without these tags; its text is the same to the character.
Rules: a span goes if it has no other attribute than one of the classes below, and holds text alone. A source in which
       such a span tears a character reference apart is left as it is.
Why:   docs/tried/speed.md
"""

from __future__ import annotations

import re

_PYGMENTS = """
    bp c c1 ch cm cp cpf cs dl err esc fm g gd ge gh gi go gp gr gs gt gu il k kc kd kn kp kr kt l ld m mb mf mh mi mo
    n na nb nc nd ne nf ni nl nn no nt nv nx o ow p pm py s s1 s2 sa sb sc sd se sh si sr ss sx vc vg vi vm w
"""
"""Short names of Pygments' tokens, which Rouge and Chroma use as well."""
_SKYLIGHTING = "al an at bn bu cf cn co cv do dt dv er ex fl fu im in kw op ot pp st va vs wa"
"""Those of Skylighting, which Pandoc uses."""
_QDOC = "operator type keyword string number comment char preprocessor"
_DOCUTILS = "pre"
"""Each word of inline code, so that browsers do not break it."""

_NAMES = {*_PYGMENTS.split(), *_SKYLIGHTING.split(), *_QDOC.split(), _DOCUTILS}


def _one_of(names: set[str]) -> str:
    """Return a pattern for one of some names that looks at each letter once, in place of one name after the other."""
    firsts = sorted({name[0] for name in names if name})
    rests = (first + _one_of({name[1:] for name in names if name[:1] == first}) for first in firsts)
    return f"(?:{'|'.join(rests)}){'?' if '' in names else ''}" if firsts else ""


_HIGHLIGHTED = re.compile(rf'<span class="{_one_of(_NAMES)}">([^<>]+)</span>'.encode())
_TORN = re.compile(b"&#?</?span")
"""Signs that a highlighter took an escaped character apart, which would become whole without the span."""


def without_highlighting(source: bytes) -> bytes:
    """Return the source of a page, in UTF-8, without spans that only color code.

    >>> without_highlighting(b'<pre><span class="k">if</span> <span id="x" class="n">y</span></pre>')
    b'<pre>if <span id="x" class="n">y</span></pre>'
    """
    if not _HIGHLIGHTED.search(source) or _TORN.search(source):
        return source
    return b"".join(_HIGHLIGHTED.split(source))
