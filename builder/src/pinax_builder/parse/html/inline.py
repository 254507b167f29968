"""Reduce a page's call-outs, links and inline elements to those that Markdown has.

Before: call-outs are boxes of various classes; links, images and inline elements are what the page's author wrote.
After:  a call-out is a `blockquote`, `> **Note:** text`. A title of its own follows the kind on the first line,
        `> **Note:** Mind the gap`, as call-outs from Markdown have it. Each link says where it leads without the page,
        and has no other attribute, so its ids are gone. Of inline elements only emphasis, strong, code, deleted text,
        links, images, breaks, sub- and superscript are left. No emphasis spans several lines or blocks, which Markdown
        cannot write: each line and paragraph has one of its own. Of a link over several blocks the first alone is the
        link.
Rules:  - A link becomes absolute, or relative to the site if the page's URL is (`library/asyncio.html`). A link within
          the page names the page too, since a section is read alone.
        - A link that cannot be followed (`javascript:`) becomes its text.
        - An image becomes its alternative text and address; one that only decorates is removed. A sign that is a link,
          such as "[*]", becomes that sign. A video becomes a link.
        - Headings get no emphasis. Emphasis over more than `_MAX_SPAN_CHARS` was never closed, and is removed.
        - What shows when somebody points at the element before it is no call-out.
        - A break at the end of a link stands behind it. Blanks that set several lines of a text in from its first one
          stay, as em spaces.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import lru_cache
from urllib.parse import quote

from lxml import etree
from lxml.html import Element, HtmlElement, builder

from pinax_builder.parse.admonition_kinds import label_of_any, label_of_kind
from pinax_builder.parse.html.links import resolve
from pinax_builder.parse.html.page_tree import (
    HEADINGS,
    IS_BLOCK,
    PICTURE_FILE,
    PageTree,
    embolden,
    holds_block,
    is_link,
    text_before,
    unwrap,
)
from pinax_builder.parse.html.platforms import Platform
from pinax_builder.parse.plain_text import is_all_of, plain_text, raw_text, shows_anything, shows_text

_BOXES = (
    ".admonition, .rst-admonition, .theme-admonition, .custom-block, .starlight-aside, .markdown-alert,"
    " .admonitionblock, .admonition-block, .callout, .alert, .hint, aside.sidebar, div.sidebar, div.topic, aside.topic,"
    " div.note, div.warning, div.tip, div.important, div.caution, div.danger, div.seealso, div.attention, div.error,"
    " blockquote.note, blockquote.warning, details.note, details.warning, details.tip, details.info, details.example,"
    " details.admonition, div.aside"
)
"""Elements that platforms use as call-outs."""
_TITLE = (
    "p.admonition-title, p.rst-admonition-title, .admonitionHeading, [class^=admonitionHeading], .custom-block-title,"
    " .starlight-aside__title, .markdown-alert-title, .callout-title, .alert-heading, p.topic-title, p.sidebar-title,"
    " .admonition-heading, summary, .titlepage p.title, h1.title, h2.title, h3.title, h4.title,"
    " h5.title, h6.title, div.heading"
)
"""Elements that platforms use as a call-out's title."""
_KIND_WORDS = """
    note tip important warning caution danger info hint attention error seealso success example question quote
    abstract bug failure
"""
_KINDS = _KIND_WORDS.split()
"""Classes that name a call-out's kind."""
_OF_KIND = "kind"
"""Class of a title that is the name of the kind."""
_PREFIX = re.compile(r"--|alert-|aside-|rst-")
"""What may stand before a kind in a class."""


def unfold_call_outs(page: PageTree) -> None:
    """Unfold boxes that DocBook and AsciiDoc lay out as tables, with cells for an image, the title and the body."""
    for box in page.select(_BOXES):
        table = box[0] if len(box) == 1 and box[0].tag == "table" else None
        cells = table.xpath("./tr/* | ./tbody/tr/*") if table is not None else []
        titles = [cell for cell in cells if cell.tag == "th" or cell.get("class") == "icon"]
        others = (cell for cell in cells if cell not in titles)
        bodies = [cell for cell in others if raw_text(cell).strip() or cell.find(".//img") is None]
        if table is None or len(titles) != 1 or len(bodies) != 1 or len(cells) > 3:
            continue
        title, body = titles[0], bodies[0]
        name = f"[{plain_text(title)}]"
        if any(image.get("alt") == name for image in table.iter("img")):
            title.set("class", _OF_KIND)
        title.tag, body.tag = "summary", "div"
        box.remove(table)
        box.extend((title, body))


