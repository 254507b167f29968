"""Index sections in memory: which terms stand where, for some pages of one language.

In:    Page records, in URL order.
Out:   one Part, whose section and page numbers start at 0.
Spec:  docs/format.md, sections 6 and 10.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from pinax_builder.records import Page, Section
from pinax_builder.segment.plain_text import plain_text
from pinax_runtime.contract import limits
from pinax_runtime.contract.analyzer import Analyzer
from pinax_runtime.contract.facets import facet_key
from pinax_runtime.contract.fields import BODY, DESCRIPTION, HEADINGS, PATH, SYMBOL, TITLE, TITLED
from pinax_runtime.contract.pages import DEFINITION, HEADING, KINDS, PAGE, PageRecord, SectionEntry
from pinax_runtime.contract.symbols import Definition, symbol_components, symbol_key

_HEADING = re.compile(r"#{1,6} ")
_NUMBERING = re.compile(
    r"\s*(?:(?:chapter|part|appendix|section)\s+)?(?:\d+(?:\.\d+)*|[A-Z](?:\.\d+)+)[.:)]?\s+(?=\S)", re.I
)
"""What a title begins with that numbers it."""
_CACHED_TEXTS = 20_000
_WORDS = re.compile(r"[^\W\d_]{3,32}")


@dataclass(slots=True)
class Part:
    """An index over some pages, still in memory."""

    pages: list[PageRecord] = field(default_factory=list)
    texts: list[list[str]] = field(default_factory=list)
    """Per page the Markdown of its sections."""
    lengths: list[int] = field(default_factory=list)
    """Per section its body and code words."""
    titles: list[int] = field(default_factory=list)
    """Per section the words of its title."""
    postings: dict[str, dict[int, dict[int, int]]] = field(default_factory=lambda: defaultdict(dict))
    """Term → field → section → frequency; with the field TITLED → section → words of its title."""
    positions: dict[str, dict[int, list[int]]] = field(default_factory=lambda: defaultdict(dict))
    """Term → section → positions."""
    symbols: dict[str, list[Definition]] = field(default_factory=lambda: defaultdict(list))
    facets: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """Facet key → page numbers."""
    words: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """Word as it is written (lower case) → numbers of the pages that have it; twice if in a title."""


class _SectionTerms:
    """Frequencies and positions of one section's terms."""

    def __init__(self, analyzer: Analyzer) -> None:
        self._analyzer = analyzer
        self.counts: dict[int, Counter[str]] = defaultdict(Counter)
        self.positions: dict[str, list[int]] = defaultdict(list)
        """Of each word's primary spelling only: phrases and proximity look at nothing else."""
        self.n_words = 0

    def add(self, fieldno: int, text: str) -> None:
        """Index text that the section shows, at the next positions."""
        positions, position = self.positions, self.n_words
        terms: list[str] = []
        for parts, wholes in self._analyzer.runs(text):
            for _, term in wholes:
                terms.append(term)
            for spellings in parts:
                if spellings:
                    positions[spellings[0]].append(position)
                    terms += spellings
                position += 1
        self.counts[fieldno].update(terms)
        self.n_words = position

    def count(self, text: str) -> int:
        """Count the words of a text without indexing it."""
        return sum(len(run.parts) for run in self._analyzer.runs(text))

    def _terms(self, text: str) -> tuple[str, ...]:
        return _terms(self._analyzer, text)

    def add_aside(self, fieldno: int, text: str) -> None:
        """Index text that is not part of the section's word positions (path, description, symbol names)."""
        self.counts[fieldno].update(self._terms(text))

    def add_symbol(self, name: str) -> None:
        """Index the name of a symbol, and of each component what the name gives no term for, as a long one does not."""
        counts = self.counts[SYMBOL]
        counts.update(self._terms(name))
        for component in symbol_components(name):
            counts.update(term for term in self._terms(component) if term not in counts)

    def weigh(self, text: str, extra: float) -> None:
        """Change the frequencies of the words of a weighted element."""
        changed = Counter(self._terms(text))
        for term, count in changed.items():
            total = self.counts[BODY][term] + count * extra
            self.counts[BODY][term] = max(1, round(total)) if total > 0 else 0


