"""Find the part of a page that is its content, without the chrome that the pages of a docset share.

In:    A page's tree, as it was published, and the platform that published it; trees of some other pages of the docset.
Out:   Repeated: what is the same on most of them. `drop_repeated` removes it from a page. Then one element that holds
       the content, and whether the page marked it with `data-pagefind-body`.
Rules: - A repeated block that is made of links or hidden is chrome anywhere, and so is a heading with nothing else
         below it; but a part of a list stays if others in it are the page's own, and so does what is said of a term,
         and a list below a sentence of the page's own that ends with a colon.
         With such a block goes the menu made of links that it stands in. Other text is chrome only before or after
         all that is the page's own, and never with a heading, code or definitions in it or a heading before it, nor
         in a box called a section, unless it is a `header` or `footer`, stands beside a box called the content, or is
         all that stands behind a rule which divides no sections.
         A repeated heading, as the site's name, is chrome there if the next one follows, or if it begins and ends the
         page. If a page would lose most of its text that way, it is a variant of other pages and keeps this text, but
         for what stands beside a box called the content. Where nothing else is left of an element that holds a page's
         content, as in an index that lists what the menu lists, all of it stays. So does what is in a list of pages
         that a text shows, as Sphinx has them. A link that only folds what stands below is none here.
       - The content is the first of these that has text: what the page marked, where its platform puts content, `main`,
         `role=main`, `article`, the smallest element outside which stand only links, the body.
       - What stands between a link that skips navigation and its target is navigation by the page's own word, but for
         what holds a heading, code or a paragraph, and what is in an article with the target.
Why:   docs/decisions/0100

Strategy: a repeated block is known by its tag, number of children, class, id and text. The text is compared last, since
that costs more than the others. Blocks within a repeated block are skipped.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from itertools import chain, islice, takewhile
from math import ceil
from urllib.parse import unquote

from lxml import etree
from lxml.html import Element, HtmlElement

from pinax_builder.parse.html.links import leads_to_itself
from pinax_builder.parse.html.page_tree import (
    HEADINGS,
    SIDE_TAGS,
    PageTree,
    is_link,
    names_of,
    signs_page,
    stands_beside,
    text_before,
)
from pinax_builder.parse.html.platforms import Platform
from pinax_builder.parse.page_facts import head_description_of, head_title_of, split_title
from pinax_builder.parse.plain_text import plain_text, raw_text, shows_text
from pinax_builder.parse.styled_away import is_styled_away
from pinax_builder.words import count_words, words_of

SAMPLE_PAGES = 24
"""Number of pages that are compared, of a larger docset."""
_MIN_PAGES = 5
"""Number of pages below which nothing counts as repeated."""
_MIN_SAME_TITLES = 3
"""Number of compared pages from which on a title that they have is no page's own."""
_SHARE = 0.6
"""Share of the pages from which on what they share is chrome."""
_BLOCK_WORDS = """
    div ul ol table td p blockquote nav header footer aside center address form section small font
"""
_BLOCKS = (*_BLOCK_WORDS.split(), *HEADINGS)
"""Tags of elements that are compared."""
_MIN_CELL_CONTROLS = 3
"""Fewest links and inputs of a cell that is compared, since it may be a menu; with fewer it holds data."""
_NEVER_IN_TEXT = (*HEADINGS, "pre", "dl")
"""Tags of content: a repeated block that has one of these is kept, unless it is made of links."""
_TEXTS = etree.XPath("descendant::text()[not(parent::script or parent::style)]", smart_strings=False)
_ANCHORS = etree.XPath("descendant::*/@id | descendant::a/@name", smart_strings=False)
_LINK_SHARE = 0.6
"""Share of a block's characters in links from which on it is made of links."""
_MIN_WORDS = 4
"""Number of words below which a block that is not made of links, nor a bar right in the body, is not compared."""
_SECTION = re.compile(r"section|(?:ref)?sect\d")
"""Tag or class of a section, also as DocBook calls it, whose heading an anchor may stand before."""
_NEAR = 3
"""Number of elements around a block among which its section is sought."""
_BANNER_CHARS = 300
"""Length of the longest block with a heading that is the banner of a site (characters)."""
_BANNER_LINKS = 3
"""Largest number of links between such a banner and the heading of the page."""
_MAX_CHARS = 40_000
"""Largest length of a block that is compared (characters)."""
_FOLDS = re.compile(r"(?:toggle|collapse|expand|fold)\w*\(this\b|javascript:ChangeTab\(", re.IGNORECASE)
"""Script of a link that folds what stands below, and so is a title, or shows another of Sandcastle's tabs."""
_LISTS_OF_PAGES = ("toctree-wrapper",)
"""Classes of lists of pages that a page shows in its text, as Sphinx has them, though the menu shows them, too."""
_ALIKE_AMONG = 24
"""Number of sections right before one among which one like it is sought."""
_MENUS = frozenset(("menu", "nav", "navbar", "navcolumn", "navigation", "sidebar", "side-bar", "sidenav", "side-nav"))
"""Names of boxes beside the content, if they are made of links."""
_CALLED_CONTENT = frozenset(("content", "main", "main-content"))
"""Ids of the box that holds the content."""
_MOST = 0.5
"""Largest share of a page's characters that it may lose outside links."""


_Kind = tuple[str, int, str, str]
"""Tag, number of children, class and id of a block."""
_Block = tuple[_Kind, bytes, str]
"""Kind of a block, digest of its text, and the text's first character."""


