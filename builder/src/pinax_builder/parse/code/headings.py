"""Cut long documentation of a definition at its headings.

In:    The Markdown of comments.
Out:   The text before the headings, and what each heading begins.
Rules: the parts, one after the other, are the Markdown. Its headings are below the page's title, which has the first
       level. A heading stands between empty lines, or right before a fence: other lines with `#` are comments in code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pinax_runtime.text import are_in_fences, fence_opening

LONG_PROSE_WORDS = 300
"""Length of documentation from which on its headings open sections, in words."""

_HEADING = re.compile(r"(#{1,6})[ \t]+(\S.*?)[ \t#]*")
_LINK = re.compile(r"!?\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])?")
_SIGNS = re.compile(r"[`*]+")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of documentation: what a heading begins, or what stands before the first."""

    level: int
    """Number of signs of the heading; 0 without one."""
    title: str
    """The heading as plain text."""
    text: str


def parts_of(prose: str) -> list[Part]:
    """Cut documentation at its headings, if it is long; a heading that begins it belongs to the first part.

    >>> [part.text for part in parts_of("# Use\\n\\nCall it.")]
    ['## Use\\n\\nCall it.']
    """
    lines = prose.split("\n")
    headings = list(_headings(lines)) if "#" in prose else []
    if any(len(match[1]) == 1 for _, match in headings):
        for at, _ in headings:
            lines[at] = f"#{lines[at]}" if not lines[at].startswith("######") else lines[at]
    is_long = len(prose.split()) >= LONG_PROSE_WORDS
    cuts = [(at, match) for at, match in headings if at] if is_long else []
    ends = [at for at, _ in cuts] + [len(lines)]
    parts = [Part(0, "", "\n".join(lines[: ends[0]]).rstrip("\n"))]
    for (start, match), end in zip(cuts, ends[1:], strict=True):
        title = _SIGNS.sub("", _LINK.sub(r"\1", match[2])).strip()
        parts.append(Part(len(match[1]), title, "\n".join(lines[start:end]).rstrip("\n")))
    return parts


def _headings(lines: list[str]) -> Iterator[tuple[int, re.Match[str]]]:
    for at, (line, is_code) in enumerate(zip(lines, are_in_fences(lines), strict=True)):
        match = _HEADING.fullmatch(line) if not is_code and line.startswith("#") else None
        below = lines[at + 1].strip() if at + 1 < len(lines) else ""
        if match and not (at and lines[at - 1].strip()) and (not below or fence_opening(below)):
            yield at, match