@lru_cache(_CACHED_TEXTS)
def _terms(analyzer: Analyzer, text: str) -> tuple[str, ...]:
    """Give the terms of a short text, most often a name or a part of one: those come again and again."""
    return tuple(term for run in analyzer.runs(text) for term in run.terms())


def index_pages(pages: list[Page], analyzer: Analyzer, base_url: str) -> Part:
    """Index pages of one language.

    Args:
        pages: In URL order.
        analyzer: Of their language.
        base_url: Of the docset; what follows it in a page's URL is indexed as its path.
    """
    part = Part()
    for page in pages:
        _add_page(part, page, analyzer, base_url)
    return part


def _add_page(part: Part, page: Page, analyzer: Analyzer, base_url: str) -> None:
    number, first = len(part.pages), len(part.lengths)
    outline = []
    runs = [list(plain_text(_below_title(section))) for section in page.sections]
    for at, section in enumerate(page.sections):
        terms = _SectionTerms(analyzer)
        title_words = _add_title(terms, section, page)
        above = terms.n_words
        for fieldno, text in runs[at]:
            terms.add(fieldno, text)
        if at == 0:
            terms.add_aside(DESCRIPTION, page.description)
            terms.add_aside(PATH, path_words(page.url, base_url))
        for weighted in section.weighted:
            terms.weigh(weighted.text, weighted.extra)
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
    part.pages.append(PageRecord(page.url, page.title, page.description, meta, facets, outline, aliases))
    part.texts.append([section.text for section in page.sections])
    _add_words(part.words, number, page, runs)


def _add_title(terms: _SectionTerms, section: Section, page: Page) -> int:
    """Index a section's title, and what a page shows as its title if that is another; count the words of the title."""
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
    """Give what numbers a title.

    >>> _numbering("15.3.5 Managing Default Properties"), _numbering("Chapter 3. Joins"), _numbering("3.11")
    ('15.3.5 ', 'Chapter 3. ', '')
    """
    found = _NUMBERING.match(title)
    return found[0] if found else ""


def _below_title(section: Section) -> str:
    """Give a section's text without the line that its title is indexed from."""
    first, _, rest = section.text.partition("\n")
    shows_title = _HEADING.match(first) or section.kind == "definition"
    return rest if shows_title else section.text


def _add_terms(part: Part, number: int, terms: _SectionTerms, title_words: int) -> None:
    for term in terms.counts[TITLE].keys() | terms.counts[HEADINGS].keys():
        part.postings[term].setdefault(TITLED, {})[number] = min(255, max(1, title_words))
    for fieldno, counts in terms.counts.items():
        for term, count in counts.items():
            if count:
                part.postings[term].setdefault(fieldno, {})[number] = count
    for term, positions in terms.positions.items():
        part.positions[term][number] = positions


def _add_words(words: dict[str, list[int]], number: int, page: Page, runs: list[list[tuple[int, str]]]) -> None:
    """Note the words of a page as they are written, those of titles twice: once as a part of the text."""
    titles = " ".join((page.title, *(section.title for section in page.sections)))
    first_lines = (section.text.partition("\n")[0] for section in page.sections)
    shown = [text for line in first_lines for _, text in plain_text(line)]
    shown += [text for of_section in runs for _, text in of_section]
    for word in (*set(_WORDS.findall(" ".join(shown).lower())), *set(_WORDS.findall(titles.lower()))):
        words[word].append(number)


def path_words(url: str, base_url: str) -> str:
    """Give the part of a URL that says where a page stands, without its file extension.

    >>> path_words("https://x.dev/docs/guide/start.html", "https://x.dev/docs/")
    'guide/start'
    """
    path = unquote(urlsplit(url.removeprefix(base_url)).path).strip("/")
    bare = PurePosixPath(path).with_suffix("") if PurePosixPath(path).name else PurePosixPath()
    return str(bare.parent if bare.name == "index" else bare).strip(".")
