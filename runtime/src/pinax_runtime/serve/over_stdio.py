"""Speak the Model Context Protocol on standard input and output, and make the server that other transports run too.

Rules: nothing but the protocol goes to standard output; logs go to standard error.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from importlib.metadata import version
from typing import Any

import anyio
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from pinax_runtime.search import Library
from pinax_runtime.serve.calls import Caller, Noting, ToolReply, call_tool, choose_tools
from pinax_runtime.serve.tokens import DEFAULT_CEILING

NAME = "pinax"
_START = {
    "pages": "Find pages with search_pages and read them with get_page.",
    "tree": "Find sections with search_documents and read them with get_node_content; get_tree shows a page's outline.",
}

_Context = ServerRequestContext[dict[str, Any], Any]
_READ_ONLY = types.ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)


def instructions(group: str) -> str:
    """Say in a few sentences how to begin and what is common to all tools."""
    start = " ".join(text for name, text in _START.items() if group in ("all", name))
    return (
        f"Documentation to search and read. {start} A reply that was cut has a cursor: repeat the call with it to go "
        "on. Cite the Source line."
    )


def list_tools(group: str = "all", ceiling: int = DEFAULT_CEILING, *, structured: bool = False) -> list[types.Tool]:
    """Describe the tools as the protocol does; their outputs only where replies hold objects."""
    return [
        types.Tool(
            name=tool.name,
            description=tool.description,
            input_schema=dict(tool.schema(ceiling, structured)),
            output_schema=dict(tool.output) if structured else None,
            annotations=_READ_ONLY,
        )
        for tool in choose_tools(group)
    ]


async def answer_here(answer: Callable[[], ToolReply]) -> ToolReply:
    """Answer in the loop's own thread: a call takes milliseconds, and a second thread's heap would cost 8 MB."""
    return answer()


def make_server(
    library: Library,
    *,
    group: str = "all",
    ceiling: int = DEFAULT_CEILING,
    structured: bool = False,
    note: Noting | None = None,
    transport: str = "stdio",
    run: Callable[[Callable[[], ToolReply]], Awaitable[ToolReply]] = answer_here,
) -> Server:
    """Make a server over a library; any transport can run it.

    Args:
        library: What to answer from.
        group: Which tools to offer.
        ceiling: Most tokens of a reply.
        structured: Give an object beside each text, for clients that want one.
        note: Makes notes of calls, if that is wanted.
        transport: Its name in the notes.
        run: Runs what answers a call, here or in another thread.
    """
    tools = list_tools(group, ceiling, structured=structured)
    schemas = {tool.name: tool.input_schema for tool in tools}

    async def on_list_tools(_context: object, _params: object) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools)

    async def on_call_tool(context: _Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        name, arguments = params.name, params.arguments
        caller = Caller(transport, _client_of(context))

        def answer() -> ToolReply:
            return call_tool(library, name, arguments, group=group, ceiling=ceiling, structured=structured)

        reply = await run(partial(note, caller, name, arguments, answer) if note else answer)
        content: list[types.ContentBlock] = [types.TextContent(text=reply.text)]
        value = dict(reply.structured) if reply.structured is not None else None
        return types.CallToolResult(content=content, structured_content=value, is_error=reply.is_error)

    return Server(
        NAME,
        version=version("pinax-runtime"),
        instructions=instructions(group),
        get_tool_input_schema=schemas.get,
        on_list_tools=on_list_tools,
        on_call_tool=on_call_tool,
    )


def serve_stdio(
    library: Library,
    *,
    group: str = "all",
    ceiling: int = DEFAULT_CEILING,
    structured: bool = False,
    note: Noting | None = None,
) -> None:
    """Serve until standard input ends."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")
    server = make_server(library, group=group, ceiling=ceiling, structured=structured, note=note)

    async def run() -> None:
        async with stdio_server() as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())

    anyio.run(run)


def _client_of(context: _Context) -> str:
    """Say who calls: as it introduced itself, else as its HTTP requests do."""
    known = context.session.client_params
    if known is not None:
        return f"{known.client_info.name} {known.client_info.version}"
    return str(context.request.headers.get("user-agent", "")) if context.request is not None else ""
