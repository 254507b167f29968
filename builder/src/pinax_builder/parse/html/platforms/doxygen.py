"""Doxygen documents C, C++ and languages like them, and lays out signatures and types as tables.

Rules: - A table is a signature if an opening parenthesis is all the text of a cell in its first row, or if it says so
         by its class; in another row it may be a table of characters. A `pre` replaces it. The parameters of further
         rows stand below the first parameter.
       - The heading above a member has the signature as an attribute. A signature that begins a box right after an
         anchor gets a heading. A heading without a name gets the name that the signature declares. Members stand one
         level below the heading of their group.
       - A drawn hierarchy of classes becomes a line of links to them, as far as the map of the picture names them.
       - The rows of a tree of classes or files become a list in lists.
       - The heading of a member declares what its signature does; the title of a page about a type declares the type.
       - A declaration is read as Doxygen writes it: `Matrix< T >& Matrix< T >::transpose() const`, `#define MAX 5`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from lxml.etree import SubElement
from lxml.html import Element, HtmlElement, builder

from pinax_builder.parse.html.page_tree import HEADINGS, SIGNATURE, PageTree, anchor_of, heading_tag, level_of
from pinax_builder.parse.html.platforms.record import Platform
from pinax_builder.parse.inventory import cut
from pinax_builder.parse.plain_text import plain_text, raw_text, shows_text
from pinax_builder.records import Symbol

_TEMPLATE_ARGUMENTS = re.compile(r"\s*<[^<>]*>")
_TEMPLATES = re.compile(r"(?:template\s+)*")
"""What is left of the templates before a declaration, without their arguments."""
_OPERATOR = re.compile(r"(?:(?<![\w.:])[\w.:]*::)?\boperator\b[^\w\s]*.*")
_POINTER = re.compile(r"\(\s*(?:[\w:]+::)?[*&^]\s*([\w.:]+)")
"""Name of a pointer to a function, which stands within the declaration."""
_NOT_IN_NAMES = re.compile(r"[^\w.:~]")
_FIRST = re.compile(r"(#define|using|typedef|enum(?: class| struct)?|concept)\s+([\w.:]+)")
_KINDS = {"#define": "macro", "using": "type", "typedef": "type", "concept": "type"}

DOXYGEN = Platform(
    "doxygen",
    generator="doxygen",
    signs="#doc-content .contents, div.headertitle div.title, .qindex, div.tabs > ul > li > a[href$='.html'] > span",
    roots=("#doc-content", "body"),
    chrome="#MSearchSelectWindow, #MSearchResultsWindow, .ttc, address.footer, #top, #titlearea, .qindex,"
    " div.tabs, .dynheader, .dyncontent .legend, .directory .levels, .directory .arrow, .directory .icona",
    title="div.headertitle div.title",
)
_DIAGRAM_LEVELS = 4
"""Number of elements around a part of a diagram, or before one, that are looked at."""
_PLACE = re.compile(r"(?<=_)\d+(?=_)")
"""A number in the id of a row of a tree."""
_MAX_DEPTH = 20
_MORE = "More..."
"""Text of a link from a short description to the long one."""
_NEVER_IN_SIGNATURES = ("table", "pre", "ul", "ol", "dl", "p", *HEADINGS)
"""Tags of elements that no signature has."""
_TEMPLATE = "memtemplate"
"""Class of the box before a signature that holds the parameters of its template."""
_UNNAMED = re.compile(r"(?:(?<!\s)\s++|(?<![\w:\s]))[\w:]*+@\d+.*", re.DOTALL)
"""End of a declaration that gives no name; Doxygen writes a number."""
_NO_NAMES = frozenset(("", "[struct]", "[union]", "[enum]", "[class]"))
"""Texts of headings above what has no name of its own."""
_SIGNATURE_TABLES = frozenset(("memname", "mdTable", "Prototype", "funcprototype-table"))
"""Classes of tables that are signatures; Natural Docs and DocBook write the last two."""
_MEMBER_HEADING = "memtitle"
"""Class of a heading of a member, as Doxygen writes it."""
_TYPE_PAGE = re.compile(r"(\S+) (Class|Struct|Union|Namespace|Interface)(?: Template)? Reference\b")
"""Title of a page about one type or namespace, as Doxygen writes it, without the arguments of templates."""
_TYPE_KINDS = {"Class": "class", "Struct": "struct", "Union": "union", "Namespace": "module", "Interface": "interface"}


def write_diagrams(page: PageTree) -> None:
    """Write the classes of a drawn hierarchy, which the map of its picture names, as a line of links."""
    lines: dict[HtmlElement, HtmlElement] = {}
    for area in list(page.content.iter("area")) if page.has("dyncontent") else ():
        name, around = (area.get("alt") or "").strip(), islice(area.iterancestors(), _DIAGRAM_LEVELS)
        box = next((above for above in around if above.get("class") == "dyncontent"), None)
        if not name or box is None:
            continue
        if box not in lines:
            before = islice(box.itersiblings(preceding=True), _DIAGRAM_LEVELS)
            titles = (one for one in before if (one.get("class") or "").startswith("dynheader"))
            lines[box] = builder.P(" ".join([*map(plain_text, islice(titles, 1)), ""]))
            box.addprevious(lines[box])
            for image in [image for image in box.iter("img") if not image.get("alt")]:
                image.attrib.clear()  # the line says what it shows
        else:
            lines[box][-1].tail = ", "
        SubElement(lines[box], "a", href=area.get("href") or "").text = name


def write_signatures(page: PageTree) -> None:
    """Replace each table that lays out a signature by a code block, and head the members that begin with one."""
    if page.lacks("table", "tr", "td"):
        return
    main = page.content
    members = set(page.select(f"h2.{_MEMBER_HEADING}"))
    parts = list(main.iterdescendants("td", "table"))
    found = [next(cell.iterancestors("table"), None) for cell in parts if cell.tag == "td" and _begins(cell)]
    named = [_innermost(table) for table in parts if table.tag == "table" and table.get("class") in _SIGNATURE_TABLES]
    for table in dict.fromkeys((*found, *named)):
        parent = table.getparent() if table is not None else None
        if table is None or parent is None or next(table.iterdescendants(*_NEVER_IN_SIGNATURES), None) is not None:
            continue
        code = builder.PRE(_signature(table))
        code.tail = table.tail
        parent.replace(table, code)
        _take_template(code)
        members.update(_head(code))
    _set_levels(main, members)


def mend_tables(page: PageTree) -> None:
    """Make lists of the tables that are trees of classes or files: the id of a row, `row_2_0_`, is its place.

    Titles of groups of members are headings below that of the table.
    The links that end short descriptions go: what they lead to has the same name.
    """
    below = page.select("a[href$='#details']") if page.has("#details") else []
    for link in {*page.select("td.mdescRight a"), *below}:
        if plain_text(link) == _MORE:
            link.drop_tree()
    for title in filter(shows_text, page.select("td > div.groupHeader") if page.has("groupHeader") else ()):
        title.tag = "h3"
    for table in page.select("table.directory"):
        rows = list(table.iter("tr"))
        for child in list(table):
            table.remove(child)
        table.tag = "ul"
        above = [table]
        for row in rows:
            depth = min(len(_PLACE.findall(row.get("id") or "")), _MAX_DEPTH)
            while len(above) < depth and len(above[-1]):
                above.append(SubElement(above[-1][-1], "ul"))
            del above[max(1, depth) :]
            item = SubElement(above[-1], "li")
            for cell in row.iterchildren("td"):
                cell.tag = "span"
                cell.tail = " "
                item.append(cell)


def symbols_of_heading(heading: HtmlElement, ids: list[str], text: str) -> tuple[Symbol, ...] | None:
    """Return the symbols of a heading of a member, or of a page about one type; None for any other heading."""
    classes = (heading.get("class") or "").split()
    if _MEMBER_HEADING in classes and ids:
        return tuple(_declared_symbols(heading, text))
    about = _TYPE_PAGE.match(_plain(text)) if _titles_page(heading, classes) else None
    return (Symbol(about[1], _TYPE_KINDS[about[2]], "", cut(text)),) if about else None


def _signature(table: HtmlElement) -> str:
    """Join the cells of a table to a signature, with a line for each row that has a parameter."""
    lines = [""]
    for row in table.iter("tr"):
        texts = [text for cell in row.iter("td", "th") if (text := plain_text(cell))]
        if lines[0] and texts and not texts[0].startswith(")"):
            lines.append(" " * (lines[0].find("(") + 1))
        for text in texts:
            lines[-1] = _joined(lines[-1], text)
    return "\n".join(lines)


def _joined(line: str, text: str) -> str:
    """Add a cell's text to a line; no space is next to the inner side of a parenthesis, or before an opening one.

    >>> _joined(_joined(_joined("int f", "("), "int"), "a")
    'int f(int a'
    """
    is_tight = text in ("(", ")") or text.startswith(")") or not line.strip() or line.endswith("(")
    return line + text if is_tight else f"{line} {text}"


def _innermost(table: HtmlElement) -> HtmlElement:
    """Return the only table in a table, or the table itself."""
    inner = list(table.iterdescendants("table"))
    return inner[0] if len(inner) == 1 else table


def _begins(cell: HtmlElement) -> bool:
    """Return whether a cell holds nothing but an opening parenthesis, in the first row of its table.

    One may also end a cell if the closing one begins the last cell.
    """
    text = (cell.text or "").strip()
    if len(cell) or not text.endswith("("):
        return False
    row = cell.getparent()
    if row is None or next(row.itersiblings("tr", preceding=True), None) is not None:
        return False
    table = next(row.iterancestors("table"), None) if text != "(" else None
    return text == "(" or (table is not None and plain_text(list(table.iter("td"))[-1]).startswith(")"))


def _take_template(code: HtmlElement) -> None:
    """Move the parameters of templates, each in a box before the signature, to the signature."""
    outer = next((above for above in code.iterancestors("table")), code)
    while (before := outer.getprevious()) is not None and before.get("class") == _TEMPLATE:
        code.text = f"{plain_text(before)}\n{code.text}"
        before.drop_tree()


def _head(code: HtmlElement) -> Iterator[HtmlElement]:
    """Write a signature, and the name that it declares, into the heading of the member that begins with it.

    Yields:
        The heading, if there was none.
    """
    box = code
    while (parent := box.getparent()) is not None and box.getprevious() is None and not (parent.text or "").strip():
        box = parent
    before = box.getprevious()
    if before is not None and before.tag == "p" and not (len(before) or before.attrib or shows_text(before)):
        before.drop_tree()  # as versions 1.2 to 1.4 have it
        before = box.getprevious()
    name = declared(code.text or "")[0]
    if box is code or before is None or (before.tail or "").strip():
        return
    if before.tag == "p" and len(before) == 1 and before[0].tag == "a":  # as versions before 1.6 have it
        before = before[0]
    if before.tag == "a" and not raw_text(before).strip() and anchor_of(before) and name:
        before = Element("h2", {"class": _MEMBER_HEADING})
        box.addprevious(before)
        yield before
    elif before.tag not in HEADINGS:
        return
    before.set(SIGNATURE, code.text or "")
    if plain_text(before).strip("◆ ") in _NO_NAMES:
        _name(before, name or _UNNAMED.sub("", code.text or ""), code.text or "")


def _set_levels(main: HtmlElement, members: set[HtmlElement]) -> None:
    """Put the headings of members one level below the last heading outside of them, which names their group.

    The headings in the text of a member go down with its own.
    """
    level = own = 0
    lowered: int | None = 0
    for heading in list(main.iter(*HEADINGS)) if members else ():
        if heading in members:
            own = max(level + 1, level_of(heading))
            heading.tag, lowered = heading_tag(own), None
        elif not any(above.get("class") == "memitem" for above in heading.iterancestors("div")):
            level = level_of(heading)
        else:
            lowered = max(0, own + 1 - level_of(heading)) if lowered is None else lowered
            heading.tag = heading_tag(level_of(heading) + lowered)


def _name(heading: HtmlElement, name: str, signature: str) -> None:
    """Add the last part of a name to a heading, as others on the page have it."""
    _, operator, sign = name.partition("::operator")
    last = f"operator{sign}" if operator else name.rpartition("::")[2]
    text = f"{last}()" if declared(signature)[1] == "function" else last
    if len(heading):
        heading[-1].tail = text
    else:
        heading.text = text


def _titles_page(heading: HtmlElement, classes: list[str]) -> bool:
    """Return whether a heading is the title of a page by its class or, in older Doxygen, by that of its box."""
    parent = heading.getparent()
    return heading.tag == "h1" and ("title" in classes or (parent is not None and parent.get("class") == "contents"))


def _declared_symbols(heading: HtmlElement, text: str) -> Iterator[Symbol]:
    """Yield the symbol of a heading above a signature, by the name and kind that this declares."""
    signature = " ".join((heading.get(SIGNATURE) or text).split())
    name, kind = declared(signature)
    shown = text.split("(")[0].strip() if "operator" not in text else name
    if name:
        yield Symbol(name if name.endswith(shown) else shown, kind, "", cut(signature))


def declared(declaration: str) -> tuple[str, str]:
    """Return the name and kind that a declaration declares.

    >>> declared("TiXmlHandle TiXmlHandle::Child(int index) const")
    ('TiXmlHandle::Child', 'function')
    >>> declared("typedef utf32_t(* get_char)(const void *, size_t)"), declared("struct { ... } value::object")
    (('get_char', 'type'), ('value::object', 'variable'))
    >>> declared("bool List< T >::operator==(int code) const"), declared("#define MAX(a, b) a")
    (('List::operator==', 'function'), ('MAX', 'macro'))
    >>> declared("enum sf::Status : int"), declared("char name::buffer[10]"), declared("anonymous enum")
    (('sf::Status', 'enum'), ('name::buffer', 'variable'), ('', 'enum'))
    >>> declared("union { ... } n::@45"), declared("template <class T> template <class U> typedef list<T> slots::list")
    (('', 'variable'), ('slots::list', 'type'))
    """
    text = " ".join(declaration.split())
    first = _FIRST.match(_TEMPLATES.sub("", _plain(text), count=1))
    keyword = first[1].split()[0] if first else ""
    if first and keyword != "typedef":
        return first[2], _KINDS.get(keyword, "enum")
    if text.endswith("enum") or _UNNAMED.search(text):
        return "", "enum" if text.endswith("enum") else "variable"
    before, *rest = text.partition("operator")
    operator = _OPERATOR.search(_plain(before) + "".join(rest))
    if operator:
        name, _, arguments = operator[0].partition("operator")
        sign = arguments[:2] if arguments.startswith("()") else arguments.partition("(")[0]
        return f"{name}operator{sign}".rstrip(), "function"
    return _named(_plain(text), "type" if keyword else "")


def _named(text: str, kind: str) -> tuple[str, str]:
    """Return the name and kind of a definition that is no macro, enumeration or operator."""
    pointer = _POINTER.search(text)
    if pointer:
        return pointer[1], kind or "variable"
    before, parenthesis, _ = text.partition(" = ")[0].partition("(")
    return _last_name(before.rstrip()), kind or ("function" if parenthesis else "variable")


def _last_name(text: str) -> str:
    """Return the last name of a declaration, which the sizes of an array may follow."""
    while text.endswith("]"):
        text = text[: text.rfind("[")].rstrip() if "[" in text else text.rstrip("]")
    return _NOT_IN_NAMES.split(text)[-1].rstrip(".:~")


def _plain(text: str) -> str:
    """Remove the arguments of templates."""
    before = ""
    while before != text:
        before, text = text, _TEMPLATE_ARGUMENTS.sub("", text)
    return text
