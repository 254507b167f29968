"""Find symbols by name: exact, in any case, by the end of a qualified name, and by its words.

Strategy. The shard that holds the whole name is looked up first, and the names that continue it. Others have the words
of the name in the field `symbol`; their sections lead to the shards in which they are filed (docs/format.md, section
6.6). So a look-up reads the shards of its words, and those of the names that end so. What is very common (`__init__`)
is not read to the end: the reply says so, and a qualified name finds any single one.

In:    segments and a name. Kinds and languages are those of a symbol, not of its page.
Out:   definitions, best first.
Why:   docs/decisions/0013, 0070
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import NamedTuple

from pinax_runtime.format import SYMBOL, Definition, DocsetEntry, symbol_key
from pinax_runtime.search import knobs
from pinax_runtime.search.deadline import cut_short, while_time
from pinax_runtime.search.reading.segment_reader import SegmentReader
from pinax_runtime.search.showing.document import Document
from pinax_runtime.search.showing.ids import location_key
from pinax_runtime.search.symbols.names import Likeness, Wanted, path_of, wanted

Segments = Sequence[tuple[DocsetEntry, SegmentReader]]

_UNSPECIFIC = frozenset({"term", ""})
"""Kinds of names that are no symbol of a language; after the others."""
_DEFINITION_BYTES = 500
"""Memory of a definition (bytes, estimated)."""
_LOCATION_BYTES = 1_000
"""Memory of a location (bytes, estimated)."""


@dataclass(frozen=True, slots=True)
class SymbolHit:
    """One definition of a symbol."""

    name: str
    kind: str
    language: str
    signature: str
    """As declared; the section's title where the source says no more."""
    visibility: str
    docset: str
    section_id: str
    """`docset:path#anchor`, what the tree tools take."""
    url: str
    """Of the page."""
    anchor: str
    """Fragment on the published page; empty where there is none."""
    line: int
    """First line in the page's file, from 1; 0 for documentation."""
    last_line: int
    """Last line in the page's file; 0 for documentation."""
    source_url: str = ""
    """Where these lines are shown to people; empty where that is not known."""


@dataclass(frozen=True, slots=True)
class SymbolReply:
    """Definitions, best first."""

    hits: list[SymbolHit]
    total: int
    """Number of definitions that fit, among those that were looked at."""
    complete: bool = True
    """Whether all were looked at."""
    cut_short: bool = False
    """Whether the time was up before all were looked at."""
    did_you_mean: str = ""
    """The name that was looked for in place of one that nothing defines."""
    kinds: tuple[str, ...] = ()
    """Kinds of what has the name, where filters leave nothing."""
    languages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SymbolRequest:
    """What to look for; see `Library.find_symbol`."""

    text: str
    kind: str
    language: str
    limit: int
    offset: int
    parts: bool = True
    """Whether names that only have its words will do."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A definition in its segment."""

    likeness: Likeness
    definition: Definition
    docset: DocsetEntry
    segment: SegmentReader


def find_symbols(segments: Segments, request: SymbolRequest) -> SymbolReply:
    """Find the definitions of a name in segments; those that only have its words where nothing else has the name.

    Raises:
        BundleError: A file is damaged or cannot be read.
    """
    name = wanted(request.text)
    candidates, complete = candidates_for(segments, name)
    if request.parts and not any(_passes(one.definition, request) for one in _named(candidates)):
        candidates, complete = candidates_for(segments, name, parts=True)
    passing = [one for one in candidates if _passes(one.definition, request)]
    chosen = sorted(_nearest(passing, request.parts), key=lambda one: _order(one, name))
    candidates = _nearest(candidates, request.parts)
    shown = while_time(chosen[request.offset : request.offset + request.limit], share=knobs.SHOWING_TIME_SHARE)
    if chosen or not candidates:
        return SymbolReply([_hit(one) for one in shown], len(chosen), complete, cut_short())
    kinds = sorted({one.definition.kind for one in candidates} - {""})
    languages = sorted({one.definition.language for one in candidates} - {""})
    return SymbolReply([], 0, complete, kinds=tuple(kinds), languages=tuple(languages))


def _nearest(candidates: list[Candidate], parts: bool) -> list[Candidate]:
    """Return the definitions that have the name; where none has, those that have its words."""
    return _named(candidates) or (candidates if parts else [])


def _named(candidates: list[Candidate]) -> list[Candidate]:
    return [one for one in candidates if one.likeness < Likeness.PART]


def candidates_for(segments: Segments, name: Wanted, *, parts: bool = False) -> tuple[list[Candidate], bool]:
    """Return the definitions whose name fits, in any order, and whether these are all.

    Args:
        segments: Where to look.
        name: What to look for.
        parts: Whether names that begin so, or only have the words, are wanted, too; else a few of them may be among it.
    """
    found, complete = [], True
    what = "symbol parts" if parts else "symbol"
    for docset, segment in while_time(segments):
        known = segment.derived(f"{what}:{name.name}", partial(_look_up, segment, name, parts), _size_of)
        complete = complete and known.complete
        for definition in known.definitions:
            likeness = name.likeness(definition.name)
            if likeness is not None:
                found.append(Candidate(likeness, definition, docset, segment))
    return found, complete


def _order(one: Candidate, name: Wanted) -> tuple[object, ...]:
    """Best first: the nearest name; what is public; the name with the least before and around it; documentation."""
    definition = one.definition
    path = path_of(definition.name)
    begins = path.rpartition(".")[2].casefold().startswith(name.components[-1].casefold())
    return (
        one.likeness,
        definition.kind in _UNSPECIFIC,
        one.likeness == Likeness.PART and not begins,
        definition.visibility == "private",
        path.count("."),
        len(path),
        path,
        -one.docset.weight,
        definition.line > 0,
        one.docset.name,
        one.segment.manifest.language,
        definition.section,
    )


