"""Index sections in memory: which terms occur where, for some pages of one language.

In:    Page records, in URL order.
Out:   One Part, whose section and page numbers start at 0.
Spec:  docs/format.md, sections 6 and 10.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain
from operator import itemgetter
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from pinax_builder.records import Acronym, Page, Section, Weighted
from pinax_builder.segment.acronyms import find_acronyms
from pinax_builder.segment.occurrences import UNCOUNTED, Occurrences
from pinax_builder.segment.plain_text import plain_text
from pinax_builder.segment.summary import description_of
from pinax_builder.segment.vocabulary import Vocabulary, vocabulary
from pinax_runtime.contract import limits
from pinax_runtime.contract.analyzer import Analyzer
from pinax_runtime.contract.facets import facet_key
from pinax_runtime.contract.fields import BODY, DESCRIPTION, HEADINGS, PATH, SYMBOL, TITLE
from pinax_runtime.contract.markdown_text import is_heading
from pinax_runtime.contract.pages import DEFINITION, HEADING, KINDS, PAGE, Outline, PageRecord, SectionEntry
from pinax_runtime.contract.symbols import Definition, symbol_components, symbol_key

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
    pages: list[PageRecord] = field(default_factory=list)
    """The pages, by page number."""
    texts: list[list[str]] = field(default_factory=list)
    """For each page, the Markdown of its sections."""
    acronyms: list[tuple[Acronym, ...]] = field(default_factory=list)
    """For each page, the acronyms that it explains."""
    lengths: list[int] = field(default_factory=list)
    """For each section, the number of words of its body and code."""
    titles: array[int] = field(default_factory=lambda: array("I"))
    """For each section, the number of words of its title, its numbering aside."""
    symbols: dict[str, list[Definition]] = field(default_factory=lambda: defaultdict(list))
    """Symbol key → definitions."""
    facets: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """Facet key → page numbers."""


class _SectionTerms:
    """Adds one section's terms to what occurs in a part."""

    def __init__(self, part: Part, known: Vocabulary) -> None:
        self._occurrences = part.occurrences
        self._known = known
        self._number = len(part.lengths)
        self.n_words = 0
        """Number of positions so far."""

    def add(self, *stretches: tuple[int, str]) -> list[int]:
        """Index stretches of text that the section shows, at the next positions.

        Args:
            stretches: Field and text of each, in order.

        Returns:
            The numbers of the spellings of the texts' runs.
        """
        numbers = self._occurrences.add(self._number, stretches)
        self.n_words += self._occurrences.n_positions(numbers)
        return numbers

    def add_weighted(self, stretches: Iterable[tuple[int, str]], weights: Iterable[Weighted]) -> list[int]:
        """Index stretches of which some passages count for more, or less, in the body."""
        body = chain.from_iterable(self._known.terms(text) for field, text in stretches if field == BODY)
        self._occurrences.add_terms(self._number, BODY, list(self._reweighted(body, weights)))
        return self.add(*((UNCOUNTED if field == BODY else field, text) for field, text in stretches))

    def count(self, text: str) -> int:
        """Return the number of words of a text, without indexing it."""
        return self._occurrences.n_positions(self._occurrences.numbers(text)) if text else 0

    def add_aside(self, fieldno: int, text: str) -> None:
        """Index text that gets no positions (path, description)."""
        self._occurrences.add_terms(self._number, fieldno, self._known.terms(text))

    def add_symbols(self, names: Iterable[str]) -> None:
        """Index the names of symbols, and the terms of their components that the names so far do not yield."""
        own: list[str] = []
        terms = self._known.terms
        for name in names:
            own += terms(name)
            for component in symbol_components(name):
                own += [term for term in dict.fromkeys(terms(component)) if term not in own]
        self._occurrences.add_terms(self._number, SYMBOL, own)

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
    for page in pages:
        _add_page(part, page, known, base_url)
    return part


