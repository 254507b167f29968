"""get_page, get_tree, get_node_content and navigate_tree: text with its source, whole or in pieces."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from pinax_runtime.search import Library
from pinax_runtime.tools import ToolReply, estimate

PAGE = "https://lantern.example.org/docs/guide/schedules.md"
OUTLINE = "\n\n[what follows: id | title | words]\n"
CUT = re.compile(r'\n\n\[cut: about [\d,]+ tokens follow; continue with cursor "([\w-]+)"[^\]]*\]$')


@pytest.fixture
def read(call: Callable[..., ToolReply]) -> Callable[..., str]:
    def run(tool: str, **arguments: Any) -> str:
        reply = call(tool, **arguments)
        assert not reply.is_error, reply.text
        return reply.text

    return run


def pieces(read: Callable[..., str], tool: str, **arguments: Any) -> Iterator[str]:
    """Every piece without its head and foot, following the cursors."""
    cursor: dict[str, str] = {}
    while True:
        text = read(tool, **arguments, **cursor)
        assert estimate(text) <= arguments["max_tokens"]
        cut = CUT.search(text)
        yield body(text)
        if cut is None:
            return
        cursor = {"cursor": cut[1]}


def body(text: str) -> str:
    """A piece without its head and foot."""
    return CUT.sub("", text).split("\n\n", 1)[1].partition(OUTLINE)[0]


def words(text: str) -> str:
    """What must not be lost: all but white space and the marks of fences, which are written again."""
    return re.sub(r"\s+|(?m:^[ >]*(```|~~~).*$)", "", text)


@pytest.mark.parametrize(
    "url",
    [PAGE, f" {PAGE} ", "guide/schedules.md", "/guide/schedules.md", "lantern:guide/schedules.md"]
    + ["guide/schedules", "guide/schedules.html", "guide/schedules/"],
)
def test_a_page_has_many_addresses(read: Callable[..., str], url: str) -> None:
    """A URL, a path below the base URL and an id lead to the same page, which starts with its source."""
    source, text = read("get_page", url=url).split("\n\n", 1)
    assert re.fullmatch(rf"Source: {PAGE} \(lantern, fetched \d{{4}}-\d\d-\d\d\)", source)
    assert text.startswith("# Schedules")
    assert "## Overlap" in text


def test_an_anchor_gives_its_section_alone(read: Callable[..., str]) -> None:
    """With an anchor only that section and what is below it are given."""
    text = read("get_page", url=f"{PAGE}#clock-changes")
    assert text.startswith(f"Source: {PAGE}#clock-changes (lantern")
    assert "## Clock changes" in text
    assert "## Overlap" not in text


@pytest.mark.parametrize(
    ("url", "meant"),
    [
        ("guide/scedules.md", "lantern:guide/schedules.md"),
        ("https://other.example.org/1/schedules.html", "lantern:guide/schedules.md"),
        ("lantern:guide/schedules.md#clock-change", "#clock-changes"),
    ],
)
def test_near_misses_are_refused_with_what_was_meant(
    refusal: Callable[..., tuple[str, str]], url: str, meant: str
) -> None:
    """An address that leads nowhere is not_found with the nearest one."""
    code, message = refusal("get_page", url=url)
    assert code == "not_found"
    assert meant in message


def test_nothing_near_names_another_way(refusal: Callable[..., tuple[str, str]]) -> None:
    """Where nothing is near, the message says how to find pages."""
    assert "Search finds pages" in refusal("get_page", url="qqqqqqq")[1]


def test_docs_restrict_where_a_page_is_looked_for(refusal: Callable[..., tuple[str, str]]) -> None:
    """A page of another docset than those asked for is not found."""
    assert refusal("get_page", url="guide/schedules.md", docs=["lantern-api"])[0] == "not_found"


def test_live_pages_are_off(refusal: Callable[..., tuple[str, str]]) -> None:
    """Reading from the live site is refused rather than ignored, unless the server was told to."""
    code, message = refusal("get_page", url=PAGE, live=True)
    assert code == "invalid_args"
    assert "serve --live" in message


@pytest.mark.parametrize("max_tokens", [300, 500, 1_000])
def test_pieces_are_the_page(read: Callable[..., str], library: Library, max_tokens: int) -> None:
    """A page read in pieces is the page, whatever the budget, and no piece is over it."""
    for url in ("guide/schedules.md", "reference/configuration.md", "lantern-api:client.html"):
        document = library.find(url)
        assert document is not None
        parts = list(pieces(read, "get_page", url=url, links="full", max_tokens=max_tokens))
        assert words("\n".join(parts)) == words(document.subtree_text(0))


@pytest.mark.parametrize("max_tokens", [300, 700])
def test_no_piece_leaves_a_fence_open(read: Callable[..., str], max_tokens: int) -> None:
    """Every piece is complete Markdown: its fences are closed."""
    for part in pieces(read, "get_page", url="reference/configuration.md", max_tokens=max_tokens):
        assert len(re.findall(r"^```", part, re.MULTILINE)) % 2 == 0


def test_the_budget_may_change_between_pieces(read: Callable[..., str], library: Library) -> None:
    """A cursor goes on where the last piece ended, with another budget too."""
    first = read("get_page", url=PAGE, links="full", max_tokens=400)
    cut = CUT.search(first)
    assert cut is not None
    rest = read("get_page", url=PAGE, links="full", cursor=cut[1], max_tokens=8_000)
    document = library.find(PAGE)
    assert document is not None
    both = body(first) + "\n" + rest.split("\n\n", 1)[1]
    assert words(both) == words(document.subtree_text(0))


def test_a_cursor_of_another_page_is_refused(read: Callable[..., str], refusal: Callable[..., Any]) -> None:
    """A cursor belongs to the call that it was given for."""
    cut = CUT.search(read("get_page", url=PAGE, max_tokens=300))
    assert cut is not None
    code, message = refusal("get_page", url="guide/logging.md", cursor=cut[1])
    assert code == "invalid_args"
    assert "other arguments" in message


def test_tree_has_every_section_and_no_text(read: Callable[..., str], library: Library) -> None:
    """The outline has one line for each section: id, title, words; indented by depth."""
    document = library.find(PAGE)
    assert document is not None
    lines = read("get_tree", doc_id=PAGE).split("\n\n", 1)[1].splitlines()
    assert len(lines) == len(list(document.nodes()))
    assert re.fullmatch(r"lantern:guide/schedules\.md \| Schedules \| \d+", lines[0])
    assert any(re.fullmatch(r"  #clock-changes \| Clock changes \| \d+", line) for line in lines)


def test_max_depth_hides_and_says_so(read: Callable[..., str]) -> None:
    """Sections below max_depth are counted, not listed."""
    lines = read("get_tree", doc_id="reference/configuration.md", max_depth=1).split("\n\n", 1)[1].splitlines()
    assert not any(line.startswith("    ") for line in lines)
    assert re.fullmatch(r"\[\d+ deeper sections?; raise max_depth\]", lines[-1])


def test_tree_in_pieces_is_the_tree(read: Callable[..., str], ask: Callable[..., Any]) -> None:
    """An outline longer than the budget is continued by its cursor, line by line."""
    documents = ask("list_documents", limit=100)["documents"]
    doc_id = max(documents, key=lambda document: document["sections"])["id"]
    whole = read("get_tree", doc_id=doc_id).split("\n\n", 1)[1]
    parts = list(pieces(read, "get_tree", doc_id=doc_id, max_tokens=300))
    assert "\n".join(parts).splitlines() == whole.splitlines()


@pytest.mark.parametrize(
    "node_id", ["clock-changes", "#clock-changes", "lantern:guide/schedules.md#clock-changes", f"{PAGE}#clock-changes"]
)
def test_a_section_has_many_ids(read: Callable[..., str], node_id: str) -> None:
    """An anchor, with # or not, a section id and a URL with an anchor lead to the same section."""
    for text in (
        read("get_node_content", doc_id=PAGE, node_ids=[node_id]),
        read("navigate_tree", doc_id=PAGE, node_id=node_id),
    ):
        assert text.startswith(f"Source: {PAGE}#clock-changes (lantern")
        assert "## Clock changes" in text


