"""Make small bundles in memory from the contract alone: what the runtime is tested on without the builder.

It writes what docs/format.md says in the plainest way: everything in memory, a shard every few keys.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Any, TypeVar

from pinax_runtime.format import (
    BODY,
    CODE,
    DESCRIPTION,
    ENTRY,
    HEADINGS,
    OPTIONAL_TABLES,
    PATH,
    SECTION_KINDS,
    SYMBOL,
    TABLES,
    TITLE,
    Asked,
    Definers,
    Definition,
    DocsetEntry,
    Entry,
    FileRef,
    KeyedShard,
    Kind,
    Lengths,
    Outline,
    PageRecord,
    Positions,
    Postings,
    Ranking,
    SectionEntry,
    SegmentManifest,
    ShardTable,
    definitions_to_wire,
    deltas,
    digest,
    facet_key,
    length_code,
    pages_to_wire,
    symbol_components,
    symbol_key,
    wire,
)
from pinax_runtime.text import algorithm, analyzer

Item = TypeVar("Item")


def positions_of(by_section: Mapping[int, Sequence[int]]) -> Positions:
    """Make the columns from section → positions, both rising."""
    steps = [step for positions in by_section.values() for step in deltas(positions)]
    return Positions(list(by_section), list(accumulate(map(len, by_section.values()))), steps)


@dataclass(frozen=True, slots=True)
class MadeSection:
    """A section to be indexed."""

    title: str = ""
    text: str = ""
    code: str = ""
    anchor: str = ""
    depth: int = 1
    kind: str = "heading"
    symbols: tuple[tuple[Any, ...], ...] = ()
    """(name, kind, language, signature), and from there on what a Definition has."""
    questions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MadePage:
    """A page to be indexed; `text` is that of its own section."""

    url: str
    title: str = ""
    text: str = ""
    description: str = ""
    sections: tuple[MadeSection, ...] = ()
    facets: dict[str, list[str]] = field(default_factory=dict)
    meta: dict[str, str] = field(default_factory=dict)
    language: str = "en"
    path: str = ""
    """Words of its address that are indexed."""
    aliases: dict[str, int] = field(default_factory=dict)
    leader: str = ""
    """URL of the page that stands for it and its variants."""
    variants: tuple[str, ...] = ()
    prior: int = 100
    """What its scores are multiplied by (percent)."""
    questions: tuple[str, ...] = ()
    """Questions that the page as a whole answers."""

    def all_sections(self) -> list[MadeSection]:
        """Return the page's own section and the others."""
        return [MadeSection(text=self.text, depth=0, kind="page", questions=self.questions), *self.sections]


@dataclass(frozen=True, slots=True)
class MadeDocset:
    """A docset to be written."""

    name: str
    pages: Sequence[MadePage]
    url: str = ""
    weight: float = 1.0
    source_url_template: str = ""
    version: str = ""
    instructions: str = ""
    synonyms: tuple[tuple[str, str], ...] = ()
    """Pairs of expressions; each stands for the other."""


@dataclass(frozen=True, slots=True)
class Cutting:
    """How many things a file takes."""

    keys: int = 16
    pages: int = 4
    texts: int = 4
    blocks: int = 0
    """Shards and packs that share a file, in a table of its own where there are several; 0 for a file each."""
    joins_tables: bool = False
    """Whether the manifest holds the tables of several files."""
    brings_manifests: bool = False
    """Whether the entry brings the manifests along."""
    positions_beside: int = 0
    """Largest value of positions (bytes) that lies beside its term."""
    tells_lone: bool = True
    """Whether the manifest says how many sections have a term that is alone in its file."""


@dataclass(slots=True)
class Indexed:
    """An index over pages of one language, in memory."""

    postings: dict[str, dict[int, dict[int, int]]] = field(default_factory=lambda: defaultdict(dict))
    """Term → field → section → frequency."""
    positions: dict[str, dict[int, list[int]]] = field(default_factory=lambda: defaultdict(dict))
    lengths: list[int] = field(default_factory=list)
    """Per section, its words in body and code."""
    words: list[int] = field(default_factory=list)
    """Per section, all its words."""
    page_of: list[int] = field(default_factory=list)


