"""Call every tool of each group from a client of Python, and say how many replies were as they should be.

    python call_all.py CLIENT BUNDLE-OR-URL GROUP        (in an environment that has the client)

CLIENT is mcp, fastmcp, langchain, pydantic-ai or openai-agents. The calls are in calls.json.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

CALLS = json.loads((Path(__file__).parent / "calls.json").read_text("utf-8"))
Opened = tuple[list[str], Callable[[str, dict[str, Any]], Awaitable[str]]]
"""The names of the tools that a client sees, and what calls one and returns its text."""


@asynccontextmanager
async def mcp(server: str, words: list[str]) -> AsyncIterator[Opened]:
    """Use the official SDK."""
    from mcp import Client, StdioServerParameters
    from mcp.client.stdio import stdio_client

    target = server if not words else stdio_client(StdioServerParameters(command=words[0], args=words[1:]))
    async with Client(target) as client:
        names = [tool.name for tool in (await client.list_tools()).tools]
        yield names, lambda tool, given: _said(client.call_tool(tool, given))


@asynccontextmanager
async def fastmcp(server: str, words: list[str]) -> AsyncIterator[Opened]:
    """Use fastmcp's client."""
    from fastmcp import Client
    from fastmcp.client.transports import StdioTransport

    async with Client(StdioTransport(words[0], words[1:]) if words else server) as client:
        yield (
            [tool.name for tool in await client.list_tools()],
            lambda tool, given: _said(client.call_tool(tool, given)),
        )


@asynccontextmanager
async def langchain(server: str, words: list[str]) -> AsyncIterator[Opened]:
    """Use the tools that LangChain's adapters make."""
    from langchain_mcp_adapters.client import MultiServerMCPClient

    remote = {"transport": "streamable_http", "url": server}
    local = {"transport": "stdio", "command": words[0], "args": words[1:]} if words else remote
    tools = {tool.name: tool for tool in await MultiServerMCPClient({"docs": local}).get_tools()}

    async def call(name: str, given: dict[str, Any]) -> str:
        blocks = await tools[name].ainvoke(given)
        return blocks if isinstance(blocks, str) else "".join(block["text"] for block in blocks)

    yield list(tools), call


@asynccontextmanager
async def pydantic_ai(server: str, words: list[str]) -> AsyncIterator[Opened]:
    """Let an agent of pydantic-ai call; its model is a stand-in."""
    from fastmcp.client.transports import StdioTransport
    from pydantic_ai import Agent
    from pydantic_ai.mcp import MCPToolset
    from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart, ToolReturnPart
    from pydantic_ai.models.function import AgentInfo, FunctionModel

    toolset: Any = MCPToolset(StdioTransport(words[0], words[1:]) if words else server, init_timeout=60)
    wanted: list[tuple[str, dict[str, Any]]] = []
    names: list[str] = []

    def answer(messages: list[Any], info: AgentInfo) -> ModelResponse:
        names[:] = [tool.name for tool in info.function_tools]
        given = [part for part in messages[-1].parts if isinstance(part, ToolReturnPart)]
        if not given and wanted:
            return ModelResponse(parts=[ToolCallPart(*wanted.pop())])
        content = given[0].content if given else "nothing yet"
        text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        return ModelResponse(parts=[TextPart(text)])

    agent = Agent(FunctionModel(answer), toolsets=[toolset])

    async def call(name: str, given: dict[str, Any]) -> str:
        wanted.append((name, given))
        return str((await agent.run("Go on.")).output)

    async with agent:
        await agent.run("What is there?")
        yield names, call


@asynccontextmanager
async def openai_agents(server: str, words: list[str]) -> AsyncIterator[Opened]:
    """Use the servers of OpenAI's Agents SDK."""
    from agents.mcp import MCPServerStdio, MCPServerStreamableHttp

    made = (
        MCPServerStdio(params={"command": words[0], "args": words[1:]}, client_session_timeout_seconds=60)
        if words
        else MCPServerStreamableHttp(params={"url": server}, client_session_timeout_seconds=60)
    )
    async with made as opened:
        names = [tool.name for tool in await opened.list_tools()]
        yield names, lambda tool, given: _said(opened.call_tool(tool, given))


async def _said(calling: Awaitable[Any]) -> str:
    result = await calling
    failed = next((getattr(result, name) for name in ("is_error", "isError") if hasattr(result, name)), False)
    text = "".join(part.text for part in result.content)
    return f"error: {text}" if failed else text


CLIENTS = {
    "mcp": (mcp, "mcp"),
    "fastmcp": (fastmcp, "fastmcp"),
    "langchain": (langchain, "langchain-mcp-adapters"),
    "pydantic-ai": (pydantic_ai, "pydantic-ai-slim"),
    "openai-agents": (openai_agents, "openai-agents"),
}


async def main(client: str, server: str, group: str) -> None:
    opening, package = CLIENTS[client]
    words = [] if "://" in server else ["pinax-runtime", "serve", server, "--tools", group]
    async with opening(server, words) as (names, call):
        expected = [tool for tool, _, _ in CALLS[group]]
        assert sorted(names) == sorted(expected), names
        for tool, given, holds in CALLS[group]:
            said = await call(tool, given)
            assert holds in said, f"{tool}: no {holds!r} in {said[:300]!r}"
            assert not said.startswith("error:"), said
    print(f"{package} {version(package)}: {len(expected)} tools of {group} called")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
