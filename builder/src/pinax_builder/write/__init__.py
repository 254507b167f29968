"""Write a bundle: merge the parts of each docset, cut them into files, switch to the new build.

In:    DocsetParts: what the segment stage left on disk, and which pages of it to drop.
Out:   A bundle folder and its new entry.
Rules: every file is written before the entry that leads to it, and a new segment is read back. The entry is replaced
       last, by rename, so that a build that is killed leaves the old bundle serving. Files that only builds before the
       previous one used are removed.
Spec:  docs/format.md, section 11.
Why:   docs/decisions/0002, docs/decisions/0061.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, groupby
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from pinax_builder.errors import UnreadableError
from pinax_builder.reading import files_of_segment, read_compressed, referenced_files
from pinax_builder.records import NO_VARIANTS, KeptSegment, SpilledPart, Variants
from pinax_builder.write.asked import PageQuestions
from pinax_builder.write.segment_files import WrittenSegment, rounds_lengths, write_segment
from pinax_builder.write.store import BundleStore
from pinax_runtime.format import (
    BundleError,
    DocsetEntry,
    Entry,
    FileRef,
    Golden,
    Ranking,
    SegmentManifest,
    wire,
)
from pinax_runtime.format.checking import check_segment
from pinax_runtime.trust import read_file

__all__ = [
    "DocsetParts",
    "PageQuestions",
    "SegmentPages",
    "rounds_lengths",
    "segment_pages",
    "write",
]


_BROUGHT_BYTES = 32 << 10
"""Largest size (bytes) of all manifests and lengths that the entry carries, which spares readers a round trip."""


@dataclass(frozen=True, slots=True)
class DocsetParts:
    """One docset, parsed and indexed in parts."""

    entry: DocsetEntry
    """What the bundle's entry says of it; pages, sections, languages and segments are filled in once it is written."""
    parts: tuple[SpilledPart, ...]
    """In URL order within a language."""
    dropped: Set[str]
    """URLs of pages that are indexed in the parts and must not be written."""
    variants: Variants = NO_VARIANTS
    questions: PageQuestions = field(default_factory=dict)
    kept: tuple[KeptSegment, ...] = ()
    """Segments of the bundle that is replaced, which stay. In a language they come before what is written of the parts,
    and languages are in alphabetical order, as after a whole build."""


def write(
    docsets: Sequence[DocsetParts],
    output: Path,
    *,
    ranking: Ranking,
    builder: str,
    prune: bool = False,
    ranges: bool = True,
    golden: Sequence[Golden] = (),
    tell: Callable[[str, bool], None] = lambda docset, written: None,
    give_back: Callable[[], None] = lambda: None,
) -> Entry:
    """Write a bundle and switch to it.

    Args:
        docsets: In any order; names are unique.
        output: The bundle's folder; made if it is missing.
        ranking: Defaults for queries.
        builder: Version of the builder.
        prune: Also remove the files that only the previous build used.
        ranges: Whether a part of a file can be read from where the bundle will be; else files are small.
        golden: Questions that the bundle has to answer.
        tell: Told a docset's name before it is written, and again afterwards.
        give_back: Returns freed memory to the system.

    Raises:
        OutputError: The folder cannot be written.
        UnreadableError: A reader would refuse what was written; the earlier bundle stays in place.
    """
    with BundleStore(output, give_back, ranges=ranges) as store:
        before = referenced_files(output)
        entries, files = [], set()
        for docset in sorted(docsets, key=lambda docset: docset.entry.name):
            tell(docset.entry.name, False)
            segments = list(_write_segments(docset, store))
            tell(docset.entry.name, True)
            entries.append(_entry(docset, segments))
            files |= {name for segment in segments for name in (segment.ref.name, *segment.files)}
            files |= {name for kept in docset.kept for name in files_of_segment(output, kept.ref)}
        refs = [ref for docset in entries for ref in docset.segments]
        _check(output, refs, before)
        manifests, lengths = _brought(output, refs)
        entry = Entry(tuple(entries), ranking, builder, manifests, tuple(golden), lengths)
        store.switch(entry.to_bytes())
        store.sweep(files if prune else files | before)
    return entry


def _brought(output: Path, segments: Iterable[FileRef]) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Return the manifests that the entry carries, and then the lengths of sections; both by the manifest's name."""
    room, manifests, lengths = _BROUGHT_BYTES, dict[str, bytes](), dict[str, bytes]()
    for ref in segments:
        if ref.size <= room:
            manifests[ref.name] = read_file(output / ref.name)
            room -= ref.size
    for name, data in manifests.items():
        of_sections = SegmentManifest.from_wire(wire.unpack(data, name), name).lengths
        if of_sections.size <= room:
            lengths[name] = read_file(output / of_sections.name)
            room -= of_sections.size
    return manifests, lengths


def _check(output: Path, segments: Iterable[FileRef], before: Set[str]) -> None:
    """Read back the segments that the earlier bundle does not have; those that it has were checked before."""
    try:
        for ref in segments:
            if ref.name not in before:
                check_segment(ref, partial(read_compressed, output), _refuse, samples=True)
    except BundleError as error:
        raise UnreadableError(output, str(error)) from error


def _refuse(error: BundleError) -> None:
    raise error


class SegmentPages(NamedTuple):
    """The pages of a segment, by page number."""

    language: str
    urls: tuple[str, ...]
    n_words: tuple[int, ...]
    """Number of body and code words of each page."""


def segment_pages(docset: DocsetParts) -> list[SegmentPages]:
    """Return the pages of each segment that `write` makes of a docset's parts."""
    segments = []
    for language, group in _by_language(docset.parts):
        of_parts = (zip(part.pages, part.n_words, strict=True) for part in group)
        kept = [(page.url, n) for page, n in chain.from_iterable(of_parts) if page.url not in docset.dropped]
        if kept:
            segments.append(SegmentPages(language, tuple(url for url, _ in kept), tuple(n for _, n in kept)))
    return segments


def _by_language(parts: Sequence[SpilledPart]) -> Iterator[tuple[str, list[SpilledPart]]]:
    ordered = sorted(parts, key=lambda part: part.language)  # stable: URL order within a language
    for language, group in groupby(ordered, key=lambda part: part.language):
        yield language, list(group)


def _write_segments(docset: DocsetParts, store: BundleStore) -> Iterator[WrittenSegment]:
    for language, group in _by_language(docset.parts):
        n_beside = sum(kept.n_sections for kept in docset.kept if kept.language == language)
        segment = write_segment(group, docset.dropped, docset.variants, store, n_beside, docset.questions)
        if segment is not None:
            yield segment


def _entry(docset: DocsetParts, segments: Sequence[WrittenSegment]) -> DocsetEntry:
    languages: Counter[str] = Counter()
    for kept in docset.kept:
        languages[kept.language] += kept.n_pages
    for segment in segments:
        languages[segment.manifest.language] += segment.manifest.n_pages
    n_sections = sum(kept.n_sections for kept in docset.kept)
    refs = [(kept.language, kept.ref) for kept in docset.kept]
    refs += [(segment.manifest.language, segment.ref) for segment in segments]
    return replace(
        docset.entry,
        n_pages=sum(languages.values()),
        n_sections=n_sections + sum(segment.manifest.n_sections for segment in segments),
        languages=dict(sorted(languages.items(), key=lambda item: (-item[1], item[0]))),
        segments=tuple(ref for _, ref in sorted(refs, key=itemgetter(0))),
        deleted={kept.ref.name: kept.deleted for kept in docset.kept if kept.deleted},
        deleted_words={kept.ref.name: kept.deleted_words for kept in docset.kept if kept.deleted},
    )
