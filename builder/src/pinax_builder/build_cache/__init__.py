"""Keep bytes from one build to the next, and between machines: the build cache.

In:    Keys, which are digests of all that an entry depends on, and blocks of bytes.
Out:   The blocks under a key, None where there are none, or an EntryError; where they lie, `cache_at` decides.
Rules: what stands in an entry is nobody's business here.
Why:   docs/decisions/0130, docs/decisions/0225
"""

from pinax_builder.build_cache.entries import Cache, EntryError, Unread, decoding, in_pieces
from pinax_builder.build_cache.folder import DEFAULT_MB, CacheFolder, default_folder
from pinax_builder.build_cache.stored import cache_at

__all__ = [
    "DEFAULT_MB",
    "Cache",
    "CacheFolder",
    "EntryError",
    "Unread",
    "cache_at",
    "decoding",
    "default_folder",
    "in_pieces",
]
