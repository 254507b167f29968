"""Add headings to members of a class or module that have an anchor and a signature, but no heading.

Before: code is still in the content.
After:  each member begins with a heading of the next level.
Rules:  - A member begins with one of six: a line that says so by its class and has an anchor (`div.functionHeader`,
          `p.src`) or links to a box around it; code that begins with one (`pre > span[id]`); a `header` or `summary`
          with one; a box that is nothing but code with one; the first box of a `section` that links to itself; the
          first line of a box, or a line after anchors, with a link to itself that is a name or stands before code.
        - Its title is the line, the text that the anchor marks, or the name that links to itself.
        - A member that is the page's only one begins with a line that says so, or that is described below.
        - A table of one row that begins with a name in code declares that, if another one on the page does, too, and
          text follows. The name becomes the title, and the row's other cells the line below.
        - In a table whose rows all begin with a link to themselves, each row is a member, named by the link. The header
          names the cells from the third on.
        - A member in another one's box stands a level lower. The headings in a box stand lower than the member, and do
          not count for the members after it. Nor do those of a description, in whose box no member is.
"""

from __future__ import annotations

from itertools import islice
from urllib.parse import unquote

from lxml import etree
from lxml.html import Element, HtmlElement

from pinax_builder.parse.html.elements import (
    BLOCKS,
    DECLARED_KIND,
    HEADINGS,
    IS_BLOCK,
    anchor_of,
    heading_tag,
    level_of,
)
from pinax_builder.parse.html.page_tree import PageTree
from pinax_builder.parse.plain_text import plain_text, raw_text, shows_text

MAX_CHARS = 160
"""Largest length of a member's title (characters)."""
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
        "src",
        "method-heading",
        "method-heading attribute-method-heading",
    )
)
"""Classes of lines that begin a member."""
_SWITCH = "method-click-advice"
"""Class of the words in such a line that say how its source is shown."""
_SPACE = " \t\r\n"
_BOXES = 5
"""Number of elements around a line that may be the box that a link in it leads to."""
_LINES = frozenset(("div", "p", "header"))
"""Tags of lines that may link to themselves."""
_BOX_TAGS = frozenset(("div", "section", "article", "details"))
"""Tags of the boxes of members that begin with such a line."""
_LED_WITHIN = etree.XPath(
    "descendant::a[starts-with(@href, '#')][not(parent::dt or parent::p/parent::dd or parent::li)]"
    "[not(parent::h1 or parent::h2 or parent::h3 or parent::h4 or parent::h5 or parent::h6)]"
)
"""Finds links within the page, but for those in headings, terms, paragraphs of bodies, and items."""
_BEFORE_CHARS = 40
"""Largest length of the text above such a line in its box, such as attributes (characters)."""


def promote_members(page: PageTree) -> None:
    """Put headings before members."""
    main = page.content
    _promote_rows(page)
    _promote_linked_rows(page)
    has_named = page.has_class(*_NAMES)
    linked = _lines_that_link_to_themselves(main)
    candidates = main.iterdescendants("pre", "header", "summary", "div", *(("p",) if has_named else ()))
    elements = [one for one in candidates if one not in linked and _may_begin(one, main, has_named=has_named)]
    members = {element: found for element in elements if (found := _anchor_and_name(element))}
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
        element.addprevious(heading)
        if _name(element) == name and element.tag != "pre":
            heading.tail = element.tail
            element.tail = None
            element.drop_tree()