@dataclass(frozen=True, slots=True)
class Repeated:
    """What is the same on most pages of a docset."""

    blocks: Mapping[_Kind, frozenset[bytes]] = field(default_factory=dict)
    """Digests of the blocks' texts."""
    title_parts: frozenset[str] = frozenset()
    """Shared parts of `<title>`, such as the site's name."""
    is_known: bool = False
    """Whether enough pages were compared to tell."""
    headings: frozenset[str] = frozenset()
    """Shared texts of `h1` and `h2` elements, and of the headings that begin pages of HTML or Markdown."""
    titles: frozenset[str] = frozenset()
    """Whole texts of `<title>` that several pages have."""
    beginnings: frozenset[str] = frozenset()
    """Texts of first and second headings that several pages have, such as those of a chapter."""
    descriptions: frozenset[str] = frozenset()
    """Descriptions in the head that several pages have, such as what the whole site is about."""
    first_signs: Mapping[_Kind, str] = field(default_factory=dict)
    """First characters of the texts of the blocks of each kind."""


def find_repeated(trees: Sequence[HtmlElement], first_headings: Sequence[str] = ()) -> Repeated:
    """Find what most of some pages of HTML have in common, and most of the first headings of pages of Markdown."""
    counted = Counter(first_headings) if len(first_headings) >= _MIN_PAGES else Counter[str]()
    shared = frozenset(text for text, pages in counted.items() if text and pages >= _SHARE * len(first_headings))
    if len(trees) < _MIN_PAGES:
        return Repeated(headings=shared)
    parts: Counter[str] = Counter()
    headings: Counter[str] = Counter()
    titles = Counter(map(head_title_of, trees))
    beginnings: Counter[str] = Counter()
    descriptions = Counter(map(head_description_of, trees))
    least = ceil(_SHARE * len(trees))
    blocks = _repeated_blocks(trees, least)
    for tree in trees:
        parts.update(set(split_title(head_title_of(tree))))
        beginnings.update({plain_text(heading) for heading in islice(tree.iter(*HEADINGS), 2)} - {""})
        high = (*tree.iter("h1", "h2"), *islice(tree.iter(*HEADINGS), 1))
        headings.update({plain_text(heading) for heading in high} - {""})
    found: dict[_Kind, set[bytes]] = {}
    first_signs: dict[_Kind, set[str]] = {}
    for kind, digest, first in blocks:
        found.setdefault(kind, set()).add(digest)
        first_signs.setdefault(kind, set()).add(first)
    return Repeated(
        {kind: frozenset(digests) for kind, digests in sorted(found.items())},
        frozenset(part for part, pages in parts.items() if pages >= least),
        True,
        shared | {heading for heading, pages in headings.items() if pages >= least},
        frozenset(title for title, pages in titles.items() if title and pages >= _MIN_SAME_TITLES),
        frozenset(text for text, pages in beginnings.items() if pages >= _MIN_SAME_TITLES),
        frozenset(text for text, pages in descriptions.items() if text and pages >= _MIN_SAME_TITLES),
        {kind: "".join(sorted(signs)) for kind, signs in sorted(first_signs.items())},
    )


def drop_repeated(page: PageTree, repeated: Repeated, roots: Sequence[HtmlElement] = ()) -> None:
    """Remove from a page what most pages of its docset have; roots are the elements that may be its content."""
    tree, lists_of_pages = page.root, page.of_class(_LISTS_OF_PAGES)
    body = tree.find("body")
    if body is None or not repeated.blocks:
        return
    matching = [block for block in _topmost(body, repeated) if lists_of_pages.isdisjoint(block.iterancestors())]
    found = set(matching)
    kept = _all_that_is_left(roots, matching)
    ending = _behind_rule(matching, body)
    matching = [one for one in matching if one not in kept and (one in ending or not _is_a_section(one, found))]
    known = set(matching)
    lists = {box for box in {block.getparent() for block in matching} if box is not None and _is_own_list(box, known)}
    names = _names_of_members(matching, tree) | {block for block in matching if _is_announced(block, known)}
    matching = [block for block in matching if block.getparent() not in lists and block not in names]
    anywhere = [block for block in matching if block.tag not in HEADINGS and (_is_links(block) or _is_hidden(block))]
    under: dict[HtmlElement, bool] = {}
    running = _running_head(matching, body)
    others = [block for block in matching if block not in anywhere]
    boxes = {box.getparent() for name, box in page.ids if name in _CALLED_CONTENT and box.tag == "div"}
    edges = [
        one
        for one in others
        if one in ending
        or (one.tag not in HEADINGS and _is_beside_content(one, boxes))
        or not _is_of_the_text(one, known, under)
    ]
    edges = [running, *edges] if running is not None and running not in edges else edges
    lost = sum(len(raw_text(block)) for block in edges if block not in ending)
    for block in reversed(list(dict.fromkeys(_whole(anywhere)))):
        _drop_with_heading(block)
    text = _without_scripts(body) if edges else ""
    if lost > _MOST * len(text) and lost > _MOST * len(raw_text(body)):  # with scripts, it is no shorter
        edges = [one for one in edges if one in ending or one.tag == "footer" or _is_beside_content(one, boxes)]
    for block in _at_the_edges(text, edges):
        _drop_with_heading(block)


def _behind_rule(blocks: Sequence[HtmlElement], body: HtmlElement) -> set[HtmlElement]:
    """Return the repeated blocks that are all that a page shows behind a rule, which divides none of its sections."""
    if not any(map(_is_ruled, blocks)):
        return set()
    text = _without_scripts(body)
    ends = set(_at_the_edges(text, blocks))
    ending = [*takewhile(ends.__contains__, reversed(blocks))]
    while ending and not _is_ruled(ending[-1]):
        ending.pop()
    known = set(blocks) if any(block.tag in HEADINGS for block in ending) else set()
    divides = known and any(_is_ruled(heading) for heading in body.iter(*HEADINGS) if heading not in known)
    is_most = sum(len(raw_text(block)) for block in ending) > _MOST * len(text)
    return set() if divides or is_most else set(ending)


def _is_ruled(block: HtmlElement) -> bool:
    """Return whether a rule stands right before a block."""
    before = block.getprevious()
    if before is None or shows_text(before) or (before.tail or "").strip():
        return False
    return before.tag == "hr" or (len(before) == 1 and before[0].tag == "hr")


