"""Records of the contract for property tests, and values that are none."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

from bundle_maker import positions_of
from pinax_runtime.format import (
    FIELDS,
    OPTIONAL_TABLES,
    TABLES,
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
    is_docset_name,
    packed,
    visible_line,
)

N_SECTIONS = 400
"""Sections of the segment that the numbers belong to."""

text = st.text(st.characters(codec="utf-8"), max_size=12).map(visible_line)
"""What is decoded has no other characters."""
digest = st.binary(min_size=16, max_size=16)
count = st.integers(1, 300)


def rising(end: int, **sizes: int) -> st.SearchStrategy[list[int]]:
    """Return lists of different numbers below `end`, rising."""
    return st.lists(st.integers(0, end - 1), unique=True, **sizes).map(sorted)


def _packed(found: Positions) -> Positions:
    return Positions(packed(found.sections), packed(found.ends), packed(found.steps))


@st.composite
def postings(draw: st.DrawFn) -> Postings:
    by_field = {}
    for field in sorted(draw(st.sets(st.integers(0, len(FIELDS) - 1), min_size=1))):
        sections = draw(rising(N_SECTIONS, min_size=1))
        counts = draw(st.lists(count, min_size=len(sections), max_size=len(sections)))
        by_field[field] = (packed(sections), packed(counts))
    titled = draw(rising(N_SECTIONS))
    words = draw(st.lists(count, min_size=len(titled), max_size=len(titled)))
    return Postings(by_field, (packed(titled), packed(words)) if titled else None)


positions = st.dictionaries(st.integers(0, N_SECTIONS - 1), rising(5_000, min_size=1), min_size=1).map(
    lambda found: _packed(positions_of(dict(sorted(found.items()))))
)


@st.composite
def asked(draw: st.DrawFn) -> Asked:
    questions = draw(rising(9_000, min_size=1))
    n = len(questions)
    sections = sorted(draw(st.lists(st.integers(0, N_SECTIONS - 1), min_size=n, max_size=n)))
    return Asked(*map(packed, (questions, sections, draw(st.lists(st.integers(1, 255), min_size=n, max_size=n)))))


_line = st.integers(0, 9_000)
definitions = st.lists(
    st.builds(Definition, st.integers(0, N_SECTIONS - 1), text, text, text, text, _line, _line, text)
)
definers = st.lists(st.sets(st.integers(0, N_SECTIONS - 1), min_size=1), min_size=1, max_size=300).map(
    lambda sections_of_files: (sections_of_files, Definers.of(N_SECTIONS, sections_of_files))
)


@st.composite
def keyed_shards(draw: st.DrawFn) -> KeyedShard:
    keys = sorted(draw(st.sets(text, min_size=1)))
    counts = draw(st.lists(count, min_size=len(keys), max_size=len(keys)))
    values = draw(st.one_of(st.just([]), st.lists(st.binary(), min_size=len(keys), max_size=len(keys))))
    return KeyedShard(keys, counts, values)


@st.composite
def lengths(draw: st.DrawFn) -> Lengths:
    sections = draw(st.lists(st.integers(1, 20)))
    total, n = sum(sections), len(sections)
    return Lengths(
        sections,
        draw(st.binary(min_size=total, max_size=total)),
        draw(st.binary(min_size=n, max_size=n)),
        untitled=draw(rising(max(1, total))) if total else [],
        asked=draw(rising(max(1, n))) if n else [],
    )


@st.composite
def page_records(draw: st.DrawFn) -> PageRecord:
    depths = [0, *draw(st.lists(st.integers(1, 255), max_size=6))]
    kinds = [draw(st.integers(0, 2)), *(draw(st.integers(0, 3)) for _ in depths[1:])]
    outline = [
        SectionEntry(depth, kind, draw(text), draw(text), draw(st.integers(0, 10_000)))
        for depth, kind in zip(depths, kinds, strict=True)
    ]
    return PageRecord(
        draw(text.filter(bool)),
        draw(text),
        draw(text),
        draw(st.dictionaries(text, text, max_size=3)),
        draw(st.dictionaries(text, st.lists(text, max_size=3), max_size=3)),
        Outline.of(outline),
        draw(st.dictionaries(text, st.integers(0, len(outline) - 1), max_size=3)),
        lines=draw(st.one_of(st.just([]), st.lists(count, min_size=2 * len(outline), max_size=2 * len(outline)))),
    )


def _whole_file(kind: Kind) -> st.SearchStrategy[FileRef]:
    return st.builds(FileRef, digest, st.just(kind), count, st.just(""), st.just(0))


@st.composite
def _files_of(draw: st.DrawFn, kind: Kind, sizes: list[int]) -> list[FileRef]:
    """Put consecutive blocks of these sizes into one file or several, whose digests differ."""
    cuts = [0, *sorted(draw(st.sets(st.integers(1, len(sizes) - 1)))), len(sizes)] if len(sizes) > 1 else [0, 1]
    n = len(cuts) - 1
    digests = draw(
        st.lists(digest, min_size=n, max_size=n, unique=True)
    )  # equal files are one file, docs/format.md, section 3.1
    return [
        FileRef(named, kind, sum(sizes[start:end])) for named, (start, end) in zip(digests, pairwise(cuts), strict=True)
    ]


@st.composite
def manifests(draw: st.DrawFn) -> SegmentManifest:
    tables = {}
    sections = draw(st.lists(count, min_size=1, max_size=3))
    pages = draw(st.lists(count, min_size=len(sections), max_size=len(sections)))
    for kind in [kind for kind in TABLES if kind not in OPTIONAL_TABLES or draw(st.booleans())]:
        n = len(sections) if kind in ("pages", "texts") else draw(st.integers(0, 3))
        firsts = [] if kind == "texts" else sorted(draw(st.sets(text, min_size=n, max_size=n)))
        sizes = draw(st.lists(count, min_size=n, max_size=n))
        how = draw(st.sampled_from(["files", "blocks", "tables"])) if n else "files"
        has_lone = kind == "terms" and n and how != "tables"
        tables[kind] = ShardTable(
            kind,
            draw(st.lists(digest, min_size=n, max_size=n)),
            sizes,
            firsts,
            pages if kind == "pages" else [],
            sections if kind in ("pages", "texts") else [],
            [*draw(st.lists(st.integers(0, 9), min_size=n - 1, max_size=n - 1)), 1] if has_lone else [],
            draw(_files_of(kind, sizes)) if how == "blocks" else [],
            draw(st.lists(count, min_size=n, max_size=n)) if how == "tables" else [],
        )
    ref = FileRef(draw(digest), "lengths", draw(count))
    definers = draw(st.none() | _whole_file("definers"))
    names = (draw(text), draw(text), draw(text))
    questions = draw(st.none() | _whole_file("questions"))
    return SegmentManifest(*names, sum(pages), sum(sections), draw(count), ref, tables, definers, questions)


_weight = st.floats(0, 1, allow_nan=False)
_docset = st.builds(
    DocsetEntry,
    name=st.from_regex(r"[A-Za-z0-9._-]{1,64}", fullmatch=True).filter(is_docset_name),
    title=text,
    url=text,
    n_pages=count,
    n_sections=count,
    languages=st.dictionaries(text, count, max_size=3),
    fetched_at=text,
    weight=_weight,
    segments=st.lists(_whole_file("segment"), max_size=3).map(tuple),
    source_url_template=text,
    version=st.text(max_size=64).map(visible_line),
    instructions=st.text(max_size=500).map(visible_line),
)


@st.composite
def _patched(draw: st.DrawFn) -> DocsetEntry:
    docset = draw(_docset)
    deleted, words = {}, {}
    for ref in docset.segments:
        if pages := draw(st.sets(st.integers(0, 99), max_size=3)):
            deleted[ref.name] = tuple(sorted(pages))
            words |= draw(st.just({}) | st.builds(lambda n, name=ref.name: {name: n}, count))
    return replace(docset, deleted=deleted, deleted_words=words)


entries = st.builds(
    Entry,
    st.lists(_patched(), max_size=3, unique_by=lambda docset: docset.name).map(tuple),
    st.builds(Ranking, *(_weight for _ in Ranking.__dataclass_fields__)),
    text,
)

_scalars = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**63), 2**64 - 1), st.floats(), text, st.binary(max_size=40)
)
anything: st.SearchStrategy[Any] = st.recursive(
    _scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=5), st.dictionaries(text, inner, max_size=5)),
    max_leaves=25,
)


@st.composite
def spoiled(draw: st.DrawFn, values: st.SearchStrategy[Any]) -> Any:
    """Return a record's plain values with one of them exchanged for anything."""
    value = draw(values)
    paths = list(_paths(value, ()))
    return _replaced(value, draw(st.sampled_from(paths)), draw(anything))


def _paths(value: Any, here: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    if isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, list):
        inner = enumerate(value)
    else:
        inner = ()
    return [here, *(path for key, item in inner for path in _paths(item, (*here, key)))]


def _replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = _replaced(value[path[0]], path[1:], new)
    return copy
