"""Write the literal text of a page as Markdown.

In:    A piece of text, and what is around it.
Out:   The same as Markdown: white space made single, and escaped only where Markdown would read it as something else.
Rules: - Asterisks are escaped if two of them would make emphasis; underscores never are. A name such as `__init__`
         in plain text becomes code, since it would else turn bold.
       - `<T>` is escaped where it would vanish as a tag, and a backslash where it would vanish as an escape.
"""

from __future__ import annotations

import re

from pinax_builder.parse.html.headings import HEADINGS
from pinax_builder.parse.html.outline import erase_marks
from pinax_builder.parse.html.rebuilding.emphasis import EMPHASIZED

SPACE = re.compile(r"[\t\r\n\f\xa0][ \t\r\n\f\xa0]*| [ \t\r\n\f\xa0]+")
"""White space other than a single space."""
_INVISIBLE = re.compile("[\u200b\u00ad\ufeff]")
_UNUSUAL = re.compile(r"[\t\r\n\f\xa0\u200b\u00ad\ufeff\ue000-\ue003]")
"""Characters of a text that `plain` changes, beside two spaces; most texts have neither."""

_TRIMMED = frozenset((*HEADINGS, "p", "blockquote", "div", "ol", "ul", "li", "table", "tr", "td", "th"))
"""Tags of elements within which white space at both ends is stripped."""

_TRIMMED_AROUND = _TRIMMED | {"pre"}
"""Tags of elements beside which white space is stripped."""

_TAG_LIKE = re.compile(r"[<](?=[A-Za-z/!?])|&(?=#?\w{1,31};)|\](?=\()|`")
"""A character of plain text that Markdown would read as a tag, an entity, a link or code."""
_ESCAPE_LIKE = re.compile(r"(\$[^$\n]{1,500}\$|\\\([^\n]{1,500}?\\\)|\\\[[^\n]{1,500}?\\\])|\\(?=[!-/:-@\[-`{-~])")
"""A formula, which stays as it is, or a backslash that Markdown would read as an escape."""
_STARRED = re.compile(r"(?<![\\*])(?:\\\\)*\*(?=[^\s*]).*?[^\s*]\*", re.DOTALL)
"""Text between asterisks that Markdown would read as emphasis."""
_BARE_STAR = re.compile(r"(?<!\\)((?:\\\\)*)\*")
"""An asterisk that is not escaped, after pairs of backslashes."""
_STAR = re.compile(r"(?<=\S)\*+|\*+(?=\S)")
"""Asterisks beside a character other than white space."""
_DUNDER = re.compile(
    r"(?<![\w./~-])(?P<ticked>(?<=`))?((?:[\w~-]{0,80}[./]){0,30}_{1,2}[^\W_]\w*?_{1,2}(?!\w)(?:[./]\w[\w-]{0,80}){0,30})"
    r"(?P<ticks>(?=\\`))?"
)
"""A name such as `__init__`, with the path that it is part of, and whether backticks are beside it."""


def write_text(
    source: str, parent: str, before: str | None, after: str | None, within: frozenset[str], is_verbatim: bool = False
) -> str:
    """Convert text, and strip white space where a block begins or ends.

    Args:
        source: The text.
        parent: Tag of what the text is in.
        before: Tag of what is before it there.
        after: Tag of what is after it there.
        within: Names of what is around it, by which markdownify's methods know.
        is_verbatim: Whether white space is kept.
    """
    text = source
    if not is_verbatim:
        if "\n" in text:
            text = text.replace("\n ", " ").replace("\n", " ")
        if "  " in text or not text.isprintable():
            text = plain(text)
    begins = parent in _TRIMMED if before is None else before in _TRIMMED_AROUND
    ends = parent in _TRIMMED if after is None else after in _TRIMMED_AROUND
    if (begins or ends) and (not text or text.isspace()):
        return ""
    if "_noformat" not in within:
        if "_" in text or "*" in text or "`" in text or "<" in text or "\\" in text or "&" in text or "]" in text:
            text = _escape(text)  # few; a pattern would look at each character
            if "*" in text and not EMPHASIZED.isdisjoint((parent, before, after)):
                text = _BARE_STAR.sub(r"\1\\*", text)
        if after == "a" and text.endswith("!"):
            text = text[:-1] + "\\!"  # an exclamation mark before a link would make it an image
    text = text.lstrip(" ") if begins else text
    return text.rstrip() if ends else text


def _escape(text: str) -> str:
    """Escape what Markdown would read as markup."""
    if "\\" in text:
        text = _ESCAPE_LIKE.sub(lambda found: found[1] or "\\\\", text)
    text = _TAG_LIKE.sub(r"\\\g<0>", text)
    if text.endswith("\\"):
        text += "\\"  # a backslash would escape the next character, such as the end of a link
    if "*" in text and _STARRED.search(text):
        text = _STAR.sub(lambda stars: "\\*" * len(stars[0]), text)
    return _DUNDER.sub(_show_dunder, text) if "_" in text else text


def _show_dunder(name: re.Match[str]) -> str:
    """Write `__init__` as code, or with escapes beside a backtick, where code would not be read as such."""
    is_ticked = name["ticked"] is not None or name["ticks"] is not None
    return name[2].replace("_", "\\_") if is_ticked else f"`{name[2]}`"


def plain(text: str) -> str:
    """Replace white space by single spaces, and remove invisible characters."""
    if not text.isprintable():
        text = text.replace("\n", " ").replace("\xa0", " ")  # all that most texts need; patterns take ten times as long
        if not text.isprintable() and _UNUSUAL.search(text) is not None:
            text = SPACE.sub(" ", _INVISIBLE.sub("", erase_marks(text)))
    while "  " in text:  # to split and join the words of a text takes twice as long
        text = text.replace("  ", " ")
    return text
