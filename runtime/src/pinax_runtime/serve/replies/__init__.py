"""What does a reply say? The request it answers, its text, and what the replies of several tools share."""

from __future__ import annotations

from pinax_runtime.serve.replies.facets import short_counts, short_facets
from pinax_runtime.serve.replies.found import reply_to_json
from pinax_runtime.serve.replies.framing import as_data
from pinax_runtime.serve.replies.freshness import Clock, age_days, day_of, with_dates
from pinax_runtime.serve.replies.links import CHOICES, FULL, NONE
from pinax_runtime.serve.replies.outlines import (
    SectionSpan,
    join_sections,
    links_shown,
    outline_after,
    outline_line,
    text_below,
)
from pinax_runtime.serve.replies.reading import address, find_document, find_node, locate, source_line
from pinax_runtime.serve.replies.request import ToolRequest
from pinax_runtime.serve.replies.sorting import MAX_HITS, check_sortable, sorted_by
from pinax_runtime.serve.replies.suggest import check_docs, did_you_mean, listing, quoted
from pinax_runtime.serve.replies.tool_reply import ToolReply, compact
from pinax_runtime.serve.replies.writing import error_reply, list_reply, shorten, text_reply, time_note

__all__ = [
    "CHOICES",
    "FULL",
    "MAX_HITS",
    "NONE",
    "Clock",
    "SectionSpan",
    "ToolReply",
    "ToolRequest",
    "address",
    "age_days",
    "as_data",
    "check_docs",
    "check_sortable",
    "compact",
    "day_of",
    "did_you_mean",
    "error_reply",
    "find_document",
    "find_node",
    "join_sections",
    "links_shown",
    "list_reply",
    "listing",
    "locate",
    "outline_after",
    "outline_line",
    "quoted",
    "reply_to_json",
    "short_counts",
    "short_facets",
    "shorten",
    "sorted_by",
    "source_line",
    "text_below",
    "text_reply",
    "time_note",
    "with_dates",
]
