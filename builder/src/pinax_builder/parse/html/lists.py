"""Make lists of all that a reader takes for one.

Before: text and items stand where HTML allows none, and some lists are drawn with signs and indentation.
After:  items stand in lists, terms and bodies in definition lists, and no text stands directly in a list or table.
Rules:  - Browsers show stray text, so it is content. In a list it ends the item before it, or becomes the first; in a
          definition list it is a definition. The inline elements beside it go with it. From a table it moves before the
          table, where browsers show it; rows in a form or the like stay. A list without items becomes a `div`: it was
          written to indent its content.
        - An inline element that was never closed, or whose name is unknown as it was text, ends with the item, term or
          cell around it where the next one or a row begins. So does a body that no list holds.
        - Neighboring cells outside of rows are a row.
        - Neighboring stray items are a list, and with terms among them a definition list. The parser ends a `dl` where
          an `li` begins in it; what follows goes back into it, as bodies.
        - A paragraph that is an option, a setting or all marked up, with an indented box or paragraph right after it,
          is a term with its body, as in manual pages that were made from other formats. One that begins with a bullet
          is an item, and so is a line of a paragraph that does, or a box behind one that shows a bullet alone. An item
          without a bullet that draws one loses it.
        - A definition list whose terms are bullets or numbers is a list.
        - Boxes in a row that are called level 0, level 1 and so on, as the classes above one in docfx, are a list; so
          are its boxes of inherited members.
        - A list between parentheses is a line of a signature.
        - A body without a term, and an indented box after a definition list, belong to the body before. Boxes behind
          the text of a term belong to its body.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import dropwhile, takewhile
from string import digits
from typing import TypeGuard

from lxml import etree
from lxml.html import Element, HtmlElement, builder

from pinax_builder.parse.html.page_tree import (
    BULLETS,
    HEADINGS,
    IS_BLOCK,
    PageTree,
    block_around,
    holds_block,
    in_names,
    names_of,
    text_before,
    unwrap,
)
from pinax_builder.parse.html.platforms.doxygen import mend_tables
from pinax_builder.parse.plain_text import is_all_of, plain_text, raw_text, shows_or_anchors, shows_text

_TABLE_PARTS = ("table", "thead", "tbody", "tfoot", "tr")
"""Tags that may hold no text of their own."""
_IN_TABLES = frozenset((*_TABLE_PARTS, "td", "th", "caption"))
"""Tags of what they may hold; a table within one ends that."""
_HOLDERS = {"ul": "li", "ol": "li", "menu": "li", "dir": "li", "dl": "dd"}
"""Tag of a list → tag of the element that holds its text."""
_ITEMS = ("li", "dt", "dd")
_IN_ITEMS = frozenset(("p", "pre", "div", "table", "blockquote"))
"""Tags of blocks that may belong to the item before them."""
_LISTS_OF = {"li": ("ul", "ol", "menu", "dir"), "dt": ("dl",), "dd": ("dl",)}
"""Tag of an item → tags of the lists that it may stand in."""
_CELLS = ("td", "th")
_ENDS = {"li": ("li",), "dt": ("dt", "dd"), "dd": ("dt", "dd"), "td": _CELLS, "th": _CELLS, "tr": _CELLS}
"""Tag of an item, cell or row → tags of those that it ends."""
_INDENTED_CLASSES = frozenset(("Bd-indent", "indent", "indented"))
_TERM = re.compile(r"--?[A-Za-z0-9?#@<]|--\[|[a-z]\w*(?:\.[\w<>*-]+)+$|<[\w-]+>$")
"""An option, a dotted setting, or a placeholder."""
_STRUCK = ("del", "s", "strike")
"""Tags of elements that say that what they hold is no longer so."""
_MARKED = ("b", "strong", "i", "em", "code", "var")
"""Tags of elements that mark up a term."""
_OPENS = ("(", "({", "([")
_CLOSES = (")", "})", "])")
"""What stands before and after a list of parameters; Dart has optional ones in braces and brackets."""
_LEVEL = re.compile(r"level[1-9]")
"""Class of a box below others in a hierarchy."""
_ENDING = frozenset(("p", "hr", *HEADINGS))
"""Tags of the elements that end the last of some stray items, if the others have none."""
_LABELED = frozenset(("footnote", "citation"))
"""Classes of boxes whose label stands beside a paragraph."""
_DRAWN = "data-pinax-drawn"
"""Attribute of the lists and rows that are made here."""
_BETWEEN = re.compile(r"[\s,.|\"()\[\]]+")
"""What a term has between its words, which is not marked up."""
_MAX_CHARS = 160
"""Length of the longest term (characters)."""
_SIGNS = ("*", "-", "o", "+", "\u2013", "\u2014", "\u00b7")
"""Signs that are bullets if a list has several of them as terms, and nothing else."""
_DRAWN_SIGNS = frozenset((*BULLETS, *_SIGNS))
_DRAWN_ITEM = re.compile(
    rf"\s*(?:(?P<bullet>[{''.join(BULLETS)}\uf0b7]|\u00b7(?=\xa0))|[\u00b7\u00a7\uf0a7o*\u2013-]|(?P<number>\d{{1,3}})[.)](?!\d))(?P<gap>\s*)"
)
"""Beginning of a paragraph that may be an item; Word draws bullets with letters of its own fonts."""
_IS_BULLET = in_names("bullet")
"""Asks whether a class may be of a bullet that stands in a box of its own."""
_FIRST_SIGNS = frozenset((*_DRAWN_SIGNS, "\uf0b7", "\uf0a7", "\u00a7", *digits))
_HANGS = re.compile(r"(?:text-indent|margin-left):\s*-|mso-list|inline-block", re.IGNORECASE)
"""A style that sets the beginning of a paragraph apart."""
_MARGIN = re.compile(r"margin-left:\s*(\d+)%")
"""A style that indents a paragraph."""
_BARE = re.compile(r"list-style(?:-type)?:\s*none")
"""A style of an item that takes its bullet or number away."""
_NUMBER = re.compile(r"(?:\(\d{1,3}\)|\d{1,3}[.)])")
"""A number as a term, with the sign that sets it apart."""


def mend_lists(page: PageTree) -> None:
    """Put stray text, items and cells where HTML allows them, then make lists of those that are drawn."""
    parts = _end_items(page)
    _gather_stray_cells(parts)
    mend_tables(page)
    lists = _keep_stray_text(parts)
    _gather_stray_items([one for one in parts if one.tag in _ITEMS and one is not page.content])
    _join_parameters(page, lists)
    for item in page.styled:
        if item.tag == "li" and _BARE.search(item.get("style", "")):
            _join_sign(item)
    _join_drawn_lists(page)
    for box in page.in_order(page.of_class(("level0",))):
        lower = takewhile(lambda one: _LEVEL.fullmatch(one.get("class") or ""), box.itersiblings(etree.Element))
        _list_boxes([box, *lower] if box.get("class") == "level0" else [])
    for box in page.of_class(("inheritedMembers",)):
        _list_boxes([one for one in box if one.tag not in HEADINGS])
    for item in page.of_class(("def",)):
        if item.tag == "li" and (items := item.getparent()) is not None and items.tag == "ol":
            items.tag = "ul"  # odoc lists constructors and fields so, and shows no numbers
    for numbers in lists:
        _write_number(numbers)
    for label in page.of_class(("label",)):
        _join_label(label)
    for kind in page.of_class(("classifier",)):
        _part_kind(kind)


def _end_items(page: PageTree) -> list[HtmlElement]:
    """Put each item, cell and row that stands in inline elements of another one behind that, as browsers do.

    Returns:
        The lists and tables with their parts.
    """
    swallowed: dict[HtmlElement, HtmlElement] = {}
    tags = (*_ITEMS, *_HOLDERS, *(() if page.lacks("table", "tr", "td", "th") else (*_TABLE_PARTS, *_CELLS)))
    parts = list(page.content.iter(*tags))
    for item in [one for one in parts if one.tag in _ENDS]:
        parent = item.getparent()
        if parent is None or (parent.tag in IS_BLOCK and (parent.tag != "dd" or item.tag != "li")):  # as nearly all
            continue
        above = block_around(parent)
        ended = above.getparent() if above is not None and item.tag == "tr" else above
        if above is not None and ended is not None and above.tag in _ENDS[str(item.tag)]:
            swallowed[item] = swallowed.get(ended, ended)
    for item, first in reversed(swallowed.items()):
        first.addnext(item)
    return list(page.content.iter(*tags)) if swallowed else parts


def _list_boxes(boxes: list[HtmlElement]) -> None:
    """Make a list of boxes in a row."""
    if len(boxes) < 2 or any(box.tag != "div" or (box.tail or "").strip() for box in boxes):
        return
    listed = Element("ul")
    boxes[0].addprevious(listed)
    for box in boxes:
        box.tag = "li"
        listed.append(box)


def _join_label(label: HtmlElement) -> None:
    """Put the label of a footnote or a source into the paragraph after it, as docutils writes them side by side."""
    box, after, text = label.getparent(), label.getnext(), (label.tail or "").strip()
    if box is None or after is None or after.tag != "p" or text or names_of(box).isdisjoint(_LABELED):
        return
    after.insert(0, label)
    label.tail, after.text = f" {after.text or ''}", None


def _write_number(numbers: HtmlElement) -> None:
    """Make text of a list that is a number alone in a cell, which docutils takes for an item."""
    cell = numbers.getparent() if numbers.tag == "ol" and len(numbers) == 1 else None
    if cell is not None and cell.tag in _CELLS and not shows_or_anchors(numbers):
        numbers.tag, numbers.text, numbers[:] = "span", f"{numbers.get('start') or 1}.", []


def _join_sign(item: HtmlElement) -> None:
    """Remove the bullet or number that an item draws itself, as LaTeXML's do; put any other into its paragraph."""
    sign, paragraph = next(item.iterchildren(), None), next(item.iter("p"), None)
    if sign is None or sign.tag != "span" or paragraph is None or f"{item.text or ''}{sign.tail or ''}".strip():
        return
    said = plain_text(sign)
    if said in BULLETS or (_NUMBER.fullmatch(said) and next(item.iterancestors()).tag == "ol"):
        sign.drop_tree()
    elif sign not in paragraph.iterancestors():
        paragraph.insert(0, sign)
        sign.tail, paragraph.text = f" {paragraph.text or ''}", None


