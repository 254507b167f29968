"""Rewrite the links of MyST that lead to a label of any page, `[words](label)`, as links of Markdown.

In:    A Markdown file's text, its path, and the folder that it was listed in.
Out:   The text with each such link as `[words](path#label)`.
Rules: code stays as it is, and so does what names a file. Where a folder has labels, a link to a name that is neither
       label nor file leads to what other programs document, or make: its words stay without it.
Spec:  https://myst-parser.readthedocs.io/en/latest/syntax/cross-referencing.html
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import NamedTuple
from urllib.parse import quote

from pinax_builder.charsets import decode
from pinax_builder.crawl.files import Files
from pinax_builder.crawl.ignoring import is_passed_over
from pinax_builder.formats import MARKDOWN, RST, format_of
from pinax_runtime.text import CODE_SPAN, FENCED

MAX_FOLDER_FILES = 50_000
"""Number of files of a folder whose labels are known."""
MAX_FILE_BYTES = 1_000_000
"""Size (bytes) above which a file's labels are not read."""

_SIGN = re.compile(rb"(?:```|:::)\{[a-z]|\{[a-z][\w:-]*\}`|^\([^()\s]+\)=[ \t]*\r?$", re.MULTILINE)
"""What a page of MyST has."""
_MAYBE = re.compile(rb"\]\([A-Za-z][\w:.-]*\)")
_PIECE = re.compile(
    rf"(?P<fences>{FENCED})|(?P<span>{CODE_SPAN})"
    r"|(?<!!)\[(?P<words>(?:[^\[\]`\n]|`[^`\n]*`){0,500}+)\]\((?P<label>[A-Za-z][\w:.-]*)\)",
    re.MULTILINE,
)
_TARGET = re.compile(r"^[ \t]*\(([^()\s]{1,500})\)=[ \t]*\n(?:[ \t]*\n)*(?:#{1,6}[ \t]+(.*\S))?", re.MULTILINE)
"""A label, and the heading below it."""
_RST_TARGET = re.compile(r"^[ \t]*\.\. _([^:\s`]{1,500}):[ \t]*$()", re.MULTILINE)
"""The same in reStructuredText, without the heading."""


class _Place(NamedTuple):
    path: str
    title: str
    """Of the heading below the label; empty without one."""


class Labels:
    """The labels of a folder's pages. They are read when the first page has a link that may be one to a label."""

    def __init__(self, files: Files) -> None:
        self._files = files

    def linked(self, content: bytes, path: str) -> bytes:
        """Rewrite the links to labels of a Markdown file.

        Args:
            content: The file's bytes; returned unchanged if they have no such link, or are no text.
            path: The file's path below the folder.
        """
        if not (_SIGN.search(content) and _MAYBE.search(content) and self._labels):
            return content
        decoded = decode(content)
        if decoded is None:
            return content
        return _PIECE.sub(lambda found: self._linked(found, path), decoded.text).encode("utf-8")

    def _linked(self, found: re.Match[str], path: str) -> str:
        label, words = found["label"], found["words"]
        if label is None:
            return found[0]
        folder = os.path.dirname(path)
        if place := self._labels.get(label):
            href = quote(os.path.relpath(place.path, folder or ".").replace(os.sep, "/"))
            return f"[{words or place.title or label}]({href}#{quote(label)})"
        below = os.path.join(folder, label).replace(os.sep, "/")
        return found[0] if {below, *(below + suffix for suffix in MARKDOWN.suffixes)} & self._names else words

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(name for name, _ in self._files.files())

    @cached_property
    def _labels(self) -> dict[str, _Place]:
        """Where each label is; of two the first by path."""
        labels: dict[str, _Place] = {}
        for path in islice(
            sorted(name for name in self._names if format_of(name) in (MARKDOWN, RST)), MAX_FOLDER_FILES
        ):
            if not any(map(is_passed_over, path.split("/"))):
                for label, title in self._labels_of(path):
                    labels.setdefault(label, _Place(path, title))
        return labels

    def _labels_of(self, path: str) -> Iterator[tuple[str, str]]:
        try:
            content = self._files.read(path, MAX_FILE_BYTES)
        except (OSError, ValueError):
            return
        decoded = decode(content) if b")=" in content or b".. _" in content else None
        target = _RST_TARGET if format_of(path) is RST else _TARGET
        yield from ((found[1], found[2] or "") for found in target.finditer(decoded.text if decoded else ""))
