"""Encode the values of many keys at once, as `encode_postings` and `encode_positions` encode each.

In:    A table of joined parts.
Out:   For each key that has rows: the key, its count and its value in msgpack.

Strategy. A value is a list of numbers and of lists of numbers. In msgpack each number, and each list's length, is a
token of one to five bytes. So the tokens of all values stand in one array, in order; their lengths say where each
begins, and their bytes are filled in, one byte of all tokens after the other.

Spec:  docs/format.md, sections 6.1 and 6.2.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from pinax_builder.columns import FIELD_BITS, AnyNumbers, Block, Flags, Numbers, changes, narrow, np, starts, within

_FIXED_NUMBER, _FIXED_LIST = 128, 16
"""The first number, and the first length of a list, that takes more than a byte."""
_TOKENS_AT_ONCE = 1 << 16
"""Tokens that are encoded at once; each takes forty bytes meanwhile."""


class Values(NamedTuple):
    """Keys with their counts and values."""

    keys: Iterable[str]
    counts: Iterable[int]
    values: Iterable[bytes]


class _Tokens:
    """Tokens of values, written in any order."""

    def __init__(self, n: int) -> None:
        self._numbers = np.zeros(n, np.int32)
        self._is_length = np.zeros(n, bool)

    def put(self, at: Numbers | Flags, numbers: Numbers) -> None:
        """Write numbers at some tokens, in their order."""
        self._numbers[at] = numbers

    def put_lengths(self, at: Numbers, lengths: AnyNumbers) -> None:
        """Write lengths of lists at some tokens."""
        self._numbers[at] = lengths
        self._is_length[at] = True

    def encoded(self, begins: Numbers) -> list[bytes]:
        """Encode the values that begin at some tokens, one after the other."""
        pieces, offsets = [], []
        n_bytes = 0
        for start in range(0, len(self._numbers), _TOKENS_AT_ONCE):
            stretch = slice(start, start + _TOKENS_AT_ONCE)
            at, data = _encoded(self._numbers[stretch], self._is_length[stretch])
            first, last = np.searchsorted(begins, (start, start + _TOKENS_AT_ONCE))
            offsets += (at[begins[first:last] - start] + n_bytes).tolist()
            pieces.append(data)
            n_bytes += len(data)
        encoded = b"".join(pieces)
        return [encoded[start:end] for start, end in pairwise((*offsets, n_bytes))]


def _encoded(numbers: Numbers, is_length: Flags) -> tuple[Numbers, bytes]:
    """Return where each token begins, and all their bytes."""
    large = np.flatnonzero(numbers >= np.where(is_length, _FIXED_LIST, _FIXED_NUMBER))
    lengths, number = is_length[large], numbers[large]
    n_bytes = (1 + ((number >= 1 << 8) | lengths) + 2 * (number >= 1 << 16)).astype(np.int32)
    widths = np.ones(len(numbers), np.int32)
    widths[large] += n_bytes
    at = starts(widths)
    data = np.empty(int(widths.sum()), np.uint8)
    data[at] = numbers | np.where(is_length, 0x90, 0)
    first = at[large]
    data[first] = np.where(lengths, 0xDC - 2, 0xCC - 1) + np.where(n_bytes == 4, 3, n_bytes)
    for n in (1, 2, 4):
        of_size = n_bytes == n
        for byte in range(n):
            data[first[of_size] + 1 + byte] = number[of_size] >> 8 * (n - 1 - byte) & 0xFF
    return at, data.tobytes()


class _Columns:
    """A list of rising numbers as differences, and a column of counts: one number where all are the same."""

    def __init__(self, sizes: Numbers, numbers: Numbers, counts: Numbers) -> None:
        self._sizes, self._counts = sizes, counts
        first = starts(sizes)
        self._steps = numbers.copy()
        self._steps[1:] -= numbers[:-1]
        self._steps[first] = numbers[first]
        self._is_same = np.minimum.reduceat(counts, first) == np.maximum.reduceat(counts, first)
        self._first_counts = counts[first]
        self.n_tokens: Numbers = 2 + sizes + np.where(self._is_same, 0, sizes)
        """For each pair of columns the number of its tokens."""

    def put(self, tokens: _Tokens, at: Numbers) -> None:
        """Write them from some tokens on."""
        sizes, is_same = self._sizes, self._is_same
        tokens.put_lengths(at, sizes)
        of_rows = np.repeat(at + 1, sizes) + within(sizes)
        tokens.put(of_rows, self._steps)
        behind = at + 1 + sizes
        tokens.put(behind[is_same], self._first_counts[is_same])
        tokens.put_lengths(behind[~is_same], sizes[~is_same])
        differ = np.repeat(~is_same, sizes)
        tokens.put((of_rows + np.repeat(1 + sizes, sizes))[differ], self._counts[differ])


def term_values(table: Block) -> Values:
    """Encode postings: `[field, section deltas, counts, …]`, fields rising. A key's count is that of its sections."""
    (rows,) = table.groups
    n_keys = len(table.keys)
    fields, sections, counts = rows.columns
    if not len(fields):
        return Values((), (), ())
    of_rows = np.repeat(np.arange(n_keys, dtype=np.int32), rows.sizes)
    n_sections = np.bincount(of_rows[changes(of_rows) | changes(sections)], minlength=n_keys)
    by_field = of_rows << FIELD_BITS | fields
    order = np.argsort(narrow(by_field), kind="stable")
    by_field = by_field[order]
    heads = np.flatnonzero(changes(by_field))
    columns = _Columns(np.diff(np.append(heads, len(by_field))).astype(np.int32), sections[order], counts[order])
    of_columns = by_field[heads] >> FIELD_BITS
    opens = changes(of_columns)
    n_tokens = columns.n_tokens + 1 + opens
    at = starts(n_tokens) + opens
    tokens = _Tokens(int(n_tokens.sum()))
    used = np.flatnonzero(rows.sizes)
    tokens.put_lengths(at[opens] - 1, 3 * np.bincount(of_columns, minlength=n_keys)[used])
    tokens.put(at, by_field[heads] & (1 << FIELD_BITS) - 1)
    columns.put(tokens, at + 1)
    return Values([table.keys[key] for key in used.tolist()], n_sections[used].tolist(), tokens.encoded(at[opens] - 1))


def position_values(table: Block) -> Values:
    """Encode positions: `[section deltas, counts, position deltas]`, or the latter alone where postings say more."""
    used = np.flatnonzero(table.groups[0].sizes)
    rows, places = table.groups
    sections, n_steps = rows.columns
    (steps,) = places.columns
    if not len(used):
        return Values((), (), ())
    said = table.flags[used] == 0
    sizes, n_places = rows.sizes[used], places.sizes[used]
    of_said = np.repeat(said, sizes)
    n_tokens = 1 + n_places
    columns = _Columns(sizes[said], sections[of_said], n_steps[of_said]) if said.any() else None
    if columns:
        n_tokens[said] += 1 + columns.n_tokens
    begins = starts(n_tokens)
    tokens = _Tokens(int(n_tokens.sum()))
    at = begins + n_tokens - 1 - n_places
    tokens.put_lengths(at, n_places)
    is_step = np.ones(int(n_tokens.sum()), bool)
    is_step[at] = False
    if columns:
        tokens.put_lengths(begins[said], np.full(int(said.sum()), 3, np.int32))
        columns.put(tokens, begins[said] + 1)
        before = (at - begins)[said]
        is_step[np.repeat(begins[said], before) + within(before)] = False
    tokens.put(is_step, steps)
    return Values([table.keys[key] for key in used.tolist()], sizes.tolist(), tokens.encoded(begins))