def _part_kind(kind: HtmlElement) -> None:
    """Write the colon before a term's kind, such as a parameter's type, that only docutils' style sheet has."""
    before, said = kind.getprevious(), text_before(kind).strip()
    if said[-1:] != ":" if said else before is not None and before.get("class") != "classifier-delimiter":
        kind.text = f" : {kind.text or ''}"


def _gather_stray_cells(parts: list[HtmlElement]) -> None:
    """Make a row of the cells that stand in a table outside its rows, as browsers do, and add it to the parts."""
    for cell in [one for one in parts if one.tag in _CELLS]:
        parent, before = cell.getparent(), cell.getprevious()
        if parent is None or parent.tag == "tr" or parent.tag not in _TABLE_PARTS:  # as in nearly all
            continue
        row = before if before is not None and before.get(_DRAWN) else Element("tr", {_DRAWN: "1"})
        if row is not before:
            cell.addprevious(row)
            parts.append(row)
        row.append(cell)


def _keep_stray_text(parts: list[HtmlElement]) -> list[HtmlElement]:
    """Wrap the text that stands directly in a list or table, and put other elements of a table before it.

    Returns:
        The lists but for those of terms.
    """
    parents = [one for one in parts if one.tag in _HOLDERS or one.tag in _TABLE_PARTS]
    for parent in parents:
        if parent.tag in _HOLDERS:
            _mend_list(parent)
            continue
        if parent.text and not parent.text.isspace():
            _put_before_table(parent, builder.P(parent.text))
            parent.text = None
        for child in list(parent):
            if (tail := child.tail) and not tail.isspace():
                _put_before_table(parent, builder.P(tail))
                child.tail = None
            if child.tag in _IN_TABLES:
                continue
            if any(part.tag in _IN_TABLES for part in child):
                for part in list(child):  # as in a form
                    child.addprevious(part)
            elif shows_text(child):
                _put_before_table(parent, child)
    return [parent for parent in parents if parent.tag in ("ul", "ol")]


