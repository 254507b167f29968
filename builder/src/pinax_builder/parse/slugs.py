"""Make anchors for sections that do not change when other sections are edited.

In:    A section's own id (if it has one), its title, its parents' titles, its text.
Out:   An anchor that is unique in the page.
Rules: a section's own id is kept. Anchors that we make begin with `~` and depend on the content, never on the position,
       so that inserting a section renames no other.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

_DROPPED = re.compile(r"[^\w\- ]+")
_DROPPED_ASCII = bytes(code for code in range(128) if _DROPPED.match(chr(code)))
_SLUG = bytes(range(256)).replace(b" ", b"-")
_MAX_SLUG_CHARS = 80
"""Length of the longest slug in an anchor, in characters; the rest is cut."""


def slugify(text: str) -> str:
    """Turn a heading into a slug the way GitHub does: lower case, punctuation dropped, spaces to hyphens.

    >>> slugify("Hello, World!")
    'hello-world'
    >>> slugify("Über uns – 概要")
    'über-uns--概要'
    """
    plain = " ".join(text.split()).lower()
    if plain.isascii():
        return plain.encode().translate(_SLUG, _DROPPED_ASCII).decode()
    return _DROPPED.sub("", plain).replace(" ", "-")


class Anchors:
    """Hands out the anchors of one page, each once."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._counts: dict[str, int] = {}
        """Anchor → next number to try, so that many equal sections do not each count from the start."""

    def is_free(self, anchor: str) -> bool:
        """Tell whether no section has an anchor yet."""
        return anchor not in self._taken

    def claim(self, anchor: str | None, title: str, parents: tuple[str, ...], text: str) -> str:
        """Claim an anchor for one section.

        Args:
            anchor: The section's own id in the published page, if it has one.
            title: Plain text of its heading; may be empty.
            parents: Titles of the sections around it, outermost first.
            text: The section's text; tells apart sections of the same title.

        Returns:
            `anchor` itself if it is free, else the first of these that is: `~slug`, `~parent-slug/slug`, the same
            with a short digest of titles and text, the same with a number (for sections that are equal in all these).
        """
        if anchor and anchor not in self._taken and not anchor.startswith("~"):
            self._taken.add(anchor)
            return anchor
        same = ""
        for same in _candidates(title, parents, text):
            if same not in self._taken:
                break
        return self.numbered(same)

    def numbered(self, wanted: str, first: int = 2) -> str:
        """Claim an anchor, with a hyphen and a number behind it if it is not free: the lowest free one from `first`."""
        anchor, number = wanted, self._counts.get(wanted, first)
        while anchor in self._taken:
            anchor = f"{wanted}-{number}"
            number += 1
        self._counts[wanted] = number
        self._taken.add(anchor)
        return anchor


def _candidates(title: str, parents: tuple[str, ...], text: str) -> Iterator[str]:
    slug = slugify(title)[:_MAX_SLUG_CHARS] or "section"
    yield f"~{slug}"
    parent = slugify(parents[-1])[:_MAX_SLUG_CHARS] if parents else ""
    path = f"~{parent}/{slug}" if parent else f"~{slug}"
    if parent:
        yield path
    digest = hashlib.sha256("\0".join((*parents, title, text)).encode("utf-8", "surrogatepass")).hexdigest()[:8]
    yield f"{path}-{digest}"
