"""Tell which links are tools of a page: permalinks, switches, ways to its top, its source and its neighbors.

In:    Links of a page's content, and what they lead to.
Out:   Whether one is such a tool; and the rows of links to the letters of the page's own index.
Rules: title, `rel` or class have to say so, and the text has to agree; content has links to sources and tops, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from lxml.html import HtmlElement

from pinax_builder.parse.plain_text import plain_text, raw_text

_MIN_LETTERS = 8
"""Number of links to single letters from which on a row is one of an index."""
_SOURCE_TEXTS = frozenset(("source", "(source)", "[source]", "[src]", "view source"))
"""Texts of links to source code, in lower case."""
_TOP_TEXTS = frozenset(("top", "back to top", "return to top", "go to top", "up to top", "[top]", "(top)"))
"""Texts of links to the top of a page, in lower case."""


def is_tool(link: HtmlElement, href: str) -> bool:
    """Return whether a link is a permalink by its title, a neighbor page, source code by its text, or a switch.

    A link to the top of the page, between blocks, is, too.
    """
    if href in ("#", "#top") and plain_text(link).lower() in _TOP_TEXTS:
        before, after = link.getprevious(), link.getnext()
        is_inline = any(
            near is not None and near.tag in ("a", "b", "i", "em", "span", "code") for near in (before, after)
        )
        return not is_inline and not (link.tail or "").strip() and (before is None or not (before.tail or "").strip())
    if (link.get("title") or "").lower() == "permalink":
        return not plain_text(link) or plain_text(link).lower() == "permalink"
    if (link.get("rel") or "") in ("prev", "next") and is_all_there_is(link):
        return True
    if href.startswith("javascript:"):
        return next(link.iterancestors("caption"), None) is not None
    return "source" in (link.get("class") or "").lower() and plain_text(link).lower() in _SOURCE_TEXTS


def is_all_there_is(link: HtmlElement) -> bool:
    """Return whether a link is all the text of what it stands in, and so no mere sign that leads to that."""
    parent = link.getparent()
    text = plain_text(link)
    return parent is not None and any(map(str.isalnum, text)) and text == plain_text(parent) and text != "permalink"


def rows_of_letters(targets: Sequence[tuple[HtmlElement, str]], file: str) -> Iterator[HtmlElement]:
    """Yield the rows of links to the letters of the page's own index.

    Args:
        targets: The links of the content, and what they lead to.
        file: The name of the page's file.
    """
    rows: Counter[HtmlElement] = Counter()
    within = ("#", f"{file}#")
    for link, href in targets:
        if not href.startswith(within) or href.endswith("#"):
            continue
        parent = link.getparent()
        if parent is not None and len(plain_text(link)) == 1:
            rows[parent] += 1
    for row, letters in rows.items():
        if letters >= _MIN_LETTERS and sum(map(str.isalnum, raw_text(row))) <= letters + 1:
            yield row
