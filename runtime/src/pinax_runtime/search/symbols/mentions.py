"""Lead both ways between documentation and symbols: what a section names, and which sections name a symbol.

Strategy. Nothing of it is stored. A code span is resolved as `find_symbol` would look it up, but counts only if exactly
one symbol has that name: as it stands, or (of a name that is qualified, called or visibly made of words) as the end of
a qualified one. The way back starts from the postings: sections of documentation that have the name in the field `code`
are read, and those whose spans resolve to the symbol name it.

Rules: work is bounded by the spans of a section that are looked up, and by the sections that are read for a symbol.
Why:   docs/decisions/0017, 0070
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain, islice

from pinax_runtime.format import CODE, facet_key, symbol_components, symbol_key
from pinax_runtime.search import knobs
from pinax_runtime.search.deadline import while_time
from pinax_runtime.search.reading import ahead
from pinax_runtime.search.reading.segment_reader import SegmentReader
from pinax_runtime.search.showing.document import Document
from pinax_runtime.search.symbols.code_spans import name_in, spans
from pinax_runtime.search.symbols.finding import Candidate, Segments, candidates_for, location_of, sections_having
from pinax_runtime.search.symbols.names import Wanted, path_of, wanted

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
        locations = [
            (one.definition.line == 0, location_of(one.docset, one.segment, one.definition.section)) for one in found
        ]
        if all(location.section_id != own for _, location in locations):
            path = path_of(found[0].definition.name)
            best = min(locations, key=lambda location: location[0])[1]
            named.setdefault(path, NamedSymbol(found[0].definition.name, best.section_id))
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
    path, last = path_of(name), symbol_components(name)[-1]
    found: dict[str, None] = {}
    checked: dict[str, bool] = {}

    def means_it(span: str) -> bool:
        if span not in checked:
            spelled = name_in(span)
            checked[span] = bool(spelled) and path.endswith(wanted(spelled).path) and _resolves_to(known, spelled, path)
        return checked[span]

    forms, n_read = cache(partial(_forms, known, name)), 0
    for docset, segment in while_time(segments):
        candidates = (
            list(islice(_sections_with(segment, last, forms), knobs.MAX_SECTIONS_READ)) if _explaining(segment) else []
        )
        ahead.packs(segment, (), candidates[:most])
        for section in while_time(candidates):
            if len(found) == most or n_read == knobs.MAX_SECTIONS_READ:
                return list(found)
            n_read += 1
            if any(last in span and means_it(span) for span in spans(segment.text(section), last)):
                found.setdefault(location_of(docset, segment, section).section_id)
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
        and sum(len(sections_having(one, last)) for _, one in segments) > knobs.MAX_DEFINING_SECTIONS
    ):
        return []
    ending = "." + looked_for.path
    found = [one for one in candidates_for(segments, looked_for)[0] if path_of(one.definition.name).endswith(ending)]
    return found if len({path_of(one.definition.name) for one in found}) == 1 else []


def _exact(segments: Segments, name: Wanted) -> Iterator[Candidate]:
    for docset, segment in segments:
        for definition in segment.definitions(symbol_key(name.name)):
            likeness = name.likeness(definition.name)
            if likeness is not None and path_of(definition.name) == name.path and definition.kind != "term":
                yield Candidate(likeness, definition, docset, segment)


def _resolves_to(segments: Segments, name: str, path: str) -> bool:
    return any(path_of(one.definition.name) == path for one in resolve(segments, name)[:1])


def _forms(known: Segments, name: str) -> list[str]:
    """Return the ways to write a name: whole, with its last qualifier, and alone if nothing else ends so."""
    components = symbol_components(name)
    forms = [name]
    if len(components) > 2:
        forms.append(name[name.rfind(components[-2]) :])
    if len(components) > 1 and _resolves_to(known, components[-1] + "()", path_of(name)):
        forms.append(components[-1])
    return forms


def _sections_with(segment: SegmentReader, last: str, forms: Callable[[], Sequence[str]]) -> Iterator[int]:
    """Yield the sections that explain and have a name in their code, in one of its forms, which end with `last`."""
    pages = _explaining(segment)
    if not any(segment.page_of[section] in pages for section in _frequencies_of(segment, last)):
        return
    seen = {definition.section for definition in segment.definitions(forms()[0])}
    for section in chain.from_iterable(_having(segment, form) for form in forms()):
        if section not in seen and segment.page_of[section] in pages:
            seen.add(section)
            yield section


def _explaining(segment: SegmentReader) -> frozenset[int]:
    """Return the pages that explain: not source code, and not those that list names with a link each."""

    def make() -> frozenset[int]:
        explain = {page for page, prior in enumerate(segment.lengths.priors) if prior >= knobs.MIN_EXPLAINING_PRIOR}
        return frozenset(explain.difference(segment.pages_with(_CODE_PAGES)))

    return segment.derived("pages that explain", make, lambda found: 100 + 60 * len(found))


def _having(segment: SegmentReader, form: str) -> Sequence[int]:
    """Return the sections that have a form of a name in the field `code`, those that have it most often first."""
    counts = _frequencies_of(segment, form)
    return sorted(counts, key=counts.__getitem__, reverse=True)


def _frequencies_of(segment: SegmentReader, form: str) -> dict[int, int]:
    """Return section → how often it has a form of a name, or its rarest word, in the field `code`; sections rise."""
    runs = list(segment.analyzer.runs(form))
    wholes = [term for run in runs for _, term in run.wholes][:1] if len(runs) == 1 else []
    words = wholes or [spellings[0] for run in runs for spellings in run.parts if spellings]
    counts = [_frequencies(segment, word) for word in words] or [{}]
    if len(counts) == 1:
        return counts[0]
    both = sorted(set.intersection(*map(set, counts)))
    return {section: min(count[section] for count in counts) for section in both}


def _frequencies(segment: SegmentReader, term: str) -> dict[int, int]:
    postings = segment.postings(term)
    if postings is None or CODE not in postings.by_field:
        return {}
    sections, counts = postings.by_field[CODE]
    return dict(zip(sections, counts, strict=True))