def _mend_list(items: HtmlElement) -> None:
    if not _trim_items(items):
        _unwrap_groups(items)
        _keep_in_list(items)


def _trim_items(items: HtmlElement) -> bool:
    """Remove the blanks between the items of a list that holds only items, as most do; return whether it is one."""
    children, texts = items[:], [items.text]
    texts += [child.tail for child in children]
    if any(child.tag not in _ITEMS for child in children) or any(text and not text.isspace() for text in texts):
        return False
    items.text = None
    for child in children:
        child.tail = None
    return True


def _unwrap_groups(items: HtmlElement) -> None:
    """Unwrap the inline elements around items, and the boxes around the boxes of a definition list with terms."""
    for box in [one for one in items if one.tag not in _ITEMS]:
        if box.tag == "div":
            if len(box) and all(part.tag == "div" and part.find("dt") is not None for part in box):
                unwrap(box)
        elif box.tag not in IS_BLOCK and any(part.tag in _ITEMS for part in box):
            for item in box if box.tag in _STRUCK else ():
                struck = Element("del")
                struck.text, item.text = item.text, None
                struck.extend(item)
                item.append(struck)
            unwrap(box)


def _keep_in_list(parent: HtmlElement) -> None:
    """Put each run of text and inline elements behind an item into it, others into one; drop a comma or the like.

    Blocks without headings between items go into the one before, then those behind the last one do, too.
    """
    last = next(parent.iterchildren("li", reversed=True), None)
    before: HtmlElement | None = None
    run: list[HtmlElement] = []
    for child in [*parent, None]:
        if child is not None and child.tag not in IS_BLOCK and not holds_block(child):
            run.append(child)
            continue
        text = (parent.text if before is None else before.tail) or ""
        said = "".join((text, *(raw_text(one) + (one.tail or "") for one in run))) if run else text
        is_kept = any(map(str.isalnum, said))
        if is_kept and not any(item.tag in _ITEMS for item in parent):
            parent.tag = "div"
            return
        if before is None:
            parent.text = None
        else:
            before.tail = None
        if is_kept:
            is_continued = before is not None and before.tag == "li"
            kept = Element("div" if is_continued else _HOLDERS[str(parent.tag)])
            kept.text = text
            if before is None:
                parent.insert(0, kept)
            elif is_continued:
                before.append(kept)
            else:
                before.addnext(kept)
            kept.extend(run)
        else:
            for one in run:
                one.tail = None
        run = []
        if child is None or before is None or before is last or before.tag != "li" or not _is_part(child):
            before = child
            continue
        last = None
        before.append(child)
        before.tail, child.tail = child.tail, None