def quote_call_outs(page: PageTree, language: str) -> None:
    """Turn call-outs, also nested ones, into quotes.

    In any language but English, a title of one word is taken for the kind's translated name. So is what the picture of
    the kind says.
    """
    for box in page.select(_BOXES):
        title, element = _title(box, page)
        if element is not None and element.tag in HEADINGS and "topic" in box.get("class", "").split():
            continue  # DITA calls sections so, docutils call-outs, whose titles are paragraphs
        if element is not None and is_link(element) and is_all_of(element, box):
            continue
        kind = _kind(box)
        if not title and element is None:
            title = kind
            if raw_text(box).lstrip().lower().startswith(title.lower()):
                title = ""  # QDoc writes the kind into the text itself
                box.tag = "blockquote" if box.tag == "div" else box.tag
        if not kind and "admonition" in (box.get("class") or "").split():
            kind = "Note"  # Sphinx makes such a box of `.. admonition:: Title`, which has no kind
        is_pointed_at = (before := box.getprevious()) is not None and "onmouseover" in before.attrib
        if not title or is_pointed_at or box.tag in ("li", "td", "th", "span", "p", "a", "code", "pre", "dl", "ul"):
            continue
        if element is not None:
            element.drop_tree()
        _drop_icons(box, title)
        box.tag = "blockquote"
        is_kind = not kind or label_of_kind(title.rstrip(":!").replace(" ", "")) is not None
        is_kind = is_kind or (element is not None and element.get("class") == _OF_KIND)
        if is_kind or ((language not in ("", "en") or not title.isascii()) and " " not in title):
            is_all = not shows_anything(box, "pre")
            _put_first(box, title.rstrip(":") + ("" if is_all or title.endswith(("!", "?", ".")) else ":"))
        else:
            _put_line(box, kind, title)


def _drop_icons(box: HtmlElement, title: str) -> None:
    """Remove the images beside a box's text that say what its title says, or stand in a box called an icon."""
    for icon in (*box.findall("img"), *box.findall("div/img")):
        is_called_so = icon.getparent() is not box and "icon" in (next(icon.iterancestors()).get("class") or "")
        if is_called_so or ((alt := icon.get("alt")) and title.lower().startswith(alt.lower())):
            icon.drop_tree()


def _title(box: HtmlElement, page: PageTree) -> tuple[str, HtmlElement | None]:
    """Return the title of a box, and its element: one that platforms use so and whose text is the box's first."""
    first = next((text.strip() for text in box.itertext() if text.strip()), "")
    for element in (*page.select(_TITLE, box), *_first_heading(box)):
        text = plain_text(element)
        image = element.find(".//img")
        if text and raw_text(element).strip().startswith(first):
            return text, element
        if not text and image is not None:
            return image.get("alt") or _kind(box), element
    return "", None


def _first_heading(box: HtmlElement) -> list[HtmlElement]:
    """Return the only heading of a box that says its kind, where nothing links to it; it opens no section."""
    headings = list(box.iter(*HEADINGS))
    return headings if len(headings) == 1 and not headings[0].get("id") and _kind(box) else []


def _kind(box: HtmlElement) -> str:
    """Return the label of a box's kind by its class; empty if no class names one."""
    words = _PREFIX.sub(" ", (box.get("class") or "").lower()).split()
    return next((label_of_any(kind) for kind in _KINDS if kind in words), "")


def _put_line(box: HtmlElement, kind: str, title: str) -> None:
    """Insert a first line with the kind in bold and the title."""
    line = Element("p")
    strong = etree.SubElement(line, "strong")
    strong.text, strong.tail = f"{kind}:", f" {title}"
    line.tail, box.text = box.text, None
    box.insert(0, line)


