"""docs/tools.md says what the tools do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pinax_runtime.tools import choose_tools
from pinax_runtime.tools.table import Tool

PAGE = (Path(__file__).parents[4] / "docs" / "tools.md").read_text("utf-8")
EXAMPLES = re.findall(r"^\$ pinax-runtime call examples/bundle (\w+) ", PAGE, re.MULTILINE)


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
            schema = argument.schema
            row = f"| `limit` | number, {schema['minimum']} to {schema['maximum']} | {schema['default']} |"
            assert row in part_about(tool)


def test_every_tool_has_an_example() -> None:
    """No tool is without an example; that they are true is held by tests/examples/test_reference_pages.py."""
    assert set(EXAMPLES) == {tool.name for group in ("all", "search-fetch") for tool in choose_tools(group)}
