"""The server over stdio, as the official client and as bare pipes see it."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS

from pinax_runtime.call_log import CallFilter, CallLogReader
from pinax_runtime.search import Library
from pinax_runtime.server import Served, make_server, read_resource
from pinax_runtime.tools import call_tool

PAGE = "guide/schedules.md"
CALLS: dict[str, dict[str, Any]] = {
    "list_docs": {},
    "list_sections": {"docs": ["lantern"]},
    "get_section_pages": {"section": "guide"},
    "search_pages": {"query": "clock changes"},
    "search_documents": {"query": "clock changes", "limit": 3},
    "get_page": {"url": PAGE, "max_tokens": 300},
    "list_documents": {"limit": 3},
    "get_tree": {"doc_id": PAGE},
    "get_node_content": {"doc_id": PAGE, "node_ids": ["#overlap"]},
    "navigate_tree": {"doc_id": PAGE, "node_id": "#cron"},
    "find_symbol": {"query": "Client.job"},
    "grep": {"text": "CRON_TZ"},
}


def server(location: Path, *options: str) -> StdioServerParameters:
    return StdioServerParameters(
        command=sys.executable,
        args=["-c", "from pinax_runtime.cli import main; main()", "serve", str(location), *options],
    )


def test_official_client_lists_and_calls_every_tool(location: Path, library: Library) -> None:
    """The official client gets from every tool exactly what a call in the process gives.

    A tool that there is not is an error of the protocol.
    """

    async def run() -> dict[str, tuple[str, bool]]:
        async with Client(server(location)) as client:
            assert {tool.name for tool in (await client.list_tools()).tools} == set(CALLS)
            results = {name: await client.call_tool(name, arguments) for name, arguments in CALLS.items()}
            with pytest.raises(MCPError, match="No tool 'nope'. There are: list_docs") as refused:
                await client.call_tool("nope", {})
            assert refused.value.error.code == INVALID_PARAMS
            return {name: (result.content[0].text, result.is_error) for name, result in results.items()}

    replies = asyncio.run(run())
    for name, (text, is_error) in replies.items():
        assert not is_error
        assert text == call_tool(library, name, CALLS[name]).text


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_resources_and_prompts(library: Library, mode: Any) -> None:
    """A client of either era reads a resource, and sees prompts of the tools there are."""
    uri = "docs://lantern/guide/schedules.md#overlap"

    async def run() -> tuple[str, list[str]]:
        async with Client(make_server(Served(library, group="pages")), mode=mode) as client:
            text = (await client.read_resource(uri)).contents[0].text
            return text, [prompt.name for prompt in (await client.list_prompts()).prompts]

    assert asyncio.run(run()) == (read_resource(library, uri).text, ["research", "read"])


def test_options_show(location: Path, tmp_path: Path) -> None:
    """--tools chooses the tools, --max-tokens bounds what may be asked for, --structured gives objects, --log a log."""
    options = ["--tools", "pages", "--max-tokens", "2000", "--structured", "--log", str(tmp_path / "calls.db")]
    uri = "docs://lantern"

    async def run() -> list[Any]:
        async with Client(server(location, *options)) as client:
            await client.read_resource(uri)
            return (await client.list_tools()).tools

    tools = {tool.name: tool for tool in asyncio.run(run())}
    assert "get_page" in tools
    assert "get_tree" not in tools
    assert tools["get_page"].input_schema["properties"]["max_tokens"]["maximum"] == 2_000
    assert tools["get_page"].output_schema
    (logged,) = CallLogReader(tmp_path / "calls.db").latest(CallFilter(), 10)
    assert (logged.tool, logged.arguments) == ("resources/read", f'{{"uri":"{uri}"}}')


def test_stdout_is_the_protocol_alone(location: Path) -> None:
    """Every line of standard output is a JSON-RPC message, also when calls fail; a server says who it is."""
    messages = [
        {
            "id": 1,
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "test", "version": "0"},
            },
        },
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": {"name": "get_page", "arguments": {"url": 5}}},
        {"id": 3, "method": "tools/call", "params": {"name": "nope"}},
        {"id": 4, "method": "no/such/method"},
        {"id": 5, "method": "tools/call", "params": {"name": "search_pages", "arguments": {"query": "żółć"}}},
    ]
    lines = "".join(json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in messages)
    process = subprocess.Popen(
        [sys.executable, "-c", "from pinax_runtime.cli import main; main()", "serve", str(location)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write(lines.encode())
    process.stdin.flush()
    answers = {}
    while len(answers) < 5:
        message = json.loads(process.stdout.readline())
        assert message["jsonrpc"] == "2.0"
        answers[message["id"]] = message
    rest, errors = process.communicate(timeout=120)
    assert rest == b""
    assert process.returncode == 0
    assert b"Traceback" not in errors
    assert answers[1]["result"]["serverInfo"]["name"] == "pinax"
    assert answers[2]["result"]["isError"] is True
    assert json.loads(answers[2]["result"]["content"][0]["text"])["error"]["code"] == "invalid_args"
    assert "error" in answers[4]
    assert answers[5]["result"]["isError"] is False


@pytest.fixture(scope="module")
def started(location: Path) -> Iterator[Any]:
    """A server that was greeted, for one test after the other; in the end it has no more to say, and did not fail."""
    command = [sys.executable, "-c", "from pinax_runtime.cli import main; main()", "serve", str(location)]
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "0"}}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **pipes) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}).encode())
        process.stdin.write(b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == 1
        yield process
        rest, errors = process.communicate(timeout=120)
    assert (rest, process.returncode) == (b"", 0)
    assert b"Traceback" not in errors


@pytest.mark.parametrize(
    ("line", "code", "request_id"),
    [
        (r'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"search_pages","x":"\ud800"}}', -32602, 7),
        (r'{"jsonrpc":"2.0","id":"\udc00","method":"ping"}', -32602, None),
        ('{"jsonrpc":"2.0","id":7,"method":"ping"', -32700, None),
        ('{"jsonrpc":"1.0","id":7,"method":"ping"}', -32602, 7),
        ('{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}', -32602, 7),
        ('{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32602, None),
        ('{"jsonrpc":"2.0","id":7,"result":5}', -32602, None),
        ('[{"jsonrpc":"2.0","id":7,"method":"ping"}]', -32602, None),
        ("[" * 50_000, -32700, None),
        (f'{{"jsonrpc":"2.0","id":7,"method":"{"x" * (1 << 20)}"}}', -32700, None),
    ],
    ids=["half a character", "in its id", "half a line", "version", "params", "id", "reply", "batch", "deep", "long"],
)
def test_what_cannot_be_read_is_answered(line: str, code: int, request_id: int | None, started: Any) -> None:
    """A line that is no message gets one error, with the request's id where it can be read; the next line is served."""
    ping = '{"jsonrpc":"2.0","id":99,"method":"ping"}'
    started.stdin.write(f"\n{line}\n{ping}\n".encode())
    started.stdin.flush()
    answers = [json.loads(started.stdout.readline()) for _ in range(2)]
    (refused,) = (answer["error"] | {"id": answer["id"]} for answer in answers if "error" in answer)
    assert (refused["code"], refused["id"]) == (code, request_id)
    assert "Send " in refused["message"]
    assert {answer["id"] for answer in answers if "result" in answer} == {99}