def _is_part(block: HtmlElement) -> bool:
    """Return whether a block behind an item may be a part of it."""
    return block.tag in _IN_ITEMS and next(block.iter(*HEADINGS), None) is None


def _put_before_table(part: HtmlElement, stray: HtmlElement) -> None:
    """Put what stands in a part of a table before the table, as browsers do."""
    table = next((above for above in (part, *part.iterancestors()) if above.tag == "table"), None)
    if table is not None and table.getparent() is not None:
        table.addprevious(stray)


def _gather_stray_items(items: list[HtmlElement]) -> None:
    """Wrap runs of stray items."""
    strays = list(filter(_is_stray, items))
    taken: set[HtmlElement] = set()
    for first in strays:
        if first not in taken:
            run = _run(first)
            taken.update(run)
            _gather(run)


def _is_stray(item: HtmlElement) -> bool:
    parent = item.getparent()
    if parent is not None and parent.tag == "div" and item.tag != "li":  # a group within a `dl`
        parent = parent.getparent()
    if parent is None or parent.tag in _ITEMS:  # an item that was not ended
        return False
    return parent.tag not in _LISTS_OF[str(item.tag)]


def _run(first: HtmlElement) -> list[HtmlElement]:
    """Return an item and those right behind it, up to one that a heading ends."""
    run = [first]
    while not (run[-1].tail or "").strip() and not any(block.tag in HEADINGS for block in _below(run[-1])):
        after = run[-1].getnext()
        if after is None or after.tag not in _ITEMS:
            break
        run.append(after)
    return run


