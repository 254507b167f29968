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
from itertools import chain, islice, takewhile
from operator import itemgetter
from typing import NamedTuple

from pinax_builder.candidates import candidates
from pinax_builder.records import Fault, Page, Records
from pinax_builder.report import DocsetCheck, Finding
from pinax_builder.spill import Reiterable
from pinax_builder.words import letters, words_of
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
WARNING_SHARE = 0.01
"""Share of the compared pages above which a fault is a warning; below, it is a quirk of single pages."""
_LINK = re.compile(LINK)
MIN_PAGES = 5
"""Number of compared pages below which repeated blocks are not searched for."""
REPEATED_SHARE = 0.3
"""Share of the compared pages from which on a block at their top or foot is chrome; one kind of page may have it alone.
If so many pages have such blocks, or one title, there is a warning."""
REPEATED_PAGES = 8
"""Number of pages below which it is not."""
REPEATED_WORDS = 3
"""Number of words in such blocks from which on a page has kept chrome."""
_EDGE_BLOCKS = 6
"""Number of blocks at the top of a page, and at its foot, that are compared."""
_LEGAL = re.compile(r"#+ \W*(?:copyright|licen[cs]e|authors?)\b", re.IGNORECASE)
"""Heading of a licence or of authors. Pages of a manual may end with the same one, and it is text."""
_BETWEEN_BLOCKS = re.compile(r"\n+(?!\||\s*[-*+] )")
"""Between lines, but for those of a table or a list."""
_FENCES = ("```", "~~~")
_TARGET = re.compile(r"\]\([^()\s]*\)")
"""Targets of links in Markdown."""
_SIGNS = re.compile(r"[\W\d_]+")
BLOCK_BYTES = 8
"""Length of a block's digest, with the number of its words, in bytes."""
_HEADING = 0x80
"""Bit of the last byte of a heading's digest."""
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
    edges: tuple[bytes, bytes] | None = None
    """Digests of its first blocks, and of its last ones from the end; None if the page was not compared.

    The last byte of each is the number of the block's words, and for a heading 0x80 more.
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
            _edges(page) if page.is_compared else None,
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
        compared += page.edges is not None
        for fault in page.faults:
            found[fault.what].append((page.url, fault))
    findings = [_finding(what, faults, compared) for what, faults in sorted(found.items())]
    titles = Reiterable(lambda: (page.title for page in pages if page.title))
    edges = Reiterable(lambda: ((page.url, page.edges) for page in pages if page.edges is not None))
    return DocsetCheck(compared, (*findings, *_of_edges(edges), *_of_titles(titles)))


def _edges(page: Page) -> tuple[bytes, bytes]:
    """Return digests of a page's first blocks, and of its last ones, up to the first code."""
    blocks = [block for section in page.sections for block in _BETWEEN_BLOCKS.split(section.text)]
    end = next((at for at, block in enumerate(blocks) if _LEGAL.match(block)), len(blocks))
    return _digests(blocks), _digests(reversed(blocks[:end]))


def _digests(blocks: Iterable[str]) -> bytes:
    """Digest blocks that have words, up to the first piece of code; numbers and the targets of links do not count."""
    prose = takewhile(lambda block: not block.startswith(_FENCES) and not block.endswith(_FENCES), blocks)
    shown = ((_TARGET.sub("]", block), block) for block in prose)
    said = ((_SIGNS.sub(" ", text).strip().lower(), text, block) for text, block in shown)
    return b"".join(_digest(*each) for each in islice(filter(itemgetter(0), said), _EDGE_BLOCKS))


def _digest(said: str, text: str, block: str) -> bytes:
    words = min(len(words_of(text)), _HEADING - 1)
    if words < REPEATED_WORDS and "](" in block and not letters(_LINK.sub("", block)):
        words = REPEATED_WORDS  # a way through the manual is chrome, however short it is
    digest = blake2b(said.encode("utf-8", "surrogatepass"), digest_size=BLOCK_BYTES - 1).digest()
    return digest + (words + _HEADING * block.startswith("#")).to_bytes(1, "big")


def _split(edge: bytes) -> list[bytes]:
    return [edge[at : at + BLOCK_BYTES] for at in range(0, len(edge), BLOCK_BYTES)]


def _of_edges(pages: Iterable[tuple[str, tuple[bytes, bytes]]]) -> Iterator[Finding]:
    """Find pages that kept chrome, of (URL, edges) of all: blocks at their top or foot that many pages have."""
    n_pages = sum(1 for _ in pages)
    if n_pages < MIN_PAGES:
        return
    least = max(REPEATED_PAGES, REPEATED_SHARE * n_pages)
    times = Counter(said for _, (top, foot) in pages for said in {digest[:-1] for digest in _split(top + foot)})
    same = {said for said, of_all in times.items() if of_all >= least}
    words = {url: _words_at_top(_split(top), same) + _words_at_foot(_split(foot), same) for url, (top, foot) in pages}
    many = sum(number >= REPEATED_WORDS for number in words.values())
    if many:
        most = max(words.values())
        detail = f"{many} of {n_pages} compared pages have up to {most} words around their text that many others have."
        yield Finding("repeated", many, many >= REPEATED_SHARE * n_pages, detail, {}, example=_first_most(words))


def _words_at_top(edge: Sequence[bytes], same: Set[bytes]) -> int:
    """Count the words of shared blocks above a page's own text; a shared heading that opens it is none."""
    found = pending = own = 0
    for digest in edge:
        words, is_heading = digest[-1] & ~_HEADING, digest[-1] & _HEADING
        if digest[:-1] in same:
            pending = 0 if is_heading and own else pending + words
            found, pending = (found, pending) if is_heading else (found + pending, 0)
        elif is_heading:
            found, pending, own = found + pending, 0, 1
        else:
            break
    return found


def _words_at_foot(edge: Sequence[bytes], same: Set[bytes]) -> int:
    return sum(digest[-1] & ~_HEADING for digest in takewhile(lambda digest: digest[:-1] in same, edge))


def _first_most(counted: Mapping[str, int]) -> str:
    """Return the URL with the largest number, of several the first."""
    return min(counted, key=lambda url: (-counted[url], url))


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
    yield Finding("titles", pages, times >= REPEATED_SHARE * n_titles, detail, {})


_DETAILS = {
    "words": "{pages} of {compared} compared pages lack words that they show; {kept:.1%} of their words are left.",
    "terms": "{pages} of {compared} compared pages lack terms of definition lists; {kept:.1%} of their terms are left.",
    "headings": "{pages} of {compared} compared pages have headings that open no section; {kept:.1%} of all do.",
    "sections": "{pages} of {compared} compared pages lost a section to the rule of repeated text.",
    "code": "{pages} of {compared} compared pages have code that is no code block; {kept:.1%} of its lines are.",
    "items": "{pages} of {compared} compared pages lack list items; {kept:.1%} of their items are left.",
    "tables": "{pages} of {compared} compared pages lack tables; {kept:.1%} of their tables are left.",
    "undivided": "{pages} of {compared} compared pages lead to many places of theirs, and have few sections.",
    "long_section": "{pages} of {compared} compared pages have a section of more than 3,000 words.",
}
