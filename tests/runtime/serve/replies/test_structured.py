"""With --structured, a reply is an object, too, as its tool's output schema says; both keep the budget together."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from mcp import Client

from pinax_runtime.search import Library
from pinax_runtime.server import Served, make_server
from pinax_runtime.server.protocol import list_tools
from pinax_runtime.tools import call_tool
from runtime.serve.protocol.test_stdio import CALLS


def test_official_client_validates_every_tool(library: Library) -> None:
    """The official client, which checks objects against output schemas, takes the replies of all tools."""

    async def run() -> dict[str, Any]:
        async with Client(make_server(Served(library, structured=True, ceiling=2_000))) as client:
            assert all(tool.output_schema for tool in (await client.list_tools()).tools)
            calls = {name: {**arguments} for name, arguments in CALLS.items()}
            calls["get_page"]["max_tokens"] = 600
            results = {name: await client.call_tool(name, arguments) for name, arguments in calls.items()}
            results["refused"] = await client.call_tool("get_page", {"url": "nope"})
            return results

    results = asyncio.run(run())
    assert results["refused"].is_error
    assert results.pop("refused").structured_content is None
    for result in results.values():
        assert not result.is_error
        assert result.structured_content
    page = results["get_page"]
    assert page.structured_content["text"] in page.content[0].text
    assert page.structured_content["cursor"] in page.content[0].text


def test_without_the_option_there_is_text_alone(library: Library) -> None:
    """Many clients charge for both, so neither objects nor output schemas are sent unasked."""
    assert call_tool(library, "list_docs").structured is None
    assert all(tool.output_schema is None for tool in list_tools())


@pytest.mark.parametrize("name", list(CALLS))
def test_lists_and_objects_agree(library: Library, name: str) -> None:
    """The object of a list is its JSON; that of a text has the text."""
    reply = call_tool(
        library, name, {**CALLS[name], **({"max_tokens": 700} if name == "get_page" else {})}, structured=True
    )
    assert reply.structured is not None
    if reply.text.startswith("{"):
        assert json.loads(reply.text) == reply.structured
    else:
        assert reply.structured["text"] in reply.text


@pytest.mark.parametrize("max_tokens", [600, 900, 2_000])
def test_both_keep_the_budget(library: Library, max_tokens: int) -> None:
    """Text and object together are within max_tokens, and use most of it."""
    arguments = {"url": "reference/configuration.md", "max_tokens": max_tokens}
    reply = call_tool(library, "get_page", arguments, structured=True)
    assert max_tokens * 0.6 < reply.tokens <= max_tokens


def test_the_least_budget_is_twice_as_much(library: Library) -> None:
    """What says all twice needs twice the least."""
    assert call_tool(library, "get_tree", {"doc_id": "guide/schedules.md", "max_tokens": 599}, structured=True).is_error
