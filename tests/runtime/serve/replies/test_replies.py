"""Replies fit their budget, whatever they hold, and say what was cut."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinax_runtime.format import Ranking
from pinax_runtime.search import Library
from pinax_runtime.tools import ToolError, ToolRequest, estimate
from pinax_runtime.tools.budget import cost
from pinax_runtime.tools.reply import list_reply, text_reply

EMPTY = Library([], Ranking())


def listed(*given: Any) -> str:
    return list_reply(*given).text


def told(*given: Any) -> str:
    return text_reply(*given).text


def request(max_tokens: int = 300, cursor: str | None = None, ceiling: int = 8_000) -> ToolRequest:
    return ToolRequest("t", EMPTY, {"cursor": cursor}, max_tokens, ceiling)


def test_an_empty_list_is_a_list() -> None:
    """Nothing is `[]`, and the keys stand in order."""
    assert listed(request(), "hits", [], 0, {"hint": "x"}) == '{"hits":[],"total":0,"hint":"x"}'


def test_more_than_the_limit_is_not_truncated() -> None:
    """Where the limit ends a list there is a cursor; `truncated` is said of the budget alone."""
    reply = json.loads(listed(request(), "hits", [{"n": 1}], 9))
    assert set(reply) == {"hits", "total", "cursor"}


def test_an_item_that_does_not_fit_names_the_budget_that_does() -> None:
    """Where not even one item fits, the error says how much to ask for, and that is enough."""
    items = [{"text": "x" * 3_000}]
    with pytest.raises(ToolError, match=r"Ask for at least \d+") as caught:
        listed(request(), "hits", items, 1)
    enough = int(str(caught.value).rsplit(" ", 1)[1].rstrip("."))
    assert "x" * 3_000 in listed(request(enough), "hits", items, 1)


def test_an_item_beyond_the_ceiling_is_passed_over() -> None:
    """An item that no budget allows does not stop the list."""
    items = [{"text": "x" * 30_000}, {"text": "y"}]
    reply = json.loads(listed(request(ceiling=8_000), "hits", items, 2))
    assert "omitted" in reply["hits"][0]
    assert reply["hits"][1] == {"text": "y"}


def test_lines_are_not_split() -> None:
    """A long outline is continued line by line."""
    lines = [f"  #anchor-{number} | Title of number {number} | 12" for number in range(60)]
    text, found, cursor = "\n".join(lines), [], None
    while True:
        reply = told(request(cursor=cursor), "Source: x", text)
        body, _, note = reply.split("\n\n", 1)[1].partition("\n\n[cut: ")
        found += body.splitlines()
        if not note:
            break
        cursor = note.split('"')[1]
    assert found == lines


def test_a_cursor_beyond_the_end_is_refused() -> None:
    """A position that the text does not have is refused."""
    with pytest.raises(ToolError, match="beyond the end"):
        text_reply(request(cursor=request().cursor(99)), "Source: x", "short")


def test_a_long_address_does_not_push_the_text_out() -> None:
    """A source line longer than a third of the budget is cut."""
    reply = told(request(), f"Source: https://x.org/{'y' * 5_000}", "the text")
    assert reply.endswith("the text")
    assert estimate(reply) <= 300


@given(st.lists(st.dictionaries(st.text(max_size=9), st.text(max_size=90), max_size=4), max_size=30), st.data())
def test_lists_joined_are_the_list(items: list[dict[str, str]], data: st.DataObject) -> None:
    """No reply is over its budget, and following the cursors gives every item once, in order."""
    found: list[Any] = []
    cursor = None
    while True:
        now = request(data.draw(st.integers(700, 900)), cursor)
        reply = listed(now, "items", items[now.position :], len(items))
        assert estimate(reply) <= now.max_tokens
        decoded = json.loads(reply)
        found += decoded["items"]
        cursor = decoded.get("cursor")
        assert ("truncated" in decoded) == (cursor is not None)
        if cursor is None:
            break
    assert found == items


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_room_is_kept_for_any_cursor(one: int, other: int) -> None:
    """The cursor that room is kept for costs at least what the one does that is given in the end."""
    position, last = sorted((one, other))
    assert cost(request().cursor(position)) <= cost(request().costliest_cursor(last))
