"""Real servers over HTTP, asked by the official client, by bare sockets, and told to stop."""

from __future__ import annotations

import asyncio
import signal
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest
from mcp import Client
from mcp.client.session import ClientSession
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, ResourceTemplateReference

from pinax_runtime.call_log import CallFilter, CallLogReader
from pinax_runtime.search import Library
from pinax_runtime.server import Served, read_resource
from pinax_runtime.tools import call_tool, choose_tools
from runtime.serve.over_http.conftest import TOKEN, InThreads, Running, message

Serve = Callable[..., Running]


@pytest.fixture(scope="module")
def server(serve: Serve) -> Running:
    """One server for the tests that only ask."""
    return serve()


PAGE_TEMPLATE, SECTION_TEMPLATE = "docs://{docs}/{+page}", "docs://{docs}/{+page}{#section}"
QUESTION = {"query": "clock changes", "limit": 2}


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_official_client(server: Running, library: Library, mode: Any) -> None:
    """The official client of either era lists the tools and gets what a call in the process gives."""

    async def ask() -> tuple[set[str], str]:
        async with Client(f"{server.url}mcp", mode=mode) as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            return names, (await client.call_tool("search_pages", QUESTION)).content[0].text

    names, text = asyncio.run(ask())
    assert names == {tool.name for tool in choose_tools()}
    assert text == call_tool(library, "search_pages", QUESTION).text


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_resources_prompts_and_completion(server: Running, library: Library, mode: Any) -> None:
    """The official client of either era reads resources, gets prompts and completes their arguments."""
    uri = "docs://lantern/guide/schedules.md"

    async def ask() -> None:
        async with Client(f"{server.url}mcp", mode=mode) as client:
            assert [item.uri for item in (await client.list_resources()).resources][:1] == ["docs://lantern"]
            templates = (await client.list_resource_templates()).resource_templates
            assert [item.uri_template for item in templates] == [PAGE_TEMPLATE, SECTION_TEMPLATE]
            (content,) = (await client.read_resource(uri)).contents
            assert (content.mime_type, content.text) == ("text/markdown", read_resource(library, uri).text)
            with pytest.raises(MCPError, match="Did you mean lantern:guide/schedules") as refused:
                await client.read_resource("docs://lantern/guide/scedules.md")
            assert refused.value.code == INVALID_PARAMS
            names = [item.name for item in (await client.list_prompts()).prompts]
            assert names == ["research", "read", "explain_symbol"]
            text = (await client.get_prompt("research", {"question": "When?"})).messages[0].content.text
            assert "search_documents" in text
            with pytest.raises(MCPError, match="needs 'question'"):
                await client.get_prompt("research", {})
            reference = ResourceTemplateReference(uri=PAGE_TEMPLATE)
            completed = await client.complete(reference, {"name": "page", "value": "guide/s"}, {"docs": "lantern"})
            assert completed.completion.values == ["guide/schedules.md"]

    asyncio.run(ask())


def test_structured_replies(start: InThreads, library: Library) -> None:
    """Structured replies are objects over HTTP, too, and the client checks them against the schema."""
    url = start(Served(library, structured=True))

    async def ask() -> Any:
        async with Client(f"{url}mcp") as client:
            return (await client.call_tool("search_pages", QUESTION)).structured_content

    assert len(asyncio.run(ask())["hits"]) == 2


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
def test_versions_that_initialize(server: Running, version: str) -> None:
    """Each version of the protocol with a handshake gets its own version back, and answers without a session."""
    headers = {"Accept": "application/json, text/event-stream"}
    client = {"name": "t", "version": "0"}
    params: dict[str, Any] = {"protocolVersion": version, "capabilities": {}, "clientInfo": client}
    with httpx2.Client(base_url=server.url, headers=headers) as http:
        reply = http.post("mcp", json={"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params})
        assert reply.json()["result"]["protocolVersion"] == version
        assert "mcp-session-id" not in reply.headers
        http.headers["MCP-Protocol-Version"] = version
        assert http.post("mcp", json={"jsonrpc": "2.0", "method": "notifications/initialized"}).status_code == 202
        call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "list_docs"}}
        assert http.post("mcp", json=call).json()["result"]["isError"] is False
        assert http.get("mcp").status_code == 405


def test_discovery(server: Running) -> None:
    """The stateless version is discovered without a handshake."""
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    headers = {
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": "server/discover",
    }
    message = {"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": meta}}
    result = httpx2.post(f"{server.url}mcp", json=message, headers=headers).json()["result"]
    assert "2026-07-28" in result["supportedVersions"]
    assert "tools" in result["capabilities"]


