"""pinax-runtime logs, and the log that `serve` keeps over stdio."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pinax_runtime.call_log import CallFilter, CallLog, CallLogReader
from runtime.made_calls import OLD


def test_logs_shows_the_latest(run: Callable[..., Any], log_file: Path) -> None:
    """The command prints a line a call, oldest first, with what each asked for and how it ended."""
    ended = run("logs", log_file, "-n", 2)
    first, second = ended.out.splitlines()
    assert 'search_pages {"query":"100% sure"}' in first
    assert "not_found" in second
    assert "No page" in second
    assert ended.code == 0


def test_logs_for_a_program(run: Callable[..., Any], log_file: Path) -> None:
    """--json gives an object a line; the filters are those of the log."""
    options = ("--status", "ok", "--tool", "search_pages", "--client", "editor", "--grep", "sure", "--since", "1h")
    (line,) = run("logs", log_file, "--json", *options).out.splitlines()
    call = json.loads(line)
    assert (call["id"], call["tool"], call["tokens"]) == (2, "search_pages", 20)
    assert call["at"].endswith("Z")


def test_logs_adds_up(run: Callable[..., Any], log_file: Path) -> None:
    """--summary gives what the calls add up to, in words or as JSON."""
    assert "3 calls, 1 with an error; 40 tokens" in run("logs", log_file, "--summary").out
    assert json.loads(run("logs", log_file, "--summary", "--json").out)["statuses"] == {"ok": 2, "not_found": 1}


def test_logs_steers_no_terminal(run: Callable[..., Any], log_file: Path) -> None:
    """What an agent sent cannot move the cursor or turn text around."""
    with CallLog(log_file) as log:
        log.put(replace(OLD, client="\x1b[2Jevil\u202e", message="two\nlines"))
    line = run("logs", log_file, "-n", 1).out
    assert "\x1b" not in line
    assert "\u202e" not in line


def test_logs_follows(log_file: Path) -> None:
    """--follow gives calls as they are logged."""
    command = [sys.executable, "-c", "from pinax_runtime.cli import main; main()"]
    options = ["logs", str(log_file), "-n", "1", "--follow", "--json"]
    with subprocess.Popen([*command, *options], stdout=subprocess.PIPE) as process:
        assert process.stdout
        assert json.loads(process.stdout.readline())["id"] == 3
        with CallLog(log_file) as log:
            log.put(OLD)
        assert json.loads(process.stdout.readline())["id"] == 4
        process.terminate()


@pytest.mark.parametrize(
    ("options", "told"),
    [(("--since", "soon"), "30m"), (("--follow", "--summary"), "leave out"), (("-n", "0"), "1<=x<=1000")],
)
def test_logs_says_what_it_takes(run: Callable[..., Any], log_file: Path, options: tuple[str, ...], told: str) -> None:
    """Wrong usage ends with code 2 and what is allowed."""
    ended = run("logs", log_file, *options)
    assert ended.code == 2
    assert told in ended.err


def test_logs_without_a_log(run: Callable[..., Any], tmp_path: Path) -> None:
    """A file that is not there ends with code 1 and how to have one."""
    ended = run("logs", tmp_path / "calls.db")
    assert ended.code == 1
    assert "--log FILE" in ended.err


def test_serve_logs_over_stdio(
    run: Callable[..., Any], speak: Callable[..., Any], location: Path, tmp_path: Path
) -> None:
    """`serve --log` notes each call with the client's name; --log-rows bounds the log, and needs one."""
    speak([location, "--log", tmp_path / "calls.db", "--log-rows", 3], *[("list_docs", {})] * 4)
    calls = CallLogReader(tmp_path / "calls.db").latest(CallFilter(), 10)
    assert [(logged.id, logged.client, logged.transport) for logged in calls] == [
        (n, "tester 7", "stdio") for n in (4, 3, 2)
    ]
    ended = run("serve", location, "--log-rows", 3)
    assert ended.code == 2
    assert "--log FILE" in ended.err


def test_logs_proposes_questions(run: Callable[..., Any], tmp_path: Path) -> None:
    """--questions gives searches with the page that the same client read next, the most frequent first."""
    calls = [
        ("a", "search_pages", {"query": "lamp is  dark"}),
        ("b", "search_documents", {"query": "clean the glass"}),
        ("a", "search_pages", {"query": "light\x1b it"}),
        ("a", "get_page", {"url": "guide/start.md#wick"}),
        ("b", "get_node_content", {"doc_id": "lantern:care.md", "node_ids": ["#glass", "#other"]}),
        ("a", "get_page", {"url": "guide/other.md"}),
        ("b", "search", {"query": "clean the glass"}),
        ("b", "fetch", {"id": "lantern:care.md#glass"}),
        ("c", "list_docs", {}),
        ("c", "search_pages", {"query": 7}),
        ("c", "get_page", {"url": "guide/start.md"}),
    ]
    file = tmp_path / "calls.db"
    with CallLog(file) as log:
        for client, tool, arguments in calls:
            log.put(replace(OLD, client=client, tool=tool, arguments=json.dumps(arguments)))
        log.put(replace(OLD, client="d", tool="search_pages", arguments='{"query":"too long ago"}'))
        log.put(replace(OLD, client="d", tool="get_page", arguments='{"url":"x.md"}', at_ms=OLD.at_ms + 700_000))
        log.put(replace(OLD, client="e", tool="search_pages", arguments='{"query":"cut of'))
    ended = run("logs", file, "--questions")
    assert ended.out.splitlines() == [
        "clean the glass\tlantern:care.md#glass\t2",
        "lamp is dark\tguide/start.md#wick\t1",
        "light� it\tguide/start.md#wick\t1",
    ]
    assert run("logs", file, "--questions", "-n", 1).out.count("\n") == 1
    assert run("logs", file, "--questions", "--client", "a").out.count("\n") == 2
    assert run("logs", file, "--questions", "--follow").code == 2