def test_node_content_leaves_children_out(read: Callable[..., str]) -> None:
    """A section's own text comes without its children's, and says that they are there."""
    text = read("get_node_content", doc_id=PAGE, node_ids=["lantern:guide/schedules.md"])
    assert "## Clock changes" not in text
    assert re.search(r"\[6 subsections, \d+ words: navigate_tree\]$", text)


def test_node_content_gives_several_in_order(read: Callable[..., str]) -> None:
    """Several sections come in the order asked for, each with its source."""
    text = read("get_node_content", doc_id=PAGE, node_ids=["overlap", "every"])
    assert text.index(f"Source: {PAGE}#overlap") < text.index("## Overlap")
    assert text.index("## Overlap") < text.index(f"Source: {PAGE}#every") < text.index("## Intervals")


def test_navigate_tree_gives_the_subtree(read: Callable[..., str], library: Library) -> None:
    """A section comes with everything below it."""
    document = library.find("reference/configuration.md")
    assert document is not None
    index = next(at for at in range(1, len(document.page.sections)) if document.children(at))
    text = read("navigate_tree", doc_id=document.id, node_id=document.node(index).id, links="full")
    assert text.split("\n\n", 1)[1] == document.subtree_text(index)


def test_nodes_are_of_any_page(read: Callable[..., str]) -> None:
    """Sections of several pages come in one reply, whatever page is named; a cut one lists whole ids."""
    other = "lantern-api:client.html"
    nodes = ["#every", other, "#overlap"]
    text = read("get_node_content", doc_id=PAGE, node_ids=nodes)
    places = [text.index(line) for line in (f"Source: {PAGE}#every", "/api/client.html", f"Source: {PAGE}#overlap")]
    assert places == sorted(places)
    assert f"\n{other} | " in read("get_node_content", doc_id=PAGE, node_ids=nodes, max_tokens=300)


