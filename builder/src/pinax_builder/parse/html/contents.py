"""Remove a page's own contents: what lists the headings below it, or above it at the page's end, by links alone.

Before: each heading has its ids and its title.
After:  no list, table or run of lines is left whose links lead to headings below or above it, one after the other but
        for a fifth, and are called as these are. The page's outline says the same.
Rules:  - Beside the links stand only signs, numbers, and the word "Contents" of one of many languages. Three links
          suffice, or two below that word.
        - An entry is called as its heading is, or by first words of that, or by other words behind the same number, or
          the same words behind another; a member's name is not, but below that word. The contents' own entry does not
          count.
        - Of the links, and of the headings from the first to the last that have the level of the first, a fifth may
          miss the other. Contents are called differently at times, and leave out some headings.
        - What is a part of a list stays, as a list of the ways to do something is, what a sentence with a colon
          introduces, what stands under a heading of a lower level, as "See also", or below text in a section that ends
          above the headings, and what is in a box of contents that has words, too.
        - A heading or line right above that says "Contents", or opens nothing else and is a few words or the title of a
          heading below, goes with it; the first heading of the page stays, and a line that is all below a heading.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from urllib.parse import unquote

from lxml.html import HtmlElement

from pinax_builder.parse.html.labels import Label
from pinax_builder.parse.html.page_tree import HEADINGS, IS_BLOCK, text_before
from pinax_builder.parse.plain_text import is_all_of, plain_text, raw_text, shows_anything, shows_text
from pinax_builder.parse.slugs import slugify

_BETWEEN_ENTRIES = re.compile(
    r"(?<![^\W\d_])(?:Table of Contents?|(?:Detailed )?Contents|(?:Sub)?sections"
    r"|[IO]n this (?:page|section|chapter|document)|Inhalt|Inhaltsverzeichnis|Sommaire|Table des matières|Índice"
    r"|Contenidos?|Indice|Sumário|Inhoud|Innehåll|Obsah|Spis treści|Содержание|Оглавление|目次|目录|目錄|차례|목차)"
    r"(?![^\W\d_])|[\s\d.,;:|/·•–—§*=\[\]-]+",
    re.IGNORECASE,
)
"""What stands beside links in a table of contents: what it is called, numbers and signs."""
_ALL_BETWEEN = re.compile(rf"(?:{_BETWEEN_ENTRIES.pattern})*+", re.IGNORECASE)
"""A text that holds nothing else."""
_PARTS_OF_LISTS = ("li", "dt", "dd", "tr", "th", "thead", "tbody")
"""Tags of parts of lists, which alone are no contents."""
_MIN_LISTED = 3
"""Number of links from which on they are a table of contents."""
_MIN_CALLED = 2
"""Number of links from which on they are one, if what stands above says so."""
_LISTED_SHARE = 0.8
"""Share of the links of such a table that lead to headings and are called as these, and of the headings listed."""
_LABEL_CHARS = 40
"""Length of the longest line that labels contents (characters)."""
_LABEL_WORDS = 5
"""Number of words of such a line that is no heading, without a word for contents; more are a sentence."""

_HEADING_WORDS = 3
"""Number of words up to which a heading is the name of contents; more may be a note about the page."""


def strip_contents(main: HtmlElement, labels: Mapping[HtmlElement, Label], file: str) -> None:
    """Remove the page's own contents, with the heading above them; `file` is the last part of the page's URL."""
    ids = {own: heading for heading, label in labels.items() if heading.tag in HEADINGS for own in label.ids}
    within: dict[HtmlElement, HtmlElement | None] = {}
    for link in main.iter("a"):
        if "#" in (href := link.get("href") or "") and (name := _fragment(href, file)):
            within[link] = ids.get(name)
    if sum(heading is not None for heading in within.values()) < _MIN_CALLED:
        return
    lines = _lines(main, within)
    order = {one: at for at, one in enumerate(main.iter("a", *HEADINGS))} if lines else {}
    headings = [one for one in order if one.tag in HEADINGS]
    titles = Counter(map(plain_text, headings))
    runs: list[list[HtmlElement]] = []
    for line in lines:
        if not runs or not _follows(line, runs[-1][-1]):
            runs.append([])
        runs[-1].append(line)
    for run in runs:
        listed = {link: within[link] for line in run for link in lines[line]}
        link = next(iter(listed))
        below = bisect_left(headings, order[link], key=order.__getitem__)
        if len(listed) > 1 and below and listed[link] is headings[below - 1] and not _says(plain_text(link)):
            del listed[link]  # the contents' own entry
            link = next(iter(listed))
        label = labels.get(headings[below]) if below < len(headings) else None
        if listed[link] is None and label is not None and _is_called(link, label, in_part=False):
            listed[link] = headings[below]  # its anchor stands above the contents, and the title below
        above = run[0].getprevious()
        is_called = above is not None and shows_text(above) and not _says(raw_text(above))
        if _are_contents(listed, labels, order, headings, is_called=is_called):
            first = next(heading for heading in listed.values() if heading is not None)
            _drop_contents(run, first, headings[0], titles)


def drop_empty_labels(main: HtmlElement) -> None:
    """Remove the headings of contents that are gone, but for the first of the page if lower ones follow it."""
    headings = list(main.iter(*HEADINGS))
    is_title = len(headings) < 2 or str(headings[0].tag) < str(headings[1].tag)
    for heading in headings[1:] if is_title else headings:
        if _says(plain_text(heading)) or not any(map(str.isalpha, raw_text(heading))):
            continue
        box, said = heading, raw_text(heading)
        has_number = any(map(str.isdigit, said))  # as a section about contents; others go with the box of the contents
        while (above := box.getparent()) is not None and above is not main:
            if raw_text(above) != said and not (has_number and is_all_of(heading, above)):
                break
            box = above
        after = next(filter(shows_text, box.itersiblings()), None)
        if not (box.tail or "").strip() and (after is None or _begins_with_heading(after)):
            box.drop_tree()


def _begins_with_heading(box: HtmlElement) -> bool:
    first: HtmlElement | None = box
    while first is not None and first.tag not in HEADINGS and not _says(first.text):
        first = next(filter(shows_text, first), None)
    return first is not None and first.tag in HEADINGS


def _lines(main: HtmlElement, within: Mapping[HtmlElement, HtmlElement | None]) -> dict[HtmlElement, list[HtmlElement]]:
    """Return the outermost elements that list links within the page, and are lines or blocks, with these links."""
    only: dict[HtmlElement, bool] = {}
    n_said = cache(_n_said)  # a link stands in boxes in boxes
    found: dict[HtmlElement, list[HtmlElement]] = {}
    for link in within:
        line = link
        while (box := line.getparent()) is not None and box is not main:
            if box not in only:
                only[box] = _lists_only(box, within, n_said)
            if not only[box]:
                break
            line = box
        found.setdefault(line, []).append(link)
    alone = _alone([line for line in found if line.tag not in IS_BLOCK])
    return {line: links for line, links in found.items() if line.tag in IS_BLOCK or line in alone if _is_free(line)}


def _is_free(line: HtmlElement) -> bool:
    """Return whether an element is no part of a list, nor of a box of contents that says more."""
    above = (line, *line.iterancestors())
    return not any((one.tag in _PARTS_OF_LISTS and not _is_indented(one)) or one.get("id") == "toc" for one in above)


def _is_indented(line: HtmlElement) -> bool:
    """Return whether a `dd` stands in no list, as older pages indent their lines."""
    box = line.getparent() if line.tag == "dd" else None
    return box is not None and box.tag not in ("dl", "div")


def _fragment(href: str, file: str) -> str:
    """Return the fragment of a link within the page; empty for other links."""
    page, _, fragment = href.partition("#")
    if page not in ("", file):
        return ""
    return unquote(fragment) if "%" in fragment else fragment


def _lists_only(
    box: HtmlElement, within: Mapping[HtmlElement, HtmlElement | None], n_said: Callable[[HtmlElement], int]
) -> bool:
    """Return whether all words of a box stand in links within the page."""
    if _says(box.text) or any(_says(child.tail) for child in box):  # as in most
        return False
    if any(link not in within for link in box.iter("a") if link.get("href")):
        return False
    linked = sum(n_said(link) for link in box.iter("a") if link in within)
    is_all = linked == n_said(box) or linked == _n_chars(raw_text(box))
    return is_all and next(box.iter("pre", "img"), None) is None


def _says(text: str | None) -> bool:
    return text is not None and _ALL_BETWEEN.fullmatch(text) is None


def _n_said(element: HtmlElement) -> int:
    """Return the number of characters of an element's texts that say something; no two texts make a word."""
    return _n_chars("\n".join(element.itertext()))


