"""Write the rebuilt blocks as Markdown.

In:    The Blocks from `blocks.py`, and the fenced blocks from `code_blocks.py`.
Out:   Markdown with marks.
Rules: - White space is made single, and text is escaped only where Markdown would read it as something else. No
         character is lost.
       - The beginning of a paragraph is escaped where it would make a list, a heading, a rule or a link's definition.
       - Asterisks out of formulas are escaped if two of them would make emphasis; underscores never are. A name such as
         `__init__` in plain text becomes code, since it would else turn bold.
       - A formula that is set as a paragraph keeps its signs and its lines.
       - `<T>` is escaped where it would vanish as a tag, and a backslash where it would vanish as an escape.
       - Punctuation at both ends of emphasis is moved outside the marks if Markdown would else read them as text; if
         that does not help, the content has no marks.

Strategy: markdownify converts each element by a method. This subclass replaces its methods for code, tables, lists and
literal text. The walk over blocks and inline elements is ours, since markdownify's needs bs4's tree, and making that
took a third of the time. Our walk keeps markdownify's rules for white space.

Spec:  CommonMark 0.31, 6.2 (left- and right-flanking delimiter runs)
Why:   docs/decisions/0003
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any
from unicodedata import category

from lxml.html import HtmlElement
from markdownify import MarkdownConverter

from pinax_builder.parse.html.blocks import SECTION_MARK, Block, Item
from pinax_builder.parse.html.code_blocks import VERBATIM
from pinax_builder.parse.html.page_tree import HEADINGS, IS_BLOCK
from pinax_builder.parse.html.pagefind import WEIGHT_MARK
from pinax_builder.parse.html.sections import MARK_CLOSE, MARK_OPEN, WEIGHT_CLOSE, WEIGHT_OPEN, erase_marks
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
_ESCAPE_LIKE = re.compile(r"(\$[^$\n]{1,4000}\$|\\\([^\n]{1,500}?\\\)|\\\[[^\n]{1,500}?\\\])|\\(?=[!-/:-@\[-`{-~])")
"""A formula, which stays as it is, or a backslash that Markdown would read as an escape."""
_DISPLAYED = re.compile(
    r"(?P<is_set>(?:\$\$|\\\[)\s*)?"
    r"\\begin\{(?P<environment>(?:equation|align|gather|multline|eqnarray|flalign|alignat|displaymath)\*?)\}"
    r".{1,4000}?\\end\{(?P=environment)\}(?:\s*(?:\$\$|\\\]))?"
    r"|\\\[.{1,4000}?\\\]|\A\s*\\\[.{1,8000}?\\\]",
    re.DOTALL,
)
"""A formula that is set as a paragraph: an environment of TeX, or what stands between its brackets."""
_TAG_IN_FORMULA = re.compile(r"<(?=[A-Za-z/!?])")
_STARRED = re.compile(r"(?<![\\*])(?:\\\\)*\*(?=[^\s*]).*?[^\s*]\*", re.DOTALL)
"""Text between asterisks that Markdown would read as emphasis."""
_FORMULA_OR = r"(?<!\\)(\\\([^\n]{1,500}?\\\)|\\\[[^\n]{1,500}?\\\])|"
_BARE_STAR = re.compile(_FORMULA_OR + r"(?<!\\)(?:\\\\)*\*")
"""A formula, or an asterisk that is not escaped, after pairs of backslashes."""
_STAR = re.compile(_FORMULA_OR + r"(?<=\S)\*+|\*+(?=\S)")
"""A formula, or asterisks beside a character other than white space."""
_DUNDER = re.compile(
    r"(?<![\w./~-])(?P<ticked>(?<=`))?((?:[\w~-]{0,80}[./]){0,30}_{1,2}[^\W_]\w*?_{1,2}(?!\w)(?:[./]\w[\w-]{0,80}){0,30})"
    r"(?P<ticks>(?=\\`))?"
)
"""A name such as `__init__`, with the path that it is part of, and whether backticks are beside it."""
_BEGINS_NAME = re.compile(r"(?:^|[^\w~-])_")
"""Beginning of such a name, or of the last part of its path. It is searched for first, in a tenth of the time."""
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
BEFORE, AFTER = -1, 0
"""The sides of an element: the index of the character of its neighbor there that is next to it."""
Beside = tuple[Sequence[Item], int]
"""Content of the block that is written, and the position there of the inline element that is written, or that is around
it. What is beside that element in the page's tree may be in another block."""