def _put_first(box: HtmlElement, title: str) -> None:
    """Insert the title in bold before the box's first words."""
    strong = builder.STRONG(title)
    first = box
    while not (first.text or "").strip() and len(first) and first[0].tag in ("div", "p", "section"):
        first = first[0]
    strong.tail = " " + (first.text or "").lstrip()
    first.text = None
    first.insert(0, strong)


_DEAD_SCHEMES = ("javascript:", "data:", "about:", "blob:", "vbscript:")
"""Schemes of links that cannot be followed."""
_ICON_PIXELS = 32
"""Width or height up to which an image is an icon, in pixels."""
_MAX_ABREAST = 8
"""Number of images up to which they may be all of a paragraph."""
_IS_SIZE = re.compile(r"width: \d+px; height: \d+px;?")
"""Style of an image that Mozilla's editors insert, beside an empty alternative text."""
_NO_PICTURES_IN = frozenset(("button", "label", "summary"))
"""Tags in which an image without alternative text only decorates."""
_DECORATION = re.compile(
    r"(?:.*[\W\d_])?(?:logo|(?:fav)?icon|bullet|spacer|pixel|separator|divider|banner)s?(?![^\W\d_])|(?:bar|line|rule|dot)\d*\.",
    re.IGNORECASE,
)
"""Name of a file that only decorates."""
_MAX_TIMES = 2
"""Largest number of times that a page shows one picture; it shows bars and signs more often."""
_SENTENCE_ENDS = (".", ":", "!", "?")
"""What is before a picture that a sentence speaks of."""
_FOLDING = frozenset(("-", "+", "."))
"""Alternative texts of images that fold and unfold a part of the page, or draw the lines of a tree."""
_MAX_TARGETS = 4096
"""Number of links that are cached, resolved and escaped, since a page repeats many."""
_KEPT = "@/:=?;#%&,+$[]-_.!~*'"
"""Characters of a link's target, beside letters and digits, that both a URL and Markdown allow there."""
_ESCAPED = re.compile(rf"[^A-Za-z0-9{re.escape(_KEPT)}]")
"""Characters of a link's target that are percent-encoded."""


def rewrite_links(page: PageTree, url: str, base: str = "") -> None:
    """Rewrite all links and images of a page at a URL; `base` is what its `<base href>` says."""
    resolved = resolve(url, base) if base else None  # empty if it is the folder that the docset is read from
    origin = url if resolved is None else resolved
    targets: dict[str | None, str] = {}
    for link in page.all("a"):
        href = link.get("href")
        target = targets.get(href)
        if target is None:
            target = targets[href] = _target(href, url, origin)
        if target:
            link.attrib["href"] = target
        else:
            unwrap(link)
    is_silent = page.lacks("video", "audio", "iframe", "embed", "object")  # sounds and frames have become videos
    films = [] if is_silent else list(page.content.iter("video"))
    for video in films:
        _link_video(video, url, origin)
    images = [] if page.lacks("img", "object") else list(page.content.iter("img"))  # some were objects
    times = Counter(image.get("src") for image in images if not image.get("alt"))
    for image in images:
        _rewrite_image(image, url, origin, times[image.get("src")])


def _target(href: str | None, url: str, origin: str) -> str:
    """Return a link's resolved target, escaped for Markdown; empty if it cannot be followed."""
    href = (href or "").strip()
    if not href or href == "#" or (":" in href and href.lower().startswith(_DEAD_SCHEMES)):
        return ""
    page, _, fragment = href.partition("#")
    target = _page_target(page, origin if page[0] == "?" else _folder_of(origin)) if page else _escaped(url)
    return f"{target}#{_escaped(fragment)}" if target is not None and fragment else target or ""


@lru_cache(_MAX_TARGETS)
def _folder_of(url: str) -> str:
    """Return a URL without its last segment, against which links resolve as against the URL; pages share folders.

    >>> _folder_of("api/util/List.html"), _folder_of("List.html"), _folder_of("https://a.org/b?c=/d")
    ('api/util/', '', 'https://a.org/')
    """
    path = url.partition("#")[0].partition("?")[0]
    folder = path[: path.rfind("/") + 1]
    return url if folder.endswith("//") else folder


