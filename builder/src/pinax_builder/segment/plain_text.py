"""Cut a section's Markdown into the runs of plain text that are indexed, each with its field.

Strategy. One regular expression finds what is not prose: fenced code, code spans, links and images (their text stays,
their target goes), tags, table rules and emphasis marks. Everything else is body text. The texts come from the parse
stage, which writes a small regular Markdown; this is no Markdown parser and need not be one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pinax_runtime.contract.fields import BODY, CODE

_MARKUP = re.compile(
    r"^(?P<indent>[ \t>]*)(?P<fence>`{3,}+|~{3,}+)[^\n]*+\n(?P<fenced>.*?)(?:^[ \t>]*(?P=fence)[`~]*[ \t]*$|\Z)"
    r"|(?<!`)(?P<ticks>`+)(?!`)(?P<code>(?:(?!\n\n).)+?)(?<!`)(?P=ticks)(?!`)"
    r"|!?\[(?P<label>(?:[^\[\]\\]|\\.|\[[^\[\]]*\])*)\]\((?:<[^<>\n]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)(?:\s+\"[^\"\n]*\")?\)"
    r"|<(?:https?://[^\s<>]*|/?[a-zA-Z][^<>\n]*)>"
    r"|^[ \t>]*\|[ \t:|-]+\|[ \t]*$"
    r"|\*{2,3}",
    re.M | re.S,
)


def plain_text(markdown: str) -> Iterator[tuple[int, str]]:
    """Give `(field, text)` runs in document order; fields are BODY and CODE.

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
    """Give the runs of a text that are no code.

    >>> list(prose_of("Call `gather()` now."))
    ['Call ', ' now.']
    """
    return (text for field, text in plain_text(markdown) if field == BODY)
