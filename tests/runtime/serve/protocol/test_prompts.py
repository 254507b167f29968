"""Prompts: ways through the tools."""

from __future__ import annotations

import re
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError

from bundle_maker import MadeDocset, MadePage, make_bundle
from pinax_runtime.search import Library, MemorySource, open_library
from pinax_runtime.server import Served
from pinax_runtime.tools import choose_tools
from runtime.serve.protocol.conftest import ask

GIVEN: dict[str, dict[str, Any]] = {
    "research": {"question": "How are runs\nspread?", "docs": "lantern"},
    "read": {"page": "lantern:guide/schedules.md", "goal": "find what happens when clocks change"},
    "explain_symbol": {"symbol": "Client.job"},
}
EVERY = {tool.name for tool in choose_tools("all")}


def written(library: Library, name: str, given: dict[str, Any], group: str = "all") -> str:
    """Return the text of a prompt."""
    asked = ask(Served(library, group=group), lambda client: client.get_prompt(name, given))
    return asked.messages[0].content.text


@pytest.mark.parametrize("group", ["all", "pages", "tree"])
def test_prompts_name_tools_that_are_offered(library: Library, group: str) -> None:
    """Whatever tools a server offers, its prompts lead through those and name no other."""
    offered = {tool.name for tool in choose_tools(group)}
    prompts = ask(Served(library, group=group), lambda client: client.list_prompts()).prompts
    assert prompts
    for prompt in prompts:
        named = EVERY & set(re.findall(r"\w+", written(library, prompt.name, GIVEN[prompt.name], group)))
        assert named
        assert named <= offered


@pytest.mark.parametrize("name", GIVEN)
def test_a_prompt_holds_what_was_given(library: Library, name: str) -> None:
    """Every argument stands in the text."""
    text = written(library, name, GIVEN[name])
    assert all(value in text for value in GIVEN[name].values())


def test_what_is_optional_may_be_left_out(library: Library) -> None:
    """Without a docset all of them are meant; without a goal the page is to be summed up."""
    assert "docs [" not in written(library, "research", {"question": "What?"})
    assert "what the page is for" in written(library, "read", {"page": "faq.md"})


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("reserch", {}, "Did you mean 'research'"),
        ("research", {}, "research needs 'question'"),
        ("research", {"question": "a", "more": "b"}, "no argument 'more'"),
        ("research", {"question": "a", "docs": "lantren"}, "Did you mean 'lantern'"),
        ("explain_symbol", {"symbol": " "}, "must be text"),
    ],
)
def test_what_a_prompt_does_not_take(library: Library, name: str, given: dict[str, str], words: str) -> None:
    """An unknown prompt, argument or docset is refused with what there is."""
    with pytest.raises(MCPError, match=re.escape(words)):
        written(library, name, given)


def test_a_prompt_of_tools_that_are_not_offered(library: Library) -> None:
    """A server without the tools of a prompt does not have it."""
    with pytest.raises(MCPError, match="No prompt 'explain_symbol'"):
        written(library, "explain_symbol", GIVEN["explain_symbol"], "pages")


def test_what_a_bundle_cannot_answer_is_not_offered(library: Library) -> None:
    """Where no symbol is defined, neither the tool that finds them is listed nor the prompt that begins with it."""
    page = MadePage("https://x.example/d/a.md", "Soup", "Salt the soup.")
    without = open_library([MemorySource(make_bundle([MadeDocset("d", [page], url="https://x.example/d/")]))])

    def names(served: Library) -> set[str]:
        tools = ask(Served(served), lambda client: client.list_tools()).tools
        return {offer.name for offer in (*tools, *ask(Served(served), lambda client: client.list_prompts()).prompts)}

    assert names(library) - names(without) == {"find_symbol", "explain_symbol"}
