"""A segment: its manifest, the tables of its shards, and the two files that every search may read.

The manifest lists tables; a table lists shards, or further tables, with their first keys. `Lengths` has what scoring
reads for the whole segment. `Definers` leads from a section to the `symbols` shards that hold its definitions.

Spec:  docs/format.md, sections 4, 6.6 and 7.2.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from math import log2
from typing import Any, NamedTuple

from pinax_runtime.format import limits
from pinax_runtime.format.columns import check_whole, deltas, rising
from pinax_runtime.format.errors import CorruptFileError, LimitExceededError, decoding, require
from pinax_runtime.format.names import DIGEST_BYTES, Kind, digest, file_name
from pinax_runtime.format.shards import LAST


class FileRef(NamedTuple):
    """One file of a bundle, or a block of one, as another file refers to it. A query makes hundreds."""

    digest: bytes
    kind: Kind
    size: int
    """Compressed size (bytes)."""
    file: str = ""
    """Name of the file that contains this block; empty for a whole file."""
    start: int = 0
    """Offset of the block in that file (bytes)."""

    @property
    def name(self) -> str:
        """The digest and kind as a name; for a whole file also its path below the bundle."""
        return file_name(self.digest, self.kind)

    @property
    def path(self) -> str:
        """Path, below the bundle, of the file to read."""
        return self.file or self.name


@dataclass(frozen=True)
class ShardTable:
    """Shards or packs of one kind in a segment, in key order: files, blocks of files, or tables that list blocks."""

    kind: Kind
    digests: list[bytes] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    firsts: list[str] = field(default_factory=list)
    """First key of each shard; empty for texts, which are found by number."""
    pages: list[int] = field(default_factory=list)
    """Pages in each pack (`pages` only)."""
    sections: list[int] = field(default_factory=list)
    """Sections in each pack (`pages` and `texts` only)."""
    lone: list[int] = field(default_factory=list)
    """Per shard, the count of its key if it holds a single key, else 0 (`terms` only). Empty when unknown."""
    files: list[FileRef] = field(default_factory=list)
    """Files that consist of the shards, as blocks, one file after the other. Empty when each shard is a file."""
    shards: list[int] = field(default_factory=list)
    """Shards or packs in each listed table. Empty when this table lists shards or packs directly."""

    def ref(self, at: int) -> FileRef:
        """Return the reference to the shard, pack or table at an index."""
        kind: Kind = "table" if self.shards else self.kind
        if self.files:
            start = self.size_starts[at]
            number = bisect_right(self.file_starts, start) - 1
            start -= self.file_starts[number]
            return FileRef(self.digests[at], kind, self.sizes[at], self.files[number].name, start)
        return FileRef(self.digests[at], kind, self.sizes[at])

    @cached_property
    def size_starts(self) -> list[int]:
        """Offset of each item in bytes, and the total."""
        return [0, *accumulate(self.sizes)]

    @cached_property
    def file_starts(self) -> list[int]:
        """Number of bytes before each file of blocks, and the total."""
        return [0, *accumulate(file.size for file in self.files)]

    @cached_property
    def page_starts(self) -> list[int]:
        """Number of pages before each item, and the total; 0 alone for a kind without pages."""
        return [0, *accumulate(self.pages)]

    @cached_property
    def section_starts(self) -> list[int]:
        """Number of sections before each item, and the total; 0 alone for a kind without sections."""
        return [0, *accumulate(self.sections)]

    @classmethod
    def listing(
        cls,
        kind: Kind,
        tables: Sequence[ShardTable],
        encoded: Sequence[bytes] = (),
        files: Sequence[FileRef] = (),
    ) -> ShardTable:
        """Make the table that lists tables of shards or packs, in order, by their bytes and the files they fill."""
        return cls(
            kind,
            digests=[digest(data) for data in encoded],
            sizes=[len(data) for data in encoded],
            files=list(files) if len(files) < len(encoded) else [],
            firsts=[first for table in tables for first in table.firsts[:1]],
            pages=[sum(table.pages) for table in tables if table.pages],
            sections=[sum(table.sections) for table in tables if table.sections],
            shards=[len(table.sizes) for table in tables],
        )

    def refs(self) -> list[FileRef]:
        """Return the references to all items, in order."""
        return [self.ref(at) for at in range(len(self.digests))]

    def named_files(self) -> list[FileRef]:
        """Return the references to the files that the table names."""
        return self.files or self.refs()

    def covering(self, key: str) -> int | None:
        """Return the index of the item that can hold a key, or None when the key sorts before all."""
        at = bisect_right(self.firsts, key) - 1
        return at if at >= 0 else None

    def spanning(self, prefix: str) -> Sequence[int]:
        """Return the indexes of all items that can hold a key with a prefix."""
        span = range(max(0, bisect_right(self.firsts, prefix) - 1), bisect_left(self.firsts, prefix + LAST))
        if span and self.lone and self.lone[span[0]] and not self.firsts[span[0]].startswith(prefix):
            return span[1:]
        return span

    def to_wire(self) -> dict[str, Any]:
        """Return the plain values of the table; columns that the kind does not use are left out."""
        lone = self.lone if any(self.lone) else []
        columns = {
            "first": self.firsts,
            "pages": self.pages,
            "sections": self.sections,
            "lone": lone,
            "shards": self.shards,
        }
        return {
            **({"file": [part for file in self.files for part in (file.digest, file.size)]} if self.files else {}),
            "digests": b"".join(self.digests),
            "sizes": self.sizes,
            **{key: column for key, column in columns.items() if column},
        }

    @classmethod
    def from_wire(cls, kind: Kind, value: Any, name: str) -> ShardTable:
        """Check and decode a table. Raises CorruptFileError."""
        with decoding(name, f"a table of {kind}"):
            joined = value["digests"]
            require(type(joined) is bytes and len(joined) % DIGEST_BYTES == 0, "digests that are not such")
            digests = [joined[at : at + DIGEST_BYTES] for at in range(0, len(joined), DIGEST_BYTES)]
            sizes, n = value["sizes"], len(digests)
            firsts, pages, sections = ([] if key not in _COLUMNS[kind] else value.get(key, []) for key in _OPTIONAL)
            shards = value.get("shards", [])
            lone = value.get("lone", []) if kind == "terms" else []
            files = _file_refs(value["file"], "table" if shards else kind) if "file" in value else []
            for numbers, least in ((sizes, 1), (pages, 1), (sections, 1), (lone, 0), (shards, 1)):
                check_whole(numbers, least)
            agree = len(sizes) == n and len(lone) in (0, n) and len(shards) in (0, n)
            agree = agree and not (shards and lone)
            wanted = [n if key in _COLUMNS[kind] else 0 for key in _OPTIONAL]
            agree = agree and [len(column) for column in (firsts, pages, sections)] == wanted
            require(agree, "columns that do not agree")
            require(max(sizes, default=0) <= limits.FILE_BYTES, "a file that is too large")
            require(type(firsts) is list and set(map(type, firsts)) <= {str}, "keys that are not strings")
            require(all(map(str.__lt__, firsts, firsts[1:])), "keys out of order")
            table = cls(kind, digests, sizes, firsts, pages, sections, lone, files, shards)
            require(not files or _is_filled(table), "blocks that do not fill their files")
            return table


def table_from_wire(value: Any, name: str) -> ShardTable:
    """Decode a `table` file, which lists shards or packs of the kind that it names. Raises CorruptFileError."""
    kind = value.get("kind") if type(value) is dict else None
    if kind not in TABLES:
        raise CorruptFileError(name, "a table of no kind that there are tables of")
    table = ShardTable.from_wire(kind, value, name)
    if table.shards or not table.digests:
        raise CorruptFileError(name, "a table of tables, or of nothing")
    return table


TABLES: tuple[Kind, ...] = ("terms", "positions", "symbols", "facets", "pages", "texts", "lexicon", "asked")
"""Kinds that a segment lists in tables."""
OPTIONAL_TABLES: tuple[Kind, ...] = ("asked",)
"""Those of them that a segment may lack."""

_OPTIONAL = ("first", "pages", "sections")
_COLUMNS: dict[Kind, tuple[str, ...]] = dict.fromkeys(TABLES, ("first",)) | {
    "pages": ("first", "pages", "sections"),
    "texts": ("sections",),
}
"""Columns of each kind's table, besides digests and sizes."""


