"""Make sections of what a site sends: Markdown as it is, HTML and all else through an extractor.

An extractor is what another distribution offers under the entry point group `pinax_runtime.extractors`: a function of
the content (bytes), its media type and URL, which gives (depth, anchor, title, Markdown) of each section in document
order, or raises ValueError with a reason. pinax-builder offers its own. It is never loaded here, but for each page in a
process of its own (`conversion`).
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
HTML, MARKDOWN = "text/html", "text/markdown"
_KINDS = {HTML: HTML, "application/xhtml+xml": HTML, MARKDOWN: MARKDOWN, "text/x-markdown": MARKDOWN}
_MAY_BE_MARKDOWN = frozenset({"text/plain", "application/octet-stream", ""})
_MARKDOWN_NAMES = (".md", ".markdown", ".mdx")


class LiveSection(NamedTuple):
    """A section of a page."""

    depth: int
    """0 for the page's own."""
    anchor: str
    title: str
    text: str
    """Markdown, its heading included, its child sections' excluded."""


@dataclass(frozen=True, slots=True)
class Extractor:
    """What makes sections of pages."""

    made_by: str
    """Distribution and version: pages that another one has made are made anew."""
    extract: Callable[[bytes, str, str], Iterable[tuple[int, str, str, str]]] | None = None

    def sections(self, content: bytes, media_type: str, url: str) -> list[LiveSection]:
        """Make the sections of a page.

        Raises:
            ValueError: There are none to be made; the message says why.
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
        except Exception as error:  # a defect of the extractor costs this page
            _log.exception("%s could not convert %s", self.made_by, url)
            raise ValueError(f"it could not be converted ({type(error).__name__}: {error})") from error


def kind_of(media_type: str, url: str) -> str:
    """Give what a page is, HTML or Markdown; empty if neither.

    >>> kind_of("application/xhtml+xml", "a"), kind_of("text/plain", "https://x.dev/a.md"), kind_of("image/png", "a.md")
    ('text/html', 'text/markdown', '')
    """
    named_so = url.partition("?")[0].lower().endswith(_MARKDOWN_NAMES)
    return _KINDS.get(media_type, MARKDOWN if named_so and media_type in _MAY_BE_MARKDOWN else "")


@cache
def find_extractor() -> Extractor:
    """Give the extractor that is installed; without one, what takes Markdown alone."""
    for offered in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        package = offered.module.partition(".")[0]  # what is below it would be imported to be found
        if find_spec(package) is None:
            _log.warning("the extractor %s cannot be loaded: there is no module %s", offered.value, package)
            continue
        made_by = f"{offered.dist.name} {offered.dist.version}" if offered.dist else offered.value
        return Extractor(made_by, Conversion(offered.value))
    return Extractor("")