def write_text(
    source: str,
    parent: str,
    before: str | None,
    after: str | None,
    within: frozenset[str],
    is_verbatim: bool = False,
    has_formulas: bool = True,
) -> str:
    """Convert text, and strip white space where a block begins or ends.

    Args:
        source: The text.
        parent: Tag of the element that holds the text.
        before: Tag of the sibling before it.
        after: Tag of the sibling after it.
        within: Tags of its ancestors, as markdownify's methods want them.
        is_verbatim: Whether white space is kept.
        has_formulas: Whether displayed formulas are sought in it.
    """
    if "\\" in source and has_formulas and "_noformat" not in within:  # as few
        return _write_with_formulas(source, parent, before, after, within, is_verbatim)
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
        if "_" in text or "*" in text or "`" in text or "<" in text or "\\" in text or "&" in text or "](" in text:
            text = _escape(text, (parent, before, after))  # few; a pattern would look at each character
        if before == "br" and "_inline" not in within:
            text = _LINE_LIKE.sub(r"\1\\", text, count=1)
        if after == "a" and text.endswith("!"):
            text = text[:-1] + "\\!"  # an exclamation mark before a link would make it an image
    text = text.lstrip(" ") if begins else text
    return text.rstrip() if ends else text


def _write_with_formulas(
    source: str, parent: str, before: str | None, after: str | None, within: frozenset[str], is_verbatim: bool
) -> str:
    """Convert text that may have displayed formulas, each of which ends a line."""
    written: list[str] = []
    at = 0
    for formula in _DISPLAYED.finditer(source):
        words = source[at : formula.start()]
        written.append(write_text(words, parent, "br" if at else before, "br", within, is_verbatim, has_formulas=False))
        written.append(_formula(formula, in_line="_inline" in within))
        at = formula.end()
    rest = write_text(source[at:], parent, "br" if at else before, after, within, is_verbatim, has_formulas=False)
    return "".join(written) + rest


def _formula(found: re.Match[str], *, in_line: bool) -> str:
    """Return a displayed formula as it is, with its lines but for those that Markdown would read as other blocks."""
    lines = [" ".join(line.split()) for line in _TAG_IN_FORMULA.sub("< ", found[0]).split("\n")]
    text = ""
    for line in filter(None, lines):
        text += f"{' ' if in_line or _BLOCK_LIKE.match(line) else chr(10)}{line}" if text else line
    return f"$${text}$$" if found["environment"] and not found["is_set"] else text


def _escape(text: str, near: tuple[str | None, ...]) -> str:
    """Escape what Markdown would read as markup in a text, near elements of some tags."""
    if "\\" in text:
        text = _ESCAPE_LIKE.sub(lambda found: found[1] or "\\\\", text)
    if "<" in text or "&" in text or "](" in text or "`" in text:
        text = _TAG_LIKE.sub(r"\\\g<0>", text)
    if text.endswith("\\"):
        text += "\\"  # a backslash would escape the next character, such as the end of a link
    if "*" in text and _STARRED.search(text):
        text = _STAR.sub(lambda found: found[1] or "\\*" * len(found[0]), text)
    if "_" in text and _BEGINS_NAME.search(text):
        text = _DUNDER.sub(_show_dunder, text)
    if "*" in text and not _EMPHASIZED.isdisjoint(near):
        text = _BARE_STAR.sub(lambda found: found[1] or f"{found[0][:-1]}\\*", text)
    return text


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
    if text[0] != " " and _is_sign(inner[0]) and _is_letter(char_beside(element, beside, BEFORE)):
        start = next((index for index, char in enumerate(inner) if not _is_movable(char)), end)
        if start == end or _is_sign(inner[start]):
            return text
    if text[-1] != " " and _is_sign(inner[-1]) and _is_letter(char_beside(element, beside, AFTER)):
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


