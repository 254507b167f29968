"""The viewer's page and what it asks for."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Event
from time import monotonic, sleep
from typing import Any

import pytest
from starlette.testclient import TestClient

from pinax_runtime.format import Golden
from pinax_runtime.live import LiveError
from pinax_runtime.search import Library
from pinax_runtime.server import Served, read_resource
from pinax_runtime.tools import call_tool, reply_to_json
from runtime.serve.over_http.conftest import PAGES, TOKEN, message

Browse = Callable[..., TestClient]


def call(client: TestClient, tool: str, **arguments: Any) -> Any:
    body, headers = message(tool, arguments)
    reply = client.post("/mcp", json=body, headers=headers)
    return reply.json()["result"]


def search(client: TestClient, query: str, **options: Any) -> Any:
    reply = client.post("/api/search", json={"query": query, **options})
    assert reply.status_code == 200, reply.text
    return reply.json()


def test_the_page_needs_nothing_from_elsewhere(browse: Browse) -> None:
    """Each file of the viewer loads only files of the viewer; the page has no script and no style within itself."""
    client = browse()
    pages = {path: client.get(path).text for path in PAGES}
    for path, text in pages.items():
        assert not re.findall(r"(?:src|href|url\(|import|from)[=\s(]*[\"']?(?:https?:)?//", text), path
    html = pages["/"]
    assert not re.findall(r"<script(?![^>]*src=)|<style|\sstyle=|\son\w+=", html)
    named = re.findall(r"(?:src|href)=\"(/[^\"]*)\"", html)
    imported = [f"/static/{name}" for text in pages.values() for name in re.findall(r'from "\./(.*?)"', text)]
    assert {*named, *imported} <= set(pages)
    assert not [path for path, text in pages.items() if "innerHTML" in text or "eval(" in text]


def test_files_are_kept_by_browsers(browse: Browse) -> None:
    """A file comes with its type and a tag, and is not sent again to whoever has it; it is asked for each time."""
    client = browse()
    types = {"/": "text/html", "/static/app.js": "text/javascript", "/static/base.css": "text/css"}
    for path, media_type in types.items():
        reply = client.get(path)
        assert reply.headers["content-type"] == f"{media_type}; charset=utf-8"
        assert reply.headers["cache-control"] == "no-cache"
        again = client.get(path, headers={"If-None-Match": reply.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


def test_the_library_is_told(browse: Browse, library: Library) -> None:
    """The page learns which docsets, tools and ranking parameters there are, and whether there is a log."""
    told = browse().get("/api/library").json()
    assert [docset["name"] for docset in told["docsets"]] == list(library.docsets)
    assert {"name": "bm25_b", "value": library.ranking.bm25_b, "largest": 1.0} in told["ranking"]
    assert {"get_tree", "resources/read"} <= set(told["calls"])
    assert told["log"] is False
    assert "get_tree" not in browse(Served(library, group="pages")).get("/api/library").json()["calls"]


def test_a_search_is_explained(browse: Browse, library: Library) -> None:
    """The playground finds what the library finds, with the parts of each score and the files that were read."""
    answer = search(browse(), "clock changes", limit=3, cold=True)
    found = library.search("clock changes", limit=3, excerpt_chars=320, explain=True)
    assert answer["hits"] == json.loads(json.dumps(reply_to_json(found)))["hits"]
    assert {word["word"] for word in answer["hits"][0]["explanation"]["words"]} == {"clock", "chang"}
    assert answer["explanation"]["bytes"] == sum(file["bytes"] for file in answer["explanation"]["files"]) > 0
    assert set(answer["explanation"]["sections_with"]) == {"clock", "chang"}


def test_reading_anew(browse: Browse) -> None:
    """With `cold` every search reads its files; otherwise a repeated one finds them in memory."""
    client = browse()
    first, second = (search(client, "clock changes", cold=True) for _ in range(2))
    assert first["explanation"]["files"] == second["explanation"]["files"] != []
    search(client, "clock changes")
    assert search(client, "clock changes")["explanation"]["files"] == []


def test_options_of_a_search(browse: Browse) -> None:
    """Docsets, filters, sections and ranking parameters each change what is found."""
    client = browse()
    assert {hit["docset"] for hit in search(client, "job", docs=["lantern-api"])["hits"]} == {"lantern-api"}
    assert {hit["facets"]["type"][0] for hit in search(client, "job", filters={"type": "guide"})["hits"]} == {"guide"}
    assert search(client, "job", sections=True)["total"] > search(client, "job")["total"]
    usual, flat = search(client, "clock changes"), search(client, "clock changes", ranking={"body_weight": 0})
    assert [hit["score"] for hit in usual["hits"]] != [hit["score"] for hit in flat["hits"]]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({}, "needs 'query'"),
        ({"query": "job", "limit": 51}, "from 1 to 50"),
        ({"query": "job", "cold": 1}, "true or false"),
        ({"query": "job", "ranking": {"bm25_b": 2}}, "1 for bm25_b"),
        ({"query": "job", "ranking": {"nope": 1}}, "bm25_k1"),
        ({"query": "job", "ranking": {"bm25_k1": True}}, "numbers"),
        ({"query": "job", "nope": 1}, "no argument 'nope'"),
        ({"query": "x" * 1_001}, "1,000"),
        ([], "JSON object"),
    ],
)
def test_arguments_are_checked(browse: Browse, arguments: Any, told: str) -> None:
    """What a search does not take is refused with what it does take."""
    reply = browse().post("/api/search", json=arguments)
    assert (reply.status_code, reply.json()["error"]["code"]) == (400, "invalid_args")
    assert told in reply.json()["error"]["message"]


def test_bodies_are_json(browse: Browse) -> None:
    """A body of another type, as a form on a page could send, and one that is not JSON are refused."""
    client = browse()
    for content, kind in ((b'{"query":"job"}', "text/plain"), (b"query=job", "application/json"), (b"[" * 100_000, "")):
        reply = client.post("/api/search", content=content, headers={"Content-Type": kind or "application/json"})
        assert reply.status_code == 400


def test_unknown_docsets_are_named(browse: Browse) -> None:
    """A docset that is not there is answered as tools answer it."""
    reply = browse().post("/api/search", json={"query": "job", "docs": ["lantrn"]})
    assert reply.status_code == 404
    assert "lantern" in reply.json()["error"]["message"]


def test_a_reply_is_what_an_agent_gets(browse: Browse, library: Library) -> None:
    """A tool that is called from the page replies what it replies to agents, under the server's ceiling."""
    arguments = {"url": "guide/schedules.md"}
    answer = browse(Served(library, ceiling=1_000)).post("/api/call", json={"tool": "get_page", "arguments": arguments})
    assert answer.json()["text"] == call_tool(library, "get_page", arguments, ceiling=1_000).text
    assert answer.json()["is_error"] is False
    failed = browse().post("/api/call", json={"tool": "nope"}).json()
    assert failed["is_error"] is True


