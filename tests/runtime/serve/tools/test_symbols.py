"""find_symbol: from a name to where it is defined."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from bundle_maker import MadeDocset, MadePage, MadeSection, make_bundle
from pinax_runtime.search import MemorySource, open_library
from pinax_runtime.tools import call_tool


def test_a_definition_is_given_with_its_place(ask: Callable[..., Any]) -> None:
    """Name, kind, language, signature, section id and address; what is not known is left out."""
    assert ask("find_symbol", query="Client.job") == {
        "symbols": [
            {
                "name": "lantern.Client.job",
                "kind": "method",
                "language": "python",
                "signature": "job(name) → Job",
                "docset": "lantern-api",
                "id": "lantern-api:client.html#lantern.Client.job",
                "location": "https://lantern.example.org/api/client.html#lantern.Client.job",
            }
        ],
        "total": 1,
        "fetched": "2026-01-02",
    }


def test_source_code_is_given_by_file_and_lines() -> None:
    """A definition with lines has them in its location, and its visibility."""
    sections = (
        MadeSection("run", anchor="run", symbols=(("run", "function", "go", "func run()", 3, 9, "private"),)),
        MadeSection("Go", anchor="Go", symbols=(("Go", "function", "go", "func Go()", 11, 11),)),
    )
    library = open_library([MemorySource(make_bundle([MadeDocset("lib", [MadePage("cmd/a.go", sections=sections)])]))])
    (run,) = json.loads(call_tool(library, "find_symbol", {"query": "run"}).text)["symbols"]
    assert run == {"name": "run", "kind": "function", "language": "go", "signature": "func run()",
                   "visibility": "private", "id": "lib:cmd/a.go#run", "location": "cmd/a.go:3-9"}  # fmt: skip
    (found,) = json.loads(call_tool(library, "find_symbol", {"query": "go"}).text)["symbols"]
    assert found["location"] == "cmd/a.go:11"


def test_source_code_is_linked_to_where_people_read_it() -> None:
    """With a template a definition in a file has a link to its lines; what documentation says of a name has none."""
    sections = (
        MadeSection("run", anchor="run", symbols=(("run", "function", "go", "func run()", 3, 9),)),
        MadeSection("stop", anchor="stop", symbols=(("stop", "function", "go", "func stop()"),)),
    )
    template = "https://host.example/lib/blob/v1/{path}#L{line}-L{last_line}"
    docset = MadeDocset("lib", [MadePage("cmd/a%20b.go", sections=sections)], source_url_template=template)
    library = open_library([MemorySource(make_bundle([docset]))])
    found = {name: json.loads(call_tool(library, "find_symbol", {"query": name}).text) for name in ("run", "stop")}
    assert found["run"]["symbols"][0]["source"] == "https://host.example/lib/blob/v1/cmd/a%20b.go#L3-L9"
    assert "source" not in found["stop"]["symbols"][0]


def test_what_is_read_of_source_code_says_where_people_see_the_file() -> None:
    """The source of a file of code is its link; a page of documentation beside it keeps its published address."""
    pages = [
        MadePage("a.go", sections=(MadeSection("run", anchor="~run"),), facets={"content_type": ["code"]}),
        MadePage("guide.md", sections=(MadeSection("Running", anchor="running"),)),
    ]
    docset = MadeDocset("lib", pages, source_url_template="https://host.example/lib/blob/v1/{path}#L{line}")
    library = open_library([MemorySource(make_bundle([docset]))])
    code = call_tool(library, "get_node_content", {"doc_id": "lib:a.go", "node_ids": ["~run"]})
    prose = call_tool(library, "get_node_content", {"doc_id": "lib:guide.md", "node_ids": ["running"]})
    assert code.text.startswith("Source: https://host.example/lib/blob/v1/a.go (lib")
    assert prose.text.startswith("Source: guide.md#running (lib")


def test_documentation_and_symbols_lead_to_each_other() -> None:
    """A definition lists the sections that name it; such a section, when it is read, says what it names and where."""
    code = MadeSection("run", anchor="~run", symbols=(("lib.run", "function", "go", "func run()", 3, 9),))
    guide = MadeSection("Running", "Call `lib.run()` first.", code="lib.run", anchor="running")
    pages = [
        MadePage("guide.md", sections=(guide,)),
        MadePage("a.go", sections=(code,), facets={"content_type": ["code"]}),
    ]
    library = open_library([MemorySource(make_bundle([MadeDocset("lib", pages)]))])
    (run,) = json.loads(call_tool(library, "find_symbol", {"query": "run"}).text)["symbols"]
    assert run["named_in"] == ["lib:guide.md#running"]
    text = call_tool(library, "get_node_content", {"doc_id": "lib:guide.md", "node_ids": ["#running"]}).text
    assert text.endswith("\n\n[names lib.run (lib:a.go#~run)]")


def test_a_field_is_a_property() -> None:
    """Fields of structs have the kind `property`, and are found as fields, too."""
    section = MadeSection("Queue", anchor="~Queue", symbols=(("lib.Queue.size", "property", "go", "size int", 3, 3),))
    pages = [MadePage("a.go", sections=(section,), facets={"content_type": ["code"]})]
    library = open_library([MemorySource(make_bundle([MadeDocset("lib", pages)]))])
    for kind, n in {"field": 1, "property": 1, "method": 0}.items():
        assert json.loads(call_tool(library, "find_symbol", {"query": "size", "kind": kind}).text)["total"] == n


def test_the_id_is_what_other_tools_take(ask: Callable[..., Any], call: Callable[..., Any]) -> None:
    """The section of a definition can be read by its id."""
    (found,) = ask("find_symbol", query="lantern.Client.job")["symbols"]
    page, _, anchor = found["id"].partition("#")
    assert "job(name)" in call("get_node_content", doc_id=page, node_ids=[anchor]).text


def test_many_definitions_are_continued_by_cursor(ask: Callable[..., Any]) -> None:
    """Following the cursors gives every definition once."""
    every = ask("find_symbol", query="client", kind="method", limit=50)["symbols"]
    assert len(every) > 2
    seen, cursor = [], None
    while True:
        reply = ask("find_symbol", query="client", kind="method", limit=2, cursor=cursor)
        seen += reply["symbols"]
        cursor = reply.get("cursor")
        if not cursor:
            break
    assert seen == every


def test_nothing_found_says_what_to_try(ask: Callable[..., Any]) -> None:
    """An empty reply has a hint: another tool, or the kinds and languages that there are."""
    assert ask("find_symbol", query="zzz") == {
        "symbols": [],
        "total": 0,
        "hint": "Nothing defines 'zzz'. search_documents finds words that are used or explained.",
    }
    hint = ask("find_symbol", query="lantern.Client", kind="clas")["hint"]
    assert hint == "Nothing called 'lantern.Client' has the kind 'clas'. Did you mean 'class'? There are: 'class'."
    hint = ask("find_symbol", query="lantern.Client", language="go")["hint"]
    assert hint == "Nothing called 'lantern.Client' has the language 'go'. There are: 'python'."


def test_a_misspelled_name_is_corrected(ask: Callable[..., Any]) -> None:
    """What was looked for instead is said."""
    reply = ask("find_symbol", query="lantern.Cleint")
    assert reply["did_you_mean"] == "lantern.Client"
    assert reply["symbols"][0]["name"] == "lantern.Client"


def test_an_unknown_docset_is_an_error(refusal: Callable[..., tuple[str, str]]) -> None:
    """As in every tool, with the names that there are."""
    code, message = refusal("find_symbol", query="x", docs=["lantrn"])
    assert code == "not_found"
    assert "'lantern'" in message