@dataclass(frozen=True, slots=True)
class SegmentManifest:
    """A self-contained index over some pages of a docset in one language."""

    analyzer: str
    """`<family>:<algorithm>`, for instance `pinax-1:english`."""
    fingerprint: str
    """Fingerprint of the stemmer's release (8 hexadecimal digits); see `stemmers.fingerprint`."""
    language: str
    """Language subtag of the pages; empty when unknown."""
    n_pages: int
    n_sections: int
    n_words: int
    """Words in body and code of all sections. Divided by `n_sections` it is the mean length."""
    lengths: FileRef
    tables: dict[Kind, ShardTable]
    definers: FileRef | None = None
    """File that leads from a section to the `symbols` shards with its definitions; None when there is none."""
    questions: FileRef | None = None
    """File with the questions as they were written, by number; None when there are none."""

    def files(self) -> list[FileRef]:
        """Return the references to every file that the manifest names. Tables among them name further files."""
        optional = (file for file in (self.definers, self.questions) if file)
        return [self.lengths, *optional, *(ref for table in self.tables.values() for ref in table.named_files())]

    def table_refs(self) -> list[FileRef]:
        """Return the references to all tables that the manifest lists."""
        return [ref for table in self.tables.values() if table.shards for ref in table.refs()]

    def to_wire(self) -> dict[str, Any]:
        """Return the plain values that the file holds."""
        return {
            "analyzer": self.analyzer,
            "fingerprint": self.fingerprint,
            "language": self.language,
            "pages": self.n_pages,
            "sections": self.n_sections,
            "words": self.n_words,
            "lengths": [self.lengths.digest, self.lengths.size],
            **({"definers": [self.definers.digest, self.definers.size]} if self.definers else {}),
            **({"questions": [self.questions.digest, self.questions.size]} if self.questions else {}),
            "tables": {kind: self.tables[kind].to_wire() for kind in TABLES if kind in self.tables},
        }

    @classmethod
    def from_wire(cls, value: Any, name: str) -> SegmentManifest:
        """Check and decode a manifest. Raises CorruptFileError."""
        with decoding(name, "a segment manifest"):
            analyzer, fingerprint, language = (value[key] for key in ("analyzer", "fingerprint", "language"))
            n_pages, n_sections, n_words = (value[key] for key in ("pages", "sections", "words"))
            require({type(text) for text in (analyzer, fingerprint, language)} == {str}, "text that is not a string")
            check_whole([n_pages, n_sections, n_words], least=0)
            lengths = _file_ref(value["lengths"], "lengths")
            definers = _file_ref(value["definers"], "definers") if "definers" in value else None
            questions = _file_ref(value["questions"], "questions") if "questions" in value else None
            listed = (kind for kind in TABLES if kind in value["tables"] or kind not in OPTIONAL_TABLES)
            tables = {kind: ShardTable.from_wire(kind, value["tables"][kind], name) for kind in listed}
            require(sum(tables["pages"].pages) == n_pages, "tables of other pages")
            in_packs = {sum(tables[kind].sections) for kind in ("pages", "texts")}
            require(in_packs == {n_sections}, "tables of other sections")
            counts = n_pages, n_sections, n_words
            manifest = cls(analyzer, fingerprint, language, *counts, lengths, tables, definers, questions)
        if manifest.n_sections > limits.SECTIONS:
            raise LimitExceededError(name, "its number of sections", limits.SECTIONS, manifest.n_sections)
        return manifest