def _running_head(blocks: Sequence[HtmlElement], body: HtmlElement) -> HtmlElement | None:
    """Return the heading that begins a page and ends it, too, word by word; None if there is none."""
    headings = [block for block in blocks if block.tag in HEADINGS]
    name = plain_text(headings[0]) if len(headings) > 1 else ""
    if not name or plain_text(headings[-1]) != name:
        return None
    text = _both_ends(raw_text(body), 1 + name.count(" "))
    return headings[0] if text.startswith(name) and text.endswith(name) else None


def _is_beside_content(block: HtmlElement, boxes: Set[HtmlElement | None]) -> bool:
    """Return whether a block stands beside a box called the content, as a footer does, and not in one.

    Boxes are the elements right around those called so.
    """
    above = (block, *block.iterancestors())
    return any(one.getparent() in boxes for one in above) and not any(one.get("id") in _CALLED_CONTENT for one in above)


def _is_own_list(box: HtmlElement, repeated: Set[HtmlElement]) -> bool:
    """Return whether a box in the body is a list of links, and several are the page's own, as inherited members are.

    The last may be the class itself. In a box that begins with the list's heading, one of its own is enough.
    """
    items = list(box) if box.tag != "body" else []
    is_headed = len(items) > 2 and items[0].tag in HEADINGS and not stands_beside(box)
    listed, least = (items[1:], 1) if is_headed else (items, 2)
    if len({item.tag for item in listed}) > 1 or len(set(listed) - repeated) < least:
        return False
    if is_headed and listed[0].tag in HEADINGS:
        return False
    return all(map(_is_links, listed if is_headed else listed[:-1]))


def _names_of_members(blocks: Sequence[HtmlElement], tree: HtmlElement) -> set[HtmlElement]:
    """Return the blocks whose links all lead to anchors of the page, beside a heading or other words, or led to.

    So do the names in a summary of members, and those that lead back to it.
    """
    hrefs = {block: own for block in blocks if (own := _places(block))}
    names = {block: {f"#{link.get('id')}" for link in block.iter("a") if link.get("id")} for block in hrefs}
    led_to = frozenset().union(*names.values()).intersection(tree.xpath("descendant::a/@href") if names else ())
    found = [block for block in hrefs if not led_to.isdisjoint(names[block]) or _stands_in_text(block)]
    anchors = frozenset(_ANCHORS(tree)) if found else frozenset()
    return {block for block in found if all(unquote(href[1:]) in anchors for href in hrefs[block])}


def _is_announced(block: HtmlElement, repeated: Set[HtmlElement]) -> bool:
    """Return whether a sentence of the page's own with a colon at its end stands right before a list."""
    before = block.getprevious() if block.tag in ("ul", "ol") else None
    if before is None or before.tag != "p" or before in repeated:
        return False
    text = plain_text(before)
    return text[-1:] == ":" and count_words(text) >= _MIN_WORDS


def _places(block: HtmlElement) -> list[str]:
    """Return where the links of a block lead; nothing if one of them leads out of the page."""
    hrefs = [href for link in block.iter("a") if (href := link.get("href")) is not None]
    return hrefs if all(href[:1] == "#" for href in hrefs) else []


def _stands_in_text(block: HtmlElement) -> bool:
    """Return whether a heading below the page's, or letters, stand right beside a block, which is in no navigation."""
    if next(chain(block.iterancestors(*SIDE_TAGS), block.iter(*SIDE_TAGS)), None) is not None:
        return False
    beside = (next(block.itersiblings(etree.Element, preceding=is_before), None) for is_before in (True, False))
    known = (one for one in beside if one is not None and one.tag != "h1")  # right below that stand a page's sections
    return any(one.tag in HEADINGS or _has_words_of_its_own(one) for one in known)


def _has_words_of_its_own(element: HtmlElement) -> bool:
    """Return whether an element has letters outside its links."""
    letters, *linked = (sum(map(str.isalpha, raw_text(one))) for one in (element, *element.iter("a")))
    return letters > sum(linked)


def _is_hidden(block: HtmlElement) -> bool:
    """Return whether a style hides a block, or a class does and it has a heading, as help for the keyboard."""
    is_help = "hidden" in block.get("class", "").split() and next(block.iter(*HEADINGS), None) is not None
    return is_help or is_styled_away(block)


def _all_that_is_left(roots: Sequence[HtmlElement], blocks: Sequence[HtmlElement]) -> set[HtmlElement]:
    """Return the blocks of the roots that hold nothing else but headings."""
    kept: set[HtmlElement] = set()
    for root in roots:
        within = [block for block in blocks if root in block.iterancestors()]
        if not within:
            continue
        known = set(within)
        if any(map(shows_text, islice(_paragraphs_beside(root, known), _FIRST_PARAGRAPHS))):  # as in nearly all
            continue
        headings = [one for one in root.iter(*HEADINGS) if known.isdisjoint((one, *one.iterancestors()))]
        if _letters(root) == sum(map(_letters, (*within, *headings))):
            kept.update(within)
    return kept


def _paragraphs_beside(root: HtmlElement, blocks: Set[HtmlElement]) -> Iterator[HtmlElement]:
    """Yield the paragraphs of a root that are in none of some blocks, and in no heading."""
    for paragraph in root.iter("p"):
        around = (paragraph, *paragraph.iterancestors())
        if blocks.isdisjoint(around) and not any(above.tag in HEADINGS for above in around):
            yield paragraph


def _letters(element: HtmlElement) -> int:
    """Return the number of characters of an element that are no white space."""
    return len("".join(raw_text(element).split()))