def index(pages: Sequence[MadePage], language: str) -> Indexed:
    """Index pages, which are in URL order."""
    result = Indexed()
    for number, page in enumerate(pages):
        for at, section in enumerate(page.all_sections()):
            shown = [(TITLE, page.title)] if at == 0 else [(HEADINGS, section.title)]
            shown += [(BODY, section.text), (CODE, section.code)]
            aside = [(DESCRIPTION, page.description), (PATH, page.path)] if at == 0 else []
            aside += [(SYMBOL, symbol[0]) for symbol in section.symbols]
            aside += [(SYMBOL, part) for symbol in section.symbols for part in symbol_components(symbol[0])]
            _index_section(result, language, shown, aside)
            result.page_of.append(number)
    return result


def make_bundle(
    docsets: Iterable[MadeDocset], ranking: Ranking | None = None, cutting: Cutting | None = None
) -> dict[str, bytes]:
    """Return the files of a bundle by name."""
    files: dict[str, bytes] = {}
    how = cutting or Cutting()
    entries = [_docset(docset, files, how) for docset in sorted(docsets, key=lambda d: d.name)]
    refs = [ref for entry in entries for ref in entry.segments if how.brings_manifests]
    manifests = {ref.name: files[ref.name] for ref in refs}
    lengths = {
        name: files[SegmentManifest.from_wire(wire.unpack(data, name), name).lengths.name]
        for name, data in manifests.items()
    }
    made = Entry(tuple(entries), ranking or Ranking(), "made by a test", manifests, lengths=lengths)
    files[ENTRY] = made.to_bytes()
    return files


def put(files: dict[str, bytes], kind: Kind, value: Any) -> FileRef:
    """Add a file to a bundle."""
    data = wire.compress(wire.encode(value), level=1)
    ref = FileRef(digest(data), kind, len(data))
    files[ref.name] = data
    return ref


def _index_section(result: Indexed, language: str, shown: list[tuple[int, str]], aside: list[tuple[int, str]]) -> None:
    section, position, length = len(result.lengths), 0, 0
    counts: dict[int, Counter[str]] = defaultdict(Counter)
    for fieldno, text in shown:
        for run in analyzer(algorithm(language)).runs(text):
            counts[fieldno].update(run.terms())
            for spellings in run.parts:
                if spellings:
                    result.positions[spellings[0]].setdefault(section, []).append(position)
                position += 1
                length += fieldno in (BODY, CODE)
    for fieldno, text in aside:
        counts[fieldno].update(term for run in analyzer(algorithm(language)).runs(text) for term in run.terms())
    for fieldno, of_field in counts.items():
        for term, count in of_field.items():
            result.postings[term].setdefault(fieldno, {})[section] = count
    result.lengths.append(length)
    result.words.append(position)


def _docset(docset: MadeDocset, files: dict[str, bytes], cutting: Cutting) -> DocsetEntry:
    by_language: dict[str, list[MadePage]] = defaultdict(list)
    for page in sorted(docset.pages, key=lambda page: page.url):
        by_language[page.language].append(page)
    segments = [
        _segment(pages, language, files, cutting, docset.synonyms) for language, pages in sorted(by_language.items())
    ]
    return DocsetEntry(
        name=docset.name,
        title=docset.name.title(),
        url=docset.url,
        n_pages=len(docset.pages),
        n_sections=sum(len(page.all_sections()) for page in docset.pages),
        languages={language: len(pages) for language, pages in by_language.items()},
        fetched_at="2026-01-02T03:04:05Z",
        weight=docset.weight,
        source_url_template=docset.source_url_template,
        version=docset.version,
        instructions=docset.instructions,
        segments=tuple(segments),
    )


