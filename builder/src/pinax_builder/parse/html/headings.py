"""Make headings of all that a reader takes for one, also above members that have none, and mend those that are there.

Before: some titles are boxes, bold paragraphs or cells; some headings were never closed. Code is still in the content.
After:  each title is `h1` to `h6`, and a heading holds its title alone. Each member of a class or module that has an
        anchor and a signature begins with a heading of the next level.
Rules:  - The only heading of the highest level that is first and named a title is the title of the page, and becomes an
          `h1`. Where the text of the head's title stands in a box above all headings, that box is the title, unless
          links stand before it and an `h1` says the same; with a number, also where it is marked up in a cell that lays
          out. So is a paragraph that is called the title, where the text begins with it and the head's title is much
          the same.
        - A lower heading beside an `h1`, in a `header` or `hgroup` of its own, is a line about it, and stands below. So
          does what stands before the only heading of a `header`, a lower one. Headings called `author` and the
          like, or the only `date` or `subtitle`, right after the first one are lines.
        - In a table with a picture, a cell with all of its text is the title, too. So is a subtitle without the title.
        - A heading below the text of a cell of data, with nothing below it there, is a line.
        - A box in which a heading of code says where that stands goes below it. What a style shows between two words of
          a heading is what the head's title has there.
        - A heading that was never closed ends where its first block begins.
        - A quotation that is most of the page is only indented.
        - A page that is one block of text, as a man page from a printer, has headings where lines in bold stand at the
          margin, and nearly all others are indented.
        - A paragraph or line all in bold with an anchor in it or right before it, or before an empty paragraph above
          it, becomes a heading, one level below the last; 2.1.1 stands below 2.1 where all have numbers. So does one in
          large letters, but above smaller ones, and not in those of most of the text. Above the first heading none
          does, unless the page has no heading, and three such lines. Nor does an entry of the page's contents, the
          label of a list of links, a numbered caption, one of several columns, the only date, or what stands above and
          below the text. On a page without headings, three short ones need no anchor, nor do three in one box below a
          title alone, or fewer if each has a number with a dot; none is code, a command, or in an item. The class of a
          paragraph may say that it is bold.
        - A heading with a number that extends that of another one as high stands below it, with what is below it: 2.1
          below 2.
        - The first paragraph of a box or row called a question, with an answer behind it, becomes a heading below the
          last, with its number. The table of such rows is unwrapped.
        - An empty anchor between blocks becomes such a heading if a list of the page's contents links to it. The
          link's text is its title. So does a line with the same text that leads to another place of the page, as
          PCRE's manual leads back to the contents.
        - On a page without headings, but for small ones that leave out a level, a box becomes one if an anchor leads to
          it or to the box that it opens, and its class ends with "title" or "heading"; and if there are others of its
          kind, and none is a caption. A number right before it becomes part of it. Its level is the number in its
          class.
        - Lines whose class calls them titles of sections are headings below the one above the first of the class, also
          those called nothing but `section` or `Subsection`, and, where there are three, lines called subtitles or
          headers, or labels in bold. So are those that it calls a heading of a level (`p.Heading2`, `div.h2`), also in
          a cell that lays out, at that level or below the one above the first; and a cell called so that has all the
          text of its table, as beside a logo.
        - A heading that is a link to another of the same text, and no link that several are, is an entry of the page's
          contents, unless a box or table follows, whose summary it heads. One that is a link to the page itself loses
          that link, and so does one that stands in a link to itself.
Members: - A member begins with one of seven: a line that says so by its class and has an anchor (`div.functionHeader`,
          `p.src`) or links to a box around it; a line with an anchor that is a function and its arguments, partly in
          bold, or a name in bold after what it is (`[Macro]`); code that begins with one (`pre > span[id]`), which
          blanks do not indent; a `header` or `summary` with one; a box that is nothing but code with one; the first box
          of a `section` that links to itself; the first line of a box, or a line after anchors, with a link to itself
          that is a name or stands before code; in a paragraph, near its beginning.
        - Its title is the line, the text that the anchor marks, or the name that links to itself. Where a page of its
          own tells of the member, the line stays below, as links are not for code, and the title ends with the name.
          Blocks behind a signature in its line, such as its types, go below.
        - A member that is the page's only one begins with a line that says so, or that is described below.
        - A table of one row that begins with a name in code, or with one that is the anchor before it, declares that,
          if another one on the page does, too, and no two the same, or a link on the page leads to it, and text
          follows. The name becomes
          the title, and the row's other cells the lines below. So does the line in a table of one cell that the page
          links to.
        - A row begins a member, too, with code behind a sign that leads to the row, if the row's id ends with its name.
        - In a table whose rows all begin with a link to themselves, each row is a member, named by the link. The header
          names the cells from the third on.
        - A member in another one's box stands a level lower. The headings in a box stand lower than the member, and do
          not count for the members after it. Nor do those of a description, in whose box no member is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Set
from functools import cache
from itertools import islice, pairwise, takewhile
from urllib.parse import unquote

from lxml import etree
from lxml.html import Element, HtmlElement, builder

from pinax_builder.parse.html.links import leads_to_itself
from pinax_builder.parse.html.page_tree import (
    BLOCKS,
    DECLARED_KIND,
    HEADINGS,
    IS_BLOCK,
    LISTS,
    PageTree,
    anchor_of,
    block_around,
    embolden,
    heading_tag,
    holds_block,
    in_names,
    is_link,
    level_of,
    text_before,
    unwrap,
)
from pinax_builder.parse.html.platforms import Platform
from pinax_builder.parse.html.platforms.docbook import title_entries
from pinax_builder.parse.html.platforms.javadoc import promote_table_titles
from pinax_builder.parse.html.platforms.scaladoc import box_signatures
from pinax_builder.parse.plain_text import is_all_of, plain_text, raw_text, shows_anything, shows_text

_NEVER_IN_HEADINGS = ("ul", "ol", "dl", "table", "pre", "blockquote", "p", "hr", *HEADINGS)
"""Tags that end a heading which was never closed."""
_LABEL = re.compile(r"(?:^|[\s_-])(?:m?label|(?:VP)?[Bb]adge|tag|pill|chip|since|version\w*)(?:$|[\s_-])")
"""Class of a label that a style sets apart from a title's words."""
_FLOATS = re.compile(r"float:\s*(?:right|left)", re.IGNORECASE)
"""A style that does so."""
_WORD = re.compile(r"\w+")
_ROWS_TOLD_BY = 50
"""Number of rows of a table that tell whether it has one column."""
_FOOTNOTE_MARK = re.compile(r"\d{1,4}|\(\d{1,4}\)|\[\d{1,4}\]|[*†‡]{1,3}")
"""Text of a heading above a footnote, which links back to where the footnote is called."""
_TITLE_BOXES = frozenset(("p", "div", "center"))
"""Tags of boxes that can become the page's heading."""
_INLINE = frozenset(("span", "b", "strong", "font", "big", "em", "i"))
"""Tags that may be the only content of such a box."""
_TITLE_LINES = "p.Title, p.MsoTitle, p.title"
"""Selects paragraphs that are the page's title where the text begins with them; word processors write them."""
_ABOUT = frozenset(("date", "subtitle"))
"""Classes of headings that are lines about the one above, which a page has once, if they are none of its sections."""
_BYLINES = _ABOUT | {"author", "corpauthor", "othercredit"}
"""The same, and those that a page may have several of, as R Markdown and DocBook write them."""
MAX_CHARS = 300
"""Length of the longest paragraph or link text that can become a heading, in characters; questions are long."""
_LINE_ENDS = IS_BLOCK | {"br"}
"""Tags of elements at which a line ends."""
_HOLD_LINES = frozenset(("p", "div", "center", "blockquote", "body", "main", "section", "article"))
"""Tags of blocks that may hold a title as a line in bold."""
_BOLD = ("b", "strong", "u")
"""Tags of words in bold, or underlined as older pages set titles."""
_QUESTION = in_names(r"(?i)^question$")
"""Class of a box that asks."""
_CODE = ("code", "tt")
_STYLED = ("span", "i", "em")
"""Tags of parts of headings that a style may set apart."""
_SEAM = re.compile(r"[\w)]\w")
"""Where two parts of a heading meet that only a style sets apart."""
_NUMBERED = re.compile(r"([\dA-Z]{1,3}(?:\.\d+)*)\.?\s")
"""Beginning of a heading with a number."""
_NUMBERED_TITLE = re.compile(r"\s*((?:\d{1,3}|[A-Z])(?:\.\d{1,3})*)\.?\s+(?:[-–—]\s+)?[^\W\d_]")
"""Beginning of a heading with a number and words; a version's date is none."""
_DOTTED = re.compile(r"[A-Z]?\d{1,2}\.[\d.]*\s")
"""Beginning of a line with the number of a section."""
_LARGE_SIZE = re.compile(r"^\s*(?:\+[1-9]|[4-7])\s*$")
"""Size of a `font` that sets large letters."""
_HUGE_SIZE = re.compile(r"^\s*(?:\+[2-9]|[5-7])\s*$")
"""Size of a `font` that is at least an `h2`'s (HTML, 15.3.7 and 15.3.10)."""
_LARGE_STYLE = re.compile(
    r"(?:^|;)\s*+font(?:-size)?:[^;]*(?:\b(?:1[2-9]\d|[2-9]\d\d)(?:\.\d+)?%|large|\b1\.[2-9]\d*r?em|\b[2-9](?:\.\d+)?r?em"
    r"|\b(?:1[4-9]|[2-9]\d)(?:\.\d+)?pt|\b(?:1[89]|[2-9]\d)(?:\.\d+)?px)",
    re.IGNORECASE,
)
"""A style that sets large letters."""
_BOLD_STYLE = re.compile(r"(?:^|;)\s*+font(?:-weight)?:[^;]*(?:bold|[7-9]00)", re.IGNORECASE)
_CALLED_BOLD = dict.fromkeys(("heading", "subheading"), "font: bold")
"""Classes of words that style sheets of whole sites set in bold."""
_NOT_BOLD_IN = ("pre", "code", "tt", "b", "strong", "th", "dt", *HEADINGS)
"""Tags of elements within which a style that sets bold letters says nothing."""
_CAPTION = re.compile(r"[^\W\d]+\s(?:#\d+\s|[\dA-Z]{1,3}(?:[.-]\d+)*[.:])")
"""Beginning of a caption, such as `Table 2-1.` or `Example #2`."""
_DATE = re.compile(r"\d{1,2} [A-Z][a-z]+ \d{4}|[A-Z][a-z]+ \d{1,2}, \d{4}|\d{4}-\d\d-\d\d")
"""A date, which is no title where it stands alone: the page's."""
_SHOWS_MORE = etree.XPath("boolean(descendant::text()[normalize-space()][not(ancestor::a)])")
"""Tells whether an element shows more than links."""
_DEEPER = ("h7", "h8", "h9")
"""Headings deeper than HTML has them, as ocamldoc and Org write them; these have anchors."""
_LABELED = ("table", "img", "pre")
"""Tags of elements that have captions."""
_LABEL_CHARS = 80
"""Length of the longest line in bold, but a question, that is a heading without an anchor (characters)."""
_COMMAND = re.compile(r"[$#>%]|\.{0,2}/\w|[^\W_]{1,40}_\w{1,40}\s{1,4}(?:[\d.-]|[A-Z]\b)")
"""Beginning of a line that is a command, or what a script shows or says, and no heading."""
_MIN_ANCHORS = 3
"""Number of anchors that the page's contents list, from which on they become headings."""
_BESIDE = frozenset(("p", "div", "ul", "ol", "dl", "pre", "table", "blockquote", "hr", "a"))
"""Tags that may stand on either side of an anchor that becomes a heading."""
MAX_TITLE_CHARS = 200
"""Largest length of a title (characters)."""
_MIN_INDENTED = 8
"""Number of elements from which on a quotation may be a page's text."""
_SMALL = 4
"""Headings of this level or lower may stand below titles that are marked up as none."""
_MIN_TITLES = 3
"""Number of titles below which none becomes a heading, since they may be captions."""
_MAX_AT_MARGIN = 2
"""Number of lines at the margin of a printed page that are no titles: those above and below the text."""
_MAX_BREAKS = 4
"""Number of breaks up to which a line in bold may begin or end with them."""
_CLASS = re.compile(r"(?:(?:^|[-_])(?:title|heading)|[a-z](?:Title|Heading|SectionHeader))(\d?)$")
_OF_SECTION = ("SectionHeader", "summaryTableTitle")
"""Ends of classes that surely call a line a title, also one of few and without an anchor."""
_SECTION_TITLE = in_names(
    r"(?i)(?<![a-z])(?:section[-_]?(?:title|heading)|(?:collapsible[-_]?)?region[-_]?title)\b"
    r"|^(?:(?:(?:\w+_|sub)?head(?:ing|line)[-_]?|h)[1-6]|chapter|(?:sub){0,2}section|subtitle|label|(?:inner|sub)?header)$"
)
_IN_NUMBERS = frozenset(("subtitle", "label", "header"))
"""Classes that titles of sections have in numbers; one alone may be anything."""
_PART = re.compile(r"chapter$|(?:sub){0,2}section$|(?:inner|sub)?header$")
"""End of the class of a title: of a chapter, a section and so on (Mathematica)."""
_HEADING_CLASS = re.compile(r"(?:^|\s)(?:(?:\w+_|sub)?head(?:ing|line)[-_]?|h)([1-6])(?:\s|$)", re.IGNORECASE)
"""Class of a line that is a heading of a level, as word processors and writers of style sheets call it."""
_FEW_CELLS = 4
"""Number of cells that a table has at most which shows a title beside pictures."""
_LEVEL = re.compile(r"(\d)")
_NUMBER = re.compile(r"[\dA-Z]{0,3}(?:\.\d+)*\.?")
"""Number of a section, such as `2.3` or `A.1`; also matches nothing."""
_POP_UP = frozenset(("modal-content", "modal-header"))
"""Classes of boxes that a click opens, with a title of their own."""
_BOXES_ABOVE = 3
"""Number of elements, from a title outwards, and before each of these, that are searched for its anchor."""


