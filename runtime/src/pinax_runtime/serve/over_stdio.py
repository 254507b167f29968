"""Speak the Model Context Protocol on standard input and output. The only module that imports the SDK.

Rules: nothing but the protocol goes to standard output; logs go to standard error.
"""

from __future__ import annotations

import logging
import sys
from importlib.metadata import version

import anyio
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from pinax_runtime.search import Library
from pinax_runtime.serve.calls import call_tool, choose_tools
from pinax_runtime.serve.tokens import DEFAULT_CEILING

NAME = "pinax"
_START = {
    "pages": "Find pages with search_pages and read them with get_page.",
    "tree": "Find sections with search_documents and read them with get_node_content; get_tree shows a page's outline.",
}

_READ_ONLY = types.ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)


def instructions(group: str) -> str:
    """Say in a few sentences how to begin and what is common to all tools."""
    start = " ".join(text for name, text in _START.items() if group in ("all", name))
    return (
        f"Documentation to search and read. {start} A reply that was cut has a cursor: repeat the call with it to go "
        "on. Cite the Source line."
    )


def list_tools(group: str = "all", ceiling: int = DEFAULT_CEILING) -> list[types.Tool]:
    """Describe the tools as the protocol does."""
    return [
        types.Tool(
            name=tool.name,
            description=tool.description,
            input_schema=dict(tool.schema(ceiling)),
            annotations=_READ_ONLY,
        )
        for tool in choose_tools(group)
    ]


def make_server(library: Library, *, group: str = "all", ceiling: int = DEFAULT_CEILING) -> Server:
    """Make a server over a library; any transport can run it."""
    tools = list_tools(group, ceiling)

    async def on_list_tools(_context: object, _params: object) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools)

    async def on_call_tool(_context: object, params: types.CallToolRequestParams) -> types.CallToolResult:
        # In the loop's own thread: a call takes milliseconds, and a second thread's heap would cost 8 MB.
        reply = call_tool(library, params.name, params.arguments, group=group, ceiling=ceiling)
        return types.CallToolResult(content=[types.TextContent(text=reply.text)], is_error=reply.is_error)

    return Server(
        NAME,
        version=version("pinax-runtime"),
        instructions=instructions(group),
        on_list_tools=on_list_tools,
        on_call_tool=on_call_tool,
    )


def serve_stdio(library: Library, *, group: str = "all", ceiling: int = DEFAULT_CEILING) -> None:
    """Serve until standard input ends."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")
    server = make_server(library, group=group, ceiling=ceiling)

    async def run() -> None:
        async with stdio_server() as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())

    anyio.run(run)