def _segment(
    pages: list[MadePage],
    language: str,
    files: dict[str, bytes],
    cutting: Cutting,
    synonyms: tuple[tuple[str, str], ...],
) -> FileRef:
    others = set(files)
    indexed = index(pages, language)
    for one, other in synonyms:
        _add_synonym(indexed, language, one, other)
        _add_synonym(indexed, language, other, one)
    records = list(_records(pages, indexed.words))
    tables = {kind: ShardTable(kind) for kind in TABLES if kind not in OPTIONAL_TABLES}
    questions = [question for page in pages for section in page.all_sections() for question in section.questions]
    if questions:
        tables["asked"] = ShardTable("asked")
    defining: list[set[int]] = []
    keyed = dict([*_keyed(pages, indexed), *_asked(pages, language)])
    beside = {term: value for term, _, value in keyed["positions"] if len(value) <= cutting.positions_beside}
    keyed["positions"] = [entry for entry in keyed["positions"] if entry[0] not in beside]
    for kind, entries in keyed.items():
        for group in _groups(sorted(entries), cutting.keys):
            keys, counts, values = (list(column) for column in zip(*group, strict=True))
            placed = [beside.get(key, b"") for key in keys] if kind == "terms" else []
            shard = KeyedShard(keys, counts, [] if kind == "lexicon" else values, placed)
            lone = {"lone": counts[0] if len(keys) == 1 else 0} if kind == "terms" and cutting.tells_lone else {}
            _add(tables[kind], put(files, kind, shard.to_wire()), firsts=keys[0], **lone)
            if kind == "symbols":
                defining.append({row[0] for value in values for row in wire.decode(value, kind)})
    for pack in _groups(records, cutting.pages):
        ref = put(files, "pages", {"pages": [record.to_wire() for record in pack]})
        n_sections = sum(len(record.sections) for record in pack)
        _add(tables["pages"], ref, firsts=pack[0].url, pages=len(pack), sections=n_sections)
    texts = [_markdown(section) for page in pages for section in page.all_sections()]
    for group in _groups(texts, cutting.texts):
        _add(tables["texts"], put(files, "texts", {"texts": group}), sections=len(group))
    single = {ref.name for table in tables.values() for ref in table.refs()} - others
    tables = {kind: _in_blocks(table, cutting, files, single) for kind, table in tables.items()}
    for name in single:
        del files[name]
    manifest = _manifest(language, pages, records, indexed, tables, files)
    definers = Definers.of(manifest.n_sections, defining)
    manifest = replace(
        manifest,
        definers=put(files, "definers", definers.to_wire()) if definers else None,
        questions=put(files, "questions", {"texts": questions}) if questions else None,
    )
    return put(files, "segment", manifest.to_wire())


def _in_blocks(table: ShardTable, cutting: Cutting, files: dict[str, bytes], single: set[str]) -> ShardTable:
    """Put what a table lists into files of several blocks, each with a table of its own where there are several.

    What stays a file by itself is taken from `single`.
    """
    blocks = cutting.blocks
    if not blocks or not table.sizes:
        single -= {ref.name for ref in table.refs()}
        return table
    parts = []
    for at in range(0, len(table.sizes), blocks):
        end = at + blocks
        data = b"".join(files[ref.name] for ref in table.refs()[at:end])
        file = FileRef(digest(data), table.kind, len(data))
        files[file.name] = data
        columns = (table.digests, table.sizes, table.firsts, table.pages, table.sections, table.lone)
        part = ShardTable(table.kind, *(column[at:end] for column in columns))
        parts.append(replace(part, files=[file]) if len(part.sizes) > 1 else part)
    single -= {ref.name for part in parts for ref in part.named_files()}
    if len(parts) == 1:
        return parts[0]
    if cutting.joins_tables:
        return replace(table, files=[ref for part in parts for ref in part.named_files()])
    encoded = [wire.compress(wire.encode({"kind": table.kind, **part.to_wire()}), level=1) for part in parts]
    refs = [FileRef(digest(data), "table", len(data)) for data in encoded]
    files.update(zip((ref.name for ref in refs), encoded, strict=True))
    return ShardTable.listing(table.kind, parts, encoded, refs)


def _add_synonym(indexed: Indexed, language: str, asked: str, meant: str) -> None:
    """File where an expression occurs under another; of several words, in the body alone."""
    asked_terms, terms = (
        [spellings[0] for run in analyzer(algorithm(language)).runs(text) for spellings in run.parts]
        for text in (asked, meant)
    )
    if len(terms) == 1:
        found = indexed.postings.get(terms[0], {})
    else:
        of_all = [indexed.positions.get(term, {}) for term in terms]
        counts = {
            section: sum(
                all(at + n in of_term.get(section, ()) for n, of_term in enumerate(of_all)) for at in positions
            )
            for section, positions in of_all[0].items()
        }
        found = {BODY: {section: count for section, count in counts.items() if count}}
    if any(found.values()):
        indexed.postings[f"{' '.join(asked_terms)} = {' '.join(terms)}"] = found


def _manifest(
    language: str,
    pages: list[MadePage],
    records: list[PageRecord],
    indexed: Indexed,
    tables: dict[Kind, ShardTable],
    files: dict[str, bytes],
) -> SegmentManifest:
    found = analyzer(algorithm(language))
    codes = bytes(map(length_code, indexed.lengths))
    untitled = [section for section, words in enumerate(_title_lengths(indexed)) if not words]
    numbers = {page.url: number for number, page in enumerate(pages)}
    leaders = {numbers[page.url]: numbers[page.leader] for page in pages if page.leader}
    lengths = Lengths(
        [len(record.sections) for record in records],
        codes,
        bytes(page.prior for page in pages),
        leaders,
        untitled,
        [number for number, page in enumerate(pages) if any(section.questions for section in page.all_sections())],
    )
    return SegmentManifest(
        analyzer=found.name,
        fingerprint=found.fingerprint,
        language=language,
        n_pages=len(records),
        n_sections=len(indexed.lengths),
        n_words=sum(indexed.lengths),
        lengths=put(files, "lengths", lengths.to_wire()),
        tables=tables,
    )


