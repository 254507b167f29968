"""Sum up what the parse stage found by comparing pages with their sections.

In:    Pages with their faults, batch by batch.
Out:   A DocsetCheck for the report: for each kind of fault how many pages have it, and the elements that lose most.
Rules: of a docset of more than `ALL_PAGES` pages a share is compared, which depends on the URLs alone. That is enough,
       since a fault is usually on all pages of a generator. Titles are compared across the docset.
Why:   docs/decisions/0101
"""

from __future__ import annotations

import re
import struct
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from hashlib import blake2b
from itertools import chain, islice, takewhile
from operator import itemgetter
from typing import NamedTuple

from pinax_builder.candidates import candidates
from pinax_builder.records import Fault, Page, Records, Section
from pinax_builder.report import DocsetCheck, Finding
from pinax_builder.spill import Reiterable
from pinax_builder.words import letters, words_of
from pinax_runtime.text import LINK, without_fenced

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
WARNING_SHARES = {
    "code": 0.06,
    "undivided": 0.06,
    "long_section": 0.06,
    "letters": 0.03,
    "lines": 0.15,
    "second_title": 0.2,
    "torn": 0.3,
}
"""Larger shares, for faults of structure. Two pages of twenty must have one: a page of an unusual kind often has."""
TWO_PAGES_SHARE = 0.1
"""Such a share above which two pages must have a fault, however few are compared."""
_LINK = re.compile(LINK)
MIN_PAGES = 5
"""Number of compared pages below which repeated blocks are not searched for."""
REPEATED_SHARE = 0.3
"""Share of the compared pages from which on a block at their top or foot is chrome; one kind of page may have it alone.
If so many pages have such blocks, or one title, there is a warning."""
REPEATED_PAGES = 8
"""Number of pages below which it is not, unless all of fewer pages have it."""
REPEATED_WORDS = 2
"""Number of words in such blocks from which on a page has kept chrome."""
HEADED_WORDS = 20
"""Number of words below a shared heading from which on they are chrome at the end of a page, as a notice is."""
LABEL_TARGETS = 5
"""Number of places on a page from which on one label leads to more than the text does, such as *source code*."""
_EDGE_BLOCKS = 6
"""Number of blocks at the top of a page, and at its foot, that are compared."""
_ROW_SHARE = 0.75
"""Share of a block's letters in links from which on it is a row of links."""
_LEGAL = re.compile(r"\s*#+ \W*(?:copyright|licen[cs]e|authors?)\b", re.IGNORECASE)
"""Heading of a licence or of authors. Pages of a manual may end with the same one, and it is text."""
_BETWEEN_BLOCKS = re.compile(r"\n+(?!\||\s*[-*+] )")
"""Between lines, but for those of a table or a list."""
LINES_LEAST = 5
"""Number of lines that look like headings from which on a page has to have as many sections."""
_MARKED = re.compile(r"\n[*`\[].{0,400}[*`)\]](?=\n|\Z)")
_LOOKS = re.compile(
    r"(?=[*`\[])(?![*`]+-)(?:\*\*(?:[^*]|\*(?!\*))+\*\*|\*[^*]+\*|`[^`]+`|[\s,;()\[\]=>])+(?<![.:][*`])(?<![.:]\*\*)"
)
"""A line in bold, in italics or in code that begins with no option and ends like no sentence and no label."""
_LOOKS_CHARS = 120
_TORN = re.compile(r"\n(?:[-*+] )?[^\w\s|`]*[(),][^\w\s|`]*(?=\n|\Z)")
"""A line that is nothing but brackets and commas."""
_TORN_CELL = re.compile(r"\| [^\w\s|`]*[(),][^\w\s|`]* \|")
_LETTERS = re.compile(r"(?<!\w)[^\W\d_](?:[^\w\n]+(?:\d[^\w\n]+)*[^\W\d_]){9,}(?!\w)")
"""A row of ten letters or more, which leads through an index if they are in order."""
_SENTENCE = re.compile(r"(?!#)(?:\S+\s+){5}.*[.。]\W*\Z", re.DOTALL)
_ITEM = re.compile(r"\s*[-*+] ")
_FENCES = ("```", "~~~")
_TARGET = re.compile(r"\]\([^()\s]*\)")
"""Targets of links in Markdown."""
_SHORT_LINK = re.compile(r"\[(?<!\. \[)([^\[\]\n]{1,60})\]\(([^()\s]*)\)")
"""A link of few words that does not follow a sentence, as "Read more" does."""
_SIGNS = re.compile(r"[\W\d_]+")
BLOCK_BYTES = 8
"""Length of a block's digest, with the number of its words and what it is, in bytes."""
_HEADING, _ROW, _PIECE, _TEXT = 1, 2, 4, 8
"""Bits of a digest's last byte: a heading, a row of links, a part of the block before, a sentence or code."""
Blocks = list[tuple[int, int, bool]]
"""(words that many pages have, kind, whether there are any) of each block."""
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
    edges: tuple[bytes, bytes, bytes] | None = None
    """Digests of its first blocks, of its last ones from the end, and of labels of many links; None if not compared.

    The last bytes of each are the number of the block's words, and what it is.
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
    return tuple(_checks_of(page) for page in pages if page.is_compared or page.faults or page.marks_body is not None)


def _checks_of(page: Page) -> PageChecks:
    title = "" if page.marks_body is None else f"{page.title}\0{page.language}"
    if not page.is_compared:
        return PageChecks(page.url, page.faults, title)
    top, foot = _ends(page.sections)
    faults = page.faults if page.marks_body is None else (*page.faults, *_in_text(page), *_in_rows((*top, *foot)))
    return PageChecks(page.url, faults, title, (_digests(top, is_top=True), _digests(foot), _labels(page)))


def summarize(batches: Sequence[Records[PageChecks]], dropped: Set[str]) -> DocsetCheck:
    """Sum up a docset's batches, without the pages that were indexed and dropped from the bundle, by their URLs."""
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


