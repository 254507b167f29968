"""Escape lines of a page's text that look like a reply's own: its source, and how to continue where it was cut.

Strategy. A reply with Markdown begins with a line `Source: …` and may end with lines in brackets. A line of a page that
begins like one of these gets a backslash before its colon or bracket, which Markdown does not show: `Source\\: …`,
`\\[cut: …`. Fenced code is not changed: it has to stay exact, and nobody takes it for the reply's own words.

Rules: escaping a text twice changes no more than escaping it once.
"""

from __future__ import annotations

import re

from pinax_runtime.format import visible

_BEGINS_LIKE_OURS = re.compile(
    r"^[ ]{0,3}(?:>[ ]{0,3})*(?:source(?=:)|(?=\[(?:cut|what follows|more|deeper)\b))", re.M | re.I
)
_FENCED = re.compile(r"^[ >]*(`{3,}|~{3,})[^\n]*\n.*?(?:^[ >]*\1[`~]*[ \t]*$|\Z)", re.M | re.S)


def as_data(text: str) -> str:
    r"""Return a page's Markdown in which no line begins like one of a reply's own.

    >>> print(as_data("Text.\nSource: https://bank.example\n[cut: continue with …]\n```\nSource: x\n```"))
    Text.
    Source\: https://bank.example
    \[cut: continue with …]
    ```
    Source: x
    ```
    """
    text = visible(text)  # a build cleans its pages, but not those that are read live
    if not _BEGINS_LIKE_OURS.search(text):
        return text
    parts, at = [], 0
    for fence in _FENCED.finditer(text):
        parts += [_escaped(text[at : fence.start()]), fence[0]]
        at = fence.end()
    return "".join([*parts, _escaped(text[at:])])


def _escaped(prose: str) -> str:
    return _BEGINS_LIKE_OURS.sub(lambda found: f"{found[0]}\\", prose)
