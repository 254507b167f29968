"""The golden bundle, opened: `lantern` (Markdown), `lantern-api` (HTML) of `examples/`, and `world` (languages)."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pinax_runtime.call_log import CallLog
from pinax_runtime.cli import main
from pinax_runtime.search import Library, open_library
from pinax_runtime.tools import ToolReply, call_tool
from runtime.made_calls import CALLS

GOLDEN = Path(__file__).parents[1] / "data" / "bundles" / "v1"


@pytest.fixture(scope="session")
def location() -> Path:
    """The bundle's folder; PINAX_TEST_BUNDLE names another one of the same site."""
    return Path(os.environ.get("PINAX_TEST_BUNDLE", GOLDEN))


@pytest.fixture(scope="session")
def library(location: Path) -> Library:
    return open_library([location])


@pytest.fixture
def call(library: Library) -> Callable[..., ToolReply]:
    """Call a tool: `call("get_page", url="…")`; `ceiling` is the server's."""

    def run(tool: str, ceiling: int = 8_000, **arguments: Any) -> ToolReply:
        return call_tool(library, tool, arguments, ceiling=ceiling)

    return run


@pytest.fixture
def ask(call: Callable[..., ToolReply]) -> Callable[..., Any]:
    """Call a tool that replies with JSON, and decode what it says."""

    def run(tool: str, **arguments: Any) -> Any:
        reply = call(tool, **arguments)
        assert not reply.is_error, reply.text
        return json.loads(reply.text)

    return run


@pytest.fixture
def refusal(call: Callable[..., ToolReply]) -> Callable[..., tuple[str, str]]:
    """Call a tool that refuses; give the code and the message."""

    def run(tool: str, **arguments: Any) -> tuple[str, str]:
        reply = call(tool, **arguments)
        assert reply.is_error, reply.text
        error = json.loads(reply.text)["error"]
        return error["code"], error["message"]

    return run


@pytest.fixture
def log_file(tmp_path: Path) -> Path:
    """A log of the calls of `made_calls`."""
    with CallLog(tmp_path / "calls.db") as log:
        for call in CALLS:
            log.put(call)
    return tmp_path / "calls.db"


@dataclass(frozen=True)
class Ended:
    """How a command ended, and what it wrote."""

    code: int
    out: str
    err: str


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Ended]:
    """Run `pinax-runtime` with arguments."""

    def run_main(*arguments: object) -> Ended:
        monkeypatch.setattr(sys, "argv", ["pinax-runtime", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        captured = capsys.readouterr()
        return Ended(int(ended.value.code or 0), captured.out, captured.err)

    return run_main