@lru_cache(_MAX_TARGETS)
def _escaped(target: str) -> str:
    return quote(target, safe=_KEPT) if _ESCAPED.search(target) else target


@lru_cache(_MAX_TARGETS)
def _page_target(reference: str, origin: str) -> str | None:
    """Resolve and escape a link without its fragment; None if it is no URL."""
    target = resolve(origin, reference)
    return None if target is None else _escaped(target)


def _link_video(video: HtmlElement, url: str, origin: str) -> None:
    """Replace a video by a link to it; the link's text is what browsers without video show, if not why."""
    sources = [element.get("src") for element in video.iter("video", "source") if element.get("src")]
    target = _target(sources[0], url, origin) if sources else ""
    if not target:
        unwrap(video)
        return
    said = plain_text(video)
    own = "" if "browser" in said else said
    text = own or video.get("title") or video.get("aria-label") or "Video"
    tail = video.tail
    video.clear()
    video.tag, video.text, video.tail = "a", text, tail
    video.set("href", target)


def _is_content(image: HtmlElement, times: int) -> bool:
    """Return whether an image without alternative text, whose file the page shows a number of times, is content.

    One that is as small as an icon is none; nor is one that toggles something when it is clicked. Of the others those
    are that say so by a size, a map or a caption, and those without an `alt` attribute, except in a heading, in a link
    that leads to no larger picture, and where one that is shown often begins a cell. An empty `alt` alone proves
    nothing, since older generators and Markdown write it for every picture: one that stands alone is content unless its
    file is called as decoration or shown often; one with a title, or behind a whole sentence, is also beside words, and
    one that floats is anywhere.

    Spec: HTML, 4.8.4.4
    """
    holders = [above for above in image.iterancestors() if above.tag in _NO_PICTURES_IN or above.get("href")]
    sizes = [int(size) for name in ("width", "height") if (size := (image.get(name) or "")[:9]).isdecimal()]
    is_small = min(sizes, default=_ICON_PIXELS + 1) <= _ICON_PIXELS
    is_switch = "toggle" in (image.get("onclick") or "").lower()
    if is_small or is_switch or any(holder.tag in _NO_PICTURES_IN for holder in holders):
        return False
    in_heading = next(image.iterancestors(*HEADINGS), None) is not None
    leads_on = not all(PICTURE_FILE.search(holder.get("href") or "") for holder in holders)
    is_told = image.get("usemap") or sizes or _IS_SIZE.fullmatch(image.get("style") or "")
    is_bare = image.get("alt") is None and (times <= _MAX_TIMES or not _begins_cell(image))
    if not in_heading and not leads_on and (holders or is_bare or is_told):
        return True
    boxes = image.iterancestors("figure", "div")
    if any(box.find("figcaption") is not None or "figure" in (box.get("class") or "").split() for box in boxes):
        return True
    if times > _MAX_TIMES or _DECORATION.match((image.get("src") or "").rpartition("/")[2]):
        return False
    sides = [_is_clear(image, is_before=True), _is_clear(image, is_before=False)]
    if all(sides) or in_heading or leads_on:
        return all(sides)
    floats = (image.get("align") or "").lower() in ("left", "right")
    said = image.get("title") or text_before(image).rstrip().endswith(_SENTENCE_ENDS)
    return floats or (any(sides) and bool(said))


def _begins_cell(image: HtmlElement) -> bool:
    cell = image.getparent()
    return cell is not None and cell.tag in ("td", "th") and cell[0] is image


def _is_clear(image: HtmlElement, *, is_before: bool) -> bool:
    """Return whether nothing but a few images stand before or behind an image in its line or block."""
    for _ in range(_MAX_ABREAST):
        box, beside = next(image.iterancestors()), image.getprevious() if is_before else image.getnext()
        text = (box.text if beside is None else beside.tail) if is_before else image.tail
        if text and not text.isspace():
            return False
        if (beside is None and box.tag in IS_BLOCK) or (beside is not None and beside.tag in _ENDS_LINE):
            return True
        if beside is not None and isinstance(beside.tag, str) and shows_text(beside):
            return False
        image = box if beside is None else beside
    return False