def _promote_rows(page: PageTree) -> None:
    """Put a heading in the place of the name in each table of one row that declares it, and the row's rest below."""
    rows = {table: cells for table in page.all("table") if (cells := _declaring_cells(table))}
    if len({plain_text(cells[0]) for cells in rows.values()}) < _MIN_MEMBERS:
        return
    level = 1
    for element in list(page.content.iter(*HEADINGS, "table")):
        if element.tag != "table":
            level = level_of(element)
        elif element in rows:
            first, *others = rows[element]
            anchors = filter(None, map(anchor_of, element.iter()))
            heading = Element(heading_tag(level + 1), id=next(anchors, ""))
            if (first[0].get("class") or "").endswith(_OPTION):
                heading.set(DECLARED_KIND, _OPTION)
            heading.append(first[0])
            element.addprevious(heading)
            for child in list(element):
                element.remove(child)
            element.tag = "p"
            element.extend(others)
            for cell in others:
                cell.tag, cell.tail = "span", "; " if cell is not others[-1] else None
                if len(cell):
                    cell[-1].tail = (cell[-1].tail or "").rstrip()
                else:
                    cell.text = (cell.text or "").rstrip()


def _promote_linked_rows(page: PageTree) -> None:
    """Put a heading and boxes in the place of each row of the tables whose rows link to themselves."""
    level = 1
    for element in list(page.content.iter(*HEADINGS, *(() if page.lacks("table") else ("table",)))):
        if element.tag != "table":
            level = level_of(element)
        elif rows := _linked_rows(element):
            head = next(element.iter("tr"))
            labels = [plain_text(cell) for cell in head] if head not in rows else []
            for row, link in rows.items():
                heading = Element(heading_tag(level + 1), id=unquote(link.get("href", "#")[1:]))
                etree.SubElement(heading, "code").text = plain_text(link)
                link.drop_tree()
                for label, cell in list(zip(labels, row, strict=False))[2:]:
                    cell.text = f"{label}: {(cell.text or '').lstrip()}" if plain_text(cell) else None
                row.insert(0, heading)
            if labels:
                head.drop_tree()
            for part in list(element.iter("table", "thead", "tbody", "tfoot", "tr", "td")):
                part.tag = "div"


def _linked_rows(table: HtmlElement) -> dict[HtmlElement, HtmlElement]:
    """Return the rows of a table but for its header, each with the link to itself that its first cell begins with.

    There are none if a row has no such link.
    """
    targets = (href for link in table.iter("a") if (href := link.get("href")))
    links = _LED_WITHIN(table) if next(targets, "").startswith("#") else ()  # few tables begin so
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


def _declaring_cells(table: HtmlElement) -> list[HtmlElement]:
    """Return the cells of a table of one row that begins with code alone, above some text; none of any other table."""
    rows = list(islice(table.iter("tr"), 2))
    cells = [cell for row in rows for cell in row.iterchildren("td", "th")]
    if len(rows) != 1 or len(cells) < _MIN_CELLS or len(cells[0]) != 1 or cells[0][0].tag not in ("code", "tt"):
        return []
    is_name = 0 < len(plain_text(cells[0])) <= MAX_CHARS and plain_text(cells[0]) == plain_text(cells[0][0])
    is_line = next(rows[0].iterdescendants(*(IS_BLOCK - {"td", "th"})), None) is None
    is_above = any(shows_text(after) for after in table.itersiblings(etree.Element))
    is_within = next(table.iterancestors("td", "th", "li", "dt"), None) is not None
    return cells if is_name and is_line and is_above and not is_within else []


def _lines_that_link_to_themselves(main: HtmlElement) -> dict[HtmlElement, tuple[str, str]]:
    """Return the lines, or the code, that begin members by links to themselves, with the anchor and the name of each.

    A link is the name of the member, which is a part of its anchor, or a sign. A sign tells where it stands in the box
    that it leads to, and code alone follows it, or a part of its line that is called a signature.
    """
    found: dict[HtmlElement, tuple[str, str]] = {}
    terms: list[HtmlElement] = []
    for link in _LED_WITHIN(main):
        href = link.get("href")
        anchor = unquote(href[1:]) if "%" in href else href[1:]
        text = "".join(raw_text(link).split())
        is_name = any(map(str.isalpha, text))
        if is_name and text not in "".join(anchor.split()):  # as nearly all
            continue
        line = next((above for above in link.iterancestors() if above.tag in IS_BLOCK), None)
        span = link.getparent()
        if not is_name and line is not None and line.tag in _BOX_TAGS and _is_line_of(span, anchor):
            span.tag, line = "div", span
        if line is None or line.tag not in _LINES or "caption" in (line.get("class") or ""):
            continue
        begun = _named_line(line, link, anchor) if is_name else _signature(line, link, anchor)
        if begun is not None:
            element, name = begun
            found.setdefault(element, (anchor, name))
            if element.tag == "code" and _stands_among_definitions(line):
                terms.append(element)
    for element in terms:
        del found[element]
        box = element.getparent()
        if box is not None:
            _make_definition(box)
    return found


