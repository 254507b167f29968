"""grep finds lines just as they are spelled, by the index where it can."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bundle_maker import MadeDocset, MadePage, MadeSection, make_bundle
from pinax_runtime.search import CountingSource, Library, MemorySource, open_bundle, open_library
from pinax_runtime.tools import call_tool

CODE = "```sh\nhook --no-verify\ncurl -H 'retry-after: 5'\n```"
PROSE = (
    "Headers such as `retry-after` matter. Give \\<local-commit\\> or see <https://y.example/bare>.\n\n"
    "Use [std::vector<int>](https://x.example/zeta) or getUserByIdentity, see [here](https://x.example/d/iota/b.md)."
)
BASE = "https://x.example/d/"
PAGES = [
    MadePage(
        f"{BASE}a.md",
        "Hooks",
        "# Hooks",
        sections=(MadeSection("Skip", f"## Skip\n\n{CODE}", anchor="skip"), MadeSection("Talk", PROSE, anchor="talk")),
    ),
    MadePage(
        f"{BASE}b.md", "Other", "No hooks here.\n\nVerifying takes time, using and being.", facets={"type": ["guide"]}
    ),
]


@pytest.fixture(scope="module")
def source() -> CountingSource:
    return CountingSource(MemorySource(make_bundle([MadeDocset("d", PAGES, url=BASE)])))


@pytest.fixture(scope="module")
def library() -> Library:
    """The same as a local bundle."""
    return open_library([MemorySource(make_bundle([MadeDocset("d", PAGES, url=BASE)]))])


def matches(library: Library, text: str, **arguments: Any) -> list[dict[str, Any]]:
    reply = call_tool(library, "grep", {"text": text, **arguments})
    assert not reply.is_error, reply.text
    found: list[dict[str, Any]] = json.loads(reply.text)["matches"]
    return found


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("--no-verify", ["d:a.md#skip"]),
        ("retry-after", ["d:a.md#skip", "d:a.md#talk"]),
        ("retry-after:", ["d:a.md#skip"]),
        ("`retry-after`", ["d:a.md#talk"]),
        ("std::vector<", ["d:a.md#talk"]),
        ("getUser", ["d:a.md#talk"]),
        (" getUserById", ["d:a.md#talk"]),
        ("getuser", []),
        ("No hooks", ["d:b.md"]),
        (" verif", []),
        (" hook", ["d:b.md"]),
        (" usin", ["d:b.md"]),
        ("and bein", ["d:b.md"]),
        ("hooks here", ["d:b.md"]),
        ("/zeta", []),
        ("zeta", []),
        ("[here](iota/b", ["d:a.md#talk"]),
        ("-commit", ["d:a.md#talk"]),
        ("\\<local", ["d:a.md#talk"]),
        ("<https://y.example/bare>", ["d:a.md#talk"]),
        ("```sh", []),
        (".", ["d:a.md#talk", "d:b.md"]),
        ("flurbel-wock", []),
    ],
)
def test_finds_what_is_spelled_so(library: Library, text: str, ids: list[str]) -> None:
    """Signs and capitals count, words may go on at both ends; a target only if it is shown, no line of a fence."""
    assert [match["id"] for match in matches(library, text)] == ids


def test_a_match_can_be_cited_and_read(library: Library) -> None:
    """A match has the address, the titles, the line as get_node_content shows it, and its neighbors."""
    (match,) = matches(library, "--no-verify")
    assert match["url"] == f"{BASE}a.md#skip"
    assert match["path"] == "Hooks > Skip"
    assert match["text"] == "```sh\nhook --no-verify\ncurl -H 'retry-after: 5'"
    read = call_tool(library, "get_node_content", {"id": match["id"]}).text.split("\n\n", 1)[1]
    assert "--no-verify" in read.splitlines()[match["line"] - 1]
    assert matches(library, "--no-verify", context=0)[0]["text"] == "hook --no-verify"


def test_docs_and_filters_restrict(library: Library) -> None:
    """Only pages of the docsets, with the facets, are looked in."""
    assert [match["id"] for match in matches(library, "hook", filters={"type": "guide"})] == ["d:b.md"]
    assert json.loads(call_tool(library, "grep", {"text": "hook", "docs": ["x"]}).text)["error"]["code"] == "not_found"


def test_cursors_give_every_match_once(library: Library) -> None:
    """A limit cuts, its cursor goes on, and together they are the whole."""
    whole = [match["id"] for match in matches(library, "o", limit=50)]
    ids: list[str] = []
    cursor: dict[str, Any] = {}
    while True:
        reply = json.loads(call_tool(library, "grep", {"text": "o", "limit": 1, **cursor}).text)
        ids += [match["id"] for match in reply["matches"]]
        if "cursor" not in reply:
            break
        cursor = {"cursor": reply["cursor"]}
    assert ids == whole
    assert reply["total"] == len(whole) > 2


def test_a_far_bundle_reads_what_the_index_names(source: CountingSource) -> None:
    """A word of the text chooses what is read; a text without one is refused with what to do."""
    far = open_library([source])
    assert [match["id"] for match in matches(far, "--no-verify")] == ["d:a.md#skip"]
    error = json.loads(call_tool(far, "grep", {"text": "->"}).text)["error"]
    assert error["code"] == "invalid_args"
    assert "Add the word" in error["message"]


def test_a_text_that_stands_nowhere_takes_few_rounds() -> None:
    """Sections whose words are those of the text are read in groups that grow, each in two rounds of requests."""
    pages = [MadePage(f"{BASE}{number}.md", f"Page {number}", "the gamma and delta of it") for number in range(400)]
    source = CountingSource(MemorySource(make_bundle([MadeDocset("d", pages, url=BASE)])))
    assert not list(open_bundle(source).grep(" delta gamma "))
    assert source.rounds <= 12


def test_a_huge_page_is_read_once() -> None:
    """The sections of a page that does not fit the cache do not each read it again."""
    sections = tuple(MadeSection(f"Title {n}", "the gamma and delta of it", anchor=f"a{n}") for n in range(200))
    files = make_bundle([MadeDocset("d", [MadePage(f"{BASE}a.md", "Huge", "the page", sections=sections)], url=BASE)])
    source = CountingSource(MemorySource(files))
    assert len(list(open_bundle(source, cache_bytes=1 << 16).grep("gamma and"))) == 200
    reads = Counter(name for name in source.names if ".pages" in name)
    assert max(reads.values()) <= 5, "once a group, not a section"


def test_several_lines_are_refused(refusal: Callable[..., tuple[str, str]]) -> None:
    """A text of several lines is refused."""
    assert refusal("grep", text="a\nb") == ("invalid_args", "'text' must be on one line. Look for its longest line.")


LINE = "aAbB01 -_.:<>*+?()[]{}|^$\\"


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(text=st.text(LINE, min_size=1, max_size=12).filter(str.strip), data=st.data())
def test_the_index_misses_nothing(text: str, data: st.DataObject) -> None:
    """Whatever stands around it, a text is found where it stands, also one that would be a pattern elsewhere."""
    around = st.text("aAbB01 -_.:", max_size=6)
    before, after = data.draw(around), data.draw(around)
    page = MadePage(f"{BASE}x.md", "X", f"```\n{before}{text}{after}\n```")
    library = open_library([MemorySource(make_bundle([MadeDocset("d", [page], url=BASE)]))])
    assert [match["id"] for match in matches(library, text)] == ["d:x.md"]