def all_files(manifest: SegmentManifest, read: Callable[[FileRef], ShardTable]) -> list[FileRef]:
    """Return the references to every file of a segment except its manifest; `read` decodes table files."""
    return manifest.files() + [file for ref in manifest.table_refs() for file in read(ref).named_files()]


def _is_filled(table: ShardTable) -> bool:
    """Tell whether the blocks of a table fill its files: each ends with a block, the last with the last."""
    ends = table.file_starts
    return ends[-1] == table.size_starts[-1] and set(ends) <= set(table.size_starts) and len(set(ends)) == len(ends)


def _file_refs(value: Any, kind: Kind) -> list[FileRef]:
    """Decode `[digest, size, digest, size, …]`. Raises TypeError or ValueError."""
    if type(value) is not list or not value:
        raise TypeError(f"files of {kind} that are none")
    return [_file_ref(pair, kind) for pair in zip(value[::2], value[1::2], strict=True)]


def _file_ref(value: Any, kind: Kind) -> FileRef:
    """Decode `[digest, size]`. Raises TypeError or ValueError."""
    digest, size = value
    if type(digest) is not bytes or len(digest) != DIGEST_BYTES or type(size) is not int:
        raise TypeError(f"{kind} that are no file")
    if not 0 <= size <= limits.FILE_BYTES:
        raise ValueError(f"{kind} of {size} bytes")
    return FileRef(digest, kind, size)


_STEPS = 4
"""Codes per doubling of the length."""


def length_code(words: int) -> int:
    """Return the byte of a length in words.

    >>> length_code(0), length_code(1), length_code(1000)
    (0, 4, 40)
    """
    return min(255, round(_STEPS * log2(1 + words)))


WORDS = tuple(2 ** (code / _STEPS) - 1 for code in range(256))
"""Length (words) that each code stands for."""