def char_beside(element: HtmlElement, beside: Beside, side: int) -> str:
    """Return the character before or after an element; a space where a block begins or ends."""
    items, at = beside
    is_after = side == AFTER
    if element is items[at]:
        near = at + 1 if is_after else at - 1
        return _char_of(items[near], (items, near), side) if 0 <= near < len(items) else " "
    parent = element.getparent()
    sibling = element.getnext() if is_after else element.getprevious()
    before = element if is_after else sibling
    text = before.tail if before is not None else parent.text if parent is not None else ""
    if text:
        return text[side]
    if sibling is None:
        return char_beside(parent, beside, side) if parent is not None and parent.tag in _EMPHASIZED else " "
    return _char_of(sibling, beside, side)


def _char_of(item: Item, beside: Beside, side: int) -> str:
    """Return the character of a neighbor that is next to an element."""
    if isinstance(item, str):
        return item[side]
    if isinstance(item, Block) or item.tag in IS_BLOCK:
        return " "
    if item.tag in _HIDDEN:
        return char_beside(item, beside, side)
    text = raw_text(item)
    return _SIGN if item.tag in _WITH_SIGNS else text[side] if text else " "


_CODE_OR_SPACE = re.compile(r"(`[^`\n]*`)|" + SPACE.pattern)
_LISTS = frozenset(("ul", "ol"))
_WITHIN = {heading: frozenset(("_inline",)) for heading in HEADINGS} | {
    "td": frozenset(("td", "_inline")),
    "li": frozenset(("li",)),
    "code": frozenset(("_noformat",)),
}
"""Names that an element adds to `parent_tags`, by which markdownify's methods know the elements around theirs."""
_TICKS = re.compile("`+")
_BRACKET = re.compile(r"(\\.|(?P<ticks>`+)[^`]*(?P=ticks))|[\[\]]")
"""A bracket; or an escape or code (group 1), in which brackets do not count."""
_ORDINALS = frozenset(("st", "nd", "rd", "th"))
"""Superscripts that are part of an ordinal number."""
_SCRIPT = re.compile(r"[+-]?\w{1,20}|`[+-]?\w{1,20}`")
"""Sub- or superscript that needs no parentheses; it may be code."""
_CLOSING = frozenset(")]}⟩|")
"""Signs after which something is raised or lowered as after a letter."""
_FORMULA = re.compile(r"(?=.*\w)[-\w+−*/.,^()= ]{1,40}")
"""Sub- or superscript that is written in parentheses."""
_BEGIN_THEMSELVES = frozenset(("ul", "ol", "blockquote", "pre", "table", "hr", "h1", "h2", "h3", "h4", "h5", "h6"))
"""Tags of elements that are meant as blocks at the beginning of a list item."""
_BLOCK_LIKE = re.compile(
    r"^(?:(#{1,6}|[-+*:])(?=\s|$)|(?=>|\[[^\]]+\]:)|(\d{1,9})([.)])(?=\s|$)|(-{2,}|={2,}|\*{2,}|_{2,}|~{3,})\s*$)"
)
"""Beginning of a paragraph that Markdown would read as another block."""
_LINE_LIKE = re.compile(r"\A(\s*)(?=#{1,6}(?:\s|$)|>|~{3}|(?:==+|--+)\s*$)")
"""Text after a line break that Markdown would read as a heading, or as the line below one, as a quote or as code."""
_BEGIN_BLOCKS = frozenset("#-+*:>[=_~")
"""First characters of such a paragraph, beside digits."""
_OPTIONS: dict[str, Any] = vars(MarkdownConverter(heading_style="atx"))["options"]
"""Options of the base class, which takes as long to work them out as our walk takes for several paragraphs."""


def write_markdown(root: Block, blocks: list[str]) -> str:
    """Write rebuilt blocks as Markdown.

    Args:
        root: From `Rebuilder.rebuild`.
        blocks: Fenced code by number.
    """
    return "\n\n".join(filter(None, _Writer(blocks).pieces(root))).strip()