@pytest.mark.parametrize("arguments", [QUESTION, {"query": 5}], ids=["answered", "refused"])
@pytest.mark.parametrize("asked", [{}, {"progressToken": 1, "io.modelcontextprotocol/logLevel": "debug"}])
def test_a_call_gets_its_reply_alone(server: Running, arguments: dict[str, Any], asked: dict[str, Any]) -> None:
    """A call is answered by one message, without logs, progress or requests, even if the client would take them."""
    body, headers = message("search_pages", arguments)
    body["params"]["_meta"] |= asked
    reply = httpx2.post(f"{server.url}mcp", json=body, headers=headers)
    assert reply.headers["content-type"] == "application/json"
    assert reply.json().keys() == {"jsonrpc", "id", "result"}
    assert reply.json()["result"]["isError"] is ("limit" not in arguments)


def test_the_older_transport(start: InThreads, logged: Served, library: Library) -> None:
    """A client that knows only events and posted messages is answered, and logged as such."""
    url = start(logged)

    async def ask() -> str:
        async with sse_client(f"{url}sse") as (reading, writing), ClientSession(reading, writing) as session:
            await session.initialize()
            return (await session.call_tool("search_pages", QUESTION)).content[0].text

    assert asyncio.run(ask()) == call_tool(library, "search_pages", QUESTION).text
    reader = CallLogReader(logged.log_file)
    while not (calls := reader.latest(CallFilter(), 10)):
        time.sleep(0.01)
    assert [one.transport for one in calls] == ["sse"]


def test_options_show(serve: Serve) -> None:
    """PINAX_TOKEN, --allow-host, --rate-limit and --max-request-bytes each do what they say."""
    options = ("--allow-host", "docs.example.org", "--rate-limit", "0.5", "--max-request-bytes", "2000")
    server = serve(*options, environment={"PINAX_TOKEN": f"{TOKEN},another"})
    headers = {"Authorization": "Bearer another"}

    async def ask() -> int:
        async with (
            httpx2.AsyncClient(headers=headers) as http,
            Client(streamable_http_client(f"{server.url}mcp", http_client=http)) as client,
        ):
            return len((await client.list_tools()).tools)

    assert asyncio.run(ask()) == len(choose_tools())
    with httpx2.Client(base_url=server.url) as http:
        assert http.get("health", headers={"Host": "docs.example.org"}).status_code == 200
        assert http.get("api/library").status_code == 401
        assert http.post("mcp", content=b"x" * 2_001, headers=headers).status_code == 413
        assert 429 in {http.get("health").status_code for _ in range(6)}


@pytest.mark.parametrize("declared", [True, False])
def test_who_sends_too_much_reads_why(serve: Serve, declared: bool) -> None:
    """A client that sends all of a body that is too large before it reads is told so, and not cut off."""
    where = urlsplit(serve("--max-request-bytes", "2000").url)
    body = b"x" * 4_000_000
    length = f"Content-Length: {len(body)}" if declared else "Transfer-Encoding: chunked"
    sent = body if declared else b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)
    with socket.create_connection((where.hostname or "", where.port or 0), timeout=120) as connection:
        connection.sendall(f"POST /mcp HTTP/1.1\r\nHost: {where.netloc}\r\n{length}\r\n\r\n".encode())
        for start in range(0, len(sent), 100_000):
            connection.sendall(sent[start : start + 100_000])
        with connection.makefile("rb") as reply:
            assert reply.readline().startswith(b"HTTP/1.1 413 ")
            assert b"The body of a request may have at most 2,000 bytes." in reply.read()


def stop(server: Running, number: int = signal.SIGTERM) -> int:
    server.process.send_signal(number)
    return server.process.wait(120)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_told_to_stop(serve: Serve, tmp_path: Path, number: int) -> None:
    """Told to stop, a server ends with 0 and says nothing, whoever is connected; its log is whole."""
    server = serve("--log", tmp_path / "calls.db")
    where = urlsplit(server.url)

    async def ask() -> None:
        async with sse_client(f"{server.url}sse") as (reading, writing), ClientSession(reading, writing) as session:
            await session.initialize()
            for _ in range(5):
                await session.call_tool("list_docs", {})

    asyncio.run(ask())
    with (
        socket.create_connection((where.hostname or "", where.port or 0)),
        httpx2.Client() as http,
        http.stream("GET", f"{server.url}sse") as stream,
    ):
        assert next(stream.iter_lines()) == "event: endpoint"
        assert stop(server, number) == 0
    assert server.errors() == ""
    assert len(CallLogReader(tmp_path / "calls.db").latest(CallFilter(), 100)) == 5


def test_what_is_no_http_is_refused(server: Running) -> None:
    """Bytes that are no request end the connection, and the server goes on."""
    where = urlsplit(server.url)
    for sent in (
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"GET / HTTP/1.1\r\nX: " + b"x" * 100_000 + b"\r\n\r\n",
        b"\r\n\r\nnope\r\n\r\n",
    ):
        with socket.create_connection((where.hostname or "", where.port or 0), timeout=120) as connection:
            connection.sendall(sent)
            assert b" 200 " not in connection.recv(1_000)
    assert httpx2.get(f"{server.url}health").status_code == 200