def test_a_resource_is_read_as_an_agent_reads_it(browse: Browse, library: Library) -> None:
    """What the log has of resources can be looked at, too; an address that leads nowhere is an error like any other."""
    uri = "docs://lantern/guide/schedules.md#overlap"
    asked = {"tool": "resources/read", "arguments": {"uri": uri}}
    answer = browse().post("/api/call", json=asked).json()
    assert (answer["text"], answer["is_error"]) == (read_resource(library, uri).text, False)
    nowhere = browse().post("/api/call", json={"tool": "resources/read", "arguments": {}}).json()
    assert nowhere["is_error"] is True


def test_without_a_log(browse: Browse) -> None:
    """A server that keeps no log says so, and how to have one."""
    for path in ("/api/calls", "/api/summary"):
        reply = browse().get(path)
        assert reply.status_code == 404
        assert "--log FILE" in reply.json()["error"]["message"]


def wait_for(client: TestClient, n: int) -> Any:
    """Read the log until it holds so many calls."""
    ends = monotonic() + 120
    while True:
        answer = client.get("/api/calls").json()
        if len(answer["calls"]) >= n:
            return answer
        assert monotonic() < ends, answer
        sleep(0.01)


def test_calls_appear(browse: Browse, logged: Served) -> None:
    """A call over HTTP stands in the log, newest first, and is found by what comes after the last one that was seen."""
    client = browse(logged)
    assert client.get("/api/calls").json() == {"calls": [], "last": 0}
    assert not call(client, "list_docs")["isError"]
    assert call(client, "get_page", url="nope")["isError"]
    answer = wait_for(client, 2)
    assert [(one["tool"], one["status"], one["client"]) for one in answer["calls"]] == [
        ("get_page", "not_found", "tester 7"),
        ("list_docs", "ok", "tester 7"),
    ]
    assert client.get("/api/calls", params={"after": answer["last"]}).json()["calls"] == []
    assert [one["id"] for one in client.get("/api/calls", params={"after": 1}).json()["calls"]] == [2]
    assert [one["id"] for one in client.get("/api/calls", params={"before": 2}).json()["calls"]] == [1]