def make_headings(page: PageTree, platform: Platform | None, head_title: str, url: str) -> None:
    """Make headings of all that a reader takes for one.

    Args:
        page: The page.
        platform: The platform that published it, if it is known.
        head_title: The title of the page's head, without the site's name.
        url: The page's URL, which a link within the page may name.
    """
    main = page.content
    for title in page.select(platform.title)[:1] if platform else ():
        title.tag = "h1"
        main.insert(0, title)
    _unwrap_indented(main)
    _promote_printed_titles(main)
    _promote_titled_paragraph(page, head_title)
    _promote_head_title(main, head_title)
    for deep in page.all(*_DEEPER):
        deep.tag = HEADINGS[-1] if deep.get("id") else deep.tag
    headings = _mend_headings(page, head_title)
    _mend_links(main, headings, url)
    headings = list(filter(_is_heading, headings))
    _lower_numbered(headings)
    title_entries(page, headings)
    _promote_questions(page)
    _embolden_styled(page)
    links = _promote_anchors(page, url)
    _promote_titles(main)
    _promote_called_titles(page)
    promote_table_titles(page)
    box_signatures(page)
    promote_members(page, url, links)
    if len(list(islice(filter(shows_text, main.iter(*HEADINGS)), 2))) < 2:
        _promote_anchors(page, url, needs_anchor=False)


def _unwrap_indented(main: HtmlElement) -> None:
    """Unwrap the long quotation that is most of a page's text: it indents that, as older pages have it."""
    quotations = [quotation for quotation in main.iterchildren("blockquote") if len(quotation) >= _MIN_INDENTED]
    whole = len(raw_text(main)) if quotations else 0
    for quotation in quotations:
        if 2 * len(raw_text(quotation)) > whole:
            quotation.tag = "div"


def _promote_printed_titles(main: HtmlElement) -> None:
    """Make headings of the lines in bold at the margin of a page that is one block, as of a man page from a printer."""
    pre = main.find("pre")
    if pre is None or not is_all_of(pre, main):
        return
    alone = (one for one in pre.iterchildren(*_BOLD) if text_before(one)[-1:] == (one.tail or "")[:1] == "\n")
    titles = [one for one in alone if "\n" not in raw_text(one)]
    at_margin = sum(not line[:1].isspace() for line in raw_text(pre).split("\n") if line)
    if len(titles) >= _MIN_TITLES and at_margin <= len(titles) + _MAX_AT_MARGIN:
        for title in titles:
            title.tag = "h2"


def _mend_headings(page: PageTree, head_title: str) -> list[HtmlElement]:
    """End each heading that was never closed where its first block begins, and part the words that styles part.

    The only heading of the highest level that is first and named a title is the title, and becomes an `h1`.

    Returns:
        The headings.
    """
    main = page.content
    _promote_named_title(main)
    _lower_beside_titles(page)
    headings = list(main.iter(*HEADINGS))
    _lower_in_boxes(page, headings)
    for heading in filter(_is_heading, headings):
        if not len(heading):
            continue
        if (other := _no_heading(heading)) is not None:
            heading.tag = other
            continue
        for part in heading.iter("span", "code", "small"):
            if not len(part) and not part.text and part.get("class"):
                part.text = _sign_of(part, head_title)
            elif part.text and (_is_beside_words(part) or _is_line_above(part)):
                _set_apart(part)
        _part_boxes(heading)
        _put_place_below(heading)
        if all(inner.tag != "div" and inner.tag not in _NEVER_IN_HEADINGS for inner in heading.iterdescendants()):
            continue
        text_before = bool((heading.text or "").strip())
        for child in list(heading):
            is_block = child.tag in _NEVER_IN_HEADINGS or child.tag == "div"
            if text_before and (is_block or next(child.iterdescendants(*_NEVER_IN_HEADINGS), None) is not None):
                _move_after(heading, child)
                break
            text_before = text_before or shows_text(child) or bool((child.tail or "").strip())
    return list(filter(_is_heading, headings))


def _sign_of(gap: HtmlElement, head_title: str) -> str:
    """Return the sign that a style shows between two words of a heading, if the head's title has it; else a space."""
    before, after = gap.getprevious(), gap.getnext()
    words = (raw_text(before) if before is not None else "", gap.tail or (raw_text(after) if after is not None else ""))
    sign = re.search(r"([.:/]{1,2})".join(map(re.escape, words)), head_title) if all(words) else None
    return sign[1] if sign else " "


def _put_place_below(heading: HtmlElement) -> None:
    """Put the box that a heading of code begins with below it: where the code stands, as a style has it beside that."""
    parts = list(heading)
    tails = ((part.tail or "") for part in parts)
    if [part.tag for part in parts] == ["div", "code"] and not any(map(str.strip, (heading.text or "", *tails))):
        parts[0].tail, heading.tail = heading.tail, None
        heading.addnext(parts[0])


def _lower_in_boxes(page: PageTree, headings: list[HtmlElement]) -> None:
    """Make lines of headings that end a cell, and of an `h1` beside the page's own in a box that a click opens."""
    main = page.content
    titles = list(main.iter("h1")) if (pop_ups := page.of_class(_POP_UP)) else []
    in_pop_ups = [one for one in titles if not pop_ups.isdisjoint(islice(one.iterancestors(), _BOXES_ABOVE))]
    has_other = len(titles) > len(in_pop_ups)
    for heading in [*filter(_ends_cell, headings), *(in_pop_ups if has_other else ())]:
        heading.tag = "p"


