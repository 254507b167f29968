"""Every record survives being written and read; whatever else is read gives a typed error or a record that is sound."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import accumulate
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bundle_maker import positions_of
from contract import strategies as some
from pinax_runtime.format import (
    FIELDS,
    WORDS,
    Asked,
    BundleError,
    CorruptFileError,
    Definers,
    Definition,
    Entry,
    KeyedShard,
    Lengths,
    PagePack,
    PageRecord,
    Positions,
    Postings,
    SegmentManifest,
    ShardTable,
    definitions_from_wire,
    definitions_to_wire,
    length_code,
    limits,
    packed,
    pages_from_wire,
    pages_to_wire,
    symbol_key,
    texts_from_pack,
    wire,
)

N = some.N_SECTIONS


def _again(value: Any) -> Any:
    """Return plain values as they come back from a file."""
    return wire.unpack(wire.pack(value), "x")


@given(some.postings())
def test_postings_come_back(record: Postings) -> None:
    """Postings are read as they were written."""
    assert Postings.from_wire(wire.decode(record.to_wire(), "x"), "x", N) == record


@given(some.positions)
def test_positions_come_back(record: Positions) -> None:
    """Positions are read as they were written."""
    assert Positions.from_wire(wire.decode(record.to_wire(), "x"), "x", N, Postings({})) == record


@given(some.positions)
def test_positions_come_back_beside_postings(record: Positions) -> None:
    """Sections and counts that postings tell are read from there, whatever field they are in."""
    counts = [end - start for start, end in zip([0, *record.ends], record.ends, strict=False)]
    half = len(counts) // 2
    by_field = {2: (record.sections[:half], counts[:half]), 3: (record.sections[half:], counts[half:])}
    postings = Postings({**by_field, 5: ([N - 1], [9])})
    assert Positions.from_wire(wire.decode(record.to_wire(implied=True), "x"), "x", N, postings) == record


@given(st.dictionaries(st.integers(0, N - 1), some.rising(900, min_size=1), min_size=1))
def test_positions_are_found_by_section(by_section: dict[int, list[int]]) -> None:
    """Each section has the positions it was given, and every other section none."""
    record = positions_of(dict(sorted(by_section.items())))
    assert [record.at(section) for section in range(N)] == [by_section.get(section, []) for section in range(N)]


@given(some.asked())
def test_questions_of_a_term_come_back(record: Asked) -> None:
    """The questions that have a term are read as they were written."""
    assert Asked.from_wire(wire.decode(record.to_wire(), "x"), "x", N) == record


HOSTILE_ASKED = {
    "a question twice": [[3, 0], [1, 1], 4],
    "a question beyond the most": [[limits.QUESTIONS], [1], 4],
    "a section beyond the last": [[3], [N], 4],
    "a section before the one before": [[3, 1], [5, -1], 4],
    "a length of 0": [[3], [1], 0],
    "too few sections": [[3, 1], [1], 4],
    "no question": [[], [], 1],
    "a column missing": [[3], [1]],
}


@pytest.mark.parametrize("value", HOSTILE_ASKED.values(), ids=HOSTILE_ASKED)
def test_hostile_questions_are_refused(value: Any) -> None:
    """Questions that a segment cannot have never reach search."""
    with pytest.raises(CorruptFileError, match="x is not valid"):
        Asked.from_wire(value, "x", N)


@given(some.rising(N))
def test_page_numbers_come_back(pages: list[int]) -> None:
    """Page numbers are read as they were written."""
    assert pages_from_wire(wire.decode(pages_to_wire(pages), "x"), "x", N) == pages


@given(some.definitions)
def test_definitions_come_back(record: list[Definition]) -> None:
    """Definitions are read as they were written, whether or not a name is its key."""
    for key in {symbol_key(definition.name) for definition in record if definition.name}:
        named = [definition for definition in record if symbol_key(definition.name) == key]
        assert definitions_from_wire(key, wire.decode(definitions_to_wire(key, named), "x"), "x", N) == named


def test_a_definition_without_lines_takes_no_room_for_them() -> None:
    """What documentation defines is stored in five items, as it was before there were lines."""
    assert wire.decode(definitions_to_wire("k", [Definition(1, "k", "function", "", "")]), "x") == [
        [1, "", "function", "", ""]
    ]


@given(some.definers)
def test_definers_come_back(made: tuple[list[set[int]], Definers]) -> None:
    """Read as they were written, they lead from each section to every file that defines something in it."""
    sections_of_files, record = made
    read = Definers.from_wire(_again(record.to_wire()), "x")
    for section in set().union(*sections_of_files):
        places = {at for at, sections in enumerate(sections_of_files) if section in sections}
        assert read.files_of([section]) == record.files_of([section]) == places


def test_too_many_files_have_no_definers() -> None:
    """A segment with no symbols, or with more files than two bytes can tell apart, has no such record."""
    assert Definers.of(5, []) is None
    assert Definers.of(5, [{1}] * (limits.SYMBOL_FILES + 1)) is None


@given(some.keyed_shards())
def test_keyed_shards_come_back(record: KeyedShard) -> None:
    """A keyed shard is read as it was written, and finds each of its keys and no other."""
    read = KeyedShard.from_wire(_again(record.to_wire()), "x")
    assert read == record
    assert [read.find(key) for key in record.keys] == list(range(len(record.keys)))
    assert read.find(record.keys[-1] + "x") is None


@given(some.keyed_shards(), some.text)
def test_spans_are_the_keys_with_a_prefix(record: KeyedShard, prefix: str) -> None:
    """A span holds exactly the keys that start with the prefix, at any multibyte boundary."""
    found = [record.keys[at] for at in record.span(prefix)]
    assert found == [key for key in record.keys if key.startswith(prefix) and not key.startswith(prefix + "\U0010ffff")]


@given(some.lengths())
def test_lengths_come_back(record: Lengths) -> None:
    """Lengths are read as they were written."""
    assert Lengths.from_wire(_again(record.to_wire()), "x") == record


@given(some.page_records())
def test_pages_come_back(record: PageRecord) -> None:
    """A page is read as it was written."""
    assert list(PagePack(_again({"pages": [record.to_wire()]}), "x")) == [record]


@given(st.lists(some.text))
def test_texts_come_back(texts: list[str]) -> None:
    """Texts are read as they were written."""
    assert texts_from_pack(_again({"texts": texts}), "x") == texts


@given(some.manifests())
def test_manifests_come_back(record: SegmentManifest) -> None:
    """A segment's manifest is read as it was written and refers to every file once."""
    read = SegmentManifest.from_wire(_again(record.to_wire()), "x")
    assert read == record
    listed = sum(len(table.files or table.digests) for table in read.tables.values())
    assert len(read.files()) == 1 + bool(read.definers) + bool(read.questions) + listed