def _lines(section: MadeSection) -> tuple[int, int]:
    """Return the lines of what a section defines."""
    return next(((symbol[4], symbol[5]) for symbol in section.symbols if len(symbol) > 5), (0, 0))


def _records(pages: list[MadePage], words: list[int]) -> Iterator[PageRecord]:
    first = 0
    for page in pages:
        sections = page.all_sections()
        outline = [
            SectionEntry(
                section.depth, SECTION_KINDS.index(section.kind), section.anchor, section.title, words[first + at]
            )
            for at, section in enumerate(sections)
        ]
        lines = [number for section in sections for number in _lines(section)]
        more = (page.aliases, list(page.variants), lines if any(lines) else [])
        yield PageRecord(page.url, page.title, page.description, page.meta, page.facets, Outline.of(outline), *more)
        first += len(sections)


def _markdown(section: MadeSection) -> str:
    heading = f"{'#' * (section.depth + 1)} {section.title}" if section.title else ""
    code = f"```\n{section.code}\n```" if section.code else ""
    return "\n\n".join(filter(None, (heading, section.text, code)))


def _title_lengths(indexed: Indexed) -> list[int]:
    return [words - length for words, length in zip(indexed.words, indexed.lengths, strict=True)]


def _keyed(pages: list[MadePage], indexed: Indexed) -> Iterator[tuple[Kind, list[tuple[str, int, bytes]]]]:
    terms, long = [], _title_lengths(indexed)
    for term, by_field in indexed.postings.items():
        columns = {fieldno: (list(found), list(found.values())) for fieldno, found in by_field.items()}
        n = len({section for found in by_field.values() for section in found})
        holding = sorted({*by_field.get(TITLE, ()), *by_field.get(HEADINGS, ())})
        lengths = (holding, [max(1, long[section]) for section in holding]) if holding else None
        terms.append((term, n, Postings(columns, lengths).to_wire()))
    yield "terms", terms
    yield "positions", [(term, len(found), positions_of(found).to_wire()) for term, found in indexed.positions.items()]
    facets: dict[str, list[int]] = defaultdict(list)
    symbols: dict[str, list[Definition]] = defaultdict(list)
    words: Counter[str] = Counter()
    section = 0
    for number, page in enumerate(pages):
        for facet, values in page.facets.items():
            for value in values:
                facets[facet_key(facet, value)].append(number)
        words.update(set(" ".join([page.title, *(s.text for s in page.all_sections())]).lower().split()))
        for made in page.all_sections():
            for symbol in made.symbols:
                symbols[symbol_key(symbol[0])].append(Definition(section, *symbol))
            section += 1
    yield "facets", [(key, len(found), pages_to_wire(found)) for key, found in facets.items()]
    yield "symbols", [(key, len(found), definitions_to_wire(key, found)) for key, found in symbols.items()]
    yield "lexicon", [(word, n, b"") for word, n in words.items() if word.isalpha()]


def _asked(pages: list[MadePage], language: str) -> Iterator[tuple[Kind, list[tuple[str, int, bytes]]]]:
    rows: list[tuple[int, int, int]] = []
    having: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
    sections = [section for page in pages for section in page.all_sections()]
    for number, question in ((at, question) for at, section in enumerate(sections) for question in section.questions):
        runs = list(analyzer(algorithm(language)).runs(question))
        rows.append((len(rows), number, sum(len(run.parts) for run in runs)))
        for term in {term for run in runs for term in run.terms()}:
            having[term].append(rows[-1])
    if rows:
        columns = ((term, list(zip(*found, strict=True))) for term, found in having.items())
        yield "asked", [(term, len(found[0]), Asked(*map(list, found)).to_wire()) for term, found in columns]


def _groups(items: Sequence[Item], size: int) -> Iterator[list[Item]]:
    for at in range(0, len(items), size):
        yield list(items[at : at + size])


def _add(table: ShardTable, ref: FileRef, **columns: Any) -> None:
    table.digests.append(ref.digest)
    table.sizes.append(ref.size)
    for name, value in columns.items():
        getattr(table, name).append(value)