class _Writer(MarkdownConverter):
    """Converts blocks and elements to Markdown; method names and signatures are the base class's."""

    def __init__(self, blocks: list[str]) -> None:
        self.options = _OPTIONS
        self._blocks = blocks
        self._beside: Beside = ("",), 0

    def pieces(self, root: Block) -> list[str]:
        """Convert the blocks of a page, between which there is an empty line."""
        return [part.strip("\n") for part in self._parts(root, frozenset())]

    def write(self, block: Block, parent_tags: frozenset[str]) -> str:
        """Convert a block and all that it holds."""
        tag = block.tag
        within = parent_tags | _WITHIN[tag] if tag in _WITHIN else parent_tags
        return _CONVERSIONS[tag](self, block, self._content(block, within), parent_tags)

    def _content(self, block: Block, within: frozenset[str]) -> str:
        items, tag = block.items, block.tag
        last = len(items) - 1
        if not last and isinstance(items[0], str):  # as of most blocks
            return write_text(items[0], tag, None, None, within)
        parts = self._parts(block, within)
        return _join(parts) if last else parts[0]

    def _parts(self, block: Block, within: frozenset[str]) -> list[str]:
        """Convert each item of a block."""
        items, tag = block.items, block.tag
        last = len(items) - 1
        parts: list[str] = []
        for at, item in enumerate(items):
            if isinstance(item, str):
                before: Any = items[at - 1].tag if at else None  # type: ignore[union-attr]  # no text is beside another
                after: Any = items[at + 1].tag if at < last else None  # type: ignore[union-attr]
                parts.append(write_text(item, tag, before, after, within))
            elif not isinstance(item, Block):
                self._beside = items, at
                parts.append(self.process_tag(item, within))
            elif item.tag in _LISTS:
                parts.append(self._list(item, within, items[at + 1 : at + 3]))
            elif item.tag == "table":
                parts.append(self._table(item, within))
            else:
                parts.append(self.write(item, within))
        return parts

    def process_tag(self, node: Any, parent_tags: frozenset[str]) -> str:
        """Convert an inline element and all below it; the gate's limit of depth bounds the recursion."""
        tag = node.tag
        if len(node):
            within = parent_tags | _WITHIN[tag] if tag in _WITHIN else parent_tags
            text = self._mixed(node, tag, within)
        elif not (source := node.text):
            text = ""
        elif tag == "code":
            text = plain(source)
            if text != source and node.get(VERBATIM) is not None:
                text = source
        else:
            text = write_text(source, tag, None, None, parent_tags)
        return _CONVERSIONS[tag](self, node, text, parent_tags) if tag in _CONVERSIONS else text

    def _mixed(self, node: Any, tag: str, within: frozenset[str]) -> str:
        """Convert the content of an element as that of another tag."""
        source, children = node.text, node[:]
        if not children:
            return write_text(source, tag, None, None, within) if source else ""
        is_verbatim = tag == "code" and node.get(VERBATIM) is not None
        parts = [write_text(source, tag, None, children[0].tag, within, is_verbatim)] if source else []
        for child in children:
            parts.append(self.process_tag(child, within))
            if tail := child.tail:
                following = child.getnext()
                after = following.tag if following is not None else None
                parts.append(write_text(tail, tag, child.tag, after, within, is_verbatim))
        return _join(parts) if len(parts) != 1 else parts[0]

    def convert_heading(self, el: Any, text: str, parent_tags: frozenset[str]) -> str:
        return str(self.convert_hN(int(el.tag[1]), el, text, parent_tags))  # type: ignore[attr-defined]  # left out

    def convert_p(self, el: Any, text: str, parent_tags: frozenset[str]) -> str:
        if "_inline" in parent_tags:
            return " " + text.strip() + " "
        text = text.strip()
        return f"\n\n{_guard(text)}\n\n" if text else ""

    def convert_blockquote(self, el: Any, text: str, parent_tags: frozenset[str]) -> str:
        quote = str(super().convert_blockquote(el, text, parent_tags))  # type: ignore[misc]  # as above
        return "\n" + quote if quote.startswith("\n") and text.strip() else quote

    def convert_br(self, el: Any, text: str, parent_tags: frozenset[str]) -> str:
        if "td" in parent_tags or "th" in parent_tags:
            return "<br>"
        return " " if "_inline" in parent_tags else "  \n"

    def convert_code(self, el: Any, text: str, parent_tags: frozenset[str]) -> str:
        if "_noformat" in parent_tags:
            return text
        inner = text.strip()
        if inner == text and inner and "`" not in inner:  # as most
            return f"`{inner}`"
        before, after = (" " if text[:1] == " " else ""), (" " if text[-1:] == " " else "")
        if not inner:
            return before
        if before and el.get(VERBATIM) is not None:
            before, inner = "", text.rstrip()
        if "`" not in inner:
            return f"{before}`{inner}`{after}"
        ticks = "`" * (1 + max(map(len, _TICKS.findall(inner))))
        return f"{before}{ticks} {inner} {ticks}{after}"

    def convert_pre(self, el: Any, text: str, parent_tags: frozenset[str]) -> str:
        return f"\n\n{self._blocks[el.number]}\n\n"

    def _list(self, block: Block, parent_tags: frozenset[str], after: Sequence[Item]) -> str:
        """Convert a list; the next block, one of the two items after it, decides about the blank line between."""
        within = parent_tags | _WITHIN["li"]
        is_ordered = block.tag == "ol"
        texts = [
            _item(item, self._content(item, within).strip(), f"{number}. " if is_ordered else "- ")
            for number, item in enumerate(block.items, block.number)
            if isinstance(item, Block)
        ]
        text = _join(texts) if "\n" in texts else "".join(texts)  # of which each but an empty one ends with a line end
        if "li" in parent_tags:
            return "\n" + text.rstrip()
        following = next((item.tag for item in after if not isinstance(item, str)), "ul")
        is_last = following in _LISTS and not (after and isinstance(after[0], str) and plain(after[0]).strip())
        return "\n\n" + text + ("" if is_last else "\n")

    def _table(self, block: Any, parent_tags: frozenset[str]) -> str:
        """Convert a table, which holds nothing but rows of cells."""
        within = parent_tags | _WITHIN["td"]
        head, *body = ["|" + "".join([self._cell(cell, within) for cell in row.items]) for row in block.items]
        return "\n".join(("\n\n" + head, "|" + " --- |" * len(block.items[0].items), *body)) + "\n\n"

    def _cell(self, cell: Any, within: frozenset[str]) -> str:
        return _cell(self._content(cell, within) if isinstance(cell, Block) else self._mixed(cell, "td", within))

    def convert_a(self, el: Any, text: str, parent_tags: frozenset[str]) -> str:
        href = el.get("href")
        inner = text.strip()
        if "_noformat" in parent_tags or not href or not inner:
            return text
        before = " " if text[0] == " " else ""
        after = " " if text[-1] == " " else ""
        if inner == href and "://" in href:
            return f"{before}<{href}>{after}"
        if ("[" in inner or "]" in inner) and not _is_balanced(inner):
            inner = _BRACKET.sub(lambda found: found[1] or f"\\{found[0]}", inner)
        return f"{before}[{inner}]({href}){after}"

    def convert_img(self, el: Any, text: str, parent_tags: frozenset[str]) -> str:
        alt, source = el.get("alt") or "", el.get("src") or ""
        is_plain = "_inline" in parent_tags and parent_tags.isdisjoint(("td", "th"))
        return alt if is_plain or not source else f"![{alt}]({source})"

    def convert_em(self, el: Any, text: str, parent_tags: frozenset[str]) -> str:
        return text if "_noformat" in parent_tags else emphasize(el, text, "*", self._beside)

    convert_i = convert_em

    def convert_strong(self, el: Any, text: str, parent_tags: frozenset[str]) -> str:
        return text if "_noformat" in parent_tags else emphasize(el, text, "**", self._beside)

    convert_b = convert_strong

    def convert_del(self, el: Any, text: str, parent_tags: frozenset[str]) -> str:
        return text if "_noformat" in parent_tags else emphasize(el, text, "~~", self._beside)

    convert_s = convert_del

    def convert_sup(self, el: Any, text: str, parent_tags: frozenset[str]) -> str:
        before = char_beside(el, self._beside, BEFORE)
        is_ordinal = before.isdigit() and text in _ORDINALS
        return text if is_ordinal else _script(before, text, "^")

    def convert_sub(self, el: Any, text: str, parent_tags: frozenset[str]) -> str:
        before = char_beside(el, self._beside, BEFORE)
        return text if before.isalpha() and text.isdigit() else _script(before, text, "_")

    def convert_pinax_mark(self, el: Any, text: str, parent_tags: frozenset[str]) -> str:
        return f"\n\n{MARK_OPEN}{el.number}{MARK_CLOSE}\n\n"

    def convert_pinax_weight(self, el: Any, text: str, parent_tags: frozenset[str]) -> str:
        return f"{WEIGHT_OPEN}{el.get('n')}{WEIGHT_CLOSE}"