def _is_of_the_text(block: HtmlElement, repeated: Set[HtmlElement], under: dict[HtmlElement, bool]) -> bool:
    """Return whether a repeated block holds what only content has, or begins what stands under a heading.

    A paragraph of the page's own with a colon at its end opens a text without links, too. A heading opens none if the
    next one, or the end of the page, follows it. Whether one of them stands above a block is remembered in `under`, so
    that a row of blocks is walked once; code between such blocks ends no row.
    """
    if block.tag in HEADINGS:
        return _begins_text(block)
    before, is_behind_code = block.getprevious(), False
    while before is not None and not (before in under or before.tag in HEADINGS):
        is_behind_code = is_behind_code or before.tag == "pre"
        if before not in repeated and before.tag != "pre" and shows_text(before):
            break
        before = before.getprevious()
    is_text = before is not None and before.tag == "p" and next(block.iter("a"), None) is None
    opens = before is not None and (before.tag in HEADINGS or (is_text and plain_text(before)[-1:] == ":"))
    opens = opens and not is_behind_code and before is not None and not (before.tail or "").strip()
    under[block] = opens if before is None else under.get(before, opens)
    if under[block] or _is_of_the_frame(block):
        return under[block]
    has_content = next(block.iter(*_NEVER_IN_TEXT), None) is not None
    return _is_in_section(block) or (has_content and not _is_banner(block, repeated))


def _is_in_section(block: HtmlElement) -> bool:
    """Return whether a block is, maybe in a list, in a box called a section that begins with a heading, behind no rule.

    So are the references that the last sections of most pages share.
    """
    before = block.getprevious()
    near = islice(block.iterancestors(), _NEAR if before is None or before.tag != "hr" else 0)
    around = (box for box in near if any(map(_SECTION.fullmatch, (str(box.tag), *box.get("class", "").split()))))
    return any((box[1] if box[0].tag == "a" and len(box) > 1 else box[0]).tag in HEADINGS for box in around)


def _is_of_the_frame(block: HtmlElement) -> bool:
    """Return whether a block is a header or footer by its tag, or is short and says whose the site is."""
    return block.tag in ("header", "footer") or (len(text := plain_text(block)) <= _BANNER_CHARS and "©" in text)


def _is_banner(block: HtmlElement, repeated: Set[HtmlElement]) -> bool:
    """Return whether a short block with a heading stands above the page's own heading, as the site's name does.

    A few links may stand between.
    """
    if len(plain_text(block)) > _BANNER_CHARS or next(block.iter("pre", "dl"), None) is not None:
        return False
    inside, n_links = set(repeated), 0
    for after in chain.from_iterable(above.itersiblings(etree.Element) for above in (block, *block.iterancestors())):
        for one in after.iter(etree.Element):
            if one in inside or one.getparent() in inside:
                inside.add(one)
            elif one.tag == "a" and n_links < _BANNER_LINKS and next(one.iterancestors(*HEADINGS), None) is None:
                inside.add(one)
                n_links += 1
            elif (one.text or "").strip() and one.tag not in _NEVER_SHOWN:
                return any(above.tag in HEADINGS for above in (one, *one.iterancestors()))
    return False


def _begins_text(heading: HtmlElement) -> bool:
    """Return whether what a page shows next after a heading is no other heading."""
    if (heading.tail or "").strip():
        return True
    for above in (heading, *heading.iterancestors()):
        after = next(filter(shows_text, above.itersiblings(etree.Element)), None)
        if after is not None:
            first = next(after.iter(*HEADINGS), None)
            return first is None or not plain_text(after).startswith(plain_text(first))
    return False


def _is_a_section(block: HtmlElement, repeated: Set[HtmlElement]) -> bool:
    """Return whether a block is what a heading opens: a paragraph with words or commas beside its links, or no more
    than a link, as in references: in an article, a `section` below the title, or beside a box of the page's own alike.
    """
    links = list(block.iter("a"))
    if not stands_beside(block) and _is_of_data(block, links):
        return True
    section = block if len(block) and block[0].tag in HEADINGS else block.getparent()
    heading = block[0] if section is block else block.getprevious()
    if heading is None or heading.tag not in HEADINGS or (heading.tail or "").strip():
        return False
    is_list = raw_text(block).count(",") >= len(links) - 1 > 0
    is_menu = raw_text(block).count("|") >= len(links) - 1 > 0  # the page's own entry is no link
    if block.tag == "p" and links and not is_menu and (is_list or _letters(block) > sum(map(_letters, links)) + 1):
        return True
    if len(links) != 1 or section is None:
        return False
    has_id = (heading.get("id") or section.get("id")) is not None
    titles = section.itersiblings("h1", preceding=True) if section.tag == "section" else ()
    if any(map(shows_text, titles)) or (has_id and next(block.iterancestors("article", "main"), None) is not None):
        return True
    beside = (islice(section.itersiblings(str(section.tag), preceding=way), _ALIKE_AMONG) for way in (True, False))
    own = (one for one in chain.from_iterable(beside) if one not in repeated)
    alike = (one for one in own if one.get("class") == section.get("class"))
    return has_id and any(one.find(str(heading.tag)) is not None for one in alike)


def _is_of_data(block: HtmlElement, links: list[HtmlElement]) -> bool:
    """Return whether a block is said of a term, or in a cell of a label; is a cell of a table with a header, or text in
    it, is a heading above links with commas between, as names of members, or is a paragraph of a section that is one
    link out of the page.
    """
    above = next(block.iterancestors())
    cell = block if block.tag == "td" else above
    if above.tag == "dd" or _is_behind_label(cell):
        return True
    if cell.tag == "td" and block.tag in ("p", "td") and _has_header(next(cell.iterancestors("table"), cell)):
        return shows_text(block)
    if block.tag != "p":
        commas = sum((link.tail or "").strip() == "," for link in links)
        return commas > 1 and commas >= len(links) - 3 and next(block.iter(*HEADINGS), None) is not None
    return len(links) == 1 and above.tag != "td" and not _places(block) and _is_in_section(block)


