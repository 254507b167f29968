"""Shards that map sorted keys to values, and what the keys and values say.

A shard is a `terms`, `positions`, `symbols`, `facets` or `lexicon` block. `KeyedShard` finds keys in it. A value stays
bytes until it is asked for, so opening a shard costs the same whatever its values hold. Decoders refuse numbers that
the segment does not have, so search may index by what they return.

Spec:  docs/format.md, sections 5, 6.1, 6.2, 6.3, 6.4, 6.5 and 7.1.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, repeat
from operator import add, lt
from typing import Any, NamedTuple

from pinax_runtime.format import limits, wire
from pinax_runtime.format.columns import check_whole, column, deltas, packed, picked, rising, spread
from pinax_runtime.format.errors import CorruptFileError, decoding, require
from pinax_runtime.format.visible import is_visible_line, visible, visible_line

TITLE, HEADINGS, BODY, CODE, DESCRIPTION, PATH, SYMBOL = range(7)
FIELDS = ("title", "headings", "body", "code", "description", "path", "symbol")
"""Field number → name. `title`, `description` and `path` belong to a page and are indexed on its first section."""

TITLED = len(FIELDS)
"""Pseudo-field of postings: the sections with the term in their title, each with the number of that title's words."""

POSITIONED = (TITLE, HEADINGS, BODY, CODE)
"""Fields whose words have a position in their section."""


LAST = "\U0010ffff"
"""Highest code point: a prefix followed by it sorts after every key with that prefix."""


@dataclass(frozen=True, slots=True)
class KeyedShard:
    """Consecutive keys of one kind with their values."""

    keys: list[str]
    """Keys in code-point order, each once."""
    counts: list[int]
    """One count per key: sections with the term, pages with the facet value, or definitions of the symbol."""
    values: list[bytes]
    """One encoded (msgpack) value per key; empty for a lexicon."""
    positions: list[bytes] = field(default_factory=list)
    """Of terms, one encoded value of positions per key, empty where it lies in a shard of positions; or none at all."""

    def find(self, key: str) -> int | None:
        """Return the index of a key, or None."""
        at = bisect_left(self.keys, key)
        return at if at < len(self.keys) and self.keys[at] == key else None

    def span(self, prefix: str) -> range:
        """Return the indexes of all keys that start with a prefix."""
        return range(bisect_left(self.keys, prefix), bisect_left(self.keys, prefix + LAST))

    def holding(self, words: Iterable[str], ending: str = "", before: str = "") -> list[int]:
        """Return the indexes of the keys that contain every one of some words.

        Args:
            words: What a key holds.
            ending: How it ends, …
            before: … these characters after that aside.

        >>> KeyedShard(["anchor", "array", "card"], [1, 1, 1], []).holding(["a", "ar"])
        [1, 2]
        >>> KeyedShard(["a.go", "a.go.b", "b.go::"], [1, 1, 1], []).holding(["go"], "go", ".:")
        [0, 2]
        """
        indexes = list(range(len(self.keys)))
        if ending:
            ends = (ending, *before)  # one call for each key; few end in one of the characters
            indexes = [at for at, key in enumerate(self.keys) if key.endswith(ends)]
            indexes = [at for at in indexes if self.keys[at].rstrip(before).endswith(ending.rstrip(before))]
        for word in sorted(words, key=len, reverse=True):  # few have the longest: the others are looked for in those
            indexes = [index for index in indexes if word in self.keys[index]]
        return indexes

    def to_wire(self) -> dict[str, Any]:
        """Return the plain values that a file holds."""
        value = {"keys": self.keys, "counts": self.counts, "values": self.values}
        return {**value, "positions": self.positions} if any(self.positions) else value

    @classmethod
    def from_wire(cls, value: Any, name: str) -> KeyedShard:
        """Check and wrap what a file holds.

        Raises:
            CorruptFileError: Not columns of one length, keys that are not strings in order, counts below 1.
        """
        with decoding(name, "a keyed shard"):
            keys, counts, values = value["keys"], value["counts"], value["values"]
            positions = value.get("positions", [])
            check_whole(counts, least=1)
            require(type(keys) is type(values) is list, "a column that is not a list")
            require(set(map(type, keys)) == {str}, "keys that are not strings")
            require(all(map(lt, keys, keys[1:])) and max(map(len, keys)) <= limits.KEY_CHARS, "keys out of order")
            require(type(positions) is list, "positions that are not a list")
            require(set(map(type, (*values, *positions))) <= {bytes}, "values that are not bytes")
            lengths = {len(counts), len(values) or len(keys), len(positions) or len(keys)}
            require(lengths == {len(keys)}, "columns that differ in length")
            return cls(keys, counts, values, positions)

    def value(self, at: int, name: str) -> Any:
        """Decode the value of the key at an index."""
        if not self.values:
            raise CorruptFileError(name, "the shard holds no values")
        return wire.decode(self.values[at], name)