def _gather(run: list[HtmlElement]) -> None:
    before = run[0].getprevious()
    ended = before if before is not None and _ends_with_term(before) else None
    has_terms = ended is not None or any(item.tag == "dt" for item in run)
    if not has_terms and any(item.tag == "dd" for item in run):  # indented text, as older pages have it
        return
    outer = ended if ended is not None else Element("dl" if has_terms else "ul")
    if ended is None:
        run[0].addprevious(outer)
    outer.tail, run[-1].tail = run[-1].tail, None
    for item in run:
        item.tag = "dd" if has_terms and item.tag == "li" else item.tag
        outer.append(item)
    below = _below(run[-1]) if not has_terms else []
    if any(block.tag in HEADINGS for block in below) or not any(map(_below, run[:-1])):
        for block in reversed(below):
            outer.addnext(block)


def _below(item: HtmlElement) -> list[HtmlElement]:
    """Return what a paragraph, rule or heading begins below the text of an item, which no end tag may have ended."""
    below = list(dropwhile(lambda child: child.tag not in _ENDING, item))
    before = item[: len(item) - len(below)]
    has_text = (item.text or "").strip() or any(shows_text(child) or (child.tail or "").strip() for child in before)
    return below if has_text else []


def _ends_with_term(element: HtmlElement) -> bool:
    is_next = element.tag == "dl" and not (element.tail or "").strip()
    return is_next and len(element) > 0 and element[-1].tag == "dt"


def _join_parameters(page: PageTree, lists: list[HtmlElement]) -> None:
    """Make a line of each list between parentheses, which holds the parameters of a signature."""
    if not page.lacks("wbr"):
        etree.strip_tags(page.content, "wbr")  # where a line may break; the parser lets it hold what follows
    for items in lists:
        before, after, opening = items.getprevious(), items.getnext(), text_before(items)
        if before is not None and not opening.strip():
            opening = raw_text(before)
        if not opening.rstrip().endswith(_OPENS):
            continue
        closing = items.tail if (items.tail or "").strip() or after is None else raw_text(after)
        if not (closing or "").lstrip().startswith(_CLOSES):
            continue
        for item in items:
            tail = " " if raw_text(item).rstrip()[-1:] == "," else ", "
            item.tag, item.text, item.tail = "span", (item.text or "").lstrip(), tail
            last = item[-1] if len(item) else None
            if last is not None:
                last.tail = (last.tail or "").rstrip()
        items.tag, items.text, items.tail = "span", None, (items.tail or "").strip()
        if len(items):
            items[-1].tail = None


def _join_drawn_lists(page: PageTree) -> None:
    """Turn options above indented boxes, and paragraphs with bullets, into lists."""
    main = page.content
    boxes = main.iterdescendants("div") if page.has(*_INDENTED_CLASSES) else ()
    indented = [box for box in boxes if box.get("class") in _INDENTED_CLASSES]
    for body in indented:
        _join_term(body)
    for line_end in reversed(page.all("br")):
        _begin_item(line_end)
    paragraphs = page.all("p")
    _join_sunken(paragraphs)
    if indented or next(main.iter("dl", "dt"), None) is not None:
        _mend_definitions(main, indented)
    for paragraph in [*(one for one in paragraphs if one.tag == "p"), *indented]:
        if sign := _sign_of(paragraph):
            _make_item(paragraph, sign)
    for bullet in page.in_order(page.of_class(_IS_BULLET)):
        _join_bullet(bullet)


def _join_bullet(bullet: HtmlElement) -> None:
    """Make an item of the box behind one that shows a bullet alone."""
    box, sign = bullet, plain_text(bullet)
    while (above := box.getparent()) is not None and sign in BULLETS and is_all_of(box, above):
        box = above
    item = box.getnext()
    if sign in BULLETS and item is not None and item.tag in ("div", "p") and not (box.tail or "").strip():
        item.text = f"{sign} {item.text or ''}"
        box.drop_tree()
        if begun := _sign_of(item):
            _make_item(item, begun)


def _begin_item(line_end: HtmlElement) -> None:
    """Begin a paragraph with the line behind a line's end, if that begins with a bullet."""
    paragraph = line_end.getparent() if (line_end.tail or "").lstrip()[:1] in BULLETS else None
    if paragraph is not None and paragraph.tag == "p":
        item = builder.P(line_end.tail or "", *line_end.itersiblings())
        item.tail, paragraph.tail = paragraph.tail, None
        paragraph.addnext(item)
        paragraph.remove(line_end)


