"""Encode what joined tables have of terms and positions, one key after the other, with the format's own encoders.

In:    A table of joined parts.
Out:   For each key that has rows: the key, its count and its value.

Strategy. numpy sorts the rows of all keys at once. Then they become arrays, which the encoders take in pieces.

Spec:  docs/format.md, sections 6.1 and 6.2.
Why:   docs/decisions/0002.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import accumulate, groupby, pairwise

from pinax_builder.columns import FIELD_BITS, Block, Numbers, changes, narrow, np
from pinax_runtime.format import TITLED, Positions, Postings

_FIELD = (1 << FIELD_BITS) - 1
"""The bits of a field."""


def term_values(table: Block) -> Iterator[tuple[str, int, bytes]]:
    """Encode postings. A key's count is that of its sections."""
    (rows,) = table.groups
    fields, sections, counts = rows.columns
    of_rows = np.repeat(np.arange(len(table.keys), dtype=np.int32), rows.sizes)
    n_sections = np.bincount(of_rows[changes(of_rows) | changes(sections)], minlength=len(table.keys)).tolist()
    by_field = of_rows << FIELD_BITS | fields
    order = np.argsort(narrow(by_field), kind="stable")
    by_field = by_field[order]
    all_sections, all_counts = _array(sections[order]), _array(counts[order])
    heads = np.flatnonzero(changes(by_field))
    stretches = zip(by_field[heads].tolist(), pairwise((*heads.tolist(), len(by_field))), strict=True)
    for key, of_key in groupby(stretches, lambda item: item[0] >> FIELD_BITS):
        columns = {head & _FIELD: (all_sections[start:end], all_counts[start:end]) for head, (start, end) in of_key}
        yield table.keys[key], n_sections[key], Postings(columns, columns.pop(TITLED, None)).to_wire()


def position_values(table: Block) -> Iterator[tuple[str, int, bytes]]:
    """Encode positions. A key's count is that of its sections."""
    rows, places = table.groups
    sections, n_steps = map(_array, rows.columns)
    (steps,) = map(_array, places.columns)
    row_ends, step_ends = (pairwise((0, *accumulate(group.sizes.tolist()))) for group in (rows, places))
    for key, implied, (row, row_end), (step, step_end) in zip(
        table.keys, table.flags.tolist(), row_ends, step_ends, strict=True
    ):
        if row < row_end:
            ends = array("i", accumulate(n_steps[row:row_end]))
            positions = Positions(sections[row:row_end], ends, steps[step:step_end])
            yield key, row_end - row, positions.to_wire(implied=bool(implied))


def _array(column: Numbers) -> array[int]:
    return array("i", column.tobytes())
