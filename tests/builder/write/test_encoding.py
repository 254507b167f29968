"""Tables are encoded and joined as single keys would be."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate

from hypothesis import given, settings
from hypothesis import strategies as st

from pinax_builder.columns import Block, Group, joined, np
from pinax_builder.write.merge import position_values, term_values
from pinax_runtime.format import TITLED, Positions
from pinax_runtime.format import Postings as Record

TERMS = st.text(st.characters(exclude_characters="\0"), max_size=3)
NUMBERS = st.one_of(st.integers(1, 20), st.integers(120, 300), st.integers(65_000, 70_000))
"""Counts and differences, around the sizes at which one takes another byte."""
COUNTS = st.dictionaries(st.integers(0, TITLED), NUMBERS, min_size=1, max_size=3)
"""Field → count in one section."""
ROWS = st.lists(st.tuples(NUMBERS, COUNTS), max_size=20)
"""Step to each section of a term, and its counts there."""
POSTINGS = st.dictionaries(TERMS, ROWS, max_size=6)
PLACES = st.dictionaries(
    TERMS,
    st.tuples(st.booleans(), st.lists(st.lists(NUMBERS, min_size=1, max_size=20), max_size=20)),
    max_size=6,
)
"""Whether the postings say how many, and for each section the differences of the positions."""


Postings = list[tuple[int, dict[int, int]]]


def column(numbers: list[int]) -> object:
    """Make a column."""
    return np.array(numbers, np.int32)


def table_of_terms(postings: dict[str, Postings], first: int = 0) -> Block:
    """Make a table of terms, whose sections begin at a number."""
    rows = {key: [(first + section, *row) for section, *row in numbered(postings[key])] for key in sorted(postings)}
    every = [row for of_key in rows.values() for row in of_key]
    sections, fields, counts = (column([row[at] for row in every]) for at in range(3))
    sizes = column([len(of_key) for of_key in rows.values()])
    return Block(list(rows), sizes * 0, (Group(sizes, (fields, sections, counts)),))


def numbered(rows: Postings) -> list[tuple[int, int, int]]:
    """Return section, field and count of each row, by section and field."""
    sections = accumulate(step for step, _ in rows)
    return [
        (section, *row) for section, (_, counts) in zip(sections, rows, strict=True) for row in sorted(counts.items())
    ]


def table_of_positions(places: dict[str, tuple[bool, list[list[int]]]]) -> Block:
    """Make a table of positions, whose sections are every other one."""
    keys = sorted(places)
    of_keys = [places[key][1] for key in keys]
    sections = [2 * at for of_key in of_keys for at in range(len(of_key))]
    counts = [len(steps) for of_key in of_keys for steps in of_key]
    rows = Group(column([len(of_key) for of_key in of_keys]), (column(sections), column(counts)))
    steps = column([step for of_key in of_keys for of_section in of_key for step in of_section])
    places_of = Group(column([sum(map(len, of_key)) for of_key in of_keys]), (steps,))
    return Block(keys, column([places[key][0] for key in keys]), (rows, places_of))


@given(POSTINGS)
def test_terms_are_encoded_as_one_by_one(postings: dict[str, Postings]) -> None:
    """A term's value is what its record is encoded to, and its count that of its sections; none without rows."""
    expected = []
    for key in (key for key in sorted(postings) if postings[key]):
        by_field: dict[int, tuple[list[int], list[int]]] = {}
        for section, field, count in numbered(postings[key]):
            sections, counts = by_field.setdefault(field, ([], []))
            sections.append(section)
            counts.append(count)
        expected.append((key, len(postings[key]), Record(by_field, by_field.pop(TITLED, None)).to_wire()))
    assert list(term_values(table_of_terms(postings))) == expected


@given(PLACES)
def test_positions_are_encoded_as_one_by_one(places: dict[str, tuple[bool, list[list[int]]]]) -> None:
    """A term's value is what its record is encoded to, and its count that of its sections; none without rows."""
    expected = []
    for key in (key for key in sorted(places) if places[key][1]):
        is_implied, of_key = places[key]
        steps = [step for of_section in of_key for step in of_section]
        sections = [2 * at for at in range(len(of_key))]
        value = Positions(sections, list(accumulate(map(len, of_key))), steps).to_wire(is_implied)
        expected.append((key, len(of_key), value))
    assert list(position_values(table_of_positions(places))) == expected


@settings(max_examples=40)  # each takes 20 ms
@given(st.lists(POSTINGS, min_size=1, max_size=4))
def test_joined_tables_have_the_rows_of_all(given_tables: list[dict[str, Postings]]) -> None:
    """Each key is there once, with its rows of all tables in their order."""
    tables = [table_of_terms(postings, 10_000_000 * at) for at, postings in enumerate(given_tables)]
    whole = joined(tables)
    assert whole.keys == sorted({key for table in tables for key in table.keys})
    for at, key in enumerate(whole.keys):
        of_all = [table.cut(*span(table, key)).groups[0].columns for table in tables]
        expected = [[number for columns in of_all for number in columns[n].tolist()] for n in range(3)]
        assert [column.tolist() for column in whole.cut(at, at + 1).groups[0].columns] == expected


@given(POSTINGS, TERMS)
def test_a_table_on_disk_is_the_same(postings: dict[str, Postings], key: str) -> None:
    """Its pieces, and what is before a key and behind it, are the table again."""
    table = table_of_terms(postings)
    at = bisect_left(table.keys, key)
    for pieces in (list(table.pieces()), [table.cut(0, at), table.cut(at, len(table.keys))]):
        again = [Block.from_wire(piece.to_wire()) for piece in pieces if piece.keys]
        assert [name for piece in again for name in piece.keys] == table.keys
        for n, whole in enumerate(table.groups[0].columns):
            assert [number for piece in again for number in piece.groups[0].columns[n].tolist()] == whole.tolist()


def span(table: Block, key: str) -> tuple[int, int]:
    """Return where a key is in a table, which may have none."""
    at = table.keys.index(key) if key in table.keys else 0
    return at, at + (key in table.keys)