@dataclass(frozen=True, slots=True)
class Postings:
    """Where one term occurs: for each field the sections and how often."""

    by_field: Mapping[int, tuple[Sequence[int], Sequence[int]]]
    """Field number → (section numbers, rising; frequencies of 1 or more), columns of equal length."""
    titled: tuple[Sequence[int], Sequence[int]] | None = None
    """(Sections with the term in their title, rising; words of that title); None where no title has it."""

    def occurrences(self) -> tuple[Sequence[int], Sequence[int]]:
        """Return (sections, rising; how often the term occurs in the positioned fields of each)."""
        columns = [self.by_field[field] for field in POSITIONED if field in self.by_field]
        if len(columns) == 1:
            return columns[0]
        totals: dict[int, int] = {}
        for sections, counts in sorted(columns, key=lambda column: -len(column[0])):
            added = map(add, counts, map(totals.get, sections, repeat(0))) if totals else counts
            totals.update(zip(sections, added, strict=True))
        in_order = sorted(totals)
        return packed(in_order), picked(totals, in_order)

    def to_wire(self) -> bytes:
        """Encode as `[field, section deltas, counts, …]`, fields in rising order."""
        fields = {**self.by_field, TITLED: self.titled} if self.titled else self.by_field
        items: list[int | Sequence[int]] = []
        for number in sorted(fields):
            sections, counts = fields[number]
            items += (number, deltas(sections), column(counts))
        return wire.encode_columns(items)

    @classmethod
    def from_wire(cls, flat: Any, name: str, n_sections: int) -> Postings:
        """Check and decode what `to_wire` wrote. Fields that this reader does not know are left out.

        Args:
            flat: The decoded value.
            name: Of the file.
            n_sections: Of the segment; section numbers are below.

        Raises:
            CorruptFileError: Not of that form.
        """
        with decoding(name, "postings"):
            by_field = {}
            fields = flat[::3]
            rising(deltas(fields).tolist(), 256)
            for field, steps, counts in zip(fields, flat[1::3], flat[2::3], strict=True):
                sections = rising(steps, n_sections)
                if field <= TITLED:
                    by_field[field] = (packed(sections), spread(counts, len(sections)))
            titled = by_field.pop(TITLED, None)
            return cls(by_field, titled)