def _n_chars(text: str) -> int:
    """Return the number of a text's characters that are neither blank, nor digits, nor signs between entries."""
    return len(_BETWEEN_ENTRIES.sub("", text))


def _alone(inlines: Sequence[HtmlElement]) -> set[HtmlElement]:
    """Return those of some inline elements, in document order, in whose lines nothing but others of them stands."""
    alone: dict[bool, set[HtmlElement]] = {False: set(), True: set()}
    for is_after in alone:
        for inline in reversed(inlines) if is_after else inlines:
            near = inline.getnext() if is_after else inline.getprevious()
            is_end = near is None or near.tag == "br" or near.tag in IS_BLOCK or near in alone[is_after]
            if is_end and not _says(inline.tail if is_after else text_before(inline)):
                alone[is_after].add(inline)
    return alone[False] & alone[True]


def _follows(block: HtmlElement, before: HtmlElement) -> bool:
    """Return whether nothing is shown between two blocks."""
    while not _says(before.tail) and (after := before.getnext()) is not None:
        if after is block:
            return True
        if shows_anything(after, "pre"):
            break
        before = after
    return False


def _are_contents(
    listed: Mapping[HtmlElement, HtmlElement | None],
    labels: Mapping[HtmlElement, Label],
    order: Mapping[HtmlElement, int],
    headings: Sequence[HtmlElement],
    *,
    is_called: bool,
) -> bool:
    """Return whether links lead to headings below them, one after the other, and are called as these are.

    If what stands above them is called contents, two suffice, and the names of members.
    """
    found = [(link, heading) for link, heading in listed.items() if heading is not None and heading in order]
    least = _MIN_CALLED if is_called else _MIN_LISTED
    if len(found) < max(least, _LISTED_SHARE * len(listed)):
        return False
    in_order = [order[heading] for _, heading in found]
    places = sorted(in_order)
    stands = [*map(order.__getitem__, listed)]
    n_on = len(found) - sum(later < earlier for earlier, later in pairwise(in_order))
    n_beside = max(bisect_left(places, min(stands)), len(places) - bisect_right(places, max(stands)))
    if min(n_on, n_beside) < _LISTED_SHARE * len(found):
        return False
    n_called = sum(_is_called(link, labels[heading], in_part=is_called) for link, heading in found)
    if n_called < _LISTED_SHARE * len(found):
        return False
    if _stands_deeper(listed, found[0][1], order, headings):
        return False
    of = order.__getitem__
    among = headings[bisect_left(headings, places[0], key=of) : bisect_right(headings, places[-1], key=of)]
    among = [one for one in among if one.tag == found[0][1].tag]
    return len({heading for _, heading in found}.intersection(among)) >= _LISTED_SHARE * len(among)


