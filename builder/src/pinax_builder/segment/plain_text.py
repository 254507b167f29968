"""Cut a section's Markdown into stretches of plain text to index, each with its field.

In:    Markdown as the parse stage writes it.
Out:   Pairs of field and text. The field is CODE for code, BODY for all else.

Strategy: fenced code is cut out first. In the rest one regular expression matches what is not prose: code spans, links
and images (of which the text is kept and the target is not), tags and strong emphasis; rules of tables are removed.
Everything else is body text. The parse stage writes a small, regular Markdown, so no Markdown parser is needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pinax_runtime.contract.fields import BODY, CODE
from pinax_runtime.contract.markdown_text import CODE_SPAN, LINK, fenced_blocks

_MARKUP = re.compile(rf"{CODE_SPAN}|{LINK}|<(?:https?://[^\s<>]*|/?[a-zA-Z][^<>\n]*)>|\*{{2,3}}")
_SIGN = re.compile(r"[`!\[<*]")
"""First character of whatever `_MARKUP` matches; a search for one character of a set is much faster."""
_TABLE_RULE = re.compile(r"^[ \t>]*\|[ \t:|-]+\|[ \t]*$", re.MULTILINE)


def plain_text(markdown: str) -> list[tuple[int, str]]:
    """Return `(field, text)` in document order; fields are BODY and CODE.

    >>> plain_text("Call `gather()` as [shown](x.html).")
    [(2, 'Call '), (3, 'gather()'), (2, ' as '), (2, 'shown'), (2, '.')]
    """
    stretches: list[tuple[int, str]] = []
    end = 0
    for block in fenced_blocks(markdown):
        _add_prose(stretches, markdown[end : block.start()])
        if block["fenced"] is not None:
            stretches.append((CODE, block["fenced"]))
        end = block.end()
    _add_prose(stretches, markdown[end:] if end else markdown)
    return stretches


def prose_of(markdown: str) -> Iterator[str]:
    """Yield the stretches of a text that are not code.

    >>> list(prose_of("Call `gather()` now."))
    ['Call ', ' now.']
    """
    return (text for field, text in plain_text(markdown) if field == BODY)


def _add_prose(stretches: list[tuple[int, str]], markdown: str) -> None:
    if "|" in markdown:
        markdown = _TABLE_RULE.sub("", markdown)
    end = 0
    for sign in _SIGN.finditer(markdown):
        start = sign.start()
        found = _MARKUP.match(markdown, start) if start >= end else None
        if not found:
            continue
        if start > end:
            stretches.append((BODY, markdown[end:start]))
        end = found.end()
        code, label = found.group("code", "label")
        if code is not None:
            stretches.append((CODE, code))
        elif label:
            _add_prose(stretches, label)
    if end < len(markdown):
        stretches.append((BODY, markdown[end:] if end else markdown))