def _ends_cell(heading: HtmlElement) -> bool:
    """Return whether a heading ends a cell that begins with text, in one of two rows of several cells.

    Such a heading was cut off with the first sentence of a description, as javadoc does.
    """
    cell, before = next(heading.iterancestors()), heading.getprevious()
    if cell.tag != "td" or before is None or not (before.tail or "").strip() or (heading.tail or "").strip():
        return False
    row = next(cell.iterancestors(), cell)
    beside = [one for one in (row.getprevious(), row.getnext()) if one is not None and len(one) == len(row) > 1]
    return bool(beside) and not any(shows_text(one) or (one.tail or "").strip() for one in heading.itersiblings())


def _lower_beside_titles(page: PageTree) -> None:
    """Put what stands before or beside the title of a header below it; headings that tell of the title become lines."""
    for group in page.all("header", "hgroup"):
        titles = list(group.iterchildren("h1"))
        for line in list(group.iterchildren(*HEADINGS[1:])) if titles else ():
            line.tag = "p"
            if titles[0] in line.itersiblings("h1"):
                titles[0].addnext(line)
        own = [] if titles else list(group.iterchildren(*HEADINGS[1:]))
        if len(own) == 1 and group.tag == "header" and (before := own[0].getprevious()) is not None:
            before.tail, own[0].tail = f"{before.tail or ''}{own[0].tail or ''}", None
            group.insert(0, own[0])
    below = islice(page.content.iter(*HEADINGS), 1, None)
    for line in list(takewhile(lambda one: one.get("class") in _BYLINES, below)):
        name = line.get("class")
        if name in _ABOUT and sum(one.get("class") == name for one in page.content.iter(*HEADINGS)) > 1:
            break
        line.tag = "p"


def _is_heading(element: HtmlElement) -> bool:
    return element.tag in HEADINGS


def _mend_links(main: HtmlElement, headings: list[HtmlElement], url: str) -> None:
    """Make lines of headings that list others, and unwrap links to the page itself in its headings."""
    linked = [(heading, link) for heading in headings if (link := _only_link(heading)) is not None]
    texts = Counter(plain_text(heading).lower() for heading in headings) if linked else Counter[str]()
    targets = Counter(link.get("href") for _, link in linked)
    leading = (link for link in main.iter("a") if link.get("href")) if linked else ()
    entries = {link.get("id") for link in leading if next(link.iterancestors()).tag not in HEADINGS}  # lead back to it
    for heading, link in linked:
        href = link.get("href") or ""
        if href[:1] == "#" and is_link(heading):
            near = (link, heading, *islice(heading.iterancestors(), _BOXES_ABOVE))
            is_own = href[1:] in {link.get("name"), *(one.get("id") for one in near)} or href[1:] in entries
            if not is_own and texts[plain_text(heading).lower()] > 1 and targets[href] == 1:
                if (after := heading.getnext()) is not None and after.tag in ("div", "table") and shows_text(after):
                    del link.attrib["href"]  # it heads a summary of what it leads to
                else:
                    heading.tag = "p"
        elif href and href[0] != "#" and leads_to_itself(url, href):
            del link.attrib["href"]
    for heading in headings:
        around = heading.getparent()
        href = around.get("href") or "" if around is not None and around.tag == "a" else ""
        if around is not None and href[:1] == "#" and unquote(href[1:]) in (heading.get("id"), anchor_of(around)):
            del around.attrib["href"]


def _lower_numbered(headings: list[HtmlElement]) -> None:
    """Lower a heading whose number extends that of another one of its level, as 2.1 does 2, and the headings below it.

    Some converters write the first two levels as one, as LinuxDoc, or the last two, as Texinfo.
    """
    seen: dict[str, tuple[int, int]] = {}  # number -> level as written, and as it is now
    last = lowered = 0
    for heading in headings:
        level = level_of(heading)
        if number := _NUMBERED_TITLE.match(raw_text(heading)):
            written, now = seen.get(number[1].rpartition(".")[0], (0, 0))
            lowered = now + 1 - written if written == level else now - written if written < level else 0
            last = level
            seen[number[1]] = level, level + lowered
        elif level <= last:
            last = lowered = 0
        if lowered:
            heading.tag = heading_tag(level + lowered)


def _only_link(heading: HtmlElement) -> HtmlElement | None:
    """Return the link that is all of a heading but for empty anchors; None where it is no link."""
    links = [child for child in heading if child.tag == "a" and (child.get("href") or shows_text(child))]
    return links[0] if len(links) == 1 and is_link(heading) else None


def _part_boxes(heading: HtmlElement) -> None:
    """Put a space after a number, and between two elements of a class each or of code, if only styles do."""
    number = raw_text(heading[0]).strip()
    is_first = not (heading.text or "").strip()
    if is_first and number[-1:].isdigit() and _NUMBER.fullmatch(number) and (heading[0].tail or "")[:1].isalpha():
        heading[0].tail = f" {heading[0].tail}"
    for second in heading.iterchildren(*_STYLED, *_CODE):
        first = second.getprevious()
        if first is None or first.tail or not (_is_styled(first) and _is_styled(second)):
            continue
        if _SEAM.fullmatch(raw_text(first)[-1:] + raw_text(second)[:1]):
            first.tail = " "


def _is_styled(part: HtmlElement) -> bool:
    """Return whether a part of a heading has a style of its own."""
    return part.tag in _CODE or (part.tag in _STYLED and part.get("class") is not None)


def _promote_named_title(main: HtmlElement) -> None:
    """Turn the first heading into an `h1` if its class says that it is a title, and no other is as high."""
    headings = main.iter(*HEADINGS)
    first = next(filter(plain_text, headings), None)
    names = (first.get("class") or "").split() if first is not None else ()
    if first is None or ("title" not in names and "subtitle" not in names):
        return
    is_left = names == ["subtitle"] and next(first.iterancestors()).get("class") == "document"
    if is_left or all(str(heading.tag) > str(first.tag) or not plain_text(heading) for heading in headings):
        first.tag = "h1"


def _is_beside_words(part: HtmlElement) -> bool:
    """Return whether a style sets a part of a heading apart from the title's words."""
    return bool(_LABEL.search(part.get("class") or "") or _FLOATS.search(part.get("style") or ""))


def _is_line_above(part: HtmlElement) -> bool:
    """Return whether a heading begins with a small word that another one follows, as a namespace above a class."""
    parent = part.getparent()
    is_first = parent is not None and parent.tag in HEADINGS and parent[0] is part and not (parent.text or "").strip()
    return part.tag == "small" and is_first and raw_text(part)[-1:].isalpha() and (part.tail or "")[:1].isalnum()


def _set_apart(label: HtmlElement) -> None:
    """Put spaces around a label."""
    before, parent = label.getprevious(), label.getparent()
    label.tail = f" {label.tail or ''}"
    if before is not None:
        before.tail = f"{before.tail or ''} "
    elif parent is not None:
        parent.text = f"{parent.text or ''} "


def _no_heading(heading: HtmlElement) -> str | None:
    """Return the tag of a heading that is the box of another one, or titles Texinfo's notes; None for any other."""
    begins = not (heading.text or "").strip() and heading[0].tag in HEADINGS and shows_text(heading[0])
    return "div" if begins else "p" if _heads_footnote(heading) else None


def _heads_footnote(heading: HtmlElement) -> bool:
    link = heading[0] if len(heading) == 1 else None
    if link is None or link.tag != "a" or not _FOOTNOTE_MARK.fullmatch(raw_text(heading).strip()):
        return False
    target = (link.get("href") or "").partition("#")[2]
    return bool(target) and target not in (heading.get("id"), link.get("id"), link.get("name"))


def _move_after(heading: HtmlElement, first: HtmlElement) -> None:
    """Move a heading's children, from `first` on, to right after the heading."""
    rest = Element("div")
    rest.tail, heading.tail = heading.tail, None
    for child in [first, *first.itersiblings()]:
        rest.append(child)
    heading.addnext(rest)


def _promote_titled_paragraph(page: PageTree, head_title: str) -> None:
    """Turn the first text into a heading if its class says that it is the title, and the head has half of its words."""
    first = next(filter(shows_text, page.select(_TITLE_LINES)), None)
    if first is None or is_link(first) or len(text := plain_text(first)) > MAX_TITLE_CHARS:
        return
    own, said = (set(_WORD.findall(title.lower())) for title in (text, head_title))
    if 2 * len(own & said) >= min(len(own), len(said)) and plain_text(page.content).startswith(text):
        first.tag = "h1"


def _promote_head_title(main: HtmlElement, title: str) -> None:
    """Turn the box above all headings that shows the title of the page's head into a heading."""
    if not title:
        return
    for element in main.iter():
        if element.tag in HEADINGS and plain_text(element):
            _lift_small_line(element)
            return
        is_leaf = not len(element) and (element.tag in _TITLE_BOXES or element.tag in _INLINE)
        text = " ".join((element.text or "").split()) if is_leaf else ""
        if text != title and not (text.endswith(f" {title}") and _NUMBERED.sub("", text, count=1) == title):
            continue
        box: HtmlElement | None = element
        while box is not None and (box.tag in _INLINE or (box.tag == "a" and not box.get("href"))):
            box = box.getparent()
        if box is None or box is main or not is_all_of(element, box):
            continue
        above = box.getprevious()
        is_trail = above is not None and any(map(plain_text, above.iter("a")))
        if is_trail and title in map(plain_text, main.iter("h1")):
            return
        is_cell = box.tag == "td" and (text != title if _is_only(box) else _is_all_of_table(box))
        if box.tag in _TITLE_BOXES or is_cell:
            (element if box.tag == "td" else box).tag = "h1"
            return


