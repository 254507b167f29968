"""Cut a section's Markdown into stretches of plain text to index, each with its field.

In:    Markdown as the parse stage writes it.
Out:   Pairs of field and text. The field is CODE for code, BODY for all else.

Strategy: one regular expression finds everything that is not prose: fenced code, code spans, links and images (of which
the text is kept and the target is not), tags, table rules and strong emphasis. Everything else is body text. The parse
stage writes a small, regular Markdown, so no Markdown parser is needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pinax_runtime.contract.fields import BODY, CODE
from pinax_runtime.contract.markdown_text import CODE_SPAN, FENCED, LINK

_MARKUP = re.compile(
    rf"{FENCED}|{CODE_SPAN}|{LINK}"
    r"|<(?:https?://[^\s<>]*|/?[a-zA-Z][^<>\n]*)>"
    r"|^[ \t>]*\|[ \t:|-]+\|[ \t]*$"
    r"|\*{2,3}",
    re.MULTILINE,
)


def plain_text(markdown: str) -> Iterator[tuple[int, str]]:
    """Yield `(field, text)` in document order; fields are BODY and CODE.

    >>> list(plain_text("Call `gather()` as [shown](x.html)."))
    [(2, 'Call '), (3, 'gather()'), (2, ' as '), (2, 'shown'), (2, '.')]
    """
    end = 0
    for found in _MARKUP.finditer(markdown):
        if found.start() > end:
            yield BODY, markdown[end : found.start()]
        end = found.end()
        code = found["fenced"] if found["fenced"] is not None else found["code"]
        if code is not None:
            yield CODE, code
        elif found["label"]:
            yield from plain_text(found["label"])
    if end < len(markdown):
        yield BODY, markdown[end:]


def prose_of(markdown: str) -> Iterator[str]:
    """Yield the stretches of a text that are not code.

    >>> list(prose_of("Call `gather()` now."))
    ['Call ', ' now.']
    """
    return (text for field, text in plain_text(markdown) if field == BODY)
