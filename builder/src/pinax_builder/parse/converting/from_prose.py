"""Parse plain text without markup, such as notes, manuals and RFCs.

In:    An admitted page with its text.
Out:   A Page; its sections begin at lines that look like headings.
Rules: every line is kept. A heading is underlined, or stands alone and is numbered or in capitals. Text that is
       indented further than the rest is shown as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pinax_builder.parse.converting.handing_on import markdown_page
from pinax_builder.parse.page_facts import readable_name
from pinax_builder.records import Admitted, Page, Rejection

_UNDERLINE = re.compile(r"([=\-~^*])\1{2,}")
_NUMBERED = re.compile(r"(?:Appendix )?((?:\d{1,3}|[A-Z])(?:\.\d{1,3})*)[.)]?[ \t]+[A-Z\d\"'(`].{0,100}")
_CAPITALS = re.compile(r"[A-Z][A-Z\d ,:&/()'-]{2,60}")
_SENTENCE = re.compile(r"[.;,]$")
_ESCAPES = str.maketrans({sign: f"\\{sign}" for sign in "\\<>[]*_`"})
_AT_START = re.compile(r"(?:#{1,6}(?=\s|$)|[-+](?=\s*$)|~{3,}|={3,}|:{3,}|!{3})")


def parse_prose(admitted: Admitted) -> Page | Rejection:
    """Parse one text file."""
    text = (admitted.text or "").replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n").expandtabs()
    page = markdown_page(admitted, as_markdown(text))
    if isinstance(page, Rejection) or page.sections[0].text.startswith("# "):
        return page
    return replace(page, title=page.title or readable_name(admitted.url))


def as_markdown(text: str) -> str:
    """Return a text as Markdown that shows every character of it.

    >>> print(as_markdown("LAMPS\\n\\nUse <oil>.\\n\\n    a = b*c"))
    ## LAMPS
    <BLANKLINE>
    Use \\<oil\\>.
    <BLANKLINE>
        a = b*c
    """
    lines = text.rstrip().split("\n")
    margin = _margin(lines)
    return "\n".join(_shown(lines, margin))


def literal(line: str) -> str:
    """Escape what Markdown would take for markup.

    >>> literal("# 1 * 2 <b>")
    '\\\\# 1 \\\\* 2 \\\\<b\\\\>'
    """
    escaped = line.translate(_ESCAPES)
    return f"\\{escaped}" if _AT_START.match(escaped) else escaped


def _margin(lines: Sequence[str]) -> int:
    """Return the smallest indentation (columns) that a quarter of the lines have; RFCs indent all their text."""
    counts: dict[int, int] = {}
    for line in lines:
        if line.strip():
            columns = len(line) - len(line.lstrip(" "))
            counts[columns] = counts.get(columns, 0) + 1
    return min((columns for columns, count in counts.items() if count * 4 >= sum(counts.values())), default=0)


def _shown(lines: Sequence[str], margin: int) -> Iterator[str]:
    """Yield lines of Markdown."""
    skip_underline = False
    for at, line in enumerate(lines):
        if skip_underline:
            skip_underline = False
            continue
        after = lines[at + 1].strip() if at + 1 < len(lines) else ""
        is_first_of_block = at == 0 or not lines[at - 1].strip()
        bare = line.strip()
        if bare and is_first_of_block and (level := _level(line, bare, after)):
            skip_underline = bool(after)
            yield f"{'#' * level} {literal(bare)}"
            if skip_underline:
                yield ""
        elif not bare:
            yield ""
        else:
            indent = len(line) - len(line.lstrip(" "))
            # Up to three columns more may be a hanging line. Four or more are code in Markdown, and keep their form;
            # a line of a drawn table is indented that far on purpose.
            is_drawn = indent > margin and bare[0] in "+|"
            shown = max(4, indent - margin) if is_drawn else indent - margin
            yield " " * shown + line[indent:] if shown >= 4 else literal(bare)


def _level(line: str, bare: str, after: str) -> int:
    """Return the level of a heading; 0 for a line of text."""
    if after:
        is_underlined = _UNDERLINE.fullmatch(after) and abs(len(after) - len(bare)) <= 3
        return (1 if after[0] == "=" else 2) if is_underlined else 0
    if line.startswith(" ") or _SENTENCE.search(bare):
        return 0
    if numbered := _NUMBERED.fullmatch(bare):
        return min(6, 2 + numbered[1].count("."))
    return 2 if _CAPITALS.fullmatch(bare) else 0
