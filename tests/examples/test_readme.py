"""The README's five minutes work as they are written."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

README = Path(__file__).parents[2] / "README.md"


def blocks(language: str) -> list[str]:
    """The code blocks of a language, or of one of several (`a|b`), in the section."""
    section = README.read_text("utf-8").split("## Five minutes", 1)[1].split("\n## ", 1)[0]
    return re.findall(rf"```(?:{language})\n(.*?)```", section, re.DOTALL)


def test_commands_of_the_tour(run: Callable[..., str], tmp_path: Path) -> None:
    """Each command of the tour exits with 0, in the order given."""
    lines = [line.removeprefix("$ ") for block in blocks("console|bash") for line in block.splitlines()]
    commands = [line for line in lines if line.startswith("pinax")]
    assert len(commands) > 5
    for command in commands:
        run(*shlex.split(command.replace("/tmp/", f"{tmp_path.as_posix()}/")))


def test_python_of_the_tour(run: Callable[..., str], bundle: Path) -> None:
    """The Python of the tour prints hits."""
    (script,) = blocks("python")
    assert "lantern.example.org" in run(sys.executable, "-c", script.replace("/tmp/bundle", bundle.as_posix()))
