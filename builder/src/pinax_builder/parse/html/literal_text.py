"""Write the literal text of a page as Markdown, and marks of emphasis around it.

In:    A piece of text, or an element's content as Markdown, and what is around it.
Out:   The same as Markdown: white space made single, and escaped only where Markdown would read it as something else.
       No mark of emphasis is read as text, and no character is lost.
Rules: - Asterisks are escaped if two of them would make emphasis; underscores never are. A name such as `__init__`
         in plain text becomes code, since it would else turn bold.
       - `<T>` is escaped where it would vanish as a tag, and a backslash where it would vanish as an escape.
       - Punctuation at both ends of emphasis is moved outside the marks if Markdown would else read them as text; if
         that does not help, the content has no marks.
Spec:  CommonMark 0.31, 6.2 (left- and right-flanking delimiter runs)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import category

from lxml.html import HtmlElement

from pinax_builder.parse.html.elements import HEADINGS, IS_BLOCK
from pinax_builder.parse.html.flow import Block, Item
from pinax_builder.parse.html.sections import erase_marks
from pinax_builder.parse.plain_text import raw_text

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
_SIGN = "."
"""Punctuation that stands for an element whose Markdown begins and ends with punctuation."""
_HIDDEN = frozenset(("pinax-weight",))
"""Tags of our own marks, which show no character."""
_EMPHASIZED = frozenset(("em", "i", "strong", "b", "del", "s"))
"""Tags of elements that are written with emphasis marks."""
_WITH_SIGNS = frozenset(("code", "a", "img"))
"""Tags of elements whose Markdown begins and ends with punctuation."""
_MARKUP = frozenset("`*_~[]()<>\\&^!")
"""Punctuation that may be part of Markdown and is therefore never moved."""
Beside = tuple[Sequence[Item], int]
"""Content of the block that is written, and the position there of the inline element that is written, or that is around
it. What is beside that element in the page's tree may be in another block."""


def write_text(
    source: str, parent: str, before: str | None, after: str | None, within: frozenset[str], is_verbatim: bool = False
) -> str:
    """Convert text, and strip white space where a block begins or ends.

    Args:
        source: The text.
        parent: Tag of the element that holds the text.
        before: Tag of the sibling before it.
        after: Tag of the sibling after it.
        within: Tags of its ancestors, as markdownify's methods want them.
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
            if "*" in text and not _EMPHASIZED.isdisjoint((parent, before, after)):
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


def emphasize(element: HtmlElement, text: str, mark: str, beside: Beside) -> str:
    """Put marks around an element's content.

    Args:
        element: The element.
        text: Its content as Markdown.
        mark: `*`, `**` or `~~`.
        beside: What is around the element.
    """
    inner = text.strip()
    if not inner:
        return " " if text else ""
    if inner == text and inner[0].isalnum() and inner[-1].isalnum():  # as most
        return f"{mark}{inner}{mark}"
    start, end = 0, len(inner)
    if text[0] != " " and _is_sign(inner[0]) and _is_letter(char_before(element, beside)):
        start = next((index for index, char in enumerate(inner) if not _is_movable(char)), end)
        if start == end or _is_sign(inner[start]):
            return text
    if text[-1] != " " and _is_sign(inner[-1]) and _is_letter(_char_after(element, beside)):
        end = next((index for index in range(end, start, -1) if not _is_movable(inner[index - 1])), start)
        if start == end or _is_sign(inner[end - 1]):
            return text
    before, after = (" " if text[0] == " " else ""), (" " if text[-1] == " " else "")
    return f"{before}{inner[:start]}{mark}{inner[start:end]}{mark}{inner[end:]}{after}"


def _is_sign(char: str) -> bool:
    """Return whether a character is punctuation or a symbol, as CommonMark defines it."""
    return category(char)[0] in "PS"


def _is_letter(char: str) -> bool:
    """Return whether a character is neither white space nor punctuation.

    Between such a character and punctuation, CommonMark reads a mark as text.
    """
    return not char.isspace() and not _is_sign(char)


def _is_movable(char: str) -> bool:
    """Return whether a character may be moved out of the marks."""
    return char == " " or (_is_sign(char) and char not in _MARKUP)


def char_before(element: HtmlElement, beside: Beside) -> str:
    """Return the character before an element; a space where a block begins."""
    items, at = beside
    if element is items[at]:
        return _last_of(items[at - 1], (items, at - 1)) if at else " "
    sibling = element.getprevious()
    parent = element.getparent()
    source = (sibling.tail if sibling is not None else parent.text if parent is not None else "") or ""
    if source:
        return source[-1]
    if sibling is None:
        return char_before(parent, beside) if parent is not None and parent.tag in _EMPHASIZED else " "
    return _last_of(sibling, beside)


def _last_of(before: Item, beside: Beside) -> str:
    """Return the last character of the text before an element."""
    if isinstance(before, str):
        return before[-1]
    if isinstance(before, Block) or before.tag in IS_BLOCK:
        return " "
    if before.tag in _HIDDEN:
        return char_before(before, beside)
    return _SIGN if before.tag in _WITH_SIGNS else raw_text(before)[-1:] or " "


def _char_after(element: HtmlElement, beside: Beside) -> str:
    """Return the character after an element; a space where a block ends."""
    items, at = beside
    if element is items[at]:
        return _first_of(items[at + 1], (items, at + 1)) if at + 1 < len(items) else " "
    if element.tail:
        return element.tail[0]
    sibling, parent = element.getnext(), element.getparent()
    if sibling is None:
        return _char_after(parent, beside) if parent is not None and parent.tag in _EMPHASIZED else " "
    return _first_of(sibling, beside)


def _first_of(after: Item, beside: Beside) -> str:
    """Return the first character of the text after an element."""
    if isinstance(after, str):
        return after[0]
    if isinstance(after, Block) or after.tag in IS_BLOCK:
        return " "
    if after.tag in _HIDDEN:
        return _char_after(after, beside)
    return _SIGN if after.tag in _WITH_SIGNS else raw_text(after)[:1] or " "