def test_calls_are_filtered(browse: Browse, logged: Served) -> None:
    """The page's filters are those of the log, numbers that are text included, and so is what calls add up to."""
    client = browse(logged)
    call(client, "search_pages", query="1234 clocks")
    call(client, "get_page", url="nope")
    wait_for(client, 2)
    for filters, tools in (
        ({"tool": "get_page"}, ["get_page"]),
        ({"status": "error"}, ["get_page"]),
        ({"text": "1234"}, ["search_pages"]),
        ({"client": "nobody"}, []),
        ({"since": 1 << 52}, []),
        ({"limit": 1}, ["get_page"]),
    ):
        found = client.get("/api/calls", params=filters).json()["calls"]
        assert [one["tool"] for one in found] == tools
    assert client.get("/api/summary", params={"status": "error"}).json()["calls"] == 1
    assert client.get("/api/calls", params={"limit": "many"}).status_code == 400


def test_what_the_page_asks_is_not_logged(browse: Browse, logged: Served) -> None:
    """Searches and calls from the page are not an agent's, and stay out of the log."""
    client = browse(logged)
    search(client, "clock changes")
    client.post("/api/call", json={"tool": "list_docs"})
    call(client, "list_sections")
    assert [one["tool"] for one in wait_for(client, 1)["calls"]] == ["list_sections"]


def test_tokens_are_not_logged(browse: Browse, logged: Served) -> None:
    """A token of the server that an agent puts into an argument is blanked."""
    client = browse(replace(logged), tokens=(TOKEN,))
    client.headers["Authorization"] = f"Bearer {TOKEN}"
    call(client, "search_pages", query=f"what does {TOKEN} open")
    assert wait_for(client, 1)["calls"][0]["arguments"] == '{"query":"what does ••• open"}'


def test_calls_that_wait_for_a_site_stand_in_nobodys_way(browse: Browse, library: Library) -> None:
    """However many live pages are asked for from the viewer, its other questions are answered meanwhile."""
    answered = Event()

    class Waiting:
        def document(self, *_: Any) -> Any:
            assert answered.wait(60)
            raise LiveError("the site was slow")

    client = browse(Served(library, live=Waiting()))  # type: ignore[arg-type]
    asked = {"tool": "get_page", "arguments": {"url": "faq.md", "live": True}}
    with ThreadPoolExecutor(4) as pool:
        waiting = [pool.submit(client.post, "/api/call", json=asked) for _ in range(4)]
        assert search(client, "clock changes")["hits"]
        answered.set()
        assert all("not live: the site was slow" in reply.result().json()["text"] for reply in waiting)


def test_questions_are_golden_ones_or_titles(browse: Browse, library: Library) -> None:
    """An empty playground offers the golden queries of the bundles; where there are none, titles from all over them."""
    titles = {page.title for docset in library.docsets.values() for _, _, page in docset.documents()}
    told = browse().get("/api/questions").json()["questions"]
    assert 4 <= len(told) <= 8
    assert set(told) <= titles
    golden = Library(library.docsets.values(), library.ranking, [Golden("whale oil", "oil.md")])
    assert browse(Served(golden)).get("/api/questions").json() == {"questions": ["whale oil"]}


def test_a_search_says_which_filter_finds_nothing(browse: Browse) -> None:
    """The hint is that of the tools; a search that finds something has none."""
    answer = browse().post("/api/search", json={"query": "job", "filters": {"typ": ["guide"]}}).json()
    assert "Did you mean 'type'?" in answer["hint"]
    assert "hint" not in browse().post("/api/search", json={"query": "job"}).json()