def _join_sunken(paragraphs: Sequence[HtmlElement]) -> None:
    """Make definitions of paragraphs that styles indent further than the option before them, as groff does.

    An option that has no attribute at all has no indent.
    """
    margins = {one: int(found[1]) for one in paragraphs if (found := _MARGIN.search(one.get("style") or ""))}
    for paragraph, margin in margins.items():
        before = paragraph.getprevious()
        if before is not None and (margins.get(before, margin) if before.attrib else 0) < margin:
            _join_term(paragraph)
        elif _is_drawn(before) and margin > margins.get(before[-2], margin):
            before.tail, paragraph.tail = paragraph.tail, None
            before[-1].append(paragraph)


def _is_drawn(before: HtmlElement | None) -> TypeGuard[HtmlElement]:
    """Return whether an element is a definition list that was made here; a page may have the attribute, too."""
    return before is not None and before.tag == "dl" and before.get(_DRAWN) is not None and len(before) > 1


def _mend_definitions(main: HtmlElement, indented: list[HtmlElement]) -> None:
    """Join what belongs to one definition or list; make numbered items of definitions whose terms are numbers."""
    terms = list(main.iter("dt"))
    _continue_bodies(main.iter("dt", "div") if indented else iter(terms))
    for term in terms:
        _end_term(term)
    for definitions in list(main.iter("dl")):
        if definitions.getparent() is not None:
            _number_items(definitions)


def _end_term(term: HtmlElement) -> None:
    """Move the boxes that follow the text of a term into its body, as what YARD says of a constant."""
    body = term.getnext()
    if body is None or body.tag != "dd" or not (term.text or "").strip():
        return
    boxes = [*takewhile(lambda part: part.tag == "div" and not (part.tail or "").strip(), reversed(term))]
    for box in boxes:
        box.tail, body.text = body.text, None
        body.insert(0, box)


def _join_term(body: HtmlElement) -> None:
    """Make a definition of an indented box and the option before it."""
    term = body.getprevious()
    parent = body.getparent()
    if term is None or term.tag != "p" or parent is None or (term.tail or "").strip():
        return
    text = plain_text(term)
    if len(text) > _MAX_CHARS or not (_TERM.match(text) or _is_all_marked(term, text)):
        return
    above = term.getprevious()
    if above is not None and above.get(_DRAWN) and not (above.tail or "").strip():
        definitions = above
    else:
        definitions = Element("dl", {_DRAWN: "1"})
        term.addprevious(definitions)
    definitions.tail = body.tail
    body.tail = term.tail = None
    term.tag, body.tag = "dt", "dd"
    definitions.append(term)
    definitions.append(body)


def _is_all_marked(term: HtmlElement, text: str) -> bool:
    """Return whether all words of a paragraph are marked up, and it introduces nothing."""
    marked = sum(len(_BETWEEN.sub("", plain_text(part))) for part in term.iterchildren(*_MARKED))
    introduces = text.endswith((":", ".")) and not text.endswith("...")
    return marked > 0 and not introduces and marked >= len(_BETWEEN.sub("", text))


def _continue_bodies(elements: Iterable[HtmlElement]) -> None:
    """Move each body without a term, and each indented box after a definition list, into the body before it."""
    for element in list(elements):
        is_term = element.tag == "dt"
        body = element.getnext() if is_term else element
        if body is None or (is_term and (body.tag != "dd" or shows_or_anchors(element))):
            continue
        before = _body_before(element) if is_term or element.get("class") in _INDENTED_CLASSES else None
        if before is None:
            continue
        _append(before, body)
        definitions = element.getparent()
        if is_term and definitions is not None:
            element.drop_tree()
            if not len(definitions):
                definitions.drop_tree()


def _body_before(element: HtmlElement) -> HtmlElement | None:
    """Return the body right before an element, in the same definition list or at the end of the one before."""
    before = element.getprevious()
    if before is None and element.tag == "dt":
        definitions = element.getparent()
        before = _before(definitions) if definitions is not None else None
    if before is not None and before.tag == "dl" and not (before.tail or "").strip() and len(before):
        before = before[-1]
    return before if before is not None and before.tag == "dd" else None