def _has_header(table: HtmlElement) -> bool:
    """Return whether a table has a header, which is so called or is a first row of several titles."""
    first = next(table.iter("tr"), table)
    return table.find("thead") is not None or (len(first) > 1 and first[0].tag == first[-1].tag == "th")


def _is_behind_label(cell: HtmlElement) -> bool:
    """Return whether a cell stands behind a label, in a row of two, below another such row."""
    row = cell.getparent() if cell.tag == "td" else None
    before = row.getprevious() if row is not None else None
    rows = [one for one in (row, before) if one is not None and len(one) == 2 and one[0] is not cell]
    return len(rows) == 2 and all(shows_text(one[0]) and one[0].find(".//a") is None for one in rows)


def _whole(blocks: Sequence[HtmlElement]) -> Iterator[HtmlElement]:
    """Yield what goes with each repeated block: the outermost menu around it, the list right around it, or itself."""
    is_menu, lists_places = cache(_is_menu), cache(_lists_places)  # what is around a block is around others, too
    for block in blocks:
        box = block.getparent()
        whole = box if box is not None and lists_places(box) else block
        *_, outermost = whole, *filter(is_menu, whole.iterancestors("div", "aside", "nav"))
        yield outermost


def _lists_places(box: HtmlElement) -> bool:
    """Return whether a box is made of links into the page; other pages lack some of these."""
    n_links = 0
    for link in box.iter("a") if box.tag != "body" else ():
        if href := link.get("href"):
            if href[0] != "#":  # as nearly all
                return False
            n_links += 1
    return n_links > 1 and _is_links(box)


def _is_menu(box: HtmlElement) -> bool:
    """Return whether a box is a menu, by its name and its links; without its parts it would not be told as one."""
    is_called_so = not _MENUS.isdisjoint(names_of(box))
    return is_called_so and next(box.iter("h1", "pre"), None) is None and _is_links(box)


def _drop_with_heading(block: HtmlElement) -> None:
    """Remove a block, and the heading right before it, or before boxes that hold no more, if it opens nothing else."""
    box = block
    while (above := box.getparent()) is not None and above.tag in ("div", "section") and len(above) == 1:
        if (above.text or "").strip() or (box.tail or "").strip():
            break
        box = above
    heading, after, parent = box.getprevious(), box.getnext(), box.getparent()
    is_all = not (box.tail or "").strip() and (after is None or after.tag in HEADINGS)
    block.drop_tree()
    if heading is None or parent is None or heading.tag not in HEADINGS or (heading.tail or "").strip() or not is_all:
        return
    if after is None or str(after.tag) <= str(heading.tag):
        heading.drop_tree()
        if not len(parent) and parent.tag in ("div", "section") and not (parent.text or "").strip():
            _drop_with_heading(parent)


def _topmost(body: HtmlElement, repeated: Repeated) -> Iterator[HtmlElement]:
    """Yield the repeated blocks that are in no other repeated block."""
    inside: set[HtmlElement] = set()
    sizes = {kind[:2] for kind in repeated.blocks}
    for block in body.iter(*{tag for tag, _ in sizes}):
        if inside and block.getparent() in inside:
            inside.add(block)
            continue
        if block.tag == "a" and block.getparent() is not body:
            continue  # a reference within a text
        may_be = (str(block.tag), len(block)) in sizes  # as few are
        if may_be and _is_repeated(block, repeated) and inside.isdisjoint(block.iterancestors()):
            inside.add(block)
            yield block


def _is_repeated(block: HtmlElement, repeated: Repeated) -> bool:
    kind = _kind(block)
    digests = repeated.blocks.get(kind)
    if digests is None or _first_sign(block) not in repeated.first_signs[kind]:
        return False
    return _digest(_compared_text(block)) in digests


def _first_sign(block: HtmlElement) -> str:
    """Return the first character of a block's text but white space.

    It is empty where the block's first elements have no text. An empty text is in every other, so it rules nothing out.
    """
    inner = block
    while isinstance(inner.tag, str):
        if text := (inner.text or "").lstrip():
            return text[0]
        if not len(inner):
            break
        inner = inner[0]
    return ""


def _at_the_edges(text: str, blocks: Sequence[HtmlElement]) -> list[HtmlElement]:
    """Return the blocks with none of the page's own text before them, or none after them; rows of links, wherever else
    they stand, too.
    """
    said = [(block, " ".join("".join(_TEXTS(block)).split())) for block in blocks]
    text = _both_ends(text, sum(1 + own.count(" ") for _, own in said)) if blocks else ""
    found: list[HtmlElement] = []
    for block, own in said:
        if not text.startswith(own):
            break
        text = text[len(own) :].lstrip()
        found.append(block)
    for block, own in reversed(said[len(found) :]):
        if not text.endswith(own):
            break
        text = text[: len(text) - len(own)].rstrip()
        found.append(block)
    rows = {plain_text(block) for block in found if sum(1 for _ in islice(block.iter("a"), 2)) > 1}
    at_ends = set(found)
    return [block for block, own in said if block in at_ends or own in rows]


def _both_ends(text: str, words: int) -> str:
    """Return a text with single spaces for white space within so many words at either end; nothing else is looked at.

    >>> _both_ends(" a  b c \\n d  e  ", 2)
    'a b c d e'
    """
    first = text.split(None, words)
    return " ".join([*first[:words], *"".join(first[words:]).rsplit(None, words)])


def _without_scripts(body: HtmlElement) -> str:
    """Return a page's text without scripts and styles; these are emptied meanwhile: lxml reads all text fastest."""
    scripts = list(body.iter("script", "style"))
    if any(len(script) for script in scripts):
        return "".join(_TEXTS(body))
    sources = [script.text for script in scripts]
    for script in scripts:
        script.text = None
    text = raw_text(body)
    for script, source in zip(scripts, sources, strict=True):
        script.text = source
    return text


def _kind(element: HtmlElement) -> _Kind:
    return str(element.tag), len(element), element.get("class", ""), element.get("id", "")


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).digest()


