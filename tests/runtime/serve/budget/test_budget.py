"""Whatever is asked, nothing is raised and no reply is over its budget."""

from __future__ import annotations

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pinax_runtime.search import Library
from pinax_runtime.tools import call_tool, choose_tools

WORDS = st.sampled_from(
    ["job", "Client.job", "retry", "clock changes", '"exit code"', "lantern run", "cron*", "zzz", "--env", "日本"]
)
ADDRESS = st.sampled_from(
    ["guide/schedules.md", "lantern:reference/configuration.md", "lantern-api:client.html", "guide", "x", "#y", ""]
)
ANCHOR = st.sampled_from(["", "#clock-changes", "every", "#~1", "lantern:guide/schedules.md#overlap", "nope"])
VALUES = {
    "query": WORDS | st.text(max_size=40),
    "url": st.tuples(ADDRESS, ANCHOR).map("".join) | st.text(max_size=60),
    "doc_id": ADDRESS | st.text(max_size=40),
    "node_id": ANCHOR | st.text(max_size=40),
    "node_ids": st.lists(ANCHOR | st.text(max_size=20), max_size=11),
    "section": ADDRESS | st.text(max_size=40),
    "prefix": ADDRESS | st.text(max_size=40),
    "tag": st.sampled_from(["time", "retry", "none"]) | st.text(max_size=20),
    "docs": st.lists(st.sampled_from(["lantern", "lantern-api", "lantrn"]), max_size=3),
    "filters": st.dictionaries(st.sampled_from(["type", "tags", "typ"]), st.sampled_from(["guide", "time", "x"])),
    "kind": st.sampled_from(["class", "method", "clas"]) | st.text(max_size=20),
    "language": st.sampled_from(["python", "Python", "go"]) | st.text(max_size=20),
    "live": st.booleans(),
    "links": st.sampled_from(["none", "relative", "full", "some"]),
    "sort": st.sampled_from(["title", "-url", "date"]) | st.text(max_size=10),
    "limit": st.integers(-1, 201),
    "text": st.sampled_from(["--no-wait", "clock", "->", "a\nb", " "]) | st.text(max_size=20),
    "context": st.integers(-1, 11),
    "text_tokens": st.integers(-1, 3_000),
    "max_depth": st.integers(-1, 5),
    "max_tokens": st.integers(299, 2_000),
    "cursor": st.text(max_size=40),
}


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(tool=st.sampled_from(choose_tools()), structured=st.booleans(), data=st.data())
def test_every_reply_keeps_its_budget(library: Library, tool: object, structured: bool, data: st.DataObject) -> None:
    """Random arguments give a reply or an error, valid and within max_tokens; cursors lead on to more of the same."""
    names = [argument.name for argument in tool.arguments]
    required = [argument.name for argument in tool.arguments if argument.required]
    chosen = {name for name in names if name in required or data.draw(st.booleans())}
    arguments = {name: data.draw(VALUES[name], label=name) for name in names if name in chosen}
    for _ in range(3):
        reply = call_tool(library, tool.name, arguments, ceiling=2_000, structured=structured)
        budget = arguments.get("max_tokens", 2_000)
        assert reply.tokens <= (budget if 300 <= budget <= 2_000 else 2_000)
        if reply.is_error:
            assert json.loads(reply.text)["error"]["code"] in ("not_found", "invalid_args")
            return
        cursor = json.loads(reply.text).get("cursor") if reply.text.startswith("{") else None
        if not cursor:
            return
        arguments = {**arguments, "cursor": cursor}