_CONVERTED = "a b blockquote br code del div em hr i img p pre q s strong sub sup"
_CONVERSIONS: dict[str, Callable[[_Writer, Any, str, frozenset[str]], str]] = {
    **{tag: getattr(_Writer, f"convert_{tag}") for tag in _CONVERTED.split()},
    **dict.fromkeys(HEADINGS, _Writer.convert_heading),
    SECTION_MARK: _Writer.convert_pinax_mark,
    WEIGHT_MARK: _Writer.convert_pinax_weight,
}
"""Tag → method; others are unwrapped. Bound ones would make a writer keep its page's tree until the collector runs."""


def _script(before: str, text: str, sign: str) -> str:
    """Write sub- or superscript after a sign (`x^2`); text after no word or bracket, as a footnote's, as it is."""
    if not before.isalnum() and before not in _CLOSING:
        return text
    if _SCRIPT.fullmatch(text):
        return sign + text
    return f"{sign}({text})" if _FORMULA.fullmatch(text) else text


def _is_balanced(text: str) -> bool:
    """Return whether the brackets of a text come in pairs, as a link's text needs."""
    depth = 0
    for found in _BRACKET.finditer(text):
        depth += {"[": 1, "]": -1}.get(found[0], 0)
        if depth < 0:
            return False
    return depth == 0


