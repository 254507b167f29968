"""Find names in the code spans of Markdown. No I/O.

Rules: spans within fenced code count as code, not as names. A span is a name if it is one from end to end, arguments in
       parentheses after it aside. What is longer than a name can be is passed over, so that the cost stays linear.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_FENCED = re.compile(r"^[ \t>]*(`{3,}+|~{3,}+)[^\n]*+\n.*?(?:^[ \t>]*\1[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_SPAN = re.compile(r"(?<!`)(`{1,2})(?!`) ?([^\n`]{1,200}?) ?\1(?!`)")
_NAME = re.compile(r"[~!]?(--?[A-Za-z][\w-]*|[@$]?[^\W\d]\w*(?:(?:::|->|[.#/\\:])~?[^\W\d][\w]*[?!]?)*)(\(.*\))?")


def spans(markdown: str) -> Iterator[str]:
    """Give what stands in the code spans of a section, in order.

    >>> list(spans("Call `gather()` or ``a``.\\n```\\n`b`\\n```\\n"))
    ['gather()', 'a']
    """
    for found in _SPAN.finditer(_FENCED.sub("\n", markdown)):
        yield found[2].strip()


def name_in(span: str) -> str:
    """Give the name that a span is, with `()` if it is called; empty if it is none.

    >>> name_in("asyncio.gather(*aws)"), name_in("a + b"), name_in("--force")
    ('asyncio.gather()', '', '--force')
    """
    found = _NAME.fullmatch(span)
    if not found:
        return ""
    return found[1] + ("()" if found[2] else "")