@dataclass(frozen=True, slots=True)
class Positions:
    """Positions of one term in each section. Kept as columns, because a query looks at few of the sections."""

    sections: Sequence[int]
    """Section numbers, rising."""
    ends: Sequence[int]
    """Per section, the index in `steps` behind its last position."""
    steps: Sequence[int]
    """Position deltas (words) of all sections; each section starts from 0."""

    def at(self, section: int) -> list[int]:
        """Return the positions in one section, rising; none if the term does not stand in it."""
        index = bisect_left(self.sections, section)
        if index == len(self.sections) or self.sections[index] != section:
            return []
        start = self.ends[index - 1] if index else 0
        return list(accumulate(self.steps[start : self.ends[index]]))

    def to_wire(self, implied: bool = False) -> bytes:
        """Encode as `[section deltas, counts, position deltas]`.

        Args:
            implied: Whether the term's postings say sections and counts (see `Postings.occurrences`); then the position
                deltas alone are the value.
        """
        if implied:
            return wire.encode_column(self.steps)
        return wire.encode_columns([deltas(self.sections), column(deltas(self.ends)), self.steps])

    @classmethod
    def from_wire(cls, value: Any, name: str, n_sections: int, postings: Postings) -> Positions:
        """Check and decode what `to_wire` wrote.

        Args:
            value: The decoded value.
            name: Of the file.
            n_sections: Of the segment; section numbers are below.
            postings: Of the same term.

        Raises:
            CorruptFileError: Not of that form.
        """
        with decoding(name, "positions"):
            if type(value) is list and value and type(value[0]) is list:
                section_steps, counts, steps = value
                sections: Sequence[int] = packed(rising(section_steps, n_sections))
                counts = spread(counts, len(sections))
            else:
                (sections, counts), steps = postings.occurrences(), value
            found = cls(sections, packed(list(accumulate(counts))), packed(steps))
            require(bool(found.ends) and found.ends[-1] == len(found.steps), "columns that differ in length")
            return found


@dataclass(frozen=True, slots=True)
class Asked:
    """The questions that have one term: columns of equal length, in the order of the questions."""

    questions: Sequence[int]
    """Numbers of the questions, rising."""
    sections: Sequence[int]
    """The section that answers each; never falling. A question of a page is one of the page's own section."""
    lengths: Sequence[int]
    """Words of each (1 to 255, which stands for more)."""

    def to_wire(self) -> bytes:
        """Encode as `[question deltas, section deltas, lengths]`."""
        return wire.encode_columns([deltas(self.questions), deltas(self.sections), column(self.lengths)])

    @classmethod
    def from_wire(cls, value: Any, name: str, n_sections: int) -> Asked:
        """Check and decode what `to_wire` wrote.

        Args:
            value: The decoded value.
            name: Of the file.
            n_sections: Of the segment; section numbers are below.

        Raises:
            CorruptFileError: Not of that form.
        """
        with decoding(name, "questions of a term"):
            steps, section_steps, lengths = value
            questions = packed(rising(steps, limits.QUESTIONS))
            sections = list(accumulate(packed(section_steps)))
            require(len(sections) == len(questions) > 0, "columns that differ in length")
            require(sections[-1] < n_sections, "a section that is not there")
            return cls(questions, packed(sections), spread(lengths, len(questions)))


def pages_to_wire(pages: Sequence[int]) -> bytes:
    """Encode the page numbers (rising) that have a facet value."""
    return wire.encode_column(deltas(pages))


def pages_from_wire(value: Any, name: str, n_pages: int) -> list[int]:
    """Decode what `pages_to_wire` wrote.

    Raises:
        CorruptFileError: Not a list of rising numbers below `n_pages`.
    """
    with decoding(name, "page numbers"):
        return rising(value, n_pages)


_FACET_SEPARATOR = "\x00"


def facet_key(facet: str, value: str) -> str:
    """Join a facet's name and value; neither may hold U+0000."""
    return f"{facet}{_FACET_SEPARATOR}{value}"


def split_facet_key(key: str) -> tuple[str, str]:
    """Undo `facet_key`."""
    facet, _, value = key.partition(_FACET_SEPARATOR)
    return facet, value


MAX_WORDS = 8
"""Highest number of words in an expression."""
MAX_PAIRS = 2_000
"""Highest number of pairs that a writer adds to a segment."""
_SYNONYM_MARK = " = "


class Synonym(NamedTuple):
    """An expression that is asked for, and one that is meant as well. Both are primary terms of neighboring words."""

    asked: tuple[str, ...]
    meant: tuple[str, ...]

    @property
    def key(self) -> str:
        """Its key.

        >>> Synonym(("cdn",), ("content", "deliveri", "network")).key
        'cdn = content deliveri network'
        """
        return " ".join(self.asked) + _SYNONYM_MARK + " ".join(self.meant)