def _in_text(page: Page) -> Iterator[Fault]:
    """Look at what became of a page of HTML: for a second title, lines that look like headings, and torn lines.

    Headings of the first level are the page's own, unless its title is a later one, or the first of two begins with it.
    """
    first = [letters(section.title) for section in page.sections[:2]]
    heads = [(section.text[:2], letters(section.title)) for section in page.sections if section.text.startswith("#")]
    tops = [title for level, title in heads if level == "# "]
    is_again = letters(page.title) in tops[1:] or (len(tops) == 2 and tops[0].startswith(tops[1]))
    if len({*first}) < len(first) or is_again or (tops and heads[0][0] != "# "):
        yield Fault("second_title", 0, 1, is_warning=True)
    plain = _shown("\n".join(["", *(section.text for section in page.sections)]))
    least = max(LINES_LEAST, len(page.sections))
    is_marked, is_torn = len(_MARKED.findall(plain)) >= least, _is_torn(plain)
    if not (is_marked or is_torn):
        return
    prose = without_fenced(plain)
    if is_torn and _is_torn(prose):
        yield Fault("torn", 0, 1, is_warning=True)
    lines = [line for line in prose.split("\n") if line] if is_marked else []
    around = zip(("", *lines), lines, (*lines[1:], ""), strict=False)
    alone = (line for before, line, after in around if not before.endswith("  ") and not after.startswith("|"))
    looks = {line for line in alone if len(line) <= _LOOKS_CHARS and _LOOKS.fullmatch(line)}
    if len(looks) >= least:
        yield Fault("lines", len(page.sections) - 1, len(looks), is_warning=True)


def _is_torn(text: str) -> bool:
    return _TORN.search(text) is not None or _TORN_CELL.search(text) is not None


def _in_rows(blocks: Iterable[str]) -> Iterator[Fault]:
    """Look for rows of letters at the ends of a page."""
    rows = chain.from_iterable(map(_LETTERS.findall, map(_shown, blocks)))
    own = ("".join(filter(str.isalpha, row.lower())) for row in rows)
    if any(row == "".join(sorted({*row})) for row in own):
        yield Fault("letters", 0, 1, is_warning=True)


def _ends(sections: Sequence[Section]) -> tuple[list[str], list[str]]:
    """Return a page's first blocks that say something, and its last ones from the end, up to the first code."""
    end = next((at for at, section in enumerate(sections) if _LEGAL.match(section.text)), len(sections))
    forth = (block for section in sections for block in _BETWEEN_BLOCKS.split(section.text))
    back = (block for section in reversed(sections[:end]) for block in reversed(_BETWEEN_BLOCKS.split(section.text)))
    return _outermost(forth), _outermost(back)


def _outermost(blocks: Iterable[str]) -> list[str]:
    prose = takewhile(lambda block: not block.startswith(_FENCES) and not block.endswith(_FENCES), blocks)
    return [*islice(filter(_said, prose), _EDGE_BLOCKS)]


def _labels(page: Page) -> bytes:
    """Digest labels that lead to many places on one page."""
    links = {link for section in page.sections for link in _SHORT_LINK.findall(section.text)}
    times = Counter(map(itemgetter(0), links))
    return b"".join(_digest(label, REPEATED_WORDS) for label, number in times.items() if number >= LABEL_TARGETS)


def _digests(blocks: Iterable[str], *, is_top: bool = False) -> bytes:
    """Digest blocks, and above the first heading also their links."""
    digests = []
    for block in blocks:
        said = _said(block)
        beside, n_links = _LINK.subn("", block) if "](" in block else (said, 0)
        own, words = letters(beside), len(words_of(said))
        if not own:
            words = max(words, REPEATED_WORDS)  # a way through the manual is chrome, however short it is
        is_heading = block.startswith("#")
        is_row = n_links > 1 and len(own) <= (1 - _ROW_SHARE) * len(letters(_shown(block)))
        is_text = "`" in block or (not is_row and _SENTENCE.match(block) is not None)
        digests.append(_digest(said, words, _HEADING * is_heading + _ROW * is_row + _TEXT * is_text))
        is_top = is_top and not is_heading
        if is_top and n_links and not _ITEM.match(block):
            digests.extend(_digest(label, len(words_of(label)), _PIECE) for label in _labels_of(block))
    return b"".join(digests)