def _stands_deeper(
    listed: Mapping[HtmlElement, object],
    first: HtmlElement,
    order: Mapping[HtmlElement, int],
    headings: Sequence[HtmlElement],
) -> bool:
    """Return whether links stand under a heading of a lower level than those that they lead to, as under "See also".

    The same are links below text in a section that ends above the headings that they lead to.
    """
    of = order.__getitem__
    within = {above for link in listed for above in link.iterancestors(*HEADINGS)}
    start = bisect_left(headings, min(map(of, listed)), key=of)
    above = next((headings[at] for at in range(start - 1, -1, -1) if headings[at] not in within), None)
    if above is None or not _says(plain_text(above)):
        return False
    if str(above.tag) > str(first.tag):
        return True
    between = headings[start : bisect_left(headings, order[first], key=of)]
    has_ended = any(str(one.tag) <= str(above.tag) for one in between if one not in within)
    return has_ended and _is_below_text(min(listed, key=of), above)


def _is_below_text(link: HtmlElement, heading: HtmlElement) -> bool:
    """Return whether something is shown right below a heading, above a link or the boxes around that."""
    around = {link, *link.iterancestors()}
    after = next(filter(shows_text, heading.itersiblings()), None)
    while after in around and after is not link:
        if _says(after.text):
            return True
        after = next(filter(shows_text, after), None)
    return after not in around


