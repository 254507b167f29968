"""Which files and responses can become pages: one row for each source format.

Adding a format is a row here and a module in `parse/` that reads it, which `parse` finds by the media type. Folders,
sites and includes take their suffixes from this table. Source code is `text/plain`; its suffixes are those of
`languages/`, and folders take it only when asked to.
"""

from __future__ import annotations

import posixpath
from typing import Literal, NamedTuple

MediaType = Literal["text/html", "text/markdown", "text/plain"]
"""What a file holds; source code is `text/plain`."""


MAX_PAGE_BYTES = 20_000_000
"""Largest page (bytes, decompressed) that is read unless the configuration says otherwise."""


class SourceFormat(NamedTuple):
    """A format that is known by a file's suffix or a response's Content-Type."""

    media_type: MediaType
    suffixes: tuple[str, ...]
    """In lower case, with the dot."""
    content_types: frozenset[str]
    """What servers call it, in lower case and without parameters."""


HTML = SourceFormat(
    "text/html",
    (".html", ".htm", ".xhtml"),
    frozenset({"text/html", "application/xhtml+xml"}),
)
MARKDOWN = SourceFormat(
    "text/markdown",
    (".md", ".mdx", ".markdown"),
    frozenset({"text/markdown", "text/x-markdown", "text/vnd.daringfireball.markdown", "text/mdx"}),
)
SOURCE_FORMATS = (HTML, MARKDOWN)

_BY_SUFFIX = {suffix: format_ for format_ in SOURCE_FORMATS for suffix in format_.suffixes}


def format_of(name: str) -> SourceFormat | None:
    """Return the format of a file by its name, path or URL; None if such files are no pages.

    >>> format_of("guide/Intro.MD").media_type, format_of("logo.png")
    ('text/markdown', None)
    """
    return _BY_SUFFIX.get(posixpath.splitext(name)[1].lower())