@pytest.mark.parametrize("asks", [1, 2])
def test_a_client_that_gave_up_asking_for_versions_is_served(asks: int, location: Path) -> None:
    """A client that asked for versions, did not wait, and began in the era before gets an answer to all of it."""
    command = [sys.executable, "-c", "from pinax_runtime.cli import main; main()", "serve", str(location)]
    about = {"name": "test", "version": "0"}
    prefix = "io.modelcontextprotocol/"
    meta = {f"{prefix}protocolVersion": "2026-07-28", f"{prefix}clientCapabilities": {}, f"{prefix}clientInfo": about}
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": about}
    said = [
        *({"id": number, "method": "server/discover", "params": {"_meta": meta}} for number in range(asks)),
        {"id": 8, "method": "initialize", "params": hello},
        {"id": 9, "method": "tools/list"},
    ]
    lines = "".join(json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in said)
    ended = subprocess.run(command, input=lines.encode(), capture_output=True, timeout=120)
    results = {answer["id"]: answer["result"] for answer in map(json.loads, ended.stdout.splitlines())}
    assert set(results) == {*range(asks), 8, 9}
    assert "2026-07-28" in results[0]["supportedVersions"]
    assert results[8]["protocolVersion"] == "2025-06-18"
    assert len(results[9]["tools"]) == len(CALLS)