def _cell(text: str) -> str:
    """Write a cell's Markdown between bars."""
    if "  " in text or not text.isprintable():  # as in few cells
        text = _CODE_OR_SPACE.sub(lambda found: found[1] or " ", text)
    text = text.replace("|", "\\|")
    if "<br>" not in text:
        return f" {text.strip()} |"
    lines = (line.strip() for line in text.split("<br>"))
    return " " + "<br>".join(line for line in lines if line) + " |"


def _item(item: Block, text: str, bullet: str) -> str:
    """Write a list item's Markdown behind its bullet."""
    if not text:
        return "\n"
    if (guarded := _guard(text)) != text and not _begins_itself(item):
        text = guarded
    if "\n" not in text:
        return f"{bullet}{text}\n"
    indent = " " * len(bullet)
    if "\n\n" not in text:
        text = text.replace("\n", "\n" + indent)
    else:
        text = "\n".join([indent + line if line else "" for line in text.split("\n")])[len(indent) :]
    return f"{bullet}{text}\n"


def _begins_itself(item: Block) -> bool:
    """Return whether a list item begins with an element that is meant as a block, so that nothing is escaped there."""
    first = next((part.tag for part in item.items if not isinstance(part, str)), None)
    begins_with_text = isinstance(item.items[0], str) and bool(plain(item.items[0]).strip())
    return first in _BEGIN_THEMSELVES and not begins_with_text


def _join(parts: list[str]) -> str:
    """Join the children's Markdown; of line ends that meet, keep the larger number, at most two."""
    text = "".join(parts)
    if "\n" not in text and "  " not in text:  # so it is within a paragraph
        return text
    joined: list[str] = []
    open_ends = 0
    for part in parts:
        if not part:
            continue
        rest = part.lstrip("\n")
        begins = len(part) - len(rest)
        ends = (2 if open_ends > 1 or begins > 1 else 1) if open_ends and begins else open_ends + begins
        body = rest.rstrip("\n")
        open_ends = len(rest) - len(body)
        if ends:
            joined.append("\n" * ends)
        elif body[:1] == " " and joined and joined[-1][-1:] == " ":
            body = body[1:]
        if body:
            joined.append(body)
    return "".join(joined) + "\n" * open_ends


def _guard(text: str) -> str:
    """Escape a paragraph's beginning if Markdown would read it as a list, heading, rule, quote or link's definition."""
    first = text[:1]
    match = _BLOCK_LIKE.match(text) if first in _BEGIN_BLOCKS or first.isdecimal() else None
    if not match:
        return text
    if match[2]:
        return f"{match[2]}\\{match[3]}{text[match.end() :]}"
    return "\\" + text
