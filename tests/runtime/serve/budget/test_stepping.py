"""What does not fit in full is shown shorter: lists item by item, texts as an outline of what follows."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bundle_maker import MadeDocset, MadePage, MadeSection, make_bundle
from pinax_runtime.search import Library, MemorySource, open_library
from pinax_runtime.tools import ToolReply, estimate
from pinax_runtime.tools.budget import cost, fit
from pinax_runtime.tools.page_text import outline_after, text_below

PAGE = "guide/schedules.md"
LONG = "reference/configuration.md"


def forms(*texts: str) -> list[list[str]]:
    return [[text * 9, text * 3, text] for text in texts]


def test_all_are_full_where_there_is_room() -> None:
    """Nothing is shortened without need."""
    assert fit(forms("a", "b"), 10_000).texts == ["a" * 9, "b" * 9]


def test_the_first_items_are_the_fullest() -> None:
    """Every item is there before any is fuller; then the first ones get what is left."""
    fitted = fit(forms("a", "b", "c", "d"), cost("a" * 9 + "b" * 3 + "c" + "d" + ",,,,"))
    assert fitted.texts == ["a" * 9, "bbb", "c", "d"]
    assert fitted.shortened == 3


def test_the_first_item_is_full_if_it_leaves_half() -> None:
    """One full answer is worth more than the names of many."""
    fitted = fit(forms("a", *"bcdefghij"), cost("a" * 9) * 2 + 200)
    assert fitted.texts[0] == "a" * 9
    assert 1 < len(fitted.texts) < 10


@given(st.lists(st.lists(st.text(max_size=30), min_size=3, max_size=3)), st.integers(0, 5_000))
def test_what_is_fitted_fits(written: list[list[str]], room: int) -> None:
    """Whatever the forms cost, all that are chosen fit, in order, from the first on."""
    fitted = fit(written, room)
    assert sum(cost(f"{text},") for text in fitted.texts) <= room or not fitted.texts
    assert all(text in of for text, of in zip(fitted.texts, written, strict=False))


@pytest.mark.parametrize("tool", ["search_documents", "search_pages"])
def test_hits_step_down(ask: Callable[..., Any], tool: str) -> None:
    """With less room, the same hits come with shorter excerpts, then without, before any is left for the cursor."""
    full = ask(tool, query="job", limit=10)
    assert "shortened" not in full
    room = estimate(json.dumps(full, ensure_ascii=False, separators=(",", ":")))
    less = ask(tool, query="job", limit=10, max_tokens=int(room * 0.7))
    name = "id" if tool == "search_documents" else "url"
    assert [hit[name] for hit in less["hits"]] == [hit[name] for hit in full["hits"]]
    assert less["shortened"] > 0
    assert less["hits"][0] == full["hits"][0]
    assert "truncated" not in less
    least = ask(tool, query="job", limit=10, max_tokens=int(room * 0.4))
    assert "excerpt" not in least["hits"][-1]


def test_documents_step_down(ask: Callable[..., Any]) -> None:
    """With less room, the last documents are id and title alone."""
    documents = ask("list_documents", docs=["lantern"], max_tokens=900)
    assert documents["shortened"] > 0
    assert set(documents["documents"][-1]) == {"id", "title"}


@pytest.mark.parametrize(
    "arguments",
    [{"tool": "get_page", "url": LONG}, {"tool": "navigate_tree", "doc_id": LONG, "node_id": f"lantern:{LONG}"}],
)
def test_a_cut_text_ends_with_an_outline(call: Callable[..., ToolReply], library: Library, arguments: Any) -> None:
    """Below the first piece of a long text stand the sections that follow; their ids can be read."""
    text = call(**arguments, max_tokens=900).text
    shown, _, rest = text.partition("\n\n[what follows: id | title | words]\n")
    anchors = re.findall(r"^ *(#\S+) \|", rest, re.M)
    document = library.find(LONG)
    assert document is not None
    assert anchors
    assert not any(f"\n## {document.node(document.find(anchor[1:])).title}\n" in shown for anchor in anchors)
    read = call("get_node_content", doc_id=LONG, node_ids=anchors[:3])
    assert not read.is_error, read.text


def test_an_outline_is_said_once(call: Callable[..., ToolReply]) -> None:
    """Further pieces are text alone."""
    first = call("get_page", url=LONG, max_tokens=700).text
    cursor = re.findall(r'cursor "([\w-]+)"', first)[0]
    second = call("get_page", url=LONG, max_tokens=700, cursor=cursor).text
    assert "[what follows" in first
    assert "[what follows" not in second


def test_the_outline_steps_down(library: Library) -> None:
    """With less room: first words, lines, the upper depths, the first ones; what is hidden is counted."""
    document = library.find(LONG)
    assert document is not None
    _, (_, *parts) = text_below(document, 0, "full")
    outline = outline_after(parts)
    rich = outline(0, 1_000_000)
    plain = outline(0, cost(rich) - 1)
    upper = outline(0, cost(plain) - 1)
    few = outline(0, 4_500)
    assert len(rich.splitlines()) > len(plain.splitlines()) == len(parts) + 1
    assert re.search(r"\n\[deeper: \d+\]$", upper)
    assert re.search(r"\n\[more: \d+\]$", few)
    assert outline(0, 100) == ""


@pytest.mark.parametrize(
    ("markdown", "words"),
    [
        ("## Title\n\nSome *words*\nhere.\n\nMore.", "Some *words* here."),
        ("`f(x)`\n\n```py\nf(1)\n```\n\nGives [one](u).", "Gives one."),
        ("## Title\n\n| a | b |\n|---|---|", ""),
    ],
)
def test_first_words_are_prose(markdown: str, words: str) -> None:
    """Headings, signatures, code and tables are passed over, and links are their text."""
    page = MadePage("a.md", "A", sections=(MadeSection("Part", markdown, anchor="part"),))
    document = open_library([MemorySource(make_bundle([MadeDocset("d", [page])]))]).find("a.md")
    _, (*_, part) = text_below(document, 0, "full")
    _, line, *lead = outline_after([part])(0, 1_000_000).splitlines()
    assert line.startswith("#part | Part |")
    assert lead == ([f"  {words}"] if words else [])


FORMS = st.lists(
    st.integers(0, 40).flatmap(
        lambda brief: st.tuples(st.integers(0, 40), st.integers(0, 40)).map(
            lambda more: ["a" * (brief + sum(more)), "b" * (brief + more[0]), "c" * brief]
        )
    ),
    max_size=12,
)
"""The forms of some items, each shorter than the one before: a, b, then c."""


def levels(written: list[list[str]], room: int) -> list[int]:
    """Return which form of each item was chosen, 0 for the full one."""
    return [forms.index(text) for text, forms in zip(fit(written, room).texts, written, strict=False)]


@given(FORMS, st.integers(0, 20_000))
def test_no_item_is_left_out_that_would_fit(written: list[list[str]], room: int) -> None:
    """The item after the last one that is shown does not fit in its briefest form beside the others in theirs."""
    shown = fit(written, room).texts
    first_is_full = bool(written) and cost(f"{written[0][0]},") <= room // 2
    least = sum(cost(f"{forms[-1]},") for forms in written[1 if first_is_full else 0 : len(shown) + 1])
    least += cost(f"{written[0][0]},") if first_is_full else 0
    assert len(shown) == len(written) or least > room


@given(FORMS, st.integers(0, 20_000), st.integers(0, 5_000))
def test_more_room_shows_no_item_less(written: list[list[str]], room: int, more: int) -> None:
    """With more room there are at least as many items, unless the first one has just become full."""
    before, after = levels(written, room), levels(written, room + more)
    if before[:1] == after[:1]:
        assert len(after) >= len(before)


@given(FORMS)
def test_the_count_of_shortened_items_is_right(written: list[list[str]]) -> None:
    """`shortened` counts the items that are not shown in full."""
    fitted = fit(written, 3_000)
    assert fitted.shortened == sum(map(bool, levels(written, 3_000)))
