"""Sum up what the parse stage found by comparing pages with their sections.

In:    Pages with their faults, batch by batch.
Out:   A DocsetCheck for the report: for each kind of fault how many pages have it, and the elements that lose most.
Rules: of a docset of more than `ALL_PAGES` pages a share is compared, which depends on the URLs alone. That is enough,
       since a fault is usually on all pages of a generator. Titles are compared across the docset.
Why:   docs/decisions/0101
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from hashlib import blake2b
from itertools import chain, islice
from typing import NamedTuple

from pinax_builder.candidates import candidates
from pinax_builder.records import Fault, Page, Records
from pinax_builder.report import DocsetCheck, Finding
from pinax_builder.spill import Reiterable
from pinax_builder.words import count_words, letters, words_of
from pinax_runtime.text import LINK

ALL_PAGES = 20
"""Number of pages of a docset up to which every page is compared, and the fewest of a larger one."""
THIRD = 1 / 3
"""Share of the pages that is compared of a docset that is neither small nor large."""
MANY_PAGES = 80
"""Number of pages that are compared of a larger docset, where a third of its pages are more."""
MIN_SHARE = 0.1
"""Smallest share of a docset's pages that is compared."""
SAME_TITLE_PAGES = 3
"""Number of pages with the same title from which on they are reported."""
SAME_TITLE_SHARE = 0.02
"""Share of a docset's pages with shared titles above which these are a warning."""
WARNING_SHARE = 0.01
"""Share of the compared pages above which a fault is a warning; below, it is a quirk of single pages."""
MIN_PAGES = 5
"""Number of compared pages below which repeated lines are not searched for."""
REPEATED_SHARE = 0.6
"""Share of the compared pages from which on a line that they share counts as chrome."""
NAVIGATION_SHARE = 0.4
"""Share of the compared pages from which on a link around their text does; one kind of page may have it alone."""
REPEATED_WORDS = 25
"""Number of words in shared lines above which a page has kept chrome."""
REPEATED_PAGES_SHARE = 0.05
"""Share of pages that kept chrome above which there is a warning."""
NAVIGATION_LINKS = 3
"""Number of links around the text of many pages from which on these are navigation."""
_FIRST_LINES = 40
"""Number of lines at the beginning of a page that are searched for navigation."""
_LAST_LINES = 6
"""Number of lines at the end of a page that are searched for it."""
_EDGE_LINES = 3
"""Number of lines of text at either end of a page that may be chrome; between them, pages of one kind say the same, and
only lines of links are chrome."""
_TEXT_WORDS = 8
"""Number of words outside links from which on a line is text."""
_LINK = re.compile(LINK)
_TARGET = re.compile(r"\]\([^()\s]*\)")
"""Targets of links in Markdown."""
LINE_BYTES = 8
"""Length of a line's digest, with the number of its words, in bytes."""
MAX_PATHS = 5
"""Largest number of elements that the report names for a fault."""
MAX_WORDS = 8
"""Largest number of lost words that the report names."""


class PageChecks(NamedTuple):
    """What comparing a page with its sections found."""

    url: str
    faults: tuple[Fault, ...] = ()
    title: str = ""
    """Title and, behind a zero byte, language: translations may share a title. Empty where titles do not count."""
    lines: bytes | None = None
    """Digests of its lines, one after the other, sorted, each once; None if the page was not compared.

    The last byte of each is the number of a line's words; 0 for the label of a link before or after the text.
    """


def checked_share(n_pages: int) -> float:
    """Return the share of a docset's pages that are compared. Source code is not, nor does it count."""
    pages = max(1, n_pages)
    return min(1.0, max(MIN_SHARE, min(THIRD, MANY_PAGES / pages), ALL_PAGES / pages))


def is_checked(url: str, share: float) -> bool:
    """Return whether a page is among those that are compared."""
    digest = blake2b(url.encode("utf-8", "surrogatepass"), digest_size=2).digest()
    return int.from_bytes(digest, "big") < share * 0x10000


def checks_of(pages: Iterable[Page]) -> tuple[PageChecks, ...]:
    """Collect what was found on pages; pages without findings are left out."""
    return tuple(
        PageChecks(
            page.url,
            page.faults,
            "" if page.marks_body is None else f"{page.title}\0{page.language}",
            b"".join(sorted(set(_line_digests(page)))) if page.is_compared else None,
        )
        for page in pages
        if page.is_compared or page.faults or page.marks_body is not None
    )


