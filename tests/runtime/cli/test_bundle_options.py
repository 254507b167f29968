"""What `serve` may be told about its bundles."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from bundle_maker import MadeDocset, MadePage, make_bundle
from pinax_runtime.search import Library
from pinax_runtime.tools import call_tool
from site_server import Reply, SiteServer

Speak = Callable[..., list[Any]]
SEARCH = {"query": "schedule", "limit": 50, "max_tokens": 8_000}


def scores(reply: Any) -> dict[str, float]:
    """Return the score of each page of a reply."""
    return {f"{hit.get('docset')} {hit['url']}": hit["score"] for hit in reply["hits"]}


def test_weights_and_tags_reach_the_library(speak: Speak, library: Library, location: Path) -> None:
    """--weight multiplies the weight of a docset or of a bundle; --tag gives a facet that filters."""
    usual = scores(json.loads(call_tool(library, "search_pages", SEARCH).text))
    options = ["--weight", "lantern=2", "--weight", f"{location}=3", "--tag", "lantern-api:edition=2"]
    found, tagged, all_tagged = speak(
        [location, *options, "--tag", "edition=1"],
        ("search_pages", SEARCH),
        ("search_pages", {**SEARCH, "filters": {"edition": "2"}}),
        ("search_pages", {**SEARCH, "filters": {"edition": "1"}}),
    )
    weighted = scores(found)
    assert len({page.partition(" ")[0] for page in weighted}) > 1
    for page, score in weighted.items():
        assert score == pytest.approx(usual[page] * (6 if page.startswith("lantern ") else 3), rel=0.05)
    assert {hit["docset"] for hit in tagged["hits"]} == {"lantern-api"}
    assert all_tagged["total"] > tagged["total"]


def test_two_bundles_with_docsets_of_one_name_are_served(speak: Speak, location: Path) -> None:
    """Names that collide are qualified by the bundle's."""
    (told,) = speak([location, location], ("list_docs", {}))
    assert f"{location.name}.lantern" in {docset["name"] for docset in told["docs"]}


def test_a_target_that_is_not_there(run: Callable[..., Any], location: Path) -> None:
    """A weight or tag for an unknown docset ends the command, naming the docsets."""
    ended = run("serve", location, "--weight", "lanten=2")
    assert ended.code == 1
    assert "lantern-api" in ended.err


@pytest.mark.parametrize(
    "option",
    [
        ("--weight", "lantern=heavy"),
        ("--weight", "0"),
        ("--weight", "nan"),
        ("--weight", "1001"),
        ("--tag", "version"),
        ("--tag", "=3"),
        ("--tag", "version="),
        ("--tag", "lantern:=3"),
        ("--refresh-seconds", "-1"),
    ],
)
def test_what_cannot_be_understood_is_wrong_usage(
    run: Callable[..., Any], location: Path, option: tuple[str, str]
) -> None:
    """An option of another form ends with exit code 2 and says which one."""
    ended = run("serve", location, *option)
    assert ended.code == 2
    assert option[0] in ended.err


@pytest.fixture
def hosted() -> Iterator[tuple[SiteServer, str]]:
    """A bundle on a web server, and its URL."""
    files = make_bundle([MadeDocset("guide", [MadePage("a.md", "Schedule")])])
    with SiteServer({f"/b/{name}": Reply(content) for name, content in files.items()}) as site:
        yield site, site.url("/b/")


def test_targets_may_be_urls(speak: Speak, hosted: tuple[SiteServer, str]) -> None:
    """A bundle's URL is a target as it was given, colons and all; what follows the first `=` of a tag is its value."""
    _, url = hosted
    ((usual,), (weighted, by_value, by_any, by_none)) = (
        speak([url, *options], *(("search_pages", {**SEARCH, "filters": each}) for each in filters))
        for options, filters in (
            ([], [{}]),
            (
                ["--weight", f"{url}=2", "--tag", f"{url}:version=a=b", "--tag", "kind=x:y"],
                [{}, {"version": "a=b"}, {"kind": "x:y"}, {"version": "a"}],
            ),
        )
    )
    (score,) = scores(usual).values()
    assert list(scores(weighted).values()) == [pytest.approx(2 * score, rel=0.05)]
    assert [reply["total"] for reply in (by_value, by_any, by_none)] == [1, 1, 0]


def test_a_server_is_asked_every_so_many_seconds(
    run: Callable[..., Any], hosted: tuple[SiteServer, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """While `serve` waits for a client, it looks for a newer build; every 300 seconds unless it is told otherwise."""
    site, url = hosted
    reading, writing = os.pipe()

    def end_later() -> None:
        while site.paths.count("/b/pinax.json") < 3:
            time.sleep(0.01)
        os.close(writing)

    with ThreadPoolExecutor(1) as pool, open(reading) as stdin, monkeypatch.context() as streams:
        streams.setattr(sys, "stdin", stdin)
        streams.setattr(sys, "stdout", TextIOWrapper(BytesIO()))
        ended = pool.submit(end_later)
        run("serve", url, "--refresh-seconds", "0.05")
        ended.result()
    assert "[default: 300;" in run("serve", "--help").out