def _make_definition(box: HtmlElement) -> None:
    """Make a definition list of a declaration, with one term."""
    definitions = Element("dl")
    box.addprevious(definitions)
    box.tag, definitions.tail, box.tail = "dt", box.tail, None
    definitions.append(box)


def _is_line_of(span: HtmlElement, anchor: str) -> bool:
    """Return whether a span that has an anchor is the sign that leads to it, and code, as rustdoc writes fields."""
    return span.tag == "span" and span.get("id") == anchor and [part.tag for part in span] == ["a", "code"]


def _box_of_line(line: HtmlElement, anchor: str) -> HtmlElement | None:
    """Return the box that begins with a line, or is one, and that an anchor leads to."""
    boxes = (above for above in islice((line, *line.iterancestors()), _BOXES) if above.get("id") == anchor)
    box = next(boxes, None)
    return box if box is not None and box.tag in _BOX_TAGS and _is_first(line, box) else None


def _named_line(line: HtmlElement, link: HtmlElement, anchor: str) -> tuple[HtmlElement, str] | None:
    """Return the line of a member and its name, if its first link with a text is the name and leads to the member."""
    box = _box_of_line(line, anchor)
    if box is line or (box is None and not _follows_anchor(line, anchor)):
        return None
    name = plain_text(link)
    return (line, name) if len(name) <= MAX_CHARS and next(filter(plain_text, line.iter("a"))) is link else None


def _stands_among_definitions(box: HtmlElement) -> bool:
    """Return whether the described members beside one are definitions, as in older odoc, so that this is one, too."""
    return any(
        next(beside.iterchildren("dt"), None) is not None and beside[0].get("id") is not None
        for beside in (*box.itersiblings("dl"), *box.itersiblings("dl", preceding=True))
    )


def _is_first(line: HtmlElement, box: HtmlElement) -> bool:
    """Return whether no heading and at most a few words stand above a line in its box."""
    if line is box:
        return True
    before = 0
    for element in (line, *line.iterancestors()):
        if element is box:
            return before <= _BEFORE_CHARS
        for above in element.itersiblings(etree.Element, preceding=True):
            if next(above.iter(*HEADINGS), None) is not None:
                return False
            before += len(plain_text(above))
    return False


def _follows_anchor(line: HtmlElement, anchor: str) -> bool:
    """Return whether an anchor is one of the empty ones right before a line."""
    for before in line.itersiblings(preceding=True):
        if before.tag != "a" or raw_text(before).strip() or (before.tail or "").strip():
            return False
        if anchor_of(before) == anchor:
            return True
    return False


def _signature(line: HtmlElement, sign: HtmlElement, anchor: str) -> tuple[HtmlElement, str] | None:
    """Return the signature that a sign stands before, with its title: code in a box itself, or a line of a box."""
    box = _box_of_line(line, anchor)
    if box is None:
        return None
    if line is box:
        code = sign.getnext()
        if code is None or code.tag != "code" or sign.getprevious() is not None or (code.tail or "").strip():
            return None
        after = code.getnext()
        is_alone = not (line.text or "").strip() and not (sign.tail or "").strip()
        return (code, _title(plain_text(code))) if is_alone and (after is None or after.tag in IS_BLOCK) else None
    named = [part for part in line.iter("span", "code") if "signature" in (part.get("class") or "").split()]
    if len(named) != 1 or next(line.iterdescendants(*BLOCKS), None) is not None:
        return None
    return line, _title(plain_text(named[0]))