SECTION = "lantern:guide/schedules.md#clock-changes"


@pytest.mark.parametrize(
    ("tool", "names", "told"),
    [
        ("get_page", ("url", "id", "doc_id", "node_id", "node_ids"), "## Clock changes"),
        ("get_node_content", ("node_ids", "id", "ids", "url", "doc_id", "node_id"), "## Clock changes"),
        ("navigate_tree", ("node_id", "id", "url", "doc_id", "node_ids"), "## Clock changes"),
        ("get_tree", ("doc_id", "id", "url", "node_id", "node_ids"), "#clock-changes | Clock changes"),
        ("get_section_pages", ("section", "id", "url", "doc_id"), "guide/schedules.md"),
        ("list_sections", ("prefix", "id", "url"), "guide/schedules.md"),
    ],
)
def test_every_tool_takes_the_id_of_a_hit(read: Callable[..., str], tool: str, names: Sequence[str], told: str) -> None:
    """The id that a search gave is enough for every tool, as a text or a list, under any name of an address."""
    for name in names:
        text = read(tool, **{name: [SECTION] if name.endswith("ids") else SECTION})
        assert told in text
        assert "## Overlap" not in text


def test_a_search_takes_the_id_of_a_hit(ask: Callable[..., Any]) -> None:
    """A search within a document takes the id of one of its sections."""
    for name in ("doc_id", "id", "node_id"):
        hits = ask("search_documents", query="clock", **{name: SECTION})["hits"]
        assert {hit["id"].partition("#")[0] for hit in hits} == {"lantern:guide/schedules.md"}


def test_at_most_ten_nodes(refusal: Callable[..., tuple[str, str]]) -> None:
    """More than ten sections, or none, are refused."""
    for node_ids in ([], ["every"] * 11):
        assert refusal("get_node_content", doc_id=PAGE, node_ids=node_ids)[0] == "invalid_args"