def summarize(batches: Sequence[Records[PageChecks]], dropped: Set[str]) -> DocsetCheck:
    """Sum up a docset's batches.

    Args:
        batches: What was found on the pages of each.
        dropped: URLs of pages that were indexed and are not in the bundle; they do not count.
    """
    pages = Reiterable(lambda: (page for page in chain.from_iterable(batches) if page.url not in dropped))
    compared = 0
    found: dict[str, list[tuple[str, Fault]]] = defaultdict(list)
    for page in pages:
        compared += page.lines is not None
        for fault in page.faults:
            found[fault.what].append((page.url, fault))
    findings = [_finding(what, faults, compared) for what, faults in sorted(found.items())]
    titles = Reiterable(lambda: (page.title for page in pages if page.title))
    lines = Reiterable(lambda: ((page.url, page.lines) for page in pages if page.lines is not None))
    return DocsetCheck(compared, (*findings, *_of_lines(lines), *_of_titles(titles)))


def _line_digests(page: Page) -> Iterator[bytes]:
    """Yield a digest of each line that may be chrome, link targets aside; headings and tables have the same words."""
    lines = [line for section in page.sections for line in section.text.split("\n") if line and line[0] not in "#|"]
    is_text = list(map(_is_text, lines))
    inner = [at for at, is_one in enumerate(is_text) if is_one][_EDGE_LINES:-_EDGE_LINES] or [0, -1]
    for at, line in enumerate(lines):
        is_link = "](" in line and not is_text[at]
        shown = _TARGET.sub("]", line) if "](" in line else line
        if (is_link or not inner[0] <= at <= inner[-1]) and (words := count_words(shown)) > 1:
            yield _digest(shown.strip(), words)
    yield from (_digest(label, 0) for label in _edge_labels(page))


def _is_text(line: str) -> bool:
    """Return whether a line says something outside links."""
    return len(words_of(_LINK.sub("", line) if "](" in line else line)) >= _TEXT_WORDS


def _edge_labels(page: Page) -> set[str]:
    """Return the labels of links to other pages that stand before a page's first line of text, and after its last."""
    lines = [line for section in page.sections for line in section.text.split("\n")]
    first, last = islice(lines, _FIRST_LINES), islice(reversed(lines), _LAST_LINES)
    return {*_labels_before_text(first, page.url), *_labels_before_text(last, page.url)}


def _labels_before_text(lines: Iterable[str], url: str) -> Iterator[str]:
    for line in lines:
        if not line.startswith("#"):
            if _is_text(line):
                return
            links = (link for link in _LINK.finditer(line) if link["target"].partition("#")[0] != url)
            labels = (_LINK.sub(r"\g<label>", link["label"]) for link in links)
            yield from filter(letters, labels)


def _digest(text: str, words: int) -> bytes:
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=LINE_BYTES - 1).digest()
    return digest + min(words, 255).to_bytes(1, "big")


def _split(lines: bytes) -> Iterator[bytes]:
    return (lines[at : at + LINE_BYTES] for at in range(0, len(lines), LINE_BYTES))


def _of_lines(pages: Iterable[tuple[str, bytes]]) -> Iterator[Finding]:
    """Find pages that kept chrome, of (URL, digests) of all: many words in lines that most pages have."""
    n_pages = sum(1 for _ in pages)
    if n_pages < MIN_PAGES:
        return
    times = _on_many(Reiterable(lambda: (lines for _, lines in pages)), NAVIGATION_SHARE * n_pages)
    same = {digest for digest, of_all in times.items() if not digest[-1] or of_all >= REPEATED_SHARE * n_pages}
    if not same:
        return
    last_bytes = [(url, bytes(digest[-1] for digest in _split(lines) if digest in same)) for url, lines in pages]
    n_labels = {url: of_page.count(0) for url, of_page in last_bytes}
    labels = sum(number >= NAVIGATION_LINKS for number in n_labels.values())
    if labels:
        detail = f"{labels} of {n_pages} compared pages have links around their text that many of them have."
        is_warning = labels > REPEATED_PAGES_SHARE * n_pages
        yield Finding("navigation", labels, is_warning, detail, {}, example=_first_most(n_labels))
    words = {url: sum(of_page) for url, of_page in last_bytes}
    many = sum(number > REPEATED_WORDS for number in words.values())
    if many:
        share, most = many / n_pages, max(words.values())
        detail = f"{many} of {n_pages} compared pages have up to {most} words in lines that most of them have."
        yield Finding("repeated", many, share > REPEATED_PAGES_SHARE, detail, {}, example=_first_most(words))


