"""Find the chrome that the pages of a docset share: menus, headers, footers, the site's name.

In:    Trees of some of its pages.
Out:   Repeated: what is the same on most of them. `drop_repeated` removes it from a page.
Rules: a repeated block that is made of links or hidden is chrome anywhere, and so is a heading with nothing else below
       it. Other text is chrome only before or after all that is the page's own, and never with a heading, code or
       definitions in it or a heading right before it. If a page would lose most of its text that way, it is a variant
       of other pages and keeps this text. Where nothing else is left of an element that holds a page's content, as in
       an index that lists what the menu lists, all of it stays.
Why:   docs/decisions/0100

Strategy: a block is known by its tag, number of children, class, id and text. The text is compared last, since that
costs more than the others. Blocks within a repeated block are skipped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

from lxml import etree
from lxml.html import HtmlElement

from pinax_builder.parse.html.elements import HEADINGS
from pinax_builder.parse.page_facts import head_description_of, head_title_of, split_title
from pinax_builder.parse.plain_text import plain_text, raw_text
from pinax_builder.parse.styled_away import is_styled_away
from pinax_builder.words import count_words

SAMPLE_PAGES = 24
"""Number of pages that are compared, of a larger docset."""
_MIN_PAGES = 5
"""Number of pages below which nothing counts as repeated."""
_MIN_SAME_TITLES = 3
"""Number of compared pages from which on a title that they have is no page's own."""
_SHARE = 0.6
"""Share of the pages from which on what they share is chrome."""
_BLOCK_WORDS = """
    div ul ol table td p nav header footer aside center address form section small font
"""
_BLOCKS = tuple(_BLOCK_WORDS.split())
"""Tags of elements that are compared."""
_MIN_CELL_LINKS = 4
"""Number of links from which on a cell is compared, since it may be a menu; fewer are data."""
_NEVER_IN_TEXT = (*HEADINGS, "pre", "dl")
"""Tags of content: a repeated block that has one of these is kept, unless it is made of links."""
_TEXTS = etree.XPath("descendant::text()[not(parent::script or parent::style)]", smart_strings=False)
_LINK_SHARE = 0.6
"""Share of a block's characters in links from which on it is made of links."""
_MIN_WORDS = 4
"""Number of words below which a block that is not made of links is not compared."""
_MAX_CHARS = 40_000
"""Largest length of a block that is compared (characters)."""
_MOST = 0.5
"""Largest share of a page's characters that it may lose outside links."""


_Kind = tuple[str, int, str, str]
"""Tag, number of children, class and id of a block."""


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
    """Shared texts of `h1` and `h2` elements, and of the headings that begin pages of Markdown."""
    titles: frozenset[str] = frozenset()
    """Whole texts of `<title>` that several pages have."""
    descriptions: frozenset[str] = frozenset()
    """Descriptions in the head that several pages have, such as what the whole site is about."""
    first_signs: Mapping[_Kind, str] = field(default_factory=dict)
    """First characters of the texts of the blocks of each kind."""


def find_repeated(trees: Sequence[HtmlElement], first_headings: Sequence[str] = ()) -> Repeated:
    """Find what most of some pages have in common.

    Args:
        trees: Of pages of HTML.
        first_headings: Of pages of Markdown.
    """
    counted = Counter(first_headings) if len(first_headings) >= _MIN_PAGES else Counter[str]()
    shared = frozenset(text for text, pages in counted.items() if text and pages >= _SHARE * len(first_headings))
    if len(trees) < _MIN_PAGES:
        return Repeated(headings=shared)
    blocks: Counter[tuple[_Kind, bytes, str]] = Counter()
    parts: Counter[str] = Counter()
    headings: Counter[str] = Counter()
    titles = Counter(map(head_title_of, trees))
    descriptions = Counter(map(head_description_of, trees))
    for tree in trees:
        blocks.update({(_kind(block), _digest(text), text[0]) for block, text in _comparable(tree)})
        parts.update(set(split_title(head_title_of(tree))))
        headings.update({plain_text(heading) for heading in tree.iter("h1", "h2")} - {""})
    least = _SHARE * len(trees)
    found: dict[_Kind, set[bytes]] = {}
    first_signs: dict[_Kind, set[str]] = {}
    for (kind, digest, first), pages in blocks.items():
        if pages >= least:
            found.setdefault(kind, set()).add(digest)
            first_signs.setdefault(kind, set()).add(first)
    return Repeated(
        {kind: frozenset(digests) for kind, digests in sorted(found.items())},
        frozenset(part for part, pages in parts.items() if pages >= least),
        True,
        shared | {heading for heading, pages in headings.items() if pages >= least},
        frozenset(title for title, pages in titles.items() if title and pages >= _MIN_SAME_TITLES),
        frozenset(text for text, pages in descriptions.items() if text and pages >= _MIN_SAME_TITLES),
        {kind: "".join(sorted(signs)) for kind, signs in sorted(first_signs.items())},
    )


def drop_repeated(tree: HtmlElement, repeated: Repeated, roots: Sequence[HtmlElement] = ()) -> None:
    """Remove from a page what most pages of its docset have.

    Args:
        tree: The page.
        repeated: What most pages have.
        roots: The elements that may be the page's content.
    """
    body = tree.find("body")
    if body is None or not repeated.blocks:
        return
    matching = list(_topmost(body, repeated))
    kept = _all_that_is_left(roots, matching)
    matching = [block for block in matching if block not in kept and not _is_a_section(block)]
    anywhere = [block for block in matching if _is_links(block) or is_styled_away(block)]
    edges = [block for block in matching if block not in anywhere and not _is_of_the_text(block)]
    lost = sum(len(raw_text(block)) for block in edges)
    for block in reversed(list(dict.fromkeys(_own_contents(block) for block in anywhere))):
        _drop_with_heading(block)
    text = _without_scripts(body) if edges else ""
    if lost > _MOST * len(text) and lost > _MOST * len(raw_text(body)):  # with scripts, it is no shorter
        return
    for block in _at_the_edges(text, edges):
        block.drop_tree()