@given(some.manifests())
def test_blocks_lie_one_after_the_other(record: SegmentManifest) -> None:
    """In a file the first block begins at its start, each other where the one before ends, the last ends with it."""
    for table in record.tables.values():
        for file in table.files:
            blocks = [ref for ref in table.refs() if ref.file == file.name]
            assert [ref.start for ref in blocks] == [0, *accumulate(ref.size for ref in blocks[:-1])]
            assert sum(ref.size for ref in blocks) == file.size
        assert not table.files or {ref.file for ref in table.refs()} == {file.name for file in table.files}


@given(some.entries)
def test_entries_come_back(record: Entry) -> None:
    """The entry is read as it was written, and written again gives the same bytes."""
    read = Entry.from_bytes(record.to_bytes(), "here")
    assert read == record
    assert read.to_bytes() == record.to_bytes()


@given(st.sets(some.text, min_size=1), some.text)
def test_tables_find_the_one_file_of_a_key(firsts: set[str], key: str) -> None:
    """The covering file is the last whose first key is not greater; a prefix spans every file it can be in."""
    table = ShardTable("terms", firsts=sorted(firsts))
    at = table.covering(key)
    assert at == max((i for i, first in enumerate(table.firsts) if first <= key), default=None)
    assert at is None or at in table.spanning(key)
    assert {i for i, first in enumerate(table.firsts) if first.startswith(key) and "\U0010ffff" not in first} <= set(
        table.spanning(key)
    )