def _is_icon(image: HtmlElement, alt: str) -> bool:
    """Return whether an image is a logo, or the first thing, beside the words of a heading."""
    heading = next(image.iterancestors(*HEADINGS), None)
    if heading is None:
        return False
    is_first = not (heading.text or "").strip() and heading[0] in (image, image.getparent())
    is_icon = "logo" in alt.lower() or (is_first and heading.tag != "h1")  # in the title it stands for a name
    return is_icon and shows_text(heading)


def _rewrite_image(image: HtmlElement, url: str, origin: str, times: int) -> None:
    alt = " ".join((image.get("alt") or "").split())
    source = image.get("src") or image.get("data-src") or ""
    target = _target(source, url, origin)
    is_math = "math" in (image.get("class") or "").split()
    is_content = alt not in _FOLDING and not _is_icon(image, alt) if alt else _is_content(image, times)
    alt = alt or " ".join((image.get("title") or "").split())
    image.attrib.clear()
    if not is_content or not (alt or target):
        image.drop_tree()
    elif is_math:
        image.tag = "span"
        image.text = f"${alt}$"
    elif not target or (alt and not any(map(str.isalnum, alt)) and next(image.iterancestors("a"), None) is not None):
        image.tag = "span"
        image.text = alt
    else:
        image.set("alt", alt.replace("[", "(").replace("]", ")"))
        image.set("src", target)


_SAME = {"code": ("tt", "kbd", "samp"), "em": ("i", "var", "cite", "dfn"), "strong": ("b",), "del": ("s", "strike")}
"""Tag → others that are replaced by it, since they read the same in Markdown."""
_REPLACED = {other: tag for tag, others in _SAME.items() for other in others}
_UNWRAPPED_WORDS = """
    span font small big u abbr acronym time mark bdi bdo ins label wbr nobr ruby rb rp rt data output picture blink
    marquee math
"""
_UNWRAPPED = _UNWRAPPED_WORDS.split()
"""Tags for which Markdown has nothing."""
_LINES = etree.XPath("descendant::div[@class='line-block']/div[@class='line']")
_LABELED = "span.mlabel, span.label, span.badge, span.pill, span.icon"
"""Selects labels, such as "static"."""
_CAPTIONS = "p.rubric, div.rubric"
_MAX_SPAN_CHARS = 1_000
"""Length of the longest emphasis over several lines, in characters."""
_ENDS_LINE = IS_BLOCK | {"br"}
"""Tags of elements that end a line."""
_INDENT = re.compile(r"[ \t\r\n]*+(\xa0[\xa0 ]*+)(?![-*+•·])")
"""Blanks that a browser shows at the beginning of a line, but for an item."""
_LEAVES = frozenset(("code", "img"))
"""Tags of elements that hold no line end."""
_HOLD_NO_TEXT = frozenset(("ul", "ol", "menu", "dir", "dl", "table", "thead", "tbody", "tfoot", "tr", "hgroup"))
"""Tags of elements that hold only blocks; text between those is white space of the source."""


def simplify_inline(page: PageTree, platform: Platform | None) -> None:
    """Reduce the inline elements of a page's content."""
    main = page.content
    _join_lines(page)
    _set_notes_apart(page)
    inline = list(main.iter("span", *_SAME, *_REPLACED))
    _part_labels(page, inline)
    etree.strip_tags(main, *_UNWRAPPED)
    for plain in page.select(platform.plain) if platform else ():
        etree.strip_tags(plain, "i", "em")
        if plain.tag in _REPLACED:
            unwrap(plain)
    simple = [one for one in inline if one.tag != "span" and (one.getparent() is not None or one is main)]
    for element in simple:
        if (same := _REPLACED.get(str(element.tag))) is not None:
            element.tag = same
    around = {above.tag for above in main.iterancestors()}
    within = [(main, tag) for tag in _SAME if tag in around]
    within += [(outer, str(outer.tag)) for outer in simple if len(outer)]
    for element in dict.fromkeys(inner for outer, tag in within for inner in outer.iterdescendants(tag)):
        unwrap(element)
    for caption in page.select(_CAPTIONS):
        embolden(caption)
    for element in [element for element in simple if not element.tail]:
        _merge_next(element)
    _put_links_outside(simple)
    _split_spans(main)
    line_ends = list(main.iter("br"))
    indents = _indents(line_ends)
    for line_end in line_ends:
        line_end.tail = indents.get(line_end, "") + (line_end.tail or "").lstrip()
        link = line_end.getparent()
        if link is not None and link.tag == "a" and line_end.getnext() is None and not line_end.tail:
            line_end.tail, link.tail = (link.tail or "").lstrip(), None
            link.addnext(line_end)