def _all_that_is_left(roots: Sequence[HtmlElement], blocks: Sequence[HtmlElement]) -> set[HtmlElement]:
    """Return the blocks of the roots that hold nothing else but headings."""
    kept: set[HtmlElement] = set()
    for root in roots:
        within = [block for block in blocks if root in block.iterancestors()]
        headings = [heading for heading in root.iter(*HEADINGS) if set(within).isdisjoint(heading.iterancestors())]
        if within and _letters(root) == sum(map(_letters, (*within, *headings))):
            kept.update(within)
    return kept


def _letters(element: HtmlElement) -> int:
    """Return the number of characters of an element that are no white space."""
    return len("".join(raw_text(element).split()))


def _is_of_the_text(block: HtmlElement) -> bool:
    """Return whether a block that is not made of links holds what only content has, or stands right under a heading."""
    before = block.getprevious()
    is_under_heading = before is not None and before.tag in HEADINGS and not (before.tail or "").strip()
    return is_under_heading or next(block.iter(*_NEVER_IN_TEXT), None) is not None


def _is_a_section(block: HtmlElement) -> bool:
    """Return whether a block is all that a heading of an article opens, and no more than a link, as in references."""
    heading = block.getprevious()
    if heading is None or heading.tag not in HEADINGS or not heading.get("id") or (heading.tail or "").strip():
        return False
    is_content = next(block.iterancestors("article", "main"), None) is not None
    return is_content and sum(1 for _ in block.iter("a")) == 1


def _own_contents(block: HtmlElement) -> HtmlElement:
    """Return the box around a repeated link if it is made of links into the page and other pages lack some of these."""
    box = block.getparent()
    if box is None or box.tag == "body" or not _is_links(box):
        return block
    links = [href for link in box.iter("a") if (href := link.get("href"))]
    return box if len(links) > 1 and all(href[0] == "#" for href in links) else block


def _drop_with_heading(block: HtmlElement) -> None:
    """Remove a block, and the heading right before it if nothing else follows that heading."""
    heading, after, parent = block.getprevious(), block.getnext(), block.getparent()
    is_all = not (block.tail or "").strip() and (after is None or after.tag in HEADINGS)
    block.drop_tree()
    if heading is None or parent is None or heading.tag not in HEADINGS or (heading.tail or "").strip() or not is_all:
        return
    if after is None or str(after.tag) <= str(heading.tag):
        heading.drop_tree()


def _topmost(body: HtmlElement, repeated: Repeated) -> Iterator[HtmlElement]:
    """Yield the repeated blocks that are in no other repeated block."""
    inside: set[HtmlElement] = set()
    classes: dict[tuple[object, int], set[str]] = {}
    for tag, size, named, _ in repeated.blocks:
        classes.setdefault((tag, size), set()).add(named)
    for block in body.iter(*{kind[0] for kind in repeated.blocks}):
        if inside and block.getparent() in inside:
            inside.add(block)
            continue
        known = classes.get((block.tag, len(block)))
        if known is None or block.get("class", "") not in known:
            continue
        if block.tag == "a" and block.getparent() is not body:
            continue  # a reference within a text
        if _is_repeated(block, repeated) and not any(above in inside for above in block.iterancestors()):
            inside.add(block)
            yield block


def _is_repeated(block: HtmlElement, repeated: Repeated) -> bool:
    kind = _kind(block)
    digests = repeated.blocks.get(kind)
    if digests is None or _first_sign(block) not in repeated.first_signs[kind]:
        return False
    return _digest(_text(block)) in digests


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


def _at_the_edges(text: str, blocks: list[HtmlElement]) -> list[HtmlElement]:
    """Return the blocks with none of the page's own text before them, or none after them."""
    said = [(block, plain_text(block)) for block in blocks]
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
    return found


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


def _comparable(tree: HtmlElement) -> Iterator[tuple[HtmlElement, str]]:
    """Yield the blocks of a page that may be chrome, with their texts."""
    body = tree.find("body")
    if body is None:
        return
    for link in body.iterchildren("a"):
        if link.get("href") and count_words(text := _text(link)) >= _MIN_WORDS:
            yield link, text
    for block in body.iterdescendants(*_BLOCKS):
        raw = raw_text(block)
        if len(raw) > _MAX_CHARS:
            continue
        text = _text(block)
        if block.tag == "td" and sum(1 for _ in block.iter("a")) < _MIN_CELL_LINKS:
            continue
        if text and (count_words(text) >= _MIN_WORDS or _is_links(block)):
            yield block, text


def _text(block: HtmlElement) -> str:
    """Return the text of a block; of one that shows only images, what these stand for."""
    return plain_text(block) or " ".join(image.get("alt") or image.get("src") or "" for image in block.iter("img"))


def _is_links(block: HtmlElement) -> bool:
    linked = sum(len(_text(link)) for link in block.iter("a") if link.get("href"))
    return linked > 0 and linked >= _LINK_SHARE * len(_text(block))
