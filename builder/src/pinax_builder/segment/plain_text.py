"""Cut a section's Markdown into stretches of plain text to index, each with its field.

In:    Sections, or Markdown as the parse stage writes it.
Out:   Pairs of field and text. The field is CODE for code, BODY for all else.

Strategy: fenced code is cut out first, and rules of tables are removed. One regular expression splits the rest at what
is not prose: code spans, links and images (of which the text is kept and the target is not), tags and strong emphasis.
An address that a page shows is text, and so is a placeholder in escaped brackets (`\\<file\\>`). The target of a link
that says nothing ("here") is shown too; it follows the section's text, so that it stands between no words of a phrase.
Everything else is body text. The parse stage writes a small, regular Markdown, so no Markdown parser is needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from pinax_builder.records import Page, PlainSection, Section
from pinax_runtime.format import BODY, CODE
from pinax_runtime.text import LINK, SAME_BLOCK, fenced_blocks, is_heading, is_pointing

_CODE_SPAN = rf"(?<!``)(?P<ticks>`*+)(?P<code>(?:[^`\n]++|{SAME_BLOCK}|(?!`(?P=ticks)(?!`))`++)+)`(?P=ticks)"
"""CODE_SPAN behind its first backtick."""
_LINK = LINK.removeprefix(r"!?\[")
"""LINK behind its bracket."""
_WHOLE_LINK = re.compile(LINK)
_MARKUP = re.compile(
    rf"[`!\[<*](?:(?:(?<=\[)|(?P<image>(?<=!)\[)){_LINK}|(?<=`){_CODE_SPAN}"
    r"|(?<=<)(?<!\\<)(?:(?P<url>[a-zA-Z][\w.+-]*[:@][^\s<>]*)|/?[a-zA-Z][^<>\n]*)>|(?<=\*)\*{1,2})"
)
"""What is not prose: `image label target ticks code url`. Its first character is of a set, found fast."""
_TABLE_RULE = re.compile(r"\n[ \t>]*\|[ \t:|-]+\|[ \t]*$", re.MULTILINE)
"""It begins with the end of the line before, since a pattern that begins with `^` is tried at every character."""


def plain_text(markdown: str) -> list[tuple[int, str]]:
    """Return `(field, text)` in document order; fields are BODY and CODE.

    >>> plain_text("Call `gather()` as [shown](x.html).")
    [(2, 'Call '), (3, 'gather()'), (2, ' as '), (2, 'shown'), (2, '.')]
    """
    return _cut(markdown)[0]


def plain_sections(page: Page) -> Iterator[PlainSection]:
    """Return the plain text of each section of a page, one after the other."""
    return chain(page.plain, map(_plain_section, page.sections[len(page.plain) :]))


def _plain_section(section: Section) -> PlainSection:
    """Cut a section's first line by itself if it shows the title, which is indexed on its own."""
    first, _, rest = section.text.partition("\n")
    if is_heading(first) or (section.title and section.kind == "definition"):  # its term may show nothing
        (title, targets), (below, others) = _cut(first), _cut(rest)
        return PlainSection(title, [*below, *targets, *others])
    below, targets = _cut(section.text)
    return PlainSection((), [*below, *targets])


def _cut(markdown: str) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """Return the stretches of a text, and the targets of links that are shown."""
    stretches: list[tuple[int, str]] = []
    targets: list[tuple[int, str]] = []
    end = 0
    for block in fenced_blocks(markdown):
        _add_prose(stretches, targets, markdown[end : block.start()])
        if block["fenced"] is not None:
            stretches.append((CODE, block["fenced"]))
        end = block.end()
    _add_prose(stretches, targets, markdown[end:] if end else markdown)
    return stretches, targets


def _add_prose(stretches: list[tuple[int, str]], targets: list[tuple[int, str]], markdown: str) -> None:
    if "|" in markdown:
        markdown = _TABLE_RULE.sub("\n", f"\n{markdown}")[1:]
    add = stretches.append
    pieces = iter((*_MARKUP.split(markdown), *[None] * 6))  # behind the last text stands no markup
    for before, image, label, target, _, code, url in zip(*[pieces] * 7, strict=True):
        if before:
            add((BODY, before))
        if code is not None:
            add((CODE, code))
        elif url:
            add((BODY, url))
        elif label:
            if label.isalnum():
                add((BODY, label))
            else:
                _add_prose(stretches, targets, label)
            said = _WHOLE_LINK.sub(r"\g<label>", label) if "](" in label else label
            if target and not image and is_pointing(said):
                targets.append((BODY, target))