def _title(signature: str) -> str:
    """Return a signature without the sign before a value below it, and only its beginning if it is long.

    >>> _title("type url = {"), _title("val map : " + "a -> " * 40)
    ('type url', 'val map')
    """
    title = signature.removesuffix("{").rstrip().removesuffix("=").rstrip()
    for sign in (" : ", " = ", "("):
        if len(title) > MAX_CHARS:
            title = title.partition(sign)[0].rstrip()
    return title[:MAX_CHARS]


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
    text, parent = plain_text(heading), heading.getparent()
    while parent is not None and parent.tag in ("header", "div") and plain_text(parent) == text:
        parent = parent.getparent()
    return parent


def _box(element: HtmlElement, anchor: str) -> HtmlElement | None:
    """Return the box of a member: the one that its own link leads to, or one in which nothing is before it."""
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
    return next((above for above in islice(element.iterancestors(), _BOXES) if above.get("id") in fragments), None)


def _may_begin(element: HtmlElement, main: HtmlElement, *, has_named: bool) -> bool:
    """Return whether an element may begin a member, by its class or by the anchors right below it or beside it."""
    tag = element.tag
    if has_named and tag in ("p", "div") and element.get("class") in _NAMES:
        return True
    if tag == "div":
        return _is_named_code(element) or _begins_linked_box(element, main)
    if tag == "pre":
        return any(part.tag in ("span", "a") and _has_anchor(part) for part in element)
    if tag == "header":
        return any(link.tag == "a" and link.get("id") is not None and raw_text(link).strip(_SPACE) for link in element)
    return tag == "summary" and element.get("id") is not None


def _has_anchor(element: HtmlElement) -> bool:
    return element.get("id") is not None or (element.tag == "a" and element.get("name") is not None)


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


def _anchor_and_name(element: HtmlElement) -> tuple[str, str] | None:
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
    anchor = element.get("id") or (anchor_of(inner) if inner is not None else "") or _anchor_before(element)
    if not anchor and (box := _linked_box(element)) is not None:
        anchor = str(box.get("id"))
    name = _name(element)
    if len(name) > MAX_CHARS and inner is not None and inner.get("href") is None and plain_text(inner):
        name = plain_text(inner)
    elif len(name) > MAX_CHARS and (inner is not None or element.get("class") in _NAMES):
        name = name.partition("(")[0].rstrip()  # the whole signature stays below the heading
    return (anchor, name) if anchor and 0 < len(name) <= MAX_CHARS else None


def _name(element: HtmlElement) -> str:
    """Return the text of a line that begins a member, without the sign before a value that stands below the line."""
    return plain_text(element).removesuffix("{").rstrip().removesuffix("=").rstrip()


def _of_code(pre: HtmlElement) -> tuple[str, str] | None:
    """Return the anchor and name of code that begins with what the anchor names, and is no part of other code."""
    if next(pre.iterancestors("pre", "dt", "td"), None) is not None:
        return None
    first = pre[0]
    name = plain_text(first)
    anchor = first.get("id") or first.get("name")
    is_first = not (pre.text or "").strip() and first.tag in ("span", "a")
    return (
        (anchor, name) if is_first and anchor and 0 < len(name) <= MAX_CHARS and "\n" not in raw_text(first) else None
    )


def _anchor_before(element: HtmlElement) -> str:
    """Return the id of the nearest empty anchor before an element, or of the box that it begins."""
    parent = element.getparent()
    if parent is not None and parent.get("id"):
        begins = element is parent[0] and element.get("class") in _NAMES
        if begins or f"#{parent.get('id')}" in [a.get("href") for a in parent.iter("a")]:
            return str(parent.get("id"))
    before = element.getprevious()
    if before is None or before.tag != "a" or plain_text(before) or (before.tail or "").strip():
        return ""
    return anchor_of(before)
