"""Send the pages of a batch by way of the build cache, where workers cannot read them themselves.

In:    What reading a batch's pages gave.
Out:   Blocks for the cache under a digest of their content, and the same outcomes from these blocks.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple

from pinax_builder.build_cache import decoding, in_pieces
from pinax_builder.record_types import is_as_declared
from pinax_builder.records import Fetched, Rejection
from pinax_builder.sources import ListedPage, answers_of
from pinax_runtime.format import wire

Outcome = Fetched | Rejection


def outcome_blocks(outcomes: Iterable[Outcome]) -> Iterator[bytes]:
    """Yield what reading pages gave as blocks for the cache: a few facts each, and the bytes of those that have any."""
    for outcome in outcomes:
        if isinstance(outcome, Fetched):
            pieces = in_pieces(outcome.content)
            yield wire.encode([len(pieces), outcome.url, outcome.path, outcome.media_type])
            yield from pieces
        else:
            yield wire.encode([-1, *astuple(outcome)])


def blocks_key(blocks: Iterable[bytes]) -> bytes:
    """Return the key under which blocks are kept by their content alone."""
    digests = b"".join(hashlib.sha256(block).digest() for block in blocks)
    return hashlib.sha256(b"content" + digests).digest()


def read_outcomes(blocks: Sequence[bytes], pages: Iterable[ListedPage]) -> Mapping[ListedPage, Outcome]:
    """Undo `outcome_blocks` for the answers of the same pages. Raises EntryError if they are something else."""
    with decoding():
        rest = iter(blocks)
        outcomes = {answer: _outcome(rest) for page in pages for answer in answers_of(page)}
        if not all(map(is_as_declared, outcomes.values())):
            raise ValueError("values of other types than a page's")
    return outcomes


def _outcome(blocks: Iterator[bytes]) -> Outcome:
    n_pieces, *facts = wire.decode(next(blocks), "page")
    if n_pieces < 0:
        return Rejection(*facts)
    url, path, media_type = facts
    return Fetched(url, path, b"".join(next(blocks) for _ in range(n_pieces)), media_type)
