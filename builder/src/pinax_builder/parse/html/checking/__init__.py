"""Check whether the Markdown of a page lacks content that the page shows."""

from __future__ import annotations

from pinax_builder.parse.html.checking.faults import find_faults
from pinax_builder.parse.html.checking.paths import where_lost
from pinax_builder.parse.html.checking.shown import count_shown

__all__ = ["count_shown", "find_faults", "where_lost"]
