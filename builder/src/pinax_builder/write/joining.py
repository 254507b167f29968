"""Join the tables of several parts, some keys at a time, under the new numbers of sections and pages.

In:    Blocks of tables of one kind, by first key, each with the numbering of its part.
Out:   Blocks of several parts joined; together they hold every key once, in order.

Strategy. Blocks come by their first key. So when one comes that begins with "m", no other will have a key before "m":
what is at hand is cut there and joined, and the rest waits. It is joined when much is at hand, so memory depends on
that and on the number of parts.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pinax_builder.columns import Block, joined, np
from pinax_builder.write.numbering import DROPPED, Numbering
from pinax_runtime.format import Kind

ROWS_AT_ONCE = 200_000
"""Number of rows at hand from which they are joined."""


class Coming(NamedTuple):
    """A block that comes from a file."""

    at: int
    """Number of the file, which is the order of the sections."""
    block: Block


def join_tables(kind: Kind, coming: Iterable[Coming], numberings: Sequence[Numbering]) -> Iterator[Block]:
    """Yield joined tables; a key may have no rows left."""
    at_hand: list[Coming] = []
    n_rows, most = 0, ROWS_AT_ONCE
    for at, block in coming:
        if n_rows > most:
            ended, at_hand = _cut(at_hand, block.keys[0])
            yield from _joined(ended)
            n_rows = _n_rows(at_hand)
            most = n_rows + ROWS_AT_ONCE  # of many parts so much waits that all would be cut for each block
        at_hand.append(Coming(at, _RENUMBER[kind](block, numberings[at])))
        n_rows += block.n_rows
    yield from _joined(at_hand)


def _joined(coming: list[Coming]) -> Iterator[Block]:
    """Join blocks, some keys at a time where they have many rows."""
    largest = max(coming, key=lambda item: len(item.block.keys), default=None)
    if largest is None:
        return
    keys = largest.block.keys
    if len(keys) > 1 and _n_rows(coming) > ROWS_AT_ONCE:
        for part in _cut(coming, keys[len(keys) // 2]):
            yield from _joined(part)
    else:
        yield joined([block for _, block in sorted(coming, key=lambda item: item.at)])


def _cut(coming: list[Coming], key: str) -> tuple[list[Coming], list[Coming]]:
    """Return what is before a key, and the rest."""
    before, rest = [], []
    for at, block in coming:
        end = bisect_left(block.keys, key)
        before += [Coming(at, block.cut(0, end))] if end else []
        rest += [Coming(at, block.cut(end, len(block.keys)))] if end < len(block.keys) else []
    return before, rest


def _n_rows(coming: list[Coming]) -> int:
    return sum(item.block.n_rows for item in coming)


def _of_words(block: Block, numbering: Numbering) -> Block:
    (pages,) = block.groups
    new = numbering.new_pages(pages.columns[0])
    return block._replace(groups=(pages._replace(columns=(new,)).keeping(new != DROPPED),))


def _of_terms(block: Block, numbering: Numbering) -> Block:
    (rows,) = block.groups
    fields, sections, counts = rows.columns
    new = numbering.new_sections(sections)
    return block._replace(groups=(rows._replace(columns=(fields, new, counts)).keeping(new != DROPPED),))


def _of_positions(block: Block, numbering: Numbering) -> Block:
    rows, steps = block.groups
    sections, n_steps = rows.columns
    new = numbering.new_sections(sections)
    kept = new != DROPPED
    return block._replace(
        groups=(rows._replace(columns=(new, n_steps)).keeping(kept), steps.keeping(np.repeat(kept, n_steps)))
    )


_RENUMBER = {"lexicon": _of_words, "positions": _of_positions, "terms": _of_terms}
TABLES = frozenset(_RENUMBER)
"""The kinds whose entries are tables."""