def _lift_small_line(heading: HtmlElement) -> None:
    """Move a small line with which a heading begins, as a class's package, above it; the rest is the page's title."""
    small = heading[0] if len(heading) > 1 and not (heading.text or "").strip() else None
    if small is None or small.tag not in ("font", "small") or heading[1].tag != "br" or (small.tail or "").strip():
        return
    heading.addprevious(builder.P(plain_text(small)))
    unwrap(heading[1])
    small.drop_tree()
    heading.tag = "h1"
    heading.set("class", "title")
    heading.set("title", plain_text(heading))


def _promote_questions(page: PageTree) -> None:
    """Begin each question, a box or a row, above its answer with a heading that gets the question's first anchor."""
    asked = page.of_class(_QUESTION)
    tables: dict[HtmlElement, None] = {}
    for question, level in _with_levels(page.content, "tr", "div") if asked else ():
        answer = question.getnext()
        if question not in asked or not len(question) or answer is None:
            continue
        title = next(question[-1].iter("p"), question[-1])
        is_answered = "answer" in (answer.get("class") or "").lower().split()
        if not is_answered or not 0 < len(plain_text(title)) <= MAX_CHARS or holds_block(title):
            continue
        anchors = list(filter(None, map(anchor_of, question.iter())))
        tables.update(dict.fromkeys(islice(question.iterancestors("table"), question.tag == "tr")))
        if len(question) > 1 and (number := plain_text(question[0])):
            title.text = f"{number} {(title.text or '').lstrip()}"
            question[0].drop_tree()
        for anchor in anchors[1:]:
            title.append(Element("a", id=anchor))
        title.tag = heading_tag(level + 1)
        title.set("id", anchors[0] if anchors else "")
    for table in tables:
        _unwrap_table(table)


def _with_levels(main: HtmlElement, *tags: str) -> Iterator[tuple[HtmlElement, int]]:
    """Yield the elements of some tags, each with the level of the last heading above it; 0 where there is none."""
    level = 0
    for element in list(main.iter(*tags, *HEADINGS)):
        if element.tag in HEADINGS:
            level = level_of(element)
        else:
            yield element, level


def _unwrap_table(table: HtmlElement) -> None:
    """Make boxes of a table and of its parts, but not of tables in it."""
    parts = table.iter("thead", "tbody", "tfoot", "tr", "td", "th")
    for part in [part for part in parts if next(part.iterancestors("table"), None) is table]:
        part.tag = "div"
    table.tag = "div"


def _embolden_styled(page: PageTree) -> None:
    """Mark up as bold what styles set in bold, if also large where it is no part of a line, and what is called so.

    Styles are those of elements, those that a sheet in the page's head has for classes, and those of words called so.
    """
    for paragraph in page.select("p.bold, div.subs > p.caption, #description > p.caption"):
        embolden(paragraph)
    own = _CALLED_BOLD | page.own_styles(_BOLD_STYLE)
    for element in [*page.styled, *page.in_order(page.of_class(own))]:
        called = [own.get(name, "") for name in element.get("class", "").split()]
        style = ";".join((*called, element.get("style") or ""))
        if element.tag not in ("span", "p", "div") or not _BOLD_STYLE.search(style):
            continue
        is_part = element.tag == "span" and all(above.tag not in _NOT_BOLD_IN for above in element.iterancestors())
        if is_part or _LARGE_STYLE.search(style):
            embolden(element)


def _promote_anchors(page: PageTree, url: str, *, needs_anchor: bool = True) -> list[HtmlElement]:
    """Turn lines in bold that have an anchor or are large, and empty anchors that the contents list, into headings.

    Those before the first heading do not become headings, unless the page has none. Short lines may need no anchor.

    Returns:
        The links and anchors, also those that are gone now; none where lines need no anchor.
    """
    main, level = page.content, 0
    anchors: list[tuple[HtmlElement, int]] = []
    lines: dict[HtmlElement, int] = {}
    usual = _usual_size(page)
    anchored = ("a",) if needs_anchor else ()
    elements = list(main.iter(*anchored, "b", "strong", "u", "font", "big", *HEADINGS))
    for element in elements:
        tag = element.tag
        if tag == "a":
            if element.get("id") is None and element.get("name") is None:  # as most
                continue
            is_empty = not element.text and not len(element)
            is_place = _is_empty_anchor(element) if is_empty else _is_line_to_contents(element)
            if level and (is_place or _begins_line(element)):
                anchors.append((element, level))
        elif tag in HEADINGS:
            level = level_of(element) if plain_text(element) else level
        else:
            is_line = not (element.tail or "").strip() and element.get("size", "") != usual and _is_set_off(element)
            line = _bold_line(element, page, needs_anchor=needs_anchor) if is_line else None
            if line is not None and lines.keys().isdisjoint(line.iterancestors()):
                is_huge = any(_HUGE_SIZE.search(font.get("size", "")) for font in line.iter("font"))
                lines[line] = min(level, 1) if is_huge else level
    lines = _titling(lines if needs_anchor or not level else _in_one_box(lines))
    numbers = [match[1].count(".") for line in lines if (match := _NUMBERED.match(plain_text(line)))]
    least = min(numbers, default=0)
    depths = [depth - least for depth in numbers] if len(numbers) == len(lines) else [0] * len(lines)
    are_numbered = not needs_anchor and all(_DOTTED.match(plain_text(line)) for line in lines)
    for (line, above), depth in zip(lines.items(), depths, strict=True):
        if (above and needs_anchor) or (above == level and (are_numbered or len(lines) >= _MIN_TITLES)):
            line.tag = heading_tag(max(1, above) + 1 + depth)
    links = [element for element in elements if element.tag == "a"]
    if len(anchors) >= _MIN_ANCHORS:
        _replace_by_headings(anchors, _contents(links, url.rpartition("/")[2], {anchor_of(one) for one, _ in anchors}))
    return links


def _in_one_box(lines: dict[HtmlElement, int]) -> dict[HtmlElement, int]:
    """Return the lines that have a number, or two others in their box, and no such line right behind them."""
    around = {line: line if line.tag in IS_BLOCK else next(line.iterancestors(*BLOCKS)) for line in lines}
    boxes = {line: next(box.iterancestors()) if box.tag == "p" else box for line, box in around.items()}
    counts = Counter(boxes.values())
    kept = {
        line: level
        for line, level in lines.items()
        if counts[boxes[line]] >= _MIN_TITLES or _DOTTED.match(plain_text(line))
    }
    return {line: level for line, level in kept.items() if line.getnext() not in kept}


def _usual_size(page: PageTree) -> str | None:
    """Return the size that most of a page's text is set in by `font`; code aside, which is none of it."""
    main = page.content
    chars: Counter[str] = Counter()
    for font in page.all("font"):
        chars[font.get("size", "")] += len(raw_text(font))
    shown = len(raw_text(main)) - sum(len(raw_text(pre)) for pre in main.iter("pre")) if chars else 0
    return next((size for size, of_size in chars.items() if size and 2 * of_size > shown), None)


def _titling(lines: dict[HtmlElement, int]) -> dict[HtmlElement, int]:
    """Return lines without the only one that is a date, the page's, and without a running head and foot."""
    texts = {line: plain_text(line) for line in lines}
    dates = [line for line, text in texts.items() if _DATE.fullmatch(text)]
    ends = [*lines][:1] + [*lines][-1:]
    is_running = len(lines) > 1 and not lines[ends[0]] and texts[ends[0]] == texts[ends[1]]
    gone = {*(ends if is_running else ()), *(dates if len(dates) == 1 else ())}
    return {line: level for line, level in lines.items() if line not in gone}


def _bold_line(bold: HtmlElement, page: PageTree, *, needs_anchor: bool) -> HtmlElement | None:
    """Return the line that is all in bold and has an anchor, or is large: a paragraph, or the text, with the anchor.

    One without either is short and no sentence, if such lines are asked for.
    """
    before: list[str] = []
    block = _block_of_line(bold, before)
    is_bold = bold.tag in _BOLD
    may_be_cell = block is None and is_bold and not page.lacks("td")
    cell = next(bold.iterancestors("td"), None) if may_be_cell else None
    if block is None and (cell is None or not _begins_with_anchor(cell)):  # as nearly all
        return None
    if cell is not None and next(cell.iterdescendants(*_BOLD)) is not bold:  # so that each cell is looked at once
        return None
    text = plain_text(bold)
    if not 0 < len(text) <= MAX_CHARS:
        return None
    if len(bold) and (next(bold.iter("img", "pre"), None) is not None or _leads_on(bold)):
        return None
    breaks = list(islice(bold.iter("br"), _MAX_BREAKS + 1))
    if len(breaks) > _MAX_BREAKS or any(_is_between(one, bold) for one in breaks):
        return None
    if cell is not None:
        return _named_line_of(cell, text)
    inner = [anchor_of(one) for one in bold.iter("a") if one.get("href") is None]
    anchors = inner + before
    is_line = bold.tag in ("b", "strong") and bold.get("role") != "tab"
    is_short = not needs_anchor and is_line and text[-1] not in ".;," and (len(text) <= _LABEL_CHARS or text[-1] == "?")
    is_short = is_short and not _COMMAND.match(text) and next(bold.iterancestors("li"), None) is None
    is_set = block is not None and (is_short or _is_large(bold, block)) and not _is_cell_beside(bold, block)
    if block is None or not (is_set or (is_bold and any(anchors))):
        return None
    is_last = block.tag == "p" and not _shows_beside(bold, block, is_before=False)
    line = block if is_last and not _shows_beside(bold, block, is_before=True) else bold
    if (line is bold and is_last) or _is_label(line, text):
        return None
    if line is bold and any(anchors) and not any(inner):
        bold.set("id", next(filter(None, anchors)))
    return line


def _is_between(inner: HtmlElement, outer: HtmlElement) -> bool:
    """Return whether text shows on both sides of an element in another."""
    return all(_shows_beside(inner, outer, is_before=is_before) for is_before in (True, False))


