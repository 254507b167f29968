"""Every command that takes a bundle takes its URL."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pinax_runtime.bundle.remote import FileCache
from pinax_runtime.format import ENTRY
from pinax_runtime.tools import call_tool
from runtime.conftest import Ended
from runtime.search.remote.served import ServedBundle, of_files, status


def test_search(served: ServedBundle, run: Callable[..., Ended]) -> None:
    """Search finds over HTTP."""
    ended = run("search", served.location, "zebras", "--json")
    assert ended.code == 0, ended.err
    assert json.loads(ended.out)["hits"]


def test_get(served: ServedBundle, run: Callable[..., Ended]) -> None:
    """Get reads a page over HTTP."""
    ended = run("get", served.location, "guide/p09.md")
    assert "marker09" in ended.out


def test_call(served: ServedBundle, run: Callable[..., Ended]) -> None:
    """Call answers over HTTP as the server would."""
    ended = run("call", served.location, "search_pages", '{"query": "marker03"}')
    assert json.loads(ended.out)["hits"][0]["url"].endswith("p03.md")


def test_verify_checks_the_server(served: ServedBundle, run: Callable[..., Ended]) -> None:
    """Verify reads every file from the server, whatever the cache holds, and names a damaged one."""
    assert run("search", served.location, "zebras").code == 0
    assert "all as they should be" in run("verify", served.location).out
    name = next(name for name in served.files if name.endswith(".lexicon"))  # read once
    served.files[name] = b"x"
    ended = run("verify", served.location)
    assert ended.code == 1
    assert name in ended.err


def test_batch_counts_what_the_server_gave(served: ServedBundle, run: Callable[..., Ended], tmp_path: Path) -> None:
    """--batch counts files or blocks, bytes and rounds of a query over HTTP; the cache takes no part.

    Blocks that lie close together come by one request, with the bytes between them, and each counts for itself.
    """
    (tmp_path / "queries").write_text("running program\n")
    rows = [json.loads(run("search", served.location, "--batch", str(tmp_path / "queries")).out) for _ in range(2)]
    n_asked = len(served.asked) // 2 - 1
    read = sum(map(served.size_of, served.names)) // 2 - len(served.files[ENTRY])
    assert rows[0]["rounds"] <= 6
    if any("@" in name for name in served.names):
        assert [row["files"] > n_asked for row in rows] == [True, True]
        assert rows[0]["bytes"] <= read
    else:
        assert [row["files"] for row in rows] == [n_asked] * 2
        assert rows[0]["bytes"] == read


@pytest.mark.parametrize("served", [4], indirect=True, ids=["blocks"])
def test_serve(served: ServedBundle) -> None:
    """Serve answers over stdio from a URL."""
    process = subprocess.Popen(
        [sys.executable, "-c", "from pinax_runtime.cli import main; main()", "serve", served.location],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    messages = [
        {
            "id": 1,
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "t", "version": "0"},
            },
        },
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": {"name": "search_pages", "arguments": {"query": "marker03"}}},
    ]
    assert process.stdin and process.stdout  # noqa: PT018
    process.stdin.write("".join(json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in messages))
    process.stdin.flush()
    process.stdout.readline()
    answer = json.loads(process.stdout.readline())
    assert "p03.md" in answer["result"]["content"][0]["text"]
    process.stdin.close()
    assert process.wait(timeout=300) == 0
    process.stdout.close()


def test_no_server_is_one_line(run: Callable[..., Ended]) -> None:
    """A server that is not there ends in one line that says so, and exit code 1."""
    with ServedBundle({}) as gone:
        location = gone.location
    ended = run("search", location, "zebras")
    assert ended.code == 1
    assert ended.err.startswith(f"error: pinax.json of {location} could not be read: ConnectError")
    assert ended.err.count("\n") == 1


def test_plain_http_is_refused(run: Callable[..., Ended]) -> None:
    """A bundle of another machine over plain http is refused with the remedy."""
    ended = run("search", "http://cdn.example/b/", "zebras")
    assert ended.code == 1
    assert "PINAX_ALLOW_HTTP=1" in ended.err


def test_list_docs_says_what_is_old(served: ServedBundle, cache: FileCache) -> None:
    """Offline, list_docs says of each docset that it is a copy, and of when; online it says nothing."""
    assert "notice" not in call_tool(served.bundle(cache), "list_docs").text
    served.spoil = status(502)
    docs = json.loads(call_tool(served.bundle(cache), "list_docs").text)["docs"]
    assert all("cannot be read now" in doc["notice"] for doc in docs)


@pytest.mark.parametrize("code", [404, 500])
def test_a_tool_names_the_file(served: ServedBundle, code: int) -> None:
    """A file that the server does not give is fetch_failed, with its name."""
    served.spoil = of_files(status(code))
    error = json.loads(call_tool(served.bundle(), "search_pages", {"query": "zebras"}).text)["error"]
    assert error["code"] == "fetch_failed"
    assert any(name in error["message"] for name in served.files)
