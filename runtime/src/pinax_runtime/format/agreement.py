"""Check that the files of a segment agree with each other: in their order, their counts and the numbers that they name.

`pinax-runtime verify` asks this of every file of a bundle, and a build of what it wrote, before it switches to it.

Rules: what raises is a CorruptFileError that names the file. What a file is by itself, its decoder has checked.
Spec:  docs/format.md, sections 4 to 8.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

from pinax_runtime.format.errors import CorruptFileError
from pinax_runtime.format.pages import PagePack
from pinax_runtime.format.segment import Definers, FileRef, SegmentManifest
from pinax_runtime.format.shards import KeyedShard, Positions, Postings, definitions_from_wire, pages_from_wire
from pinax_runtime.format.wire import Column


def require(agrees: bool, ref: FileRef, otherwise: str) -> None:
    """Refuse a file that does not agree with the others."""
    if not agrees:
        raise CorruptFileError(ref.path, otherwise)


def check_keys(shard: KeyedShard, ref: FileRef, first: str, lone: int, last: str | None) -> str:
    """Check the keys of a shard; return the last one.

    Args:
        shard: Whose.
        ref: Its name.
        first: The first key by its table.
        lone: The count of its only key by its table; 0 where it is not said.
        last: Of the shard before; None if there is none.
    """
    require(bool(shard.keys), ref, "a shard without keys")
    require(shard.keys[0] == first, ref, "a first key other than its table's")
    require(last is None or last < shard.keys[0], ref, "keys that overlap those of the shard before")
    require(lone in (0, shard.counts[0] if len(shard.keys) == 1 else 0), ref, "a key that is not alone")
    return shard.keys[-1]


def check_values(
    shard: KeyedShard, ref: FileRef, manifest: SegmentManifest, postings: Callable[[str], Postings | None]
) -> None:
    """Decode every value of a shard, and compare the counts.

    Args:
        shard: Whose.
        ref: Its name and kind.
        manifest: Of its segment.
        postings: Gives those of a term; asked in the order of the terms of `positions`.
    """
    if ref.kind == "lexicon":
        return
    require(len(shard.values) == len(shard.keys), ref, "keys without values")
    n_sections = manifest.n_sections
    for at, key in enumerate(shard.keys):
        value = shard.value(at, ref.path)
        if ref.kind == "terms":
            by_field = Postings.from_wire(value, ref.path, n_sections).by_field.values()
            columns = [sections for sections, _ in by_field]
            count = len(columns[0]) if len(columns) == 1 else len(set(chain.from_iterable(columns)))
        elif ref.kind == "positions":
            count = len(Positions.from_wire(value, ref.path, n_sections, postings(key) or Postings({})).sections)
        elif ref.kind == "symbols":
            count = len(definitions_from_wire(key, value, ref.path, n_sections))
        else:
            count = len(pages_from_wire(value, ref.path, manifest.n_pages))
        require(count == shard.counts[at], ref, f"a wrong count for {key[:60]!r}")


def check_definers(definers: Definers, manifest: SegmentManifest) -> None:
    """Check that they are the segment's, to which this file belongs."""
    ref = manifest.definers or manifest.lengths
    require(definers.n_sections == manifest.n_sections, ref, "definers of another segment")


def check_led_to(shard: KeyedShard, ref: FileRef, number: int, definers: Definers, manifest: SegmentManifest) -> None:
    """Check that every definition in a shard of symbols is where its section leads; `number` is the shard's."""
    for at, key in enumerate(shard.keys):
        found = definitions_from_wire(key, shard.value(at, ref.path), ref.path, manifest.n_sections)
        led = all(number in definers.files_of([definition.section]) for definition in found)
        require(led, manifest.definers or ref, f"no place for {key[:60]!r}")


def check_pages(pack: PagePack, ref: FileRef, first: str, n_pages: int, n_sections: int, last: str) -> list[int]:
    """Check a pack of pages; return the number of sections of each page.

    Args:
        pack: Which.
        ref: Its name.
        first: The first URL by its table.
        n_pages: Number of its pages by its table.
        n_sections: Number of their sections by its table.
        last: Last URL of the pack before; empty if there is none.
    """
    counts = [len(list(page.sections)) for page in pack]
    require(len(counts) == n_pages > 0, ref, "another number of pages than its table's")
    require(sum(counts) == n_sections, ref, "another number of sections than its table's")
    require(pack.urls[0] == first, ref, "a first URL other than its table's")
    require(last < pack.urls[0], ref, "pages that are not in order")
    return counts


def check_texts(pack: Column, ref: FileRef, n_sections: int) -> None:
    """Decode every text of a pack, and count them."""
    require(len(list(pack)) == n_sections, ref, "another number of sections than its table's")
