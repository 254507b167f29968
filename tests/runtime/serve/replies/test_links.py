"""What a text shows of its links."""

from __future__ import annotations

import pytest

from bundle_maker import MadeDocset, MadePage, make_bundle
from pinax_runtime.search import Library, MemorySource, open_library
from pinax_runtime.tools import call_tool

BASE = "https://x.example/d/"


@pytest.mark.parametrize(
    ("markdown", "none", "relative"),
    [
        ("[a](https://x.example/d/p.html#q)", "a", "[a](p.html#q)"),
        ("[a](https://x.example/d/me.html#q)", "a", "[a](#q)"),
        ("[a](https://x.example/d/me.html)", "a", "[a](me.html)"),
        ("[a](https://y.example/p)", "a", "[a](https://y.example/p)"),
        ("[a](https://x.example/d/)", "a", "[a](https://x.example/d/)"),
        ('[a](p "Title") b', "a b", "[a](p) b"),
        ("![alt](https://x.example/d/i.png)", "alt", "![alt](i.png)"),
        ("[![alt](https://x.example/d/i.png)](https://y.example)", "alt", "[![alt](i.png)](https://y.example)"),
        ("`[a](b)`", "`[a](b)`", "`[a](b)`"),
        ("```\n[a](b)\n```", "```\n[a](b)\n```", "```\n[a](b)\n```"),
        ("[`f(x)`](https://x.example/d/p.html)", "`f(x)`", "[`f(x)`](p.html)"),
        ("a \\[b\\](c)", "a \\[b\\](c)", "a \\[b\\](c)"),
        ("check [here](https://x.example/d/p.html)", "check [here](p.html)", "check [here](p.html)"),
        ("see [this page](https://y.example/p)", "see [this page](https://y.example/p)", None),
        ("[Click **here**](p) or [hier](q)", "[Click **here**](p) or [hier](q)", None),
        ("![here](https://x.example/d/i.png) [1](p)", "here 1", "![here](i.png) [1](p)"),
    ],
)
def test_forms(markdown: str, none: str, relative: str | None) -> None:
    """Targets are left out, shortened to what tools take, or left as they are; code never changes.

    A link whose words say nothing of where it leads keeps its target, shortened.
    """
    docset = MadeDocset("d", [MadePage(f"{BASE}me.html", text=markdown)], url=BASE)
    library = open_library([MemorySource(make_bundle([docset]))])
    for links, shown in (("none", none), ("relative", relative or none), ("full", markdown)):
        reply = call_tool(library, "get_page", {"url": "me.html", "links": links})
        assert reply.text.partition("\n\n")[2] == shown


def test_relative_targets_are_what_tools_take(library: Library) -> None:
    """A target that was shortened leads to its page."""
    text = call_tool(library, "get_page", {"url": "guide/schedules.md", "links": "relative"}).text
    assert "[timeout](guide/retries-and-timeouts.md#timeout)" in text
    read = call_tool(library, "get_page", {"url": "guide/retries-and-timeouts.md#timeout"})
    assert read.text.startswith("Source: https://lantern.example.org/docs/guide/retries-and-timeouts.md#timeout")
