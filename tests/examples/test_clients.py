"""Every client under examples/ runs and gets answers."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

CLIENTS = Path(__file__).parents[2] / "examples" / "clients"
Run = Callable[..., str]

needs_sh = pytest.mark.skipif(os.name == "nt" or not shutil.which("sh"), reason="no POSIX shell")


def test_every_client_is_tested() -> None:
    """A client that is added here is tested here."""
    assert {path.name for path in CLIENTS.iterdir() if path.is_file()} == {"search.py", "search.sh", "agent.py"}


def test_python_client(run: Run, bundle: Path) -> None:
    """The library finds a page."""
    assert "guide/retries-and-timeouts.md" in run(
        sys.executable, CLIENTS / "search.py", bundle, "retry with a growing delay"
    )


def test_agent_calls_every_tool(run: Run, bundle: Path) -> None:
    """An MCP client over stdio lists the tools, calls each, and none fails."""
    assert "tools answered" in run(sys.executable, CLIENTS / "agent.py", bundle)


@needs_sh
def test_shell_client(run: Run, bundle: Path) -> None:
    """The command line answers people, programs, and as a tool would."""
    output = run("sh", CLIENTS / "search.sh", bundle, "retry with a growing delay")
    *_, last = output.strip().splitlines()
    assert json.loads(last)


@needs_sh
def test_demo(run: Run, tmp_path: Path) -> None:
    """The demo runs from build to reading."""
    output = run("sh", CLIENTS.parent / "demo.sh", tmp_path / "bundle")
    assert "clock" in output
