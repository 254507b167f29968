"""Find the encoding that a text declares in its own bytes.

Out:   A label, as it is written; empty if there is none.
Rules: a page's `meta` comes before its XML declaration, as in browsers. Source code declares its encoding in a comment
       of the first lines, as Python, Emacs and Vim read it.
Spec:  https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding,
       https://peps.python.org/pep-0263/
"""

from __future__ import annotations

import re

SEARCHED_BYTES = 4_096
"""Number of first bytes that are searched; browsers search 1,024, and some heads are longer."""
_META = re.compile(rb"""<meta[^>]{0,300}?charset\s*=\s*["']?\s*([a-zA-Z0-9_:.\-]+)""", re.IGNORECASE)
_XML = re.compile(rb"""^\s*<\?xml[^>]{0,100}?encoding\s*=\s*["']([a-zA-Z0-9_:.\-]+)""", re.IGNORECASE)
_COMMENT = re.compile(rb"^[^\w\n]{1,10}[^\n]{0,200}?coding[:=][ \t]*([-\w.]+)", re.MULTILINE)
_COMMENT_LINES = 2
"""Number of first lines in which a comment may declare the encoding."""
_HTML_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)


def declared_label(content: bytes) -> str:
    """Return the label of the encoding that a text says it is in."""
    head = content[:SEARCHED_BYTES]
    found = _META.search(_HTML_COMMENT.sub(b"", head)) or _XML.search(head) or _COMMENT.search(_first_lines(head))
    return found[1].decode("ascii", "ignore") if found else ""


def _first_lines(head: bytes) -> bytes:
    return b"\n".join(head.split(b"\n", _COMMENT_LINES)[:_COMMENT_LINES])
