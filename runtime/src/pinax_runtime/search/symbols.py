"""Find where a name is defined, and which sections mention it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, partial
from itertools import islice

from pinax_runtime.bundle import Batch, SegmentReader, fetch
from pinax_runtime.deadline import cut_short, while_time
from pinax_runtime.format import CODE, SYMBOL, Definition, facet_key, symbol_components, symbol_key
from pinax_runtime.search import knobs
from pinax_runtime.search.document import Document
from pinax_runtime.text import compose, fenced_blocks, words_of

Segments = Sequence[SegmentReader]

# Compare the name of a symbol with what was asked for. No I/O.
#
# Languages part names with different signs, and people type another one than the source: `TaskGroup#create_task`,
# `vector->push_back`, `std::vector`. So names are compared by their components, joined by dots.

_WORDS = re.compile(r"[\w\u0300-\u036f]+")
_QUOTES = "`'\" "


class Likeness(IntEnum):
    """How a name fits what was asked for, best first."""

    EXACT = 0
    CASELESS = 1
    """The same but for case or separators."""
    SUFFIX = 2
    """Ends with it, after a separator."""
    CASELESS_SUFFIX = 3
    PART = 4
    """Has all of its words somewhere."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A name that is looked for."""

    name: str
    """As typed, without quotes and empty parentheses."""
    components: tuple[str, ...]
    """What stands between its separators."""
    path: str
    """The same, joined by dots."""
    key: str
    """The path, case-folded."""
    words: tuple[str, ...]
    """Case-folded; a name that fits holds all of them."""

    def likeness(self, name: str) -> Likeness | None:
        """Say how a name fits; None where it does not."""
        if name == self.name:
            return Likeness.EXACT
        path = dotted(name)
        key = path.casefold()
        if key == self.key:
            return Likeness.CASELESS
        if key.endswith("." + self.key):
            return Likeness.SUFFIX if path.endswith("." + self.path) else Likeness.CASELESS_SUFFIX
        return Likeness.PART if all(word in key for word in self.words) else None


def wanted(text: str) -> Wanted:
    """Take what was typed for a name.

    >>> wanted(" `TaskGroup#create_task()` ").key
    'taskgroup.create_task'
    """
    name = " ".join(text[: knobs.MAX_NAME_CHARS].split()).strip(_QUOTES)
    if not name.endswith("operator()"):
        name = name.removesuffix("()")
    components = tuple(symbol_components(name))
    path = ".".join(components)
    spelled = [word.casefold() for part in _WORDS.findall(compose(path)) for word in words_of(part)]
    return Wanted(name, components, path, path.casefold(), tuple(dict.fromkeys(spelled or [name.casefold()])))


def dotted(name: str) -> str:
    """Return a name's components joined by dots.

    >>> dotted("std::vector::push_back"), dotted("net/http.Client"), dotted("->")
    ('std.vector.push_back', 'net.http.Client', '->')
    """
    return ".".join(symbol_components(name))


# Find names in the code spans of Markdown. No I/O.

_SPAN = re.compile(r"(?<!`)(`{1,2})(?!`) ?([^\n`]{1,200}?) ?\1(?!`)")
_NAME = re.compile(r"[~!]?(--?[A-Za-z][\w-]*|[@$]?[^\W\d]\w*(?:(?:::|->|[.#/\\:])~?[^\W\d][\w]*[?!]?)*)(\(.*\))?")


def spans(markdown: str, word: str = "") -> Iterator[str]:
    """Yield what stands in the code spans of a section, in order; with a word, only of lines that have it.

    >>> list(spans("Call `gather()` or ``a``.\\n```\\n`b`\\n```\\n"))
    ['gather()', 'a']
    """
    end = 0
    if word not in markdown:
        return
    fenced = (block.span() for block in fenced_blocks(markdown))
    for start, stop in [*fenced, (len(markdown), len(markdown))]:
        while end < start and (at := markdown.find(word, end, start)) >= 0:
            line_end = markdown.find("\n", at, start)
            line_start = markdown.rfind("\n", end, at) + 1 or end
            end = start if line_end < 0 or not word else line_end + 1
            yield from (found[2].strip() for found in _SPAN.finditer(markdown, line_start, end))
        end = stop


def name_in(span: str) -> str:
    """Return the name that a span is, with `()` if it is called; empty if it is none.

    >>> name_in("asyncio.gather(*aws)"), name_in("a + b"), name_in("--force")
    ('asyncio.gather()', '', '--force')
    """
    found = _NAME.fullmatch(span)
    if not found:
        return ""
    return found[1] + ("()" if found[2] else "")