def _shows_beside(inner: HtmlElement, outer: HtmlElement, *, is_before: bool) -> bool:
    """Return whether text shows before or behind an element in another; what is next to it tells for nearly all."""
    for near, box in pairwise((inner, *inner.iterancestors())):
        if near is outer:
            break
        text = box.text if is_before else near.tail
        beside = near.itersiblings(etree.Element, preceding=is_before)
        if (text or "").strip() or any(shows_text(one) or (one.tail or "").strip() for one in beside):
            return True
    return False


def _begins_with_anchor(cell: HtmlElement) -> bool:
    return len(cell) > 1 and cell[0].tag == "a" and bool(anchor_of(cell[0])) and not shows_text(cell[0])


def _named_line_of(cell: HtmlElement, name: str) -> HtmlElement | None:
    """Make a line of the first cell of a column that names a member in bold, after an anchor and words on its kind."""
    if not _is_only(cell) or holds_block(cell) or not plain_text(cell).endswith(f" {name}"):
        return None
    line = Element("p")
    line.text, cell.text = cell.text, None
    line.extend(cell[:])
    cell.append(line)
    return line if len(plain_text(line)) <= _MAX_MEMBER_CHARS else None


def _is_large(words: HtmlElement, block: HtmlElement) -> bool:
    """Return whether the words of a line are set in large letters."""
    around = takewhile(lambda above: above is not block, words.iterancestors())
    return any(map(_sets_large, (words, *around, block, *words.iterdescendants())))


def _is_cell_beside(words: HtmlElement, block: HtmlElement) -> bool:
    """Return whether words are all of a cell that is one of several."""
    cell = next(block.iterancestors("td", "th"), None) if block.tag not in ("td", "th") else block
    return cell is not None and is_all_of(words, cell) and not _is_only(cell)


def _is_set_off(element: HtmlElement) -> bool:
    """Return whether an element sets letters in bold, or in large ones, as its parent does not."""
    parent = element.getparent()
    if element.tag in _BOLD:
        return parent is None or parent.tag not in _BOLD
    return _sets_large(element) and (parent is None or not _sets_large(parent))


def _sets_large(element: HtmlElement) -> bool:
    """Return whether an element sets large letters."""
    if element.tag == "font":
        return _LARGE_SIZE.search(element.get("size", "")) is not None
    return element.tag == "big" or _LARGE_STYLE.search(element.get("style", "")) is not None


def _is_only(cell: HtmlElement) -> bool:
    """Return whether a cell is the only one of its table, or the first of one with rows of one cell."""
    row, table = cell.getparent(), next(cell.iterancestors("table"), None)
    if table is None or row is None or next(row.itersiblings("tr", preceding=True), None) is not None:  # as nearly all
        return False
    rows = (row for part in table for row in ((part,) if part.tag == "tr" else part) if row.tag == "tr")
    first = list(islice(rows, _ROWS_TOLD_BY))  # a search in the whole table would walk what is in the cell, too
    return first[:1] == [row] and all(len(list(islice(one.iterchildren("td", "th"), 2))) < 2 for one in first)


def _leads_on(bold: HtmlElement) -> bool:
    """Return whether bold text is a link within the site, maybe behind its number, as in a list of contents."""
    links = [link for link in bold.iter("a") if link.get("href")]
    if not links or any("://" in link.get("href", "") for link in links):
        return False
    text, linked = plain_text(bold), "".join(map(plain_text, links))
    return text.endswith(linked) and _NUMBER.fullmatch(text.removesuffix(linked).rstrip()) is not None


def _block_of_line(bold: HtmlElement, anchors: list[str]) -> HtmlElement | None:
    """Return the block around bold text on a line of its own; add the ids of the anchors before it on that line."""
    block: HtmlElement | None = None
    for is_after in (True, False):
        current = bold
        while current.tag not in _LINE_ENDS:
            block, beside = current.getparent(), current.getnext() if is_after else current.getprevious()
            if block is None or (block.tag == "a" and block.get("href") is not None):
                return None
            text = current.tail if is_after else block.text if beside is None else beside.tail
            if text and not text.isspace():
                return None
            if beside is None:
                current = block
            elif beside.tag in _LINE_ENDS:
                is_empty = beside.tag == "p" and not len(beside) and not shows_text(beside)
                anchors += _anchors_before(beside) if is_empty and not is_after else ()
                break
            elif shows_anything(beside):
                return None
            else:
                current = beside
            if not is_after and current.tag == "a":
                anchors.append(anchor_of(current))
            elif current is block and block.tag in ("p", "center") and not is_after:
                anchors += _anchors_before(block)
    block = next(above for above in bold.iterancestors() if above.tag in IS_BLOCK)
    return block if block.tag in _HOLD_LINES or (block.tag == "td" and _is_only(block)) else None


def _is_label(line: HtmlElement, text: str) -> bool:
    """Return whether a line labels a list of links, or is the numbered caption of a table, picture or code below it."""
    behind = (one for above in (line, *line.iterancestors()) for one in above.itersiblings(etree.Element))
    after = next((one for one in behind if shows_text(one) or len(one) or one.tag == "img"), None)
    if after is None:
        return False
    if after.tag in LISTS and not _SHOWS_MORE(after):
        return True
    shown = (one for one in after.iter("p", *_LABELED, *LISTS, "dl") if one.tag != "p" or shows_text(one))
    return _CAPTION.match(text) is not None and getattr(next(shown, None), "tag", "") in _LABELED


def _is_empty_anchor(anchor: HtmlElement) -> bool:
    """Return whether an anchor is empty and an element follows it.

    An anchor at the end of a paragraph with text is first moved behind the paragraph, which was never closed before it.
    """
    is_empty = len(anchor) == 0 and not anchor.text and not (anchor.tail or "").strip()
    if not is_empty or not anchor_of(anchor):
        return False
    parent = anchor.getparent()
    if anchor.getnext() is None and parent is not None and parent.tag == "p" and raw_text(parent).strip():
        anchor.tail, parent.tail = parent.tail, None
        parent.addnext(anchor)
    return anchor.getnext() is not None


def _is_line_to_contents(anchor: HtmlElement) -> bool:
    """Return whether an anchor with text leads to another place of the page and stands between two breaks."""
    before, after = anchor.getprevious(), anchor.getnext()
    if before is None or after is None or not before.tag == after.tag == "br":
        return False
    is_alone = not (before.tail or "").strip() and not (anchor.tail or "").strip()
    return is_alone and anchor.get("href", "").startswith("#")


def _begins_line(anchor: HtmlElement) -> bool:
    """Return whether an anchor begins a short paragraph, in no item and in no cell but one that only lays out."""
    line = anchor.getparent()
    if line is None or line.tag != "p" or line[0] is not anchor or (line.text or "").strip():
        return False
    around = next(line.iterancestors("td", "th", "li", "dt"), None)
    is_apart = around is None or (around.tag == "td" and _is_only(around))
    return is_apart and len(plain_text(line)) <= MAX_TITLE_CHARS


def _contents(links: Iterable[HtmlElement], file: str, sought: Set[str]) -> dict[str, str]:
    """Return those of some ids that links in this page's lists of contents lead to, with the text of each link."""
    named: dict[str, str] = {}
    text_of = cache(plain_text)  # one cell may hold thousands of links
    for link in links:
        page, _, fragment = (link.get("href") or "").partition("#")
        item = next(link.iterancestors("li", "td", "dt"), None) if fragment in sought and page in ("", file) else None
        if item is not None and 0 < len(text := plain_text(link)) <= MAX_CHARS and text_of(item) == text:
            named.setdefault(fragment, text)
    return named


def _replace_by_headings(anchors: list[tuple[HtmlElement, int]], contents: dict[str, str]) -> None:
    """Replace each anchor between blocks that the page's contents list by a heading with the title given there.

    A paragraph that an anchor begins, and that says nothing but this title, becomes the heading.
    """
    listed: list[tuple[HtmlElement, HtmlElement, int]] = []
    for anchor, level in anchors:
        title, line = contents.get(anchor_of(anchor)), anchor.getparent()
        if title and _begins_line(anchor) and line is not None:
            listed += [(anchor, line, level)] if plain_text(line).casefold() == title.casefold() else []
        elif title and (plain_text(anchor) == title or _begins_part(anchor, title)):
            listed.append((anchor, anchor, level))
    if len(listed) < _MIN_ANCHORS:
        return
    for anchor, place, level in listed:
        heading = Element(heading_tag(level + 1), id=anchor_of(anchor))
        heading.text, heading.tail = contents[anchor_of(anchor)], place.tail
        parent = place.getparent()
        if parent is not None:
            parent.replace(place, heading)


def _begins_part(anchor: HtmlElement, title: str) -> bool:
    """Return whether an anchor between blocks leads to no heading of a title, which may have a number."""
    is_between = _is_between_blocks(anchor)
    return is_between and not next(map(plain_text, anchor.itersiblings(*HEADINGS)), "").endswith(title)


def _is_between_blocks(anchor: HtmlElement) -> bool:
    """Return whether an anchor has a block on either side; one before a heading leads to that heading."""
    before, parent = anchor.getprevious(), anchor.getparent()
    if before is None or (before.tail or "").strip() or before.tag not in _BESIDE or parent is None:
        return False
    after = next((element for element in anchor.itersiblings() if element.tag not in ("hr", "a")), None)
    return after is not None and after.tag in _BESIDE and parent.tag in ("div", "body", "main", "section", "article")