class _Known(NamedTuple):
    """What a segment has that may have a name."""

    definitions: list[Definition]
    complete: bool
    """Whether those are all."""


def _look_up(segment: SegmentReader, name: Wanted, parts: bool) -> _Known:
    if not name.name:
        return _Known([], complete=True)
    sections = _sections_naming(segment, name.components, parts)
    shards = segment.shards_defining(sections) if sections else []
    definitions = islice(
        _definitions(segment, name, parts, sections, shards[: knobs.MAX_SYMBOL_SHARDS]), knobs.MAX_DEFINITIONS
    )
    found = {(definition.section, definition.name): definition for definition in definitions}
    return _Known(list(found.values()), len(shards) <= knobs.MAX_SYMBOL_SHARDS and len(found) < knobs.MAX_DEFINITIONS)


def _definitions(
    segment: SegmentReader, name: Wanted, parts: bool, sections: Collection[int], shards: Sequence[int]
) -> Iterator[Definition]:
    """Yield what may have a name, of sections in shards; with `parts`, what begins so or has its words, too."""
    key = symbol_key(name.name)
    if sections or parts or not _certain_terms(segment, name.components[-1]):  # else no section defines it
        yield from segment.definitions(key)
    if parts:
        for continued, _ in islice(segment.with_prefix("symbols", key), knobs.MAX_CONTINUED_NAMES):
            if continued != key:
                yield from segment.definitions(continued)
    if sections:
        ending = "" if parts else name.components[-1].casefold()
        yield from segment.definitions_of(sections, name.words, shards, ending)


def _sections_naming(segment: SegmentReader, components: Sequence[str], parts: bool) -> Collection[int]:
    """Return sections that may define a name with these components; the rarest tell enough if few have them.

    What else the name must have, its spelling says when it is looked at.
    """
    counts = {component: _known_count(segment, component) for component in reversed(components)}
    naming: set[int] | None = None
    for component in sorted(counts, key=lambda component: counts[component]):
        if naming is not None and counts[component] > knobs.COMMON_COMPONENT_FACTOR * len(naming):
            break
        having = sections_having(segment, component, parts)
        naming = having if naming is None else naming & having
        if len(naming) <= knobs.FEW_SECTIONS:
            break
    return naming or ()


def sections_having(segment: SegmentReader, component: str, parts: bool = False) -> set[int]:
    """Return the sections that define a name with a component: the whole of it, or, for parts of names, its words."""
    runs = list(segment.analyzer.runs(component))
    words = [spellings[0] for run in runs for spellings in run.parts if spellings]
    wholes = [term for run in runs for _, term in run.wholes] if len(runs) == 1 else []
    having = set().union(*(_naming(segment, whole) for whole in wholes))
    if words and (parts or not wholes):
        having |= set.intersection(*(_naming(segment, word) for word in words))
    return having


def _known_count(segment: SegmentReader, component: str) -> int:
    """Say how many sections have a component where that is known unread, as of what is very common; else 0."""
    terms = _certain_terms(segment, component)
    return min((segment.tables["terms"].lone_count(term) for term in terms), default=0)


def _certain_terms(segment: SegmentReader, component: str) -> list[str]:
    """Return terms of a component that it has in whatever case it is written; none where that is not sure."""
    runs = list(segment.analyzer.runs(component))
    if len(runs) != 1 or not component.isascii():
        return []
    wholes, parts = [term for _, term in runs[0].wholes], runs[0].parts
    return wholes or (list(parts[0][:1]) if len(parts) == 1 else [])


def _naming(segment: SegmentReader, term: str) -> set[int]:
    postings = segment.postings(term)
    return set(postings.by_field[SYMBOL][0]) if postings and SYMBOL in postings.by_field else set()


def _passes(definition: Definition, request: SymbolRequest) -> bool:
    kind, language = request.kind.casefold(), request.language.casefold()
    return kind in ("", definition.kind.casefold()) and language in ("", definition.language.casefold())


def _size_of(known: _Known) -> int:
    return 200 + _DEFINITION_BYTES * len(known.definitions)


@dataclass(frozen=True, slots=True)
class Location:
    """The location of a section, as replies say it."""

    section_id: str
    title: str
    url: str
    anchor: str


def _hit(one: Candidate) -> SymbolHit:
    definition = one.definition
    location = location_of(one.docset, one.segment, definition.section)
    return SymbolHit(
        name=definition.name,
        kind=definition.kind,
        language=definition.language,
        signature=definition.signature or location.title,
        visibility=definition.visibility,
        docset=one.docset.name,
        section_id=location.section_id,
        url=location.url,
        anchor=location.anchor,
        line=definition.line,
        last_line=definition.last_line,
        source_url=one.docset.source_link(location.url, definition.line, definition.last_line)
        if definition.line
        else "",
    )


def location_of(docset: DocsetEntry, segment: SegmentReader, section: int) -> Location:
    """Return the location of a section; reads the pack of its page."""

    def make() -> Location:
        page, index = segment.page_holding(section)
        document = Document(docset, segment, page)
        node = document.node(document.owner(index))
        anchor = "" if node.anchor.startswith("~") else node.anchor
        return Location(node.id, node.title, document.page.url, anchor)

    return segment.derived(location_key(docset.name, docset.url, section), make, lambda _: _LOCATION_BYTES)
