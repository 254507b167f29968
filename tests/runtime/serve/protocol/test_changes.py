"""Clients hear of a rebuilt bundle."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError

from bundle_maker import MadeDocset, MadePage, make_bundle
from pinax_runtime.search import Shelf
from pinax_runtime.server import Served, make_server
from runtime.search.folders import rebuild

pytestmark = pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning")
"""Clients of before 2026-07-28 subscribe in a way that the SDK advises against."""


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pinax_runtime.server.protocol.LOOK_S", 0.02)


def build(folder: Path, *names: str) -> None:
    rebuild(folder, make_bundle(MadeDocset(name, [MadePage("a.md")]) for name in names))


def test_a_client_with_a_session_is_notified(tmp_path: Path) -> None:
    """It hears that the list has changed, and which of its resources; a server says beforehand that it will."""
    build(tmp_path, "alpha")
    heard: list[str] = []
    told = asyncio.Event()

    async def note(message: Any) -> None:
        heard.append(getattr(message, "method", ""))
        if heard[-1] == "notifications/resources/updated":
            told.set()

    async def run() -> None:
        server = make_server(Served(Shelf([tmp_path])))
        async with Client(server, mode="legacy", message_handler=note) as client:
            assert client.server_capabilities.resources.subscribe
            await client.subscribe_resource("docs://alpha")
            build(tmp_path, "alpha", "beta")
            await asyncio.wait_for(told.wait(), 60)
            assert "beta" in server.instructions
            assert [item.name for item in (await client.list_resources()).resources] == ["alpha", "beta"]

    asyncio.run(run())
    assert heard == ["notifications/resources/list_changed", "notifications/resources/updated"]


def test_subscriptions_are_bounded(tmp_path: Path) -> None:
    """A client that subscribes to too many resources is refused; what it gave up no longer counts."""
    build(tmp_path, "alpha")

    async def run() -> None:
        async with Client(make_server(Served(Shelf([tmp_path]))), mode="legacy") as client:
            await client.subscribe_resource("docs://alpha")
            for number in range(999):
                await client.subscribe_resource(f"docs://{number}")
            with pytest.raises(MCPError, match="may subscribe to 1,000 "):
                await client.subscribe_resource("docs://beta")
            await client.unsubscribe_resource("docs://alpha")
            await client.subscribe_resource("docs://beta")
            with pytest.raises(MCPError, match="at most 2,000 characters"):
                await client.subscribe_resource(f"docs://{'a' * 2_000}")

    asyncio.run(run())


def test_a_stream_tells_of_it(tmp_path: Path) -> None:
    """A client of 2026-07-28 hears of it on the stream that it opened."""
    build(tmp_path, "alpha")

    async def run() -> list[str]:
        heard: list[str] = []
        async with (
            Client(make_server(Served(Shelf([tmp_path])), "http")) as client,
            client.listen(resources_list_changed=True, resource_subscriptions=["docs://alpha"]) as events,
        ):
            build(tmp_path, "alpha", "beta")
            async for event in events:
                heard.append(type(event).__name__)
                if len(heard) == 2:
                    return heard
        return heard

    assert asyncio.run(asyncio.wait_for(run(), 60)) == ["ResourcesListChanged", "ResourceUpdated"]
