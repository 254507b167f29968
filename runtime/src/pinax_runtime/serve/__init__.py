"""Answer agents: tools that search and read a library, with replies of bounded length and errors as replies.

In:    a Library, a tool's name and its arguments.
Out:   ToolReply: a text, and an object beside it where one is wanted.
Rules: only `protocol` and the transports import the MCP SDK.
"""

from __future__ import annotations

from pinax_runtime.serve.calls import call_tool, choose_tools
from pinax_runtime.serve.errors import ToolError
from pinax_runtime.serve.replies.tool_reply import ToolReply
from pinax_runtime.serve.tool import Tool

__all__ = ["Tool", "ToolError", "ToolReply", "call_tool", "choose_tools"]
