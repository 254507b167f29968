r"""Shorten the targets of links in Markdown that an agent reads.

In:    Markdown of a section, and how targets are wanted: none, relative or full.
Out:   The same Markdown with `label`, `[label](path)` or `[label](address)` for each link.
Rules: nothing in code changes, and no text is lost: a link keeps its label, an image its alternative text.
Why:   docs/decisions/0152
"""

from __future__ import annotations

import re
from typing import Literal

from pinax_runtime.contract.markdown_text import CODE_SPAN, FENCED, LINK

Links = Literal["none", "relative", "full"]
NONE, RELATIVE, FULL = "none", "relative", "full"
CHOICES = (NONE, RELATIVE, FULL)
"""The forms, with the default first."""

_PIECE = re.compile(rf"(?P<kept>{FENCED}|{CODE_SPAN})|(?P<link>{LINK})", re.MULTILINE)


def with_links(markdown: str, form: str, base_url: str, page_url: str) -> str:
    """Return Markdown with its links in a form.

    Args:
        markdown: The Markdown of a section.
        form: `none` leaves the targets out. `relative` shortens those within the docset to what tools take: a path
            below the docset's base URL, or `#anchor` on the same page. `full` changes nothing.
        base_url: The docset's.
        page_url: The page's.

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
        label = with_links(found["label"], form, base_url, page_url)
        if form == NONE:
            return label
        target = _relative(found["target"], base_url, page_url)
        return f"{'!' if found[0].startswith('!') else ''}[{label}]({target})"

    return _PIECE.sub(shortened, markdown)


def _relative(target: str, base_url: str, page_url: str) -> str:
    """Return what tools take for a target within the docset; a target elsewhere as it is."""
    page, hash_sign, anchor = target.partition("#")
    if page == page_url and anchor:
        return hash_sign + anchor
    below = target.removeprefix(base_url)
    return below if base_url and below and not below.startswith(("#", "/")) else target
