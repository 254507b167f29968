r"""Say what is code, a link and a heading in Markdown text.

In:    The Markdown of a section, as the parse stage writes it; or a page's own Markdown.
Out:   Patterns to compose, and functions for the common questions.
Rules: - A fence may be of backticks or tildes, indented, quoted, or at the beginning of a list item. It ends at a fence
         of the same sign that is at least as long, else at the end of the text.
       - A line that holds backticks after three or more backticks opens no fence; it begins with a code span.
       - Code spans do not leave their block: no empty line is in them, and none that begins a list item, a heading, a
         table's row or a fence.
       - A link's text may hold one level of brackets, its target one level of parentheses.

This is no Markdown parser: it decides by patterns alone what build and search must agree on, quickly and in bounded
time. The patterns need the flag `re.MULTILINE`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

FENCE_OPENING = (
    r"^(?:[ \t>]|[-+*][ \t]|\d{1,9}[.)][ \t])*+"
    r"(?P<fence>(?P<sign>[`~])(?P=sign){2,}+)(?P<info>(?<=`)[^`\n]*+|(?<=~)[^\n]*+)$"
)
"""The first line of a code fence. Groups: `fence`, `sign` (one character of it), `info` (the text after it)."""

_CLOSING = r"[ \t>]*+(?P=fence)(?P=sign)*[ \t]*$"
FENCED = FENCE_OPENING + rf"(?:\n(?P<fenced>(?:(?!{_CLOSING})(?:[^\n]++\n?|\n))*)(?:{_CLOSING}|\Z)|\Z)"
"""Code with its fences. Groups: those of `FENCE_OPENING`, and `fenced` (the code; None without a second line). The end
is sought once a line, not at each character."""

SAME_BLOCK = r"\n(?![ \t>]*+(?:\n|[-+*][ \t]|[0-9]{1,9}[.)][ \t]|[#]{1,6}[ \t]|\||`{3}|~{3}))"
"""A line end after which a block goes on, by the beginning of the next line."""

CODE_SPAN = rf"(?<!`)(?P<ticks>`++)(?P<code>(?:[^`\n]++|{SAME_BLOCK}|(?!(?P=ticks)(?!`))`++)+)(?P=ticks)"
"""Code within a block. Groups: `ticks`, `code`. The outer repeat is not possessive: Python 3.11.2 gets that wrong."""

LINK = (
    r"!?\[(?P<label>(?:[^\[\]\\]++|\\[\s\S]|\[[^\[\]]*\])*+)\]"
    r"\((?P<target><[^<>\n]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)(?:\s+\"[^\"\n]*\")?\)"
)
"""A link or an image. Groups: `label`, `target`."""

_POINTING = re.compile(
    r"[^\w`]*(?:\b(?:click|details|docs?|document|documentation|example|here|info|information|links?|more|on|online|out|page"
    r"|post|read|section|see|site|source|that|the|there|these|this|website"
    r"|hier|dort|ici|là|aquí|aqui|ahí|qui|qua|hierzu|siehe|voir|ver|vedi|здесь|тут"
    r"|这里|這裡|此处|此處|ここ|こちら|여기)\b[^\w`]*)+",
    re.IGNORECASE,
)
"""The words of a link that say nothing of where it leads: its target is all that it says."""
_FENCED = re.compile(FENCED, re.MULTILINE)
_OPENING = re.compile(FENCE_OPENING, re.MULTILINE)
_FENCES_IN_CODE = re.compile(r"^[ \t>]*(`{3,})", re.MULTILINE)
_LANGUAGE = re.compile(r"[ \t]*([^\s`{]*)")
_HEADING = re.compile(r"#{1,6} ")


def fenced_blocks(markdown: str) -> Iterator[re.Match[str]]:
    """Return each block of fenced code, as a match of `FENCED`.

    >>> [block["fenced"] for block in fenced_blocks("- ~~~\\n  a\\n  ~~~\\nb")]
    ['  a\\n']
    """
    return _FENCED.finditer(markdown) if "```" in markdown or "~~~" in markdown else iter(())


def without_fenced(markdown: str, instead: str = "") -> str:
    """Return a text without its fenced code, or with something instead of each block.

    >>> without_fenced("a\\n> ```\\n> b\\n> ```\\nc")
    'a\\n\\nc'
    """
    kept, end = [], 0
    for block in fenced_blocks(markdown):
        kept.append(markdown[end : block.start()])
        end = block.end()
    return instead.join([*kept, markdown[end:]])


def open_fence(markdown: str) -> str:
    """Return the fence that a text leaves open; empty if it leaves none.

    >>> open_fence("a\\n````py\\nb"), open_fence("```\\nb\\n```\\n")
    ('````', '')
    """
    last = None
    for last in fenced_blocks(markdown):  # noqa: B007 - only the last can be open
        pass
    if last is None or (last["fenced"] is not None and last.end("fenced") < last.end()):
        return ""
    return str(last["fence"])


def are_in_fences(lines: Iterable[str]) -> Iterator[bool]:
    """Yield for each line of a text whether it belongs to fenced code, the fences included."""
    fence = ""
    for line in lines:
        if fence:
            yield True
            fence = "" if closes_fence(line, fence) else fence
        else:
            opening = fence_opening(line)
            yield opening is not None
            fence = opening["fence"] if opening else ""


def fence_opening(line: str) -> re.Match[str] | None:
    """Match the first line of fenced code, by the groups of `FENCE_OPENING`; None if a line opens no fence."""
    return _OPENING.match(line)


def closes_fence(line: str, fence: str) -> bool:
    """Return whether a line closes a fence.

    >>> closes_fence("> ````\\n", "```"), closes_fence("```sh", "```")
    (True, False)
    """
    signs = line.lstrip(" \t>").rstrip(" \t\n")
    return signs.startswith(fence) and not signs.strip(fence[0])


def language_of(block: re.Match[str]) -> str:
    """Return the language that a block of fenced code names, in lower case; empty if it names none."""
    found = _LANGUAGE.match(block["info"])
    return found[1].lower() if found else ""


def fence_for(code: str) -> str:
    """Return a fence of backticks that is longer than any in the code.

    >>> fence_for("x"), fence_for("````")
    ('```', '`````')
    """
    return "`" * max([3, *(len(ticks) + 1 for ticks in _FENCES_IN_CODE.findall(code))])


def fenced(code: str, language: str = "") -> str:
    """Return code as a fenced block."""
    fence = fence_for(code)
    return f"{fence}{language}\n{code}\n{fence}"


def is_heading(line: str) -> bool:
    """Return whether a line is a heading.

    >>> is_heading("## Usage"), is_heading("#include")
    (True, False)
    """
    return _HEADING.match(line) is not None


def is_pointing(label: str) -> bool:
    """Return whether a link's text says nothing of where it leads: its target is shown, and indexed, too.

    >>> is_pointing("**here**"), is_pointing("See the documentation"), is_pointing("the guide")
    (True, True, False)
    """
    return _POINTING.fullmatch(label) is not None