# Find symbols by name: exact, in any case, by the end of a qualified name, and by its words.
#
# Strategy. The shard that holds the whole name is looked up first, and the names that continue it. Others have the
# words of the name in the field `symbol`; their sections lead to the shards in which they are filed (docs/format.md,
# section 6.6). So a look-up reads the shards of its words, and those of the names that end so. What is very common
# (`__init__`) is not read to the end: the reply says so, and a qualified name finds any single one.

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
    """Kinds of the symbols with the name, where filters leave nothing."""
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
    segment: SegmentReader

    @property
    def path(self) -> str:
        """The name's components joined by dots."""
        return dotted(self.definition.name)


def find_symbols(segments: Segments, request: SymbolRequest) -> SymbolReply:
    """Find the definitions of a name in segments; those that only have its words where nothing else has the name.

    Raises:
        BundleError: A file is damaged or cannot be read.
    """
    name = wanted(request.text)
    candidates, complete = candidates_for(segments, name)
    if request.parts and not any(_passes(one.definition, request) for one in _named(candidates)):
        candidates, complete = candidates_for(segments, name, parts=True)
    if not request.parts:
        candidates = _named(candidates)
    passing = [one for one in candidates if _passes(one.definition, request)]
    if candidates and not passing:
        of_name = [one.definition for one in _named(candidates) or candidates]
        kinds, languages = ({one.kind for one in of_name} - {""}, {one.language for one in of_name} - {""})
        return SymbolReply([], 0, complete, kinds=tuple(sorted(kinds)), languages=tuple(sorted(languages)))
    best = _named(passing) or passing
    if len(best) > 1:
        best = sorted(best, key=lambda one: _order(one, name))
    shown = while_time(best[request.offset : request.offset + request.limit], share=knobs.SHOWING_TIME_SHARE)
    return SymbolReply([_hit(one) for one in shown], len(best), complete, cut_short())


def _named(candidates: list[Candidate]) -> list[Candidate]:
    """Return the definitions that have the name, not only its words."""
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
    for segment in while_time(segments):
        look_up = partial(_look_up, segment, name, parts)
        definitions, is_all = segment.derived(f"{what}:{name.name}", look_up, lambda known: _size_of(known[0]))
        complete = complete and is_all
        for definition in definitions:
            likeness = name.likeness(definition.name)
            if likeness is not None:
                found.append(Candidate(likeness, definition, segment))
    return found, complete


def _order(one: Candidate, name: Wanted) -> tuple[object, ...]:
    """Best first: the nearest name; no aside; what is public; the name with the least around it; documentation."""
    definition = one.definition
    path = one.path
    begins = path.rpartition(".")[2].casefold().startswith(name.components[-1].casefold())
    return (
        one.likeness,
        definition.kind in _UNSPECIFIC,
        one.likeness == Likeness.PART and not begins,
        _is_aside(one),
        definition.visibility == "private",
        path.count("."),
        len(path),
        path,
        -one.segment.docset.weight,
        definition.line > 0,
        one.segment.docset.name,
        one.segment.manifest.language,
        definition.section,
    )


def _is_aside(one: Candidate) -> bool:
    """Return whether a definition is in a test, an example or a stub; of documentation nothing is read for that."""
    segment, definition = one.segment, one.definition
    return definition.line > 0 and segment.lengths.priors[segment.page_of[definition.section]] < knobs.LEAST_CODE_PRIOR


def _look_up(segment: SegmentReader, name: Wanted, parts: bool) -> tuple[list[Definition], bool]:
    """Return what a segment has that may have a name, and whether that is all."""
    if not name.name:
        return [], True
    sections = _sections_naming(segment, name.components, parts)
    shards = segment.shards_defining(sections) if sections else []
    found = _definitions(segment, name, parts, sections, shards[: knobs.MAX_SYMBOL_SHARDS])
    unique = {(one.section, one.name): one for one in islice(found, knobs.MAX_DEFINITIONS)}
    is_all = len(shards) <= knobs.MAX_SYMBOL_SHARDS and len(unique) < knobs.MAX_DEFINITIONS
    return list(unique.values()), is_all


def _size_of(definitions: list[Definition]) -> int:
    return 200 + _DEFINITION_BYTES * len(definitions)


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
    having = set[int]().union(*(_column(segment, whole, SYMBOL)[0] for whole in wholes))
    if words and (parts or not wholes):
        having |= set.intersection(*(set(_column(segment, word, SYMBOL)[0]) for word in words))
    return having


def _known_count(segment: SegmentReader, component: str) -> int:
    """Return the number of sections with a component if tables say it without reading a shard; else 0."""
    terms = _certain_terms(segment, component)
    return min((segment.tables["terms"].lone_count(term) for term in terms), default=0)