def is_synonym(key: str) -> bool:
    """Tell whether a key is a synonym, and not a term.

    >>> is_synonym("cdn = content deliveri network"), is_synonym("cdn")
    (True, False)
    """
    return _SYNONYM_MARK in key


def synonym_of(key: str) -> Synonym | None:
    """Read a key; None where it is a term.

    >>> synonym_of("cdn = content deliveri network"), synonym_of("cdn")
    (Synonym(asked=('cdn',), meant=('content', 'deliveri', 'network')), None)
    """
    asked, mark, meant = key.partition(_SYNONYM_MARK)
    return Synonym(tuple(asked.split(" ")), tuple(meant.split(" "))) if mark else None


@dataclass(frozen=True, slots=True)
class Definition:
    """One definition of a symbol."""

    section: int
    """Section number in the segment."""
    name: str
    """Qualified name as the source spells it."""
    kind: str
    language: str
    signature: str
    """Signature as declared; empty when it is the section's title."""
    line: int = 0
    """First line of the definition in the page's file, from 1; 0 where lines mean nothing."""
    last_line: int = 0
    visibility: str = ""
    """public, protected or private; empty when unknown."""


_NAME_SEPARATOR = re.compile(r"::|->|[.#/\\]")
SEPARATING = ":->.#/\\"
"""Every character that occurs in a separator of names."""
_ROW_DEFAULTS = (0, 0, "")
"""Values of a row's last members when a writer left them out."""


def symbol_key(name: str) -> str:
    """Return the key that a symbol is filed under.

    >>> symbol_key("asyncio.TaskGroup")
    'asyncio.taskgroup'
    """
    return name.casefold()


def symbol_components(name: str) -> list[str]:
    """Split a name at the separators of all languages; return the name itself when nothing else is left.

    >>> symbol_components("std::vector::push_back"), symbol_components("net/http.Client"), symbol_components("->")
    (['std', 'vector', 'push_back'], ['net', 'http', 'Client'], ['->'])
    """
    return [component for component in _NAME_SEPARATOR.split(name) if component] or [name]


def definitions_to_wire(key: str, definitions: list[Definition]) -> bytes:
    """Encode all definitions of one key, in section order. A name that is its key is left out."""
    return wire.encode([_definition_row(key, definition) for definition in definitions])


def definitions_from_wire(key: str, value: Any, name: str, n_sections: int) -> list[Definition]:
    """Decode what `definitions_to_wire` wrote, without characters that nobody sees and members beyond the eighth.

    Args:
        key: The key that the definitions are filed under.
        value: The decoded value.
        name: Of the file.
        n_sections: Of the segment; section numbers are below.

    Raises:
        CorruptFileError: Not of that form.
    """
    with decoding(name, "definitions"):
        found = [Definition(section, spelled or key, *rest[:6]) for section, spelled, *rest in value]
        numbers = [number for d in found for number in (d.section, d.line, d.last_line)]
        texts = [text for d in found for text in (d.name, d.kind, d.language, d.signature, d.visibility)]
        require(set(map(type, numbers)) <= {int} and min(numbers, default=0) >= 0, "a section or line that is none")
        require(set(map(type, texts)) <= {str}, "text that is not a string")
        require(all(d.section < n_sections for d in found), "a section that is not there")
        return found if is_visible_line(" ".join(texts)) else list(map(_clean_definition, found))


def _clean_definition(d: Definition) -> Definition:
    """Return the same definition without characters that nobody sees."""
    return replace(
        d,
        name=visible_line(d.name),
        kind=visible_line(d.kind),
        language=visible_line(d.language),
        signature=visible(d.signature),
        visibility=visible_line(d.visibility),
    )


def _definition_row(key: str, d: Definition) -> list[int | str]:
    """Return a definition as it is stored: without the members at its end that say nothing."""
    row: list[int | str] = [d.section, "" if d.name == key else d.name, d.kind, d.language, d.signature]
    rest: list[int | str] = [d.line, d.last_line, d.visibility]
    while rest and rest[-1] == _ROW_DEFAULTS[len(rest) - 1]:
        rest.pop()
    return [*row, *rest]