def _before(element: HtmlElement) -> HtmlElement | None:
    """Return the element before another one that is no empty paragraph."""
    before = element.getprevious()
    while before is not None and before.tag == "p" and not len(before) and not shows_text(before):
        before = before.getprevious()
    return before


def _append(body: HtmlElement, part: HtmlElement) -> None:
    """Move an element to the end of a body, as a block of its own."""
    before = part.getprevious()
    assert before is not None  # its term, or what holds the body
    before.tail = f"{before.tail or ''}{part.tail or ''}"
    part.tag, part.tail = "div", None
    body.append(part)


def _number_items(definitions: HtmlElement) -> None:
    """Make a list of a definition list whose terms are bullets, or numbers in a row."""
    first = plain_text(definitions[0]) if len(definitions) else ""
    if first not in _DRAWN_SIGNS and not _NUMBER.fullmatch(first):  # as in most lists
        return
    parts = list(definitions)
    terms, bodies = parts[::2], parts[1::2]
    if not terms or {part.tag for part in terms} != {"dt"} or {part.tag for part in bodies} != {"dd"}:
        return
    texts = [plain_text(term) for term in terms]
    if all(map(_NUMBER.fullmatch, texts)):
        numbers = [int(text.strip("().")) for text in texts]
        if numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            return
        definitions.set("start", str(numbers[0]))
        definitions.tag = "ol"
    elif len(set(texts)) == 1 and (texts[0] in BULLETS or (texts[0] in _SIGNS and len(texts) > 1)):
        definitions.tag = "ul"
    else:
        return
    for term, body in zip(terms, bodies, strict=False):
        if term.get("id") and not body.get("id"):
            body.set("id", term.get("id"))
        body.tag = "li"
        term.drop_tree()


def _sign_of(paragraph: HtmlElement) -> re.Match[str] | None:
    """Return the bullet or number that a paragraph begins with, if blanks or a style of its own set that apart."""
    text = paragraph.text or ""
    lead = paragraph[0] if len(paragraph) and not text.strip() and paragraph[0].tag in ("span", "font") else None
    if (text if lead is None else raw_text(lead)).lstrip()[:1] not in _FIRST_SIGNS:  # as nearly all
        return None
    sign = _DRAWN_ITEM.match(raw_text(paragraph))
    if sign is None or sign["bullet"] or (sign["number"] and paragraph.get("class") in _INDENTED_CLASSES):
        return sign
    hangs = _HANGS.search(f"{paragraph.get('style')};{lead.get('style') if lead is not None else ''}") is not None
    is_apart = "\xa0" in sign["gap"] or (lead is not None and raw_text(lead).strip() == sign[0].strip())
    return sign if is_apart and (hangs or (not sign["number"] and sign["gap"].count("\xa0") > 1)) else None


def _drop_beginning(element: HtmlElement, length: int) -> None:
    """Remove the first characters of an element's text."""
    for event, node in etree.iterwalk(element, events=("start", "end")):
        if not length or (node is element and event == "end"):
            return
        part = "text" if event == "start" else "tail"
        text = getattr(node, part) or ""
        setattr(node, part, text[length:])
        length = max(0, length - len(text))


def _make_item(paragraph: HtmlElement, sign: re.Match[str]) -> None:
    """Make an item of a paragraph, in the list right before it if there is one; a first number has to be 1."""
    tag = "ol" if sign["number"] else "ul"
    parent = paragraph.getparent()
    if parent is None or paragraph.tag == "dd" or parent.tag in ("li", "dt"):
        return
    if parent.tag == "td" and parent.getnext() is None and sign.end() == len(raw_text(paragraph)):
        return  # no cell holds the item of such a sign
    above = _before(paragraph)
    if above is not None and above.get(_DRAWN) and above.tag == tag and not (above.tail or "").strip():
        items = above
    elif int(sign["number"] or 1) == 1:
        items = Element(tag, {_DRAWN: "1"})
        paragraph.addprevious(items)
    else:
        return
    items.tail, paragraph.tail = paragraph.tail, None
    _drop_beginning(paragraph, sign.end())
    paragraph.tag, paragraph.text = "li", (paragraph.text or "").lstrip()
    items.append(paragraph)
