"""Speak the Model Context Protocol on standard input and output. The only module that imports the SDK.

Rules: nothing but the protocol goes to standard output; logs go to standard error.
"""

from __future__ import annotations

import logging
import sys
from importlib.metadata import version

import anyio
import mcp_types as types
from anyio.to_thread import run_sync
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from pinax_runtime.search import Library
from pinax_runtime.serve.calls import call_tool, choose_tools
from pinax_runtime.serve.tokens import DEFAULT_CEILING

NAME = "pinax"
INSTRUCTIONS = (
    "Documentation to search and read. search_pages or search_documents find; get_page reads a page; for long ones, "
    "get_tree shows the outline and get_node_content reads sections. A cursor in a reply continues it: repeat the call "
    "with it. Cite the Source line."
)

_READ_ONLY = types.ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)


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
        reply = await run_sync(lambda: call_tool(library, params.name, params.arguments, group=group, ceiling=ceiling))
        return types.CallToolResult(content=[types.TextContent(text=reply.text)], is_error=reply.is_error)

    return Server(
        NAME,
        version=version("pinax-runtime"),
        instructions=INSTRUCTIONS,
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
