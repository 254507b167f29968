"""Index sections in memory: which terms occur where, for some pages of one language.

In:    Page records, in URL order.
Out:   One Part, whose section and page numbers start at 0.
Spec:  docs/format.md, sections 6 and 10.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain, islice
from operator import itemgetter
from posixpath import split, splitext
from urllib.parse import unquote, urlsplit

from pinax_builder.records import Acronym, Page, Section, Stretches, Weighted
from pinax_builder.segment.occurrences import UNCOUNTED, Occurrences, WordCounts
from pinax_builder.segment.plain_text import plain_sections
from pinax_builder.segment.prior import CODE, page_prior
from pinax_builder.segment.summary import description_of
from pinax_builder.segment.synonyms import find_acronyms
from pinax_builder.segment.vocabulary import Vocabulary, vocabulary
from pinax_runtime.format import (
    BODY,
    DESCRIPTION,
    HEADINGS,
    PATH,
    SECTION_KINDS,
    SYMBOL,
    TITLE,
    Definition,
    Outline,
    PageRecord,
    facet_key,
    limits,
    symbol_components,
    symbol_key,
)
from pinax_runtime.text import Analyzer

_NUMBERING = re.compile(
    r"\s*(?:(?:chapter|part|appendix|section)\s+)?(?:\d+(?:\.\d+)*|[A-Z](?:\.\d+)+)[.:)]?\s+(?=\S)", re.I
)
"""The number at the beginning of a title."""
_TEXT = itemgetter(1)
"""The text of a stretch."""


@dataclass(slots=True)
class Part:
    """An index over some pages, still in memory."""

    occurrences: Occurrences
    """Where terms and words occur."""
    words: WordCounts = field(init=False)
    """Numbers of words of the sections."""
    pages: list[PageRecord] = field(default_factory=list)
    """The pages, by page number."""
    texts: list[list[str]] = field(default_factory=list)
    """For each page, the Markdown of its sections."""
    acronyms: list[tuple[Acronym, ...]] = field(default_factory=list)
    """For each page, the acronyms that it explains."""
    symbols: dict[str, list[Definition]] = field(default_factory=lambda: defaultdict(list))
    """Symbol key → definitions."""
    facets: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """Facet key → page numbers."""


class _PageTerms:
    """Adds one page's terms to what occurs in a part."""

    def __init__(self, occurrences: Occurrences, known: Vocabulary) -> None:
        self._occurrences = occurrences
        self._known = known
        self._shown: set[int] = set()
        """Numbers of the spellings that the page has, those of lines that show a title among them."""
        self._titled: set[int] = set()
        """Those of titles."""

    def add(self, line: str, titles: Stretches, below: Stretches, numbering: str) -> None:
        """Index what the next section shows.

        Args:
            line: Its line that shows the title, which is not indexed but seen.
            titles: Its titles, with their fields.
            below: Its other texts, with their fields.
            numbering: The number at the beginning of its title.
        """
        occurrences = self._occurrences
        n_numbering = occurrences.n_positions(occurrences.numbers(numbering)) if numbering else 0
        occurrences.add_section(len(titles) + len(below), n_numbering)
        if titles:
            self._titled.update(occurrences.add(titles))
            self._shown.update(occurrences.numbers(line))
        self._shown.update(occurrences.add(below))

    def see(self) -> None:
        """Add what the page shows to what is seen."""
        self._occurrences.see(self._shown)
        self._occurrences.see(self._titled)

    def weighted(self, section: int, below: Stretches, weights: Iterable[Weighted]) -> Stretches:
        """Index the body of a section of which some passages count for more, or less; return its texts as uncounted."""
        body = chain.from_iterable(self._known.terms(text) for field, text in below if field == BODY)
        self._occurrences.add_terms(section, BODY, list(self._reweighted(body, weights)))
        return [(UNCOUNTED if field == BODY else field, text) for field, text in below]

    def add_aside(self, section: int, fieldno: int, text: str) -> None:
        """Index text that gets no positions (path, description)."""
        self._occurrences.add_terms(section, fieldno, self._known.terms(text))

    def add_symbols(self, section: int, names: Iterable[str]) -> None:
        """Index the names of symbols, and the terms of their components that the names so far do not yield."""
        own: list[str] = []
        indexed: set[str] = set()
        for name in names:
            own += self._known.terms(name)
            indexed.update(self._known.terms(name))
            for component in symbol_components(name):
                own += (term for term in dict.fromkeys(self._known.terms(component)) if term not in indexed)
                indexed.update(self._known.terms(component))
        self._occurrences.add_terms(section, SYMBOL, own)

    def _reweighted(self, terms: Iterable[str], weights: Iterable[Weighted]) -> Iterable[str]:
        """Return terms as often as the weights of the passages around them make them count."""
        counts = Counter(terms)
        for weighted in weights:
            for term, count in Counter(self._known.terms(weighted.text)).items():
                total = counts[term] + count * weighted.extra
                counts[term] = max(1, round(total)) if total > 0 else 0
                self._occurrences.reweighted.add(term)
        return counts.elements()