def _repeated_blocks(trees: Sequence[HtmlElement], least: int) -> set[_Block]:
    """Return the blocks that at least `least` of some pages have.

    The smallest pages are read first. A block that too few pages can still have is not compared any more, so that few
    texts of the largest pages are read.
    """
    pages: Counter[_Block] = Counter()
    for left, tree in zip(range(len(trees), 0, -1), sorted(trees, key=_last_line), strict=True):
        pages = Counter({block: n for block, n in pages.items() if n + left >= least})
        kinds = {(kind, sign) for kind, _, first in pages for sign in (first, "")} if left < least else None
        pages.update({(kind, _digest(text), text[0]) for kind, text in _comparable(tree, kinds)})
    return {block for block, n in pages.items() if n >= least}


def _last_line(tree: HtmlElement) -> int:
    """Return the number of the line on which a page's last element stands, which tells about how large the page is."""
    while len(tree):
        tree = tree[-1]
    return tree.sourceline or 0


def _comparable(tree: HtmlElement, kinds: Set[tuple[_Kind, str]] | None) -> Iterator[tuple[_Kind, str]]:
    """Yield the kinds and the texts of the blocks of a page that may be chrome.

    Args:
        tree: The page.
        kinds: The kinds that are sought, each with the first sign of a text or "" for any; None for all.
    """
    body = tree.find("body")
    if body is None:
        return
    for link in body.iterchildren("a"):
        is_in_line = text_before(link).rstrip()[-1:].isalnum()
        if not is_in_line and link.get("href") and count_words(_text(link)) >= _MIN_WORDS:
            yield _kind(link), _compared_text(link)
    sizes = {kind[:2] for kind, _ in kinds or ()}
    for block in body.iterdescendants(*_BLOCKS):
        if kinds is not None and (str(block.tag), len(block)) not in sizes:
            continue
        kind = _kind(block)
        if kinds is not None and (kind, _first_sign(block)) not in kinds:
            continue
        raw = raw_text(block)
        if len(raw) > _MAX_CHARS:
            continue
        if block.tag == "td" and sum(1 for _ in block.iter("a", "input")) < _MIN_CELL_CONTROLS:
            continue
        shown = " ".join(raw.split())
        text = shown or _text(block)
        is_bar = block.tag != "p" and block.getparent() is body
        if text and (is_bar or block.tag in HEADINGS or count_words(text) >= _MIN_WORDS or _is_links(block)):
            yield kind, shown or _compared_text(block)


def _text(block: HtmlElement) -> str:
    """Return the text of a block; of one that shows only images, what these stand for."""
    return plain_text(block) or " ".join(image.get("alt") or image.get("src") or "" for image in block.iter("img"))


def _compared_text(block: HtmlElement) -> str:
    """Return the text of a block; of one that shows only images, what their files are called, too."""
    images = ((image.get("alt") or "", image.get("src") or "") for image in block.iter("img"))
    return plain_text(block) or " ".join(f"{alt} {src.rpartition('/')[2]}" for alt, src in images)


def _is_links(block: HtmlElement) -> bool:
    links = (link for link in block.iter("a") if link.get("href") and not _FOLDS.match(link.get("onclick") or ""))
    linked = sum(len(_text(link)) for link in links)
    return linked > 0 and linked >= _LINK_SHARE * len(_text(block))


_GENERIC_ROOTS = ("main", "[role=main]", "article", "#main-content", ".markdown-body")
_LISTED = frozenset(("article", "main article", "article .markdown"))
"""Those of the roots that a page may have several of, as a list of posts has."""
_GUESSES = _LISTED | {"#main-content", ".markdown-body"}
"""Those of the roots that may hold a part of the content only."""
_BANNERS = frozenset(("header", "dialog", "form", "noscript", "template"))
"""Tags of elements outside the content that may show a heading and words."""
_MARKED = "[data-pagefind-body]"
_BOXES = frozenset(("div", "section", "article", "main", "center"))
"""Tags of elements that may hold a page's content."""
_NEVER_SHOWN = frozenset(("script", "style", "noscript", "noframes", "template", "nav", "link", "meta", "hr", "br"))
"""Tags of elements beside the content that show nothing of it."""
_WORD = re.compile(r"\w+")
_FEW_WORDS = 3
"""Number of words from which on text beside an element is content."""
_PARAGRAPH_WORDS = 8
"""Number of words outside links from which on an element is content, be it in a footer."""
_TITLE_WORDS = 100
"""Largest number of words of a box above the content that holds the page's title."""
_LEAST = 0.5
"""Share of an element's text that a child holds if the content lies in that child."""
_FIRST_PIECES = 12
"""Number of pieces of an element's text in which so much is looked for first."""
_FIRST_PARAGRAPHS = 8
"""Number of a root's paragraphs among which one is sought that is the page's own."""
_MAX_ROOTS = 8
"""Number of elements that are tried of those that a selector matches."""
_MIN_ROOT_CHARS = 20
"""Length of the shortest text that an element chosen by a selector has, in characters."""
_SKIPPING = re.compile(r"\bskip (?:to |the |main |page )*(?:navigation|nav|navbar|menu|content)\b", re.IGNORECASE)
"""Title or text of a link that skips navigation."""
_NAMED = etree.XPath("descendant::*/@id[. = $name] | descendant::a/@name[. = $name]")
"""Finds what a fragment may lead to; of attributes, XPath asks those alone that are there."""
_CONTENT = ("p", "pre", "dl", "blockquote", "article", *HEADINGS)
"""Tags of elements that no navigation has to have."""
_MAX_SKIPPING = 32
"""Largest number of links that skip navigation."""


