"""Answer agents: the table of tools, their arguments, and replies of bounded length."""

from __future__ import annotations

from pinax_runtime.tools.arguments import (
    Argument,
    boolean,
    check_arguments,
    check_docs,
    choice,
    did_you_mean,
    facet_values,
    input_schema,
    integer,
    nearest_pages,
    quoted,
    string,
    strings,
)
from pinax_runtime.tools.budget import DEFAULT_CEILING, call_key, estimate, read_cursor, write_cursor
from pinax_runtime.tools.calls import Caller, CallRecorder, answered, call_tool
from pinax_runtime.tools.errors import ToolError, code_of, invalid_args, not_found
from pinax_runtime.tools.listing import list_sections
from pinax_runtime.tools.page_text import find_document, locate, source_line
from pinax_runtime.tools.pages import bundle_reply
from pinax_runtime.tools.reply import ToolReply, ToolRequest, compact, day_of, error_reply, shorten
from pinax_runtime.tools.searching import filters_hint, reply_to_json
from pinax_runtime.tools.table import LEAN, LIVE, PAIR, Group, choose_tools

__all__ = [
    "DEFAULT_CEILING",
    "LEAN",
    "LIVE",
    "PAIR",
    "Argument",
    "CallRecorder",
    "Caller",
    "Group",
    "ToolError",
    "ToolReply",
    "ToolRequest",
    "answered",
    "boolean",
    "bundle_reply",
    "call_key",
    "call_tool",
    "check_arguments",
    "check_docs",
    "choice",
    "choose_tools",
    "code_of",
    "compact",
    "day_of",
    "did_you_mean",
    "error_reply",
    "estimate",
    "facet_values",
    "filters_hint",
    "find_document",
    "input_schema",
    "integer",
    "invalid_args",
    "list_sections",
    "locate",
    "nearest_pages",
    "not_found",
    "quoted",
    "read_cursor",
    "reply_to_json",
    "shorten",
    "source_line",
    "string",
    "strings",
    "write_cursor",
]
