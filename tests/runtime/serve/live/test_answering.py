"""get_page with `live`: what an agent sees of it."""

from __future__ import annotations

import asyncio
import json
import re
from threading import Event
from typing import Any

import pytest
from mcp import Client

from pinax_runtime.live import LivePages
from pinax_runtime.server import Scheduler, Served, make_server
from pinax_runtime.server.protocol import list_tools
from pinax_runtime.tools import ToolReply, call_tool
from runtime.serve.live.conftest import Site
from site_server import Reply

LINES = ["|New title|# New title", "usage|Usage|## Usage\n\nNew usage.", "~1|Notes|## Notes\n\nNew notes."]
PAGE = Reply("\n".join(line.replace("\n", " ") for line in LINES))


def read(site: Site, live: LivePages, url: str = "a.html", **arguments: Any) -> ToolReply:
    return call_tool(site.library, "get_page", {"url": url, "live": True, **arguments}, live=live)


def test_a_live_page(site: Site) -> None:
    """The text is the site's, and the source line says so, and when."""
    site.put("a.html", PAGE)
    reply = read(site, site.read_with())
    source, _, text = reply.text.partition("\n\n")
    assert source == f"Source: {site.url('a.html')} (guide, live, fetched 2027-01-15 08:00 UTC)"
    assert text == "# New title\n\n## Usage  New usage.\n\n## Notes  New notes."


def test_a_section_of_a_live_page(site: Site) -> None:
    """With an anchor only that section is given, under its address; an anchor of ours is none of the site's."""
    site.put("a.html", PAGE)
    live = site.read_with()
    assert read(site, live, "a.html#usage").text == (
        f"Source: {site.url('a.html')}#usage (guide, live, fetched 2027-01-15 08:00 UTC)\n\n## Usage  New usage."
    )
    assert f"{site.url('a.html')} (" in read(site, live, "a.html#~1").text


@pytest.mark.parametrize(
    ("url", "reply", "reason"),
    [
        ("a.html", Reply("", 503), "the server answers HTTP 503"),
        ("a.html", Reply("", 404), "the site does not have it any more (HTTP 404)"),
        ("a.html#gone", PAGE, "the site's page has no section #gone now"),
        ("a.html#usage", Reply("|One|# One"), "the site's page is not divided into sections"),
    ],
)
def test_the_bundles_copy_otherwise(site: Site, url: str, reply: Reply, reason: str) -> None:
    """What cannot be had live is given from the bundle, with its date and age and the reason."""
    site.put("a.html", reply)
    text = read(site, site.read_with(), url).text
    assert not re.search("New", text)
    assert "Old" in text
    assert f"; not live: {reason})" in text


def test_the_age_is_said(library: Any, site: Site) -> None:
    """The day on which the bundle's copy was fetched, and how long ago that is, stand in the source line."""
    arguments = {"url": "guide/schedules.md", "live": True}
    live = site.read_with(allow_private=False)
    now = lambda: 1_768_000_000.0  # noqa: E731 - 2026-01-09
    text = call_tool(library, "get_page", arguments, live=live, now=now).text
    assert ", fetched 2026-01-02, 7 days old; not live: " in text


def test_pages_that_are_in_no_docset(site: Site) -> None:
    """Only pages of a docset are read: any other address is not found, and nothing is asked."""
    site.put("other.html", PAGE)
    for url in (site.url("other.html"), "https://example.org/", "http://169.254.169.254/latest/meta-data/"):
        reply = read(site, site.read_with(), url)
        assert json.loads(reply.text)["error"]["code"] == "not_found"
    assert site.server.asked == []


def test_a_long_live_page_is_continued(site: Site) -> None:
    """A cursor goes on in the same text, and what follows is outlined; together the pieces are the page."""
    lines = ["|Long|# Long", *(f"s{n}|Part {n}|## Part {n}" + "¶Some words." * 20 for n in range(8))]
    site.put("a.html", Reply("\n".join(lines)))
    live = site.read_with()
    first = read(site, live, max_tokens=900).text
    assert "guide:a.html" not in first.split("[what follows")[0]
    assert "#s7 | Part 7 |" in first
    found: list[str] = re.findall(r"## Part (\d+)", first)
    while cursor := re.search(r'continue with cursor "([^"]+)"', first):
        first = read(site, live, max_tokens=900, cursor=cursor[1]).text
        found += re.findall(r"## Part (\d+)", first)
    assert found == [str(n) for n in range(8)]


def test_a_cursor_of_a_page_that_has_changed(site: Site) -> None:
    """Pieces of two versions of a page are never put together."""
    site.put("a.html", Reply("|Long|" + "old " * 2_000))
    first = read(site, site.read_with(ttl_s=0), max_tokens=300).text
    cursor = re.search(r'cursor "([^"]+)"', first)[1]
    site.put("a.html", Reply("|Long|" + "new " * 2_000))
    reply = read(site, site.read_with(ttl_s=0), max_tokens=300, cursor=cursor)
    assert "live page has changed" in json.loads(reply.text)["error"]["message"]


def test_an_object_of_a_live_page(site: Site) -> None:
    """With objects, the source says the same."""
    site.put("a.html", PAGE)
    arguments = {"url": "a.html", "live": True}
    reply = call_tool(site.library, "get_page", arguments, structured=True, live=site.read_with())
    assert ", live, fetched" in reply.structured["source"]


def test_the_argument_is_shown_where_it_means_something(site: Site) -> None:
    """The schema has `live`, and the tool says that it asks the outside, only where the server reads pages live."""
    for live in (False, True):
        tool = {tool.name: tool for tool in list_tools(live=live)}["get_page"]
        assert ("live" in tool.input_schema["properties"]) is live
        assert tool.annotations.open_world_hint is live
    assert list_tools(live=True)[0].annotations.open_world_hint is False


def test_other_calls_do_not_wait_for_a_site(site: Site) -> None:
    """While a site makes a call wait, other calls of the same client are answered."""

    async def run() -> list[str]:
        order = []
        answered = asyncio.Event()

        async def slow(client: Client) -> None:
            await client.call_tool("get_page", {"url": "a.html", "live": True})
            order.append("live")

        async def quick(client: Client) -> None:
            await client.call_tool("list_docs", {})
            order.append("list_docs")
            answered.set()

        loop = asyncio.get_running_loop()

        def wait(_asked: object) -> Reply:
            asyncio.run_coroutine_threadsafe(answered.wait(), loop).result(timeout=60)
            return PAGE

        site.put("a.html", wait)
        async with Client(make_server(Served(site.library, live=site.read_with()))) as client:
            await asyncio.gather(slow(client), quick(client))
        return order

    assert asyncio.run(run()) == ["list_docs", "live"]


def test_a_site_keeps_no_server_from_ending() -> None:
    """A call that is given up, as when a server has waited long enough, does not wait for its site."""
    asked, answered = Event(), Event()

    def ask() -> None:
        asked.set()
        answered.wait()

    async def run() -> None:
        task = asyncio.ensure_future(Scheduler().of_sites.run(ask))
        while not task.done() and not asked.is_set():
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert not answered.is_set()
        answered.set()

    asyncio.run(run())
