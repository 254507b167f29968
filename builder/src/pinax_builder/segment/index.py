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
from itertools import chain
from operator import itemgetter
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from pinax_builder.records import Acronym, Page, Section
from pinax_builder.segment.acronyms import find_acronyms
from pinax_builder.segment.plain_text import plain_text
from pinax_builder.segment.summary import description_of
from pinax_builder.segment.vocabulary import Vocabulary, vocabulary
from pinax_runtime.contract import limits
from pinax_runtime.contract.analyzer import Analyzer
from pinax_runtime.contract.facets import facet_key
from pinax_runtime.contract.fields import BODY, DESCRIPTION, HEADINGS, PATH, SYMBOL, TITLE, TITLED
from pinax_runtime.contract.markdown_text import is_heading
from pinax_runtime.contract.pages import DEFINITION, HEADING, KINDS, PAGE, PageRecord, SectionEntry
from pinax_runtime.contract.symbols import Definition, symbol_components, symbol_key

_NUMBERING = re.compile(
    r"\s*(?:(?:chapter|part|appendix|section)\s+)?(?:\d+(?:\.\d+)*|[A-Z](?:\.\d+)+)[.:)]?\s+(?=\S)", re.I
)
"""The number at the beginning of a title."""
_TERMS = itemgetter(0)
"""Field `terms` of `Spelled`, read in C."""
_PRIMARIES = itemgetter(1)
"""Field `primaries` of `Spelled`, read in C."""


@dataclass(slots=True)
class Part:
    """An index over some pages, still in memory."""

    pages: list[PageRecord] = field(default_factory=list)
    """The pages, by page number."""
    texts: list[list[str]] = field(default_factory=list)
    """For each page, the Markdown of its sections."""
    acronyms: list[tuple[Acronym, ...]] = field(default_factory=list)
    """For each page, the acronyms that it explains."""
    lengths: list[int] = field(default_factory=list)
    """For each section, the number of words of its body and code."""
    titles: list[int] = field(default_factory=list)
    """For each section, the number of words of its title, its numbering aside."""
    postings: dict[int, dict[str, list[tuple[int, int]]]] = field(default_factory=lambda: defaultdict(_lists))
    """Field → term → (section, frequency), sections ascending; in the field TITLED (section, words of its title)."""
    positions: dict[str, list[tuple[int, list[int]]]] = field(default_factory=lambda: defaultdict(list))
    """Term → (section, positions), both ascending."""
    reweighted: set[str] = field(default_factory=set)
    """Terms whose frequencies a weight of the page changed, so that they no longer count positions."""
    symbols: dict[str, list[Definition]] = field(default_factory=lambda: defaultdict(list))
    """Symbol key → definitions."""
    facets: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """Facet key → page numbers."""
    words: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """Word as written, in lower case → numbers of the pages that have it, twice if it is in a title."""


def _lists() -> dict[str, list[tuple[int, int]]]:
    return defaultdict(list)


class _SectionTerms:
    """Frequencies and positions of one section's terms."""

    def __init__(self, known: Vocabulary) -> None:
        self._known = known
        self.counts: dict[int, Counter[str]] = defaultdict(Counter)
        self.positions: dict[str, list[int]] = defaultdict(list)
        """Positions by primary term only, since phrases and proximity look at no other."""
        self.reweighted: set[str] = set()
        """Terms whose frequencies were changed by a weight."""
        self.n_words = 0
        """Number of positions so far."""

    def add(self, fieldno: int, text: str) -> list[str]:
        """Index text that the section shows, at the next positions.

        Returns:
            The spellings of the text's runs.
        """
        spellings = self._known.spellings(text)
        spelled = list(map(self._known.__getitem__, spellings))
        self.counts[fieldno].update(chain.from_iterable(map(_TERMS, spelled)))
        primaries = list(chain.from_iterable(map(_PRIMARIES, spelled)))
        positions = self.positions
        for position, primary in enumerate(primaries, self.n_words):
            positions[primary].append(position)
        self.n_words += len(primaries)
        return spellings

    def count(self, text: str) -> int:
        """Return the number of words of a text, without indexing it."""
        return sum(len(self._known[spelling].primaries) for spelling in self._known.spellings(text))

    def add_aside(self, fieldno: int, text: str) -> None:
        """Index text that gets no positions (path, description)."""
        self.counts[fieldno].update(self._known.terms(text))

    def add_symbol(self, name: str) -> None:
        """Index the name of a symbol, and the terms of its components that the name itself does not yield."""
        counts, terms = self.counts[SYMBOL], self._known.terms
        counts.update(terms(name))
        for component in symbol_components(name):
            for term in terms(component):
                counts[term] = counts[term] or 1

    def reweight(self, text: str, extra: float) -> None:
        """Add `extra` to the frequency of each occurrence of a term in a weighted element's text."""
        for term, count in Counter(self._known.terms(text)).items():
            total = self.counts[BODY][term] + count * extra
            self.counts[BODY][term] = max(1, round(total)) if total > 0 else 0
            self.reweighted.add(term)


