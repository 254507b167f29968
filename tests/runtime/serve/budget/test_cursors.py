"""Cursors continue the call and the bundle that they were given for, and no other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinax_runtime.tools import ToolError, call_key, read_cursor, write_cursor


@given(st.integers(0, 2**53 - 1))
def test_gives_the_position_back(position: int) -> None:
    """A cursor holds its position."""
    assert read_cursor(write_cursor(position, "call", "library"), "call", "library") == position


@pytest.mark.parametrize(
    ("call", "library", "says"),
    [("other", "library", "other arguments"), ("call", "other", "built anew"), ("other", "other", "built anew")],
)
def test_refuses_another_call_or_bundle(call: str, library: str, says: str) -> None:
    """A cursor of another call or of a bundle that was rebuilt is refused with the remedy."""
    with pytest.raises(ToolError, match=says) as caught:
        read_cursor(write_cursor(5, "call", "library"), call, library)
    assert caught.value.code == "invalid_args"
    assert "Leave the cursor out" in str(caught.value)


def test_budget_and_limit_may_change() -> None:
    """limit, max_tokens and the cursor itself do not belong to what must stay the same."""
    first = call_key("t", {"query": "a", "limit": 5, "max_tokens": 300, "cursor": None})
    assert first == call_key("t", {"query": "a", "limit": 50, "max_tokens": 900, "cursor": "x"})
    assert first != call_key("t", {"query": "b", "limit": 5, "max_tokens": 300, "cursor": None})
    assert first != call_key("u", {"query": "a", "limit": 5, "max_tokens": 300, "cursor": None})


@given(st.text() | st.binary().map(lambda data: data.hex()))
def test_anything_else_is_refused(text: str) -> None:
    """Whatever else comes as a cursor is invalid_args, nothing worse."""
    with pytest.raises(ToolError) as caught:
        read_cursor(text, "call", "library")
    assert caught.value.code == "invalid_args"


@pytest.mark.parametrize("position", [-1, True, 1.5, None, "1", 2**60])
def test_forged_positions_are_refused(position: object) -> None:
    """A position that no reply can have given is refused."""
    with pytest.raises(ToolError, match="not a cursor"):
        read_cursor(write_cursor(position, "call", "library"), "call", "library")