def _certain_terms(segment: SegmentReader, component: str) -> list[str]:
    """Return terms of a component that it has in whatever case it is written; none where that is not sure."""
    runs = list(segment.analyzer.runs(component))
    if len(runs) != 1 or not component.isascii():
        return []
    wholes, parts = [term for _, term in runs[0].wholes], runs[0].parts
    return wholes or (list(parts[0][:1]) if len(parts) == 1 else [])


def _column(segment: SegmentReader, term: str, field: int) -> tuple[Sequence[int], Sequence[int]]:
    """Return the sections that have a term in a field, and how often."""
    postings = segment.postings(term)
    return postings.by_field.get(field, ((), ())) if postings else ((), ())


def _passes(definition: Definition, request: SymbolRequest) -> bool:
    kind, language = request.kind.casefold(), request.language.casefold()
    is_field = kind == "field" and definition.kind == "property"  # Go's and C's word for it
    return (is_field or kind in ("", definition.kind.casefold())) and language in ("", definition.language.casefold())


@dataclass(frozen=True, slots=True)
class Location:
    """The location of a section, as replies say it."""

    section_id: str
    title: str
    url: str
    anchor: str


def _hit(one: Candidate) -> SymbolHit:
    definition = one.definition
    location = location_of(one.segment, definition.section)
    return SymbolHit(
        name=definition.name,
        kind=definition.kind,
        language=definition.language,
        signature=definition.signature or location.title,
        visibility=definition.visibility,
        docset=one.segment.docset.name,
        section_id=location.section_id,
        url=location.url,
        anchor=location.anchor,
        line=definition.line,
        last_line=definition.last_line,
        source_url=one.segment.docset.source_link(location.url, definition.line, definition.last_line)
        if definition.line
        else "",
    )


def location_of(segment: SegmentReader, section: int) -> Location:
    """Return the location of a section; reads the pack of its page."""

    def make() -> Location:
        page, index = segment.page_holding(section)
        document = Document(segment, page)
        node = document.node(document.owner(index))
        anchor = "" if node.anchor.startswith("~") else node.anchor
        return Location(node.id, node.title, document.page.url, anchor)

    # Docsets may share a segment, and each has its own ids.
    key = f"location:{segment.docset.name}:{segment.docset.url}:{section}"
    return segment.derived(key, make, lambda _: _LOCATION_BYTES)


# Lead both ways between documentation and symbols: what a section names, and which sections name a symbol.
#
# Strategy. Nothing of it is stored. A code span is resolved as `find_symbol` would look it up, but counts only if
# exactly one symbol has that name: as it stands, or (of a name that is qualified, called or visibly made of words) as
# the end of a qualified one. The way back starts from the postings: sections of documentation that have the name in
# the field `code` are read, and those whose spans resolve to the symbol name it.

_CODE_PAGES = facet_key("content_type", "code")
_NOT_CALLED = frozenset({"module", "option", "macro"})
_MADE_OF_WORDS = re.compile(r"\w_\w|[a-z][A-Z]")


@dataclass(frozen=True, slots=True)
class NamedSymbol:
    """A symbol that a section names."""

    name: str
    """Qualified, as it is defined."""
    section_id: str
    """Where: in source code if that is there, else in documentation."""


def symbols_named(segments: Segments, document: Document, index: int, most: int) -> list[NamedSymbol]:
    """Return the symbols that a section of documentation names in code spans, in order, each once.

    Args:
        segments: Where symbols are looked up.
        document: The page; one of source code names nothing.
        index: Index of the section in the page's outline.
        most: Most symbols to return.

    Raises:
        BundleError: A file is damaged or cannot be read.
    """
    if document.is_code:
        return []
    own = document.node(index).id
    named: dict[str, NamedSymbol] = {}
    names = dict.fromkeys(filter(None, map(name_in, spans(document.text(index)))))
    for name in list(names)[: knobs.MAX_SPAN_NAMES]:
        found = resolve(segments, name)
        if not found:
            continue
        locations = [(one.definition.line == 0, location_of(one.segment, one.definition.section)) for one in found]
        if all(location.section_id != own for _, location in locations):
            best = min(locations, key=lambda location: location[0])[1]
            named.setdefault(found[0].path, NamedSymbol(found[0].definition.name, best.section_id))
        if len(named) == most:
            break
    return list(named.values())


