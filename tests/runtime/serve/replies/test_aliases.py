"""A section is found by every fragment of the published page that leads to it."""

from __future__ import annotations

import json

import pytest

from bundle_maker import MadeDocset, MadePage, MadeSection, make_bundle
from pinax_runtime.search import Library, MemorySource, open_bundle
from pinax_runtime.tools import call_tool

PAGE = MadePage(
    "kites.html",
    "Kites",
    "About them.",
    sections=(
        MadeSection("Flying", "kites fly", anchor="flying"),
        MadeSection("fly()", "flying", anchor="fly", depth=2, kind="definition"),
        MadeSection("", "more of flying", anchor="~1", depth=2, kind="more"),
    ),
    aliases={"intro": 0, "kites:how to fly": 1, "later": 3},
)


@pytest.fixture
def library() -> Library:
    bundle = open_bundle(MemorySource(make_bundle([MadeDocset("d", [PAGE])])))
    return Library(bundle.docsets.values(), bundle.ranking)


@pytest.mark.parametrize(
    ("fragment", "text"),
    [
        ("intro", "About them."),
        ("kites:how to fly", "kites fly"),
        ("kites:how%20to%20fly", "kites fly"),
        ("later", "kites fly"),
    ],
)
def test_another_fragment_gives_the_section(library: Library, fragment: str, text: str) -> None:
    """An alias, also as a URL spells it, leads to its section; one behind a definition to the section around that."""
    page = call_tool(library, "get_page", {"url": f"kites.html#{fragment}"})
    node = call_tool(library, "get_node_content", {"doc_id": "d:kites.html", "node_ids": [f"#{fragment}"]})
    assert text in page.text
    assert text in node.text


def test_a_misspelt_alias_is_suggested(library: Library) -> None:
    """Aliases are among the fragments that a refusal names."""
    reply = call_tool(library, "get_page", {"url": "kites.html#intor"})
    assert "#intro" in json.loads(reply.text)["error"]["message"]