def _is_called(link: HtmlElement, label: Label, *, in_part: bool) -> bool:
    """Return whether a link is called as a heading is: by its title, its number or the first words of the title.

    Either may begin with a number that the other lacks. First words are the name of a member, too, which other lists
    may have, so that they count for contents alone.
    """
    text, own = slugify(plain_text(link)), slugify(label.title)
    number, _, words = text.partition("-")
    is_numbered = words != "" and any(map(str.isdigit, number))
    is_begun = own.startswith(f"{number if is_numbered else text}-") or text.startswith(f"{own}-")
    is_ended = own.endswith(f"-{words}" if is_numbered else text) or text.endswith(own)
    return text != "" and (is_ended or (is_begun and (is_numbered or in_part or not label.symbols)))


def _shows(element: HtmlElement) -> bool:
    """Return whether an element shows anything, or words stand right behind it."""
    return _says(element.tail) or shows_anything(element, "pre")


def _is_label(line: HtmlElement) -> bool:
    """Return whether a line that is no heading is a few words, and no sentence or link."""
    return len(plain_text(line).split()) <= _LABEL_WORDS and next(line.iter("a"), None) is None


def _drop_contents(
    run: Sequence[HtmlElement], first: HtmlElement, title: HtmlElement, titles: Mapping[str, int]
) -> None:
    """Remove contents and the heading of nothing else above them; keep them where a sentence introduces them.

    The page's first heading, which may be its title, stays, and one of many words that no other has.
    """
    above, beside = run[0].getprevious(), text_before(run[0])
    if above is not None and above.tag == "p" and not beside.strip() and not shows_text(above):
        label = above.getprevious()  # above an empty paragraph, as older pages have them
        above = label if label is not None and label.tag == "p" and not _says(label.tail) else above
    after = next(filter(_shows, run[-1].itersiblings()), None)
    if above is not None and above.tag in IS_BLOCK and not _says(beside):
        above.tail = beside = ""  # the number of the first entry
    said = plain_text(above) if above is not None and not beside.strip() else " ".join(beside.split())
    if said.endswith(":") and len(said.split()) > _LABEL_WORDS:
        return
    for block in run:
        line_end = block.getnext()
        if block.tag == "a" and line_end is not None and line_end.tag == "br":
            line_end.drop_tree()
        if block.tag not in IS_BLOCK and not _says(block.tail):
            block.tail = None
        block.drop_tree()
    if above is None or not said or beside.strip():
        return
    is_empty = after is None or after.tag in HEADINGS
    highest = min(str(one.tag) for one in (first, after) if one is not None)
    heading = next(above.iter(*HEADINGS), None)
    if len(said) > _LABEL_CHARS and (heading is None or plain_text(heading) != said):
        return
    before = above.getprevious()
    is_alone = before is not None and before.tag in HEADINGS  # as a name below "Author", with the contents at the end
    is_label = not is_alone and _is_label(above)
    is_short = len(said.split()) <= _HEADING_WORDS or titles[said] > 1
    is_lower = is_label if heading is None else is_short and heading is not title and str(heading.tag) >= highest
    if (is_lower and is_empty) or not _says(said):
        above.drop_tree()