def index_pages(pages: list[Page], analyzer: Analyzer, base_url: str) -> Part:
    """Index pages of one language.

    Args:
        pages: In URL order.
        analyzer: The analyzer of their language.
        base_url: URL of the docset; the rest of a page's URL is indexed as its path.
    """
    known = vocabulary(analyzer)
    part = Part(Occurrences(known))
    descriptions = list(map(description_of, pages))
    for page, description in zip(pages, descriptions, strict=True):
        _add_page(part, page, description, known, base_url)
    part.words = part.occurrences.word_counts()
    n_words = iter(part.words.shown.tolist())
    part.pages = [
        _record(page, description, list(islice(n_words, len(page.sections))))
        for page, description in zip(pages, descriptions, strict=True)
    ]
    return part


def _add_page(part: Part, page: Page, description: str, known: Vocabulary, base_url: str) -> None:
    number, first = len(part.texts), len(part.occurrences.n_stretches)
    terms = _PageTerms(part.occurrences, known)
    plain: list[str] = []
    is_aside = page_prior(page.path, (), is_code=True) < CODE
    for at, (section, (title, below)) in enumerate(zip(page.sections, plain_sections(page), strict=True), first):
        line = " ".join(map(_TEXT, title))
        plain += (f"\n\n{section.title}\n\n", *map(_TEXT, below))
        if section.weighted:
            below = terms.weighted(at, below, section.weighted)
        titles = _titles(section, page)
        terms.add(line, titles, below, _numbering(titles[0][1]) if titles else "")
        if at == first:
            terms.add_aside(at, DESCRIPTION, description)
            terms.add_aside(at, PATH, path_words(page.url, base_url))
        if section.symbols:
            terms.add_symbols(at, (symbol.name for symbol in section.symbols))
            _add_definitions(part, section, at, is_aside)
    terms.see()
    for facet, values in page.facets.items():
        for key in {facet_key(facet, value) for value in values}:
            if len(key) <= limits.KEY_CHARS:
                part.facets[key].append(number)
    part.acronyms.append(tuple(sorted(set(find_acronyms("".join(plain))))))
    part.texts.append([section.text for section in page.sections])


def _add_definitions(part: Part, section: Section, at: int, is_aside: bool) -> None:
    """File the definitions of a section under their names, and what source code defines in it under its bare name.

    Tests and examples have no bare names, since what they define comes after all else.
    """
    for symbol in section.symbols:
        signature = "" if symbol.signature == section.title else symbol.signature
        definition = Definition(
            at,
            symbol.name,
            symbol.kind,
            symbol.language,
            signature,
            symbol.line,
            symbol.last_line,
            symbol.visibility,
        )
        names = [symbol.name]
        if section.kind == "definition" and symbol.line and symbol.line == section.lines[0] and not is_aside:
            names.append(symbol_components(symbol.name)[-1])
        for key in dict.fromkeys(map(symbol_key, names)):
            if len(key) <= limits.KEY_CHARS:
                part.symbols[key].append(definition)


def _record(page: Page, description: str, n_words: list[int]) -> PageRecord:
    """Return the record of a page, whose sections show so many words."""
    sections = page.sections
    lines = [number for section in sections for number in section.lines]
    return PageRecord(
        page.url,
        page.title,
        description,
        dict(sorted(page.meta.items())),
        {key: list(values) for key, values in sorted(page.facets.items())},
        Outline(
            [section.depth for section in sections],
            [SECTION_KINDS.index(section.kind) for section in sections],
            [section.anchor for section in sections],
            [section.title for section in sections],
            n_words,
        ),
        {alias: at for at, section in enumerate(sections) for alias in section.aliases},
        lines=lines if any(lines) else [],
    )


def _titles(section: Section, page: Page) -> Stretches:
    """Return a section's title; for the page's own section the page's title, and the shown one if it differs."""
    if section.kind == "page":
        differs = section.title and section.title != page.title
        return [(TITLE, page.title), (HEADINGS, section.title)] if differs else [(TITLE, page.title)]
    return [(HEADINGS, _heading(section))] if section.kind in ("heading", "definition") else []


def _heading(section: Section) -> str:
    """Return a section's title; of a definition in source code its bare name: parameters name other things."""
    line = section.lines[0]
    own = next((symbol.name for symbol in section.symbols if line and symbol.line == line), "")
    return symbol_components(own)[-1] if own else section.title


def _numbering(title: str) -> str:
    """Return the number at the beginning of a title; empty if there is none, or nothing else.

    >>> _numbering("15.3.5 Managing Default Properties"), _numbering("Chapter 3. Joins"), _numbering("3.11")
    ('15.3.5 ', 'Chapter 3. ', '')
    """
    found = _NUMBERING.match(title)
    return found[0] if found else ""


def path_words(url: str, base_url: str) -> str:
    """Return a page's path below the docset's URL, without file extension and `index`.

    >>> path_words("https://x.dev/docs/guide/start.html", "https://x.dev/docs/")
    'guide/start'
    """
    bare, _ = splitext(unquote(urlsplit(url.removeprefix(base_url)).path).strip("/"))
    folder, name = split(bare)
    return (folder if name == "index" else bare).strip(".")
