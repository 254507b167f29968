"""The reader in JavaScript finds pages, their texts, and symbols as the tools in Python do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from browser import node
from bundle_maker import MadeDocset, MadePage, MadeSection, make_bundle
from pinax_runtime.search import FolderSource, open_library
from pinax_runtime.tools import call_tool

GOLDEN = Path(__file__).parents[1] / "data" / "bundles" / "v1"
NAMES = [
    *(
        "Client.job",
        "client.JOB",
        "schedule",
        "limit",
        " `job()` ",
        "Client",
        "lantern",
        "every",
        "get_by_id",
        "users",
        "run",
    ),
    *("users.get_by_id", "users::get_by_id", "Client job", "nothing", "Sched", "Client#job", "operator()", "-"),
]
PAGES = {
    "lantern:guide/schedules.md": "guide/schedules.md",
    "https://lantern.example.org/docs/guide/schedules.md#overlap": "guide/schedules.md#overlap",
    "guide/schedules": "guide/schedules.md",
    "guide/schedules.html#clock-changes": "guide/schedules.md#clock-changes",
    "lantern-api:client.html#lantern.Client.job": "client.html#lantern.Client.job",
    "client.html#Client.job": "client.html#lantern.Client.job",
    "ja/guide.md": "ja/guide.md",
}
"""Addresses, and what the tools in Python are asked for."""


@pytest.fixture(scope="module")
def answer() -> dict[str, Any]:
    """What the reader says of all of them."""
    asked = {"bundle": str(GOLDEN), "symbols": [(name, {"limit": 50}) for name in NAMES], "folded": ["Straße ΟΔΟΣ Ꭰ ﬁ"]}
    return node.run("finding.mjs", {**asked, "pages": [*PAGES, "guide/none.md", "guide/schedules.md#none"]})


def _call(tool: str, **arguments: Any) -> str:
    library = open_library([FolderSource(GOLDEN)])
    return call_tool(library, tool, arguments).text


def test_definitions_in_stubs_come_last(tmp_path: Path) -> None:
    """A page of source code with a low prior stands behind, in both readers."""
    pages = [
        MadePage(url, url, "", prior=prior, sections=(MadeSection(name, "Flies.", symbols=(symbol,)),))
        for url, prior, name in (("kite.pyi", 50, "kite.fly"), ("wings.py", 100, "kite._wings.fly"))
        for symbol in [(name, "function", "python", "", 1, 2, "public")]
    ]
    for name, content in make_bundle([MadeDocset("lib", pages)]).items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    (found,) = node.run("finding.mjs", {"bundle": str(tmp_path), "symbols": [("fly", {})], "pages": [], "folded": []})[
        "symbols"
    ]
    expected = [hit.section_id for hit in open_library([FolderSource(tmp_path)]).find_symbol("fly").hits]
    assert [one["id"] for one in found["symbols"]] == expected
    assert [name.partition("#")[0] for name in expected] == ["lib:wings.py", "lib:kite.pyi"]


def test_symbols(answer: dict[str, Any]) -> None:
    """Names of all sorts give the symbols that `find_symbol` gives, in its order."""
    for name, found in zip(NAMES, answer["symbols"], strict=True):
        expected = json.loads(_call("find_symbol", query=name, limit=50, max_tokens=8000))["symbols"]
        shown = [(one["name"], one["kind"], one["id"]) for one in found["symbols"]]
        assert shown == [(one["name"], one.get("kind", ""), one["id"]) for one in expected], name
        assert (found["total"], found["cut"]) == (len(expected), False)


def test_case_folding(answer: dict[str, Any]) -> None:
    """Names are compared in full case folding."""
    assert answer["folded"] == ["Straße ΟΔΟΣ Ꭰ ﬁ".casefold()]


def test_pages_are_found_by_any_address(answer: dict[str, Any]) -> None:
    """A URL, a path, an id and a path with another ending lead to the page, and its text is what `get_page` shows."""
    for (address, asked), page in zip(PAGES.items(), answer["pages"], strict=False):
        shown = _call("get_page", url=asked, links="full", max_tokens=8000)
        assert page["text"] == shown.split("\n\n", 1)[1], address
        assert page["anchor"] == asked.partition("#")[2]


def test_pages_that_there_are_not(answer: dict[str, Any]) -> None:
    """An unknown page is null; of an unknown section the page is found, and the anchor and text are null."""
    missing, without = answer["pages"][len(PAGES) :]
    assert missing is None
    assert (without["path"], without["anchor"], without["text"]) == ("guide/schedules.md", None, None)


def test_outline(answer: dict[str, Any]) -> None:
    """The outline has each section of the page but those that belong to another, below its parent."""
    page = answer["pages"][0]
    assert [child["anchor"] for child in page["outline"]["children"]][:3] == ["every", "at", "cron"]
    assert page["outline"]["title"] == "Schedules"
    assert page["alone"] in page["text"]
    assert len(page["alone"]) < len(page["text"])


def test_symbols_of_some_pages() -> None:
    """With pages, only what they define is found, and nothing that has the words alone."""
    job = "https://lantern.example.org/api/job.html"
    asked = [
        ("job", {"pages": [job]}),
        ("job", {"pages": ["https://lantern.example.org/none"]}),
        ("sched", {"pages": [job]}),
    ]
    replies = node.run("finding.mjs", {"bundle": str(GOLDEN), "symbols": asked, "pages": [], "folded": []})["symbols"]
    assert [[one["name"] for one in reply["symbols"]] for reply in replies] == [["lantern.Job"], [], []]
