"""Find links within a docset that lead to no page of it.

Rules: only links below the docset's base URL count, and of these only ones that look like pages: without an extension,
       or with one of a page. A target is taken as readers take it: with an index file, an extension or a slash at its
       end, or without. Fragments are left aside. Code holds no links.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Set
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from pinax_builder.formats import format_of
from pinax_builder.reading import open_entry, pages_of
from pinax_runtime.format import DocsetEntry
from pinax_runtime.text import CODE_SPAN, FENCED, LINK

_PIECE = re.compile(rf"{FENCED}|{CODE_SPAN}|(?P<link>{LINK})", re.MULTILINE)
_ENDINGS = ("", ".html", ".htm", ".md", "/index.html", "/index.md", "/index.htm", "/README.md")
"""What may stand between a link's target and the URL of its page."""


class DeadLink(NamedTuple):
    """A link that leads to no page."""

    docset: str
    page: str
    """URL of the page with the link."""
    target: str


def dead_links(bundle: Path) -> list[DeadLink]:
    """Return the links of a bundle that lead to no page, each once a page, in the order of pages.

    Raises:
        BundleError: There is no bundle, or a file of it is damaged.
    """
    return [dead for docset in open_entry(bundle).docsets for dead in _of_docset(bundle, docset)]


def _of_docset(bundle: Path, docset: DocsetEntry) -> Iterator[DeadLink]:
    linked: dict[str, list[str]] = {}
    for page, texts in pages_of(bundle, docset):
        linked[page.url] = list(dict.fromkeys(target for text in texts for target in _targets(text)))
    known = {_stem(url.removeprefix(docset.url)) for url in linked}
    for url, targets in sorted(linked.items()):
        yield from (DeadLink(docset.name, url, target) for target in targets if _is_dead(target, docset.url, known))


def _targets(text: str) -> Iterator[str]:
    """Yield the targets of a text's links, images aside, without fragments and queries."""
    for found in _PIECE.finditer(text):
        if found["link"] is None or found["link"].startswith("!"):
            continue
        yield from _targets(found["label"])
        yield re.split(r"[#?]", found["target"].strip("<>"), maxsplit=1)[0]


def _is_dead(target: str, base: str, known: Set[str]) -> bool:
    if (base and not target.startswith(base)) or (not base and (":" in target or target.startswith("/"))):
        return False
    path = target.removeprefix(base)
    last = posixpath.basename(path)
    if not path or ("." in last and format_of(path) is None):
        return False
    return _stem(path) not in known and not path.startswith("..")


def _stem(path: str) -> str:
    """Return a path without what readers may leave out at its end."""
    plain = unquote(path).strip("/")
    for ending in sorted(_ENDINGS, key=len, reverse=True):
        if ending and f"/{plain}".endswith(ending):
            return f"/{plain}"[: -len(ending)].strip("/")
    return plain
