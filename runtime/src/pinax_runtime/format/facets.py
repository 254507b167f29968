"""Keys of a `facets` shard: a facet's name and value as one string that sorts by name, then value.

Spec:  docs/format.md, section 6.3.
"""

from __future__ import annotations

SEPARATOR = "\x00"


def facet_key(facet: str, value: str) -> str:
    """Join a facet's name and value; neither may hold U+0000."""
    return f"{facet}{SEPARATOR}{value}"


def split_facet_key(key: str) -> tuple[str, str]:
    """Undo `facet_key`."""
    facet, _, value = key.partition(SEPARATOR)
    return facet, value