def drop_skipped(page: PageTree) -> None:
    """Remove the links that skip navigation, and what they skip."""
    within = (link for href, link in page.hrefs if href[:1] == "#" and link.tag == "a")
    for link in islice(filter(_skips, within), _MAX_SKIPPING):
        target = _target(page.root, link.get("href", "")[1:])
        if target is None:
            continue
        skipped = _between(link, target)
        for element in skipped:
            if element.tag not in _CONTENT and next(element.iterdescendants(*_CONTENT), None) is None:
                element.drop_tree()
        if skipped:
            link.drop_tree()


def _skips(link: HtmlElement) -> bool:
    """Return whether a link says that it skips something."""
    said = f"{link.get('title') or ''} {raw_text(link)}"
    return "kip " in said.lower() and _SKIPPING.search(said) is not None  # most links are told without a pattern


def find_roots(page: PageTree, platform: Platform | None) -> dict[str, list[HtmlElement]]:
    """Return what may be a page's content, by selector; the best come first."""
    selectors = (*(platform.roots if platform else ()), *_GENERIC_ROOTS)
    return {css: list(page.root.iter(css)) if css.isalpha() else page.select(css) for css in selectors}


def unlink_title(page: PageTree, url: str) -> None:
    """Take the links to a page itself, at a URL, off its only `h1`, which is no site's name then.

    Nor is it one above links into the page alone: then all of its links go.
    """
    h1s = [h1 for h1 in page.root.iter("h1") if shows_text(h1)]
    links = [link for link in h1s[0].iter("a") if (link.get("href") or "#")[0] != "#"] if len(h1s) == 1 else []
    heads_contents = bool(links) and _heads_contents(h1s[0])
    for link in links:
        if heads_contents or leads_to_itself(url, link.get("href", "")):
            del link.attrib["href"]


def _heads_contents(heading: HtmlElement) -> bool:
    """Return whether all links that stand beside a heading, and there are some, lead into the page."""
    own = set(heading.iter("a"))
    links = [link for link in next(heading.iterancestors()).iter("a") if link not in own and link.get("href")]
    return bool(links) and all(link.get("href", "").startswith("#") for link in links)


def find_main(
    page: PageTree,
    roots: Mapping[str, Sequence[HtmlElement]],
    shared: frozenset[str] = frozenset(),
    *,
    may_be_marked: bool = True,
) -> tuple[HtmlElement, bool]:
    """Find a page's content.

    Args:
        page: The page.
        roots: What `find_roots` returned; some of it may be gone.
        shared: Headings of most pages.
        may_be_marked: Whether the page has any of Pagefind's attributes.

    Returns:
        The element, and whether the page marked it. The element is still in its tree, unless the page marked several
        parts; a new element then holds them.
    """
    tree = page.root
    found = page.select(_MARKED) if may_be_marked else []
    marked = [
        element
        for element in found
        if not any("data-pagefind-body" in above.attrib for above in element.iterancestors())
    ]
    if marked:
        return _together(marked), True
    body = tree.find("body")
    if body is None:
        body = tree
    for css, elements in roots.items():
        found = [element for element in elements if element is body or body in element.iterancestors()]
        if css in _LISTED and len(found) > 1:
            continue  # a list of posts or comments, none of which is the page's content alone
        for element in found[:_MAX_ROOTS]:
            if _has_text(element) and not _leaves_out(element, body, shared, is_guess=css in _GUESSES):
                if css in _GENERIC_ROOTS:
                    _take_in_title(element, body, shared)
                return element, False
    return _innermost(body), False


def take_in_asides(page: PageTree, main: HtmlElement, repeated: Repeated) -> None:
    """Move what follows the content and has headings of this page alone to its end: code, and `aside`s with words.

    The first page of a package has its license and authors there, and other pages how to import what they describe.
    So do the modules that a page's own module imports, which doc-gen4 writes beside the content.
    """
    for box in page.of_class(("imports",)):
        around = set(box.iterancestors())
        if page.root in around and main not in around and box is not main and box not in main.iterancestors():
            main.append(box)
    for aside in list(main.itersiblings("aside", "div")):
        headings = {plain_text(heading) for heading in aside.iter(*HEADINGS)}
        if not headings or not headings.isdisjoint(repeated.headings):
            continue
        has_code = any(map(shows_text, aside.iter("pre")))
        is_apart = repeated.is_known and aside.tag == "aside" and next(aside.iter("nav", "form"), None) is None
        words = _n_words(aside) - sum(map(_n_words, aside.iter("a", *HEADINGS))) if is_apart else 0
        if has_code or words >= _PARAGRAPH_WORDS:
            aside.tag = "section"
            main.append(aside)


def _has_text(element: HtmlElement) -> bool:
    """Return whether an element has the text of a root, or a title alone; the first pieces are enough for most."""
    first = "".join(islice(element.itertext(etree.Element), _FIRST_PIECES))
    if len(" ".join(first.split())) >= _MIN_ROOT_CHARS or len(plain_text(element)) >= _MIN_ROOT_CHARS:
        return True
    return element.get("role") == "main" and any(map(shows_text, element.iter("h1")))  # as an index without entries


def _take_in_title(main: HtmlElement, body: HtmlElement, shared: frozenset[str]) -> None:
    """Move the `h1` into the content if it stands above that, with the few words of its box.

    Without one, an `h2` is the title if it says that of the page's head.
    """
    if any(map(plain_text, main.iter("h1"))):  # as most have
        return
    h1s = [h1 for h1 in body.iter("h1") if plain_text(h1)]
    if not h1s and (title := head_title_of(next(body.iterancestors(), body))):
        h1s = [h2 for h2 in islice(body.iter("h2"), 1) if plain_text(h2) == title]
    if len(h1s) != 1 or main in h1s[0].iterancestors() or is_link(h1s[0]) or _is_beside(h1s[0], main):
        return
    box = h1s[0].getparent()
    if plain_text(h1s[0]) in shared or box is None:
        return
    is_short = box.tag in ("div", "header", "hgroup", "section") and box not in main.iterancestors()
    words = len(_WORD.findall(raw_text(box)))
    main.insert(0, box if is_short and words <= _TITLE_WORDS and not _is_dispensable(box) else h1s[0])
    if main.text:
        main[0].tail, main.text = main.text, None


