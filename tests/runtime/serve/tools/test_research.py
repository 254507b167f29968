"""search and fetch: what research agents require."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pinax_runtime.search import Library
from pinax_runtime.tools import ToolReply, call_tool, choose_tools, estimate


def ask(library: Library, tool: str, **options: Any) -> ToolReply:
    settings = {name: options.pop(name) for name in ("ceiling", "structured") if name in options}
    return call_tool(library, tool, options, group="search-fetch", **settings)


def test_there_are_exactly_two_tools() -> None:
    """The pair is offered alone, and in no other group."""
    assert [tool.name for tool in choose_tools("search-fetch")] == ["search", "fetch"]
    assert not {"search", "fetch"} & {tool.name for tool in choose_tools("all")}


def test_each_takes_one_text() -> None:
    """Research agents send a query, or an id, and nothing else."""
    assert [[argument.name for argument in tool.arguments] for tool in choose_tools("search-fetch")] == [
        ["query"],
        ["id"],
    ]


def test_a_result_can_be_fetched(library: Library) -> None:
    """Each result has id, title and url; fetch takes the id and gives the text with the same address."""
    results = json.loads(ask(library, "search", query="run is due and the one before it is still going").text)[
        "results"
    ]
    first = results[0]
    assert first["url"] == "https://lantern.example.org/docs/guide/schedules.md#overlap"
    assert first["title"] == "Schedules > Overlap"
    assert first["text"].startswith("When a run is due")
    for result in results:
        fetched = json.loads(ask(library, "fetch", id=result["id"]).text)
        assert {"id", "title", "text", "url", "metadata"} == set(fetched)
        assert (fetched["id"], fetched["url"]) == (result["id"], result["url"])


def test_no_results_are_an_empty_list(library: Library) -> None:
    """A query that nothing answers has an empty list."""
    assert json.loads(ask(library, "search", query="zzzzqqq").text) == {"results": []}


@pytest.mark.parametrize(("structured", "ceiling"), [(False, 700), (True, 1_400)])
def test_a_long_text_is_cut_and_lists_what_follows(library: Library, structured: bool, ceiling: int) -> None:
    """A page that does not fit keeps the budget, and names the sections that can be fetched next."""
    reply = ask(library, "fetch", id="guide/schedules.md", ceiling=ceiling, structured=structured)
    assert estimate(reply.text) <= 700
    assert "[what follows: id | title | words]" in json.loads(reply.text)["metadata"]["what_follows"]
    assert reply.structured == (json.loads(reply.text) if structured else None)


def test_an_unknown_id_is_refused(library: Library) -> None:
    """An id that there is not is refused with the nearest."""
    reply = ask(library, "fetch", id="guide/scedules.md")
    assert reply.is_error
    assert "Did you mean lantern:guide/schedules.md" in reply.text