def _indents(line_ends: list[HtmlElement]) -> dict[HtmlElement, str]:
    """Return em spaces for the blanks that set several lines of a text in from others, by the line ends before."""
    found: defaultdict[HtmlElement, dict[HtmlElement, str]] = defaultdict(dict)
    for line_end in line_ends:
        indent, box = _INDENT.match(line_end.tail or ""), line_end.getparent()
        is_blank = not (line_end.tail or "").strip() and next(line_end.itersiblings(), line_end).tag == "br"
        if indent is not None and box is not None and not is_blank:
            found[box][line_end] = "\u2003" * ((len(indent[1]) + 1) // 2)
    shown: dict[HtmlElement, str] = {}
    for box, lines in found.items():
        if len(lines) > 1 and not _INDENT.match(box.text or ""):
            shown |= {} if any(above.tag in HEADINGS for above in (box, *box.iterancestors())) else lines
    return shown


def _join_lines(page: PageTree) -> None:
    """Separate the lines of a verse by line breaks instead of paragraphs, and put a command's meaning behind its name.

    Styles set that in a line, as mandoc writes it.
    """
    for meaning in page.of_class(("Nd",)):
        meaning.tag = "span"
    for line in _LINES(page.content) if page.has("line-block") else ():
        if line.getprevious() is not None:
            line.addprevious(Element("br"))
        line.tag = "span"


def _set_notes_apart(page: PageTree) -> None:
    """Put brackets around a note that only a pointer shows right behind its mark, which it repeats."""
    for mark in page.all("sup"):
        note = mark.getnext() if not mark.tail else None
        again = next(note.iter("sup"), mark) if note is not None and note.tag == "span" else mark
        if note is None or again is mark or not plain_text(note) != plain_text(mark) == plain_text(again):
            continue
        if raw_text(note).lstrip().startswith(raw_text(again)):
            again.drop_tree()
            note.text, note.tail = f" ({note.text or ''}", f"){note.tail or ''}"


def _part_labels(page: PageTree, inline: list[HtmlElement]) -> None:
    """Put spaces where styles leave them: after a label, and after a name with a colon."""
    for label in page.select(_LABELED):
        last = label
        while not last.tail and last.getnext() is None and (above := last.getparent()) is not None:
            if above.tag != "span":
                break
            last = above
        if not last.tail and last.getnext() is not None and next(label.iterancestors("code"), None) is None:
            last.tail = " "
    labels = (one for one in inline if one.tag in ("span", "b", "strong"))
    names = [name for name in labels if (_last_text(name) or ":")[-1] == ":"]
    for name in filter(_touches_what_it_names, names):
        name.tail = f" {name.tail or ''}"


def _last_text(element: HtmlElement) -> str | None:
    """Return the text after an element's last child; None or empty where only that child tells how the text ends."""
    return element[-1].tail if len(element) else element.text


def _touches_what_it_names(name: HtmlElement) -> bool:
    """Return whether a name with a colon, but no space, stands before code or words (`path:` `list`)."""
    if (name.tail or "")[:1].isspace() or not (text := raw_text(name)).endswith(":") or text.endswith("::"):
        return False
    after = name.getnext()
    if not name.tail and after is not None and after.tag == "code":
        return True
    if name.tag == "span" and not name.get("class"):  # which no style sets apart
        return False
    follows = name.tail or (raw_text(after) if after is not None else "")
    return follows[:1].isalpha() and next(name.iterancestors("code", "pre", "a"), None) is None


def _put_links_outside(simple: list[HtmlElement]) -> None:
    """Turn code that begins with a link into a link around code, since Markdown has no links in code.

    Code in which anything but `(`, `<` or `[` follows the link stays code, and loses the link.
    """
    for code in [code for code in simple if len(code) and code.tag == "code"]:
        link = code[0]
        if link.tag != "a" or code.text or (link.tail or "(")[0] not in "(<[":
            continue
        outer = link if not len(link) else code.makeelement("a", href=link.get("href", ""))
        code.addprevious(outer)
        if len(code):
            etree.strip_tags(code, "a")
        if outer is link:  # as nearly all; a new element takes as long as all else here
            code.text, link.text = f"{link.text or ''}{link.tail or ''}{code.text or ''}", None
        outer.tail, code.tail = code.tail, None
        outer.append(code)


def _merge_next(element: HtmlElement) -> None:
    """Join an element with those of its kind right after it: a reader sees one, and two would be broken Markdown."""
    if element.tail:  # as most have
        return
    last = element[-1] if len(element) else None
    texts = [(element.text if last is None else last.tail) or ""]
    while not element.tail:
        following = element.getnext()
        parent = element.getparent()
        if following is None or following.tag != element.tag or parent is None:
            break
        texts.append(following.text or "")
        if len(following):
            _set_last_text(element, last, "".join(texts))
            element.extend(list(following))
            last = element[-1]
            texts = [last.tail or ""]
        tail = following.tail
        parent.remove(following)
        element.tail = tail
    _set_last_text(element, last, "".join(texts))


def _set_last_text(element: HtmlElement, last: HtmlElement | None, text: str) -> None:
    """Set the text behind an element's last child, or its own if it has none."""
    if last is None:
        element.text = text
    else:
        last.tail = text


def _split_spans(main: HtmlElement) -> None:
    """Split each span where a line ends or a block begins."""
    for span in [span for span in main.iter("strong", "em", "del", "a") if len(span)]:
        if _LEAVES.issuperset([child.tag for child in span[:]]) or not _ends_line_within(span):
            continue
        is_link = span.tag == "a"
        if is_link and not holds_block(span):
            continue  # Markdown allows a line break in a link's text
        if span.tag in ("a", "del") or len(raw_text(span)) <= _MAX_SPAN_CHARS:
            _split(span, span, only_first=is_link)
        unwrap(span)


def _ends_line_within(element: HtmlElement) -> bool:
    return not _ENDS_LINE.isdisjoint([inner.tag for inner in element.iterdescendants()])


def _split(inside: HtmlElement, span: HtmlElement, *, only_first: bool) -> bool:
    """Wrap the inline content of each line in a copy of the span."""
    found = False
    copy: HtmlElement | None = None
    text, inside.text = inside.text, None
    if text and (text.isspace() or inside.tag in _HOLD_NO_TEXT):
        inside.text = text
    elif text:
        copy = _copy(span, text)
        inside.insert(0, copy)
    for child in [child for child in inside[:] if child is not copy]:
        if only_first and found:
            break
        ends = child.tag in _ENDS_LINE or _ends_line_within(child)
        if copy is None and not ends:
            copy = _copy(span, "")
            child.addprevious(copy)
        if ends:
            found = found or copy is not None
            copy = None
            tail = child.tail
            if not (only_first and found):
                found = _split_child(child, span, only_first=only_first) or found
            if tail and not tail.isspace() and inside.tag not in _HOLD_NO_TEXT and not (only_first and found):
                child.tail = None
                copy = _copy(span, tail)
                child.addnext(copy)
        elif copy is not None:
            copy.append(child)
    return found or copy is not None


def _split_child(child: HtmlElement, span: HtmlElement, *, only_first: bool) -> bool:
    if child.tag in ("br", "hr", "pre", "img") or (child.tag in HEADINGS and span.tag != "a"):
        return False
    return _split(child, span, only_first=only_first)


def _copy(span: HtmlElement, text: str) -> HtmlElement:
    """Return an element like the span that holds only text."""
    copy = Element(span.tag, dict(span.attrib))
    copy.text = text
    return copy
