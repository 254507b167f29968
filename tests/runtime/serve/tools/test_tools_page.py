"""docs/tools.md says what the tools do."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pinax_runtime.search import Library
from pinax_runtime.serve import Tool, call_tool, choose_tools

PAGE = (Path(__file__).parents[4] / "docs" / "tools.md").read_text("utf-8")
CALLS = re.findall(r"^\$ pinax-runtime call examples/bundle (\w+) '(.*)'\n(.*)$", PAGE, re.MULTILINE)


def part_about(tool: Tool) -> str:
    return PAGE.split(f"\n## `{tool.name}`\n")[1].split("\n## ")[0]


@pytest.mark.parametrize("tool", choose_tools(), ids=lambda tool: tool.name)
def test_every_argument_is_documented(tool: Tool) -> None:
    """The table of a tool has its arguments in their order, and says which are required."""
    rows = re.findall(r"^\| `(\w+)` \| ([^|]*) \|", part_about(tool), re.MULTILINE)
    assert [name for name, _ in rows] == [argument.name for argument in tool.arguments]
    assert [name for name, kind in rows if "required" in kind] == [a.name for a in tool.arguments if a.required]


@pytest.mark.parametrize("tool", choose_tools(), ids=lambda tool: tool.name)
def test_every_limit_is_documented(tool: Tool) -> None:
    """The bounds and preset of a tool's limit are those in its table."""
    for argument in tool.arguments:
        if argument.name == "limit":
            row = f"| `limit` | number, {argument.minimum} to {argument.maximum} | {argument.preset} |"
            assert row in part_about(tool)


def test_every_tool_has_an_example() -> None:
    """No tool is without an example."""
    assert {tool for tool, _, _ in CALLS} == {tool.name for tool in choose_tools()}


@pytest.mark.parametrize(("tool", "arguments", "shown"), CALLS)
def test_examples_are_true(library: Library, tool: str, arguments: str, shown: str) -> None:
    """Each example is a call that works, and its reply starts with the keys or the words that are shown."""
    reply = call_tool(library, tool, json.loads(arguments))
    assert not reply.is_error
    if shown.startswith("{"):
        keys = re.findall(r'"(\w+)":', shown)
        assert set(keys) - {"lantern", "en", "guide", "retry"} <= set(re.findall(r'"(\w+)":', reply.text))
    else:
        assert reply.text.splitlines()[0].split(", fetched")[0] == shown.split(", fetched")[0]
