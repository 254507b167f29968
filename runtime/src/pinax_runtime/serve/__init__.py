"""Answer agents: tools that search and read a library, with replies of bounded length and errors as replies.

In:    a Library, a tool's name and its arguments.
Out:   ToolReply: a text, and an object beside it where one is wanted.
Rules: only `protocol` and the transports import the MCP SDK.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pinax_runtime.serve.calls import Caller, call_tool, choose_tools
from pinax_runtime.serve.errors import ToolError
from pinax_runtime.serve.replies import ToolReply
from pinax_runtime.serve.tool import Tool

if TYPE_CHECKING:
    from pinax_runtime.serve.served import Served

__all__ = ["Caller", "Served", "Tool", "ToolError", "ToolReply", "call_tool", "choose_tools"]


def __getattr__(name: str) -> Any:
    """Import `Served` when it is asked for: a single call does without the event loop that servers need."""
    if name != "Served":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from pinax_runtime.serve.served import Served

    return Served
