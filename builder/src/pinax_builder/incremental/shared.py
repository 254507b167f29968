"""Take what a docset's pages have in common from the build cache, while the pages that tell are the same.

In:    A docset and its listing.
Out:   Shared, with a Repeated as `find_shared` returns it.
Rules: what another run might find otherwise is not kept.
"""

from __future__ import annotations

from concurrent.futures import Executor
from typing import NamedTuple

from pinax_builder.build_cache import Cache, EntryError, decoding
from pinax_builder.comparison import choose_sample, compare_pages, find_shared
from pinax_builder.configuration import DocsetConfig
from pinax_builder.incremental.keys import repeated_to_row, sample_key
from pinax_builder.parse import Repeated
from pinax_builder.record_types import is_as_declared
from pinax_builder.sources import DocsetListing, reader_of
from pinax_runtime.format import wire


class Shared(NamedTuple):
    """What pages have in common."""

    repeated: Repeated
    entry_fault: str = ""
    """Why the build cache's entry for it could not be used; empty where it could, or where there was none."""


def known_shared(docset: DocsetConfig, listing: DocsetListing, executor: Executor, cache: Cache | None) -> Shared:
    """Return what a sample of a docset's pages has in common; compare them only if the cache does not know it."""
    if cache is None:
        return Shared(find_shared(docset, listing, executor))
    pages = choose_sample(listing)
    with reader_of(docset) as read:
        key = sample_key(docset, pages, read)
    fault = ""
    try:
        blocks = cache.get(key) if key else None
        if blocks is not None:
            return Shared(_read(blocks))
    except EntryError as error:
        fault = str(error)
    compared = compare_pages(docset, pages, executor)
    if key and compared.is_stable:
        cache.put(key, [wire.encode(repeated_to_row(compared.repeated))])
    return Shared(compared.repeated, fault)


def _read(entry: list[bytes]) -> Repeated:
    """Return what pages have in common. Raises EntryError if the entry says no such thing."""
    with decoding():
        (block,) = entry
        blocks, parts, is_known, headings, titles, descriptions, longest, signs = wire.decode(block, "what pages share")
        repeated = Repeated(
            {tuple(kind): frozenset(digests) for kind, digests in blocks},
            frozenset(parts),
            is_known,
            frozenset(headings),
            frozenset(titles),
            frozenset(descriptions),
            {tuple(kind): chars for kind, chars in longest},
            {tuple(kind): first for kind, first in signs},
        )
        same_kinds = repeated.blocks.keys() == repeated.longest.keys() == repeated.first_signs.keys()
        if not is_as_declared(repeated) or not same_kinds:
            raise ValueError("values of other types than what pages share")
    return repeated
