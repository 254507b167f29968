"""Which files and responses can become pages: one row for each source format.

Adding a format is a row here and a module in `parse/`, which the row names. Folders and includes know files by this
table; sites send HTML and Markdown alone. Source code has the suffixes of `languages/`; folders take it only
when asked to.
"""

from __future__ import annotations

import re
import shutil
from importlib.util import find_spec
from typing import NamedTuple

from pinax_builder.released import install_command

MediaType = str
"""What a file holds: the media type of a row of `SOURCE_FORMATS`."""

MAX_PAGE_BYTES = 20_000_000
"""Largest page (bytes, decompressed) that is read unless the configuration says otherwise."""


class SourceFormat(NamedTuple):
    """A format that is known by a file's suffix or name, or by a response's Content-Type."""

    media_type: MediaType
    suffixes: tuple[str, ...]
    """In lower case, with the dot."""
    reader: str
    """Module below `parse`, a colon, and its function from `Admitted` to `Page` or `Rejection`, which never raises.

    It is named and not imported here, because lxml and the grammars take long to load, and several readers are extras.
    """
    content_types: frozenset[str] = frozenset()
    """What servers call it, in lower case and without parameters; empty if sites do not send it as pages."""
    name: str = ""
    """Pattern that a file's name must match as well, or instead where there are no suffixes."""
    filed: str = ""
    """Pattern that the name of its folder and its own (`man3/json.3tcl`) may match instead."""
    module: str = ""
    """Module that reads it, if that is not always installed."""
    extra: str = ""
    """Extra of the distribution that brings the module."""
    program: str = ""
    """Program on the PATH that reads it."""


HTML = SourceFormat(
    "text/html",
    (".html", ".htm", ".xhtml"),
    "html.from_html:parse_html",
    frozenset({"text/html", "application/xhtml+xml"}),
)
MARKDOWN = SourceFormat(
    "text/markdown",
    (".md", ".mdx", ".markdown", ".mdown", ".mkd", ".mkdn", ".mdwn"),
    "markdown.from_markdown:parse_markdown",
    frozenset({"text/markdown", "text/x-markdown", "text/vnd.daringfireball.markdown", "text/mdx"}),
)
RST = SourceFormat("text/x-rst", (".rst", ".rest"), "converting.from_rst:parse_rst", module="docutils", extra="rst")
SOURCE_CODE = SourceFormat("text/plain", (), "code.from_code:parse_source")
SITE_FORMATS = (HTML, MARKDOWN)
"""Formats that pages of sites have."""

PROSE = SourceFormat(
    "text/x-prose",
    (".txt",),
    "converting.from_prose:parse_prose",
    # Files for robots, agents, package managers and build tools are no documentation.
    name=r"(?!(?:robots|humans|ads|security|llms|llms-full|cmakelists|manifest|.*requirements.*)\.txt$).+",
)
SOURCE_FORMATS = (
    HTML,
    MARKDOWN,
    SOURCE_CODE,
    PROSE,
    RST,
    SourceFormat(
        "text/asciidoc", (".adoc", ".asciidoc"), "converting.from_asciidoc:parse_asciidoc", program="asciidoctor"
    ),
    SourceFormat("application/x-ipynb+json", (".ipynb",), "converting.from_notebook:parse_notebook"),
    SourceFormat("application/epub+zip", (".epub",), "converting.from_epub:parse_epub"),
    SourceFormat("application/pdf", (".pdf",), "converting.from_pdf:parse_pdf", module="pypdfium2", extra="pdf"),
    SourceFormat(
        "application/vnd.oai.openapi",
        (".yaml", ".yml", ".json"),
        "converting.from_openapi:parse_openapi",
        name=r"(?:.*[._-])?(?:openapi|swagger)(?:[._-].*)?\.(?:ya?ml|json)",
    ),
    SourceFormat(
        "text/troff",
        (),
        "converting.from_man:parse_man",
        # A section's number or `man`, but no version number (`release-1.2`, `libz.so.1`).
        name=r".*[^.](?<!\.so)(?<![._v -]\d)(?<![._v -]\d\d)\.(?:[1-9](?:pm?|ssl|x|posix)?|man|mdoc)(?:\.gz)?",
        filed=r"man[1-9n]\w*/[^.].*\.[1-9n][a-z0-9]*(?:\.gz)?",
        program="mandoc",
    ),
)
BINARY_TYPES: frozenset[MediaType] = frozenset({"application/epub+zip", "application/pdf", "text/troff"})
"""Media types whose readers take bytes; man pages are often compressed."""


_ORDER = re.compile(r"(?:(?<=/)|\A)\d{1,3}[-_.]+(?=[^\W\d])")
_ENDING = re.compile(r"\.(?:mdx?|markdown)\Z|/\Z")
_INDEX = re.compile(r"(?:\A|/)(?:index|readme)\Z", re.IGNORECASE)


def without_ending(path: str) -> str:
    """Return a path of Markdown without its extension and the name of an index."""
    return _INDEX.sub("", _ENDING.sub("", path))


def address_of(path: str) -> str:
    """Return a path of Markdown without what sites leave out: numbers that order files, too.

    >>> address_of("01-app/02-guides/index.md"), address_of("2024-05-01-news.md")
    ('app/guides', '2024-05-01-news')
    """
    return _ORDER.sub("", without_ending(path))


def file_at(path: str) -> str:
    """Return the file that a site's path names; for a folder, its index.

    >>> file_at("guide/"), file_at(""), file_at("api.html")
    ('guide/index.html', 'index.html', 'api.html')
    """
    return path + "index.html" if not path or path.endswith("/") else path


def format_of(name: str, among: tuple[SourceFormat, ...] = SOURCE_FORMATS) -> SourceFormat | None:
    """Return the format of a file by its name, path or URL; None if such files are no pages.

    >>> format_of("guide/Intro.MD").media_type, format_of("logo.png"), format_of("man/bzip2.1").media_type
    ('text/markdown', None, 'text/troff')
    >>> format_of("release-1.2"), format_of("robots.txt"), format_of("api/pets.openapi.yaml").media_type
    (None, None, 'application/vnd.oai.openapi')
    >>> format_of("man3/json.3tcl.gz").media_type, format_of("json.3tcl.gz")
    ('text/troff', None)
    """
    folder, _, base = name.lower().rpartition("/")
    filed = f"{folder.rpartition('/')[2]}/{base}"
    stem, dot, extension = base.rpartition(".")
    suffix = dot + extension if stem else ""
    return next((known for known in among if _matches(known, filed, base, suffix)), None)


def _matches(known: SourceFormat, filed: str, base: str, suffix: str) -> bool:
    if known.filed and re.fullmatch(known.filed, filed):
        return True
    if not (known.suffixes or known.name) or (known.suffixes and suffix not in known.suffixes):
        return False
    return not known.name or re.fullmatch(known.name, base) is not None


def missing_reader(media_type: MediaType) -> str:
    """Say what has to be installed before a media type can be read; empty if nothing has."""
    for known in SOURCE_FORMATS:
        if known.media_type == media_type:
            if known.module and find_spec(known.module) is None:
                return f"install the extra: {install_command(known.extra)}"
            if known.program and shutil.which(known.program) is None:
                return f"install the program {known.program} (Debian: apt-get install {known.program})"
    return ""
