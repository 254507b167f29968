"""Take what a docset's pages have in common from the build cache, while the pages that tell are the same.

In:    A docset and its listing.
Out:   Repeated, as `find_shared` returns it.
Rules: what another run might find otherwise is not kept.
"""

from __future__ import annotations

from concurrent.futures import Executor

from pinax_builder.build_cache import Cache
from pinax_builder.comparison import choose_sample, compare_pages, find_shared
from pinax_builder.configuration.config import DocsetConfig
from pinax_builder.incremental.keys import repeated_to_row, sample_key
from pinax_builder.parse import Repeated
from pinax_builder.sources import DocsetListing, reader_of
from pinax_runtime.format import BundleError, wire


def known_shared(docset: DocsetConfig, listing: DocsetListing, executor: Executor, cache: Cache | None) -> Repeated:
    """Return what a sample of a docset's pages has in common; compare them only if the cache does not know it."""
    if cache is None:
        return find_shared(docset, listing, executor)
    pages = choose_sample(listing)
    with reader_of(docset) as read:
        key = sample_key(docset, pages, read)
    blocks = cache.get(key) if key else None
    if blocks and (known := _read(blocks[0])):
        return known
    compared = compare_pages(docset, pages, executor)
    if key and compared.is_stable:
        cache.put(key, [wire.encode(repeated_to_row(compared.repeated))])
    return compared.repeated


def _read(block: bytes) -> Repeated | None:
    """Return what pages have in common; None if the block says no such thing."""
    try:
        blocks, parts, is_known, headings, titles, descriptions, longest, signs = wire.decode(block, "what pages share")
        return Repeated(
            {tuple(kind): frozenset(digests) for kind, digests in blocks},
            frozenset(parts),
            is_known,
            frozenset(headings),
            frozenset(titles),
            frozenset(descriptions),
            {tuple(kind): chars for kind, chars in longest},
            {tuple(kind): first for kind, first in signs},
        )
    except (BundleError, ValueError, TypeError):
        return None