def _labels_of(block: str) -> Iterator[str]:
    """Yield what a block's links say; a picture says its file, since its label may name a page."""
    for link in _LINK.finditer(block):
        picture = _LINK.match(link["label"])
        if label := _said(picture["target"] if picture else link["label"]):
            yield label


def _said(text: str) -> str:
    """Return what has to be the same on many pages: words without numbers and the targets of links."""
    return _SIGNS.sub(" ", _shown(text)).strip().lower()


def _shown(text: str) -> str:
    """Return Markdown without the targets of its links."""
    return _TARGET.sub("]", text) if "](" in text else text


def _digest(said: str, words: int, kind: int = 0) -> bytes:
    digest = blake2b(said.encode("utf-8", "surrogatepass"), digest_size=BLOCK_BYTES - 2).digest()
    return digest + bytes((min(words, 0xFF), kind))


def _split(edge: bytes) -> list[tuple[bytes, int, int]]:
    """Return (digest, words, kind) of each block."""
    return list(struct.iter_unpack(f"{BLOCK_BYTES - 2}sBB", edge))


def _of_edges(pages: Iterable[tuple[str, tuple[bytes, bytes, bytes]]]) -> Iterator[Finding]:
    """Find pages that kept chrome, of (URL, edges) of all: blocks at their top or foot, or labels, that many have."""
    n_pages = sum(1 for _ in pages)
    if n_pages < MIN_PAGES:
        return
    least = max(min(REPEATED_PAGES, n_pages), REPEATED_SHARE * n_pages)
    times = Counter(said for _, edges in pages for said in {each[0] for edge in edges for each in _split(edge)})
    same = {said for said, of_all in times.items() if of_all >= least}
    words = {url: _words_beside(*(_blocks(edge, same) for edge in edges)) for url, edges in pages}
    many = sum(number >= REPEATED_WORDS for number in words.values())
    if many:
        most = max(words.values())
        detail = f"{many} of {n_pages} compared pages have up to {most} words beside their text that many others have."
        yield Finding("repeated", many, many >= REPEATED_SHARE * n_pages, detail, {}, example=_first_most(words))


def _blocks(edge: bytes, same: Set[bytes]) -> Blocks:
    found: Blocks = []
    for said, words, kind in _split(edge):
        is_shared = said in same
        if not kind & _PIECE:
            found.append((words * is_shared, kind, is_shared))
        elif is_shared and (not found[-1][2] or found[-1][1] & _PIECE):
            found[-1] = found[-1][0] + words, found[-1][1] | _PIECE, True
    return found


def _words_beside(top: Blocks, foot: Blocks, labels: Blocks) -> int:
    return _words_at_top(top) + _words_at_foot(foot) + sum(words for words, _, _ in labels)


def _words_at_top(blocks: Blocks) -> int:
    """Count the words of shared blocks above a page's own heading, and of rows of links below it."""
    found = pending = own = 0
    for words, kind, is_shared in blocks:
        if is_shared and kind & _HEADING:
            pending = 0 if own else pending + max(words, REPEATED_WORDS)
        elif is_shared and (not own or kind & _ROW):
            found, pending = found + pending + words, 0
        elif kind & _HEADING and not own:
            found, pending, own = found + pending, 0, 1
        else:
            break
    return found


def _words_at_foot(blocks: Blocks) -> int:
    """Count the words of shared blocks at the end, but for sentences and code, and for a few words below a heading."""
    found = below = 0
    for words, kind, _ in takewhile(itemgetter(2), blocks):
        if kind & _HEADING:
            if 0 < below < HEADED_WORDS:
                return 0
            found = max(below + words, REPEATED_WORDS)
        elif not kind & _TEXT:
            found += words
        below += words
    return found


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
    share = WARNING_SHARES.get(what, WARNING_SHARE)
    is_warning = warnings > max(share * compared, share > TWO_PAGES_SHARE)
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
    "tables": "{pages} of {compared} compared pages lack tables; {kept:.1%} of their tables are left.",
    "undivided": "{pages} of {compared} compared pages lead to many places of theirs, and have few sections.",
    "lines": "{pages} of {compared} compared pages have more lines in bold or in code than sections.",
    "second_title": "{pages} of {compared} compared pages have their title twice, or a heading above or beside it.",
    "torn": "{pages} of {compared} compared pages have lines or cells that hold nothing but brackets and commas.",
    "letters": "{pages} of {compared} compared pages have a row of the letters that lead through an index.",
    "long_section": "{pages} of {compared} compared pages have a section of more than 3,000 words.",
}