def _add_page(part: Part, page: Page, known: Vocabulary, base_url: str) -> None:
    number, first = len(part.pages), len(part.lengths)
    outline, description = [], description_of(page)
    shown: set[int] = set()
    plain: list[str] = []
    for at, section in enumerate(page.sections):
        terms = _SectionTerms(part, known)
        title_words = _add_title(terms, section, page)
        above = terms.n_words
        stretches = plain_text(_below_title(section))
        below = terms.add_weighted(stretches, section.weighted) if section.weighted else terms.add(*stretches)
        shown.update(below)
        plain += (f"\n\n{section.title}\n\n", *map(_TEXT, stretches))
        if at == 0:
            terms.add_aside(DESCRIPTION, description)
            terms.add_aside(PATH, path_words(page.url, base_url))
        if section.symbols:
            terms.add_symbols(symbol.name for symbol in section.symbols)
        for symbol in section.symbols:
            signature = "" if symbol.signature == section.title else symbol.signature
            definition = Definition(
                first + at,
                symbol.name,
                symbol.kind,
                symbol.language,
                signature,
                symbol.line,
                symbol.last_line,
                symbol.visibility,
            )
            if len(key := symbol_key(symbol.name)) <= limits.KEY_CHARS:
                part.symbols[key].append(definition)
        part.lengths.append(terms.n_words - above)
        part.titles.append(title_words)
        kind = KINDS.index(section.kind)
        outline.append(SectionEntry(section.depth, kind, section.anchor, section.title, terms.n_words))
    facets = {key: list(values) for key, values in sorted(page.facets.items())}
    for facet, values in facets.items():
        for key in {facet_key(facet, value) for value in values}:
            if len(key) <= limits.KEY_CHARS:
                part.facets[key].append(number)
    meta = dict(sorted(page.meta.items()))
    aliases = {alias: at for at, section in enumerate(page.sections) for alias in section.aliases}
    lines = [number for section in page.sections for number in _lines(section)]
    part.pages.append(
        PageRecord(
            page.url,
            page.title,
            description,
            meta,
            facets,
            Outline.of(outline),
            aliases,
            lines=lines if any(lines) else [],
        )
    )
    part.acronyms.append(tuple(sorted(set(find_acronyms("".join(plain))))))
    part.texts.append([section.text for section in page.sections])
    _see(part.occurrences, page, shown)


def _lines(section: Section) -> tuple[int, int]:
    """Return the first and last line of the definition that a section of code holds; 0 and 0 for any other section."""
    return next(((symbol.line, symbol.last_line) for symbol in section.symbols if symbol.line), (0, 0))


def _add_title(terms: _SectionTerms, section: Section, page: Page) -> int:
    """Index a section's title; for the page's own section the page's title, and the shown one if it differs.

    Returns:
        The number of words of the title, its numbering aside.
    """
    kind = KINDS.index(section.kind)
    if kind == PAGE:
        terms.add((TITLE, page.title))
        title_words = terms.n_words - terms.count(_numbering(page.title))
        if section.title and section.title != page.title:
            terms.add((HEADINGS, section.title))
        return title_words
    if kind in (HEADING, DEFINITION):
        terms.add((HEADINGS, section.title))
    return terms.n_words - terms.count(_numbering(section.title))


def _numbering(title: str) -> str:
    """Return the number at the beginning of a title; empty if there is none, or nothing else.

    >>> _numbering("15.3.5 Managing Default Properties"), _numbering("Chapter 3. Joins"), _numbering("3.11")
    ('15.3.5 ', 'Chapter 3. ', '')
    """
    found = _NUMBERING.match(title)
    return found[0] if found else ""


def _below_title(section: Section) -> str:
    """Return a section's text without its first line if that shows the title, which is indexed on its own."""
    first, _, rest = section.text.partition("\n")
    shows_title = is_heading(first) or section.kind == "definition"
    return rest if shows_title else section.text


def _see(occurrences: Occurrences, page: Page, below: set[int]) -> None:
    """Add the spellings of a page to those that are seen, and once more those of its titles.

    Args:
        occurrences: What is changed.
        page: The page.
        below: Spellings of the runs below the titles of the page's sections.
    """
    first_lines = (section.text.partition("\n")[0] for section in page.sections)
    in_lines = " ".join(text for line in first_lines for _, text in plain_text(line))
    titles = " ".join((page.title, *(section.title for section in page.sections)))
    occurrences.see(below.union(occurrences.numbers(in_lines)))
    occurrences.see(set(occurrences.numbers(titles)))


def path_words(url: str, base_url: str) -> str:
    """Return a page's path below the docset's URL, without file extension and `index`.

    >>> path_words("https://x.dev/docs/guide/start.html", "https://x.dev/docs/")
    'guide/start'
    """
    path = unquote(urlsplit(url.removeprefix(base_url)).path).strip("/")
    bare = PurePosixPath(path).with_suffix("") if PurePosixPath(path).name else PurePosixPath()
    return str(bare.parent if bare.name == "index" else bare).strip(".")