def index_pages(pages: list[Page], analyzer: Analyzer, base_url: str) -> Part:
    """Index pages of one language.

    Args:
        pages: In URL order.
        analyzer: The analyzer of their language.
        base_url: URL of the docset; the rest of a page's URL is indexed as its path.
    """
    part, known = Part(), vocabulary(analyzer)
    for page in pages:
        _add_page(part, page, known, base_url)
    return part


def _add_page(part: Part, page: Page, known: Vocabulary, base_url: str) -> None:
    number, first = len(part.pages), len(part.lengths)
    outline, description = [], description_of(page)
    shown: set[str] = set()
    plain: list[str] = []
    for at, section in enumerate(page.sections):
        terms = _SectionTerms(known)
        title_words = _add_title(terms, section, page)
        above = terms.n_words
        plain.append(f"\n\n{section.title}\n\n")
        for fieldno, text in plain_text(_below_title(section)):
            shown.update(terms.add(fieldno, text))
            plain.append(text)
        if at == 0:
            terms.add_aside(DESCRIPTION, description)
            terms.add_aside(PATH, path_words(page.url, base_url))
        for weighted in section.weighted:
            terms.reweight(weighted.text, weighted.extra)
        for symbol in section.symbols:
            terms.add_symbol(symbol.name)
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
        _add_terms(part, first + at, terms, title_words)
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
        PageRecord(page.url, page.title, description, meta, facets, outline, aliases, lines=lines if any(lines) else [])
    )
    part.acronyms.append(tuple(sorted(set(find_acronyms("".join(plain))))))
    part.texts.append([section.text for section in page.sections])
    _add_words(part.words, number, page, shown, known)


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
        terms.add(TITLE, page.title)
        title_words = terms.n_words - terms.count(_numbering(page.title))
        if section.title and section.title != page.title:
            terms.add(HEADINGS, section.title)
        return title_words
    if kind in (HEADING, DEFINITION):
        terms.add(HEADINGS, section.title)
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


def _add_terms(part: Part, number: int, terms: _SectionTerms, title_words: int) -> None:
    titled = part.postings[TITLED]
    for term in terms.counts[TITLE].keys() | terms.counts[HEADINGS].keys():
        titled[term].append((number, min(255, max(1, title_words))))
    for fieldno, counts in terms.counts.items():
        postings = part.postings[fieldno]
        for term, count in counts.items():
            if count:
                postings[term].append((number, count))
    terms.positions.pop("", None)  # words that are not indexed have positions, but no term
    for term, positions in terms.positions.items():
        part.positions[term].append((number, positions))
    part.reweighted |= terms.reweighted


def _add_words(words: dict[str, list[int]], number: int, page: Page, below: Iterable[str], known: Vocabulary) -> None:
    """Add a page to the words that it holds, as they are written; a second time to those of its titles.

    Args:
        words: The part's words, which are changed.
        number: The page's number.
        page: The page.
        below: Spellings of the runs below the titles of the page's sections.
        known: The vocabulary.
    """
    first_lines = (section.text.partition("\n")[0] for section in page.sections)
    in_lines = " ".join(text for line in first_lines for _, text in plain_text(line))
    titles = " ".join((page.title, *(section.title for section in page.sections)))
    for spellings in ({*below, *known.spellings(in_lines)}, set(known.spellings(titles))):
        for word in set(chain.from_iterable(known[spelling].words for spelling in spellings)):
            words[word].append(number)


def path_words(url: str, base_url: str) -> str:
    """Return a page's path below the docset's URL, without file extension and `index`.

    >>> path_words("https://x.dev/docs/guide/start.html", "https://x.dev/docs/")
    'guide/start'
    """
    path = unquote(urlsplit(url.removeprefix(base_url)).path).strip("/")
    bare = PurePosixPath(path).with_suffix("") if PurePosixPath(path).name else PurePosixPath()
    return str(bare.parent if bare.name == "index" else bare).strip(".")