@dataclass(frozen=True, slots=True)
class Lengths:
    """The `lengths` file of a segment."""

    sections: list[int]
    """Per page, its number of sections (1 or more)."""
    codes: bytes
    """Per section, the `length_code` of its body and code words."""
    priors: bytes
    """Per page, the factor for its scores (percent). Below 100 for pages that list rather than explain."""
    leaders: dict[int, int] = field(default_factory=dict)
    """Page → the page that represents it among its variants. Only pages that another page represents are here."""
    untitled: list[int] = field(default_factory=list)
    """The sections whose title has no words, rising."""
    asked: list[int] = field(default_factory=list)
    """The pages that have questions, rising."""

    def is_titled(self, section: int) -> bool:
        """Say whether a section has a title of its own."""
        at = bisect_left(self.untitled, section)
        return self.untitled[at : at + 1] != [section]

    def to_wire(self) -> dict[str, Any]:
        """Return the plain values that the file holds."""
        pairs = [number for pair in sorted(self.leaders.items()) for number in pair]
        optional = {"untitled": deltas(self.untitled).tolist(), "variants": pairs, "asked": deltas(self.asked).tolist()}
        columns = {"sections": self.sections, "lengths": self.codes, "priors": self.priors}
        return {**columns, **{name: column for name, column in optional.items() if column}}

    @classmethod
    def from_wire(cls, value: Any, name: str) -> Lengths:
        """Check and wrap what the file holds.

        Raises:
            CorruptFileError: The two columns do not agree.
        """
        with decoding(name, "lengths"):
            sections, codes, priors = (value[key] for key in ("sections", "lengths", "priors"))
            require(type(codes) is type(priors) is bytes, "columns that are not bytes")
            check_whole(sections, least=1)
            require(sum(sections) == len(codes) and len(priors) == len(sections), "columns that do not agree")
            untitled = rising(value.get("untitled", []), len(codes))
            asked = rising(value.get("asked", []), len(sections))
            pairs = value.get("variants", [])
            check_whole(pairs, least=0)
            leaders = dict(zip(pairs[::2], pairs[1::2], strict=True))
            sound = max(pairs, default=-1) < len(sections) and not leaders.keys() & leaders.values()
            require(sound, "variants of pages that are not there, or of variants")
            return cls(sections, codes, priors, leaders, untitled, asked)


_PLACE_BYTES = 2
_NOTHING = -1
"""Stands for the shard of a section that defines nothing."""


@dataclass(frozen=True, slots=True)
class Definers:
    """Section → indexes, in the segment's table of `symbols` shards, of the shards with its definitions."""

    files: bytes
    """Two bytes per section, big-endian: the index of one shard. Meaningless for a section that defines nothing."""
    more: Mapping[int, Sequence[int]] = field(default_factory=dict)
    """Section → indexes of further shards, for sections whose definitions are in several."""

    @classmethod
    def of(cls, n_sections: int, sections_of_files: Sequence[Collection[int]]) -> Definers | None:
        """Make the record from the different sections that each shard defines something in, shards in table order.

        Returns:
            None where the record cannot or need not say anything.
        """
        if not 0 < len(sections_of_files) <= limits.SYMBOL_FILES:
            return None
        firsts = array("i", [_NOTHING]) * n_sections
        more: dict[int, list[int]] = {}
        for index, sections in enumerate(sections_of_files):
            for section in sections:
                if firsts[section] == _NOTHING:
                    firsts[section] = index
                else:
                    more.setdefault(section, []).append(index)
        last, files = 0, bytearray()
        for first in firsts:
            last = last if first == _NOTHING else first
            files += last.to_bytes(_PLACE_BYTES, "big")
        return cls(bytes(files), dict(sorted(more.items())))

    def files_of(self, sections: Collection[int]) -> set[int]:
        """Return the indexes of the shards that hold the definitions of some sections; each must define something."""
        files = self.files
        found = {files[at] << 8 | files[at + 1] for at in (_PLACE_BYTES * section for section in sections)}
        if self.more:
            found.update(index for section in sections for index in self.more.get(section, ()))
        return found

    @property
    def n_sections(self) -> int:
        """Sections of the segment."""
        return len(self.files) // _PLACE_BYTES

    def to_wire(self) -> dict[str, Any]:
        """Return the plain values that the file holds."""
        more = [number for section, indexes in self.more.items() for index in indexes for number in (section, index)]
        return {"files": self.files, "more": more}

    @classmethod
    def from_wire(cls, value: Any, name: str) -> Definers:
        """Check and wrap what the file holds; indexes are checked when they are used.

        Raises:
            CorruptFileError: Not of that form.
        """
        with decoding(name, "definers"):
            files, pairs = value["files"], value["more"]
            check_whole(pairs, least=0)
            require(type(files) is bytes and len(files) % _PLACE_BYTES == 0 == len(pairs) % 2, "columns cut short")
        more: dict[int, list[int]] = {}
        for section, index in zip(pairs[::2], pairs[1::2], strict=True):
            more.setdefault(section, []).append(index)
        return cls(files, more)
