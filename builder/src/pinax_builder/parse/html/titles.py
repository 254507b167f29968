"""Find the title of a page: what it has of its own.

In:    The content, the labels of its headings, the title of its head, and what most pages of the docset share.
Out:   The title.
Rules: the first of these that the page does not share with most others: its `h1`, if it is not one of several chapters;
       the title of its head, also a shared one on a page called index; its first heading, if the head's is shared; the
       name in its URL. A lower heading that the head repeats comes before an `h1` that it does not mention. A manual
       page is called as its NAME says, where its head names all pages of a program alike. If several pages have the
       same title nevertheless, the name in the URL follows it.
"""

from __future__ import annotations

import re
from itertools import islice

from lxml.html import HtmlElement

from pinax_builder.parse.html.elements import HEADINGS
from pinax_builder.parse.html.labels import Label
from pinax_builder.parse.html.repeated import Repeated
from pinax_builder.parse.html.sections import MIN_H1_OF_CHAPTERS
from pinax_builder.parse.page_facts import PageFacts, is_index, readable_name
from pinax_builder.parse.plain_text import plain_text
from pinax_builder.parse.slugs import slugify

_MANUAL_TITLE = re.compile(r"((?:\S+ ){0,3}\S*?)\((\w+)\)(?:\(.*\))?")
"""Title of a manual page with its section, such as `LS(1)` or `restic backup(1)`; some have no name."""
_MANUAL_NAME = re.compile(r"([\w.+:@-]++(?: [\w.+:@-]++){0,4})((?:, .*?)?) +(?:-|–|—|\\-) ")
"""What a manual page says under NAME, up to the dash."""


def choose_title(
    labels: dict[HtmlElement, Label], facts: PageFacts, url: str, main: HtmlElement, repeated: Repeated
) -> str:
    """Return the page's title."""
    title = _choose(labels, facts, url, main, repeated)
    is_common = facts.whole_title in repeated.titles and slugify(title) in slugify(facts.whole_title)
    if not is_common or is_index(url):
        return title
    name = _name_beside(title, url)
    return f"{title}: {name}" if name else title


def _name_beside(title: str, url: str) -> str:
    """Return the name in a URL without the title that it may begin with; the folder's name if nothing is left.

    >>> _name_beside("Namespace Members", "html/namespacemembers_enum.html")
    'enum'
    >>> _name_beside("toString", "interval/to-string.html")
    'Interval'
    """
    words = readable_name(url).split()
    for number in range(1, len(words) + 1):
        if slugify("".join(words[:number])) == slugify("".join(title.split())):
            folder = url.rpartition("/")[0]
            return " ".join(words[number:]) or (readable_name(folder) if folder else "")
    return " ".join(words)


def _choose(labels: dict[HtmlElement, Label], facts: PageFacts, url: str, main: HtmlElement, repeated: Repeated) -> str:
    headings = [(element, label.title) for element, label in labels.items() if element.tag in HEADINGS and label.title]
    own = [(element, title) for element, title in headings if title not in repeated.headings]
    h1s = [title for element, title in own if element.tag == "h1"]
    if h1s and not _is_mentioned(h1s[0], facts) and _is_among(own, facts.head_title):
        return facts.head_title
    if h1s and (found := _title_below(own, main, facts.whole_title) or _manual_title(facts.head_title, headings)):
        return found
    if h1s and sum(element.tag == "h1" for element, _ in headings) < MIN_H1_OF_CHAPTERS:
        return h1s[0]
    if facts.head_title:
        return facts.head_title
    if facts.whole_title and is_index(url):
        return facts.whole_title
    if not facts.whole_title:
        return readable_name(url)
    first = next((title for element, title in own if main in element.iterancestors() and _is_name(title)), "")
    return first or readable_name(url)


def _title_below(own: list[tuple[HtmlElement, str]], main: HtmlElement, whole_title: str) -> str:
    """Return the heading right below the first, if the title of the head begins with the first and ends with it.

    The first then names the project.
    """
    within = list(islice((title for element, title in own if main in element.iterancestors()), 2))
    if len(within) < 2 or slugify(within[0]) == slugify(within[1]):
        return ""
    head = slugify(whole_title)
    is_both = head.startswith(f"{slugify(within[0])}-") and head.endswith(f"-{slugify(within[1])}")
    return within[1] if is_both else ""


def headings_above(labels: dict[HtmlElement, Label], title: str) -> frozenset[str]:
    """Return the `h1`s that are not the page's title: all, if a heading below them is; NAME of a manual page."""
    headings = [(element, label.title) for element, label in labels.items() if element.tag in HEADINGS]
    h1s = frozenset(text for element, text in headings if element.tag == "h1")
    is_below = title not in h1s and _is_among(headings, title)
    if is_below:
        return h1s
    return frozenset(text for text in h1s if text.upper() == "NAME") if _MANUAL_TITLE.fullmatch(title) else frozenset()


def _is_mentioned(h1: str, facts: PageFacts) -> bool:
    """Return whether the head mentions an `h1`, or the `h1` ends with what the head has (`Class Reader`, `Reader`)."""
    return slugify(h1) in slugify(facts.whole_title) or slugify(h1).endswith(f"-{slugify(facts.head_title)}")


def _is_among(headings: list[tuple[HtmlElement, str]], title: str) -> bool:
    """Return whether one of the headings is a title."""
    return bool(title) and any(slugify(text) == slugify(title) for _, text in headings)


def _is_name(title: str) -> bool:
    """Return whether a heading can name a page, as a letter of an index cannot."""
    return sum(map(str.isalnum, title)) > 1


def _manual_title(head_title: str, headings: list[tuple[HtmlElement, str]]) -> str:
    """Return the title of a manual page: what its head says, or its NAME if that is another; empty for other pages."""
    head = _MANUAL_TITLE.fullmatch(head_title)
    section = next((element for element, title in headings[:2] if title.upper() == "NAME"), None) if head else None
    text = section.getnext() if section is not None else None
    if head is None or section is None:
        return ""
    name = _MANUAL_NAME.match(plain_text(text)) if text is not None else None
    if name is None or head[1].lower() in re.split(r"[, ]+", f"{name[1]}{name[2]}".lower()):
        return head_title
    return f"{name[1].strip()}({head[2]})"
