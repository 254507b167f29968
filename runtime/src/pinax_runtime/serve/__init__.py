"""Answer agents: tools over a library, each reply checked, within its budget and with its errors as replies.

In:    a Library, a tool's name and its arguments.
Out:   ToolReply: one text.
Rules: only `protocol` and the transports import the MCP SDK.
"""

from __future__ import annotations

from pinax_runtime.serve.calls import ToolReply, call_tool, choose_tools
from pinax_runtime.serve.errors import ToolError
from pinax_runtime.serve.tool import Tool

__all__ = ["Tool", "ToolError", "ToolReply", "call_tool", "choose_tools"]