def _promote_titles(main: HtmlElement) -> None:
    """Turn titles into headings, unless the page has headings, but for small ones that leave out a level for titles."""
    levels = map(level_of, filter(plain_text, main.iter(*HEADINGS)))
    first = next(levels, 0)
    if any(level < max(_SMALL, first + 2) for level in levels):
        return
    found = [(title, *seen) for title in main.iter("div", "p", "span") if (seen := _level_and_anchor(title))]
    found = found or _lines_behind_anchors(main)
    texts = {plain_text(title) for title, *_ in found}
    if first and (any(map(_CAPTION.match, texts)) or len(texts) == 1 < len(found)):  # as `Proof` behind each lemma
        return
    if len(found) < _MIN_TITLES and not any(title.get("class", "").endswith(_OF_SECTION) for title, *_ in found):
        return
    for title, level, anchor in found:
        number = title.getprevious()
        if number is not None and plain_text(number) and _NUMBER.fullmatch(plain_text(number)):
            title.text = f"{plain_text(number)} {(title.text or '').lstrip()}"
            number.drop_tree()
        title.tag = heading_tag(level + 1)
        title.set("id", anchor)


def _lines_behind_anchors(main: HtmlElement) -> list[tuple[HtmlElement, int, str]]:
    """Return the short lines that are all a class has, each right behind an empty anchor, with level and name.

    So Doc-O-Matic writes titles of sections.
    """
    anchors = list(filter(_is_empty_anchor, main.iter("a")))
    behind = [(after, anchor_of(anchor)) for anchor in anchors if (after := anchor.getnext()) is not None]
    lines = [one for one in behind if one[0].tag in ("div", "p") and _is_title(one[0], level=None)]
    led_to = Counter(line.get("class") or "" for line, _ in lines)
    counts = Counter(one.get("class", "") for one in main.iter("div", "p")) if lines else led_to
    titling = {name for name, number in led_to.items() if name and 1 < number == counts[name]}
    return [(line, 1, anchor) for line, anchor in lines if line.get("class") in titling]


def _promote_called_titles(page: PageTree) -> None:
    """Turn lines that their class calls titles of sections into headings below the one above the first of the class."""
    titles: dict[HtmlElement, str] = {}
    for named in page.in_order(page.of_class(_SECTION_TITLE)):
        if named.tag == "div" and {"section"} < set(named.get("class", "").split()):
            continue  # it is one
        parent = named.getparent() if named.tag == "span" else None
        line = parent if parent is not None and is_all_of(named, parent) else named
        if named.tag == "td" and _is_all_of_table(named):
            line = Element("p")
            line.text, named.text = named.text, None
            line.extend(named[:])
            named.append(line)
            titles[line] = named.get("class", "")
        elif (
            line.tag in ("div", "p")
            and _is_title(line, level=_HEADING_CLASS.search(named.get("class", "")))
            and ("label" not in named.get("class", "").split() or _is_bold(named))
        ):
            titles[line] = named.get("class", "")
    levels: dict[str, int] = {}
    counts = Counter(map(str.lower, titles.values()))
    for element, level in _with_levels(page.content, "div", "p") if titles else ():
        name = titles.get(element, "").lower()
        if element in titles and (_IN_NUMBERS.isdisjoint(name.split()) or counts[name] >= _MIN_TITLES):
            said = _HEADING_CLASS.search(name)
            own = int(said[1]) if said else name.count("sub") + name.count("inner") + name.endswith("section")
            kind = "" if said else _PART.sub("part", name)
            below = levels.setdefault(kind, max(0 if said else 2, level + 1) - own)
            element.tag = heading_tag(own + below)
            element.set("id", _anchor_of_title(element))
            etree.strip_elements(element, "hr", with_tail=False)
            etree.strip_tags(element, "div")


def _is_all_of_table(cell: HtmlElement) -> bool:
    """Return whether a cell of inline content has all the text of its table, which has few cells."""
    table = next(cell.iterancestors("table"), None)
    if table is None or holds_block(cell) or len(list(islice(table.iter("td", "th"), _FEW_CELLS + 1))) > _FEW_CELLS:
        return False
    return 0 < len(plain_text(cell)) <= MAX_TITLE_CHARS and plain_text(table) == plain_text(cell)


def _is_bold(line: HtmlElement) -> bool:
    """Return whether all text of a line is one word or more in bold."""
    return [*map(plain_text, line.iterchildren("b", "strong"))] == [plain_text(line)]


def _is_title(line: HtmlElement, *, level: re.Match[str] | None) -> bool:
    """Return whether a short line stands above text, and in no item, heading or cell, but for one that only lays out.

    So does one that is, with a rule below it, all of a box above text, as Sandcastle writes it for Help Viewer. One
    whose class has a level may also stand alone, and is no mere link.
    """
    if not 0 < len(text := plain_text(line)) <= MAX_TITLE_CHARS or _CAPTION.match(text) or not _WORD.search(text):
        return False
    if any(shows_text(part) and (part.tag in IS_BLOCK or holds_block(part)) for part in line):
        return False
    around = next(line.iterancestors("td", "th", "li", "dt", *HEADINGS), None)
    if around is not None and not (around.tag == "td" and _is_only(around)):
        return False
    if level:
        return not is_link(line)
    place = next(line.iterancestors())
    is_ruled = place.tag == "div" and len(place) <= _FEW_CELLS and next(place.iter("hr"), None) is not None
    if not (is_ruled and is_all_of(line, place)) and (place.tag != "a" or place.get("href")):
        place = line
    return any(shows_text(one) for end in (line, place) for one in end.itersiblings(etree.Element))


def _level_and_anchor(title: HtmlElement) -> tuple[int, str] | None:
    """Return the level below the page's title and the id of the section that a title opens; None if it is none."""
    for name in (title.get("class") or "").split():
        if _CLASS.search(name) and 0 < len(plain_text(title)) <= MAX_TITLE_CHARS:
            anchor = _anchor_of_title(title)
            level = _LEVEL.search(name)
            return (int(level[1]) if level else 1, anchor) if anchor or name.endswith(_OF_SECTION) else None
    return None


def _anchor_of_title(title: HtmlElement) -> str:
    """Return the id that leads to a title: its own, that of an anchor before it, or of a box that begins with it."""
    current = title
    for _ in range(_BOXES_ABOVE):
        if current.get("id"):
            return str(current.get("id"))
        for before in islice(current.itersiblings(preceding=True), _BOXES_ABOVE):
            if before.tag == "a" and not plain_text(before) and anchor_of(before):
                return anchor_of(before)
            if not _NUMBER.fullmatch(plain_text(before)):
                return ""
        parent = current.getparent()
        if parent is None or (parent.text or "").strip():
            return ""
        current = parent
    return ""


_MAX_MEMBER_CHARS = 160
"""Largest length of a member's title (characters)."""
_MAX_SIGNS = 64
"""Number of links of a line to itself that may begin a member."""
_MIN_MEMBERS = 2
"""Number of members below which none gets a heading, unless it is surely one."""
_MIN_CELLS = 2
"""Number of cells from which on a table of one row may declare what the first one names."""
_OPTION = "option"
"""End of a class that calls a name an option, and the kind of symbol that this is."""
_LINKS = frozenset(("#", "¶", "source", "[source]", "(source)", "permalink"))
"""Texts of links that are not part of a signature."""
_NAMES = frozenset(
    (
        "functionHeader",
        "methodHeader",
        "attributeHeader",
        "memberHeader",
        "signature",
        "synopsis",
        "src",
        "method-heading",
        "method-heading attribute-method-heading",
    )
)
"""Classes of lines that begin a member."""
_SWITCH = "method-click-advice"
"""Class of the words in such a line that say how its source is shown."""
_SPACE = " \t\r\n"
_DECLARATION = re.compile(r"(?:(?:\w+(?:[.:]+\w+)*[!?=]?|[^\w\s()]{1,3})\([^()]*\) ?)+")
"""Text of a line that declares functions, `url.parse(url, default)`, `empty?()`, or an operator, `<=>(other)`."""
_VALUE_BELOW = re.compile(r"(?: =)? *(?:=|\{|\[[<>]?)$")
"""End of a signature whose value, as the fields of a record, stands below it."""
_ENDS = ("}", "]")
"""Code that ends such a value."""
_LABELED_NAME = re.compile(r"\[[^\[\]]+\] .+")
"""Text of a line that says first what it declares, `[Function] parse url`."""
_MEMBER_LEVELS = 5
"""Number of elements around a line that may be the box that a link in it leads to."""
_LINES = frozenset(("div", "p", "header"))
"""Tags of lines that may link to themselves."""
_BOX_TAGS = frozenset(("div", "section", "article", "details"))
"""Tags of the boxes of members that begin with such a line."""
_LEADING_ON = frozenset(("dt", "li", *HEADINGS))
"""Tags of the elements in which a link within the page begins no member."""
_BEFORE_CHARS = 40
"""Largest length of the text above such a line in its box, such as attributes (characters)."""