def _n_words(element: HtmlElement) -> int:
    return len(words_of(raw_text(element)))


def _leaves_out(element: HtmlElement, body: HtmlElement, shared: frozenset[str], *, is_guess: bool) -> bool:
    """Return whether headings or code of the content stand outside an element, or its text around a guess."""
    if element is body:
        return False
    if is_guess and _is_call_out(element):
        return True
    outside = [found for found in _outside(element, body, "pre", *HEADINGS) if plain_text(found)]
    outside = [found for found in outside if found.tag != "h1" or plain_text(found) not in shared]
    return any(
        not is_link(found) and not _is_beside(found, element) and (is_guess or _opens_text(found, element, shared))
        for found in outside
    )


def _outside(element: HtmlElement, body: HtmlElement, *tags: str) -> Iterator[HtmlElement]:
    """Yield the elements of some tags that stand in a body, outside an element; its ancestors are left out."""
    for above in takewhile(lambda one: one is not body, (element, *element.iterancestors())):
        for beside in chain(above.itersiblings(preceding=True), above.itersiblings()):
            yield from beside.iter(*tags)


def _is_call_out(element: HtmlElement) -> bool:
    """Return whether an element stands in a paragraph, or right behind one with words, as Bulma's messages do."""
    above = next(element.iterancestors())
    before = next(element.itersiblings(etree.Element, preceding=True), None)
    return any(one is not None and one.tag == "p" and _n_unlinked(one) >= _PARAGRAPH_WORDS for one in (above, before))


def _n_unlinked(element: HtmlElement) -> int:
    return _n_words(element) - sum(map(_n_words, element.iter("a")))


def _opens_text(heading: HtmlElement, root: HtmlElement, shared: frozenset[str]) -> bool:
    """Return whether words of a page stand right below one of its headings, before a root or the next heading."""
    if heading.tag not in HEADINGS or plain_text(heading) in shared:
        return False
    around = {root, *root.iterancestors()}
    words = 0
    for after in heading.itersiblings(etree.Element):
        if after.tag in HEADINGS or after in around or words >= _PARAGRAPH_WORDS:
            break
        if after.tag not in _NEVER_SHOWN:
            words += _n_unlinked(after)
    hiding = (above for above in heading.iterancestors() if above.tag in _BANNERS or is_styled_away(above))
    return words >= _PARAGRAPH_WORDS and next(hiding, None) is None


def _is_beside(element: HtmlElement, root: HtmlElement) -> bool:
    """Return whether an element stands in a sidebar, a footer or the like, and a root does not."""
    around = set(root.iterancestors())
    return any(stands_beside(above) for above in element.iterancestors() if above not in around)


def _together(elements: list[HtmlElement]) -> HtmlElement:
    """Move the marked parts of a page, in document order, into one element."""
    if len(elements) == 1:
        return elements[0]
    container = Element("div")
    for element in elements:
        element.tail = None
        container.append(element)
    return container


def _innermost(body: HtmlElement) -> HtmlElement:
    """Descend from the body while what stays outside is links, or nothing, down to what is called the content."""
    current = body
    while not _holds_words(current.text) and not any(_holds_words(child.tail) for child in current):
        if current.get("id") in _CALLED_CONTENT:
            break
        inner = [child for child in current if isinstance(child.tag, str) and not _is_dispensable(child)]
        if len(inner) != 1 or inner[0].tag not in _BOXES:
            break
        if len(plain_text(inner[0])) < _LEAST * len(plain_text(current)):
            break  # a page of links, as an index is, with a few words below
        current = inner[0]
    return current


def _holds_words(text: str | None) -> bool:
    return len(words_of(text or "")) >= _FEW_WORDS


def _is_dispensable(element: HtmlElement) -> bool:
    """Return whether an element beside the content is none: it shows nothing, or is made of links and not called it."""
    if element.tag in _NEVER_SHOWN:
        return True
    own = [heading for heading in element.iter(*HEADINGS) if not is_link(heading)]
    headings = [heading for heading in own if not signs_page(plain_text(heading))]
    if headings and (not stands_beside(element) or any(h.tag == "h1" for h in headings)):
        return False
    if next(element.iter("pre", "dl", "img"), None) is not None:
        return False
    words = _n_words(element)
    linked = sum(map(_n_words, (*own, *(link for link in element.iter("a") if link.get("href")))))
    if not words or linked == 0 or words - linked >= _PARAGRAPH_WORDS:
        return not words
    if any(len(row) == 2 and all(map(shows_text, row)) and not list(row.iter("a")) for row in element.iter("tr")):
        return False  # names the class or file with what it is
    return all(one.get("id") not in _CALLED_CONTENT for one in element.iter())


def _target(tree: HtmlElement, name: str) -> HtmlElement | None:
    """Return the element that a fragment leads to."""
    found = _NAMED(tree, name=name) if name else ()
    return found[0].getparent() if found else None


def _between(link: HtmlElement, target: HtmlElement) -> list[HtmlElement]:
    """Return the outermost elements that begin after a link and end before its target; none if that is not after it."""
    around = {target, *target.iterancestors()}
    found: list[HtmlElement] = []
    for start in (link, *link.iterancestors()):
        for after in start.itersiblings():
            if after in around:
                return [*found, *_before(target, after)]
            if isinstance(after.tag, str):
                found.append(after)
        if start in around:
            break
    return []


def _before(target: HtmlElement, above: HtmlElement) -> Iterator[HtmlElement]:
    """Yield the outermost elements below `above` that end before the target and are in no article with it."""
    around = {target, *target.iterancestors()}
    while above is not target and above.tag != "article":  # Material skips to an article's first heading with an id
        for child in above:
            if child in around:
                above = child
                break
            if isinstance(child.tag, str):
                yield child