def _first_most(counted: Mapping[str, int]) -> str:
    """Return the URL with the largest number, of several the first."""
    return min(counted, key=lambda url: (-counted[url], url))


def _on_many(pages: Iterable[bytes], least: float) -> dict[bytes, int]:
    """Return the digests that so many pages have, and how many have each.

    Most lines are on one page, so they are first counted together with others that begin alike; what is rare together
    is rare alone.
    """
    alike = Counter(digest[:2] for lines in pages for digest in _split(lines))
    likely = {beginning for beginning, times in alike.items() if times >= least}
    seen = Counter(digest for lines in pages for digest in _split(lines) if digest[:2] in likely)
    return {digest: times for digest, times in seen.items() if times >= least}


def _finding(what: str, on_pages: Sequence[tuple[str, Fault]], compared: int) -> Finding:
    faults = [fault for _, fault in on_pages]
    warnings = sum(fault.is_warning for fault in faults)
    paths = Counter(path for fault in faults for path in fault.paths)
    rules = Counter(fault.rules[0][0] for fault in faults if fault.rules)
    kept = sum(fault.found for fault in faults) / max(1, sum(fault.sought for fault in faults))
    detail = _DETAILS[what].format(pages=len(faults), compared=compared, kept=kept)
    is_warning = warnings > WARNING_SHARE * compared
    if rules:
        detail += f" Most was taken by: {', '.join(f'{rule} ({pages} pages)' for rule, pages in rules.most_common())}."
    if words := Counter(word for fault in faults for word in fault.words):
        detail += f" Missing most: {', '.join(word for word, _ in words.most_common(MAX_WORDS))}."
    example = _first_most({url: fault.sought - fault.found for url, fault in on_pages})
    lost = dict(paths.most_common(MAX_PATHS))
    return Finding(what, len(faults), is_warning, detail, lost, dict(rules.most_common()), example)


def _of_titles(titles: Iterable[str]) -> Iterable[Finding]:
    same = Counter(candidates(titles, lambda title: (title,)))
    shared = {title: pages for title, pages in same.items() if pages >= SAME_TITLE_PAGES}
    pages = sum(shared.values())
    if not shared:
        return
    n_titles = sum(1 for _ in titles)
    most, times = max(shared.items(), key=lambda item: (item[1], item[0]))
    title = most.partition("\0")[0]
    detail = f"{pages} of {n_titles} pages have the title of two others or more; {times} are called {title!r}."
    yield Finding("titles", pages, pages > SAME_TITLE_SHARE * n_titles, detail, {})


_DETAILS = {
    "words": "{pages} of {compared} compared pages lack words that they show; {kept:.1%} of their words are left.",
    "terms": "{pages} of {compared} compared pages lack terms of definition lists; {kept:.1%} of their terms are left.",
    "headings": "{pages} of {compared} compared pages have headings that open no section; {kept:.1%} of all do.",
    "code": "{pages} of {compared} compared pages have code that is no code block; {kept:.1%} of its lines are.",
    "items": "{pages} of {compared} compared pages lack list items; {kept:.1%} of their items are left.",
    "tables": "{pages} of {compared} compared pages lack tables; {kept:.1%} of their tables are left.",
    "formulas": "{pages} of {compared} compared pages lack formulas; {kept:.1%} of their formulas are left.",
    "links": "{pages} of {compared} compared pages lack their links, and have little else.",
    "torn": "{pages} of {compared} compared pages have brackets that stand alone on their lines.",
    "marked_title": "{pages} of {compared} compared pages have the syntax of links in titles of sections.",
    "sections": "{pages} of {compared} compared pages lost a section to the rule of repeated text.",
    "nested_headings": "{pages} of {compared} compared pages have headings in list items, which open no section.",
    "glued_title": "{pages} of {compared} compared pages have a title in which words run together.",
    "undivided": "{pages} of {compared} compared pages have many anchors and much text, and no sections.",
    "long_section": "{pages} of {compared} compared pages have a section of more than 3,000 words.",
}
