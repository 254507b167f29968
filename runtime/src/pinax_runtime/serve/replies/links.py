"""Shorten or remove the targets of links in Markdown that an agent reads.

In:    Markdown of a section, and the wanted form of targets: none, relative or full.
Out:   The same Markdown with `label`, `[label](path)` or `[label](address)` for each link.
Rules: code does not change. No text is lost: a link keeps its label, and an image its alternative text.
Why:   docs/decisions/0152
"""

from __future__ import annotations

import re
from typing import Literal

from pinax_runtime.text import CODE_SPAN, FENCED, LINK

Links = Literal["none", "relative", "full"]
NONE, RELATIVE, FULL = "none", "relative", "full"
CHOICES = (NONE, RELATIVE, FULL)
"""The forms of targets, with the default first."""

_PIECE = re.compile(rf"(?P<kept>{FENCED}|{CODE_SPAN})|(?P<link>{LINK})", re.MULTILINE)
"""Code, which is matched so that links in it stay as they are, or a link."""


def with_links(markdown: str, form: str, base_url: str, page_url: str) -> str:
    """Return Markdown with the targets of its links in the wanted form.

    Args:
        markdown: The Markdown of a section.
        form: `none` leaves the targets out. `relative` shortens those within the docset to what tools take: a path
            below the docset's base URL, or `#anchor` on the same page. `full` changes nothing.
        base_url: URL of the docset.
        page_url: URL of the page.

    >>> with_links("See [a](https://x.example/d/a.html#b) and `[b](c)`.", "none", "https://x.example/d/", "")
    'See a and `[b](c)`.'
    >>> with_links("See [a](https://x.example/d/a.html#b).", "relative", "https://x.example/d/", "")
    'See [a](a.html#b).'
    """
    if form == FULL or "](" not in markdown:
        return markdown

    def shortened(found: re.Match[str]) -> str:
        if found["link"] is None:
            return found[0]
        # A label may hold an image, which is a link in a link.
        label = with_links(found["label"], form, base_url, page_url)
        if form == NONE:
            return label
        target = _relative(found["target"], base_url, page_url)
        return f"{'!' if found[0].startswith('!') else ''}[{label}]({target})"

    return _PIECE.sub(shortened, markdown)


def _relative(target: str, base_url: str, page_url: str) -> str:
    """Return the path or anchor that tools accept for a target within the docset; other targets as they are."""
    page, hash_sign, anchor = target.partition("#")
    if page == page_url and anchor:
        return hash_sign + anchor
    below = target.removeprefix(base_url)
    return below if base_url and below and not below.startswith(("#", "/")) else target
