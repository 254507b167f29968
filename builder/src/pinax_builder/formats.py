"""Which files and responses can become pages: one row for each source format.

Adding a format is a row here and a module in `parse/`, which the row names. Folders, sites and includes take their
suffixes from this table. The suffixes of source code are those of `languages/`; folders take it only when asked to.
"""

from __future__ import annotations

import posixpath
from typing import NamedTuple

MediaType = str
"""What a file holds: the media type of a row of `SOURCE_FORMATS`."""

MAX_PAGE_BYTES = 20_000_000
"""Largest page (bytes, decompressed) that is read unless the configuration says otherwise."""


class SourceFormat(NamedTuple):
    """A format that is known by a file's suffix or a response's Content-Type."""

    media_type: MediaType
    reader: str
    """Module below `parse`, a colon, and its function from `Admitted` to `Page` or `Rejection`, which never raises.

    It is named and not imported here, because lxml and the grammars take long to load, and the grammars are an extra.
    """
    suffixes: tuple[str, ...]
    """In lower case, with the dot."""
    content_types: frozenset[str]
    """What servers call it, in lower case and without parameters."""


HTML = SourceFormat(
    "text/html",
    "html.from_html:parse_html",
    (".html", ".htm", ".xhtml"),
    frozenset({"text/html", "application/xhtml+xml"}),
)
MARKDOWN = SourceFormat(
    "text/markdown",
    "markdown.from_markdown:parse_markdown",
    (".md", ".mdx", ".markdown"),
    frozenset({"text/markdown", "text/x-markdown", "text/vnd.daringfireball.markdown", "text/mdx"}),
)
SOURCE_CODE = SourceFormat("text/plain", "code.from_code:parse_source", (), frozenset())
SOURCE_FORMATS = (HTML, MARKDOWN, SOURCE_CODE)

_BY_SUFFIX = {suffix: format_ for format_ in SOURCE_FORMATS for suffix in format_.suffixes}


def format_of(name: str) -> SourceFormat | None:
    """Return the format of a file by its name, path or URL; None if such files are no pages.

    >>> format_of("guide/Intro.MD").media_type, format_of("logo.png")
    ('text/markdown', None)
    """
    return _BY_SUFFIX.get(posixpath.splitext(name)[1].lower())
