"""Read which titles a site's sidebar gives to its pages.

In:    The files of a folder.
Out:   The title of each page by its path, as `_sidebar.md` (docsify), `SUMMARY.md` (mdBook, GitBook) or the `nav` of
       `mkdocs.yml` has it.
Rules: a page that is named twice keeps its first title. A sidebar that cannot be read gives none.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from pinax_builder.crawl.files import Files, LocalFiles, read_or_nothing
from pinax_builder.yaml_values import load_untagged

_MAX_BYTES = 1 << 20
"""Largest size of a sidebar that is read (bytes)."""
_LINK = re.compile(r"\[([^\[\]\n]{1,300})\]\(<?([^()<>\s]{1,1000})>?[^()\n]{0,300}\)")


class Sidebar:
    """The titles that a folder's sidebar gives. It is read when the first title is asked for."""

    def __init__(self, files: Files) -> None:
        self._files = files

    def title(self, path: str) -> str:
        """Return the title of the page at a path below the folder; empty if no sidebar names it."""
        return self._titles.get(path, "")

    @cached_property
    def _titles(self) -> dict[str, str]:
        titles: dict[str, str] = {}
        for title, target in (*self._links("_sidebar.md"), *self._links("SUMMARY.md"), *self._navigation()):
            path = posixpath.normpath(unquote(target).partition("#")[0].lstrip("/") or ".")
            titles.setdefault(path if posixpath.splitext(path)[1] else f"{path}.md", " ".join(title.split()))
        return titles

    def _links(self, name: str) -> Iterator[tuple[str, str]]:
        for found in _LINK.finditer(_text(self._files, name)):
            yield found[1], found[2]

    def _navigation(self) -> Iterator[tuple[str, str]]:
        """Yield what `mkdocs.yml` names: in the folder itself, or in the one that the folder is the `docs` of."""
        yield from _named(self._files)
        if isinstance(self._files, LocalFiles):
            folder = Path(self._files.folder).resolve()
            yield from _named(LocalFiles(folder.parent), folder.name)


def _named(files: Files, only: str = "") -> Iterator[tuple[str, str]]:
    """Yield title and path of each page in a `nav`. With `only`, the pages have to lie in the folder of that name."""
    try:
        settings = load_untagged(_text(files, "mkdocs.yml"))
    except ValueError:
        return
    if not isinstance(settings, dict):
        return
    docs = str(settings.get("docs_dir") or "docs").strip("/")
    if not only or docs == only:
        for title, path in _leaves(settings.get("nav")):
            yield title, path if only else posixpath.join(docs, path)


def _leaves(nav: Any) -> Iterator[tuple[str, str]]:
    for item in nav if isinstance(nav, list) else ():
        for title, below in item.items() if isinstance(item, dict) else ():
            if isinstance(below, str) and isinstance(title, str):
                yield title, below
            else:
                yield from _leaves(below)


def _text(files: Files, name: str) -> str:
    return read_or_nothing(files, name, _MAX_BYTES).decode("utf-8", "replace")
