"""What a reader refuses. Part of the format (docs/format.md, section 9): a writer keeps below, a reader checks.

Bytes unless the name says otherwise.
"""

from __future__ import annotations

ENTRY_BYTES = 4 << 20
"""pinax.json, as it is on disk."""
FILE_BYTES = 64 << 20
"""Any other file, compressed."""
RAW_BYTES = 256 << 20
"""Any other file, decompressed."""
ARRAY_ITEMS = 1 << 24
"""Items in one msgpack array or map."""
DOCSETS = 10_000
"""Docsets in a bundle."""
SEGMENTS = 10_000
"""Segments in a bundle."""
TERM_CHARS = 64
"""Unicode code points in a term; longer tokens are not indexed."""
KEY_CHARS = 4_096
"""Unicode code points in a URL, an anchor, a facet value or a symbol name."""
SECTIONS_PER_PAGE = 100_000
"""Sections in one page."""