def promote_members(page: PageTree, url: str, links: Iterable[HtmlElement]) -> None:
    """Put headings before members of the page at a URL; some of its links may be gone."""
    main = page.content
    file = url.rpartition("/")[2]
    _promote_rows(page, file)
    linked = _lines_that_link_to_themselves(links, file)
    in_bold = {bold.getparent() for bold in main.iter("b", "strong")}
    in_bold |= {inner.getparent() for inner in in_bold if inner is not None}
    candidates = main.iterdescendants("pre", "header", "summary", "div", "p")
    elements = [one for one in candidates if one not in linked and _may_begin(one, main, in_bold)]
    links_to_itself = cache(_links_to_itself)  # one box may hold thousands of lines
    members = {element: found for element in elements if (found := _anchor_and_name(element, links_to_itself))}
    members.update(linked)
    if len(members) < _MIN_MEMBERS and not any(map(_is_surely_one, members)):
        return
    boxes = {_box(element, anchor) for element, (anchor, _) in members.items()} - {None}
    around = {above for element in members for above in element.iterancestors()}
    tags = ("pre", "div", "p", "header", "summary", *HEADINGS, *(("code",) if linked else ()))
    level = 0
    for element in list(main.iter(*tags)):
        depth = sum(above in boxes for above in element.iterancestors())
        if element.tag in HEADINGS and not depth:
            level = level_of(element) if not level or _beside(element) in around else level
        elif element.tag in HEADINGS:
            element.tag = heading_tag(max(level_of(element), max(1, level) + depth + 1))
        if element not in members:
            continue
        anchor, name = members[element]
        heading = Element(heading_tag(max(1, level) + max(1, depth)), id=anchor)
        if " " in name and element in linked and element.tag != "code":
            heading.set(DECLARED_KIND, "term")
        etree.SubElement(heading, "code").text = name
        row = next(element.iterancestors("tr"), None) if element.tag == "code" else None
        if row is not None and row.get("id") == anchor:  # what stands beside the name is about the member, too
            heading.tail, row[0].text = row[0].text, None
            row[0].insert(0, heading)
        else:
            element.addprevious(heading)
        is_line = element.tag == "code" and _becomes_line(element)
        if not is_line and _name(element) == name and element.tag != "pre":
            heading.tail = element.tail
            element.tail = None
            element.drop_tree()


def _becomes_line(code: HtmlElement) -> bool:
    """Make a line of code whose name leads to a page, as code has no links; remove the sign behind a value below it.

    Returns:
        Whether it is a line now.
    """
    if plain_text(end := next(code.iterancestors())[-1]) in _ENDS:
        end.drop_tree()
    if _linked_name(code):
        code.tag = "p"
    return code.tag == "p"


def _promote_rows(page: PageTree, file: str) -> None:
    """Put a heading and boxes in the place of each row that declares a member, and unwrap the table around it."""
    tables = [] if page.lacks("table") else list(_with_levels(page.content, "table"))
    alone = {table: rows for table, _ in tables if (rows := _declaring_row(table))}
    led_to = _led_to(page.content, file) if alone else set()
    names = Counter(plain_text(name) for rows in alone.values() for row, name in rows.items() if len(row) > 1)
    are_members = len(names) >= _MIN_MEMBERS and max(names.values()) == 1
    alone = {
        table: rows
        for table, rows in alone.items()
        if _first_anchor(table) in led_to or (len(next(iter(rows))) > 1 and are_members)
    }
    for element, level in tables:
        if rows := alone.get(element) or _linked_rows(element):
            head = next(element.iter("tr"))
            labels = [plain_text(cell) for cell in head] if head not in rows else []
            for row, name in rows.items():
                anchor = unquote(name.get("href", "")[1:]) or _first_anchor(element)
                heading = Element(heading_tag(max(1, level) + 1), id=anchor)
                if (name.get("class") or "").endswith(_OPTION):
                    heading.set(DECLARED_KIND, _OPTION)
                etree.SubElement(heading, "tt" if name.tag == "tt" else "code").text = plain_text(name)
                name.drop_tree()
                for label, cell in list(zip(labels, row, strict=False))[2:]:
                    cell.text = f"{label}: {(cell.text or '').lstrip()}" if plain_text(cell) else None
                row.insert(0, heading)
            if labels:
                head.drop_tree()
            _unwrap_table(element)


def _linked_rows(table: HtmlElement) -> dict[HtmlElement, HtmlElement]:
    """Return the rows of a table but for its header, each with the link to itself that its first cell begins with.

    There are none if a row has no such link.
    """
    leading = [link for link in table.iter("a") if link.get("href")]
    begins = leading[:1] != [] and leading[0].get("href", "").startswith("#")  # as few do
    links = [link for link, _ in _links_within(leading, "")] if begins else ()
    if not links or next(table.iterdescendants("table", *HEADINGS), None) is not None:
        return {}
    found: dict[HtmlElement, HtmlElement] = {}
    for number, row in enumerate(table.iter("tr")):
        link = next((a for a in row[0].iter("a") if plain_text(a)), None) if len(row) >= _MIN_CELLS else None
        anchor = unquote(link.get("href", "#")[1:]) if link is not None and link in links else ""
        if link is not None and anchor and anchor in map(anchor_of, row[0].iter()):
            found[row] = link
        elif number or link is not None:
            return {}
    return found


def _declaring_row(table: HtmlElement) -> dict[HtmlElement, HtmlElement]:
    """Return the only row of a table, with what declares a member above some text; else nothing.

    This is the code that is all of the first cell, or the line that is all of the only cell, in a table with an anchor.
    A name in the first cells that is the anchor right before the table becomes such code.
    """
    rows = list(islice(table.iter("tr"), 2))
    cells = [cell for row in rows for cell in row.iterchildren("td", "th")]
    anchor = next(_anchors_before(table), "") if len(rows) == 1 and len(cells) >= _MIN_CELLS else ""
    for end in (1, 2) if anchor and not any(map(len, cells[:2])) else ():
        if "".join(map(plain_text, cells[:end])) == anchor.rpartition(":")[2]:
            name = etree.SubElement(cells[0], "code", id=anchor)
            name.text = "".join(map(plain_text, cells[:end]))
            for cell in cells[:end]:
                cell.text = None
            break
    if len(rows) != 1 or not cells or len(cells[0]) != 1:
        return {}
    name = cells[0][0]
    if name.tag not in ("code", "tt") if len(cells) >= _MIN_CELLS else name.tag != "p" or not _first_anchor(table):
        return {}
    is_name = 0 < len(plain_text(cells[0])) <= _MAX_MEMBER_CHARS and is_all_of(name, cells[0])
    is_line = all(part in (*cells, name) for part in rows[0].iterdescendants(*IS_BLOCK))
    box = table
    while len(cells) == 1 and (above := next(box.iterancestors())).tag == "div" and is_all_of(name, above):
        box = above
    is_above = any(shows_text(after) for after in box.itersiblings(etree.Element))
    is_within = next(table.iterancestors("td", "th", "li", "dt"), None) is not None
    return {rows[0]: name} if is_name and is_line and is_above and not is_within else {}


def _first_anchor(element: HtmlElement) -> str:
    return next(filter(None, map(anchor_of, element.iter())), "")


def _led_to(main: HtmlElement, file: str) -> set[str]:
    """Return the fragments of all links within the page."""
    targets = ((link.get("href") or "").partition("#") for link in main.iter("a"))
    return {unquote(fragment) for page, _, fragment in targets if fragment and page in ("", file)}


def _lines_that_link_to_themselves(links: Iterable[HtmlElement], file: str) -> dict[HtmlElement, tuple[str, str]]:
    """Return the lines, or the code, that begin members by links to themselves, with the anchor and the name of each.

    A link is the name of the member, which is a part of its anchor, or a sign. A sign tells where it stands in the box
    that it leads to, and code alone follows it, or a part of its line that is called a signature.
    """
    found: dict[HtmlElement, tuple[str, str]] = {}
    tried: Counter[HtmlElement] = Counter()
    for link, fragment in _links_within(links, file):
        anchor = unquote(fragment) if "%" in fragment else fragment
        text = "".join(raw_text(link).split())
        is_name = any(map(str.isalpha, text))
        if is_name and text not in "".join(anchor.split()):  # as nearly all
            continue
        line = block_around(link)
        span = next(link.iterancestors())
        if not is_name and line is not None and line.tag in _BOX_TAGS and _is_line_of(span, anchor):
            span.tag, line = "div", span
        if line is None or line.tag not in _LINES or "caption" in (line.get("class") or ""):
            continue
        tried[line] += 1
        if tried[line] > _MAX_SIGNS:
            continue
        is_told = line.tag == "p" and raw_text(line).find(raw_text(link)) > _BEFORE_CHARS
        if is_told or (line.tag == "p" and link.get("href", "")[:1] != "#"):
            continue  # a text refers to a member so
        begun = _named_line(line, link, anchor) if is_name else _signature(line, link, anchor)
        if begun is not None:
            element, name = begun
            found.setdefault(element, (anchor, name))
    return found


def _links_within(links: Iterable[HtmlElement], file: str) -> Iterator[tuple[HtmlElement, str]]:
    """Yield the links within the page, and what each names: none in headings, terms, items and texts of terms.

    A link may name the page's file, too.
    """
    for link in links:
        href = link.get("href") or ""
        page, _, fragment = href.partition("#") if "#" in href else ("", "", "")
        if not fragment or (page.rpartition("/")[2] or page) not in ("", file):
            continue
        parent = link.getparent()
        above = parent.getparent() if parent is not None and parent.tag == "p" else None
        if parent is not None and parent.tag not in _LEADING_ON and (above is None or above.tag != "dd"):
            yield link, fragment


def _is_line_of(span: HtmlElement, anchor: str) -> bool:
    """Return whether a span that has an anchor is the sign that leads to it, and code, as rustdoc writes fields."""
    return span.tag == "span" and span.get("id") == anchor and [part.tag for part in span] == ["a", "code"]


def _box_of_line(line: HtmlElement, anchor: str) -> HtmlElement | None:
    """Return the box that begins with a line, or is one, and that an anchor leads to."""
    boxes = (above for above in islice((line, *line.iterancestors()), _MEMBER_LEVELS) if above.get("id") == anchor)
    box = next(boxes, None)
    return box if box is not None and (box.tag in _BOX_TAGS or box.tag == "tr") and _is_first(line, box) else None


def _named_line(line: HtmlElement, link: HtmlElement, anchor: str) -> tuple[HtmlElement, str] | None:
    """Return the line of a member and its name, if its first link with a text is the name and leads to the member."""
    box = _box_of_line(line, anchor)
    if box is line or (box is None and anchor not in _anchors_before(line)):
        return None
    name = plain_text(link)
    return (line, name) if len(name) <= _MAX_MEMBER_CHARS and next(filter(plain_text, line.iter("a"))) is link else None


