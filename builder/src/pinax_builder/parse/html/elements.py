"""Name the tags of headings, lists and other blocks, and ask and change one element as several steps do."""

from __future__ import annotations

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
"""Tags of headings, by level."""
LISTS = ("ul", "ol", "menu", "dir")
"""Tags of lists."""
_BLOCK_WORDS = """
    address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer
    form header hgroup hr html legend li main nav p pre section summary table tbody td tfoot th thead tr
"""
BLOCKS = (*_BLOCK_WORDS.split(), *HEADINGS, *LISTS)
"""Tags of elements that begin a line of their own, as a tuple, which lxml asks for."""
IS_BLOCK = frozenset(BLOCKS)
"""The same tags as a set, for a quick look-up."""
