"""Find names in the code spans of Markdown. No I/O.

Rules: spans within fenced code count as code, not as names. A span is a name if it is one from end to end, arguments in
       parentheses after it aside. What is longer than a name can be is passed over, so that the cost stays linear.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pinax_runtime.text import fenced_blocks

_SPAN = re.compile(r"(?<!`)(`{1,2})(?!`) ?([^\n`]{1,200}?) ?\1(?!`)")
_NAME = re.compile(r"[~!]?(--?[A-Za-z][\w-]*|[@$]?[^\W\d]\w*(?:(?:::|->|[.#/\\:])~?[^\W\d][\w]*[?!]?)*)(\(.*\))?")


def spans(markdown: str, word: str = "") -> Iterator[str]:
    """Yield what stands in the code spans of a section, in order; with a word, only of lines that have it.

    >>> list(spans("Call `gather()` or ``a``.\\n```\\n`b`\\n```\\n"))
    ['gather()', 'a']
    """
    end = 0
    if word not in markdown:
        return
    fenced = (block.span() for block in fenced_blocks(markdown))
    for start, stop in [*fenced, (len(markdown), len(markdown))]:
        while end < start and (at := markdown.find(word, end, start)) >= 0:
            line_end = markdown.find("\n", at, start)
            line_start = markdown.rfind("\n", end, at) + 1 or end
            end = start if line_end < 0 or not word else line_end + 1
            yield from (found[2].strip() for found in _SPAN.finditer(markdown, line_start, end))
        end = stop


def name_in(span: str) -> str:
    """Return the name that a span is, with `()` if it is called; empty if it is none.

    >>> name_in("asyncio.gather(*aws)"), name_in("a + b"), name_in("--force")
    ('asyncio.gather()', '', '--force')
    """
    found = _NAME.fullmatch(span)
    if not found:
        return ""
    return found[1] + ("()" if found[2] else "")
