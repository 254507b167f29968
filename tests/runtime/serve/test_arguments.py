"""Arguments are checked, and refused with what is allowed."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinax_runtime.tools import (
    ToolError,
    ToolReply,
    boolean,
    check_arguments,
    choice,
    choose_tools,
    facet_values,
    input_schema,
    integer,
    string,
    strings,
)

ARGUMENTS = (
    string("query", required=True, max_chars=10),
    integer("limit", 1, 50, 15),
    strings("docs", max_items=2),
    facet_values("filters"),
)


def check(**given: object) -> dict[str, object]:
    return check_arguments("find", ARGUMENTS, given)


def refused(**given: object) -> str:
    with pytest.raises(ToolError) as caught:
        check(**given)
    assert caught.value.code == "invalid_args"
    return str(caught.value)


def test_fills_in_defaults() -> None:
    """What is left out gets its default."""
    assert check(query="a") == {"query": "a", "limit": 15, "docs": [], "filters": {}}


def test_null_is_left_out() -> None:
    """A null counts as left out, for a required argument too; an empty text where it may be left out."""
    assert check(query="a", limit=None)["limit"] == 15
    assert check(query="a", docs="")["docs"] == []
    assert refused(query=None) == "find needs 'query': text of 1 to 10 characters of Unicode."


@pytest.mark.parametrize("limit", [0, 51, -1, 10**30, 2.5, True, "51", "2.5", "true", "x", [5]])
def test_never_clamps(limit: object) -> None:
    """A limit that is out of range or of another type is refused with the range, never reset."""
    assert "'limit' must be a whole number from 1 to 50" in refused(query="a", limit=limit)


def test_takes_whole_floats() -> None:
    """JSON does not tell 5.0 from 5."""
    assert check(query="a", limit=5.0)["limit"] == 5


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ({"docs": "stripe"}, {"docs": ["stripe"]}),
        ({"docs": '["a", "b"]'}, {"docs": ["a", "b"]}),
        ({"docs": "[a"}, {"docs": ["[a"]}),
        ({"limit": "5"}, {"limit": 5}),
        ({"filters": '{"type": "guide"}'}, {"filters": {"type": ["guide"]}}),
    ],
)
def test_takes_what_is_plainly_meant(given: dict[str, object], meant: dict[str, object]) -> None:
    """One text is a list of one, and a number, list or object may be written as a text."""
    assert check(query="a", **given) == {**check(query="a"), **meant}


@pytest.mark.parametrize(("given", "meant"), [("true", True), (False, False), ("FULL", ValueError), ("1", ValueError)])
def test_booleans(given: object, meant: object) -> None:
    """True and false may be written as texts; nothing else is one of them."""
    live = (boolean("live"),)
    if meant is ValueError:
        with pytest.raises(ToolError, match="'live' must be true or false"):
            check_arguments("find", live, {"live": given})
    else:
        assert check_arguments("find", live, {"live": given}) == {"live": meant}


def test_choices() -> None:
    """A word is one of a few, in any case; the first is the default."""
    links = choice("links", "", ("none", "full"))
    assert (links.default, links.accept(" Full ")) == ("none", "full")
    for wrong in ("some", 5, ["none"]):
        with pytest.raises(ToolError, match="'links' must be one of none, full"):
            check_arguments("find", (links,), {"links": wrong})


@pytest.mark.parametrize("query", ["", "  ", "x" * 11, 5, ["a"], {"a": 1}, "\ud800"])
def test_text_is_checked(query: object) -> None:
    """Text is a string, neither blank nor too long, of valid Unicode."""
    assert "'query' must be text of 1 to 10 characters of Unicode" in refused(query=query)


@pytest.mark.parametrize("docs", [[1], [""], ["a", "b", "c"], {}, '["a", "b", "c"]', "x" * 201])
def test_lists_are_checked(docs: object) -> None:
    """A list holds texts, each not blank, and is no longer than allowed."""
    assert 'such as ["…"]' in refused(query="a", docs=docs)


def test_filters_take_a_value_or_several() -> None:
    """A facet's filter is a value or a list of values; true and numbers are spelled as facets are."""
    filters = check(query="a", filters={"type": "guide", "tags": ["a", "b"], "has_code": True, "v": 3})["filters"]
    assert filters == {"type": ["guide"], "tags": ["a", "b"], "has_code": ["true"], "v": ["3"]}


ODD_FILTERS = ["type=guide", {"type": []}, {"type": {"a": 1}}, {"": "x"}, [{}], {"a": ["b"] * 51}]


@pytest.mark.parametrize("filters", ODD_FILTERS)
def test_filters_are_checked(filters: object) -> None:
    """Anything else as a filter is refused with an example."""
    message = refused(query="a", filters=filters)
    assert '{"type": "guide"}' in message
    assert "at most 20 facets with 50 values each" in message


def test_unknown_arguments_are_refused() -> None:
    """An argument that there is not is refused with the one that was probably meant, and all that there are."""
    message = refused(querry="a")
    assert message == "find has no argument 'querry'. Did you mean 'query'? It takes: query, limit, docs, filters."


@pytest.mark.parametrize(("tool", "other"), [("get_page", "doc_id"), ("get_tree", "url"), ("get_tree", "page")])
def test_the_other_tools_name_of_a_page(call: Callable[..., ToolReply], tool: str, other: str) -> None:
    """Tools for pages and tools for trees name a page differently; each takes the other's name, but not two pages."""
    own = "url" if tool == "get_page" else "doc_id"
    assert call(tool, **{other: "faq.md"}).text == call(tool, **{own: "faq.md"}).text
    assert f"has no argument '{other}'" in call(tool, **{own: "faq.md", other: "index.md"}).text


@pytest.mark.parametrize("given", [[], "x", 5])
def test_arguments_are_an_object(given: object) -> None:
    """Arguments that are no JSON object are refused."""
    with pytest.raises(ToolError, match="must be a JSON object"):
        check_arguments("find", ARGUMENTS, given)


def test_schema_and_check_agree() -> None:
    """The schema says what the check holds."""
    schema = input_schema(ARGUMENTS)
    assert schema["required"] == ["query"]
    assert schema["additionalProperties"] is False
    assert schema["properties"]["limit"] == {"type": "integer", "minimum": 1, "maximum": 50, "default": 15}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.sampled_from(choose_tools()), JSON, st.data())
def test_any_json_is_accepted_or_refused(tool: object, anything: object, data: st.DataObject) -> None:
    """Whatever JSON comes as arguments, the check gives every argument of the tool or a ToolError."""
    named = st.fixed_dictionaries({}, optional={argument.name: JSON for argument in tool.arguments})
    for arguments in (anything, data.draw(named)):
        try:
            checked = check_arguments(tool.name, tool.bounded(8_000), arguments)
        except ToolError:
            continue
        assert set(checked) == {argument.name for argument in tool.arguments}
        json.dumps(checked)