@pytest.mark.parametrize("words", [0, 1, 2, 7, 50, 999, 123_456])
def test_a_length_is_kept_within_nine_percent(words: int) -> None:
    """A length's code stands for about that many words."""
    assert abs(WORDS[length_code(words)] - words) <= 0.1 * (words + 1)


DECODERS: dict[str, tuple[Callable[[Any], Any], st.SearchStrategy[Any]]] = {
    "postings": (
        lambda value: Postings.from_wire(value, "x", N),
        some.postings().map(lambda record: wire.decode(record.to_wire(), "x")),
    ),
    "positions": (
        lambda value: Positions.from_wire(value, "x", N, Postings({2: ([1, 4], [2, 1])})),
        some.positions.map(lambda record: wire.decode(record.to_wire(), "x")) | st.just([0, 5, 7]),
    ),
    "facet pages": (
        lambda value: pages_from_wire(value, "x", N),
        some.rising(N).map(lambda pages: wire.decode(pages_to_wire(pages), "x")),
    ),
    "questions of a term": (
        lambda value: Asked.from_wire(value, "x", N),
        some.asked().map(lambda record: wire.decode(record.to_wire(), "x")),
    ),
    "definitions": (
        lambda value: definitions_from_wire("k", value, "x", N),
        some.definitions.map(lambda record: wire.decode(definitions_to_wire("k", record), "x")),
    ),
    "definers": (
        lambda value: Definers.from_wire(value, "x"),
        some.definers.map(lambda made: made[1].to_wire()),
    ),
    "keyed": (lambda value: KeyedShard.from_wire(value, "x"), some.keyed_shards().map(KeyedShard.to_wire)),
    "lengths": (lambda value: Lengths.from_wire(value, "x"), some.lengths().map(Lengths.to_wire)),
    "page": (lambda value: PageRecord.from_wire(value, "x"), some.page_records().map(PageRecord.to_wire)),
    "pages": (
        lambda value: [list(page.sections) for page in PagePack(value, "x")],
        some.page_records().map(lambda record: {"pages": [record.to_wire()]}),
    ),
    "texts": (lambda value: texts_from_pack(value, "x"), st.just({"texts": ["a"]})),
    "manifest": (
        lambda value: SegmentManifest.from_wire(value, "x"),
        some.manifests().map(SegmentManifest.to_wire),
    ),
}


@pytest.mark.parametrize("kind", DECODERS)
@given(data=st.data())
def test_decoders_give_a_record_or_a_bundle_error(kind: str, data: st.DataObject) -> None:
    """Whatever values a hostile file holds, decoding them gives a record that is sound or a BundleError."""
    decode, valid = DECODERS[kind]
    value = data.draw(st.one_of(some.anything, some.spoiled(valid)))
    with suppress(BundleError):
        _check(decode(value))


def _check(record: Any) -> None:
    """Index by everything that search indexes by."""
    if isinstance(record, Postings):
        for field, (sections, counts) in record.by_field.items():
            assert 0 <= field < len(FIELDS)
            assert list(sections) == sorted(set(sections))
            assert all(0 <= section < N for section in sections)
            assert len(sections) == len(counts)
            assert all(count >= 1 for count in counts)
    elif isinstance(record, Positions):
        for section in record.sections:
            found = record.at(section)
            assert list(found) == sorted(found)
            assert all(isinstance(position, int) and position >= 0 for position in found)
    elif isinstance(record, Asked):
        assert len(record.questions) == len(record.sections) == len(record.lengths)
        assert all(0 <= section < N for section in record.sections)
        assert min(record.lengths) >= 1
    elif isinstance(record, KeyedShard):
        assert all(count >= 1 for count in record.counts)
    elif isinstance(record, Lengths):
        assert sum(record.sections) == len(record.codes)
    elif isinstance(record, Definers):
        assert all(place >= 0 for place in record.files_of(range(record.n_sections)))
    elif isinstance(record, SegmentManifest):
        assert all(ref.name.startswith("files/") for ref in record.files())