def sections_naming(segments: Segments, name: str, most: int, known: Segments) -> list[str]:
    """Return the ids of the sections of documentation that name a symbol in a code span, those with most of it first.

    Args:
        segments: Where to look.
        name: Of the symbol, qualified as it is defined.
        most: Most ids to return.
        known: Where symbols are looked up, so that a span that could mean another one counts as none.

    Raises:
        BundleError: A file is damaged or cannot be read.
    """
    path, last = dotted(name), symbol_components(name)[-1]
    found: dict[str, None] = {}
    checked: dict[str, bool] = {}

    def means_it(span: str) -> bool:
        if span not in checked:
            spelled = name_in(span)
            checked[span] = bool(spelled) and path.endswith(wanted(spelled).path) and _resolves_to(known, spelled, path)
        return checked[span]

    forms, n_read = cache(partial(_forms, known, name)), 0
    for segment in while_time(segments):
        candidates = (
            list(islice(_sections_with(segment, last, forms), knobs.MAX_SECTIONS_READ)) if _explaining(segment) else []
        )
        fetch([Batch(segment, texts=candidates[:most])])
        for section in while_time(candidates):
            if len(found) == most or n_read == knobs.MAX_SECTIONS_READ:
                return list(found)
            n_read += 1
            if any(last in span and means_it(span) for span in spans(segment.text(section), last)):
                found.setdefault(location_of(segment, section).section_id)
    return list(found)


def resolve(segments: Segments, name: str) -> list[Candidate]:
    """Return the definitions of the one symbol that a name means; none if there is no such symbol, or several.

    Args:
        segments: Where symbols are looked up.
        name: As `name_in` returns it.
    """
    looked_for = wanted(name)
    if not looked_for.key:
        return []
    is_called = name.endswith("()")
    exact = [one for one in _exact(segments, looked_for) if not (is_called and one.definition.kind in _NOT_CALLED)]
    if exact:
        return exact
    is_specific = is_called or len(looked_for.components) > 1 or _MADE_OF_WORDS.search(looked_for.name)
    if not is_specific or looked_for.name.startswith("-"):
        return []
    last = looked_for.components[-1]
    if (
        len(looked_for.components) == 1
        and sum(len(sections_having(one, last)) for one in segments) > knobs.MAX_DEFINING_SECTIONS
    ):
        return []
    ending = "." + looked_for.path
    found = [one for one in candidates_for(segments, looked_for)[0] if one.path.endswith(ending)]
    return found if len({one.path for one in found}) == 1 else []


def _exact(segments: Segments, name: Wanted) -> Iterator[Candidate]:
    for segment in segments:
        for definition in segment.definitions(symbol_key(name.name)):
            likeness = name.likeness(definition.name)
            if likeness is not None and dotted(definition.name) == name.path and definition.kind != "term":
                yield Candidate(likeness, definition, segment)


def _resolves_to(segments: Segments, name: str, path: str) -> bool:
    return any(one.path == path for one in resolve(segments, name)[:1])


def _forms(known: Segments, name: str) -> list[str]:
    """Return the ways to write a name: whole, with its last qualifier, and alone if nothing else ends so."""
    components = symbol_components(name)
    forms = [name]
    if len(components) > 2:
        forms.append(name[name.rfind(components[-2]) :])
    if len(components) > 1 and _resolves_to(known, components[-1] + "()", dotted(name)):
        forms.append(components[-1])
    return forms


def _sections_with(segment: SegmentReader, last: str, forms: Callable[[], Sequence[str]]) -> Iterator[int]:
    """Yield the sections that explain and have a name in their code, in one of its forms, which end with `last`."""
    pages = _explaining(segment)
    if not any(segment.page_of[section] in pages for section in _frequencies_of(segment, last)):
        return
    seen = {definition.section for definition in segment.definitions(forms()[0])}
    for form in forms():
        counts = _frequencies_of(segment, form)
        for section in sorted(counts, key=counts.__getitem__, reverse=True):
            if section not in seen and segment.page_of[section] in pages:
                seen.add(section)
                yield section


def _explaining(segment: SegmentReader) -> frozenset[int]:
    """Return the pages that explain: not source code, and not those that list names with a link each."""

    def make() -> frozenset[int]:
        explain = {page for page, prior in enumerate(segment.lengths.priors) if prior >= knobs.MIN_EXPLAINING_PRIOR}
        return frozenset(explain.difference(segment.pages_with(_CODE_PAGES)))

    return segment.derived("pages that explain", make, lambda found: 100 + 60 * len(found))


def _frequencies_of(segment: SegmentReader, form: str) -> dict[int, int]:
    """Return section → how often it has a form of a name, or its rarest word, in the field `code`; sections rise."""
    runs = list(segment.analyzer.runs(form))
    wholes = [term for run in runs for _, term in run.wholes][:1] if len(runs) == 1 else []
    words = wholes or [spellings[0] for run in runs for spellings in run.parts if spellings]
    counts = [dict(zip(*_column(segment, word, CODE), strict=True)) for word in words] or [{}]
    both = sorted(set.intersection(*map(set, counts)))
    return {section: min(count[section] for count in counts) for section in both}
