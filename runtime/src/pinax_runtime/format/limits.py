"""Limits of the format (docs/format.md, section 9): a writer stays within them, a reader refuses what exceeds them.

Bytes unless the name says otherwise.
"""

from __future__ import annotations

ENTRY_BYTES = 4 << 20
"""Size of pinax.json on disk (bytes)."""
FILE_BYTES = 32 << 20
"""Size of any other file, compressed (bytes)."""
RAW_BYTES = 64 << 20
"""Size of any other file, decompressed (bytes)."""
ARRAY_ITEMS = 1 << 24
"""Items in one msgpack array or map."""
CONTAINERS = 1 << 20
"""Arrays and maps in one msgpack value. An empty one takes one byte in a file and sixty in memory."""
DOCSETS = 10_000
"""Docsets in a bundle."""
SEGMENTS = 10_000
"""Segments in a bundle."""
SECTIONS = 1 << 24
"""Sections in one segment."""
TERM_CHARS = 64
"""Unicode code points in a term; longer words are not indexed."""
KEY_CHARS = 16_384
"""Unicode code points in a key of a shard: a page's URL, a symbol's name, a facet with its value."""
SECTIONS_PER_PAGE = 100_000
"""Sections in one page."""
WEIGHT = 1_000_000
"""Value of any ranking parameter."""
SYMBOL_FILES = 1 << 16
"""`symbols` files in a segment that a `definers` file can tell apart."""
QUESTIONS = 1 << 20
"""Questions in one segment."""
DELETED = 100_000
"""Deleted pages in a bundle, those of all segments together."""
TEMPLATE_CHARS = 1_000
"""Unicode code points in a docset's `source_url_template`."""
VERSION_CHARS = 64
"""Unicode code points in a docset's `version`."""
INSTRUCTIONS_CHARS = 500
"""Unicode code points in a docset's `instructions`."""
