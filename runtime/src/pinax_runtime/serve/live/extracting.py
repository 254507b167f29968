"""Divide a page that a site sent into sections.

In:    the content, media type and URL of a page.
Out:   its sections. Without an extractor, Markdown is one section, and HTML is refused.

An extractor is a function that another distribution offers as an entry point of the group `pinax_runtime.extractors`.
It takes the content (bytes), its media type and URL. It returns the depth, anchor, title and Markdown of each section
in document order, or raises ValueError with a reason. pinax-builder offers one. An extractor is never loaded in this
process, but for each page in a process of its own (`conversion`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import NamedTuple

from pinax_runtime.serve.live.conversion import Conversion

_log = logging.getLogger(__name__)

GROUP = "pinax_runtime.extractors"
"""Name of the entry point group under which distributions offer extractors."""
HTML, MARKDOWN = "text/html", "text/markdown"
_KINDS = {HTML: HTML, "application/xhtml+xml": HTML, MARKDOWN: MARKDOWN, "text/x-markdown": MARKDOWN}
_MAY_BE_MARKDOWN = frozenset({"text/plain", "application/octet-stream", ""})
_MARKDOWN_NAMES = (".md", ".markdown", ".mdx")


class LiveSection(NamedTuple):
    """A section of a live page."""

    depth: int
    """Level in the page's tree; 0 is the page itself."""
    anchor: str
    title: str
    text: str
    """Markdown of the section with its heading, without its child sections."""


@dataclass(frozen=True, slots=True)
class Extractor:
    """What divides pages into sections."""

    made_by: str
    """Distribution and version; cached pages that another extractor made are fetched again."""
    extract: Callable[[bytes, str, str], Iterable[tuple[int, str, str, str]]] | None = None

    def sections(self, content: bytes, media_type: str, url: str) -> list[LiveSection]:
        """Return the sections of a page.

        Raises:
            ValueError: The page has none, or cannot be converted; the message says why.
        """
        kind = kind_of(media_type, url)
        if not kind:
            raise ValueError(f"the site sends {media_type or 'an unknown type'}, not a page")
        if self.extract:
            return self._extracted(content, kind, url)
        if kind == HTML:
            raise ValueError("the site sends HTML, which takes an extractor: install pinax-builder beside the runtime")
        text = content.decode("utf-8-sig", "replace").replace("\r\n", "\n").strip()
        if not text:
            raise ValueError("the page is empty")
        return [LiveSection(0, "", "", text)]

    def _extracted(self, content: bytes, kind: str, url: str) -> list[LiveSection]:
        assert self.extract is not None
        try:
            return [LiveSection(*section) for section in self.extract(content, kind, url)]
        except ValueError:
            raise
        except Exception as error:  # a defect of the extractor fails this page only
            _log.exception("%s could not convert %s", self.made_by, url)
            raise ValueError(f"it could not be converted ({type(error).__name__}: {error})") from error


def kind_of(media_type: str, url: str) -> str:
    """Return the media type that a page is treated as: HTML or Markdown; empty if it is neither.

    >>> kind_of("application/xhtml+xml", "a"), kind_of("text/plain", "https://x.dev/a.md"), kind_of("image/png", "a.md")
    ('text/html', 'text/markdown', '')
    """
    named_so = url.partition("?")[0].lower().endswith(_MARKDOWN_NAMES)
    return _KINDS.get(media_type, MARKDOWN if named_so and media_type in _MAY_BE_MARKDOWN else "")


@cache
def find_extractor() -> Extractor:
    """Return the extractor that is installed; without one, an extractor for Markdown only."""
    for offered in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        package = offered.module.partition(".")[0]  # find_spec of a submodule would import its parents
        if find_spec(package) is None:
            _log.warning("the extractor %s cannot be loaded: there is no module %s", offered.value, package)
            continue
        made_by = f"{offered.dist.name} {offered.dist.version}" if offered.dist else offered.value
        return Extractor(made_by, Conversion(offered.value))
    return Extractor("")
