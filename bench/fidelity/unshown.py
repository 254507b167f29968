"""Find what a page does not show, and what it shows to be used and not read: labels of switches, what copies text.

The judge leaves this out. Each kind can be known by the page alone, without its style sheets.
"""

from __future__ import annotations

import re
from itertools import pairwise

from lxml import html

HEARD = frozenset(("sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text"))
"""Classes of words for those who hear the page, which styles hide."""
TRAIL = re.compile(r"(^|[-_ ])breadcrumbs?($|[-_ ])")
"""Names of lists that say where in the site a page stands; the last step is no link."""
COPYING = re.compile(r"(^|[-_ ])copy[-_]?(popup|tooltip|toast|button|btn|icon)")
"""Names of what says that a text was copied."""
DATED = re.compile(r"(^|[-_ ])(source-file|last-updated?|git-revision)")
"""Names of what says when a page was changed."""
GRAPH = re.compile(
    r"(?:(?:inheritance|collaboration) (?:diagram|graph)|(?:include |directory )?dependency graph) for .{1,200}:"
    r"|this graph shows which files directly or indirectly include this file:|here is the call(?:er)? graph .{1,200}:",
    re.IGNORECASE,
)
"""Caption of a graph that Doxygen draws as a picture."""
CONTENTS = re.compile(
    r"[\W\d]*(?:table of contents|(?:detailed )?contents|index|in this \w+|目次|inhalt|sommaire)\W*", re.IGNORECASE
)
"""Title of a table of contents."""
WAYS = frozenset(("back", "contents", "forward", "home", "index", "next", "prev", "previous", "top", "up"))
"""Words of navigation."""
WORD = re.compile(r"\w+")
RESULTS = re.compile(r"(^|[-_ ])search[-_]results($|[-_ ])")
"""Names of boxes that a search fills."""
LABEL = re.compile(r"(^|[-_ ])(tag|badge|label|pill)($|[-_ ])", re.IGNORECASE)
"""Names of labels that styles set apart from the words beside them."""
TRAIL_CHARS = 300
LABEL_WORDS = 2
LEVEL_WORDS = 4
SIDE_WORDS = 5


def is_unshown(element: html.HtmlElement, names: str) -> bool:
    """Tell whether an element, by its names or those around it, is no text of the page."""
    if element.tag == "pre":
        return counts_lines(element)
    if element.tag == "tr":
        return labels_members(element)
    text = " ".join(element.text_content().split())
    if not HEARD.isdisjoint(names.split()) or COPYING.search(names):
        return True
    if RESULTS.search(names) and next(element.iter("a", "li", "p"), None) is None:
        return True
    if (TRAIL.search(names) or DATED.search(names)) and len(text) < TRAIL_CHARS:
        return True
    if len(text) == 1 and not {"icon", "icona"}.isdisjoint(names.split()):
        return True  # a letter in a circle
    return element.tag == "span" and names_language(element, text)


def is_about_page(element: html.HtmlElement) -> bool:
    """Tell whether a block is about the page and no part of its text.

    It is the caption of a drawn graph, the title of a list of links within the page, or a row of links to translations
    or to neighbors.
    """
    text = " ".join(element.text_content().split())
    if len(text) >= TRAIL_CHARS:
        return False
    if GRAPH.fullmatch(text):
        return True
    links = [link for link in element.iter("a") if link.get("href")]
    words = WORD.findall(" ".join(element.itertext()).lower())
    if links and set(words) <= WAYS:
        return True
    if any(link.get("hreflang") for link in links) and sum(not link.get("hreflang") for link in links) <= 1:
        return len(words) - sum(len(WORD.findall(link.text_content())) for link in links) <= LEVEL_WORDS
    below = (one for one in element.itersiblings() if one.text_content().strip()) if CONTENTS.fullmatch(text) else ()
    after = next(iter(below), None)
    targets = [link.get("href") for link in after.iter("a") if link.get("href")] if after is not None else []
    return bool(targets) and all("#" in target for target in targets)


def labels_members(row: html.HtmlElement) -> bool:
    """Tell whether a row of labels stands above rows that each begin with a link to itself: the names of members."""
    others = list(row.itersiblings("tr"))
    if not others or any(cell.tag != "th" for cell in row) or row.getprevious() is not None:
        return False
    return all(other.xpath("boolean(*[1]/a[@id and @href = concat('#', @id)])") for other in others)


def names_language(element: html.HtmlElement, text: str) -> bool:
    """Tell whether an element repeats the language that the box of code around it names."""
    box = element.getparent()
    return box is not None and f"language-{text}" in (box.get("class") or "").split()


def counts_lines(pre: html.HtmlElement) -> bool:
    """Tell whether a block holds nothing but consecutive numbers, and stands in a cell beside another block."""
    cell = pre.getparent()
    after = cell.getnext() if cell is not None and cell.tag == "td" else None
    numbers = pre.text_content().split()
    if after is None or after.find(".//pre") is None or not numbers or not all(map(str.isdigit, numbers)):
        return False
    return all(int(second) == int(first) + 1 for first, second in pairwise(numbers))


def drop_controls(body: html.HtmlElement) -> None:
    """Remove the labels of controls: named checkboxes, switches of a word or two, levels to click at, and fields."""
    for box in body.xpath(".//div[span/@onclick] | .//div[count(*) = 1][input]"):
        if len(box.text_content().split()) <= LEVEL_WORDS:
            box.drop_tree()
    boxes = {box.get("id"): box for box in body.iter("input") if box.get("type") == "checkbox"}
    for label in list(body.iter("label")):
        own = next((box for box in label.iter("input") if box in boxes.values()), None)
        is_set = own is not None and own.get("name") and own.get("disabled") is None
        is_switch = label.get("for") in boxes and len(label.text_content().split()) <= LABEL_WORDS
        if (is_set or is_switch) and label.getparent() is not None:
            label.drop_tree()


def set_labels_apart(body: html.HtmlElement) -> None:
    """Put spaces around the labels beside words, and between the parts of a title that styles write in two lines."""
    for part in body.xpath(".//h1/span[@class][following-sibling::*[1][self::span][@class]]"):
        part.tail = part.tail or " "
    for label in body.iter("code", "span", "small"):
        if LABEL.search(label.get("class") or "") and next(label.iterancestors("pre"), None) is None:
            label.text, label.tail = f" {label.text or ''}", f" {label.tail or ''}"


def is_small_sidebar(element: html.HtmlElement, headings: tuple[str, ...]) -> bool:
    """Tell whether a sidebar holds headings, links, and next to no other words."""
    own = element.text_content().split()
    aside = [e for e in element.iter("a", *headings) if e.tag != "a" or e.get("href")]
    return len(own) - sum(len(e.text_content().split()) for e in aside) <= SIDE_WORDS