HOSTILE_POSTINGS = {
    "a negative step": [2, [5, -3], 1],
    "a section twice": [2, [5, 0], 1],
    "a section beyond the last": [2, [N - 1, 1], 1],
    "a huge step": [2, [2**63], 1],
    "a fraction": [2, [1.5], 1],
    "not a number": [2, [float("nan"), 300], 1],
    "text": [2, ["a", "b"], 1],
    "a count of 0": [2, [1], 0],
    "a negative count": [2, [1], -1],
    "a negative count among large ones": [2, [1, 1], [300, -1]],
    "too few counts": [2, [1, 1, 1], [1, 2]],
    "a boolean for a count": [2, [1], True],
    "a negative field": [-1, [1], 1],
    "a field twice": [2, [1], 1, 2, [2], 1],
    "a column missing": [2, [1]],
    "a map": {"2": [1]},
}


@pytest.mark.parametrize("value", HOSTILE_POSTINGS.values(), ids=HOSTILE_POSTINGS)
def test_hostile_postings_are_refused(value: Any) -> None:
    """Numbers that a segment cannot have never reach search."""
    with pytest.raises(CorruptFileError, match="x is not valid"):
        Postings.from_wire(value, "x", N)


def test_a_table_of_tables_lists_nothing_else() -> None:
    """One that says of its tables that they are terms by themselves is refused; they may be blocks of a file."""
    table = {"digests": bytes(32), "sizes": [1, 1], "first": ["a", "b"]}
    lone, shards, file = {"lone": [1, 0]}, {"shards": [1, 1]}, {"file": [bytes(16), 2]}
    ShardTable.from_wire("terms", {**table, **lone, **file}, "x")
    blocks = ShardTable.from_wire("terms", {**table, **shards, **file}, "x").refs()
    assert [(ref.kind, ref.start) for ref in blocks] == [("table", 0), ("table", 1)]
    with pytest.raises(CorruptFileError, match="columns that do not agree"):
        ShardTable.from_wire("terms", {**table, **shards, **lone}, "x")


def test_unknown_fields_are_left_out() -> None:
    """A field that a later version adds is passed over, the others are read."""
    assert Postings.from_wire([2, [1], 1, 9, [4], 3], "x", N) == Postings({2: (packed([1]), packed([1]))})


def test_further_items_of_a_definition_are_left_out() -> None:
    """A definition that a later version gives more items is read without them."""
    found = definitions_from_wire("k", [[1, "", "function", "", "k()", 3, 9, "public", "since 3.2", 7]], "x", N)
    assert found == [Definition(1, "k", "function", "", "k()", 3, 9, "public")]


@given(some.page_records(), st.sampled_from([-1, 7, "1", 1.0, None]))
def test_an_alias_leads_to_a_section_of_its_page(record: PageRecord, place: object) -> None:
    """An alias of a section that the page does not have, or of none, is refused."""
    with pytest.raises(CorruptFileError):
        PageRecord.from_wire({**record.to_wire(), "aliases": {"x": place}}, "x")


@given(some.page_records(), st.sampled_from([[1], [1, 2, 3] * 99, [-1, 0] * 7, ["1", 2], 5]))
def test_lines_are_two_numbers_for_each_section(record: PageRecord, lines: object) -> None:
    """Lines of more or fewer sections than the page has, and what is no line, are refused."""
    with pytest.raises(CorruptFileError):
        PageRecord.from_wire({**record.to_wire(), "lines": lines}, "x")


@given(some.page_records(), st.sampled_from(["anchors", "titles"]))
def test_a_column_of_an_outline_is_a_list(record: PageRecord, column: str) -> None:
    """A column that cannot be asked by number is refused when the page is read, not when a section is asked for."""
    named = dict.fromkeys(map(str, range(len(record.sections))), "")
    with pytest.raises(CorruptFileError):
        PageRecord.from_wire({**record.to_wire(), column: named}, "x")


@given(some.page_records())
def test_an_outline_is_a_sequence(record: PageRecord) -> None:
    """A section asked for by its number, or among several, is the one that comes there in turn."""
    outline = record.sections
    assert [outline[at] for at in range(len(outline))] == list(outline) == outline[:]


@given(some.page_records())
def test_unknown_members_are_ignored(record: PageRecord) -> None:
    """A member that a later version adds to a map is passed over."""
    assert PageRecord.from_wire({**record.to_wire(), "since": 2.0}, "x") == record
