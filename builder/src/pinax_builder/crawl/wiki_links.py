"""Rewrite the links of wikis, `[[Page]]`, as links of Markdown.

In:    A Markdown file's text, its path, and the folder that it was listed in.
Out:   The text with each `[[…]]` that names a Markdown file of the folder as `[words](path)`.
Rules: code stays as it is, and so does what names no file: `[[nodiscard]]`, `[[1]]`. Of `[[words|Page]]` (GitHub) and
       `[[Page|words]]` (Obsidian, GitLab), the part that names a file is the page. Names are compared without case,
       with spaces, hyphens and underscores alike. In an Obsidian vault, comments and the ids of blocks are left out.
Spec:  https://docs.github.com/en/communities/documenting-your-project-with-wikis (editing wiki content),
       https://help.obsidian.md/links, https://help.obsidian.md/syntax
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import cached_property
from itertools import islice
from urllib.parse import quote

from pinax_builder.charsets import decode
from pinax_builder.crawl.files import Files
from pinax_builder.crawl.ignoring import is_passed_over
from pinax_builder.formats import MARKDOWN, format_of
from pinax_runtime.text import CODE_SPAN, FENCED

MAX_FOLDER_FILES = 50_000
"""Number of Markdown files of a folder whose names are known."""

_VAULT = ".obsidian"
"""Folder that makes the folder around it a vault of Obsidian."""
_PIECE = re.compile(
    rf"(?P<fences>{FENCED})|(?P<span>{CODE_SPAN})"
    r"|!?\[\[(?P<first>[^\[\]|\n]{1,300})(?:\|(?P<second>[^\[\]\n]{1,300}))?\]\](?!\()",
    re.MULTILINE,
)
_HIDDEN = re.compile(
    rf"(?P<fences>{FENCED})|(?P<span>{CODE_SPAN})|%%(?:(?!%%)[\s\S]){{1,10000}}%%|[ \t]\^[\w-]{{1,100}}+[ \t]*$",
    re.MULTILINE,
)
"""Comments of Obsidian, and the ids that other pages use to name a block."""
_SEPARATORS = re.compile(r"[\s_-]+")
_NOT_IN_SLUGS = re.compile(r"[^\w\- ]+")


class Wiki:
    """The Markdown files of a folder, which links may name. They are listed when the first such link is read."""

    def __init__(self, files: Files) -> None:
        self._files = files

    def linked(self, content: bytes, path: str) -> bytes:
        """Rewrite the wiki links of a Markdown file.

        Args:
            content: The file's bytes; returned unchanged if they have no such link, or are no text.
            path: The file's path below the folder.
        """
        has_links = b"[[" in content
        may_hide = (b"%%" in content or b" ^" in content) and self._is_vault
        decoded = decode(content) if has_links or may_hide else None
        if decoded is None:
            return content
        text = (
            _HIDDEN.sub(lambda code: code["fences"] or code["span"] or "", decoded.text) if may_hide else decoded.text
        )
        text = _PIECE.sub(lambda found: _linked(found, path, self._pages), text) if has_links else text
        return content if text == decoded.text else text.encode("utf-8")

    @cached_property
    def _is_vault(self) -> bool:
        return any(name.startswith(f"{_VAULT}/") for name, _ in self._files.files())

    @cached_property
    def _pages(self) -> Mapping[str, str]:
        """The path of each Markdown file by its name, and by its path, without suffix; of two the shorter path."""
        pages: dict[str, str] = {}
        markdown = (name for name, _ in self._files.files() if format_of(name) is MARKDOWN)
        shown = (name for name in markdown if not any(map(is_passed_over, name.split("/")[:-1])))
        for path in sorted(islice(shown, MAX_FOLDER_FILES), key=lambda path: (path.count("/"), path)):
            stem = os.path.splitext(path)[0]
            for name in (stem, stem.rpartition("/")[2]):
                pages.setdefault(_key(name), path)
        return pages


def _linked(found: re.Match[str], path: str, pages: Mapping[str, str]) -> str:
    """Return the link of Markdown that a wiki link stands for; itself if it names no page."""
    if found["first"] is None:
        return found[0]
    first, second = found["first"].strip(), (found["second"] or "").strip()
    for target, words in ((first, second), (second, first)):
        name, _, heading = target.partition("#")
        page = path if heading and not name.strip() else pages.get(_key(name))
        if page is None or not target:
            continue
        href = quote(os.path.relpath(page, os.path.dirname(path) or ".").replace(os.sep, "/"))
        fragment = "" if heading.startswith("^") else _slug(heading.rpartition("#")[2])
        shown = words or " > ".join(part for part in (name.strip(), *heading.split("#")) if part and part[0] != "^")
        return f"[{shown}]({href}{'#' + fragment if fragment else ''})"
    return found[0]


def _key(name: str) -> str:
    return _SEPARATORS.sub("-", name.strip().removeprefix("/").removesuffix(".md").lower())


def _slug(heading: str) -> str:
    """Return a heading's anchor as GitHub makes it."""
    return quote(_NOT_IN_SLUGS.sub("", heading.strip().lower()).replace(" ", "-"))
