"""The README is short, and its five minutes work as they are written."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "README.md"
MAX_LINES = 50


def test_it_is_short() -> None:
    """What, why, five minutes, where to go on: everything else has a page of its own."""
    assert len(README.read_text("utf-8").splitlines()) <= MAX_LINES


def test_commands_of_the_tour(typed: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each command of the section exits with 0, in the order given, whether it stands in a block or in a sentence."""
    section = README.read_text("utf-8").split("## Five minutes", 1)[1].split("\n## ", 1)[0]
    shown = re.findall(r"^\$ (pinax .*)$", section, re.MULTILINE)
    named = [" ".join(span.split()) for span in re.findall(r"`(pinax-runtime [^`]+)`", section)]
    assert [command.split()[1] for command in (*shown, *named)] == ["build", "search", "get", "config"]
    monkeypatch.chdir(README.parent)
    for command in (*shown, *named):
        typed(*shlex.split(command.replace("/tmp/", f"{tmp_path.as_posix()}/")))
