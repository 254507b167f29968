"""Decide what a response's body is: HTML, Markdown or no page; and decode what only its header can.

In:    A URL, a Content-Type, a body.
Out:   A media type, or None; and the body as the gate can read it.
Rules: the body outranks a header that it contradicts. A charset of the header counts where the bytes are no UTF-8 and
       have no byte order mark; the body is then rewritten as UTF-8 with one, which every later stage believes.
"""

from __future__ import annotations

import re
from email.message import Message

from pinax_builder.charsets import rewritten
from pinax_builder.formats import SITE_FORMATS, MediaType, format_of

_NAMED = frozenset(name for known in SITE_FORMATS for name in known.content_types)
_VAGUE = frozenset({"", "text/plain", "application/octet-stream", "binary/octet-stream", "text/x-web-markdown"})
_LOOKS_HTML = re.compile(
    rb"^(?:\xef\xbb\xbf)?\s*+(?:<\?xml[^>]*+>\s*+)?(?:<!--(?:[^-]|-(?!->)){0,2000}+-->\s*+)*+"
    rb"<(?:!doctype\s+html|html|head|body)\b",
    re.I,
)


def may_be_page(content_type: str) -> bool:
    """Tell by its Content-Type whether a body is worth reading."""
    essence, _ = _parsed(content_type)
    return essence in _NAMED or essence in _VAGUE


def media_type(url: str, content_type: str, content: bytes) -> MediaType | None:
    """Name a body's media type; None if it is no page.

    >>> media_type("https://x.dev/a.md", "text/plain", b"# A"), media_type("https://x.dev/a", "text/plain", b"a")
    ('text/markdown', None)
    """
    essence, _ = _parsed(content_type)
    if _LOOKS_HTML.match(content[:4096]):
        return "text/html" if essence in _NAMED or essence in _VAGUE else None
    by_suffix = format_of(url.partition("?")[0], SITE_FORMATS) if essence in _VAGUE else None
    known = next((known for known in SITE_FORMATS if essence in known.content_types), by_suffix)
    return known.media_type if known else None


def essence_of(content_type: str) -> str:
    """Return a Content-Type without its parameters, for counting; `(none)` if it is empty."""
    return _parsed(content_type)[0] or "(none)"


def as_utf8(content: bytes, content_type: str) -> bytes:
    """Rewrite as UTF-8 a body that only its header's charset can decode; return any other unchanged."""
    return rewritten(content, _parsed(content_type)[1])


def _parsed(content_type: str) -> tuple[str, str]:
    """Return a Content-Type's essence (the part before `;`) and charset, in lower case."""
    message = Message()
    message["Content-Type"] = content_type.replace("\n", " ").replace("\r", " ")
    essence = content_type.partition(";")[0].strip().lower()
    try:
        charset = message.get_content_charset() or ""
    except (LookupError, UnicodeError, ValueError):
        charset = ""
    return essence[:80], charset.strip("\"' ")