def _is_first(line: HtmlElement, box: HtmlElement) -> bool:
    """Return whether no heading and at most a few words stand above a line in its box."""
    if line is box:
        return True
    before = 0
    for element in (line, *line.iterancestors()):
        if element is box:
            return True
        for above in element.itersiblings(etree.Element, preceding=True):
            before += len(plain_text(above))
            if before > _BEFORE_CHARS or next(above.iter(*HEADINGS), None) is not None:
                return False
    return False


def _signature(line: HtmlElement, sign: HtmlElement, anchor: str) -> tuple[HtmlElement, str] | None:
    """Return the signature that a sign stands before, with its title: code in a box itself, or a line of a box."""
    box = _box_of_line(line, anchor)
    if box is None:
        return None
    if line is box or box.tag == "tr":
        code = sign.getnext()
        if code is None or code.tag != "code" or sign.getprevious() is not None or (code.tail or "").strip():
            return None
        after = code.getnext()
        is_alone = not (line.text or "").strip() and not (sign.tail or "").strip()
        if box.tag == "tr" and not ((name := _WORD.match(plain_text(code))) and anchor.endswith(name[0])):
            return None  # other cells of such a row hold the name
        if not is_alone or not (after is None or after.tag in IS_BLOCK):
            return None
        return code, _linked_name(code) or _title(plain_text(code))
    named = [part for part in line.iter("span", "code") if "signature" in (part.get("class") or "").split()]
    if len(named) != 1:
        return None
    for below in reversed([part for part in named[0].itersiblings() if part.tag in IS_BLOCK]):
        line.addnext(below)  # what the member is declared as, with its types
    return None if holds_block(line) else (line, _title(plain_text(named[0])))


def _title(signature: str) -> str:
    """Return a signature without the sign before a value below it, and only its beginning if it is long.

    >>> _title("type url = {"), _title("type field = [>"), _title("val map : " + "a -> " * 40)
    ('type url', 'type field', 'val map')
    """
    title = _VALUE_BELOW.sub("", signature)
    for sign in (" : ", " = ", "("):
        if len(title) > _MAX_MEMBER_CHARS:
            title = title.partition(sign)[0].rstrip()
    return title[:_MAX_MEMBER_CHARS]


def _is_surely_one(element: HtmlElement) -> bool:
    """Return whether a member is one by its class, or by what stands below it in its box or in the one around that."""
    if element.get("class") in _NAMES:
        return True
    below = element if element.tag not in ("pre", "header", "summary") else None
    for _ in range(2):
        if below is None:
            return False
        if any(shows_text(after) for after in below.itersiblings(etree.Element)):
            return True
        below = below.getparent()
    return False


def _beside(heading: HtmlElement) -> HtmlElement | None:
    """Return the element that holds a heading, around boxes that hold only that."""
    inner, parent = heading, heading.getparent()
    while parent is not None and parent.tag in ("header", "div") and is_all_of(inner, parent):
        inner, parent = parent, parent.getparent()
    return parent


def _box(element: HtmlElement, anchor: str) -> HtmlElement | None:
    """Return the box of a member: the one that its own link leads to, or one that it begins."""
    linked = _linked_box(element)
    if linked is not None and linked.get("id") == anchor:
        return linked
    parent = element.getparent()
    if parent is None or parent.tag not in ("li", "section", "article", "details", "div"):
        return None
    return None if (parent.text or "").strip() or any(map(raw_text, element.itersiblings(preceding=True))) else parent


def _linked_box(element: HtmlElement) -> HtmlElement | None:
    """Return the nearest box around a line that a link in the line leads to."""
    fragments = {(link.get("href") or "").partition("#")[2] for link in element.iter("a")} - {""}
    return next(
        (above for above in islice(element.iterancestors(), _MEMBER_LEVELS) if above.get("id") in fragments), None
    )


def _may_begin(element: HtmlElement, main: HtmlElement, in_bold: Set[HtmlElement | None]) -> bool:
    """Return whether an element may begin a member, by its class, form, or the anchors right below it or beside it.

    Only elements with bold text right in them or in what is right in them declare anything.
    """
    tag = element.tag
    if tag in ("p", "div") and (element.get("class") in _NAMES or (element in in_bold and _is_declaration(element))):
        return True
    if tag == "div":
        return _is_named_code(element) or _begins_linked_box(element, main)
    if tag == "pre":
        return any(part.tag in ("span", "a") and anchor_of(part) for part in element)
    if tag == "header":
        return any(link.tag == "a" and link.get("id") is not None and raw_text(link).strip(_SPACE) for link in element)
    return tag == "summary" and element.get("id") is not None


def _is_declaration(line: HtmlElement) -> bool:
    """Return whether a line is a function, partly in bold, with its arguments, or says what an anchor with it names."""
    pattern = _DECLARATION
    if next(line.iterchildren("b", "strong"), None) is None:
        if not any(len(a) and a[0].tag in ("b", "strong") and a.get("href") is None for a in line.iterchildren("a")):
            return False
        pattern = _LABELED_NAME
    return not holds_block(line) and pattern.fullmatch(plain_text(line)) is not None


def _is_named_code(box: HtmlElement) -> bool:
    """Return whether a box holds nothing but code with an anchor."""
    code = box[0] if len(box) == 1 else None
    return code is not None and code.tag == "code" and any(a.get("name") is not None for a in code.iterchildren("a"))


def _begins_linked_box(element: HtmlElement, main: HtmlElement) -> bool:
    """Return whether an element is the first in a box with a link to itself, a switch aside."""
    box = element.getparent()
    before = element.getprevious()
    while before is not None and before.tag == "input":
        before = before.getprevious()
    if before is not None:
        return False
    if box is None or box is main or box.tag not in ("section", "div") or box.get("id") is None:
        return False
    return any(link.get("href") == f"#{box.get('id')}" for link in box.iterchildren("a"))


def _anchor_and_name(element: HtmlElement, links_to_itself: Callable[[HtmlElement], bool]) -> tuple[str, str] | None:
    """Return the anchor and the name of the member that an element begins; None if it begins none."""
    if element.tag == "pre":
        return _of_code(element)
    if next(element.iter(*HEADINGS, "p"), None) is not None and element.tag != "p":
        return None
    for link in list(element.iter("a", "label", "span")):
        said = (link.get("class") or "").lower()
        if link.tag == "span" and said != _SWITCH:
            continue
        if link.tag != "a" or "source" in said or plain_text(link).lower() in _LINKS:
            link.drop_tree()
    inner = next((e for e in element.iter("a", "span") if anchor_of(e)), None)
    own = element.get("id") or (anchor_of(inner) if inner is not None else "")
    anchor = _anchor_before_box(element) or own or _anchor_before(element, links_to_itself)
    if not anchor and (box := _linked_box(element)) is not None:
        anchor = str(box.get("id"))
    name = _name(element)
    if len(name) > _MAX_MEMBER_CHARS and inner is not None and inner.get("href") is None and plain_text(inner):
        name = plain_text(inner)
    elif len(name) > _MAX_MEMBER_CHARS and (inner is not None or element.get("class") in _NAMES):
        name = name.partition("(")[0].rstrip()  # the whole signature stays below the heading
    return (anchor, name) if anchor and 0 < len(name) <= _MAX_MEMBER_CHARS else None


def _linked_name(code: HtmlElement) -> str:
    """Return what code says up to the end of its first link, if that leads to a page: `module Date`; else nothing."""
    link = next(code.iter("a"), None)
    if link is None or "#" in link.get("href", "#"):
        return ""
    name = re.match(rf"[\w ]* {re.escape(plain_text(link))}(?!\w)", plain_text(code))
    return name[0] if name and len(name[0]) <= _MAX_MEMBER_CHARS else ""


def _name(element: HtmlElement) -> str:
    """Return the text of a line that begins a member, without the sign before a value that stands below the line."""
    return _VALUE_BELOW.sub("", plain_text(element))


def _of_code(pre: HtmlElement) -> tuple[str, str] | None:
    """Return the anchor and name of code that begins with what the anchor names, and is no part of other code.

    The number of a line is no name.
    """
    if next(pre.iterancestors("pre", "dt", "td"), None) is not None:
        return None
    first = pre[0]
    name = plain_text(first)
    anchor = first.get("id") or first.get("name")
    is_first = not (pre.text or "").strip(_SPACE) and first.tag in ("span", "a") and not name.rstrip(":").isdecimal()
    return (
        (anchor, name)
        if is_first and anchor and 0 < len(name) <= _MAX_MEMBER_CHARS and "\n" not in raw_text(first)
        else None
    )


def _anchor_before(element: HtmlElement, links_to_itself: Callable[[HtmlElement], bool]) -> str:
    """Return the id of the nearest empty anchor before an element, or of the box that it begins."""
    parent = element.getparent()
    if parent is not None and parent.get("id"):
        begins = element is parent[0] and element.get("class") in _NAMES
        if begins or links_to_itself(parent):
            return str(parent.get("id"))
    return next(_anchors_before(element), "")


def _links_to_itself(box: HtmlElement) -> bool:
    """Return whether a link in a box with an id leads to the box."""
    own = f"#{box.get('id')}"
    return any(link.get("href") == own for link in box.iter("a"))


def _anchor_before_box(element: HtmlElement) -> str:
    """Return the id of the nearest empty anchor before the box that a declaration begins; its own may be a style's."""
    box = element.getparent()
    begins = box is not None and box.tag == "div" and element is box[0] and _is_declaration(element)
    return next(_anchors_before(box), "") if box is not None and begins else ""


def _anchors_before(element: HtmlElement) -> Iterator[str]:
    """Yield the ids of the empty anchors right before an element, nearest first."""
    for before in element.itersiblings(preceding=True):
        if before.tag != "a" or raw_text(before).strip() or (before.tail or "").strip():
            return
        if anchor := anchor_of(before):
            yield anchor
