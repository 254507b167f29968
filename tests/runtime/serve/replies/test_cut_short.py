"""What replies say when the time of a call is up."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pinax_runtime.search import Library, TimeLimit
from pinax_runtime.tools import ToolReply, call_tool, choose_tools

LISTS: dict[str, dict[str, Any]] = {
    "search_pages": {"query": "retry with backoff"},
    "search_documents": {"query": "retry with backoff"},
    "list_documents": {"query": "retry with backoff"},
    "find_symbol": {"query": "job"},
}
PAGE = "guide/schedules.md"


class AtStep(TimeLimit):
    """A limit whose time is up at a step, counted from 0."""

    def __init__(self, step: int) -> None:
        super().__init__(7)
        self.taken, self._step = 0, step

    def passed(self) -> float:
        super().passed()
        self.taken += 1
        return 0.0 if self.taken <= self._step else 1.3


def call(library: Library, name: str, arguments: dict[str, Any], step: int, *, structured: bool = False) -> ToolReply:
    with AtStep(step):
        return call_tool(library, name, arguments, structured=structured)


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize("step", [0, 3, 10])
def test_a_list_says_that_it_was_cut_short(library: Library, name: str, step: int) -> None:
    """A list that is not complete says so and what to do, in text and object, and has no cursor or other claim."""
    replies = [json.loads(call(library, name, {**LISTS[name], "limit": 1}, step).text)]
    structured = call(library, name, {**LISTS[name], "limit": 1, "max_tokens": 2_000}, step, structured=True)
    for reply in (*replies, structured.structured or {}):
        assert reply["cut_short"].startswith("The time of 7 s was up, so there may be more. Ask")
        assert not {"cursor", "hint", "did_you_mean", "unknown_words"} & reply.keys()


def test_the_schemas_know_it() -> None:
    """Every output schema of a list or text has the member."""
    assert all("cut_short" in tool.output["properties"] for tool in choose_tools())


def near_the_end(library: Library, name: str, arguments: dict[str, Any], group: str = "all") -> int:
    """Return a step shortly before the last of a call."""
    with AtStep(1_000_000) as limit:
        call_tool(library, name, arguments, group=group)
    return limit.taken - 3


@pytest.mark.parametrize("at_once", [True, False])
def test_a_text_goes_on_where_it_was_cut_short(library: Library, at_once: bool) -> None:
    """A text that was cut short is the beginning of the text, and its cursor continues it without a gap."""
    arguments = {"url": PAGE, "max_tokens": 8_000}
    step = 0 if at_once else near_the_end(library, "get_page", arguments)
    whole = call_tool(library, "get_page", arguments, structured=True).structured
    cut = call(library, "get_page", arguments, step, structured=True).structured
    assert whole
    assert cut
    assert "cut_short" in cut
    assert whole["text"].startswith(cut["text"])
    assert len(cut["text"]) < len(whole["text"])
    rest = call_tool(library, "get_page", {**arguments, "cursor": cut["cursor"]}, structured=True).structured
    assert rest
    assert "".join((cut["text"] + rest["text"]).split()) == "".join(whole["text"].split())
    assert (
        '[cut short after 7 s: more follows; continue with cursor "' in call(library, "get_page", arguments, step).text
    )


def test_a_text_that_got_no_further_is_an_error(library: Library) -> None:
    """Where the time was up before anything new could be shown, the error says what to do."""
    cut = call(library, "get_page", {"url": PAGE}, 0, structured=True).structured
    assert cut
    again = call(library, "get_page", {"url": PAGE, "cursor": cut["cursor"]}, 0)
    assert json.loads(again.text)["error"]["code"] == "timeout"
    assert again.is_error


def test_research_tools_say_it_too(library: Library) -> None:
    """`search` and `fetch` say that they were cut short."""
    with AtStep(5):
        found = call_tool(library, "search", {"query": "retry with backoff"}, group="search-fetch")
    assert "cut_short" in json.loads(found.text)
    with AtStep(near_the_end(library, "fetch", {"id": PAGE}, "search-fetch")):
        fetched = call_tool(library, "fetch", {"id": PAGE}, group="search-fetch")
    assert "cut_short" in json.loads(fetched.text)["metadata"]
