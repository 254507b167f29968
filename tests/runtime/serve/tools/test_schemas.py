"""What agents are told of the tools: little, and all of it true."""

from __future__ import annotations

import json

import pytest

from pinax_runtime.server.protocol import list_tools
from pinax_runtime.tools import choose_tools
from pinax_runtime.tools.budget import MAX_CEILING

EVERY = {
    "list_docs",
    "list_sections",
    "search_pages",
    "get_section_pages",
    "get_page",
    "list_documents",
    "search_documents",
    "get_tree",
    "get_node_content",
    "navigate_tree",
    "find_symbol",
    "grep",
}


def as_listed(ceiling: int = MAX_CEILING) -> list[dict[str, object]]:
    return [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in list_tools(ceiling=ceiling)]


def test_every_tool_is_there() -> None:
    """There are exactly these tools."""
    assert {tool["name"] for tool in as_listed()} == EVERY


def test_schemas_are_cheap() -> None:
    """All that models see of the tools has less than 6,000 bytes, and the whole list less than 7,500.

    Models see names, descriptions and schemas; titles, annotations and marks are for people and clients. A model counts
    a token for every four bytes, so that even the whole list stays under 2,000 tokens (bench/budgets/).
    """
    listed = as_listed()
    seen = [{key: tool[key] for key in ("name", "description", "inputSchema")} for tool in listed]
    for tools, bound in ((seen, 6_000), (listed, 7_500)):
        assert len(json.dumps({"tools": tools}, ensure_ascii=False, separators=(",", ":")).encode()) < bound


def test_every_tool_is_read_only() -> None:
    """Each tool is annotated as reading a closed world and changing nothing."""
    says = {"readOnlyHint": True, "idempotentHint": True, "openWorldHint": False}
    assert all(tool["annotations"] == says for tool in as_listed())


def test_schemas_show_the_ceiling() -> None:
    """max_tokens may be asked for up to the server's ceiling."""
    properties = [tool["inputSchema"]["properties"] for tool in as_listed(ceiling=5_000)]
    assert {p["max_tokens"]["maximum"] for p in properties if "max_tokens" in p} == {5_000}


@pytest.mark.parametrize(
    ("group", "names"),
    [
        ("pages", {"list_docs", "list_sections", "search_pages", "get_section_pages", "get_page"}),
        (
            "tree",
            {"list_docs", "list_documents", "search_documents", "get_tree", "get_node_content", "navigate_tree"}
            | {"find_symbol", "grep"},
        ),
        ("lean", {"search_documents", "get_page", "get_tree", "find_symbol", "grep"}),
        ("all", EVERY),
    ],
)
def test_groups(group: str, names: set[str]) -> None:
    """A group holds its tools; pages and tree also hold list_docs."""
    assert {tool.name for tool in choose_tools(group)} == names
